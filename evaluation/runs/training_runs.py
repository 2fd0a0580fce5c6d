"""``training_runs``: many independent runs at once, and their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pokerzoo.envs.support.records import Record
from pokerzoo.evaluation.jobs.engine import by_counts, run_folder
from pokerzoo.evaluation.jobs.folder import HEAD, Folder
from pokerzoo.evaluation.jobs.work import Work
from pokerzoo.evaluation.sweeps.sweep import Sweep

from .runs_work import RunsWork
from .spread import Spread, spread_of
from .training import Training, check_seeds, check_trainings, look_iterations


@dataclass(frozen=True, slots=True)
class FailedRun(Record):
    """A run that failed, or whose process died.

    Attributes:
        training: what was trained.
        seed: of the run; None if it draws nothing.
        error: what happened.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import TrainingRuns

            for failed in TrainingRuns("runs").failures():
                print(failed.training.name, failed.seed, failed.error)
    """

    told = ("game", "name", "seed", "error")

    training: Training
    seed: int | None
    error: str

    @property
    def game(self) -> str:
        """Name of the game."""
        return self.training.game.name

    @property
    def name(self) -> str:
        """Name of the training."""
        return self.training.name

    def __str__(self) -> str:
        seed = "" if self.seed is None else f", seed {self.seed}"
        return f"{self.game}, {self.name}{seed}: {self.error}"


@dataclass(frozen=True, slots=True)
class TrainingSummary(Record):
    """A training, and the spread between the seeds of its runs.

    Attributes:
        game: name of the game.
        parameters: its parameters.
        trainer: the trainer.
        options: its options that are not defaults.
        name: what it is called.
        looks: the spread at each point at which the runs were measured.
    """

    game: str
    parameters: dict[str, Any]
    trainer: str
    options: dict[str, Any]
    name: str
    looks: list[Spread]


@dataclass(frozen=True, slots=True)
class RunsSummary(Record):
    """The results of all runs.

    Attributes:
        iterations: of each run.
        seeds: the seeds.
        runs: how many runs there are, those that failed included.
        failed: each run that failed.
        trainings: each training.
    """

    iterations: int
    seeds: list[int]
    runs: int
    failed: list[FailedRun]
    trainings: list[TrainingSummary]


def summary_of(runs: TrainingRuns) -> RunsSummary:
    """Failures, and the spreads of each training."""
    spreads = runs.spreads()
    trainings = [
        TrainingSummary(
            one.game.name, one.game.params, one.trainer, one.options, one.name,
            [spread for spread in spreads if spread.training is one],
        )
        for one in runs.trainings
    ]  # fmt: skip
    return RunsSummary(runs.iterations, runs.seeds, runs.count, runs.failures(), trainings)


class TrainingRuns(Sweep):
    """The runs in a folder of ``training_runs``, as far as they are done: one row for each run. It is a ``Sweep``, too.

    Example:
        See ``training_runs``.
    """

    @classmethod
    def _kinds(cls) -> tuple[type[Work], ...]:
        return (RunsWork,)

    @property
    def _runs(self) -> RunsWork:
        work: RunsWork = self.work
        return work

    @property
    def trainings(self) -> list[Training]:
        """The trainings, in order."""
        return self._runs.trainings

    @property
    def seeds(self) -> list[int]:
        """The seeds of the runs of each training."""
        return self._runs.seeds

    @property
    def iterations(self) -> int:
        """Iterations of each run."""
        return self._runs.looks[-1]

    def failures(self) -> list[FailedRun]:
        """The runs that failed, and why."""
        bad = [row for row in self.table("runs", ["index", "error"]).to_pylist() if row["error"] is not None]
        runs = [self._runs.runs[row["index"]] for row in bad]
        return [FailedRun(training, seed, row["error"]) for (training, seed), row in zip(runs, bad, strict=True)]

    def spreads(self) -> list[Spread]:
        """The spread between seeds, for each training and each point at which its runs were measured."""
        points: dict[int, list[list[dict[str, object]]]] = {id(one): [] for one in self.trainings}
        for row in self.table("runs", ["index", "error", "points"]).to_pylist():
            if row["error"] is None:
                points[id(self._runs.runs[row["index"]][0])].append(row["points"])
        return [
            spread_of(training, at_once)
            for training in self.trainings
            for at_once in zip(*points[id(training)], strict=True)
        ]  # fmt: skip

    def final_spreads(self) -> list[Spread]:
        """``spreads`` at the end of the runs: one for each training that has a run."""
        return [one for one in self.spreads() if one.iteration == self.iterations]


def training_runs(
    trainings: Iterable[Training],
    out: str | Path,
    seeds: int | Iterable[int] = 10,
    *,
    iterations: int,
    every: int | None = None,
    processes: int | None = None,
    ray: bool | str = False,
    progress: Callable[[int, int], Any] | None = None,
) -> TrainingRuns:
    """Train with many seeds, each run by itself, in processes of this machine or on a Ray cluster.

    A folder keeps the runs, one Parquet file each; a file is there as a whole or not at all. If the call is killed and made
    again, it goes on with the runs that are missing. It ends with the same bits, in whatever order the runs are done. If it is
    called with more seeds, it adds their runs. A run that fails, or whose process dies twice, has its error in its row.

    Args:
        trainings: games, trainers and their options.
        out: the folder; with Ray one that all machines of the cluster see.
        seeds: of the runs of each training: the seeds, or how many (then 0, 1, 2, ...). Each seed is a stream of random numbers
            of its own.
        iterations: of each run.
        every: iterations between measurements of the average policy's exploitability; None: about eight for each power of ten.
        processes: how many at a time; None: one for each processor.
        ray: whether to do them on Ray: True for a Ray of its own on this machine, or the address of a cluster: ``"auto"`` for
            the one that runs on this machine, ``"node1:6379"``, ``"ray://node1:10001"``.
        progress: called with (runs done, all runs).

    Returns:
        The runs, read from the folder.

    Raises:
        ConnectionError: no cluster is there.
        ImportError: joblib, pyarrow or Ray is not installed.
        OSError: the folder cannot be written.
        ChildProcessError: processes die as soon as they start.
        ValueError: an argument that is not allowed, other runs in the folder, or another process that does them.

    Example:
        .. code-block:: python

            from pokerzoo.envs import make_game
            from pokerzoo.evaluation import Training, training_runs

            kuhn = make_game("kuhn")
            trainings = [Training(kuhn, "MCCFR", options={"sampling": way}) for way in ("external", "outcome")]
            runs = training_runs(trainings, "runs", seeds=8, iterations=2000)
            for spread in runs.final_spreads():
                print(spread.training.name, spread.median, spread.least, spread.most)
    """
    work = RunsWork(check_trainings(trainings), check_seeds(seeds), look_iterations(iterations, every))
    folder = open_folder(out, work)
    run_folder(folder, processes, ray, by_counts(progress))
    return TrainingRuns(out)


def open_folder(out: str | Path, work: RunsWork) -> Folder:
    """The folder of these runs: a new one; that of the same; or one with less or more of the seeds, which has all then.

    Raises:
        OSError: it cannot be written.
        ValueError: something else is there.
    """
    if not (Path(out) / HEAD).exists():
        return Folder.make(out, work)
    there = Folder.open(out, RunsWork)
    old, new = there.work.record(), work.record()
    if old["trainings"] != new["trainings"]:
        raise ValueError(f"out={str(out)!r}: runs of other trainings are there; name another folder")
    if old["looks"] != new["looks"]:
        was, now = (f"{one['looks'][-1]:,} iterations with {len(one['looks'])} looks" for one in (old, new))
        raise ValueError(f"out={str(out)!r}: runs of {was} are there, and {now} are asked for; name another folder")
    both = min(len(old["seeds"]), len(new["seeds"]))
    if old["seeds"][:both] != new["seeds"][:both]:
        raise ValueError(f"out={str(out)!r}: runs of other seeds are there; more seeds are added after them")
    if both == len(new["seeds"]):
        return there
    grown = Folder(there.path, work)
    grown.write_head()
    return grown
