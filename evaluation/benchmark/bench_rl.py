"""``bench_rl``: learners on games from seeds, each run with the same budget, in processes or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pokerzoo.envs.support.extras import check_extra, not_installed
from pokerzoo.evaluation.jobs.engine import by_counts, run_folder
from pokerzoo.evaluation.jobs.folder import HEAD, Folder
from pokerzoo.evaluation.runs.training import check_seeds

from .bench_work import BenchWork
from .budget import Budget
from .entrant import Entrant
from .games import names_of_games
from .learners import check_learner
from .results import RLBenchmark

DEFAULT_SECONDS = 60.0


def bench_rl(
    games: Sequence[str],
    learners: Iterable[str | Entrant],
    out: str | Path,
    seeds: int | Iterable[int] = 5,
    *,
    seconds: float | None = None,
    decisions: int | None = None,
    processes: int | None = None,
    ray: bool | str = False,
    progress: Callable[[int, int], Any] | None = None,
) -> RLBenchmark:
    """Train learners on games with the same budget each, and measure their exact exploitability on the way.

    A folder keeps the runs, one Parquet file each. If the call is killed and made again, it goes on with the runs that are
    missing. If it is called with more games, learners or seeds, it adds their runs. A run that fails has its error in its row.
    How far a run comes depends on the machine, so that rows are not the same bits each time. docs/rl_benchmark.md has results.

    Args:
        games: names of games of the benchmark or of any other, or of sets of games: "small", "standard".
        learners: names (``"cfr+"``, ``"deep_cfr"``), files (``"mine.py"``), ``"module:function"``, or ``Entrant`` objects.
        out: the folder.
        seeds: of the runs of each learner: the seeds, or how many (then 0, 1, 2, ...).
        seconds: processor seconds that each run may spend on learning. None: 60, unless decisions are limited or the folder has
            runs, whose limits hold then.
        decisions: decisions that each run may learn from; None: no limit.
        processes: how many at a time; None: one for each processor.
        ray: whether to do them on Ray: True, or the address of a cluster.
        progress: called with (runs done, all runs).

    Returns:
        The runs.

    Raises:
        ConnectionError: no cluster is there.
        ImportError: a package is not installed.
        OSError: the folder cannot be written.
        ChildProcessError: processes die as soon as they start.
        ValueError: an argument that is not allowed, or other runs in the folder.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import bench_rl

            runs = bench_rl(["kuhn"], ["cfr+", "mccfr_outcome"], "runs", seeds=3, seconds=1)
            for result in runs.results():
                print(result.learner, result.best.value)
    """
    check_packages(ray)
    if seconds is None and decisions is None:
        seconds, decisions = limits_in(out)
    work = plan_runs(games, learners, seeds, seconds=seconds, decisions=decisions)
    folder = open_folder(out, work)
    if not ray:
        check_torch(folder)
    run_folder(folder, processes, ray, by_counts(progress))
    return RLBenchmark(out)


def plan_runs(
    games: Sequence[str],
    learners: Iterable[str | Entrant],
    seeds: int | Iterable[int],
    *,
    seconds: float | None = None,
    decisions: int | None = None,
) -> BenchWork:
    """Plan the runs of ``bench_rl``."""
    if seconds is None and decisions is None:
        seconds = DEFAULT_SECONDS
    named = names_of_games(list(games))
    entrants = [one if isinstance(one, Entrant) else Entrant(one) for one in learners]
    for name, found in (("games", named), ("learners", entrants)):
        if not found:
            raise ValueError(f"{name}: must be at least one")
    return BenchWork.planned(Budget(seconds, decisions), named, entrants, check_seeds(seeds))


def check_torch(folder: Folder) -> None:
    """Check that missing runs can be done here: without torch each would fail, and its row would be kept."""
    work = folder.work
    if not isinstance(work, BenchWork) or find_spec("torch") is not None:
        return
    missing = {work.runs[shard].entrant for shard in folder.missing()}  # a file for each run
    needing = [name for name in sorted(missing) if (known := work.entrants[name].source.known) is not None and known.networks]
    if needing:
        raise not_installed(f"learners with networks need torch ({', '.join(needing)})", "rl")


def check_own_learners(work: BenchWork, numbers: Iterable[int]) -> None:
    """Make each learner of a user's once, on its first game in these runs, and check its methods.

    What goes wrong while it is made is left to its runs: other games, or other machines, may be what it is for.

    Raises:
        ValueError: what is made lacks a method of learners.
    """
    checked = set()
    for one in map(work.runs.__getitem__, numbers):
        entrant = work.entrants[one.entrant]
        if entrant.source.known is not None or one.entrant in checked:
            continue
        checked.add(one.entrant)
        try:
            made = entrant.source.load()(work.games[one.game], one.seed, **entrant.options)
        except (Exception, SystemExit):
            continue
        check_learner(made, entrant.source.name)


def check_packages(ray: bool | str) -> None:
    """Check that all packages are installed that runs need."""
    if ray is False:
        check_extra(("joblib", "pyarrow"), "the benchmark", "sweeps")
    else:
        check_extra(("joblib", "pyarrow", "ray"), "the benchmark on a cluster", "cluster")


def limits_in(out: str | Path) -> tuple[float | None, int | None]:
    """The limits on seconds and on decisions that runs in a folder have; None where there are none."""
    if not (Path(out) / HEAD).exists():
        return None, None
    work: Any = Folder.open(out, BenchWork).work
    return work.budget.seconds, work.budget.decisions


def open_folder(out: str | Path, work: BenchWork) -> Folder:
    """The folder of these runs: a new one, or one with some of these or other runs, which has all then."""
    if not (Path(out) / HEAD).exists():
        check_own_learners(work, range(work.count))
        return Folder.make(out, work)
    there = Folder.open(out, BenchWork)
    before: Any = there.work
    both = before.with_more(work)
    check_own_learners(both, [*there.missing(), *range(before.count, both.count)])  # a file for each run
    if both.count > before.count:
        with there.locked():
            there.work = both
            there.write_head()
    return there
