"""Shapes of drawings: plain values in the order of painting, without a file format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with rounded corners; ``None`` as a colour leaves out the inside or the edge."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: str | None
    edge: str | None = None
    edge_width: float = 1.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around a centre."""

    x: float
    y: float
    radius: float
    fill: str | None
    edge: str | None = None
    edge_width: float = 1.0


@dataclass(frozen=True, slots=True)
class Curve:
    """A closed shape of cubic Bezier curves."""

    points: tuple[Point, ...]  # the start, then for each curve two control points and the end
    fill: str


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape of straight lines."""

    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: Anchor = "start"  # the point of the text at ``x``
    bold: bool = False
    halo: str | None = None  # colour of a thin edge around the letters
    kind: str = "text"  # part of the element's CSS class: ``"name"``, ``"rank"``


Shape: TypeAlias = Rect | Circle | Curve | Polygon | Text


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture: its size, what it shows in words, and its shapes."""

    width: float
    height: float
    words: str
    shapes: tuple[Shape, ...]


WIDE = {**dict.fromkeys("WM@%mw", 0.86), **dict.fromkeys("iljI.,:;|!'()[] ft/-r", 0.33)}
"""Widths of letters that are far from the usual, in heights of the font."""


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The approximate width of a drawn string, a little more than in most fonts, as these differ."""
    return size * sum(WIDE.get(letter, 0.6) for letter in text) * (1.13 if bold else 1.0)


def fitted_text(text: str, size: float, room: float, bold: bool = False, least: float = 0.72) -> tuple[str, float]:
    """The text and a font size that fit into ``room``: the size shrinks down to ``least`` of it, then the text is cut.

    >>> fitted_text("a word", 10, 100)
    ('a word', 10)
    >>> fitted_text("a rather long sentence", 10, 40)[0]
    'a rather l..'
    """
    wide = text_width(text, size, bold)
    if wide <= room:
        return text, size
    if wide * least <= room:
        return text, round(size * room / wide, 2)
    size = round(size * least, 2)
    while len(text) > 1 and text_width(text + "..", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "..", size
