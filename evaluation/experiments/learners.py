"""Learners of experiments: their interface, those that come with the package, and one of your own in a file."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from pokerzoo import agents
from pokerzoo.agents import Playable
from pokerzoo.agents.policies.policy_tables import MAX_QUESTIONS
from pokerzoo.agents.training import Trainer
from pokerzoo.agents.training.trainer import arguments_of
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.support.errors import ParameterError, brief, did_you_mean


class Learner(Protocol):
    """Something that learns to play a game by itself: what ``bench`` runs.

    A learner of your own is what a function ``make(game, seed, **options)`` in a file returns;
    docs/howto/compare_learners.md has one of ten lines. The time for making it (imports, compiling, first weights) is not
    counted. All that ``advance`` takes is counted as processor seconds of this process. Work in other processes or on a GPU
    would not be counted.

    Example:
        >>> from pokerzoo.agents import CFR
        >>> class Mine:
        ...     def __init__(self, game, seed):
        ...         self.solver, self.decisions = CFR(game, "cfr+"), 0
        ...     def advance(self, iterations):
        ...         self.solver.run(iterations)
        ...         self.decisions += iterations * len(self.solver.game.infosets)
        ...     def current(self):
        ...         return self.solver.current_policy()
        ...     def average(self):
        ...         return self.solver.average_policy()
    """

    @property
    def decisions(self) -> int:
        """Decisions of players that it has learned from so far; a decision that was made twice counts twice."""

    def advance(self, iterations: int) -> None:
        """Learn for some more iterations: updates, hands, or any short step (a second at most) that can be repeated.

        Args:
            iterations: how many.
        """

    def current(self) -> Playable | None:
        """Its current policy, or any other player that ``exploitability`` takes; None if there is none."""

    def average(self) -> Playable | None:
        """Its average over all that it played, if it keeps one; else None."""


METHODS = ("advance", "current", "average")
EXAMPLE = "a learner has decisions, advance(iterations), current() and average(); see docs/howto/compare_learners.md"
"""The end of the error about a learner that lacks some of them."""


def check_learner(learner: object, name: str) -> None:
    """ValueError for an object that lacks a member of learners, or whose ``decisions`` is no number.

    >>> check_learner(object(), "mine")
    Traceback (most recent call last):
    ...
    pokerzoo.envs.support.errors.ParameterError: learners: mine: make() returns a object without decisions, advance(), ...
    """
    missing = [] if hasattr(learner, "decisions") else ["decisions"]
    missing += [f"{method}()" for method in METHODS if not callable(getattr(learner, method, None))]
    decisions = getattr(learner, "decisions", None)
    if missing:
        what = "None" if learner is None else f"a {type(learner).__name__}"
        fault = f"make() returns {what} without {', '.join(missing)}"
    elif not isinstance(decisions, Real):
        fault = f"decisions is {brief(decisions)}, must be a number, or a property"
    else:
        return
    raise ParameterError("learners", problem=f"{name}: {fault}; {EXAMPLE}")


class TrainerLearner:
    """Any trainer of ``pokerzoo.agents`` as a ``Learner``."""

    def __init__(self, trainer: Trainer) -> None:
        trainer.compile()
        self.trainer = trainer
        each_iteration = 0
        if not hasattr(trainer, "decisions") and not hasattr(trainer, "nodes_touched"):
            histories = trainer.game.num_histories
            if histories is None:
                histories = tree_of(trainer.game).num_nodes
            each_iteration = histories * (trainer.game.num_players if trainer.identity().get("alternating") else 1)
        self._each_iteration = each_iteration
        # In a large game a network is not tabulated: it is queried a few boards at a time.
        self._plays_agents = hasattr(trainer, "current_agent") and len(trainer.game.infosets) > MAX_QUESTIONS

    @property
    def decisions(self) -> int:
        # Of trainers that count none: nodes touched, as the literature on CFR counts them, chance and ends included.
        if self._each_iteration:
            return self._each_iteration * self.trainer.iteration
        counted: Any = self.trainer
        return int(counted.decisions if hasattr(counted, "decisions") else counted.nodes_touched)

    def advance(self, iterations: int) -> None:
        self.trainer.advance(iterations)

    def current(self) -> Playable:
        trainer: Any = self.trainer
        return trainer.current_agent() if self._plays_agents else trainer.current_policy()  # type: ignore[no-any-return]

    def average(self) -> Playable:
        trainer: Any = self.trainer
        return trainer.average_agent() if self._plays_agents else trainer.average_policy()  # type: ignore[no-any-return]


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

    def __call__(self, game: Game, seed: int | None, **options: Any) -> Learner:
        """The learner at its start, on one thread."""
        fixed = {name: value for name, value in {"seed": seed, "threads": 1}.items() if name in self.arguments}
        return TrainerLearner(getattr(agents, self.trainer)(game, **self.options | options | fixed))


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
        try:
            self.options: dict[str, Any] = json.loads(json.dumps(dict(options or {}), allow_nan=False))
        except (TypeError, ValueError):
            raise ParameterError("options", options, "must be plain JSON values") from None
        if self.known is not None:
            allowed = [argument for argument in self.known.arguments if argument not in GIVEN_ELSEWHERE]
            unknown = [option for option in self.options if option not in allowed]
            if unknown:
                rest = f"allowed: {', '.join(allowed) or 'none'}{did_you_mean(unknown[0], allowed)}"
                raise ParameterError("options", problem=f"{self.name} has no {brief(unknown[0])}; {rest}")
            return
        try:
            inspect.signature(self._function()).bind(None, None, **self.options)
        except TypeError as error:
            raise ParameterError(
                "learners", problem=f"{self.name}: cannot be made as make(game, seed, **options): {error}"
            ) from None

    @property
    def known(self) -> KnownLearner | None:
        """The learner of the package, if it is one."""
        return LEARNERS.get(self.learner)

    @property
    def draws(self) -> bool:
        """True if its runs differ by their seed."""
        return self.known is None or self.known.draws

    def make(self, game: Game, seed: int | None) -> Learner:
        """The learner at its start.

        Args:
            game: what it learns.
            seed: of its random numbers; None for one that draws nothing.

        Raises:
            ValueError: its file fails, or has changed.
        """
        return self._function()(game, seed, **self.options)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Entrant:
        """The entrant with these attributes; its file is not read before it learns.

        Args:
            record: ``vars`` of it.
        """
        entrant = object.__new__(cls)
        vars(entrant).update({name: record[name] for name in ("name", "learner", "options", "digest")})
        return entrant

    def __repr__(self) -> str:
        return f"<Entrant {self.name}>"

    def _function(self) -> Callable[..., Learner]:
        if self.known is not None:
            return self.known
        path = Path(self.learner)
        if digest_of(path) != self.digest:
            raise ParameterError(
                "learners", problem=f"{path.name} has changed since these runs were begun; name another folder"
            )
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
