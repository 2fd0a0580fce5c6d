"""The explorer: a local web server and its page, in which games, solutions and agents are seen, solved and played."""

from .server import explore

__all__ = ["explore"]
