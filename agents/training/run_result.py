"""Results of training runs, as commands print them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from pokerzoo.envs.support.records import Chips, Mbb, Percent, Record, Seconds

from .trainer import variant_name

if TYPE_CHECKING:
    from pokerzoo.envs.measurement import Measurement

    from .trainer import Trainer

Solver = TypeVar("Solver", bound="Trainer")


@dataclass(frozen=True)
class FinishedRun(Generic[Solver]):
    """A run that has ended, at ``until`` (in chips), at its number of iterations, or as ``stopped`` says."""

    solver: Solver
    until: float | None
    stopped: Literal["interrupt", "seconds"] | None
    seconds: float
    rate: float | None
    resumed_at: int
    file_bytes: int | None = None
    """Size of the file that was written."""

    @property
    def interrupted(self) -> bool:
        """True if Ctrl-C ended it."""
        return self.stopped == "interrupt"

    @cached_property
    def measured(self) -> Measurement:
        """Values of the average strategy, and of best responses to it."""
        return self.solver.measure()


@dataclass(frozen=True, kw_only=True)
class RunResult(Record):
    """The result of a run of any trainer.

    Attributes:
        game: name of the game.
        parameters: its parameters.
        iterations: iterations done.
        stopped_by: ``iterations``, ``until``, ``seconds``, ``settled`` (charts before the flop) or ``interrupt`` (Ctrl-C).
        seconds: time in the iterations of this run; compiling, measuring and writing files do not count.
        iterations_per_second: iterations of this run divided by ``seconds``; None if there were none.
    """

    game: str
    parameters: dict[str, Any]
    iterations: int
    stopped_by: str
    seconds: Seconds
    iterations_per_second: float | None


@dataclass(frozen=True, kw_only=True)
class MeasuredResult(RunResult):
    """The result of a run whose average strategy is measured.

    Attributes:
        variant: the CFR variant; None with magnetic mirror descent.
        alternating: whether the players update in turn.
        exploitability_chips: exploitability of the average strategy.
        exploitability_pot_percent: the same in percent of the starting pot.
        exploitability_mbb: the same in mbb.
        nash_conv_chips: the sum of the gains of all players' best responses (NashConv).
        file: the file written, as named by ``--out``.
    """

    variant: str | None
    alternating: bool
    exploitability_chips: Chips
    exploitability_pot_percent: Percent | None
    exploitability_mbb: Mbb | None
    nash_conv_chips: Chips
    file: str | None


@dataclass(frozen=True, kw_only=True)
class TrainingResult(MeasuredResult):
    """The result of training.

    Attributes:
        chance: ``all`` or ``sample``.
        sampling: what Monte Carlo CFR samples: ``external``, ``outcome`` or ``chance``; None for other training.
        seed: of all that is sampled; None with ``chance`` = ``all``, unless one was given.
        resumed_at_iteration: the iteration of the checkpoint from which the run was resumed; 0 if from none.
        expected_chips: what player 0 expects when all play the average strategy.
        expected_pot_share_chips: the same as pot share.
        gains_chips: what each player's best response gains against the average strategy of the others.
        checkpoint: directory of the checkpoints.
        log: the log that was written.
    """

    chance: str
    sampling: str | None
    seed: int | None
    resumed_at_iteration: int
    expected_chips: Chips
    expected_pot_share_chips: Chips | None
    gains_chips: list[Chips]
    checkpoint: str | None
    log: str | None


@dataclass(frozen=True, kw_only=True)
class UnmeasuredResult(RunResult):
    """The result of training networks on a game that is too large to measure them.

    Attributes:
        resumed_at_iteration: the iteration of the checkpoint from which the run was resumed; 0 if from none.
        decisions: decisions of all players so far.
        seed: of the random numbers.
        checkpoint: directory of the checkpoints.
    """

    resumed_at_iteration: int
    decisions: int
    seed: int
    checkpoint: str | None


@dataclass(frozen=True, kw_only=True)
class BlueprintResult(RunResult):
    """The result of training a blueprint.

    Attributes:
        bet_sizes: sizes of bets after the flop that the blueprint uses.
        raise_sizes: sizes of its raises.
        hand_classes: number of hand classes before the flop, on the flop, on the turn and on the river.
        decisions: decisions in its betting tree.
        numbers: probabilities that it has: one for each hand class and action.
        threads: threads that shared the work.
        seed: of the drawn boards.
        file: the file written, as named by ``--out``.
        file_bytes: its size.
        checkpoint: directory of the checkpoints.
    """

    bet_sizes: Any
    raise_sizes: Any
    hand_classes: list[int]
    decisions: int
    numbers: int
    threads: int
    seed: int
    file: str | None
    file_bytes: int | None
    checkpoint: str | None


def run_facts(run: FinishedRun[Any], reached: bool = False) -> dict[str, Any]:
    """The fields of ``RunResult``; ``reached``: whether it got to ``until``."""
    solver = run.solver
    return {
        "game": solver.game.name,
        "parameters": solver.game.params,
        "iterations": solver.iteration,
        "stopped_by": "interrupt" if run.interrupted else "until" if reached else run.stopped or "iterations",
        "seconds": run.seconds,
        "iterations_per_second": run.rate,
    }


def measured_facts(run: FinishedRun[Any], file: str | None) -> dict[str, Any]:
    """The fields of ``MeasuredResult``."""
    measured = run.measured
    return run_facts(run, run.until is not None and measured.distance <= run.until) | {
        "variant": variant_name(run.solver),
        "alternating": getattr(run.solver, "_alternating", False),
        "exploitability_chips": measured.exploitability,
        "exploitability_pot_percent": measured.exploitability_pot_percent,
        "exploitability_mbb": measured.exploitability_mbb,
        "nash_conv_chips": measured.nash_conv,
        "file": file,
    }


def training_result(run: FinishedRun[Any], file: str | None, checkpoint: str | None, log: str | None) -> TrainingResult:
    """The result of training, with the files that were written."""
    solver, measured = run.solver, run.measured
    expected = float(measured.values[0])
    return TrainingResult(
        **measured_facts(run, file),
        chance=solver._chance,
        sampling=solver._sampling,
        seed=solver.seed,
        resumed_at_iteration=run.resumed_at,
        expected_chips=expected,
        expected_pot_share_chips=solver.game.stakes.pot_share(expected, solver.game.num_players),
        gains_chips=measured.gains.tolist(),
        checkpoint=checkpoint,
        log=log,
    )
