"""Lines of betting in words: ``xb60c/2h|x`` is "a check, a bet of 60, a call, the 2h and a check"."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
    """A line, or the public part of an infoset's key, with its cards; what is no line of poker comes back as it is.

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
    """A move by its token in histories or by its name; a name of another game comes back as it is.

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
    """Words after each other, the last after "and".

    >>> listed_words(["a"]), listed_words(["a", "b"]), listed_words(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
