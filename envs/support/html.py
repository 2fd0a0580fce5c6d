"""HTML of reports and notebooks: escaped text, paragraphs, sections. No styles, no scripts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


class Markup(str):
    """HTML that is whole: every element is closed and all text escaped."""

    __slots__ = ()


def html_paragraph(text: str) -> Markup:
    """A paragraph."""
    return Markup(f"<p>{escape(text)}</p>")


def details_section(summary: str, inside: Markup) -> Markup:
    """A section that opens on a click."""
    return Markup(f"<details>\n<summary>{escape(summary)}</summary>\n{inside}\n</details>")


def cell_markup(cell: str) -> str:
    """Content of a cell."""
    return cell if isinstance(cell, Markup) else escape(cell)


def stacked_markup(parts: Iterable[str]) -> Markup:
    """Parts below each other, as one."""
    return Markup("<div>\n" + "\n".join(parts) + "\n</div>")
