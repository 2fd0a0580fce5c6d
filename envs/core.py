"""The tree API of every game, for environments, solvers and displays.

The words are OpenSpiel's where it has one. A ``State`` is immutable: ``child`` returns a new one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.errors import InputError, ParameterError, brief, cut_text, short_repr
from pokerzoo.envs.support.parameters import as_index
from pokerzoo.envs.support.units import Stakes

from .infosets import InfosetFields, collect_infosets, may_have_tree
from .registry import game_by_name, make_game_from_params
from .views import TableView, check_viewer

if TYPE_CHECKING:
    from .infosets import InfosetTable

CHANCE = -1
"""``current_player`` where nature moves."""
TERMINAL = -4
"""``current_player`` where the game is over (OpenSpiel's number)."""
MOST_NAMED = 20
"""The most legal actions that an error names."""


class State(ABC):
    """One history of a game: all that has happened, hidden or not. Immutable and hashable.

    ``game.initial_state()`` makes the first one, ``child`` all others. Chance moves are actions too: a player of 0 or more
    is to act, or ``CHANCE``, or the game is over (``TERMINAL``). The words are OpenSpiel's.

    >>> from pokerzoo.envs import make_game
    >>> state = make_game("kuhn").initial_state()
    >>> state.is_chance, state.chance_outcomes()[0]
    (True, (0, 0.3333333333333333))
    >>> state = state.child(2).child(0)  # player 0 gets the king, player 1 the jack
    >>> state.current_player, state.legal_actions(), state.action_name(2), state.infoset_key(0)
    (0, (1, 2), 'bet', 'K|')
    >>> state.child(2).child(0).returns()  # a bet and a fold
    (1.0, -1.0)
    """

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
        """True if the game is over."""
        return self.current_player == TERMINAL

    @property
    def is_chance(self) -> bool:
        """True at a chance node."""
        return self.current_player == CHANCE

    @abstractmethod
    def legal_actions(self) -> tuple[int, ...]:
        """Actions of the player to move, in the order of strategies; at a chance node its outcomes; empty at the end."""

    @abstractmethod
    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        """Pairs (action, probability) at a chance node; the probabilities add up to 1.

        Raises:
            ValueError: this is no chance node.
        """

    @abstractmethod
    def child(self, action: int) -> State:
        """The state after an action of the player to move, or of chance.

        Args:
            action: one of ``legal_actions()``.

        Raises:
            ValueError: the action is not legal; the message names those that are.
        """

    @abstractmethod
    def returns(self) -> tuple[float, ...]:
        """Net chips won by each player; zeros before the end."""

    @abstractmethod
    def infoset_key(self, player: int) -> str:
        """The knowledge of a player, as a readable and stable string: ``K|xb``, ``Qs|xx/Kh|b``.

        Args:
            player: the seat, from 0. It need not be the player to move.
        """

    @property
    def num_hands(self) -> int:
        """The number of hands whose strategy can be asked for here: 1, that of the player to move; of whole hands all."""
        return 1

    def key(self, hand: int) -> str:
        """The key of the mover's infoset with a hand.

        Args:
            hand: below ``num_hands``.
        """
        return self.infoset_key(self.current_player)

    def infoset_index(self) -> int:
        """Position of the mover's infoset in ``game.infosets``.

        Raises:
            KeyError: no player is to move.
        """
        return self.game.infosets.index(self.infoset_key(self.current_player))

    @abstractmethod
    def observation(self, player: int) -> npt.NDArray[np.float32]:
        """The observation of a player, a fresh array: float32 [entries]; ``game.observation_names`` names the entries.

        Args:
            player: the seat, from 0.
        """

    @abstractmethod
    def action_name(self, action: int) -> str:
        """Readable name of an action in this state: ``call``, ``bet 2``, ``deal Kh``.

        Args:
            action: one of ``legal_actions()``.
        """

    @abstractmethod
    def describe(self, player: int | None) -> str:
        """A few lines for a person: the hand as a player sees it.

        Args:
            player: the seat, from 0; None shows all cards.
        """

    def view(self, player: int | None) -> TableView:
        """The table as a player sees it, from which it is drawn; unless a game says more, its description.

        Args:
            player: the seat, from 0; None shows all cards.
        """
        player = check_viewer(player, self.game.num_players)
        return TableView(self.game.name, player, lines=tuple(self.describe(player).splitlines()))

    @abstractmethod
    def history(self) -> tuple[int, ...]:
        """All actions since ``game.initial_state()``, chance's included."""

    def after_chance(self, rng: np.random.Generator) -> State:
        """The next state in which no chance move is due; chance moves on the way are drawn.

        Args:
            rng: it gives one number for each move, unless a game says otherwise.
        """
        state: State = self
        while state.is_chance:
            state = state.child(state.draw_chance(rng))
        return state

    def draw_chance(self, rng: np.random.Generator) -> int:
        """An outcome of a chance node, drawn by its probability.

        Args:
            rng: it gives one number, unless a game says otherwise.

        Raises:
            ValueError: this is no chance node.
        """
        return draw_outcome(self.chance_outcomes(), rng)

    @property
    def pot(self) -> float | None:
        """Chips in the middle; None where the game has no pot."""
        return None

    def made_hand(self, player: int) -> str:
        """The hand of a player with the board, ``two pair``; empty where the game has none.

        Args:
            player: the seat, from 0.
        """
        return ""

    def all_in_action(self) -> int | None:
        """The legal bet or raise that is all-in; None without one."""
        return None

    def action_detail(self, action: int) -> str:
        """Amount of an action, ``25`` of a call or ``50% pot`` of a bet; empty where its name says all.

        Args:
            action: one of ``legal_actions()``.
        """
        return ""

    def dealt_cards(self, action: int) -> tuple[int | None, tuple[str, ...]]:
        """The receiver of the cards of a chance move (None: public cards, or no cards), and the cards by name.

        Args:
            action: one of ``legal_actions()`` at a chance node.
        """
        cards, to, player = self.action_name(action).rpartition(" to player ")
        return (int(player), (cards.removeprefix("deal "),)) if to and player.isdecimal() else (None, ())

    def passive_action(self) -> int:
        """The action played in place of an illegal one: the first legal one, unless a game overrides it."""
        return self.legal_actions()[0]

    def _repr_html_(self) -> str:
        """The picture for notebooks: the table with all cards open, as SVG."""
        from .drawing.states import state_svg

        return state_svg(self)

    def __reduce__(self) -> tuple[Any, ...]:
        # A state is its game and its history: small to store, and no cache travels with it.
        return replay_history, (self.game, self.history())

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


def replay_history(game: Game, history: tuple[int, ...]) -> State:
    """The state of ``game`` after the actions of ``history``."""
    state = game.initial_state()
    for action in history:
        state = state.child(action)
    return state


def states_of_history(game: Game, history: Iterable[int]) -> list[State]:
    """The states before each action of a history and after the last; ValueError at the first that is not legal."""
    states = [game.initial_state()]
    for number, action in enumerate(history, 1):
        try:
            states.append(states[-1].child(action))
        except ValueError as error:
            raise InputError(f"move {number}: {error}") from None
    return states


class Game(ABC):
    """The rules of one game with its parameters. Games with equal parameters are equal.

    ``make_game`` makes the games of this package. A game of your own derives from this, or from ``PokerGame`` if it is
    poker.

    Attributes:
        name: the name that ``make_game`` knows it by.
        title: its common name; None: made from the name.
        heading: what a heading calls it, ``the bet/fold game``; None: the title.
        about: what it is, in a sentence.
        params: every parameter with its value, defaults included; ``make_game(name, **params)`` makes it again.
        num_players: number of players, at least two.
        num_distinct_actions: actions are the integers below this.
        simultaneous: players act in turn in the tree, but none learns the others' choices before the end.
        numbered: whether infosets are numbered, as ``infosets`` has them; whole hands have too many.
        zero_sum: whether what the players win adds up to 0, but for a rake.
        observation_names: the name of each entry of ``State.observation``.
        stakes: the starting pot, the big blind (or ante) and the rake, as far as the game has them.

    >>> from pokerzoo.envs import make_game
    >>> game = make_game("kuhn")
    >>> game.num_players, game.num_distinct_actions, game.utility_range, game.num_histories
    (2, 3, (-2.0, 2.0), 58)
    >>> len(game.infosets), game.infosets[0]
    (12, Infoset(key='J|', player=0, actions=(1, 2), action_names=('check', 'bet')))
    """

    name: str
    title: str | None = None
    heading: str | None = None
    about: str = ""
    params: dict[str, Any]
    num_players: int
    num_distinct_actions: int
    simultaneous: bool = False
    numbered: bool = True
    zero_sum: bool = True
    observation_names: tuple[str, ...]
    stakes: Stakes = Stakes()

    @abstractmethod
    def initial_state(self) -> State:
        """The state before anything is dealt."""

    @property
    def environment(self) -> str:
        """Name of the environment without the version: that of ``kuhn`` is in the module ``kuhn_v0``."""
        return self.name

    @property
    def player_names(self) -> tuple[str, ...]:
        """Names of the players in tables: ``player 0``."""
        return tuple(f"player {player}" for player in range(self.num_players))

    @property
    def seat_names(self) -> tuple[str, ...]:
        """Names of the seats for a person who chooses one: ``Player 0 (acts first)``."""
        place = {} if self.simultaneous else {0: " (acts first)", self.num_players - 1: " (acts last)"}
        return tuple(f"Player {seat}{place.get(seat, '')}" for seat in range(self.num_players))

    def facts(self) -> list[str]:
        """Its size, or its chips, in a few words each."""
        return [f"{self.num_players} players", f"{len(self.infosets):,} infosets"]

    def infoset_fields(self, key: str) -> InfosetFields:
        """The parts of an infoset's key, as pages and tables show them.

        Args:
            key: of one of ``infosets``.
        """
        hand, bar, line = key.partition("|")
        cards = hand.partition(" ")[2] if hand.startswith("player_") else key
        return InfosetFields(cards if bar else hand, line)

    @property
    def num_histories(self) -> int | None:
        """Number of histories, chance nodes and ends included; None where only a walk can count them."""
        return None

    @property
    def num_entries(self) -> int:
        """Number of probabilities in a policy: (infoset, action) pairs."""
        return self.infosets.size

    @property
    @abstractmethod
    def utility_range(self) -> tuple[float, float]:
        """The least and the most chips that a player can win in one play."""

    @property
    def observation_bounds(self) -> tuple[float, float]:
        """The least and the greatest value an entry of an observation takes: 0 and 1, unless a game says otherwise."""
        return 0.0, 1.0

    @abstractmethod
    def action_label(self, action: int) -> str:
        """Name of an action in any state: ``check/call``.

        Args:
            action: from 0 to below ``num_distinct_actions``.
        """

    @property
    def exact_takes_seconds(self) -> bool:
        """True if ``evaluator_of`` takes seconds at most, as far as can be known beforehand."""
        return may_have_tree(self)

    @cached_property
    def _forms(self) -> dict[str, Any]:
        """Its compiled forms by name: see ``envs.compiled.forms``. They hold the game, so no map beside it could let go."""
        return {}

    @cached_property
    def infosets(self) -> InfosetTable:
        """Every infoset of the game, in the order in which policies store them."""
        return self._collect_infosets()

    def _collect_infosets(self) -> InfosetTable:
        return collect_infosets(self)

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
        return make_game_from_params, (self.name, self.params)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __str__(self) -> str:
        inside = ", ".join(f"{key}={short_repr(value)}" for key, value in self.params.items())
        return f"{self.name}({inside})"

    def __repr__(self) -> str:
        return f"<Game {self}>"


def draw_outcome(outcomes: Iterable[tuple[int, float]], rng: np.random.Generator) -> int:
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
    """The action as an int, if it is legal in a state: the first call of ``child`` in a game of your own.

    Args:
        state: where.
        action: an integer, Python's or NumPy's.

    Raises:
        ValueError: it is not legal (the message names the legal ones), or no integer (``True``, ``1.0``).

    >>> import numpy as np
    >>> from pokerzoo.envs import make_game
    >>> played(make_game("kuhn").initial_state(), np.int64(2))
    2
    """
    number = as_index(action)
    if number is None or number not in state.legal_actions():
        raise illegal_action(state, action)
    return number


def illegal_action(state: State, action: object) -> ValueError:
    """The error for an action that is not legal, naming those that are, or some of very many."""
    legal = listed_actions(state, lambda action: f"{action} ({state.action_name(action)})")
    where = "chance" if state.is_chance else f"player {state.current_player}"
    if state.is_terminal:
        return InputError(f"action {brief(action)}: the game is over, no action is legal")
    return InputError(f"action {brief(action)} is not legal for {where}; legal: {legal}")


def listed_actions(state: State, name: Callable[[int], str]) -> str:
    """The names of the legal actions in a row; of very many the first ones and the last."""
    actions = state.legal_actions()
    shown = actions if len(actions) <= MOST_NAMED else (*actions[: MOST_NAMED - 1], actions[-1])
    named = [name(action) for action in shown]
    if shown != actions:
        named.insert(-1, f"... ({len(actions)} in all)")
    return ", ".join(named)


def short_name(game: Game) -> str:
    """A game in an error message: its parameters may be a page long."""
    return cut_text(str(game))


class GameEnvironment(Protocol):
    """An environment of this package, wrapped or not."""

    @property
    def unwrapped(self) -> Any:
        """The environment itself, which has the ``game``."""


GameLike: TypeAlias = Game | GameEnvironment | str
"""A game, an environment of this package, whose game is taken, or the name of a game with its defaults."""


def game_of(game: GameLike) -> Game:
    """The game of an argument ``game``: a game, its environment or its name.

    Args:
        game: a game, an environment of this package, wrapped or not, or a game's name.

    Raises:
        ValueError: none of these, or there is no game of this name.

    >>> from pokerzoo.envs import kuhn_v0
    >>> game_of("kuhn") == game_of(kuhn_v0.env())
    True
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        return game_by_name(game)
    result = getattr(getattr(game, "unwrapped", None), "game", None)
    if isinstance(result, Game):
        return result
    raise ParameterError("game", game, "must be a game (make_game), an environment of pokerzoo or a game's name")


AnyGame = TypeVar("AnyGame", bound=Game)
Made = TypeVar("Made")


def kept(game: AnyGame, name: str, make: Callable[[AnyGame], Made]) -> Made:
    """The form that ``make`` builds from a game, cached with the game under a name."""
    forms = game._forms
    made: Made = forms[name] if name in forms else forms.setdefault(name, make(game))  # of two threads the first
    return made
