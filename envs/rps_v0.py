"""Rock-paper-scissors as a PettingZoo environment.

Both choose once, at the same time: paper beats rock, scissors beat paper, rock beats scissors. With a payoff matrix of
your own this is any two-player zero-sum matrix game. Turn by turn (`env`) `player_1` does not learn what `player_0`
chose.

### Actions

0: rock, 1: paper, 2: scissors; in a matrix that is not 3 by 3 the rows for `player_0`, the columns for `player_1`.

### Rewards

The matrix entry for `player_0` and its negative for `player_1`.
"""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers, parallel_maker
from pokerzoo.envs.games.rps import make_rps

raw_env, env = aec_makers("rps", make_rps)
parallel_env = parallel_maker("rps", make_rps)
