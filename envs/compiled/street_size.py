"""What solving a poker game will take, from its lines and the number of its boards: nothing is allocated to find out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from math import perm
from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.core import short
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.infosets import boards_of
from pokerzoo.envs.poker.size import LINE_BYTES
from pokerzoo.envs.support import memory
from pokerzoo.envs.support.arrays import Int64s

from .board_sweep import LANES
from .public_tree import has_many_hands

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame
    from pokerzoo.envs.poker.rules import PokerRules

NUMBER_BYTES = {"single": 8, "half": 4}
"""Bytes of a regret and an average, by precision."""
TABLE_BYTES = 20
"""Bytes that the order of strength of one full board takes for each hand, roughly."""
ALIVE_BYTES = 8
"""Bytes that each board takes for each hand."""
NUMBER_SECONDS = 4e-9
"""What an iteration takes for each number on one core: measured 4.1 ns on a turn of 171 x 253 hands, 5.7 ns on a small flop."""


@dataclass(frozen=True, slots=True)
class SolvingSize:
    """What it takes to solve a game.

    Attributes:
        lines: the lines of the betting tree, whatever cards come.
        public_states: the same on each board.
        infosets: infosets.
        probabilities: (infoset, action) pairs.
        boards: for each street how many boards there are.
        distinct_boards: the same, but of those that an exchange of suits makes alike only one.
        numbers: (distinct board, action, hand) triples, rounded up to whole vectors of hands.
        bytes: for each precision that there is for this game, the memory of the compiled game, regrets and averages.
        seconds: what an iteration takes on one core, roughly; None where there is no telling.
    """

    lines: int
    public_states: int
    infosets: int
    probabilities: int
    boards: tuple[int, ...]
    distinct_boards: tuple[int, ...]
    numbers: int
    bytes: dict[str, int]
    seconds: float | None

    @property
    def least(self) -> tuple[str, int]:
        """The precision that takes the fewest bytes, and how many."""
        return min(self.bytes.items(), key=lambda item: item[1])


def solving_size(game: PokerGame) -> SolvingSize:
    """What solving this game takes; from lines and boards alone, so that nothing is allocated."""
    rules, size = game.rules, game.size
    stages = range(len(size.sequences))
    boards = tuple(len(boards_of(rules, cards)) for cards in stages)
    distinct = tuple(distinct_boards(rules, cards) for cards in stages)
    held = [int(np.count_nonzero(own)) for own in rules.dealable] if rules.weights else [len(rules.hands)] * rules.num_players
    wide = [-(-count // LANES) * LANES for count in held]
    if rules.num_players == 2 and has_many_hands(rules) and len(boards) > 1:
        numbers = sum(
            number * actions * hands
            for number, own in zip(distinct, size.sequences, strict=True)
            for actions, hands in zip(own, wide, strict=True)
        )
        shared = size.lines * LINE_BYTES + max(wide) * (2 * TABLE_BYTES * distinct[-1] + ALIVE_BYTES * sum(boards))
        needed = {precision: shared + each * numbers for precision, each in NUMBER_BYTES.items()}
        seconds: float | None = NUMBER_SECONDS * numbers
    else:
        numbers, seconds = size.entries, None
        needed = {"single" if has_many_hands(rules) else "double": size.memory}
    return SolvingSize(size.lines, size.public_states, size.infosets, size.entries, boards, distinct, numbers, needed, seconds)


def distinct_boards(rules: PokerRules, cards: int) -> int:
    """In how many ways so many cards can come, if ways that differ by an exchange of suits count once (Burnside's lemma)."""
    exchanges = suit_exchanges(rules)
    if exchanges is None:
        return len(boards_of(rules, cards))
    left = np.setdiff1d(np.arange(len(rules.deck)), rules.board)
    unmoved = [int((exchange[left] == left).sum()) for exchange in exchanges]
    return sum(perm(count, cards) for count in unmoved) // len(exchanges)


def suit_exchanges(rules: PokerRules) -> list[Int64s] | None:
    """The exchanges of suits that leave the board (as a set) and both ranges as they are, each as the image of every card."""
    if rules.deck != CARD_NAMES or rules.hole_cards != 2 or rules.copies != 1:
        return None
    weights = np.zeros((2, 52, 52))
    one, two = rules.hand_cards.T
    weights[:, one, two] = weights[:, two, one] = np.ones(len(one)) if rules.weights is None else rules.weights
    suits = len({name[1] for name in CARD_NAMES})
    found = []
    for order in permutations(range(suits)):
        image = np.arange(52) // suits * suits + np.array(order)[np.arange(52) % suits]
        same_board = {int(image[card]) for card in rules.board} == set(rules.board)
        if same_board and np.array_equal(weights[:, image][:, :, image], weights):
            found.append(image)
    return found


def check_solving_fits(game: PokerGame, precision: str | None = None) -> None:
    """Refuse to solve what is larger than the memory that is free.

    Args:
        game: the game.
        precision: of the regrets and averages; None: the one that takes least.

    Raises:
        ValueError: with the figures, and what would make it fit.
    """
    size = solving_size(game)
    name, least = size.least
    precision = precision if precision in size.bytes else name  # "auto", or one that is not estimated
    needed = size.bytes[precision]
    if needed < memory.UNCHECKED:
        return
    free = memory.free_memory()
    if free is None or needed <= free:
        return
    hands = " and ".join(f"{int(np.count_nonzero(own)):,}" for own in game.rules.dealable) if game.rules.weights else ""
    ways = ["fewer bet sizes", "a raise_cap", f"ranges with fewer hands (now {hands})" if hands else "", "a smaller stack"]
    if len(size.boards) > 2:
        ways.append("a turn in place of the flop")
    if precision != name and least <= free:
        ways = [f"precision={name!r} ({memory.gigabytes(least)})", *ways]
    boards = f" on {size.boards[-1]:,} boards ({size.distinct_boards[-1]:,} of them distinct)" if len(size.boards) > 1 else ""
    raise ValueError(
        f"{short(game)}, with {size.infosets:,} infosets and {size.probabilities:,} probabilities{boards}, needs about "
        f"{memory.gigabytes(needed)} of memory, and {memory.gigabytes(free)} are free ({precision} precision); "
        f"what makes it smaller: {', '.join(filter(None, ways))}"
    )
