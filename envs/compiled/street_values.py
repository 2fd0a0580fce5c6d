"""What it is worth to go on after the next card: counterfactual values where a street begins, for reports.

A report on one public state needs the values below it. Those of the street it is on are few and are worked out when asked for
(``evaluation.reports.spot_values``); those after the next public card are sums over all that follows, and come from here.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from pokerzoo.envs.support.arrays import Floats, Floats32

from .arrays import BoardRows, RootRows
from .board_sweep import LANES
from .simd import ManyHandLanes
from .street_tree import Streets, StreetTree, chance_reaches, collect_stages
from .street_walk import (
    REACH,
    STRATEGY,
    UTILITY,
    Scratch,
    board_rows,
    new_scratch,
    pass_down,
    pass_up,
    plex_of,
    scratch_rows,
    shares,
    terminal_values,
)
from .treeplex import BLOCKS_AT_ONCE, reach_down, values_up


@nb.njit(cache=True, nogil=True)
def values_after_cards(
    streets: Streets, top: int, top_board: int, entries: RootRows, sums: BoardRows, scratch: Scratch, found: RootRows
) -> None:
    """Both players' values of the next stage's entries, on each board that follows one.

    Args:
        streets: the game.
        top: the stage from which the walk goes down.
        top_board: its board.
        entries: pair float32 [blocks, entries * 16]: each player's reach of the stage's entries on that board.
        sums: a number for each board, sequence and hand; shares of them are the strategy.
        scratch: with rows for strategy, reach and utility.
        found: pair float32 [boards that follow, blocks, entries of the next stage * 16], written.
    """
    stages = streets.sequences.shape[0]
    at, following = np.zeros(stages, np.int64), np.zeros(stages, np.int64)
    first_child = streets.children[streets.board_at[top] + top_board, 0]
    for player in range(2):
        for both in range(2):
            first_entry = streets.sequences[top, both] * LANES
            scratch_rows(streets, scratch, top, both, REACH)[:, first_entry:] = entries[both]
        own = ManyHandLanes(streets.blocks[player])
        stage, fresh = top, True
        at[top] = top_board
        while True:
            board = at[stage]
            if fresh:
                for both in range(2):
                    lanes, plex = ManyHandLanes(streets.blocks[both]), plex_of(streets, stage, both)
                    strategy = scratch_rows(streets, scratch, stage, both, STRATEGY)
                    reach = scratch_rows(streets, scratch, stage, both, REACH)
                    here = board_rows(streets, sums, stage, both, board)
                    for start in range(0, streets.blocks[both], BLOCKS_AT_ONCE):
                        end = min(start + BLOCKS_AT_ONCE, streets.blocks[both])
                        shares(lanes, plex, start, end, here, strategy)
                        reach_down(lanes, plex, start, end, strategy, reach)
                terminal_values(streets, stage, player, board, scratch)
                following[stage] = streets.children[streets.board_at[stage] + board, 0]
                fresh = False
            if following[stage] < streets.children[streets.board_at[stage] + board, 1]:
                child = following[stage]
                following[stage] += 1
                pass_down(streets, stage, child, scratch)
                stage, fresh = stage + 1, True
                at[stage] = child
                continue
            if stage == top:
                break
            strategy = scratch_rows(streets, scratch, stage, player, STRATEGY)
            utility = scratch_rows(streets, scratch, stage, player, UTILITY)
            values_up(own, plex_of(streets, stage, player), 0, streets.blocks[player], strategy, utility)
            if stage == top + 1:
                found[player][board - first_child] = utility[:, streets.sequences[stage, player] * LANES :]
            stage -= 1
            pass_up(streets, stage, player, UTILITY, scratch)


class AfterCards:
    """Values after each card that can follow one board, on each line that goes on: ``StreetValues.after_cards``."""

    def __init__(self, tree: StreetTree, scale: float, rows: RootRows) -> None:
        self._tree, self._scale, self._rows = tree, scale, rows

    def __getitem__(self, entry: int) -> Floats:
        """float64 [2, boards that follow, hands]: counterfactual values of an entry of the next stage, chance's part left out.

        The board is given, its next card not: the sum over the boards is the value where the card is due.
        """
        values = np.zeros((2, len(self._rows[0]), len(self._tree.game.rules.hands)))
        for player, (rows, own) in enumerate(zip(self._rows, self._tree.hands, strict=True)):
            mine = rows[:, :, entry * LANES : (entry + 1) * LANES].reshape(len(rows), -1)[:, : len(own)]
            values[player][:, own] = mine * self._scale
        return values


class StreetValues:
    """Values of one policy after the cards to come.

    Attributes:
        tree: the compiled game.
        entries: for each stage its entries, the number of each line in which its card has just come.
    """

    def __init__(self, tree: StreetTree, rows: BoardRows) -> None:
        """Take the policy as rows of the form (``StreetTree.rows_from_policy``)."""
        self.tree = tree
        self.entries = [{line: k for k, line in enumerate(stage.entries)} for stage in collect_stages(tree.game)]
        self._chance = chance_reaches(tree.game.rules, len(self.entries))
        self._rows = rows
        self._scratch = new_scratch(tree, 3)

    def after_cards(self, dealt: tuple[int, ...], reach: Floats) -> AfterCards:
        """What it is worth to go on after each next card.

        Args:
            dealt: public cards since the start, as indices into the deck: the board of a stage that is not the last.
            reach: float64 [2, entries of that stage, hands]: both players' reach, in the order of ``entries``.
        """
        streets: Streets = self.tree.streets
        stage = len(dealt)
        board = self.tree.infosets.boards(stage).number[dealt]
        start, end = streets.children[int(streets.board_at[stage]) + board].tolist()
        following = int(streets.entries[stage + 1]) * LANES
        packed, found = [], []
        for player, own in enumerate(self.tree.hands):
            blocks = int(streets.blocks[player])
            packed.append(pack_entries(reach[player][:, own], blocks))
            found.append(np.zeros((end - start, blocks, following), dtype=np.float32))
        rows = found[0], found[1]
        values_after_cards(streets, stage, board, (packed[0], packed[1]), self._rows, self._scratch, rows)
        return AfterCards(self.tree, 1.0 / self._chance[stage], rows)


def pack_entries(reach: Floats, blocks: int) -> Floats32:
    """float32 [blocks, entries * 16] from [entries, hands]."""
    packed = np.zeros((len(reach), blocks * LANES), dtype=np.float32)
    packed[:, : reach.shape[1]] = reach
    return np.ascontiguousarray(packed.reshape(len(reach), blocks, LANES).transpose(1, 0, 2).reshape(blocks, -1))
