"""Round robin: a cross table of all pairs, exact where possible, and ratings.

At tables for more than two players the two agents of a pair sit in turn. Without rake the cross table is antisymmetric.
Ratings follow from it: *Nash averaging* (Balduzzi, Tuyls, Perolat, Graepel: Re-evaluating evaluation, 2018) rates each agent by
its chips against the maximum-entropy equilibrium of the table, so that copies of an agent, or many weak ones, change nothing.
*Elo* goes by hands won and not by chips, and cannot express that A beats B, B beats C and C beats A: it is
here because it is expected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import GameLike, Playable, Policy
from pokerzoo.agents.policies.agent import policy_of
from pokerzoo.agents.policies.players import to_player
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.core import game_of, short_name
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.formats import number_text
from pokerzoo.envs.support.records import INTERNAL, Chips, Record, Share, json_key
from pokerzoo.envs.support.tables import Column, Table, Tabled
from pokerzoo.evaluation.measures.intervals import Interval

from .aivat import terminal_reach
from .head_to_head import head_to_head, names_of
from .match_result import MatchResult, has_tree

ELO_SCALE = 400.0 / np.log(10.0)
MEAN = "~+.4f"
"""Format of means."""
MAX_WIDTH = 100
"""Wider tables have numbers for the names of their columns."""
CERTAIN = 1e-3
"""Scores are kept so far from 0 and 1, or Elo would be infinite."""


@dataclass(frozen=True)
class RatedAgent(Record):
    """An agent of a cross table with its ratings.

    Attributes:
        name: as given.
        mean_chips_per_hand: mean over all the others.
        nash_weight: its part of the equilibrium of the table.
        nash_average_chips: its result against that equilibrium: 0 for those in it, below 0 for others.
        elo: rating by Elo, mean 0.
    """

    name: str
    mean_chips_per_hand: Chips
    nash_weight: Share
    nash_average_chips: Chips
    elo: float


@dataclass(frozen=True, repr=False)
class CrossTable(Tabled, Record):
    """The results of all pairs of agents; prints as a table.

    An entry says what the row's agent wins from the column's agent, in net chips a hand over all seats.

    Attributes:
        game: the game.
        names: the agents.
        chips: float64 [agents, agents]: chips a hand, zeros on the diagonal. Without rake, an entry and its mirror image add up
            to zero.
        low: float64 [agents, agents]: the lower end of the 95% interval; the entry itself where exact.
        high: float64 [agents, agents]: its upper end.
        exact: bool [agents, agents]: whether an entry was computed, and not played.
        score: float64 [agents, agents]: share of hands in which the row's agent won chips; ties count half.
        hands: hands played of each pair that was played; 0 if none was.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import round_robin
        >>> table = round_robin(make_game("kuhn"), ["honest", "random", "always_call"])
        >>> table.chips[0].round(3), bool(table.exact.all()), table.nash.round(3)
        (array([0.   , 0.208, 0.333]), True, array([1., 0., 0.]))
    """

    game: Game = field(metadata=INTERNAL)
    names: tuple[str, ...] = field(metadata=INTERNAL)
    chips: Floats
    low: Floats
    high: Floats
    exact: npt.NDArray[np.bool_]
    score: Floats
    hands: int

    def __repr__(self) -> str:
        return str(self)

    def to_table(self) -> Table:
        """A row and a column an agent, and the mean of each against all others; wide tables have numbers for names."""
        names = ["", *self.names]
        rows = [
            [name, *("-" if i == j else self.cell(i, j) for j in range(len(self.names))), mean]
            for i, (name, mean) in enumerate(zip(self.names, self.mean_chips.tolist(), strict=True))
        ]
        if sum(max(len(str(row[k])) for row in (names, *rows)) + 2 for k in range(len(names))) > MAX_WIDTH:
            names = ["", *map(str, range(1, len(names)))]
            rows = [[f"{i} {row[0]}", *row[1:]] for i, row in enumerate(rows, 1)]
        return Table(self._heading, [*names, Column("mean", MEAN)], rows)

    def ratings(self) -> Table:
        """A row an agent with its ratings, the best Nash average first."""
        order = sorted(self.players, key=lambda agent: (-round(agent.nash_average_chips, 9), -agent.mean_chips_per_hand))
        means = [agent.mean_chips_per_hand for agent in order]
        columns = [
            (Column("player"), [agent.name for agent in order]),
            (Column("mean", MEAN), means),
            (Column("mbb", "+.1f"), [self.game.stakes.mbb(mean) for mean in means]),
            (Column("Nash weight", ".3f"), [agent.nash_weight for agent in order]),
            (Column("Nash average", MEAN), [agent.nash_average_chips for agent in order]),
            (Column("Elo", "+d"), [round(agent.elo) for agent in order]),
        ]
        return Table.by_column("Ratings, the best Nash average first", columns)

    @property
    def _heading(self) -> str:
        seats = "both" if self.game.num_players == 2 else "all"
        how = "exact" if self.exact.all() else f"± half of the 95% interval where {self.hands:,} hands were played"
        return f"{short_name(self.game)}: what the row wins from the column, chips a hand over {seats} seats ({how})"

    def cell(self, row: int, column: int) -> str:
        """An entry as a string, with half the width of its interval where it was played.

        Args:
            row: number of the agent whose winnings are given, from 0.
            column: number of the opponent, from 0.
        """
        text = number_text(float(self.chips[row, column]), MEAN)
        return text if self.exact[row, column] else f"{text} ± {self.interval(row, column).width / 2:.4f}"

    @property
    def mean_chips(self) -> Floats:
        """float64 [agents]: each agent's mean against all the others."""
        return np.asarray(self.chips.sum(axis=1) / (len(self.names) - 1))

    @property
    def nash(self) -> Floats:
        """float64 [agents]: the maximum-entropy equilibrium of the table: how much each agent counts in ``nash_average``.

        Source: Balduzzi and others 2018, "Re-evaluating evaluation". With rake it is the equilibrium of half the differences
        between an entry and its mirror image: what a pair pays to the house counts for neither.
        """
        return maximum_entropy_nash((self.chips - self.chips.T) / 2)

    @property
    def nash_average(self) -> Floats:
        """float64 [agents]: chips a hand against that equilibrium, without rake: 0 for agents in it, else at most 0."""
        return np.asarray((self.chips - self.chips.T) / 2 @ self.nash)

    @property
    def elo(self) -> Floats:
        """float64 [agents]: ratings with mean 0 whose expected scores fit ``score`` best (maximum likelihood)."""
        return elo_ratings((self.score + 1.0 - self.score.T) / 2)

    @property
    @json_key
    def players(self) -> list[RatedAgent]:
        """The agents with their ratings."""
        ratings = (self.mean_chips, self.nash, self.nash_average, self.elo)
        return [RatedAgent(*row) for row in zip(self.names, *(rating.tolist() for rating in ratings), strict=True)]

    def interval(self, row: int, column: int) -> Interval:
        """The 95% interval of an entry; of width 0 where it is exact.

        Args:
            row: number of the agent whose winnings are given, from 0.
            column: number of the opponent, from 0.
        """
        return Interval(float(self.low[row, column]), float(self.high[row, column]))


def round_robin(
    game: GameLike,
    agents: Mapping[str, Playable] | Sequence[Playable],
    hands: int = 10_000,
    seed: int | None = None,
    exact: bool = True,
    progress: Callable[[int, int], Any] | None = None,
) -> CrossTable:
    """Play every agent against every other agent.

    Args:
        game: a game for two players or another even number. At more than two seats the two of a pair sit in turn, and what an
            agent wins a hand is the mean over its seats.
        agents: by name, or in a list (then they are named as in ``head_to_head``).
        hands: of each pair that is played. All pairs have equal deals.
        seed: of all chance; None draws one.
        exact: whether to compute a pair instead of playing it, if both play policies and the game is small enough.
        progress: called with (pairs done, pairs in all).

    Returns:
        The table of all pairs.

    Raises:
        ValueError: fewer than two agents, two of the same name, a game for an odd number of players, or as in ``head_to_head``.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import round_robin
        >>> print(round_robin(make_game("kuhn"), ["honest", "random", "always_call"]))
        kuhn(num_cards=3, num_players=2): what the row wins from the column, chips a hand over both seats (exact)
                      honest   random  always_call     mean
        honest             -  +0.2083      +0.3333  +0.2708
        random       -0.2083        -       0.0000  -0.1042
        always_call  -0.3333   0.0000            -  -0.1667
    """
    game = game_of(game)
    if game.num_players % 2:
        raise InputError(f"{short_name(game)} has {game.num_players} players: a round robin is for two, or another even number")
    entrants = list(agents.values()) if isinstance(agents, Mapping) else list(agents)
    players = [to_player(game, agent, "agent") for agent in entrants]
    names = tuple(agents) if isinstance(agents, Mapping) else names_of(players)
    if len(entrants) < 2:
        raise InputError(f"{len(entrants)} agents: a round robin needs at least two")
    if len(set(names)) < len(names):
        raise InputError(f"agents {', '.join(names)}: two have the same name; give them as a mapping by name")
    seated = [player.agent() for player in players]
    seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
    size = len(names)
    chips, low, high = (np.zeros((size, size)) for _ in range(3))
    computed, score = np.eye(size, dtype=bool), np.full((size, size), 0.5)
    played = 0
    pairs = list(combinations(range(size), 2))
    for done, (i, j) in enumerate(pairs, start=1):
        first, second = policy_of(seated[i]), policy_of(seated[j])
        if exact and game.num_players == 2 and first is not None and second is not None and has_tree(game):
            pair = exact_pair(game, first, second)
            means, shares = list(pair[0]), list(pair[1])
            ends = [Interval(mean, mean) for mean in means]
            computed[i, j] = computed[j, i] = True
        else:
            result = head_to_head(game, [seated[i], seated[j]] * (game.num_players // 2), hands, seed)
            means, ends, shares = of_pair(result)
            played = result.hands
        for k, (row, column) in enumerate(((i, j), (j, i))):
            chips[row, column], (low[row, column], high[row, column]) = means[k], ends[k]
            score[row, column] = shares[k]
        if progress is not None:
            progress(done, len(pairs))
    return CrossTable(game, names, chips, low, high, computed, score, played)


def of_pair(result: MatchResult) -> tuple[list[float], list[Interval], list[float]]:
    """Means, intervals and scores of two agents that sat in turn: the means over their seats."""
    # The standard error of a mean is no more than the mean of standard errors, so such an interval is wide enough.
    if len(result.names) == 2:
        return list(result.chips_per_hand), list(result.interval), list(result.score)
    means = [float(np.mean(result.chips_per_hand[k::2])) for k in range(2)]
    halves = [float(np.mean([interval.width / 2 for interval in result.interval[k::2]])) for k in range(2)]
    ends = [Interval(mean - half, mean + half) for mean, half in zip(means, halves, strict=True)]
    return means, ends, [float(np.mean(result.score[k::2])) for k in range(2)]


def exact_pair(game: Game, first: Policy, second: Policy) -> tuple[tuple[float, float], tuple[float, float]]:
    """For both: (chips a hand over both seats, share of hands in which chips are won, ties as halves), exactly."""
    tree = tree_of(game)
    chips, shares = np.zeros(2), np.zeros(2)
    for seats, policies in (((0, 1), [first, second]), ((1, 0), [second, first])):
        reach, won = terminal_reach(game, policies), tree.terminal_utility[list(seats)]
        chips += [reach @ row / 2 for row in won]
        shares += [reach @ (np.sign(row) + 1.0) / 4 for row in won]
    return (float(chips[0]), float(chips[1])), (float(shares[0]), float(shares[1]))


def maximum_entropy_nash(table: Floats, tolerance: float = 1e-9) -> Floats:
    """The equilibrium of greatest entropy of the symmetric zero-sum game with this antisymmetric payoff matrix."""
    from scipy.optimize import linprog, minimize

    table = np.asarray(table, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or not np.allclose(table, -table.T, atol=1e-9):
        raise InputError(f"table of shape {table.shape}: must be square and antisymmetric")
    size, scale = len(table), float(np.abs(table).max()) or 1.0
    scaled = table / scale
    support, points = [], []
    for action in range(size):  # the equilibrium with the most of each action
        goal = -np.eye(size)[action]
        result = linprog(goal, A_ub=scaled, b_ub=np.zeros(size), A_eq=np.ones((1, size)), b_eq=[1.0], method="highs")
        if result.x[action] > 1e-7:
            support.append(action)
            points.append(result.x)
    start = np.mean(points, axis=0)
    if len(support) == 1:
        return np.asarray(np.eye(size)[support[0]])
    inner, rows = np.array(support), scaled[:, support]

    def entropy(p: Floats) -> tuple[float, Floats]:
        logs = np.log(np.maximum(p, 1e-300))
        return float(p @ logs), logs + 1.0

    best = minimize(
        entropy, start[inner], jac=True, method="SLSQP", bounds=[(0.0, 1.0)] * len(inner),
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1.0, "jac": lambda p: np.ones_like(p)},
            {"type": "ineq", "fun": lambda p: -rows @ p, "jac": lambda p: -rows},
        ],
        options={"ftol": 1e-14, "maxiter": 1000},
    )  # fmt: skip
    p = np.zeros(size)
    p[inner] = np.maximum(best.x if best.success and (rows @ best.x).max() < 1e-7 else start[inner], 0.0)
    p[p < tolerance] = 0.0
    return np.asarray(p / p.sum())


def elo_ratings(score: Floats) -> Floats:
    """Bradley-Terry ratings in Elo's scale, mean 0, that make these scores likeliest; every pair counts alike."""
    from scipy.optimize import minimize
    from scipy.special import expit, log_expit

    score = np.asarray(score, dtype=np.float64)
    if score.ndim != 2 or score.shape[0] != score.shape[1] or not np.allclose(score + score.T, 1.0, atol=1e-9):
        raise InputError(f"score of shape {score.shape}: must be square, and an entry and its mirror image add up to 1")
    kept = np.clip(score, CERTAIN, 1.0 - CERTAIN)
    rows, columns = np.triu_indices(len(score), 1)

    def unlikely(rating: Floats) -> tuple[float, Floats]:
        apart = rating[rows] - rating[columns]
        wins = kept[rows, columns]
        slope = expit(apart) - wins
        gradient = np.zeros_like(rating)
        np.add.at(gradient, rows, slope)
        np.add.at(gradient, columns, -slope)
        return float(-(wins * log_expit(apart) + (1.0 - wins) * log_expit(-apart)).sum()), gradient

    rating = minimize(unlikely, np.zeros(len(score)), jac=True, method="BFGS", options={"gtol": 1e-10}).x
    return np.asarray(ELO_SCALE * (rating - rating.mean()))
