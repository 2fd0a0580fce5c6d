"""Sections of a report's page on a hold'em spot: its first decisions, or one node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerzoo.envs.core import Game
from pokerzoo.envs.games.holdem import is_spot
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.evaluation.pictures.next_cards import next_card_picture
from pokerzoo.evaluation.pictures.range_picture import range_grid_picture
from pokerzoo.evaluation.spots.node_report import NodeReport
from pokerzoo.evaluation.spots.spot_report import SpotReport
from pokerzoo.evaluation.spots.spot_tables import classes_table, hands_table, ranges_table

if TYPE_CHECKING:
    from .report_page import ReportPage

TWO_SEATS = "OOP, out of position, acts first, IP, in position, second"
THREE_SEATS = "OOP, out of position, acts first, then MP, in the middle, then IP, in position"
RIVER_WORDS = (
    f"Half of the starting pot counts as put in by each player; pot share is net chips plus that half. {TWO_SEATS}. "
    "Lines: x check, c call, f fold, b33 bet 33, r100 raise to 100; public cards stand "
    "between slashes. Combos are weighted by the range and by how often they get there."
)

BLIND_WORDS = (
    "Players expect net chips, blinds and bets included. Equity is that of a showdown, over all cards that can still come. "
    "Lines: x check, c call, f fold, b bet, r raise; the cards of a flop stand between slashes. "
    "Combos are weighted by how often they get there."
)


THREE_WORDS = (
    f"A third of the starting pot counts as put in by each player; pot share is net chips plus that third. {THREE_SEATS}. "
    "Equity is the share of the pot at a showdown of all "
    "who are left. Lines: x check, c call, f fold, b33 bet 33, r100 raise to 100; public cards stand between slashes. Combos "
    "are weighted by the range and by how often they get there."
)


def words_of(game: Game) -> str:
    """Words that the tables of a game need."""
    if game.num_players > 2:
        return THREE_WORDS
    return RIVER_WORDS if is_spot(game) else BLIND_WORDS


def seats_from(node: NodeReport) -> list[int]:
    """All seats, that of the player who acts first."""
    seats = range(node.game.num_players)
    return sorted(seats, key=lambda seat: seat != (node.player or 0))


def file_name(node: NodeReport) -> str:
    """Line of a node, fit for a file name."""
    return node.line.replace("/", "-") or "start"


def first_decisions(page: ReportPage, report: SpotReport) -> None:
    """Add range grids of the first decisions, tables of the ranges, and the next card after the likeliest line."""
    page.words.append(words_of(page.game))
    everything = list(report.nodes())
    nodes = [node for node in everything if node.player is not None]
    nodes.sort(key=lambda node: (-round(node.probability, 9), len(node.public.line.actions)))
    due = [node for node in everything if node.card_due]
    shown = nodes[: page.max_grids]
    page.expect(len(shown) + bool(due))
    for node in shown:
        where = line_heading(node.line)
        assert node.player is not None
        caption = f"{node.game.player_names[node.player]} {where}: actions of each hand class."
        page.picture(f"range-{file_name(node)}", range_grid_picture(report, node.line), caption)
        summary = f"The same as a table: {node.game.player_names[node.player]} {where}"
        page.table(ranges_table(node, page.unit))
        page.details(summary, classes_table(node, page.unit))
    if due:
        next_card(page, report, max(due, key=lambda node: node.probability))
    if len(nodes) > len(shown):
        first = " before the next card" if due else ""
        left = f"Left out: {len(nodes) - len(shown)} of the {len(nodes)} nodes at which a player acts{first}, the least likely."
        page.paragraph(f"{left} Single hands are left out too: the tables have the mean of each kind.")


def one_node(page: ReportPage, report: SpotReport, node: NodeReport) -> None:
    """Add one node: tables of the ranges, their grids, their hands, and the next card."""
    page.words.append(words_of(page.game))
    where = line_heading(node.line)
    page.expect(2 + node.card_due)
    page.section(f"The node {where}")
    page.table(ranges_table(node, page.unit))
    for player in seats_from(node):
        name = node.game.player_names[player]
        caption = f"{name} {where}: {'actions of each hand class' if player == node.player else 'the range'}."
        figure = range_grid_picture(report, node.line, player=player)
        page.picture(f"range-{file_name(node)}-{name.lower()}", figure, caption)
        page.details(f"{name}'s hands {where}, one by one", hands_table(node, player, page.unit))
    if node.card_due:
        next_card(page, report, node)


def next_card(page: ReportPage, report: SpotReport, node: NodeReport) -> None:
    """Add picture and table of the next card."""
    where = line_heading(node.line)
    if cards_due(node) > 1:
        cards = report.next_cards(node.line)
        page.step()
        summary = f"{len(cards.cards):,} flops {where} that differ by more than suits, the best and the worst of them"
        page.details(summary, cards.to_table(page.unit))
        return
    figure = next_card_picture(report, node.line, big_blind=page.big_blind)
    page.picture(f"next-card-{file_name(node)}", figure, f"Changes by the next card {where}.")
    page.details(f"The same as a table: the next card {where}", report.next_cards(node.line).to_table(page.unit))


def cards_due(node: NodeReport) -> int:
    """Number of cards that come at once."""
    return node.game.rules.betting.deals[node.public.line.num_deals]
