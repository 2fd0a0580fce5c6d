"""The exact table of three hands: counts beside other ways to count, the file, and games that are made with it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from pokerzoo.agents import CFR, TabularPolicy, solve_push_fold
from pokerzoo.cli import main
from pokerzoo.envs import make_game, push_fold_table
from pokerzoo.envs.poker import three_way_counts, three_way_table
from pokerzoo.envs.poker.cards import CARD_PERMUTATIONS, CLASS_NAMES, COMBO_CLASSES, COMBOS
from pokerzoo.envs.poker.preflop_equities import class_counts
from pokerzoo.envs.poker.three_way import pot_parts, third_hand, three_way
from pokerzoo.envs.poker.three_way_counts import count_orders
from pokerzoo.envs.poker.three_way_orders import ORDERS, order_chances, order_counts, triple_number
from pokerzoo.envs.poker.three_way_table import BOARDS, EXACT, exact_counts, read_counts, table_file, write_counts
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.evaluation import equity

Bytes = npt.NDArray[np.int8]


def silent(text: str) -> None:
    """Say nothing."""


def test_counts_beside_equities() -> None:
    """Wins, ties and shares of each hand are those of ``equity``, which goes through the boards of each deal."""
    chosen = [CLASS_NAMES.index(hand) for hand in ("AKs", "77", "76s")]
    counts = count_orders(1, silent, chosen)
    assert (counts >= 0).all() and np.count_nonzero(counts.sum(axis=1)) == comb(5, 3) - 2  # there are four sevens
    for hands in combinations_with_replacement(sorted(chosen), 3):
        row = counts[triple_number(*hands)]
        assert row.sum() == third_hand(hands[0], hands[1])[hands[2]] * BOARDS
        if len(set(hands)) > 1 and row.sum():
            exact = equity([CLASS_NAMES[hand] for hand in hands], method="exact")
            assert exact.deals == row.sum()
            for place, player in enumerate(exact.players):
                alone = (ORDERS[:, place] == 0) & ((ORDERS == 0).sum(axis=1) == 1)
                assert player.win == pytest.approx(row[alone].sum() / row.sum(), abs=1e-12)
                assert player.equity == pytest.approx(row @ pot_parts()[:, place] / 6 / row.sum(), abs=1e-12)


def plain_strengths(boards: Bytes, hand: tuple[int, ...]) -> Int64s:
    """int64 [boards]: strengths of seven cards by counting ranks and suits."""
    own = np.array(hand)
    every = np.concatenate([boards, np.broadcast_to(own, (len(boards), 2))], axis=1)
    held = np.zeros((4, len(boards), 13), np.int8)
    for k in range(7):
        held[every[:, k] % 4, np.arange(len(boards)), every[:, k] // 4] = 1
    counts, ranks = held.sum(axis=0, dtype=np.int8), np.arange(13)
    flush = np.where((held.sum(axis=2) >= 5)[:, :, None], held, 0).max(axis=0)

    def straight(cards: Bytes) -> Int64s:
        """The rank on which the best straight ends; -1 without one."""
        low = np.concatenate([cards[:, 12:], cards], axis=1) > 0  # the ace below the deuce
        runs = np.stack([low[:, k : k + 5].all(axis=1) for k in range(10)], axis=1) * (3 + np.arange(10))
        return np.asarray(runs.max(axis=1) - (~runs.any(axis=1)) * 1, np.int64)

    def best(cards: npt.NDArray[np.bool_], number: int) -> Int64s:
        """The highest ranks as digits."""
        cards, value = cards.copy(), np.zeros(len(cards), np.int64)
        for _ in range(number):
            top = np.where(cards.any(axis=1), 12 - cards[:, ::-1].argmax(axis=1), 0)
            cards[np.arange(len(cards)), top] = False
            value = value * 13 + top
        return value

    first = best(counts == counts.max(axis=1, keepdims=True), 1)
    most, rest = counts.max(axis=1), ranks != first[:, None]
    second = best((counts >= 2) & rest, 1)
    has_second = ((counts >= 2) & rest).any(axis=1)
    side = rest & (ranks != second[:, None]) & (counts > 0)
    rules: list[tuple[npt.NDArray[np.bool_], Int64s]] = [
        (straight(flush) >= 0, straight(flush)),
        (most == 4, first * 13 + best((counts > 0) & rest, 1)),
        ((most == 3) & has_second, first * 13 + second),
        (flush.any(axis=1), best(flush > 0, 5)),
        (straight(counts) >= 0, straight(counts)),
        (most == 3, first * 13**2 + best((counts > 0) & rest, 2)),
        ((most == 2) & has_second, (first * 13 + second) * 13 + best(side, 1)),
        (most == 2, first * 13**3 + best((counts > 0) & rest, 3)),
    ]
    found = best(counts > 0, 5)
    for kind, (holds, value) in enumerate(reversed(rules), 1):
        found = np.where(holds, kind * 13**6 + value, found)
    return found


@pytest.mark.long
@pytest.mark.parametrize("hands", [("AA", "AA", "76s"), ("KQs", "JTs", "98s")])
def test_counts_beside_all_boards(hands: tuple[str, str, str]) -> None:
    """All boards of all deals (those that differ by an exchange of suits once), with strengths of the test's own."""
    chosen = sorted(CLASS_NAMES.index(hand) for hand in hands)
    alike: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for deal in product(*[COMBOS[hand == COMBO_CLASSES].tolist() for hand in chosen]):
        if len({card for combo in deal for card in combo}) == 6:
            alike[min(tuple(tuple(sorted(turn[card] for card in one)) for one in deal) for turn in CARD_PERMUTATIONS)] += 1
    expected = np.zeros(13, np.int64)
    for deal, times in alike.items():
        left = [card for card in range(52) if not any(card in combo for combo in deal)]
        boards = np.array(list(combinations(left, 5)), np.int8)
        strengths = np.stack([plain_strengths(boards, combo) for combo in deal], axis=1)
        ranks = (strengths[:, None, :] > strengths[:, :, None]).sum(axis=2)
        for order in range(13):
            kept = ORDERS[order][:, None] > ORDERS[order]
            expected[order] += times * (ranks == kept.sum(axis=1)).all(axis=1).sum()
    counts = count_orders(1, silent, chosen)
    assert counts[triple_number(*chosen)].tolist() == expected.tolist()


@pytest.mark.long
def test_whole_table_beside_that_of_two_hands() -> None:
    """Summed over the third hand, each pair of classes wins and ties as often as on the boards of two hands."""
    counts = count_orders(2, silent)
    assert three_way_table.digest_of(counts) == three_way_table.DIGEST
    wins, ties = np.zeros((169, 169), np.int64), np.zeros((169, 169), np.int64)
    every = np.arange(169)
    for y in range(169):
        for x in range(y + 1):
            low, high = np.minimum(x, every), np.maximum(y, every)
            numbers = triple_number(low, x + y + every - low - high, high)
            assert (counts[numbers].sum(axis=1) == third_hand(x, y) * BOARDS).all()
            for third, number in enumerate(numbers.tolist()):
                own = 1 if third < x else 0
                other = own + (2 if x <= third < y else 1)
                row = counts[number]
                wins[x, y] += row[ORDERS[:, own] < ORDERS[:, other]].sum()
                ties[x, y] += row[ORDERS[:, own] == ORDERS[:, other]].sum()
    pairs = np.triu_indices(169)
    beside = comb(43, 2)  # third hands, on a board that two hands leave
    assert np.array_equal(wins[pairs], class_counts().wins[pairs] * beside)
    assert np.array_equal(ties[pairs], class_counts().ties[pairs] * beside)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> npt.NDArray[np.uint32]:
    """A table in a folder of its own; its numbers are those of random deals."""
    monkeypatch.setenv(three_way_table.VARIABLE, str(tmp_path / "tables"))
    counts = order_counts(20_000, 3).astype(np.uint32)
    monkeypatch.setattr(three_way_table, "DIGEST", three_way_table.digest_of(counts))
    assert write_counts(counts) == table_file()
    for kept in (read_counts, three_way, order_chances, order_counts):
        kept.cache_clear()
    return counts


def test_file(table: npt.NDArray[np.uint32], capsys: pytest.CaptureFixture[str]) -> None:
    assert np.array_equal(exact_counts(), table) and list(table_file().parent.iterdir()) == [table_file()]
    whole = table_file().read_bytes()
    assert np.array_equal(np.load(table_file()), table)
    untidy = whole.replace(b"'descr': '<u4'", b"'descr': ('<u4", 1)  # what NumPy's reader answers with other errors
    for damaged in (
        whole[:-1], whole[:100], b"", b"x" * 1000, whole[:-1] + bytes([whole[-1] ^ 1]), untidy, b"PK\x03\x04" + whole[4:],
        b"PK\x03\x04", whole.replace(b"818805", b"999999", 1),
    ):  # fmt: skip
        table_file().write_bytes(damaged)
        read_counts.cache_clear()
        with pytest.raises(ValueError, match="is damaged.*pokerzoo push-fold"):
            exact_counts()
    order_counts.cache_clear()
    order_chances.cache_clear()
    assert main(["push-fold", "5", "5", "5"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "is damaged" in err and err.count("\n") == 1
    read_counts.cache_clear()


def test_a_damaged_file_is_made_anew(
    table: npt.NDArray[np.uint32], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[int] = []

    def counted(threads: int, tell: object) -> npt.NDArray[np.uint32]:
        made.append(threads)
        return table

    monkeypatch.setattr(three_way_counts, "count_orders", counted)
    monkeypatch.setattr(three_way_counts, "DIGEST", three_way_table.DIGEST)
    whole = table_file().read_bytes()
    table_file().write_bytes(whole[:-1])
    assert main(["push-fold", "5", "5", "--exact", "--iterations", "1"]) == 0 and not made  # two need no table
    assert "with two players equities are exact anyway" in capsys.readouterr().err
    command = ["push-fold", "5", "5", "5", "--exact", "--iterations", "1"]
    assert main(command) == 0 == main(command) and len(made) == 1
    assert table_file().read_bytes() == whole and list(table_file().parent.iterdir()) == [table_file()]

    def fail(source: object, target: object) -> None:
        raise OSError("no place")

    with monkeypatch.context() as broken:
        broken.setattr("os.replace", fail)
        with pytest.raises(OSError, match="no place"):
            write_counts(table)
    assert list(table_file().parent.iterdir()) == [table_file()]
    table_file().unlink()
    table_file().mkdir()
    read_counts.cache_clear()
    capsys.readouterr()
    assert main(command) == 2 and len(made) == 1
    assert "three-hands.npy: exists and is not a file" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_said_before_the_count(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(three_way_table.VARIABLE, str(tmp_path / "file"))
    assert main(["push-fold", "5", "5", "5", "--exact"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "file: File exists" in err and err.count("\n") == 1
    assert main(["push-fold", "5", "5", "5", "--exact", "--deals", "7"]) == 2
    assert "--deals 7 and --exact: give one of them" in capsys.readouterr().err


def test_games_take_the_table_where_it_is(table: npt.NDArray[np.uint32], tmp_path: Path) -> None:
    game = make_game("push_fold", num_players=3, stack=5)
    assert game.params["three_way_deals"] == EXACT == push_fold_table([5, 5, 5]).deals
    assert np.array_equal(three_way(EXACT, 0).shares, three_way(20_000, 3).shares)
    sampled = make_game("push_fold", num_players=3, stack=5, three_way_deals=20_000, three_way_seed=3)
    policy = CFR(game).run(20).average_policy()
    assert np.array_equal(policy.probabilities, CFR(sampled).run(20).average_policy().probabilities)
    policy.save(tmp_path / "policy.npz")
    assert TabularPolicy.load(tmp_path / "policy.npz").game == game != sampled
    exact = solve_push_fold(push_fold_table([5, 4, 6], payouts=(6, 4)), until=0, iterations=3)
    estimated = solve_push_fold(push_fold_table([5, 4, 6], payouts=(6, 4), deals=20_000, seed=3), until=0, iterations=3)
    assert exact.deals == EXACT and np.array_equal(exact.strategies, estimated.strategies)
    table_file().unlink()
    assert make_game("push_fold", num_players=3).params["three_way_deals"] == 1_000_000 == push_fold_table([5, 5, 5]).deals
    with pytest.raises(ValueError, match="three_way_deals=0: there is no exact table of three hands at .*pokerzoo push-fold"):
        TabularPolicy.load(tmp_path / "policy.npz")
