"""Mirror descent with networks on boards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from pokerzoo.agents import CFR, BoardsMMD, HandsPolicy, UnsupportedError
from pokerzoo.agents.neural.board_kernels import walk_children, walk_up
from pokerzoo.agents.neural.solved_board_kernels import moves_to_solutions
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.compiled.street_plan import ACTIONS, FIRST, POINTS_AT, POINTS_END
from pokerzoo.envs.poker.infosets import infoset_key
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats32, Int64s
from pokerzoo.evaluation import exploitability


@pytest.fixture(scope="module")
def royal() -> PokerGame:
    return make_game("flop_holdem", deck="royal", raise_cap=2)


def test_first_advantages_are_the_regrets_of_cfr(royal: PokerGame) -> None:
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
    # And before the flop, from what all flops are worth together.
    before = learner._stages[0].advantages[:start]
    np.testing.assert_allclose(before, exact._regrets[0][:start], rtol=0, atol=1e-5 * float(np.abs(before).max()))


def test_estimates_from_one_flop_are_right_in_the_mean(royal: PokerGame) -> None:
    """The known worth of all flops, and 95 times the change of one flop: in the mean over flops that is their worth now."""
    learner = BoardsMMD(royal, drawn_boards=95, hidden=8, start_rate=0.1, seed=1)
    learner.advance(1)
    own, rest = learner._stages
    boards = np.arange(95)
    known, worth, total = learner._worth[:, 0].copy(), learner._worth, learner._total.copy()
    masses = np.zeros_like(learner._masses[:1])
    batch = rest.rows.batch(boards)

    def advantages(drawn: Int64s, changes: Floats32, scales: list[float]) -> Floats32:
        learner._walk_start()
        walk_up(
            learner._plan, drawn, changes, np.array(scales, dtype=np.float32), learner._start_batch.counts, learner._opposite,
            learner._above, total.copy(), own.advantages, own.reach, masses,
        )  # fmt: skip
        return own.advantages.copy()

    walk_children(
        learner._plan, batch, rest.strategies, learner._opposite, learner._above, learner._scratch, worth, rest.advantages,
        rest.reach, learner._masses,
    )  # fmt: skip
    changes = np.ascontiguousarray(worth[:, 0] - known)
    exact = advantages(boards, changes, [1.0, 0.0])
    estimates = [advantages(boards[k : k + 1], np.ascontiguousarray(changes[:, k : k + 1]), [1.0, 94.0]) for k in range(95)]
    tolerance = 1e-4 * float(np.abs(exact).max())
    assert np.abs(estimates[0] - exact).max() > tolerance  # one alone is off
    np.testing.assert_allclose(np.mean(estimates, axis=0), exact, rtol=0, atol=tolerance)


def test_drawn_flops_are_solved_by_cfr(royal: PokerGame) -> None:
    """Against the solver of the whole game, in which the betting before the flop is locked to uniform play."""
    learner = BoardsMMD(royal, drawn_boards=95, solver_iterations=6, seed=1)
    learner.advance(1)
    locks = {}
    for public in (PublicState(point.line, ()) for point in royal.infosets.points if not point.line.num_deals):
        uniform = {public.action_name(action): 1 / len(public.moves) for action in public.legal_actions}
        locks |= {infoset_key(royal.rules, hand, public): uniform for hand in royal.infosets.hands(public)}
    exact = CFR(royal, "dcfr", locks=locks).run(6)
    start = int(exact.form.streets.row_at[1, 0])
    wanted, found = exact._averages[0][start:], learner._stages[1].strategies[: len(exact._averages[0]) - start]
    assert wanted.max() > 0.0
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-6 * float(wanted.max()))


def test_scores_move_towards_solutions(royal: PokerGame) -> None:
    """Against plain loops: weights times the solution's share less the network's share."""
    learner = BoardsMMD(royal, drawn_boards=95, solver_iterations=6, seed=1)
    learner.advance(1)
    own, plan, rng = learner._stages[1], learner.form.plan, np.random.default_rng(1)
    batch = own.rows.batch(np.arange(95))
    chosen = np.sort(rng.choice(np.flatnonzero(batch.counts > 0), 12, replace=False))
    powers = np.exp(rng.normal(size=(12, int(own.sequences.sum())))).astype(np.float32)
    found = np.zeros_like(powers)
    moves_to_solutions(
        plan._replace(boards=learner._places), learner._places, batch, chosen, powers, own.strategies, own.reach,
        learner._masses, 0.5, found,
    )  # fmt: skip
    rows, at, largest = len(batch.counts), 0, 0.0
    hands, column = float(batch.counts[: batch.row_at[1]].sum()), 0
    for player, wide in enumerate(own.sequences.tolist()):  # arrays have one player after the other, in blocks of sixteen lanes
        solutions, reach = (
            array[at : at + rows * wide].reshape(-1, wide, 16).transpose(0, 2, 1).reshape(-1, wide)[chosen]
            for array in (own.strategies, own.reach)
        )
        for point in range(*plan.stages[1, player, [POINTS_AT, POINTS_END]].tolist()):
            first, actions = plan.points[point, [FIRST, ACTIONS]].tolist()
            for place, row in enumerate(chosen):
                board = int(np.searchsorted(batch.row_at, row, "right")) - 1
                wanted = solutions[place, first : first + actions]
                said = powers[place, column + first : column + first + actions]
                met = learner._masses[board, point] / hands * reach[place, first]
                weight = batch.counts[row] * batch.weights[board] * met**0.5
                largest = max(largest, weight)
                expected = weight * (wanted / max(wanted.sum(), 1e-30) - said / said.sum())
                moved = found[place, column + first : column + first + actions]
                np.testing.assert_allclose(moved, expected, rtol=1e-3, atol=1e-5)
        at += rows * wide
        column += wide
    assert largest > 0.0


def test_solutions_are_learned_sooner_than_by_advantages(royal: PokerGame) -> None:
    ends = [
        BoardsMMD(royal, drawn_boards=8, hidden=(32, 32), solver_iterations=steps, seed=1).run(100).exploitability
        for steps in (0, 15)
    ]
    assert ends[1] < 0.6 * ends[0]


def test_it_gets_less_exploitable_and_two_roads_agree(royal: PokerGame) -> None:
    learner = BoardsMMD(royal, drawn_boards=32, hidden=(32, 32), seed=1)
    before = learner.exploitability
    learner.run(150)
    policy = learner.average_policy()
    assert learner.exploitability < 0.4 * before
    assert exploitability(royal, policy) == pytest.approx(learner.exploitability, rel=1e-5)
    asked = HandsPolicy(policy.strategy, suits_alike=True)
    assert exploitability(royal, asked) == pytest.approx(learner.exploitability, rel=1e-3)
    assert exploitability(royal, learner.current_policy()) < before


def test_pieces_and_checkpoints_have_the_same_bits(royal: PokerGame, tmp_path: Path) -> None:
    options = {"drawn_boards": 40, "hidden": 8, "seed": 3, "learned_share": 0.5}
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
