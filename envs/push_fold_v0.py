"""Push/fold before the flop as a PettingZoo environment.

| Made by | `pettingzoo.make("aec", "pokerzoo/push_fold-v0")` or `push_fold_v0.env()` |
|---|---|
| Parallel API | No |
| Agents | `["player_0", "player_1"]` |
| Actions | `Discrete(3)` |
| Observation shape | `(36,)` |
| Observation values | `[0.0, 1.0]` |
| Rewards | `[-10.0, 10.0]` |
| Infosets | 338 |

No-limit hold'em with two decisions. Both players have `stack` big blinds. `player_1` has the button and the small blind of
0.5 and pushes (goes all-in) or folds; `player_0` has the big blind of 1 and calls or folds. Of three players `player_2` has the
button and acts first, then `player_0` (small blind), then `player_1` (big blind): each may push, or call once another has.
Hands are the 169 hand classes (`AKs`, `AKo`, `AA`), dealt as often as the cards fall.

A call is paid by equity, the mean over all boards: no board is dealt. For two hands this is exact. For three it is
estimated from 1,000,000 deals of nine hands, once in a process (some three seconds). Where only two of three are left,
their equity is the equity of two hands alone. `docs/push_fold.md` has charts, values, and published results.

### Arguments

### Observation

`{"observation": float32, "action_mask": int8}`, or the vector alone if `mask_in="info"`. The index table (braces stand
for each entry in turn; three players have a seat and a move more):

| Index | Name | Meaning |
|---|---|---|
| 0-1 | `seat_{0,1}` | 1 at the player's own seat |
| 2-14 | `high_{2,3,4,5,6,7,8,9,T,J,Q,K,A}` | 1 at the rank of the player's higher card |
| 15-27 | `low_{2,3,4,5,6,7,8,9,T,J,Q,K,A}` | 1 at the rank of the player's lower card |
| 28 | `suited` | 1 if both cards have one suit |
| 29-34 | `move_{0,1}_{fold,call,push}` | 1 at the action of each move |
| 35 | `pot` | pot / all stacks |

### Actions and legal actions

0: fold, 1: call, 2: push. Pushing is legal until a player has, calling after that. The mask has 1 where an action is
legal; it is all zeros for players who wait and all ones after the end. `infoset_key()` gives the
mover's infoset, `"AKs|j"`, and `info["infoset_index"]` its number.

### Rewards

Net big blinds at the end of the hand, expected over all boards where a player calls. They add up to exactly zero.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.environments.pages import with_arguments
from pokerzoo.envs.games.push_fold import make_push_fold

raw_env, env = aec_makers(make_push_fold, __name__)
__doc__ = with_arguments(__doc__, env)
