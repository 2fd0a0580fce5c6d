"""An experiment as a work: one row a run of a learner on a game from a seed.

Where seconds are limited, rows depend on the machine: how far a run gets is the result. A row that is there is kept; a run
that was killed is begun again.
"""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pokerzoo.agents.policies.policy_tables import MAX_QUESTIONS
from pokerzoo.agents.training import Trainer
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.shared_parts import usable_processors
from pokerzoo.envs.registry import make_game_from_params, maker_of
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_number
from pokerzoo.evaluation.measures.exact import exploitability
from pokerzoo.jobs.work import Record, Rows, Work, first_difference, record_digest

from .learners import Learner, maker_of_learner

if TYPE_CHECKING:
    import pyarrow as pa

RunPoint: TypeAlias = dict[str, Any]
"""``decisions``, ``iterations``, ``seconds``, and in chips a hand ``exploitability_current`` and ``exploitability_average``."""

POINTS_A_DECADE = 6
"""Measurements of a run between a tenth of a time and that time."""
FIRST = {"seconds": 0.001, "decisions": 1000.0, "iterations": 10.0}
"""No measurement before, by the unit of the grid."""
MAX_GROWTH = 4
"""A stretch between two readings of the clock has at most this many times the steps of the one before."""
MAX_STEPS = 10**9
FREE_MEASURING = 1.0
"""Seconds that measuring may take longer than learning; measurements that would come then are left out, but for the last."""
SLOW_MEASUREMENT, MAX_MEASURING_SHARE = 5.0, 0.25
"""Seconds from which on a measurement is slow; then measuring may take no more than this share of learning."""
STALL_TIMEOUT = 30.0
"""Wall-clock seconds for each second of budget, and once more, after which a learner that spends none is given up."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a run; it ends with the step in which one of them is reached."""

    seconds: float | None = None  # processor seconds without measuring; None: no limit
    decisions: int | None = None  # None: no limit
    iterations: int | None = None  # None: no limit

    def __post_init__(self) -> None:
        if not self.limits:
            raise ParameterError("seconds", problem="a run needs a budget, of seconds, decisions or iterations")
        for name, value in self.limits.items():
            check_number(name, value, 0.0, 1e15, above=True)

    @property
    def limits(self) -> dict[str, float]:
        """The limits that there are, by their unit. The first is the unit of the grid."""
        return {name: float(value) for name, value in asdict(self).items() if value is not None}

    def grid(self) -> tuple[str, list[float]]:
        """The unit of the grid, and the counts at which a run is measured, the end last.

        >>> Budget(seconds=0.1).grid()[1][-4:], Budget(iterations=50).grid()
        ([0.0316228, 0.0464159, 0.0681292, 0.1], ('iterations', [10.7722, 15.8114, 23.2079, 34.0646, 50.0]))
        """
        unit, end = next(iter(self.limits.items()))
        ratio, grid = 10.0 ** (1.0 / POINTS_A_DECADE), [end]
        while end / ratio ** len(grid) >= FIRST[unit] * (1.0 - 1e-9):
            grid.append(float(f"{end / ratio ** len(grid):.6g}"))
        return unit, grid[::-1]


def run_learner(
    game: Game,
    learner: Learner,
    budget: Budget,
    points: list[RunPoint],
    clock: Callable[[], float] = time.process_time,
) -> None:
    """Train a learner until its budget is spent, and add what is measured to ``points``."""
    unit, grid = budget.grid()
    counts = {"seconds": 0.0, "decisions": int(learner.decisions), "iterations": 0}
    measuring, slow, steps, at, begin = 0.0, False, 1, 0, time.monotonic()
    while at < len(grid):
        before = clock()
        learner.advance(steps)
        more = {"seconds": clock() - before, "decisions": int(learner.decisions) - counts["decisions"], "iterations": steps}
        counts = {name: counts[name] + more[name] for name in counts}
        if more[unit] <= 0 and time.monotonic() - begin > STALL_TIMEOUT * (1.0 + (budget.seconds or 0.0)):
            raise RuntimeError(f"advance() returns, but its {unit} do not grow")
        over = any(counts[name] >= limit for name, limit in budget.limits.items())
        if over or counts[unit] >= grid[at]:
            learning = counts["seconds"]
            allowed = MAX_MEASURING_SHARE * learning if slow else learning + FREE_MEASURING
            if over or unit == "iterations" or measuring <= allowed:  # points of iterations are the same on any machine
                before = clock()
                points.append(counts | measured(game, learner))
                slow = clock() - before > SLOW_MEASUREMENT
                measuring += clock() - before
            if over:
                return
            while grid[at] <= counts[unit]:
                at += 1
        targets = budget.limits | {unit: grid[at]}
        fitting = [(target - counts[name]) * steps / more[name] for name, target in targets.items() if more[name] > 0]
        steps = max(1, int(min(MAX_GROWTH * steps, MAX_STEPS, *fitting)))


def measured(game: Game, learner: Learner) -> RunPoint:
    """Exploitability of a learner's present policies in chips a hand; None of one that it does not have."""
    # In a large game a network is not tabulated: it is queried a few boards at a time.
    kind = "agent" if hasattr(learner, "current_agent") and len(game.infosets) > MAX_QUESTIONS else "policy"
    point: RunPoint = {}
    for name in ("current", "average"):
        policy = getattr(learner, f"{name}_{kind}")()
        point[f"exploitability_{name}"] = None if policy is None else float(exploitability(game, policy))
    return point


PACKAGES = ("jax", "joblib", "numba", "numpy", "open_spiel", "pyarrow", "ray", "torch")


class Run(NamedTuple):
    """A learner on a game from a seed. The names are columns of the row; parameters and options are JSON."""

    game_name: str
    game: str
    parameters: str
    name: str
    learner: str  # a name in ``LEARNERS``, or the full path of a file
    options: str
    seed: int | None  # None: it draws nothing
    digest: str | None  # of the file

    def make(self) -> tuple[Game, Learner]:
        """The game, and the learner at its start."""
        game = game_of_run(self.game, self.parameters)
        learner = maker_of_learner(self.learner, self.digest)(game, self.seed, **json.loads(self.options))
        if isinstance(learner, Trainer):
            learner.compile()
        return game, learner


@lru_cache(maxsize=32)
def game_of_run(game: str, parameters: str) -> Game:
    """A game by its name and its parameters as JSON."""
    return make_game_from_params(game, json.loads(parameters))


class ExperimentWork(Work):
    """Runs of learners with one budget."""

    kind = "experiment"
    rows_per_file = 1

    def __init__(self, budget: Budget, runs: Sequence[Run]) -> None:
        self.budget, self.runs, self.count = budget, list(runs), len(runs)
        games = {(run.game, run.parameters) for run in runs}
        makers = {maker_of(game_of_run(*game).name).__module__ for game in games}
        self.modules = sorted(name for name in makers if name != "__main__" and not name.startswith("pokerzoo."))

    @classmethod
    def from_record(cls, record: Record) -> ExperimentWork:
        try:
            return cls(Budget(**record["budget"]), [Run(*run) for run in record["runs"]])
        except (AttributeError, KeyError, TypeError) as error:
            raise InputError(f"not a record of an experiment: {type(error).__name__}: {error}") from None

    def record(self) -> dict[str, Any]:
        return {"budget": asdict(self.budget), "runs": [list(run) for run in self.runs]}

    def with_more(self, other: Work) -> ExperimentWork:
        """These runs, and those of another that are not among them."""
        assert isinstance(other, ExperimentWork)
        here, there = other.by_name(), self.by_name()
        for name in [name for name in here if name in there]:
            fault = first_difference(there[name], here[name], name)
            if fault is not None:
                raise InputError(fault)
        return ExperimentWork(self.budget, list(dict.fromkeys([*self.runs, *other.runs])))

    def by_name(self) -> dict[str, dict[str, Any]]:
        """The budget, games and learners; in one folder a name means the same in all runs."""
        named = {"budget": asdict(self.budget)}
        for run in self.runs:
            named[f"games.{run.game_name}"] = {"name": run.game, "params": json.loads(run.parameters)}
            options = json.loads(run.options)
            named[f"learners.{run.name}"] = {"learner": run.learner, "options": options, "digest": run.digest}
        return named

    @property
    def tables(self) -> dict[str, pa.Schema]:
        return {"runs": row_schema()}

    def key(self, index: int) -> str:
        run = self.runs[index]
        learner = [run.name, run.digest or run.learner, json.loads(run.options)]  # a file that moves is the same learner
        return record_digest([self.kind, run.game, json.loads(run.parameters), learner, run.seed, asdict(self.budget)])

    def rows(self, index: int, folder: str) -> Rows:
        points, error = list[RunPoint](), None
        try:
            run_learner(*self.runs[index].make(), self.budget, points)
        except MemoryError:
            raise
        except (Exception, SystemExit) as raised:  # a failing learner does not stop the others
            error = str(raised) if type(raised) is ValueError else f"{type(raised).__name__}: {raised}"
        last = points[-1] if points else {}
        return {"runs": [self.failed(index, "") | last | {"error": error, "points": points}]}

    def failed(self, index: int, error: str) -> dict[str, Any]:
        run = self.runs[index]
        return run._asdict() | {
            "key": self.key(index),
            "error": error,
            "index": index,
            "learner": Path(run.learner).name,
            "versions": json.dumps(package_versions()),
            "processor": platform.processor() or platform.machine(),
            "cores": usable_processors(),
            **{f"budget_{name}": limit for name, limit in asdict(self.budget).items()},
        }


def package_versions() -> dict[str, str]:
    """Versions of what decides speed and results, as far as it is installed."""
    from pokerzoo import __version__

    versions = {"pokerzoo": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions


def row_schema() -> pa.Schema:
    """Columns of the rows."""
    import pyarrow as pa

    whole, number = pa.int64(), pa.float64()
    point = [
        ("decisions", whole), ("iterations", whole), ("seconds", number),
        ("exploitability_current", number), ("exploitability_average", number),
    ]  # fmt: skip
    texts = ("key", "error", "game_name", "game", "parameters", "name", "learner", "options", "versions", "processor")
    return pa.schema([
        *((name, pa.string()) for name in texts),
        *((name, whole) for name in ("index", "seed", "cores")),
        ("budget_seconds", number), ("budget_decisions", whole), ("budget_iterations", whole),
        *point, ("points", pa.list_(pa.struct(point))),
    ])  # fmt: skip
