"""Settings for all tests."""

from __future__ import annotations

import gc
import os
import random
import sys
import time
from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

from pokerzoo.envs.support import compile_notice

if TYPE_CHECKING:
    from pokerzoo_testing.command_line import Printed

compile_notice.PATIENCE = 1e6  # what is printed must be the same from a cold numba cache and from a warm one

collect_ignore = ["pokerzoo_testing/own_game.py"]
"""Looked for doctests it would be imported, and its game then be known to all tests."""


TIERS = {"check", "web", "long", "rl"}
"""Markers of tests that are not by day (``pyproject.toml`` says what they are)."""
CPU_SECONDS = float(os.environ.get("CPU_SECONDS", 4 if "PYTEST_XDIST_WORKER" in os.environ else 0))
"""The most that a test by day takes, without what compiles kernels: 2 on a quiet machine, and as much again where others work.

0 for any: alone a test pays for imports, too.
"""


def working_seconds() -> float:
    """CPU time of this process, less the time in which kernels were compiled or loaded."""
    timer = sys.modules.get("pokerzoo.envs.support.compile_time")
    return time.process_time() - (timer.compile_seconds() if timer is not None else 0.0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Fail a test by day that takes long: it is to be made smaller, or to get the marker of another tier."""
    before = working_seconds()
    yield
    seconds = working_seconds() - before
    if 0 < CPU_SECONDS < seconds and not any(marker.name in TIERS for marker in item.iter_markers()):
        pytest.fail(
            f"took {seconds:.1f} s of CPU time, more than {CPU_SECONDS:g}: make it smaller, or mark it `check` or `long`", False
        )


def pytest_collection_finish() -> None:
    """Let no collection of garbage look at modules and tests again: they are most of what there is, and stay."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def seed_random() -> None:
    """Let libraries draw the same in each run: pokerkit shuffles its decks with the module ``random``."""
    random.seed(0)


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Run commands that succeed: ``printed("games")`` is what it prints, ``printed.json("games")`` its object."""
    from pokerzoo_testing.command_line import Printed  # few tests need the command line

    return Printed(capsys, monkeypatch)
