"""Settings for all tests."""

from __future__ import annotations

import gc
import random
from typing import TYPE_CHECKING

import pytest

from pokerzoo.envs.support import compile_notice

if TYPE_CHECKING:
    from pokerzoo_testing.command_line import Printed

compile_notice.PATIENCE = 1e6  # what is printed must be the same from a cold numba cache and from a warm one

collect_ignore = ["pokerzoo_testing/own_game.py"]
"""Looked for doctests it would be imported, and its game then be known to all tests."""


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
