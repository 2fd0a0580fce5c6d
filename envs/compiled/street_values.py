"""Counterfactual values after the next card, where a street begins, for reports.

A report on one public state needs the values below it. Values on its own street are few and are worked out when asked for
(``evaluation.spots.spot_values``). Values after the next public card are cumulative over all that follows, and come from here.
"""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s
from pokerzoo.envs.support.kernels import kernel

from .arrays import BoardRows, RootRows
from .showdown_pass import LANES
from .simd import ManyHandLanes
from .street_lines import chance_reaches, collect_streets
from .street_packing import lanes_on
from .street_plan import WalkPlan, WalkScratch
from .street_tree import StreetTree
from .street_walk import (
    NOTHING,
    add_child,
    clear_below,
    keep_worth,
    new_scratch,
    pass_down,
    pass_up,
    plex_of,
    scratch_rows,
    strategies_and_reach,
    terminal_values,
)
from .treeplex import best_values_up, values_up


@kernel(nogil=True)
def values_after_cards(
    plan: WalkPlan,
    top: int,
    top_board: int,
    entries: RootRows,
    cumulative: BoardRows,
    scratch: WalkScratch,
    found: RootRows,
    best: bool,
) -> None:
    """Both players' values of the next stage's entries, on each canonical board that follows one."""
    stages = plan.stages.shape[0]
    at, following = np.zeros(stages, np.int64), np.zeros(stages, np.int64)
    above = plan.boards[plan.stages[top, 0].boards_at + top_board]
    for both in range(2):
        lines, row_at = plan.stages[top, both], scratch.row_at[top, both]
        scratch_rows(lines, scratch.rows, row_at.reach)[:, lines.sequences * LANES :] = entries[both]
        strategies_and_reach(
            lines, plan.points, above.places[both], cumulative, NOTHING, scratch.rows, row_at, False, False, 0.0, NOTHING,
            NOTHING, 0.0, scratch.kept,
        )  # fmt: skip
    for player in range(2):
        for child in range(above.children_at, above.children_end):
            pass_down(plan, top, child, scratch, scratch)
            stage, fresh, at[top + 1] = top + 1, True, child
            while True:
                board, lines = at[stage], plan.stages[stage, player]
                own, row_at = plan.boards[lines.boards_at + board], scratch.row_at[stage, player]
                if fresh:
                    for both in range(2):
                        strategies_and_reach(
                            plan.stages[stage, both], plan.points, own.places[both], cumulative, NOTHING, scratch.rows,
                            scratch.row_at[stage, both], both == player, False, 0.0, NOTHING, NOTHING, 0.0, scratch.kept,
                        )  # fmt: skip
                    terminal_values(plan, stage, player, board, scratch)
                    if stage + 1 < stages:
                        clear_below(plan, stage, board, player, 0, scratch)
                    following[stage] = own.children_at
                    fresh = False
                if following[stage] < own.children_end:
                    at[stage + 1] = following[stage]
                    following[stage] += 1
                    pass_down(plan, stage, at[stage + 1], scratch, scratch)
                    stage, fresh = stage + 1, True
                    continue
                if stage + 1 < stages:
                    pass_up(plan, stage, board, player, 0, scratch)
                strategy = scratch_rows(lines, scratch.rows, row_at.strategy)
                utility = scratch_rows(lines, scratch.rows, row_at.utility[0])
                blocks = own.places[player].blocks
                lanes, plex = ManyHandLanes(blocks), plex_of(lines, plan.points)
                if best:  # the best actions take the place of the strategy, which is not needed any more
                    best_values_up(lanes, plex, 0, blocks, strategy, strategy[:0], utility, strategy)
                else:
                    values_up(lanes, plex, 0, blocks, strategy, utility)
                if stage == top + 1:
                    worth = found[player][child - above.children_at].reshape(-1)
                    keep_worth(plan, stage, player, child, scratch.rows, row_at.utility[0], worth)
                    break
                stage -= 1
                pitch = (lines.sequences + lines.entries) * LANES
                entries_at = row_at.utility[0] + lines.sequences * LANES
                own_lanes = lanes_on(plan.packing, player, lines.boards_at + board)
                add_child(plan, stage, player, 0, board, own_lanes, scratch.rows, entries_at, pitch, scratch)


class CardValues:
    """Values after each card that can follow one board, on each line that goes on: ``StreetValues.after_cards``."""

    def __init__(self, tree: StreetTree, scale: float, rows: RootRows, child: Int64s, exchange: Int64s) -> None:
        """Take rows [canonical boards that follow, blocks, entries * 16], and for each board its canonical one and symmetry."""
        self._tree, self._scale, self._rows = tree, scale, rows
        self._child, self._exchange = child, exchange

    def __getitem__(self, entry: int) -> Floats:
        """float64 [2, boards that follow, hands]: counterfactual values of an entry of the next stage, chance's part left out.

        The board is given, its next card not: the sum over the boards is the value where the card is due.
        """
        values = np.zeros((2, len(self._child), len(self._tree.game.rules.deck.hands)))
        for player, (rows, own) in enumerate(zip(self._rows, self._tree.hands, strict=True)):
            mine = rows[:, :, entry * LANES : (entry + 1) * LANES].reshape(len(rows), -1)
            exchange = self._tree.plan.exchange[self._exchange, player, : len(own)]
            values[player][:, own] = mine[self._child[:, None], exchange] * self._scale
        return values

    def sum(self, entry: int) -> Floats:
        """float64 [2, hands]: the sum of ``[entry]`` over the boards, which are not made one by one."""
        totals = np.zeros((2, len(self._tree.game.rules.deck.hands)))
        for player, (rows, own) in enumerate(zip(self._rows, self._tree.hands, strict=True)):
            mine = rows[:, :, entry * LANES : (entry + 1) * LANES].reshape(len(rows), -1)
            found = np.zeros(len(own))
            for symmetry in np.unique(self._exchange).tolist():
                counts = np.bincount(self._child[self._exchange == symmetry], minlength=len(mine)).astype(np.float64)
                weighted = (mine * counts[:, None]).sum(axis=0, dtype=np.float64)
                found += weighted[self._tree.plan.exchange[symmetry, player, : len(own)]]
            totals[player, own] = found * self._scale
        return totals

    def of_child(self, entry: int, child: int) -> Floats:
        """float64 [2, hands]: ``[entry]`` for a board that stands for itself, by its number among those that follow."""
        values = np.zeros((2, len(self._tree.game.rules.deck.hands)))
        for player, (rows, own) in enumerate(zip(self._rows, self._tree.hands, strict=True)):
            mine = rows[child, :, entry * LANES : (entry + 1) * LANES].reshape(-1)
            values[player, own] = mine[: len(own)] * self._scale
        return values


class StreetValues:
    """Values of one policy after the cards to come."""

    def __init__(self, tree: StreetTree, rows: BoardRows) -> None:
        """Take the policy as rows of the form (``fitting_rows``)."""
        self.tree = tree
        self.entries = [{line: k for k, line in enumerate(stage.entries)} for stage in collect_streets(tree.game)]
        self._chance = chance_reaches(tree.game.rules, len(self.entries))
        self._rows = rows
        self._scratch = new_scratch(tree.plan, 1)

    def after_cards(self, dealt: tuple[int, ...], reach: Floats) -> CardValues:
        """Values of going on after each next card."""
        plan, stage = self.tree.plan, self.tree.game.rules.betting.cards_through.index(len(dealt))
        here, following = self.tree.boards[stage], self.tree.boards[stage + 1]
        number = here.all.number[dealt]
        board = int(here.number[number])
        start, end = plan.children_of(stage, board)
        packed, found = [], []
        for player, own in enumerate(self.tree.hands):
            blocks, entries = int(plan.stages["blocks"][0, player]), int(plan.stages["entries"][stage + 1, player])
            exchanged = np.empty((len(reach[player]), len(own)))
            exchanged[:, plan.exchange[here.exchange[number], player, : len(own)]] = reach[player][:, own]
            packed.append(pack_entries(exchanged, blocks))
            found.append(np.zeros((end - start, blocks, entries * LANES), dtype=np.float32))
        rows = found[0], found[1]
        values_after_cards(plan, stage, board, (packed[0], packed[1]), self._rows, self._scratch, rows, False)
        below = np.array([k for k, follows in enumerate(following.all.boards) if follows[: -following.new_cards] == dealt])
        return CardValues(
            self.tree, 1.0 / self._chance[stage], rows, following.number[below] - start, following.exchange[below]
        )


def pack_entries(reach: Floats, blocks: int) -> Floats32:
    """float32 [blocks, entries * 16] from [entries, hands]."""
    packed = np.zeros((len(reach), blocks * LANES), dtype=np.float32)
    packed[:, : reach.shape[1]] = reach
    return np.ascontiguousarray(packed.reshape(len(reach), blocks, LANES).transpose(1, 0, 2).reshape(blocks, -1))
