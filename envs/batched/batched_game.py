"""Many hands of one game side by side, all seats played from outside: arrays in, arrays out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from pokerzoo.envs.core import Game, State, illegal_action
from pokerzoo.envs.game_check import check_once
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.aligned import aligned_empty
from pokerzoo.envs.support.parameters import check_bool, check_int

from .engines import NO_ACTIONS, NOWHERE, Batch, BatchEngine, TableEngine

MAX_BATCH = 2**27
ACTIONS_STREAM, CHANCE_STREAM = 1, 2
"""Uses of generators: generators of different use are independent."""


class BatchedGame:
    """``batch`` independent hands of ``game``, for all its players: the form for self-play.

    The game is compiled once; a step is a look-up in compiled code, on one thread. Any game with a tree works; flops, turns and
    rivers of any ranges and the bet/fold game of any size do without one. So do games for two from the blinds on
    (``fhp``), and whole hands of hold'em are stepped by their compiled rules. Players of simultaneous games choose in
    turn, and none is shown what the others have chosen.

    Arrays of a ``Batch`` take part in DLPack (``torch.from_dlpack``, ``jax.numpy.from_dlpack``). Without ``out`` every step
    returns arrays of its own, which stay as they are. With the same ``out`` it returns the same arrays every time, so that
    tensors made of them once are up to date after every step.

    Each hand has a generator of its own, which chance alone draws on. Hand k's cards depend on the seed, on k and on what was
    played in it, and on nothing else: a large batch begins with the hands of a small one. All cards of a whole hand
    are drawn at its start, also in games from the blinds on, by the same number of draws each time. So the cards of hand k's
    n-th deal depend on the seed, k and n alone.

    Args:
        game: what is played.
        batch: number of hands side by side.
        seed: of all chance; None draws one.
        autoreset: when a hand ends, deal the next in the same step: ``rewards`` and ``terminated`` then belong to the hand
            that has ended, all else to the new hand. Without it a hand that is over stays so, and takes any action, until
            ``reset``. (A hand that chance ends before a player can act is paid by ``reset``, under ``autoreset`` by the next
            step, whatever the action.)
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
        self._prepare()
        self._words = self._engine.rows(batch)
        self._started = False
        self._seed(seed)

    def _prepare(self) -> None:
        """Make the parts that copies share and pickles leave out."""
        self._engine = engine_of(self.game)

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
        """Arrays to give as ``out``, with whatever was in memory. Each starts at a multiple of 64 bytes."""
        return Batch(*(aligned_empty(shape, kind) for shape, kind in zip(self._shapes, TYPES, strict=True)))

    @property
    def _shapes(self) -> tuple[tuple[int, ...], ...]:
        batch = self.batch
        return (batch,), (batch, self._entries), (batch, self.num_actions), (batch, self.num_players), (batch,), (batch,)

    def reset(self, seed: int | None = None, where: npt.ArrayLike | None = None, out: Batch | None = None) -> Batch:
        """Deal new hands.

        Args:
            seed: start all generators anew from this; without it they go on from where they are.
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
        self._engine.play(self._words, self._rng, NO_ACTIONS, which, self.autoreset, into)
        return into

    def step(self, actions: npt.ArrayLike, out: Batch | None = None) -> Batch:
        """Play an action in each hand, and the chance moves after it.

        Args:
            actions: int [batch]: the movers' actions: an array, a tensor on the processor, or whatever has ``__dlpack__``. What
                stands for a hand that is over is not looked at.
            out: as in ``reset``. It must not hold ``actions``.

        Raises:
            ValueError: an action is not legal (the message names the first such hand, the action and what is legal), or of
                another type or shape. Nothing is changed then.
            ResetNeeded: there was no ``reset`` yet.
        """
        self._check_started()
        chosen = check_actions(actions, self.batch)
        given = chosen is actions or not chosen.flags.owndata
        if given and not (self.autoreset and chosen.flags.writeable):
            chosen = chosen.copy()  # what is given for hands that are over is changed below
        into = self._out(out)
        bad = self._engine.first_illegal(self._words, chosen)
        if bad >= 0:
            raise illegal_in_hand(self.state(bad), bad, chosen[bad])
        self._engine.play(self._words, self._rng, chosen, NOWHERE, self.autoreset, into)
        return into

    def observations(self, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """The movers' observations now, even if steps do not write them: float32 [batch, entries], zeros at the end.

        Args:
            out: float32 [batch, entries] to write into.

        Raises:
            ValueError: ``out`` is of another type or shape.
            ResetNeeded: there was no ``reset`` yet.
        """
        shape = (self.batch, len(self.observation_names))
        if out is None:
            out = np.empty(shape, np.float32)
        else:
            check_array("out", out, np.float32, shape)
        self._check_started()
        into = self._out(None)._replace(observation=out)
        self._engine.play(self._words, self._rng, NO_ACTIONS, NOWHERE, self.autoreset, into)
        return out

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
        self._engine.random_actions(self._words, self._choices, out)
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

    def _check_started(self) -> None:
        if not self._started:
            raise ResetNeeded("no hand has been dealt: call reset() first")

    def _seed(self, seed: int | None) -> None:
        from .kernels import generator_states

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
            raise ValueError(f"where: {which.dtype} {which.shape}; must be bool ({self.batch},)")
        return which

    def _out(self, out: Batch | None) -> Batch:
        if out is None:
            return Batch(*map(np.empty, self._shapes, TYPES))
        for name, array, kind, shape in zip(Batch._fields, out, TYPES, self._shapes, strict=True):
            check_array(f"out.{name}", array, kind, shape)
        return out

    def __getstate__(self) -> dict[str, Any]:
        # What _prepare makes is made again, or found, where the copy goes.
        return {key: value for key, value in self.__dict__.items() if key != "_engine"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._prepare()

    def __repr__(self) -> str:
        return f"<BatchedGame {self.game}: {self.batch} hands>"


TYPES = (np.int8, np.float32, np.bool_, np.float64, np.bool_, np.int32)
"""Of the arrays of a ``Batch``."""


def engine_of(game: Game) -> BatchEngine:
    """The engine for the hands of a game. ValueError where the game is too large."""
    if not game.numbered:
        from .whole_hands import WholeHandsEngine

        return WholeHandsEngine(game)  # type: ignore[arg-type]
    if is_dealt(game):
        from .dealt_hands import DealtEngine

        return DealtEngine(game)
    return TableEngine(game)


def is_dealt(game: Game) -> bool:
    """True for hold'em for two whose hands are dealt from the whole deck: too many histories for a tree, and no ranges."""
    if not isinstance(game, PokerGame) or game.num_players != 2:
        return False
    from pokerzoo.envs.poker.deck_strengths import HoldemStrength

    rules = game.rules
    whole = rules.hand_sets is not None and rules.deck.hole_cards == 2 and not rules.deck.board
    return (
        whole
        and isinstance(rules.strength, HoldemStrength)
        and 3 <= sum(rules.betting.deals) <= 5
        and max(rules.betting.deals) <= 3
    )


def check_array(name: str, array: Any, kind: Any, shape: tuple[int, ...]) -> None:
    """ValueError unless ``array`` is contiguous, writeable, and of this type and shape."""
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != kind:
        found = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else repr(array)
        raise ValueError(f"{name}: {found}; must be an array {np.dtype(kind)} {shape}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError(f"{name}: must be contiguous and writeable")


def check_actions(actions: Any, hands: int) -> npt.NDArray[np.int64]:
    """Actions as int64 [hands], in the same memory if they are that; ValueError unless they are integers in that shape."""
    if hasattr(actions, "__dlpack__") and not hasattr(actions, "__array__"):
        actions = np.from_dlpack(actions)
    chosen = np.asarray(actions)
    if chosen.shape != (hands,) or not np.issubdtype(chosen.dtype, np.integer):
        raise ValueError(f"actions: {chosen.dtype} {chosen.shape}; must be integers ({hands},)")
    return np.ascontiguousarray(chosen, dtype=np.int64)


def illegal_in_hand(state: State, hand: int, action: Any) -> ValueError:
    """The error for an action that is not legal in one of many hands."""
    return ValueError(f"hand {hand}: {illegal_action(state, int(action))}")
