"""Hand classes of a game, made street by street."""

from __future__ import annotations

from itertools import accumulate
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from pokerzoo.envs.poker.cards import CARD_NAMES, COMBO_TABLE, HOLE_CARDS, SUITS
from pokerzoo.envs.poker.deck_strengths import DECKS, HoldemStrength, ShortDeckStrength
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.arrays import Int32s, Int64s
from pokerzoo.envs.support.memory import check_fits
from pokerzoo.envs.support.parameters import brief, check_int

from .board_textures import texture_numbers
from .canonical_boards import canonical_boards, hand_pairs
from .class_features import Showdowns, StreetFeatures
from .class_methods import METHODS, Rule, percentile_starts
from .hand_classes import (
    ClassTable,
    DealtCards,
    HandClasses,
    NoClasses,
    StreetClasses,
    StrengthClasses,
    TableClasses,
    TexturedClasses,
)

EXACT: Final = "exact"
Wanted: TypeAlias = int | Literal["exact"]
"""The most classes on a street, or one for each hand and board up to suits."""
MOST_CLASSES = 30_000
TURN_BYTES = 700_000_000
"""Memory for the classes of all turns while they are made, about."""
STREETS = "flop", "turn", "river"
STREET_CARDS = 3, 1, 1
TEXTURES = "textures"


def made_classes(dealt: DealtCards, recipe: dict[str, Any]) -> HandClasses:
    """The classes of some recipe, made anew."""
    making = ClassMaking(dealt, recipe)
    streets = [making.street(number) for number in range(len(dealt.groups))]
    before = classes_before(dealt.cards)
    counts = (0 if dealt.board else int(before.max()) + 1, *(number for number, _ in streets))
    own = np.full(len(dealt.hands), -1, dtype=np.int32) if dealt.board else before[dealt.hands]
    return HandClasses(counts, recipe, dealt, own, tuple(street for _, street in streets))


class ClassMaking:
    """Streets of one game, which share the full boards."""

    def __init__(self, dealt: DealtCards, recipe: dict[str, Any]) -> None:
        self.dealt, self.recipe = dealt, recipe
        self._showdowns: Showdowns | None = None

    @property
    def showdowns(self) -> Showdowns:
        """All hands on all full boards, made when first asked for."""
        if self._showdowns is None:
            dealt = self.dealt
            rows = len(canonical_boards(dealt.cards, (dealt.full,)).keys)
            needed = 3 * rows * len(hand_pairs(dealt.cards)) + TURN_BYTES * (len(dealt.groups) > 1)
            check_fits("make_hand_classes", needed)
            self._showdowns = Showdowns.of_deck(dealt.cards, dealt.full, dealt.short)
        return self._showdowns

    def street(self, number: int) -> tuple[int, StreetClasses]:
        """(number of classes, classes) of a street from the flop on."""
        count, classes = self.street_of_any_texture(number)
        if not self.recipe.get(TEXTURES) or not count or self.recipe[STREETS[number]] == EXACT:
            return count, classes
        cards = sum(self.dealt.groups[: number + 1])
        numbers = texture_numbers(cards, self.dealt.cards)
        return count * (int(numbers.max()) + 1), TexturedClasses(classes, count, numbers)

    def street_of_any_texture(self, number: int) -> tuple[int, StreetClasses]:
        """The same without textures."""
        dealt, most, seed = self.dealt, self.recipe[STREETS[number]], self.recipe["seed"]
        board = sum(dealt.groups[: number + 1])
        if board < dealt.board:
            return 0, NoClasses()
        if most == EXACT:
            return exact_classes(STREETS[number], dealt.cards, dealt.groups[: number + 1])
        if board == dealt.full:
            weights = self.showdowns.weights()
            values = np.flatnonzero(weights)
            starts = percentile_starts(values, weights[values], most)
            doubled = np.arange(self.showdowns.most + 1)
            return len(starts) + 1, StrengthClasses(np.searchsorted(starts, doubled, side="right").astype(np.int32))
        boards = canonical_boards(dealt.cards, (board,))
        made = METHODS[self.recipe["features"]].classes(StreetFeatures(self.showdowns, boards), most, seed)
        return made.number, table_of(dealt.cards, (board,), made.of_pairs, made.rule)


def table_of(cards: int, groups: tuple[int, ...], of_pairs: Int32s, rule: Rule) -> ClassTable:
    """The table of a street from the classes of its pairs of a board and a hand."""
    boards = canonical_boards(cards, groups)
    numbers = boards.hands.numbers
    kind = np.int16 if of_pairs.max() <= np.iinfo(np.int16).max else np.int32
    classes: TableClasses = np.where(numbers < 0, -1, of_pairs[numbers]).astype(kind)
    return ClassTable(boards, classes, rule)


def exact_classes(name: str, cards: int, groups: tuple[int, ...]) -> tuple[int, ClassTable]:
    """(number of classes, classes) where each pair of a board and a hand up to suits has its own."""
    boards = canonical_boards(cards, groups)
    needed = 12 * len(boards.keys) * len(hand_pairs(cards))
    check_fits(f"{name}='exact'", needed, f"give a number of classes on the {name}")
    return len(boards.hands.sizes), ClassTable(boards, boards.hands.numbers)


def classes_before(cards: int) -> Int32s:
    """int32 [hands]: classes before the flop, in the order of the usual grid (``CLASS_NAMES``)."""
    pairs, ranks = hand_pairs(cards), cards // len(SUITS)
    high, low = ranks - 1 - pairs.T // len(SUITS)
    suited = pairs[:, 0] % len(SUITS) == pairs[:, 1] % len(SUITS)
    return np.asarray(np.where(suited, high * ranks + low, low * ranks + high), dtype=np.int32)


def check_wanted(name: str, most: object) -> None:
    """ValueError unless this is a number of classes."""
    if isinstance(most, str):
        raise ValueError(f"{name}={brief(most)}: must be {EXACT!r} or a number of classes")
    check_int(name, most, 1, MOST_CLASSES)


def dealt_cards(rules: PokerRules) -> DealtCards:
    """The cards of a game; ValueError unless it is hold'em."""
    strength: object = rules.strength
    if isinstance(strength, HoldemStrength):
        lowest, short = strength.lowest, False
    elif isinstance(strength, ShortDeckStrength):
        lowest, short = DECKS["short"][0], True
    else:
        raise ValueError("rules: must be those of hold'em, with its order of strength")
    if rules.deck.names != CARD_NAMES[lowest:] or rules.deck.copies != 1 or rules.deck.hole_cards != HOLE_CARDS:
        raise ValueError("rules: must be those of hold'em, with two private cards from a deck of each card once")
    public = list(accumulate((one.public_cards for one in rules.betting.rounds), initial=len(rules.deck.board)))[1:]
    last = max((cards for cards, one in zip(public, rules.betting.rounds, strict=True) if one.bets is not None), default=0)
    boards = list(accumulate(STREET_CARDS, initial=0))
    if not {*public} <= {*boards} or not last:
        raise ValueError(f"rules: public cards by round are {public}; must be among {boards}, with bets after the flop")
    hands: Int64s = COMBO_TABLE[tuple(rules.deck.hand_cards.T)].astype(np.int64)
    groups = STREET_CARDS[: boards.index(last)]
    return DealtCards(len(rules.deck.names), short, len(rules.deck.board), groups, public[-1], hands)
