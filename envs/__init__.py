"""Games: rules, trees and environments, and the parts for games and environments of your own."""

from typing import TYPE_CHECKING

from pokerzoo.envs.support.lazy import names_when_asked_for

if TYPE_CHECKING:
    from .batched.batched_game import Batch as Batch
    from .batched.batched_game import BatchedGame as BatchedGame
    from .betting.bets import FixedBets as FixedBets
    from .betting.setup import Betting as Betting
    from .betting.setup import Round as Round
    from .compiled.forms import evaluator_of as evaluator_of
    from .compiled.forms import tree_of as tree_of
    from .core import CHANCE as CHANCE
    from .core import TERMINAL as TERMINAL
    from .core import Game as Game
    from .core import State as State
    from .core import played as played
    from .drawing.states import state_pixels as state_pixels
    from .drawing.states import state_svg as state_svg
    from .environments.aec import GameAECEnv as GameAECEnv
    from .environments.parallel import GameParallelEnv as GameParallelEnv
    from .environments.single_agent import SingleAgentEnv as SingleAgentEnv
    from .environments.turn_wrapper import Transition as Transition
    from .environments.turn_wrapper import TurnWrapper as TurnWrapper
    from .environments.vector import PokerVectorEnv as PokerVectorEnv
    from .game_check import check_game as check_game
    from .games.hand_spot import HandSpot as HandSpot
    from .games.holdem import HoldemGame as HoldemGame
    from .games.kuhn import card_names as card_names
    from .games.kuhn import high_card as high_card
    from .games.push_fold_table import PushFoldTable as PushFoldTable
    from .games.push_fold_table import push_fold_table as push_fold_table
    from .infosets import Infoset as Infoset
    from .infosets import InfosetFields as InfosetFields
    from .infosets import InfosetTable as InfosetTable
    from .infosets import ListedInfosets as ListedInfosets
    from .measurement import Measurement as Measurement
    from .measurement import PolicyEvaluator as PolicyEvaluator
    from .poker.board_sets import BoardSet as BoardSet
    from .poker.board_sets import WeightedBoard as WeightedBoard
    from .poker.board_sets import board_set as board_set
    from .poker.cards import CLASS_NAMES as CLASS_NAMES
    from .poker.cards import COMBO_NAMES as COMBO_NAMES
    from .poker.cards import COMBOS as COMBOS
    from .poker.cards import parse_cards as parse_cards
    from .poker.deck import Deck as Deck
    from .poker.game import PokerGame as PokerGame
    from .poker.preflop_equities import PairEquity as PairEquity
    from .poker.preflop_equities import class_equities as class_equities
    from .poker.preflop_equities import class_weights as class_weights
    from .poker.preflop_equities import combo_counts as combo_counts
    from .poker.preflop_equities import hand_equity as hand_equity
    from .poker.prizes import prize_equities as prize_equities
    from .poker.public_state import PublicState as PublicState
    from .poker.ranges import Range as Range
    from .poker.ranges import parse_range as parse_range
    from .poker.rules import PokerRules as PokerRules
    from .poker.textures import Texture as Texture
    from .poker.textures import texture as texture
    from .poker.textures import texture_columns as texture_columns
    from .registry import list_games as list_games
    from .registry import make_game as make_game
    from .registry import register_game as register_game
    from .support.parameters import check_floats as check_floats
    from .support.parameters import check_int as check_int
    from .support.parameters import check_number as check_number
    from .views import Seat as Seat
    from .views import TableView as TableView
    from .whole_hands.game import TexasHoldemGame as TexasHoldemGame
    from .whole_hands.state import TexasHoldemState as TexasHoldemState
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)
