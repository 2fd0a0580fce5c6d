"""The n-player simultaneous bet/fold game as a PettingZoo environment.

Each player gets one of the cards 0 to 100, no two alike, face down; all say at the same time *bet* or *fold*, and the
highest card that bets wins. Turn by turn (`env`) choices are hidden until all have chosen.

### Actions

0: fold, 1: bet; both are always legal.

### Rewards

Net chips, which add up to exactly zero in any order. With a blind of 1:

| Outcome | Bets and has the highest bet card | Bets and has not | Folds |
|---|---|---|---|
| all fold | - | - | 0 |
| one of n bets | n - 1 | - | -1 |
| m bet, n - m fold | odds (m - 1) + n - m | -odds | -1 |

The blind and odds times the blind are rounded to multiples of 2**-20 chips.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers, parallel_maker
from pokerzoo.envs.games.bet_fold import make_bet_fold

raw_env, env = aec_makers("bet_fold", make_bet_fold)
parallel_env = parallel_maker("bet_fold", make_bet_fold)
