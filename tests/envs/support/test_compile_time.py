"""Compile time is measured apart from work, exactly; who waits for it gets one message."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest
from numba.core import event

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.support import compile_notice, compile_time

pytestmark = pytest.mark.check


def test_a_trainers_seconds_leave_out_kernels_that_an_iteration_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """As those of a turn: they are compiled in the first iteration, not by an advance of none."""
    solver = CFR(make_game("kuhn")).run(1)
    before = solver.seconds

    def advance(count: int) -> None:
        with event.trigger_event("numba:compiler_lock"):
            time.sleep(0.2)
        time.sleep(0.01)

    monkeypatch.setattr(solver, "advance", advance)
    assert 0.01 <= solver._advance_timed(1) < 0.1
    assert solver.seconds - before < 0.1


def test_the_notice_comes_once_when_compiling_has_taken_long(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(compile_notice, "PATIENCE", 0.1)
    notice = compile_time.CompileNotice()
    nothing: Any = SimpleNamespace()
    with compile_notice.notices_to(said.append):
        for seconds, lines in ((0.06, 0), (0.06, 1), (0.2, 1)):  # together they are long enough for the message
            notice.on_start(nothing)
            time.sleep(seconds)
            notice.on_end(nothing)
            assert len(said) == lines
        time.sleep(0.1)  # not compiling
    assert said == [compile_notice.NOTICE]
