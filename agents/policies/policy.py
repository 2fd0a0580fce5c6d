"""Policies: objects that give the probability of each action in an infoset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game, State
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.measurement import Measurement, PolicyEvaluator
from pokerzoo.envs.poker.infosets import PokerInfosets
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.errors import InputError, ParameterError, brief
from pokerzoo.envs.support.extras import not_installed
from pokerzoo.envs.support.parameters import check_floats, is_number

if TYPE_CHECKING:
    import pandas as pd


Precision: TypeAlias = Literal["full", "single", "half"]
"""Of probabilities in a file."""


class TabularPolicy(Mapping[str, dict[str, float]]):
    """A policy for all players of one game, as one array; readable as a mapping from infoset key to named probabilities.

    Attributes:
        game: the game it is for.
        probabilities: float64 [entries], read-only, in the order of ``game.infosets``.
        metadata: how it was made (variant, iterations, seed, ...); plain JSON values, saved with it.
        streets: how many of the last streets it does not hold, and solves when asked: 0 but for a ``ResolvingPolicy``.

    >>> from pokerzoo.envs import make_game
    >>> policy = TabularPolicy.uniform(make_game("kuhn"))
    >>> policy["K|b"]
    {'fold': 0.5, 'call': 0.5}
    >>> policy.action_probabilities("K|b")
    {0: 0.5, 1: 0.5}
    """

    streets = 0

    def __init__(self, game: GameLike, probabilities: npt.ArrayLike, metadata: Mapping[str, Any] | None = None) -> None:
        """Make a policy from the probabilities of all entries of ``game.infosets``.

        Args:
            game: the game it is for.
            probabilities: float [entries], in the order of ``game.infosets``; a copy is kept.
            metadata: how it was made: plain JSON values.

        Raises:
            ValueError: wrong length, negative or non-finite numbers, or an infoset whose numbers do not sum to 1.
        """
        game = game_of(game)
        self.game = game
        self.probabilities = check_probabilities(game, probabilities)
        self.metadata: dict[str, Any] = dict(metadata or {})

    @classmethod
    def uniform(cls, game: GameLike) -> TabularPolicy:
        """Every legal action with equal probability.

        Args:
            game: the game it is for.
        """
        game = game_of(game)
        return cls(game, game.infosets.uniform())

    @classmethod
    def from_dict(cls, game: GameLike, table: Mapping[str, Mapping[str, float]]) -> TabularPolicy:
        """Make a policy from a dictionary, the form of ``to_dict``.

        Args:
            game: the game it is for.
            table: {infoset key: {action name: probability}}; an action that is left out has probability 0.

        Raises:
            ValueError: an infoset is missing or unknown, or an action name is.
        """
        game = game_of(game)
        infosets = game.infosets
        for key in table:
            if key not in infosets:
                raise InputError(f"infoset {brief(key)}: {game} has no such infoset; keys look like {infosets[-1].key!r}")
        probabilities = np.zeros(infosets.size)
        for i, row in enumerate(infosets):
            if row.key not in table:
                raise InputError(f"infoset {row.key!r} is missing")
            if not isinstance(table[row.key], Mapping):
                raise InputError(f"infoset {row.key!r}: {brief(table[row.key])}: must be {{action name: probability}}")
            for name in table[row.key]:
                if name not in row.action_names:
                    raise InputError(f"infoset {row.key!r}: no action {brief(name)}; allowed: {', '.join(row.action_names)}")
            shares = [table[row.key].get(name, 0.0) for name in row.action_names]
            if not all(map(is_number, shares)):
                raise InputError(f"infoset {row.key!r}: {dict(table[row.key])!r}: probabilities must be numbers")
            probabilities[infosets.slice(i)] = shares
        return cls(game, probabilities)

    @property
    def locked(self) -> tuple[str, ...]:
        """Keys of the infosets whose strategy was fixed when it was solved, its locks.

        Raises:
            ValueError: the metadata of a file say something else, or name an infoset that the game does not have.
        """
        locks = self.metadata.get("locks", {})
        whole = isinstance(locks, dict) and all(isinstance(hands, list) for hands in locks.values())
        keys = tuple(f"{hand}|{line}" for line, hands in locks.items() for hand in hands) if whole else ()
        unknown = next((key for key in keys if key not in self.game.infosets), None)
        if not whole or unknown is not None:
            raise ParameterError(
                "metadata", problem=f"locks={brief(locks if unknown is None else unknown)}: must be hands of infosets by line"
            )
        return keys

    def locked_hands(self, line: str) -> tuple[str, ...]:
        """The hands whose strategy was fixed at the decisions of a line.

        Args:
            line: what follows ``|`` in the keys of its infosets.
        """
        locks = self.metadata.get("locks", {})
        hands = locks.get(line, ()) if isinstance(locks, dict) else ()
        return tuple(map(str, hands)) if isinstance(hands, list) else ()

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        """Probability of each legal action, by action.

        Args:
            where: a state (of its player to move), or the key of an infoset.

        Raises:
            KeyError: the game has no such infoset.
        """
        key = where if isinstance(where, str) else where.infoset_key(where.current_player)
        i = self.game.infosets.index(key)
        values = self.probabilities[self.game.infosets.slice(i)].tolist()
        return dict(zip(self.game.infosets[i].actions, values, strict=True))

    def strategy(self, decision: PublicState | State, hands: Int64s | None = None) -> npt.NDArray[np.float64]:
        """float64 [actions, hands]: the strategy of all hands at a decision.

        The hands of a poker game are ``game.rules.deck.hands``; hands that the player cannot hold there have zeros.

        Args:
            decision: a public state of the game; of a game that is not poker a state, with the one hand of its player.
            hands: ignored: the answer has all hands.

        Raises:
            KeyError: no player acts there.
        """
        if not isinstance(decision, PublicState):
            return np.array([[*self.action_probabilities(decision).values()]]).T
        assert isinstance(self.game.infosets, PokerInfosets)
        entries = self.game.infosets.entries(own_state(self.game.infosets, decision))
        return np.where(entries >= 0, self.probabilities[entries], 0.0)

    def __getitem__(self, key: str) -> dict[str, float]:
        i = self.game.infosets.index(key)
        values = self.probabilities[self.game.infosets.slice(i)].tolist()
        return dict(zip(self.game.infosets[i].action_names, values, strict=True))

    def __iter__(self) -> Iterator[str]:
        return (row.key for row in self.game.infosets)

    def __len__(self) -> int:
        return len(self.game.infosets)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TabularPolicy):
            return NotImplemented
        return self.game == other.game and np.array_equal(self.probabilities, other.probabilities)

    def __hash__(self) -> int:
        # Equal policies have equal hashes, in any form.
        return hash((self.game, *next(iter(self.values())).values()))

    def __repr__(self) -> str:
        made = ", ".join(f"{key}={value}" for key, value in self.metadata.items())
        return f"<TabularPolicy for {self.game}: {len(self)} infosets{'; ' + made if made else ''}>"

    def _repr_html_(self) -> str:
        """HTML for notebooks: a table of infosets, or the grid of a hold'em spot's first decision."""
        from .policy_html import policy_html

        return policy_html(self)

    def to_dict(self) -> dict[str, dict[str, float]]:
        """{infoset key: {action name: probability}}."""
        return {key: self[key] for key in self}

    def to_dataframe(self) -> pd.DataFrame:
        """One row an infoset, in the table's order: ``player``, ``infoset``, then a column for each action name.

        Raises:
            ImportError: pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise not_installed("to_dataframe needs pandas", "sweeps") from None
        rows = [{"player": row.player, "infoset": row.key, **self[row.key]} for row in self.game.infosets]
        return pd.DataFrame(rows)

    def measured_by(self, evaluator: PolicyEvaluator) -> Measurement:
        """Measure its values, and best responses to it.

        Args:
            evaluator: of its game: ``evaluator_of(game)``.
        """
        return evaluator.measure(self.probabilities)

    def with_best_response(self, evaluator: PolicyEvaluator, player: int | None = None) -> tuple[Measurement, TabularPolicy]:
        """Measure it, and replace strategies by best responses: (the measurement, the policy of best responses).

        Args:
            evaluator: of its game: ``evaluator_of(game)``.
            player: who plays the best response to the others, from 0; None: everyone does, to all others' present policies.
        """
        result = evaluator.measure(self.probabilities)
        responses = evaluator.best_responses()
        if player is not None:
            responses = np.where(self.game.infosets.entry_players == player, responses, self.probabilities)
        return result, TabularPolicy(self.game, responses)

    def purified(self, threshold: float = 0.001) -> TabularPolicy:
        """Without improbable actions, the rest scaled up; the likeliest action always stays.

        Thresholding and, at 1, purification (Ganzfried, Sandholm, Waugh: Strategy purification and thresholding, 2012).

        Args:
            threshold: actions less probable than this go, from 0 to 1.

        Raises:
            ValueError: ``threshold`` is not between 0 and 1.
        """
        if not is_number(threshold) or not 0.0 <= threshold <= 1.0:
            raise ParameterError("threshold", threshold, "must be between 0 and 1")
        return self._purified(threshold, {**self.metadata, "purified": threshold})

    def _purified(self, threshold: float, metadata: dict[str, Any]) -> TabularPolicy:
        values = self.probabilities.copy()
        table, places = self.game.infosets, np.arange(values.size)
        counts, starts = table.counts(), table.first[:-1]
        most = np.repeat(np.maximum.reduceat(values, starts), counts)
        likeliest = np.minimum.reduceat(np.where(values == most, places, values.size), starts)  # the first of equals
        keep = values >= threshold
        keep[likeliest] = True
        values[~keep] = 0.0
        values /= np.repeat(table.sums(values), counts)
        return TabularPolicy(self.game, values, metadata)

    def save(
        self,
        path: str | Path,
        precision: Precision = "full",
        *,
        streets: int | None = None,
        compress: bool | None = None,
    ) -> int:
        """Write one portable file (npz with a JSON header, no pickle); the old one stays if writing fails.

        Args:
            path: the file.
            precision: of the probabilities: ``"full"`` (float64; of a ``SpotPolicy`` float32, which is all it has),
                ``"single"`` or ``"half"`` (float16; of a ``SpotPolicy`` parts of 65,535, off by 1/131,070 at most).
            streets: 1, for a flop or turn that is walked board by board: only the streets before the river are kept, and what
                rivers are worth; the file has a ``ResolvingPolicy``, which solves a river on demand. 0: all
                streets must be there. None: what there is.
            compress: whether to compress them. None: but for a ``SpotPolicy``, which opens at once if it is not compressed,
                since parts of it are read from the file when they are asked for.

        Returns:
            Its size in bytes.

        Raises:
            ValueError: no such precision; ``streets`` that the game or the policy does not have.
            OSError: the file cannot be written.
        """
        from .policy_file import save_policy

        return save_policy(self, path, precision, streets, compress)

    @classmethod
    def load(cls, path: str | Path, game: GameLike | None = None) -> TabularPolicy:
        """Read a file that ``save`` wrote.

        Of the file of a spot that is walked board by board no more is read than is asked for later: see ``SpotPolicy``.

        Args:
            path: the file.
            game: the game it must be for; None takes the one that the file names.

        Raises:
            FileNotFoundError: no such file.
            StoreError: damaged, not a policy file, from a newer version, or for another game.
        """
        from .policy_file import load_policy

        return load_policy(path, game)


def own_state(table: PokerInfosets, public: PublicState) -> PublicState:
    """A public state of an equal game as a state of this table's game; KeyError if there is no such state."""
    if public.rules is table.rules:
        return public
    result = table.find(public.history) if public.rules == table.rules else None
    if result is None:
        raise KeyError(f"no public state {public.history!r} in which a player acts in this game")
    return result


def check_probabilities(game: Game, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """A read-only float64 copy of a behavioural strategy of ``game``; ValueError says what is wrong with it."""
    table = game.infosets
    array = check_floats("probabilities", values, "must be one number for each infoset and action")
    if array.shape != (table.size,):
        raise InputError(f"probabilities of shape {array.shape}: {game} needs ({table.size},), one an infoset and action")
    table.check(array, "the policy")
    array.setflags(write=False)
    return array


def locks_of_each_player(policies: Sequence[Any]) -> dict[str, Any]:
    """Metadata of the policy in which player i plays ``policies[i]``: the locks at the player's own decisions, if any."""
    locks = {
        line: hands
        for player, policy in enumerate(policies)
        if isinstance(policy, TabularPolicy) and policy.locked
        for line, hands in policy.metadata["locks"].items()
        if hands and policy.game.infosets[policy.game.infosets.index(f"{hands[0]}|{line}")].player == player
    }
    return {"locked_infosets": sum(map(len, locks.values())), "locks": locks} if locks else {}
