"""Terminal evaluation of spots for three in prize money, where each order of the three hands pays its own amounts.

Chips of a pot are shared by those who win it, so that a few sums over pairs of hands are enough (``three_way_pass``). Prize
money is not: who wins matters to players who have folded, too. Take a hand h, and a hand j of the first of the two others.
Each hand k of the second is below both, equal to the lower one, between, equal to the higher one, or above both. Each of these
places pays one amount. The reach of the hands k below a strength that share no card with h = (a, b) and j = (c, d) is

    Q - Q(a) - Q(b) - Q(c) - Q(d) + the six hands that two of these cards make,

with sums over all hands below it, and over those that hold a card. Eight terminals on a board lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.poker.lines import Line
from pokerzoo.envs.support.arrays import Bools, Floats, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .arrays import Rows, Utility, Vector
from .simd import Lanes, fill_lanes, vector_load, vector_store
from .terminal_evaluation import counterfactual_values_by_type

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame

WIDTH = 8
"""Terminals side by side, and hands in a block of ``HandLanes``."""
PLACES = 5
"""Places of the second other's hand among the two other hands."""
PAIRS = 6
"""Hands that two of four cards make."""
# Strengths of the player's hand, lower, equal or higher, and of the first other's; then of the second other's by place.
CASES = ((2, 4), (2, 2), (4, 2))
THIRD = ((1, 2, 3, 4, 5), (1, 2, 5, 5, 5), (1, 2, 3, 4, 5))

End = tuple[tuple[int, ...], tuple[int, ...], Line]
"""(board, each player's last sequence, betting) where a hand is over."""


class PrizeBatches(NamedTuple):
    """One player's terminals, eight on a board at a time."""

    board: Int32s  # [batches]
    shows: Bools  # [batches]: whether hands are shown at one of them at least
    sequence: Int32s  # [batches, 8]: the player's
    rows: Int32s  # [batches, 2, 8]: the sequences of the two others
    # [batches, 3, 5, 8]: by case what each place pays more than the one above it, and what the last one pays; chance's reach
    # included, and 0 where there are fewer terminals
    pays: Floats


class ThreeWayPrizes(NamedTuple):
    """All public terminals of a spot for three in prize money."""

    order: Int32s  # [boards, hands]: the possible hands of each board from weak to strong, then -1
    rank: Int32s  # [boards, hands]: the group of equal strength of each hand, -1 if the board has one of its cards
    groups: Int32s  # [boards]: number of groups
    cards: Int32s  # [2, hands]: the two cards of each hand
    number: Int32s  # [52, 52]: the hand of two cards, -1 where there is none
    held: Bools  # [3, hands]: whether a player can hold a hand
    batches: tuple[PrizeBatches, PrizeBatches, PrizeBatches]  # each player's


def make_prizes(game: PokerGame, ends: Iterable[End], reach_of: dict[tuple[int, ...], float]) -> ThreeWayPrizes:
    """Make the evaluation of all terminals; ``reach_of`` is chance's reach of each board."""
    cards, boards = game.rules.hand_cards, sorted(reach_of)
    rank = np.full((len(boards), len(cards)), -1, dtype=np.int32)
    order = np.full((len(boards), len(cards)), -1, dtype=np.int32)
    groups = np.zeros(len(boards), dtype=np.int32)
    for b, board in enumerate(boards):
        possible = np.flatnonzero(~np.isin(cards, board).any(axis=1))
        _, own = np.unique(np.array(game.strengths(board))[possible], return_inverse=True)
        rank[b, possible], groups[b] = own, own.max() + 1
        order[b, : len(possible)] = possible[np.argsort(own, kind="stable")]
    number = np.full((NUM_CARDS, NUM_CARDS), -1, dtype=np.int32)
    number[cards[:, 0], cards[:, 1]] = number[cards[:, 1], cards[:, 0]] = np.arange(len(cards))
    found, index = list(ends), {board: b for b, board in enumerate(boards)}
    one, two, three = (collect_batches(found, index, reach_of, player) for player in range(3))
    return ThreeWayPrizes(
        order=order,
        rank=rank,
        groups=groups,
        cards=np.ascontiguousarray(cards.T, dtype=np.int32),
        number=number,
        held=game.rules.dealable_rows,
        batches=(one, two, three),
    )


def collect_batches(
    ends: Sequence[End], index: dict[tuple[int, ...], int], reach_of: dict[tuple[int, ...], float], player: int
) -> PrizeBatches:
    """Put one player's terminals of a board together, and apart where no hands are shown."""
    amounts: dict[Line, Floats] = {}
    others = [seat for seat in range(3) if seat != player]
    rows: list[tuple[int, bool, int, int, int, Floats]] = []
    for board, sequences, line in ends:
        if line not in amounts:
            amounts[line] = amounts_by_place(line, player)
        shows = line.folded.count(False) > 1
        one, two = (sequences[other] for other in others)
        rows.append((index[board], shows, sequences[player], one, two, amounts[line] * reach_of[board]))
    rows.sort(key=lambda row: row[:5])
    parts = []
    for _, group in groupby(rows, key=lambda row: row[:2]):
        alike = list(group)
        parts += [alike[start : start + WIDTH] for start in range(0, len(alike), WIDTH)]
    sequence, pays = np.zeros((len(parts), WIDTH), dtype=np.int32), np.zeros((len(parts), 3, PLACES, WIDTH))
    theirs = np.zeros((len(parts), 2, WIDTH), dtype=np.int32)
    for k, part in enumerate(parts):
        for lane, (_, _, own, one, two, paid) in enumerate(part):
            sequence[k, lane], theirs[k, :, lane], pays[k, :, :, lane] = own, (one, two), paid
    return PrizeBatches(
        board=np.array([part[0][0] for part in parts], dtype=np.int32),
        shows=np.array([part[0][1] for part in parts], dtype=np.bool_),
        sequence=sequence,
        rows=theirs,
        pays=pays,
    )


def amounts_by_place(line: Line, player: int) -> Floats:
    """float64 [3 cases, 5 places]: what a place pays a player more than the one above it; of the last all that it pays."""
    found = np.zeros((3, PLACES))
    one, two = (seat for seat in range(3) if seat != player)
    for case, (own, first) in enumerate(CASES):
        for place, second in enumerate(THIRD[case]):
            strengths = [0, 0, 0]
            strengths[player], strengths[one], strengths[two] = own, first, second
            found[case, place] = payoffs_by_strength(line, strengths)[player]
    found[:, :-1] -= found[:, 1:]
    return found


def payoffs_by_strength(line: Line, strengths: Sequence[int]) -> tuple[float, ...]:
    """Prize money of each player where a hand is over, for hands of these strengths."""
    if line.folded.count(False) == 1:
        return line.payoffs((line.folded.index(False),))
    return line.payoffs_of(strengths)


@kernel
def sum_below(lanes: Lanes, terminals: ThreeWayPrizes, board: int, reach: Rows, sums: Rows, most: int) -> None:
    """Write the reach of hands weaker than each group: a row of ``sums`` a card and group, then one a group for all hands."""
    order, rank, cards = terminals.order[board], terminals.rank[board], terminals.cards
    for row in range(NUM_CARDS + 1):
        vector_store(sums, row * most * WIDTH, fill_lanes(lanes, 0.0))
    place = 0
    for group in range(terminals.groups[board]):
        for row in range(NUM_CARDS + 1):
            vector_store(sums, (row * most + group + 1) * WIDTH, vector_load(sums, (row * most + group) * WIDTH))
        while place < order.shape[0] and order[place] >= 0 and rank[order[place]] == group:
            hand = order[place]
            own = vector_load(reach, hand * WIDTH)
            for held in range(3):
                row = NUM_CARDS if held == 2 else cards[held, hand]
                at = (row * most + group + 1) * WIDTH
                vector_store(sums, at, vector_load(sums, at) + own)
            place += 1


@kernel
def find_pairs(terminals: ThreeWayPrizes, board: int, four: Int64s, made: Int64s) -> None:
    """Write the hands that two of four cards make, and their groups: int64 [2, 6], a group of -1 where there is none."""
    k = 0
    for m in range(4):
        for n in range(m + 1, 4):
            hand = terminals.number[four[m], four[n]]
            made[0, k], made[1, k] = hand, terminals.rank[board, hand] if hand >= 0 else -1
            k += 1


@kernel
def mass_below(lanes: Lanes, reach: Rows, sums: Rows, most: int, four: Int64s, made: Int64s, at: int) -> Vector:
    """The reach of the hands weaker than group ``at`` that have none of four cards."""
    mass = vector_load(sums, (NUM_CARDS * most + at) * WIDTH)
    for k in range(4):
        mass = mass - vector_load(sums, (four[k] * most + at) * WIDTH)
    for k in range(PAIRS):
        if 0 <= made[1, k] < at:
            mass = mass + vector_load(reach, made[0, k] * WIDTH)
    return mass


@kernel
def pay_prizes(lanes: Lanes, terminals: ThreeWayPrizes, player: int, one: Rows, two: Rows, out: Utility) -> None:
    """Write into ``out`` what each of a player's sequences is worth at its terminals; ``one``, ``two``: the others' reaches."""
    batches, cards, hands = terminals.batches[player], terminals.cards, terminals.cards.shape[1]
    own, theirs = terminals.held[player], terminals.held[0 if player > 0 else 1]
    most = terminals.groups.max() + 1
    first, second = np.zeros(hands * WIDTH), np.zeros(hands * WIDTH)
    sums, found = np.zeros((NUM_CARDS + 1) * most * WIDTH), np.zeros(WIDTH)
    four, made = np.zeros(4, dtype=np.int64), np.zeros((2, PAIRS), dtype=np.int64)
    places = np.zeros(PLACES, dtype=np.int64)
    out[:] = 0.0
    for batch in range(batches.board.shape[0]):
        board = batches.board[batch]
        rank, groups = terminals.rank[board], terminals.groups[board]
        pays = batches.pays[batch].ravel()
        for hand in range(hands):
            here = rank[hand] >= 0
            for lane in range(WIDTH):
                row = batches.rows[batch, 0, lane] * WIDTH + (hand & 7)
                first[hand * WIDTH + lane] = one[hand >> 3, row] if here else 0.0
                row = batches.rows[batch, 1, lane] * WIDTH + (hand & 7)
                second[hand * WIDTH + lane] = two[hand >> 3, row] if here else 0.0
        sum_below(lanes, terminals, board, second, sums, most)
        for hand in range(hands):
            if rank[hand] < 0 or not own[hand]:
                continue
            four[0], four[1] = cards[0, hand], cards[1, hand]
            worth = fill_lanes(lanes, 0.0)
            for other in range(hands):
                if rank[other] < 0 or not theirs[other]:
                    continue
                four[2], four[3] = cards[0, other], cards[1, other]
                if four[2] == four[0] or four[2] == four[1] or four[3] == four[0] or four[3] == four[1]:
                    continue
                find_pairs(terminals, board, four, made)
                case = 1 + (rank[hand] > rank[other]) - (rank[hand] < rank[other])
                low, high = min(rank[hand], rank[other]), max(rank[hand], rank[other])
                places[0], places[1], places[2], places[3], places[4] = low, low + 1, high, high + 1, groups
                at = case * PLACES * WIDTH
                paid = mass_below(lanes, second, sums, most, four, made, places[PLACES - 1])
                paid = paid * vector_load(pays, at + (PLACES - 1) * WIDTH)
                if batches.shows[batch]:
                    for place in range(2 if case == 1 else PLACES - 1):
                        mass = mass_below(lanes, second, sums, most, four, made, places[place])
                        paid = paid + mass * vector_load(pays, at + place * WIDTH)
                worth = worth + vector_load(first, other * WIDTH) * paid
            vector_store(found, 0, worth)
            for lane in range(WIDTH):
                out[hand >> 3, batches.sequence[batch, lane] * WIDTH + (hand & 7)] += found[lane]


def _from_prizes(lanes: Any, terminals: Any, player: Any, reaches: Any, out: Any) -> None:
    one, two = 0 if player > 0 else 1, 2 if player < 2 else 1
    pay_prizes(lanes, terminals, player, reaches[one], reaches[two], out)


counterfactual_values_by_type[ThreeWayPrizes] = _from_prizes
