"""Push/fold before the flop as a PettingZoo environment.

Heads-up no-limit hold'em with two decisions: `preflop_holdem` with all-in as the only raise, and no call of the small blind.
Each player gets two cards. `player_1` has the button, posts the small blind, and pushes (goes all-in) or folds. `player_0`
posts the big blind, and calls or folds. After a call the five public cards come without betting, and the best five of seven
cards win; equal hands split the pot.

### Actions

0: fold, 1: call, 2: push, which goes all-in.

### Rewards

Net chips at the end of the hand: the winner gets what the loser put in. They add up to exactly zero.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.games.push_fold import make_push_fold

raw_env, env = aec_makers("push_fold", make_push_fold)
