"""Flop hold'em (FHP) as a PettingZoo environment.

| Made by | `pettingzoo.make("aec", "pokerzoo/fhp-v0")` or `fhp_v0.env()` |
|---|---|
| Parallel API | No |
| Agents | `["player_0", "player_1"]` |
| Actions | `Discrete(3)` |
| Observation shape | `(176,)` |
| Observation values | `[0.0, 1.0]` |
| Rewards | `[-800.0, 800.0]` |
| Infosets | 1819282608 |

Heads-up fixed-limit hold'em that ends with the betting on the flop, the benchmark of Deep CFR. `player_0` posts the big
blind, `player_1` has the button and posts the small blind. Each player gets two cards. `player_1` acts first in the first
round. Then three public cards are turned up at once, and `player_0` acts first in the second round. A round has at most four
bets and raises, of which the big blind is the first before the flop. At the showdown the best five cards win, two own and
three public; equal hands split the pot. (Brown et al. 2019.)

### Arguments

### Observation

`{"observation": float32, "action_mask": int8}`, or the vector alone if `mask_in="info"`. Beside each card there are its rank
and its suit. So one layer of weights on the vector can give what Brown et al. use: the sum of embeddings of cards, of their
ranks and of their suits. Suits are canonical (see below). The index table (braces stand
for each entry in turn; a royal deck has fewer cards and ranks):

| Index | Name | Meaning |
|---|---|---|
| 0-1 | `seat_{0,1}` | 1 at the player's own seat |
| 2-53 | `hand_{2,3,4,5,6,7,8,9,T,J,Q,K,A}{c,d,h,s}` | 1 at each of the player's two cards |
| 54-66 | `hand_rank_{2,3,4,5,6,7,8,9,T,J,Q,K,A}` | the player's cards of that rank / 2 |
| 67-70 | `hand_suit_{c,d,h,s}` | the player's cards of that suit / 2 |
| 71-122 | `round_1_board_{2,3,4,5,6,7,8,9,T,J,Q,K,A}{c,d,h,s}` | 1 at the three cards of the flop, once they are there |
| 123-135 | `round_1_board_rank_{2,3,4,5,6,7,8,9,T,J,Q,K,A}` | public cards of the rank / 3 |
| 136-139 | `round_1_board_suit_{c,d,h,s}` | public cards of the suit / 3 |
| 140-154 | `round_0_move_{0,1,2,3,4}_{fold,check/call,bet/raise}` | 1 at the action of each move before the flop |
| 155-172 | `round_1_move_{0,1,2,3,4,5}_{fold,check/call,bet/raise}` | 1 at the action of each move on the flop |
| 173 | `pot` | pot / 1600 |
| 174-175 | `stack_{0,1}` | chips that the player can still put in / 800 |

All four suits are alike, so cards are shown in *canonical suits*. The suit with the greatest cards on the flop is shown as
clubs, and so on; what comes later counts after it, the own cards last. Hands that differ by suits alone thus look the same,
and a network treats them alike. Keys of infosets have the cards as they were dealt.

### Actions and legal actions

0: fold, 1: check or call, 2: bet or raise. Folding is legal only against a bet, and nothing can be raised after the
fourth bet of a round. The mask has 1 where an action is legal; it is all zeros for the player who waits and all ones after
the end. `infoset_key()` gives the
mover's infoset, `"AsKd|rc/Td6h2c|b"`, and `info["infoset_index"]` its number.

### Rewards

Net chips at the end of the hand: the winner gets what the loser put in. They add up to exactly zero.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.environments.pages import with_arguments
from pokerzoo.envs.games.fhp import make_fhp

raw_env, env = aec_makers(make_fhp, __name__)
__doc__ = with_arguments(__doc__, env)
