"""Trainers of ``pokerzoo train``: how options make them, and how their results are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.formats import distance_text

from . import bet_fold, networks
from .game_facts import game_lines
from .option_names import as_solver_precision
from .output import console, file_text, iterations_text, print_facts, print_strategy, print_text, with_mbb, with_pot_share
from .train_options import EPSILON, TrainOptions

if TYPE_CHECKING:
    from pokerzoo.agents.mirror_descent.mmd import MirrorDescentResult
    from pokerzoo.agents.training import Trainer
    from pokerzoo.agents.training.run_result import TrainingResult
    from pokerzoo.envs import Game
    from pokerzoo.envs.support.records import Record
    from pokerzoo.evaluation.measures.bet_fold_measures import BetFoldResult

DEFAULT_UNTIL = 0.001
"""Default limit: this exploitability, in chips."""


def check_every_deal(options: TrainOptions) -> None:
    """ValueError if ``--chance`` is given: only bet_fold has it."""
    from pokerzoo.envs.support.parameters import check_choice

    check_choice("chance", options.chance, ("all", "sample"))
    if options.chance == "sample":
        raise InputError("--chance sample: is for bet_fold; --sampling chance draws the deals of other games")


def for_cfr(game: Game, options: TrainOptions) -> dict[str, Any]:
    """Arguments of ``CFR``; ValueError if an option is not for it."""
    check_every_deal(options)
    return {
        "variant": options.variant, "alternating": options.alternating, "seed": options.seed,
        "precision": options.solver_precision, "threads": options.threads,
    }  # fmt: skip


def for_mccfr(game: Game, options: TrainOptions) -> dict[str, Any]:
    """Arguments of ``MCCFR``; ValueError if an option is not for it."""
    check_every_deal(options)
    if options.alternating is False:
        raise InputError("--simultaneous: Monte Carlo CFR updates the players in turn")
    return {
        "variant": options.variant, "sampling": options.sampling or "external", "epsilon": options.epsilon,
        "baseline": options.baseline, "seed": options.seed,
    }  # fmt: skip


def for_mmd(game: Game, options: TrainOptions) -> dict[str, Any]:
    """Arguments of ``MMD``; ValueError if an option is not for it."""
    wrong = {"variant": options.variant, "sampling": options.sampling, "threads": options.threads}
    given = [f"--{name}" for name, value in wrong.items() if value is not None]
    given += [] if options.chance == "all" else ["--chance"]
    given += [] if options.solver_precision == "auto" else ["--solver-precision"]
    if given:
        raise InputError(f"{given[0]}: not with --method mmd, which is no kind of CFR and draws nothing")
    found = {"alternating": options.alternating, "seed": options.seed}
    words = {"temperature": options.temperature, "step": options.step, "magnet_rate": options.magnet_rate}
    return found | {name: value for name, value in words.items() if value is not None}


def print_tabular_summary(solver: Any, result: TrainingResult, own: MirrorDescentResult | None) -> None:
    """The average strategy, and what it is worth."""
    out, file = console(), result.file
    policy = solver.average_policy()
    left_out = print_strategy(out, policy, solver.game.infosets, whole=False)
    family, method = method_texts(solver, result)
    facts: dict[str, str | list[str]] = {
        "game": game_lines(solver.game),
        "method": method,
        "iterations": iterations_text(result),
        "player 0 expects": f"{with_pot_share(solver.game, result.expected_chips)} (average strategy)",
        "exploitability": f"{with_mbb(solver.game, result.exploitability_chips)} (average strategy)",
    }
    if own is not None:
        facts["settings"] = f"temperature {own.temperature}, step {own.step}, magnet rate {own.magnet_rate}"
        facts["last policy"] = f"exploitability {with_mbb(solver.game, own.current_exploitability_chips)}"
    if solver.game.num_players > 2:
        facts["NashConv"] = (
            f"{distance_text(result.nash_conv_chips)} chips, the sum of what {solver.game.num_players} best responses gain; "
            f"with more than two players {family} promises no convergence to an equilibrium"
        )
    facts["file"] = file_text(file)
    print_facts(out, facts)
    if left_out:
        where = file if file is not None else "FILE"
        hint = "Every row" if file is not None else "Every row, once it is in a file"
        print_text(out, f"{hint}: pokerzoo show {where} --all")


def method_texts(solver: Any, result: TrainingResult) -> tuple[str, str]:
    """The family of methods, and what this one does."""
    if type(solver).__name__ in networks.LEARNERS.values():
        return "self-play", networks.method_text(solver)
    turns = "alternating updates" if result.alternating else "simultaneous updates"
    deals = "every deal each iteration" if result.sampling is None else f"{result.sampling} sampling, seed {solver.seed}"
    family, method = ("CFR", result.variant) if result.variant else ("mirror descent", "magnetic mirror descent")
    return family, f"{method}, {turns}, {deals}"


@dataclass(frozen=True, slots=True)
class TrainerCommand:
    """A trainer on the command line."""

    trainer: str
    arguments: Callable[[Game, TrainOptions], dict[str, Any]]
    default_until: Callable[[Game, TrainOptions], float] = lambda game, options: DEFAULT_UNTIL
    own_result: Callable[[Any, TrainingResult], Record | None] = lambda solver, result: None
    print_summary: Callable[[Any, TrainingResult, Any], None] = print_tabular_summary

    def make(self, game: Game, options: TrainOptions) -> Trainer:
        """Make it; ValueError where an option is not for it."""
        from pokerzoo import agents

        arguments = self.arguments(game, options)
        try:
            trainer: Trainer = getattr(agents, self.trainer)(game, **arguments)
        except ValueError as error:
            raise InputError(as_solver_precision(str(error))) from error
        return trainer


def print_bet_fold_summary(solver: Any, result: TrainingResult, own: BetFoldResult | None) -> None:
    """The one curve of all players, or a row for each infoset."""
    if own is None:
        print_tabular_summary(solver, result, None)
    else:
        bet_fold.print_summary(solver, result, own)


BET_FOLD = bet_fold.default_until, bet_fold.own_result, print_bet_fold_summary
TRAINERS = {
    "cfr": TrainerCommand("CFR", for_cfr),
    "mccfr": TrainerCommand("MCCFR", for_mccfr),
    "mmd": TrainerCommand("MMD", for_mmd, own_result=lambda solver, result: solver.own_result()),
    "bet_fold": TrainerCommand("CFR", bet_fold.exact_arguments, *BET_FOLD),
    "bet_fold sampled": TrainerCommand("SymmetricRegretMatching", bet_fold.sampled_arguments, *BET_FOLD),
} | {
    method: TrainerCommand(name, networks.learner_arguments, networks.learner_until)
    for method, name in networks.LEARNERS.items()
}


def trainer_for(game: Game, options: TrainOptions) -> TrainerCommand:
    """The trainer that the options ask for."""
    from pokerzoo.envs.games.bet_fold import BetFoldGame
    from pokerzoo.envs.support.parameters import check_choice

    check_choice("method", options.method, ("cfr", "mmd", *networks.LEARNERS, "blueprint"))
    learner = options.method in networks.LEARNERS
    if options.option and not learner:
        raise InputError(f"--option: needs --method {', '.join(networks.LEARNERS)}")
    mirror = options.method == "mmd"
    if not mirror and any(one is not None for one in (options.temperature, options.step, options.magnet_rate)):
        raise InputError("--temperature, --step, --magnet-rate: need --method mmd")
    for_boards = options.threads is not None or options.solver_precision != "auto"
    if for_boards and not learner and (isinstance(game, BetFoldGame) or options.sampling is not None):
        raise InputError("--threads, --solver-precision: are for CFR on a compiled game, not for bet_fold and --sampling")
    if options.sampling is None and (options.baseline or options.epsilon != EPSILON):
        raise InputError("--epsilon, --baseline: need --sampling")
    if mirror or learner:
        return TRAINERS[options.method]
    if isinstance(game, BetFoldGame):
        return TRAINERS["bet_fold sampled" if options.chance == "sample" else "bet_fold"]
    return TRAINERS["cfr" if options.sampling is None else "mccfr"]
