"""Mirror descent with networks on boards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from pokerzoo.agents import CFR, BoardsMMD, HandsPolicy, UnsupportedError
from pokerzoo.envs import Game, make_game
from pokerzoo.evaluation import exploitability


@pytest.fixture(scope="module")
def royal() -> Game:
    return make_game("flop_holdem", deck="royal", raise_cap=2)


def test_first_advantages_are_the_regrets_of_cfr(royal: Game) -> None:
    """On all flops at once, from the uniform start: against one iteration of CFR."""
    learner, exact = BoardsMMD(royal, drawn_boards=95, seed=1), CFR(royal, "cfr", alternating=False).run(1)
    learner.advance(1)
    start = int(exact.form.streets.row_at[1, 0])
    wanted = exact._regrets[0][start:]
    found = learner._stages[1].advantages[: len(wanted)]
    assert np.abs(wanted).max() > 0.0
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-5 * float(np.abs(wanted).max()))
    # Own reach is one over how many actions there were, one after the other.
    reach = learner._stages[1].reach[: len(wanted)]
    inverse = 1.0 / reach[reach > 0.0]
    assert inverse.min() == 2.0 and inverse.max() == pytest.approx(12.0)
    np.testing.assert_allclose(inverse, np.round(inverse), rtol=1e-5)


def test_it_gets_less_exploitable_and_two_roads_agree(royal: Game) -> None:
    learner = BoardsMMD(royal, drawn_boards=32, hidden=(32, 32), seed=1)
    before = learner.exploitability
    learner.run(150)
    policy = learner.average_policy()
    assert learner.exploitability < 0.4 * before
    assert exploitability(royal, policy) == pytest.approx(learner.exploitability, rel=1e-5)
    asked = HandsPolicy(policy.strategy, suits_alike=True)
    assert exploitability(royal, asked) == pytest.approx(learner.exploitability, rel=1e-3)
    assert exploitability(royal, learner.current_policy()) < before


def test_pieces_and_checkpoints_have_the_same_bits(royal: Game, tmp_path: Path) -> None:
    options = {"drawn_boards": 40, "hidden": 8, "seed": 3, "start_every": 2}
    whole = BoardsMMD(royal, **options).run(12)  # type: ignore[arg-type]
    BoardsMMD(royal, **options).run(7, checkpoint=tmp_path)  # type: ignore[arg-type]
    again = BoardsMMD(royal, **options).run(12, checkpoint=tmp_path)  # type: ignore[arg-type]
    for name, array in whole.state().items():
        np.testing.assert_array_equal(again.state()[name], array, err_msg=name)


def test_what_it_cannot_do() -> None:
    with pytest.raises(UnsupportedError, match="from the blinds on with one public deal"):
        BoardsMMD(make_game("leduc"))
    with pytest.raises(ValueError, match="strength_steps"):
        BoardsMMD(make_game("flop_holdem", deck="royal"), strength_steps=-1)
