"""Descriptions of games, their rules and parameters, from the docstrings and signatures of their makers."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any, Literal

from pokerzoo.envs.games.holdem import HoldemGame

from .core import Game
from .poker.ranges import canonical_range
from .registry import game_parameters, make_game, maker_of
from .support.docstrings import section_texts
from .support.records import Record

ParameterType = Literal["int", "float", "bool", "text", "json"]
TYPES: dict[type, ParameterType] = {bool: "bool", int: "int", float: "float", str: "text"}


@dataclass(frozen=True)
class ParameterInfo(Record):
    """A parameter of a game.

    Attributes:
        name: the NAME of ``--param NAME=VALUE``.
        type: type of its default; ``json``: a list or something else.
        default: its default.
        about: its meaning, and what is allowed.
    """

    name: str
    type: ParameterType
    default: Any
    about: str


@dataclass(frozen=True)
class GameInfo(Record):
    """A game, from its maker's docstrings and from the default game itself.

    Attributes:
        name: what ``train`` and ``--game`` take.
        title: what people call it.
        about: what it is, in a sentence.
        rules: the rules in a line.
        players: number of players, with default parameters.
        simultaneous: whether players choose at the same time.
        own: whether it is one of the user's or of another package.
        parameters: what its maker takes.
    """

    name: str
    title: str
    about: str
    rules: str
    players: int
    simultaneous: bool
    own: bool
    parameters: list[ParameterInfo]


def title_of(game: Game) -> str:
    """Title of a game, made of its name if it has none."""
    return game.title or game.name.replace("_", " ").capitalize()


def shown_params(game: Game) -> dict[str, Any]:
    """A game's parameters, ranges as players write them; the same game is made of both."""
    params = dict(game.params)
    if isinstance(game, HoldemGame):
        params["ranges"] = tuple(canonical_range(str(text)) for text in params["ranges"])
    return params


def describe_game(name: str) -> GameInfo:
    """Name, rules, players and parameters of a game."""
    game = make_game(name)
    maker = maker_of(name)
    about = section_texts(maker.__doc__, "Args")
    text = inspect.getdoc(inspect.getmodule(maker)) or inspect.getdoc(maker) or ""
    rules = plain_text(text.partition("\n\n")[0])
    defaults = {key: game.params.get(key, default) for key, default in game_parameters(name).items()}
    return GameInfo(
        name=name,
        title=title_of(game),
        about=game.about or rules,
        rules=rules,
        players=game.num_players,
        simultaneous=game.simultaneous,
        own=not maker.__module__.startswith("pokerzoo."),
        parameters=[
            ParameterInfo(key, TYPES.get(type(default), "json"), default, plain_text(about.get(key, "")))
            for key, default in defaults.items()
        ],
    )


def plain_text(text: str) -> str:
    """A docstring's text as one line, without its marks for code."""
    return " ".join(text.replace("``", "").split())
