"""Strategies for push/fold at a table of two to nine players, by discounted CFR on all 169 hands at once.

``CFR`` does not take a table. For more than three players its values are of no game that could be listed or played: who holds
what is approximated hand by hand, and what a folded player may expect is kept from turn to turn (``PushFoldValues``). The
factors of the variant and regret matching are those of ``CFR``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pokerzoo.envs.compiled.regret_matching import shares_along
from pokerzoo.envs.games.push_fold_table import PushFoldTable
from pokerzoo.envs.games.push_fold_values import PushFoldValues
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.three_way_orders import HANDS
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.compile_time import working_clock
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_choice, check_int, check_number
from pokerzoo.envs.support.records import INTERNAL, Record, Seconds, Share, json_key

from .variants import VARIANTS

UNTIL_PRIZES, UNTIL_CHIPS = 2e-7, 1e-5
"""Default limits of the largest gain: a share of all prizes, or big blinds. Charts then have the frequencies of longer runs."""
ITERATIONS = 1000
FIRST_LOOK = 10
"""Iterations before the strategies are measured for the first time; then after each quarter more."""


@dataclass(frozen=True)
class PushFoldSeat(Record):
    """A player's part of a solution.

    Attributes:
        position: name of the seat.
        stack: chips before blinds and antes, in big blinds.
        value: what the player expects: prize money after the hand, or net big blinds.
        gain: what the best response gains, in the same unit.

    Example:
        See ``solve_push_fold``.
    """

    position: str
    stack: float
    value: float
    gain: float


@dataclass(frozen=True)
class PushFoldDecision(Record):
    """A decision of a solution.

    Attributes:
        line: the moves before it: ``f`` a fold, ``j`` a push, ``c`` a call.
        position: whose decision it is.
        action: ``push`` or ``call``.
        frequency: how often the player does that, over all hands they may be dealt, 0 to 1.
        hands: float64 [169]: how often with each hand, in the order of ``CLASS_NAMES``.

    Example:
        See ``solve_push_fold``.
    """

    line: str
    position: str
    action: str
    frequency: Share
    hands: Floats


@dataclass(frozen=True)
class PushFoldSolution(Record):
    """Strategies for push/fold at a table, and what deviations from them gain.

    Attributes:
        table: the table.
        iterations: iterations done.
        seconds: time in them; compiling, measuring and making tables do not count.
        values: float64 [players]: what each player expects, in prize money or net big blinds.
        gains: float64 [players]: what each player gains by a best response to the others, exact in the model that is solved.
        strategies: float64 [decisions, 169]: how often each hand goes in, by the decisions of the table.

    Example:
        >>> from pokerzoo.push_fold import solve_push_fold
        >>> from pokerzoo.push_fold import push_fold_table
        >>> found = solve_push_fold(push_fold_table([10, 10]), until=1e-4)
        >>> found.decision("").position, round(found.decision("").frequency, 1), found.values.round(3)
        ('SB', 0.6, array([-0.045,  0.045]))
    """

    table: PushFoldTable = field(metadata=INTERNAL)
    iterations: int
    seconds: Seconds
    values: Floats = field(metadata=INTERNAL)
    gains: Floats = field(metadata=INTERNAL)
    strategies: Floats = field(metadata=INTERNAL)

    @property
    @json_key
    def stacks(self) -> tuple[float, ...]:
        """Each player's chips before blinds and antes, in big blinds."""
        return self.table.stacks

    @property
    @json_key
    def ante(self) -> float:
        """The ante of each player."""
        return self.table.ante

    @property
    @json_key
    def big_blind_ante(self) -> float:
        """The ante of the big blind for all."""
        return self.table.big_blind_ante

    @property
    @json_key
    def payouts(self) -> tuple[float, ...]:
        """The prizes; empty where payoffs are chips."""
        return self.table.payouts

    @property
    @json_key
    def others(self) -> tuple[float, ...]:
        """Chips of the tournament's players who are not at the table."""
        return self.table.others

    @property
    @json_key
    def prize_model(self) -> str:
        """The worth of stacks: ``icm``, ``proportional`` or ``winner_takes_all``."""
        return self.table.prize_model

    @property
    @json_key
    def deals(self) -> int:
        """Random deals from which outcomes of three hands are estimated."""
        return self.table.deals

    @property
    @json_key
    def seed(self) -> int:
        """The seed of these deals."""
        return self.table.seed

    @property
    @json_key
    def largest_gain_share(self) -> float:
        """The largest gain, as a share of all prizes; in big blinds where payoffs are chips."""
        return float(self.gains.max()) / self.table.pool

    @property
    @json_key
    def value_sum(self) -> float:
        """The sum of the values: 0 with chips, and all prizes where all players are at the table, but for the model's error."""
        return float(self.values.sum())

    @property
    @json_key
    def players(self) -> tuple[PushFoldSeat, ...]:
        """Each player's part, in the order of acting."""
        rows = zip(self.table.positions, self.table.stacks, self.values.tolist(), self.gains.tolist(), strict=True)
        return tuple([PushFoldSeat(*row) for row in rows])

    @property
    @json_key
    def decisions(self) -> tuple[PushFoldDecision, ...]:
        """All decisions."""
        chances = PushFoldValues.hand_chances_of()
        return tuple([
            PushFoldDecision(
                self.table.line(one), self.table.positions[one.player], "call" if one.before else "push",
                float(chances @ hands), hands,
            )
            for one, hands in zip(self.table.decisions, self.strategies, strict=True)
        ])  # fmt: skip

    def decision(self, line: str) -> PushFoldDecision:
        """The decision after some moves.

        Args:
            line: ``f`` a fold, ``j`` the push, ``c`` a call: ``"ffj"``; empty: the first player's.

        Raises:
            ValueError: no player has a decision after these moves.
        """
        by_line = {one.line: one for one in self.decisions}
        if line not in by_line:
            most = self.table.num_players - 1
            raise ParameterError(
                "line",
                line,
                f"no decision comes after it; must be at most {most} of f (fold), j (push) and c (call), "
                "with one j before any c, at most one c, and not only folds up to the big blind",
            )
        return by_line[line]

    def chance(self, line: str, hand: str) -> float:
        """The probability that a hand is pushed, or called with.

        Args:
            line: the moves before, as ``decision`` takes them.
            hand: ``"AKs"``.

        Raises:
            ValueError: no such decision, or no such hand.
        """
        check_choice("hand", hand, CLASS_NAMES)
        return float(self.decision(line).hands[CLASS_NAMES.index(hand)])

    def measured_with(self, table: PushFoldTable) -> PushFoldSolution:
        """The same strategies, valued at another table of as many players: with other deals, stacks or prizes.

        Args:
            table: ``dataclasses.replace(solution.table, seed=1)`` has other deals. What fits the errors of the first ones does
                not count then.

        Raises:
            ValueError: no table, or one of another number of players.
        """
        if check_table(table).num_players != self.table.num_players:
            raise ParameterError("table", problem=f"of {table.num_players} players; must be of {self.table.num_players}")
        values, best = measured(table, self.strategies)
        return PushFoldSolution(table, self.iterations, self.seconds, values, best - values, self.strategies)


def check_table(table: PushFoldTable) -> PushFoldTable:
    """The table; ValueError if it is something else."""
    if not isinstance(table, PushFoldTable):
        raise ParameterError("table", table, "must be a table from push_fold_table")
    return table


def measured(table: PushFoldTable, strategies: Floats) -> tuple[Floats, Floats]:
    """Values of strategies and of best responses, float64 [players] each."""
    values = PushFoldValues(table)
    values.set_strategies(np.arange(len(strategies)), strategies)
    return values.measure()


class PushFoldSolver:
    """Discounted CFR (``VARIANTS["dcfr"]``) for a table; players update in turn.

    Attributes:
        table: the table.
        iteration: iterations done.
        seconds: time in them.

    Example:
        >>> from pokerzoo.push_fold import PushFoldSolver
        >>> from pokerzoo.push_fold import push_fold_table
        >>> solver = PushFoldSolver(push_fold_table([8, 8]))
        >>> solver.run(100)
        >>> solver.solution().largest_gain_share < 1e-4
        True
    """

    def __init__(self, table: PushFoldTable) -> None:
        """Start with players who go in with every second hand.

        Args:
            table: from ``push_fold_table``.

        Raises:
            ValueError: something else than a table.
        """
        self.table = check_table(table)
        self.iteration = 0
        self.seconds = 0.0
        self._values = PushFoldValues(table)
        if table.num_players > 2:
            self._values.orders  # noqa: B018  # made now, so that it does not count as time of iterations
        shape = (len(table.decisions), HANDS)
        self._regrets = np.zeros((2, *shape))
        self._sums = np.zeros(shape)
        self._weight = 0.0
        self._values.set_strategies(np.arange(shape[0]), np.full(shape, 0.5))
        self._values.look_at_all()

    def run(self, iterations: int) -> None:
        """Do iterations.

        Args:
            iterations: how many.

        Raises:
            ValueError: a number that is not allowed.
        """
        check_int("iterations", iterations, 1, 10**9)
        values, start = self._values, working_clock()
        for _ in range(iterations):
            self.iteration += 1
            positive, negative, average, _ = VARIANTS["dcfr"].factors(self.iteration, 1)[0].tolist()
            for player, own in enumerate(values.decisions_of):
                result, _, seen = values.player_values(player)
                worth, strategies = result[:, own], values.strategies[own]
                mean = worth[0] + strategies * (worth[1] - worth[0])
                regrets = self._regrets[:, own] + worth - mean
                regrets *= np.where(regrets > 0.0, positive, negative)
                self._regrets[:, own] = regrets
                values.set_strategies(own, shares_along(np.maximum(regrets, 0.0), 0)[1])
                for ending, weights in seen.items():
                    values.look(ending, player, weights)
            self._sums = average * self._sums + values.strategies
            self._weight = average * self._weight + 1.0
        self.seconds += working_clock() - start

    def average_strategies(self) -> Floats:
        """float64 [decisions, 169]: how often each hand goes in, on average over the iterations.

        Raises:
            ValueError: before the first iteration.
        """
        if not self.iteration:
            raise InputError("the solver has done no iteration: call run first")
        return np.asarray(self._sums / self._weight)

    def solution(self) -> PushFoldSolution:
        """The average strategies, with values and gains.

        Raises:
            ValueError: before the first iteration.
        """
        strategies = self.average_strategies()
        values, best = measured(self.table, strategies)
        return PushFoldSolution(self.table, self.iteration, self.seconds, values, best - values, strategies)


def solve_push_fold(
    table: PushFoldTable,
    *,
    until: float | None = None,
    iterations: int = ITERATIONS,
    tell: Callable[[PushFoldSolution], None] | None = None,
) -> PushFoldSolution:
    """Solve push/fold at a table of two to nine players, in chips or prize money.

    No more than three players go all-in. CFR promises no equilibrium for more than two players, nor for prizes. So each
    player's best-response gain is computed, exactly in the model that is solved. The largest one says how far the strategies
    are from an equilibrium of it.

    Args:
        table: from ``push_fold_table``.
        until: stop once no player gains more than this: as a share of all prizes, or in big blinds where payoffs are chips. 0:
            run all iterations. None: 2e-7 of all prizes, or 1e-5 big blinds, from which on a longer run moves the frequency of
            no decision by more than half a percent.
        iterations: the most iterations.
        tell: called with each measured solution on the way.

    Returns:
        The strategies with values and gains. See ``largest_gain_share`` whether ``until`` was reached.

    Raises:
        ValueError: a value that is not allowed.

    Example:
        >>> from pokerzoo.push_fold import solve_push_fold
        >>> from pokerzoo.push_fold import push_fold_table
        >>> found = solve_push_fold(push_fold_table([5, 5], payouts=(70, 30)), until=1e-4)
        >>> found.largest_gain_share < 1e-4, round(found.value_sum, 6)
        (True, 100.0)
    """
    if until is None:
        until = UNTIL_PRIZES if check_table(table).payouts else UNTIL_CHIPS
    check_number("until", until, 0, 1e9)
    check_int("iterations", iterations, 1, 10**9)
    solver = PushFoldSolver(table)
    look = min(FIRST_LOOK, iterations)
    while True:
        solver.run(look - solver.iteration)
        if look == iterations or until > 0:
            result = solver.solution()
            if tell is not None:
                tell(result)
            if look == iterations or result.largest_gain_share <= until:
                return result
        look = min(iterations, look + max(FIRST_LOOK, look // 4)) if until > 0 else iterations
