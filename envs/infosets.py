"""The infosets of a game in a fixed order, which says where policies store their numbers, and the walk that collects them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.distributions import SUM_OFF, check_sums
from pokerzoo.envs.support.errors import InputError, brief, cut_text
from pokerzoo.envs.support.memory import check_fits

if TYPE_CHECKING:
    from .core import Game, State

MAX_KEYS_KEPT = 100_000
"""Number of infosets whose keys are made at once and kept."""


class Infoset(NamedTuple):
    """One infoset, as ``game.infosets`` lists it.

    Attributes:
        key: what the player knows, as a string: ``K|xb``.
        player: whose it is, from 0.
        actions: the legal actions, in the order of ``State.legal_actions``.
        action_names: their names there, in the same order.

    >>> from pokerzoo.envs import make_game
    >>> infosets = make_game("kuhn").infosets
    >>> infosets[infosets.index("K|xb")]
    Infoset(key='K|xb', player=0, actions=(0, 1), action_names=('fold', 'call'))
    """

    key: str
    player: int
    actions: tuple[int, ...]
    action_names: tuple[str, ...]


class InfosetFields(NamedTuple):
    """The parts of an infoset's key, as pages and tables show them.

    Attributes:
        hand: what the player alone knows; empty if nothing.
        line: the public part.
        when: the line in words; empty if the game has no words for it.

    >>> from pokerzoo.envs import make_game
    >>> make_game("kuhn").infoset_fields("K|xb")
    InfosetFields(hand='K', line='xb', when='after a check and a bet')
    """

    hand: str
    line: str
    when: str = ""


class InfosetTable(ABC):
    """Every infoset of a game in a fixed order, the first player's before the second's.

    A behavioural strategy is one float64 array of ``size`` entries: the probabilities of infoset ``i`` are at
    ``first[i]`` to ``first[i + 1]``, in the order of its ``actions``.

    >>> from pokerzoo.envs import make_game
    >>> infosets = make_game("kuhn").infosets
    >>> len(infosets), infosets.size, infosets.player_sizes()
    (12, 24, ((6, 12), (6, 12)))
    >>> infosets.slice(infosets.index("K|xb"))
    slice(10, 12, None)
    """

    @abstractmethod
    def __len__(self) -> int:
        """Number of infosets."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of (infoset, action) pairs."""

    @abstractmethod
    def __getitem__(self, index: int) -> Infoset:
        """The infoset at a position, counted from the end if it is negative; IndexError if there is none."""

    @abstractmethod
    def index(self, key: str) -> int:
        """Position of the infoset with this key.

        Args:
            key: as ``State.infoset_key`` has it.

        Raises:
            KeyError: there is none; the message has an example of a key.
        """

    @abstractmethod
    def slice(self, index: int) -> slice:
        """Position of an infoset's probabilities in a strategy.

        Args:
            index: its position.
        """

    @abstractmethod
    def counts(self) -> npt.NDArray[np.int64]:
        """int64 [len]: how many actions each infoset has."""

    @abstractmethod
    def player_sizes(self) -> tuple[tuple[int, int], ...]:
        """For each player (infosets, entries)."""

    def check_room(self, needed: int) -> None:
        """Raise ValueError unless there is memory for an array over the whole table.

        Args:
            needed: its bytes.
        """
        check_fits(f"a table of all {len(self):,} infosets", needed)

    @cached_property
    def first(self) -> npt.NDArray[np.int64]:
        """int64 [len + 1]: where the entries of each infoset start; the last is ``size``."""
        self.check_room(16 * len(self))
        return np.concatenate([[0], np.cumsum(self.counts())]).astype(np.int64)

    @cached_property
    def players(self) -> npt.NDArray[np.int64]:
        """int64 [len]: the player of each infoset."""
        self.check_room(8 * len(self))
        return np.repeat(np.arange(len(self.player_sizes())), [count for count, _ in self.player_sizes()])

    @property
    def entry_players(self) -> npt.NDArray[np.int64]:
        """int64 [size]: the player of each (infoset, action) pair."""
        self.check_room(8 * self.size)
        return np.repeat(np.arange(len(self.player_sizes())), [entries for _, entries in self.player_sizes()])

    def __contains__(self, key: object) -> bool:
        try:
            self.index(key)  # type: ignore[arg-type]
        except KeyError:
            return False
        return True

    def __iter__(self) -> Iterator[Infoset]:
        return (self[i] for i in range(len(self)))

    def of_player(self, player: int) -> range:
        """The positions of a player's infosets.

        Args:
            player: the seat, from 0.
        """
        counts = [count for count, _ in self.player_sizes()]
        return range(sum(counts[:player]), sum(counts[: player + 1]))

    def uniform(self) -> npt.NDArray[np.float64]:
        """The strategy that takes every legal action with equal probability, float64 [size]."""
        self.check_room(8 * (self.size + 2 * len(self)))
        counts = self.counts()
        return np.asarray(np.repeat(1.0 / counts, counts), dtype=np.float64)

    def pure(self, choose: Callable[[tuple[int, ...]], int]) -> npt.NDArray[np.float64]:
        """float64 [size]: the strategy that takes one action in each infoset.

        Args:
            choose: from the legal actions (ids) to the one that is taken.
        """
        places = [row.actions.index(choose(row.actions)) for row in self]
        strategy = np.zeros(self.size)
        strategy[self.first[:-1] + places] = 1.0
        return strategy

    def masks(self, num_actions: int) -> npt.NDArray[np.int8]:
        """int8 [len, actions]: 1 where an action is legal.

        Args:
            num_actions: actions are the integers below this; ``game.num_distinct_actions``.
        """
        masks = np.zeros((len(self), num_actions), dtype=np.int8)
        for mask, row in zip(masks, self, strict=True):
            mask[list(row.actions)] = 1
        return masks

    def keys_at(self, indices: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The keys of some infosets: an array of strings, as objects.

        Args:
            indices: int [some]: their positions.
        """
        if self._all_keys is not None:
            result: npt.NDArray[Any] = self._all_keys[indices]
            return result
        return np.array([self[int(i)].key for i in indices], dtype=object)

    @cached_property
    def _all_keys(self) -> npt.NDArray[Any] | None:
        return np.array([row.key for row in self], dtype=object) if len(self) <= MAX_KEYS_KEPT else None

    def sums(self, strategy: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """float64 [..., len]: the sum of the entries of each infoset.

        Args:
            strategy: float64 [..., size].
        """
        return np.asarray(np.add.reduceat(strategy, self.first[:-1], axis=-1))

    def check(self, strategy: npt.NDArray[np.float64], who: str, off: float | npt.NDArray[np.float64] = SUM_OFF) -> None:
        """ValueError, naming the infoset, unless a strategy has a distribution over the legal actions of each.

        Args:
            strategy: float64 [size].
            who: whose it is, in the error.
            off: by how much the sum of an infoset's probabilities may miss 1: one number, or float64 [len].
        """
        sums, least = self.sums(strategy), strategy.min(initial=0.0, keepdims=True)
        if not least >= 0.0:
            least = np.minimum.reduceat(strategy, self.first[:-1])
        check_sums(sums, least, lambda i: (self[i].key, strategy[self.slice(i)]), who, off)


class ListedInfosets(InfosetTable):
    """The infosets of a game that lists them, for ``_collect_infosets`` of a game of your own.

    Attributes:
        rows: the infosets, players in order.

    >>> table = ListedInfosets([Infoset("high|", 0, (0, 1), ("fold", "bet")), Infoset("low|", 0, (0, 1), ("fold", "bet"))])
    >>> len(table), table.size, table.index("low|")
    (2, 4, 1)
    """

    def __init__(self, rows: Iterable[Infoset]) -> None:
        """Put the infosets in order: the first player's before the second's. The order within a player is kept.

        Args:
            rows: all infosets of the game.

        Raises:
            ValueError: two have the same key.
        """
        self.rows = tuple(sorted(rows, key=lambda row: row.player))
        self._index = {row.key: i for i, row in enumerate(self.rows)}
        if len(self._index) != len(self.rows):
            raise InputError("two infosets have the same key")

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def size(self) -> int:
        return int(self.first[-1])

    def __getitem__(self, index: int) -> Infoset:
        return self.rows[index]

    def __iter__(self) -> Iterator[Infoset]:
        return iter(self.rows)

    def index(self, key: str) -> int:
        try:
            return self._index[key]
        except KeyError:
            raise KeyError(f"no infoset {brief(key)}; keys look like {self.rows[-1].key!r}") from None

    def slice(self, index: int) -> slice:
        return slice(int(self.first[index]), int(self.first[index + 1]))

    def counts(self) -> npt.NDArray[np.int64]:
        return np.array([len(row.actions) for row in self.rows], dtype=np.int64)

    def player_sizes(self) -> tuple[tuple[int, int], ...]:
        return self._player_sizes

    @cached_property
    def _player_sizes(self) -> tuple[tuple[int, int], ...]:
        players = 1 + max((row.player for row in self.rows), default=-1)
        num_actions = [[len(row.actions) for row in self.rows if row.player == player] for player in range(players)]
        return tuple((len(counts), sum(counts)) for counts in num_actions)


MAX_NODES = 5_000_000
"""A game with more histories than this is not compiled: it would not fit in memory."""


def count_histories(game: Game, limit: int) -> int | None:
    """Number of histories; None if a walk has to count them and finds more than ``limit``."""
    count = game.num_histories
    if count is not None:
        return count
    count, stack = 0, [game.initial_state()]
    while stack:
        state = stack.pop()
        count += 1
        if count > limit:
            return None
        stack += [state.child(action) for action in state.legal_actions()]
    return count


def may_have_tree(game: Game) -> bool:
    """False if the game is known to be too large for a tree."""
    count = game.num_histories
    return count is None or count <= MAX_NODES


def too_large(game: Game) -> ValueError:
    """The error for a game with more than ``MAX_NODES`` histories."""
    count = game.num_histories
    number = "" if count is None else f" (it has {count:,})"
    return InputError(
        f"{cut_text(str(game))} has more than {MAX_NODES:,} histories: too large to compile history by history{number}"
    )


def collect_infosets(game: Game) -> ListedInfosets:
    """The infosets of any game, by walking all its histories, in the order of the walk."""
    if not may_have_tree(game):
        raise too_large(game)
    result: dict[str, Infoset] = {}
    stack: list[State] = [game.initial_state()]
    visited = 0
    while stack:
        state = stack.pop()
        visited += 1
        if visited > MAX_NODES:
            raise too_large(game)
        if state.is_terminal:
            continue
        actions = state.legal_actions()
        if not state.is_chance:
            key = state.infoset_key(state.current_player)
            row = Infoset(key, state.current_player, actions, tuple(state.action_name(a) for a in actions))
            if result.setdefault(key, row) != row:
                raise InputError(f"infoset {brief(key)} has different players or actions in different histories")
        stack += [state.child(action) for action in reversed(actions)]
    return ListedInfosets(result.values())
