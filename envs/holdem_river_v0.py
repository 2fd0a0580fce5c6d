"""A river spot of heads-up no-limit hold'em as a PettingZoo environment.

Texas hold'em with five board cards dealt, a pot, equal stacks and a range for each player. A pair of hands is dealt with
probability proportional to the product of its weights in the two ranges, if it shares no card with the board or with itself.
There is one round of betting, and `player_0`, out of position, acts first.
At the showdown the best five of seven cards win; equal hands split the pot.

The default is a spot of a published river article: AA, KK and QQ on both sides, a board of four deuces, a pot of 50 and
stacks of 100. There perfect play costs `player_0` 1.225674434 chips a hand (a pot share of 23.774325566).

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

raw_env, env = aec_makers("holdem_river", make_holdem)
