"""A flop spot of heads-up no-limit hold'em as a PettingZoo environment.

Texas hold'em with three board cards dealt, a pot, equal stacks and a range for each player. A pair of hands is dealt with
probability proportional to the product of its weights in the two ranges, if it shares no card with the board or with itself.
There are three rounds of betting, and `player_0`, out of position, acts first in each. Turn and river come between them: each
card that is neither on the board nor in a hand with the same probability, 1/45 and 1/44. Once both are all-in, the board runs
out without betting.
At the showdown the best five of seven cards win; equal hands split the pot.

The default is a small spot on the board Td9d6h, with a pot of 20, stacks of 40, one bet size and all-in. The ranges are QQ+,
AKs, KQs, KTs and JTs against JJ-88, AQs, AJs, QJs and 87s.

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

raw_env, env = aec_makers("holdem_flop", make_holdem)
