"""Learners of the benchmark: their interface, those that come with the package, and finding one of your own.

A learner of your own is a function ``make(game, seed, **options)`` in a file (``mine.py``), or in a module
(``package.module:name``). What it returns is a ``Learner``; docs/rl_benchmark.md has a complete one.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from pokerzoo import agents
from pokerzoo.agents import Playable, Trainer
from pokerzoo.agents.policies.policy_tables import MAX_QUESTIONS
from pokerzoo.agents.training.trainer import arguments_of
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.support.parameters import brief, did_you_mean
from pokerzoo.evaluation.runs.training import check_option_names, make_trainer


class Learner(Protocol):
    """Something that learns to play a game by itself: what the benchmark runs.

    The benchmark does not count the time for making it (imports, compiling, first weights). It may run a small copy of itself
    for that. All that ``advance`` takes is counted as processor seconds of this process. Work in other processes or on a GPU
    would not be counted.

    Example:
        .. code-block:: python

            from pokerzoo.agents import CFR

            class CFRLearner:
                def __init__(self, game, seed):
                    self.solver = CFR(game, "cfr+")

                @property
                def decisions(self):
                    return self.solver.iteration * len(self.solver.game.infosets)

                def advance(self, iterations):
                    self.solver.run(iterations)

                def current(self):
                    return self.solver.current_policy()

                def average(self):
                    return self.solver.average_policy()
    """

    @property
    def decisions(self) -> int:
        """Decisions of players that it has learned from so far; a decision that was made twice counts twice."""

    def advance(self, iterations: int) -> None:
        """Learn for some more iterations: updates, hands, or whatever is short (a second at most) and can be repeated.

        Args:
            iterations: how many.
        """

    def current(self) -> Playable | None:
        """Its present policy, or whatever else ``exploitability`` takes; None if there is none."""

    def average(self) -> Playable | None:
        """Its average over all that it played, if it keeps one; else None."""


METHODS = ("advance", "current", "average")
"""Methods of a learner, beside ``decisions``."""
EXAMPLE = "a learner has decisions, advance(iterations), current() and average(); docs/rl_benchmark.md has one of ten lines"
"""The end of the error about a learner that lacks some of them."""


def check_learner(learner: object, name: str) -> None:
    """Check that an object is a learner, as far as that can be told before it learns.

    Raises:
        ValueError: it lacks a method, or ``decisions`` is no number.

    >>> check_learner(object(), "mine")
    Traceback (most recent call last):
    ...
    ValueError: learners: mine: make() returns a object without decisions, advance(), current(), average(); a learner ...
    """
    missing = [] if hasattr(learner, "decisions") else ["decisions"]
    missing += [f"{method}()" for method in METHODS if not callable(getattr(learner, method, None))]
    if missing:
        what = "None" if learner is None else f"a {type(learner).__name__}"
        raise ValueError(f"learners: {name}: make() returns {what} without {', '.join(missing)}; {EXAMPLE}")
    count: Any = learner.decisions  # type: ignore[attr-defined]
    if callable(count):
        raise ValueError(f"learners: {name}: decisions is a method, must be a number or a property; {EXAMPLE}")
    try:
        int(count)
    except (TypeError, ValueError):
        raise ValueError(f"learners: {name}: decisions is {count!r}, must be a number; {EXAMPLE}") from None


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
            each_iteration = histories * (trainer.game.num_players if getattr(trainer, "alternating", False) else 1)
        self._each_iteration = each_iteration
        # Of a large game a network is no table: it is asked some boards at a time.
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
        if self._plays_agents:
            agent: Playable = self.trainer.current_agent()  # type: ignore[attr-defined]
            return agent
        return self.trainer.current_policy()

    def average(self) -> Playable:
        if self._plays_agents:
            agent: Playable = self.trainer.average_agent()  # type: ignore[attr-defined]
            return agent
        return self.trainer.average_policy()


@dataclass(frozen=True, slots=True)
class KnownLearner:
    """A learner that comes with the package."""

    trainer: str  # its name in pokerzoo.agents
    options: dict[str, Any] = field(default_factory=dict)  # defaults of the benchmark
    draws: bool = True  # if not, one run is enough
    networks: bool = False  # needs torch
    about: str = ""

    def __call__(self, game: Game, seed: int | None, **options: Any) -> Learner:
        """The learner at its start."""
        return TrainerLearner(make_trainer(self.trainer, game, seed, self.options | options))


LEARNERS: dict[str, KnownLearner] = {
    "cfr": KnownLearner("CFR", {"variant": "cfr"}, draws=False, about="counterfactual regret minimization, every deal"),
    "cfr+": KnownLearner("CFR", {"variant": "cfr+"}, draws=False, about="CFR+, every deal"),
    "dcfr": KnownLearner("CFR", {"variant": "dcfr"}, draws=False, about="discounted CFR, every deal"),
    "mccfr_external": KnownLearner("MCCFR", {"sampling": "external"}, about="Monte Carlo CFR, external sampling"),
    "mccfr_outcome": KnownLearner("MCCFR", {"sampling": "outcome"}, about="Monte Carlo CFR, outcome sampling"),
    "blueprint": KnownLearner(
        "Blueprint",
        {"hand_classes": {"flop": "exact", "turn": "exact", "river": "exact"}},
        about="CFR, one drawn board an iteration, all hands at once",
    ),
    "mmd": KnownLearner("MMD", draws=False, about="magnetic mirror descent on tables, every deal"),
    "deep_cfr": KnownLearner("DeepCFR", networks=True, about="Deep CFR: networks for advantages and the average"),
    "ppo": KnownLearner("PPO", {"device": "cpu"}, networks=True, about="PPO in self-play, its entropy bonus falling"),
    "neural_mmd": KnownLearner(
        "NeuralMMD", {"device": "cpu"}, networks=True, about="magnetic mirror descent with networks, its magnet moving"
    ),
    "rnad": KnownLearner(
        "RNaD", {"device": "cpu"}, networks=True, about="regularised Nash dynamics, its regularisation policy replaced"
    ),
}
"""By the name that ``--learners`` takes."""


@dataclass(frozen=True, slots=True)
class LearnerSource:
    """The origin of a learner, from which any process makes the same."""

    name: str
    address: str  # a name in LEARNERS, module:function, or the full path of a file
    digest: str | None = None  # of the file's text; None of others

    @property
    def known(self) -> KnownLearner | None:
        """The learner of the package, if it is one."""
        return LEARNERS.get(self.address)

    @property
    def draws(self) -> bool:
        """True if its runs differ by their seed."""
        return self.known is None or self.known.draws

    def load(self) -> Callable[..., Learner]:
        """The function that makes it."""
        if self.known is not None:
            return self.known
        if self.digest is None:
            return _function(self.address)
        path = Path(self.address)
        if digest_of(path) != self.digest:
            raise ValueError(f"learners: {path.name} has changed since these runs were begun; name another folder")
        make = getattr(_module_of(path), "make", None)
        if not callable(make):
            raise ValueError(f"learners: {path.name} has no function make(game, seed, **options); {EXAMPLE}")
        return make  # type: ignore[no-any-return]

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Check that the learner has these options, as far as that can be told before it is made."""
        if self.known is not None:
            check_option_names(self.name, options, arguments_of(getattr(agents, self.known.trainer)))
            return
        signature = inspect.signature(self.load())
        if not any(one.kind is one.VAR_KEYWORD for one in signature.parameters.values()):
            check_option_names(self.name, options, signature.parameters)
        try:
            signature.bind(None, None, **options)
        except TypeError as error:
            raise ValueError(f"learners: {self.name}: cannot be made as make(game, seed, **options): {error}") from None


def find_learner(text: str) -> LearnerSource:
    """A learner by what was typed: its name, ``mine.py``, or ``package.module:function``.

    Raises:
        ValueError: no such learner or file.

    >>> find_learner("cfr+")
    LearnerSource(name='cfr+', address='cfr+', digest=None)
    """
    if text in LEARNERS:
        return LearnerSource(text, text)
    if text.endswith(".py"):
        path = Path(text).resolve()
        if not path.is_file():
            raise ValueError(f"learners: no such file: {text}")
        return LearnerSource(path.stem, str(path), digest_of(path))
    module, colon, name = text.partition(":")
    if colon and name.isidentifier() and all(part.isidentifier() for part in module.split(".")):
        return LearnerSource(name if name != "make" else module.rpartition(".")[2], text)
    raise ValueError(
        f"learners: no learner {brief(text)}; allowed: {', '.join(LEARNERS)}, a file (mine.py) or package.module:function"
        f"{did_you_mean(text, LEARNERS)}"
    )


def digest_of(path: Path) -> str:
    """Digest of a file's text."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _module_of(path: Path) -> ModuleType:
    """The module in a file, once for each content; files beside it can be imported by it."""
    name = f"pokerzoo_learner_{re.sub(r'[^0-9A-Za-z]', '_', path.stem)}_{digest_of(path)}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"learners: {path.name} is no Python file")
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
        raise ValueError(f"learners: {path.name} fails: {type(error).__name__}: {error}") from error
    return module


def _function(address: str) -> Callable[..., Learner]:
    module, _, name = address.partition(":")
    try:
        found = getattr(importlib.import_module(module), name, None)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            raise ValueError(f"learners: {address}: no such module, here or installed") from None
        raise ValueError(f"learners: {address} fails: {type(error).__name__}: {error}") from error
    except Exception as error:
        raise ValueError(f"learners: {address} fails: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise ValueError(f"learners: {address}: the module has no such function")
    return found  # type: ignore[no-any-return]
