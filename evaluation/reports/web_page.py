"""The little HTML that a report is made of: escaped text, tables with captions and scopes, pictures inside the page."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from typing import NewType

from .figures import FILE_DPI

Part = NewType("Part", str)
"""HTML that is whole: every element is closed and all text escaped."""

SCREEN_DPI = 96
"""Pixels of a page an inch."""

STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --page: #ffffff; --faint: #595959; --line: #c8c8c8; --stripe: #f3f5f8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --page: #16181c; --faint: #b0b0b0; --line: #4a4d52; --stripe: #1f2329; }
}
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 0 auto; max-width: 72rem;
  padding: 1rem; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; border-bottom: 1px solid var(--line); }
p { max-width: 45rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; min-width: 24rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--faint); padding: 0.3rem 0; }
th, td { padding: 0.2rem 0.8rem 0.2rem 0.3rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
thead th { vertical-align: bottom; } th[scope=row], thead th:first-child, .text td, .text th { text-align: left; }
.text td { overflow-wrap: anywhere; }
tbody tr:nth-child(even) { background: var(--stripe); }
figure { margin: 1rem 0; } figcaption { color: var(--faint); }
img { max-width: 100%; height: auto; background: #ffffff; border: 1px solid var(--line); }
summary { cursor: pointer; }
@media print { .wide { overflow: visible; } details { display: block; } }
"""


def heading(text: str) -> Part:
    """The heading of a section."""
    return Part(f"<h2>{escape(text)}</h2>")


def paragraph(text: str) -> Part:
    """A paragraph."""
    return Part(f"<p>{escape(text)}</p>")


def details(summary: str, inside: Part) -> Part:
    """What is shown only when asked for."""
    return Part(f"<details>\n<summary>{escape(summary)}</summary>\n{inside}\n</details>")


def image(png: bytes, alt: str, caption: str) -> Part:
    """A picture that is part of the page."""
    width, height = (round(pixels * SCREEN_DPI / FILE_DPI) for pixels in png_size(png))
    source = f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"
    shown = f'<img src="{source}" alt="{escape(alt)}" width="{width}" height="{height}">'
    return Part(f"<figure>\n{shown}\n<figcaption>{escape(caption)}</figcaption>\n</figure>")


def png_size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG file, in pixels."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: bool = True) -> Part:
    """A table; the first cell of each row is its header.

    Args:
        caption: what it holds.
        columns: their headers.
        rows: the cells, as text.
        numbers: flush right; else text, flush left.
    """
    head = "".join(f'<th scope="col">{escape(name)}</th>' if name else "<td></td>" for name in columns)
    lines = [f'<div class="wide" role="region" aria-label="{escape(caption)}" tabindex="0">']
    lines += ["<table>" if numbers else '<table class="text">', f"<caption>{escape(caption)}</caption>"]
    lines += [f"<thead><tr>{head}</tr></thead>", "<tbody>"]
    for first, *others in rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
        lines.append(f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>')
    lines += ["</tbody>", "</table>", "</div>"]
    return Part("\n".join(lines))


def document(title: str, parts: Iterable[Part]) -> str:
    """The whole page."""
    lines = ["<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">']
    lines += ['<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{escape(title)}</title>"]
    lines += [f"<style>{STYLE}</style>", "</head>", "<body>", "<main>", f"<h1>{escape(title)}</h1>", *parts]
    return "\n".join([*lines, "</main>", "</body>", "</html>", ""])
