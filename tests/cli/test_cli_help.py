"""Pages of ``--help``: every command under a heading, whole sentences, 80 columns, and no name of Python's."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from pokerzoo import list_games
from pokerzoo.cli.application import COMMANDS, app
from pokerzoo.cli.command import Option
from pokerzoo_testing.command_line import Printed

PAGES = [(entry.name,) for entry in COMMANDS]
ALL = {"solve": 30, "tree": 30}
"""The most options of commands that have many; of the others 15."""


def parameters() -> Iterator[str]:
    """The names that all options have in Python."""
    context = click.Context(app)
    for entry in COMMANDS:
        command = app.get_command(context, entry.name)
        assert command is not None
        yield from (str(one.name) for one in command.params)


def test_commands_stand_under_headings_and_no_line_is_cut(printed: Printed) -> None:
    text = printed("--help")
    body = text.partition("Learn a game and play it:")[2].partition("Examples:")[0]
    assert body
    assert "..." not in body
    headings = re.findall(r"^(\S.*):$", text, re.MULTILINE)
    assert headings == ["Options", *dict.fromkeys(heading for heading, *_ in COMMANDS)]
    listed = re.findall(r"^  ([a-z][a-z-]*) +\S", body, re.MULTILINE)
    assert sorted(listed) == sorted(name for (name,) in PAGES)
    for name, line in re.findall(r"^  ([a-z][a-z-]*) +(\S.*)$", body, re.MULTILINE):
        assert line[0].isupper() and not line.endswith("."), name


def test_commands_and_options_are_few() -> None:
    assert len(COMMANDS) <= 15
    context = click.Context(app)
    for entry in COMMANDS:
        command = app.get_command(context, entry.name)
        assert command is not None
        options = [one for one in command.params if isinstance(one, click.Option) and one.name != "help_all"]
        assert len(options) <= ALL.get(entry.name, 15), entry.name
        assert sum(not getattr(one, "rare", False) for one in options) <= 15
        assert [one.name for one in options if not isinstance(one, Option)] == []


@pytest.mark.parametrize("page", [("--help",), *((*page, "--help") for page in PAGES), ("solve", "--help-all")], ids=" ".join)
def test_help_fits_a_terminal_and_names_options_as_they_are_typed(page: tuple[str, ...], printed: Printed) -> None:
    text = printed(*page)
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    assert not re.search(r"<(str|int|float|list)\b", text)  # names of types
    assert not re.search(
        r"\b[a-z]+=(?![<>\"'\[])", re.sub(r"\bNAME=|--param\s+\S+|--options?\s+\S+|--only \S+", "", text)
    )  # line=
    assert not re.search(r"\b[A-Z][a-z]{2,}[A-Z][a-z]+\b(?<!NashConv)(?<!FastAPI)", text)  # SizedBets
    internal = {name for name in parameters() if "_" in name.strip("_")} - {*list_games()}
    assert "until_width" in internal
    assert not {word for word in re.findall(r"\w+", re.sub(r"--(?:options?|param)\s+\S+", "", text)) if word in internal}
    for sentence in re.findall(r"^  [A-Z].*?(?=\n\n|\nOptions|\nPositional arguments)", text, re.MULTILINE | re.DOTALL):
        if "Examples:" not in sentence:
            assert re.search(r"[.\]]$", sentence.rstrip()), sentence  # a whole one


def test_many_options_stand_under_headings(printed: Printed) -> None:
    for command, headings in {
        "train": ["Positional arguments", "The game", "Training", "When to stop", "Files"],
        "solve": ["The spot", "Bet sizes and rules", "Solving", "The file"],
    }.items():
        text = printed(command, "--help")
        result = re.findall(r"^(\S.*):$", text, re.MULTILINE)
        assert result[: len(headings)] == headings
        assert result[-1] == "Other options"
    assert "Without it" in printed("match", "--help")
    assert "Locks:" not in printed("solve", "--help") and "Locks:" in printed("solve", "--help-all")


def test_wide_terminals_are_used(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert 80 < max(map(len, printed("train", "--help").splitlines())) <= 100
