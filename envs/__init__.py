"""Games: their rules, their trees, and their environments."""

from .core import CHANCE, TERMINAL, Game, State
from .registry import list_games, make_game, register_game

__all__ = ["CHANCE", "TERMINAL", "Game", "State", "list_games", "make_game", "register_game"]
