"""Made hands and draws, against definitions spelled out card by card, and by name."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from pokerzoo.envs.poker.cards import COMBOS, parse_cards
from pokerzoo.envs.poker.draws import DRAWS, MADE_HANDS, draw_names
from pokerzoo.envs.poker.hand_draws import draws_of_hands, made_hands
from pokerzoo.envs.poker.hand_strength import hand_category, seven_card_strength

CATEGORIES = {"straight flush": 0, "royal flush": 0, "four of a kind": 1, "full house": 2, "flush": 3, "straight": 4}


def straight_top(ranks: set[int]) -> int:
    """The top of the best straight in a set of ranks, by trying all ten; -1 without one."""
    rows = [[12, 0, 1, 2, 3], *(list(range(low, low + 5)) for low in range(9))]
    return max((row[-1] for row in rows if set(row) <= ranks), default=-1)


def twin_made(board: tuple[int, ...], hand: tuple[int, int]) -> str:
    """By the rule book: the evaluator's category from a straight up, below it what the two cards do on the board."""
    name = hand_category(int(seven_card_strength(np.array([board + hand]))[0])).partition(",")[0]
    if name in CATEGORIES:
        return MADE_HANDS[CATEGORIES[name]]
    ranks = [card // 4 for card in board]
    high, low = sorted((card // 4 for card in hand), reverse=True)
    order = sorted(set(ranks), reverse=True)
    if high == low:
        if high in ranks:
            return "set"
        return "overpair" if high > order[0] else "pocket pair below the top card"
    if ranks.count(high) == 2 or ranks.count(low) == 2 or max(ranks.count(high), ranks.count(low)) == 3:
        return "trips"
    if high in ranks and low in ranks:
        return "two pair"
    for rank in (high, low):
        if rank in ranks:
            return {0: "top pair", 1: "second pair"}.get(order.index(rank), "low pair")
    return {12: "ace high", 11: "king high"}.get(high, "queen high or less")


def twin_draws(board: tuple[int, ...], hand: tuple[int, int]) -> set[str]:
    """All next cards, or pairs of them, tried one by one."""
    result = set[str]()
    made = MADE_HANDS.index(twin_made(board, hand))
    if len(board) == 5 or made < MADE_HANDS.index("straight"):
        return result
    left = [card for card in range(52) if card not in board + hand]

    def makes_flush(more: tuple[int, ...]) -> bool:
        full = board + hand + more
        return any(
            sum(c % 4 == suit for c in full) >= 5 and any(c % 4 == suit for c in hand) and {c % 4 for c in more} == {suit}
            for suit in range(4)
        )

    if any(makes_flush((card,)) for card in left):
        result.add("flush draw")
    for suit in range(4):  # another suit may be a draw already
        cards = [card for card in board + hand if card % 4 == suit]
        if len(board) == 3 and len(cards) == 3 and any(card % 4 == suit for card in hand):
            result.add("backdoor flush draw")
    if MADE_HANDS[made] == "straight":
        return result
    ranks, held = {card // 4 for card in board}, {card // 4 for card in hand}
    outs = {card // 4 for card in left if straight_top(ranks | held | {card // 4}) > straight_top(ranks | {card // 4})}
    if outs:
        result.add("open-ended straight draw" if len(outs) > 1 else "gutshot")
    elif len(board) == 3 and len(held) == 2:
        rows = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]
        if any(held | {rank} <= row and rank not in held for rank in ranks for row in rows):
            result.add("backdoor straight draw")
    over = sum(rank > max(ranks) for rank in held)
    if len(held) == 2 and not held & ranks and over:
        result.add("two overcards" if over == 2 else "one overcard")
    return result


@pytest.mark.parametrize("size", [3, 4, 5])
def test_made_hands_and_draws_are_those_of_the_plain_definitions(size: int) -> None:
    rng = np.random.default_rng(size)
    for number in range(12):
        deck = rng.permutation(52)
        if number % 3 == 0:  # boards with pairs and suits in common come up
            deck = np.concatenate([rng.permutation(deck[deck // 4 > 6]), deck[deck // 4 <= 6]])
        board = tuple(int(card) for card in deck[:size])
        hands = COMBOS[rng.choice(len(COMBOS), 60, replace=False)]
        blocked = np.isin(hands, board).any(axis=1)
        made, bits = made_hands(board, hands), draws_of_hands(board, hands)
        assert (made[blocked] == -1).all() and not bits[blocked].any()
        for hand, index, drawn in zip(hands[~blocked].tolist(), made[~blocked], bits[~blocked], strict=True):
            assert MADE_HANDS[index] == twin_made(board, tuple(hand))
            assert set(draw_names(drawn)) == twin_draws(board, tuple(hand))


def test_every_name_occurs() -> None:
    result, drawn = set(), 0
    for board in ("9h8h7h", "QsJh2h", "QsQh2d", "5c4d3d", "AcAdAh7s", "QsJhTh9h8d", "7c7d2s2hKd"):
        result |= set(made_hands(parse_cards(board), COMBOS).tolist())
        drawn |= int(np.bitwise_or.reduce(draws_of_hands(parse_cards(board), COMBOS)))
    assert result == {-1, *range(len(MADE_HANDS))} and draw_names(drawn) == DRAWS


@pytest.mark.parametrize(
    ("board", "hand", "made", "drawn"),
    [
        ("QQ7", "AK", "ace high", {"two overcards", "backdoor straight draw"}),
        ("QQ7", "AQ", "trips", set()),
        ("KK77Q", "33", "pocket pair below the top card", set()),
        ("9T5", "JQ", "queen high or less", {"open-ended straight draw", "two overcards"}),
        ("975", "JK", "king high", {"two overcards", "backdoor straight draw"}),
        ("T86", "Q9", "queen high or less", {"open-ended straight draw", "one overcard"}),  # a jack, or a seven
        ("A23", "45", "straight", set()),
        ("A23", "4K", "king high", {"gutshot"}),  # a five
        ("5678", "22", "pocket pair below the top card", set()),  # four and nine make the board's straight
        ("5678", "T2", "queen high or less", {"gutshot", "one overcard"}),
    ],
)
def test_known_hands(board: str, hand: str, made: str, drawn: set[str]) -> None:
    suits = "cdhs" * 2  # never more than two of a suit
    cards = parse_cards("".join(rank + suit for rank, suit in zip(board, suits, strict=False)))
    held = next(
        combo
        for combo in combinations(range(52), 2)
        if not set(combo) & set(cards)
        and sorted(card // 4 for card in combo) == sorted(card // 4 for card in parse_cards(f"{hand[0]}s{hand[1]}h"))
        and not {"flush draw", "backdoor flush draw"} & twin_draws(cards, combo)
    )
    assert MADE_HANDS[made_hands(cards, np.array([held]))[0]] == made
    assert set(draw_names(draws_of_hands(cards, np.array([held]))[0])) == drawn


def test_bad_boards_are_refused() -> None:
    with pytest.raises(ValueError, match="must have 3 to 5 cards"):
        made_hands((0, 1), COMBOS)
    with pytest.raises(ValueError, match="must have 3 to 5 cards"):
        draws_of_hands((0, 1), COMBOS)
    for sort in (made_hands, draws_of_hands):
        with pytest.raises(ValueError, match=r"combos: float64 \[1, 2\]: must be integers"):
            sort((1, 2, 3), np.array([[5.5, 6.0]]))
