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

from .arrays import BoardRows, PlayerValues, RunningSums, RootRows, Rows, SideBySide, Strategy, Sums
from .board_sweep import BLOCK, LANES, NO_CARD, row_starts, transpose_rows
from .simd import (
    Lanes,
    ManyHandLanes,
    Narrow,
    SideLanes,
    Wide,
    aligned_zeros,
    dot,
    fill,
    fill_f32x16,
    fill_side,
    load,
    load_side,
    select_positive,
    store,
    vector_load,
    vector_store,
    width_of,
    zero_rows,
)
from .street_tables import card_sums, running_sums
from .street_tree import SHOWS, Streets, StreetTree
from .treeplex import BLOCKS_AT_ONCE, Treeplex, best_values_up, reach_down, values_up

WIDEST = 32
"""Sequences side by side at most."""
WINS_AT, MASS_AT, ANSWERS_AT = 0, WIDEST * LANES, 2 * WIDEST * LANES
"""Where in ``Scratch.block`` sixteen hands' wins less losses and the mass that they face start, by hand, and both by sequence."""
STRATEGY, REACH, UTILITY, BEST, CHOICE = range(5)
"""Kinds of scratch rows. The last two are for best responses."""


class Scratch(NamedTuple):
    """The arrays that one walk writes into.

    Attributes:
        rows: float32: rows [blocks, (sequences + entries) * 16] for each stage, player and kind, one after the other.
        row_at: int64 [stages, 2, kinds, 2]: where these start, and end.
        reach: float32 [(padded hands + 1) * 32]: the opponent's reach, sequences side by side; behind all hands zeros.
        sums: float32 [(3 * padded hands + 1) * 32]: running sums, or reach by card.
        block: float32 [4 * 32 * 16]: see ``ANSWERS_AT``.
    """

    rows: Floats32
    row_at: Int64s
    reach: tuple[SideBySide, SideBySide]
    sums: RunningSums
    block: Floats32


def new_scratch(tree: StreetTree, kinds: int) -> Scratch:
    """Make scratch for so many kinds of rows."""
    streets = tree.streets
    wide = (streets.sequences + streets.entries[:, None]) * streets.blocks * LANES
    sizes = np.repeat(wide[:, :, None], kinds, axis=2)
    ends = np.cumsum(sizes)
    hands = streets.blocks * LANES
    return Scratch(
        rows=aligned_zeros(int(sizes.sum()), np.float32),
        row_at=np.stack([ends - sizes.ravel(), ends], axis=1).reshape(*sizes.shape, 2),
        reach=(
            aligned_zeros((int(hands[1]) + 1) * WIDEST, np.float32),
            aligned_zeros((int(hands[0]) + 1) * WIDEST, np.float32),
        ),
        sums=aligned_zeros(max(NO_CARD + 1, 3 * int(hands.max()) + 1) * WIDEST, np.float32),
        block=aligned_zeros(4 * WIDEST * LANES, np.float32),
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
    theirs = scratch_rows(streets, scratch, stage, 1 - player, REACH)
    out = scratch_rows(streets, scratch, stage, player, UTILITY)
    out[:] = 0.0
    batch, end = streets.batch_at[stage, player, 0], streets.batch_at[stage, player, 1]
    while batch < end:
        if batch + 1 < end and streets.shows[batch] & SHOWS == streets.shows[batch + 1] & SHOWS:
            answer(Wide(2), batch, streets, stage, player, board, theirs, out, scratch)
            batch += 2
        else:
            answer(Narrow(1), batch, streets, stage, player, board, theirs, out, scratch)
            batch += 1


@nb.njit(cache=True)
def answer(
    side: SideLanes,
    batch: int,
    streets: Streets,
    stage: int,
    player: int,
    board: int,
    theirs: Rows,
    out: Rows,
    scratch: Scratch,
) -> None:
    """Add to the rows ``out`` of ``player`` what one or two batches of the opponent's sequences, side by side, make of them."""
    other, width, batches = 1 - player, width_of(side), side.vectors
    reach, sums, turned = scratch.reach[player], scratch.sums, scratch.block
    for b in range(batches):
        starts = row_starts(streets.rows[batch + b])
        for block in range(streets.blocks[other]):
            transpose_rows(theirs, starts, block * theirs.shape[1], reach, block * LANES * width + b * LANES, width)
    shows = streets.shows[batch] & SHOWS
    cards, twin, tables = streets.cards[player], streets.twin[player], streets.tables
    if shows:
        total = running_sums(side, tables, other, board, reach, sums)
    else:
        total = card_sums(side, streets.hands[other], streets.by_card[other], streets.card_end[other], reach, sums)
    # Behind all hands stand zeros.
    vector_store(reach, streets.blocks[other] * LANES * width, fill_side(side, 0.0))
    alive = streets.alive[player, streets.board_at[stage] + board]
    for block in range(streets.blocks[player]):
        if shows:
            places, of_card = tables.places[player, board], tables.card_total[other, board]
            for i in range(LANES):
                hand = block * LANES + i
                one, two, here = of_card[cards[0, hand]], of_card[cards[1, hand]], fill_side(side, alive[hand])
                mass = total - (load_side(side, sums, one * width) + load_side(side, sums, two * width))
                place = places[hand]
                both = load_side(side, sums, place[0] * width) + load_side(side, sums, place[1] * width)
                first = load_side(side, sums, place[2] * width) + load_side(side, sums, place[3] * width)
                second = load_side(side, sums, place[4] * width) + load_side(side, sums, place[5] * width)
                vector_store(turned, WINS_AT + i * width, (both - (first + second) - mass) * here)
                # The opponent cannot hold this very hand: it was taken out with both its cards.
                vector_store(turned, MASS_AT + i * width, (mass + load_side(side, reach, twin[hand] * width)) * here)
        else:
            for i in range(LANES):
                hand = block * LANES + i
                one, two, here = cards[0, hand], cards[1, hand], fill_side(side, alive[hand])
                mass = total - (load_side(side, sums, one * width) + load_side(side, sums, two * width))
                vector_store(turned, MASS_AT + i * width, (mass + load_side(side, reach, twin[hand] * width)) * here)
        for b in range(batches):
            rows = hand_starts(b * LANES, width)
            if shows:
                transpose_rows(turned, rows, WINS_AT, turned, ANSWERS_AT + 2 * b * BLOCK, LANES)
            transpose_rows(turned, rows, MASS_AT, turned, ANSWERS_AT + (2 * b + 1) * BLOCK, LANES)
            at = ANSWERS_AT + 2 * b * BLOCK
            for k in range(streets.answer_at[batch + b], streets.answer_at[batch + b + 1]):
                worth = vector_load(turned, at + streets.lane[k] * LANES) * fill_f32x16(streets.chips[k])
                where = block * out.shape[1] + streets.sequence[k] * LANES
                vector_store(out, where, vector_load(out, where) + worth)


@nb.njit(cache=True)
def hand_starts(first: int, pitch: int) -> tuple[int, ...]:
    """Where the numbers of sixteen hands start, as ``transpose_rows`` takes them."""
    return (
        first, first + pitch, first + 2 * pitch, first + 3 * pitch, first + 4 * pitch, first + 5 * pitch, first + 6 * pitch,
        first + 7 * pitch, first + 8 * pitch, first + 9 * pitch, first + 10 * pitch, first + 11 * pitch, first + 12 * pitch,
        first + 13 * pitch, first + 14 * pitch, first + 15 * pitch,
    )  # fmt: skip


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
