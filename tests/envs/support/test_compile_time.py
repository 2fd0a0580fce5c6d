"""Compiling is told apart from work, exactly; who waits for it is told once."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba.core import event

from pokerzoo.agents import CFR
from pokerzoo.cli import entry, main
from pokerzoo.envs import make_game
from pokerzoo.envs.support import compile_notice, compile_time
from pokerzoo.envs.support.compile_time import compile_seconds, working_clock

pytestmark = pytest.mark.check


def compile_something() -> None:
    """A kernel that no cache has."""
    numba.njit(lambda x: x + 1)(1)


def test_compiling_is_no_work() -> None:
    compiled, worked, began = compile_seconds(), working_clock(), time.perf_counter()
    compile_something()
    time.sleep(0.05)
    compiled, worked, took = compile_seconds() - compiled, working_clock() - worked, time.perf_counter() - began
    assert compiled > 0.01
    assert 0.05 <= worked < 0.05 + (took - 0.05) / 2  # most of the rest was compiling
    assert worked + compiled == pytest.approx(took, abs=0.1)  # the machine may be at something else in between


def test_what_is_inside_each_other_counts_once() -> None:
    before = compile_seconds()
    with event.trigger_event("numba:compiler_lock"), event.trigger_event("numba:compiler_lock"):
        time.sleep(0.02)
        assert compile_seconds() - before >= 0.02  # while it goes on, too
    assert 0.02 <= compile_seconds() - before < 0.04


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
    notice, nothing = compile_time.CompileNotice(), SimpleNamespace()
    with compile_notice.notices_to(said.append):
        for seconds, lines in ((0.06, 0), (0.06, 1), (0.2, 1)):  # together they are too long, and then it is told
            notice.on_start(nothing)
            time.sleep(seconds)
            notice.on_end(nothing)
            assert len(said) == lines
        time.sleep(0.1)  # not compiling
    assert said == [compile_notice.NOTICE]


@pytest.mark.parametrize(("flags", "told"), [([], True), (["--json"], True), (["--quiet"], False)])
def test_commands_tell_it_in_a_pipe(
    flags: list[str], told: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def compiles(arguments: Any) -> int:
        with event.trigger_event("numba:compile"):
            time.sleep(0.1)
        return 0

    monkeypatch.setattr(entry, "run_application", compiles)
    monkeypatch.setattr(compile_notice, "PATIENCE", 0.01)
    monkeypatch.setattr(compile_time.COMPILED, "_told", False)
    monkeypatch.setattr(compile_time.COMPILED, "_before", 0.0)
    assert main(["train", "kuhn", *flags]) == 0
    assert capsys.readouterr() == ("", f"{compile_notice.NOTICE}\n" if told else "")
    assert compile_notice.say is compile_notice.on_stderr  # as before
