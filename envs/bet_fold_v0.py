"""The n-player simultaneous bet/fold game as a PettingZoo environment.

| Made by | `pettingzoo.make("aec", "pokerzoo/bet_fold-v0")` or `bet_fold_v0.env()` |
|---|---|
| In parallel | `pettingzoo.make("parallel", "pokerzoo/bet_fold-v0")` or `bet_fold_v0.parallel_env()` |
| Parallel API | Yes |
| Agents | `["player_0", "player_1", "player_2", "player_3", "player_4"]` |
| Actions | `Discrete(2)` |
| Observation shape | `(109,)` |
| Observation values | `[0.0, 1.0]` |
| Rewards | `[-3.0, 12.0]` |
| Infosets | 505 |

Each player gets one of the cards 0 to 100, no two alike, face down; all say at the same time *bet* or *fold*, and the
highest card that bets wins. Turn by turn (`env`) choices are hidden until all have chosen.

### Arguments

### Observation

`{"observation": float32, "action_mask": int8}`, or the vector alone if `mask_in="info"`. The index table (braces stand
for each entry in turn; other numbers of players and cards have other lengths):

| Index | Name | Meaning |
|---|---|---|
| 0-4 | `seat_{0,1,2,3,4}` | 1 at the player's own seat |
| 5-14 | `card_{0,1,2,3,4,5,6,7,8,9}` | 1 at the player's own card |
| 15-104 | `card_{1,2,3,4,5,6,7,8,9}{0,1,2,3,4,5,6,7,8,9}` | 1 at the player's own card |
| 105 | `card_100` | 1 at the player's own card |
| 106 | `card_fraction` | the player's card / 100 (the highest card) |
| 107-108 | `own_{fold,bet}` | after the end 1 at the player's own choice, before it 0 |

### Actions and legal actions

0: fold, 1: bet; both are always legal. The mask has 1 where an action is legal. In `env` it is all zeros for players
who have chosen; after the end it is all ones. `infoset_key()` gives the infoset of the player to move, `"player_2 37|"`, and
`info["infoset_index"]` its number, 239.

### Rewards

Net chips, which add up to exactly zero in whatever order. With a blind of 1:

| Outcome | Bets and has the highest bet card | Bets and has not | Folds |
|---|---|---|---|
| all fold | - | - | 0 |
| one of n bets | n - 1 | - | -1 |
| m bet, n - m fold | odds (m - 1) + n - m | -odds | -1 |

The blind and odds times the blind are rounded to multiples of 2**-20 chips.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers, parallel_maker
from pokerzoo.envs.environments.pages import with_arguments
from pokerzoo.envs.games.bet_fold import make_bet_fold

raw_env, env = aec_makers(make_bet_fold, __name__)
parallel_env = parallel_maker(make_bet_fold, __name__)
__doc__ = with_arguments(__doc__, env, parallel_env)
