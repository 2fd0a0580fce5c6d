"""Learners of experiments: their interface, those that come with the package, and one of your own in a file."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from pokerzoo import agents
from pokerzoo.agents import Playable
from pokerzoo.agents.training import Trainer
from pokerzoo.agents.training.trainer import arguments_of
from pokerzoo.envs import Game
from pokerzoo.envs.support.errors import ParameterError, brief, did_you_mean


class Learner(Protocol):
    """Something that learns to play a game by itself: what ``bench`` runs.

    Every trainer of ``pokerzoo.agents`` is one. A learner of your own is what a function ``make(game, seed, **options)`` in a
    file returns; docs/howto/compare_learners.md has one of ten lines. The time for making it (imports, compiling, first
    weights) is not counted. All that ``advance`` takes is counted as processor seconds of this process. Work in other
    processes or on a GPU would not be counted.

    Example:
        >>> from pokerzoo.agents import CFR
        >>> class Mine:
        ...     def __init__(self, game, seed):
        ...         self.solver, self.decisions = CFR(game, "cfr+"), 0
        ...     def advance(self, iterations):
        ...         self.solver.run(iterations)
        ...         self.decisions += iterations * len(self.solver.game.infosets)
        ...     def current_policy(self):
        ...         return self.solver.current_policy()
        ...     def average_policy(self):
        ...         return self.solver.average_policy()
    """

    @property
    def decisions(self) -> int:
        """Decisions of players that it has learned from so far; a decision that was made twice counts twice."""

    def advance(self, count: int, /) -> None:
        """Learn for some more iterations: updates, hands, or any short step (a second at most) that can be repeated.

        Args:
            count: how many.
        """

    def current_policy(self) -> Playable | None:
        """Its current policy, or any other player that ``exploitability`` takes; None if there is none."""

    def average_policy(self) -> Playable | None:
        """Its average over all that it played, if it keeps one; else None."""


METHODS = ("advance", "current_policy", "average_policy")
EXAMPLE = "a learner has decisions, advance(iterations), current_policy() and average_policy(); docs/howto/compare_learners.md"
"""The end of the error about a learner that lacks some of them."""


def check_learner(learner: Any, name: str) -> None:
    """ValueError for an object that lacks a member of learners, or whose ``decisions`` is no number.

    >>> check_learner(object(), "mine")
    Traceback (most recent call last):
    ...
    pokerzoo.envs.support.errors.ParameterError: learners: mine: make() returns a object without decisions, advance(), ...
    """
    missing = ["decisions"] * (not hasattr(learner, "decisions"))
    missing += [f"{name}()" for name in METHODS if not callable(getattr(learner, name, None))]
    if missing:
        what = "None" if learner is None else f"a {type(learner).__name__}"
        raise ParameterError("learners", problem=f"{name}: make() returns {what} without {', '.join(missing)}; {EXAMPLE}")
    if not isinstance(learner.decisions, Real):
        fault = f"decisions is {brief(learner.decisions)}, must be a number, or a property"
        raise ParameterError("learners", problem=f"{name}: {fault}; {EXAMPLE}")


GIVEN_ELSEWHERE = ("game", "seed", "threads", "locks")
"""Arguments of trainers that are no options: one thread a run, and a seed from the list of seeds."""


@dataclass(frozen=True, slots=True)
class KnownLearner:
    """A learner that comes with the package."""

    trainer: str  # its name in pokerzoo.agents
    options: dict[str, Any] = field(default_factory=dict)  # defaults here
    draws: bool = True  # if not, one run is enough
    networks: bool = False  # needs torch

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of the trainer by name, with their defaults."""
        return arguments_of(getattr(agents, self.trainer))

    def __call__(self, game: Game, seed: int | None, **options: Any) -> Trainer:
        """The trainer at its start, on one thread."""
        fixed = {name: value for name, value in {"seed": seed, "threads": 1}.items() if name in self.arguments}
        trainer: Trainer = getattr(agents, self.trainer)(game, **self.options | options | fixed)
        return trainer


LEARNERS: dict[str, KnownLearner] = {
    "cfr": KnownLearner("CFR", {"variant": "cfr"}, draws=False),
    "cfr+": KnownLearner("CFR", {"variant": "cfr+"}, draws=False),
    "dcfr": KnownLearner("CFR", {"variant": "dcfr"}, draws=False),
    "mccfr_external": KnownLearner("MCCFR", {"sampling": "external"}),
    "mccfr_outcome": KnownLearner("MCCFR", {"sampling": "outcome"}),
    "mccfr_chance": KnownLearner("MCCFR", {"sampling": "chance"}),
    "regret_matching": KnownLearner("SymmetricRegretMatching"),  # bet_fold
    "blueprint": KnownLearner("Blueprint", {"hand_classes": dict.fromkeys(("flop", "turn", "river"), "exact")}),
    "mmd": KnownLearner("MMD", draws=False),
    "deep_cfr": KnownLearner("DeepCFR", networks=True),
    "ppo": KnownLearner("PPO", {"device": "cpu"}, networks=True),
    "neural_mmd": KnownLearner("NeuralMMD", {"device": "cpu"}, networks=True),
    "rnad": KnownLearner("RNaD", {"device": "cpu"}, networks=True),
}
"""By the name that ``--learners`` takes."""


class Entrant:
    """A learner with its options, under a name: what takes part in an experiment.

    Attributes:
        name: what it is called in tables and pictures.
        learner: a name in ``LEARNERS``, or the full path of a file.
        options: what it is made with beside game and seed: plain JSON values.
        digest: of the file's text; None of a learner of the package.
        draws: whether its runs differ by their seed.

    Example:
        >>> from pokerzoo.evaluation import Entrant
        >>> Entrant("dcfr"), Entrant("mccfr_outcome", options={"epsilon": 0.4}, name="far").options
        (<Entrant dcfr>, {'epsilon': 0.4})
    """

    def __init__(self, learner: str, *, options: dict[str, Any] | None = None, name: str | None = None) -> None:
        """Find a learner.

        Args:
            learner: its name or a file (``mine.py``).
            options: plain JSON values; those of a learner of the package are its trainer's keyword arguments.
            name: what to call it; None: the learner's name.

        Raises:
            ValueError: no such learner, file or option, a file that fails (it imports what is not installed, say), or a value
                that is not JSON.
        """
        path = None if learner in LEARNERS else file_of(learner)
        self.learner = learner if path is None else str(path)
        self.digest = None if path is None else digest_of(path)
        self.name = name or (learner if path is None else path.stem)
        self.draws = path is not None or LEARNERS[learner].draws
        try:
            self.options: dict[str, Any] = json.loads(json.dumps(dict(options or {}), allow_nan=False))
        except (TypeError, ValueError):
            raise ParameterError("options", options, "must be plain JSON values") from None
        if path is None:
            allowed = [argument for argument in LEARNERS[learner].arguments if argument not in GIVEN_ELSEWHERE]
            for option in [option for option in self.options if option not in allowed]:
                rest = f"allowed: {', '.join(allowed) or 'none'}{did_you_mean(option, allowed)}"
                raise ParameterError("options", problem=f"{self.name} has no {brief(option)}; {rest}")
            return
        try:
            inspect.signature(maker_of_learner(self.learner, self.digest)).bind(None, None, **self.options)
        except TypeError as error:
            raise ParameterError(
                "learners", problem=f"{self.name}: cannot be made as make(game, seed, **options): {error}"
            ) from None

    def __repr__(self) -> str:
        return f"<Entrant {self.name}>"


def maker_of_learner(learner: str, digest: str | None) -> Callable[..., Learner]:
    """The function ``make(game, seed, **options)`` of a learner: of the package, or of a file whose text has this digest.

    Raises:
        ValueError: the file fails, has changed, or has no such function.
    """
    if digest is None:
        return LEARNERS[learner]
    path = Path(learner)
    if digest_of(path) != digest:
        raise ParameterError("learners", problem=f"{path.name} has changed since these runs were begun; name another folder")
    make = getattr(_module_of(path), "make", None)
    if not callable(make):
        raise ParameterError("learners", problem=f"{path.name} has no function make(game, seed, **options); {EXAMPLE}")
    return make  # type: ignore[no-any-return]


def file_of(text: str) -> Path:
    """The file of a learner; ValueError if there is none."""
    if not text.endswith(".py"):
        guess = did_you_mean(text, LEARNERS)
        raise ParameterError(
            "learners", problem=f"no learner {brief(text)}; allowed: {', '.join(LEARNERS)}, or a file (mine.py){guess}"
        )
    path = Path(text).resolve()
    if not path.is_file():
        raise ParameterError("learners", problem=f"no such file: {text}")
    return path


def digest_of(path: Path) -> str:
    """Digest of a file's text."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _module_of(path: Path) -> ModuleType:
    """The module in a file, once for each content; files beside it can be imported by it."""
    name = f"pokerzoo_learner_{re.sub(r'[^0-9A-Za-z]', '_', path.stem)}_{digest_of(path)}"
    if name in sys.modules:
        return sys.modules[name]
    spec: Any = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # last, so that no file there hides an installed module
    sys.modules[name] = module  # dataclasses and pickle look for it there
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, MemoryError | KeyboardInterrupt):
            raise
        raise ParameterError("learners", problem=f"{path.name} fails: {type(error).__name__}: {error}") from error
    return module
