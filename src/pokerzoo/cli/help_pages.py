"""Pages of ``--help``: commands and options under headings, in plain text that fits 80 columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from typer.core import TyperGroup

from .plain_values import read_at_a_glance

Item = TypeVar("Item")

OTHERS = "Other options"
"""Heading of the options without one of their own, where others have one."""


def examples(lines: Sequence[str]) -> str:
    """The end of a help text: commands on lines of their own, none wider than a terminal."""
    return "\b\nExamples:\n" + "\n".join(f"  {part}" for line in lines for part in broken(line))


WIDEST_EXAMPLE = 75
"""Columns of an example before it is broken."""


def broken(line: str) -> list[str]:
    """A command in lines that fit, broken before options, as a shell takes them.

    >>> broken("pokerzoo match " + "a " * 30 + "--hands 10 --seed 1")[1]
    '    --hands 10 --seed 1'
    """
    if len(line) <= WIDEST_EXAMPLE:
        return [line]
    found = [""]
    for word in re.split(r" (?=--)", line):
        if found[-1] and len(found[-1]) + len(word) > WIDEST_EXAMPLE - 3:
            found[-1] += " \\"
            found.append("    " + word)
        else:
            found[-1] += (" " if found[-1] else "") + word
    return found


class Commands(TyperGroup):
    """A group of commands whose help lists them under headings: ``rich_help_panel`` of each command is its heading."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See click."""
        read_at_a_glance(self.get_params(ctx))
        found: list[str] = super().parse_args(ctx, args)
        return found

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """See click. A heading stands where its first command does."""
        shown = [(name, self.commands[name]) for name in self.list_commands(ctx) if not self.commands[name].hidden]
        width = max((len(name) for name, _ in shown), default=0)
        for heading, members in under_headings((heading_of(command), (name, command)) for name, command in shown):
            with formatter.section(heading or "Commands"):
                formatter.write_dl([(f"{name:<{width}}", short_help(command)) for name, command in members])


def short_help(command: Any) -> str:
    """A command's line in the list of commands: never cut, so it must fit (a test sees to that)."""
    return command.short_help or (command.help or "").partition("\n")[0]


def write_options(params: Sequence[Any], ctx: Any, formatter: Any) -> None:
    """Write the arguments and the options of a command, the options under their headings."""
    arguments = [one for one in params if one.param_type_name == "argument"]
    if arguments:
        with formatter.section("Arguments"):
            formatter.write_dl([(name_of(one), plain_limits(one.get_help_record(ctx)[1])) for one in arguments])
    records = [(heading_of(one), one.get_help_record(ctx)) for one in params if one.param_type_name == "option"]
    found = under_headings((heading, record) for heading, record in records if record is not None)
    found.sort(key=lambda one: not one[0])  # those without a heading last
    for heading, rows in found:
        with formatter.section(heading or (OTHERS if len(found) > 1 else "Options")):
            formatter.write_dl([(flag, plain_limits(text)) for flag, text in rows])


def name_of(argument: Any) -> str:
    """Name of an argument: its metavar, without brackets and without the name of its type."""
    return str(argument.metavar or argument.name).strip("[].")


def heading_of(item: Any) -> str:
    """The heading of a command or an option; empty if it has none."""
    return getattr(item, "rich_help_panel", None) or ""


def under_headings(items: Iterable[tuple[str, Item]]) -> list[tuple[str, list[Item]]]:
    """(heading, items) in the order of the first item of each heading.

    >>> under_headings([("a", 1), ("", 2), ("a", 3)])
    [('a', [1, 3]), ('', [2])]
    """
    found: dict[str, list[Item]] = {}
    for heading, item in items:
        found.setdefault(heading, []).append(item)
    return list(found.items())


def plain_limits(text: str) -> str:
    """A help text in which limits are words.

    >>> plain_limits("Hands to play.  [x>=1]"), plain_limits("Cards.  [default: 101; 3<=x<=10000]")
    ('Hands to play.  [at least 1]', 'Cards.  [default: 101; 3 to 10000]')
    >>> plain_limits("A game.  [required]")
    'A game.  [required]'
    """
    text = re.sub(r"\bx>=([\d.]+)", r"at least \1", text)
    return re.sub(r"([\d.]+)<=x<=([\d.]+)", r"\1 to \2", text)
