"""Reference results that come with the package, read from their file."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def load_reference() -> dict[str, Any]:
    """Load the reference results that come with the package, from ``reference.json``.

    Returns:
        ``"entries"`` has a dictionary for each game by its id: counts, values in net chips a hand, each player's best
        response makes, and how each number was computed and checked. ``"units"`` names the units of the numbers.

    Example:
        >>> known = load_reference()["entries"]["kuhn"]
        >>> known["value"]["value"], known["counts"]["terminals"]
        (-0.055555555556, 30)
    """
    result: dict[str, Any] = json.loads(files("pokerzoo.evaluation").joinpath("reference.json").read_text(encoding="utf-8"))
    return result
