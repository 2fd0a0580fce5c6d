"""``pokerzoo bench-rl``: learners on games from seeds with equal budgets, and how exploitable they are in the end."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerzoo.envs.support.parameters import brief

from .declarations import option
from .option_names import ADDRESS, LOCAL
from .options import Json, parse_value, with_options
from .output import check_picture, console, distance_text, new_table, print_facts, print_json, print_table, say, write_picture
from .train_runs import listed_words, parse_seeds
from .work_runs import FAILED, Display, Names, Out, Processes, Quiet, duration_text

if TYPE_CHECKING:
    from pokerzoo.envs import Game
    from pokerzoo.evaluation import BenchmarkResult, Entrant, RLBenchmark
    from pokerzoo.evaluation.benchmark.bench_work import BenchWork
    from pokerzoo.evaluation.benchmark.results import BenchmarkSummary
    from pokerzoo.evaluation.jobs.folder import Folder

EXAMPLES = (
    "pokerzoo bench-rl --games small --learners cfr+,mccfr_external --seconds 5",
    "pokerzoo bench-rl --games leduc --learners rnad,deep_cfr --seeds 0-4 --seconds 300 --out runs --picture runs.png",
    "pokerzoo bench-rl --games leduc --learners mine.py,cfr+ --options mine.learning_rate=0.01 --decisions 1000000 --out runs",
    "pokerzoo bench-rl --out runs --keep runs.parquet",
)
DEFAULT_SEEDS = "5"


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """Options of ``bench-rl``, one field for each flag."""

    games: Annotated[
        str | None,
        option(
            "LIST",
            "Games: kuhn, leduc, river, river_100, fhp, or any other. Sets of games: small, standard.",
        ),
    ] = None
    learners: Annotated[
        str | None,
        option(
            "LIST",
            "Learners by name (cfr+, mccfr_outcome, rnad, ...), by file (mine.py) or as package.module:function. "
            "NAME=LEARNER gives one another name.",
        ),
    ] = None
    seeds: Annotated[
        str | None,
        option("N|LIST", "How many seeds each learner has, from 0 on, or which, as 0-9, 1,5,20-29 or 7-7. Without it 5."),
    ] = None
    seconds: Annotated[
        float | None, option("X", "Processor seconds for each run. Without it as in DIR, or 60 if there is no --decisions.")
    ] = None
    decisions: Annotated[int | None, option("N", "Decisions for each run to learn from.", min=1)] = None
    options: Annotated[
        list[str] | None, option("LEARNER.NAME=VALUE", "An option of a learner. Repeat for more. VALUE is JSON or a string.")
    ] = None
    out: Out = None
    processes: Processes = None
    ray: Annotated[str | None, option(ADDRESS, "Run on a Ray cluster; without ADDRESS start one here.")] = None
    picture: Annotated[str | None, option("FILE", "Draw the curves of all games (.png, .svg, .pdf).")] = None
    keep: Annotated[str | None, option("FILE", "Write all runs of the folder into one file (.parquet).")] = None
    as_json: Json = False
    quiet: Quiet = False


@with_options(BenchOptions)
def bench_rl(options: BenchOptions) -> None:
    """Tell which learner gets nearest to an equilibrium, with equal budgets and exact exploitability.

    Each learner learns each game from each seed, every run alone on one thread, until its budget of processor seconds or
    decisions is spent. --out keeps a file for each run. After a kill the same command goes on, and other games, learners or
    seeds are added. --out DIR alone goes on with what is in DIR. docs/rl_benchmark.md explains what is measured.

    A learner of your own is a file with a function make(game, seed, **options), which returns an object with the four members
    below. docs/rl_benchmark.md has one of ten lines.

    \b
      Number decisions: how many decisions it has learned from.
      Method advance(iterations): learn for some, each a second at most.
      Method current(): the policy that it would play now, or None.
      Method average(): its average policy, or None if it keeps none.

    A run that fails has its error in its row, and the exit code is then 2.
    """
    raise typer.Exit(run_bench(options))


def run_bench(options: BenchOptions) -> int:
    """Do the runs, tell, and return the exit code."""
    from pokerzoo.evaluation import RLBenchmark
    from pokerzoo.evaluation.benchmark.bench_picture import check_readable
    from pokerzoo.evaluation.benchmark.bench_rl import check_packages, check_torch
    from pokerzoo.evaluation.benchmark.bench_work import BenchWork
    from pokerzoo.evaluation.benchmark.results import summary_of
    from pokerzoo.evaluation.jobs.engine import run_folder

    check_packages(options.ray or False)
    check_bench_options(options)
    with ExitStack() as stack:
        out = options.out or stack.enter_context(TemporaryDirectory(prefix="pokerzoo-"))
        folder = folder_of(options, out)
        if options.ray is None:
            check_torch(folder)
        if options.picture is not None and isinstance(folder.work, BenchWork):
            check_readable(len(folder.work.games), len(folder.work.entrants))  # not when all runs are done
        tell_time(folder, options)
        display = stack.enter_context(Display(Names("bench-rl", "runs"), options.quiet))
        try:
            run_folder(folder, options.processes, options.ray or False, display.update)
        except KeyboardInterrupt:
            display.end()
            if options.out is not None:
                say(f"the runs that are done are kept; pokerzoo bench-rl --out {options.out} goes on")
            raise
        display.end()
        runs = RLBenchmark(out)
        found = summary_of(runs)
        for failure in found.failed:
            say(f"failed: {failure}")
        write_results(runs, options)
        if options.as_json:
            files = {"folder": options.out, "picture": options.picture, "kept": options.keep}
            print_json(found.to_dict() | files)
        elif not options.quiet:
            print_result(runs, found, options)
        return FAILED if found.failed else 0


def tell_time(folder: Folder, options: BenchOptions) -> None:
    """Print the least time of the missing runs on stderr."""
    from pokerzoo.evaluation.benchmark.bench_work import BenchWork
    from pokerzoo.evaluation.jobs.engine import available_processors

    work, missing = folder.work, len(folder.missing())
    if options.quiet or not missing or not isinstance(work, BenchWork) or work.budget.seconds is None:
        return
    each = f"{missing:,} run{'s' * (missing > 1)} of {duration_text(work.budget.seconds)}"
    if options.ray is not None:
        say(f"{each} each")
        return
    processes = min(options.processes or available_processors(), missing)
    least = duration_text(-(-missing // processes) * work.budget.seconds)
    say(f"{each} each, {processes} at a time: at least {least}; making learners and looking at them come on top")


def check_bench_options(options: BenchOptions) -> None:
    """ValueError for options that do not go together, before anything is done."""
    if options.ray not in (None, LOCAL) and options.out is None:
        raise ValueError("--ray: needs --out DIR, a folder that all machines of the cluster see")
    if options.picture is not None:
        check_picture(Path(options.picture))
    if options.keep is not None and Path(options.keep).suffix != ".parquet":
        raise ValueError(f"--keep {options.keep}: must end in .parquet")
    if options.keep is not None and not Path(options.keep).resolve().parent.is_dir():
        raise ValueError(f"--keep {options.keep}: no such directory")


def folder_of(options: BenchOptions, out: str) -> Folder:
    """The folder with the runs that are asked for."""
    from pokerzoo.evaluation.benchmark.bench_rl import check_own_learners, open_folder
    from pokerzoo.evaluation.benchmark.bench_work import BenchWork
    from pokerzoo.evaluation.jobs.folder import Folder

    asked = ("games", "learners", "seeds", "seconds", "decisions", "options")
    if options.out is not None and all(getattr(options, name) is None for name in asked):
        there = Folder.open(out, BenchWork)
        assert isinstance(there.work, BenchWork)
        check_own_learners(there.work, there.missing())  # a file for each run
        return there
    return open_folder(out, work_of(options))


def work_of(options: BenchOptions) -> BenchWork:
    """The runs that are asked for."""
    from pokerzoo.evaluation.benchmark.bench_rl import limits_in, plan_runs

    if options.learners is None:
        raise ValueError("--learners: which? (--out DIR alone goes on with the runs in a folder)")
    if options.games is None:
        raise ValueError("--games: which? small is kuhn and leduc, standard has two rivers more")
    games = listed_words("--games", options.games)
    entrants = entrants_of(options)
    seeds = parse_seeds(options.seeds or DEFAULT_SEEDS)
    seconds, decisions = options.seconds, options.decisions
    if options.out is not None and seconds is None and decisions is None:
        seconds, decisions = limits_in(options.out)
    return plan_runs(games, entrants, seeds, seconds=seconds, decisions=decisions)


def entrants_of(options: BenchOptions) -> list[Entrant]:
    """The learners with their options."""
    from pokerzoo.evaluation import Entrant
    from pokerzoo.evaluation.benchmark.learners import find_learner

    typed = [word.rpartition("=") for word in listed_words("--learners", options.learners or "")]
    names = [name or find_learner(learner).name for name, _, learner in typed]
    given = parse_options(options.options or (), names)
    return [
        Entrant(learner, options=given.get(name, {}), name=name) for name, (_, _, learner) in zip(names, typed, strict=True)
    ]


def parse_options(texts: Sequence[str], names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Options of learners from ``LEARNER.NAME=VALUE`` texts.

    Raises:
        ValueError: not of this form, no such learner, or one twice.

    >>> parse_options(["rnad.eta=0.2", "rnad.hidden=[64, 64]"], ["rnad"])
    {'rnad': {'eta': 0.2, 'hidden': (64, 64)}}
    """
    found: dict[str, dict[str, Any]] = {}
    for text in texts:
        left, equals, value = text.partition("=")
        learner, dot, name = left.rpartition(".")
        if not (equals and dot and learner and name.isidentifier()):
            raise ValueError(f"--options {brief(text)}: must be LEARNER.NAME=VALUE, as rnad.eta=0.2")
        if learner not in names:
            raise ValueError(f"--options {brief(text)}: no learner {brief(learner)} here; there are {', '.join(names)}")
        if name in found.setdefault(learner, {}):
            raise ValueError(f"--options {brief(text)}: {learner}.{name} is given twice")
        found[learner][name] = parse_value(value)
    return found


def write_results(runs: RLBenchmark, options: BenchOptions) -> None:
    """The files that are asked for."""
    if options.picture is not None:
        from pokerzoo.evaluation import benchmark_picture

        write_picture(benchmark_picture(runs), options.picture)
    if options.keep is not None:
        runs.keep(options.keep)


def print_result(runs: RLBenchmark, found: BenchmarkSummary, options: BenchOptions) -> None:
    """Print the learners' results, game by game."""
    from pokerzoo.evaluation.benchmark.games import nash_conv_mbb

    out = console()
    row = runs.rows[0]
    budget = f"{row['budget_decisions']:,} decisions" if row["budget_seconds"] is None else duration_text(row["budget_seconds"])
    failed = f", {len(found.failed)} of them failed" if found.failed else ""
    facts = {"runs": f"{len(runs):,} of {budget} each{failed}", "machine": f"{row['processor']}, {row['cores']} cores"}
    facts |= {
        name: str(path)
        for name in ("out", "picture", "keep")
        if (path := getattr(options, name)) is not None
    }  # fmt: skip
    print_facts(out, facts)
    out.print()
    for game in runs.games:
        rules, heads = runs.game(game), ["learner", "runs", "current policy", "average policy"]
        blinds = nash_conv_mbb(rules, 0.0) is not None
        heads += ["better one, mbb NashConv"] if blinds else []
        table = new_table([*heads, "decisions", "decisions/s", "seconds"])
        for one in found.results:
            if one.game == game:
                table.add_row(*learner_cells(one, rules))
        print_table(out, f"{game}: exploitability in chips a hand, mean of the seeds and its 95% interval", table)


def learner_cells(one: BenchmarkResult, game: Game) -> list[str]:
    """A learner's line."""
    from pokerzoo.evaluation.benchmark.games import nash_conv_mbb

    def told(mean: Any) -> str:
        if mean is None:
            return "-"
        ends = mean.interval
        return distance_text(mean.value) + (
            "" if ends is None else f" ({distance_text(max(0.0, ends.low))} to {distance_text(ends.high)})"
        )

    runs = f"{one.runs}" + (f" + {one.failed} failed" if one.failed else "")
    numbers = [f"{one.decisions:,.4g}", f"{one.decisions_per_second:,.3g}", f"{one.seconds:.3g}"]
    thousandths = None if one.best is None else nash_conv_mbb(game, one.best.value)
    told_mbb = [] if nash_conv_mbb(game, 0.0) is None else ["-" if thousandths is None else distance_text(thousandths)]
    return [one.learner, runs, told(one.current), told(one.average), *told_mbb, *numbers]
