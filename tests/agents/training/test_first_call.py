"""A person at a terminal learns that the first run compiles; pipes and fast runs stay silent."""

from __future__ import annotations

import io
import sys
import time

import pytest

from pokerzoo.agents.training import compile_notice as first_call


class Terminal(io.StringIO):
    """A stderr that says it is a terminal, or not."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("terminal", "silent", "seconds", "told"),
    [(True, False, 0.2, True), (True, False, 0.0, False), (False, False, 0.2, False), (True, True, 0.2, False)],
)
def test_notice_if_slow(terminal: bool, silent: bool, seconds: float, told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_call, "PATIENCE", 0.05)
    monkeypatch.setattr(first_call, "silent", silent)
    stderr = Terminal(terminal)
    monkeypatch.setattr(sys, "stderr", stderr)
    with first_call.notice_if_slow("compiling"):
        time.sleep(seconds)
    time.sleep(0.1)
    assert stderr.getvalue() == ("compiling\n" if told else "")
