"""The base of trainers: one interface, one run at a time, kernels compiled before the clock starts, copies that train on."""

from __future__ import annotations

import inspect
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.core import short_name
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.compile_time import working_clock
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_int, check_keywords

from .check_plan import CheckPlan
from .loop import Callback, run_training

Chance: TypeAlias = Literal["all", "sample"]
"""Chance in an iteration: all outcomes weighted by probability, or one drawn."""
Layout: TypeAlias = Literal["auto", "public", "flat"]
"""The compiled form: hands side by side, history by history, or the faster that there is."""

CARRIED = ("seconds", "seed", "_seed_given", "_planned", "_check_plan")
"""Attributes that copies take over beside the state."""


class UnsupportedError(ParameterError):
    """A trainer does not support what was requested: ``variant='pcfr+': MCCFR cannot do this: ...``."""


def arguments_of(kind: type[Recreatable]) -> dict[str, Any]:
    """The arguments of a constructor by name, with their defaults; an ``_options_type`` stands for ``**options``."""
    named = {
        name: parameter.default for name, parameter in signature_of(kind).items() if parameter.kind is not parameter.VAR_KEYWORD
    }
    options = () if kind._options_type is None else fields(kind._options_type)
    return named | {option.name: option.default for option in options}


def signature_of(kind: type[Recreatable]) -> dict[str, inspect.Parameter]:
    """The parameters of a constructor, without ``self``."""
    return dict([*inspect.signature(kind.__init__).parameters.items()][1:])


class Recreatable(ABC):
    """A base that keeps the constructor's arguments, so that an object can be recreated."""

    _made_with: tuple[tuple[Any, ...], dict[str, Any]]
    _lock: threading.RLock
    _is_running: bool
    _is_compiled: bool

    _options_type: ClassVar[type[Any] | None] = None
    """The dataclass whose fields the constructor takes as ``**options``, if it does."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        if cls._options_type is not None or all(
            parameter.kind is not parameter.VAR_KEYWORD for parameter in signature_of(cls).values()
        ):
            check_keywords(cls.__name__, kwargs, arguments_of(cls))
        self = super().__new__(cls)
        self._made_with = args, kwargs
        self._lock = threading.RLock()
        self._is_running = False
        self._is_compiled = False
        return self


class Trainer(Recreatable):
    """The base of every trainer, with the interface of ``CFR``.

    A trainer is made with ``(game, variant, ...)``. What one cannot do raises ``UnsupportedError``.

    A copy or a pickle is a trainer created with the same arguments and brought to the same ``state``: it learns on to the
    same bits as the original, and neither disturbs the other. Compiled games do not travel with it. Copying and pickling
    raise RuntimeError while another thread runs the trainer. They raise TypeError where the variant has schedules that
    cannot be pickled (lambdas, say), and ValueError where the arguments have changed since (a list of locks, say).

    A trainer of your own has ``advance``, ``_next_check``, ``measure`` and both policies; ``state`` and ``identity`` of the
    base are to be extended by everything else that changes, and by further arguments.

    Attributes:
        game: the game.
        seed: of its random numbers; None if it has none.
        _seed_given: whether the user chose it.
        seconds: spent in iterations, those before a checkpoint was read included; compiling is not among them.
        planned: where the last run was to end. A run that takes up a checkpoint beyond its own end leaves the trainer there;
            the next run counts from here all the same.
        _check_plan: when the last run with ``until`` was to measure next; None once it is there.

    >>> from pokerzoo.agents import CFR
    >>> from pokerzoo.envs import make_game
    >>> solver = CFR(make_game("kuhn"), "cfr+").run(100)
    >>> solver.iteration, solver.exploitability < 0.01, round(solver.expected_value, 3)
    (100, True, -0.056)
    >>> solver.run(until=0.0001).exploitability <= 0.0001  # it continues from there
    True
    """

    game: Game
    _chance: Chance = "all"
    _sampling: str | None = None
    _title: ClassVar[str] = ""
    """Name of the method in titles; empty: that of the class."""
    _too_much: ClassVar[str | None] = None
    """The cause to name where numbers are not finite; None: payoffs and factors."""
    _measured: tuple[int, float] | None = None
    """(iteration, exploitability) of the last measurement, for ``repr``, where the trainer keeps it."""

    def __init__(self, game: Game, seed: int | None, draws: bool) -> None:
        """Set up the count of iterations and the source of random numbers.

        Args:
            game: the game.
            seed: of the random numbers, 0 and up to 2**128; None draws one, kept in ``seed``, if any are needed.
            draws: whether random numbers are needed.

        Raises:
            ValueError: the seed is not allowed.
        """
        if seed is not None:
            check_int("seed", seed, 0, 2**128)
        self.game = game
        self._seed_given = seed is not None
        self.seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None and draws else seed
        self.seconds = 0.0
        self._planned = 0
        self._check_plan: CheckPlan | None = None
        self._rng = np.random.default_rng(self.seed) if draws else None
        self._iteration = np.zeros(1, dtype=np.int64)

    def __repr__(self) -> str:
        at, exploitability = self._measured or (None, 0.0)
        known = f", exploitability {exploitability:.3g}" if at == self.iteration else ""
        return f"<{self._name} on {short_name(self.game)}: {self.iteration:,} iterations{known}>"

    @property
    def _name(self) -> str:
        """The name of its method, for ``repr``."""
        return type(self).__name__

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return int(self._iteration[0])

    @property
    def decisions(self) -> int:
        """Decisions that players have learned from; where none are counted, nodes touched, as the literature on CFR counts.

        Nodes touched are histories visited, terminals, chance and repeated visits included.
        """
        touched: int | None = getattr(self, "nodes_touched", None)
        return self.iteration * self._histories_an_iteration if touched is None else touched

    @cached_property
    def _histories_an_iteration(self) -> int:
        """Histories that an iteration visits: all, and where the players take turns all for each of them."""
        turns = self.game.num_players if self.identity().get("alternating") else 1
        return turns * (self.game.num_histories or tree_of(self.game).num_nodes)

    def run(
        self,
        iterations: int | None = None,
        *,
        until: float | str | None = None,
        callbacks: Iterable[Callback] = (),
        every: int | None = None,
        checkpoint: str | Path | None = None,
    ) -> Self:
        """Train for ``iterations`` more or until the average policy is as near as ``until``, whichever comes first.

        It is measured seldom while it is far from ``until`` and often where it is near, after the same iterations in every
        run. Ctrl-C stops between iterations and leaves a usable trainer.

        Args:
            iterations: the most iterations.
            until: for two players exploitability (NashConv / 2), for more the largest gain of any player by a best response.
                It is in chips, in percent of the starting pot (``"0.1%"``) or in thousandths of the big blind (``"5 mbb"``).
            callbacks: each is called with this trainer after every stretch; one that returns True ends the run.
            every: iterations between callbacks and between checkpoints, both of which come once more at the end; None:
                about ten times a second, and a checkpoint every ten seconds.
            checkpoint: a directory for checkpoints. If an earlier run of the same trainer was stopped or killed there, this
                one resumes from the last checkpoint. It ends, bit for bit, where the earlier run would have ended. If
                the checkpoint is further along already, nothing is done.

        Raises:
            ValueError: neither limit given, or one that is not positive (iterations and ``every`` are whole numbers); a
                checkpoint of another run, or none that can be read (``StoreError``).
            OSError: a checkpoint cannot be written. The trainer is as it was, and so are the checkpoints before.
            OverflowError: regrets or averages have ceased to be finite.
            RuntimeError: this trainer is running already, in another thread or around the callback that asks.
        """
        run_training(self, iterations, until=until, callbacks=callbacks, every=every, checkpoint=checkpoint)
        return self

    @abstractmethod
    def current_policy(self) -> TabularPolicy:
        """The strategy that the next iteration plays."""

    @abstractmethod
    def average_policy(self) -> TabularPolicy:
        """The average of all strategies so far: what converges, if anything does."""

    @abstractmethod
    def measure(self) -> Measurement:
        """The average policy's value for each player, and that of the player's best response."""

    @property
    def expected_value(self) -> float:
        """Net chips that the first player expects when all play the average policy."""
        return float(self.measure().values[0])

    @property
    def exploitability(self) -> float:
        """Exploitability of the average policy: NashConv / number of players, in chips."""
        return self.measure().exploitability

    @property
    def exploitability_percent(self) -> float:
        """``exploitability`` in percent of the starting pot.

        Raises:
            ValueError: the game has no starting pot.
        """
        percent = self.measure().exploitability_pot_percent
        if percent is None:
            raise ParameterError("exploitability_percent", problem=f"{self.game.name} has no starting pot")
        return percent

    def _metadata(self, kind: str) -> dict[str, Any]:
        """Metadata of a policy of this trainer; ``kind`` is ``"average"`` or ``"current"``."""
        return {
            "strategy": kind,
            "iterations": self.iteration,
            "chance": self._chance,
            "seed": self.seed,
        }

    @classmethod
    def _cannot(cls, parameter: str, value: Any, why: str) -> UnsupportedError:
        """The error for a request that the trainer does not support."""
        return UnsupportedError(parameter, value, f"{cls.__name__} cannot do this: {why}")

    @contextmanager
    def _running(self) -> Iterator[None]:
        """A context in which no other run of this trainer may start.

        Raises:
            RuntimeError: it runs already, in another thread or around the callback that asks.
        """
        with self._alone():
            if self._is_running:
                raise RuntimeError(f"this {type(self).__name__} is running already: a callback must not run it")
            self._is_running = True
            try:
                yield
            finally:
                self._is_running = False

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._lock.acquire(blocking=False):
            name = type(self).__name__
            raise RuntimeError(f"this {name} is running in another thread: use one {name} for each thread, or wait for it")
        try:
            yield
        finally:
            self._lock.release()

    def compile(self) -> None:
        """Compile the kernels, or load them, once: the first iteration then takes no longer than the others."""
        if not self._is_compiled:
            self._compile()
            self._is_compiled = True

    def _compile(self) -> None:
        self.advance(0)  # kernels are compiled for their arguments' types, for any number of iterations

    def _advance_timed(self, count: int) -> float:
        """``advance`` with its time taken: kernels are compiled before, and ``seconds`` grows by it.

        Args:
            count: how many iterations.

        Returns:
            The seconds that it took, without the compiling of kernels that are first used here.
        """
        self.compile()
        began = working_clock()
        self.advance(count)
        spent = working_clock() - began
        self.seconds += spent
        return spent

    @abstractmethod
    def advance(self, count: int) -> None:
        """Run some iterations without checks; most programs call ``run``.

        The outcome does not depend on how a run is cut into such pieces.

        Args:
            count: how many; 0 only compiles.
        """

    @abstractmethod
    def _next_check(self, iteration: int) -> int:
        """After which iteration the next measurement of exploitability pays for its time.

        A run measures no more often than that, but for a few times at its beginning, and saves measurements for where
        exploitability is near the target.

        Args:
            iteration: that of the last measurement.
        """

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """The state that iterations change, by name."""
        return {"iteration": self._iteration}

    def _check_finite(self) -> None:
        """Check that all numbers of the state are finite.

        Raises:
            OverflowError: one is not: payoffs or factors are too large.
        """
        for name, array in self.state().items():
            if array.size and not np.isfinite(float(array.max()) - float(array.min())):  # NaN and infinities show there
                payoffs = f"the payoffs of {self.game} (or the factors of the variant) are too large for that many iterations"
                raise OverflowError(
                    f"after {self.iteration:,} iterations {name} is no longer finite in {array.dtype}: "
                    f"{self._too_much or payoffs}"
                )

    def _generator(self) -> np.random.Generator | None:
        """Its source of random numbers, if it has one."""
        return self._rng

    def identity(self) -> dict[str, Any]:
        """Arguments that two runs must share for one to resume the other: plain JSON values."""
        return {"solver": type(self).__name__, "game": self.game.name, "params": self.game.params}

    def load(self, state: dict[str, npt.NDArray[Any]]) -> None:
        """Load another trainer's state.

        Args:
            state: what ``state()`` of a trainer with the same arguments returned.
        """
        for name, array in self.state().items():
            array[...] = state[name]
        self._measured = None

    def __reduce__(self) -> tuple[Any, ...]:
        args, kwargs = self._made_with
        if args:
            args = (self.game, *args[1:])
        kwargs = {key: self.game if key == "game" else value for key, value in kwargs.items()}
        with self._alone():
            generator = self._generator()
            then = {
                "identity": self.identity(),
                "state": {name: array.copy() for name, array in self.state().items()},
                "generator": None if generator is None else generator.bit_generator.state,
                "attributes": {name: getattr(self, name) for name in CARRIED if hasattr(self, name)},
            }
        return _made_again, (type(self), args, kwargs, then)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        make, arguments = self.__reduce__()
        copied: Self = make(*arguments)
        return copied


def _made_again(kind: type[Trainer], args: tuple[Any, ...], kwargs: dict[str, Any], then: dict[str, Any]) -> Trainer:
    trainer = kind(*args, **kwargs)
    if trainer.identity() != then["identity"]:
        raise InputError(f"this {kind.__name__} cannot be copied: what it was made with has changed since")
    trainer.load(then["state"])
    generator = trainer._generator()
    if generator is not None:
        generator.bit_generator.state = then["generator"]
    for name, value in then["attributes"].items():
        setattr(trainer, name, value)
    return trainer


def variant_name(trainer: Trainer) -> str | None:
    """The name of a trainer's variant of CFR; None if it has none."""
    variant = getattr(trainer, "variant", None)
    return None if variant is None else str(variant.name)
