"""Kuhn poker as a PettingZoo environment.

Three cards: jack, queen, king. Each player antes 1 and gets one card. In turn, from `player_0` on, the players check or
bet 1; once there is a bet the others call or fold, each once, without raises. At the showdown the highest card wins.
(Kuhn 1950.) With these two players perfect play costs `player_0` 1/18 of a chip a hand.

### Actions

0: fold, 1: check or call, 2: bet. Betting is legal until there is a bet, folding only after that.

### Rewards

Net chips at the end of the hand: the winner gets what the others put in. They add up to exactly zero.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.games.kuhn import make_kuhn

raw_env, env = aec_makers("kuhn", make_kuhn)
