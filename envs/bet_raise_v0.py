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

``` python
bet_raise_v0.env(num_cards=10, render_mode=None, mask_in="observation", illegal="raise")
```

`num_cards`: cards in the deck, 3 to 1000.
`render_mode`: `None`, `"ansi"`, `"human"` or `"rgb_array"` (a picture of the table, uint8 [480, 720, 3]; needs Pillow).
`mask_in`: `"observation"` or `"info"`.
`illegal`: what an illegal action does. `"raise"`: a ValueError. `"passive"`: it is played as check, else fold, and
`info["illegal"]` says so. `"warn"`: likewise, and the first one of an environment is warned of. Gymnasium's environments have
`"warn"` by default, and `info["illegal_actions"]` counts illegal actions in the episode.

### Observation

`{"observation": float32, "action_mask": int8}`, or the vector alone if `mask_in="info"`. The index table (braces stand
for each entry in turn; other decks have as many cards as they have):

| Index | Name | Meaning |
|---|---|---|
| 0-1 | `seat_{0,1}` | 1 at the player's own seat |
| 2-11 | `hand_{1,2,3,4,5,6,7,8,9,10}` | 1 at the own card |
| 12-20 | `round_0_move_{0,1,2}_{fold,check/call,bet/raise}` | 1 at what was done in each move |
| 21 | `pot` | pot / 5 |
| 22-23 | `stack_{0,1}` | what the player can still put in / 2.5 |

### Actions and legal actions

0: fold, 1: check or call, 2: bet or raise. Folding is legal only against a bet; `player_0` never raises. The mask has 1
where an action is legal; it is all zeros for the player who waits and all ones after the end. `info["infoset"]` gives
the mover's infoset: `{"key": "7|br", "index": ...}`.

### Rewards

Net chips at the end of the hand: what the winner gets is what the loser put in. They add up to exactly zero.

### Version history

* v0: first version
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.games.bet_raise import make_bet_raise

raw_env, env = aec_makers(make_bet_raise, __name__)
