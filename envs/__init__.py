"""Games: their rules, their trees, and their environments."""

from pokerzoo.envs.support.kernel_cache import find_cache

find_cache()  # before a module with kernels is imported

from .core import CHANCE, TERMINAL, Game, State  # noqa: E402
from .registry import list_games, make_game, register_game  # noqa: E402

__all__ = ["CHANCE", "TERMINAL", "Game", "State", "list_games", "make_game", "register_game"]
