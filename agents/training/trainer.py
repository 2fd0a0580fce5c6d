"""What all trainers share: one run at a time, kernels compiled before the clock starts, copies and pickles that learn on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game

from .compile_notice import notice_if_slow

CARRIED = ("seconds", "seed", "seed_given", "planned")
"""Attributes that copies take over beside the state."""


class Trainable(Protocol):
    """What ``train`` needs of a solver.

    Attributes:
        game: the game.
        iteration: iterations done.
        seconds: spent in iterations, those before a checkpoint was read included; compiling is not among them.
        exploitability: of what it would return now, in chips.
        seed: of its random numbers; None if it has none.
        seed_given: whether the user chose it.
        planned: where the last run was to end. A run that takes up a checkpoint beyond its own end leaves the solver there;
            the next run counts from here all the same.
    """

    seconds: float
    seed: int | None
    seed_given: bool
    planned: int

    @property
    def game(self) -> Game: ...

    @property
    def iteration(self) -> int: ...

    @property
    def exploitability(self) -> float: ...

    def running(self) -> AbstractContextManager[None]:
        """While inside, no other run of it may start; RuntimeError if one is on."""

    def advance_timed(self, count: int) -> float:
        """Do ``count`` iterations; the outcome does not depend on how a run is cut into such pieces.

        ``seconds`` takes up the time that is returned; compiling is not in it.
        """

    def next_check(self, iteration: int) -> int:
        """After a look at exploitability at ``iteration``, when the next is worth its time."""

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All that changes from iteration to iteration, as the live arrays, by name."""

    def generator(self) -> np.random.Generator | None:
        """Its source of random numbers, if it has one."""

    def identity(self) -> dict[str, Any]:
        """What two runs must have in common for one to go on where the other stopped: plain JSON values."""


class Trainer:
    """The base of every trainer.

    A copy or a pickle is a trainer made anew with the same arguments, brought to the same ``state``: it learns on to the
    same bits as the original, and neither disturbs the other. Compiled games do not travel with it. Copying and pickling
    raise RuntimeError while another thread runs the trainer, TypeError where the variant has schedules that cannot be
    pickled (lambdas, say), and ValueError where the arguments have changed since (a list of locks, say).

    Attributes:
        seconds: spent in iterations, those before a checkpoint was read included; compiling is not among them.
        seed: of its random numbers; None if it has none.
    """

    seconds: float = 0.0
    seed: int | None = None
    _made_with: tuple[tuple[Any, ...], dict[str, Any]]
    _lock: threading.RLock
    _is_running: bool
    _is_compiled: bool

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        self = super().__new__(cls)
        self._made_with = args, kwargs
        self._lock = threading.RLock()
        self._is_running = False
        self._is_compiled = False
        return self

    @contextmanager
    def running(self) -> Iterator[None]:
        """While inside, no other run of this trainer may start.

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
            with notice_if_slow("pokerzoo: compiling (first run only), this takes some seconds ..."):
                self._compile()
            self._is_compiled = True

    def _compile(self) -> None:
        self.advance(0)  # kernels are compiled for the types of what they get, however few iterations are asked for

    def advance_timed(self, count: int) -> float:
        """``advance``, kernels compiled before; the seconds that it took, which ``seconds`` takes up."""
        self.compile()
        began = time.perf_counter()
        self.advance(count)
        spent = time.perf_counter() - began
        self.seconds += spent
        return spent

    def advance(self, count: int) -> None:
        """Do ``count`` iterations; the outcome does not depend on how a run is cut into such pieces."""
        raise NotImplementedError

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All that changes from iteration to iteration, by name."""
        raise NotImplementedError

    def generator(self) -> np.random.Generator | None:
        """Its source of random numbers, if it has one."""
        return None

    def identity(self) -> dict[str, Any]:
        """What two runs must have in common for one to go on where the other stopped: plain JSON values."""
        raise NotImplementedError

    def load(self, state: dict[str, npt.NDArray[Any]]) -> None:
        """Take over another's ``state``, of the same shapes."""
        for name, array in self.state().items():
            array[...] = state[name]

    def _made_from(self) -> Any:
        """What stands for the first argument when this trainer is made anew."""
        return getattr(self, "game")  # noqa: B009 (annotated by those who have one)

    def __reduce__(self) -> tuple[Any, ...]:
        args, kwargs = self._made_with
        if args:
            args = (self._made_from(), *args[1:])
        kwargs = {key: self._made_from() if key.startswith("game_or_") else value for key, value in kwargs.items()}
        with self._alone():
            generator = self.generator()
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
        raise ValueError(f"this {kind.__name__} cannot be copied: what it was made with has changed since")
    trainer.load(then["state"])
    generator = trainer.generator()
    if generator is not None:
        generator.bit_generator.state = then["generator"]
    for name, value in then["attributes"].items():
        setattr(trainer, name, value)
    return trainer


def check_finite(solver: Trainable) -> None:
    """OverflowError if an array of the solver's state holds something that is not finite."""
    for name, array in solver.state().items():
        if array.size and not np.isfinite(float(array.max()) - float(array.min())):  # NaN and infinities show there
            cause = f"the payoffs of {solver.game} (or the factors of the variant) are too large for that many iterations"
            cause = getattr(solver, "too_much", cause)
            raise OverflowError(f"after {solver.iteration:,} iterations {name} is no longer finite in {array.dtype}: {cause}")
