"""The typer application: its commands and ``--version``. Commands import numba and scipy only when they run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

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
from .option_names import Command
from .own_games import with_imports


def examples(lines: Sequence[str]) -> str:
    """The end of a help text: commands on lines of their own."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


EXAMPLES = (
    "pokerzoo games                         what games there are",
    "pokerzoo train kuhn --out kuhn.npz     find an equilibrium by CFR",
    "pokerzoo solve --out spot.npz          a hold'em spot: flop, turn or river",
    "pokerzoo tree --preset full            its betting tree",
    "pokerzoo sweep flops.toml --out flops  many spots, one row each",
    "pokerzoo dataset river --spots 10000 --out rivers   random spots with the values of all hands",
    "pokerzoo bench-rl --games small --learners cfr+,nfsp  which learner reaches equilibrium",
    "pokerzoo thresholds                    the bet/fold game, exactly",
    "pokerzoo equity AsKs QQ+               who wins how often, all-in",
    "pokerzoo show kuhn.npz                 its strategy",
    "pokerzoo evaluate kuhn.npz             how far it is from an equilibrium",
    "pokerzoo report kuhn.npz               all of it as one page, with pictures",
    "pokerzoo query flops                   means over a sweep's spots, by texture or anything",
    "pokerzoo explore kuhn.npz              all of it in the browser: look, solve, play",
    "pokerzoo match kuhn.npz random         how it does against a baseline",
    "pokerzoo round-robin kuhn.npz random   everybody against everybody",
    "pokerzoo play kuhn.npz                 you against it",
    "pokerzoo acpc serve GAME --players A,B a match between programs, over sockets",
)

app = typer.Typer(
    name="pokerzoo",
    epilog=examples(EXAMPLES),
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for module, command in (
    (games, games.games),
    (train, train.train),
    (solve, solve.solve),
    (tree, tree.tree),
    (sweep, sweep.sweep),
    (dataset, dataset.dataset),
    (bench_rl, bench_rl.bench_rl),
    (thresholds, thresholds.thresholds),
    (equity, equity.equity),
    (show, show.show),
    (evaluate, evaluate.evaluate),
    (report, report.report),
    (query, query.query),
    (explore, explore.explore),
    (match, match.match),
    (round_robin, round_robin.round_robin),
    (play, play.play),
):
    if module not in (dataset, equity, query, solve, sweep, thresholds, tree):  # these are for games of the package
        command = with_imports(command)
    app.command(cls=Command, epilog=examples(module.EXAMPLES))(command)


over_sockets = typer.Typer(
    name="acpc",
    help="Matches of whole hands between programs in any language, over the ACPC's protocol.",
    epilog=examples((*acpc.SERVE_EXAMPLES, *acpc.PLAY_EXAMPLES)),
    no_args_is_help=True,
    rich_markup_mode=None,
)
over_sockets.command(cls=Command, epilog=examples(acpc.SERVE_EXAMPLES))(acpc.serve)
over_sockets.command(cls=Command, epilog=examples(acpc.PLAY_EXAMPLES))(with_imports(acpc.play))
app.add_typer(over_sockets)


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
    """Poker games, played, solved and measured.

    Every command takes --json: one object on stdout. Errors are one line on stderr; the exit code is then 2.
    """
