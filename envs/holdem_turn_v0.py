"""A turn spot of heads-up no-limit hold'em as a PettingZoo environment; ``holdem_page`` makes its page."""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers, with_defaults
from pokerzoo.envs.environments.pages import holdem_page
from pokerzoo.envs.games.holdem import make_holdem
from pokerzoo.envs.registry import TURN_SPOT

raw_env, env = aec_makers(with_defaults(make_holdem, TURN_SPOT), __name__)
__doc__ = holdem_page(
    env,
    board=4,
    sizes=("75%", "all-in"),
    most=70.0,
    infosets=8125,
    key="AsAd|b15c/2c|x",
    default="""The default is a small spot on the board QsJh2h8d: AA, KQs and T9s against KK, AQs
and JTs, a pot of 20 and stacks of 60, with one bet size and all-in.""",
)
