"""Kernels that came with the package: loaded where they fit, compiled where they are damaged or for something else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from llvmlite import binding

from pokerzoo.envs.support.shipped_kernels import INDEX, TARGETS, platform
from pokerzoo.kernels.wheel import compile_for

TARGET = "x86-64-v3"
pytestmark = pytest.mark.skipif(
    not all(binding.get_host_cpu_features().get(feature) for feature in TARGETS[TARGET].split()), reason="another processor"
)
SCRIPT = """
import json, sys
from pathlib import Path
from pokerzoo.envs.support import compile_notice, shipped_kernels
shipped_kernels.FOLDER = Path(sys.argv[1])
from pokerzoo.evaluation import equity
from pokerzoo.kernels.store import used_kernels
shares = equity(("AA,KK,QJs,T9s", "QQ,JJ,AKs,87s"), board="Td9d6h").equities
used = used_kernels()
print(json.dumps({
    "shares": [share.hex() for share in shares],
    "loaded": sum(one.stats.cache_hits.total() for one in used),
    "compiled": sum(one.stats.cache_misses.total() for one in used),
    "reason": compile_notice.reason,
}))
"""


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the kernels of equities."""
    folder = tmp_path_factory.mktemp("shipped")
    count, size = compile_for(TARGET, folder / TARGET, ["equities"])
    assert count >= 3 and size > 10_000
    return folder


def use(folder: Path, cache: Path) -> dict[str, Any]:
    """Use the kernels of a folder in a process without others."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder)], env=os.environ | {"NUMBA_CACHE_DIR": str(cache)},
        capture_output=True, text=True, timeout=200, check=True,
    )  # fmt: skip
    return dict(json.loads(done.stdout))


@pytest.mark.long
def test_nothing_is_compiled_and_nothing_written(shipped: Path, tmp_path: Path) -> None:
    with_kernels = use(shipped, tmp_path / "cache")
    assert with_kernels["compiled"] == 0 and with_kernels["loaded"] > 0 and with_kernels["reason"] == ""
    assert not (tmp_path / "cache").exists()
    without = use(tmp_path / "none", tmp_path / "cache")
    assert without["compiled"] > 0 and without["loaded"] == 0
    assert without["shares"] == with_kernels["shares"]


def test_damaged_kernels_are_compiled(shipped: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    shutil.copytree(shipped, damaged)
    for file in (damaged / TARGET).glob("*.nbc"):
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
    used = use(damaged, tmp_path / "cache")
    assert used["loaded"] == 0 and used["compiled"] > 0
    assert used["reason"].endswith(".nbc, which came with pokerzoo, is damaged")


@pytest.mark.parametrize("change", ["numba", "stamp", "index"])
def test_kernels_for_something_else_are_left_alone(shipped: Path, tmp_path: Path, change: str) -> None:
    other = tmp_path / "other"
    shutil.copytree(shipped, other)
    path = other / TARGET / INDEX
    index = json.loads(path.read_text())
    if change == "numba":
        index["platform"]["numba"] = "0.1"
    if change == "stamp":
        index["stamps"] = dict.fromkeys(index["stamps"], "of other sources")
    path.write_text(json.dumps(index) if change != "index" else "{")
    used = use(other, tmp_path / "cache")
    assert used["loaded"] == 0 and used["compiled"] > 0
    assert used["reason"] == {
        "numba": "the kernels that came with pokerzoo are for numba 0.1",
        "stamp": "",
        "index": "the kernels that came with pokerzoo are damaged, or for another processor",
    }[change]  # fmt: skip


def test_the_platform_is_what_compiled_code_depends_on() -> None:
    assert set(platform()) == {"numba", "python", "system"} and all(platform().values())
