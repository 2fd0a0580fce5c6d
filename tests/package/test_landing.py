"""Shell commands of README and the landing page run in an empty folder, in the order in which they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from pokerzoo_testing import ROOT

pytestmark = pytest.mark.check

ELSEWHERE = re.compile(r"make |pip |python |pokerzoo (explore|play)\b")
"""Lines that install something, run a program of the clone, or wait for a person."""


@pytest.mark.skipif(which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_commands_run_in_an_empty_folder(page: str, tmp_path: Path) -> None:
    blocks = re.findall(r"```bash\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.strip() and not ELSEWHERE.match(line)]
    assert lines
    script = "\n".join([f'pokerzoo() {{ "{sys.executable}" -m pokerzoo.cli "$@"; }}', "set -e", *lines])
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=280, env=os.environ)
    assert done.returncode == 0, done.stderr
