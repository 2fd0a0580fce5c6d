"""Regret circuits: order of calls, regret bounds of minimizers and circuits, games, equality with the compiled CFR."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from pokerzoo.agents import CFR, VARIANTS
from pokerzoo.agents.circuits import (
    CartesianProduct,
    CircuitCFR,
    ConvexHull,
    RegretMatching,
    RegretMinimizer,
    Singleton,
    decision_point,
    observation_point,
    terminal_point,
)
from pokerzoo.envs import make_game

Floats = np.ndarray


class Recorder(RegretMinimizer):
    """A minimizer that somebody wrote: passes all on, and keeps what was observed and earned."""

    def __init__(self, inner: RegretMinimizer, vertices: Floats) -> None:
        super().__init__(inner.dimension)
        self.inner, self.vertices = inner, np.array(vertices, dtype=float)
        self.total, self.earned = np.zeros(inner.dimension), 0.0

    def play(self, scale: float) -> list[float]:
        return self.inner.play(scale)

    def learn(self, utility: list[float], onto: float) -> float:
        self.total += utility
        self.earned += float(np.dot(self.inner.play(1.0), utility))
        return self.inner.learn(utility, onto)

    @property
    def regret(self) -> float:
        return float((self.vertices @ self.total).max() - self.earned)


def simplex(n: int) -> Recorder:
    return Recorder(RegretMatching(n, "cfr+"), np.eye(n))


def utilities(kind: str, dimension: int, rounds: int) -> Iterator[Callable[[Floats], Floats]]:
    """Utilities in [-1, 1] as functions of the strategy that meets them."""

    def always(utility: Floats) -> Callable[[Floats], Floats]:
        return lambda strategy: utility

    rng = np.random.default_rng(5)
    turns = np.where(np.arange(dimension) % 2 == 0, 1.0, -1.0)
    for t in range(rounds):
        random = rng.uniform(-1.0, 1.0, dimension)
        if kind == "random":
            yield always(random)
        elif kind == "alternating":
            yield always((1.0 - 2.0 * (t % 2)) * turns)
        else:  # nothing for what is played, most for what is played least
            yield lambda x: np.where(x == x.min(), 1.0, -1.0)


def drive(minimizer: RegretMinimizer, vertices: Floats, kind: str, rounds: int) -> float:
    """The minimizer's regret against the best vertex; checks each strategy's value and that it is what was returned."""
    total, earned = np.zeros(minimizer.dimension), 0.0
    for respond in utilities(kind, minimizer.dimension, rounds):
        strategy = minimizer.next_strategy()
        assert strategy.shape == (minimizer.dimension,) and strategy.dtype == np.float64
        utility = respond(strategy)
        value = minimizer.observe_utility(utility)
        assert value == pytest.approx(float(strategy @ utility), abs=1e-12)
        total += utility
        earned += value
    return float((vertices @ total).max() - earned)


KINDS = pytest.mark.parametrize("kind", ["random", "alternating", "adversarial"])


@KINDS
@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize("variant", ["cfr", "cfr+"])
def test_regret_matching_keeps_its_bound(variant: str, n: int, kind: str) -> None:
    for rounds in (10, 1000):
        assert drive(RegretMatching(n, variant), np.eye(n), kind, rounds) <= 2.0 * np.sqrt(n * rounds)


@KINDS
def test_predictive_and_discounted_regret_falls(kind: str) -> None:
    """Predictive: sqrt(2 times the sum of squared changes of regret), Farina et al. 2021, and no change is above 4 sqrt(n)."""
    n, rounds = 4, 1000
    assert drive(RegretMatching(n, "pcfr+"), np.eye(n), kind, rounds) <= 4.0 * np.sqrt(2 * n * rounds)
    assert drive(RegretMatching(n, "dcfr"), np.eye(n), kind, rounds) / rounds <= 0.1


# Each circuit with the vertices of its set, its recorded parts, and the bound that the paper gives from their regrets.
Case = tuple[RegretMinimizer, Floats, Callable[[], float], bool]


def product_case() -> Case:
    a, b = simplex(2), simplex(3)
    vertices = np.array([[*x, *y] for x in np.eye(2) for y in np.eye(3)])
    return CartesianProduct(a, b), vertices, lambda: a.regret + b.regret, True


def hull_case() -> Case:
    square = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    ends = np.array([[3.0, 0.0], [0.0, 0.5]])
    a, b = (Recorder(ConvexHull(*map(Singleton, corners)), corners) for corners in (square, ends))
    mixer = simplex(2)
    return ConvexHull(a, b, mixer=mixer), np.vstack([square, ends]), lambda: mixer.regret + max(a.regret, b.regret), False


def process_case() -> Case:
    """Stop, or go on: then one of two signals, each with two actions."""
    low, high, top = simplex(2), simplex(2), simplex(2)
    circuit = decision_point(
        terminal_point(),
        observation_point(
            decision_point(terminal_point(), terminal_point(), simplex=low),
            decision_point(terminal_point(), terminal_point(), simplex=high),
        ),
        simplex=top,
    )
    vertices = np.array([[1, 0, 0, 0, 0, 0]] + [[0, 1, *x, *y] for x in np.eye(2) for y in np.eye(2)])
    return circuit, vertices, lambda: top.regret + max(low.regret + high.regret, 0.0), False


CASES = pytest.mark.parametrize("case", [product_case, hull_case, process_case])


@KINDS
@CASES
def test_a_circuit_has_no_more_regret_than_its_parts(case: Callable[[], Case], kind: str) -> None:
    per_round = []
    for rounds in (20, 2000):
        circuit, vertices, bound, equal = case()
        regret = drive(circuit, vertices, kind, rounds)
        assert regret <= bound() + 1e-9
        if equal:
            assert regret == pytest.approx(bound(), abs=1e-9)
        per_round.append(regret / rounds)
    assert per_round[1] <= max(0.3 * per_round[0], 0.05)


def out_of_order(minimizer: RegretMinimizer) -> None:
    minimizer.next_strategy()
    minimizer.next_strategy()


def used_twice() -> None:
    part = RegretMatching(2)
    CartesianProduct(part, part)


def asked_inside() -> None:
    part = RegretMatching(2)
    CartesianProduct(part, RegretMatching(1))
    part.next_strategy()


def observed(utility: list[float]) -> None:
    minimizer = RegretMatching(2)
    minimizer.next_strategy()
    minimizer.observe_utility(utility)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: RegretMatching(2).observe_utility([0.0, 1.0]), "observe_utility out of order"),
        (lambda: out_of_order(CartesianProduct(RegretMatching(1), Singleton([2.0]))), "next_strategy out of order"),
        (lambda: observed([1.0]), r"must be \(2,\) and finite"),
        (lambda: observed([1.0, float("nan")]), r"must be \(2,\) and finite"),
        (used_twice, "in use already"),
        (asked_inside, "next_strategy out of order: ask the circuit"),
        (lambda: CartesianProduct(3), "must be a RegretMinimizer"),  # type: ignore[arg-type]
        (lambda: RegretMatching(0), "n=0: must be an integer"),
        (lambda: RegretMatching(2, "cfr++"), "no such variant"),
        (lambda: ConvexHull(), "a convex hull needs"),
        (lambda: ConvexHull(RegretMatching(2), RegretMatching(3)), r"dimensions \[2, 3\]"),
        (lambda: ConvexHull(RegretMatching(2), mixer=RegretMatching(2)), "a mixer of dimension 2: must be 1"),
        (lambda: decision_point(), "n=0"),
        (lambda: decision_point(terminal_point(), simplex=RegretMatching(2)), "simplex of dimension 2: must be 1"),
        (lambda: CircuitCFR("no game"), "game='no game'"),
        (lambda: CircuitCFR(make_game("kuhn"), alternating=1), "alternating=1"),  # type: ignore[arg-type]
        (lambda: CircuitCFR(make_game("kuhn")).run(0), "iterations=0"),
        (lambda: CircuitCFR(make_game("holdem", ranges=("random", "random"))), "too large"),
    ],
)
def test_what_is_not_allowed_is_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


GAMES = [
    make_game("kuhn"),
    make_game("kuhn", num_players=3),
    make_game("leduc", suit_isomorphism=True),
    make_game("rps", payoffs=((0.0, -1.0, 2.0), (1.0, 0.0, -1.0), (-1.0, 1.0, 0.0))),
    make_game("bet_fold", num_players=3, num_cards=5),
    make_game("holdem", board="AhJs7c7d2h", ranges=("AsKs,QQ", "AKs,JhJd"), pot=10, stack=95, raise_cap=2),
]
RUNS = [(variant, alternating) for variant in VARIANTS for alternating in (False, True)]


@pytest.mark.parametrize("number", range(len(RUNS)))
def test_equals_the_compiled_cfr(number: int) -> None:
    """Each variant, in turn and at once, with two games; over more than a chunk of its schedule with Kuhn poker."""
    variant, alternating = RUNS[number]
    for game, iterations in ((GAMES[number % len(GAMES)], 21), (GAMES[(number + 3) % len(GAMES)], 21), (GAMES[0], 600)):
        circuits = CircuitCFR(game, variant, alternating=alternating)
        compiled = CFR(game, variant, alternating=alternating, layout="flat")
        for count in (1, iterations - 1):
            circuits.run(count)
            compiled.run(count)
            np.testing.assert_allclose(circuits.regrets(), compiled.regrets(), rtol=1e-9, atol=1e-9)
            for policy in ("average_policy", "current_policy"):
                ours, theirs = (getattr(solver, policy)().probabilities for solver in (circuits, compiled))
                np.testing.assert_allclose(ours, theirs, atol=1e-9)
        assert circuits.iteration == compiled.iteration == iterations
