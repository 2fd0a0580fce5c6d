"""Turns and flops on several threads and in 16 bits."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import signal
import warnings
from itertools import count
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, lock_node
from pokerzoo.agents.cfr import board_walk
from pokerzoo.agents.training.trainer import UnsupportedError
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled import street_threads
from pokerzoo.envs.compiled.street_tree import StreetTree

TURN: dict[str, Any] = {
    "board": "QsJs2h8h", "ranges": ("22+,AKs,AQo", "22+,KQs,AJs"), "pot": 10, "stack": 20, "bet_sizes": "60%,a",
    "raise_sizes": "a",
}  # fmt: skip


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that threads are used on small spots, too."""
    monkeypatch.setattr(street_threads, "SMALL", 1)


@pytest.mark.parametrize("precision", ["single", "half"])
@pytest.mark.parametrize("variant", ["dcfr", "cfr+", "pcfr+"])
def test_the_number_of_threads_changes_no_bit(variant: str, precision: str) -> None:
    if (variant, precision) == ("pcfr+", "half"):
        pytest.skip("refused")
    game = make_game("holdem", **TURN)
    solvers = [CFR(game, variant, precision=precision, threads=threads) for threads in (1, 2, 3, 7)]
    assert [solver._walk.threads.count for solver in solvers] == [1, 2, 3, 7]
    for solver in solvers:
        solver.run(7)
    first = solvers[0].state()
    for solver in solvers[1:]:
        for name, value in solver.state().items():
            np.testing.assert_array_equal(value, first[name], err_msg=name)
        assert solver.exploitability == solvers[0].exploitability


def handler_of_the_command_line(number: int, frame: Any) -> None:
    raise KeyboardInterrupt("pressed twice")


@pytest.mark.parametrize("handler", [signal.default_int_handler, handler_of_the_command_line])
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_waits_for_the_end_of_an_iteration(threads: int, handler: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when one player has learned and the other has not."""
    game = make_game("holdem", **TURN)
    solver, walk_parts, calls = CFR(game, threads=threads).run(1), board_walk.walk_parts, count(1)

    def interrupted(*arguments: Any) -> None:
        walk_parts(*arguments)
        if next(calls) == 5:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(board_walk, "walk_parts", interrupted)
    before = signal.signal(signal.SIGINT, handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            solver.advance(20)
    finally:
        signal.signal(signal.SIGINT, before)
    assert solver.iteration == 4 and next(calls) == 7
    monkeypatch.undo()
    for name, value in CFR(game).run(4).state().items():
        np.testing.assert_array_equal(value, solver.state()[name], err_msg=name)


@pytest.mark.parametrize("threads", [0, -1, 1.5, True, "all"])
def test_threads_must_be_a_count(threads: Any) -> None:
    with pytest.raises(ValueError, match=r"threads="):
        CFR(make_game("holdem", **TURN), threads=threads)


def test_runs_in_pieces_copies_and_pickles_agree() -> None:
    game = make_game("holdem", **TURN)
    whole = CFR(game, "dcfr", precision="half", threads=2).run(9)
    pieces = CFR(game, "dcfr", precision="half", threads=1).run(4)
    for again in (copy.deepcopy(pieces), pickle.loads(pickle.dumps(pieces))):
        again.run(5)
        for name, value in again.state().items():
            np.testing.assert_array_equal(value, whole.state()[name], err_msg=name)


def test_checkpoints_hold_sums_in_16_bits(tmp_path: Any) -> None:
    game = make_game("holdem", **TURN)
    whole = CFR(game, precision="half").run(12)
    CFR(game, precision="half").run(5, checkpoint=tmp_path / "c")
    again = CFR(game, precision="half").run(12, checkpoint=tmp_path / "c")
    assert again.iteration == 12
    np.testing.assert_array_equal(again.average_policy().probabilities, whole.average_policy().probabilities)
    with pytest.raises(ValueError, match="half"):
        CFR(game).run(12, checkpoint=tmp_path / "c")


@pytest.mark.parametrize("variant", ["dcfr", "cfr+", "cfr"])
def test_16_bits_lead_where_32_do(variant: str) -> None:
    """And take half of the memory. The game's value is that of single precision."""
    game = make_game("holdem", **TURN)
    single, half = CFR(game, variant).run(400), CFR(game, variant, precision="half").run(400)
    assert half._walk.regrets[0].nbytes * 2 == single._walk.regrets[0].nbytes
    assert half.expected_value == pytest.approx(single.expected_value, abs=0.005)
    target = 0.1 if variant != "cfr" else 2 * single.measure().exploitability_pot_percent
    assert half.measure().exploitability_pot_percent < target
    assert np.abs(half.regrets()).max() == pytest.approx(np.abs(single.regrets()).max(), rel=0.2)


def test_one_iteration_in_16_bits_is_off_by_a_unit_at_most() -> None:
    game = make_game("holdem", **TURN)
    single, half = CFR(game, "cfr").run(1), CFR(game, "cfr", precision="half").run(1)
    assert isinstance(half.form, StreetTree)
    unit = half._walk.scales[0].max()
    off = np.abs(half.regrets() - single.regrets())
    assert 0 < off.max() <= 2.0 * unit
    assert abs((half.regrets() - single.regrets()).mean()) < 0.02 * unit  # rounded up as often as down


def test_16_bits_are_refused_where_they_are_not_had() -> None:
    turn, river = make_game("holdem", **TURN), make_game("holdem")
    with pytest.raises(UnsupportedError, match="predicts"):
        CFR(turn, "pcfr+", precision="half")
    with pytest.raises(UnsupportedError, match="only turns"):
        CFR(river, precision="half")


def test_locks_hold_in_16_bits() -> None:
    game = make_game("holdem", **TURN)
    solver = CFR(game, locks=lock_node(game, "x", {"check": 1.0}), precision="half").run(20)
    assert solver.average_policy()["KsKc|x"]["check"] == 1.0


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
    threads = CFR(make_game("holdem", **TURN), threads=3)._walk.threads
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
def test_locks_hold_where_hands_hardly_come(precision: str) -> None:
    """Additions of such hands to the average may be less than half a unit of their block's 16-bit sums."""
    game = make_game("holdem", **{**TURN, "ranges": ("22-66:0.0001,77+,AKs,AQo", "22+,KQs,AJs")})
    lock = lock_node(game, "xx/3h|", {"check": 0.25, "bet 6": 0.75})
    public = game.infosets.find("xx/3h|")
    assert public is not None
    solver = CFR(game, locks=lock, precision=precision)
    for _ in range(2):
        played = solver.average_policy().strategy(public)[:, game.infosets.hands(public)]
        np.testing.assert_allclose(played[:2], [[0.25] * played.shape[1], [0.75] * played.shape[1]], rtol=0, atol=1e-7)
        solver.run(50)
