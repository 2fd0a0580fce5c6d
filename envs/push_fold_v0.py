"""Push/fold before the flop as a PettingZoo environment.

| Made by | `pettingzoo.make("aec", "pokerzoo/push_fold-v0")` or `push_fold_v0.env()` |
|---|---|
| Parallel API | No |
| Agents | `["player_0", "player_1"]` |
| Actions | `Discrete(3)` |
| Observation shape | `(287,)` |
| Observation values | `[0.0, 1.0]` |
| Rewards | `[-10.0, 10.0]` |
| Infosets | 2652 |

Heads-up no-limit hold'em with two decisions: `preflop_holdem` with all-in as the only raise, and no call of the small blind.
Each player gets two cards. `player_1` has the button, posts the small blind, and pushes (goes all-in) or folds. `player_0`
posts the big blind, and calls or folds. After a call the five public cards come without betting, and the best five of seven
cards win; equal hands split the pot. `docs/push_fold.md` has charts, values, and published results.

### Arguments

### Observation

`{"observation": float32, "action_mask": int8}`, or the vector alone if `mask_in="info"`. Beside each card there are its rank
and its suit. Suits are canonical (see below). The index table (braces stand for each entry in turn):

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
| 278-283 | `round_0_move_{0,1}_{fold,check/call,bet/raise all-in}` | 1 at the action of each move |
| 284 | `pot` | pot / 20 (all chips there are) |
| 285-286 | `stack_{0,1}` | chips that the player can still put in / 10 |

All four suits are alike, so cards are shown in *canonical suits*. The suit with the greatest cards on the flop is shown as
clubs, and so on; what comes later counts after it, the own cards last. Hands that differ by suits alone thus look the same,
and a network treats them alike. Keys of infosets have the cards as they were dealt.

### Actions and legal actions

0: fold, 1: call, 2: push, which goes all-in. The mask has 1 where an action is legal; it is all zeros for the player who waits
and all ones after the end. `infoset_key()` gives the mover's infoset, `"AsKd|r10"`, and `info["infoset_index"]` its number.

### Rewards

Net chips at the end of the hand: the winner gets what the loser put in. They add up to exactly zero.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.environments.pages import with_arguments
from pokerzoo.envs.games.push_fold import make_push_fold

raw_env, env = aec_makers(make_push_fold, __name__)
__doc__ = with_arguments(__doc__, env)
