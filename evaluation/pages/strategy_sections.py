"""Sections of a report's page on the strategy, by the class of a game."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from pokerzoo.agents.policies.merged_suits import without_suits
from pokerzoo.envs import Game
from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.holdem import is_spot
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.game_facts import is_reported
from pokerzoo.envs.support.tables import Table
from pokerzoo.evaluation.measures.bet_fold_measures import bet_fold_thresholds, card_runs
from pokerzoo.evaluation.pictures.game_trees import game_tree_picture
from pokerzoo.evaluation.pictures.next_cards import next_card_picture
from pokerzoo.evaluation.pictures.pictures import bet_fold_picture, bets_by_card
from pokerzoo.evaluation.pictures.range_picture import range_grid_picture
from pokerzoo.evaluation.pictures.strategies import MAX_HANDS, strategy_pages, strategy_panels, strategy_picture
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


INFOSET_WORDS = (
    "An infoset is what a player knows: in poker the own card, a bar, and the moves so far: x check, b bet, c call, f fold, "
    "r raise; after a stroke the card turned up."
)
SUITS = (
    "Suits never matter in this game: the cards of a rank are drawn as one, and have one row in the tables. K on J is a king "
    "with a jack turned up. Where the strategy treats alike cards differently, as a sampled one does, the numbers are means "
    "weighted by how often the player gets there."
)
MAX_DECK = 500
"""Largest deck with exact thresholds of the bet/fold game."""


@singledispatch
def add_strategy(game: Game, page: ReportPage) -> None:
    """Add what the strategy is, as tables and pictures: the tree if it can be drawn, heat maps, and a table a player.

    A class of games of your own may have another section: ``add_strategy.register(YourGame, your_function)``.
    """
    page.words.append(INFOSET_WORDS)
    if without_suits(game) is not game:
        page.paragraph(SUITS)
    heat = max(len(panel.hands) for panel in strategy_panels(game)) <= MAX_HANDS
    pages = len(strategy_pages(game)) if heat else 0
    page.expect(1 + min(pages, page.max_pages))
    try:
        tree = game_tree_picture(page.policy)
    except ValueError:  # too large: the heat maps have it all
        page.step()
    else:
        page.picture("game-tree", tree, "The game's tree with the strategy on its edges.")
    if heat:
        for number in range(min(pages, page.max_pages)):
            name = "strategy" if pages == 1 else f"strategy-{number + 1}"
            caption = "Probability of each action, by player and public history"
            figure = strategy_picture(page.policy, page=number)
            page.picture(name, figure, f"{caption}." if pages == 1 else f"{caption}: page {number + 1} of {pages}.")
        if pages > page.max_pages:
            page.paragraph(f"Left out: {pages - page.max_pages} of the {pages} pages of heat maps.")
    for player in range(game.num_players):
        page.strategy_table(player)


@add_strategy.register(PokerGame)
def add_poker_strategy(game: PokerGame, page: ReportPage) -> None:
    """Add the first decisions of hold'em with hands and nodes; of other poker what small games have."""
    if is_reported(game):
        first_decisions(page, page.spot_report)
    else:
        add_strategy.dispatch(Game)(game, page)


@add_strategy.register(BetFoldGame)
def add_bet_fold_strategy(game: BetFoldGame, page: ReportPage) -> None:
    """Add the bet/fold curve and the table of cards."""
    thresholds: list[int] = []
    if game.num_cards <= MAX_DECK:
        thresholds = bet_fold_thresholds([game.num_players], [game.odds], game.num_cards)[game.num_players, game.odds]
    lines = bets_by_card(page.policy)
    if len(lines) <= 8:
        page.expect(1)
        figure = bet_fold_picture({"this strategy": page.policy}, thresholds=thresholds)
        caption = "Probability of a bet by card" + (
            ", and where the exact symmetric equilibria begin to bet." if thresholds else "."
        )
        page.picture("bet-fold", figure, caption)
    for player, bets in enumerate(lines[: page.max_grids]):
        rows = [(str(a) if a == b else f"{a} to {b}", text) for a, b, text in card_runs(bets, 3)]
        who = "All players" if len(lines) == 1 else f"Player {player}"
        caption = f"{who}: probability of a bet; neighbours that round to the same value are grouped"
        if len(rows) > page.max_rows:
            caption += f" (the last {page.max_rows} of {len(rows)} rows)"
        page.table(Table(caption, ("cards", "probability of a bet"), rows[-page.max_rows :]))
    if len(lines) > page.max_grids:
        page.paragraph(f"Left out: the strategies of {len(lines) - page.max_grids} more players.")
