"""The command ``pokerzoo``: games, train, solve, tree, thresholds, show, evaluate, match, play. Output: ``docs/cli.md``."""

from .entry import main

__all__ = ["main"]
