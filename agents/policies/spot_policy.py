"""Policies of large spots: the solver's numbers, board by board, and an array over all infosets only on request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game, State
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.infosets import InfosetTable
from pokerzoo.envs.measurement import Measurement, PolicyEvaluator
from pokerzoo.envs.poker.game import PokerState
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s
from pokerzoo.envs.support.distributions import SINGLE_OFF, check_sums
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.memory import check_fits, fits_in_memory
from pokerzoo.envs.support.stored_array import StoredArray

from .policy import TabularPolicy, locks_of_each_player, own_state
from .spot_rows import checked_form, copy_players, parts_of, purified_rows, rows_needed

if TYPE_CHECKING:
    from .later_values import LaterValues

KEPT_ANSWERS = 64
"""Public states whose strategies are kept once read: playing a hand asks for the same ones again and again."""
UNITS = 65535
"""Probabilities in 16 bits are whole numbers of this many parts: off by 1/131,070 at most."""


class SpotPolicy(TabularPolicy):
    """A policy of a spot with cards to come: read from the solver's rows, one public state at a time.

    It can do all that a ``TabularPolicy`` can. ``strategy`` and single infosets are read from the rows, which may be in a
    file; values and best responses are computed on the rows. Only what needs one array over all infosets (``probabilities``,
    and what uses it) is made on first use, in eight bytes a probability.

    Attributes:
        game: the game.
        rows: float32, or uint16 in parts of 65,535: the probability of each action on each board for each hand, in the order of
            the game's ``StreetTree``; read-only. If they are in a file, all of them are read on first use.
        stored: the same, or their place in a file, from which they are read a few at a time.
        metadata: how it was made.

    .. code-block:: python

        turn = make_game("holdem", board="QsJh2h8d", ranges=("QQ+,AQs+", "22+,A2s+"), pot=10, stack=95)
        policy = CFR(turn).run(until="0.1%").average_policy()  # a SpotPolicy
        policy.save("turn.npz", "half")
    """

    later_values: LaterValues | None = None

    def __init__(
        self,
        game: Game,
        rows: npt.NDArray[Any] | StoredArray,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        """Use rows without a copy; they are checked only when they are read.

        Args:
            game: a game that has ``boards_of``.
            rows: float32 or uint16 [``num_floats`` of that], as an array or as a place in a file.
            metadata: how the policy was made.

        Raises:
            ValueError: a game of another form, or rows of another length or type.
        """
        form = checked_form(game)
        needed = rows_needed(form, self.streets)
        if rows.dtype not in (np.float32, np.uint16) or rows.shape != (needed,):
            raise InputError(f"rows of {rows.dtype} {list(rows.shape)}: must be float32 or uint16 [{needed}]")
        self.game = game
        self.form = form
        self.metadata = dict(metadata or {})
        self.stored = rows
        self._read = lru_cache(KEPT_ANSWERS)(self._read_public)
        self._numbers_checked = False

    @classmethod
    def of(cls, policy: TabularPolicy) -> SpotPolicy:
        """The same policy on rows, rounded to single precision; a ``SpotPolicy`` stays as it is.

        Args:
            policy: a policy of a spot with cards to come.

        Raises:
            ValueError: of a game of another form.
        """
        if isinstance(policy, cls):
            return policy
        form = checked_form(policy.game)
        return cls(policy.game, form.shares(form.rows_from_policy(policy.probabilities))[0], policy.metadata)

    @property
    def suits_alike(self) -> bool:
        """True if one board represents those that differ from it by suits alone."""
        return self.form.num_symmetries > 1

    @property
    def rows(self) -> npt.NDArray[Any]:
        """See the class."""
        self.stored = rows = self._whole_rows()  # all of them will be needed again
        shown = rows.view()  # kernels take writable arrays only
        shown.setflags(write=False)
        return shown

    def _whole_rows(self) -> npt.NDArray[Any]:
        """All rows in memory; those of a file are read once for all users at the same time."""
        stored = self.stored  # another thread may put the rows there that it has read
        return stored.whole() if isinstance(stored, StoredArray) else stored

    @cached_property
    def probabilities(self) -> Floats:  # type: ignore[override]
        """float64 [entries], read-only, in the order of ``game.infosets``; computed on first use.

        Raises:
            ValueError: it does not fit in free memory, or the rows are damaged.
        """
        table = self.game.infosets
        what = f"One array of all {table.size:,} probabilities (strategy(public) reads a node without it)"
        check_fits(what, 12 * table.size)
        self.check_whole()
        self.check_numbers()
        values = self.form.policy_from_rows((self._whole_rows(),))
        for point in self.form.infosets.points:  # in place, point by point, so that no second array is made
            count, start = len(point.line.moves), point.entry
            shares = values[start : start + point.places.total * count].reshape(-1, count)
            place = int(np.searchsorted(table.first, start))
            shares /= self._checked_sums(shares.T, partial(key_at, table, place))[:, None]
        values.setflags(write=False)
        return values

    def strategy(self, decision: PublicState | State, hands: Int64s | None = None) -> Floats:
        if isinstance(decision, State):
            return super().strategy(decision)
        return self._read(own_state(self.form.infosets, decision)).copy()

    def _read_public(self, public: PublicState) -> Floats:
        return self._shares_in(self.stored, public)

    def _shares_in(self, stored: npt.NDArray[Any] | StoredArray, public: PublicState) -> Floats:
        """float64 [actions, hands]: the rows of a public state, checked."""
        entries = self.form.infosets.entries(public)
        shares = np.where(entries >= 0, self.form.read(stored, public), 0.0)
        real = np.flatnonzero(entries[0] >= 0)
        numbers = shares[:, real]
        shares[:, real] = numbers / self._checked_sums(numbers, lambda k: public.key(int(real[k])))
        return shares

    def _checked_sums(self, numbers: Floats, key: Callable[[int], str]) -> Floats:
        """Sums of what the rows have of some infosets [actions, infosets], in order; ValueError if one is no distribution."""
        total = np.zeros(numbers.shape[1:])
        for action in numbers:
            total += action
        off = SINGLE_OFF if self.stored.dtype == np.float32 else (len(numbers) + 1) / 2 / UNITS  # each by half a unit
        least = numbers.min(axis=0, initial=0.0)
        check_sums(total / self.unit, least, lambda k: (key(k), numbers[:, k] / self.unit), "the damaged policy", off)
        return total

    @property
    def unit(self) -> float:
        """The stored number that means a probability of 1."""
        return 1.0 if self.stored.dtype == np.float32 else UNITS

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        public, hand = self._at(where)
        return dict(zip(public.line.legal_actions, self._read(public)[:, hand].tolist(), strict=True))

    def __getitem__(self, key: str) -> dict[str, float]:
        public, hand = self._at(key)
        return dict(zip(public.line.action_names, self._read(public)[:, hand].tolist(), strict=True))

    def _at(self, where: State | str) -> tuple[PublicState, int]:
        """The public state and the hand of an infoset; KeyError if the game has no such infoset."""
        table = self.form.infosets
        if isinstance(where, PokerState):
            public, hand = own_state(table, where.public), where.hands[where.current_player]
            table.number(public, hand)
            return public, hand
        return table.decision(where if isinstance(where, str) else where.infoset_key(where.current_player))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TabularPolicy):
            return NotImplemented
        if self.game != other.game or self.streets != other.streets:
            return False
        if self.later_values != getattr(other, "later_values", None):
            return False
        if isinstance(other, SpotPolicy) and self.stored.dtype == other.stored.dtype:
            both = zip(parts_of(self.stored), parts_of(other.stored), strict=True)
            if all(np.array_equal(ours, theirs) for ours, theirs in both):
                return True
        publics = self._held() if isinstance(other, SpotPolicy) else self.form.infosets.public_states()
        return all(np.array_equal(self.strategy(public), other.strategy(public)) for public in publics)

    __hash__ = TabularPolicy.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return SpotPolicy, (self.game, np.array(self._whole_rows()), self.metadata)

    def __repr__(self) -> str:
        return super().__repr__().replace("<TabularPolicy", f"<{type(self).__name__}", 1)

    def single_rows(self) -> npt.NDArray[np.float32]:
        """The probabilities, perhaps not normalized, as float32 rows of all streets.

        Raises:
            ValueError: streets that are solved when asked for, or numbers that are none.
        """
        self.check_whole()
        if self.stored.dtype == np.float32:
            rows = np.asarray(self._whole_rows())
        else:
            rows, at = np.empty(len(self.stored), np.float32), 0
            for part in parts_of(self.stored):
                rows[at : at + len(part)] = part
                at += len(part)
        self.check_numbers()
        return rows

    def measured_by(self, evaluator: PolicyEvaluator) -> Measurement:
        if self._has_rows_of(evaluator):
            return Measurement(self.game, *evaluator.evaluate_cumulative((self.single_rows(),)))
        return super().measured_by(evaluator)

    def with_best_response(self, evaluator: PolicyEvaluator, player: int | None = None) -> tuple[Measurement, TabularPolicy]:
        if not self._has_rows_of(evaluator):
            return super().with_best_response(evaluator, player)
        rows = self.single_rows()
        values, best, responses = evaluator.respond_to_cumulative((rows,))
        if player is not None:
            copy_players(self.form, self._shares(rows), responses, [1 - player])
        return Measurement(self.game, values, best), SpotPolicy(self.game, responses)

    def _purified(self, threshold: float, metadata: dict[str, Any]) -> TabularPolicy:
        return SpotPolicy(self.game, purified_rows(self.form, self.single_rows(), threshold), metadata)

    def _shares(self, rows: Floats32) -> Floats32:
        """Probabilities of ``single_rows``."""
        return rows if self.unit == 1.0 else self.form.shares((rows,))[0]

    def _has_rows_of(self, evaluator: PolicyEvaluator) -> TypeGuard[StreetEvaluator]:
        """True if the evaluator can walk the policy's rows."""
        return (
            isinstance(evaluator, StreetEvaluator)
            and evaluator.game == self.game
            and evaluator.form.num_symmetries == self.form.num_symmetries
        )

    def check_numbers(self) -> None:
        """Check every number of the rows, once: ValueError if one is not from 0 to 1."""
        if self._numbers_checked or self.stored.dtype == np.uint16:
            return
        for part in parts_of(self.stored):
            if not np.all((part >= 0.0) & (part <= 1.0 + SINGLE_OFF)):  # so that NaN fails
                raise InputError("probabilities are damaged: some are not from 0 to 1")
        self._numbers_checked = True

    def check(self) -> None:
        """Check all probabilities, public state by public state; otherwise each state's are checked when they are read.

        Raises:
            ValueError: a number that is not from 0 to 1, an infoset whose numbers do not sum to 1, or a file whose checksum
                is wrong.
        """
        stored = self.stored
        if isinstance(stored, StoredArray):
            if fits_in_memory(stored.nbytes):  # from memory nodes are read faster
                stored = stored.whole()
            else:
                stored.check()
        for public in self._held():
            self._shares_in(stored, public)

    def _held(self) -> Iterator[PublicState]:
        """Every public state that the rows have numbers of: one of those that suit permutations make equal."""
        for public in self.form.canonical_states():
            if public.line.num_deals < len(self.form.boards) - self.streets:
                yield public

    def check_whole(self) -> None:
        """ValueError, with what to do, if the policy does not hold all streets."""


def key_at(table: InfosetTable, first: int, k: int) -> str:
    """The key of the infoset ``k`` places after the first of a range."""
    return table[first + k].key


def policy_of_each_player(policies: Sequence[TabularPolicy]) -> SpotPolicy | None:
    """The policy in which player i plays ``policies[i]``, on rows; None if not all have the same rows."""
    on_rows = [policy for policy in policies if isinstance(policy, SpotPolicy)]
    if len(on_rows) < len(policies) or len({policy.form.num_floats for policy in on_rows}) > 1:
        return None
    first = on_rows[0]
    (rows,) = first.form.new_rows()
    for player, policy in enumerate(on_rows):
        copy_players(policy.form, policy._shares(policy.single_rows()), rows, [player])
    return SpotPolicy(first.game, rows, locks_of_each_player(on_rows))
