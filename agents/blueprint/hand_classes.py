"""Hand classes (buckets): hands that a blueprint treats alike, street by street.

The classes on a board are computed when it is first dealt, by a rule of a few thousand bytes: the centres of k-means, or the
least values of percentiles.

With ``textures`` boards of different texture have classes of their own. A texture says how many cards share a suit, how ranks
repeat, how close they are, and what the last card changed. All players know it, so such classes forget less of what happened
at no cost in strength.
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
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.memory import check_fits

from .canonical_boards import (
    NO_HAND,
    PERMUTATIONS,
    canonical_boards,
    canonical_key,
    cards_of_key,
    hand_images,
    hand_pairs,
    numbered_hands,
    unpack_key,
)
from .class_clusters import METHODS, Rule
from .class_features import board_features

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


FLOP_CARDS = 3
LOW_RANKS = 4
"""Ranks from the lowest on that make a straight with an ace below them."""
STATES = {3: (3, 3, 2), 4: (6, 5, 4, 2), 5: (5, 5, 4, 2)}
"""By number of cards: how many states of suits, repeated ranks, near ranks and, after the flop, height of the last card."""


def num_states(cards: int) -> int:
    """Textures of boards with this many cards, impossible ones included."""
    return int(np.prod(STATES[cards]))


def board_state(board: Int64s, deck: int) -> int:
    """The texture of a board, the last dealt card last; ``deck`` is the number of its cards."""
    return texture_of(board, nearness_of_ranks(deck // len(SUITS)))


@kernel
def texture_of(board: Int64s, nearness: Int64s) -> int:
    """``board_state``, with ``nearness_of_ranks`` of the deck."""
    size = len(board)
    suits, repeats, near = counts_of(board, nearness)
    if size == FLOP_CARDS:
        return ((suits - 1) * 3 + repeats) * 2 + max(near, 2) - 2
    old_suits, old_repeats, old_near = counts_of(board[:-1], nearness)
    least = size - 3  # of one suit: fewer are alike
    changed = max(old_suits, least) + max(suits, least) - 2 * least
    within = min(max(old_near, 3) + max(near, 3) - 6, 3)
    above = 1
    for card in board[:-1]:
        if card // len(SUITS) >= board[-1] // len(SUITS):
            above = 0
    return ((changed * 5 + old_repeats + repeats) * 4 + within) * 2 + above


@kernel
def counts_of(board: Int64s, nearness: Int64s) -> tuple[int, int, int]:
    """(most cards of one suit, at most 4; ranks twice and ranks three times, at most 2; most ranks of a straight)."""
    most, held, repeats, suits, ranks = 0, 0, 0, 0, 0  # counts have four bits each
    for card in board:
        rank, suit = card // len(SUITS), card % len(SUITS)
        suits += 1 << 4 * suit
        most = max(most, suits >> 4 * suit & 15)
        ranks += 1 << 4 * rank
        held |= 1 << rank
        repeats += 2 <= (ranks >> 4 * rank & 15) <= 3
    return min(most, 4), min(repeats, 2), nearness[held]


@lru_cache(3)
def nearness_of_ranks(ranks: int) -> Int64s:
    """int64: for each set of ranks, as bits, the most of them within a straight."""
    wheel = 1 << ranks - 1 | (1 << LOW_RANKS) - 1
    straights = np.array([wheel, *(31 << low for low in range(ranks - LOW_RANKS))])
    return np.asarray(np.bitwise_count(np.arange(1 << ranks)[:, None] & straights).max(axis=1), dtype=np.int64)


@lru_cache(12)
def texture_numbers(cards: int, deck: int) -> Int32s:
    """int32 [states]: the textures that boards of this many cards have, numbered from 0 on; -1 for the others."""
    seen = np.zeros(num_states(cards), dtype=np.bool_)
    flops = canonical_boards(deck, (FLOP_CARDS,))
    mark_textures(flops, cards, deck, nearness_of_ranks(deck // len(SUITS)), seen)
    return np.where(seen, np.cumsum(seen) - 1, -1).astype(np.int32)


@kernel
def mark_textures(flops: Int64s, cards: int, deck: int, nearness: Int64s, seen: Bools) -> None:
    """Mark the textures of boards of some cards, whichever is dealt last; ``flops``: keys of all flops up to suits."""
    board = np.empty(5, dtype=np.int64)
    for key in flops:
        unpack_key(key, board[:FLOP_CARDS])
        if cards == FLOP_CARDS:
            seen[texture_of(board[:cards], nearness)] = True
            continue
        for turn in range(deck):
            if turn == board[0] or turn == board[1] or turn == board[2]:
                continue
            board[3] = turn
            if cards == FLOP_CARDS + 1:
                seen[texture_of(board[:cards], nearness)] = True
            elif turn // len(SUITS) <= board[2] // len(SUITS):  # else the first four cards occur with another one as the turn
                for river in range(deck):
                    if river != board[0] and river != board[1] and river != board[2] and river != turn:
                        board[4] = river
                        seen[texture_of(board, nearness)] = True
