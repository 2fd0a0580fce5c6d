"""Rock-paper-scissors as a PettingZoo environment.

| Made by | `pettingzoo.make("aec", "pokerzoo/rps-v0")` or `rps_v0.env()` |
|---|---|
| In parallel | `pettingzoo.make("parallel", "pokerzoo/rps-v0")` or `rps_v0.parallel_env()` |
| Parallel API | Yes |
| Agents | `["player_0", "player_1"]` |
| Actions | `Discrete(3)` |
| Observation shape | `(4,)` |
| Observation values | `[0.0, 1.0]` |
| Rewards | `[-1.0, 1.0]` |
| Infosets | 2 |

Both choose once, at the same time: paper beats rock, scissors beat paper, rock beats scissors. With a payoff matrix of
your own this is any two-player zero-sum matrix game. Turn by turn (`env`) `player_1` does not learn what `player_0`
chose.

### Arguments

### Observation

`{"observation": float32, "action_mask": int8}`, or the vector alone if `mask_in="info"`. The index table (braces stand
for each entry in turn):

| Index | Name | Meaning |
|---|---|---|
| 0-1 | `seat_{0,1}` | 1 at the player's own seat |
| 2-3 | `{own,other}_choice_made` | 1 after the end, 0 before |

### Actions and legal actions

0: rock, 1: paper, 2: scissors; in a matrix that is not 3 by 3 the rows for `player_0`, the columns for `player_1`. The
mask has 1 where an action is legal. In `env` it is all zeros for a player who has chosen; after the end it is all ones.
`infoset_key()` gives the infoset of the player to move, `"player_0|"`, and `info["infoset_index"]` its number, 0.

### Rewards

The matrix entry for `player_0` and its negative for `player_1`.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers, parallel_maker
from pokerzoo.envs.environments.pages import with_arguments
from pokerzoo.envs.games.rps import make_rps

raw_env, env = aec_makers(make_rps, __name__)
parallel_env = parallel_maker(make_rps, __name__)
__doc__ = with_arguments(__doc__, env, parallel_env)
