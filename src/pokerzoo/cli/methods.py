"""Methods of ``pokerzoo train``: the trainer that each makes, its options, and when it stops by itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.errors import InputError

from .options import check_names

if TYPE_CHECKING:
    from pokerzoo.agents.training import Trainer
    from pokerzoo.envs import Game

NOT_OPTIONS = ("game", "variant", "seed", "locks", "hand_classes")
"""Arguments of trainers that are no options: they have flags of their own, or no form that can be typed."""
UNTIL_SHARE, UNTIL_SAMPLED = 0.01, 0.001
"""Where no limit is given, networks stop at this share of the largest payoff, sampled bet/fold at this gain in bb a game."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method of training.

    Attributes:
        trainer: the class in ``pokerzoo.agents``.
        about: what it is, for the help.
        variants: whether it takes a variant of CFR.
        network: whether it trains networks.
    """

    trainer: str
    about: str
    variants: bool = False
    network: bool = False


METHODS = {
    "cfr": Method("CFR", "CFR, every deal in each iteration", variants=True),
    "mccfr": Method("MCCFR", "Monte Carlo CFR, which samples", variants=True),
    "symmetric": Method(
        "SymmetricRegretMatching", "one strategy for all players of bet_fold, from games played", variants=True
    ),
    "mmd": Method("MMD", "magnetic mirror descent"),
    "ppo": Method("PPO", "a network by PPO", network=True),
    "rnad": Method("RNaD", "a network by R-NaD", network=True),
    "neural-mmd": Method("NeuralMMD", "a network by magnetic mirror descent", network=True),
    "deep-cfr": Method("DeepCFR", "networks by Deep CFR", variants=True, network=True),
}
"""Methods by ``--method``."""


def make_trainer(
    method: str, game: Game, variant: str | None, seed: int | None, options: dict[str, Any], **more: Any
) -> Trainer:
    """Make the trainer, with its kernels; InputError for a variant or an option that the method does not have."""
    from pokerzoo import agents
    from pokerzoo.kernels import warm_up_once

    row = METHODS[method]
    kind = getattr(agents, row.trainer)
    check_options(kind, options)
    if variant is not None and not row.variants:
        raise InputError(f"--variant {variant}: not with --method {method}")
    more |= {"variant": variant} if row.variants else {}
    trainer: Trainer = kind(game, seed=seed, **more, **options)
    if method == "cfr":  # after it was made: what is wrong with the options is known then
        warm_up_once(game, options.get("precision", "auto"), reports=False)
    return trainer


def check_options(kind: type[Trainer], options: Collection[str], more: Sequence[str] = ()) -> None:
    """InputError for an ``--option`` that a trainer does not have; ``more`` are allowed, too."""
    from pokerzoo.agents.training.trainer import arguments_of

    allowed = [*(name for name in arguments_of(kind) if name not in NOT_OPTIONS), *more]
    check_names("--option", options, allowed, f"{kind.__name__} has no such option")


def default_until(method: str, game: Game) -> str | float:
    """The exploitability at which training stops if no limit is given."""
    from pokerzoo.agents.cfr.solve_result import default_limit

    if METHODS[method].network:
        return UNTIL_SHARE * max(map(abs, game.utility_range))
    return UNTIL_SAMPLED * (game.stakes.big_blind or 1.0) if method == "symmetric" else default_limit(game)
