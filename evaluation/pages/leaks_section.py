"""Section of a report's page on leaks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

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
        page.paragraph(f"Not computed: {error}.")
        page.step()
        return
    page.step()
    rows = lost.ranked(each=lost.readable)
    if not rows:
        return
    page.section("Where it leaks")
    page.paragraph(LEAKS_WORDS)
    grouping = {"hand_class": "hand classes", "infoset": "infosets"}.get(lost.readable, "decisions")
    share, whole = sum(leak.share for leak in rows), amount_text(page.game, lost.nash_conv)
    caption = f"The {grouping} that cost most: {share:.1%} of all that is lost ({whole} a hand)"
    page.table(replace(lost.to_table(in_words=True), caption=caption))
