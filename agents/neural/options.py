"""Options of learners with networks: for each learner a record, for each option its check and its documentation.

The keywords of each record stand beside it for type checkers, which cannot read them off a dataclass.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from math import inf
from textwrap import fill
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypedDict, TypeVar

from pokerzoo.envs.support.parameters import check_bool, check_int, check_number

Check: TypeAlias = Callable[[str, Any], Any]
"""(name, value) -> the value to keep; ValueError if it is not allowed."""
Constructor = TypeVar("Constructor", bound=Callable[..., None])
WIDTH = 122
"""Columns of the documentation of an argument."""


class LearnerOption(NamedTuple):
    """The check and the documentation of an option."""

    check: Check
    text: str


def whole_number(high: int = 10**9) -> Check:
    """Whole numbers from 1."""

    def check(name: str, value: Any) -> int:
        check_int(name, value, 1, high)
        return int(value)

    return check


def real_number(low: float = 0.0, high: float = inf, above: bool = False) -> Check:
    """Numbers of a range; ``above``: without its lower end."""

    def check(name: str, value: Any) -> float:
        check_number(name, value, low, high, above=above)
        return float(value)

    return check


def none_or(check: Check) -> Check:
    """None, or what another check allows."""
    return lambda name, value: None if value is None else check(name, value)


def check_hidden(name: str, hidden: Any) -> tuple[int, ...]:
    """The widths of hidden layers from one width or several."""
    widths = tuple(hidden) if isinstance(hidden, Iterable) and not isinstance(hidden, str) else (hidden,)
    for width in widths:
        check_int(name, width, 1, 10_000)
    return widths


def true_or_false(name: str, value: Any) -> bool:
    """True or False."""
    check_bool(name, value)
    return bool(value)


RATE = real_number(above=True)
WEIGHT = real_number(0.0, 1e6)
SHARE = real_number(0.0, 1.0, above=True)

OPTIONS = {
    "hands": LearnerOption(whole_number(), "how many hands are played in each iteration."),
    "at_once": LearnerOption(whole_number(), "how many of them are played side by side."),
    "traversals": LearnerOption(whole_number(), "traversals for each player in each iteration."),
    "updates": LearnerOption(whole_number(10**6), "gradient steps of each network in each iteration."),
    "value_updates": LearnerOption(whole_number(10**6), "gradient steps of the value networks in each iteration."),
    "epochs": LearnerOption(whole_number(), "times that an iteration goes through its decisions."),
    "train_steps": LearnerOption(whole_number(), "gradient steps of a player's advantage network in each iteration."),
    "average_steps": LearnerOption(whole_number(), "gradient steps of the average network, each time it is asked for."),
    "hidden": LearnerOption(check_hidden, "widths of the hidden layers of all networks."),
    "learning_rate": LearnerOption(RATE, "Adam's learning rate at the beginning."),
    "policy_rate": LearnerOption(RATE, "Adam's learning rate for policies, at the beginning where there is ``halving``."),
    "value_rate": LearnerOption(RATE, "Adam's learning rate for values."),
    "target_rate": LearnerOption(SHARE, "share of the way to the policy network that the target network goes in an iteration."),
    "replace_every": LearnerOption(whole_number(), "iterations until the target network is the new regularisation policy."),
    "batch_size": LearnerOption(whole_number(), "samples for one gradient."),
    "memory_size": LearnerOption(
        whole_number(),
        "samples that each memory holds (two a player: regrets, strategies); a uniform choice of all there were, once full.",
    ),
    "reinitialise": LearnerOption(
        true_or_false,
        "train advantage networks from random weights in each iteration, as the paper does, or go on from the last ones, which "
        "takes fewer steps but stalls earlier (docs/neural.md).",
    ),
    "clip": LearnerOption(
        SHARE, "how far the ratio of probabilities may go from 1 before an action is pushed no further, 0 to 1."
    ),
    "entropy": LearnerOption(WEIGHT, "the bonus for a nat of entropy at the beginning, in units of the largest payoff."),
    "entropy_scale": LearnerOption(
        WEIGHT,
        "the bonus for a nat of entropy, in units of the largest payoff times the standard error of a batch: the root of "
        "(infosets / decisions) of each player. It falls with the root of what the rates fall with.",
    ),
    "halving": LearnerOption(
        RATE,
        "iterations after which what falls is half of what it was at the beginning, after twice as many a third, and so on.",
    ),
    "step": LearnerOption(
        real_number(0.0, 1e6, above=True), "the size of a step, at the beginning, in the inverse of these units."
    ),
    "follow": LearnerOption(
        real_number(0.0, 1.0),
        "how far the magnet moves towards the strategy in an iteration, at the beginning; 0 keeps it uniform, 1 makes it the "
        "strategy of the iteration before.",
    ),
    "importance_cap": LearnerOption(
        none_or(real_number(1.0)),
        "in an advantage, the mean result of an action has a weight: the number of decisions for it over the number that was "
        "to be expected, but at most this (1 or more). None: no limit.",
    ),
    "beta": LearnerOption(real_number(above=True), "how far from the mean of an infoset's scores gradients push a score."),
    "visit_power": LearnerOption(
        real_number(0.0, 1.0),
        "an infoset that was met n times weighs n to this power; 1: decisions weigh alike, as in the paper.",
    ),
    "trace": LearnerOption(
        real_number(0.0, 1.0),
        "the lambda of generalised advantage estimation: 1 takes what was paid, 0 the value at the player's next decision.",
    ),
    # A greater power would overflow in long runs.
    "average_power": LearnerOption(real_number(0.0, 20.0), "an iteration's weight in the average is its number to this power."),
    "value_weight": LearnerOption(WEIGHT, "weight of the squared error of values."),
    "magnet": LearnerOption(WEIGHT, "weight of the divergence from the magnet, in units a nat; 0: none."),
    "magnet_every": LearnerOption(whole_number(), "iterations after which the magnet is moved to the network."),
    "average_share": LearnerOption(SHARE, "of the iterations so far, the share, about, that the average network remembers."),
    "chips_per_unit": LearnerOption(
        none_or(RATE),
        "chips that count as 1; None: the largest payoff. With deep stacks that is far more than what most hands are about, "
        "and a few big blinds are the better unit.",
    ),
    "device": LearnerOption(lambda name, value: value, '``"auto"``: a GPU where torch has one; ``"cpu"``; ``"cuda"``.'),
}
"""By name; a learner where a name means something else has it in ``own``."""
GAME = "a game, or an environment of this package."
NO_VARIANT = "None: this algorithm has no variants."
SEED = "the seed of the random numbers; None draws one, kept in ``seed``."
RAISES = """Raises:
    ImportError: torch is not installed.
    ValueError: an argument is not allowed, or the game is too large.
    UnsupportedError: a variant or a game that this learner does not have.
"""


class LearnerOptions:
    """The options of a learner, a dataclass: its fields are keyword arguments of the constructor, checked here."""

    hidden: int | tuple[int, ...]

    own: ClassVar[Mapping[str, LearnerOption]] = {}
    """Options that mean something else than in ``OPTIONS``."""

    def __post_init__(self) -> None:
        for name in self.names():
            object.__setattr__(self, name, self.option(name).check(name, getattr(self, name)))

    @classmethod
    def names(cls) -> list[str]:
        """The names of the options, in the order of the constructor."""
        return [one.name for one in fields(cls)]  # type: ignore[arg-type]

    @classmethod
    def option(cls, name: str) -> LearnerOption:
        """An option by name."""
        return cls.own[name] if name in cls.own else OPTIONS[name]

    def to_dict(self) -> dict[str, Any]:
        """All options as plain JSON values."""
        values = {name: getattr(self, name) for name in self.names()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def keyword_arguments(record: type[LearnerOptions], **texts: str) -> Callable[[Constructor], Constructor]:
    """Show the options of a record, and ``texts`` of other arguments, in a constructor's signature and documentation."""

    def decorate(constructor: Constructor) -> Constructor:
        signature = inspect.signature(constructor)
        *before, seed, _ = signature.parameters.values()
        options = [
            inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=one.type)
            for one in fields(record)  # type: ignore[arg-type]
        ]
        told = {"game": GAME, "variant": NO_VARIANT} | texts | {name: record.option(name).text for name in record.names()}
        told["seed"] = SEED
        lines = [
            fill(f"{name}: {text}", WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 8) for name, text in told.items()
        ]
        constructor.__signature__ = signature.replace(parameters=[*before, *options, seed])  # type: ignore[attr-defined]
        constructor.__doc__ = "\n".join([f"{constructor.__doc__}\n", "Args:", *lines, "", RAISES])
        return constructor

    return decorate


def share_left(halving: float, iteration: int) -> float:
    """The share of a quantity that is left after some iterations: a half after ``halving``, a third after twice as many."""
    return halving / (halving + iteration)


class DeepCFRKeywords(TypedDict, total=False):
    """Keywords of ``DeepCFR``."""

    traversals: int
    hidden: int | tuple[int, ...]
    learning_rate: float
    batch_size: int | None
    train_steps: int
    memory_size: int
    reinitialise: bool
    average_steps: int


@dataclass(frozen=True, kw_only=True)
class DeepCFROptions(LearnerOptions):
    """Options of ``DeepCFR``."""

    traversals: int = 1000
    hidden: int | tuple[int, ...] = (64, 64)
    learning_rate: float = 0.01
    batch_size: int | None = None
    train_steps: int = 200
    memory_size: int = 1_000_000
    reinitialise: bool = True
    average_steps: int = 1000
    own: ClassVar[Mapping[str, LearnerOption]] = {
        "learning_rate": LearnerOption(RATE, "Adam's at the start of a training; it falls to zero along a straight line."),
        "batch_size": LearnerOption(
            none_or(whole_number()),
            "samples for one gradient, drawn from the memory; None takes the whole memory for every one.",
        ),
    }


class SelfPlayKeywords(TypedDict, total=False):
    """Keywords that these learners share."""

    hands: int
    hidden: int | tuple[int, ...]
    policy_rate: float
    value_rate: float
    trace: float
    average_power: float


class SelfPlayOptions(LearnerOptions):
    """Options of the learners of ``self_play.py``; each has its defaults."""

    hands: int
    trace: float
    average_power: float


class NeuralMMDKeywords(SelfPlayKeywords, total=False):
    """Keywords of ``NeuralMMD``."""

    updates: int
    value_updates: int
    temperature: float
    step: float
    follow: float
    entropy_scale: float
    halving: float
    importance_cap: float | None


@dataclass(frozen=True, kw_only=True)
class NeuralMMDOptions(SelfPlayOptions):
    """Options of ``NeuralMMD``."""

    hands: int = 16_384
    updates: int = 20
    value_updates: int = 2
    hidden: int | tuple[int, ...] = (128,)
    policy_rate: float = 0.01
    value_rate: float = 0.003
    temperature: float = 0.15
    step: float = 3.0
    follow: float = 0.1
    entropy_scale: float = 0.09
    halving: float = 200.0
    importance_cap: float | None = 1.0
    trace: float = 0.9
    average_power: float = 1.0
    own: ClassVar[Mapping[str, LearnerOption]] = {
        "updates": LearnerOption(whole_number(10**6), "gradient steps of the policy networks in each iteration."),
        "policy_rate": LearnerOption(
            RATE, "Adam's learning rate for policies; in each iteration it falls to zero along a straight line."
        ),
        "temperature": LearnerOption(WEIGHT, "weight of the divergence from the magnet, in units of the largest payoff."),
    }


class RNaDKeywords(SelfPlayKeywords, total=False):
    """Keywords of ``RNaD``."""

    eta: float
    replace_every: int
    target_rate: float
    beta: float
    importance_cap: float | None
    visit_power: float


@dataclass(frozen=True, kw_only=True)
class RNaDOptions(SelfPlayOptions):
    """Options of ``RNaD``."""

    eta: float = 0.05
    replace_every: int = 400
    hands: int = 16_384
    hidden: int | tuple[int, ...] = (128,)
    policy_rate: float = 0.002
    value_rate: float = 0.003
    target_rate: float = 0.003
    beta: float = 5.0
    importance_cap: float | None = 1.0
    visit_power: float = 0.5
    trace: float = 1.0
    average_power: float = 1.0
    own: ClassVar[Mapping[str, LearnerOption]] = {
        "eta": LearnerOption(
            RATE, "the cost of leaving the regularisation policy, in units of the most chips that a hand can bring."
        ),
    }


class PPOKeywords(TypedDict, total=False):
    """Keywords of ``PPO``."""

    hands: int
    at_once: int
    hidden: int | tuple[int, ...]
    epochs: int
    batch_size: int
    learning_rate: float
    entropy: float
    halving: float
    clip: float
    trace: float
    value_weight: float
    magnet: float
    magnet_every: int
    average_share: float
    chips_per_unit: float | None
    device: str


@dataclass(frozen=True, kw_only=True)
class PPOOptions(LearnerOptions):
    """Options of ``PPO``."""

    hands: int = 8192
    at_once: int = 2048
    hidden: int | tuple[int, ...] = (128, 128)
    epochs: int = 4
    batch_size: int = 4096
    learning_rate: float = 0.003
    entropy: float = 0.1
    halving: float = 300.0
    clip: float = 0.2
    trace: float = 0.9
    value_weight: float = 2.0
    magnet: float = 0.0
    magnet_every: int = 50
    average_share: float = 0.1
    chips_per_unit: float | None = None
    device: str = "auto"
    own: ClassVar[Mapping[str, LearnerOption]] = {
        "batch_size": LearnerOption(
            whole_number(), "infosets that came up for one gradient, about; of whole hands, decisions."
        ),
        "entropy": LearnerOption(WEIGHT, "the bonus for a nat of entropy at the beginning, in units of ``chips_per_unit``."),
    }
