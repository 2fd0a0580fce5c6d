"""A pytest plugin for ``mutants.py``: which test runs which lines of some files, and running the tests of a list alone.

Told by the environment: ``COVERED_FILES`` (paths, separated as in PATH) and ``COVERED_OUT`` (a JSON file to write) record;
``SELECTED_TESTS`` (a JSON file with a list of test ids) runs these alone, in that order.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

FILES = {os.path.realpath(path) for path in os.environ.get("COVERED_FILES", "").split(os.pathsep) if path}
covered: dict[str, dict[str, Any]] = {}
known: dict[str, bool] = {}
lines: set[tuple[str, int]] = set()


def trace(frame: FrameType, event: str, argument: Any) -> Any:
    """Follow frames of the files that are looked at, line by line."""
    name = frame.f_code.co_filename
    if name not in known:
        known[name] = os.path.realpath(name) in FILES
    return follow if known[name] else None


def follow(frame: FrameType, event: str, argument: Any) -> Any:
    """Take down a line."""
    lines.add((os.path.realpath(frame.f_code.co_filename), frame.f_lineno))
    return follow


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    """Record one test, its fixtures included."""
    lines.clear()
    start = time.perf_counter()
    if FILES:
        sys.settrace(trace)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        if lines:
            covered[item.nodeid] = {"seconds": time.perf_counter() - start, "lines": sorted(lines)}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests that were asked for."""
    if "SELECTED_TESTS" in os.environ:
        order = {name: i for i, name in enumerate(json.loads(Path(os.environ["SELECTED_TESTS"]).read_text()))}
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


def pytest_sessionfinish() -> None:
    """Write down what was recorded."""
    if "COVERED_OUT" in os.environ:
        Path(os.environ["COVERED_OUT"]).write_text(json.dumps(covered))
