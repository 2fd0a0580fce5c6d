"""Hand classes (buckets): hands that a blueprint treats alike, street by street."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.games.holdem import HoldemStrength
from pokerzoo.envs.games.texas_holdem import DECKS, DeckStrength
from pokerzoo.envs.poker.cards import CARD_NAMES, HOLE_CARDS
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.arrays import Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.memory import check_fits
from pokerzoo.envs.support.parameters import brief, check_choice, check_int

from .canonical_boards import (
    PERMUTATIONS,
    CanonicalBoards,
    canonical_boards,
    canonical_key,
    hand_images,
    hand_numbers,
    hand_pairs,
    key_of,
    row_of_key,
)
from .class_features import Showdowns, StreetFeatures
from .class_methods import METHODS, class_type, percentile_starts
from .river_shares import BLOCKED, doubled_wins

EXACT: Final = "exact"
Count: TypeAlias = int | Literal["exact"]
MOST_CLASSES = 2**20
STREETS = "flop", "turn", "river"
RIVER_METHODS = ("ehs",)


@dataclass(frozen=True)
class ClassTable:
    """Classes of all hands on all boards of a street up to suits."""

    boards: CanonicalBoards
    classes: npt.NDArray[np.signedinteger[Any]]  # int16 or int32 [boards, hands]; -1 where they share a card


@dataclass(frozen=True)
class StrengthClasses:
    """Classes by doubled wins on a full board."""

    of_doubled: Int32s  # int32 [most + 1]


@dataclass(frozen=True)
class Deal:
    """Cards of a game as hand classes need them: the upper part of the deck, dealt in groups."""

    cards: int
    short: bool
    groups: tuple[int, ...]  # public cards of each street on which players act, after the first
    full: int  # public cards at the showdown
    hands: Int64s  # int64 [hands]: the number of each of the game's hands among all (``hand_pairs``)


@dataclass(frozen=True)
class HandClasses:
    """Classes of hands, by street.

    Attributes:
        counts: number of classes on each street on which players act.
        recipe: the arguments of ``make_hand_classes`` that made them.
        digest: SHA-256 of all that decides the classes.
    """

    counts: tuple[int, ...]
    recipe: dict[str, Any]
    deal: Deal = field(repr=False)
    before: Int32s = field(repr=False)  # int32 [hands]: classes before the flop
    streets: tuple[ClassTable | StrengthClasses, ...] = field(repr=False)
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        found = hashlib.sha256(json.dumps([self.deal.cards, self.deal.short, self.deal.groups, self.deal.full]).encode())
        arrays: list[npt.NDArray[Any]] = [self.deal.hands, self.before, *map(street_array, self.streets)]
        for array in arrays:
            found.update(f"{array.dtype.str}{array.shape}".encode())
            found.update(np.ascontiguousarray(array).data)
        object.__setattr__(self, "digest", found.hexdigest())

    def on_board(self, board: Sequence[int]) -> list[Int32s]:
        """The classes of all hands on each street through a board.

        Args:
            board: public cards of the game's deck, by number, in the order dealt: as many as there are on one of the streets,
                or at the showdown.

        Returns:
            For each street int32 [hands], hands in the order of the rules; -1 where a hand shares a card with the board.
        """
        deal, ends = self.deal, list(accumulate(self.deal.groups))
        dealt = np.array(board, dtype=np.int64)
        found = [self.before]
        for street, end in zip(self.streets, ends, strict=True):
            if end > len(dealt):
                break
            out = np.empty(len(deal.hands), dtype=np.int32)
            if isinstance(street, ClassTable):
                look_up(
                    dealt[:end],
                    street.boards.ends,
                    PERMUTATIONS,
                    hand_images(deal.cards),
                    street.boards.keys,
                    street.classes,
                    deal.hands,
                    out,
                )
            else:
                key = np.array([key_of([board])], dtype=np.int64)
                doubled = doubled_wins(deal.cards, deal.short, key, end)[0, deal.hands]
                out[:] = np.where(doubled == BLOCKED, -1, street.of_doubled[np.minimum(doubled, len(street.of_doubled) - 1)])
            found.append(out)
        return found


def street_array(street: ClassTable | StrengthClasses) -> npt.NDArray[Any]:
    """The numbers that decide a street's classes."""
    return street.classes if isinstance(street, ClassTable) else street.of_doubled


def make_hand_classes(
    rules: PokerRules,
    *,
    flop: Count = EXACT,
    turn: Count = 500,
    river: Count = 500,
    method: str = "emd",
    river_method: str = "ehs",
    seed: int = 0,
) -> HandClasses:
    """Put the hands of a game of hold'em into classes, for each street on which players act.

    Before the flop hands are alike if they differ by suits alone: 169 classes, without loss.

    Args:
        rules: of a game of hold'em from the blinds on.
        flop: the most classes on the flop, over all flops; ``"exact"``: one for each flop and hand up to suits, without loss.
        turn: the same on the turn.
        river: the same on the river.
        method: how hands with cards to come are put into classes.
        river_method: how hands on the last board are.
        seed: of k-means.

    Raises:
        ValueError: rules that are not hold'em's, or a parameter that is not as above.
    """
    deal = deal_of(rules)
    check_choice("method", method, tuple(METHODS))
    check_choice("river_method", river_method, RIVER_METHODS)
    check_int("seed", seed, 0, 2**32 - 1)
    ends = list(accumulate(deal.groups))
    showdowns = None
    streets: list[ClassTable | StrengthClasses] = []
    pairs = hand_pairs(deal.cards)
    own = pairs[deal.hands]
    ranks = deal.cards // 4
    high, low = (ranks - 1 - own // 4).T
    suited = own[:, 0] % 4 == own[:, 1] % 4
    before = np.where(suited, high * ranks + low, low * ranks + high).astype(np.int32)
    counts = [ranks * ranks]
    for number, (name, wanted) in enumerate(zip(STREETS, (flop, turn, river), strict=True)):
        if wanted != EXACT:
            check_int(name, wanted, 1, MOST_CLASSES)
        if number >= len(deal.groups):
            continue
        if wanted == EXACT:
            boards = canonical_boards(deal.cards, deal.groups[: number + 1])
            check_fits(f"{name}='exact'", 4 * len(boards.keys) * len(pairs), f"give a number of classes for {name}")
            counts.append(len(boards.hands.sizes))
            streets.append(ClassTable(boards, boards.hands.numbers))
            continue
        if showdowns is None:
            showdowns = Showdowns.of_deck(deal.cards, deal.full, deal.short)
        if ends[number] == deal.full:
            weights = showdowns.weights()
            values = np.flatnonzero(weights)
            starts = percentile_starts(values, weights[values], wanted)
            counts.append(len(starts) + 1)
            streets.append(
                StrengthClasses(np.searchsorted(starts, np.arange(showdowns.most + 1), side="right").astype(np.int32))
            )
            continue
        boards = canonical_boards(deal.cards, (ends[number],))
        made = METHODS[method].classes(StreetFeatures(showdowns, boards), wanted, seed)
        counts.append(made.number)
        numbers = boards.hands.numbers
        classes = np.full(numbers.shape, -1, dtype=class_type(made.number))
        classes[numbers >= 0] = made.of_pairs[numbers[numbers >= 0]]
        streets.append(ClassTable(boards, classes))
    recipe = {
        "flop": flop, "turn": turn, "river": river, "method": method, "river_method": river_method, "seed": seed,
    }  # fmt: skip
    return HandClasses(tuple(counts), recipe, deal, before, tuple(streets))


def deal_of(rules: PokerRules) -> Deal:
    """The cards of a game; ValueError unless it is hold'em from the blinds on."""
    strength: object = rules.strength
    if isinstance(strength, HoldemStrength):
        lowest, short = strength.lowest, False
    elif isinstance(strength, DeckStrength):
        lowest, short = DECKS[strength.deck][0], strength.deck == "short"
    else:
        raise ValueError(f"rules.strength={brief(strength)}: must be hold'em's")
    if rules.deck != CARD_NAMES[lowest:] or rules.copies != 1 or rules.hole_cards != HOLE_CARDS or rules.board:
        raise ValueError("rules: must be of hold'em from the blinds on, with two own cards, without public cards at the start")
    cards = len(rules.deck)
    betting = [number for number, one in enumerate(rules.rounds) if one.bets is not None]
    groups = tuple(one.public_cards for one in rules.rounds[: betting[-1] + 1])
    full = sum(one.public_cards for one in rules.rounds)
    if groups[:1] != (0,) or groups[1:] != (3, 1, 1)[: len(groups) - 1] or full not in (3, 4, 5):
        raise ValueError(f"rules: public cards by street {groups}: must be 0, 3, 1, 1, or the first of these")
    hands = hand_numbers(cards)[rules.hand_cards[:, 0], rules.hand_cards[:, 1]].astype(np.int64)
    return Deal(cards, short, groups[1:], full, hands)


@kernel(nogil=True)
def look_up(
    board: Int64s,
    ends: Int64s,
    permutations: Int64s,
    images: Int32s,
    keys: Int64s,
    classes: npt.NDArray[np.signedinteger[Any]],
    hands: Int64s,
    out: Int32s,
) -> None:
    """Fill in the classes of a game's hands on a board."""
    key, which = canonical_key(board, ends, permutations, np.empty(len(board), dtype=np.int64))
    row = row_of_key(keys, key)
    for hand in range(len(hands)):
        out[hand] = classes[row, images[which, hands[hand]]]
