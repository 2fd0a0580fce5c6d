"""Walks over the boards of a ``StreetTree``: down to a board, all its lines at once, and back up.

On each board come the strategies of both players from cumulative numbers (regrets or strategies), own reach, and the values of
terminals. Then comes every board that follows, then values and whatever is learned from them. Only these numbers are kept for
each board; strategy, reach and utility are scratch, which stays in the cache.

A walk has three parts. The first is the root's board on the way down. The second is the boards below, child by child of the
root, which may be shared out over threads. The third is the root's board on the way up, where what the children are worth
is added in their order. So results have the same bits on any number of threads.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from pokerzoo.envs.support.arrays import Floats32, Int16s, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .arrays import BoardRows, CardSums, RootRows, Rows, Scales, SideBySide
from .showdown_pass import BLOCK, LANES, hand_starts, row_starts, transpose_rows
from .simd import (
    NEXT_POINT,
    ManyHandLanes,
    OneVector,
    SideLanes,
    TwoVectors,
    aligned_zeros,
    fill_f32x16,
    fill_side,
    load_cumulative,
    load_side,
    put_cumulative,
    select_positive,
    settle_cumulative,
    unit_of,
    vector_load,
    vector_store,
    width_of,
    zero_limit,
    zero_rows,
)
from .street_arrays import COUNTS, SHOWS, Streets
from .street_packing import (
    LaneRow,
    Place,
    add_entries,
    all_group_ends,
    all_orders,
    hands_on,
    lane_of,
    lanes_on,
    take_block,
)
from .street_plan import (
    ACTIONS,
    ANSWERS_AT_COLUMN,
    ANSWERS_END_COLUMN,
    BATCH_ROWS,
    BATCHES_AT,
    BATCHES_END,
    BLOCKS,
    BOARDS_AT,
    ENTRIES,
    EXITS_AT,
    EXITS_END,
    FIRST,
    HANDS,
    IDLE_AT,
    IDLE_END,
    IMAGES_AT,
    IMAGES_END,
    LANE,
    LATER,
    MIRROR,
    PARENT,
    PLACES,
    POINTS_AT,
    POINTS_END,
    ROWS_AT,
    SCALES_AT,
    SEQUENCE,
    SEQUENCES,
    SHOWS_COLUMN,
    USED_AT,
    USED_END,
    WalkPlan,
)
from .street_settled import settle_board
from .street_tables import CARD_SLOTS, card_sums, showdown_pass
from .street_tree import StreetTree
from .treeplex import Treeplex

WIDEST = 32
"""Sequences side by side at most."""
WINS_AT, MASS_AT, ANSWERS_AT = 0, WIDEST * LANES, 2 * WIDEST * LANES
"""Places in ``WalkScratch.block`` of sixteen hands' wins less losses, the mass that they meet, and both by sequence."""
STRATEGY, REACH, UTILITY, BEST, CHOICE = range(5)
"""Kinds of scratch rows. The last two are for best responses."""
DOWN, BELOW, UP = range(3)
"""The parts of a walk: the root's board on the way down, the boards below, the root's board on the way up."""
FREE = -1.0
"""In rows of locks: the strategy is not locked."""


class WalkScratch(NamedTuple):
    """The arrays that one walk writes into."""

    rows: Floats32  # rows [blocks, (sequences + entries) * 16] for each stage, player and kind, one after the other
    row_at: Int64s  # [stages, 2, kinds]: where these start
    # [blocks, lines * 16]: what the boards that follow add to the rows of the lines which go on. There is one for each stage
    # but the last, player, value (of the strategies, of best responses) and symmetry
    below: Floats32
    # [stages, 2, 2]: where these start, and how long one symmetry's is, by stage and player; the second value comes after all
    # symmetries of the first
    below_at: Int64s
    reach: SideBySide  # [(padded hands + 1) * 32]: the opponent's reach, sequences side by side; behind all hands zeros
    held: CardSums  # [54 * 32]: the opponent's reach by card
    won: SideBySide  # [padded hands * 32]: what each hand beats; see ``showdown_pass``
    met: SideBySide  # [padded hands * 16]: the weight of the hands that each hand meets, where that takes a matrix; else empty
    block: Floats32  # [4 * 32 * 16]: see ``ANSWERS_AT``
    kept: Floats32  # [actions * 16]: a decision point's cumulative numbers before they are rounded


class TreeOfStreets(Protocol):
    """A tree whose walks need scratch."""

    @property
    def streets(self) -> Streets:
        """All that kernels need."""

    @property
    def num_symmetries(self) -> int:
        """In how many ways cards may be exchanged."""


def new_scratch(tree: TreeOfStreets, kinds: int, one_player: bool = True) -> WalkScratch:
    """Make scratch for ``kinds`` kinds of rows; ``one_player``: a walk has utility for one player only."""
    streets = tree.streets
    wide = (streets.sequences + streets.entries[:, None]) * streets.blocks * LANES
    sizes = np.repeat(wide[:, :, None], kinds, axis=2)
    shares = one_player and len(wide) > 1
    if shares:
        sizes[-1, :, UTILITY] = 0
    ends = np.cumsum(sizes)
    row_at = (ends - sizes.ravel()).reshape(sizes.shape)
    if shares:
        row_at[-1, :, UTILITY] = row_at[-1, :, REACH]
    hands = streets.blocks * LANES
    below = (np.diff(streets.exit_at)[:, None] * streets.blocks * LANES).ravel()
    below_ends = np.cumsum(2 * tree.num_symmetries * below)
    return WalkScratch(
        rows=aligned_zeros(int(sizes.sum()), np.float32),
        row_at=row_at,
        below=aligned_zeros(int(below_ends[-1]), np.float32),
        below_at=np.stack([below_ends - 2 * tree.num_symmetries * below, below], axis=1).reshape(-1, 2, 2),
        reach=aligned_zeros((int(hands.max()) + 1) * WIDEST, np.float32),
        held=aligned_zeros(CARD_SLOTS * WIDEST, np.float32),
        won=aligned_zeros(int(hands.max()) * WIDEST, np.float32),
        met=aligned_zeros(int(hands.max()) * LANES if streets.pairs.before.size else 0, np.float32),
        block=aligned_zeros(4 * WIDEST * LANES, np.float32),
        kept=aligned_zeros(int(streets.actions.max(initial=0)) * LANES, np.float32),
    )


def new_worth(tree: StreetTree, values: int) -> Floats32:
    """float32 [2, values, children of the root, entries * blocks * 16]: room for what the root's children are worth."""
    streets = tree.streets
    if len(streets.sequences) == 1:
        return np.zeros((2, values, 0, 0), dtype=np.float32)
    children = int(streets.children[0, 1])
    size = int(streets.entries[1] * streets.blocks.max() * LANES)
    found: Floats32 = aligned_zeros((2, values, children, size), np.float32)
    return found


def root_rows(tree: StreetTree) -> RootRows:
    """The weight of each hand as a row of its own, float32 [blocks, 16]."""
    rows = []
    for blocks, weights in zip(tree.streets.blocks.tolist(), tree.root_reach, strict=True):
        row = zero_rows(ManyHandLanes(blocks), 1)
        row.reshape(-1)[: len(weights)] = weights
        rows.append(row)
    return rows[0], rows[1]


@kernel
def plex_of(lines: Int64s, points: Int32s) -> Treeplex:
    """A player's decision points in a stage."""
    own = points[lines[POINTS_AT] : lines[POINTS_END]]
    return Treeplex(own[:, FIRST], own[:, ACTIONS], own[:, PARENT])


@kernel
def scratch_rows(lines: Int64s, rows: Floats32, at: int) -> Rows:
    """Rows [blocks, (sequences + entries) * 16] of scratch that start at ``at``."""
    wide = (lines[SEQUENCES] + lines[ENTRIES]) * LANES
    return rows[at : at + lines[BLOCKS] * wide].reshape(lines[BLOCKS], wide)


@kernel
def place_of(own: Int64s, player: int) -> Place:
    """Place of a player's rows of one board; ``own`` is the board's row of ``WalkPlan.boards``."""
    at = PLACES + 3 * player
    return own[at], own[at + 1], own[at + 2]


@kernel
def board_rows(lines: Int64s, rows: BoardRows, place: Place) -> Rows:
    """Rows [blocks, sequences * 16] of one board, of an array with a number for each board, sequence and hand."""
    wide = lines[SEQUENCES] * LANES
    return rows[place[1] : place[1] + place[0] * wide].reshape(place[0], wide)


@kernel
def strategies_and_reach(
    lines: Int64s,
    points: Int32s,
    place: Place,
    cumulative: BoardRows,
    locks: BoardRows,
    rows: Floats32,
    row_at: Int64s,
    keeps: bool,
    adds: bool,
    discount: float,
    average: BoardRows,
    scales: Scales,
    noise: float,
    kept: Floats32,
) -> None:
    """Write the strategy that ``cumulative`` makes on a board, and own reach, as scratch rows; entries have their reach."""
    start, end, own = lines[POINTS_AT], lines[POINTS_END], lines[SEQUENCES] * LANES
    wide = own + lines[ENTRIES] * LANES
    shares_at, reach_at = row_at[STRATEGY], row_at[REACH]
    blocks, cumulative_at, scale = place
    one, zero, factor = fill_f32x16(1.0), fill_f32x16(0.0), np.float32(discount)
    least = fill_f32x16(zero_limit(ManyHandLanes(1)))
    locked = locks.size > 0
    for _ in range(blocks):
        for point in range(start, end):
            first, actions = points[point, FIRST] * LANES, points[point, ACTIONS]
            here = cumulative_at + first
            above = vector_load(rows, reach_at + points[point, PARENT] * LANES)
            aged = fill_f32x16(factor * unit_of(average, scales, scale)) if adds else zero
            if actions == 2 and not locked:  # most points: without a second look at the numbers
                a, b = load_cumulative(cumulative, here), load_cumulative(cumulative, here + LANES)
                a, b = select_positive(a, a, zero), select_positive(b, b, zero)
                total = a + b
                counted = total - least  # else 1 / total might overflow
                inverse, equal = one / select_positive(counted, total, one), fill_f32x16(0.5)
                a, b = select_positive(counted, a * inverse, equal), select_positive(counted, b * inverse, equal)
                if keeps:
                    vector_store(rows, shares_at + first, a)
                    vector_store(rows, shares_at + first + LANES, b)
                a, b = a * above, b * above
                vector_store(rows, reach_at + first, a)
                vector_store(rows, reach_at + first + LANES, b)
                if adds:
                    put_cumulative(average, here, kept, 0, load_cumulative(average, here) * aged + a)
                    put_cumulative(average, here + LANES, kept, LANES, load_cumulative(average, here + LANES) * aged + b)
            else:
                total = zero
                for k in range(actions):
                    value = load_cumulative(cumulative, here + k * LANES)
                    total = total + select_positive(value, value, zero)
                counted = total - least
                inverse, equal = one / select_positive(counted, total, one), fill_f32x16(1.0 / actions)
                for k in range(actions):
                    value = load_cumulative(cumulative, here + k * LANES)
                    share = select_positive(counted, select_positive(value, value, zero) * inverse, equal)
                    if locked:
                        lock = vector_load(locks, here + k * LANES)
                        share = select_positive(lock + one, lock, share)
                    if keeps:
                        vector_store(rows, shares_at + first + k * LANES, share)
                    share = share * above
                    vector_store(rows, reach_at + first + k * LANES, share)
                    if adds:
                        value = load_cumulative(average, here + k * LANES) * aged + share
                        put_cumulative(average, here + k * LANES, kept, k * LANES, value)
            if adds:
                settle_cumulative(average, here, actions, kept, 0, scales, scale, noise + point * NEXT_POINT)
            scale += 1
        cumulative_at += own
        shares_at += wide
        reach_at += wide


@kernel
def terminal_values(plan: WalkPlan, stage: int, player: int, board: int, scratch: WalkScratch) -> None:
    """Write the value of each row of ``player`` by the terminals of one board into the rows of utility."""
    other = 1 - player
    lines, theirs = plan.stages[stage, player], plan.stages[stage, other]
    reach_at = scratch.row_at[stage, other, REACH]
    reach_wide = (theirs[SEQUENCES] + theirs[ENTRIES]) * LANES
    out_at = scratch.row_at[stage, player, UTILITY]
    out_wide = (lines[SEQUENCES] + lines[ENTRIES]) * LANES
    zero = fill_f32x16(0.0)
    start, end = lines[IDLE_AT], lines[IDLE_END]  # rows to which no terminal adds; to the others the first of them writes
    index = lines[BOARDS_AT] + board
    blocks, their_blocks = place_of(plan.boards[index], player)[0], place_of(plan.boards[index], other)[0]
    for block in range(blocks):
        for k in range(start, end):
            vector_store(scratch.rows, out_at + block * out_wide + plan.idle[k] * LANES, zero)
    alive = plan.alive[player, index]
    own_lanes, own_hands = lanes_on(plan.packing, player, index), hands_on(plan.packing, player, index)
    their_lanes = lanes_on(plan.packing, other, index)
    last = stage + 1 == plan.stages.shape[0]
    if (last and plan.run_outs.size > 0) or (stage == 0 and plan.before.size > 0):
        settle_board(
            plan, stage, lines, theirs, plan.boards[index], player, alive, own_hands, their_lanes, blocks, their_blocks,
            scratch.rows, reach_at, reach_wide, out_at, out_wide, scratch.reach, scratch.held, scratch.won, scratch.met,
            scratch.block,
        )  # fmt: skip
        return
    their_order, their_group_end = all_orders(plan.packing, plan.order), all_group_ends(plan.packing, plan.group_end)
    full = board if last else 0  # earlier there are no showdowns
    batch, end = lines[BATCHES_AT], lines[BATCHES_END]
    while batch < end:
        shows = plan.batches[batch, SHOWS_COLUMN]
        if batch + 1 < end and shows & SHOWS == plan.batches[batch + 1, SHOWS_COLUMN] & SHOWS:
            shows |= plan.batches[batch + 1, SHOWS_COLUMN]
            add_batch_values(
                TwoVectors(2), plan.batches[batch : batch + 2], plan.answers, plan.chips, shows, plan.order[player, full],
                plan.group_end[player, full], plan.cards[player], their_order[other, full], their_group_end[other, full],
                plan.cards[other], plan.by_card[other], plan.card_end[other], alive, own_lanes, own_hands, their_lanes, blocks,
                their_blocks, theirs[HANDS], scratch.rows, reach_at, reach_wide, out_at, out_wide, scratch.reach, scratch.held,
                scratch.won, scratch.block,
            )  # fmt: skip
            batch += 2
        else:
            add_batch_values(
                OneVector(1), plan.batches[batch : batch + 1], plan.answers, plan.chips, shows, plan.order[player, full],
                plan.group_end[player, full], plan.cards[player], their_order[other, full], their_group_end[other, full],
                plan.cards[other], plan.by_card[other], plan.card_end[other], alive, own_lanes, own_hands, their_lanes, blocks,
                their_blocks, theirs[HANDS], scratch.rows, reach_at, reach_wide, out_at, out_wide, scratch.reach, scratch.held,
                scratch.won, scratch.block,
            )  # fmt: skip
            batch += 1


@kernel
def add_batch_values(
    side: SideLanes,
    batches: Int64s,
    answers: Int32s,
    chips: Floats32,
    shows: int,
    order: Int16s,
    group_end: Int16s,
    cards: Int32s,
    their_order: Int16s,
    their_group_end: Int16s,
    their_cards: Int32s,
    their_by_card: Int16s,
    their_card_end: Int16s,
    alive: Floats32,
    own_lanes: LaneRow,
    own_hands: LaneRow,
    their_lanes: LaneRow,
    blocks: int,
    their_blocks: int,
    their_hands: int,
    rows: Floats32,
    reach_at: int,
    reach_wide: int,
    out_at: int,
    out_wide: int,
    reach: SideBySide,
    held: CardSums,
    won: SideBySide,
    turned: Floats32,
) -> None:
    """Add to the rows of a player what one or two batches of the opponent's sequences, side by side, make of them."""
    width, pairs = width_of(side), side.vectors
    for b in range(pairs):
        starts = row_starts(batches[b, BATCH_ROWS:])
        for block in range(their_blocks):
            transpose_rows(rows, starts, reach_at + block * reach_wide, reach, block * LANES * width + b * LANES, width)
    # Behind all lanes stand zeros.
    vector_store(reach, their_blocks * LANES * width, fill_side(side, 0.0))
    if shows & SHOWS:
        total = showdown_pass(
            side, order, group_end, cards, own_lanes, their_order, their_group_end, their_cards, their_lanes, reach, held, won
        )  # fmt: skip
    else:
        total = card_sums(side, their_hands, their_by_card, their_card_end, their_lanes, reach, held)
    for block in range(blocks):
        for lane in range(block * LANES, (block + 1) * LANES):
            at, here, hand = lane % LANES * width, fill_side(side, alive[lane]), lane_of(own_hands, lane)
            mass = total - (load_side(side, held, cards[0, hand] * width) + load_side(side, held, cards[1, hand] * width))
            if shows & SHOWS:
                vector_store(turned, WINS_AT + at, (load_side(side, won, lane * width) - mass) * here)
            if shows & COUNTS:
                # The opponent cannot hold this very hand: it was taken out with both its cards.
                twin = lane_of(their_lanes, cards[2, hand])
                vector_store(turned, MASS_AT + at, (mass + load_side(side, reach, twin * width)) * here)
        for b in range(pairs):
            starts, at = hand_starts(b * LANES, width), ANSWERS_AT + 2 * b * BLOCK
            if shows & SHOWS:
                transpose_rows(turned, starts, WINS_AT, turned, at, LANES)
            if shows & COUNTS:
                transpose_rows(turned, starts, MASS_AT, turned, at + BLOCK, LANES)
            for k in range(batches[b, ANSWERS_AT_COLUMN], batches[b, ANSWERS_END_COLUMN]):
                worth = vector_load(turned, at + answers[k, LANE] * LANES) * fill_f32x16(chips[k])
                where = out_at + block * out_wide + answers[k, SEQUENCE] * LANES
                if answers[k, LATER]:
                    worth = vector_load(rows, where) + worth
                vector_store(rows, where, worth)


@kernel
def pass_down(plan: WalkPlan, stage: int, child: int, above: WalkScratch, scratch: WalkScratch) -> None:
    """Write the reach of the next stage's entries on a board that follows; ``above`` has the rows of this stage."""
    for player in range(2):
        lines, below = plan.stages[stage, player], plan.stages[stage + 1, player]
        source_at, target_at = above.row_at[stage, player, REACH], scratch.row_at[stage + 1, player, REACH]
        target_at += below[SEQUENCES] * LANES
        index = below[BOARDS_AT] + child
        alive, hands = plan.alive[player, index], hands_on(plan.packing, player, index)
        start, end, pitch = lines[EXITS_AT], lines[EXITS_END], (lines[SEQUENCES] + lines[ENTRIES]) * LANES
        for block in range(place_of(plan.boards[index], player)[0]):
            for k in range(start, end):
                source, to = source_at + plan.exits[player, k] * LANES, target_at + (k - start) * LANES
                take_block(hands, above.rows, source, pitch, block, alive, scratch.rows, to)
            target_at += (below[SEQUENCES] + below[ENTRIES]) * LANES


@kernel
def clear_below(plan: WalkPlan, stage: int, board: int, player: int, value: int, scratch: WalkScratch) -> None:
    """Set to zero what the boards that follow will add."""
    size = scratch.below_at[stage, player, 1]
    at = scratch.below_at[stage, player, 0] + value * plan.symmetries[0] * size
    scratch.below[at : at + size] = 0.0
    own = plan.boards[plan.stages[stage, player, BOARDS_AT] + board]
    for k in range(own[USED_AT], own[USED_END]):
        start = at + plan.links[k] * size
        scratch.below[start : start + size] = 0.0


@kernel
def add_child(
    plan: WalkPlan,
    stage: int,
    player: int,
    value: int,
    child: int,
    lanes: LaneRow,
    worth: Floats32,
    at: int,
    pitch: int,
    scratch: WalkScratch,
) -> None:
    """Add what the entries of a board that follows are worth: for itself, and for each board that it stands for."""
    size = scratch.below_at[stage, player, 1]
    start = scratch.below_at[stage, player, 0] + value * plan.symmetries[0] * size
    lines, below = plan.stages[stage + 1, player], scratch.below
    own, wide = plan.boards[lines[BOARDS_AT] + child], lines[ENTRIES] * LANES
    for k in range(own[IMAGES_AT] - 1, own[IMAGES_END]):
        to = start + (plan.links[k] * size if k >= own[IMAGES_AT] else 0)
        add_entries(lanes, worth, at, pitch, place_of(own, player)[0] * LANES, below, to, wide, lines[BLOCKS], True)


@kernel
def pass_up(plan: WalkPlan, stage: int, board: int, player: int, value: int, kind: int, scratch: WalkScratch) -> None:
    """Add what the boards that follow are worth, all together, to the rows of the lines that go on."""
    size = scratch.below_at[stage, player, 1]
    at = scratch.below_at[stage, player, 0] + value * plan.symmetries[0] * size
    below, rows, lines = scratch.below, scratch.rows, plan.stages[stage, player]
    own = plan.boards[lines[BOARDS_AT] + board]
    start, end = lines[EXITS_AT], lines[EXITS_END]
    for k in range(own[USED_AT], own[USED_END]):
        exchange_hands(below, at, at + plan.links[k] * size, lines[BLOCKS], end - start, plan.maps[plan.links[k], player], True)
    if own[MIRROR] >= 0:
        exchange_hands(below, at, at, lines[BLOCKS], end - start, plan.maps[own[MIRROR], player], False)
    target = scratch.row_at[stage, player, kind]
    for _ in range(lines[BLOCKS]):
        for k in range(start, end):
            to = target + plan.exits[player, k] * LANES
            vector_store(rows, to, vector_load(rows, to) + vector_load(below, at))
            at += LANES
        target += (lines[SEQUENCES] + lines[ENTRIES]) * LANES


@kernel
def exchange_hands(values: Floats32, at: int, source: int, blocks: int, rows: int, exchange: Int32s, adds: bool) -> None:
    """Write to, or add to, each hand's numbers in rows [blocks, rows, 16] from ``at`` on another hand's numbers."""
    for hand in range(blocks * LANES):
        to = at + hand // LANES * rows * LANES + hand % LANES
        other = source + exchange[hand] // LANES * rows * LANES + exchange[hand] % LANES
        for row in range(0, rows * LANES, LANES):
            values[to + row] = values[other + row] + (values[to + row] if adds else np.float32(0.0))


@kernel
def keep_worth(plan: WalkPlan, stage: int, player: int, board: int, rows: Floats32, at: int, worth: Floats32) -> None:
    """Copy what the entries of a board are worth, in scratch rows from ``at`` on, to ``worth``, [blocks * entries * 16]."""
    lines = plan.stages[stage, player]
    index, wide = lines[BOARDS_AT] + board, lines[ENTRIES] * LANES
    lanes, end = lanes_on(plan.packing, player, index), place_of(plan.boards[index], player)[0] * LANES
    entries = lines[SEQUENCES] * LANES
    add_entries(lanes, rows, at + entries, entries + wide, end, worth, 0, wide, lines[BLOCKS], False)


@kernel
def set_root(plan: WalkPlan, root: RootRows, scratch: WalkScratch) -> None:
    """Write the weights of the hands as the reach of the first entry."""
    for player in range(2):
        lines, at = plan.stages[0, player], scratch.row_at[0, player, REACH]
        for block in range(lines[BLOCKS]):
            vector_store(scratch.rows, at + lines[SEQUENCES] * LANES, vector_load(root[player], block * LANES))
            at += (lines[SEQUENCES] + lines[ENTRIES]) * LANES


@kernel
def root_value(lines: Int64s, rows: Floats32, reach: int, utility: int) -> float:
    """Value of the first entry over all hands, in net chips; its rows start at ``reach`` and ``utility``."""
    first, value = lines[SEQUENCES] * LANES, 0.0
    for _ in range(lines[BLOCKS]):
        for k in range(first, first + LANES):
            value += float(rows[reach + k]) * float(rows[utility + k])
        reach += first + lines[ENTRIES] * LANES
        utility += first + lines[ENTRIES] * LANES
    return value


@kernel(nogil=True)
def write_board_shares(
    stages: Int64s, points: Int32s, blocks: Int64s, cumulative: BoardRows, locks: BoardRows, strategies: BoardRows
) -> None:
    """Write the strategies of cumulative numbers on every board, or locks where there are some; ``blocks`` is [stages, 2]."""
    zero, one, least = fill_f32x16(0.0), fill_f32x16(1.0), fill_f32x16(zero_limit(ManyHandLanes(1)))
    for stage in range(len(stages)):
        for player in range(2):
            lines = stages[stage, player]
            at = lines[ROWS_AT]
            for _ in range(blocks[stage, player]):
                for point in range(lines[POINTS_AT], lines[POINTS_END]):
                    here, actions = at + points[point, FIRST] * LANES, points[point, ACTIONS]
                    total = zero
                    for k in range(here, here + actions * LANES, LANES):
                        value = load_cumulative(cumulative, k)
                        total = total + select_positive(value, value, zero)
                    counted = total - least
                    inverse, equal = one / select_positive(counted, total, one), fill_f32x16(1.0 / actions)
                    for k in range(here, here + actions * LANES, LANES):
                        value = load_cumulative(cumulative, k)
                        share = select_positive(counted, select_positive(value, value, zero) * inverse, equal)
                        if locks.size > 0:
                            lock = vector_load(locks, k)
                            share = select_positive(lock + one, lock, share)
                        vector_store(strategies, k, share)
                at += lines[SEQUENCES] * LANES


def shares_on_boards(form: StreetTree, cumulative: BoardRows, locks: Floats32 | None = None) -> Floats32:
    """The strategies that cumulative numbers make on every board, or locks where there are some."""
    (strategies,), plan = form.new_rows(), form.plan
    write_board_shares(
        plan.stages, plan.points, blocks_by_street(form), cumulative, NOTHING if locks is None else locks, strategies
    )
    return strategies


def blocks_by_street(form: StreetTree) -> Int64s:
    """int64 [stages, 2]: blocks of each player's hands on all boards of each stage."""
    starts = form.streets.board_at[:-1]
    return np.asarray(np.add.reduceat(form.streets.places[:, :, 0], starts, axis=1).T.copy())


@kernel(nogil=True)
def as_single(stages: Int64s, points: Int32s, blocks: Int64s, cumulative: BoardRows, scales: Scales, found: BoardRows) -> None:
    """Write cumulative numbers that may be in 16 bits as float32; ``blocks`` is [stages, 2]."""
    for stage in range(len(stages)):
        for player in range(2):
            lines = stages[stage, player]
            at, scale = lines[ROWS_AT], lines[SCALES_AT]
            for _ in range(blocks[stage, player]):
                for point in range(lines[POINTS_AT], lines[POINTS_END]):
                    unit, first = fill_f32x16(unit_of(cumulative, scales, scale)), at + points[point, FIRST] * LANES
                    for k in range(first, first + points[point, ACTIONS] * LANES, LANES):
                        vector_store(found, k, load_cumulative(cumulative, k) * unit)
                    scale += 1
                at += lines[SEQUENCES] * LANES


NOTHING: Floats32 = np.zeros(0, dtype=np.float32)
"""Stands for rows that are not wanted."""
