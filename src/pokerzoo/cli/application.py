"""The typer application: its commands and ``--version``. The module of a command is imported when the command is given."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand

from pokerzoo import __version__

from .help_pages import Commands, examples
from .option_names import Command
from .own_games import with_imports

EXAMPLES = (
    "pokerzoo games                        what games there are",
    "pokerzoo train kuhn --out kuhn.npz    find an equilibrium",
    "pokerzoo show kuhn.npz                look at the strategy",
    "pokerzoo evaluate kuhn.npz            measure it",
    "pokerzoo play kuhn.npz                play against it",
)

LEARN, TRAIN, MEASURE = "Learn a game and play it", "Train and look", "Measure"
SPOTS, MANY = "Spots of hold'em", "Many spots"


class CommandEntry(NamedTuple):
    """A command in the list of commands. Its function has its name, and so has its module."""

    heading: str
    name: str
    line: str
    any_game: bool = True  # the user's, too


COMMANDS = (
    CommandEntry(LEARN, "games", "List the games, their rules and their parameters"),
    CommandEntry(LEARN, "play", "Play against a policy or a baseline"),
    CommandEntry(LEARN, "explore", "Look, solve and play in the browser"),
    CommandEntry(TRAIN, "train", "Find an equilibrium of a game by CFR"),
    CommandEntry(TRAIN, "show", "Print the strategy in a policy file"),
    CommandEntry(TRAIN, "report", "Write a web page about a policy file, with pictures"),
    CommandEntry(MEASURE, "evaluate", "Tell how far a policy is from an equilibrium"),
    CommandEntry(MEASURE, "match", "Play policies and baselines against each other"),
    CommandEntry(MEASURE, "round-robin", "Play each player against each other, and rate them"),
    CommandEntry(MEASURE, "bench", "Tell which learner gets nearest to an equilibrium"),
    CommandEntry(SPOTS, "solve", "Solve a flop, a turn or a river", any_game=False),
    CommandEntry(SPOTS, "tree", "Print a spot's betting tree, and what solving it takes", any_game=False),
    CommandEntry(SPOTS, "equity", "Tell who wins how often if all are all-in", any_game=False),
    CommandEntry(SPOTS, "icm", "Tell what prize money stacks are worth", any_game=False),
    CommandEntry(SPOTS, "push-fold", "Solve push/fold for two to nine players", any_game=False),
    CommandEntry(MANY, "sweep", "Solve many spots, one row each", any_game=False),
    CommandEntry(MANY, "query", "Ask a sweep for means, by groups or in SQL", any_game=False),
)
"""The commands, in the order of their list."""


class LateCommand(TyperCommand):
    """A command by its line in the list; what it takes is known once it is given."""

    def __init__(self, entry: CommandEntry) -> None:
        super().__init__(entry.name, short_help=entry.line, rich_help_panel=entry.heading)
        self.entry = entry

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """See click: the context is that of the command itself."""
        return self.load().make_context(info_name, args, parent, **extra)

    def load(self) -> Any:
        """The command itself."""
        name = self.entry.name.replace("-", "_")
        module = import_module(f"pokerzoo.cli.{name}")
        function = getattr(module, name)
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
        alone.command(self.name, cls=Command, epilog=examples(module.EXAMPLES))(
            with_imports(function) if self.entry.any_game else function
        )
        return typer.main.get_command(alone)


class AllCommands(Commands):
    """The group of all commands."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for entry in COMMANDS:
            self.add_command(LateCommand(entry))


app = typer.Typer(
    name="pokerzoo",
    cls=AllCommands,
    epilog=examples(EXAMPLES),
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def print_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        print(f"pokerzoo {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play, solve and measure poker games.

    'pokerzoo COMMAND --help' explains a command. Every command takes --json: it then prints one object on stdout. An error is
    one line on stderr, and the exit code is then 2.
    """
