"""Descriptions of games, their rules and parameters, from the docstrings and signatures of their makers."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from .core import Game
from .games.holdem import HoldemGame
from .poker.cards import CARD_NAMES, COMBO_CLASSES, combos_left
from .poker.game_facts import big_blind_of
from .poker.ranges import Range, canonical_range
from .registry import game_parameters, make_game, maker_of
from .support.parameter_words import ParameterKind, ParameterWords, words_of
from .support.records import Record, section_texts

KINDS: dict[Any, ParameterKind] = {bool: "switch", int: "integer", float: "number", str: "text"}


@dataclass(frozen=True)
class ParameterInfo(Record):
    """A parameter of a game.

    Attributes:
        name: the NAME of ``--param NAME=VALUE``.
        kind: what its value is, and so by what it is chosen: integer, number, numbers (one for all players, or one each),
            percent (a share, 0 to 1), switch, choice, text, board, ranges, sizes (of bets), lines (of the betting), sizes_at
            (sizes by line) or json (anything else).
        default: its default.
        optional: whether it may be null.
        label: its display name.
        heading: the heading that it is under; "": none.
        unit: what a number counts: chips, pots; "": nothing.
        choices: values that are allowed, with words for them; of a text values that are often wanted.
        flag: its option on the command line, without dashes.
        hint: its meaning in a sentence.
        about: its meaning, and what is allowed, in Markdown.
    """

    name: str
    kind: ParameterKind
    default: Any
    optional: bool
    label: str
    heading: str
    unit: str
    choices: dict[str, str]
    flag: str
    hint: str
    about: str


@dataclass(frozen=True)
class GameInfo(Record):
    """A game, from its maker's docstrings and from the default game itself.

    Attributes:
        name: what ``train`` and ``--game`` take.
        title: its common name.
        about: what it is, in a sentence.
        rules: the rules in a line.
        players: number of players, with default parameters.
        seats: what the players are called, likewise.
        simultaneous: whether players choose at the same time.
        own: whether it is one of the user's or of another package.
        parameters: what its maker takes.
    """

    name: str
    title: str
    about: str
    rules: str
    players: int
    seats: list[str]
    simultaneous: bool
    own: bool
    parameters: list[ParameterInfo]


def title_of(game: Game) -> str:
    """Title of a game, made from its name if it has none."""
    return game.title or game.name.replace("_", " ").capitalize()


def shown_params(game: Game) -> dict[str, Any]:
    """A game's parameters with ranges as players write them; they make the same game."""
    params = dict(game.params)
    if isinstance(game, HoldemGame):
        params["ranges"] = tuple(canonical_range(str(text)) for text in params["ranges"])
    return params


def describe_game(name: str) -> GameInfo:
    """Name, rules, players and parameters of a game."""
    game = make_game(name)
    maker = maker_of(name)
    text = inspect.getdoc(inspect.getmodule(maker)) or inspect.getdoc(maker) or ""
    rules = plain_text(text.partition("\n\n")[0])
    return GameInfo(
        name=name,
        title=title_of(game),
        about=game.about or rules,
        rules=rules,
        players=game.num_players,
        seats=list(game.player_names),
        simultaneous=game.simultaneous,
        own=not maker.__module__.startswith("pokerzoo."),
        parameters=describe_parameters(name),
    )


def describe_parameters(name: str) -> list[ParameterInfo]:
    """The parameters of a game, in the order of its maker's.

    >>> [(info.name, info.kind, info.default, info.label) for info in describe_parameters("kuhn")]
    [('num_players', 'integer', 2, 'Players'), ('num_cards', 'integer', None, 'Cards')]
    """
    maker = maker_of(name)
    abouts, hints, words = section_texts(maker.__doc__, "Args"), type_hints(maker), words_of(maker)
    infos = []
    for key, default in game_parameters(name).items():
        shown = words.get(key, ParameterWords(key.removeprefix("num_").replace("_", " ").capitalize()))
        types = parts_of(hints.get(key, type(default)))
        values = next((get_args(kind) for kind in types if get_origin(kind) is Literal), ())
        about = abouts.get(key, "").replace("``", "`")
        by_type: ParameterKind = "choice" if values else next((KINDS[kind] for kind in types if kind in KINDS), "json")
        infos.append(
            ParameterInfo(
                name=key,
                kind=shown.kind or by_type,
                default=default,
                optional=default is None or NoneType in types,
                label=shown.label,
                heading=shown.heading,
                unit=shown.unit,
                choices={
                    value: shown.choices.get(value, value.replace("_", " ").capitalize()) for value in values or shown.choices
                },
                flag=shown.flag or key.replace("_", "-"),
                hint=shown.hint or first_sentence(plain_text(about)),
                about=about,
            )
        )
    return infos


def type_hints(maker: Callable[..., Any]) -> dict[str, Any]:
    """The types of a maker's arguments; empty where they are unknown, as some exist for type checkers alone."""
    try:
        return get_type_hints(maker)
    except (NameError, TypeError):
        return {}


def parts_of(kind: Any) -> tuple[Any, ...]:
    """The types of a union, or the type itself."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def first_sentence(text: str) -> str:
    """The beginning of a text, up to a full stop or semicolon.

    >>> first_sentence("cards in the deck; they are called 1, 2, ...")
    'Cards in the deck'
    """
    return text[:1].upper() + text.partition(". ")[0].partition(";")[0][1:].removesuffix(".")


def plain_text(text: str) -> str:
    """A text as one line, without its marks for code."""
    return " ".join(text.replace("`", "").split())


STREETS = {3: "Flop", 4: "Turn", 5: "River"}


@dataclass
class RangeSummary(Record):
    """A player's range.

    Attributes:
        text: as one writes it.
        combos: how many combos, by weight.
        grid: [169] the share of each hand class that is held, 0 to 1, row by row from AA.
    """

    text: str
    combos: float
    grid: list[float]


@dataclass
class Summary(Record):
    """A game in a few words and numbers.

    Attributes:
        name: its common name: "River", "Kuhn poker".
        players: how many play.
        infosets: how many situations a policy has an answer for.
        board: cards on the table, of a spot.
        pot: chips in the pot at the start, of a spot.
        stack: chips behind, of a spot.
        bet_sizes: as one writes them, of a spot; null where players or streets differ.
        ranges: of a spot, first player first.
        big_blind: chips of the big blind, of a game that begins at the blinds.
        facts: blinds, stacks and where the betting ends, of such a game.
    """

    name: str
    players: int
    infosets: int
    board: list[str] = field(default_factory=list)
    pot: float | None = None
    stack: float | None = None
    bet_sizes: str | None = None
    ranges: list[RangeSummary] = field(default_factory=list)
    big_blind: float | None = None
    facts: list[str] = field(default_factory=list)


def game_summary(game: Game) -> Summary:
    """A game in a few words and numbers."""
    infosets = len(game.infosets)
    if not isinstance(game, HoldemGame):
        big_blind = big_blind_of(game)
        return Summary(
            name=title_of(game),
            players=game.num_players,
            infosets=infosets,
            big_blind=big_blind,
            facts=[] if big_blind is None else game.facts(),
        )
    board, sizes = game.rules.deck.board, game.params["bet_sizes"]
    return Summary(
        name=STREETS[len(board)],
        players=game.num_players,
        infosets=infosets,
        board=[CARD_NAMES[card] for card in board],
        pot=game.params["pot"],
        stack=game.rules.betting.stack,
        bet_sizes=sizes if isinstance(sizes, str) else None,
        ranges=[
            _range_summary(text, held, board) for text, held in zip(shown_params(game)["ranges"], game.ranges, strict=True)
        ],
    )


def _range_summary(text: str, held: Range, board: tuple[int, ...]) -> RangeSummary:
    by_kind = np.bincount(COMBO_CLASSES, held.weights, minlength=169)
    shares = by_kind / np.maximum(combos_left(board).ravel(), 1.0)
    return RangeSummary(text=text, combos=float(held.weights.sum()), grid=np.round(shares, 2).tolist())
