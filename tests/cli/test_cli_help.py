"""Pages of ``--help``: every command under a heading, whole sentences, 80 columns, and no name of Python's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from pokerzoo.cli.application import COMMANDS, app
from pokerzoo_testing.command_line import Printed

PAGES = [(entry.name,) for entry in COMMANDS]


def parameters() -> Iterator[str]:
    """The names that all options have in Python."""
    group: Any = typer.main.get_command(app)
    commands = [late.load() for late in group.commands.values()]
    for command in [*commands, *(own for one in commands for own in getattr(one, "commands", {}).values())]:
        yield from (str(one.name) for one in command.params)


def test_commands_stand_under_headings_and_no_line_is_cut(printed: Printed) -> None:
    text = printed("--help")
    body = text.partition("Learn a game and play it:")[2].partition("Examples:")[0]
    assert body
    assert "..." not in body
    headings = re.findall(r"^(\S.*):$", text, re.MULTILINE)
    assert headings == ["Options", *dict.fromkeys(heading for heading, *_ in COMMANDS)]
    listed = re.findall(r"^  ([a-z][a-z-]*) +\S", body, re.MULTILINE)
    assert sorted(listed) == sorted([page[0] for page in PAGES if len(page) == 1])
    for name, line in re.findall(r"^  ([a-z][a-z-]*) +(\S.*)$", body, re.MULTILINE):
        assert line[0].isupper() and not line.endswith("."), name


@pytest.mark.parametrize("page", [(), *PAGES], ids=" ".join)
def test_help_fits_a_terminal_and_names_options_as_they_are_typed(page: tuple[str, ...], printed: Printed) -> None:
    text = printed(*page, "--help")
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    assert not re.search(r"<(str|int|float|list)\b", text)  # names of types
    assert not re.search(r"\b[a-z]+=(?![<>\"'\[])", re.sub(r"\bNAME=|--param \S+|--options? \S+|--only \S+", "", text))  # line=
    assert not re.search(r"\b[A-Z][a-z]{2,}[A-Z][a-z]+\b(?<!NashConv)(?<!FastAPI)", text)  # SizedBets
    internal = {name for name in parameters() if "_" in name.strip("_")}
    assert "until_width" in internal
    assert not {word for word in re.findall(r"\w+", re.sub(r"--options? \S+", "", text)) if word in internal}
    for sentence in re.findall(r"^  [A-Z].*?(?=\n\n|\nOptions|\nArguments)", text, re.MULTILINE | re.DOTALL):
        if "Examples:" not in sentence:
            assert re.search(r"[.\]]$", sentence.rstrip()), sentence  # a whole one


def test_many_options_stand_under_headings(printed: Printed) -> None:
    for command, headings in {
        "train": ["Arguments", "Training", "When to stop", "Files", "Sampling (Monte Carlo CFR)", "Magnetic mirror descent"],
        "solve": ["The spot", "Bet sizes", "Thresholds, limits and rake", "Solving", "Locks", "The file"],
    }.items():
        text = printed(command, "--help")
        found = re.findall(r"^(\S.*):$", text, re.MULTILINE)
        assert found[: len(headings)] == headings
        assert found[-1] == "Other options"
    assert "Without it" in printed("match", "--help")


def test_wide_terminals_are_used(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert 80 < max(map(len, printed("train", "--help").splitlines())) <= 100
