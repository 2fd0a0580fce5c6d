"""Frame of a report's page: style, contents, pictures. Tables and text are from ``envs.support``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from pokerzoo.envs.drawing.figures import image_html
from pokerzoo.envs.support.tables import Markup

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


def section_heading(text: str) -> Markup:
    """HTML heading of a section, the target of a link in the contents."""
    return Markup(f'<h2 id="{heading_id(text)}">{escape(text)}</h2>')


def heading_id(text: str) -> str:
    """Id of a heading.

    >>> heading_id("The node after a bet of 33")
    'the-node-after-a-bet-of-33'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def contents_list(headings: Iterable[str]) -> Markup:
    """Links to the sections."""
    links = "".join(f'<li><a href="#{heading_id(text)}">{escape(text)}</a></li>' for text in headings)
    return Markup(f'<nav aria-label="Contents"><ul>{links}</ul></nav>')


def embedded_image(png: bytes, alt: str, caption: str) -> Markup:
    """HTML of a picture, embedded in the page."""
    shown = f'<div class="wide" role="region" aria-label="{escape(caption)}" tabindex="0">{image_html(png, alt)}</div>'
    return Markup(f"<figure>\n{shown}\n<figcaption>{escape(caption)}</figcaption>\n</figure>")


def html_document(title: str, under: str, lead: str, headings: Iterable[str], parts: Iterable[Markup]) -> str:
    """HTML of the whole page."""
    lines = ["<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">']
    lines += ['<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{escape(title)}</title>"]
    lines += [f"<style>{STYLE}</style>", "</head>", "<body>", "<main>", f"<h1>{escape(title)}</h1>"]
    lines += [f'<p class="under">{escape(under)}</p>', f'<p class="lead">{escape(lead)}</p>', contents_list(headings), *parts]
    return "\n".join([*lines, "</main>", "</body>", "</html>", ""])
