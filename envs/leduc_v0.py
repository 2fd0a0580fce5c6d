"""Leduc hold'em as a PettingZoo environment.

Six cards: jack, queen and king in spades and hearts. Each player antes 1 and gets one card. There is a round of
betting, then one public card, then a second round. A bet or raise adds 2 in the first round and 4 in the second; a
round has at most one bet and one raise. `player_0` acts first in both. At the showdown a card that pairs the public
card wins, else the higher rank; equal ranks split the pot. (Southey et al. 2005.)

### Actions

0: fold, 1: check or call, 2: bet or raise. Folding is legal only against a bet, and nothing can be raised after the
raise.

### Rewards

Net chips at the end of the hand: the winner gets what the loser put in. They add up to exactly zero.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.games.leduc import make_leduc

raw_env, env = aec_makers("leduc", make_leduc)
