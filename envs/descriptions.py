"""Descriptions of games, their rules and parameters, from the docstrings and signatures of their makers."""

from __future__ import annotations

import inspect
from typing import Any

from .registry import game_parameters, make_game, maker_of


def describe_game(name: str) -> dict[str, Any]:
    """Name, rules, players and parameters of a game, from its maker's docstrings and from the default game itself."""
    game = make_game(name)
    maker = maker_of(name)
    about = argument_texts(inspect.getdoc(maker) or "")
    return {
        "name": name,
        "rules": first_paragraph(inspect.getdoc(inspect.getmodule(maker)) or inspect.getdoc(maker) or ""),
        "players": game.num_players,
        "simultaneous": game.simultaneous,
        "parameters": [
            {"name": key, "default": game.params.get(key, default), "about": plain_text(about.get(key, ""))}
            for key, default in game_parameters(name).items()
        ],
    }


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
