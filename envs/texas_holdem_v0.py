"""Texas hold'em, whole hands, as a PettingZoo environment."""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.games.texas_holdem import make_texas_holdem

raw_env, env = aec_makers(make_texas_holdem, __name__)
