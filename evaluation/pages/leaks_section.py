"""Section of a report's page on leaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerzoo.envs.drawing.html import html_paragraph, html_table
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.evaluation.spots.leaks import amount_text, leaks

if TYPE_CHECKING:
    from .report_page import ReportPage

LEAKS_WORDS = (
    "The EV that each decision loses for its player, who plays best from there on: these leaks add up to NashConv, of "
    "which each is a share."
)


def where_it_leaks(page: ReportPage) -> None:
    """Add the largest leaks; nothing if none is lost or the policy was not measured."""
    if page.measurement is None:
        page.step()
        return
    try:
        lost = leaks(page.game, page.policy)
    except ValueError as error:  # the numbers of all infosets do not fit in free memory
        page.section("Where it leaks")
        page.parts.append(html_paragraph(f"Not computed: {error}."))
        page.step()
        return
    page.step()
    rows = lost.ranked(each=lost.readable)
    if not rows:
        return
    page.section("Where it leaks")
    page.parts.append(html_paragraph(LEAKS_WORDS))
    names, cells = lost.rows(each=lost.readable)
    if "line" in names:
        at = names.index("line")
        names[at] = "when"
        for row, leak in zip(cells, rows, strict=True):
            row[at] = line_heading(leak.line or "")
    grouping = {"hand_class": "hand classes", "infoset": "infosets"}.get(lost.readable, "decisions")
    share, whole = sum(leak.share for leak in rows), amount_text(page.game, lost.nash_conv)
    caption = f"The {grouping} that cost most: {share:.1%} of all that is lost ({whole} a hand)"
    words = range(1, names.index(lost.lost_column))
    page.parts.append(html_table(caption, names, cells, words=words))
