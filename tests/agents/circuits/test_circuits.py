"""Regret circuits: order of calls, regret bounds of minimizers and circuits, games, equality with the compiled CFR."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from pokerzoo.agents import CFR, VARIANTS, TabularPolicy, Variant
from pokerzoo.agents.circuits import (
    AffineMap,
    CartesianProduct,
    ConvexHull,
    DiscountedRegretMatching,
    PredictiveRegretMatchingPlus,
    RegretMatching,
    RegretMatchingPlus,
    RegretMinimizer,
    ScaledExtension,
    SimplexRegretMinimizer,
    Singleton,
    circuit_for,
    decision_point,
    observation_point,
    terminal_point,
)
from pokerzoo.agents.circuits.circuit_cfr import CircuitCFR
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.compiled.treeplex import make_treeplex
from pokerzoo.evaluation import nash_conv, solve_lp

Floats = np.ndarray
MINIMIZERS: list[Callable[[int], RegretMinimizer]] = [
    RegretMatching,
    RegretMatchingPlus,
    PredictiveRegretMatchingPlus,
    DiscountedRegretMatching,
]


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


def simplex(n: int, make: Callable[[int], RegretMinimizer] = RegretMatchingPlus) -> Recorder:
    return Recorder(make(n), np.eye(n))


def utilities(kind: str, dimension: int, rounds: int) -> Iterator[Callable[[Floats], Floats]]:
    """Utilities in [-1, 1] as functions of the strategy that meets them."""
    rng = np.random.default_rng(5)
    turns = np.where(np.arange(dimension) % 2 == 0, 1.0, -1.0)
    for t in range(rounds):
        random = rng.uniform(-1.0, 1.0, dimension)
        if kind == "random":
            yield lambda x, random=random: random
        elif kind == "alternating":
            yield lambda x, sign=1.0 - 2.0 * (t % 2): sign * turns
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
@pytest.mark.parametrize("make", [RegretMatching, RegretMatchingPlus])
def test_regret_matching_keeps_its_bound(make: Callable[[int], RegretMinimizer], n: int, kind: str) -> None:
    for rounds in (10, 1000):
        assert drive(make(n), np.eye(n), kind, rounds) <= 2.0 * np.sqrt(n * rounds)


@KINDS
def test_predictive_and_discounted_regret_falls(kind: str) -> None:
    """Predictive: sqrt(2 times the sum of squared changes of regret), Farina et al. 2021, and no change is above 4 sqrt(n)."""
    n, rounds = 4, 1000
    assert drive(PredictiveRegretMatchingPlus(n), np.eye(n), kind, rounds) <= 4.0 * np.sqrt(2 * n * rounds)
    assert drive(DiscountedRegretMatching(n), np.eye(n), kind, rounds) / rounds <= 0.1


@pytest.mark.parametrize("make", MINIMIZERS)
def test_each_minimizer_is_a_row_of_the_table(make: Callable[[int], RegretMinimizer]) -> None:
    names = dict(zip(MINIMIZERS, ("cfr", "cfr+", "pcfr+", "dcfr"), strict=True))
    one, two = make(3), SimplexRegretMinimizer(3, names[make])
    for respond in utilities("random", 3, 600):  # more than two chunks of factors
        strategy = one.next_strategy()
        assert strategy.tolist() == two.next_strategy().tolist()
        assert one.observe_utility(respond(strategy)) == two.observe_utility(respond(strategy))


def test_a_schedule_is_followed_across_chunks() -> None:
    """Discounting by hand, round by round."""
    minimizer, regret = SimplexRegretMinimizer(2, "lcfr"), np.zeros(2)
    for t, respond in enumerate(utilities("random", 2, 700), start=1):
        strategy = minimizer.next_strategy()
        utility = respond(strategy)
        minimizer.observe_utility(utility)
        regret = (regret + utility - strategy @ utility) * t / (t + 1)
        assert minimizer.regrets == pytest.approx(regret.tolist(), abs=1e-12)


# Each circuit with the vertices of its set, its recorded parts, and the bound that the papers give from their regrets.
Case = tuple[RegretMinimizer, Floats, Callable[[], float], bool]


def product_case() -> Case:
    a, b = simplex(2), simplex(3)
    vertices = np.array([[*x, *y] for x in np.eye(2) for y in np.eye(3)])
    return CartesianProduct(a, b), vertices, lambda: a.regret + b.regret, True


def hull_case() -> Case:
    square = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    ends = np.array([[3.0, 0.0], [0.0, 0.5]])
    a = Recorder(AffineMap(RegretMatching(4), square.T), square)
    b = Recorder(AffineMap(RegretMatchingPlus(2), ends.T), ends)
    mixer = simplex(2)
    return ConvexHull(a, b, mixer=mixer), np.vstack([square, ends]), lambda: mixer.regret + max(a.regret, b.regret), False


def affine_case() -> Case:
    matrix, offset = np.array([[1.0, -2.0, 0.5], [0.0, 1.0, 3.0]]), np.array([0.25, -1.0])
    a = simplex(3)
    return AffineMap(a, matrix, offset), matrix.T + offset, lambda: a.regret, True


def extension_case() -> Case:
    weights, constant = np.array([0.0, 2.0, 1.0]), 0.5
    a, b = simplex(3), simplex(2)
    vertices = np.array([[*x, *((weights @ x + constant) * y)] for x in np.eye(3) for y in np.eye(2)])
    return ScaledExtension(a, b, weights, constant), vertices, lambda: a.regret + 2.5 * max(b.regret, 0.0), False


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


@KINDS
@pytest.mark.parametrize("case", [product_case, hull_case, affine_case, extension_case, process_case])
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


@pytest.mark.parametrize("case", [product_case, hull_case, affine_case, extension_case, process_case])
def test_strategies_stay_in_the_set(case: Callable[[], Case]) -> None:
    from scipy.optimize import linprog

    circuit, vertices, _, _ = case()
    for respond in utilities("random", circuit.dimension, 20):
        strategy = circuit.next_strategy()
        circuit.observe_utility(respond(strategy))
        inside = linprog(
            np.zeros(len(vertices)), A_eq=np.vstack([vertices.T, np.ones(len(vertices))]), b_eq=[*strategy, 1.0], bounds=(0, 1)
        )
        assert inside.status == 0


@pytest.mark.parametrize("make", MINIMIZERS)
@pytest.mark.parametrize(
    ("payoffs", "value", "equilibrium"),
    [([[3.0, -1.0], [-1.0, 1.0]], 1 / 3, [1 / 3, 2 / 3]), ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0.0, [1 / 3] * 3)],
    ids=["pennies", "rps"],
)
def test_matrix_games(
    make: Callable[[int], RegretMinimizer], payoffs: list[list[float]], value: float, equilibrium: list[float]
) -> None:
    """Matching pennies with uneven stakes and rock, paper, scissors: equilibria by hand; two equal, both mixed."""
    matrix = np.array(payoffs)
    one, two = make(len(matrix)), make(len(matrix))
    if len(matrix) == 3:  # away from the uniform start, which is the equilibrium
        for minimizer, utility in ((one, [1.0, 0.0, 0.0]), (two, [0.0, 1.0, 0.0])):
            minimizer.next_strategy()
            minimizer.observe_utility(utility)
    sums = [np.zeros(len(matrix)), np.zeros(len(matrix))]
    for _ in range(20_000):
        x, y = one.next_strategy(), two.next_strategy()
        one.observe_utility(matrix @ y)
        two.observe_utility(-(x @ matrix))
        sums[0] += x
        sums[1] += y
    x, y = (total / 20_000 for total in sums)
    assert (matrix @ y).max() - (x @ matrix).min() < 0.02
    assert x @ matrix @ y == pytest.approx(value, abs=0.02)
    np.testing.assert_allclose(x, equilibrium, atol=0.03)


def test_calls_out_of_order() -> None:
    for minimizer in (RegretMatching(2), CartesianProduct(RegretMatching(1), Singleton([2.0]))):
        with pytest.raises(ValueError, match="observe_utility out of order: next_strategy is to be called next"):
            minimizer.observe_utility([0.0, 1.0])
        first = minimizer.next_strategy()
        with pytest.raises(ValueError, match="next_strategy out of order: observe_utility is to be called next"):
            minimizer.next_strategy()
        assert minimizer.observe_utility([0.5, 0.0]) == pytest.approx(first[0] / 2)
        with pytest.raises(ValueError, match="observe_utility out of order"):
            minimizer.observe_utility([0.0, 1.0])
        minimizer.next_strategy()


@pytest.mark.parametrize(
    ("utility", "message"),
    [
        ([1.0], r"utility of shape \(1,\): must be \(2,\)"),
        ([[1.0, 2.0]], r"utility of shape \(1, 2\)"),
        ([1.0, float("nan")], "must be finite"),
        ([1.0, float("inf")], "must be finite"),
    ],
)
def test_bad_utilities_change_nothing(utility: list[float], message: str) -> None:
    for minimizer in (RegretMatching(2), CartesianProduct(RegretMatching(2))):
        minimizer.next_strategy()
        with pytest.raises(ValueError, match=message):
            minimizer.observe_utility(utility)
        minimizer.observe_utility([0.0, 1.0])
        assert minimizer.next_strategy().tolist() == [0.0, 1.0]


def test_a_minimizer_has_one_place() -> None:
    part = RegretMatching(2)
    with pytest.raises(ValueError, match="in use already"):
        CartesianProduct(part, part)
    CartesianProduct(part)
    with pytest.raises(ValueError, match="in use already"):
        ConvexHull(part, RegretMatching(2))
    with pytest.raises(ValueError, match="next_strategy: this minimizer is part of a circuit; ask the circuit"):
        part.next_strategy()
    waiting = RegretMatching(2)
    waiting.next_strategy()
    with pytest.raises(ValueError, match="in use already"):
        AffineMap(waiting, np.eye(2))
    with pytest.raises(ValueError, match="must be a RegretMinimizer"):
        CartesianProduct(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: RegretMatching(0), "n=0: must be an integer"),
        (lambda: SimplexRegretMinimizer(2, "cfr++"), "no such variant"),
        (lambda: DiscountedRegretMatching(2, alpha=float("nan")), "alpha=nan"),
        (lambda: Singleton([float("nan")]), "point="),
        (lambda: ConvexHull(), "a convex hull needs"),
        (lambda: ConvexHull(RegretMatching(2), RegretMatching(3)), r"dimensions \[2, 3\]"),
        (lambda: ConvexHull(RegretMatching(2), mixer=RegretMatching(2)), "a mixer of dimension 2: must be 1"),
        (lambda: AffineMap(RegretMatching(2), np.eye(3)), "needs 2 columns"),
        (lambda: AffineMap(RegretMatching(2), [1.0, 2.0]), "matrix="),
        (lambda: AffineMap(RegretMatching(2), np.eye(2), [1.0]), "offset of length 1: must be 2"),
        (lambda: ScaledExtension(RegretMatching(2), RegretMatching(2), [1.0]), "weights of length 1: must be 2"),
        (lambda: ScaledExtension(RegretMatching(1), RegretMatching(1), [1.0], float("inf")), "constant=inf"),
        (lambda: decision_point(), "n=0"),
        (lambda: decision_point(terminal_point(), simplex=RegretMatching(2)), "simplex of dimension 2: must be 1"),
        (lambda: circuit_for(make_treeplex([2, 2], [0, 1]), lambda n: RegretMatching(3)), "must be 2, one a child"),
        (lambda: circuit_for(make_treeplex([2, 2], [0, 0]), dict.fromkeys([2], RegretMatching(2)).__getitem__), "in use"),
    ],
)
def test_bad_parts(make: Callable[[], RegretMinimizer], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_an_extension_by_a_negative_factor() -> None:
    circuit = ScaledExtension(RegretMatching(2), RegretMatching(2), [-3.0, 1.0])
    with pytest.raises(ValueError, match=r"needs h\(x\) >= 0"):
        circuit.next_strategy()


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_three_ways_to_build_a_treeplex(name: str) -> None:
    """``circuit_for``, one scaled extension after the other, and the compiled walk down give the same bits."""
    game = make_game("kuhn") if name == "kuhn" else make_game("leduc", suit_isomorphism=True)
    for plex in game.public_tree().treeplexes:  # type: ignore[union-attr]
        circuit = circuit_for(plex, RegretMatchingPlus)
        chain: RegretMinimizer = Singleton([1.0])
        for count, parent in zip(plex.actions.tolist(), plex.parent.tolist(), strict=True):
            chain = ScaledExtension(chain, RegretMatchingPlus(count), np.arange(chain.dimension) == parent)
        assert circuit.dimension == chain.dimension
        for respond in utilities("random", circuit.dimension, 30):
            strategy = circuit.next_strategy()
            assert strategy.tolist() == chain.next_strategy().tolist()
            assert circuit.observe_utility(respond(strategy)) == chain.observe_utility(respond(strategy))


def assert_same_bits(circuits: CircuitCFR, compiled: CFR) -> None:
    assert circuits.iteration == compiled.iteration
    assert np.array_equal(circuits.regrets(), compiled.regrets())
    assert np.array_equal(circuits.average_policy().probabilities, compiled.average_policy().probabilities)
    assert np.array_equal(circuits.current_policy().probabilities, compiled.current_policy().probabilities)
    assert circuits.exploitability == compiled.exploitability


@pytest.mark.parametrize("alternating", [False, True], ids=["simultaneous", "alternating"])
@pytest.mark.parametrize("layout", ["public", "flat"])
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "game", [make_game("kuhn"), make_game("leduc", suit_isomorphism=True)], ids=lambda game: str(game.name)
)
def test_equals_the_compiled_cfr_to_the_last_bit(game: Game, variant: str, layout: str, alternating: bool) -> None:
    circuits = CircuitCFR(game, variant, layout=layout, alternating=alternating)
    compiled = CFR(game, variant, layout=layout, alternating=alternating)
    for count in (1, 1, 48, 250 if game.name == "kuhn" or alternating == (layout == "flat") else 1):
        circuits.run(count)
        compiled.run(count)
        assert_same_bits(circuits, compiled)


@pytest.mark.parametrize(
    ("game", "layout"),
    [
        (make_game("leduc"), "public"),
        (make_game("leduc"), "flat"),
        (make_game("rps"), "flat"),
        (make_game("kuhn", num_cards=12), "public"),  # two vectors of hands
        (make_game("kuhn", num_players=3), "flat"),
        (make_game("bet_fold", num_players=3, num_cards=5), "flat"),
        (make_game("holdem", board="AhJs7c7d2h", ranges=("AsKs,QQ", "AKs,JhJd"), pot=10, stack=95, raise_cap=2), "flat"),
        (make_game("holdem", board="AhJs7c7d2h", ranges=("AsKs,QQ", "AKs,JhJd"), pot=10, stack=95, raise_cap=2), "public"),
    ],
    ids=str,
)
def test_other_games_too(game: Game, layout: str) -> None:
    circuits, compiled = CircuitCFR(game, "cfr+", layout=layout).run(60), CFR(game, "cfr+", layout=layout).run(60)
    assert_same_bits(circuits, compiled)


@pytest.mark.long
@pytest.mark.parametrize("layout", ["public", "flat"])
def test_kuhn_to_the_last_bit_for_long(layout: str) -> None:
    for variant in ("cfr", "dcfr"):
        circuits = CircuitCFR(make_game("kuhn"), variant, layout=layout).run(50_000)
        assert_same_bits(circuits, CFR(make_game("kuhn"), variant, layout=layout).run(50_000))


def test_kuhn_converges() -> None:
    """Against the linear program, -1/18, and by another way of measuring."""
    solver = CircuitCFR(make_game("kuhn"), "cfr+").run(2000)
    policy = solver.average_policy()
    assert solver.exploitability < 1e-3
    assert nash_conv(solver.game, policy) / 2 == pytest.approx(solver.exploitability, abs=1e-14)
    assert solve_lp(solver.game).value == pytest.approx(-1 / 18)
    assert policy.metadata["solver"] == "circuits" and policy.metadata["iterations"] == 2000


@pytest.mark.parametrize("alternating", [False, True], ids=["simultaneous", "alternating"])
@pytest.mark.parametrize("variant", ["cfr", "cfr+"])
def test_kuhn_with_a_sampled_observation_point(variant: str, alternating: bool) -> None:
    solver = CircuitCFR(make_game("kuhn"), variant, chance="sample", seed=1, alternating=alternating).run(20_000)
    assert 0.0 < solver.exploitability < 0.015
    again = CircuitCFR(make_game("kuhn"), variant, chance="sample", seed=1, alternating=alternating).run(300)
    pieces = CircuitCFR(make_game("kuhn"), variant, chance="sample", seed=1, alternating=alternating).run(100).run(200)
    assert np.array_equal(again.regrets(), pieces.regrets()) and again.average_policy() == pieces.average_policy()
    other = CircuitCFR(make_game("kuhn"), variant, chance="sample", seed=2, alternating=alternating).run(300)
    assert not np.array_equal(again.regrets(), other.regrets())


@pytest.mark.long
@pytest.mark.parametrize("variant", ["cfr", "cfr+"])
def test_a_million_sampled_deals_of_kuhn(variant: str) -> None:
    """As many as the C++ project that applied circuits to Kuhn; about 0.0006 chips here."""
    solver = CircuitCFR(make_game("kuhn"), variant, chance="sample", seed=1, alternating=False).run(1_000_000)
    assert solver.exploitability < 0.002
    first = solver.average_policy()
    assert first["J|b"]["fold"] > 0.99 and first["K|b"]["call"] > 0.99


@pytest.mark.parametrize(
    ("game", "deals"),
    [
        (make_game("kuhn"), 6),
        (make_game("kuhn", num_players=3), 24),
        (make_game("leduc", suit_isomorphism=True), 9),  # the public card comes later: it is weighed in full
        (make_game("rps"), 1),
    ],
    ids=lambda value: str(value),
)
def test_sampled_regrets_are_unbiased(game: Game, deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The regrets of one sampled iteration, weighted by the probability of its deal, add up to those of all deals."""
    full = CircuitCFR(game, "cfr", layout="flat", alternating=False).run(1)
    opening = CircuitCFR(game, chance="sample", seed=1)._deals.deals
    assert len(opening) == deals and sum(deal.probability for deal in opening.values()) == pytest.approx(1.0)
    total = np.zeros(game.infosets.size)
    for node, deal in opening.items():
        solver = CircuitCFR(game, "cfr", chance="sample", seed=1, alternating=False)
        monkeypatch.setattr(solver._deals, "draw", lambda rng, node=node, solver=solver: solver._deals.deals[node])
        total += deal.probability * solver.run(1).regrets()
    np.testing.assert_allclose(total, full.regrets(), atol=1e-12)
    assert np.abs(total).max() > 0.0 or game.name == "rps"


def test_leduc_with_sampled_deals_converges() -> None:
    game = make_game("leduc", suit_isomorphism=True)
    start = nash_conv(game, TabularPolicy.uniform(game)) / 2
    assert CircuitCFR(game, "cfr+", chance="sample", seed=1, alternating=False).run(1000).exploitability < start / 4


def test_sampling_draws_the_deals_of_the_compiled_cfr() -> None:
    compiled = CFR(make_game("kuhn"), "cfr+", chance="sample", seed=1, alternating=False).run(200)
    circuits = CircuitCFR(make_game("kuhn"), "cfr+", chance="sample", seed=1, alternating=False).run(200)
    np.testing.assert_allclose(circuits.regrets(), compiled.regrets(), atol=1e-9)
    np.testing.assert_allclose(circuits.average_policy().probabilities, compiled.average_policy().probabilities, atol=1e-9)


@pytest.mark.parametrize(
    ("game", "arguments", "message"),
    [
        ("kuhn", {"variant": "cfr++"}, "no such variant"),
        ("kuhn", {"chance": "some"}, "chance='some'"),
        ("kuhn", {"layout": "round"}, "layout='round'"),
        ("rps", {"layout": "public"}, "layout='public'"),
        ("kuhn", {"layout": "public", "chance": "sample"}, "layout='public'"),
        (
            "kuhn",
            {"variant": "dcfr", "chance": "sample"},
            "variant='dcfr': CircuitCFR cannot do this: it discounts or predicts",
        ),
        (
            "kuhn",
            {"variant": "pcfr+", "chance": "sample"},
            "variant='pcfr\\+': CircuitCFR cannot do this: it discounts or predicts",
        ),
    ],
)
def test_bad_arguments(game: str, arguments: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        CircuitCFR(make_game(game), **arguments)  # type: ignore[arg-type]


def test_bad_iterations_and_late_discounts() -> None:
    with pytest.raises(ValueError, match="must be a game"):
        CircuitCFR("kuhn")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="iterations=0"):
        CircuitCFR(make_game("kuhn")).run(0)
    late = Variant("late", lambda t: np.where(t > 10_050, 0.5, 1.0), lambda t: 1.0, lambda t: 1.0, False, "ours")
    solver = CircuitCFR(make_game("kuhn"), late, chance="sample", seed=1)
    with pytest.raises(ValueError, match="variant='late': CircuitCFR cannot do this: it discounts or predicts"):
        solver.run(10_051)


def test_too_many_hands() -> None:
    game = make_game("holdem", board="AhJs7c7d2h", ranges=("22+,AKs", "22+,AKs"), pot=10, stack=10, raise_cap=1)
    with pytest.raises(ValueError, match="too many for circuits"):
        CircuitCFR(game, layout="public")
