"""Terminal evaluation of poker games for three players with two cards a hand: showdowns of three, exact in all card removal.

For a hand h and two other players' reach p and q, the pairs of hands that share no card with h or with each other weigh

    P Q - sum over cards c of P(c) Q(c) + sum over hands k of p(k) q(k),

where all sums leave out h's cards, P(c) is the reach of the hands that hold c, and the last term puts back what the second took
away twice. Restricted to weaker hands it is the pairs that h beats. So a walk in order of strength keeps the sums, and a hand
costs a pass over the 52 cards, not over pairs of hands.

Ties: let S be the weaker hands and half of the equal ones, D half of the equal ones, of each player. The share of a pot of
three, 1, 1/2 or 1/3 by the number of equal hands, is the mass of (S, S) and a third of that of (D, D). Of a pot against one
player it is the mass of (S, all).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.support.arrays import Bools, Floats, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .arrays import Rows, Utility
from .simd import DTYPES, Lanes, fill_lanes, row_width, vector_load, vector_sum, vector_width
from .terminal_evaluation import counterfactual_values_by_type

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame

CARDS_WIDE = 64
"""Floats that sums by card take: 52 cards, padded to whole vectors."""
PAIRS_WIDE = NUM_CARDS * CARDS_WIDE
"""Floats that sums by pair of cards take."""
ALL, HALF, TIED = 0, 2, 4
"""Reach of all hands, of weaker hands with half of the equal ones, of half of the equal ones: for the first of the two other
players; the next number is for the second."""
KINDS = 6
FLOATS32 = 16
"""Width of vectors of float32."""
MASS, OVER_FIRST, OVER_SECOND, SHARE = range(4)
"""Columns of chips: paid in any case, a pot against the first of the others, one against the second, one of three."""

Answer: TypeAlias = "tuple[tuple[int, ...], int, tuple[int, int], tuple[float, ...]]"
"""(board, the player's sequence, the sequences of the two others, chips by column with chance's reach)"""


class ThreeWayQuestions(NamedTuple):
    """One player's questions: a pair of sequences of the two others, and where the answers go."""

    board: Int32s  # [questions]: index of the board
    parts: Int32s  # [questions]: which columns of chips any of its answers has, as bits
    rows: Int64s  # [questions, 2]: the sequences of the two others, the one with the lower seat first
    first: Int32s  # [questions + 1]: where the answers of each question start
    sequence: Int32s  # [answers]: the sequence of the player that it belongs to
    chips: Floats  # [answers, 4]: what is multiplied by what, chance's reach included


class ThreeWayPasses(NamedTuple):
    """All public terminals of a poker game for three players with two cards a hand."""

    order: Int32s  # for each board its possible hands from weak to strong, one board after the other
    groups: Int32s  # where each group of equal strength starts in ``order``, and the end of the last
    board_groups: Int32s  # [boards, 2]: first group of each board, and the last one's end
    cards: Int32s  # [2, hands]: the two cards of each hand
    held: Bools  # [3, hands]: whether a player can hold a hand: others are worth nothing
    questions: tuple[ThreeWayQuestions, ThreeWayQuestions, ThreeWayQuestions]  # each player's
    reach: Rows  # [2 * hands]: scratch: the two others' reach of each hand
    card_sum: Rows  # [6 * 64]: scratch: reach by card, of each kind
    pair_sum: Rows  # [6 * 52 * 64]: scratch: reach by both cards
    totals: Floats  # [6]: scratch: reach of all hands
    # [4 * 53]: scratch: products of the two others' reach by card, and in all: of (all, all), (half, all), (half, half), (tied,
    # tied)
    products: Floats


OF_ALL, OF_HALF, OF_HALVES, OF_TIED = range(0, 4 * (NUM_CARDS + 1), NUM_CARDS + 1)
"""Starts of the four kinds of ``products``."""


def make_three_way_passes(
    game: PokerGame,
    boards: Sequence[tuple[int, ...]],
    answers: Sequence[Sequence[Answer]],
    held: Bools,
    lanes: Lanes,
) -> ThreeWayPasses:
    """Make the evaluation of the three players' answers on these boards."""
    cards = game.rules.hand_cards
    order, groups, board_groups = [], [], []
    placed = grouped = 0
    for board in boards:
        strengths = np.array(game.strengths(board))
        possible = np.flatnonzero(~np.isin(cards, board).any(axis=1))
        ranked = possible[np.argsort(strengths[possible], kind="stable")]
        starts = np.flatnonzero(np.diff(strengths[ranked], prepend=-1))
        board_groups.append((grouped, grouped + len(starts)))
        groups.append(placed + np.append(starts, len(ranked)))
        order.append(ranked)
        placed, grouped = placed + len(ranked), grouped + len(starts) + 1
    index = {board: b for b, board in enumerate(boards)}
    one, two, three = (collect_questions(own, index) for own in answers)
    floats = DTYPES[type(lanes)]
    return ThreeWayPasses(
        order=np.concatenate(order, dtype=np.int32),
        groups=np.concatenate(groups, dtype=np.int32),
        board_groups=np.array(board_groups, dtype=np.int32),
        cards=np.ascontiguousarray(cards.T, dtype=np.int32),
        held=held,
        questions=(one, two, three),
        reach=np.zeros(2 * row_width(lanes), dtype=floats),
        card_sum=np.zeros(KINDS * CARDS_WIDE, dtype=floats),
        pair_sum=np.zeros(KINDS * PAIRS_WIDE, dtype=floats),
        totals=np.zeros(KINDS),
        products=np.zeros(4 * (NUM_CARDS + 1)),
    )


def collect_questions(answers: Sequence[Answer], index: dict[tuple[int, ...], int]) -> ThreeWayQuestions:
    """Put the answers of the same sequences of the others on the same board together."""
    asked: dict[tuple[int, tuple[int, int]], dict[int, list[float]]] = {}
    for public, own, pair, amounts in answers:
        total = asked.setdefault((index[public], pair), {}).setdefault(own, [0.0] * 4)
        for column, amount in enumerate(amounts):
            total[column] += amount
    of_board, parts, rows, first, sequences, columns = [], [], [], [0], [], []
    for (board, others), by_row in asked.items():
        of_board.append(board)
        rows.append(others)
        parts.append(sum(1 << column for column in range(4) if any(chips[column] for chips in by_row.values())))
        for own, chips in by_row.items():
            sequences.append(own)
            columns.append(chips)
        first.append(len(sequences))
    return ThreeWayQuestions(
        np.array(of_board, dtype=np.int32),
        np.array(parts, dtype=np.int32),
        np.array(rows, dtype=np.int64).reshape(-1, 2),
        np.array(first, dtype=np.int32),
        np.array(sequences, dtype=np.int32),
        np.array(columns, dtype=np.float64).reshape(-1, 4),
    )


@kernel
def add_to_sums(terminals: ThreeWayPasses, kind: int, a: int, b: int, one: float, two: float) -> None:
    """Add the two others' reach of a hand to the sums of a kind."""
    for player in range(2):
        mass = one if player == 0 else two
        of_card, of_pair = (kind + player) * CARDS_WIDE, (kind + player) * PAIRS_WIDE
        terminals.card_sum[of_card + a] += mass
        terminals.card_sum[of_card + b] += mass
        terminals.pair_sum[of_pair + a * CARDS_WIDE + b] += mass
        terminals.pair_sum[of_pair + b * CARDS_WIDE + a] += mass
        terminals.totals[kind + player] += mass


@kernel
def add_product(terminals: ThreeWayPasses, kind: int, a: int, b: int, product: float) -> None:
    """Add the product of the two others' reach of a hand to the sums of a kind."""
    terminals.products[kind + a] += product
    terminals.products[kind + b] += product
    terminals.products[kind + NUM_CARDS] += product


@kernel
def least_share(lanes: Lanes) -> float:
    """The share of all pairs below which a mass is nothing but rounding: eight times the floats' epsilon."""
    return 1e-6 if vector_width(lanes) == FLOATS32 else 2e-15


@kernel
def mass_beside(
    lanes: Lanes,
    terminals: ThreeWayPasses,
    one: int,
    two: int,
    both: int,
    a: int,
    b: int,
    own: float,
    other: float,
    same: float,
) -> float:
    """The mass of pairs beside a hand (a, b): of kinds ``one`` and ``two``, which have ``own``, ``other`` of this very hand.

    ``both`` is the kind of products, which have ``same`` of this hand.
    """
    card_sum, pair_sum, products = terminals.card_sum, terminals.pair_sum, terminals.products
    of_one, of_two = one * CARDS_WIDE, two * CARDS_WIDE
    one_a, one_b = one * PAIRS_WIDE + a * CARDS_WIDE, one * PAIRS_WIDE + b * CARDS_WIDE
    two_a, two_b = two * PAIRS_WIDE + a * CARDS_WIDE, two * PAIRS_WIDE + b * CARDS_WIDE
    met = fill_lanes(lanes, 0.0)
    for card in range(0, NUM_CARDS, vector_width(lanes)):
        first = vector_load(card_sum, of_one + card) - vector_load(pair_sum, one_a + card) - vector_load(pair_sum, one_b + card)
        second = (
            vector_load(card_sum, of_two + card) - vector_load(pair_sum, two_a + card) - vector_load(pair_sum, two_b + card)
        )
        met = met + first * second
    share = float(vector_sum(met))
    # The hand's own two cards were among the 52.
    share -= float(card_sum[of_one + a] - pair_sum[one_b + a]) * float(card_sum[of_two + a] - pair_sum[two_b + a])
    share -= float(card_sum[of_one + b] - pair_sum[one_a + b]) * float(card_sum[of_two + b] - pair_sum[two_a + b])
    left = terminals.totals[one] - float(card_sum[of_one + a]) - float(card_sum[of_one + b]) + own
    right = terminals.totals[two] - float(card_sum[of_two + a]) - float(card_sum[of_two + b]) + other
    equal = products[both + NUM_CARDS] - products[both + a] - products[both + b] + same
    found = left * right - share + equal
    # Where no pair is left, what is left of rounding would choose the strategy.
    return found if found > least_share(lanes) * terminals.totals[one] * terminals.totals[two] else 0.0


@kernel
def read_reach(lanes: Lanes, terminals: ThreeWayPasses, start: int, end: int, question: Int64s, one: Rows, two: Rows) -> bool:
    """Write the two others' reach of the hands of a board, and the sums over all of them; False if one never comes here."""
    width, hands = vector_width(lanes), terminals.cards.shape[1]
    terminals.card_sum[:] = 0.0
    terminals.totals[:] = 0.0
    first = second = 0.0
    for k in range(start, end):
        hand = terminals.order[k]
        block, lane = hand // width, hand % width
        terminals.reach[hand] = one[block, question[0] * width + lane]
        terminals.reach[hands + hand] = two[block, question[1] * width + lane]
        first += terminals.reach[hand]
        second += terminals.reach[hands + hand]
    if first == 0.0 or second == 0.0:
        return False
    terminals.pair_sum[: TIED * PAIRS_WIDE] = 0.0  # of equal hands it is cleared as it is used
    terminals.products[:] = 0.0
    for k in range(start, end):
        hand = terminals.order[k]
        p, q = float(terminals.reach[hand]), float(terminals.reach[hands + hand])
        if p != 0.0 or q != 0.0:
            a, b = terminals.cards[0, hand], terminals.cards[1, hand]
            add_to_sums(terminals, ALL, a, b, p, q)
            add_product(terminals, OF_ALL, a, b, p * q)
    return True


@kernel
def answer_hand(
    lanes: Lanes, terminals: ThreeWayPasses, questions: ThreeWayQuestions, question: int, hand: int, tied: bool, out: Utility
) -> None:
    """Add to ``out`` what a hand is worth by the answers of a question; ``tied``: others in its group were summed up."""
    width, hands = vector_width(lanes), terminals.cards.shape[1]
    a, b = terminals.cards[0, hand], terminals.cards[1, hand]
    p, q = float(terminals.reach[hand]), float(terminals.reach[hands + hand])
    mass = over_first = over_second = share = 0.0
    block, lane, parts = hand // width, hand % width, questions.parts[question]
    if parts >> MASS & 1:
        mass = mass_beside(lanes, terminals, ALL, ALL + 1, OF_ALL, a, b, p, q, p * q)
    if parts >> OVER_FIRST & 1:
        over_first = mass_beside(lanes, terminals, HALF, ALL + 1, OF_HALF, a, b, 0.5 * p, q, 0.5 * p * q)
    if parts >> OVER_SECOND & 1:
        over_second = mass_beside(lanes, terminals, ALL, HALF + 1, OF_HALF, a, b, p, 0.5 * q, 0.5 * p * q)
    if parts >> SHARE & 1:
        share = mass_beside(lanes, terminals, HALF, HALF + 1, OF_HALVES, a, b, 0.5 * p, 0.5 * q, 0.25 * p * q)
        if tied:
            share += mass_beside(lanes, terminals, TIED, TIED + 1, OF_TIED, a, b, 0.5 * p, 0.5 * q, 0.25 * p * q) / 3.0
    found = (mass, over_first, over_second, share)
    for k in range(questions.first[question], questions.first[question + 1]):
        worth = 0.0
        for column in range(4):
            worth += questions.chips[k, column] * found[column]
        out[block, questions.sequence[k] * width + lane] += worth


@kernel
def add_half_group(terminals: ThreeWayPasses, start: int, end: int, kind: int, product_kind: int, product: float) -> None:
    """Add half of the reach of some hands of the order to the sums of a kind, and ``product`` of its products."""
    hands = terminals.cards.shape[1]
    for k in range(start, end):
        hand = terminals.order[k]
        p, q = float(terminals.reach[hand]), float(terminals.reach[hands + hand])
        if p != 0.0 or q != 0.0:
            a, b = terminals.cards[0, hand], terminals.cards[1, hand]
            add_to_sums(terminals, kind, a, b, 0.5 * p, 0.5 * q)
            add_product(terminals, product_kind, a, b, product * p * q)
            if kind == HALF:
                add_product(terminals, OF_HALF, a, b, 0.5 * p * q)


@kernel
def clear_group(terminals: ThreeWayPasses, start: int, end: int) -> None:
    """Set the sums over a group of equal hands back to zero."""
    terminals.card_sum[TIED * CARDS_WIDE :] = 0.0
    terminals.totals[TIED:] = 0.0
    terminals.products[OF_TIED:] = 0.0
    for k in range(start, end):
        hand = terminals.order[k]
        a, b = terminals.cards[0, hand], terminals.cards[1, hand]
        for kind in range(TIED, TIED + 2):
            terminals.pair_sum[kind * PAIRS_WIDE + a * CARDS_WIDE + b] = 0.0
            terminals.pair_sum[kind * PAIRS_WIDE + b * CARDS_WIDE + a] = 0.0


@kernel(nogil=True)
def answer_questions(
    lanes: Lanes, terminals: ThreeWayPasses, player: int, first: int, last: int, one: Rows, two: Rows, out: Utility
) -> None:
    """Add a player's answers from question ``first`` to ``last`` to ``out``; ``one`` and ``two`` are the others' reaches."""
    questions, held, order, groups = terminals.questions[player], terminals.held[player], terminals.order, terminals.groups
    for question in range(first, last):
        board = questions.board[question]
        first_group, last_group = terminals.board_groups[board]
        start, end = groups[first_group], groups[last_group]
        if not read_reach(lanes, terminals, start, end, questions.rows[question], one, two):
            continue
        if questions.parts[question] == 1 << MASS:
            for k in range(start, end):
                if held[order[k]]:
                    answer_hand(lanes, terminals, questions, question, order[k], False, out)
            continue
        for group in range(first_group, last_group):
            start, end = groups[group], groups[group + 1]
            tied = end - start > 1
            add_half_group(terminals, start, end, HALF, OF_HALVES, 0.25)
            if tied:
                add_half_group(terminals, start, end, TIED, OF_TIED, 0.25)
            for k in range(start, end):
                if held[order[k]]:
                    answer_hand(lanes, terminals, questions, question, order[k], tied, out)
            if tied:
                clear_group(terminals, start, end)
            add_half_group(terminals, start, end, HALF, OF_HALVES, 0.75)


def _from_three_way(lanes, terminals, player, reaches, out):  # type: ignore[no-untyped-def]
    one, two = 0 if player > 0 else 1, 2 if player < 2 else 1
    out[:] = 0.0
    last = terminals.questions[player].board.shape[0]
    answer_questions(lanes, terminals, player, 0, last, reaches[one], reaches[two], out)


counterfactual_values_by_type[ThreeWayPasses] = _from_three_way
