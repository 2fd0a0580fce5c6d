"""A turn spot of heads-up no-limit hold'em as a PettingZoo environment.

Texas hold'em with four board cards dealt, a pot, equal stacks and a range for each player. A pair of hands is dealt with
probability proportional to the product of its weights in the two ranges, if it shares no card with the board or with itself.
There are two rounds of betting, and `player_0`, out of position, acts first in each. The river comes between them: each card
that is neither on the board nor in a hand with the same probability, 1/44. Once both are all-in, it comes without betting.
At the showdown the best five of seven cards win; equal hands split the pot.

The default is a small spot on the board QsJh2h8d: AA, KQs and T9s against KK, AQs and JTs, a pot of 20 and stacks of 60, with
one bet size and all-in.

### Actions

0: fold, 1: check or call, from 2 on: the street's bet and raise sizes, each once, in the order given; the last is all-in. What
an action amounts to is in its name (`action_name`).

### Rewards

Net chips at the end of the hand, half of the starting pot counted as put in by each player (of three a third): what the
winner gets is what others put in. They add up to zero, or to minus the rake. Pot share, as solvers print it, is the reward
plus this part of the starting pot.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.games.holdem import make_holdem

raw_env, env = aec_makers("holdem_turn", make_holdem)
