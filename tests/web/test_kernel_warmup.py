"""Kernels made ready when the server starts: one compiles at a time, others see how far it is, and the end stops it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest

pytest.importorskip("fastapi")

from pokerzoo.kernels.build import Progress
from pokerzoo.kernels.families import Family
from pokerzoo.web import kernel_warmup
from pokerzoo.web.kernel_warmup import FAMILIES, LOADED, KernelWarmup


def test_a_solve_waits_for_what_the_start_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, goes_on = threading.Event(), threading.Event()
    built: list[tuple[str, ...]] = []

    def build(families: Iterable[str], tell: Callable[[Progress], Any]) -> bool:
        built.append(tuple(families))
        tell(Progress(0, 3, ("solvers of turns and flops",), 0.0, 12.0))
        begun.set()
        assert goes_on.wait(10)
        return True

    monkeypatch.setattr(kernel_warmup, "ensure_kernels", build)
    monkeypatch.setattr(kernel_warmup, "missing_families", list)  # nothing is loaded
    warmup = KernelWarmup(threading.Event())
    assert warmup.text is None
    warmup.start()
    assert begun.wait(10)
    warmup.ensure(())  # a small game goes on at once
    assert (
        built == [LOADED]
        and "street-reports" not in LOADED
        and warmup.text == "solvers of turns and flops, and 2 more (about 12 s)"
    )
    told: list[str] = []

    def tell(now: Progress) -> None:
        told.append(now.text())
        goes_on.set()

    warmup.ensure(("street-measures",), tell)
    assert told[0] == "solvers of turns and flops, and 2 more (about 12 s)"
    for thread in threading.enumerate():
        if thread.name == "kernels":
            thread.join(10)
    assert sorted(built[1:]) == sorted([FAMILIES, ("street-measures",)]) and warmup.text is None


@pytest.mark.parametrize(("missing", "loaded"), [((), ["streets", "street-measures"]), (("streets",), [])])
def test_what_is_compiled_is_loaded_at_the_start(
    monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...], loaded: list[str]
) -> None:
    """Kernels that could not be compiled are left to the solve that needs them."""
    found: list[str] = []
    runs = {name: Family(name, 1.0, lambda name=name: found.append(name)) for name in FAMILIES}  # type: ignore[misc]
    monkeypatch.setattr(kernel_warmup, "RUNS", runs)
    monkeypatch.setattr(kernel_warmup, "ensure_kernels", lambda families, tell: True)
    monkeypatch.setattr(kernel_warmup, "missing_families", lambda families: [*missing])
    closing = threading.Event()
    warmup = KernelWarmup(closing)
    warmup._run()
    assert found == loaded
    closing.set()
    warmup._run()
    assert found == loaded


def test_the_end_of_the_server_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    closing = threading.Event()

    def build(families: Iterable[str], tell: Callable[[Progress], Any]) -> bool:
        closing.set()
        tell(Progress(0, 1, (), 0.0, 1.0))
        return True

    monkeypatch.setattr(kernel_warmup, "ensure_kernels", build)
    warmup = KernelWarmup(closing)
    with pytest.raises(InterruptedError):
        warmup.ensure(FAMILIES)
    assert warmup.text is None
