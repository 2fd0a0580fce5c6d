"""Heads-up no-limit hold'em from the blinds on, as a PettingZoo environment.

| Made by | `pettingzoo.make("aec", "pokerzoo/preflop_holdem-v0")` or `preflop_holdem_v0.env()` |
|---|---|
| Parallel API | No |
| Agents | `["player_0", "player_1"]` |
| Actions | `Discrete(4)` |
| Observation shape | `(309,)` |
| Observation values | `[0.0, 1.0]` |
| Rewards | `[-100.0, 100.0]` |
| Infosets | 15912 |

Heads-up no-limit hold'em with betting up to a street of your choice (`last_street`), by default before the flop alone.
`player_0` posts the big blind, `player_1` has the button and posts the small blind. Each player gets two cards. `player_1`
acts first before the flop and last after it. The three cards of the flop are turned up at once, turn and river one each. After
the last bets the other cards come without betting and the best five of seven cards win, or hands are shown at once
(`showdown`). Equal hands split the pot.

### Arguments

### Observation

`{"observation": float32, "action_mask": int8}`, or the vector alone if `mask_in="info"`. Beside each card there are its rank
and its suit. Suits are canonical (see below). The index table (braces stand for each entry in turn; other sizes and more
streets have more of the moves):

| Index | Name | Meaning |
|---|---|---|
| 0-1 | `seat_{0,1}` | 1 at the player's own seat |
| 2-53 | `hand_{2,3,4,5,6,7,8,9,T,J,Q,K,A}{c,d,h,s}` | 1 at each of the player's two cards |
| 54-66 | `hand_rank_{2,3,4,5,6,7,8,9,T,J,Q,K,A}` | the player's cards of that rank / 2 |
| 67-70 | `hand_suit_{c,d,h,s}` | the player's cards of that suit / 2 |
| 71-122 | `round_1_board_{2,3,4,5,6,7,8,9,T,J,Q,K,A}{c,d,h,s}` | 1 at the three cards of the flop, once they are there |
| 123-135 | `round_1_board_rank_{2,3,4,5,6,7,8,9,T,J,Q,K,A}` | cards of the flop of the rank / 3 |
| 136-139 | `round_1_board_suit_{c,d,h,s}` | cards of the flop of the suit / 3 |
| 140-191 | `round_2_board_{2,3,4,5,6,7,8,9,T,J,Q,K,A}{c,d,h,s}` | 1 at the turn card, once it is there |
| 192-204 | `round_2_board_rank_{2,3,4,5,6,7,8,9,T,J,Q,K,A}` | 1 at its rank |
| 205-208 | `round_2_board_suit_{c,d,h,s}` | 1 at its suit |
| 209-260 | `round_3_board_{2,3,4,5,6,7,8,9,T,J,Q,K,A}{c,d,h,s}` | 1 at the river card, once it is there |
| 261-273 | `round_3_board_rank_{2,3,4,5,6,7,8,9,T,J,Q,K,A}` | 1 at its rank |
| 274-277 | `round_3_board_suit_{c,d,h,s}` | 1 at its suit |
| 278-305 | `round_0_move_{0,1,2,3,4,5,6}_{fold,check/call,bet/raise 2.5x,bet/raise all-in}` | 1 at the action of each move \
before the flop |
| 306 | `pot` | pot / 200 (all chips there are) |
| 307-308 | `stack_{0,1}` | chips that the player can still put in / 100 |

All four suits are alike, so cards are shown in *canonical suits*. The suit with the greatest cards on the flop is shown as
clubs, and so on; what comes later counts after it, the own cards last. Hands that differ by suits alone thus look the same,
and a network treats them alike. Keys of infosets have the cards as they were dealt.

### Actions and legal actions

0: fold, 1: check or call, from 2 on: the street's bet and raise sizes, each once, in the order given; the last is all-in. What
an action comes to is in its name (`action_name`). The mask has 1 where an action is legal; it is all zeros for the player who
waits and all ones after the end. `infoset_key()` gives the
mover's infoset, `"AsKd|r2.5"`, and `info["infoset_index"]` its number.

### Rewards

Net chips at the end of the hand: the winner gets what the loser put in. They add up to exactly zero, or to minus the rake.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.environments.pages import with_arguments
from pokerzoo.envs.games.preflop_holdem import make_preflop_holdem

raw_env, env = aec_makers(make_preflop_holdem, __name__)
__doc__ = with_arguments(__doc__, env)
