"""Monte Carlo CFR: every sample weighed by its probability gives the exact values; averages, convergence, seeds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numba as nb
import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.agents.cfr.mccfr import MCCFR, NodeWalk
from pokerzoo.agents.cfr.mccfr_kernels import AT_OWN, ChoiceScript, average_path, draw_action, iterate_traversals
from pokerzoo.agents.cfr.textbook import TextbookCFR
from pokerzoo.agents.cfr.variants import VARIANTS
from pokerzoo.envs import CHANCE, Game, State, make_game
from pokerzoo.evaluation import exploitability, nash_conv
from pokerzoo_testing.textbook import expected_values

SAMPLINGS = ("external", "outcome", "chance")
SMALL = [
    make_game("kuhn"),
    make_game("kuhn", num_players=3),
    make_game("rps", payoffs=((0.0, 2.5), (-1.0, 0.5), (3.0, -4.0))),
    make_game("bet_fold", num_players=2, num_cards=4),
    make_game("bet_fold", num_players=3, num_cards=4),
]
small_games = pytest.mark.parametrize("game", SMALL, ids=lambda game: str(game)[:40])


def random_regrets(game: Game, seed: int) -> np.ndarray:
    """Half of them negative, so that many actions have probability zero."""
    return np.random.default_rng(seed).normal(size=game.infosets.size)


def exact(game: Game, regrets: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[float]]:
    """One exact iteration from these regrets: counterfactual regrets, own reach times strategy ([entries]), and values."""
    twin = TextbookCFR(game, VARIANTS["cfr"], alternating=False)
    twin.regrets = {row.key: regrets[game.infosets.slice(i)].tolist() for i, row in enumerate(game.infosets)}
    values = expected_values(game, twin.strategy())
    twin.run(1)
    after, sums = ([x for row in game.infosets for x in table[row.key]] for table in (twin.regrets, twin.sums))
    return np.array(after) - regrets, np.array(sums), values


def of_player(game: Game, player: int) -> np.ndarray:
    """bool [entries]: whose infoset it is."""
    return np.repeat(game.infosets.players == player, np.diff(game.infosets.first))


class Enumeration:
    """A solver that can be put back to one state, from which every possible sample is drawn once."""

    def __init__(self, solver: MCCFR, start: np.ndarray, baselines: np.ndarray | None = None) -> None:
        assert isinstance(solver._walk, NodeWalk)
        self.solver, self.walk = solver, solver._walk
        self.start = np.concatenate(solver.form.rows_from_policy(start))
        self.baselines = np.zeros_like(self.walk._all.baselines) if baselines is None else baselines

    def put_back(self) -> None:
        self.walk._all.regrets[:] = self.start
        self.walk._all.averages[:] = 0.0
        self.walk._all.baselines[:] = self.baselines

    def samples(self, player: int, *, path: bool = False) -> Iterator[float]:
        """Leave the solver as each sample of the player's traversal (or path for the average) leaves it: its probability."""
        solver, walk = self.solver, self.walk
        iteration = solver.iteration
        script = ChoiceScript(np.zeros(200, np.int64), np.zeros(200, np.int64), np.zeros(1, np.int64), np.ones(1))
        made: list[int] = []
        while True:
            self.put_back()
            script.choices[:] = 0
            script.choices[: len(made)] = made
            script.position[0], script.probability[0] = 0, 1.0
            if path:
                average_path(walk._nodes, player, 1.0, walk._all, walk._scratch, script)
            else:
                iterate_traversals(walk._nodes, walk._scheme, player, player + 1, 1, walk._all, walk._scratch, script)
                solver._iteration[0] = iteration
            yield float(script.probability[0])
            made = script.choices[: script.position[0]].tolist()
            while made and made[-1] + 1 == script.counts[len(made) - 1]:
                made.pop()
            if not made:
                return
            made[-1] += 1

    def moments(self, player: int) -> tuple[np.ndarray, np.ndarray]:
        """(mean, variance) of what a traversal adds to regrets, [entries], followed by its estimate of the player's value."""
        start = np.append(self.solver_regrets(), 0.0)
        total, mean, square = 0.0, np.zeros(len(start)), np.zeros(len(start))
        for probability in self.samples(player):
            more = np.append(self.solver.regrets(), self.walk._scratch.value[0]) - start
            total += probability
            mean += probability * more
            square += probability * more**2
        assert total == pytest.approx(1.0, abs=1e-12)
        return mean, square - mean**2

    def solver_regrets(self) -> np.ndarray:
        self.put_back()
        return self.solver.regrets()


@pytest.mark.parametrize("baseline", [False, True], ids=["plain", "baselines"])
@pytest.mark.parametrize("sampling", SAMPLINGS)
@small_games
def test_every_sample_together_gives_the_exact_regrets(game: Game, sampling: Any, baseline: bool) -> None:
    solver = MCCFR(game, sampling=sampling, baseline=baseline, epsilon=0.3)
    # Without the paths of three players' averages: only the traversal is sampled.
    walk: Any = solver._walk
    walk._scheme = walk._scheme._replace(average=AT_OWN)
    baselines = np.random.default_rng(8).normal(size=walk._all.baselines.shape)  # unbiased whatever they are
    start = random_regrets(game, 7)
    gains, _, values = exact(game, start)
    enumeration = Enumeration(solver, start, baselines)
    for player in range(game.num_players):
        mean, variance = enumeration.moments(player)
        learns = of_player(game, player)
        np.testing.assert_allclose(mean[:-1], np.where(learns, gains, 0.0), atol=1e-12)  # the others' are not touched
        assert mean[-1] == pytest.approx(values[player], abs=1e-12)
        assert variance.max() > 1e-4 or (game.name, sampling) == ("rps", "chance")  # where nothing is sampled


def histories_reach(game: Game, *, uniform: bool) -> np.ndarray:
    """[entries]: the reach of an infoset's histories by chance and, if wanted, by uniform play of all other players."""
    reach = np.zeros(len(game.infosets))

    def visit(state: State, chance: float, others: list[float]) -> None:
        if state.is_terminal:
            return
        mover = state.current_player
        if mover == CHANCE:
            for action, probability in state.chance_outcomes():
                visit(state.child(action), chance * probability, others)
            return
        reach[game.infosets.index(state.infoset_key(mover))] += chance * others[mover]
        actions = state.legal_actions()
        share = 1.0 / len(actions) if uniform else 1.0
        for action in actions:
            visit(state.child(action), chance, [x if p == mover else x * share for p, x in enumerate(others)])

    visit(game.initial_state(), 1.0, [1.0] * game.num_players)
    return np.repeat(reach, np.diff(game.infosets.first))


@pytest.mark.parametrize("sampling", SAMPLINGS)
@small_games
def test_every_sample_together_gives_the_average_weighted_by_own_reach(game: Game, sampling: Any) -> None:
    """Times a factor that depends on the infoset alone, not on any strategy, so that it cancels in the average strategy."""
    start = random_regrets(game, 9)
    _, weighted, _ = exact(game, start)
    paths = game.num_players > 2 and sampling != "chance"
    factor = histories_reach(game, uniform=paths)
    enumeration = Enumeration(MCCFR(game, sampling=sampling, epsilon=0.3), start)
    mean, total = np.zeros(len(start)), 0.0
    for player in range(game.num_players):
        for probability in enumeration.samples(player, path=paths):
            total += probability
            sums = np.concatenate([row[1:] for row in enumeration.solver.average_rows()])
            mean += probability * sums
    assert total == pytest.approx(game.num_players, abs=1e-11)
    np.testing.assert_allclose(mean, factor * weighted, atol=1e-12)
    assert np.any(weighted == 0.0)


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_variants_weigh_and_floor(sampling: Any) -> None:
    """From the same regrets along the same samples, in iteration 5: lcfr adds five times as much, cfr+ cuts at zero."""
    for game in (SMALL[0], SMALL[2]):  # in the second, chance sampling comes to one infoset three times
        start = np.abs(random_regrets(game, 3))
        runs = {name: Enumeration(MCCFR(game, sampling=sampling, variant=name), start) for name in ("cfr", "lcfr", "cfr+")}
        for run in runs.values():
            run.solver._iteration[0] = 4
        begin = runs["cfr"].solver_regrets()
        cut = 0
        for _ in zip(*(run.samples(1) for run in runs.values()), strict=True):
            plain = runs["cfr"].solver.regrets()
            np.testing.assert_allclose(runs["lcfr"].solver.regrets() - begin, 5 * (plain - begin), atol=1e-12)
            assert np.array_equal(runs["cfr+"].solver.regrets(), np.maximum(plain, 0.0))
            cut += int(np.count_nonzero(plain < 0.0))
            sums = {name: np.concatenate(run.solver.average_rows()) for name, run in runs.items()}
            assert np.array_equal(sums["lcfr"], sums["cfr+"])
            np.testing.assert_allclose(sums["lcfr"], 5 * sums["cfr"], atol=1e-12)
        assert cut > 0


@pytest.mark.parametrize(
    ("name", "params", "sampling", "options", "iterations", "most"),
    [
        ("kuhn", {}, "external", {"variant": "cfr+", "baseline": True}, 100_000, 0.01),
        ("kuhn", {}, "outcome", {}, 500_000, 0.03),
        ("kuhn", {}, "chance", {}, 100_000, 0.01),
        ("kuhn", {"num_players": 3}, "external", {}, 100_000, 0.01),
        ("kuhn", {"num_players": 3}, "outcome", {"baseline": True, "variant": "lcfr"}, 500_000, 0.01),
        ("leduc", {}, "external", {"variant": "lcfr"}, 200_000, 0.1),
        ("leduc", {}, "outcome", {"baseline": True}, 500_000, 0.12),
        ("leduc", {}, "chance", {}, 50_000, 0.1),
        ("rps", {}, "outcome", {"baseline": True, "variant": "cfr+"}, 100_000, 0.02),
    ],
)
def test_converges(
    name: str, params: dict[str, Any], sampling: Any, options: dict[str, Any], iterations: int, most: float
) -> None:
    solver = MCCFR(make_game(name, **params), sampling=sampling, seed=1, **options).run(iterations)
    assert 0.0 <= solver.exploitability < most
    assert solver.measure().nash_conv == pytest.approx(nash_conv(solver.game, solver.average_policy()), abs=1e-12)


@pytest.mark.parametrize(("name", "factor"), [("kuhn", 10.0), ("leduc", 10.0)])
def test_baselines_take_variance_out_of_outcome_sampling(name: str, factor: float) -> None:
    """Exact variances of the increments, over all samples, for the strategies and baselines that a run arrived at."""
    game = make_game(name, **({"suit_isomorphism": True} if name == "leduc" else {}))
    trained = MCCFR(game, sampling="outcome", baseline=True, seed=2).run(200_000)
    assert isinstance(trained._walk, NodeWalk)
    regrets = trained.regrets()
    with_them = Enumeration(trained, regrets, trained._walk._all.baselines.copy()).moments(0)
    without = Enumeration(MCCFR(game, sampling="outcome"), regrets).moments(0)
    np.testing.assert_allclose(with_them[0], without[0], atol=1e-9)
    assert without[1].sum() > factor * with_them[1].sum()


def test_a_seed_is_drawn_and_kept() -> None:
    first, second = MCCFR(make_game("kuhn")).run(100), MCCFR(make_game("kuhn")).run(100)
    assert first.seed != second.seed
    assert np.array_equal(MCCFR(make_game("kuhn"), seed=first.seed).run(100).regrets(), first.regrets())


def test_counts_the_histories_that_it_visits() -> None:
    """In Kuhn two cards are dealt one by one, and nine histories lie below: four decisions, five ends."""
    assert MCCFR(make_game("kuhn"), sampling="chance", seed=1).run(10).nodes_touched == 10 * 2 * (2 + 9)
    # Outcome sampling of a matrix game: the root, what the second player faces, the end; an extra path for no one.
    assert MCCFR(make_game("rps"), sampling="outcome", seed=1).run(10).nodes_touched == 10 * 2 * 3


@nb.njit
def draws(source: np.random.Generator, probabilities: np.ndarray, count: int) -> np.ndarray:
    taken = np.zeros(len(probabilities))
    for _ in range(count):
        taken[draw_action(source, probabilities, 0, len(probabilities))] += 1
    return taken


def test_choices_have_their_probabilities() -> None:
    probabilities = np.array([0.0, 0.2, 0.5, 0.3, 0.0])
    taken = draws(np.random.default_rng(1), probabilities, 100_000)
    spread = np.sqrt(100_000 * probabilities * (1 - probabilities))
    assert np.all(np.abs(taken - 100_000 * probabilities) <= 4 * spread)
    # What rounding leaves over goes to the last that is possible: here as if rounding had lost a half.
    rest = draws(np.random.default_rng(1), np.array([0.25, 0.25, 0.0]), 10_000)
    assert rest[2] == 0 and rest[1] == pytest.approx(7500, abs=200)


@pytest.fixture(scope="module")
def royal() -> Any:
    """Flop hold'em whose deals are drawn."""
    return make_game("fhp", deck="royal", raise_cap=1)


@pytest.mark.long
def test_dealt_hands_converge_and_two_roads_measure_them_alike(royal: Any) -> None:
    solver = MCCFR(royal, "lcfr", seed=1).run(400_000)
    assert solver.exploitability < 0.15 * CFR(royal).exploitability
    assert exploitability(royal, solver.average_policy()) == pytest.approx(solver.exploitability, rel=1e-6)


def test_mean_of_regrets_of_dealt_hands_is_the_exact_regret(royal: Any) -> None:
    """Before regrets move strategies: many first iterations, each from the uniform start, against one iteration of CFR."""
    exact = CFR(royal, "cfr", alternating=False).run(1)
    solver = MCCFR(royal, seed=5)
    form: Any = exact.form
    walk: Any = solver._walk
    public = royal.rules.root
    total = np.zeros((len(public.line.moves), len(royal.rules.deck.hands)))
    squares = np.zeros_like(total)
    runs = 15_000
    for _ in range(runs):
        solver.advance(1)
        sampled = form.read(walk.regrets[0], public)
        total += sampled
        squares += sampled**2
        walk.regrets[0][:] = 0.0
    alike = walk._places.alike  # a canonical hand has what is dealt to all that are alike
    counts = np.bincount(alike, minlength=len(alike))
    canonical = np.flatnonzero(counts)
    result, expected = total[:, canonical] / runs, form.read(exact._walk.regrets[0], public)[:, canonical] * counts[canonical]
    errors = np.sqrt(np.maximum(squares[:, canonical] / runs - result**2, 1e-12) / runs)
    off = (result - expected) / errors  # in standard errors of the mean
    assert 0.4 < (off**2).mean() < 1.7 and np.abs(off).max() < 5.0, ((off**2).mean(), np.abs(off).max())
