"""``pokerzoo train``: CFR and other methods on a game, with progress, and what they found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pokerzoo.envs.support.errors import InputError

from .command import command, option, refuse
from .options import METHODS, VARIANT_NAMES, default_until, game_with, make_trainer, parse_params, until_in_chips
from .output import Result, check_apart, check_target
from .progress import run_watched
from .run_summary import trained_result, unmeasured_result

if TYPE_CHECKING:
    from pokerzoo.envs import Game

DEFAULT_ITERATIONS = 1_000_000
"""Iterations at most if no limit is given; exploitability is then the method's own."""
TRAINING, STOP, FILES = "Training", "When to stop", "Files"
"""Headings of the options."""

EXAMPLES = (
    "pokerzoo train kuhn",
    "pokerzoo train leduc --variant cfr+ --until 0.0001 --out leduc.npz",
    "pokerzoo train kuhn --param num_cards=4 --method mccfr --option sampling=chance --seed 1 --iterations 100000",
    "pokerzoo train leduc --method mccfr --seed 1 --iterations 1000000",
    "pokerzoo train leduc --method mmd --until 0.01",
    "pokerzoo train kuhn --method mmd --option temperature=0.5 --iterations 500",
    "pokerzoo train leduc --method ppo --option hands=16384 --seed 1 --iterations 200 --out ppo.npz",
    "pokerzoo train leduc --variant lcfr --iterations 10000000 --checkpoint run1 --log run1.jsonl --every 10000",
    "pokerzoo train rps --param 'payoffs=[[0,-1,2],[1,0,-1],[-2,1,0]]'",
    "pokerzoo train bet_fold --param num_players=5 --param odds=3 --out bet_fold.npz",
)


@command(EXAMPLES, any_game=True, quiet=True)
@click.argument("game", metavar="GAME", help="The game; 'pokerzoo games' lists them.")
@option("--param")
@option(
    "--method", type=click.Choice([*METHODS]), metavar="NAME", default="cfr", heading=TRAINING,
    help="; ".join(f"{name}: {method.about}" for name, method in METHODS.items()) + ". Networks need torch.",
)  # fmt: skip
@option(
    "--variant", metavar="NAME", heading=TRAINING,
    help=f"The variant of CFR: {VARIANT_NAMES}. Without it the fastest over all, or cfr if chance is sampled.",
)  # fmt: skip
@option(
    "--option", heading=TRAINING,
    help="An option of the method: --option threads=2. Repeat for more. An unknown NAME lists them. VALUE is JSON or a string.",
)  # fmt: skip
@option("--seed", heading=TRAINING, help="Seed of all sampling.")
@option("--iterations", heading=STOP)
@option(
    "--until", heading=STOP,
    help="Stop at this exploitability: 0.05 (chips a hand), 0.1% (of the starting pot) or '5 mbb'.",
)  # fmt: skip
@option("--seconds", metavar="X", type=click.FloatRange(min=0.001), heading=STOP, help="Stop after X seconds of training.")
@option("--out", heading=FILES)
@option("--checkpoint", heading=FILES)
@option("--log", heading=FILES, help="Write iteration, seconds, exploitability and gains as lines of JSON.")
@option("--every", metavar="N", heading=FILES, help="Iterations between checkpoints, and between lines of the log.")
def train(
    game: str, param: tuple[str, ...], method: str, variant: str | None, option: tuple[str, ...], seed: int | None,
    iterations: int | None, until: str | None, seconds: float | None, out: str | None, checkpoint: str | None,
    log: str | None, every: int | None,
) -> Result:  # fmt: skip
    """Find an equilibrium of a game by counterfactual regret minimization (CFR) or another method.

    Prints the average strategy, and what each player expects and could gain by a best response. Without a limit it stops at
    0.001 chips, in hold'em as 'pokerzoo solve' (networks: at 1% of the largest payoff), or after 1,000,000 iterations. Ctrl-C
    stops it and keeps what was trained. With more than two players, exploitability need not go to zero.

    Networks on whole hands need --iterations or --seconds, and --checkpoint. 'pokerzoo blueprint' trains another agent for
    them.

    A run with --checkpoint can be killed at any moment. The same command resumes from the last checkpoint, and ends with
    the same strategy, bit for bit.

    In bet_fold all players share a strategy, unless --option alternating=true, and the best-response gain stands
    for exploitability.
    """
    from pokerzoo.agents.training import JsonLinesLog

    check_target(out)
    check_apart([("--out", out), ("--log", log)])
    rules = game_with(game, param)
    measured = is_measured(method, rules, iterations is None and seconds is None)
    target: str | float | None = until
    if iterations is None and until is None and seconds is None:
        iterations, target = DEFAULT_ITERATIONS, default_until(method, rules)
    limit = until_in_chips(rules, target)
    options = parse_params(option, "--option")
    run = run_watched(
        lambda: make_trainer(method, rules, variant, seed, options), iterations, limit, seconds, measures=measured, out=out,
        callbacks=[] if log is None else [JsonLinesLog(log)], every=every, checkpoint=checkpoint,
    )  # fmt: skip
    return trained_result(method, run, out, checkpoint, log) if measured else unmeasured_result(run, checkpoint)


def is_measured(method: str, game: Game, endless: bool) -> bool:
    """True if exploitability is measured; InputError for options that need it, and for a run without an end."""
    if not METHODS[method].network:
        return True
    from pokerzoo.agents.neural.average import is_listed

    if is_listed(game):
        return True
    why = f"{game.name} has too many infosets to list them"
    refuse(("--until", "--log"), f"{why}, and exploitability is not measured")
    refuse(["--out"], f"{why}; --checkpoint keeps the network, and average_agent() in Python plays it")
    if endless:
        raise InputError(f"--iterations or --seconds: is needed: {why}, and exploitability is not measured")
    return False
