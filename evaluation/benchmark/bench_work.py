"""The benchmark as a work: one row a run of a learner on a game from a seed.

Unlike other works' rows these depend on time: how far a run comes is what is asked. A row that is there is kept, a run that was
killed is made anew from its beginning.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from pokerzoo.envs import Game, make_game
from pokerzoo.envs.compiled.shared_parts import usable_processors
from pokerzoo.evaluation.jobs.work import Record, Rows, Work, record_digest
from pokerzoo.evaluation.runs.runs_work import modules_of

from .budget import Budget, RunPoint, run_learner
from .entrant import Entrant
from .games import benchmark_game

if TYPE_CHECKING:
    import pyarrow as pa


PACKAGES = ("jax", "joblib", "numba", "numpy", "open_spiel", "pyarrow", "ray", "torch")


@dataclass(frozen=True, slots=True)
class BenchRun:
    """The run of a row: a game of the benchmark and an entrant by name, a seed (None: the learner draws nothing)."""

    game: str
    entrant: str
    seed: int | None


class BenchWork(Work):
    """Runs of learners with one budget."""

    kind = "benchmark"
    rows_per_file = 1

    def __init__(
        self,
        budget: Budget,
        games: Mapping[str, Game],
        entrants: Mapping[str, Entrant],
        runs: list[BenchRun],
    ) -> None:
        self.budget = budget
        self.games, self.entrants, self.runs = dict(games), dict(entrants), list(runs)
        self.count = len(self.runs)
        self.modules = modules_of(self.games.values())

    @classmethod
    def planned(cls, budget: Budget, games: list[str], entrants: list[Entrant], seeds: list[int]) -> BenchWork:
        """All entrants on all games from all seeds, seed by seed, so that a few seeds of everything are done first."""
        by_name = {one.name: one for one in entrants}
        if len(by_name) < len(entrants):
            raise ValueError("learners: two have the same name")
        runs = [
            BenchRun(game, one.name, seed if one.source.draws else None) for seed in seeds for game in games for one in entrants
        ]
        return cls(budget, {name: benchmark_game(name) for name in games}, by_name, list(dict.fromkeys(runs)))

    @classmethod
    def from_record(cls, record: Record) -> BenchWork:
        try:
            games = {one["name"]: make_game(one["game"], **one["parameters"]) for one in record["games"]}
            entrants = [Entrant.from_dict(one) for one in record["entrants"]]
            runs = [BenchRun(*one) for one in record["runs"]]
            budget = Budget(record["seconds"], record["decisions"])
            return cls(budget, games, {one.name: one for one in entrants}, runs)
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a record of a benchmark: {type(error).__name__}: {error}") from None

    def record(self) -> dict[str, Any]:
        return {
            "seconds": self.budget.seconds,
            "decisions": self.budget.decisions,
            "games": [
                {"name": name, "game": game.name, "parameters": json.loads(json.dumps(game.params))}
                for name, game in self.games.items()
            ],
            "entrants": [one.to_dict() for one in self.entrants.values()],
            "runs": [[run.game, run.entrant, run.seed] for run in self.runs],
        }

    def with_more(self, other: BenchWork) -> BenchWork:
        """These runs, and another's runs that are not among them."""
        for name, own, theirs in (
            ("seconds", self.budget.seconds, other.budget.seconds),
            ("decisions", self.budget.decisions, other.budget.decisions),
        ):
            if own != theirs:
                raise ValueError(f"{name}={theirs}: runs with {own} are in this folder; name another folder")
        for name, game in other.games.items():
            if self.games.get(name, game) != game:
                raise ValueError(f"games: {name} has other parameters in this folder; name another folder")
        for name, entrant in other.entrants.items():
            there = self.entrants.get(name, entrant)
            if there.options != entrant.options:
                raise ValueError(f"options: {name} has {there.options} in this folder; name another folder")
            if there.to_dict() != entrant.to_dict():
                raise ValueError(f"learners: {name} is another file in this folder, or has changed; name another folder")
        runs = list(dict.fromkeys([*self.runs, *other.runs]))
        return BenchWork(self.budget, self.games | other.games, self.entrants | other.entrants, runs)

    @property
    def tables(self) -> dict[str, pa.Schema]:
        return {"runs": row_schema()}

    def key(self, index: int) -> str:
        run = self.runs[index]
        game, entrant = self.games[run.game], self.entrants[run.entrant].to_dict()
        told = {name: value for name, value in entrant.items() if name not in ("name", "address")}
        own = [game.name, json.loads(json.dumps(game.params)), told, run.entrant, run.seed]
        return record_digest([self.kind, own, self.budget.seconds, self.budget.decisions])

    def rows(self, index: int, folder: str) -> Rows:
        run = self.runs[index]
        game, entrant = self.games[run.game], self.entrants[run.entrant]
        points: list[RunPoint] = []
        error = None
        try:
            learner = entrant.source.load()(game, run.seed, **entrant.options)
            run_learner(game, learner, self.budget, points)
        except MemoryError:
            raise
        except (Exception, SystemExit) as raised:  # whatever a learner does, the others go on
            error = str(raised) if type(raised) is ValueError else f"{type(raised).__name__}: {raised}"
        last = points[-1] if points else {}
        return {"runs": [self.failed(index, "") | last | {"error": error, "points": points}]}

    def failed(self, index: int, error: str) -> dict[str, Any]:
        run = self.runs[index]
        game, entrant = self.games[run.game], self.entrants[run.entrant]
        return {
            "key": self.key(index),
            "error": error,
            "index": index,
            "benchmark_game": run.game,
            "game": game.name,
            "parameters": json.dumps(game.params, sort_keys=True),
            "name": run.entrant,
            "learner": entrant.source.name,
            "options": json.dumps(entrant.options, sort_keys=True),
            "seed": run.seed,
            "budget_seconds": self.budget.seconds,
            "budget_decisions": self.budget.decisions,
            "versions": json.dumps(package_versions()),
            "processor": platform.processor() or platform.machine(),
            "cores": usable_processors(),
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
    found = [
        ("decisions", whole), ("iterations", whole), ("seconds", number),
        ("exploitability_current", number), ("exploitability_average", number),
    ]  # fmt: skip
    texts = (
        "key",
        "error",
        "benchmark_game",
        "game",
        "parameters",
        "name",
        "learner",
        "options",
        "versions",
        "processor",
    )
    return pa.schema([
        *((name, pa.string()) for name in texts),
        *((name, whole) for name in ("index", "seed", "cores")),
        ("budget_seconds", number), ("budget_decisions", whole),
        *found, ("points", pa.list_(pa.struct(found))),
    ])  # fmt: skip
