"""Policies of large spots: numbers as the solver has them, board by board, and no array over all infosets unless asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game, State
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.core import short_name
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.measurement import Measurement, PolicyEvaluator
from pokerzoo.envs.poker.game import PokerState
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.lazy import load_object
from pokerzoo.envs.support.memory import check_fits, fits_in_memory
from pokerzoo.envs.support.stored_array import StoredArray

from .all_streets import TURN_ITERATIONS, bound_of, check_target, with_rivers, with_turns
from .policy import KeptRivers, TabularPolicy, own_state
from .river_solver import SECONDS_A_RIVER, RiverSolver
from .river_values import RiverBound, RiverValues
from .spot_rows import checked_form, parts_of, rows_needed, streets_held
from .turn_solver import TurnSolver
from .turn_values import TurnValues

KEPT_ANSWERS = 64
"""Public states whose strategies are kept once read: playing a hand asks for the same ones again and again."""
UNITS = 65535
"""Probabilities in 16 bits are whole numbers of this many parts: off by 1/131,070 at most."""
SUM_OFF = 1e-5
"""By how much the shares of an infoset, in single precision, may miss 1."""


class SpotPolicy(TabularPolicy):
    """A policy of a spot with cards to come: read from the solver's rows, one public state at a time.

    It can do whatever a ``TabularPolicy`` can. ``strategy`` and single infosets are read from the rows, which may lie in a
    file; values and best responses are computed on the rows. Only what needs one array over all infosets (``probabilities``,
    and what is made of it) makes that, in eight bytes a probability, when it is first asked for.

    Attributes:
        game: the game.
        rows: float32, or uint16 in parts of 65,535: the probability of each action on each board for each hand, in the order of
            the game's ``StreetTree``; read-only. If they lie in a file, all of them are read when this is first asked for.
        stored: the same, or where they lie in a file, from which they are read a few at a time.
        rivers: ``"all"``, or ``"solve"``: the rows hold the streets before the river only. A river that is asked for is solved
            in 5 to 15 ms for each player, from the range that the policy brings there, and kept for a while. Or
            ``"solve_turns"``, of a flop that was solved alone (``DepthLimitedCFR``): the rows hold the flop only. A turn that
            is asked for is solved with its rivers for the ranges that come there, in a fraction of a second to some seconds.
        river_values: with ``"solve"`` what the rivers that were left out were worth; None: not known, or nothing was left out.
        turn_values: with ``"solve_turns"`` what the solver took turns to be worth; None: not known, or they are held.
        metadata: how it was made; ``rivers`` is in it if that is not ``"all"``.

    A river solved anew is held to what the solution's own river was worth, hand by hand. So a best response wins little more
    against the whole than against the solution; ``river_bound`` says how much at most. This is *safe* subgame solving, by the
    re-solving gadget of Burch, Johanson and Bowling (2014); see docs/postflop.md. In files of version 0.2 these values are
    missing. Then rivers are equilibria for the ranges that come there, and nothing is promised.

    .. code-block:: python

        turn = make_game("holdem", board="QsJh2h8d", ranges=("QQ+,AQs+", "22+,A2s+"), pot=10, stack=95)
        policy = CFR(turn).run(until="0.1%").average_policy()  # a SpotPolicy
        policy.save("turn.npz", rivers="solve")
        print(TabularPolicy.load("turn.npz").river_bound())
    """

    def __init__(
        self,
        game: Game,
        rows: npt.NDArray[Any] | StoredArray,
        metadata: Mapping[str, Any] | None = None,
        *,
        rivers: KeptRivers | None = None,
        river_values: RiverValues | None = None,
        turn_values: TurnValues | None = None,
    ) -> None:
        """Take rows over, without a copy; they are not checked before they are read.

        Args:
            game: a game that has ``boards_of``.
            rows: float32 or uint16 [``num_floats`` of that; with ``rivers="solve"`` only of the streets before, with
                ``"solve_turns"`` only of the flop], as an array or where they lie in a file.
            metadata: how the policy was made.
            rivers: ``"all"``, ``"solve"`` or ``"solve_turns"``; None: all.
            river_values: of a solution with these rows before the river; None: rivers are solved without.
            turn_values: of a flop solved alone; None: EVs on the flop are not known.

        Raises:
            ValueError: a game of another form, or rows of another length or type.
        """
        form = checked_form(game)
        rivers = "all" if rivers is None else rivers
        needed = rows_needed(form, rivers)
        if rows.dtype not in (np.float32, np.uint16) or rows.shape != (needed,):
            raise ValueError(f"rows of {rows.dtype} {list(rows.shape)}: must be float32 or uint16 [{needed}]")
        self.game = game
        self.form = form
        self.rivers = rivers
        self.metadata = dict(metadata or {})
        self._streets = streets_held(form, rivers)
        self._rivers: RiverSolver | None = None
        self._turns: TurnSolver | None = None
        if rivers != "all":
            self.metadata["rivers"] = rivers
            assert isinstance(game, HoldemGame)  # rows_needed saw to it
            if rivers == "solve":
                self._rivers = RiverSolver(game, lambda public: self._read(public), river_values)
            else:
                self._turns = TurnSolver(game, lambda public: self._read(public))
        self.stored = rows
        self._read = lru_cache(KEPT_ANSWERS)(self._read_public)
        self._numbers_checked = False
        self.river_values, self.turn_values = river_values, turn_values

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
        """True where one board stands for those that differ from it by suits alone."""
        return self.form.num_symmetries > 1

    @property
    def rows(self) -> npt.NDArray[Any]:
        """See the class."""
        self.stored = rows = self._whole_rows()  # all of them will be asked for again
        shown = rows.view()  # kernels take writable arrays only
        shown.setflags(write=False)
        return shown

    def _whole_rows(self) -> npt.NDArray[Any]:
        """All rows in memory; of a file they are read once for all who have them at the same time."""
        stored = self.stored  # another thread may put the rows there that it has read
        return stored.whole() if isinstance(stored, StoredArray) else stored

    @cached_property
    def probabilities(self) -> Floats:  # type: ignore[override]
        """float64 [entries], read-only, in the order of ``game.infosets``; made when it is first asked for.

        Raises:
            ValueError: it does not fit in free memory, or the rows are damaged.
        """
        table = self.game.infosets
        what = f"One array of all {table.size:,} probabilities (strategy(public) reads a node without it)"
        check_fits(what, 12 * table.size)
        self.check_rivers()
        self.check_numbers()
        values = self.form.policy_from_rows((self._whole_rows(),))
        for point in self.form.infosets.points:  # in place, point by point, so that no second array is made
            count = len(point.line.moves)
            own = values[point.entry : point.entry + point.places.total * count].reshape(-1, count)
            own /= self._whole(own.T, point.line.text)[:, None]
        values.setflags(write=False)
        return values

    def strategy(self, public: PublicState) -> Floats:
        return self._read(own_state(self.form.infosets, public)).copy()

    def _read_public(self, public: PublicState) -> Floats:
        entries = self.form.infosets.entries(public)
        solver = self._rivers or self._turns
        if solver is not None and public.line.num_deals >= self._streets:
            answer = np.where(entries >= 0, solver.strategy(public), 0.0)
            total = np.add.reduce(answer, axis=0)
            return answer / np.where(total > 0.0, total, 1.0)
        found = np.where(entries >= 0, self.form.read(self.stored, public), 0.0)
        real = entries[0] >= 0
        own = found[:, real]
        if not np.all(own >= 0.0):  # so that NaN fails
            raise ValueError(f"probabilities at {public.history!r} are damaged: {own[~(own >= 0.0)][0]} is among them")
        found[:, real] = own / self._whole(own, public.history)
        return found

    def _whole(self, values: npt.NDArray[Any], where: str) -> Floats:
        """Sums of probabilities [actions, ...], in order; ValueError if they are not 1 but for rounding."""
        total = np.zeros(values.shape[1:])
        for action in values:
            total += action
        # Each number is off by half a unit, or by some units in the last place.
        good = np.abs(total - self.one) <= (SUM_OFF if self.stored.dtype == np.float32 else len(values) / 2 + 0.5)
        if not good.all():
            raise ValueError(f"probabilities at {where!r} are damaged: they sum to {total[~good][0] / self.one:.9g}, not to 1")
        return total

    @property
    def one(self) -> float:
        """The number that stands for the probability 1."""
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
        key = where if isinstance(where, str) else where.infoset_key(where.current_player)
        table.index(key)
        name, _, history = key.partition("|")
        found = table.find(history)
        assert found is not None  # the table has the key
        return found, table.hand_index[name]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TabularPolicy):
            return NotImplemented
        if self.game != other.game or self.rivers != getattr(other, "rivers", "all"):
            return False
        if any(getattr(self, name) != getattr(other, name, None) for name in ("river_values", "turn_values")):
            return False
        if isinstance(other, SpotPolicy) and self.stored.dtype == other.stored.dtype:
            both = zip(parts_of(self.stored), parts_of(other.stored), strict=True)
            if all(np.array_equal(own, others) for own, others in both):
                return True
        asked = self._held() if isinstance(other, SpotPolicy) else self.form.infosets.public_states()
        return all(np.array_equal(self.strategy(public), other.strategy(public)) for public in asked)

    __hash__ = TabularPolicy.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        rows = np.array(self._whole_rows())
        return remake_policy, (self.game, rows, self.metadata, self.rivers, self.river_values, self.turn_values)

    def __repr__(self) -> str:
        return super().__repr__().replace("<TabularPolicy", "<SpotPolicy", 1)

    def single_rows(self) -> npt.NDArray[np.float32]:
        """The probabilities, or what they are shares of, as float32 rows of all streets.

        Raises:
            ValueError: rivers that are solved when asked for, rows that do not fit in free memory, or numbers that are none.
        """
        self.check_rivers()
        if self.stored.dtype == np.float32:
            rows = np.asarray(self._whole_rows())
        else:
            check_fits(f"{short_name(self.game)} in single precision", 4 * len(self.stored))
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
        if self._has_rows_of(evaluator):
            address = "pokerzoo.agents.policies.row_profiles:with_best_response"
            found: tuple[Measurement, TabularPolicy] = load_object(address)(self, evaluator, player)
            return found
        return super().with_best_response(evaluator, player)

    def _purified(self, threshold: float, metadata: dict[str, Any]) -> TabularPolicy:
        found: TabularPolicy = load_object("pokerzoo.agents.policies.row_profiles:purified")(self, threshold, metadata)
        return found

    def _has_rows_of(self, evaluator: PolicyEvaluator) -> TypeGuard[StreetEvaluator]:
        """True if the evaluator walks the rows that the policy has."""
        return (
            isinstance(evaluator, StreetEvaluator)
            and evaluator.game == self.game
            and evaluator.form.num_symmetries == self.form.num_symmetries
        )

    def check_numbers(self) -> None:
        """Look at every number of the rows, once: ValueError if one is no number from 0 to 1."""
        if self._numbers_checked or self.stored.dtype == np.uint16:
            return
        for part in parts_of(self.stored):
            if not np.all((part >= 0.0) & (part <= 1.0 + SUM_OFF)):  # so that NaN fails
                raise ValueError("probabilities are damaged: some are not from 0 to 1")
        self._numbers_checked = True

    def check(self) -> None:
        """Check all probabilities, public state by public state; otherwise each one's are checked when they are read.

        Raises:
            ValueError: a number that is not from 0 to 1, an infoset whose numbers do not sum to 1, or a file whose checksum
                is wrong.
        """
        stored = self.stored
        if isinstance(stored, StoredArray):
            if fits_in_memory(stored.nbytes):  # from memory nodes are read faster
                SpotPolicy(self.game, stored.whole(), rivers=self.rivers).check()
                return
            stored.check()
        for public in self._held():
            self._read_public(public)

    def _held(self) -> Iterator[PublicState]:
        """Every public state of which the rows hold numbers: of those that suit permutations make alike one."""
        for public in self.form.canonical_states():
            if public.line.num_deals < self._streets:
                yield public

    @property
    def turns(self) -> TurnSolver | None:
        """With ``"solve_turns"`` what solves turns, and keeps them; else None."""
        return self._turns

    def is_at_hand(self, public: PublicState) -> bool:
        """False if a turn would be solved first to answer for a public state, which may take seconds.

        Args:
            public: of the game.
        """
        return self._turns is None or public.line.num_deals < self._streets or self._turns.is_solved(public)

    @property
    def solved_rivers(self) -> dict[str, float]:
        """Accuracy of each river, or turn, that was solved anew and is still kept, in percent of the pot there.

        Net chips that a best response there wins more than against the solution, at most. Of turns, and of rivers where the
        solution's values are not known, it is the exploitability of that part by itself, given its ranges.
        """
        solver = self._rivers or self._turns
        return {} if solver is None else dict(solver.reached)

    def river_bound(self, target: float | None = None) -> RiverBound | None:
        """A limit to how much worse the policy is than the solution whose rivers were left out.

        None if it holds its rivers, or if the solution's values are not known.

        Args:
            target: percent of a river's pot to which it is solved, as in ``expanded``; None: as when it is asked for.

        Raises:
            ValueError: ``target`` is no number above 0.
        """
        if self._rivers is None or self.river_values is None:
            return None
        check_target(target)
        return bound_of(self.river_values, self._rivers, target)

    def without_rivers(self, *, safe: bool = True) -> SpotPolicy:
        """The same with ``rivers="solve"``, on a copy of the rows before the river.

        Args:
            safe: whether to work out ``river_values``, which takes about as long as two iterations of the solver. Without
                them rivers are solved for the ranges that come there, and nothing limits how exploitable they are.

        Raises:
            ValueError: it is no hold'em spot, or holds a flop only.
        """
        if self._turns is not None:
            raise ValueError("the policy holds a flop only, and no turns whose rivers could be left out")
        if self.rivers == "solve":
            if safe or self.river_values is None:
                return self
            return SpotPolicy(self.game, self.stored, self.metadata, rivers="solve")
        rows = self.stored[: rows_needed(self.form, "solve")].copy()
        self.check_numbers()
        found = RiverValues.of(self.form, self.single_rows()) if safe else None
        return SpotPolicy(self.game, rows, self.metadata, rivers="solve", river_values=found)

    def expanded(self, target: float | None = None, progress: Callable[[int, int], Any] | None = None) -> SpotPolicy:
        """The same with all rivers, each solved once: for what needs the whole, exploitability above all.

        It takes some 10 to 30 ms a river; a turn has some hundred rivers, a flop tens of thousands (minutes). ``progress`` is
        told beforehand how many there are. In the metadata are how far the worst river got (``rivers_solved_to_percent``), and,
        given ``river_values``, what was added to the solution's exploitability at most (``rivers_add_at_most_percent``).

        With ``"solve_turns"`` all turns are solved at once, 100 iterations each, for the ranges that come there. It takes
        about the time and the memory of solving the whole flop.

        Args:
            target: percent of a river's pot to which it is solved; None: 0.005 of it, or 0.05 without ``river_values``. See
                ``solved_rivers`` for what is measured. Not with ``"solve_turns"``.
            progress: called with (rivers solved, rivers in all), (0, all) at first; with ``"solve_turns"`` of turns.

        Raises:
            ValueError: ``target`` is no number above 0, or all rows do not fit in free memory.
        """
        check_target(target)
        if self._turns is not None:
            if target is not None:
                raise ValueError(f"target={target!r}: turns are solved in {TURN_ITERATIONS} iterations each: must be None")
            rows = with_turns(self.form, self._shares(), progress)
            return SpotPolicy(self.game, rows, self._metadata_of_whole() | {"turns_solved_in_iterations": TURN_ITERATIONS})
        if self._rivers is None:
            return self
        rivers = RiverSolver(self._rivers.game, self._read, self.river_values, target)
        rows, worst = with_rivers(self.form, self._shares(), rivers, progress)
        metadata = self._metadata_of_whole() | {"rivers_solved_to_percent": worst}
        if self.river_values is not None:
            metadata["rivers_add_at_most_percent"] = bound_of(self.river_values, rivers, target).added_pot_percent
        return SpotPolicy(self.game, rows, metadata)

    def _shares(self) -> npt.NDArray[np.float32]:
        """The rows that are held, as probabilities."""
        return np.asarray(self._whole_rows() / np.float32(self.one))

    def _metadata_of_whole(self) -> dict[str, Any]:
        """Metadata of a policy that holds all streets."""
        return {key: value for key, value in self.metadata.items() if key != "rivers"}

    def check_rivers(self) -> None:
        """ValueError, with what to do, if the policy does not hold all streets."""
        if self._turns is not None:
            raise ValueError(
                "the policy holds a flop only, and solves turns when they are asked for (rivers='solve_turns'); this needs all "
                "streets: policy.expanded() solves all turns"
            )
        if self._rivers is not None:
            count = len(self._rivers)
            raise ValueError(
                "the policy solves rivers when they are asked for (rivers='solve'), and this needs all of them: "
                "solve it with --rivers all, or in Python "
                f"policy.expanded() solves all {count:,}, which takes about {count * SECONDS_A_RIVER:,.0f} seconds; "
                "without them, policy.river_bound() and 'pokerzoo show' say how exploitable it is at most"
            )


def remake_policy(
    game: Game,
    rows: npt.NDArray[Any],
    metadata: dict[str, Any],
    rivers: KeptRivers,
    river_values: RiverValues | None = None,
    turn_values: TurnValues | None = None,
) -> SpotPolicy:
    """A policy from its pickle."""
    return SpotPolicy(game, rows, metadata, rivers=rivers, river_values=river_values, turn_values=turn_values)
