"""A flop spot of heads-up no-limit hold'em as a PettingZoo environment; ``holdem_page`` makes its page."""

from __future__ import annotations

from pokerzoo.envs.environments.makers import aec_makers, with_defaults
from pokerzoo.envs.environments.pages import holdem_page
from pokerzoo.envs.games.holdem import make_holdem
from pokerzoo.envs.registry import FLOP_SPOT

raw_env, env = aec_makers(with_defaults(make_holdem, FLOP_SPOT), __name__)
__doc__ = holdem_page(
    env,
    board=3,
    sizes=("75%", "all-in"),
    most=50.0,
    infosets=1591524,
    key="AsAd|b15c/2h|x",
    default="""The default is a small spot on the board Td9d6h, with a pot of 20, stacks of
40, one bet size and all-in. The ranges are QQ+, AKs, KQs, KTs and JTs against JJ-88, AQs, AJs, QJs and 87s.""",
)
