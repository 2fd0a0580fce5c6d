"""Settings for all tests."""

from __future__ import annotations

from pokerzoo.envs.support import compile_notice

compile_notice.PATIENCE = 1e6  # what is printed must be the same from a cold numba cache and from a warm one

collect_ignore = ["pokerzoo_testing/own_game.py"]
"""Looked for doctests it would be imported, and its game then be known to all tests."""
