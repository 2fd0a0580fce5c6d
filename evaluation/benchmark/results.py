"""Rows of the benchmark read and summed up over seeds: from the folder in which they are made, or from files that were kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from pokerzoo.envs import Game, make_game
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.atomic_files import write_atomically
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.records import Chips, Record
from pokerzoo.evaluation.jobs.folder import HEAD, Folder, parquet_bytes, pyarrow_parquet
from pokerzoo.evaluation.measures.intervals import Interval, t_interval

from .bench_work import BenchWork, row_schema

Row: TypeAlias = dict[str, Any]
POLICIES = ("current", "average")
GRID = 60
"""Places at which curves of several seeds are averaged."""


@dataclass(frozen=True, slots=True)
class SeedMean:
    """A mean over seeds."""

    value: float
    interval: Interval | None  # 95%, Student's t, of the mean of all seeds; None of one run
    runs: int


@dataclass(frozen=True, slots=True)
class BenchmarkResult(Record):
    """A learner's result on a game, over its seeds; exploitability in chips a hand.

    Attributes:
        game: the game's name in the benchmark.
        learner: what the learner is called.
        options: what it was made with.
        runs: how many were done without an error.
        failed: how many have an error.
        current: exploitability of the current policy at the end; None if there is none.
        average: exploitability of the average policy at the end; None if there is none.
        decisions: mean of decisions at the end.
        seconds: mean of processor seconds at the end.
        decisions_per_second: of all runs together.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import RLBenchmark

            for result in RLBenchmark("docs/rl_benchmark/kuhn.parquet").results():
                print(result.learner, result.best_policy, result.best.value)
    """

    told = (
        "game", "learner", "options", "runs", "failed", "decisions", "seconds", "decisions_per_second",
        "current_exploitability_chips", "current_interval_95_chips", "average_exploitability_chips",
        "average_interval_95_chips",
    )  # fmt: skip

    game: str
    learner: str
    options: dict[str, Any]
    runs: int
    failed: int
    current: SeedMean | None
    average: SeedMean | None
    decisions: float
    seconds: float
    decisions_per_second: float

    @property
    def best(self) -> SeedMean | None:
        """The exploitability of the current or the average policy, whichever is less."""
        return min((one for one in (self.current, self.average) if one is not None), key=lambda one: one.value, default=None)

    @property
    def best_policy(self) -> str:
        """The policy of ``best``: "current" or "average"."""
        return "current" if self.best is self.current else "average"

    @property
    def current_exploitability_chips(self) -> Chips | None:
        """Mean over seeds of the current policy's exploitability at the end; None where a learner has no such policy."""
        return None if self.current is None else self.current.value

    @property
    def current_interval_95_chips(self) -> Interval | None:
        """Interval of that mean (Student's t); None of one run."""
        return None if self.current is None else self.current.interval

    @property
    def average_exploitability_chips(self) -> Chips | None:
        """Mean over seeds of the average policy's exploitability at the end; None where a learner has no such policy."""
        return None if self.average is None else self.average.value

    @property
    def average_interval_95_chips(self) -> Interval | None:
        """Interval of that mean (Student's t); None of one run."""
        return None if self.average is None else self.average.interval


@dataclass(frozen=True, slots=True)
class LearningCurve:
    """Mean exploitability over seeds along an axis, with 95% intervals of the mean; arrays of one length."""

    learner: str
    x: Floats  # seconds or decisions
    mean: Floats  # chips a hand
    low: Floats  # NaN of one run
    high: Floats
    runs: int


class RLBenchmark:
    """Runs of the benchmark: from a folder of ``bench_rl``, as far as they are done, or from a file of kept runs.

    Attributes:
        path: what was opened.
        rows: one for each run, as plain Python values (docs/rl_benchmark.md has the columns).

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import RLBenchmark

            runs = RLBenchmark("docs/rl_benchmark/kuhn.parquet")
            print(runs.games, runs.learners)
    """

    def __init__(self, path: str | Path) -> None:
        """Read runs.

        Args:
            path: the folder that was given to ``bench_rl``, a folder of Parquet files, or one such file.

        Raises:
            FileNotFoundError: nothing is there.
            ImportError: pyarrow is not installed.
            ValueError: something else is there.
        """
        self.path = Path(path)
        self.rows = read_rows(self.path)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        failed = sum(row["error"] is not None for row in self.rows)
        return f"<RLBenchmark {str(self.path)!r}: {len(self.rows):,} runs{f', {failed:,} of them failed' if failed else ''}>"

    @property
    def games(self) -> list[str]:
        """Names of the games in the benchmark, in the order of the rows."""
        return list(dict.fromkeys(row["benchmark_game"] for row in self.rows))

    @property
    def learners(self) -> list[str]:
        """Names of the learners."""
        return list(dict.fromkeys(row["name"] for row in self.rows))

    def game(self, name: str) -> Game:
        """A game of the runs.

        Args:
            name: its name in the benchmark.

        Raises:
            ValueError: no run of this game.
        """
        for row in self.rows:
            if row["benchmark_game"] == name:
                return make_game(row["game"], **json.loads(row["parameters"]))
        raise ValueError(f"game={brief(name)}: no run of it; there are {', '.join(self.games) or 'none'}")

    def failures(self) -> list[Row]:
        """The rows with an error."""
        return [row for row in self.rows if row["error"] is not None]

    def results(self) -> list[BenchmarkResult]:
        """The result of each learner on each game, game by game."""
        found = []
        for game in self.games:
            for learner in self.learners:
                rows = self._of(game, learner)
                if rows:
                    found.append(result_of(rows))
        return found

    def curves(self, name: str, by: str = "seconds", policy: str = "best") -> list[LearningCurve]:
        """Curves of falling exploitability, one for each learner.

        Args:
            name: the game's name in the benchmark.
            by: ``"seconds"`` or ``"decisions"``.
            policy: ``"current"``, ``"average"``, or ``"best"``: for each learner the policy that is less exploitable at the
                end.
        """
        found = []
        for learner in self.learners:
            rows = [row for row in self._of(name, learner) if row["error"] is None and row["points"]]
            if rows:
                own = result_of(rows).best_policy if policy == "best" else policy
                curve = curve_of(learner, rows, by, own)
                if curve is not None:
                    found.append(curve)
        return found

    def keep(self, path: str | Path) -> None:
        """Write all rows into one Parquet file.

        Args:
            path: the file.

        Raises:
            OSError: it cannot be written.
        """
        write_atomically(path, parquet_bytes(self.rows, row_schema()).to_pybytes())

    def _of(self, game: str, learner: str) -> list[Row]:
        return [row for row in self.rows if row["benchmark_game"] == game and row["name"] == learner]


def read_rows(path: Path) -> list[Row]:
    """Rows of a folder of the benchmark, of a folder of Parquet files, or of one such file."""
    if (path / HEAD).is_file():
        rows: list[Row] = Folder.open(path, BenchWork).read("runs").to_pylist()
        return rows
    files = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    if not files or not files[0].is_file():
        raise FileNotFoundError(f"path={str(path)!r}: no runs of the benchmark are there")
    kept: list[Row] = []
    for file in files:
        try:
            kept += pyarrow_parquet().read_table(file).select(row_schema().names).cast(row_schema()).to_pylist()
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"path={str(file)!r}: no runs of the benchmark: {error}") from None
    return kept


@dataclass(frozen=True, slots=True)
class BenchmarkFailure(Record):
    """A run of the benchmark that has an error.

    Attributes:
        game: the game's name in the benchmark.
        learner: what the learner is called.
        seed: of the run; None if it draws nothing.
        error: what happened.
    """

    game: str
    learner: str
    seed: int | None
    error: str

    def __str__(self) -> str:
        seed = "" if self.seed is None else f", seed {self.seed}"
        return f"{self.game}, {self.learner}{seed}: {self.error}"


@dataclass(frozen=True, slots=True)
class BenchmarkSummary(Record):
    """The results of all runs of a benchmark.

    Attributes:
        runs: how many runs there are, those that failed included.
        failed: each run that failed.
        results: of each learner on each game.
    """

    runs: int
    failed: list[BenchmarkFailure]
    results: list[BenchmarkResult]


def summary_of(runs: RLBenchmark) -> BenchmarkSummary:
    """Failures and results of runs."""
    return BenchmarkSummary(
        len(runs),
        [BenchmarkFailure(row["benchmark_game"], row["name"], row["seed"], row["error"]) for row in runs.failures()],
        runs.results(),
    )


def result_of(rows: Sequence[Row]) -> BenchmarkResult:
    """The result of the runs of one learner on one game."""
    check_alike(rows)
    done = [row for row in rows if row["error"] is None]
    seconds, decisions = sum(row["seconds"] for row in done), sum(row["decisions"] for row in done)
    current, average = (mean_of(row[f"exploitability_{name}"] for row in done) for name in POLICIES)
    return BenchmarkResult(
        game=rows[0]["benchmark_game"],
        learner=rows[0]["name"],
        options=json.loads(rows[0]["options"]),
        runs=len(done),
        failed=len(rows) - len(done),
        current=current,
        average=average,
        decisions=decisions / max(1, len(done)),
        seconds=seconds / max(1, len(done)),
        decisions_per_second=decisions / seconds if seconds else 0.0,
    )


def check_alike(rows: Sequence[Row]) -> None:
    """ValueError unless rows, which may come from several files, are one learner's with one budget, each from another seed."""
    where = f"{rows[0]['benchmark_game']}, {rows[0]['name']}"
    for name in ("budget_seconds", "budget_decisions", "options"):
        found = list(dict.fromkeys(row[name] for row in rows))
        if len(found) > 1:
            raise ValueError(f"{where}: runs with {name} {found[0]} and {found[1]} have no mean; keep one of them")
    seeds = [row["seed"] for row in rows]
    for seed in seeds:
        if seeds.count(seed) > 1:
            raise ValueError(f"{where}: the run from seed {seed} is there {seeds.count(seed)} times; keep one of them")


def mean_of(values: Iterable[float | None]) -> SeedMean | None:
    """The mean with its interval; None where there is no value, or where one is missing."""
    found = list(values)
    if not found or None in found:
        return None
    numbers = np.array(found, dtype=np.float64)
    mean, count = float(numbers.mean()), len(numbers)
    if count == 1:
        return SeedMean(mean, None, 1)
    error = float(numbers.std(ddof=1)) / count**0.5
    return SeedMean(mean, t_interval(mean, error, count), count)


def curve_of(learner: str, rows: Sequence[Row], by: str, policy: str) -> LearningCurve | None:
    """The mean of the runs' curves, between looks a straight line over the axis' logarithm; None if the policy is missing."""
    name = f"exploitability_{policy}"
    if any(point[name] is None for row in rows for point in row["points"]):
        return None
    axes = [np.log([max(float(point[by]), 1e-9) for point in row["points"]]) for row in rows]
    first, last = max(axis[0] for axis in axes), min(axis[-1] for axis in axes)
    if last < first:
        return None
    x = np.linspace(first, last, GRID) if last > first else np.array([first])
    values = np.array([
        np.interp(x, axis, [point[name] for point in row["points"]]) for axis, row in zip(axes, rows, strict=True)
    ])  # fmt: skip
    means = [mean_of(column) for column in values.T]
    ends = np.array([(np.nan, np.nan) if one is None or one.interval is None else one.interval for one in means])
    return LearningCurve(learner, np.exp(x), values.mean(axis=0), ends[:, 0], ends[:, 1], len(rows))
