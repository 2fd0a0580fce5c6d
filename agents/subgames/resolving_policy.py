"""Policies that store the first streets of a spot, and solve the later ones on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.later_values import LaterValues, RiverBound
from pokerzoo.agents.policies.policy import TabularPolicy, own_state
from pokerzoo.agents.policies.policy_file import first_streets
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.street_evaluator import Evaluated, evaluate_boards
from pokerzoo.envs.compiled.street_lines import chance_reaches
from pokerzoo.envs.compiled.street_plan import WalkScratch
from pokerzoo.envs.compiled.street_threads import Threads
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.street_walk import DOWN, new_scratch, new_worth, root_rows
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.subgames import can_be_dealt, least_weights, reaching_weights, street_of
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_number
from pokerzoo.envs.support.stored_array import StoredArray

from .leaf_values import SolvedLeaves
from .street_end import StreetEnd
from .subgame import HeldTo, Subgame

HELD_TARGET = 0.005
"""Accuracy of a river held to values: percent of its pot that a best response there wins more than against the solution."""
UNHELD = {1: (0.05, 1000), 2: (0.5, 300)}
"""By the number of streets: percent of the pot to which a part without values is solved, and the most iterations."""
KEPT = {1: 512, 2: 16}
"""By the number of streets: solved parts that are kept. A river of one player's takes some 0.1 MB, a turn some megabytes."""
TURN_ITERATIONS = 100
"""Of each turn, where all are solved at once."""
SECONDS_A_RIVER = 0.03
"""About what solving one takes, with ranges of some two hundred hands."""
LEAST_CHANCE = 1e-12
"""Least reach: where a player gets less often than this, their strategy makes no difference to any bound."""


class ResolvingPolicy(SpotPolicy):
    """A policy of a spot that stores the first streets, and solves parts of the later ones on demand.

    With ``streets=1`` rivers are solved, in 5 to 15 ms for each player, for the range that the policy brings there. With
    ``streets=2``, of a flop that was solved alone (``DepthLimitedCFR``), a turn is solved with its rivers, in a fraction of a
    second to some seconds. Parts are kept for a while.

    A river is held to the values of the solution's own river, hand by hand. So a best response wins little more against the
    whole than against the solution; ``river_bound`` says how much at most. This is *safe* subgame solving, by the re-solving
    gadget of Burch, Johanson and Bowling (2014); see docs/howto/solve_a_spot.md. Turns, and rivers whose values are not known,
    are equilibria for the ranges that come there, and nothing is promised of the whole.

    Attributes:
        streets: how many of the last streets are solved when asked; it is in ``metadata``, too.
        later_values: with ``streets=1`` values of the rivers that were left out; with 2 the solver's values of turns.

    .. code-block:: python

        turn = make_game("holdem", board="QsJh2h8d", ranges=("QQ+,AQs+", "22+,A2s+"), pot=10, stack=95)
        policy = CFR(turn).run(until="0.1%").average_policy()  # a SpotPolicy
        policy.save("turn.npz", streets=1)
        print(TabularPolicy.load("turn.npz").river_bound())
    """

    game: HoldemGame

    def __init__(
        self,
        game: Game,
        rows: npt.NDArray[Any] | StoredArray,
        metadata: Mapping[str, Any] | None = None,
        *,
        streets: int,
        later_values: LaterValues | None = None,
        target: float | None = None,
    ) -> None:
        """Use rows of the first streets, as ``SpotPolicy`` does.

        Args:
            game: a hold'em spot with that many streets to come.
            rows: float32 or uint16 [numbers of the first streets], as an array or as a place in a file.
            metadata: how the policy was made.
            streets: 1: rivers are solved when asked, 2: turns, each with its rivers.
            later_values: of the solution, where the first of these streets starts; None: not known.
            target: percent of the pot to which a river is solved; None: 0.005, or 0.05 without values.

        Raises:
            ValueError: a game without such streets, or rows of another length or type.
        """
        self.streets, self.later_values = streets, later_values
        super().__init__(game, rows, metadata)
        self.metadata["streets"] = streets
        held = self._values_of_rivers is not None
        self._target = (HELD_TARGET if held else UNHELD[streets][0]) if target is None else target
        self._first = len(self.form.boards) - streets  # the first street that is solved, by deals
        self._parts: Cache[Subgame] = Cache(KEPT[streets])
        self._missed: dict[tuple[PublicState, int], float] = {}

    @classmethod
    def of(cls, policy: TabularPolicy) -> ResolvingPolicy:
        """The policy without its rivers, which are held to their values; one that solves them stays as it is.

        To work out the values takes about as long as two iterations of the solver.

        Args:
            policy: of a flop or turn that is walked board by board.

        Raises:
            ValueError: of another game, or it holds a flop only.
        """
        if isinstance(policy, cls):
            if policy.streets > 1:
                raise InputError("the policy holds a flop only, and no turns whose rivers could be left out")
            return policy
        policy = SpotPolicy.of(policy)
        rows, values = first_streets(policy)
        return cls(policy.game, rows, policy.metadata, streets=1, later_values=values)

    @property
    def _values_of_rivers(self) -> LaterValues | None:
        return self.later_values if self.streets == 1 else None

    def _read_public(self, public: PublicState) -> Floats:
        if public.line.num_deals < self._first:
            return super()._read_public(public)
        there = self.form.infosets.entries(public) >= 0
        if not can_be_dealt(self.game, public.board):
            return np.zeros(there.shape)
        alike: Any = slice(None)
        if self.streets == 1:
            public, alike = self.form.canonical(public)
        shares = np.where(there, self.part(public).strategy(public)[:, alike], 0.0)
        total = np.add.reduce(shares, axis=0)
        return shares / np.where(total > 0.0, total, 1.0)

    def part(self, public: PublicState) -> Subgame:
        """The solved part of a public state on a later street, for its actor.

        Args:
            public: of the game; of a river on a canonical board.
        """
        at = self._start(public)
        player = None if self._values_of_rivers is None else public.actor
        return self._parts.get((at, player), lambda: self._solve(at, player))

    def _solve(self, at: PublicState, player: int | None) -> Subgame:
        reach = reaching_weights(self.game, at, self._read)
        part = None if player is None else self._solve_held(at, player, reach)
        if part is not None:
            return part
        first, second = (np.maximum(seat, least_weights(self.game, at, player, seat)) for player, seat in enumerate(reach))
        target, iterations = UNHELD[self.streets]
        target = self._target if player is None else target
        part = Subgame(self.game, at, (first, second)).solve(target=target, iterations=iterations)
        if player is not None:
            part.reached = 0.0  # who never comes there is exploited nowhere
        return part

    def _solve_held(self, at: PublicState, player: int, reach: tuple[Floats, Floats]) -> Subgame | None:
        """Solve a river for one player, held to the other's values; None if the player hardly ever gets there."""
        assert self.later_values is not None
        other = 1 - player
        ours = np.maximum(reach[player], least_weights(self.game, at, player, reach[player]))
        theirs = least_weights(self.game, at, other, np.zeros(len(ours)))
        part = Subgame(self.game, at, (ours, theirs) if player == 0 else (theirs, ours))
        chance = chance_reaches(self.game.rules, len(self.form.boards))[-1]
        likely = part.pair_weight * chance  # that the river comes, if the opponent does everything to get there
        if not reach[player].any() or likely < LEAST_CHANCE:
            return None
        part.solve(HeldTo(player, self.later_values.on_canonical(at)[other], chance), target=self._target)
        if part.reached > self._target:
            missed = (part.reached - self._target) / 100 * part.spot.rules.betting.pot
            self._missed[at, player] = missed * likely * self._images(at)
        return part

    def _images(self, at: PublicState) -> int:
        """The number of boards that a canonical one represents."""
        boards = self.form.boards[-1]
        board = boards.all.number[at.board[len(self.game.rules.deck.board) :]]
        return int((boards.number == boards.number[board]).sum())

    def is_at_hand(self, public: PublicState) -> bool:
        """False if a turn would be solved first to answer for a public state, which may take seconds.

        Args:
            public: of the game.
        """
        if self.streets < 2 or public.line.num_deals < self._first:
            return True
        return (self._start(public), None) in self._parts

    def _start(self, public: PublicState) -> PublicState:
        """The start of the first street that is solved, on the way to a public state of an equal game."""
        return own_state(self.form.infosets, street_of(public, self._first))

    @property
    def solved(self) -> dict[str, float]:
        """Accuracy of each solved part that is still cached, by the history of its start, in percent of the pot there.

        Net chips that a best response there wins more than against the solution, at most. Of turns, and of rivers where the
        solution's values are not known, it is the exploitability of that part by itself, given its ranges.
        """
        reached: dict[str, float] = {}
        for part in self._parts.values():
            reached[part.at.history] = max(part.reached, reached.get(part.at.history, 0.0))
        return reached

    def river_bound(self, target: float | None = None) -> RiverBound | None:
        """A bound on how much worse the policy is than the solution whose rivers were left out; None if unknown.

        Args:
            target: percent of a river's pot to which it is solved, as in ``expanded``; None: as when it is asked for.

        Raises:
            ValueError: ``target`` is no number above 0.
        """
        check_target(target)
        values = self._values_of_rivers
        if values is None or values.solution is None or values.stakes is None:
            return None
        missed = [sum(chips for (_, who), chips in self._missed.items() if who != player) for player in range(2)]
        return RiverBound(values.solution, values.stakes * ((target or self._target) / 100) + np.array(missed))

    def expanded(self, target: float | None = None, progress: Callable[[int, int], Any] | None = None) -> SpotPolicy:
        """The same with all streets, each part solved once: for what needs the whole policy, such as exploitability.

        It takes some 10 to 30 ms a river; a turn has some hundred rivers, a flop tens of thousands (minutes). ``progress`` is
        called beforehand with how many there are. In the metadata are how far the worst river got
        (``rivers_solved_to_percent``), and, given values, what was added to the solution's exploitability at most
        (``rivers_add_at_most_percent``).

        With ``streets=2`` all turns are solved at once, 100 iterations each, for the ranges that come there. It takes about
        the time and the memory of solving the whole flop.

        Args:
            target: percent of a river's pot to which it is solved; None: 0.005 of it, or 0.05 without values. See ``solved``
                for what is measured. Not with ``streets=2``.
            progress: called with (rivers solved, rivers in all), (0, all) at first; with ``streets=2`` of turns.

        Raises:
            ValueError: ``target`` is no number above 0, or all rows do not fit in free memory.
        """
        check_target(target)
        metadata = {key: value for key, value in self.metadata.items() if key != "streets"}
        first: Floats32 = np.asarray(self._whole_rows() / np.float32(self.unit))
        report = progress or (lambda done, count: None)
        if self.streets == 2:
            if target is not None:
                raise ParameterError("target", target, f"turns are solved in {TURN_ITERATIONS} iterations each: must be None")
            turns = len(self.form.boards[1])
            report(0, turns)
            rows = with_later_streets(self.form, first, TURN_ITERATIONS)
            report(turns, turns)
            return SpotPolicy(self.game, rows, metadata | {"turns_solved_in_iterations": TURN_ITERATIONS})
        solving = ResolvingPolicy(
            self.game, self.stored, streets=1, later_values=self.later_values, target=target or self._target
        )
        (rows,), starts, worst = self.form.new_rows(), list(self._river_starts()), 0.0
        rows[: len(first)] = first
        report(0, len(starts))
        for done, start in enumerate(starts, 1):
            for line in start.line.walk():
                if line.moves and line.num_deals == self._first:
                    public = PublicState(start.rules, line, start.board)
                    self.form.put(rows, public, solving.strategy(public))
            worst = max(worst, solving.solved.get(start.history, 0.0))  # none where no hands are dealt
            report(done, len(starts))
        metadata["rivers_solved_to_percent"] = worst
        bound = solving.river_bound()
        return SpotPolicy(
            self.game,
            self._shares(rows),
            metadata if bound is None else metadata | {"rivers_add_at_most_percent": bound.added_pot_percent},
        )

    def _river_starts(self) -> Iterator[PublicState]:
        """The starts of all rivers, up to suits which the spot treats alike."""
        for line in self.form.entries[-1]:
            if line.moves:
                for board in self.form.boards[-1].canonical:
                    yield PublicState(self.game.rules, line, self.game.rules.deck.board + board)

    def check_whole(self) -> None:
        if self.streets == 2:
            raise InputError(
                "the policy holds a flop only, and solves turns when they are asked for (streets=2); this needs all "
                "streets: policy.expanded() solves all turns"
            )
        count = sum(1 for _ in self._river_starts())
        raise InputError(
            "the policy solves rivers when they are asked for (streets=1), and this needs all of them: "
            "solve it with --streets 0, or in Python "
            f"policy.expanded() solves all {count:,}, which takes about {count * SECONDS_A_RIVER:,.0f} seconds; "
            "without them, policy.river_bound() and 'pokerzoo show' say how exploitable it is at most"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return remake_policy, (self.game, np.array(self._whole_rows()), self.metadata, self.streets, self.later_values)


def check_target(target: object) -> None:
    """ValueError unless it is a percentage above 0, or None."""
    if target is not None:
        check_number("target", target, 0, 100, above=True)


def remake_policy(
    game: Game, rows: npt.NDArray[Any], metadata: dict[str, Any], streets: int, later_values: LaterValues | None
) -> ResolvingPolicy:
    """A policy from its pickle."""
    return ResolvingPolicy(game, rows, metadata, streets=streets, later_values=later_values)


def with_later_streets(form: StreetTree, first: Floats32, iterations: int, threads: Threads | None = None) -> Floats32:
    """Solve what follows the first street: float32 [numbers], the first street's shares and the solution after it.

    Args:
        form: a spot, compiled.
        first: cumulative numbers of the first street, or shares.
        iterations: of solving.
        threads: None: one for each processor.
    """
    source = SolvedLeaves(StreetEnd(form), threads or Threads(form), iterations)
    source.solve(walked_to_end(form, first))
    source.averages[: len(first)] = first
    return form.shares((source.averages,))[0]


def walked_to_end(form: StreetTree, first: Floats32) -> WalkScratch:
    """Numbers of a walk down the first street: the reach of both players at its end."""
    above = new_scratch(form.plan, 2)
    evaluate_boards(
        form.plan, root_rows(form), (0, 0), DOWN, 0, 1, (0, 1), (0, 2), Evaluated(first), above, above, new_worth(form.plan, 2),
        np.zeros((2, 2)),
    )  # fmt: skip
    return above
