"""Reports on spots in notebooks: the node's line, both ranges, and the grid of who acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerzoo.envs.drawing.range_grid import grid_drawing
from pokerzoo.envs.drawing.svg import to_svg
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.support.html import Markup, html_paragraph, stacked_markup

from .range_cells import range_cells
from .spot_tables import ranges_table

if TYPE_CHECKING:
    from .node_report import NodeReport
    from .spot_report import SpotReport


def node_html(node: NodeReport) -> Markup:
    """HTML of a node."""
    board = " ".join(node.game.rules.deck.names[card] for card in node.public.board)
    where = f"on {board}, {line_heading(node.line)}"
    return stacked_markup([ranges_table(node).html(), node_grid(node, where)])


def node_grid(node: NodeReport, where: str) -> Markup:
    """HTML of the grid of the player to act; of both players where none acts."""
    grids = []
    for player in (0, 1) if node.player is None else (node.player,):
        drawn = range_cells(node, player)
        note = f"Heights are stretched {drawn.times:,.3g} times." if drawn.times > 1 else ""
        words = (
            f"{node.game.player_names[player]} {where}: 13 by 13 grid of starting hands. All hands: {', '.join(drawn.legend)}."
        )
        grids.append(to_svg(grid_drawing(words, drawn.cells, drawn.colours, drawn.legend, note)))
    return Markup("\n".join(grids))


def spot_html(report: SpotReport) -> Markup:
    """HTML of a spot: its first decision."""
    lines = report.lines
    sentence = f"{len(lines)} lines of the first betting round; report.at(line) has any of them and those after: "
    return stacked_markup(
        [node_html(report.at()), html_paragraph(sentence + ", ".join(repr(line) for line in lines[1:9]) + " ...")]
    )
