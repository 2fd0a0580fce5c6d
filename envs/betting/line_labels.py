"""Lines for display: the betting tree without cards, names of lines, and lines in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
    """End of the hand: ``fold``, ``showdown``, or None where it continues."""
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


MOVES = re.compile(r"(?:[xcf]|[br](?:[0-9.]+(?:e[+-]?[0-9]+)?)?)+")
"""Moves as histories write them, in games with several bet sizes and in others."""
MOVE = re.compile(r"[xcf]|([br])([0-9.]+(?:e[+-]?[0-9]+)?)?")
WORDS = {"x": "a check", "c": "a call", "f": "a fold", "b": "a bet", "r": "a raise"}
NAMED = {"check": "x", "call": "c", "fold": "f", "bet": "b", "raise": "r"}


def line_heading(line: str) -> str:
    """Words for a line, for headings and captions.

    >>> line_heading(""), line_heading("b33")
    ('at the start', 'after a bet of 33')
    """
    return f"after {line_in_words(line)}" if line else "at the start"


def line_in_words(line: str) -> str:
    """A line, or the public part of an infoset's key, in words; text that is no line of poker is returned unchanged.

    >>> line_in_words("xb60c/2h/x")
    'a check, a bet of 60, a call, the 2h and a check'
    >>> line_in_words("xx/Kh|br"), line_in_words("rock")
    ('a check, a check, the Kh, a bet and a raise', 'rock')
    """
    result: list[str] = []
    pieces = re.split(r"([/|])", line)
    for piece, after in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        if MOVES.fullmatch(piece):
            result += [move_in_words(move[0]) for move in MOVE.finditer(piece)]
        elif piece and ("/" in line or after):
            result.append("the card" if piece == "?" else f"the {piece}")
        elif piece:
            return line
    return listed_words(result)


def move_in_words(move: str) -> str:
    """A move in words, by its token in histories or its name; names of other games are returned unchanged.

    >>> [move_in_words(move) for move in ("x", "b", "b33", "r100", "bet 33", "raise to 100", "paper")]
    ['a check', 'a bet', 'a bet of 33', 'a raise to 100', 'a bet of 33', 'a raise to 100', 'paper']
    """
    kind, _, amount = move.partition(" ")
    token = NAMED[kind] + amount.removeprefix("to ") if kind in NAMED else move
    match = MOVE.fullmatch(token)
    if match is None:
        return move
    sized = {"b": " of ", "r": " to "}.get(token[0], "") + match[2] if match[2] else ""
    return WORDS[token[0]] + sized


def listed_words(words: Sequence[str]) -> str:
    """Words joined by commas, the last by "and".

    >>> listed_words(["a"]), listed_words(["a", "b"]), listed_words(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
