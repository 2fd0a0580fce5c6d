"""Leduc hold'em as a PettingZoo environment.

| Made by | `pettingzoo.make("aec", "pokerzoo/leduc-v0")` or `leduc_v0.env()` |
|---|---|
| Parallel API | No |
| Agents | `["player_0", "player_1"]` |
| Actions | `Discrete(3)` |
| Observation shape | `(41,)` |
| Observation values | `[0.0, 1.0]` |
| Rewards | `[-13.0, 13.0]` |
| Infosets | 936 |

Six cards: jack, queen and king in spades and hearts. Each player antes 1 and gets one card. There is a round of
betting, then one public card, then a second round. A bet or raise adds 2 in the first round and 4 in the second; a
round has at most one bet and one raise. `player_0` acts first in both. At the showdown a card that pairs the public
card wins, else the higher rank; equal ranks split the pot. (Southey et al. 2005.)

### Arguments

### Observation

`{"observation": float32, "action_mask": int8}`, or the vector alone if `mask_in="info"`. The index table (braces stand
for each entry in turn; with merged suits there are three kinds of card in place of six):

| Index | Name | Meaning |
|---|---|---|
| 0-1 | `seat_{0,1}` | 1 at the player's own seat |
| 2-7 | `hand_{Js,Jh,Qs,Qh,Ks,Kh}` | 1 at the player's own card |
| 8-13 | `round_1_board_{Js,Jh,Qs,Qh,Ks,Kh}` | 1 at the public card; zeros in the first round |
| 14-37 | `round_{0,1}_move_{0,1,2,3}_{fold,check/call,bet/raise}` | 1 at the action of each move in each round |
| 38 | `pot` | pot / 26 |
| 39-40 | `stack_{0,1}` | chips that the player can still put in / 13 |

### Actions and legal actions

0: fold, 1: check or call, 2: bet or raise. Folding is legal only against a bet, and nothing can be raised after the
raise. The mask has 1 where an action is legal; it is all zeros for the player who waits and all ones after the end.
`infoset_key()` gives the
mover's infoset, `"Qs|xx/Kh|b"`, and `info["infoset_index"]` its number.

### Rewards

Net chips at the end of the hand: the winner gets what the loser put in. They add up to exactly zero.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.environments.pages import with_arguments
from pokerzoo.envs.games.leduc import make_leduc

raw_env, env = aec_makers(make_leduc, __name__)
__doc__ = with_arguments(__doc__, env)
