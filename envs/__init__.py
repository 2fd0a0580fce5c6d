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
    from .infosets import Infoset as Infoset
    from .infosets import InfosetFields as InfosetFields
    from .infosets import InfosetTable as InfosetTable
    from .infosets import ListedInfosets as ListedInfosets
    from .measurement import Measurement as Measurement
    from .measurement import PolicyEvaluator as PolicyEvaluator
    from .poker.deck import Deck as Deck
    from .poker.game import PokerGame as PokerGame
    from .poker.public_state import PublicState as PublicState
    from .poker.rules import PokerRules as PokerRules
    from .registry import list_games as list_games
    from .registry import make_game as make_game
    from .registry import register_game as register_game
    from .support.parameters import check_floats as check_floats
    from .support.parameters import check_int as check_int
    from .support.parameters import check_number as check_number
    from .support.units import Stakes as Stakes
    from .views import Seat as Seat
    from .views import TableView as TableView
    from .whole_hands.game import TexasHoldemGame as TexasHoldemGame
    from .whole_hands.state import TexasHoldemState as TexasHoldemState
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)
