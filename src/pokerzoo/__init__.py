"""Poker-like games of hidden information: played, solved and measured over one set of rules.

``pokerzoo.envs`` has the games and their environments, ``pokerzoo.agents`` what plays and learns, ``pokerzoo.evaluation``
what measures. Importing this registers the environments with PettingZoo and Gymnasium.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pokerzoo.envs import list_games, make_game
from pokerzoo.envs.registry import register_all

__version__ = "0.2.0"
__all__ = ["__version__", "agents", "envs", "evaluation", "list_games", "make_game"]

register_all()


def __getattr__(name: str) -> Any:
    # Loaded on first use: they bring numba, which many users of the environments never need.
    if name in ("agents", "evaluation"):
        return import_module(f"pokerzoo.{name}")
    raise AttributeError(f"module 'pokerzoo' has no attribute {name!r}")
