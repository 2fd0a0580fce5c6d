"""A river spot of heads-up no-limit hold'em as a PettingZoo environment; ``holdem_page`` makes its page."""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers
from pokerzoo.envs.environments.pages import holdem_page
from pokerzoo.envs.games.holdem import make_holdem

raw_env, env = aec_makers(make_holdem, __name__)
__doc__ = holdem_page(
    env,
    board=5,
    sizes=("50%", "all-in"),
    most=125.0,
    infosets=108,
    key="AsAd|b25r100",
    default="""The default is a spot of a published river article: AA, KK and QQ on both sides, a
board of four deuces, a pot of 50 and stacks of 100. There perfect play costs `player_0` 1.225674434 chips a hand (a pot share
of 23.774325566).""",
)
