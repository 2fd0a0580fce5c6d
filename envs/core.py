"""The tree API: what every game here offers, whoever asks (an environment, a solver, a person).

The words are OpenSpiel's where it has one. A ``State`` is immutable: ``child`` returns a new one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.lazy import load
from pokerzoo.envs.support.parameters import short_repr

if TYPE_CHECKING:
    from pokerzoo.envs.compiled.hand_tree import HandTree
    from pokerzoo.envs.compiled.public_tree import PublicTree
    from pokerzoo.envs.compiled.street_tree import StreetTree
    from pokerzoo.envs.compiled.tree import Tree

    from .infosets import InfosetTable
    from .measurement import PolicyEvaluator

CHANCE = -1
"""``current_player`` where nature moves."""
TERMINAL = -4
"""``current_player`` where the game is over (OpenSpiel's number)."""


class State(ABC):
    """One history of a game: all that has happened, hidden or not. Immutable and hashable."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game this state belongs to."""

    @property
    @abstractmethod
    def current_player(self) -> int:
        """Player to move (0, 1, ...), ``CHANCE`` or ``TERMINAL``."""

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player == TERMINAL

    @property
    def is_chance(self) -> bool:
        """Whether nature moves next."""
        return self.current_player == CHANCE

    @abstractmethod
    def legal_actions(self) -> tuple[int, ...]:
        """Actions of the player to move, ascending; at a chance node its outcomes; empty at the end."""

    @abstractmethod
    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        """Pairs (action, probability) at a chance node; ValueError anywhere else."""

    @abstractmethod
    def child(self, action: int) -> State:
        """The state after ``action``; ValueError, naming the legal ones, if it is not legal."""

    @abstractmethod
    def returns(self) -> tuple[float, ...]:
        """Net chips won by each player; zeros before the end."""

    @abstractmethod
    def infoset_key(self, player: int) -> str:
        """What ``player`` knows here, as a readable and stable string: ``K|xb``, ``Qs|xx/Kh|b``."""

    def infoset_index(self) -> int:
        """Position in ``game.infosets`` of what the player to move knows here."""
        return self.game.infosets.index(self.infoset_key(self.current_player))

    @abstractmethod
    def observation(self, player: int) -> npt.NDArray[np.float32]:
        """What ``player`` knows here, as a fresh vector; the game's ``observation_names`` name its entries."""

    @abstractmethod
    def action_name(self, action: int) -> str:
        """Readable name of an action in this state: ``call``, ``bet 2``, ``deal Kh``."""

    @abstractmethod
    def describe(self, player: int | None) -> str:
        """A few lines for a person: the hand as ``player`` sees it, or with everything open for None."""

    @abstractmethod
    def history(self) -> tuple[int, ...]:
        """All actions since ``game.initial_state()``, those of chance included."""

    def after_chance(self, rng: np.random.Generator) -> State:
        """The next state in which no chance move is due; it takes a number of ``rng`` for each move, unless a game says so."""
        state: State = self
        while state.is_chance:
            state = state.child(draw(state.chance_outcomes(), rng))
        return state

    def passive_action(self) -> int:
        """What is played for a player whose action was not legal: the first legal one, unless a game overrides it."""
        return self.legal_actions()[0]

    def _repr_html_(self) -> str:
        """What a notebook shows: the table with all cards open, as SVG."""
        found: str = load("pokerzoo.envs.drawing.states:state_svg")(self)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        # A state is its game and its history: small to store, and no cache travels with it.
        return replay, (self.game, self.history())

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self is other or (self.game == other.game and self.history() == other.history())

    def __hash__(self) -> int:
        return hash((self.game, self.history()))

    def __repr__(self) -> str:
        return f"<{self.game} state {self.history()}>"


def replay(game: Game, history: tuple[int, ...]) -> State:
    """The state of ``game`` after the actions of ``history``."""
    state = game.initial_state()
    for action in history:
        state = state.child(action)
    return state


class Game(ABC):
    """The rules of one game with its parameters. Games with equal parameters are equal.

    Attributes:
        name: the name that ``make_game`` knows it by.
        params: every parameter with its value, defaults included; ``make_game(name, **params)`` makes it again.
        num_players: number of players, at least two.
        num_distinct_actions: actions are the integers below this.
        simultaneous: players act in turn in the tree, but none learns the others' choices before the end.
        numbered: whether infosets are numbered, as ``infosets`` has them; whole hands have too many.
        observation_names: the name of each entry of ``State.observation``.
        starting_pot: chips in the pot at the start of the play; None where there is none.
        big_blind: chips that mbb/hand counts by, or None where the game has no blind or ante.
    """

    name: str
    params: dict[str, Any]
    num_players: int
    num_distinct_actions: int
    simultaneous: bool = False
    numbered: bool = True
    observation_names: tuple[str, ...]
    starting_pot: float | None = None
    big_blind: float | None = None

    @abstractmethod
    def initial_state(self) -> State:
        """The state before anything is dealt."""

    @property
    def environment(self) -> str:
        """What its environment is called, without the version: that of ``kuhn`` is in the module ``kuhn_v0``."""
        return self.name

    @property
    def num_histories(self) -> int | None:
        """How many histories there are, the chance nodes and the ends included; None where only a walk can tell."""
        return None

    @property
    def num_entries(self) -> int:
        """How many probabilities a policy has: (infoset, action) pairs."""
        return self.infosets.size

    @property
    @abstractmethod
    def utility_range(self) -> tuple[float, float]:
        """The least and the most chips that a player can win in one play."""

    @property
    @abstractmethod
    def observation_bounds(self) -> tuple[float, float]:
        """The least and the greatest value an entry of an observation takes."""

    @abstractmethod
    def action_label(self, action: int) -> str:
        """Name of an action whatever the state: ``check/call``."""

    def tree(self) -> Tree:
        """The whole game compiled into flat arrays, once; later calls return the same object.

        Raises:
            ValueError: the game is too large for that.
        """
        return self._tree

    def evaluator(self) -> PolicyEvaluator:
        """The game's way to exact values and best responses, new at each call: it keeps scratch for repeated questions.

        Raises:
            ValueError: the game is too large for that.
        """
        found: PolicyEvaluator = load("pokerzoo.envs.compiled.evaluator:game_evaluator")(self)
        return found

    @property
    def exact_takes_seconds(self) -> bool:
        """Whether ``evaluator`` takes seconds at most, as far as that can be told beforehand."""
        small: bool = load("pokerzoo.envs.histories:fits")(self)
        return small

    def public_tree(self) -> PublicTree | StreetTree | HandTree | None:
        """The game with all private hands side by side; None where it has no such form."""
        return None

    @cached_property
    def _tree(self) -> Tree:
        return self._compile_tree()

    def _compile_tree(self) -> Tree:
        found: Tree = load("pokerzoo.envs.compiled.tree:compile_tree")(self)
        return found

    @cached_property
    def infosets(self) -> InfosetTable:
        """Every infoset of the game, in the order in which policies store them."""
        return self._collect_infosets()

    def _collect_infosets(self) -> InfosetTable:
        found: InfosetTable = load("pokerzoo.envs.histories:collect_infosets")(self)
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (self.name == other.name and self._identity == other._identity)

    def __hash__(self) -> int:
        return hash((self.name, self._identity))

    @cached_property
    def _identity(self) -> str:
        return repr(sorted(self.params.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return load("pokerzoo.envs.registry:make_game_from_params"), (self.name, self.params)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __str__(self) -> str:
        inside = ", ".join(f"{key}={short_repr(value)}" for key, value in self.params.items())
        return f"{self.name}({inside})"

    def __repr__(self) -> str:
        return f"<Game {self}>"


def draw(outcomes: Iterable[tuple[int, float]], rng: np.random.Generator) -> int:
    """One of the (action, probability) pairs' actions, at random; takes one number from ``rng``."""
    left = rng.random()
    chosen = -1
    for action, probability in outcomes:
        if probability > 0.0:  # what cannot happen is not drawn, even if the others add up to a hair less than 1
            chosen = action
            left -= probability
            if left < 0.0:
                break
    return chosen


def played(state: State, action: object) -> int:
    """The action as an int; ValueError, naming the legal ones, if it is not legal, or no integer (``True``, ``1.0``)."""
    try:
        number = -1 if isinstance(action, bool) else index(action)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if number not in state.legal_actions():
        raise illegal_action(state, action)
    return number


def illegal_action(state: State, action: object) -> ValueError:
    """The error for an action that is not legal, naming those that are."""
    legal = ", ".join(f"{a} ({state.action_name(a)})" for a in state.legal_actions())
    where = "chance" if state.is_chance else f"player {state.current_player}"
    if state.is_terminal:
        return ValueError(f"action {action!r}: the game is over, no action is legal")
    return ValueError(f"action {action!r} is not legal for {where}; legal: {legal}")


def short(game: Game) -> str:
    """A game in an error message: its parameters may be a page long."""
    text = str(game)
    return text if len(text) <= 200 else text[:197] + "..."
