"""Cards and chips as shapes. Suits are drawn, since many fonts lack them; four colours tell them apart at a glance."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .shapes import Circle, Curve, Point, Polygon, Rect, Shape, Text, fitted_text

INK = {"s": "#16191d", "h": "#c8102e", "d": "#0b5cad", "c": "#187534"}
"""Colour of each suit: black, red, blue, green."""
SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
FACE, FACE_EDGE, FACE_DIM = "#ffffff", "#aab4ae", "#d3dad6"
BACK, BACK_EDGE, BACK_LINE, BACK_DIM = "#27479b", "#e9eef8", "#6f8bd6", "#5d6b78"
SLOT = "#2f8a63"

HEART: tuple[Point, ...] = (
    (0.0, 0.95),
    (-0.25, 0.62), (-0.95, 0.2), (-0.95, -0.32),
    (-0.95, -0.68), (-0.7, -0.88), (-0.45, -0.88),
    (-0.22, -0.88), (-0.06, -0.72), (0.0, -0.5),
    (0.06, -0.72), (0.22, -0.88), (0.45, -0.88),
    (0.7, -0.88), (0.95, -0.68), (0.95, -0.32),
    (0.95, 0.2), (0.25, 0.62), (0.0, 0.95),
)  # fmt: skip
"""A heart between -1 and 1, y downwards, as ``Curve`` has its points."""
SPADE: tuple[Point, ...] = tuple((x, 0.84 * -y - 0.16) for x, y in HEART)
STEM: tuple[Point, ...] = (
    (0.0, 0.1),
    (0.04, 0.55), (0.16, 0.85), (0.42, 0.95),
    (0.2, 0.95), (-0.2, 0.95), (-0.42, 0.95),
    (-0.16, 0.85), (-0.04, 0.55), (0.0, 0.1),
)  # fmt: skip
DIAMOND: tuple[Point, ...] = ((0.0, -1.0), (0.74, 0.0), (0.0, 1.0), (-0.74, 0.0))
LEAVES: tuple[Point, ...] = ((0.0, -0.5), (-0.5, 0.2), (0.5, 0.2))


def suit_shapes(suit: str, x: float, y: float, size: float, fill: str) -> Iterator[Shape]:
    """A suit around a centre, ``size`` from there to its top."""

    def placed(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((round(x + size * a, 2), round(y + size * b, 2)) for a, b in points)

    if suit == "h":
        yield Curve(placed(HEART), fill)
    elif suit == "d":
        yield Polygon(placed(DIAMOND), fill)
    elif suit == "s":
        yield Curve(placed(SPADE), fill)
        yield Curve(placed(STEM), fill)
    else:
        for point in placed(LEAVES):
            yield Circle(*point, round(0.47 * size, 2), fill)
        yield Curve(placed(STEM), fill)


def suited_face(name: str) -> tuple[str, str] | None:
    """Rank and suit of a card's name, None where it has no suit.

    >>> suited_face("Qh"), suited_face("Q"), suited_face("37")
    (('Q', 'h'), None, None)
    """
    match = re.fullmatch(r"(10|[2-9TJQKA])([cdhs])", name)
    return (match[1], match[2]) if match else None


SIGNS = ("rock", "paper", "scissors")
STONE, STONE_LIGHT, SHEET, SHEET_LINE, STEEL, HANDLE = "#6b7280", "#8d95a1", "#f3ead2", "#a08c5b", "#59636e", "#c8102e"


def card_sign(name: str, x: float, y: float, size: float) -> Iterator[Shape]:
    """Rock, paper or scissors around a centre, ``size`` from there to its top."""

    def placed(*points: Point) -> tuple[Point, ...]:
        return tuple((round(x + size * a, 2), round(y + size * b, 2)) for a, b in points)

    if name == "rock":
        yield Polygon(
            placed((-1.1, 0.5), (-0.9, -0.3), (-0.3, -0.9), (0.5, -0.8), (1.0, -0.2), (1.15, 0.5), (0.6, 0.9), (-0.7, 0.9)),
            STONE,
        )
        yield Polygon(placed((-0.9, -0.3), (-0.3, -0.9), (0.5, -0.8), (0.1, -0.1), (-0.4, 0.1)), STONE_LIGHT)
    elif name == "paper":
        yield Polygon(placed((-0.75, -1.0), (0.4, -1.0), (0.75, -0.6), (0.75, 1.0), (-0.75, 1.0)), SHEET_LINE)
        yield Polygon(placed((-0.68, -0.93), (0.36, -0.93), (0.68, -0.56), (0.68, 0.93), (-0.68, 0.93)), SHEET)
        for row in (-0.4, 0.0, 0.4):
            yield Polygon(placed((-0.45, row), (0.45, row), (0.45, row + 0.1), (-0.45, row + 0.1)), SHEET_LINE)
    else:
        for side in (-1, 1):
            yield Polygon(placed((side * 0.62, -1.0), (side * 0.72, -0.8), (-side * 0.25, 0.45), (-side * 0.42, 0.3)), STEEL)
            yield Circle(*placed((side * 0.5, 0.65))[0], 0.3 * size, None, HANDLE, 0.2 * size)


def card_shapes(name: str, x: float, y: float, width: float, height: float, *, dim: bool = False) -> Iterator[Shape]:
    """A card, face up, with its top left corner at (x, y). ``dim``: of a hand that is out."""
    radius = round(0.11 * width, 2)
    yield Rect(x, y, width, height, radius, FACE_DIM if dim else FACE, FACE_EDGE)
    result = suited_face(name)
    if name in SIGNS and width > height:
        yield from card_sign(name, x + width / 2, y + 0.36 * height, 0.27 * height)
        yield Text(x + width / 2, y + 0.8 * height, name, 0.2 * height, INK["s"], "middle", kind="rank")
        return
    if result is None:
        largest = 0.5 if len(name) < 4 else 0.3  # a word is not shouted
        text, size = fitted_text(name, largest * height, 0.86 * width, bold=True, least=0.25)
        yield Text(x + width / 2, y + 0.45 * height + 0.36 * size, text, size, INK["s"], "middle", True, kind="rank")
        return
    rank, suit = result
    size = round(0.46 * height, 2)
    yield Text(x + width / 2, y + 0.42 * height, rank, size, INK[suit], "middle", True, kind="rank")
    yield from suit_shapes(suit, x + width / 2, y + 0.66 * height, 0.175 * height, INK[suit])


def card_back(x: float, y: float, width: float, height: float, *, dim: bool = False) -> Iterator[Shape]:
    """A card, face down."""
    radius = round(0.11 * width, 2)
    yield Rect(x, y, width, height, radius, BACK_DIM if dim else BACK, BACK_EDGE)
    inset = round(0.14 * width, 2)
    yield Rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, radius / 2, None, BACK_LINE)
    centre, half = (x + width / 2, y + height / 2), 0.2 * width
    yield Polygon(
        tuple(
            (round(centre[0] + half * a, 2), round(centre[1] + half * b, 2)) for a, b in ((0, -1.4), (1, 0), (0, 1.4), (-1, 0))
        ),
        BACK_LINE,
    )


def card_slot(x: float, y: float, width: float, height: float, text: str = "") -> Iterator[Shape]:
    """The slot of a card that is not dealt yet."""
    yield Rect(x, y, width, height, round(0.11 * width, 2), None, SLOT, 1.5)
    if text:
        yield Text(x + width / 2, y + 0.6 * height, text, 0.45 * height, "#d6eadf", "middle", True, kind="rank")


def chip_shapes(x: float, y: float, radius: float) -> Iterator[Shape]:
    """A chip, seen from above."""
    yield Circle(x, y, radius, "#e0a526", "#7a5407")
    yield Circle(x, y, round(0.55 * radius, 2), "#f7e3ad", "#7a5407", 0.8)


def dealer_button(x: float, y: float, radius: float) -> Iterator[Shape]:
    """The dealer button."""
    yield Circle(x, y, radius, "#fbf7ea", "#55503f")
    yield Text(x, y + 0.5 * radius, "D", 1.4 * radius, "#22201a", "middle", True, kind="button")
