"""``bench``: learners on games from seeds, each run with the same budget, in processes or on a cluster."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, cast

from pokerzoo.envs import Game, make_game
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.games.spot_presets import PRESETS
from pokerzoo.envs.registry import MAKERS
from pokerzoo.envs.support.errors import ParameterError, brief, cut_text, did_you_mean
from pokerzoo.envs.support.extras import check_extra, not_installed
from pokerzoo.envs.support.parameters import check_int
from pokerzoo.jobs.engine import by_counts, run_folder
from pokerzoo.jobs.folder import HEAD, Folder

from .experiment import Experiment
from .learners import LEARNERS, Entrant, check_learner
from .work import Budget, ExperimentWork, Run

SUITES = {"small": ("kuhn", "leduc"), "standard": ("kuhn", "leduc", "river", "river-100")}
"""Sets of games."""


def game_named(name: str) -> Game:
    """A preset (``river-100``), or any registered game with its defaults.

    Raises:
        ValueError: no such game.

    >>> len(game_named("river-100").infosets)
    1000
    """
    if name in PRESETS:
        return make_game(PRESETS[name].game, **PRESETS[name].params)
    if name in MAKERS:
        return make_game(name)
    guess = did_you_mean(name, [*PRESETS, *MAKERS, *SUITES])
    allowed = f"any game of 'pokerzoo games', a preset of 'pokerzoo solve', or a set of games: {', '.join(SUITES)}"
    raise ParameterError("games", problem=f"no game {brief(name)}; allowed: {allowed}{guess}")


def games_by_name(games: Iterable[GameLike]) -> dict[str, Game]:
    """Games by the names that they have in an experiment; a suite is a name for several games.

    >>> [*games_by_name(["small", "river", make_game("kuhn", num_cards=4)])]
    ['kuhn', 'leduc', 'river', 'kuhn(num_cards=4, num_players=2)']
    """
    named: dict[str, Game] = {}
    for entry in games:
        if isinstance(entry, str):
            named |= {name: game_named(name) for name in SUITES.get(entry, (entry,))}
            continue
        game = game_of(entry)
        if game.name not in MAKERS:
            raise ParameterError(
                "games", problem=f"{game.name} is not registered, so that no other process can make it: register_game(...)"
            )
        name = game.name if game == make_game(game.name) else cut_text(str(game), 80)
        if named.setdefault(name, game) != game:
            raise ParameterError("games", problem=f"two are called {name!r}")
    return named


DEFAULT_SECONDS = 60.0
MAX_SEEDS = 100_000
LARGEST_SEED = 2**63 - 1
"""Seeds are a column of 64-bit whole numbers."""


def bench(
    games: Iterable[GameLike],
    learners: Iterable[str | Entrant],
    out: str | Path,
    seeds: int | Iterable[int] = 5,
    *,
    seconds: float | None = None,
    decisions: int | None = None,
    iterations: int | None = None,
    processes: int | None = None,
    ray: bool | str = False,
    progress: Callable[[int, int], Any] | None = None,
) -> Experiment:
    """Train learners on games with the same budget each, and measure their exact exploitability on the way.

    A folder keeps the runs, one Parquet file each. If the call is killed and repeated, it resumes with the runs that are
    missing. If it is called with more games, learners or seeds, it adds their runs. A run that fails has its error in its row.
    With ``iterations`` or ``decisions`` alone a run ends with the same strategy on any machine; with ``seconds`` it depends on
    the machine how far it comes. docs/howto/compare_learners.md explains what is measured.

    Args:
        games: games, their names ("kuhn", "leduc", or any other with its defaults), presets of ``pokerzoo solve`` ("river",
            "river-100"), or sets of games: "small", "standard".
        learners: names (``"cfr+"``, ``"deep_cfr"``), files (``"mine.py"``), or ``Entrant`` objects.
        out: the folder; with Ray one that all machines of the cluster see.
        seeds: of the runs of each learner: the seeds, or how many (then 0, 1, ...). A learner that draws nothing has one run.
        seconds: processor seconds that each run may spend on learning. None: 60, unless something else is limited or the folder
            has runs, whose limits hold then.
        decisions: decisions that each run may learn from; None: no limit.
        iterations: iterations of each run; None: no limit.
        processes: how many runs at a time; None: one for each processor.
        ray: whether to do them on Ray: True for a Ray of its own on this machine, or the address of a cluster: ``"auto"`` for
            the one that runs on this machine, ``"node1:6379"``, ``"ray://node1:10001"``.
        progress: called with (runs done, all runs).

    Returns:
        The runs, read from the folder.

    Raises:
        ConnectionError: no cluster is there.
        ImportError: a package is not installed.
        OSError: the folder cannot be written.
        ChildProcessError: processes die as soon as they start.
        ValueError: an argument that is not allowed, other runs in the folder, or another process that does them.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import bench

            runs = bench(["kuhn"], ["cfr+", "mccfr_outcome"], "runs", seeds=3, seconds=1)
            for result in runs.results():
                print(result.learner, result.best.mean, result.best.interval)
    """
    check_packages(ray)
    limits = {"seconds": seconds, "decisions": decisions, "iterations": iterations}
    folder = Folder.make(out, plan_runs(games, learners, seeds, budget_of(limits, out)))
    if not ray:
        check_torch(folder)
    run_folder(folder, processes, ray, by_counts(progress))
    return Experiment(out)


def plan_runs(
    games: Iterable[GameLike], learners: Iterable[str | Entrant], seeds: int | Iterable[int], budget: Budget
) -> ExperimentWork:
    """Plan the runs of ``bench``: all learners on all games from all seeds, a few seeds of everything first.

    Raises:
        ValueError: an argument that is not allowed, or a learner of a file that lacks a method of learners.
    """
    named = games_by_name(games)
    entrants = [learner if isinstance(learner, Entrant) else Entrant(learner) for learner in learners]
    for name, given in (("games", named), ("learners", entrants)):
        if not given:
            raise ParameterError(name, problem="must be at least one")
    if len({entrant.name for entrant in entrants}) < len(entrants):
        raise ParameterError("learners", problem="two have the same name")
    runs = [
        Run(
            name, game.name, json.dumps(game.params, sort_keys=True), entrant.name, entrant.learner,
            json.dumps(entrant.options, sort_keys=True), seed if entrant.draws else None, entrant.digest,
        )
        for seed in check_seeds(seeds) for name, game in named.items() for entrant in entrants
    ]  # fmt: skip
    for run in {run.name: run for run in reversed(runs) if run.digest is not None}.values():  # the first of each
        try:
            _, learner = run.make()
        except (Exception, SystemExit):
            continue  # is left to its runs: other games, or other machines, may be what it is for
        check_learner(learner, run.name)
    return ExperimentWork(budget, list(dict.fromkeys(runs)))


def check_seeds(seeds: int | Iterable[int]) -> list[int]:
    """Seeds from their number (then 0, 1, ...) or themselves; ValueError where one is not allowed or comes twice."""
    if isinstance(seeds, int):
        check_int("seeds", seeds, 1, MAX_SEEDS)
    listed = list(islice(range(seeds) if isinstance(seeds, int) else seeds, MAX_SEEDS + 1))
    if not 1 <= len(listed) <= MAX_SEEDS:
        raise ParameterError("seeds", problem=f"must be 1 to {MAX_SEEDS:,} of them")
    for seed in listed:
        check_int("seeds", seed, 0, LARGEST_SEED)
    if len(set(listed)) < len(listed):
        raise ParameterError("seeds", problem="one comes twice, which would be one run")
    return listed


def budget_of(limits: dict[str, Any], out: str | Path | None) -> Budget:
    """The budget with these limits; without any, the one of the runs in a folder, else a default."""
    if any(limit is not None for limit in limits.values()):
        return Budget(**limits)
    if out is None or not (Path(out) / HEAD).exists():
        return Budget(DEFAULT_SECONDS)
    return cast(ExperimentWork, Folder.open(out, ExperimentWork).work).budget


def check_packages(ray: bool | str) -> None:
    """Check that all packages are installed that runs need."""
    if ray is False:
        check_extra(("joblib", "pyarrow"), "bench", "sweeps")
    else:
        check_extra(("joblib", "pyarrow", "ray"), "bench on a cluster", "cluster")


def check_torch(folder: Folder) -> None:
    """Check that missing runs can be done here: without torch each would fail, and its row would be kept."""
    work: Any = folder.work
    if find_spec("torch") is not None:
        return
    runs = [work.runs[shard] for shard in folder.missing()]  # a file for each run
    needing = sorted({run.name for run in runs if run.learner in LEARNERS and LEARNERS[run.learner].networks})
    if needing:
        raise not_installed(f"learners with networks need torch ({', '.join(needing)})", "rl")
