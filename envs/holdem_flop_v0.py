"""A flop spot of heads-up no-limit hold'em as a PettingZoo environment.

| Made by | `pettingzoo.make("aec", "pokerzoo/holdem_flop-v0")` or `holdem_flop_v0.env()` |
|---|---|
| Parallel API | No |
| Agents | `["player_0", "player_1"]` |
| Actions | `Discrete(5)` |
| Observation shape | `(273,)` |
| Observation values | `[0.0, 1.0]` |
| Rewards | `[-50.0, 50.0]` |
| Infosets | 1591524 |

Texas hold'em with three board cards dealt, a pot, equal stacks and a range for each player. A pair of hands is dealt
with probability proportional to the product of its weights in the two ranges, if it shares no card with the board or
with itself. There are three rounds of betting, in the sizes that the arguments list; `player_0`, out of position, acts
first in each. Turn and river come between them: each card that is neither on the board nor in a hand with the same
probability, 1/45 and 1/44. Once both are all-in, the board runs out without betting. At the showdown the best five of
seven cards win; equal hands split the pot. The default is a small spot on the board Td9d6h, with a pot of 20, stacks of 40,
one bet size and all-in. The ranges are QQ+, AKs, KQs, KTs and JTs against JJ-88, AQs, AJs, QJs and 87s.

### Arguments

``` python
holdem_flop_v0.env(
    board="Td9d6h", ranges=("QQ+,AKs,KQs,KTs,JTs", "JJ-88,AQs,AJs,QJs,87s"), pot=20, stack=40, bet_sizes="75%",
    raise_sizes="a", donk_sizes=None,
    add_allin_threshold=1.5, force_allin_threshold=0.15, merging_threshold=0.1, raise_cap=None, min_bet=1.0, chip=1.0,
    rake_rate=0.0, rake_cap=None, removed=(), max_nodes=100000, render_mode=None, mask_in="observation", illegal="raise",
)
```

`board`: three cards.
`ranges`: one for each player, such as `"QQ+, AKs, AJo:0.75"` or `"random"`.
`pot`: chips in the pot, half of them counted as each player's own.
`stack`: chips that each player has behind.
`bet_sizes`: a string for both players or a pair, one each. Sizes are `50%` of the pot, `100c` (chips), `e`, `2e`, `3e200%`
(geometric over the streets left), `a` (all-in), separated by commas. Or such sizes by street: `{"flop": "33%", "turn":
"75%", "river": "75%,a"}`.
`raise_sizes`: likewise; `50%` is of the pot after the call, `2.5x` times the bet faced, `20c3r` by 20 chips up to three
raises.
`donk_sizes`: likewise, for donk bets: OOP's first bet of a street where IP bet or raised last on the street before; `None`: as
`bet_sizes`.
`add_allin_threshold`: all-in is added to the sizes where it is at most so many times the pot.
`force_allin_threshold`: a size becomes all-in where at most so many times the pot would be left behind.
`merging_threshold`: of two sizes that are this close the smaller is dropped.
`raise_cap`: the most bets and raises in a round, all-in ones included; `None`: no cap.
`min_bet`: chips of the smallest bet, and of the smallest raise beyond the call.
`chip`: bets are rounded to multiples of this; 0: not rounded.
`rake_rate`: share of the pot that the house takes.
`rake_cap`: the most that it takes, in chips; `None`: no cap.
`removed`: lines that are not played, as the moves up to the one to remove, cards left out: `"b15r40"`, `"xx/b15"`.
`max_nodes`: a larger betting tree is refused.
`render_mode`: `None`, `"ansi"`, `"human"` or `"rgb_array"` (a picture of the table, uint8 [480, 720, 3]; needs Pillow).
`mask_in`: `"observation"` or `"info"`.
`illegal`: what an illegal action does. `"raise"`: a ValueError. `"passive"`: it is played as check, else fold, and
`info["illegal"]` says so. `"warn"`: likewise, and the first one of an environment is warned of. Gymnasium's environments have
`"warn"` by default, and `info["illegal_actions"]` counts illegal actions in the episode.

### Observation

`{"observation": float32, "action_mask": int8}`, or the vector alone if `mask_in="info"`. The index table (braces stand
for each entry in turn; other sizes have more of the moves):

| Index | Name | Meaning |
|---|---|---|
| 0-1 | `seat_{0,1}` | 1 at the player's own seat |
| 2-53 | `hand_{2,3,4,5,6,7,8,9,T,J,Q,K,A}{c,d,h,s}` | 1 at both own cards |
| 54-105 | `board_{2,3,4,5,6,7,8,9,T,J,Q,K,A}{c,d,h,s}` | 1 at the three board cards of the start |
| 106-157 | `round_1_board_{2,3,4,5,6,7,8,9,T,J,Q,K,A}{c,d,h,s}` | 1 at the turn card, once it is there |
| 158-209 | `round_2_board_{2,3,4,5,6,7,8,9,T,J,Q,K,A}{c,d,h,s}` | 1 at the river card, once it is there |
| 210-229 | `round_0_move_{0,1,2,3}_{fold,check/call,bet/raise to 15,bet/raise to 25,bet/raise to 40}` | 1 at each flop move |
| 230-249 | `round_1_move_{0,1,2,3}_{fold,check/call,bet/raise to 15,bet/raise to 25,bet/raise to 40}` | 1 at each turn move |
| 250-269 | `round_2_move_{0,1,2,3}_{fold,check/call,bet/raise to 15,bet/raise to 25,bet/raise to 40}` | 1 at each river move |
| 270 | `pot` | pot / 100 (all chips there are) |
| 271-272 | `stack_{0,1}` | what the player can still put in / 50 (stack and half of the starting pot) |

### Actions and legal actions

0: fold, 1: check or call, from 2 on: bet or raise to the amounts that occur in this spot, ascending; the last is all-in
where that is possible. An amount is what the player has then put in on this street. The mask has 1 where an action is
legal; it is all zeros for the player who waits and all ones after the end. `info["infoset"]` gives the mover's infoset:
`{"key": "AsAd|b15c/2h|x", "index": ...}`.

### Rewards

Net chips at the end of the hand, half of the starting pot counted as put in by each player: what the winner gets is
what the loser put in. They add up to exactly zero, or to minus the rake. Pot share, as solvers print it, is the reward
plus half of the starting pot.

### Version history

* v0: first version
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers, with_defaults
from pokerzoo.envs.games.holdem import FLOP_SPOT, make_holdem

raw_env, env = aec_makers(with_defaults(make_holdem, FLOP_SPOT), __name__)
