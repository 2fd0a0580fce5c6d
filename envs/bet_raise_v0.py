"""Bet/raise as a PettingZoo environment.

The toy game of the CFRM tutorial. Ten cards, 1 to 10. Each player antes 0.5 and gets one card. `player_0` bets 1 or
checks. Facing a bet, `player_1` folds, calls, or raises by 1; after a check, `player_1` bets 1 or checks. Against the
raise, or against the bet after a check, `player_0` folds or calls. At the showdown the higher card wins. The tutorial's
numbers are twice these. Perfect play costs `player_0` 2/45 of a chip a hand.

### Actions

0: fold, 1: check or call, 2: bet or raise. Folding is legal only against a bet; `player_0` never raises.

### Rewards

Net chips at the end of the hand: the winner gets what the loser put in. They add up to exactly zero.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.games.bet_raise import make_bet_raise

raw_env, env = aec_makers("bet_raise", make_bet_raise)
