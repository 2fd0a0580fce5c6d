"""Games: rules, trees and environments, and the parts for games and environments of your own.

What brings PettingZoo's environments or compiled code is loaded when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.kernel_cache import find_cache, forgive_renamed_modules

find_cache()  # before a module with kernels is imported
forgive_renamed_modules()

from .core import CHANCE, TERMINAL, Game, Handlers, State, played  # noqa: E402
from .games.kuhn import card_names, high_card  # noqa: E402
from .infosets import Infoset, InfosetFields, InfosetTable, ListedInfosets  # noqa: E402
from .poker.betting import FixedBets  # noqa: E402
from .poker.cards import CLASS_NAMES, COMBO_NAMES, COMBOS, parse_cards  # noqa: E402
from .poker.game import PokerGame  # noqa: E402
from .poker.public_state import PublicState  # noqa: E402
from .poker.ranges import Range, parse_range  # noqa: E402
from .poker.rules import PokerRules, Round  # noqa: E402
from .registry import list_games, make_game, register_game  # noqa: E402
from .support.parameters import check_floats, check_int, check_number  # noqa: E402

if TYPE_CHECKING:
    from .batched.batched_game import BatchedGame
    from .batched.engines import Batch
    from .drawing.states import state_pixels, state_svg
    from .drawing.views import Seat, TableView
    from .environments.aec import GameAECEnv
    from .environments.makers import aec_makers, parallel_maker
    from .environments.parallel import GameParallelEnv
    from .environments.single_agent import SingleAgentEnv
    from .environments.turn_wrapper import Transition, TurnWrapper
    from .environments.vector import PokerVectorEnv
    from .games.hand_spot import HandSpot
    from .games.holdem import HoldemGame
    from .measurement import Measurement, PolicyEvaluator
    from .poker.board_sets import BoardSet, WeightedBoard, board_set
    from .poker.preflop_equities import PairEquity, class_equities, class_weights, combo_counts, hand_equity
    from .poker.textures import Texture, texture, texture_columns
    from .whole_hands.game import TexasHoldemGame
    from .whole_hands.state import TexasHoldemState

WHEN_ASKED_FOR = {
    "Batch": "batched.engines",
    "BatchedGame": "batched.batched_game",
    "BoardSet": "poker.board_sets",
    "GameAECEnv": "environments.aec",
    "GameParallelEnv": "environments.parallel",
    "HandSpot": "games.hand_spot",
    "HoldemGame": "games.holdem",
    "Measurement": "measurement",
    "PolicyEvaluator": "measurement",
    "PairEquity": "poker.preflop_equities",
    "PokerVectorEnv": "environments.vector",
    "Seat": "drawing.views",
    "SingleAgentEnv": "environments.single_agent",
    "TableView": "drawing.views",
    "TexasHoldemGame": "whole_hands.game",
    "TexasHoldemState": "whole_hands.state",
    "Texture": "poker.textures",
    "Transition": "environments.turn_wrapper",
    "TurnWrapper": "environments.turn_wrapper",
    "WeightedBoard": "poker.board_sets",
    "aec_makers": "environments.makers",
    "board_set": "poker.board_sets",
    "class_equities": "poker.preflop_equities",
    "class_weights": "poker.preflop_equities",
    "combo_counts": "poker.preflop_equities",
    "hand_equity": "poker.preflop_equities",
    "parallel_maker": "environments.makers",
    "state_pixels": "drawing.states",
    "state_svg": "drawing.states",
    "texture": "poker.textures",
    "texture_columns": "poker.textures",
}
"""Names of this room that are loaded when they are asked for, and their modules."""

__all__ = [
    "CHANCE",
    "CLASS_NAMES",
    "COMBOS",
    "COMBO_NAMES",
    "TERMINAL",
    "Batch",
    "BatchedGame",
    "BoardSet",
    "FixedBets",
    "Game",
    "GameAECEnv",
    "GameParallelEnv",
    "HandSpot",
    "Handlers",
    "HoldemGame",
    "Infoset",
    "InfosetFields",
    "InfosetTable",
    "ListedInfosets",
    "Measurement",
    "PairEquity",
    "PokerGame",
    "PokerRules",
    "PokerVectorEnv",
    "PolicyEvaluator",
    "PublicState",
    "Range",
    "Round",
    "Seat",
    "SingleAgentEnv",
    "State",
    "TableView",
    "TexasHoldemGame",
    "TexasHoldemState",
    "Texture",
    "Transition",
    "TurnWrapper",
    "WeightedBoard",
    "aec_makers",
    "board_set",
    "card_names",
    "check_floats",
    "check_int",
    "check_number",
    "class_equities",
    "class_weights",
    "combo_counts",
    "hand_equity",
    "high_card",
    "list_games",
    "make_game",
    "parallel_maker",
    "parse_cards",
    "parse_range",
    "played",
    "register_game",
    "state_pixels",
    "state_svg",
    "texture",
    "texture_columns",
]


def __getattr__(name: str) -> Any:
    if name in WHEN_ASKED_FOR:
        return getattr(import_module(f"{__name__}.{WHEN_ASKED_FOR[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
