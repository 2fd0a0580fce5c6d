"""The README's code blocks do what the README says.

The blocks run from top to bottom in one temporary directory: ``python`` blocks in one namespace, the command lines of
``bash`` and ``console`` blocks by bash, with the installed ``pokerzoo`` first on the path. What each must print:

- a ``text`` block straight after a code block (only blank lines between) is all that the block prints;
- in a ``console`` block, commands follow a ``$ `` and the lines below a command are all that it prints;
- ``...`` in expected output stands for any text; trailing blanks do not count.

Command lines listed in ``SKIPPED`` are not run; a command that is neither there nor in ``COMMANDS`` is an error, so
that nothing stays untested unseen.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import subprocess
import sysconfig
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pokerzoo.envs.registry import MAKERS
from pokerzoo_testing import ROOT

SCRIPTS = sysconfig.get_path("scripts")

COMMANDS = ("pokerzoo", "python")
SKIPPED = {
    "make": "sets up .venv and runs these very tests",
    "pip": "installs packages",
    "python -m pip": "installs packages",
    "python3 -m venv": "makes a virtual environment",
    "source": "activates a virtual environment",
    "git": "needs the repository's address",
    "cd": "enters the clone",
    "pokerzoo play": "asks a person for moves",
    "pokerzoo acpc": "waits for other programs; tests/cli/test_cli_acpc.py runs it",
    "python examples/acpc_bot.py": "needs a dealer; tests/cli/test_cli_acpc.py runs it",
}


class Block(NamedTuple):
    """A fenced block: its language, its text, and the line of the README that its text starts on."""

    language: str
    text: str
    line: int
    expected: str | None = None


def parse_blocks(markdown: str) -> list[Block]:
    """The fenced blocks in order; an output block is attached to the block that it follows."""
    blocks: list[Block] = []
    lines = markdown.splitlines()
    number = 0
    gap = True  # whether there was prose since the last block
    while number < len(lines):
        if not (fence := re.fullmatch(r"( *)(`{3,})(\w*).*", lines[number])):
            gap = gap or bool(lines[number].strip())
            number += 1
            continue
        indent, ticks, language = fence.groups()
        start = number + 1
        number = start
        while lines[number : number + 1] != [indent + ticks]:
            number += 1
            if number >= len(lines):
                raise ValueError(f"line {start}: the code block is not closed")
        text = "".join(line.removeprefix(indent) + "\n" for line in lines[start:number])
        if language == "text" and not gap:
            blocks[-1] = blocks[-1]._replace(expected=text)
        else:
            blocks.append(Block(language, text, start + 1))
        gap = language == "text"
        number += 1
    return blocks


def parse_commands(block: Block) -> list[tuple[str, str | None]]:
    """The command lines of a bash or console block, each with its expected output if the block gives it."""
    commands: list[tuple[str, str | None]] = []
    for line in block.text.replace("\\\n", " ").splitlines():
        if block.language == "bash":
            if line.strip() and not line.lstrip().startswith("#"):
                commands.append((line.strip(), None))
        elif line.startswith("$ "):
            commands.append((line[2:].strip(), None))
        elif commands:
            command, expected = commands[-1]
            commands[-1] = (command, (expected or "") + line + "\n")
        else:
            raise ValueError(f"line {block.line}: a console block starts with '$ '")
    return commands


def is_skipped(command: str) -> bool:
    """Whether the command line starts with one that is not run here."""
    return any(command == prefix or command.startswith(prefix + " ") for prefix in SKIPPED)


def check_output(printed: str, expected: str | None, line: int) -> None:
    """Fail unless the output is the expected one; None expects nothing in particular."""
    if expected is None:
        return
    got, want = ("\n".join(text.rstrip() for text in output.strip("\n").splitlines()) for output in (printed, expected))
    if not doctest.OutputChecker().check_output(want, got, doctest.ELLIPSIS):
        pytest.fail(f"README.md, line {line}: expected output\n{want}\n\nbut it prints\n{got}", pytrace=False)


def run_python(block: Block, namespace: dict[str, Any]) -> str:
    """Run a Python block and return what it prints; a traceback has the README's line numbers."""
    code = compile("\n" * (block.line - 1) + block.text, str(ROOT / "README.md"), "exec")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, namespace)
    return printed.getvalue()


def run_command(command: str, line: int, folder: Path) -> str:
    """Run a command line and return what it prints; fail if its exit code is not 0."""
    if command.split()[0] not in COMMANDS:
        pytest.fail(f"README.md, line {line}: neither run nor skipped by this test: {command}", pytrace=False)
    # A terminal of a known width without colours, whatever the tests run in.
    environment = os.environ | {
        "PATH": SCRIPTS + os.pathsep + os.environ["PATH"],
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "TERM": "dumb",
    }
    environment.pop("FORCE_COLOR", None)
    done = subprocess.run(
        ["bash", "-c", f"set -euo pipefail; {command}"],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode != 0:
        pytest.fail(
            f"README.md, line {line}: exit code {done.returncode} from: {command}\n{done.stdout}{done.stderr}",
            pytrace=False,
        )
    return done.stdout


def run_blocks(blocks: list[Block], folder: Path) -> list[str]:
    """Run all blocks in a folder and return the kinds of those that ran."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    ran = []
    for block in blocks:
        if block.language == "python":
            check_output(run_python(block, namespace), block.expected, block.line)
            ran.append("python")
        elif block.language in ("bash", "console"):
            printed = ""
            commands = [entry for entry in parse_commands(block) if not is_skipped(entry[0])]
            for command, expected in commands:
                output = run_command(command, block.line, folder)
                check_output(output, expected, block.line)
                printed += output
            check_output(printed, block.expected, block.line)
            ran += [block.language] if commands else []
        elif block.language not in ("text", "toml"):
            pytest.fail(f"README.md, line {block.line}: a block of unknown language {block.language!r}", pytrace=False)
    return ran


DOCUMENTS = [
    ("CONTRIBUTING.md", 5),
    ("docs/acpc.md", 6),
    ("docs/aivat.md", 2),
    ("docs/algorithms.md", 8),
    ("docs/training_runs.md", 3),
    ("docs/bet_fold.md", 5),
    ("docs/boards.md", 4),
    ("docs/circuits.md", 6),
    ("docs/datasets.md", 2),
    ("docs/equity.md", 2),
    ("docs/exploitability.md", 5),
    ("docs/leaks.md", 2),
    ("docs/hand_histories.md", 5),
    ("docs/pictures.md", 16),
    ("docs/push_fold.md", 2),
    ("docs/reference.md", 1),
    ("docs/postflop.md", 5),
    ("docs/rl.md", 2),
    ("docs/scale.md", 1),
    ("docs/sweeps.md", 1),
    ("docs/whole_hands.md", 7),
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


def test_quickstart_is_make_demo_and_make_test() -> None:
    blocks = parse_blocks((ROOT / "README.md").read_text(encoding="utf-8"))
    commands = [command for b in blocks if b.language in ("bash", "console") for command, _ in parse_commands(b)]
    assert {"make demo", "make test"} <= {command.split("#")[0].strip() for command in commands}


SAMPLE = """\
# Sample

```python
x = 2
print(x)
```

```text
2
```

Prose, so what follows is no output:

```text
anything
```

```python
print("a", x + 1, "b")
```
```text
a ... b
```

```bash
make test  # skipped
python -c "print(1)" \\
  | tr 1 7
```

```text
7
```

```console
$ python -c "print(5)"
5
```
"""


def test_blocks_are_parsed_and_run(tmp_path: Path) -> None:
    blocks = parse_blocks(SAMPLE)
    assert [(b.language, b.line, b.expected) for b in blocks] == [
        ("python", 4, "2\n"),
        ("text", 15, None),
        ("python", 19, "a ... b\n"),
        ("bash", 26, "7\n"),
        ("console", 36, None),
    ]
    assert run_blocks(blocks, tmp_path) == ["python", "python", "bash", "console"]


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
