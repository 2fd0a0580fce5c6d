"""Turns for three players on several threads: the same bits, in pieces, in copies, after a kill."""

from __future__ import annotations

import copy
import pickle
import signal
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, MMD, lock_node
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.three_way import threads as three_way_threads
from pokerzoo.envs.compiled.three_way.threads import ThreeWayValues

TURN: dict[str, Any] = {
    "board": "Td9d6h2c", "ranges": ("AA,QJs", "KK,T9s", "QQ,87s"), "pot": 10, "stack": 20, "bet_sizes": "50%",
    "raise_sizes": "a",
}  # fmt: skip


NOTHING = np.zeros((1, 8))


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that threads are used on small spots, too."""
    monkeypatch.setattr(three_way_threads, "SMALL", 1)


def check_same(one: CFR, two: CFR) -> None:
    for name, value in one.state().items():
        np.testing.assert_array_equal(value, two.state()[name], err_msg=name)
    result, wanted = one.measure(), two.measure()
    assert (result.values == wanted.values).all() and (result.gains == wanted.gains).all()


@pytest.mark.check
@pytest.mark.parametrize("alternating", [True, False])
def test_the_number_of_threads_changes_no_bit(alternating: bool, tmp_path: Path) -> None:
    """Nor do locks, pieces, copies, pickles and checkpoints on the way."""
    game = make_game("holdem", **TURN)
    given: dict[str, Any] = {"alternating": alternating, "locks": lock_node(game, "x", {"check": 1.0})}
    one, three = (CFR(game, threads=threads, **given).run(4) for threads in (1, 3))
    assert (one.threads, three.threads) == (1, 3)
    assert one.average_policy()["KsKc|x"]["check"] == 1.0
    check_same(one, three)
    one.run(3)
    for again in (copy.deepcopy(three), pickle.loads(pickle.dumps(three))):
        check_same(again.run(3), one)
    CFR(game, threads=2, **given).run(5, checkpoint=tmp_path / "c")
    check_same(CFR(game, threads=3, **given).run(7, checkpoint=tmp_path / "c"), one)


def test_ctrl_c_waits_for_the_end_of_an_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when one player has learned and two have not."""
    game = make_game("holdem", **TURN)
    solver, calls = CFR(game, threads=2).run(1), count(1)
    ask = ThreeWayValues.counterfactual_values

    def interrupted(self: Any, *arguments: Any) -> None:
        ask(self, *arguments)
        if next(calls) == 5:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(ThreeWayValues, "counterfactual_values", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in a shell's background ignores it
    try:
        with pytest.raises(KeyboardInterrupt):
            solver.advance(20)
    finally:
        signal.signal(signal.SIGINT, before)
    monkeypatch.undo()
    assert solver.iteration == 3
    check_same(CFR(game).run(3), solver)


def test_mirror_descent_on_threads_changes_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does being cut into pieces."""
    game = make_game("holdem", **TURN)
    monkeypatch.setattr(three_way_threads, "usable_processors", lambda: 3)
    three = MMD(game).run(1).run(2)
    monkeypatch.setattr(three_way_threads, "usable_processors", lambda: 1)
    one = MMD(game).run(3)
    assert (three._terminals.count, one._terminals.count) == (3, 1)
    for name, value in one.state().items():
        np.testing.assert_array_equal(value, three.state()[name], err_msg=name)
    np.testing.assert_array_equal(three.action_values(), one.action_values())
