"""Games from the blinds on, with a flop of several cards at once: every number of the package against the plain twin's."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, VARIANTS
from pokerzoo.envs import make_game
from pokerzoo.envs.betting.bets import FixedBets, SizedBets, sized_bets
from pokerzoo.envs.betting.setup import Round
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import form_evaluator, form_of, tree_of
from pokerzoo.envs.compiled.public_tree import compile_public_tree
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.street_compiler import each_board_of
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.poker.card_draws import all_sets
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo_testing.plain_games import GAMES, best_of, short_deck
from pokerzoo_testing.plain_preflop import Floats, PlainCFR, PlainPreflop, PlainRules, Table, fixed_limit, shares_of
from pokerzoo_testing.plain_preflop_lp import SequenceForm
from pokerzoo_testing.rules import poker_rules
from pokerzoo_testing.small_games import on_boards
from pokerzoo_testing.solvers import start_from

NEAR = 2e-5
"""Chips by which float32 may be off here."""
FIXED = {
    "three ranks": (3, 2),
    "four ranks": (2, 1),
    "six ranks": (3, 2),
    "three suits": (3, 2),
    "four suits": (2, 2),
    "run-outs": (3, 2),
    "weighted flops": (2, 1),
    "weighted run-outs": (3, 2),
    "weighted suits": (3, 2),
}
"""Most bets before and after the flop, of games with bets of 2."""
SUITS = {"three suits": 3, "four suits": 4, "royal": 4, "weighted suits": 3}
RUNS = [(variant, alternating) for variant in VARIANTS for alternating in (True, False)]
WAYS = ["flat", "matrices", "boards", "boards, each"]


def suit_permutations(suits: int, cards: int) -> tuple[tuple[int, ...], ...]:
    found = permutations(range(suits))
    return tuple(tuple(card // suits * suits + own[card % suits] for card in range(cards)) for own in found)


def product_of(name: str) -> PokerGame:
    """The game of a twin, by the package."""
    if name == "royal":
        game = make_game("fhp", blinds=(1, 2), bet=2, raise_cap=2, deck="royal")
        assert isinstance(game, PokerGame)
        return game
    plain = GAMES[name]()
    one: FixedBets | SizedBets
    if name in FIXED:
        one, two = (FixedBets(2.0, (most, most)) for most in FIXED[name])
    else:
        options = sized_bets("100%,a", "100%,a", add_allin_threshold=0, force_allin_threshold=0, merging_threshold=0)
        one, two = options, options
    rounds = [Round(0, one, first=1)]
    rounds += [Round(plain.flop, two, at_once=True)] if plain.flop else []
    rounds += [Round(1, None)] * plain.run_out if plain.flop else [Round(plain.run_out, None, at_once=True)]
    flops = [own[::-1] for own in all_sets(len(plain.deck), plain.flop)]
    rules = poker_rules(
        deck=plain.deck,
        antes=plain.antes,
        blinds=plain.blinds,
        rounds=tuple(rounds),
        strength=plain.strength,
        hole_cards=plain.hole,
        deal_weights=tuple(map(plain.flop_weight, flops)) if plain.flop_weight else (),
        stack=None if plain.stack is None else plain.stack - plain.antes[0],
        symmetries=suit_permutations(SUITS.get(name, 2), len(plain.deck)),
    )
    return PokerGame("plain", {}, rules)


class Pair:
    """A twin and the same game of the package, and the way from the numbers of one to those of the other."""

    def __init__(self, name: str) -> None:
        self.name, self.game = name, product_of(name)
        self.twin = PlainPreflop(royal() if name == "royal" else GAMES[name]())
        assert tuple(map(self.twin.hand_name, range(len(self.twin.hands)))) == self.game.rules.deck.hand_names
        self.places: Table = {}
        for point in self.twin.points:
            found = []
            for flop in range(self.twin.num_flops(point)):
                public = self.game.infosets.find(self.twin.history(point, flop))
                assert public is not None and public.actor == point.player
                assert public.line.tokens == point.moves
                found.append(self.game.infosets.entries(public))
            self.places[point] = np.array(found).swapaxes(0, 1)

    def entries(self, table: Table) -> Floats:
        """The twin's numbers in the order of the infosets."""
        found = np.full(self.game.infosets.size, np.nan)
        for point, places in self.places.items():
            found[places[places >= 0]] = table[point][places >= 0]
        assert not np.isnan(found).any()
        return found

    def symmetric(self, table: Table) -> Table:
        """The sum over all exchanges of suits, which then makes no difference."""
        twin, cards = self.twin, len(self.twin.rules.deck)
        hands, flops = ({own: k for k, own in enumerate(listed)} for listed in (twin.hands, twin.flops))
        total = twin.filled(0.0)
        for exchange in suit_permutations(SUITS.get(self.name, 2), cards):
            hand = [hands[tuple(sorted(exchange[card] for card in own))] for own in twin.hands]
            flop = [flops[tuple(sorted(exchange[card] for card in own))] for own in twin.flops]
            for point, numbers in table.items():
                total[point] += numbers[:, flop if point.dealt else [0]][:, :, hand]
        return total

    def compiled(self, way: str) -> PokerGame:
        """The game, with the form that solvers of it take."""
        if way == "flat":
            return self.game
        game = on_boards(self.game) if way == "boards" else PokerGame("plain", {}, self.game.rules)
        if way == "boards, each":
            game._forms["boards"] = each_board_of(game)
        elif way == "matrices":
            game._forms |= {"boards": None, "rows": compile_public_tree(game)}
        assert isinstance(form_of(game), RowsForm if way == "matrices" else StreetTree)
        return game

    def solver(self, way: str, variant: str, alternating: bool, regrets: Table) -> CFR:
        layout: Any = "flat" if way == "flat" else "auto"
        solver = CFR(self.compiled(way), variant, alternating=alternating, layout=layout)
        assert solver.precision == ("double" if way in ("flat", "matrices") else "single")
        start_from(solver, self.entries(regrets))
        return solver


def royal() -> PlainRules:
    return PlainRules(short_deck("TJQKA", 4), best_of(4), (fixed_limit(2.0, 2), fixed_limit(2.0, 2)))


@cache
def pair_of(name: str) -> Pair:
    return Pair(name)


@pytest.mark.parametrize("name", [*FIXED, "no-limit", "before the flop"])
def test_infosets_are_as_many_and_named_alike(name: str) -> None:
    pair = pair_of(name)
    infosets = pair.game.infosets
    assert (len(infosets), infosets.size) == pair.twin.counts()
    assert (pair.game.size.infosets, pair.game.size.entries) == pair.twin.counts()
    if len(infosets) < 20_000:
        assert {row.key for row in infosets} == {key for key, *_ in pair.twin.infosets()}
    group = suit_permutations(SUITS.get(name, 2), len(pair.twin.rules.deck))
    classes = {min(tuple(sorted(own[card] for card in flop)) for own in group) for flop in pair.twin.flops}
    if pair.twin.rules.flop:
        assert solving_size(pair.game).distinct_boards[1] == len(classes) < len(pair.twin.flops)


@pytest.mark.parametrize(
    ("name", "way"),
    [
        *(("three ranks", way) for way in WAYS),
        *(pytest.param("four ranks", way, marks=pytest.mark.long) for way in WAYS),
        *((name, way) for name in ("no-limit", "run-outs", "before the flop") for way in WAYS[1:]),  # flat trees take long
        *(("weighted flops", way) for way in WAYS),
        *((name, way) for name in ("weighted all-ins", "weighted run-outs") for way in WAYS[1:]),
    ],
)
def test_values_and_best_responses_of_any_strategy(name: str, way: str) -> None:
    """Of a strategy that treats suits alike, and of one that does not, which walks over all boards must take."""
    pair = pair_of(name)
    for regrets in (pair.twin.random(1), pair.symmetric(pair.twin.random(2))):
        strategy = {point: shares_of(numbers) for point, numbers in regrets.items()}
        game = pair.compiled(way)
        evaluator = Evaluator(tree_of(game).rows) if way == "flat" else form_evaluator(form_of(game))
        values, best = evaluator.evaluate_policy(pair.entries(strategy))
        near = 1e-9 if way in ("flat", "matrices") else NEAR
        np.testing.assert_allclose(values, pair.twin.values(strategy), atol=near)
        np.testing.assert_allclose(best, pair.twin.best_values(strategy), atol=near)


def compare(name: str, way: str, variant: str, alternating: bool, iterations: int) -> None:
    """From random regrets, so that none is zero but for rounding; where they are floored at zero, some soon are."""
    pair, exact = pair_of(name), way in ("flat", "matrices")
    twin, predicts = pair.twin, VARIANTS[variant].predicts
    start = twin.random(3)
    if way == "boards":
        start = pair.symmetric(start)
    if "+" in variant:  # sums that cancel out but for rounding would decide strategies
        start = {point: np.abs(numbers) * pair.game.utility_range[1] for point, numbers in start.items()}
    if not exact and ("+" in variant or predicts):
        iterations = 1
    ours = PlainCFR(twin, lambda t: tuple(VARIANTS[variant].factors(t, 1)[0]), alternating, start)
    solver = pair.solver(way, variant, alternating, start)
    near, near_shares = (1e-9, 1e-9) if exact else (NEAR, 2e-3)
    scale = max(float(np.abs(numbers).max()) for numbers in start.values())
    for _ in range(iterations):
        solver.run(1)
        ours.run(1)
        np.testing.assert_allclose(solver.regrets(), pair.entries(ours.regrets), atol=near * max(1.0, scale))
        average = ours.average()
        np.testing.assert_allclose(solver.average_policy().probabilities, pair.entries(average), atol=near_shares)
        sums = {point: np.maximum(ours.regrets[point] + ours.forecast[point], 0.0) for point in twin.points}
        clear = pair.entries({point: own.sum(axis=0) + 0 * own for point, own in sums.items()}) > 1e-2
        off = np.abs(solver.current_policy().probabilities - pair.entries(ours.strategy()))
        assert clear.mean() > 0.5 and off[clear].max() < (1e-7 if exact else 5e-3)
        measured = solver.measure()
        values, best = twin.values(average), twin.best_values(average)
        np.testing.assert_allclose(measured.values, values, atol=near)
        np.testing.assert_allclose(measured.best_response_values, best, atol=near)
        assert solver.nash_conv == pytest.approx(sum(best) - sum(values), abs=2 * near)
        assert solver.mean_iteration_value == pytest.approx(ours.value_sum / ours.iteration, abs=near)


@pytest.mark.parametrize(("variant", "alternating"), RUNS)
@pytest.mark.parametrize("way", WAYS)
def test_every_regret_and_average_is_that_of_the_twin(way: str, variant: str, alternating: bool) -> None:
    compare("four ranks", way, variant, alternating, 3)


@pytest.mark.parametrize("way", WAYS[1:])
@pytest.mark.parametrize("name", ["three ranks", "no-limit", "run-outs", "before the flop"])
@pytest.mark.parametrize(("variant", "alternating"), [("dcfr", True), ("cfr", False)])
def test_so_they_are_in_other_games(name: str, way: str, variant: str, alternating: bool) -> None:
    compare(name, way, variant, alternating, 3)


@pytest.mark.parametrize(
    ("name", "way"),
    [("weighted flops", way) for way in WAYS]
    + [
        ("weighted all-ins", "boards"),
        ("weighted run-outs", "boards"),
        ("weighted suits", "boards"),
        ("weighted suits", "boards, each"),
    ],
)
def test_so_they_are_where_some_flops_stand_for_all(name: str, way: str) -> None:
    compare(name, way, "dcfr", True, 2 if name == "weighted suits" else 3)


LARGE = [("dcfr", True), ("cfr", False), ("cfr+", True), ("pcfr+", True)]


@pytest.mark.parametrize("way", WAYS[2:])
@pytest.mark.parametrize("name", ["three suits", "four suits", "six ranks"])
@pytest.mark.parametrize(
    ("variant", "alternating"), [LARGE[0], *(pytest.param(*run, marks=pytest.mark.long) for run in LARGE[1:])]
)
def test_so_they_are_with_three_cards_at_once(name: str, way: str, variant: str, alternating: bool) -> None:
    compare(name, way, variant, alternating, 2)


@pytest.mark.long
def test_so_they_are_in_flop_holdem_with_a_royal_deck() -> None:
    compare("royal", "boards", "dcfr", True, 2)


@pytest.mark.parametrize("precision", ["double", "single", pytest.param("half", marks=pytest.mark.long)])
def test_solved_it_is_worth_what_the_linear_programs_say(precision: Any) -> None:
    pair = pair_of("three ranks")
    (value, _), strategy = SequenceForm(pair.twin).solve()
    game = pair.compiled("matrices" if precision == "double" else "boards")
    values, best = form_evaluator(form_of(game)).evaluate_policy(pair.entries(strategy))
    assert values[0] == pytest.approx(value, abs=NEAR) and best.sum() == pytest.approx(0.0, abs=4 * NEAR)
    solver = CFR(game, precision=precision).run(2000, until=2e-3)
    assert solver.precision == precision and solver.exploitability <= 2e-3
    assert solver.expected_value == pytest.approx(value, abs=4e-3)
    entries = solver.average_policy().probabilities
    found = {point: np.where(places >= 0, entries[places], 1 / len(places)) for point, places in pair.places.items()}
    # In 16 bits hands that an exchange of suits makes one another differ by some 1e-4, and one of them is measured.
    near = 5 * NEAR if precision == "half" else NEAR
    assert pair.twin.values(found)[0] == pytest.approx(solver.expected_value, abs=near)
    assert pair.twin.nash_conv(found) == pytest.approx(solver.nash_conv, abs=4 * near)
