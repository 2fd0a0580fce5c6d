"""Hand classes of a game of hold'em: rules made from a sample of boards."""

from __future__ import annotations

from itertools import accumulate
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import CARD_NAMES, COMBO_TABLE, HOLE_CARDS
from pokerzoo.envs.poker.deck_strengths import DECKS, HoldemStrength, ShortDeckStrength
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import check_bool, check_choice, check_int
from pokerzoo.envs.support.random_numbers import mix_bits

from .class_clusters import METHODS, ClassMethod, Points, Rule
from .class_features import board_features
from .hand_classes import EXACT, STREETS, TEXTURES, DealtCards, HandClasses, hands_with, method_on

Wanted: TypeAlias = int | Literal["exact"]
"""The most classes on a street, or one for each hand and board up to suits."""
MOST_CLASSES = 30_000
MOST_SEED = 2**32 - 1
STREET_CARDS = 3, 1, 1
SAMPLED_BOARDS = 1_000
SAMPLED_HANDS = 200
"""Of each board of the sample, about."""


def make_hand_classes(
    rules: PokerRules,
    *,
    flop: Wanted = "exact",
    turn: Wanted = 500,
    river: Wanted = 500,
    features: str = "emd",
    textures: bool = False,
    seed: int = 0,
) -> HandClasses:
    """Put the hands of a game of hold'em into classes, for each street on which players act.

    Before the flop hands are alike if they differ by suits alone: 169 classes, without loss. A game that has fewer streets
    takes no notice of the numbers for the others. Classes are of all boards, also for a game that begins on one.

    Args:
        rules: of a game of hold'em.
        flop: the most classes on the flop, over all flops; ``"exact"``: one for each flop and hand up to suits, without loss.
        turn: the same on the turn; exact ones distinguish which card came last.
        river: the same on the river.
        features: by what hands with cards to come are put into classes: ``"ehs"`` or ``"emd"``; docs/howto/whole_hand_agent.md
            describes them. On the last board classes are percentiles of the share of hands beaten.
        textures: whether boards of each texture have classes of their own. A street then has as many times more classes as
            there are textures: of the whole deck 9 on the flop, 44 on the turn and 73 on the river. Exact classes stay as
            they are.
        seed: of the boards and hands from which the rules are made, and of k-means: from 0 to 2**32 - 1.

    Raises:
        ValueError: rules that are not hold'em's, a parameter that is not as above, or too little memory.

    >>> from pokerzoo.agents.blueprint import make_hand_classes
    >>> from pokerzoo.envs import make_game
    >>> make_hand_classes(make_game("fhp", deck="royal").rules).counts
    (25, 7760)
    """
    dealt = dealt_cards(rules)
    wanted = dict(zip(STREETS, (flop, turn, river), strict=True))
    for name, most in wanted.items():
        if isinstance(most, str) and most != EXACT:
            raise ParameterError(name, most, f"must be {EXACT!r} or a number of classes")
        if most != EXACT:
            check_int(name, most, 1, MOST_CLASSES)
    check_choice("features", features, tuple(METHODS))
    check_bool("textures", textures)
    check_int("seed", seed, 0, MOST_SEED)
    wanted = dict(list(wanted.items())[: len(dealt.groups)])
    recipe: dict[str, Any] = {**wanted, "features": features, "seed": seed}
    if textures:
        recipe[TEXTURES] = True
    made: list[Rule | None] = []
    for most, cards in zip(wanted.values(), accumulate(dealt.groups), strict=True):
        method = METHODS[method_on(dealt, cards, recipe)]
        made.append(
            None
            if isinstance(most, str) or cards < dealt.board
            else method.rule(drawn_points(dealt, cards, method, seed), most, seed)
        )
    return HandClasses(recipe, dealt, tuple(made))


def classes_for(rules: PokerRules, classes: HandClasses) -> HandClasses:
    """The same classes for the hands of a game in its own order.

    Raises:
        ValueError: the classes are of another deck, or of boards that the game does not deal.
    """
    dealt = dealt_cards(rules)
    if dealt != classes.dealt:
        raise ParameterError(
            "hand_classes",
            problem=f"made for {classes.dealt.cards} cards with public cards {classes.dealt.groups}; "
            f"the game has {dealt.cards} cards with public cards {dealt.groups}",
        )
    if np.array_equal(dealt.hands, classes.dealt.hands):
        return classes
    return HandClasses(classes.recipe, dealt, classes.rules)


def drawn_points(dealt: DealtCards, cards: int, method: ClassMethod, seed: int) -> Points:
    """The points of some hands on some boards with this many cards; the seed draws both."""
    result = []
    for number, keys in enumerate(random_bits(SAMPLED_BOARDS, dealt.cards, seed)):
        board = np.argsort(keys)[:cards]
        left = np.flatnonzero(~hands_with(board, dealt.cards))
        order = np.argsort(random_bits(1, len(left), seed, SAMPLED_BOARDS + number)[0])
        points = method.points(board_features(board, dealt.cards, dealt.full, dealt.short))
        result.append(points[left[order[:SAMPLED_HANDS]]])
    return np.concatenate(result)


def random_bits(rows: int, columns: int, seed: int, first: int = 0) -> npt.NDArray[np.uint64]:
    """uint64 [rows, columns]: the same on every machine, from a row on; at most 4,096 columns and 2**20 rows."""
    places = np.arange(first, first + rows, dtype=np.uint64)[:, None] << np.uint64(12) | np.arange(columns, dtype=np.uint64)
    return np.asarray(mix_bits(places | np.uint64(seed) << np.uint64(32)))


def dealt_cards(rules: PokerRules) -> DealtCards:
    """The cards of a game; ValueError unless it is hold'em."""
    strength: object = rules.strength
    if isinstance(strength, HoldemStrength):
        lowest, short = strength.lowest, False
    elif isinstance(strength, ShortDeckStrength):
        lowest, short = DECKS["short"][0], True
    else:
        raise ParameterError("rules", problem="must be those of hold'em, with its order of strength")
    if rules.deck.names != CARD_NAMES[lowest:] or rules.deck.copies != 1 or rules.deck.hole_cards != HOLE_CARDS:
        raise ParameterError("rules", problem="must be those of hold'em, with two private cards from a deck of each card once")
    public = list(
        accumulate((betting_round.public_cards for betting_round in rules.betting.rounds), initial=len(rules.deck.board))
    )[1:]
    last = max(
        (cards for cards, betting_round in zip(public, rules.betting.rounds, strict=True) if betting_round.bets is not None),
        default=0,
    )
    boards = list(accumulate(STREET_CARDS, initial=0))
    if not {*public} <= {*boards} or not last:
        raise ParameterError(
            "rules", problem=f"public cards by round are {public}; must be among {boards}, with bets after the flop"
        )
    hands: Int64s = COMBO_TABLE[tuple(rules.deck.hand_cards.T)].astype(np.int64)
    groups = STREET_CARDS[: boards.index(last)]
    return DealtCards(len(rules.deck.names), short, len(rules.deck.board), groups, public[-1], hands)
