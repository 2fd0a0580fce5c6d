"""Hand classes (buckets): hands that a blueprint treats alike, street by street.

The classes on a board are computed when it is first dealt, by a rule of a few thousand bytes: the centres of k-means, or the
least values of percentiles.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np

from pokerzoo.envs.poker.cards import SUITS
from pokerzoo.envs.support.arrays import Bools, Int16s, Int32s, Int64s
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.memory import check_fits

from .board_textures import board_state, texture_numbers
from .canonical_boards import (
    NO_HAND,
    PERMUTATIONS,
    canonical_boards,
    canonical_key,
    cards_of_key,
    hand_images,
    hand_pairs,
    numbered_hands,
)
from .class_features import board_features
from .class_methods import METHODS, Rule

EXACT = "exact"
STREETS = "flop", "turn", "river"
STREET_OF = {0: 0, 3: 1, 4: 2, 5: 3}
"""The street by the number of public cards."""
TEXTURES = "textures"
KEPT_BOARDS, KEPT_LAST = 20_000, 500
"""Boards of a street whose classes are kept: all flops (1,755) and turns (16,432) of the whole deck up to suits, in 48 MB. Of
boards with no card to come there are more, and each takes little time."""
TABLE_CARDS = 3
"""Public cards of the boards whose classes are all stored in files: flops are few, and each takes milliseconds."""


@dataclass(frozen=True)
class DealtCards:
    """Cards of a game of hold'em: the upper part of the deck, dealt in groups. Equality ignores the order of the hands."""

    cards: int
    short: bool  # the short deck's order of strength
    board: int  # public cards from the start
    groups: tuple[int, ...]  # public cards of each street from the flop to the last on which players act
    full: int  # public cards at the showdown
    hands: Int64s = field(compare=False)  # int64 [hands]: each of the game's hands as a number among all (``hand_pairs``)


class ExactClasses:
    """Classes of one street, one for each pair of a board and a hand up to suits."""

    def __init__(self, dealt: DealtCards, street: int) -> None:
        """Number all pairs."""
        self.dealt, groups, name = dealt, dealt.groups[:street], STREETS[street - 1]
        self.ends, self.keys = np.cumsum(groups), canonical_boards(dealt.cards, groups)
        needed = 4 * len(self.keys) * len(hand_pairs(dealt.cards))
        check_fits(f"{name}='exact'", needed, f"give a number of classes on the {name}")
        self.numbers, self.images = numbered_hands(dealt.cards, groups), images_of(dealt)
        self.count = int(self.numbers.max()) + 1

    def classes_on(self, board: Int64s) -> Int32s:
        """int32 [hands]: the classes of the game's hands; -1 where a hand shares a card with the board."""
        key, permutation = canonical_key(board, self.ends, PERMUTATIONS, np.empty_like(board))
        return np.asarray(self.numbers[np.searchsorted(self.keys, key), self.images[permutation]])


class RuleClasses:
    """Classes of one street by a rule, where textures count apart for each of them."""

    def __init__(self, dealt: DealtCards, features: str, rule: Rule, textures: Int32s | None) -> None:
        """Put the rule by which hands are classed together with what the game deals; ``textures``: see ``texture_numbers``."""
        self.dealt, self.method, self.rule, self.textures = dealt, METHODS[features], rule, textures
        self.images = images_of(dealt)
        self.count = len(rule) * (1 if textures is None else int(textures.max()) + 1)
        self._kept: dict[int, Int16s] = {}

    def classes_on(self, board: Int64s) -> Int32s:
        """int32 [hands]: the classes of the game's hands; -1 where a hand shares a card with the board."""
        key, permutation = canonical_key(board, np.array([len(board)]), PERMUTATIONS, np.empty_like(board))
        result: Int32s = self._of_key(int(key), len(board)).take(self.images[permutation]).astype(np.int32)
        if self.textures is None:
            return result
        first = len(self.rule) * self.textures[board_state(board, self.dealt.cards)]
        return np.where(result == NO_HAND, result, result + first)

    def _of_key(self, key: int, cards: int) -> Int16s:
        """int16 [hands of the deck]: the classes on a canonical board within any texture."""
        result = self._kept.get(key)
        if result is None:
            dealt, board = self.dealt, cards_of_key(key, cards)
            points = self.method.points(board_features(board, dealt.cards, dealt.full, dealt.short))
            result = self._kept[key] = self.method.classes(points, self.rule).astype(np.int16)
            result[hands_with(board, dealt.cards)] = NO_HAND
            if len(self._kept) > (KEPT_LAST if cards == dealt.full else KEPT_BOARDS):
                del self._kept[next(iter(self._kept))]
        return result

    def table(self) -> Int16s:
        """int16 [boards, hands of the deck]: the classes within any texture on all canonical boards of ``TABLE_CARDS``."""
        return np.stack([self._of_key(int(key), TABLE_CARDS) for key in canonical_boards(self.dealt.cards, (TABLE_CARDS,))])

    def keep(self, table: Int16s) -> None:
        """Keep what ``table`` returned."""
        self._kept.update(zip(canonical_boards(self.dealt.cards, (TABLE_CARDS,)).tolist(), table, strict=True))


@dataclass(frozen=True)
class HandClasses:
    """Classes (buckets) of the hands of a game of hold'em, street by street. ``make_hand_classes`` makes them.

    Attributes:
        recipe: the arguments of ``make_hand_classes`` that count for the game.
        dealt: deck, public cards by street, and the game's hands.
        rules: for each street from the flop on on which players act, the rule of its classes; None where each hand has a class
            of its own.
        counts: number of classes on each street through the last on which players act, the first before the flop; 0 on
            streets before the game begins.
        digest: SHA-256 of all that decides the classes.
        streets: for each street that has a rule what finds the classes on a board; None on streets before the game begins.

    >>> from pokerzoo.agents.blueprint import make_hand_classes
    >>> from pokerzoo.envs import make_game
    >>> classes = make_hand_classes(make_game("texas_holdem", deck="royal").rules, flop="exact", turn=50, river=20)
    >>> classes.counts
    (25, 7760, 50, 19)
    """

    recipe: dict[str, Any]
    dealt: DealtCards = field(repr=False)
    rules: tuple[Rule | None, ...] = field(repr=False, compare=False)
    counts: tuple[int, ...] = field(init=False)
    digest: str = field(init=False)
    streets: tuple[ExactClasses | RuleClasses | None, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        dealt, before = self.dealt, classes_before(self.dealt.cards)
        streets = tuple(self._street(street, rule) for street, rule in enumerate(self.rules, 1))
        counts = (0 if dealt.board else int(before.max()) + 1, *(0 if street is None else street.count for street in streets))
        cards = [dealt.cards, dealt.short, dealt.board, dealt.groups, dealt.full]
        digest = hashlib.sha256(json.dumps([cards, counts, self.recipe]).encode())
        for rule in self.rules:
            if rule is not None:
                digest.update(rule.astype(rule.dtype.newbyteorder("<")).tobytes())
        known = {"counts": counts, "digest": digest.hexdigest(), "streets": streets}
        for name, value in known.items():
            object.__setattr__(self, name, value)

    def _street(self, street: int, rule: Rule | None) -> ExactClasses | RuleClasses | None:
        dealt, cards = self.dealt, sum(self.dealt.groups[:street])
        if cards < dealt.board:
            return None
        if rule is None:
            return ExactClasses(dealt, street)
        textures = texture_numbers(cards, dealt.cards) if self.recipe.get(TEXTURES) else None
        return RuleClasses(dealt, method_on(dealt, cards, self.recipe), rule, textures)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy or pickle begins without boards: they would be up to 48 MB of it."""
        return HandClasses, (self.recipe, self.dealt, self.rules)

    def on_board(self, board: Sequence[int]) -> tuple[Int32s, ...]:
        """The classes of all hands on each street through a board.

        Args:
            board: all public cards as numbers in the game's deck, in the order dealt: as many as there are on a street or at
                the showdown.

        Returns:
            For each street through these cards int32 [hands], in the order of ``rules.deck.hands``: the class of each hand,
            from 0 on; -1 where the hand shares a card with the street's board, or the game has not begun.

        Raises:
            ValueError: another number of cards, a card twice, or a number that is no card of the deck.

        >>> from pokerzoo.agents.blueprint import make_hand_classes
        >>> from pokerzoo.envs import make_game
        >>> classes = make_hand_classes(make_game("texas_holdem", deck="royal").rules, turn=50, river=20)
        >>> [len(set(street.tolist()) - {-1}) for street in classes.on_board((0, 5, 9, 13, 18))]
        [25, 81, 9, 2]
        """
        ends = tuple(accumulate(self.dealt.groups, initial=0))
        shown = self._checked(board, {*ends, self.dealt.full})
        return tuple(self._on_street(shown[:end]) for end in ends if end <= len(shown))

    def on_street(self, board: Sequence[int]) -> Int32s:
        """The classes of all hands on the street of a board: the last of ``on_board``.

        Args:
            board: as for ``on_board``, as many cards as there are on a street.

        Raises:
            ValueError: as for ``on_board``.
        """
        return self._on_street(self._checked(board, {*accumulate(self.dealt.groups, initial=0)}))

    def _on_street(self, shown: Int64s) -> Int32s:
        street = STREET_OF[len(shown)]
        classes = self.streets[street - 1] if street else None
        if classes is not None:
            return classes.classes_on(shown)
        if self.dealt.board:
            return np.full(len(self.dealt.hands), NO_HAND, dtype=np.int32)
        return np.asarray(classes_before(self.dealt.cards)[self.dealt.hands])

    def _checked(self, board: Sequence[int], sizes: set[int]) -> Int64s:
        """int64 [cards]: a board, if it is one of the game's with one of these numbers of cards."""
        cards = [int(card) for card in board]
        if len(cards) not in sizes or len(cards) < self.dealt.board:
            allowed = ", ".join(str(size) for size in sorted(sizes) if size >= self.dealt.board)
            raise ParameterError("board", cards, f"has {len(cards)} cards; must have one of {allowed}")
        if len(set(cards)) < len(cards) or not all(0 <= card < self.dealt.cards for card in cards):
            raise ParameterError("board", cards, f"must be different numbers from 0 to {self.dealt.cards - 1}")
        return np.array(cards, dtype=np.int64)


def method_on(dealt: DealtCards, cards: int, recipe: dict[str, Any]) -> str:
    """The method by which hands are classed on boards with this many cards: where none is to come, by strength."""
    return "ehs" if cards == dealt.full else recipe["features"]


def images_of(dealt: DealtCards) -> Int64s:
    """int64 [24, hands]: the hand of the deck that takes the place of each of the game's under each suit permutation."""
    return hand_images(dealt.cards)[:, dealt.hands].astype(np.int64)


def hands_with(cards: Int64s, deck: int) -> Bools:
    """Bool [hands of the deck]: those that hold one of these cards."""
    held = np.zeros(deck, dtype=np.bool_)
    held[cards] = True
    return np.asarray(held[hand_pairs(deck)].any(axis=1))


@lru_cache(4)
def classes_before(cards: int) -> Int32s:
    """int32 [hands of the deck]: classes before the flop, in the order of the usual grid (``CLASS_NAMES``)."""
    pairs, ranks = hand_pairs(cards), cards // len(SUITS)
    high, low = ranks - 1 - pairs.T // len(SUITS)
    suited = pairs[:, 0] % len(SUITS) == pairs[:, 1] % len(SUITS)
    return np.asarray(np.where(suited, high * ranks + low, low * ranks + high), dtype=np.int32)
