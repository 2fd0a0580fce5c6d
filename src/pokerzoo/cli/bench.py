"""``pokerzoo bench``: learners on games from seeds with equal budgets, and how exploitable they are in the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.formats import distance_text, duration_text
from pokerzoo.envs.support.tables import Column, Table

from .command import command, is_asked, option
from .options import ROWS_FAILED, game_with, out_folder, parse_params
from .output import Facts, Result, check_picture, say, write_picture
from .progress import run_rows

if TYPE_CHECKING:
    from pokerzoo.envs.core import GameLike
    from pokerzoo.evaluation import Entrant, Experiment, LearnerResult, Spread
    from pokerzoo.evaluation.experiments.work import ExperimentWork
    from pokerzoo.jobs.folder import Folder

EXAMPLES = (
    "pokerzoo bench --games small --learners cfr+,mccfr_external --seconds 5",
    "pokerzoo bench --games leduc --learners mine.py,cfr+ --options mine.learning_rate=0.01 --out runs --picture runs.png",
    "pokerzoo bench --games leduc --learners rnad,deep_cfr --seeds 0-4 --seconds 300 --out runs",
    "pokerzoo bench --games kuhn,leduc --learners mccfr_external,mccfr_outcome --seeds 10 --iterations 10000 --out runs",
    "pokerzoo bench --out runs --picture runs.png",
)
LIMITS = ("seconds", "decisions", "iterations")
RUNS, BUDGET = "The runs", "The budget of each run"


@command(EXAMPLES, any_game=True, quiet=True)
@option(
    "--games", metavar="LIST", heading=RUNS,
    help="Games: kuhn, leduc, or any other; presets of solve: river, river-100. Sets of games: small, standard.",
)  # fmt: skip
@option("--param")
@option(
    "--learners", metavar="LIST", heading=RUNS,
    help="Learners by name (cfr+, mccfr_outcome, rnad, ...) or by file (mine.py). NAME=LEARNER renames one.",
)  # fmt: skip
@option(
    "--options", metavar="LEARNER.NAME=VALUE", multiple=True, heading=RUNS,
    help="An option of a learner. Repeat for more. VALUE is JSON or a string.",
)  # fmt: skip
@option(
    "--seeds", metavar="N|LIST", heading=RUNS,
    help="How many seeds each learner has, from 0 on, or which, as 0-9, 1,5,20-29 or 7-7. Without it 5.",
)  # fmt: skip
@option(
    "--seconds", metavar="X", type=float, heading=BUDGET,
    help="Processor seconds for each run. Without a limit as in DIR, or 60 if there is none.",
)  # fmt: skip
@option("--decisions", metavar="N", heading=BUDGET, help="Decisions for each run to learn from.")
@option("--iterations", heading=BUDGET, help="Iterations of each run.")
@out_folder
@option("--processes")
@option("--ray")
@option("--picture", help="Draw the curves of all games (.png, .svg, .pdf).")
def bench(
    games: str | None, param: tuple[str, ...], learners: str | None, options: tuple[str, ...], seeds: str | None,
    seconds: float | None, decisions: int | None, iterations: int | None, out: str | None, processes: int | None,
    ray: str | None, picture: str | None,
) -> Result:  # fmt: skip
    """Compare learners by how near they get to an equilibrium, with equal budgets and exact exploitability.

    Each learner learns each game from each seed, every run alone on one thread, until its budget of processor seconds,
    decisions or iterations is spent. --out keeps a file for each run. After a kill the same command resumes, and other games,
    learners or seeds are added. --out DIR alone resumes what is in DIR. docs/howto/compare_learners.md explains what is
    measured.

    A learner of your own is a file with a function make(game, seed, **options), which returns an object with the four members
    below; that page has one of ten lines.

    \b
      Number decisions: how many decisions it has learned from.
      Method advance(iterations): learn for some, each a second at most.
      Method current_policy(): the policy that it would play now, or None.
      Method average_policy(): its average policy, or None if it keeps none.

    A run that fails has its error in its row, and the exit code is then 2.
    """
    from pokerzoo.evaluation import Experiment
    from pokerzoo.evaluation.experiments.bench import check_packages, check_torch
    from pokerzoo.evaluation.experiments.picture import check_readable
    from pokerzoo.evaluation.experiments.work import ExperimentWork
    from pokerzoo.jobs.folder import Folder

    check_packages(ray or False)
    if ray not in (None, "local") and out is None:
        raise InputError("--ray: needs --out DIR, a folder that all machines of the cluster see")
    check_picture(picture)
    limits = {"seconds": seconds, "decisions": decisions, "iterations": iterations}
    work = plan_of(games, param, learners, options, seeds, limits, out)
    with ExitStack() as stack:
        path = out or stack.enter_context(TemporaryDirectory(prefix="pokerzoo-"))
        folder = Folder.open(path, ExperimentWork) if work is None else Folder.make(path, work)
        planned: Any = folder.work
        if ray is None:
            check_torch(folder)
        if picture is not None:
            columns = zip(*((run.game_name, run.name) for run in planned.runs), strict=True)
            check_readable(*(len({*names}) for names in columns))  # not when all runs are done
        if ray is None:
            say_time(folder, processes)
        run_rows(folder, "bench", "runs", processes, ray, kept=out is not None)
        runs = Experiment(path)
        results = runs.results()
        failed = [f"{result.game}, {result.learner}, {error}" for result in results for error in result.errors]
        for failure in failed:
            say(f"failed: {failure}")
        if picture is not None:
            from pokerzoo.evaluation.pictures import experiment_picture

            write_picture(experiment_picture(runs), picture)
        files = {"folder": out, "picture": picture}
        record = {"runs": len(runs), "failed": len(failed), "results": results} | files
        parts = list(parts_of(runs, len(failed), results, files))  # while the folder is there
    return Result(record, parts, ROWS_FAILED if failed else 0)


def say_time(folder: Folder, processes: int | None) -> None:
    """Print the least time of the missing runs on stderr."""
    from pokerzoo.jobs.engine import available_processors

    work: Any = folder.work
    missing, seconds = len(folder.missing()), work.budget.seconds
    if is_asked("quiet") or not missing or seconds is None:
        return
    at_once = min(processes or available_processors(), missing)
    runs = f"{missing:,} run{'s' * (missing > 1)} of {duration_text(seconds)} each, {at_once} at a time"
    least = duration_text(-(-missing // at_once) * seconds)
    say(f"{runs}: at least {least}; making learners and measuring them come on top")


def plan_of(
    games: str | None, param: Sequence[str], learners: str | None, options: Sequence[str], seeds: str | None,
    limits: dict[str, Any], out: str | None,
) -> ExperimentWork | None:  # fmt: skip
    """The requested runs; None for those that are in the folder."""
    from pokerzoo.evaluation.experiments.bench import budget_of, plan_runs

    if out is not None and not any((games, param, learners, options, seeds)) and not any(limits.values()):
        return None
    if learners is None:
        raise InputError("--learners: which? (--out DIR alone resumes the runs in a folder)")
    if games is None:
        raise InputError("--games: which? small is kuhn and leduc, standard has two rivers more")
    names = [word.strip() for word in games.split(",")]
    if param and len(names) > 1:
        raise InputError("--param: is for one game; several have their defaults")
    played: list[GameLike] = [game_with(names[0], param)] if param else [*names]
    counted = 5 if seeds is None else parse_seeds(seeds)
    return plan_runs(played, entrants_of(learners, options), counted, budget_of(limits, out))


def entrants_of(learners: str, options: Sequence[str]) -> list[Entrant]:
    """The learners with their options."""
    from pokerzoo.evaluation import Entrant

    typed = [word.strip().rpartition("=") for word in learners.split(",")]
    names = [name or (Path(learner).stem if learner.endswith(".py") else learner) for name, _, learner in typed]
    chosen = parse_options(options, names)
    return [
        Entrant(learner, options=chosen.get(name, {}), name=name) for name, (_, _, learner) in zip(names, typed, strict=True)
    ]


def parse_options(texts: Sequence[str], names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Options of learners from ``LEARNER.NAME=VALUE`` texts.

    Raises:
        InputError: not of this form, no such learner, or one twice.

    >>> parse_options(["rnad.eta=0.2", "rnad.hidden=[64, 64]"], ["rnad"])
    {'rnad': {'eta': 0.2, 'hidden': (64, 64)}}
    """
    options: dict[str, dict[str, Any]] = {}
    for left, value in parse_params(texts, "--options").items():
        learner, _, name = left.rpartition(".")
        if learner not in names or not name.isidentifier():
            learners = ", ".join(names)
            raise InputError(
                f"--options {brief(left)}: must be LEARNER.NAME=VALUE, as rnad.eta=0.2, of a learner here: {learners}"
            )
        options.setdefault(learner, {})[name] = value
    return options


def parse_seeds(text: str) -> int | list[int]:
    """How many seeds (``3``: 0, 1 and 2, as ``seeds=3`` in Python), or which: ``0-9`` or ``1,5,20-29``.

    Raises:
        InputError: not of this form, or too many.

    >>> parse_seeds("3"), parse_seeds("7,0-3"), parse_seeds("3-3")
    (3, [7, 0, 1, 2, 3], [3])
    """
    from pokerzoo.evaluation.experiments.bench import MAX_SEEDS

    if re.fullmatch(r"[0-9]{1,18}", text.strip(), flags=re.ASCII):
        return int(text)
    seeds: list[int] = []
    for part in text.split(","):
        ends = re.fullmatch(r"([0-9]{1,18})(?:-([0-9]{1,18}))?", part.strip(), flags=re.ASCII)
        first, last = (0, -1) if ends is None else (int(ends[1]), int(ends[2] or ends[1]))
        if last < first:
            raise InputError(f"--seeds {brief(text)}: must be whole numbers, as 0-9 or 1,5,20-29, the smaller of two first")
        if last - first + len(seeds) >= MAX_SEEDS:
            raise InputError(f"--seeds {brief(text)}: more than {MAX_SEEDS:,}")
        seeds += range(first, last + 1)
    return seeds


def parts_of(runs: Experiment, failed: int, results: list[LearnerResult], files: dict[str, str | None]) -> Iterator[Any]:
    """The learners' results, game by game."""
    from pokerzoo.envs.poker.game_facts import big_blind_of

    row = runs.rows[0]
    limits = {name: row[f"budget_{name}"] for name in LIMITS if row[f"budget_{name}"] is not None}
    budget = " or ".join(duration_text(x) if name == "seconds" else f"{x:,} {name}" for name, x in limits.items())
    failures = f", {failed} of them failed" if failed else ""
    facts: Facts = {"runs": f"{len(runs):,} of {budget} each{failures}", "machine": f"{row['processor']}, {row['cores']} cores"}
    yield from (facts | {name: path for name, path in files.items() if path is not None}, "")
    for name in runs.games:
        game, shown = runs.game(name), [result for result in results if result.game == name]
        best = [result.best for result in shown]
        nash_convs = [None if row is None or big_blind_of(game) is None else row.mean * game.num_players for row in best]
        columns: list[tuple[Column | str, Any]] = [
            ("learner", [row.learner for row in shown]),
            ("runs", [f"{row.runs}" + (f" + {len(row.errors)} failed" if row.errors else "") for row in shown]),
            (Column("current policy", mean_text), [row.current for row in shown]),
            (Column("average policy", mean_text), [row.average for row in shown]),
            (Column("better one: best to worst run", ends_text), best),
            (Column("mbb NashConv", distance_text), [x and game.stakes.mbb(x) for x in nash_convs]),
            (Column("decisions", ",.4g"), [row.decisions for row in shown]),
            (Column("decisions/s", ",.3g"), [row.decisions_per_second for row in shown]),
            (Column("seconds", ".3g"), [row.seconds for row in shown]),
        ]
        yield Table.by_column(f"{name}: exploitability in chips a hand, mean of the seeds and its 95% interval", columns)
        yield ""


def mean_text(spread: Spread | None) -> str:
    """A mean over seeds, with its interval."""
    if spread is None or spread.interval is None:
        return "-" if spread is None else distance_text(spread.mean)
    low, high = (distance_text(max(0.0, end)) for end in spread.interval)
    return f"{distance_text(spread.mean)} ({low} to {high})"


def ends_text(spread: Spread | None) -> str:
    """The best run and the worst, if there are several."""
    return "-" if spread is None or spread.runs < 2 else f"{distance_text(spread.least)} to {distance_text(spread.most)}"
