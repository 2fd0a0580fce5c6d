"""Forms that are made from a game once and kept with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pokerzoo.envs.core import Game

AnyGame = TypeVar("AnyGame", bound=Game)
Made = TypeVar("Made")


def kept(game: AnyGame, name: str, make: Callable[[AnyGame], Made]) -> Made:
    """The form that ``make`` makes of a game, kept under a name from the first call on."""
    forms = game._forms
    made: Made = forms[name] if name in forms else forms.setdefault(name, make(game))  # of two threads the first
    return made
