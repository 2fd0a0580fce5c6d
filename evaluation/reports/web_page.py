"""The little HTML that a report is made of: escaped text, tables with captions and scopes, pictures inside the page."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NewType

from .figures import FILE_DPI

Part = NewType("Part", str)
"""HTML that is whole: every element is closed and all text escaped."""

SCREEN_DPI = 96
"""Pixels of a page an inch."""

STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --page: #ffffff; --faint: #595959; --line: #c8c8c8; --stripe: #f3f5f8;
  --link: #0b57a4; --picture: none; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --page: #16181c; --faint: #b0b0b0; --line: #4a4d52; --stripe: #1f2329;
    --link: #8ab8ff; --picture: brightness(0.9); }
}
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 0 auto; max-width: 72rem;
  padding: 1rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 1rem 0 0.3rem; } .under { color: var(--faint); margin: 0; }
.lead { font-size: 1.15rem; margin: 1.2rem 0; } a { color: var(--link); } h2 { scroll-margin-top: 1rem; }
nav ul { list-style: none; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: 0.2rem 1.4rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; } nav a { display: inline-block; padding: 0.25rem 0; }
h2 { font-size: 1.25rem; margin-top: 2.2rem; border-bottom: 1px solid var(--line); }
p { max-width: 45rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; min-width: min(24rem, 100%); font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--faint); padding: 0.3rem 0; position: sticky; left: 0; max-width: calc(100vw - 2rem); }
th, td { padding: 0.2rem 0.8rem 0.2rem 0.3rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
thead th { vertical-align: bottom; } th[scope=row], thead th:first-child, .text td, .text th { text-align: left; }
th[scope=row] { white-space: nowrap; } th.words, td.words { text-align: left; white-space: nowrap; }
.text td { overflow-wrap: anywhere; }
tbody tr:nth-child(even) { background: var(--stripe); }
figure { margin: 1rem 0; } figcaption { color: var(--faint); }
img { max-width: max(100%, 36rem); height: auto; background: #ffffff; border: 1px solid var(--line); filter: var(--picture);
  vertical-align: top; }
figure .wide { margin: 0 0 0.3rem; }
summary { cursor: pointer; }
@media print { .wide { overflow: visible; } details { display: block; } }
"""


def heading(text: str) -> Part:
    """The heading of a section, to which the contents lead."""
    return Part(f'<h2 id="{anchor(text)}">{escape(text)}</h2>')


def anchor(text: str) -> str:
    """The id of a heading.

    >>> anchor("The node after a bet of 33")
    'the-node-after-a-bet-of-33'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def contents(headings: Iterable[str]) -> Part:
    """Links to the sections."""
    links = "".join(f'<li><a href="#{anchor(text)}">{escape(text)}</a></li>' for text in headings)
    return Part(f'<nav aria-label="Contents"><ul>{links}</ul></nav>')


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
    shown = f'<div class="wide" role="region" aria-label="{escape(caption)}" tabindex="0">{shown}</div>'
    return Part(f"<figure>\n{shown}\n<figcaption>{escape(caption)}</figcaption>\n</figure>")


def png_size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG file, in pixels."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def table(
    caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: bool = True, words: Iterable[int] = ()
) -> Part:
    """A table; the first cell of each row is its header.

    Args:
        caption: what it holds.
        columns: their headers.
        rows: the cells, as text.
        numbers: flush right; else text, flush left.
        words: of a table of numbers the columns that are text.
    """
    texts = set(words)
    head = "".join(
        (f'<th scope="col" class="words">{escape(name)}</th>' if column in texts else f'<th scope="col">{escape(name)}</th>')
        if name
        else "<td></td>"
        for column, name in enumerate(columns)
    )
    lines = [f'<div class="wide" role="region" aria-label="{escape(caption)}" tabindex="0">']
    lines += ["<table>" if numbers else '<table class="text">', f"<caption>{escape(caption)}</caption>"]
    lines += [f"<thead><tr>{head}</tr></thead>", "<tbody>"]
    for first, *others in rows:
        cells = "".join(
            f'<td class="words">{escape(cell)}</td>' if column in texts else f"<td>{escape(cell)}</td>"
            for column, cell in enumerate(others, 1)
        )
        lines.append(f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>')
    lines += ["</tbody>", "</table>", "</div>"]
    return Part("\n".join(lines))


def document(title: str, under: str, lead: str, headings: Iterable[str], parts: Iterable[Part]) -> str:
    """The whole page.

    Args:
        title: its heading.
        under: a line below that.
        lead: what it comes to.
        headings: of the sections, for the contents.
        parts: the sections.
    """
    lines = ["<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">']
    lines += ['<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{escape(title)}</title>"]
    lines += [f"<style>{STYLE}</style>", "</head>", "<body>", "<main>", f"<h1>{escape(title)}</h1>"]
    lines += [f'<p class="under">{escape(under)}</p>', f'<p class="lead">{escape(lead)}</p>', contents(headings), *parts]
    return "\n".join([*lines, "</main>", "</body>", "</html>", ""])
