"""The example files of docs/sweeps.md are sweeps."""

from __future__ import annotations

import re
import tomllib

import pytest

pytest.importorskip("pyarrow")

from pokerzoo.evaluation.sweeps.spot_work import SpotWork
from pokerzoo_testing import ROOT

PAGE = (ROOT / "docs" / "sweeps.md").read_text(encoding="utf-8")


def test_its_files_are_sweeps() -> None:
    flops, rivers = (SpotWork.from_config(tomllib.loads(block)) for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
    assert (flops.count, rivers.count) == (3 * 1755, 1_000_000)
