"""Many hands of one game side by side, all seats played from outside: arrays in, arrays out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from pokerzoo.envs.core import Game, State
from pokerzoo.envs.support.parameters import check_bool, check_int

if TYPE_CHECKING:
    from .kernels import TreeMoves
    from .tables import CompiledGame

MAX_BATCH = 2**27
NO_ACTIONS, NOWHERE = np.empty(0, np.int64), np.empty(0, np.bool_)
"""For kernels: nothing is played, or dealt."""
ACTIONS_STREAM, CHANCE_STREAM = 1, 2
"""What generators are for: those of different use are independent."""


class Batch(NamedTuple):
    """What there is to see of every hand, each from its mover's seat. The names are those of pgx.

    Attributes:
        current_player: int8 [batch]: player to move, ``TERMINAL`` where the hand is over.
        observation: float32 [batch, entries]: what the mover sees, as ``State.observation``; zeros where the hand is over.
        legal_action_mask: bool [batch, actions]; all True where the hand is over.
        rewards: float64 [batch, players]: net chips of the hands that this step has ended, else zeros.
        terminated: bool [batch]: whether the hand is over; under ``autoreset`` whether this step has ended one.
        infoset: int32 [batch]: the mover's infoset, an index into ``game.infosets``; -1 where the hand is over.
    """

    current_player: npt.NDArray[np.int8]
    observation: npt.NDArray[np.float32]
    legal_action_mask: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float64]
    terminated: npt.NDArray[np.bool_]
    infoset: npt.NDArray[np.int32]


class BatchedGame:
    """``batch`` independent hands of ``game``, for all its players: the form for self-play.

    The game is compiled once; a step is a look-up in compiled code, on one thread. Any game with a tree works; flops, turns and
    rivers of any ranges and the bet/fold game of any size do without one. Players of simultaneous games choose in turn, and
    none is shown what the others have chosen.

    Each hand has a generator of its own, which chance alone draws on. Hand k's cards depend on the seed, on k and on what was
    played in it, and on nothing else: the first hands of a large batch are those of a small one.

    Args:
        game: what is played.
        batch: number of hands side by side.
        seed: of all chance; None draws one.
        autoreset: when a hand ends, deal the next in the same step: ``rewards`` and ``terminated`` are then those of the
            hand that has ended, all else is the new hand's. Without it a hand that is over stays so, and takes any action,
            until ``reset``. (A hand that chance ends before anybody can act is paid by ``reset``, under ``autoreset`` by the
            next step, whatever the action.)

    Attributes:
        game: what is played.
        batch: number of hands.
        autoreset: as given.

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

    def __init__(self, game: Game, batch: int, seed: int | None = None, autoreset: bool = False) -> None:
        if not isinstance(game, Game):
            raise ValueError(f"game={game!r}: must be a game (make_game); of an environment, env.unwrapped.game")
        check_int("batch", batch, 1, MAX_BATCH)
        check_bool("autoreset", autoreset)
        self.game = game
        self.batch = batch
        self.autoreset = autoreset
        self._prepare()
        self._words = np.zeros((batch, self._compiled.words), dtype=np.int32)
        self._started = False
        self._seed(seed)

    def _prepare(self) -> None:
        """What copies share, and pickles leave out."""
        self._compiled = compiled(self.game)
        self._moves = moves(self.game, self.autoreset)

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

    def empty(self) -> Batch:
        """Arrays to give as ``out``, with whatever was in memory."""
        batch, players, actions = self.batch, self.num_players, self.num_actions
        return Batch(
            np.empty(batch, np.int8), np.empty((batch, len(self.observation_names)), np.float32),
            np.empty((batch, actions), np.bool_), np.empty((batch, players)), np.empty(batch, np.bool_),
            np.empty(batch, np.int32),
        )  # fmt: skip

    def reset(self, seed: int | None = None, where: npt.ArrayLike | None = None, out: Batch | None = None) -> Batch:
        """Deal new hands.

        Args:
            seed: start all generators anew from this; without it they go on from where they are.
            where: bool [batch]: deal these only; the others stay as they are. None: all.
            out: write into these arrays (of ``empty``) and return them; None: into fresh ones.

        Raises:
            ValueError: a bad argument.
        """
        from .kernels import play_hands

        which = self._which(where)
        into = self._out(out)
        if seed is not None:
            self._seed(seed)
        self._started = True
        play_hands(
            self._compiled.tables, self._words, self._rng, NO_ACTIONS, which, self.autoreset,
            into.current_player, into.observation, into.legal_action_mask.view(np.uint8), into.rewards, into.terminated,
            into.infoset,
        )  # fmt: skip
        return into

    def step(self, actions: npt.ArrayLike, out: Batch | None = None) -> Batch:
        """Play an action in each hand, and the chance moves after it.

        Args:
            actions: int [batch]: the movers' actions. What stands for a hand that is over is not looked at.
            out: as in ``reset``. It must not hold ``actions``.

        Raises:
            ValueError: an action is not legal (the message names the first such hand, the action and what is legal), or of
                another type or shape. Nothing is changed then.
            ResetNeeded: there was no ``reset`` yet.
        """
        from .kernels import first_illegal, play_hands, step_tree

        if not self._started:
            raise ResetNeeded("no hand has been dealt: call reset() first")
        chosen = check_actions(actions, self.batch)
        if chosen is actions and not self.autoreset:
            chosen = chosen.copy()  # what is given for hands that are over is changed below
        into = self._out(out)
        tables, words = self._compiled.tables, self._words
        bad = first_illegal(tables.nodes, tables.masks, words, chosen)
        if bad >= 0:
            raise illegal_in_hand(self.state(bad), bad, chosen[bad])
        arrays = (
            into.current_player, into.observation, into.legal_action_mask.view(np.uint8), into.rewards, into.terminated,
            into.infoset,
        )  # fmt: skip
        if self._moves is None:
            play_hands(tables, words, self._rng, chosen, NOWHERE, self.autoreset, *arrays)
        else:
            step_tree(self._moves, words, self._rng, chosen, *arrays)
        return into

    def random_actions(self, out: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
        """A legal action for each hand, all equally likely: int64 [batch], 0 where the hand is over.

        They come from generators of their own, so that asking for them changes no cards.

        Args:
            out: int64 [batch] to write into.

        Raises:
            ValueError: ``out`` is of another type or shape.
        """
        from .kernels import random_actions

        if out is None:
            out = np.empty(self.batch, dtype=np.int64)
        else:
            check_array("out", out, np.int64, (self.batch,))
        if not self._started:
            raise ResetNeeded("no hand has been dealt: call reset() first")
        tables = self._compiled.tables
        random_actions(tables.nodes, tables.legal_count, tables.legal, self._words, self._choices, out)
        return out

    def state(self, hand: int) -> State:
        """The state of a hand in the game tree.

        Raises:
            IndexError: no such hand.
            ResetNeeded: there was no ``reset`` yet.
        """
        if not self._started:
            raise ResetNeeded("no hand has been dealt: call reset() first")
        return self._compiled.state(self._words[hand])

    def _seed(self, seed: int | None) -> None:
        from .kernels import streams

        if seed is not None:
            check_int("seed", seed, 0, 2**64 - 1)
        key = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        hands = streams(np.arange(self.batch, dtype=np.uint64), 0) + key
        self._rng, self._choices = streams(hands, CHANCE_STREAM), streams(hands, ACTIONS_STREAM)

    def _which(self, where: npt.ArrayLike | None) -> npt.NDArray[np.bool_]:
        if where is None:
            return np.ones(self.batch, dtype=np.bool_)
        if not self._started:
            raise ResetNeeded("no hand has been dealt: call reset() without where first")
        which = np.ascontiguousarray(where)
        if which.shape != (self.batch,) or which.dtype != np.bool_:
            raise ValueError(f"where: {which.dtype} {which.shape}; must be bool ({self.batch},)")
        return which

    def _out(self, out: Batch | None) -> Batch:
        if out is None:
            return self.empty()
        shapes = (), (len(self.observation_names),), (self.num_actions,), (self.num_players,), (), ()
        for name, array, kind, shape in zip(Batch._fields, out, TYPES, shapes, strict=True):
            check_array(f"out.{name}", array, kind, (self.batch, *shape))
        return out

    def __getstate__(self) -> dict[str, Any]:
        # What _prepare makes is made again, or found, where the copy goes.
        return {key: value for key, value in self.__dict__.items() if key not in ("_compiled", "_moves")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._prepare()

    def __repr__(self) -> str:
        return f"<BatchedGame {self.game}: {self.batch} hands>"


TYPES = (np.int8, np.float32, np.bool_, np.float64, np.bool_, np.int32)
"""Of the arrays of a ``Batch``."""


def compiled(game: Game) -> CompiledGame:
    """The tables of a game, made once; they stay with it. ValueError where the game is too large."""
    kept = vars(game)
    if "_compiled_for_batches" not in kept:
        from .tables import compile_game

        kept["_compiled_for_batches"] = compile_game(game)
    found: CompiledGame = kept["_compiled_for_batches"]
    return found


def moves(game: Game, autoreset: bool) -> TreeMoves | None:
    """The faster form of the tables of a game, if it has one, made once; see ``moves_of``."""
    kept, name = vars(game), f"_moves_{autoreset}"
    if name not in kept:
        from .tables import moves_of

        kept[name] = moves_of(compiled(game).tables, autoreset)
    found: TreeMoves | None = kept[name]
    return found


def check_array(name: str, array: Any, kind: Any, shape: tuple[int, ...]) -> None:
    """ValueError unless ``array`` is contiguous, writeable, and of this type and shape."""
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != kind:
        found = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else repr(array)
        raise ValueError(f"{name}: {found}; must be an array {np.dtype(kind)} {shape}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError(f"{name}: must be contiguous and writeable")


def check_actions(actions: npt.ArrayLike, hands: int) -> npt.NDArray[np.int64]:
    """Actions as int64 [hands], the same array if it is one; ValueError unless they are integers in that shape."""
    chosen = np.asarray(actions)
    if chosen.shape != (hands,) or not np.issubdtype(chosen.dtype, np.integer):
        raise ValueError(f"actions: {chosen.dtype} {chosen.shape}; must be integers ({hands},)")
    return np.ascontiguousarray(chosen, dtype=np.int64)


def illegal_in_hand(state: State, hand: int, action: Any) -> ValueError:
    """The error for an action that is not legal in one of many hands."""
    legal = ", ".join(f"{a} ({state.action_name(a)})" for a in state.legal_actions())
    return ValueError(f"hand {hand}: action {int(action)} is not legal for player {state.current_player}; legal: {legal}")
