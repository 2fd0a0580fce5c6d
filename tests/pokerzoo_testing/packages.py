"""Other projects' packages: imported without their warnings, or made to be missing."""

from __future__ import annotations

import builtins
import warnings
from typing import Any

import pytest


def peer(name: str) -> Any:
    """Import a module of another project, or skip the test; what its import warns of is not ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip(name)


def leave_out(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """Have imports of the package fail as if it were not installed."""
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] == package:
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
