"""Spots on several threads and in 16 bits; that neither threads nor pieces change a bit is in ``test_trainers.py``."""

from __future__ import annotations

import multiprocessing
import os
import signal
import warnings
from itertools import count
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, MMD, lock_node
from pokerzoo.agents.cfr import board_walk
from pokerzoo.agents.cfr.board_walk import BoardWalk
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled import street_threads
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.three_way import threads as three_way_threads
from pokerzoo.envs.compiled.three_way.threads import ThreeWayValues
from pokerzoo.envs.games.holdem import make_holdem
from pokerzoo_testing.trainers import THREE_WAY, TURN, digest


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that threads are used on small spots, too."""
    monkeypatch.setattr(street_threads, "SMALL", 1)
    monkeypatch.setattr(three_way_threads, "SMALL", 1)


def test_each_thread_has_its_part() -> None:
    for params in (TURN, THREE_WAY):
        solvers = [CFR(make_game("holdem", **params), threads=threads) for threads in (1, 3)]
        assert [solver.threads for solver in solvers] == [1, 3]


@pytest.mark.parametrize(
    ("params", "owner", "name", "reached"),
    [(TURN, board_walk, "walk_parts", 4), (THREE_WAY, ThreeWayValues, "counterfactual_values", 3)],
    ids=["two players", "three players"],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_waits_for_the_end_of_an_iteration(
    threads: int, params: dict[str, Any], owner: Any, name: str, reached: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes when one player has learned and another has not."""
    game = make_game("holdem", **params)
    solver, step, calls = CFR(game, threads=threads).run(1), getattr(owner, name), count(1)

    def interrupted(*arguments: Any) -> None:
        step(*arguments)
        if next(calls) == 5:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(owner, name, interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in a shell's background ignores it
    try:
        with pytest.raises(KeyboardInterrupt):
            solver.advance(20)
    finally:
        signal.signal(signal.SIGINT, before)
    monkeypatch.undo()
    assert solver.iteration == reached
    assert digest(CFR(game).run(reached)) == digest(solver)


def test_mirror_descent_on_threads_changes_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    solvers = []
    for processors in (1, 3):
        monkeypatch.setattr(three_way_threads, "usable_processors", lambda processors=processors: processors)
        solvers.append(MMD(make_game("holdem", **THREE_WAY)).run(1).run(2))
    assert [solver._terminals.count for solver in solvers] == [1, 3]
    assert digest(solvers[0]) == digest(solvers[1])
    np.testing.assert_array_equal(solvers[0].action_values(), solvers[1].action_values())


@pytest.mark.parametrize("variant", ["dcfr", "cfr+", "cfr"])
def test_16_bits_lead_where_32_do(variant: str) -> None:
    """And take half of the memory. The game's value is that of single precision."""
    game = make_game("holdem", **TURN)
    single, half = CFR(game, variant).run(400), CFR(game, variant, precision="half").run(400)
    assert half._walk.regrets[0].nbytes * 2 == single._walk.regrets[0].nbytes
    assert half.expected_value == pytest.approx(single.expected_value, abs=0.005)
    target = 0.1 if variant != "cfr" else 2 * single.exploitability_percent
    assert half.exploitability_percent < target
    assert np.abs(half.regrets()).max() == pytest.approx(np.abs(single.regrets()).max(), rel=0.2)


def test_one_iteration_in_16_bits_is_off_by_a_unit_at_most() -> None:
    game = make_game("holdem", **TURN)
    single, half = CFR(game, "cfr").run(1), CFR(game, "cfr", precision="half").run(1)
    assert isinstance(half.form, StreetTree)
    assert isinstance(half._walk, BoardWalk)
    unit = half._walk.scales[0].max()
    off = np.abs(half.regrets() - single.regrets())
    assert 0 < off.max() <= 2.0 * unit
    assert abs((half.regrets() - single.regrets()).mean()) < 0.02 * unit  # rounded up as often as down


def in_a_fork(solver: CFR) -> list[float]:
    solver.run(2)
    return [solver.iteration, solver.exploitability]


@pytest.mark.check
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_has_threads_of_its_own() -> None:
    game = make_game("holdem", **TURN)
    solver = CFR(game, threads=2).run(2)
    context = multiprocessing.get_context("fork")
    with warnings.catch_warnings():  # newer versions of Python warn of forks beside threads
        warnings.simplefilter("ignore", DeprecationWarning)
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=lambda: sender.send(in_a_fork(solver)))
        process.start()
    assert receiver.poll(60)
    assert receiver.recv() == in_a_fork(solver)
    process.join(10)
    assert process.exitcode == 0


def test_what_goes_wrong_in_a_thread_is_raised_when_all_have_ended() -> None:
    walk = CFR(make_game("holdem", **TURN), threads=3)._walk
    assert isinstance(walk, BoardWalk)
    threads = walk.threads
    ended = []

    def work(worker: int, start: int, end: int) -> None:
        if start == 0:
            raise RuntimeError("broken")
        ended.append((start, end))

    with pytest.raises(RuntimeError, match="broken"):
        threads.run(work)
    assert sorted(ended) == threads.parts[1:]
    ended.clear()
    threads.run(lambda worker, start, end: ended.append((start, end)))
    assert sorted(ended) == threads.parts


@pytest.mark.parametrize("precision", ["single", "half"])
def test_locks_hold_where_hands_hardly_come(precision: Any) -> None:
    """Additions of such hands to the average may be less than half a unit of their block's 16-bit sums."""
    game = make_holdem(**{**TURN, "ranges": ("22-66:0.0001,77+,AKs,AQo", "22+,KQs,AJs")})
    lock = lock_node(game, "xx/3h|", {"check": 0.25, "bet 6": 0.75})
    public = game.infosets.find("xx/3h|")
    assert public is not None
    solver = CFR(game, locks=lock, precision=precision)
    for _ in range(2):
        played = solver.average_policy().strategy(public)[:, game.infosets.hands(public)]
        np.testing.assert_allclose(played[:2], [[0.25] * played.shape[1], [0.75] * played.shape[1]], rtol=0, atol=1e-7)
        solver.run(50)
