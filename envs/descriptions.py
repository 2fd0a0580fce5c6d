"""Descriptions of games, their rules and parameters, from the docstrings and signatures of their makers."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any, Literal

from .core import Game
from .registry import game_parameters, make_game, maker_of
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


def describe_game(name: str) -> GameInfo:
    """Name, rules, players and parameters of a game."""
    game = make_game(name)
    maker = maker_of(name)
    about = argument_texts(inspect.getdoc(maker) or "")
    rules = first_paragraph(inspect.getdoc(inspect.getmodule(maker)) or inspect.getdoc(maker) or "")
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


def first_paragraph(docstring: str) -> str:
    """The first paragraph as one line."""
    return plain_text(docstring.partition("\n\n")[0])


def argument_texts(docstring: str) -> dict[str, str]:
    r"""The text of each argument in the ``Args:`` section of a docstring.

    >>> argument_texts("Args:\n    size: how large,\n        at least 1.\n    loud: or not.\n\nReturns:\n    It.")
    {'size': 'how large, at least 1.', 'loud': 'or not.'}
    """
    found: dict[str, str] = {}
    name = ""
    for line in docstring.partition("Args:\n")[2].splitlines():
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent == 0:
            break
        if indent == 4:
            name, _, text = line.strip().partition(":")
            found[name] = text.strip()
        elif name and line.strip():
            found[name] += " " + line.strip()
    return found


def plain_text(text: str) -> str:
    """A docstring's text as one line, without its marks for code."""
    return " ".join(text.replace("``", "").split())
