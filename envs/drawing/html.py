"""HTML of reports and notebooks: escaped text, tables with captions. No styles, no scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def html_table(
    caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: bool = True, words: Iterable[int] = ()
) -> Markup:
    """A table; the first cell of each row is its header."""
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
            f'<td class="words">{cell_markup(cell)}</td>' if column in texts else f"<td>{cell_markup(cell)}</td>"
            for column, cell in enumerate(others, 1)
        )
        lines.append(f'<tr><th scope="row">{cell_markup(first)}</th>{cells}</tr>')
    lines += ["</tbody>", "</table>", "</div>"]
    return Markup("\n".join(lines))


def cell_markup(cell: str) -> str:
    """Content of a cell."""
    return cell if isinstance(cell, Markup) else escape(cell)


def stacked_markup(parts: Iterable[str]) -> Markup:
    """Parts below each other, as one."""
    return Markup("<div>\n" + "\n".join(parts) + "\n</div>")
