"""Kuhn poker as a PettingZoo environment.

| Made by | `pettingzoo.make("aec", "pokerzoo/kuhn-v0")` or `kuhn_v0.env()` |
|---|---|
| Parallel API | No |
| Agents | `["player_0", "player_1"]` |
| Actions | `Discrete(3)` |
| Observation shape | `(17,)` |
| Observation values | `[0.0, 1.0]` |
| Rewards | `[-2.0, 2.0]` |
| Infosets | 12 |

Three cards: jack, queen, king. Each player antes 1 and gets one card. In turn, from `player_0` on, the players check or
bet 1; once there is a bet the others call or fold, each once, without raises. At the showdown the highest card wins.
(Kuhn 1950.) With these two players perfect play costs `player_0` 1/18 of a chip a hand.

### Arguments

### Observation

`{"observation": float32, "action_mask": int8}`, or the vector alone if `mask_in="info"`. The index table (braces stand
for each entry in turn; other decks and numbers of players have more of each kind):

| Index | Name | Meaning |
|---|---|---|
| 0-1 | `seat_{0,1}` | 1 at the player's own seat |
| 2-4 | `hand_{J,Q,K}` | 1 at the player's own card |
| 5-13 | `round_0_move_{0,1,2}_{fold,check/call,bet/raise}` | 1 at the action of each move |
| 14 | `pot` | pot / 4 |
| 15-16 | `stack_{0,1}` | chips that the player can still put in / 2 |

### Actions and legal actions

0: fold, 1: check or call, 2: bet. Betting is legal until there is a bet, folding only after that. The mask has 1
where an action is legal; it is all zeros for players who wait and all ones after the end. `infoset_key()` gives the
mover's infoset, `"K|xb"`, and `info["infoset_index"]` its number.

### Rewards

Net chips at the end of the hand: the winner gets what the others put in. They add up to exactly zero.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.environments.pages import with_arguments
from pokerzoo.envs.games.kuhn import make_kuhn

raw_env, env = aec_makers(make_kuhn, __name__)
__doc__ = with_arguments(__doc__, env)
