"""Counterfactual values after the next card, where a street begins, for reports.

A report on one public state needs the values below it. Values on its own street are few and are computed on demand
(``evaluation.spots.two_player_values``). Values after the next public card are sums over all that follows, and come from here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s

from .arrays import LANES, BoardRows
from .street_evaluator import Evaluated, evaluate_boards
from .street_lines import chance_reaches
from .street_plan import WalkPlan, WalkScratch
from .street_tree import StreetTree
from .street_walk import BELOW, DOWN, NO_ROOT, new_scratch, put_entries


def values_after_cards(
    plan: WalkPlan, stage: int, board: int, reach: Sequence[Floats], rows: BoardRows, scratch: WalkScratch, best: bool
) -> tuple[Floats32, Floats32]:
    """The values of the next stage's entries on each canonical board that follows one.

    Args:
        plan: the game's.
        stage: the board's.
        board: the board that the cards follow.
        reach: each player's [entries, own hands].
        rows: the policy.
        scratch: for both values.
        best: values of each player's best response to the other's strategy, not of the strategies.

    Returns:
        For each player float32 [boards, blocks, entries, 16].
    """
    (start, end), values, totals = plan.children_of(stage, board), (int(best), int(best) + 1), np.zeros((2, 2))
    entries, blocks = int(plan.stages["entries"][stage + 1, 0]), plan.stages["blocks"][0].tolist()
    worth = np.zeros((2, 1, end - start, entries * max(blocks) * LANES), dtype=np.float32)
    for player, by_player in enumerate(reach):
        put_entries(plan, stage, player, by_player, scratch)
    for part, count in ((DOWN, 1), (BELOW, end - start)):
        evaluate_boards(
            plan, NO_ROOT, (stage, board), part, 0, count, (0, 2), values, Evaluated(rows), scratch, scratch, worth, totals
        )
    first, second = (
        by_player[0, :, : count * entries * LANES].reshape(end - start, count, entries, LANES)
        for by_player, count in zip(worth, blocks, strict=True)
    )
    return first, second


class CardValues:
    """Values after each card that can follow one board, on each line that continues: ``StreetValues.after_cards``."""

    def __init__(self, tree: StreetTree, scale: float, rows: Sequence[Floats32], child: Int64s, exchange: Int64s) -> None:
        """Take each player's [canonical boards, blocks, entries, 16], and for each board its canonical one and symmetry."""
        self._tree, self._scale, self._rows = tree, scale, rows
        self._child, self._exchange = child, exchange

    def __getitem__(self, entry: int) -> Floats:
        """float64 [2, boards that follow, hands]: counterfactual values of an entry of the next stage, chance's part left out.

        The board is given, its next card not: the sum over the boards is the value where the card is due.
        """
        values = np.zeros((2, len(self._child), len(self._tree.game.rules.deck.hands)))
        for player, (rows, hands) in enumerate(zip(self._rows, self._tree.hands, strict=True)):
            mine = rows[:, :, entry].reshape(len(rows), -1)
            exchange = self._tree.plan.exchange[self._exchange, player, : len(hands)]
            values[player][:, hands] = mine[self._child[:, None], exchange] * self._scale
        return values

    def sum(self, entry: int) -> Floats:
        """float64 [2, hands]: the sum of ``[entry]`` over the boards, which are not made one by one."""
        totals = np.zeros((2, len(self._tree.game.rules.deck.hands)))
        for player, (rows, hands) in enumerate(zip(self._rows, self._tree.hands, strict=True)):
            mine = rows[:, :, entry].reshape(len(rows), -1)
            result = np.zeros(len(hands))
            for symmetry in np.unique(self._exchange).tolist():
                counts = np.bincount(self._child[self._exchange == symmetry], minlength=len(mine)).astype(np.float64)
                weighted = (mine * counts[:, None]).sum(axis=0, dtype=np.float64)
                result += weighted[self._tree.plan.exchange[symmetry, player, : len(hands)]]
            totals[player, hands] = result * self._scale
        return totals

    def of_child(self, entry: int, child: int) -> Floats:
        """float64 [2, hands]: ``[entry]`` for a canonical board, by its number among those that follow."""
        values = np.zeros((2, len(self._tree.game.rules.deck.hands)))
        for player, (rows, hands) in enumerate(zip(self._rows, self._tree.hands, strict=True)):
            mine = rows[child, :, entry].reshape(-1)
            values[player, hands] = mine[: len(hands)] * self._scale
        return values


class StreetValues:
    """Values of one policy after the cards to come."""

    def __init__(self, tree: StreetTree, rows: BoardRows) -> None:
        """Take the policy as rows of the form (``fitting_rows``)."""
        self.tree = tree
        self.entries = [{line: k for k, line in enumerate(lines)} for lines in tree.entries]
        self._chance = chance_reaches(tree.game.rules, len(self.entries))
        self._rows = rows
        self._scratch = new_scratch(tree.plan, 2, one_player=False)

    def after_cards(self, dealt: tuple[int, ...], reach: Floats) -> CardValues:
        """Values of going on after each next card."""
        plan, stage = self.tree.plan, self.tree.game.rules.betting.cards_through.index(len(dealt))
        here, following = self.tree.boards[stage], self.tree.boards[stage + 1]
        number = here.all.number[dealt]
        board = int(here.number[number])
        exchanged = []
        for player, hands in enumerate(self.tree.hands):
            exchanged.append(np.empty((len(reach[player]), len(hands))))
            exchanged[player][:, plan.exchange[here.exchange[number], player, : len(hands)]] = reach[player][:, hands]
        result = values_after_cards(plan, stage, board, exchanged, self._rows, self._scratch, False)
        start = plan.children_of(stage, board)[0]
        below = np.array([k for k, follows in enumerate(following.all.boards) if follows[: -following.new_cards] == dealt])
        children, exchanges = following.number[below] - start, following.exchange[below]
        return CardValues(self.tree, 1.0 / self._chance[stage], result, children, exchanges)
