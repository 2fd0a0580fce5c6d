"""Counterfactual values after the next card, where a street begins, for reports.

A report on one public state needs the values below it. Values on its own street are few and are worked out when asked for
(``evaluation.spots.spot_values``). Values after the next public card are cumulative over all that follows, and come from here.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s

from .arrays import BoardRows, RootRows
from .showdown_pass import LANES
from .simd import ManyHandLanes
from .street_plan import BLOCKS, BOARD, BOARDS_AT, ENTERS, ENTRIES, FIRST_STEP, LAST_STEP, SEQUENCES, STREET, WalkPlan
from .street_tree import StreetTree, chance_reaches, collect_streets
from .street_walk import (
    NOTHING,
    REACH,
    STRATEGY,
    UTILITY,
    WalkScratch,
    add_child,
    clear_below,
    new_scratch,
    pass_down,
    pass_up,
    plex_of,
    scratch_rows,
    strategies_and_reach,
    terminal_values,
)
from .treeplex import best_values_up, values_up


@nb.njit(cache=True, nogil=True)
def values_after_cards(
    plan: WalkPlan, top: int, top_board: int, entries: RootRows, cumulative: BoardRows, scratch: WalkScratch,
    found: RootRows, best: bool,
) -> None:  # fmt: skip
    """Write both players' values of the next street's entries, on each canonical board that follows one, into ``found``."""
    # ``entries``: each player's reach of the street's entries on that board. ``best``: values of best responses from there on.
    num_streets = plan.streets.shape[0]
    for both in range(2):
        lines, row_at = plan.streets[top, both], scratch.row_at[top, both]
        scratch_rows(lines, scratch.rows, row_at[REACH])[:, lines[SEQUENCES] * LANES :] = entries[both]
        strategies_and_reach(
            lines, plan.points, top_board, cumulative, NOTHING, scratch.rows, row_at, False, False, 0.0, NOTHING, NOTHING, 0.0,
            scratch.kept,
        )  # fmt: skip
    above = plan.boards[plan.streets[top, 0, BOARDS_AT] + top_board]
    for player in range(2):
        child = 0
        for step in range(above[FIRST_STEP] + 1, above[LAST_STEP]):
            street, board = plan.steps[step, STREET], plan.steps[step, BOARD]
            lines, row_at = plan.streets[street, player], scratch.row_at[street, player]
            if plan.steps[step, ENTERS]:
                pass_down(plan, street - 1, board, scratch, scratch)
                for both in range(2):
                    strategies_and_reach(
                        plan.streets[street, both], plan.points, board, cumulative, NOTHING, scratch.rows,
                        scratch.row_at[street, both], both == player, False, 0.0, NOTHING, NOTHING, 0.0, scratch.kept,
                    )  # fmt: skip
                terminal_values(plan, street, player, board, scratch)
                if street + 1 < num_streets:
                    clear_below(plan, street, board, player, 0, scratch)
                continue
            if street + 1 < num_streets:
                pass_up(plan, street, board, player, 0, UTILITY, scratch)
            strategy = scratch_rows(lines, scratch.rows, row_at[STRATEGY])
            utility = scratch_rows(lines, scratch.rows, row_at[UTILITY])
            lanes, plex = ManyHandLanes(lines[BLOCKS]), plex_of(lines, plan.points)
            if best:  # the best actions take the place of the strategy, which is not needed any more
                best_values_up(lanes, plex, 0, lines[BLOCKS], strategy, strategy[:0], utility, strategy)
            else:
                values_up(lanes, plex, 0, lines[BLOCKS], strategy, utility)
            if street == top + 1:
                found[player][child] = utility[:, lines[SEQUENCES] * LANES :]
                child += 1
            else:
                pitch = (lines[SEQUENCES] + lines[ENTRIES]) * LANES
                entries_at = row_at[UTILITY] + lines[SEQUENCES] * LANES
                add_child(plan, street - 1, player, 0, board, scratch.rows, entries_at, pitch, scratch)


class CardValues:
    """Values after each card that can follow one board, on each line that goes on: ``StreetValues.after_cards``."""

    def __init__(self, tree: StreetTree, scale: float, rows: RootRows, child: Int64s, exchange: Int64s) -> None:
        """Take rows [canonical boards that follow, blocks, entries * 16], and for each board its canonical one and symmetry."""
        self._tree, self._scale, self._rows = tree, scale, rows
        self._child, self._exchange = child, exchange

    def __getitem__(self, entry: int) -> Floats:
        """float64 [2, boards that follow, hands]: counterfactual values of an entry of the next street, chance's part left out.

        The board is given, its next card not: the sum over the boards is the value where the card is due.
        """
        values = np.zeros((2, len(self._child), len(self._tree.game.rules.hands)))
        for player, (rows, own) in enumerate(zip(self._rows, self._tree.hands, strict=True)):
            mine = rows[:, :, entry * LANES : (entry + 1) * LANES].reshape(len(rows), -1)
            exchange = self._tree.streets.exchange[self._exchange, player, : len(own)]
            values[player][:, own] = mine[self._child[:, None], exchange] * self._scale
        return values


class StreetValues:
    """Values of one policy after the cards to come."""

    def __init__(self, tree: StreetTree, rows: BoardRows) -> None:
        """Take the policy as rows of the form (``fitting_rows``)."""
        self.tree = tree
        self.entries = [{line: k for k, line in enumerate(street.entries)} for street in collect_streets(tree.game)]
        self._chance = chance_reaches(tree.game.rules, len(self.entries))
        self._rows = rows
        self._scratch = new_scratch(tree, 3)

    def after_cards(self, dealt: tuple[int, ...], reach: Floats) -> CardValues:
        """Values of going on after each next card."""
        streets, street = self.tree.streets, len(dealt)
        here, following = self.tree.boards[street], self.tree.boards[street + 1]
        number = here.all.number[dealt]
        board = int(here.number[number])
        start, end = streets.children[int(streets.board_at[street]) + board].tolist()
        packed, found = [], []
        for player, own in enumerate(self.tree.hands):
            blocks = int(streets.blocks[player])
            exchanged = np.empty((len(reach[player]), len(own)))
            exchanged[:, streets.exchange[here.exchange[number], player, : len(own)]] = reach[player][:, own]
            packed.append(pack_entries(exchanged, blocks))
            found.append(np.zeros((end - start, blocks, int(streets.entries[street + 1]) * LANES), dtype=np.float32))
        rows = found[0], found[1]
        values_after_cards(self.tree.plan, street, board, (packed[0], packed[1]), self._rows, self._scratch, rows, False)
        below = np.array([k for k, follows in enumerate(following.all.boards) if follows[:-1] == dealt])
        return CardValues(
            self.tree, 1.0 / self._chance[street], rows, following.number[below] - start, following.exchange[below]
        )


def pack_entries(reach: Floats, blocks: int) -> Floats32:
    """float32 [blocks, entries * 16] from [entries, hands]."""
    packed = np.zeros((len(reach), blocks * LANES), dtype=np.float32)
    packed[:, : reach.shape[1]] = reach
    return np.ascontiguousarray(packed.reshape(len(reach), blocks, LANES).transpose(1, 0, 2).reshape(blocks, -1))
