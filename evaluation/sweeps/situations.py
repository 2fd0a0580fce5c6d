"""Random public situations of heads-up no-limit hold'em: a board, a pot, stacks and two ranges, from a seed and a number alone.

- ``deepstack``: DeepStack's game, 20,000 chips each, blinds 50 and 100. What each player has put in is drawn from 100,
  [200, 400), [400, 2,000), [2,000, 6,000) or [6,000, 19,950], each as likely, and then any whole number of it.
- ``cash``: 10,000 chips each, blinds 50 and 100. What each player has put in is any whole number from 100 to 9,950.
- ``ratio``: 1,000 chips in the pot, and behind 1/8 to 16 times as many: one of the seven intervals that each double the one
  before, each as likely, and then any whole number of it.
- ``POT:STACK``: these chips in the pot and behind, say ``1000:2500``.

Ranges from the blueprint's play come with the pot and the stacks of the hand that was played (``blueprint_ranges``).

The intervals of ``deepstack`` are from footnote 2 on p. 25 of the supplement (arXiv:1701.01724v3), where the first is
printed as [100, 100): read here as 100 alone. Each *player* has put in what is drawn, so the pot is twice as much. The code
that was released for Leduc hold'em reads so; with 19,950 each, 50 are left to bet.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import fsum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import CARD_NAMES, NUM_CARDS
from pokerzoo.envs.support.parameters import brief, check_choice, check_int, check_number, short_repr

from .blueprint_ranges import BLUEPRINT, played_situation
from .random_ranges import RANGES, RandomStream, can_meet, random_range

CARDS = {"river": 5, "turn": 4}
"""Public cards of a street's situations."""
MOST = 2**63
"""Seeds and numbers of spots are below this."""
BOARD, POT, OOP, IP, SOURCE, PLAY = range(6)
"""Purposes of random numbers. Boards and ranges stay when the pots are drawn otherwise, and so on."""

Pot: TypeAlias = tuple[float, float]
"""Chips in the pot, and chips that each player has behind."""


@dataclass(frozen=True, eq=False)
class Situation:
    """A public situation before the first action of a street."""

    board: tuple[int, ...]
    pot: float
    stack: float
    ranges: npt.NDArray[np.float32]

    @property
    def board_name(self) -> str:
        """The public cards, ``2c9dJhQsAs``."""
        return "".join(CARD_NAMES[card] for card in self.board)


def _deepstack(draws: RandomStream) -> Pot:
    first, end = ((100, 101), (200, 400), (400, 2_000), (2_000, 6_000), (6_000, 19_951))[draws.below(5)]
    each = first + draws.below(end - first)
    return 2.0 * each, 20_000.0 - each


def _cash(draws: RandomStream) -> Pot:
    each = 100 + draws.below(9_951 - 100)
    return 2.0 * each, 10_000.0 - each


def _ratio(draws: RandomStream) -> Pot:
    least = 125 << draws.below(7)
    return 1_000.0, float(least + draws.below(least))


POTS: dict[str, Callable[[RandomStream], Pot]] = {"deepstack": _deepstack, "cash": _cash, "ratio": _ratio}
"""The ways to draw pots and stacks by name."""


def pots_of(name: str) -> Callable[[RandomStream], Pot]:
    """The way to draw pots and stacks that is called so, or ``POT:STACK``."""
    fixed = re.fullmatch(r"(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)", name, re.ASCII)
    if fixed:
        pot, stack = float(fixed[1]), float(fixed[2])
        for what, chips in (("the pot", pot), ("the stack", stack)):
            check_number(f"pots={brief(name)}: {what}", chips, 1, 1e9)
        return lambda draws: (pot, stack)
    if name not in POTS:
        raise ValueError(f"pots={short_repr(name)}: must be one of {', '.join(POTS)}, or POT:STACK, as 1000:2500")
    return POTS[name]


def range_shares(text: str) -> dict[str, float]:
    """The ways to draw ranges that ``--ranges`` names, with the share of situations of each; the shares sum to 1.

    >>> range_shares("top"), range_shares("deepstack:3,blueprint:1")
    ({'top': 1.0}, {'deepstack': 0.75, 'blueprint': 0.25})
    """
    names = (*RANGES, BLUEPRINT)
    if ":" not in str(text):
        check_choice("ranges", text, names)
        return {text: 1.0}
    found: dict[str, float] = {}
    for part in text.split(","):
        name, _, share = part.partition(":")
        if (
            name not in names
            or name in found
            or not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", share, re.ASCII)
            or float(share) == 0.0
        ):
            raise ValueError(
                f"ranges={brief(text)}: {brief(part)} must be NAME:SHARE, each name once, names of {', '.join(names)}, "
                "shares above 0, as deepstack:3,blueprint:1"
            )
        found[name] = float(share)
    total = fsum(found.values())
    return {name: share / total for name, share in found.items()}


def source_of(seed: int, index: int, ranges: str) -> str:
    """The way in which the ranges of a situation are drawn."""
    shares = range_shares(ranges)
    if len(shares) == 1:
        return next(iter(shares))
    drawn = RandomStream(seed, index, SOURCE).one()
    ends = np.cumsum(list(shares.values()))
    return list(shares)[min(int(np.searchsorted(ends, drawn, "right")), len(shares) - 1)]


def random_situation(street: str, seed: int, index: int, ranges: str = "deepstack", pots: str = "deepstack") -> Situation:
    """Situation number ``index`` of a seed, equal on every machine."""
    check_choice("street", street, tuple(CARDS))
    check_int("seed", seed, 0, MOST - 1)
    check_int("index", index, 0, MOST - 1)
    ranges = source_of(seed, index, ranges)
    pot, stack = pots_of(pots)(RandomStream(seed, index, POT))
    cards = RandomStream(seed, index, BOARD).order(NUM_CARDS)[: CARDS[street]]
    board = tuple(sorted(cards.tolist()))
    if ranges == BLUEPRINT:
        return Situation(board, *played_situation(tuple(cards.tolist()), RandomStream(seed, index, PLAY)))
    both = RandomStream(seed, index, OOP), RandomStream(seed, index, IP)
    while True:  # once, unless each hand of the one blocks all of the other
        drawn = np.array([random_range(ranges, board, draws) for draws in both], dtype=np.float32)
        if can_meet(drawn > 0.0):
            return Situation(board, pot, stack, drawn)
