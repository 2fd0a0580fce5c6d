"""Walks over the boards of a ``StreetTree``: down to a board, all its lines at once, and back up.

On each board: the strategies of both players from sums (of regrets, or of strategies), own reach, what terminals are worth,
then every board that follows, then values and whatever is to be learned from them. Only sums are kept for each board; strategy,
reach and utility are scratch, which stays in the cache.
"""

from __future__ import annotations

from typing import NamedTuple

import numba as nb
import numpy as np

from pokerzoo.envs.measurement import PolicyEvaluator
from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s

from .arrays import BoardRows, CardSums, PlayerValues, RootRows, Rows, SideBySide, Strategy, Sums
from .board_sweep import (
    BLOCK,
    BLOCK_ROWS,
    LANES,
    MASS_BY_HAND,
    MASS_BY_SEQUENCE,
    NO_CARD,
    WINS_BY_HAND,
    WINS_BY_SEQUENCE,
    row_starts,
    transpose_rows,
)
from .simd import Lanes, ManyHandLanes, dot, fill, load, select_positive, store, vector_load, vector_store, zero_rows
from .street_tables import sum_by_card, sweep
from .street_tree import Streets, StreetTree
from .treeplex import BLOCKS_AT_ONCE, Treeplex, best_values_up, reach_down, values_up

STRATEGY, REACH, UTILITY, BEST, CHOICE = range(5)
"""Kinds of scratch rows. The last two are for best responses."""


class Scratch(NamedTuple):
    """The arrays that one walk writes into.

    Attributes:
        rows: float32: rows [blocks, (sequences + entries) * 16] for each stage, player and kind, one after the other.
        row_at: int64 [stages, 2, kinds, 2]: where these start, and end.
        reach: float32 [(padded hands + 1) * 16]: the opponent's reach, sixteen sequences side by side; behind all hands zeros.
        worth: float32 [padded hands * 16]: a showdown's values in the same form.
        sums: float32 [53 * 16]: reach by card.
        block: float32 [4 * 16 * 16]: the four blocks of ``BoardSweeps.block``.
    """

    rows: Floats32
    row_at: Int64s
    reach: tuple[SideBySide, SideBySide]
    worth: SideBySide
    sums: CardSums
    block: Floats32


def new_scratch(tree: StreetTree, kinds: int) -> Scratch:
    """Make scratch for so many kinds of rows."""
    streets = tree.streets
    wide = (streets.sequences + streets.entries[:, None]) * streets.blocks * LANES
    sizes = np.repeat(wide[:, :, None], kinds, axis=2)
    ends = np.cumsum(sizes)
    hands = streets.blocks * LANES
    return Scratch(
        rows=np.zeros(int(sizes.sum()), dtype=np.float32),
        row_at=np.stack([ends - sizes.ravel(), ends], axis=1).reshape(*sizes.shape, 2),
        reach=(
            np.zeros((int(hands[1]) + 1) * LANES, dtype=np.float32),
            np.zeros((int(hands[0]) + 1) * LANES, dtype=np.float32),
        ),
        worth=np.zeros(int(hands.max()) * LANES, dtype=np.float32),
        sums=np.zeros((NO_CARD + 1) * LANES, dtype=np.float32),
        block=np.zeros(4 * BLOCK, dtype=np.float32),
    )


def root_rows(tree: StreetTree) -> RootRows:
    """The weight of each hand as a row of its own, float32 [blocks, 16]."""
    rows = []
    for blocks, weights in zip(tree.streets.blocks.tolist(), tree.root_reach, strict=True):
        row = zero_rows(ManyHandLanes(blocks), 1)
        row.reshape(-1)[: len(weights)] = weights
        rows.append(row)
    return rows[0], rows[1]


@nb.njit(cache=True)
def plex_of(streets: Streets, stage: int, player: int) -> Treeplex:
    """A player's decision points in a stage."""
    start, end = streets.plex_at[stage, player, 0], streets.plex_at[stage, player, 1]
    return Treeplex(streets.first[start:end], streets.actions[start:end], streets.parent[start:end])


@nb.njit(cache=True)
def scratch_rows(streets: Streets, scratch: Scratch, stage: int, player: int, kind: int) -> Rows:
    """Rows [blocks, (sequences + entries) * 16] of scratch."""
    start, end = scratch.row_at[stage, player, kind, 0], scratch.row_at[stage, player, kind, 1]
    blocks = streets.blocks[player]
    return scratch.rows[start:end].reshape(blocks, (end - start) // blocks)


@nb.njit(cache=True)
def board_rows(streets: Streets, rows: BoardRows, stage: int, player: int, board: int) -> Rows:
    """Rows [blocks, sequences * 16] of one board, of an array with a number for each board, sequence and hand."""
    blocks, wide = streets.blocks[player], streets.sequences[stage, player] * LANES
    start = streets.row_at[stage, player] + board * blocks * wide
    return rows[start : start + blocks * wide].reshape(blocks, wide)


@nb.njit(cache=True)
def shares(lanes: Lanes, plex: Treeplex, start: int, end: int, sums: Sums, strategy: Strategy) -> None:
    """Write at each decision point the shares of what is positive; equal shares where nothing is."""
    for point in range(plex.first.shape[0]):
        first, last = plex.first[point], plex.first[point] + plex.actions[point]
        equal = fill(lanes, 1.0 / plex.actions[point])
        for block in range(start, end):
            total = fill(lanes, 0.0)
            for row in range(first, last):
                value = load(lanes, sums, row, block)
                total = total + select_positive(value, value, fill(lanes, 0.0))
            inverse = fill(lanes, 1.0) / select_positive(total, total, fill(lanes, 1.0))
            for row in range(first, last):
                value = load(lanes, sums, row, block)
                share = select_positive(value, value, fill(lanes, 0.0)) * inverse
                store(lanes, strategy, row, block, select_positive(total, share, equal))


@nb.njit(cache=True, nogil=True)
def all_shares(streets: Streets, sums: BoardRows, strategies: BoardRows) -> None:
    """``shares`` on every board."""
    for stage in range(streets.sequences.shape[0]):
        for board in range(streets.board_at[stage + 1] - streets.board_at[stage]):
            for player in range(2):
                lanes, plex = ManyHandLanes(streets.blocks[player]), plex_of(streets, stage, player)
                strategy = board_rows(streets, strategies, stage, player, board)
                own = board_rows(streets, sums, stage, player, board)
                shares(lanes, plex, 0, streets.blocks[player], own, strategy)


def shares_of_sums(form: StreetTree, sums: Floats32) -> Floats32:
    """The strategies that sums make on every board."""
    strategies = form.new_rows()
    all_shares(form.streets, sums, strategies)
    return strategies


@nb.njit(cache=True)
def terminal_values(streets: Streets, stage: int, player: int, board: int, scratch: Scratch) -> None:
    """Write into the rows of utility what each row of ``player`` is worth by the terminals of one board."""
    lanes = ManyHandLanes(streets.blocks[player])
    theirs = scratch_rows(streets, scratch, stage, 1 - player, REACH)
    out = scratch_rows(streets, scratch, stage, player, UTILITY)
    reach, value, sums, turned = scratch.reach[player], scratch.worth, scratch.sums, scratch.block
    cards, twin = streets.cards[player], streets.twin[player]
    alive = streets.alive[player, streets.board_at[stage] + board]
    out[:] = 0.0
    for batch in range(streets.batch_at[stage, player, 0], streets.batch_at[stage, player, 1]):
        starts = row_starts(streets.rows[batch])
        for block in range(streets.blocks[1 - player]):
            transpose_rows(theirs, starts, block * theirs.shape[1], reach, block * BLOCK)
        shows = streets.shows[batch] != 0
        if shows:
            total = sweep(streets.tables, player, board, reach, value, sums)
        else:
            total = sum_by_card(streets.cards[1 - player], streets.hands[1 - player], reach, sums)
        for block in range(streets.blocks[player]):
            for i in range(LANES):
                hand = block * LANES + i
                here = fill(lanes, alive[hand])
                mass = total - vector_load(sums, cards[0, hand] * LANES) - vector_load(sums, cards[1, hand] * LANES)
                # The opponent cannot hold this very hand: it was taken out with both its cards.
                vector_store(turned, MASS_BY_HAND + i * LANES, (mass + vector_load(reach, twin[hand] * LANES)) * here)
                if shows:
                    vector_store(turned, WINS_BY_HAND + i * LANES, (vector_load(value, hand * LANES) - mass) * here)
            if shows:
                transpose_rows(turned, BLOCK_ROWS, WINS_BY_HAND, turned, WINS_BY_SEQUENCE)
            transpose_rows(turned, BLOCK_ROWS, MASS_BY_HAND, turned, MASS_BY_SEQUENCE)
            for k in range(streets.answer_at[batch], streets.answer_at[batch + 1]):
                worth = vector_load(turned, WINS_BY_SEQUENCE + streets.lane[k] * LANES) * fill(lanes, streets.chips[k])
                row = streets.sequence[k]
                store(lanes, out, row, block, load(lanes, out, row, block) + worth)


@nb.njit(cache=True)
def pass_down(streets: Streets, stage: int, child: int, scratch: Scratch) -> None:
    """Write the reach of the next stage's entries on a board that follows."""
    for player in range(2):
        lanes = ManyHandLanes(streets.blocks[player])
        source = scratch_rows(streets, scratch, stage, player, REACH)
        target = scratch_rows(streets, scratch, stage + 1, player, REACH)
        alive, first = streets.alive[player, streets.board_at[stage + 1] + child], streets.sequences[stage + 1, player]
        for block in range(streets.blocks[player]):
            here = vector_load(alive, block * LANES)
            for k in range(streets.exit_at[stage], streets.exit_at[stage + 1]):
                reach = load(lanes, source, streets.exits[player, k], block)
                store(lanes, target, first + k - streets.exit_at[stage], block, reach * here)


@nb.njit(cache=True)
def pass_up(streets: Streets, stage: int, player: int, kind: int, scratch: Scratch) -> None:
    """Add what the entries of the next stage are worth to the rows from which they came."""
    lanes = ManyHandLanes(streets.blocks[player])
    source = scratch_rows(streets, scratch, stage + 1, player, kind)
    target = scratch_rows(streets, scratch, stage, player, kind)
    first = streets.sequences[stage + 1, player] - streets.exit_at[stage]
    for block in range(streets.blocks[player]):
        for k in range(streets.exit_at[stage], streets.exit_at[stage + 1]):
            row = streets.exits[player, k]
            store(lanes, target, row, block, load(lanes, target, row, block) + load(lanes, source, first + k, block))


@nb.njit(cache=True)
def set_root(streets: Streets, root: RootRows, scratch: Scratch) -> None:
    """Write the weights of the hands as the reach of the first entry."""
    for player in range(2):
        lanes = ManyHandLanes(streets.blocks[player])
        reach = scratch_rows(streets, scratch, 0, player, REACH)
        for block in range(streets.blocks[player]):
            store(lanes, reach, streets.sequences[0, player], block, load(lanes, root[player], 0, block))


@nb.njit(cache=True)
def root_value(streets: Streets, player: int, kind: int, scratch: Scratch) -> float:
    """What the first entry is worth to ``player`` over all hands, in net chips."""
    lanes = ManyHandLanes(streets.blocks[player])
    reach = scratch_rows(streets, scratch, 0, player, REACH)
    utility = scratch_rows(streets, scratch, 0, player, kind)
    value = 0.0
    for block in range(streets.blocks[player]):
        value += dot(lanes, reach, utility, streets.sequences[0, player], block)
    return value


@nb.njit(cache=True, nogil=True)
def evaluate_boards(
    streets: Streets,
    root: RootRows,
    sums: BoardRows,
    locked: BoardRows,
    responses: BoardRows,
    scratch: Scratch,
    values: PlayerValues,
    best: PlayerValues,
) -> None:
    """Each player's value of the strategies and of a best response to the other's, into ``values`` and ``best``.

    Args:
        streets: the game.
        root: pair: the weight of each hand, as a row.
        sums: a number for each board, sequence and hand; shares of them are the strategy.
        locked: likewise, above zero where a best response must keep to the strategy; empty: nowhere.
        responses: likewise, written: the best responses; empty: they are not wanted.
        scratch: with all kinds of rows.
        values: float64 [2], written.
        best: float64 [2], written.
    """
    stages = streets.sequences.shape[0]
    at, following = np.zeros(stages, np.int64), np.zeros(stages, np.int64)
    for player in range(2):
        set_root(streets, root, scratch)
        own = ManyHandLanes(streets.blocks[player])
        stage, fresh = 0, True
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
                scratch_rows(streets, scratch, stage, player, BEST)[:] = scratch_rows(streets, scratch, stage, player, UTILITY)
                following[stage] = streets.children[streets.board_at[stage] + board, 0]
                fresh = False
            if following[stage] < streets.children[streets.board_at[stage] + board, 1]:
                child = following[stage]
                following[stage] += 1
                pass_down(streets, stage, child, scratch)
                stage, fresh = stage + 1, True
                at[stage] = child
                continue
            plex = plex_of(streets, stage, player)
            strategy = scratch_rows(streets, scratch, stage, player, STRATEGY)
            choice = scratch_rows(streets, scratch, stage, player, CHOICE)
            lock = board_rows(streets, locked, stage, player, board) if locked.size > 0 else strategy[:0]
            utility = scratch_rows(streets, scratch, stage, player, UTILITY)
            values_up(own, plex, 0, streets.blocks[player], strategy, utility)
            utility = scratch_rows(streets, scratch, stage, player, BEST)
            best_values_up(own, plex, 0, streets.blocks[player], strategy, lock, utility, choice)
            if responses.size > 0:
                target = board_rows(streets, responses, stage, player, board)
                target[:] = choice[:, : target.shape[1]]
            if stage == 0:
                break
            stage -= 1
            pass_up(streets, stage, player, UTILITY, scratch)
            pass_up(streets, stage, player, BEST, scratch)
        values[player] = root_value(streets, player, UTILITY, scratch)
        best[player] = root_value(streets, player, BEST, scratch)


class StreetEvaluator(PolicyEvaluator):
    """Values and best responses in one ``StreetTree``; keeps its scratch, so that repeated questions are cheap.

    Attributes:
        game: the game.
        form: the compiled game.
        locked: rows that are above zero where best responses must keep to the strategy; empty: nowhere.
    """

    def __init__(self, form: StreetTree, locked: Floats32 | None = None) -> None:
        self.game = form.game
        self.form = form
        self.locked = NOTHING if locked is None else locked
        self._root = root_rows(form)
        self._scratch: Scratch | None = None
        self._responses = NOTHING

    def evaluate_sums(self, sums: tuple[Floats32, ...]) -> tuple[Floats, Floats]:
        """(each player's value, each player's best-response value) in net chips, where all play shares of ``sums``."""
        if self._scratch is None:
            self._scratch = new_scratch(self.form, 5)
        values, best = np.zeros(2), np.zeros(2)
        streets: Streets = self.form.streets
        evaluate_boards(streets, self._root, sums[0], self.locked, self._responses, self._scratch, values, best)
        return values, best

    def evaluate_policy(self, probabilities: Floats) -> tuple[Floats, Floats]:
        """``evaluate`` for a behavioural strategy; its best responses can be asked for afterwards."""
        self._responses = self.form.new_rows()
        return self.evaluate_sums((self.form.rows_from_policy(probabilities),))

    def best_responses(self) -> Floats:
        """The best responses of the last ``evaluate_policy``, all players', as one behavioural strategy.

        Where no action is better than another, and where the others' strategies never lead, it takes the first best one.
        """
        return self.form.policy_from_rows(self._responses)


NOTHING: Floats32 = np.zeros(0, dtype=np.float32)
"""Stands for rows that are not wanted."""
