"""Reports on spots in notebooks: the node's line, both ranges, and the grid of who acts."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.drawing.colours import HELD, action_colours
from pokerzoo.envs.drawing.html import Markup, paragraph, stacked_markup
from pokerzoo.envs.drawing.range_grid import grid_drawing
from pokerzoo.envs.drawing.svg import to_svg
from pokerzoo.envs.poker.cards import combos_left
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.evaluation.pictures.range_grid import FEW
from pokerzoo.evaluation.spots.next_cards import NextCards
from pokerzoo.evaluation.spots.spot_report import NodeReport, SpotReport
from pokerzoo.evaluation.spots.spot_tables import PLAYER_NAMES, make_grid

from .report_tables import cards_table, ranges_table


def node_html(node: NodeReport) -> Markup:
    """HTML of a node."""
    board = " ".join(node.game.rules.deck[card] for card in node.public.board)
    where = f"on {board}, {line_heading(node.line)}"
    return stacked_markup([ranges_table(node, where), node_grid(node, where)])


def node_grid(node: NodeReport, where: str) -> Markup:
    """HTML of the grid of the player to act; of both players where none acts."""
    grids = []
    for player in (0, 1) if node.player is None else (node.player,):
        grid = make_grid(node, player)
        held = np.where(grid.share > 0, grid.reach / np.maximum(combos_left(node.public.board), 1.0), 0.0)
        times = 1.0 / held.max() if 0 < held.max() < FEW else 1.0
        frequencies, colours = np.nan_to_num(grid.frequencies), action_colours(node.tokens)
        legend = [
            name if np.isnan(often) else f"{name} {often:.1%}"
            for name, often in zip(node.actions, node.frequencies.tolist(), strict=True)
        ]
        name = PLAYER_NAMES[player]
        if node.player is None:
            frequencies, colours, legend = np.ones((13, 13, 1)), [HELD], [f"{name}'s range"]
        note = f"Heights are stretched {times:,.3g} times." if times > 1 else ""
        words = f"{name} {where}: 13 by 13 grid of starting hands. All hands: {', '.join(legend)}."
        grids.append(to_svg(grid_drawing(words, frequencies, times * held, colours, legend, note)))
    return Markup("\n".join(grids))


def spot_html(report: SpotReport) -> Markup:
    """HTML of a spot: its first decision."""
    lines = report.lines
    told = f"{len(lines)} lines of the first betting round; report.at(line) has any of them and those after: "
    return stacked_markup([node_html(report.at()), paragraph(told + ", ".join(repr(line) for line in lines[1:9]) + " ...")])


def cards_html(cards: NextCards) -> Markup:
    """HTML of the next cards."""
    return cards_table(cards)
