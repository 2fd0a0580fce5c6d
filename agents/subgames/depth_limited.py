"""CFR on the first street of a spot alone, with values at the end of the street in place of what follows."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.board_walk import BoardWalk, WalkPart
from pokerzoo.agents.cfr.solver import Solver
from pokerzoo.agents.cfr.variants import Variant, variant_for
from pokerzoo.agents.policies.later_values import LaterValues
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs.betting.street_sizes import streets_of
from pokerzoo.envs.compiled.arrays import AllRows, Counter
from pokerzoo.envs.compiled.forms import boards_of, form_evaluator, is_by_boards
from pokerzoo.envs.compiled.simd import aligned_zeros
from pokerzoo.envs.compiled.street_evaluator import Evaluated, evaluate_boards
from pokerzoo.envs.compiled.street_layout import floats_before
from pokerzoo.envs.compiled.street_plan import WalkScratch
from pokerzoo.envs.compiled.street_rivers import river_stakes
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.compiled.street_walk import (
    DOWN,
    NOTHING,
    UP,
    entry_values,
    new_scratch,
    new_worth,
    write_board_shares,
)
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.games.holdem import HoldemGame, is_spot
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.errors import NO_VALUE, InputError, ParameterError, Shown
from pokerzoo.envs.support.parameters import check_choice, check_int

from .leaf_values import SOLVING, AskedLeaves, LeafSource, SolvedLeaves, ValueFunction
from .resolving_policy import ResolvingPolicy, walked_to_end, with_later_streets
from .street_end import StreetEnd

DISCOUNT = 2
"""Place of the averages' factor in a row of ``Variant.factors``."""
Values: TypeAlias = ValueFunction | Literal["solve"]
"""A source of values at the end of the street."""


class LimitedWalk(BoardWalk):
    """Iterations on the root's board; a leaf source replaces the boards below."""

    def __init__(self, form: StreetTree, alternating: bool, threads: int | None, end: StreetEnd, iteration: Counter) -> None:
        super().__init__(form, alternating, threads=threads, iteration=iteration)
        self.end = end
        self.source: LeafSource
        # Values of each player's best responses at the leaves, as averages are kept, and the sum of their weights.
        self.held_to: Floats32 = aligned_zeros((2, *self._worth.shape[2:]), np.float32)
        self.weights = np.zeros(2)

    def num_floats(self, form: StreetTree) -> int:
        """See ``BoardWalk``: the numbers of the first street alone."""
        return floats_before(form, 1)

    def _walk_all(self, walk: WalkPart, who: tuple[int, int], row: Floats) -> None:
        above = self._above
        walk(above, DOWN, 0, 1)
        for player in range(*who):
            best = self.source.fill(self._worth, above, player)
            self.held_to[player] *= np.float32(row[DISCOUNT])
            self.held_to[player] += best
            self.weights[player] = self.weights[player] * row[DISCOUNT] + 1.0
            if not self.source.settles:
                self.end.settle(above, player)
        walk(above, UP, 0, 1)

    def current(self) -> AllRows:
        """Shares on the street that is solved."""
        return (self.shares(self.regrets[0]),)

    def shares(self, cumulative: Floats32) -> Floats32:
        """Strategies of the street that is solved, from cumulative numbers of it."""
        result: Floats32 = aligned_zeros(len(cumulative), np.float32)
        plan = self.form.plan
        write_board_shares(plan.stages[:1], plan.points, cumulative, NOTHING, result)
        return result

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """See ``Walk``."""
        return super().state() | {"leaf values": self.held_to, "leaf weights": self.weights}


class DepthLimitedCFR(Solver):
    """CFR on the first street of a spot alone, with values in place of all that follows.

    In each walk the solver asks for both players' values of continuing: at the end of the street, on each card that can come,
    for the ranges that come there. This is CFR-D (Burch, Johanson and Bowling 2014) with the values of DeepStack (Moravčík and
    others 2017). If what follows is valued as in an equilibrium of it, the average strategy converges to an equilibrium's. With
    other values it is as good as these (docs/learn/9_part_of_a_game.md).

    Lines that are all-in are counted out, and no value is asked for them.

    Attributes:
        game: the spot.
        variant: the row of ``variants.VARIANTS`` in use.
        form: the compiled game it works on.
        until_street: the street that is solved.

    .. code-block:: python

        turn = make_game("holdem", board="QsJh2h8d", ranges=("QQ+,AQs+", "22+,A2s+"), pot=20, stack=60)
        solver = DepthLimitedCFR(turn, values=network, until_street="turn").run(200)
        print(solver.average_policy().river_bound())  # held to the network's values, river by river
        print(exploitability(turn, solver.completed()))  # all rivers solved for the ranges that come there
    """

    _title = "Depth-limited DCFR"
    _walk: LimitedWalk

    def __init__(
        self,
        game: GameLike,
        variant: str | Variant | None = None,
        *,
        values: Values = "solve",
        until_street: str | None = None,
        leaf_iterations: int = SOLVING,
        seed: int | None = None,
        threads: int | None = None,
    ) -> None:
        """Set up a solver at its uniform start.

        Args:
            game: a spot for two with cards to come and without locks, or an environment of this package.
            variant: as in ``CFR``, but none that predicts.
            values: an object with the method ``values`` of ``ValueFunction``, such as a network. Or ``"solve"``: what follows
                is solved in each walk, for the ranges that come there. That is slow and right, to compare others with.
            until_street: the street that is solved, which must be the first one; None: that.
            leaf_iterations: iterations of each such solving.
            seed: kept; nothing is drawn.
            threads: number of threads for boards with ``"solve"``, and for leaves with a function whose
                ``concurrent`` is true, such as a network; None: one for each processor. Bits do not depend on it.

        Raises:
            ValueError: an argument is not allowed.
            UnsupportedError: arguments that do not go together, or that this game does not have.
        """
        game = game_of(game)
        row = variant_for(game, variant)
        if not isinstance(game, PokerGame) or game.num_players != 2:
            raise self._cannot("game", game.name, "it needs a spot for two with cards to come and many hands")
        form = boards_of(game)
        if row.predicts:
            raise self._cannot("variant", row.name, "it predicts regrets, which needs all streets")
        if form is None or len(form.boards) < 2:
            raise self._cannot("game", game.name, "it needs a spot for two with cards to come and many hands")
        if form.plan.before.size:
            raise self._cannot("game", game.name, "its first street is settled by matrices of all pairs of hands")
        check_int("leaf_iterations", leaf_iterations, 1, 10**6)
        first = streets_of(len(form.game.rules.deck.board))[0] if isinstance(game, HoldemGame) else "first"
        if until_street is not None:
            check_choice("until_street", until_street, (first,))
        is_function = isinstance(values, ValueFunction)
        if not is_function and values != "solve":
            raise ParameterError("values", values, "must be 'solve', or an object with values(ranges, boards, pots, stacks)")
        if is_function and not isinstance(game, HoldemGame):
            raise self._cannot("values", Shown("..."), "a function of 1,326 hands needs a hold'em spot")
        cards, wanted = (
            len(form.game.rules.deck.board) + form.game.rules.betting.cards_through[1],
            getattr(values, "public_cards", None),
        )
        if is_function and wanted not in (None, cards):
            raise self._cannot("values", Shown(type(values).__name__), f"it values boards of {wanted} cards, not of {cards}")
        super().__init__(game, form, row, seed, "all")
        self._evaluator = form_evaluator(form)
        self.until_street, self.leaf_iterations = first, leaf_iterations
        self._alternating = row.alternating
        self._end = StreetEnd(form)
        self._walk = walk = LimitedWalk(form, self._alternating, threads, self._end, self._iteration)
        if isinstance(values, ValueFunction):
            walk.source, self.values = AskedLeaves(self._end, values, threads), type(values).__name__
        else:
            walk.source, self.values = SolvedLeaves(self._end, walk.threads, leaf_iterations), "solve"

    def advance(self, count: int) -> None:
        self._walk.advance(self.variant.factors(self.iteration + 1, count))

    @property
    def threads(self) -> int:
        """Number of threads that the leaves, or boards, are split across."""
        return self._walk.num_threads

    def _next_check(self, iteration: int) -> int:
        return max(2 * iteration, 100)  # each takes as long as many iterations

    def identity(self) -> dict[str, Any]:
        return super().identity() | {"values": self.values, "leaf_iterations": self.leaf_iterations}

    @property
    def _form(self) -> StreetTree:
        assert is_by_boards(self.form)  # checked at the start
        return self.form

    def regrets(self) -> Floats:
        raise self._cannot("regrets()", NO_VALUE, "it has none on the streets after the first")

    def current_policy(self) -> ResolvingPolicy:
        """The strategy that the next iteration would play; what follows is solved for the ranges there."""
        return self._solving_later(self._walk.current()[0], "current")

    def average_policy(self) -> ResolvingPolicy:
        """The average strategy. What follows is solved on demand.

        Of a turn, rivers are held to their average values. This is the safe completion of CFR-D: with the values of equilibria,
        the whole is nearly an equilibrium. ``policy.expanded()`` solves all rivers, and ``policy.river_bound()`` says how
        exploitable the whole is at most.

        Of a flop, a turn is solved with its rivers for the ranges that come there (``streets=2``). This is *unsafe*.
        With a function as ``values`` the policy has its answers at the average strategy (``policy.later_values``), from which
        ``SpotReport`` works out EVs on the flop.

        Raises:
            UnsupportedError: a game that is no hold'em spot.
            ValueError: before the first iteration.
        """
        rows = self._walk.shares(self._walk.averages[0])
        if self._is_flop:
            if not self.iteration:
                raise InputError("no iteration done yet: call run() first")
            return self._solving_later(rows, "average", self._turn_values())
        return self._solving_later(rows, "average", self._leaf_values())

    @property
    def _is_flop(self) -> bool:
        return isinstance(self.game, HoldemGame) and len(self._form.boards) == 3

    def _solving_later(self, rows: Floats32, kind: str, values: LaterValues | None = None) -> ResolvingPolicy:
        if not isinstance(self.game, HoldemGame):
            raise self._cannot(f"{kind}_policy()", NO_VALUE, "it solves later streets on demand in a hold'em spot alone")
        return ResolvingPolicy(self.game, rows, self._metadata(kind), streets=len(self._form.boards) - 1, later_values=values)

    def _turn_values(self) -> LaterValues | None:
        """Values of the function where turns start, at the average strategy; None without a function."""
        form, end, source = self._form, self._end, self._walk.source
        if not isinstance(source, AskedLeaves):
            return None
        above, worth = walked_to_end(form, self._walk.averages[0]), new_worth(form.plan, 2)
        result = []
        for player in range(2):
            source.fill(worth, above, player)
            result.append(end.read(worth[player, 0], player)[:, end.open].ravel())
        return LaterValues(form, 2, np.concatenate(result))

    def hand_values(self) -> Floats:
        """Value of each hand to its player at the start, where both play the average strategy; see ``CFR.hand_values``.

        The value function is asked once more, for the ranges with which these strategies come to the street's end.

        Returns:
            float64 [2, hands]: counterfactual values, in the unit of ``CFR.hand_values``.

        Raises:
            UnsupportedError: ``values`` are no function.
        """
        form, end, source = self._form, self._end, self._walk.source
        if not isinstance(source, AskedLeaves):
            raise self._cannot("hand_values()", NO_VALUE, "its values are no function")
        scratch, worth = new_scratch(form.plan, 2), new_worth(form.plan, 2)
        self._walk_averages(DOWN, scratch, worth)
        for player in range(2):
            source.fill(worth, scratch, player)
            end.settle(scratch, player)
        self._walk_averages(UP, scratch, worth)
        result = np.zeros((2, len(form.game.rules.deck.hands)))
        for player, hands in enumerate(form.hands):
            result[player, hands] = entry_values(form.plan, player, scratch)[: len(hands)]
        return result

    def _walk_averages(self, part: int, scratch: WalkScratch, worth: Floats32) -> Floats:
        """Values of the average strategies, by one part of a walk: float64 [players, (of them, of best responses)]."""
        form, totals = self._form, np.zeros((2, 2))
        evaluate_boards(
            form.plan, self._walk.root, (0, 0), part, 0, 1, (0, 2), (0, 2), Evaluated(self._walk.averages[0]), scratch, scratch,
            worth, totals,
        )  # fmt: skip
        return totals

    def _leaf_values(self) -> LaterValues:
        """Values of the opponent's best responses at the leaves, averaged as strategies are."""
        walk, end = self._walk, self._end
        if not walk.weights.all():
            raise InputError("no iteration done yet: call run() first")
        held: Floats32 = (walk.held_to / walk.weights[:, None, None]).astype(np.float32)
        by_hand = np.concatenate([end.read(held[player], player)[:, end.open].ravel() for player in range(2)])
        best = self._best_responses(held)
        middle = (best[0] - best[1]) / 2  # what the sides win adds up to zero, so that the sum of gains is right
        solution = Measurement(self.game, np.array([middle, -middle]), best)
        return LaterValues(self._form, 1, by_hand, solution, river_stakes(self._form, self._walk.averages[0]))

    def _best_responses(self, held: Floats32) -> Floats:
        """float64 [2]: what best responses to the average strategies win, if the leaves have the given values."""
        scratch, worth = new_scratch(self._form.plan, 2), np.repeat(held[:, None], 2, axis=1)
        self._walk_averages(DOWN, scratch, worth)
        if not self._walk.source.settles:
            for player in range(2):
                self._end.settle(scratch, player, kinds=2)
        return self._walk_averages(UP, scratch, worth)[:, 1]

    def completed(self, iterations: int = 1000) -> SpotPolicy:
        """The average strategy, with all that follows solved at once for the ranges there.

        This is *unsafe* solving: what follows is an equilibrium for these ranges, but nothing limits what the opponent wins by
        coming there with others. It takes the memory of solving the whole game.

        Args:
            iterations: of solving what follows.

        Raises:
            ValueError: ``iterations`` is not allowed.
            UnsupportedError: a game that is no hold'em spot.
        """
        form = self._form
        if boards_of(form.game) is not form or not is_spot(self.game):
            raise self._cannot("completed()", NO_VALUE, "it needs a hold'em spot")
        check_int("iterations", iterations, 1, 10**6)
        rows = with_later_streets(form, self._walk.averages[0], iterations, self._walk.threads)
        return SpotPolicy(self.game, rows, self._metadata("average"))

    def measure(self) -> Measurement:
        """Solve all rivers, each held to its average values, and measure the whole exactly: seconds to minutes.

        Raises:
            UnsupportedError: see ``average_policy``.
            ValueError: before the first iteration.
        """
        policy = self.average_policy().expanded()
        return policy.measured_by(self._evaluator)
