"""``pokerzoo blueprint``: the agent for whole hands, trained by CFR on drawn boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from pokerzoo.envs.game_words import game_lines
from pokerzoo.envs.support.tables import Column, Table

from .command import command, option
from .options import check_options, game_with, parse_params
from .output import Result, check_target, file_text
from .progress import run_watched
from .run_summary import iterations_text

if TYPE_CHECKING:
    from pokerzoo.agents.training.run_result import BlueprintResult

EXAMPLES = (
    "pokerzoo blueprint --seconds 600 --out blueprint.npz",
    "pokerzoo blueprint --option bet_sizes=50%,100%,a --option flop=500 --checkpoint run1 --out mine.npz",
    "pokerzoo blueprint --param stack=20 --option river=exact --iterations 100000 --out short.npz",
)
CLASSES = ("flop", "turn", "river", "features", "textures")
"""Options that say how hands are put into classes."""
DEFAULT_SECONDS = 600.0
"""Time of training if no limit is given."""
STARTING_HANDS = "AsAh AsKs AsKh 9s9h AsTh KsQs QhJs Ts9s 5s5h As4s Ks7h 8s6h 7h2s"
"""Hands whose first decision is shown of a blueprint."""


@command(EXAMPLES, quiet=True)
@option("--param", heading="", help="A parameter of texas_holdem; 'pokerzoo games texas_holdem' lists them. Repeat for more.")
@option(
    "--option", help="An option of the training: --option flop=200, classes of hands on the flop; --option threads=2. "
    "Repeat for more. An unknown NAME lists them. VALUE is JSON or a string.",
)  # fmt: skip
@option("--seed", help="Seed of the boards.")
@option("--iterations")
@option(
    "--seconds", metavar="X", type=click.FloatRange(min=0.001), help="Stop after X seconds of training (600 without a limit)."
)  # fmt: skip
@option("--out", help="Write the blueprint here; an old FILE is replaced.")
@option("--checkpoint")
def blueprint(
    param: tuple[str, ...], option: tuple[str, ...], seed: int | None, iterations: int | None, seconds: float | None,
    out: str | None, checkpoint: str | None,
) -> Result:  # fmt: skip
    """Train an agent for whole hands of texas_holdem for two: few bet sizes, hands in classes, a drawn board an iteration.

    'pokerzoo play', 'pokerzoo match' and 'pokerzoo evaluate' take its file. Its exploitability is not measured: it plays a
    simplified game. Ctrl-C stops it and keeps what was trained; a run with --checkpoint can be killed at any moment, and the
    same command resumes from the last checkpoint.
    """
    from pokerzoo.agents.blueprint import Blueprint
    from pokerzoo.agents.training.run_result import BlueprintResult, run_facts

    check_target(out)
    game = game_with("texas_holdem", param)
    options = parse_params(option, "--option")
    check_options(Blueprint, options, CLASSES)
    classes = {name: options.pop(name) for name in CLASSES if name in options}
    run = run_watched(
        lambda: Blueprint(game, hand_classes=classes, seed=seed, **options), iterations, None,
        DEFAULT_SECONDS if iterations is None and seconds is None else seconds,
        measures=False, out=out, checkpoint=checkpoint,
    )  # fmt: skip
    solver: Any = run.solver
    params = solver.tree_game.params
    record = BlueprintResult(
        **run_facts(run), bet_sizes=params["bet_sizes"], raise_sizes=params["raise_sizes"],
        hand_classes=list(solver.classes.counts), decisions=len(solver.tree_game.infosets.points),
        numbers=solver.num_numbers, threads=solver.threads, seed=solver.seed, file=out,
        file_bytes=run.file_bytes, checkpoint=checkpoint,
    )  # fmt: skip
    return Result(record, parts_of(solver, record))


def parts_of(solver: Any, record: BlueprintResult) -> Iterator[Any]:
    """Two columns of facts, and the first decision of some starting hands."""
    import numpy as np

    streets = ("before the flop", "on the flop", "on the turn", "on the river")
    yield {
        "game": game_lines(solver.game),
        "method": f"CFR, one board an iteration, seed {record.seed}, {record.threads} threads",
        "bets": f"{record.bet_sizes or 'fixed'}; raises {record.raise_sizes or 'fixed'}",
        "betting tree": f"{record.decisions:,} decisions",
        "hand classes": ", ".join(f"{n:,} {street}" for n, street in zip(record.hand_classes, streets, strict=False)),
        "numbers": f"{record.numbers:,}",
        "iterations": iterations_text(record),
        "file": file_text(record.file, record.file_bytes),
    }
    yield ""
    policy, game = solver.average_policy(), solver.game
    state = game.initial_state().after_chance(np.random.default_rng(0))
    shares, names = policy.strategy(state), game.rules.deck.hand_names
    columns = [Column("hand"), *(Column(state.action_name(action), ".0%") for action in state.legal_actions())]
    places = {name: place for place, name in enumerate(names)}
    held = [(hand, places.get(hand, places.get(hand[2:] + hand[:2]))) for hand in STARTING_HANDS.split()]
    rows = [[hand, *shares[:, place].tolist()] for hand, place in held if place is not None]
    yield Table("The small blind's first decision", columns, rows)
