"""Heads-up no-limit hold'em from the blinds on, as a PettingZoo environment.

Heads-up no-limit hold'em with betting up to a street of your choice (`last_street`), by default before the flop alone.
`player_0` posts the big blind, `player_1` has the button and posts the small blind. Each player gets two cards. `player_1`
acts first before the flop and last after it. The three cards of the flop are turned up at once, turn and river one each. After
the last bets the other cards come without betting and the best five of seven cards win, or hands are shown at once
(`showdown`). Equal hands split the pot.

### Actions

0: fold, 1: check or call, from 2 on: the street's bet and raise sizes, each once, in the order given; the last is all-in. What
an action amounts to is in its name (`action_name`).

### Rewards

Net chips at the end of the hand: the winner gets what the loser put in. They add up to exactly zero, or to minus the rake.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.games.preflop_holdem import make_preflop_holdem

raw_env, env = aec_makers("preflop_holdem", make_preflop_holdem)
