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

    def build(families: Iterable[str], tell: Callable[[Progress], Any], fewest: int) -> bool:
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


def test_the_start_compiles_the_kernels_of_reports_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """After those of solvers one family is missing, which no request shall compile; a solve leaves it alone."""
    there: set[str] = set()
    built: list[list[str]] = []

    def build(families: Iterable[str], tell: Callable[[Progress], Any]) -> None:
        built.append([*families])
        there.update(families)

    def missing(families: Iterable[str]) -> list[str]:
        return [name for name in families if name not in there]

    runs = {name: Family(name, 1.0, lambda: None) for name in FAMILIES}
    monkeypatch.setattr(kernel_warmup, "RUNS", runs)
    monkeypatch.setattr(kernel_warmup, "missing_families", missing)
    monkeypatch.setattr("pokerzoo.kernels.store.missing_families", missing)
    monkeypatch.setattr("pokerzoo.kernels.store.note_ready", lambda families: None)
    monkeypatch.setattr("pokerzoo.kernels.build.build_kernels", build)
    monkeypatch.setattr("pokerzoo.envs.compiled.shared_parts.usable_processors", lambda: 2)
    warmup = KernelWarmup(threading.Event())
    warmup._run()
    assert built == [[*LOADED], ["street-reports"]]
    there.remove("street-reports")
    warmup.ensure(FAMILIES)
    assert built[2:] == []


@pytest.mark.parametrize(("missing", "loaded"), [((), ["streets", "street-measures"]), (("streets",), [])])
def test_what_is_compiled_is_loaded_at_the_start(
    monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...], loaded: list[str]
) -> None:
    """Kernels that could not be compiled are left to the solve that needs them."""
    found: list[str] = []
    runs = {name: Family(name, 1.0, lambda name=name: found.append(name)) for name in FAMILIES}  # type: ignore[misc]
    monkeypatch.setattr(kernel_warmup, "RUNS", runs)
    monkeypatch.setattr(kernel_warmup, "ensure_kernels", lambda families, tell, fewest: True)
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

    def build(families: Iterable[str], tell: Callable[[Progress], Any], fewest: int) -> bool:
        closing.set()
        tell(Progress(0, 1, (), 0.0, 1.0))
        return True

    monkeypatch.setattr(kernel_warmup, "ensure_kernels", build)
    warmup = KernelWarmup(closing)
    with pytest.raises(InterruptedError):
        warmup.ensure(FAMILIES)
    assert warmup.text is None
