"""The commands, and ``--version``. The module of a command is imported when the command is given."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

import click

from pokerzoo import __version__

from .command import examples_text, under_headings

EXAMPLES = (
    "pokerzoo games                        what games there are",
    "pokerzoo train kuhn --out kuhn.npz    find an equilibrium",
    "pokerzoo show kuhn.npz                read the strategy",
    "pokerzoo evaluate kuhn.npz            measure it",
    "pokerzoo play kuhn.npz                play against it",
)

LEARN, TRAIN, MEASURE = "Learn a game and play it", "Train and look", "Measure"
SPOTS, MANY = "Spots of hold'em", "Many spots"


class Entry(NamedTuple):
    """A command in the list of commands. Its function has its name, and so has its module."""

    heading: str
    name: str
    line: str


COMMANDS = (
    Entry(LEARN, "games", "List the games, or show one with its parameters"),
    Entry(LEARN, "play", "Play against a policy or a baseline"),
    Entry(LEARN, "explore", "Solve, study and play in the browser"),
    Entry(TRAIN, "train", "Find an equilibrium of a game by CFR or another method"),
    Entry(TRAIN, "blueprint", "Train an agent for whole hands"),
    Entry(TRAIN, "show", "Show the strategy in a policy file, here or as a web page"),
    Entry(MEASURE, "evaluate", "Measure how far a policy is from an equilibrium"),
    Entry(MEASURE, "match", "Play policies and baselines against each other"),
    Entry(MEASURE, "bench", "Compare learners by how exploitable they end"),
    Entry(SPOTS, "solve", "Solve a flop, a turn or a river"),
    Entry(SPOTS, "tree", "Print a spot's betting tree, and what solving it takes"),
    Entry(SPOTS, "equity", "Compute who wins how often if all are all-in"),
    Entry(SPOTS, "preflop", "Solve opens and re-raises, or push/fold, for two to nine players"),
    Entry(MANY, "sweep", "Solve many spots, one row each"),
    Entry(MANY, "query", "Ask a sweep for means, by groups or in SQL"),
)
"""The commands, in the order of their list. Each is the function of its name in the module of its name."""


class Commands(dict[str, click.Command]):
    """The commands by name; the module of one is imported on use."""

    def get(self, name: str, default: Any = None) -> Any:
        """The command; ``default`` if there is none of this name."""
        return getattr(import_module(f"pokerzoo.cli.{name}"), name) if name in self else default


class CommandList(click.Group):
    """A group that lists its commands under headings without importing them."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """See click. A heading is at its first command."""
        width = max(len(entry.name) for entry in COMMANDS)
        for heading, entries in under_headings((entry.heading, entry) for entry in COMMANDS):
            with formatter.section(heading):
                formatter.write_dl([(f"{entry.name:<{width}}", entry.line) for entry in entries])


@click.group(
    name="pokerzoo",
    cls=CommandList,
    commands=Commands.fromkeys(entry.name for entry in COMMANDS),
    epilog=examples_text(EXAMPLES),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
)
@click.version_option(__version__, message="pokerzoo %(version)s")
def app() -> None:
    """Play, solve and measure poker games.

    'pokerzoo COMMAND --help' explains a command. Every command takes --json: it then prints one object on stdout. An error is
    one line on stderr, and the exit code is then 2.
    """
