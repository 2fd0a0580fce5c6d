"""Memory and time that solving a poker game takes, from its lines and the number of its boards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pokerzoo.envs.core import short_name
from pokerzoo.envs.poker.board_numbers import count_boards
from pokerzoo.envs.poker.game_size import LINE_BYTES
from pokerzoo.envs.support import memory
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.records import Record, Seconds

from .public_tree import has_many_hands, is_walked_by_boards
from .showdown_pass import LANES
from .simd import DTYPES, HandLanes, ManyHandLanes, lanes_for, row_width

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame
    from pokerzoo.envs.poker.rules import PokerRules

NUMBER_BYTES = {"single": 8.0, "half": 4.25}
"""Bytes of a regret and an average, by precision; in half precision with a unit for each decision point and sixteen hands."""
TABLE_BYTES = 4
"""Bytes for each hand on a full board: ``BoardTables``."""
ALIVE_BYTES = 4
"""Bytes for each hand on any board that stands for itself."""
PACKED_BYTES = 4
"""The same where boards are packed: the lane of each hand, and the hand of each lane (``PackedLanes``)."""
BOARD_BYTES = 1000
"""Bytes for each board: its cards as tuples and sets, and its place among all."""
SCRATCH_BYTES = 4
"""Bytes of a number that a walk writes."""
WORTHS = 3
"""Numbers for each hand and way to a board that follows the root's (``new_worth``): one while solving, two while measuring."""
SCRATCH_KINDS = 2 * (3 + 5)
"""Rows for each sequence and entry (``new_scratch``), of the root and one thread: three kinds to solve, five to measure."""
SHARED_KINDS = 2 * (1 + 1)
"""Of these, rows that the last of several streets has not: utility takes the place of reach, as one player at a time has it."""
SCRATCH_SIDE = 4 * 2 * 32
"""Numbers for each hand in showdowns, of the same four."""
THREE_STATE_BYTES = 1_500
"""Bytes for each public state of a game for three while the tree is walked: objects of Python, measured."""
THREE_STATE_ROWS = 2
"""Rows of its answers for each public state, of the game, of a solver and of an evaluator together."""
THREE_SEQUENCE_ROWS = 9
"""Rows for each sequence: five of a solver, and at most four of an evaluator."""
PAIRS_BYTES = 9
"""Bytes for each pair of hands while a matrix is made."""
RUN_OUT_BYTES = 2
"""Bytes for each pair of hands on a board after which cards come without betting; of alike hands one has a row."""
PAIR_SECONDS = 0.7e-9
"""Seconds of an iteration for each pair of hands in a matrix and sixteen sequences."""
BEFORE_BYTES = 8
"""The same before the first public card: two numbers in single precision."""
PLACE_BYTES = 2
"""Bytes for each hand of either range on any board: its place among the infosets."""
NUMBER_SECONDS = 3e-9
"""Seconds of an iteration for each number on one core: 125 to 160 ms for 46.9 million (a flop), 2.5 to 3.3 ms for 0.92 million
(a turn)."""
IMAGE_SECONDS = 1.95e-9
"""Seconds, where boards are packed, for each of them and of those that it stands for, way to it and hand. So all three games
that were timed come out within 3%: ``fhp`` (1.1 s), its royal deck (7.5 ms), a bet on each of two streets (0.26 s)."""


@dataclass(frozen=True)
class SolvingSize(Record):
    """Memory and time that solving a game takes.

    Attributes:
        public_states: number of public states, on all boards.
        infosets: number of infosets.
        probabilities: number of (infoset, action) pairs.
        bytes: memory that solving takes, by precision: ``single``, ``half`` or ``double``.
        seconds: time of an iteration on one core, roughly; null if no card is to come, and with few hands.
    """

    told: ClassVar[tuple[str, ...]] = (
        "public_states", "infosets", "probabilities", "boards=last_boards", "distinct_boards=last_distinct_boards", "bytes",
        "seconds_per_iteration=seconds",
    )  # fmt: skip

    lines: int  # of the betting tree, whatever cards come
    public_states: int
    infosets: int
    probabilities: int
    boards: tuple[int, ...]  # for each street
    distinct_boards: tuple[int, ...]  # the same, boards counted once that differ by a suit permutation
    numbers: int  # (distinct board, action, hand) triples, rounded up to whole vectors of hands
    bytes: dict[str, int]
    seconds: Seconds | None

    @property
    def last_boards(self) -> int:
        """Number of boards in the end."""
        return self.boards[-1]

    @property
    def last_distinct_boards(self) -> int:
        """Number of boards in the end, those that differ by a suit permutation counted once."""
        return self.distinct_boards[-1]

    @property
    def least(self) -> tuple[str, int]:
        """The precision that takes the fewest bytes, and how many."""
        return min(self.bytes.items(), key=lambda item: item[1])


def settles_by_matrices(rules: PokerRules) -> bool:
    """``is_settled``, which imports kernels."""
    from .street_pairs import is_settled

    return is_settled(rules)


def lines_into_streets(game: PokerGame) -> list[int]:
    """Number of lines that begin on each street: all there but those that an action there leads to."""
    size = game.size
    return [game.rules.betting.counts.by_deals[deals] - sum(actions) for deals, actions in enumerate(size.sequences)]


def scratch_bytes(game: PokerGame, wide: list[int], distinct: tuple[int, ...], symmetric: bool) -> int:
    """Bytes of what walks on one thread write into (``new_scratch``, ``new_worth``); ``wide``: the lanes of each player."""
    from .street_boards import symmetries_of

    size, entries = game.size, lines_into_streets(game)[: len(distinct)]
    of_streets = [
        sum((actions + first) * hands for actions, hands in zip(own, wide, strict=True))
        for own, first in zip(size.sequences, entries, strict=False)
    ]
    rows = SCRATCH_KINDS * sum(of_streets) - (SHARED_KINDS * of_streets[-1] if len(of_streets) > 1 else 0)
    exchanges = len(symmetries_of(game.rules)) if symmetric else 1
    below = 4 * 2 * exchanges * sum(entries[1:]) * sum(wide)  # of each scratch for two values
    children = 2 * WORTHS * entries[1] * distinct[1] if len(distinct) > 1 else 0
    return SCRATCH_BYTES * (rows + below + max(wide) * (SCRATCH_SIDE + children))


def has_packed_boards(rules: PokerRules, stages: int) -> bool:
    """True if the last boards are packed: a flop that is one chance move leaves far fewer hands than there are."""
    return max(rules.betting.deals[: stages - 1], default=1) > 1


def solving_size(game: PokerGame, symmetric: bool = True) -> SolvingSize:
    """Size of solving this game, from lines and boards alone: nothing is allocated."""
    rules, size = game.rules, game.size
    settled = (
        rules.num_players == 2 and rules.betting.deals_with_betting < len(rules.betting.deals) and settles_by_matrices(rules)
    )
    stages = range(rules.betting.deals_with_betting + 1 if settled else len(size.sequences))
    boards = tuple(count_boards(rules, deals) for deals in stages)
    distinct = distinct_boards(rules, boards) if symmetric else boards
    held = (
        [int(np.count_nonzero(own)) for own in rules.ranges.dealable_rows]
        if rules.weights
        else [len(rules.deck.hands)] * rules.num_players
    )
    wide = [-(-count // LANES) * LANES for count in held]
    if rules.num_players == 2 and is_walked_by_boards(rules):
        packed = has_packed_boards(rules, len(boards))
        lanes = [[number * hands for hands in wide] for number in distinct]
        if packed:  # on average half a block of each board is left empty
            lanes[-1] = [hands_on_boards(rules, len(boards) - 1, symmetric) + distinct[-1] * LANES // 2] * 2
        numbers = sum(
            own * actions
            for own_lanes, of_street in zip(lanes, size.sequences, strict=not settled)
            for own, actions in zip(own_lanes, of_street, strict=True)
        )
        by_hand = TABLE_BYTES * distinct[-1] * (not settled) + ALIVE_BYTES * sum(distinct)
        if packed:  # the order twice: of all hands, and of those that stand for themselves
            by_hand += TABLE_BYTES * distinct[-1] * (not settled) + PACKED_BYTES * sum(distinct)
        places = len(rules.deck.hands) * PLACE_BYTES * (2 if rules.weights else 1)
        shared = size.lines * LINE_BYTES + 2 * max(wide) * by_hand + (places + BOARD_BYTES) * sum(boards)
        shared += scratch_bytes(game, wide, distinct, symmetric)
        if settled:
            rows = hands_on_boards(rules, len(boards) - 1, symmetric)
            pairs = rows * max(wide)
            shared += pairs * RUN_OUT_BYTES if len(boards) > 1 else pairs * BEFORE_BYTES
            shared += len(rules.deck.hands) ** 2 * PAIRS_BYTES
        needed = {precision: shared + round(each * numbers) for precision, each in NUMBER_BYTES.items()}
        taken = NUMBER_SECONDS * numbers
        if packed:
            taken += IMAGE_SECONDS * boards[-1] * lines_into_streets(game)[len(boards) - 1] * max(wide)
        if settled:  # a matrix answers for sixteen of the opponent's sequences at once
            taken += PAIR_SECONDS * pairs * sum(-(-actions // LANES) for actions in size.sequences[len(boards) - 1])
        seconds: float | None = taken
    else:
        numbers, seconds = size.entries, None
        taken_bytes = three_way_bytes(game) if rules.num_players == 3 and rules.weights else size.memory
        needed = {"single" if has_many_hands(rules) else "double": taken_bytes}
    return SolvingSize(size.lines, size.public_states, size.infosets, size.entries, boards, distinct, numbers, needed, seconds)


def three_way_bytes(game: PokerGame) -> int:
    """Bytes that compiling, solving and measuring take together; of games of 0.2 to 1.8 GB within a fifth of the peak."""
    rules, counts = game.rules, game.rules.betting.counts
    kind = ManyHandLanes if has_many_hands(rules) else HandLanes
    row = row_width(lanes_for(kind, len(rules.deck.hands))) * np.dtype(DTYPES[kind]).itemsize
    sequences = sum(number * count_boards(rules, deals) for (_, deals), number in counts.actions.items())
    found: int = game.size.public_states * (THREE_STATE_BYTES + THREE_STATE_ROWS * row) + sequences * THREE_SEQUENCE_ROWS * row
    return found


def distinct_boards(rules: PokerRules, boards: tuple[int, ...]) -> tuple[int, ...]:
    """In how many ways the cards of each street can come, if ways that the rules' symmetries make alike count once."""
    if len(boards) == 1:  # no card is to come
        return boards
    from .street_boards import symmetries_of

    symmetries = symmetries_of(rules)
    if len(symmetries) == 1:
        return boards
    # Burnside's lemma: as many as a symmetry leaves as they are, in the mean over all symmetries.
    return tuple(
        sum(unmoved_boards(rules, symmetry, deals) for symmetry in symmetries) // len(symmetries)
        for deals in range(len(boards))
    )


def hands_on_boards(rules: PokerRules, deals: int, symmetric: bool) -> int:
    """Number of (board, hand) pairs after some deals, those that the rules' symmetries make alike counted once."""
    from .street_boards import symmetries_of

    symmetries = symmetries_of(rules)[: None if symmetric else 1]
    return sum(unmoved_boards(rules, symmetry, deals, rules.deck.hole_cards) for symmetry in symmetries) // len(symmetries)


def unmoved_boards(rules: PokerRules, symmetry: tuple[int, ...], deals: int, hole_cards: int = 0) -> int:
    """Number of boards after some deals, with a hand of ``hole_cards`` each, that a symmetry leaves as they are."""
    left = sorted(set(range(len(rules.deck.names))) - set(rules.deck.board))
    cycles, later = cycle_lengths(symmetry, left), (*rules.betting.deals[:deals], hole_cards)
    if not (rules.deal_weights and deals):
        return unmoved_deals(cycle_counts(cycles), later)
    sets = rules.deck.card_sets(rules.betting.deals[0]).sets
    dealt = [sets[k] for k in np.flatnonzero(rules.weighted_sets).tolist()]
    unmoved = [own for own in dealt if {symmetry[card] for card in own} == set(own)]
    kinds = Counter(cycle_counts(cycle_lengths(symmetry, list(own))) for own in unmoved)
    return sum(number * unmoved_deals(cycle_counts(cycles - Counter(dict(kind))), later[1:]) for kind, number in kinds.items())


def cycle_counts(cycles: Counter[int]) -> tuple[tuple[int, int], ...]:
    """(length, number) of cycles, ascending."""
    return tuple(sorted(cycles.items()))


def cycle_lengths(symmetry: tuple[int, ...], cards: list[int]) -> Counter[int]:
    """Number of cycles of each length of a permutation of these cards."""
    found: Counter[int] = Counter()
    left = set(cards)
    while left:
        card, length = left.pop(), 1
        following = symmetry[card]
        while following != card:
            left.discard(following)
            following, length = symmetry[following], length + 1
        found[length] += 1
    return found


def unmoved_deals(cycles: tuple[tuple[int, int], ...], deals: tuple[int, ...]) -> int:
    """Number of ways to deal sets of these sizes, one after the other, each of whole cycles: (length, count) pairs."""
    if not deals:
        return 1

    def chosen(kind: int, cards: int, left: tuple[tuple[int, int], ...]) -> int:
        if kind == len(cycles):
            return unmoved_deals(left, deals[1:]) if cards == 0 else 0
        length, count = cycles[kind]
        return sum(
            comb(count, own) * chosen(kind + 1, cards - own * length, (*left, (length, count - own)))
            for own in range(min(count, cards // length) + 1)
        )

    return chosen(0, deals[0], ())


def check_solving_fits(game: PokerGame, precision: str | None = None, symmetric: bool = True) -> None:
    """Refuse to solve what is larger than the memory that is free."""
    size = solving_size(game, symmetric)
    name, least = size.least
    precision = precision if precision in size.bytes else name  # "auto", or one that is not estimated
    needed = size.bytes[precision]
    if needed < memory.UNCHECKED:
        return
    free = memory.free_memory()
    if free is None or needed <= free:
        return
    hands = " and ".join(f"{int(np.count_nonzero(own)):,}" for own in game.rules.ranges.dealable) if game.rules.weights else ""
    ways = ["fewer bet sizes", "a raise_cap", f"ranges with fewer hands (now {hands})" if hands else "", "a smaller stack"]
    if len(size.boards) > 2:
        ways.append("a turn in place of the flop")
    if precision != name and least <= free:
        ways = [f"precision={brief(name)} ({memory.gigabytes(least)})", *ways]
    boards = f" on {size.boards[-1]:,} boards ({size.distinct_boards[-1]:,} of them distinct)" if len(size.boards) > 1 else ""
    raise ValueError(
        f"{short_name(game)}, with {size.infosets:,} infosets and {size.probabilities:,} probabilities{boards}, needs about "
        f"{memory.gigabytes(needed)} of memory, and {memory.gigabytes(free)} are free ({precision} precision); "
        f"what makes it smaller: {', '.join(filter(None, ways))}"
    )
