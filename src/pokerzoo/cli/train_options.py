"""Options of ``pokerzoo train``, which the modules of its methods read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from .declarations import argument, flag, option
from .options import PARAM_HELP, VARIANT_NAMES, Json

EPSILON = 0.6
"""Default of ``--epsilon``."""

TRAINING, STOP, SAMPLING = "Training", "When to stop", "Sampling (Monte Carlo CFR)"
MIRROR, NETWORKS, BLUEPRINT = "Magnetic mirror descent", "Learners with networks", "Blueprint of whole hands"
FILES = "Files"
"""Headings of the options in the help."""


@dataclass(frozen=True, slots=True)
class TrainOptions:
    """Options of ``train``, one field for each flag."""

    game: Annotated[
        str,
        argument("GAME", "The game; 'pokerzoo games' lists them."),
    ]
    param: Annotated[list[str] | None, option("NAME=VALUE", PARAM_HELP, TRAINING, name="--param")] = None
    variant: Annotated[
        str | None,
        option(
            "NAME",
            f"The variant of CFR: {VARIANT_NAMES}. Without it dcfr, or cfr if chance is sampled.",
            TRAINING,
        ),
    ] = None
    iterations: Annotated[int | None, option("N", "Stop after N iterations.", STOP, min=1)] = None
    until: Annotated[
        str | None,
        option("X", "Stop at this exploitability: 0.05 (chips a hand), 0.1% (of the starting pot) or '5 mbb'.", STOP),
    ] = None
    alternating: Annotated[
        bool | None,
        flag(
            "--alternating/--simultaneous",
            "Update the players in turn or at once. Without it, what the variant does.",
            TRAINING,
        ),
    ] = None
    chance: Annotated[str, option("all|sample", "Go through every deal in each iteration, or draw one.", TRAINING)] = "all"
    out: Annotated[str | None, option("FILE", "Write the average strategy here; an old FILE is replaced.", FILES)] = None
    checkpoint: Annotated[
        str | None, option("DIR", "Keep checkpoints here. The same command goes on where an earlier one stopped.", FILES)
    ] = None
    log: Annotated[
        str | None, option("FILE", "Write iteration, seconds, exploitability and gains as lines of JSON.", FILES)
    ] = None
    every: Annotated[
        int | None,
        option("N", "Iterations between checkpoints, and between lines of the log.", FILES, min=1),
    ] = None
    sampling: Annotated[
        str | None,
        option(
            "external|outcome|chance",
            "What a traversal samples. Variants cfr, cfr+ and lcfr.",
            SAMPLING,
        ),
    ] = None
    epsilon: Annotated[float, option("X", "Outcome sampling: how often the player who updates plays at random.", SAMPLING)] = (
        EPSILON
    )
    baseline: Annotated[bool, flag("--baseline", "Reduce the variance with baselines (control variates).", SAMPLING)] = False
    method: Annotated[
        str,
        option(
            "cfr|mmd|ppo|rnad|neural-mmd|deep-cfr|blueprint",
            "mmd: train by magnetic mirror descent, not by CFR. ppo, rnad, neural-mmd, deep-cfr: train networks (needs torch). "
            "blueprint: the agent for whole hands (texas_holdem).",
            TRAINING,
        ),
    ] = "cfr"
    temperature: Annotated[str | None, option("X", "Temperature in chips: 0.5, '5/sqrt(t)' or '2/t'.", MIRROR)] = None
    step: Annotated[str | None, option("X", "Step size in 1 / chips, in the same form.", MIRROR)] = None
    magnet_rate: Annotated[str | None, option("X", "How fast the magnet moves, from 0 (not at all) to 1.", MIRROR)] = None
    option: Annotated[
        list[str] | None,
        option(
            "NAME=VALUE",
            "An option of ppo, rnad, neural-mmd or deep-cfr: --option hands=4096. Repeat for more. An unknown NAME lists "
            "them; docs/neural.md says what they do.",
            NETWORKS,
            name="--option",
        ),
    ] = None
    seconds: Annotated[
        float | None, option("X", "Stop after X seconds of training. Without a limit 600.", BLUEPRINT, min=0.001)
    ] = None
    bet_sizes: Annotated[
        str | None, option("SIZES", "Sizes of bets that it uses: '50%,100%,a'. Without it the pot and all-in.", BLUEPRINT)
    ] = None
    raise_sizes: Annotated[str | None, option("SIZES", "Sizes of raises, in the same form.", BLUEPRINT)] = None
    raise_cap: Annotated[
        int | None, option("N", "Most bets and raises in a round. Without it as in the game.", BLUEPRINT, min=1)
    ] = None
    hand_classes: Annotated[
        str | None,
        option(
            "FLOP,TURN,RIVER",
            "Number of hand classes (buckets) on each street: 200,200,200. Without it 50,25,25 for each texture of the board.",
            BLUEPRINT,
        ),
    ] = None
    textures: Annotated[
        bool, flag("--textures", "As many hand classes for each texture of the board (suits, ranks, last card).", BLUEPRINT)
    ] = False
    seed: Annotated[int | None, option("N", "Seed of all sampling.", TRAINING, min=0)] = None
    threads: Annotated[
        int | None, option("N", "Threads, for hold'em with cards to come. Without it all processors.", TRAINING)
    ] = None
    solver_precision: Annotated[
        str, option("auto|single|half|double", "Precision of regrets and averages, as in 'pokerzoo solve'.", TRAINING)
    ] = "auto"
    as_json: Json = False
    quiet: Annotated[bool, flag("--quiet", "No progress and no summary.")] = False
