"""CFR: equal to the textbook, to the reference run, and to itself in pieces; right averaging."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, MCCFR, VARIANTS
from pokerzoo.agents.cfr.textbook import TextbookCFR, match
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.compiled import public_tree
from pokerzoo.envs.compiled.forms import rows_of, tree_of
from pokerzoo.envs.compiled.simd import HandLanes, ManyHandLanes
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.evaluation import expected_values, exploitability, nash_conv
from pokerzoo_testing.cases import games, make_poker
from pokerzoo_testing.small_games import on_boards
from pokerzoo_testing.solvers import start_from

RUNS = [(name, turns) for name in ("cfr", "cfr+", "dcfr", "pcfr+", "cfr-avg-restart", "hs-pcfr+-15") for turns in (False, True)]
SMALL = [game for game in games if game.num_players < 4 and game != make_game("leduc")]


@pytest.mark.parametrize(
    ("game", "variant", "alternating"), [(game, *RUNS[5 * k % len(RUNS)]) for k, game in enumerate(SMALL)], ids=str
)
def test_equals_the_textbook(game: Game, variant: str, alternating: bool) -> None:
    """Random games and all variants are compared in ``tests/package/test_properties.py``."""
    # From random regrets: sums that are zero but for rounding would otherwise decide strategies (a regret of 1e-17 plays
    # with probability 1), and these games have many.
    iterations, start = 6, np.random.default_rng(1).normal(size=game.infosets.size)
    if VARIANTS[variant].predicts:  # these put more into one action at a time, so they get there sooner
        iterations = 4
        start = np.abs(start) * game.utility_range[1]
    twin = TextbookCFR(game, VARIANTS[variant], alternating)
    twin.regrets = {row.key: start[game.infosets.slice(i)].tolist() for i, row in enumerate(game.infosets)}
    twin.run(iterations)
    strategy = twin.strategy()
    for layout in ("auto", "flat"):
        solver = CFR(game, variant, alternating=alternating, layout=layout)
        start_from(solver, start)
        solver.run(iterations)
        regrets = np.concatenate([twin.regrets[row.key] for row in game.infosets])
        np.testing.assert_allclose(solver.regrets(), regrets, atol=1e-10)
        average, current = solver.average_policy(), solver.current_policy()
        for row in game.infosets:
            assert list(average[row.key].values()) == pytest.approx(match(twin.sums[row.key]), abs=1e-10)
            assert list(current[row.key].values()) == pytest.approx(strategy[row.key], abs=1e-7)
        assert solver.mean_iteration_value == pytest.approx(twin.value_sum / iterations, abs=1e-12)


TWO, THREE = ("AA:0.25,KK:0.5,QQ:0.125", "KK:0.75,JJ,QQ"), ("AA:0.5,QQ:0.25", "KK,JJ:0.25", "TT,AhKh:0.5")


@pytest.mark.parametrize(
    ("board", "ranges", "lanes"),
    [
        ("QsJh2h8d3c", TWO, HandLanes), ("QsJh2h8d3c", TWO, ManyHandLanes), ("QsJh2h8d", TWO, None),
        ("QsJh2h8d3c", THREE, HandLanes), ("QsJh2h8d3c", THREE, ManyHandLanes),
    ],
)  # fmt: skip
def test_regrets_have_one_unit(board: str, ranges: Any, lanes: type | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chips, counterfactual, as in the flat tree: in matrices over pairs of hands, in passes over all hands, and on boards."""
    monkeypatch.setattr(public_tree, "MAX_MATRIX_HANDS", 0 if lanes is ManyHandLanes else 64)
    game = make_poker("holdem", board=board, ranges=ranges, bet_sizes="a", raise_sizes="a")
    flat, solver = CFR(game, "cfr", layout="flat").run(1), CFR(game if lanes else on_boards(game), "cfr").run(1)
    assert isinstance(solver.form, StreetTree) if lanes is None else isinstance(rows_of(game).lanes, lanes)
    np.testing.assert_allclose(solver.regrets(), flat.regrets(), rtol=0, atol=1e-5 * np.abs(flat.regrets()).max())


@pytest.mark.parametrize(("iterations", "wanted"), [(10_000, 0.011), pytest.param(100_000, 0.003, marks=pytest.mark.long)])
def test_vanilla_cfr_on_leduc(iterations: int, wanted: float) -> None:
    """Averages are weighted by own reach; by the opponent's, as some tutorials have it, 0.34 and 0.22 chips are left."""
    solver = CFR(make_game("leduc"), "cfr", alternating=False).run(iterations)
    assert solver.exploitability == pytest.approx(wanted, abs=0.001)


@pytest.mark.parametrize("layout", ["public", "flat"])
def test_the_reference_run_on_kuhn(layout: Any) -> None:
    """10,000 iterations of vanilla CFR, all six deals each, simultaneous updates: a tutorial's figures, and the truth.

    The tutorial reports the mean of the iterations' game values as *the* value; its average strategy's is another number.
    """
    solver = CFR(make_game("kuhn"), "cfr", alternating=False, layout=layout).run(10_000)
    assert solver.mean_iteration_value == pytest.approx(-0.0566697936843, abs=1e-12)
    assert solver.expected_value == pytest.approx(-0.0555464, abs=5e-8)
    assert solver.exploitability == pytest.approx(0.0023178, abs=5e-8)
    policy = solver.average_policy()
    assert expected_values(solver.game, policy)[0] == pytest.approx(solver.expected_value, abs=1e-15)
    assert exploitability(solver.game, policy) == pytest.approx(solver.exploitability, abs=1e-15)


@pytest.mark.parametrize(
    ("name", "value", "target"),
    [("kuhn", -1 / 18, 1e-4), ("bet_raise", -2 / 45, 1e-4), ("leduc", -0.0856064240780, 1e-3), ("rps", 0.0, 1e-4)],
)
@pytest.mark.parametrize("variant", [name for name in VARIANTS if name not in ("cfr", "lcfr")])
def test_converges_to_the_known_value(name: str, value: float, target: float, variant: str) -> None:
    solver = CFR(make_game(name), variant).run(20_000, until=target)
    assert solver.iteration < 20_000
    assert solver.exploitability <= target
    assert abs(solver.expected_value - value) <= 2 * target


def test_three_players_are_measured_without_a_promise() -> None:
    solver = CFR(make_game("kuhn", num_players=3), "cfr+").run(2000)
    assert solver.exploitability == pytest.approx(nash_conv(solver.game, solver.average_policy()) / 3, abs=1e-12)
    assert solver.exploitability < 0.01


def test_the_table_of_kuhn_after_two_iterations_is_the_one_made_by_hand() -> None:
    """The first iteration plays each action half of the time, so its regrets are sums over two deals of 1/6 each.

    With the jack at the start: a check is worth (-1 - 1.5) / 2 against either card (a bet is called half of the time), a bet
    (1 - 2) / 2; the mean is -0.875, so that a check's regret is 2/6 x (-1.25 + 0.875) = -1/8. The others likewise.
    """
    eighth, quarter = Fraction(1, 8), Fraction(1, 4)
    twelfth, last = Fraction(1, 12), Fraction(1, 24)
    second = [  # key, regrets after one iteration: those of the first action; those of the second are the negatives
        ("J|", -eighth), ("Q|", -eighth), ("K|", -eighth), ("J|xb", twelfth), ("Q|xb", -twelfth), ("K|xb", -quarter),
        ("J|x", -last), ("Q|x", -last), ("K|x", -last), ("J|b", twelfth), ("Q|b", -twelfth), ("K|b", -quarter),
    ]  # fmt: skip
    solver = CFR(make_game("kuhn"), "cfr").run(1)
    columns = solver.columns()
    assert list(dict.fromkeys(columns["infoset"])) == [key for key, _ in second]
    by_hand = [float(regret) for _, first in second for regret in (first, -first)]
    assert columns["regret"] == pytest.approx(by_hand, abs=1e-15)
    assert columns["strategy"].tolist() == [float(regret > 0) for regret in by_hand]  # all of the regret is on one side
    assert columns["average"].tolist() == [0.5] * 24
    # The second iteration plays that: all bet, jacks fold, the others call. The average weighs by own reach: player 0 never
    # comes to face a bet in it, and comes there with 1/2 x 1/2 of both iterations' average.
    columns = solver.run(1).columns()
    faced = [0.5, 0.5]
    averages = [0.25, 0.75] * 3 + faced * 3 + [0.25, 0.75] * 3 + [0.75, 0.25] + [0.25, 0.75] * 2
    assert columns["average"].tolist() == averages
    assert columns["reach"].tolist() == [1.0] * 6 + [0.25] * 6 + [1.0] * 12


@pytest.mark.parametrize("solver", [CFR, MCCFR])
def test_reach_in_a_table_is_that_of_the_flat_tree(solver: Any) -> None:
    game = make_game("leduc")
    trained = solver(game, seed=1).run(30)
    reach = tree_of(game).rows.own_reach(trained.average_policy().probabilities)
    np.testing.assert_allclose(trained.columns()["reach"], reach, atol=1e-12)


def test_reach_in_a_table_leaves_ranges_out() -> None:
    """The root of a river carries the weights of the range; the player's own reach is 1 there."""
    columns = CFR(make_game("holdem", ranges=("AA:0.25,KK", "QQ"))).run(5).columns()
    first = [reach for key, reach in zip(columns["infoset"], columns["reach"], strict=True) if key.endswith("|")]
    assert set(first) == {1.0} and (columns["reach"] <= 1.0 + 1e-12).all()


def test_a_table_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerzoo.agents.training.cfr_trainer.BYTES_A_ROW", 10**15)
    with pytest.raises(ValueError, match="a table of all infosets and actions of kuhn.* needs about 2.4e\\+07 GB of memory"):
        CFR(make_game("kuhn")).columns()


def test_the_table_of_a_turn_has_its_rows_and_regrets() -> None:
    """A spot that is solved board by board: regrets of the root, taken from the values of both actions, as in the update."""
    turn = make_game("holdem", board="QsJh2h8d", ranges=("AA,KK,QQ,AKs", "QQ-99,AQs"), pot=10, stack=20)
    solver = CFR(turn, "cfr", alternating=True).run(1)
    columns = solver.columns()
    assert len(columns["infoset"]) == turn.infosets.size and columns["infoset"][0] == turn.infosets[0].key
    assert columns["regret"] == pytest.approx(solver.regrets()) and np.isfinite(columns["regret"]).all()
    current, average = solver.current_policy().probabilities, solver.average_policy().probabilities
    assert np.array_equal(columns["strategy"], current) and np.array_equal(columns["average"], average)
