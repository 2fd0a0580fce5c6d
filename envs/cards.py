"""Cards, ranges, boards and equities of hold'em."""

from typing import TYPE_CHECKING

from pokerzoo.envs.support.lazy import names_when_asked_for

if TYPE_CHECKING:
    from pokerzoo.envs.games.kuhn import card_names as card_names
    from pokerzoo.envs.games.kuhn import high_card as high_card
    from pokerzoo.envs.poker.board_sets import BoardSet as BoardSet
    from pokerzoo.envs.poker.board_sets import WeightedBoard as WeightedBoard
    from pokerzoo.envs.poker.board_sets import board_set as board_set
    from pokerzoo.envs.poker.cards import CLASS_NAMES as CLASS_NAMES
    from pokerzoo.envs.poker.cards import COMBO_NAMES as COMBO_NAMES
    from pokerzoo.envs.poker.cards import COMBOS as COMBOS
    from pokerzoo.envs.poker.cards import parse_cards as parse_cards
    from pokerzoo.envs.poker.preflop_equities import class_equities as class_equities
    from pokerzoo.envs.poker.preflop_equities import class_weights as class_weights
    from pokerzoo.envs.poker.preflop_equities import combo_counts as combo_counts
    from pokerzoo.envs.poker.prizes import prize_equities as prize_equities
    from pokerzoo.envs.poker.ranges import Range as Range
    from pokerzoo.envs.poker.ranges import parse_range as parse_range
    from pokerzoo.envs.poker.textures import Texture as Texture
    from pokerzoo.envs.poker.textures import texture as texture
    from pokerzoo.envs.poker.textures import texture_columns as texture_columns
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)
