"""Drawings as SVG: one element that fits in any page. No scripts, no styles, no ids, nothing from outside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from .shapes import Circle, Curve, Drawing, Polygon, Rect, Shape, Text

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML may have."""


def to_svg(drawing: Drawing) -> str:
    """The drawing as an ``<svg>`` element; its ``<title>`` says in words what is seen."""
    # Colours and sizes are presentation attributes: shown under a strict Content-Security-Policy, and the same on dark pages.
    width, height = _number(drawing.width), _number(drawing.height)
    role = 'role="img"' if drawing.words else 'aria-hidden="true"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="pz-drawing" {role} viewBox="0 0 {width} {height}"'
    lines = [f'{head} width="{width}" height="{height}" font-family={quoteattr(FONTS)}>']
    lines += [f"<title>{_text(drawing.words)}</title>"] if drawing.words else []
    lines += [_element(shape) for shape in drawing.shapes]
    return "\n".join([*lines, "</svg>"])


def _element(shape: Shape) -> str:
    match shape:
        case Rect():
            place = {"x": shape.x, "y": shape.y, "width": shape.width, "height": shape.height, "rx": shape.radius}
            return f"<rect {_pairs(place)} {_paint(shape)}/>"
        case Circle():
            return f"<circle {_pairs({'cx': shape.x, 'cy': shape.y, 'r': shape.radius})} {_paint(shape)}/>"
        case Polygon():
            return f'<polygon points="{_points(shape.points)}" fill="{shape.fill}"/>'
        case Curve():
            start, *rest = shape.points
            return f'<path d="M{_points([start])}C{_points(rest)}Z" fill="{shape.fill}"/>'
        case Text():
            return "".join(_text_parts(shape))


def _text_parts(shape: Text) -> Iterator[str]:
    place = _pairs({"x": shape.x, "y": shape.y, "font-size": shape.size})
    yield f'<text class="pz-{shape.kind}" {place} fill="{shape.fill}"'
    if shape.anchor != "start":
        yield f' text-anchor="{shape.anchor}"'
    if shape.bold:
        yield ' font-weight="700"'
    if shape.halo:
        wide = _number(shape.size * 0.22)
        yield f' stroke="{shape.halo}" stroke-width="{wide}" stroke-linejoin="round" paint-order="stroke"'
    yield f">{_text(shape.text)}</text>"


def _paint(shape: Rect | Circle) -> str:
    edge = "" if shape.edge is None else f' stroke="{shape.edge}" stroke-width="{_number(shape.edge_width)}"'
    return f'fill="{shape.fill or "none"}"{edge}'


def _pairs(values: dict[str, float]) -> str:
    return " ".join(f'{name}="{_number(value)}"' for name, value in values.items())


def _points(points: object) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)  # type: ignore[attr-defined]


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


def _text(text: str) -> str:
    return escape(_FORBIDDEN.sub("?", text))
