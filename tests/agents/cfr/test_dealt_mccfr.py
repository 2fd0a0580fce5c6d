"""External sampling on hold'em from the blinds on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pokerzoo.agents import CFR, DealtMCCFR, HandsPolicy, UnsupportedError
from pokerzoo.envs import Game, make_game
from pokerzoo.evaluation import exploitability


@pytest.fixture(scope="module")
def royal() -> Game:
    return make_game("flop_holdem", deck="royal", raise_cap=1)


@pytest.mark.long
def test_it_converges_and_two_roads_measure_it_alike(royal: Game) -> None:
    """Far below uniform play; the walk on rows and the policy asked in public states agree."""
    solver = DealtMCCFR(royal, seed=1).run(400_000)
    uniform = CFR(royal).exploitability
    found = solver.average_policy()
    assert solver.exploitability < 0.1 * uniform
    assert exploitability(royal, found) == pytest.approx(solver.exploitability, rel=1e-6)
    asked = HandsPolicy(found.strategy, suits_alike=True)
    assert exploitability(royal, asked) == pytest.approx(solver.exploitability, rel=1e-3)
    exact = CFR(royal, "dcfr").run(200)
    assert solver.expected_value == pytest.approx(exact.expected_value, abs=0.02 * royal.utility_range[1])


def test_mean_of_sampled_regrets_is_the_exact_regret(royal: Game) -> None:
    """Before regrets move strategies: many first iterations, each from the uniform start, against one iteration of CFR."""
    exact = CFR(royal, "cfr", alternating=False).run(1)
    solver = DealtMCCFR(royal, "cfr", seed=5)
    public = royal.rules.root  # type: ignore[attr-defined]
    total = np.zeros((len(public.moves), len(royal.rules.hands)))  # type: ignore[attr-defined]
    squares = np.zeros_like(total)
    runs = 15_000
    for _ in range(runs):
        solver.advance(1)
        sampled = solver.form.read(solver._regrets[0], public)
        total += sampled
        squares += sampled**2
        solver._regrets[0][:] = 0.0
    # A canonical hand has what is dealt to all that are alike.
    alike = solver._lanes.alike
    counts = np.bincount(alike, minlength=len(alike))
    wanted = exact.form.read(exact._regrets[0], public)
    own = np.flatnonzero(counts)
    found, expected = total[:, own] / runs, wanted[:, own] * counts[own]
    assert np.abs(found.sum(axis=1) - expected.sum(axis=1)).max() < 4.0  # chips, of payoffs up to 200
    # In standard errors of the mean: as far off as chance has them, and no hand further.
    errors = np.sqrt(np.maximum(squares[:, own] / runs - found**2, 1e-12) / runs)
    off = (found - expected) / errors
    assert 0.4 < (off**2).mean() < 1.7 and np.abs(off).max() < 5.0, ((off**2).mean(), np.abs(off).max())


def test_pieces_and_checkpoints_have_the_same_bits(royal: Game, tmp_path: Path) -> None:
    whole = DealtMCCFR(royal, seed=3).run(3000)
    DealtMCCFR(royal, seed=3).run(2000, checkpoint=tmp_path)
    again = DealtMCCFR(royal, seed=3).run(3000, checkpoint=tmp_path)
    np.testing.assert_array_equal(again._averages[0], whole._averages[0])
    assert again.nodes_touched == whole.nodes_touched > 3000


def test_what_it_cannot_do() -> None:
    with pytest.raises(UnsupportedError, match="from the blinds on with one public deal"):
        DealtMCCFR(make_game("leduc"))
    with pytest.raises(UnsupportedError, match="it takes lcfr and cfr"):
        DealtMCCFR(make_game("flop_holdem", deck="royal"), "cfr+")
