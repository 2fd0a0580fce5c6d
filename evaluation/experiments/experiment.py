"""Rows of an experiment read and summed up over seeds: from the folder in which they are made, or from files that were kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.envs import Game
from pokerzoo.envs.drawing.figures import Curve
from pokerzoo.envs.registry import make_game_from_params
from pokerzoo.envs.support.atomic_files import write_atomically
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import check_choice
from pokerzoo.envs.support.records import Chips, Record
from pokerzoo.evaluation.measures.intervals import Interval, t_interval
from pokerzoo.jobs.folder import Folder, parquet_bytes, pyarrow_parquet

from .work import ExperimentWork, row_schema

GRID = 60
"""Places at which curves of several seeds are averaged."""


@dataclass(frozen=True, slots=True)
class Spread(Record):
    """Exploitability of runs that differ in their seeds, in chips a hand.

    Attributes:
        runs: how many.
        mean: of their exploitability.
        interval: the 95% interval (Student's t) of the mean of all seeds; None if there is only one run. With few seeds it is
            too narrow if some runs are far worse than the rest.
        least: exploitability of the best run.
        most: exploitability of the worst run.

    Example:
        See ``bench``.
    """

    runs: int
    mean: Chips
    interval: Interval | None
    least: Chips
    most: Chips


def spread_of(values: Iterable[float | None]) -> Spread | None:
    """The spread of runs; None where there is no value, or where one is missing."""
    listed = list(values)
    if not listed or None in listed:
        return None
    numbers = np.array(listed, dtype=np.float64)
    count, mean = len(numbers), float(numbers.mean())
    interval = t_interval(mean, float(numbers.std(ddof=1)) / count**0.5, count) if count > 1 else None
    return Spread(count, mean, interval, float(numbers.min()), float(numbers.max()))


def curve_of(learner: str, runs: Sequence[Sequence[Mapping[str, Any]]], by: str, policy: str) -> Curve | None:
    """The mean of the points of runs, between two a straight line over the axis' logarithm; None if the policy is missing."""
    name = f"exploitability_{policy}"
    if any(point[name] is None for points in runs for point in points):
        return None
    axes = [np.log([max(float(point[by]), 1e-9) for point in points]) for points in runs]
    first, last = max(axis[0] for axis in axes), min(axis[-1] for axis in axes)
    if last < first:
        return None
    x = np.linspace(first, last, GRID) if last > first else np.array([first])
    values = np.array([
        np.interp(x, axis, [point[name] for point in points]) for axis, points in zip(axes, runs, strict=True)
    ])  # fmt: skip
    intervals = [spread.interval for column in values.T if (spread := spread_of(column)) is not None]
    band = () if len(runs) == 1 else np.array(intervals).T
    return Curve(learner, 0, np.exp(x), values.mean(axis=0), *band)


AXES = ("iterations", "decisions", "seconds")
POLICIES = ("best", "current", "average")


@dataclass(frozen=True, slots=True)
class LearnerResult(Record):
    """A learner's result on a game, over its seeds.

    Attributes:
        game: the game's name in the experiment.
        learner: what the learner is called.
        options: what it was made with.
        runs: how many were done without an error.
        errors: what went wrong in the others: ``seed 3: OSError: no disk``.
        current: exploitability of the current policy at the end; None if there is none.
        average: exploitability of the average policy at the end; None if there is none.
        iterations: mean of iterations at the end.
        decisions: mean of decisions at the end.
        seconds: mean of processor seconds at the end.
        decisions_per_second: of all runs together.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import Experiment

            for result in Experiment("docs/gallery/learning/kuhn.parquet").results():
                print(result.learner, result.best_policy, result.best.mean)
    """

    game: str
    learner: str
    options: dict[str, Any]
    runs: int
    errors: list[str]
    current: Spread | None
    average: Spread | None
    iterations: float
    decisions: float
    seconds: float
    decisions_per_second: float

    @property
    def best(self) -> Spread | None:
        """The exploitability of the current or the average policy, whichever is less in the mean."""
        spreads = [spread for spread in (self.current, self.average) if spread is not None]
        return min(spreads, key=lambda spread: spread.mean, default=None)

    @property
    def best_policy(self) -> str:
        """The policy of ``best``: "current" or "average"."""
        return "current" if self.best is self.current else "average"


class Experiment:
    """The runs of ``bench``: from its folder, as far as they are done, or from a file of kept runs.

    Attributes:
        path: what was opened.
        rows: one for each run, as plain Python values (docs/howto/compare_learners.md has the columns).

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import Experiment

            runs = Experiment("docs/gallery/learning/kuhn.parquet")
            print(runs.games, runs.learners)
    """

    def __init__(self, path: str | Path) -> None:
        """Read runs.

        Args:
            path: the folder that was given to ``bench``, or a file that ``keep`` wrote.

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
        return f"<Experiment {str(self.path)!r}: {len(self.rows):,} runs{f', {failed:,} of them failed' if failed else ''}>"

    @property
    def games(self) -> list[str]:
        """Names of the games, in the order of the rows."""
        return list(dict.fromkeys(row["game_name"] for row in self.rows))

    @property
    def learners(self) -> list[str]:
        """Names of the learners."""
        return list(dict.fromkeys(row["name"] for row in self.rows))

    def game(self, name: str) -> Game:
        """A game of the runs.

        Args:
            name: its name in the experiment.

        Raises:
            ValueError: no run of this game.
        """
        for row in self.rows:
            if row["game_name"] == name:
                return make_game_from_params(row["game"], json.loads(row["parameters"]))
        raise ParameterError("game", name, f"no run of it; there are {', '.join(self.games) or 'none'}")

    def results(self) -> list[LearnerResult]:
        """The result of each learner on each game, game by game."""
        pairs = [self._runs(game, learner) for game in self.games for learner in self.learners]
        return [result_of(rows) for rows in pairs if rows]

    def curves(self, name: str, by: str = "seconds", policy: str = "best") -> list[Curve]:
        """Curves of falling exploitability, chips a hand: the mean over seeds, and where there are several its 95% interval.

        Args:
            name: the game's name in the experiment.
            by: ``"seconds"``, ``"decisions"`` or ``"iterations"``.
            policy: ``"current"``, ``"average"``, or ``"best"``: for each learner the policy that is less exploitable at the
                end.
        """
        check_choice("by", by, AXES)
        check_choice("policy", policy, POLICIES)
        curves = []
        for learner in self.learners:
            rows = [row for row in self._runs(name, learner) if row["error"] is None and row["points"]]
            if rows:
                which = result_of(rows).best_policy if policy == "best" else policy
                curves.append(curve_of(learner, [row["points"] for row in rows], by, which))
        return [curve for curve in curves if curve is not None]

    def keep(self, path: str | Path) -> None:
        """Write all rows into one Parquet file.

        Args:
            path: the file.

        Raises:
            OSError: it cannot be written.
        """
        write_atomically(path, parquet_bytes(self.rows, row_schema()).to_pybytes())

    def _runs(self, game: str, learner: str) -> list[dict[str, Any]]:
        return [row for row in self.rows if row["game_name"] == game and row["name"] == learner]


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Rows of the folder of an experiment, or of a file that was kept of it."""
    if not path.is_file():
        table = Folder.open(path, ExperimentWork).read("runs")
    else:
        try:
            table = pyarrow_parquet().ParquetFile(path).read().select(row_schema().names).cast(row_schema())
        except (KeyError, TypeError, ValueError) as error:
            raise ParameterError("path", path, f"no runs of 'pokerzoo bench': {error}") from None
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def result_of(rows: Sequence[dict[str, Any]]) -> LearnerResult:
    """The result of the runs of one learner on one game."""
    done = [row for row in rows if row["error"] is None]
    totals = {name: sum(row[name] for row in done) for name in AXES}
    means = {name: total / max(1, len(done)) for name, total in totals.items()}
    return LearnerResult(
        game=rows[0]["game_name"],
        learner=rows[0]["name"],
        options=json.loads(rows[0]["options"]),
        runs=len(done),
        errors=[f"seed {row['seed']}: {row['error']}".removeprefix("seed None: ") for row in rows if row["error"] is not None],
        current=spread_of(row["exploitability_current"] for row in done),
        average=spread_of(row["exploitability_average"] for row in done),
        decisions_per_second=totals["decisions"] / totals["seconds"] if totals["seconds"] else 0.0,
        **means,
    )
