"""Sections of a report's page on the strategy, by the class of a game."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from pokerzoo.agents.policies.merged_suits import without_suits
from pokerzoo.envs import Game
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.game_facts import is_reported
from pokerzoo.envs.support.tables import Table
from pokerzoo.evaluation.measures.bet_fold_measures import bet_fold_thresholds, card_runs
from pokerzoo.evaluation.pictures.game_trees import game_tree_picture
from pokerzoo.evaluation.pictures.pictures import bet_fold_picture, bets_by_card
from pokerzoo.evaluation.pictures.strategies import MAX_HANDS, strategy_pages, strategy_panels, strategy_picture

from .spot_pages import first_decisions

if TYPE_CHECKING:
    from .report_page import ReportPage

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
        caption = f"{who}: probability of a bet; neighbours that round to the same stand together"
        if len(rows) > page.max_rows:
            caption += f" (the last {page.max_rows} of {len(rows)} rows)"
        page.table(Table(caption, ("cards", "probability of a bet"), rows[-page.max_rows :]))
    if len(lines) > page.max_grids:
        page.paragraph(f"Left out: the strategies of {len(lines) - page.max_grids} more players.")
