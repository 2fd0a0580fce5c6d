"""The page of many spots: its file is the one that is printed, and its cells run as the site's build runs them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("duckdb")
pytest.importorskip("matplotlib")
pytest.importorskip("pandas")

from pokerzoo.evaluation.sweeps.sweep_config import EXAMPLE
from pokerzoo_testing import ROOT

PAGE = (ROOT / "docs" / "sweeps.md").read_text(encoding="utf-8")


def test_its_file_is_the_example() -> None:
    assert re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) == [EXAMPLE]


def test_its_cells_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.mkdtemp", lambda: str(tmp_path))
    names: dict[str, object] = {}
    cells = re.findall(r"```\{code-cell\} python\n(.*?)```", PAGE, re.DOTALL)
    for cell in cells:
        exec(compile(cell, "docs/sweeps.md", "exec"), names)
    assert len(cells) == 6 and len(names["rivers"]) == 48  # type: ignore[arg-type]
