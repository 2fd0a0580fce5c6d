"""Drawings as pixels, by Pillow: the frames of ``render_mode="rgb_array"``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.extras import not_installed

from .shapes import Circle, Curve, Drawing, Point, Polygon, Rect, Text

FINER = 2
"""Factor by which shapes are painted larger and then reduced, for smooth edges."""
STEPS = 8
"""Straight pieces that approximate a curve."""


def to_pixels(drawing: Drawing, scale: float = 1.5) -> npt.NDArray[np.uint8]:
    """uint8 [height, width, 3]: the drawing, ``scale`` pixels for each of its units."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise not_installed('render_mode="rgb_array" needs Pillow', "plot") from None
    fine = scale * FINER
    size = round(drawing.width * scale), round(drawing.height * scale)
    image = Image.new("RGB", (FINER * size[0], FINER * size[1]), "#ffffff")
    pen = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        match shape:
            case Rect():
                ends = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
                for colour, grown in _layers(shape, fine):
                    box = (ends[0] - grown, ends[1] - grown, ends[2] + grown, ends[3] + grown)
                    if box[2] > box[0] and box[3] > box[1]:
                        corner = max(0.0, shape.radius + grown) * fine
                        pen.rounded_rectangle([fine * end for end in box], corner, **colour)
            case Circle():
                for colour, grown in _layers(shape, fine):
                    half = shape.radius + grown
                    ends = (shape.x - half, shape.y - half, shape.x + half, shape.y + half)
                    pen.ellipse([fine * end for end in ends], **colour)
            case Polygon():
                pen.polygon([(fine * x, fine * y) for x, y in shape.points], shape.fill)
            case Curve():
                pen.polygon([(fine * x, fine * y) for x, y in flattened_curve(shape.points)], shape.fill)
            case Text():
                _write(pen, shape, fine)
    return np.asarray(image.resize(size, Image.Resampling.BOX)).copy()


def _layers(shape: Rect | Circle, fine: float) -> Iterator[tuple[dict[str, Any], float]]:
    """Colours, and the margin beyond the shape: Pillow's edges are inside, SVG's on both sides."""
    if shape.edge is None:
        yield {"fill": shape.fill}, 0.0
    elif shape.fill is None:
        yield {"outline": shape.edge, "width": max(1, round(shape.edge_width * fine))}, shape.edge_width / 2
    else:
        yield {"fill": shape.edge}, shape.edge_width / 2
        yield {"fill": shape.fill}, -shape.edge_width / 2


def _write(pen: Any, shape: Text, fine: float) -> None:
    anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
    place = (fine * shape.x, fine * shape.y)
    thick = round(fine * shape.size * 0.022) if shape.bold else 0
    font = font_of(round(fine * shape.size))
    if shape.halo:
        pen.text(place, shape.text, shape.halo, font, anchor, stroke_width=round(fine * shape.size * 0.11) + thick)
    pen.text(place, shape.text, shape.fill, font, anchor, stroke_width=thick, stroke_fill=shape.fill)


@lru_cache(64)
def font_of(pixels: int) -> Any:
    """Pillow's own font, the same on all machines."""
    from PIL import ImageFont

    return ImageFont.load_default(pixels)


def flattened_curve(points: tuple[Point, ...]) -> Iterator[Point]:
    """Points along cubic Bezier curves; see ``Curve``."""
    start = points[0]
    yield start
    for first in range(1, len(points), 3):
        curve = (start, *points[first : first + 3])
        for step in range(1, STEPS + 1):
            t = step / STEPS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (sum(w * p[axis] for w, p in zip(weights, curve, strict=True)) for axis in (0, 1))
            yield x, y
        start = curve[-1]
