"""Equities of two to ten ranges: four ways against a plain twin, against published figures, and against each other."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats

from pokerzoo.envs.poker import equities
from pokerzoo.envs.poker.cards import CARD_WORDS, COMBOS, parse_cards
from pokerzoo.envs.poker.equities import (
    COMBO_WORDS,
    AllIn,
    PotShares,
    choices_of,
    deal_shares,
    listed_deals,
    pair_shares,
    sample_shares,
    table_shares,
)
from pokerzoo.envs.poker.equity_kernels import draw_deals
from pokerzoo.envs.poker.ranges import parse_range

TURN = "Qs7s2dTc"


def all_in(*hands: str, board: str = "", dead: str = "") -> AllIn:
    cards, gone = parse_cards(board), parse_cards(dead)
    return AllIn(tuple(parse_range(hand).without(cards + gone) for hand in hands), cards, gone)


def listed(players: AllIn) -> PotShares:
    deals = listed_deals(players.ranges)
    assert deals is not None
    return deal_shares(players, deals)


def twin(players: AllIn) -> tuple[np.ndarray, int]:
    """Equity, win and tie of each player [players, 3] deal by deal, with another evaluator; and how many deals there are."""
    evaluate = pytest.importorskip("phevaluator").evaluate_cards  # the strongest is 1
    sums, weights, deals = np.zeros((len(players.ranges), 3)), 0.0, 0
    for combos in product(*(np.flatnonzero(held.weights).tolist() for held in players.ranges)):
        hands = [COMBOS[combo].tolist() for combo in combos]
        gone = [card for hand in hands for card in hand] + list(players.board + players.dead)
        if len(set(gone)) < len(gone):
            continue
        weight = float(np.prod([held.weights[combo] for held, combo in zip(players.ranges, combos, strict=True)]))
        for come in combinations([card for card in range(52) if card not in gone], 5 - len(players.board)):
            ranks = [evaluate(*hand, *players.board, *come) for hand in hands]
            winners = [player for player, rank in enumerate(ranks) if rank == min(ranks)]
            for player in winners:
                sums[player] += weight * np.array([1 / len(winners), len(winners) == 1, len(winners) > 1])
            weights, deals = weights + weight, deals + 1
    return sums / weights, deals


def assert_same(shares: PotShares | None, expected: tuple[np.ndarray, int]) -> None:
    assert shares is not None
    np.testing.assert_allclose(np.stack([shares.equity, shares.win, shares.tie], axis=1), expected[0], atol=1e-12)
    assert shares.deals == expected[1]


@pytest.mark.parametrize(
    "players",
    [
        all_in("AsKs", "QQ+", board=TURN),
        all_in("AsKs:0.5,T9s,AhAd:0.25", "QQ,AKs,98s:0.3,AhQd", board=TURN, dead="Ad2c"),
        all_in("AsKs,KK:0.1", "AKs,2c2h", board=TURN + "2s"),
        all_in("AsKs", "QhJh", board="Qs7s2d"),
    ],
    ids=["hand", "weights and dead cards", "river", "flop"],
)
def test_two_players_as_a_plain_twin(players: AllIn) -> None:
    expected = twin(players)
    assert_same(pair_shares(players), expected)
    assert_same(listed(players), expected)


@pytest.mark.parametrize(
    "players",
    [
        all_in("AsKs,AhKh:0.5", "QQ", "AKs:0.7,T9s", board=TURN, dead="2c2h"),
        all_in("AsKs", "AcKd", "AhKc", "AdKh:0.5,QQ", board=TURN),
        all_in("2c3c", "2h3h,4d4h", "AA", "KK:0.2,5d6d", "9c9d", board="TsJsQsKsAs"),
    ],
    ids=["three", "four that often split", "five who play the board"],
)
def test_more_players_as_a_plain_twin(players: AllIn) -> None:
    assert_same(listed(players), twin(players))


# Deals and pots won as PokerStove counts them, from CandyPoker's regression script (github.com/sweeterthancandy/CandyPoker,
# reg_script.sh). Its shares of ties are left out: with the pots won they add up to more than there are deals.
PUBLISHED = [
    (("A2o", "88", "QJs"), 394_777_152, (96338988, 145235448, 151892424)),
    (("AA", "QQ", "93o"), 592_165_728, (418219956, 107718120, 64207836)),
    pytest.param(
        ("TT+,AQs+,AQo+", "QQ+,AKs,AKo", "TT"), 11_382_741_216, (3213892992, 4637673516, 2923177728), marks=pytest.mark.long
    ),
]


@pytest.mark.parametrize(("hands", "deals", "won"), PUBLISHED)
def test_three_players_before_the_flop_as_published(hands: tuple[str, ...], deals: int, won: tuple[int, ...]) -> None:
    result = listed(all_in(*hands))
    assert result.deals == deals
    np.testing.assert_allclose(result.win * deals, won, atol=1e-2)
    assert result.equity.sum() == pytest.approx(1, abs=1e-14)


def test_before_the_flop_three_ways_agree() -> None:
    for hands in [("AsKs", "QhQd"), ("KK:0.5,AKs", "QQ,AKs")]:
        players = all_in(*hands)
        table = table_shares(players)
        assert table is not None
        expected = np.stack([table.equity, table.win, table.tie], axis=1), table.deals
        assert_same(pair_shares(players), expected)
        assert_same(listed(players), expected)


def test_deals_that_are_too_many_to_be_listed() -> None:
    players = all_in("22+", "AT+", "random")
    assert listed_deals(players.ranges, most=1000) is None
    deals = listed_deals(players.ranges[:2])
    assert deals is not None
    expected = {
        (first, second)
        for first in np.flatnonzero(players.ranges[0].weights).tolist()
        for second in np.flatnonzero(players.ranges[1].weights).tolist()
        if not set(COMBOS[first]) & set(COMBOS[second])
    }
    assert set(map(tuple, deals.tolist())) == expected and len(deals) == len(expected)


def z_scores(sampled: PotShares, exact: PotShares) -> np.ndarray:
    error = np.sqrt((sampled.squares - sampled.equity**2) / sampled.deals)
    return np.asarray((sampled.equity - exact.equity) / error)


@pytest.mark.parametrize("most", [200_000, 1], ids=["deals drawn", "each player's hand drawn"])
@pytest.mark.parametrize(
    "players",
    [
        # Ranges with cards in common and weights far apart: drawn one by one, without restarts, they would be off.
        all_in("AA:0.2,KK,AsKs", "AK:0.1,AA,QQ:0.5", "KQs,QQ:0.3,AA:0.7", board="2c7d9h"),
        all_in("AKs,QQ", "random", board=TURN),
        all_in(
            "random", "AA:0.3,22,KJs", "random", board=TURN + "3d", dead="2s4c4d4h5s5c5d6c6h6d7h7c7d8s8c8h9c9d9hThJcJdJhQhQd"
        ),
    ],
    ids=["narrow", "against anything", "two of anything"],
)
def test_random_deals_are_right(players: AllIn, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = pair_shares(players) if len(players.ranges) == 2 else None
    if exact is None:
        deals = listed_deals(players.ranges, most=4_000_000)
        assert deals is not None
        exact = deal_shares(players, deals)
    monkeypatch.setattr(equities, "listed_deals", lambda ranges: listed_deals(ranges, most))
    result = sample_shares(players, 400_000, seed=7)
    assert result.deals == 400_000
    assert np.abs(z_scores(result, exact)).max() < 4
    np.testing.assert_allclose(result.win, exact.win, atol=4 * 0.5 / 400_000**0.5)
    np.testing.assert_allclose(result.tie, exact.tie, atol=4 * 0.5 / 400_000**0.5)
    assert result.equity.sum() == pytest.approx(1)


def test_deals_are_drawn_by_their_weights() -> None:
    # Each way to deal three hands, by the product of the weights: chi squared.
    ranges = all_in("AsAh:0.3,KsKh,AsKs:0.6", "AsKh:0.5,QQ:0.2,KsKd", "AhKd,AsQs:0.4").ranges
    deals = listed_deals(ranges)
    assert deals is not None
    expected = equities.weights_of(ranges, deals)
    number = {tuple(COMBO_WORDS[deal]): k for k, deal in enumerate(deals)}
    for most in (200_000, 1):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(equities, "listed_deals", lambda ranges, most=most: listed_deals(ranges, most))
            choices = choices_of(ranges)
        words = np.empty((4, 16384), dtype=np.int64)
        made = draw_deals(np.array([3], dtype=np.uint64), choices, 0, 5, 10**7, words)
        assert made == 16384
        drawn = np.bincount([number[tuple(column[:3].tolist())] for column in words.T], minlength=len(deals))
        assert stats.chisquare(drawn, expected / expected.sum() * made).pvalue > 1e-4


def test_other_cards_come_evenly() -> None:
    ranges = all_in("AsKs").ranges
    dead = int(CARD_WORDS[0] | CARD_WORDS[17])
    words = np.empty((4, 16384), dtype=np.int64)
    assert draw_deals(np.array([9], dtype=np.uint64), choices_of(ranges), dead, 5, 10**6, words) == 16384
    seen = (words[1:, :, None] & CARD_WORDS) != 0  # [two hands and the board, deals, cards]
    assert (seen.sum(axis=2) == np.array([[2], [2], [5]])).all() and (seen.sum(axis=0) <= 1).all()
    gone = [0, 17, *parse_cards("AsKs")]
    assert not seen[:, :, gone].any()
    left = np.delete(np.arange(52), gone)
    for row in seen[:, :, left]:
        counts = row.sum(axis=0)
        assert stats.chisquare(counts).pvalue > 1e-4


def test_the_same_seed_has_the_same_deals() -> None:
    players = all_in("AKs", "QQ", "random")
    sampled, same, other = (sample_shares(players, 20_000, seed) for seed in (1, 1, 2))
    assert (sampled.equity == same.equity).all() and (sampled.equity != other.equity).any()
    fewer = sample_shares(players, 16_384, 1)
    assert (fewer.equity != sampled.equity).any()


def test_ranges_that_hardly_ever_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equities, "listed_deals", lambda ranges: None)
    monkeypatch.setattr(equities, "TRIES", 3)
    with pytest.raises(ValueError, match="hands: of 768 random deals only .* have no card twice"):
        sample_shares(all_in("AA", "AA,KK", "KK,AK"), 20_000, 1)
