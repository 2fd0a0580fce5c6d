"""Tuning: the options that are tried for each learner, how configurations are drawn from them, and how they are scored.

The protocol is in docs/rl_benchmark.md: as many configurations for each learner, of which the first has the learner's defaults;
equal budgets; games and seeds that are not reported.
"""

from __future__ import annotations

import json
import math
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from pokerzoo.envs.support.parameters import brief, check_int, is_number
from pokerzoo.envs.support.records import Record
from pokerzoo.evaluation.measures.exact import exploitability

from .entrant import Entrant
from .results import BenchmarkResult, RLBenchmark, result_of

Space: TypeAlias = Mapping[str, Sequence[Any]]
"""By option: ``("log", low, high)``, ``("uniform", low, high)``, ``("integer log", low, high)`` or ``("choice", values)``."""

SEARCH_SPACES: dict[str, Space] = {
    "mccfr_external": {"variant": ("choice", ["cfr", "lcfr"]), "average": ("choice", ["stochastic", "lazy"])},
    "mccfr_outcome": {
        "variant": ("choice", ["cfr", "lcfr"]),
        "average": ("choice", ["stochastic", "lazy"]),
        "baseline": ("choice", [False, True]),
        "epsilon": ("uniform", 0.2, 0.8),
    },
    "mmd": {
        "magnet_rate": ("choice", [0.0, 0.001, 0.01, 0.1]),
        "alternating": ("choice", [True, False]),
    },
    "deep_cfr": {
        "traversals": ("integer log", 300, 10_000),
        "train_steps": ("integer log", 50, 500),
        "learning_rate": ("log", 2e-3, 3e-2),
    },
    "ppo": {
        "hands": ("choice", [4096, 8192, 16_384]),
        "epochs": ("integer log", 2, 10),
        "learning_rate": ("log", 1e-3, 1e-2),
        "entropy": ("log", 0.03, 0.3),
        "halving": ("log", 30.0, 1000.0),
        "trace": ("uniform", 0.7, 1.0),
    },
    "neural_mmd": {
        "hands": ("choice", [4096, 16_384, 65_536]),
        "updates": ("integer log", 4, 30),
        "policy_rate": ("log", 2e-3, 2e-2),
        "temperature": ("log", 0.03, 0.3),
        "step": ("log", 1.0, 10.0),
        "follow": ("log", 0.01, 0.2),
        "entropy_scale": ("log", 0.02, 0.3),
        "halving": ("log", 30.0, 1000.0),
    },
    "rnad": {
        "hands": ("choice", [4096, 16_384, 65_536]),
        "eta": ("log", 0.01, 0.2),
        "replace_every": ("integer log", 100, 2000),
        "policy_rate": ("log", 5e-4, 1e-2),
        "target_rate": ("log", 1e-3, 3e-2),
        "importance_cap": ("choice", [1.0, 2.0, 4.0]),
    },
}
"""By the learner's name. Learners without one have nothing to tune; a file of your own may have a ``SEARCH_SPACE``."""

TUNING_SEEDS = 1000
"""The first seed of tuning; reported runs have 0, 1, ..."""


def search_space(entrant: Entrant) -> Space:
    """The search space of a learner; empty if it has none."""
    space: Space = SEARCH_SPACES.get(entrant.source.address, {})
    if entrant.source.known is None:
        module = sys.modules.get(getattr(entrant.source.load(), "__module__", ""), None)
        space = getattr(module, "SEARCH_SPACE", {})
    for name, range_ in space.items():
        if not range_ or range_[0] not in DRAWN:
            raise ValueError(
                f"SEARCH_SPACE of {entrant.name}: {name}={brief(range_)}: must be one of {', '.join(DRAWN)} with its ends"
            )
    return space


def drawn_configurations(entrant: Entrant, count: int, seed: int = 0) -> list[Entrant]:
    """Configurations of a learner: the given one, and others drawn at random, the same each time.

    Args:
        entrant: the learner, with options that all configurations have.
        count: how many; only one if there is nothing to tune.
        seed: of the draw.

    >>> [one.name for one in drawn_configurations(Entrant("mccfr_outcome"), 3)]
    ['mccfr_outcome#0', 'mccfr_outcome#1', 'mccfr_outcome#2']
    """
    check_int("count", count, 1, 10_000)
    space = search_space(entrant)
    rng = np.random.default_rng([seed, zlib.crc32(entrant.name.encode())])
    found = [dict(entrant.options)]
    while space and len(found) < count:
        found.append({name: DRAWN[range_[0]](rng, *range_[1:]) for name, range_ in space.items()} | entrant.options)
    address = entrant.source.address
    return [Entrant(address, options=options, name=f"{entrant.name}#{number}") for number, options in enumerate(found)]


def _log_uniform(rng: np.random.Generator, low: float, high: float) -> float:
    return float(f"{math.exp(rng.uniform(math.log(low), math.log(high))):.3g}")


def _uniform(rng: np.random.Generator, low: float, high: float) -> float:
    return float(f"{rng.uniform(low, high):.3g}")


def _integer_log(rng: np.random.Generator, low: float, high: float) -> int:
    return round(_log_uniform(rng, low, high))


def _choice(rng: np.random.Generator, values: Sequence[Any]) -> Any:
    return values[int(rng.integers(len(values)))]


DRAWN: dict[str, Callable[..., Any]] = {
    "log": _log_uniform,
    "uniform": _uniform,
    "integer log": _integer_log,
    "choice": _choice,
}


@dataclass(frozen=True, slots=True)
class ConfigurationScore(Record):
    """Score of a configuration.

    Attributes:
        learner: its name without the configuration's number.
        configuration: its name, such as ``rnad#3``.
        options: what it was made with.
        score: mean of log10(exploitability at the end / that of uniform play), the lower the better. It is of the better policy
            on each game, over seeds, then over games; a failed run counts 0.
        runs: how many runs there are.
        failed: how many of them have an error.
    """

    told = ("learner", "configuration", "options", "score")

    learner: str
    configuration: str
    options: dict[str, Any]
    score: float
    runs: int
    failed: int


def configuration_scores(runs: RLBenchmark) -> list[ConfigurationScore]:
    """The score of each configuration, learner by learner, the best first."""
    found = []
    for name in runs.learners:
        by_game, count, failed = [], 0, 0
        rows_of_all = [row for row in runs.rows if row["name"] == name]
        for game in dict.fromkeys(row["benchmark_game"] for row in rows_of_all):
            rows = [row for row in rows_of_all if row["benchmark_game"] == game]
            policy, uniform = result_of(rows).best_policy, uniform_exploitability(runs, game)
            own = [0.0 if row["error"] is not None else _ratio(row[f"exploitability_{policy}"], uniform) for row in rows]
            by_game.append(sum(own) / len(own))
            count += len(rows)
            failed += sum(row["error"] is not None for row in rows)
        options = json.loads(rows_of_all[0]["options"])
        found.append(ConfigurationScore(name.partition("#")[0], name, options, sum(by_game) / len(by_game), count, failed))
    learners = list(dict.fromkeys(one.learner for one in found))
    return sorted(found, key=lambda one: (learners.index(one.learner), one.score))


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
        scores: of tuning, the best configuration of each learner first; else None.
    """

    runs: int
    failed: list[BenchmarkFailure]
    results: list[BenchmarkResult]
    scores: list[ConfigurationScore] | None


def summary_of(runs: RLBenchmark) -> BenchmarkSummary:
    """Failures, results and scores of runs."""
    return BenchmarkSummary(
        len(runs),
        [BenchmarkFailure(row["benchmark_game"], row["name"], row["seed"], row["error"]) for row in runs.failures()],
        runs.results(),
        configuration_scores(runs) if runs.rows[0]["split"] == "tuning" else None,
    )


def best_options(runs: RLBenchmark) -> dict[str, dict[str, Any]]:
    """The options of the best configuration of each learner."""
    found: dict[str, dict[str, Any]] = {}
    for one in configuration_scores(runs):
        found.setdefault(one.learner, one.options)
    return found


def uniform_exploitability(runs: RLBenchmark, name: str) -> float:
    """Exploitability of uniform play, in chips a hand."""
    return float(exploitability(runs.game(name), "random"))


def _ratio(value: float | None, uniform: float) -> float:
    return math.log10(max(value, 1e-12) / uniform) if is_number(value) and value is not None else 0.0
