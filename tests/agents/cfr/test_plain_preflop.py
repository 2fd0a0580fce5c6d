"""The plain twin of games from the blinds on, by itself: against linear programs, deals one by one, and Leduc."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from pokerzoo.agents import CFR, VARIANTS
from pokerzoo.envs.betting.bets import FixedBets, sized_bets
from pokerzoo.envs.betting.setup import Round
from pokerzoo.envs.games.leduc import make_leduc, with_suits
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.evaluation import exploitability, solve_lp
from pokerzoo_testing.plain_games import GAMES, best_of, score, short_deck
from pokerzoo_testing.plain_preflop import WEIGHTS, Floats, PlainCFR, PlainPreflop, PlainRules, Table, fixed_limit, shares_of
from pokerzoo_testing.plain_preflop_lp import SequenceForm
from pokerzoo_testing.rules import poker_rules
from pokerzoo_testing.solvers import start_from

LEDUC = PlainRules(
    ("Js", "Jh", "Qs", "Qh", "Ks", "Kh"),
    with_suits,
    (fixed_limit(2.0, 2), fixed_limit(4.0, 2)),
    1,
    1,
    0,
    (0.0, 0.0),
    (1.0, 1.0),
)
SMALL = [
    "three ranks",
    "four ranks",
    "no-limit",
    "short stack",
    "run-outs",
    "before the flop",
    "weighted flops",
    "weighted run-outs",
]


@cache
def twin_of(name: str) -> PlainPreflop:
    return PlainPreflop(LEDUC if name == "leduc" else GAMES[name]())


def random_strategy(twin: PlainPreflop, seed: int) -> Table:
    return {point: shares_of(numbers) for point, numbers in twin.random(seed).items()}


@pytest.mark.parametrize("name", [*SMALL, "leduc"])
def test_values_are_those_of_the_deals_one_by_one(name: str) -> None:
    twin = twin_of(name)
    strategy = random_strategy(twin, 1)
    values = twin.values(strategy)
    assert sum(values) == pytest.approx(0.0, abs=1e-12)
    assert values[0] == pytest.approx(twin.value_by_deals(strategy), abs=1e-12)


@pytest.mark.parametrize("name", [*SMALL, "leduc"])
def test_best_responses_are_worth_what_they_are_when_played(name: str) -> None:
    twin = twin_of(name)
    strategy = random_strategy(twin, 2)
    best, values = twin.best_values(strategy), twin.values(strategy)
    for player in (0, 1):
        gains: Table = {}
        twin.walk(twin.root, twin.start(), strategy, gains, {}, best=player)
        played = {
            point: (np.arange(len(own))[:, None, None] == own.argmax(axis=0)) * 1.0 if point.player == player else own
            for point, own in ((point, gains[point] if point.player == player else strategy[point]) for point in twin.points)
        }
        assert twin.values(played)[player] == pytest.approx(best[player], abs=1e-12)
        assert best[player] > values[player]


@pytest.mark.parametrize(
    "name",
    [
        "leduc",
        "three ranks",
        "weighted flops",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("run-outs", "four ranks")),
    ],
)
def test_the_linear_programs_of_both_players_meet_at_the_value(name: str) -> None:
    twin = twin_of(name)
    form = SequenceForm(twin)
    (one, two), strategy = form.solve()
    assert (len(form.constraints[0].indptr) + len(form.constraints[1].indptr) - 4) == twin.counts()[0]
    assert sum(form.payoffs.shape) - 2 == twin.counts()[1]
    assert one == pytest.approx(-two, abs=1e-9)
    np.testing.assert_allclose(twin.values(strategy), (one, two), atol=1e-9)
    np.testing.assert_allclose(twin.best_values(strategy), (one, two), atol=1e-9)
    if name == "leduc":
        assert one == pytest.approx(solve_lp(make_leduc()).value, abs=1e-9)
    solver = PlainCFR(twin, WEIGHTS["dcfr"], True)
    solver.run(200)
    gap = twin.nash_conv(solver.average())
    assert 0.0 < gap < 0.05 and abs(twin.values(solver.average())[0] - one) < gap


@pytest.mark.parametrize("name", [*SMALL, "leduc", "three suits", pytest.param("six ranks", marks=pytest.mark.long)])
def test_infosets_have_the_names_and_numbers_that_they_should(name: str) -> None:
    twin = twin_of(name)
    rows = list(twin.infosets())
    keys = [key for key, *_ in rows]
    assert len(set(keys)) == len(keys)
    assert (len(keys), sum(len(point.moves) for _, point, _, _ in rows)) == twin.counts()
    assert not twin.rules.flop or any("/" in key for key in keys)
    names = {card: k for k, card in enumerate(twin.rules.deck)}
    for key in keys[:: len(keys) // 500 or 1]:
        hand, _, line = key.partition("|")
        board = line.partition("/")[2].partition("|")[0]
        for cards in (hand, board):
            numbers = [names[cards[k : k + 2]] for k in range(0, len(cards), 2)]
            assert all(one > two for one, two in pairwise(numbers))
        assert not {hand[k : k + 2] for k in range(0, len(hand), 2)} & {board[k : k + 2] for k in range(0, len(board), 2)}
    numbers = twin.random(3)
    back = twin.from_keys(twin.by_key(numbers))
    lost = sum(int((back[point] != numbers[point]).sum()) for point in twin.points)
    assert sum(own.size for own in numbers.values()) - lost == twin.counts()[1]


def test_known_keys() -> None:
    limit = dict(twin_of("three suits").by_key(twin_of("three suits").uniform()))
    assert {"AsKd|", "AhAd|rr", "KhKd|crc/QsJhJd|xb"} <= set(limit)
    assert [len(limit[key]) for key in ("AsKd|", "AsKd|c", "AsKd|rr", "KhKd|crc/QsJhJd|xb", "KhKd|rrc/QsJhJd|xbr")] == [
        3,
        2,
        2,
        3,
        2,
    ]
    sized = twin_of("no-limit").by_key(twin_of("no-limit").uniform())
    assert "AsKh|cr8c/QsJh|xb18" in sized and "AsKh|r29" in sized


def test_exchanged_suits_change_nothing() -> None:
    """Regrets of the twin, which knows of no symmetry, are equal where an exchange of suits makes infosets one another."""
    twin = twin_of("three suits")
    solver = PlainCFR(twin, WEIGHTS["dcfr"], True)
    solver.run(2)
    change = [card // 3 * 3 + (card % 3 + 1) % 3 for card in range(12)]
    hands = {hand: h for h, hand in enumerate(twin.hands)}
    flops = {flop: f for f, flop in enumerate(twin.flops)}
    to_hand = [hands[tuple(sorted(change[card] for card in hand))] for hand in twin.hands]
    to_flop = [flops[tuple(sorted(change[card] for card in flop))] for flop in twin.flops]
    assert to_hand != sorted(to_hand)
    for point, regrets in solver.regrets.items():
        moved = regrets[:, to_flop if point.dealt else [0]][:, :, to_hand]
        np.testing.assert_allclose(moved, regrets, atol=1e-12)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AsKsQsJsTs", "AhAdAsTsTh"),
        ("AsAhAdAcKs", "KsKhKdQsQh"),
        ("QsQhQdKsKh", "AsQsJsTs9s"),
        ("9s8s7s6s4s", "AsKhQsJsTs"),
        ("KsQhJsTs9s", "AsAhAdKsQs"),
        ("TsThTd9s8h", "AsAhKsKhQs"),
        ("KsKhQsQhJs", "KsKhQsQhTs"),
        ("KsKhQsQhJs", "AsAhQsJhTs"),
        ("AsAhQs", "KsQhTs"),
        ("As9s8h7h5s", "KsQhJs9s8s"),
    ],
)
def test_hands_are_in_the_order_of_poker(better: str, worse: str) -> None:
    deck = short_deck("456789TJQKA", 4)
    one, two = ([deck.index(cards[k : k + 2]) for k in range(0, len(cards), 2)] for cards in (better, worse))
    assert score(one, 4) > score(two, 4)
    assert best_of(4)(tuple(one[:2]), (*one[2:], 0)) >= score(one, 4)


def all_in(own: float, other: float, pot: float, most: float, bets: int) -> tuple[float, ...]:
    return (most,)


TWO_CARDS = PlainRules(
    short_deck("JQKA", 2), best_of(2), (fixed_limit(2.0, 2), fixed_limit(3.0, 1)), 2, 1, 0, (0.0, 0.0), (2.0, 2.0)
)
ALL_IN = PlainRules(short_deck("JQKA", 2), best_of(2), (all_in, all_in), 2, 1, 0, (0.0, 0.0), (2.0, 2.0), stack=8.0, sized=True)


def product_of(plain: PlainRules) -> PokerGame:
    """The same game by the package, which it can play: antes, and a flop of one card."""
    one, two = (
        (sized_bets("a", "a") for _ in range(2))
        if plain.sized
        else (FixedBets(bet, (most, most)) for bet, most in ((2.0, 2), (3.0, 1)))
    )
    stack = None if plain.stack is None else plain.stack - plain.antes[0]
    rounds = Round(0, one), Round(1, two)
    rules = poker_rules(plain.deck, plain.antes, rounds, plain.strength, hole_cards=2, stack=stack)
    return PokerGame("plain", {}, rules)


ANTES = {
    "leduc": (LEDUC, make_leduc),
    "two cards": (TWO_CARDS, lambda: product_of(TWO_CARDS)),
    "all-in": (ALL_IN, lambda: product_of(ALL_IN)),
}


def test_weights_are_those_of_the_table_of_variants() -> None:
    for name, weights in WEIGHTS.items():
        np.testing.assert_allclose([weights(t) for t in range(1, 200)], VARIANTS[name].factors(1, 199), rtol=1e-14)


@cache
def places_in(name: str) -> tuple[PlainPreflop, PokerGame, Table]:
    """A twin, the same game by the package, and where each of the twin's numbers stands there, key by key."""
    plain, make = ANTES[name]
    twin, game = PlainPreflop(plain), make()
    table, places = game.infosets, {point: own.astype(int) for point, own in twin.filled(-1.0).items()}
    found = list(twin.infosets())
    assert {row.key for row in table} == {key for key, *_ in found}
    for key, point, f, h in found:
        places[point][:, f, h] = range(game.infosets.size)[table.slice(table.index(key))]
    return twin, game, places


def in_order(numbers: Table, places: Table, size: int) -> Floats:
    """The twin's numbers in the order of the package's infosets."""
    values = np.full(size, np.nan)
    for point, own in numbers.items():
        values[places[point][places[point] >= 0]] = own[places[point] >= 0]
    return values


@pytest.mark.parametrize("name", ANTES)
@pytest.mark.parametrize("variant", WEIGHTS)
@pytest.mark.parametrize("alternating", [True, False])
def test_regrets_and_averages_are_those_of_games_that_the_package_has(name: str, variant: str, alternating: bool) -> None:
    """From random regrets, history by history."""
    twin, game, places = places_in(name)
    start = twin.random(4)
    if "+" in variant:  # sums that cancel out but for rounding would decide strategies
        start = {point: np.abs(numbers) * game.utility_range[1] for point, numbers in start.items()}
    solver = CFR(game, variant, alternating=alternating, layout="flat")
    start_from(solver, in_order(start, places, game.infosets.size))
    start = {point: np.where(places[point] >= 0, numbers, 0.0) for point, numbers in start.items()}
    ours = PlainCFR(twin, WEIGHTS[variant], alternating, start)
    for _ in range(4):
        solver.run(1)
        ours.run(1)
        average = ours.average()
        for found, table in ((solver.regrets(), ours.regrets), (solver.average_policy().probabilities, average)):
            np.testing.assert_allclose(found, in_order(table, places, game.infosets.size), atol=1e-9)
        values, best = twin.values(average), twin.best_values(average)
        assert solver.expected_value == pytest.approx(values[0], abs=1e-9)
        assert solver.mean_iteration_value == pytest.approx(ours.value_sum / ours.iteration, abs=1e-9)
        assert 2 * exploitability(game, solver.average_policy()) == pytest.approx(sum(best) - sum(values), abs=1e-9)
