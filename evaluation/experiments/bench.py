"""``bench``: learners on games from seeds, each run with the same budget, in processes or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from pokerzoo.envs import Game, make_game
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.registry import MAKERS
from pokerzoo.envs.support.errors import ParameterError, brief, cut_text, did_you_mean
from pokerzoo.envs.support.extras import check_extra, not_installed
from pokerzoo.envs.support.parameters import check_int
from pokerzoo.jobs.engine import by_counts, run_folder
from pokerzoo.jobs.folder import HEAD, Folder

from .experiment import Experiment
from .learners import Entrant, check_learner
from .work import Budget, ExperimentWork, Run

RIVERS: dict[str, dict[str, Any]] = {
    "river": {},  # the river article's spot: QQ+ on both sides, a pot of 50 chips
    "river_100": {  # 100 hands a side: a caller out of position against the player who raised before the flop
        "board": "Qs8h2cJd5h",
        "ranges": (
            "TT-66,44,ATs,AJs,A9s,KTs+,Q9s+,J9s+,T9s,98s,87s,76s,KQo,QTo",
            "88+,AQ+,ATs+,A4s-A5s,KJs+,QJs,JTs,T9s,76s,65s,54s",
        ),
        "pot": 60,
        "stack": 170,
        "bet_sizes": "50%,100%",
        "raise_sizes": "a",
    },
}
"""Spots of hold'em by the name that ``--games`` takes, beside those of all games."""
SUITES = {"small": ("kuhn", "leduc"), "standard": ("kuhn", "leduc", *RIVERS)}
"""Sets of games."""


def game_named(name: str) -> Game:
    """A game by its short name, or any registered game with its defaults.

    Raises:
        ValueError: no such game.

    >>> len(game_named("river_100").infosets)
    1000
    """
    if name in RIVERS:
        return make_game("holdem", **RIVERS[name])
    if name in MAKERS:
        return make_game(name)
    guess = did_you_mean(name, [*RIVERS, *MAKERS, *SUITES])
    allowed = f"{', '.join(RIVERS)}, any game of 'pokerzoo games', or a set of games: {', '.join(SUITES)}"
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


def nash_conv_mbb(game: Game, exploitability: float) -> float | None:
    """NashConv in mbb a hand, as the literature on hold'em prints it, from exploitability in chips; None without blinds."""
    has_blinds = isinstance(game, PokerGame) and bool(game.rules.betting.blinds)
    return game.stakes.mbb(exploitability * game.num_players) if has_blinds else None


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
        games: games, their names ("kuhn", "leduc", "river", "river_100", "fhp", or any other with its defaults), or sets of
            games: "small", "standard".
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
    folder = open_folder(out, plan_runs(games, learners, seeds, budget_of(limits, out)))
    if not ray:
        check_torch(folder)
    run_folder(folder, processes, ray, by_counts(progress))
    return Experiment(out)


def plan_runs(
    games: Iterable[GameLike], learners: Iterable[str | Entrant], seeds: int | Iterable[int], budget: Budget
) -> ExperimentWork:
    """Plan the runs of ``bench``: all learners on all games from all seeds, a few seeds of everything first."""
    named = games_by_name(games)
    listed = [learner if isinstance(learner, Entrant) else Entrant(learner) for learner in learners]
    entrants = {entrant.name: entrant for entrant in listed}
    for name, given in (("games", named), ("learners", listed)):
        if not given:
            raise ParameterError(name, problem="must be at least one")
    if len(entrants) < len(listed):
        raise ParameterError("learners", problem="two have the same name")
    runs = [
        Run(game, entrant.name, seed if entrant.draws else None)
        for seed in check_seeds(seeds) for game in named for entrant in listed
    ]  # fmt: skip
    return ExperimentWork(budget, named, entrants, list(dict.fromkeys(runs)))


def check_seeds(seeds: int | Iterable[int]) -> list[int]:
    """Seeds from their number (then 0, 1, ...) or themselves; ValueError where one is not allowed or comes twice."""
    if isinstance(seeds, int):
        check_int("seeds", seeds, 1, MAX_SEEDS)
        return list(range(seeds))
    listed = list(islice(seeds, MAX_SEEDS + 1))
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
    work: Any = Folder.open(out, ExperimentWork).work
    budget: Budget = work.budget
    return budget


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
    missing = {work.runs[shard].entrant for shard in folder.missing()}  # a file for each run
    needing = [name for name in sorted(missing) if (known := work.entrants[name].known) is not None and known.networks]
    if needing:
        raise not_installed(f"learners with networks need torch ({', '.join(needing)})", "rl")


def check_own_learners(work: ExperimentWork) -> None:
    """Make each learner of a user's once, and check its methods before anything is run.

    What goes wrong while it is made is left to its runs: other games, or other machines, may be what it is for.

    Raises:
        ValueError: what is made lacks a method of learners.
    """
    for run in {run.entrant: run for run in reversed(work.runs)}.values():  # the first of each
        entrant = work.entrants[run.entrant]
        if entrant.known is None:
            try:
                made = entrant.make(work.games[run.game], run.seed)
            except (Exception, SystemExit):
                continue
            check_learner(made, entrant.name)


def open_folder(out: str | Path, work: ExperimentWork | None) -> Folder:
    """The folder of these runs: a new one, or one with some of these or other runs, which has all then; None: what is there."""
    if work is not None and not (Path(out) / HEAD).exists():
        check_own_learners(work)
        return Folder.make(out, work)
    there = Folder.open(out, ExperimentWork)
    before: Any = there.work
    both = before if work is None else before.with_more(work)
    check_own_learners(both)
    if both.count > before.count:
        with there.locked():
            there.work = both
            there.write_head()
    return there
