"""``/api/spots``: a hold'em spot while it is set up: its fields read, its size, and what to start from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter

from pokerzoo.envs.betting.street_sizes import HAND_STREETS, streets_of
from pokerzoo.envs.compiled.street_size import SolvingSize, check_solving_fits, solving_size
from pokerzoo.envs.games.range_presets import RANGE_PRESETS, RangePreset
from pokerzoo.envs.games.spot_presets import HAND_PRESETS, PRESETS
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.memory import free_memory
from pokerzoo.envs.support.records import Record, as_a
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.errors import RequestProblem, fault_of

from .blind_fields import BlindFields, blind_game_of, read_blind_fields
from .spot_fields import SpotFields, read_fields, spot_of
from .spot_ranges import RangeInfo, range_info

router = APIRouter(tags=["spots"], route_class=AnswerRoute)


@dataclass(frozen=True)
class TreeSize(SolvingSize):
    """The size of a spot.

    Attributes:
        action_nodes: lines at which a player acts, without cards.
        terminal_nodes: lines at which the hand is over.
    """

    action_nodes: int
    terminal_nodes: int


def refusal_of(check: Callable[[], object]) -> str | None:
    """The reason that a check of memory gives; None: it fits."""
    try:
        check()
    except ValueError as error:
        return "it needs about" + str(error).partition(" needs about")[2]
    return None


@dataclass
class SetupCheck(Record):
    """The fields of a game that is set up, read and checked.

    Attributes:
        errors: what is wrong, field by field; none: the game can be made.
        streets: those that are bet.
        size: what solving takes; null while something is wrong.
        free_bytes: memory that is free; null: not known.
        refusal: why it cannot be solved here, with what would help; null: it fits.
        params: the game's parameters, for ``POST /api/solves``; null while something is wrong.
    """

    errors: list[RequestProblem]
    streets: list[str] = field(default_factory=list)
    size: TreeSize | None = None
    free_bytes: int | None = None
    refusal: str | None = None
    params: dict[str, Any] | None = None

    def fill(self, game: PokerGame, streets: tuple[str, ...]) -> None:
        """Tell what solving the game takes."""
        size, ends, waits = solving_size(game), 0, 0
        for line in game.rules.root.line.walk():
            ends += line.is_over
            waits += line.card_due
        self.streets = list(streets)
        self.size = as_a(TreeSize, size, action_nodes=size.lines - ends - waits, terminal_nodes=ends)
        self.free_bytes = free_memory()
        self.params = game.params
        self.refusal = refusal_of(lambda: check_solving_fits(game))


@dataclass
class SpotCheck(SetupCheck):
    """A spot's fields, read and checked.

    Attributes:
        board: the cards.
        ranges: the ranges; null: cannot be read.
        live_combos: how many combos of each range the board leaves, by weight: half of a weight is half a combo.
    """

    board: list[str] = field(default_factory=list)
    ranges: list[RangeInfo | None] = field(default_factory=list)
    live_combos: list[float] | None = None


@dataclass
class NamedSpot(Record):
    """A spot to start from.

    Attributes:
        name: as ``pokerzoo solve --preset`` takes it.
        about: a few words.
        settings: by the names of the command line's flags.
    """

    name: str
    about: str
    settings: dict[str, Any]


@dataclass
class Presets(Record):
    """Ranges and spots to start from.

    Attributes:
        ranges: by position; approximations of our own.
        spots: whole spots.
        from_blinds: games from the blinds on; ``game`` of their settings is the game's name.
    """

    ranges: list[RangePreset]
    spots: list[NamedSpot]
    from_blinds: list[NamedSpot]


@router.post("/spots/check")
def check(fields: SpotFields) -> SpotCheck:
    """Read the fields of a spot; say all that is wrong, with its place, or what solving will take."""
    params, ranges, faults = read_fields(fields)
    checked = SpotCheck(errors=faults, ranges=[None if one is None else range_info(one.weights) for one in ranges])
    if faults:
        return checked
    try:
        game = spot_of(params)
    except ValueError as error:
        checked.errors.append(fault_of(error))
        return checked
    streets = streets_of(len(game.rules.deck.board))
    checked.fill(game, streets)
    checked.board = [CARD_NAMES[card] for card in game.rules.deck.board]
    checked.live_combos = [float(one.weights.sum()) for one in game.ranges]
    return checked


@router.post("/spots/check-blinds")
def check_blinds(fields: BlindFields) -> SetupCheck:
    """Read the fields of a game from the blinds on; say all that is wrong, with its place, or what solving will take."""
    params, faults = read_blind_fields(fields)
    checked = SetupCheck(errors=faults)
    if faults:
        return checked
    try:
        game = blind_game_of(fields.game, params)
    except ValueError as error:
        checked.errors.append(fault_of(error))
        return checked
    streets = HAND_STREETS[: 1 + sum(betting.bets is not None for betting in game.rules.betting.rounds[1:])]
    checked.fill(game, streets)
    return checked


@router.get("/spots/presets")
def presets() -> Presets:
    """Ranges and spots to start from."""
    return Presets(
        ranges=list(RANGE_PRESETS),
        spots=named(PRESETS),
        from_blinds=named(HAND_PRESETS),
    )


def named(presets: Mapping[str, tuple[str, dict[str, Any]]]) -> list[NamedSpot]:
    """Presets as they are sent."""
    return [NamedSpot(name=key, about=about, settings=settings) for key, (about, settings) in presets.items()]
