"""``/api/games/{name}/check`` and ``/betting``: a game while it is set up: faults of its parameters, its size, its tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from pokerzoo.envs.betting.street_sizes import HAND_STREETS, streets_of
from pokerzoo.envs.compiled.street_size import SolvingSize, memory_problem, solving_size
from pokerzoo.envs.descriptions import shown_params
from pokerzoo.envs.drawing.betting_tree import BettingTree, street_at
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.spot_presets import PRESETS, RANGE_PRESETS, GamePreset, RangePreset
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.envs.registry import list_games
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.memory import free_memory
from pokerzoo.envs.support.records import Record, as_a
from pokerzoo.envs.typed_parameters import read_parameters
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.bodies import Params, RequestBody
from pokerzoo.web.errors import BadRequest, NotFound, RequestProblem, about, fault_of
from pokerzoo.web.made_games import check_effort, recent_game

from .spot_ranges import RangeInfo, range_info

router = APIRouter(tags=["games"], route_class=AnswerRoute)


class SetupRequest(RequestBody):
    """A game that is set up.

    Attributes:
        params: its parameters, as ``make_game`` takes them or as text: ``"50"``, ``"0.5/1"``, ``"5%"``,
            ``"flop: 33%; turn: a"``. What is left out, or is empty where the game has a default, has that.
    """

    params: Params = Field(default={})


@dataclass(frozen=True)
class TreeSize(SolvingSize):
    """The size of a game.

    Attributes:
        action_nodes: lines at which a player acts, without cards.
    """

    action_nodes: int


@dataclass
class SetupCheck(Record):
    """A game's parameters, read and checked.

    Attributes:
        faults: what is wrong, each with the parameter as a path, ``bet_sizes.turn.1``; none: the game can be made.
        warnings: what may be other than it was meant.
        params: all of its parameters; null while something is wrong.
        seats: what the players are called.
        streets: those that are bet, of hold'em.
        board: the cards of a spot.
        ranges: the ranges of a spot; null: cannot be read.
        live_combos: how many combos of each range the board leaves, by weight: half of a weight is half a combo.
        size: what solving takes; null while something is wrong, and of games whose size is not known.
        free_bytes: memory that is free; null: not known.
        refusal: why it cannot be solved here, with what would help; null: it fits.
    """

    faults: list[RequestProblem]
    warnings: list[str] = field(default_factory=list)
    params: dict[str, Any] | None = None
    seats: list[str] = field(default_factory=list)
    streets: list[str] = field(default_factory=list)
    board: list[str] = field(default_factory=list)
    ranges: list[RangeInfo | None] = field(default_factory=list)
    live_combos: list[float] | None = None
    size: TreeSize | None = None
    free_bytes: int | None = None
    refusal: str | None = None


@dataclass
class Presets(Record):
    """Ranges and games to start from.

    Attributes:
        ranges: by position; approximations of our own.
        games: spots, then games from the blinds on.
    """

    ranges: list[RangePreset]
    games: list[GamePreset]


@router.get("/presets")
def presets() -> Presets:
    """Ranges and games to start from."""
    return Presets(ranges=list(RANGE_PRESETS), games=list(PRESETS.values()))


@router.post("/games/{name}/check")
def check(name: str, request: SetupRequest) -> SetupCheck:
    """Read the parameters of a game; say all that is wrong, with its place, or what solving will take."""
    check_name(name)
    try:
        check_effort(request.params)
    except InputError as error:
        return SetupCheck(faults=[fault_of(error)])
    params, errors = read_parameters(name, request.params)
    checked = SetupCheck(faults=[fault_of(error) for error in errors])
    if isinstance(ranges := params.get("ranges"), tuple):
        checked.ranges = [range_of(text) for text in ranges]
    if errors:
        return checked
    try:
        game = recent_game(name, request.params)
    except InputError as error:
        checked.faults.append(fault_of(error))
        return checked
    checked.params = shown_params(game)
    checked.seats = list(game.player_names)
    if isinstance(game, HoldemGame):
        checked.warnings = game.warnings()
        checked.board = [CARD_NAMES[card] for card in game.rules.deck.board]
        checked.ranges = [range_info(held.weights) for held in game.whole_ranges]
        checked.live_combos = [float(held.weights.sum()) for held in game.ranges]
    if isinstance(game, PokerGame):
        checked.streets = list(bet_streets(game))
        checked.size, checked.free_bytes = tree_size(game), free_memory()
        problem = memory_problem(game)
        checked.refusal = problem and f"it {problem}"
    return checked


@router.post("/games/{name}/betting")
def betting(name: str, request: SetupRequest, line: str = "") -> BettingTree:
    """The betting of one street of a poker game, depth first: that of the first, or that which starts at ``line``.

    Args:
        name: the game.
        request: its parameters.
        line: a line of the betting, without cards, as in the answers' ``line``.
    """
    check_name(name)
    with about("params", within=True):
        game = recent_game(name, request.params)
    if not isinstance(game, PokerGame):
        raise BadRequest(f"{name}: has no betting tree that can be listed", "name")
    return street_at(game.rules.root.line, streets_named(game), line)


def check_name(name: str) -> None:
    """NotFound unless there is such a game."""
    if name not in list_games():
        raise NotFound(f"no game {brief(name)}; there are {', '.join(list_games())}", "name")


def range_of(text: object) -> RangeInfo | None:
    """A range as text and as weights; None where it cannot be read."""
    try:
        return range_info(parse_range(str(text), "ranges").weights)
    except InputError:
        return None


def streets_named(game: PokerGame) -> tuple[str, ...]:
    """Names of a game's betting rounds."""
    if isinstance(game, HoldemGame):
        return streets_of(len(game.rules.deck.board))
    rounds = game.rules.betting.rounds
    return HAND_STREETS if game.names_hands else tuple(f"round {number + 1}" for number in range(len(rounds)))


def bet_streets(game: PokerGame) -> tuple[str, ...]:
    """Those of them that are bet."""
    return streets_named(game)[: sum(betting.bets is not None for betting in game.rules.betting.rounds)]


def tree_size(game: PokerGame) -> TreeSize:
    """What solving a game takes."""
    nodes = sum(not (line.is_over or line.card_due) for line in game.rules.root.line.walk())
    return as_a(TreeSize, solving_size(game), action_nodes=nodes)
