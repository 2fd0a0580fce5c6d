"""Memory and time that solving a poker game takes, from its lines and the number of its boards: bytes are an upper bound."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.core import short_name
from pokerzoo.envs.poker.board_numbers import count_boards
from pokerzoo.envs.poker.infosets import LINE_BYTES
from pokerzoo.envs.support import memory
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.records import INTERNAL, Record, Seconds

from .arrays import LANES
from .public_tree import has_many_hands, is_walked_by_boards
from .shared_parts import SMALL, usable_processors
from .simd import DTYPES, HandLanes, ManyHandLanes, lanes_for, row_width

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame

FIXED_BYTES = 430_000
"""Bytes of any game."""
NUMBER_BYTES = {"single": 8.0, "half": 4.25}
"""Bytes of a regret and an average; in half precision a decision has a unit for each sixteen hands."""
NUMBER_SECONDS, PAIR_SECONDS = 3e-9, 0.7e-9
"""Seconds for each such number, and for each pair in a matrix and sixteen sequences."""


@dataclass(frozen=True)
class SolvingSize(Record):
    """Memory and time that solving a game takes.

    Attributes:
        public_states: number of public states, on all boards.
        infosets: number of infosets.
        probabilities: number of (infoset, action) pairs.
        boards: number of boards on each street.
        distinct_boards: the same, those that differ by a suit permutation counted once.
        bytes: memory that solving takes, on this machine's processors, by precision: ``single``, ``half`` or ``double``.
        seconds_per_iteration: time of an iteration on one core, roughly; null if no card is to come, and with few hands.
    """

    lines: int = field(metadata=INTERNAL)  # of the betting tree, without cards
    public_states: int
    infosets: int
    probabilities: int
    boards: tuple[int, ...]
    distinct_boards: tuple[int, ...]
    bytes: dict[str, int]
    seconds_per_iteration: Seconds | None


def solving_size(game: PokerGame, symmetric: bool = True, threads: int | None = None) -> SolvingSize:
    """Size of solving a game, and measuring; bytes are an upper bound. ``threads`` as in ``CFR``. No board is listed."""
    rules, size = game.rules, game.size
    by_boards, streets = rules.num_players == 2 and is_walked_by_boards(rules), len(size.sequences)
    if by_boards:
        from pokerzoo.envs.poker.run_out_matrix import is_settled

        streets = rules.betting.deals_with_betting + 1 if is_settled(rules) else streets
    distinct = boards = tuple(count_boards(rules, deals) for deals in range(streets))
    if symmetric and streets > 1:
        from .street_boards import count_distinct

        distinct = tuple(count_distinct(rules, rules.symmetries, deals) for deals in range(streets))
    if by_boards:
        needed, seconds = size_by_boards(game, boards, distinct, symmetric, threads or usable_processors())
    else:
        needed, seconds = size_by_rows(game, boards), None
    return SolvingSize(size.lines, size.public_states, size.infosets, size.entries, boards, distinct, needed, seconds)


def size_by_rows(game: PokerGame, boards: tuple[int, ...]) -> dict[str, int]:
    """Bytes, by precision, of a game with a row of hands for each sequence."""
    size, many, hands = game.size, has_many_hands(game.rules), len(game.rules.deck.hands)
    kind = ManyHandLanes if many else HandLanes
    row = row_width(lanes_for(kind, hands)) * np.dtype(DTYPES[kind]).itemsize
    sequences = sum(number * sum(actions) for number, actions in zip(boards, size.sequences, strict=True))
    # Of a sequence a solver has five rows and an evaluator three; of a state of three players both together five of answers.
    rows = 8 * sequences + 5 * size.public_states * (game.num_players == 3)
    needed = FIXED_BYTES + LINE_BYTES * size.lines + 495 * size.public_states + 750 * hands * sum(boards) + rows * row
    return {"single" if many else "double": needed}


def size_by_boards(
    game: PokerGame, boards: tuple[int, ...], distinct: tuple[int, ...], symmetric: bool, threads: int
) -> tuple[dict[str, int], float | None]:
    """(bytes by precision, seconds of an iteration on one core) of a game that is compiled to a ``StreetTree``."""
    from pokerzoo.envs.poker.run_out_matrix import is_settled

    from .street_boards import count_distinct

    rules, streets = game.rules, len(boards)
    hands, group = len(rules.deck.hands), rules.symmetries[: None if symmetric else 1]
    settled = is_settled(rules)
    held = np.count_nonzero(rules.ranges.dealable_rows, axis=1) if rules.weights else np.full(2, hands)
    lanes = -(-held // LANES) * LANES  # of each player
    both, wide = int(lanes.sum()), int(lanes.max())
    sequences = np.array(game.size.sequences[:streets])
    entries = np.array([rules.betting.counts.by_deals[k] for k in range(streets)]) - sequences.sum(axis=1)
    numbers = int(np.sum(np.outer(distinct, lanes) * sequences))
    alike = count_distinct(rules, group, streets - 1, rules.deck.hole_cards) if settled else 0
    later, children, pairs = int(entries[1:].sum()), distinct[1] if streets > 1 else 0, alike * wide * settled
    needed = FIXED_BYTES + LINE_BYTES * game.size.lines + sum(boards) * (1000 + 4 * hands)  # places of hands among infosets
    needed += both * sum(distinct) * 8  # order of strength, and which hands a board leaves
    # A walk, of the root's board and of each thread, has eight rows of floats for a sequence or entry, to solve and to measure;
    # for what comes from below, by symmetry, four; and wins and losses of hands. Each child of the root has its worth, too.
    walk = 32 * int(np.sum((sequences + entries[:, None]) * lanes)) + 16 * both * later * len(group) + 512 * wide
    needed += walk * (1 + max(1, min(threads, children, numbers // SMALL)))
    needed += 24 * wide * int(entries[1:2].sum()) * children
    needed += pairs * (8 if streets == 1 else 2)
    if settled or rules.deal_weights:  # while a matrix of pairs is made, or with what is kept of it, and the sets with weights
        needed = max(27 * hands**2, needed + 17 * hands**2 + 450 * len(rules.deal_weights))
    seconds = NUMBER_SECONDS * numbers
    seconds += PAIR_SECONDS * pairs * int(np.sum(-(-sequences[-1] // LANES)))
    return {precision: round(needed + each * numbers) for precision, each in NUMBER_BYTES.items()}, seconds


def check_solving_fits(
    game: PokerGame, precision: str | None = None, symmetric: bool = True, threads: int | None = None
) -> None:
    """Refuse to solve what is larger than the memory that is free; ``threads`` as in ``CFR``."""
    problem = memory_problem(game, precision, symmetric, threads)
    if problem is None:
        return
    size = solving_size(game, symmetric, threads)
    boards = f" on {size.boards[-1]:,} boards ({size.distinct_boards[-1]:,} of them distinct)" if len(size.boards) > 1 else ""
    counts = f"with {size.infosets:,} infosets and {size.probabilities:,} probabilities{boards}"
    raise InputError(f"{short_name(game)}, {counts}, {problem}")


def memory_problem(
    game: PokerGame, precision: str | None = None, symmetric: bool = True, threads: int | None = None
) -> str | None:
    """What solving a game needs if that is not free, with what would help, "needs about 3 GB of memory, ..."; None: it fits."""
    size = solving_size(game, symmetric, threads)
    name, least = min(size.bytes.items(), key=lambda item: item[1])
    precision = precision if precision in size.bytes else name  # "auto", or one that is not estimated
    needed = size.bytes[precision]
    if needed < memory.UNCHECKED:
        return None
    free = memory.free_memory()
    if free is None or needed <= free:
        return None
    hands = " and ".join(f"{int(np.count_nonzero(row)):,}" for row in game.rules.ranges.dealable) if game.rules.weights else ""
    ways = ["fewer bet sizes", "a raise_cap", f"ranges with fewer hands (now {hands})" if hands else "", "a smaller stack"]
    if len(size.boards) > 2:
        ways.append("a turn in place of the flop")
    alone = solving_size(game, symmetric, 1).bytes[precision]
    if alone <= free:
        ways = [f"threads=1 ({memory.gigabytes(alone)})", *ways]
    if precision != name and least <= free:
        ways = [f"precision={brief(name)} ({memory.gigabytes(least)})", *ways]
    return (
        f"needs about {memory.gigabytes(needed)} of memory, and {memory.gigabytes(free)} are free ({precision} precision); "
        f"what makes it smaller: {', '.join(filter(None, ways))}"
    )
