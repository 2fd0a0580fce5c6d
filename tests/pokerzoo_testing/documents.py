"""The code blocks of documents do what the documents say.

The blocks of a document run from top to bottom in one temporary directory: ``python`` blocks in one namespace, the
command lines of ``bash`` and ``console`` blocks by bash, with the installed ``pokerzoo`` first on the path. What each must
print:

- a ``text`` block straight after a code block (only blank lines between) is all that the block prints;
- in a ``console`` block, commands follow a ``$ `` and the lines below a command are all that it prints;
- ``...`` in expected output stands for any text; trailing blanks do not count;
- ``<!-- numbers vary -->`` before such a ``text`` block: any number stands for any other one, and blanks do not count, nor
  does the length of rules. What a trained network does depends on the machine: floating-point sums come in another order.
- ``<!-- rows vary -->`` likewise: below the first two lines, title and header of a table, the number of lines counts alone.

A ``py`` block is shown and not run: what it does takes minutes, or a server that waits.

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

SCRIPTS = sysconfig.get_path("scripts")

COMMANDS = ("pokerzoo", "python", "printf")
SKIPPED = {
    "make": "sets up .venv and runs these very tests",
    "pip": "installs packages",
    "python -m pip": "installs packages",
    "python3 -m venv": "makes a virtual environment",
    "source": "activates a virtual environment",
    "git": "needs the repository's address",
    "cd": "enters the clone",
    "pokerzoo play": "asks a person for moves; with printf before it, it is run",
    "pokerzoo train texas_holdem": "takes minutes; tests/cli/test_cli_blueprint.py runs it on a small deck",
    "python examples/text": "needs a library; tests/package/test_text_examples.py runs it",
    "python examples/slumbot_match.py": "needs a network; tests/package/test_slumbot_match.py runs it",
}


class Block(NamedTuple):
    """A fenced block: its language, its text, and the line of the document that its text starts on.

    Attributes:
        language: after the fence.
        text: what is in it.
        line: of its first line, from 1.
        expected: what it must print; None: anything.
        varies: what of that may be otherwise: ``"numbers"``, ``"rows"`` or nothing.
    """

    language: str
    text: str
    line: int
    expected: str | None = None
    varies: str = ""


def parse_blocks(markdown: str) -> list[Block]:
    """The fenced blocks in order; an output block is attached to the block that it follows."""
    blocks: list[Block] = []
    lines = markdown.splitlines()
    number = 0
    gap = True  # whether there was prose since the last block
    varies = ""
    while number < len(lines):
        if marked := re.fullmatch(r"<!-- (numbers|rows) vary -->", lines[number]):
            varies = marked[1]
            number += 1
            continue
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
            blocks[-1] = blocks[-1]._replace(expected=text, varies=varies)
        else:
            blocks.append(Block(language, text, start + 1))
        gap, varies = language == "text", ""
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
    """True if the command line starts with one that is not run here."""
    return any(command == prefix or command.startswith(prefix + " ") for prefix in SKIPPED)


def normal(output: str) -> str:
    """Output without blanks at the ends of lines, and without empty lines before and after it."""
    return "\n".join(text.rstrip() for text in output.strip("\n").splitlines())


def form(output: str, varies: str) -> str:
    """Output with ``#`` for each number and one blank for several; where rows vary, those below the second line are ``...``."""
    lines = [" ".join(re.sub(r"[-+]?\d[\d,]*(\.\d+)?(e[-+]\d+)?", " # ", line).split()) for line in output.splitlines()]
    lines = [re.sub("[─━]+", "─", line) for line in lines]
    return "\n".join(lines if varies == "numbers" else [*lines[:2], *["(a row)"] * len(lines[2:])])


def check_output(printed: str, expected: str | None, line: int, varies: str = "") -> None:
    """Fail unless the output is the expected one; None expects nothing in particular."""
    if expected is None:
        return
    got, want = normal(printed), normal(expected)
    texts = (form(want, varies), form(got, varies)) if varies else (want, got)
    if not doctest.OutputChecker().check_output(*texts, doctest.ELLIPSIS):
        but = f" ({varies} may vary)" if varies else ""
        pytest.fail(f"line {line}: expected output{but}\n{want}\n\nbut it prints\n{got}", pytrace=False)


def run_python(block: Block, namespace: dict[str, Any]) -> str:
    """Run a Python block and return what it prints; a traceback has the document's line numbers."""
    code = compile("\n" * (block.line - 1) + block.text, "the document", "exec")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, namespace)
    return printed.getvalue()


def run_command(command: str, line: int, folder: Path) -> str:
    """Run a command line and return what it prints; fail if its exit code is not 0."""
    if command.split()[0] not in COMMANDS:
        pytest.fail(f"line {line}: neither run nor skipped by this test: {command}", pytrace=False)
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
            f"line {line}: exit code {done.returncode} from: {command}\n{done.stdout}{done.stderr}",
            pytrace=False,
        )
    return done.stdout


def run_blocks(blocks: list[Block], folder: Path, namespace: dict[str, Any] | None = None) -> list[str]:
    """Run all blocks in a folder and return the kinds of those that ran; a ``namespace`` holds what Python blocks leave."""
    namespace = {} if namespace is None else namespace
    namespace["__name__"] = "__main__"
    ran = []
    for block in blocks:
        if block.language == "python":
            check_output(run_python(block, namespace), block.expected, block.line, block.varies)
            ran.append("python")
        elif block.language in ("bash", "console"):
            printed = ""
            commands = [entry for entry in parse_commands(block) if not is_skipped(entry[0])]
            for command, expected in commands:
                output = run_command(command, block.line, folder)
                check_output(output, expected, block.line)
                printed += output
            check_output(printed, block.expected, block.line, block.varies)
            ran += [block.language] if commands else []
        elif block.language not in ("text", "toml", "py"):
            pytest.fail(f"line {block.line}: a block of unknown language {block.language!r}", pytrace=False)
    return ran
