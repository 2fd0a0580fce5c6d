"""Textures of boards: by the evaluator, and by definitions spelled out."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, permutations

import numpy as np
import pytest

from pokerzoo.envs.cards import Texture, board_set, texture, texture_columns
from pokerzoo.envs.poker.cards import RANKS, parse_cards
from pokerzoo.envs.poker.hand_strength import CATEGORY_SHIFT, STRAIGHT, seven_card_strength
from pokerzoo.envs.poker.textures import TEXTURE_COLUMNS

PAIRS = list(combinations_with_replacement(range(13), 2))
BOARDS = [
    *[board for board, _ in board_set("all-flops")],
    *[board for board, _ in board_set("random-turns:25", seed=1)],
    *[board for board, _ in board_set("random-rivers:60", seed=2)],
    *["5s6h7d8c", "5s6h7d8c9s", "AsAhAdAcKs", "AsAhAdKcKs", "As2s3s4s5s", "As2s3s4s", "KsKhQsQh", "2s2h2d9c9s", "AsKsQsJsTs"],
]
DRAWING = ("KQJ", "AKQ", "765", "K72", "T98", "A32", "QQ9", "222", "T63")
"""Flops on which straight draws are counted, too."""


@cache
def straights(ranks: tuple[int, ...]) -> set[tuple[int, int]]:
    """The pairs of ranks that make a straight with these ranks, by the evaluator, with suits that make no flush."""
    hands, pairs = [], []
    for pair in PAIRS:
        used = Counter[int]()
        cards = []
        for place, rank in enumerate((*ranks, *pair)):
            for suit in [(place + k) % 4 for k in range(4)]:
                if 4 * rank + suit not in cards and used[suit] < 4:
                    cards.append(4 * rank + suit)
                    used[suit] += 1
                    break
        if len(cards) == len(ranks) + 2:  # else five cards of a rank
            hands.append(cards)
            pairs.append(pair)
    kinds = seven_card_strength(np.array(hands)) >> CATEGORY_SHIFT
    return {pair for pair, kind in zip(pairs, kinds, strict=True) if kind == STRAIGHT}


def test_straights_are_those_of_the_evaluator() -> None:
    """Each set of ranks that a flop has, and those of some turns and rivers."""
    by_ranks = {texture(board).ranks: texture(board) for board in BOARDS}
    assert len(by_ranks) > 455 + 70
    for text, of_board in by_ranks.items():
        ranks = tuple(RANKS.index(rank) for rank in text)
        made = straights(ranks)
        assert of_board.straights_possible == len(made), text
        assert (of_board.straights_possible > 0) == (of_board.in_five >= 3)
        if len(ranks) == 4 or text in DRAWING:
            more = [straights(tuple(sorted((*ranks, rank)))) for rank in range(13) if ranks.count(rank) < 4]
            later = set[tuple[int, int]]().union(*more)
            assert of_board.straight_draws_possible == len(later - made), text
        if len(ranks) == 5:
            assert of_board.straight_draws_possible == 0


def twin(board: str) -> dict[str, object]:
    """The columns, but for straights, by their definitions."""
    ranks, suits = board[::2], board[1::2]
    same_suit = max(Counter(suits).values())
    runs = ["A2345", *(RANKS[low : low + 5] for low in range(9))]
    change: list[str | None] = []
    for at in (3, 4):
        if at >= len(ranks):
            change.append(None)
        elif suits[: at + 1].count(suits[at]) >= 3:
            change.append("flush")
        elif ranks[at] in ranks[:at]:
            change.append("pair")
        elif texture(board[: 2 * at + 2]).straights_possible > texture(board[: 2 * at]).straights_possible:
            change.append("straight")
        else:
            change.append("overcard" if all(RANKS.index(ranks[at]) > RANKS.index(rank) for rank in ranks[:at]) else "nothing")
    counts = sorted(Counter(ranks).values(), reverse=True)
    in_five = max(len(set(run) & set(ranks)) for run in runs)
    most = "monotone" if len(ranks) == 3 else "three-flush"
    return {
        "ranks": "".join(sorted(ranks, key=RANKS.index, reverse=True)),
        "high_card": max(ranks, key=RANKS.index),
        "low_card": min(ranks, key=RANKS.index),
        "broadways": sum(rank in "TJQKA" for rank in ranks),
        "paired": "quads"
        if counts[0] == 4
        else "full house"
        if counts[:2] == [3, 2]
        else "trips"
        if counts[0] == 3
        else "two pair"
        if counts[:2] == [2, 2]
        else "paired"
        if counts[0] == 2
        else "unpaired",
        "suits": ["rainbow", "two-tone", most, "four-flush", "five-flush"][same_suit - 1],
        "suit_counts": "-".join(str(count) for _, count in Counter(suits).most_common()),
        "same_suit": same_suit,
        "flush_possible": same_suit > 2,
        "flush_draw_possible": same_suit > 1 and len(ranks) < 5,
        "connectedness": ["disconnected", "semi-connected", "connected", "four-straight", "straight"][in_five - 1],
        "in_five": in_five,
        "turn": ranks[3] if len(ranks) > 3 else None,
        "turn_change": change[0],
        "river": ranks[4] if len(ranks) > 4 else None,
        "river_change": change[1],
    }


def test_columns_are_their_definitions() -> None:
    for board in BOARDS:
        columns = texture_columns(board)
        assert list(columns) == list(TEXTURE_COLUMNS)
        assert {name: columns[name] for name in twin(board)} == twin(board), board
        assert texture(parse_cards(board)) == Texture(**columns)
    assert len({name for board in BOARDS[1755:] for name in [texture(board).turn_change]}) == 5
    assert {"full house", "quads", "two pair", "trips"} < {texture(board).paired for board in BOARDS}


def test_exchanges_of_suits_and_the_order_of_a_flop_change_nothing() -> None:
    for board in BOARDS[1700:1800]:
        expected = texture(board)
        for suits in permutations("shdc"):
            assert texture(board.translate(str.maketrans("shdc", "".join(suits)))) == expected
        for order in permutations(range(3)):
            assert texture("".join(board[2 * k : 2 * k + 2] for k in order) + board[6:]) == expected
    assert texture("as KS, qh") == texture("AsKsQh")


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("AsKs", "board='AsKs': has 2 cards, must have 3 or 4 or 5"),
        ("AsKsQsJsTs9s", "has 6 cards"),
        ("AsKsAs", "this card occurs twice"),
        ("AsKsQx", "at character 5, 'Qx'"),
        ((1, 2), "board=(1, 2): must have 3 to 5 cards"),
        ((1, 2, 2), "has 2h twice"),
        ((1, 2, 52), "must be a number from 0 to 51"),
    ],
)
def test_bad_boards_are_reported(board: str | tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        texture(board)
