"""Sets of boards against a brute force over all real boards, and their published numbers."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import comb, perm

import numpy as np
import numpy.typing as npt
import pytest

from pokerzoo.envs.cards import board_set
from pokerzoo.envs.poker.board_sets import BoardSet, RandomBoards, uniform_number
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBO_NAMES, parse_cards
from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.envs.poker.suits import group_of

Ints = npt.NDArray[np.int64]
PINNED = ["Qh9d5s", "Qh9d5sAh", "Qh9d5sAh3c"]
"""Random boards; each follows from one number of Philox for the key 1 and the counter 2."""
SUITS = list(permutations(range(4)))
FLOPS = list(combinations(range(52), 3))
NUMBERS = np.zeros((52, 52, 52), dtype=np.int64)
"""The number of a flop, its cards in any order."""
for order in permutations(range(3)):
    NUMBERS[tuple(np.array(FLOPS)[:, order].T)] = np.arange(len(FLOPS))


def keys(flops: Ints, later: Ints, group: list[tuple[int, ...]]) -> Ints:
    """One number for each board: the least, over the exchanges, of its flop as a set and its later cards in order."""
    result: Ints | None = None
    for suits in group:
        takes = np.array([card // 4 * 4 + suits[card % 4] for card in range(52)])
        number = NUMBERS[takes[flops[:, 0]], takes[flops[:, 1]], takes[flops[:, 2]]]
        for column in later.T:
            number = number * 52 + takes[column]
        result = number if result is None else np.minimum(result, number)
    assert result is not None
    return result


def keys_of(boards: BoardSet, group: list[tuple[int, ...]]) -> tuple[Ints, Ints]:
    """The keys of a set's boards, and their weights."""
    cards = np.array([parse_cards(board) for board, _ in boards])
    return keys(cards[:, :3], cards[:, 3:], group), np.array([weight for _, weight in boards])


def same_orbits(boards: BoardSet, real: Ints, group: list[tuple[int, ...]]) -> None:
    """A set has one board of each orbit of all real ones (the first three cards a set), and its size."""
    board_keys, weights = keys_of(boards, group)
    expected, sizes = np.unique(keys(real[:, :3], real[:, 3:], group), return_counts=True)
    order = np.argsort(board_keys)
    np.testing.assert_array_equal(board_keys[order], expected)
    np.testing.assert_array_equal(weights[order], sizes)
    assert boards.total_weight == weights.sum() == len(real)


def test_all_flops() -> None:
    flops = board_set("all-flops")
    same_orbits(flops, np.array(FLOPS), SUITS)
    sizes = Counter(weight for _, weight in flops)
    # 13 trips and 286 monotone flops have 4, 156 pairs with one of their suits and 858 two-tone unpaired 12, and so on.
    assert sizes == {4: 13 + 286, 12: 2 * 156 + 3 * 286, 24: 286}
    assert len(flops) == 1755 and flops.total_weight == 22100
    assert [flops[0].board, flops[1].board, flops[-1].board] == ["AsAhAd", "AsAhKs", "2s2h2d"]


@pytest.mark.check
def test_all_turn_boards() -> None:
    flops = np.array(FLOPS)
    real = np.concatenate([np.repeat(flops, 52, axis=0), np.tile(np.arange(52), len(flops))[:, None]], axis=1)
    real = real[(real[:, :3] != real[:, 3:]).all(axis=1)]
    boards = board_set("all-turn-boards")
    same_orbits(boards, real, SUITS)
    assert len(boards) == 63193 and boards.total_weight == 22100 * 49


def test_all_turn_sets() -> None:
    boards = board_set("all-turn-sets")
    canonical = Counter(
        max(tuple(sorted((card & ~3 | suits[card & 3] for card in cards), reverse=True)) for suits in SUITS)
        for cards in combinations(range(20), 4)  # the ranks 2 to 6 have 4,845
    )
    small = {parse_cards(board): weight for board, weight in boards if set(board[::2]) <= set("23456")}
    assert small == canonical
    assert len(boards) == 16432 and boards.total_weight == comb(52, 4)


@pytest.mark.parametrize(
    ("text", "in_flop", "later", "expected"),
    [
        ("all-flops", 3, 0, 1755),
        ("all-turn-boards", 3, 1, 63193),
        ("all-river-boards", 3, 2, 2554656),
        ("all-turn-sets", 4, 0, 16432),
        ("all-river-sets", 5, 0, 134459),
    ],
)
def test_known_numbers_of_boards(text: str, in_flop: int, later: int, expected: int) -> None:
    """Up to suits, as published; orbits under other groups are listed in ``test_run_outs_of_a_flop``."""
    boards = board_set(text)
    assert len(boards) == expected
    assert boards.total_weight == comb(52, in_flop) * perm(52 - in_flop, later)
    assert boards.num_cards == in_flop + later == len(boards[len(boards) // 2].board) // 2


def leaves(ranges: list[str], suits: tuple[int, ...]) -> bool:
    """True if a suit permutation leaves ranges as they are, combo by combo by name."""
    for text in ranges:
        weights = dict(zip(COMBO_NAMES, parse_range(text).weights.tolist(), strict=True))
        for name, weight in weights.items():
            if weight:
                first, second = sorted(name[at] + "cdhs"[suits["cdhs".index(name[at + 1])]] for at in (0, 2))
                if (weights[first + second] if first + second in weights else weights[second + first]) != weight:
                    return False
    return True


def test_exchanges_that_leave_ranges() -> None:
    texts = ["AA,KQs,T9o", "AsKs", "QQ,AsKs,AhKh", "AsKh", "AsKh,AhKs", "AsKs,AhKh,AdKd,AcKc", "AsKs,AhKh:0.5", "Ts9s,Ts9h"]
    for text in texts:
        expected = {s for s in SUITS if leaves([text], s)}
        assert {image[:4] for image in group_of([parse_range(text)])} == expected, text
    assert [len(group_of([parse_range(text)])) for text in texts] == [24, 6, 4, 2, 4, 24, 2, 2]
    both = group_of([parse_range("AsKs"), parse_range("AhKh")])
    assert [image[:4] for image in both] == [(0, 1, 2, 3), (1, 0, 2, 3)]


def run_outs(board: str, more: int) -> Ints:
    """All ways in which cards can follow a board."""
    start = parse_cards(board)
    return np.array([start + later for later in permutations([c for c in range(52) if c not in start], more)])


@pytest.mark.parametrize(
    ("board", "ranges", "turns"),
    [
        ("AsKsQs", [], 23),
        ("AsKsQh", [], 36),
        ("AsKhQd", [], 49),
        ("AsAhKd", [], 37),
        ("9c9d9h", [], 25),
        ("9c9d9h", ["AA", "AhKh"], 37),
        ("AsKsQs", ["AA", "JJ,ThTd"], 36),
        ("AsKsQs", ["AdKh", "QQ"], 49),
    ],
)
def test_run_outs_of_a_flop(board: str, ranges: list[str], turns: int) -> None:
    start = set(parse_cards(board))
    group = [s for s in SUITS if leaves(ranges, s) and {c & ~3 | s[c & 3] for c in start} == start]
    for text, more in (("all-turns", 1), ("all-rivers", 2)):
        boards = board_set(text, board=board, ranges=ranges)
        same_orbits(boards, run_outs(board, more), group)
        assert all(full.startswith(board) for full, _ in boards)
    assert len(board_set("all-turns", board=board, ranges=ranges)) == turns


@pytest.mark.parametrize(("board", "rivers"), [("QsJh2h8d", 48), ("AsKsQs2s", 22), ("AsAhAdAc", 12), ("AsAhKsKh", 24)])
def test_rivers_of_a_turn(board: str, rivers: int) -> None:
    boards = board_set("all-rivers", board=board)
    assert len(boards) == rivers and boards.total_weight == sum(weight for _, weight in boards) == 48


def test_run_outs_of_all_flops_are_those_of_each() -> None:
    rivers, at = board_set("all-river-boards"), 0
    for board, weight in list(board_set("all-flops"))[:5]:
        of_flop = board_set("all-rivers", board=board)
        assert [(b, w * weight) for b, w in of_flop] == [tuple(rivers[at + k]) for k in range(len(of_flop))]
        at += len(of_flop)
    assert rivers[at].board.startswith("AsAhJs")


def test_random_boards_do_not_depend_on_what_was_made_before() -> None:
    rivers = board_set("random-rivers:1000000000", seed=5)
    assert rivers[999_999_999] == board_set("random:1000000000", seed=5, num_cards=5)[-1]
    assert rivers[7] == list(board_set("random-rivers:8", seed=5))[7] != board_set("random-rivers:8", seed=6)[7]
    # What seeds stand for may never change.
    assert [board_set(f"random-{street}:3", seed=1)[2].board for street in ("flops", "turns", "rivers")] == PINNED
    left = [card for card in range(52) if card not in parse_cards("AsKsQs2d")]
    drawn = left[int(np.random.Philox(key=1, counter=[0, 0, 2, 0]).random_raw()) % 48]
    assert board_set("random-rivers:3", board="AsKsQs2d", seed=1)[2].board == "AsKsQs2d" + CARD_NAMES[drawn]


def test_every_real_board_is_equally_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each number that may be drawn, once: each board as often as every other."""
    monkeypatch.setattr("pokerzoo.envs.poker.board_sets.uniform_number", lambda _seed, index, _below: index)
    after = Counter(board for board, _ in RandomBoards("", parse_cards("AsKsQs2d"), 5, 48, 0))
    assert len(after) == 48 and set(after.values()) == {1}
    flops = Counter(board for board, _ in RandomBoards("", (), 3, 52 * 51 * 50, 0))
    assert len(flops) == 22100 and set(flops.values()) == {6}
    after = Counter(board for board, _ in RandomBoards("", parse_cards("AsKsQs"), 5, 49 * 48, 0))
    assert len(after) == 49 * 48 and set(after.values()) == {1}


def test_uniform_numbers() -> None:
    drawn = np.bincount([uniform_number(3, index, 13) for index in range(13_000)], minlength=13)
    assert ((drawn - 1000) ** 2 / 1000).sum() < 32.9  # chi-squared with 12 degrees of freedom: 1 in 1,000 lies above
    raw = np.random.Philox(key=3, counter=[0, 0, 4, 0]).random_raw()
    assert uniform_number(3, 4, 2**63) == int(raw) % 2**63
    assert max(uniform_number(k, k, 3 * 2**61) for k in range(200)) < 3 * 2**61  # a third of what is drawn is drawn again


def test_listed_boards() -> None:
    boards = board_set("AsKsQs, 9d 9h2c;Td9d6h".replace("9d 9", "9d9"))
    assert [tuple(row) for row in boards] == [("AsKsQs", 4), ("9d9h2c", 12), ("Td9d6h", 12)]
    assert list(board_set(["as ks qs", "9d9h2c", "Td9d6h"])) == list(boards)
    assert list(board_set("asksqs")) == [("AsKsQs", 4)]
    assert [weight for _, weight in board_set(["AsKsQs", "AhKhQh"], ranges=["AsKs"])] == [1, 3]
    assert board_set(["AsKhQd2c", "AsKh2cQd"]).total_weight == 48  # another turn is another board
    assert boards[-1] == boards[2] and len(boards) == 3 and boards.total_weight == 28 and boards.num_cards == 3


@pytest.mark.parametrize(
    ("boards", "options", "pattern"),
    [
        ("all-flop", {}, "boards='all-flop': must be one of all-flops, "),
        ([], {}, "boards: there is none"),
        (["AsKsQs", 5], {}, "boards=.* a list of strings"),
        ("AsKs", {}, r"boards\[0\]='AsKs': has 2 cards, must have 3 or 4 or 5"),
        ("AsKsQs,AsKsXs", {}, r"boards\[1\]='AsKsXs': at character 5, 'Xs'"),
        ("AsKsQs,Td9d6h2c", {}, r"boards\[1\]='Td9d6h2c': has 4 cards, boards\[0\] has 3"),
        ("AsKsQs,Td9d6h,KhQhAh", {}, r"boards\[2\]='KhQhAh': is the same board as boards\[0\]='AsKsQs' with suits permuted"),
        ("AsKsQs,QsKsAs", {"ranges": ["AsKs"]}, r"boards\[1\]='QsKsAs': is the same board as boards\[0\]='AsKsQs'"),
        ("all-turns", {}, "boards='all-turns': needs a board"),
        ("all-turns", {"board": "AsKsQs2d"}, "boards='all-turns': needs a board of fewer cards"),
        ("all-turns", {"board": "AsKs"}, "board='AsKs': has 2 cards"),
        ("AsKsQs", {"board": "AsKsQs"}, "board='AsKsQs': goes with all-turns, all-rivers and random boards"),
        ("random:5", {}, "boards='random:5': .* how many cards"),
        ("random:5", {"num_cards": 6}, "num_cards=6: .* from 3 to 5"),
        ("random-turns:5", {"board": "AsKsQs2d"}, "board='AsKsQs2d' leaves none to come"),
        *((f"random-turns:{number}", {}, "a number from 1 to 1,000,000,000,000") for number in ("", "0", "9999999999999")),
        *((f"flops:{number}", {}, "a number from 5 to 1,755") for number in (4, 1756)),
        ("flops:25", {"ranges": ["AsKs", "QQ"]}, "boards='flops:25': .* treat all suits alike"),
        ("all-flops", {"seed": -1}, "seed=-1"),
        ("all-flops", {"ranges": "AA"}, "ranges='AA': .* a list of strings"),
        ("all-flops", {"ranges": ["AA", "x"]}, r"ranges\[1\]='x'"),
    ],
)
def test_bad_boards(boards: object, options: dict[str, object], pattern: str) -> None:
    with pytest.raises(ValueError, match=pattern):
        board_set(boards, **options)  # type: ignore[arg-type]
