"""The typer application: its commands and ``--version``. Commands import numba and scipy only when they run."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from pokerzoo import __version__

from . import (
    acpc,
    bench_rl,
    dataset,
    equity,
    evaluate,
    explore,
    games,
    match,
    play,
    query,
    report,
    round_robin,
    show,
    solve,
    sweep,
    thresholds,
    train,
    tree,
)
from .help_pages import Commands
from .option_names import Command
from .own_games import with_imports


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


EXAMPLES = (
    "pokerzoo games                        what games there are",
    "pokerzoo train kuhn --out kuhn.npz    find an equilibrium",
    "pokerzoo show kuhn.npz                look at the strategy",
    "pokerzoo evaluate kuhn.npz            measure it",
    "pokerzoo play kuhn.npz                play against it",
)

LEARN, TRAIN, MEASURE = "Learn a game and play it", "Train and look", "Measure"
SPOTS, MANY, PROGRAMS = "Spots of hold'em", "Many spots", "Learners and other programs"

COMMANDS: tuple[tuple[str, Any, Callable[..., None], str], ...] = (
    (LEARN, games, games.games, "List the games, their rules and their parameters"),
    (LEARN, play, play.play, "Play against a policy or a baseline"),
    (LEARN, explore, explore.explore, "Look, solve and play in the browser"),
    (TRAIN, train, train.train, "Find an equilibrium of a game by CFR"),
    (TRAIN, show, show.show, "Print the strategy in a policy file"),
    (TRAIN, report, report.report, "Write a web page about a policy file, with pictures"),
    (MEASURE, evaluate, evaluate.evaluate, "Tell how far a policy is from an equilibrium"),
    (MEASURE, match, match.match, "Play policies and baselines against each other"),
    (MEASURE, round_robin, round_robin.round_robin, "Play each player against each other, and rate them"),
    (MEASURE, thresholds, thresholds.thresholds, "Solve the bet/fold game exactly"),
    (SPOTS, solve, solve.solve, "Solve a flop, a turn or a river"),
    (SPOTS, tree, tree.tree, "Print a spot's betting tree, and what solving it takes"),
    (SPOTS, equity, equity.equity, "Tell who wins how often if all are all-in"),
    (MANY, sweep, sweep.sweep, "Solve many spots, one row each"),
    (MANY, query, query.query, "Ask a sweep for means, by groups or in SQL"),
    (MANY, dataset, dataset.dataset, "Solve random spots, with the values of all hands"),
    (PROGRAMS, bench_rl, bench_rl.bench_rl, "Tell which learner gets nearest to an equilibrium"),
)
"""Heading, module, command, and its line in the list of commands."""
WITHOUT_IMPORTS = (dataset, equity, query, solve, sweep, thresholds, tree)
"""These take only games of the package."""

app = typer.Typer(
    name="pokerzoo",
    cls=Commands,
    epilog=examples(EXAMPLES),
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for heading, module, command, line in COMMANDS:
    if module not in WITHOUT_IMPORTS:
        command = with_imports(command)
    app.command(cls=Command, rich_help_panel=heading, short_help=line, epilog=examples(module.EXAMPLES))(command)


over_sockets = typer.Typer(
    name="acpc",
    cls=Commands,
    help="Play whole hands between programs in any language, over the protocol of the ACPC.",
    epilog=examples((*acpc.SERVE_EXAMPLES, *acpc.PLAY_EXAMPLES)),
    no_args_is_help=True,
    rich_markup_mode=None,
)
over_sockets.command(cls=Command, short_help="Deal a match", epilog=examples(acpc.SERVE_EXAMPLES))(acpc.serve)
over_sockets.command(cls=Command, short_help="Seat a player of ours at a dealer", epilog=examples(acpc.PLAY_EXAMPLES))(
    with_imports(acpc.play)
)
app.add_typer(over_sockets, rich_help_panel=PROGRAMS, short_help="Let programs in any language play, over sockets")


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
