"""Bet/raise as a PettingZoo environment.

| Made by | `pettingzoo.make("aec", "pokerzoo/bet_raise-v0")` or `bet_raise_v0.env()` |
|---|---|
| Parallel API | No |
| Agents | `["player_0", "player_1"]` |
| Actions | `Discrete(3)` |
| Observation shape | `(24,)` |
| Observation values | `[0.0, 1.0]` |
| Rewards | `[-2.5, 2.5]` |
| Infosets | 50 |

The toy game of the CFRM tutorial. Ten cards, 1 to 10. Each player antes 0.5 and gets one card. `player_0` bets 1 or
checks. Facing a bet, `player_1` folds, calls, or raises by 1; after a check, `player_1` bets 1 or checks. Against the
raise, or against the bet after a check, `player_0` folds or calls. At the showdown the higher card wins. The tutorial's
numbers are twice these. Perfect play costs `player_0` 2/45 of a chip a hand.

### Arguments

### Observation

`{"observation": float32, "action_mask": int8}`, or the vector alone if `mask_in="info"`. The index table (braces stand
for each entry in turn; other decks have as many cards as they have):

| Index | Name | Meaning |
|---|---|---|
| 0-1 | `seat_{0,1}` | 1 at the player's own seat |
| 2-11 | `hand_{1,2,3,4,5,6,7,8,9,10}` | 1 at the player's own card |
| 12-20 | `round_0_move_{0,1,2}_{fold,check/call,bet/raise}` | 1 at the action of each move |
| 21 | `pot` | pot / 5 |
| 22-23 | `stack_{0,1}` | chips that the player can still put in / 2.5 |

### Actions and legal actions

0: fold, 1: check or call, 2: bet or raise. Folding is legal only against a bet; `player_0` never raises. The mask has 1
where an action is legal; it is all zeros for the player who waits and all ones after the end. `infoset_key()` gives the
mover's infoset, `"7|br"`, and `info["infoset_index"]` its number.

### Rewards

Net chips at the end of the hand: the winner gets what the loser put in. They add up to exactly zero.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.environments.pages import with_arguments
from pokerzoo.envs.games.bet_raise import make_bet_raise

raw_env, env = aec_makers(make_bet_raise, __name__)
__doc__ = with_arguments(__doc__, env)
