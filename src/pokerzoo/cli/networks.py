"""``pokerzoo train --method ppo|rnad|neural-mmd|deep-cfr``: learners with networks, on torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.errors import InputError, ParameterError

from .output import console, print_facts, print_json

if TYPE_CHECKING:
    from pokerzoo.agents.training.run_result import FinishedRun
    from pokerzoo.envs import Game

    from .train_options import TrainOptions

LEARNERS = {"ppo": "PPO", "rnad": "RNaD", "neural-mmd": "NeuralMMD", "deep-cfr": "DeepCFR"}
"""Trainers in ``pokerzoo.agents`` by ``--method``."""
DEFAULT_SHARE = 0.01
"""Default limit: exploitability as a share of the largest payoff. Networks come less near than tables."""


def learner_arguments(game: Game, options: TrainOptions) -> dict[str, Any]:
    """Arguments of the learner; ValueError if an option is not for it."""
    from pokerzoo import agents
    from pokerzoo.agents.training.trainer import arguments_of
    from pokerzoo.envs.support.errors import brief, did_you_mean

    from .options import parse_params

    method = options.method
    wrong = {
        "--sampling": options.sampling, "--threads": options.threads,
        "--alternating/--simultaneous": options.alternating,
        "--chance": None if options.chance == "all" else options.chance,
        "--solver-precision": None if options.solver_precision == "auto" else options.solver_precision,
        "--variant": None if method == "deep-cfr" else options.variant,
    }  # fmt: skip
    for name, value in wrong.items():
        if value is not None:
            raise ParameterError(name, problem=f"not with --method {method}")
    allowed = [name for name in arguments_of(getattr(agents, LEARNERS[method])) if name not in ("game", "variant", "seed")]
    given = parse_params(options.option, "--option")
    for name in given:
        if name not in allowed:
            hint = f"allowed: {', '.join(allowed)}{did_you_mean(name, allowed)}"
            raise InputError(f"--option {brief(name)}: --method {method} has no such option; {hint}")
    return {"variant": options.variant, "seed": options.seed} | given


def learner_until(game: Game, options: TrainOptions) -> float:
    """The exploitability at which training stops if no limit is given, in chips."""
    return DEFAULT_SHARE * max(map(abs, game.utility_range))


def check_unmeasured(game: Game, options: TrainOptions) -> bool:
    """True if exploitability of the game cannot be measured; ValueError for options that need it."""
    from pokerzoo.agents.neural.average import is_listed

    if is_listed(game):
        return False
    why = f"{game.name} has too many infosets to list them"
    for name, value in (("--until", options.until), ("--log", options.log)):
        if value is not None:
            raise ParameterError(name, problem=f"{why}, and exploitability is not measured")
    if options.out is not None:
        raise InputError(f"--out: {why}; --checkpoint keeps the network, and average_agent() in Python plays it")
    if options.iterations is None:
        raise InputError(f"--iterations: is needed: {why}, and exploitability is not measured")
    return True


def print_unmeasured(run: FinishedRun[Any], options: TrainOptions) -> None:
    """The result of a run whose exploitability is not measured."""
    from pokerzoo.agents.training.run_result import UnmeasuredResult, run_facts

    from .game_facts import game_lines

    solver = run.solver
    result = UnmeasuredResult(
        **run_facts(run),
        resumed_at_iteration=run.resumed_at,
        decisions=solver.decisions,
        seed=solver.seed,
        checkpoint=options.checkpoint,
    )
    if options.as_json:
        print_json(result)
    elif not options.quiet:
        facts = {
            "game": game_lines(solver.game),
            "method": method_text(solver),
            "iterations": f"{solver.iteration:,} in {run.seconds:.1f} s",
            "decisions": f"{solver.decisions:,}",
            "exploitability": "not measured: the game is too large; play matches in Python with average_agent()",
            "network": f"in the checkpoints in {options.checkpoint}" if options.checkpoint else "not kept: no --checkpoint",
        }
        print_facts(console(), facts)


def method_text(solver: Any) -> str:
    """The learner with its seed, and the options that are not its defaults."""
    defaults = type(solver.options)().to_dict() | {"device": solver.options.to_dict().get("device")}
    changed = [
        f"{name.replace('_', ' ')} {value}"
        for name, value in solver.options.to_dict().items()
        if value != defaults[name] and name != "chips_per_unit"
    ]
    return ", ".join([solver.name, f"seed {solver.seed}", *changed])
