"""Many hands of one game side by side, all seats played from outside: arrays in, arrays out."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from pokerzoo.envs.core import TERMINAL, GameLike, State, game_of, illegal_action
from pokerzoo.envs.game_check import check_once
from pokerzoo.envs.support.arrays import aligned_empty
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_bool, check_int
from pokerzoo.envs.support.random_numbers import draw_numbers, generator_states

from .engines import engine_of

MAX_BATCH = 2**27
ACTIONS_STREAM, CHANCE_STREAM = 1, 2
"""Uses of generators: generators of different use are independent."""


class Batch(NamedTuple):
    """Observation, mask and rewards of every hand, each from its mover's seat. pgx has the same names.

    Every array takes part in DLPack, so that other libraries work in its memory: ``torch.from_dlpack(now.observation)``.

    Attributes:
        current_player: int8 [batch]: player to move, ``TERMINAL`` where the hand is over.
        observation: float32 [batch, entries]: what the mover sees, as ``State.observation``; zeros where the hand is over;
            [batch, 0] under ``observe=False``.
        legal_action_mask: bool [batch, actions]; all True where the hand is over.
        rewards: float64 [batch, players]: net chips of the hands that this step has ended, else zeros.
        terminated: bool [batch]: whether the hand is over; under ``autoreset`` whether this step has ended one.
        infoset: int64 [batch]: the mover's infoset, an index into ``game.infosets``; -1 where the hand is over, and in whole
            hands of hold'em, whose infosets have no numbers.

    >>> from pokerzoo.envs import BatchedGame, make_game
    >>> now = BatchedGame(make_game("kuhn"), 2, seed=0).reset()
    >>> now.current_player, now.legal_action_mask.shape, now.rewards.shape
    (array([0, 0], dtype=int8), (2, 3), (2, 2))
    """

    current_player: npt.NDArray[np.int8]
    observation: npt.NDArray[np.float32]
    legal_action_mask: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float64]
    terminated: npt.NDArray[np.bool_]
    infoset: npt.NDArray[np.int64]


class BatchedGame:
    """``batch`` independent hands of ``game``, for all its players: the form for self-play.

    The game is compiled once; a step is a look-up in compiled code, on one thread. Any game with a tree works; flops, turns and
    rivers of any ranges and the bet/fold game of any size do without one. So do games for two from the blinds on
    (``fhp``), and whole hands of hold'em are stepped by their compiled rules. Players of simultaneous games choose in
    turn, and none is shown what the others have chosen.

    Arrays of a ``Batch`` take part in DLPack (``torch.from_dlpack``, ``jax.numpy.from_dlpack``). Without ``out`` every step
    returns arrays of its own, which stay as they are. With the same ``out`` it returns the same arrays every time, so that
    tensors that share their memory are up to date after every step.

    Each hand has a generator of its own, which chance alone draws on. Hand k's cards depend on the seed, on k and on what was
    played in it, and on nothing else: a large batch begins with the hands of a small one. In whole hands and in games from
    the blinds on all cards are drawn at the start, by the same number of draws each time. So the cards of hand k's n-th deal
    depend on the seed, k and n alone.

    Args:
        game: what is played.
        batch: number of hands side by side.
        seed: of all chance; None draws one.
        autoreset: when a hand ends, deal the next in the same step: ``rewards`` and ``terminated`` then belong to the hand
            that has ended, all else to the new hand. Without it a hand that is over stays so, and takes any action, until
            ``reset``. (A hand that chance ends before a player can act is paid by ``reset``, under ``autoreset`` by the next
            step for any action.)
        observe: whether ``reset`` and ``step`` write observations. Observations of whole hands are long and take several
            times as long as the step itself: without them ask for some by ``observations``, or read ``state``.

    Attributes:
        game: what is played.
        batch: number of hands.
        autoreset: as given.
        observe: as given.

    Raises:
        ValueError: a bad argument, or a game that is too large.

    >>> from pokerzoo.envs import make_game
    >>> hands = BatchedGame(make_game("kuhn"), 3, seed=0)
    >>> now = hands.reset()
    >>> now.current_player, now.observation.shape, now.legal_action_mask[0]
    (array([0, 0, 0], dtype=int8), (3, 17), array([False,  True,  True]))
    >>> now = hands.step([1, 2, 2])  # a check and two bets
    >>> now = hands.step([1, 0, 0])  # a check and two folds
    >>> now.terminated, now.rewards[1]
    (array([ True,  True,  True]), array([ 1., -1.]))
    """

    def __init__(
        self, game: GameLike, batch: int, seed: int | None = None, autoreset: bool = False, observe: bool = True
    ) -> None:
        game = game_of(game)
        check_once(game)
        check_int("batch", batch, 1, MAX_BATCH)
        check_bool("autoreset", autoreset)
        check_bool("observe", observe)
        self.game = game
        self.batch = batch
        self.autoreset = autoreset
        self.observe = observe
        self._engine = engine_of(game)
        self._words = self._engine.rows(batch)
        self._movers = np.full(batch, TERMINAL, dtype=np.int64)
        self._started = False
        self._seed(seed)

    @property
    def num_players(self) -> int:
        """Players of the game."""
        return self.game.num_players

    @property
    def num_actions(self) -> int:
        """Actions are the integers below this."""
        return self.game.num_distinct_actions

    @property
    def observation_names(self) -> tuple[str, ...]:
        """The name of each entry of an observation."""
        return self.game.observation_names

    @property
    def _entries(self) -> int:
        """Length of the observations in a ``Batch``."""
        return len(self.observation_names) if self.observe else 0

    def empty(self) -> Batch:
        """Uninitialized arrays to give as ``out``. Each starts at a multiple of 64 bytes."""
        return Batch(*(aligned_empty(shape, kind) for shape, kind in zip(self._shapes, TYPES, strict=True)))

    @property
    def _shapes(self) -> tuple[tuple[int, ...], ...]:
        batch = self.batch
        return (batch,), (batch, self._entries), (batch, self.num_actions), (batch, self.num_players), (batch,), (batch,)

    def reset(self, seed: int | None = None, where: npt.ArrayLike | None = None, out: Batch | None = None) -> Batch:
        """Deal new hands.

        Args:
            seed: reseed all generators from this; without it they continue.
            where: bool [batch]: deal these only; the others stay as they are. None: all.
            out: write into these arrays (of ``empty``) and return them; None: into fresh ones.

        Raises:
            ValueError: a bad argument.
        """
        which = self._which(where)
        into = self._out(out)
        if seed is not None:
            self._seed(seed)
        self._started = True
        self._engine.deal(self._words, self._rng, which, self._movers)
        over = self._movers < 0
        self._engine.payoffs(self._words, over & which & (not self.autoreset), into.rewards)
        self._write(into)
        into.terminated[:] = over & (not self.autoreset)
        return into

    def step(self, actions: npt.ArrayLike, out: Batch | None = None) -> Batch:
        """Play an action in each hand, and the chance moves after it.

        Args:
            actions: int [batch]: the movers' actions: an array, a CPU tensor or any object with ``__dlpack__``. That of a
                hand that is over is ignored.
            out: as in ``reset``. It must not hold ``actions``.

        Raises:
            ValueError: an action is not legal (the message names the first such hand, the action and what is legal), or of
                another type or shape. Nothing is changed then.
            ResetNeeded: there was no ``reset`` yet.
        """
        self._check_started()
        chosen = check_actions(actions, self.batch)
        into, engine, words = self._out(out), self._engine, self._words
        legal = engine.is_legal(words, chosen)
        if not legal.all():
            bad = int(legal.argmin())
            raise illegal_in_hand(self.state(bad), bad, chosen[bad])
        before = self._movers < 0
        engine.apply(words, self._rng, np.where(before, -1, chosen), self._movers)
        over = self._movers < 0
        ended = over if self.autoreset else over & ~before
        engine.payoffs(words, ended, into.rewards)
        if self.autoreset and ended.any():
            engine.deal(words, self._rng, ended, self._movers)
        self._write(into)
        into.terminated[:] = over
        return into

    def observations(self) -> npt.NDArray[np.float32]:
        """The movers' observations now, even if steps do not write them: float32 [batch, entries], zeros at the end.

        Raises:
            ResetNeeded: there was no ``reset`` yet.
        """
        self._check_started()
        result = np.empty((self.batch, len(self.observation_names)), np.float32)
        self._engine.observe(self._words, self._movers, result)
        return result

    def random_actions(self, out: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
        """A legal action for each hand, all equally likely: int64 [batch], 0 where the hand is over.

        They come from generators of their own, so that asking for them changes no cards.

        Args:
            out: int64 [batch] to write into.

        Raises:
            ValueError: ``out`` is of another type or shape.
        """
        if out is None:
            out = np.empty(self.batch, dtype=np.int64)
        else:
            check_array("out", out, np.int64, (self.batch,))
        self._check_started()
        numbers, acting = np.empty(self.batch), self._movers >= 0
        draw_numbers(self._choices, acting, numbers)
        out[:] = 0
        self._engine.random_actions(self._words, numbers, acting, out)
        return out

    def state(self, hand: int) -> State:
        """The state of a hand in the game tree.

        Args:
            hand: its number, from 0 to below ``batch``.

        Raises:
            IndexError: no such hand.
            ResetNeeded: there was no ``reset`` yet.
        """
        self._check_started()
        return self._engine.state(self._words[hand])

    def _write(self, into: Batch) -> None:
        """Write what there is to see, rewards and ``terminated`` aside."""
        engine, words = self._engine, self._words
        into.current_player[:] = self._movers
        engine.legal(words, into.legal_action_mask.view(np.uint8))
        into.infoset[:] = engine.infosets(words)
        if self.observe:
            engine.observe(words, self._movers, into.observation)

    def _check_started(self) -> None:
        if not self._started:
            raise ResetNeeded("no hand has been dealt: call reset() first")

    def _seed(self, seed: int | None) -> None:
        if seed is not None:
            check_int("seed", seed, 0, 2**64 - 1)
        key = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        hands = generator_states(np.arange(self.batch, dtype=np.uint64), 0) + key
        self._rng, self._choices = generator_states(hands, CHANCE_STREAM), generator_states(hands, ACTIONS_STREAM)

    def _which(self, where: npt.ArrayLike | None) -> npt.NDArray[np.bool_]:
        if where is None:
            return np.ones(self.batch, dtype=np.bool_)
        if not self._started:
            raise ResetNeeded("no hand has been dealt: call reset() without where first")
        which = np.ascontiguousarray(where)
        if which.shape != (self.batch,) or which.dtype != np.bool_:
            raise ParameterError("where", problem=f"{which.dtype} {which.shape}; must be bool ({self.batch},)")
        return which

    def _out(self, out: Batch | None) -> Batch:
        if out is None:
            return Batch(*map(np.empty, self._shapes, TYPES))
        for name, array, kind, shape in zip(Batch._fields, out, TYPES, self._shapes, strict=True):
            check_array(f"out.{name}", array, kind, shape)
        return out

    def __getstate__(self) -> dict[str, Any]:
        # The copy finds the engine, or makes it again, in its process.
        return {key: value for key, value in self.__dict__.items() if key != "_engine"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._engine = engine_of(self.game)

    def __repr__(self) -> str:
        return f"<BatchedGame {self.game}: {self.batch} hands>"


TYPES = (np.int8, np.float32, np.bool_, np.float64, np.bool_, np.int64)
"""Of the arrays of a ``Batch``."""


def check_array(name: str, array: Any, kind: Any, shape: tuple[int, ...]) -> None:
    """ValueError unless ``array`` is contiguous, writeable, and of this type and shape."""
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != kind:
        result = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else repr(array)
        raise ParameterError(name, problem=f"{result}; must be an array {np.dtype(kind)} {shape}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise ParameterError(name, problem="must be contiguous and writeable")


def check_actions(actions: Any, hands: int) -> npt.NDArray[np.int64]:
    """Actions as int64 [hands], in the same memory if they are that; ValueError unless they are integers in that shape."""
    if hasattr(actions, "__dlpack__") and not hasattr(actions, "__array__"):
        actions = np.from_dlpack(actions)
    chosen = np.asarray(actions)
    if chosen.shape != (hands,) or not np.issubdtype(chosen.dtype, np.integer):
        raise ParameterError("actions", problem=f"{chosen.dtype} {chosen.shape}; must be integers ({hands},)")
    return np.ascontiguousarray(chosen, dtype=np.int64)


def illegal_in_hand(state: State, hand: int, action: Any) -> ValueError:
    """The error for an action that is not legal in one of many hands."""
    return InputError(f"hand {hand}: {illegal_action(state, int(action))}")
