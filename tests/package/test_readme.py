"""The code blocks of the README and of other documents do what these say; ``pokerzoo_testing/documents.py`` has the rules.

Documents that need torch are run by ``test_rl_documents.py``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from pokerzoo.envs.registry import MAKERS
from pokerzoo_testing import ROOT
from pokerzoo_testing.documents import parse_blocks, run_blocks

pytestmark = pytest.mark.check

DOCUMENTS = [
    ("CONTRIBUTING.md", 0),
    ("docs/cards.md", 6),
    pytest.param("docs/cli.md", 0, marks=pytest.mark.long),  # a hundred commands: minutes
    ("docs/explain/aivat.md", 1),
    ("docs/explain/algorithms.md", 5),
    ("docs/explain/exploitability.md", 5),
    ("docs/explain/units.md", 2),
    ("docs/howto/add_a_game.md", 5),
    ("docs/howto/add_an_agent.md", 5),
    ("docs/howto/before_the_flop.md", 10),
    pytest.param("docs/howto/compare_learners.md", 3, marks=pytest.mark.long),
    ("docs/howto/compare_two_agents.md", 5),
    ("docs/howto/hand_histories.md", 5),
    ("docs/howto/language_models.md", 5),
    ("docs/howto/push_fold.md", 5),
    ("docs/howto/read_a_solution.md", 8),
    ("docs/howto/reinforcement_learning.md", 2),
    ("docs/howto/save_and_export.md", 5),
    ("docs/howto/solve_a_spot.md", 7),
    ("docs/howto/use_environments.md", 6),
    pytest.param("docs/howto/whole_hand_agent.md", 3, marks=pytest.mark.long),
    ("docs/howto/whole_hands.md", 4),
    ("docs/start/command_line.md", 0),
    ("docs/start/python.md", 4),
]


@pytest.mark.parametrize(("document", "blocks"), DOCUMENTS)
def test_the_examples_of_other_documents_run(
    document: str, blocks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokerzoo.envs.registry.MAKERS", dict(MAKERS))  # one registers a game
    monkeypatch.chdir(tmp_path)  # one writes files
    ran = run_blocks(parse_blocks((ROOT / document).read_text(encoding="utf-8")), tmp_path)
    assert ran.count("python") == blocks


def test_readme_blocks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    ran = run_blocks(parse_blocks((ROOT / "README.md").read_text(encoding="utf-8")), tmp_path)
    assert "python" in ran, "README.md has no python block"
    assert {"bash", "console"} & set(ran), "README.md has no bash or console block with a command to run"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("```python\nprint(1)\n```\n\n```text\n2\n```\n", "expected output\n2"),
        ("```console\n$ python -c 'print(1)'\n2\n```\n", "expected output\n2"),
        ("```bash\npython -c 'raise SystemExit(3)'\n```\n", "exit code 3"),
        ("```bash\ncurl localhost\n```\n", "neither run nor skipped"),
        ("```pyhton\nprint(1)\n```\n", "unknown language"),
    ],
)
def test_a_wrong_block_fails(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=re.escape(message)):
        run_blocks(parse_blocks(text), tmp_path)


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
