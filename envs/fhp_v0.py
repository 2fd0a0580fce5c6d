"""Flop hold'em (FHP) as a PettingZoo environment.

Heads-up fixed-limit hold'em that ends with the betting on the flop, the benchmark of Deep CFR. `player_0` posts the big
blind, `player_1` has the button and posts the small blind. Each player gets two cards. `player_1` acts first in the first
round. Then three public cards are turned up at once, and `player_0` acts first in the second round. A round has at most four
bets and raises, of which the big blind is the first before the flop. At the showdown the best five cards win, two own and
three public; equal hands split the pot. (Brown et al. 2019.)

### Observation

One layer of weights on the vector can give what Brown et al. use: the sum of embeddings of cards, of their ranks and of their
suits.

### Actions

0: fold, 1: check or call, 2: bet or raise. Folding is legal only against a bet, and nothing can be raised after the
fourth bet of a round.

### Rewards

Net chips at the end of the hand: the winner gets what the loser put in. They add up to exactly zero.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.games.fhp import make_fhp

raw_env, env = aec_makers("fhp", make_fhp)
