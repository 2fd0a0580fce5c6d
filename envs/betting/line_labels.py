"""The betting tree for display: lines without cards, without the points at which only a card is due."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .line import Line

SEATS = ("OOP", "IP")
"""Names of the two players of a spot."""
THREE_SEATS = ("OOP", "MP", "IP")
"""Names of three."""


def seats_of(line: Line) -> tuple[str, ...]:
    """Names of the players of a spot."""
    return SEATS if len(line.folded) == 2 else THREE_SEATS


def line_children(line: Line) -> list[Line]:
    """The lines after each of the moves; where cards are due, after these."""
    result = [line.after(k) for k in range(len(line.moves))]
    for k, child in enumerate(result):
        while child.card_due:
            child = child.deal()
        result[k] = child
    return result


def walk_lines(root: Line) -> Iterator[Line]:
    """Every line but those where a card is due, depth first."""
    stack = [root]
    while stack:
        line = stack.pop()
        yield line
        stack += reversed(line_children(line))


def line_label(line: Line) -> str:
    """A line without its cards: ``xb60c/x``; at the start of a street ``xb60c/``."""
    text = "/".join(piece.rstrip("/") for piece in line.pieces)
    return text.rstrip("/") if line.is_over else text


def ending_of(line: Line) -> str | None:
    """End of the hand: ``fold``, ``showdown``, or None where it goes on."""
    if not line.is_over:
        return None
    return "fold" if line.folded.count(False) == 1 else "showdown"


def node_object(line: Line) -> dict[str, Any]:
    """A node as the documented object of ``pokerzoo tree --json``."""
    return {
        "line": line_label(line),
        "pot": line.pot,
        "contributions": [put - ante for put, ante in zip(line.contributions, line.betting.paid_in, strict=True)],
        "player": None if line.is_over else line.actor,
        "actions": {action: line_label(child) for action, child in zip(line.action_names, line_children(line), strict=True)},
        "end": ending_of(line),
    }
