"""Preflop deals played on threads, and estimates from them: values, best-response gains, values of actions."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pokerzoo.agents.policies.preflop_policy import PreflopPolicy
from pokerzoo.envs.compiled.preflop_tree import ACTOR, COUNT, DEPTH, HANDS, PreflopTree
from pokerzoo.envs.compiled.shared_parts import MAX_THREADS, PARTS, SharedParts, usable_processors
from pokerzoo.envs.compiled.three_way.threads import parts_of
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.cards import CARD_WORDS, COMBO_CLASSES, COMBO_TABLE
from pokerzoo.envs.poker.deck_strengths import DECKS
from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s, Uint64s
from pokerzoo.envs.support.formats import distance_text
from pokerzoo.envs.support.parameters import check_int
from pokerzoo.envs.support.random_numbers import generator_states
from pokerzoo.envs.support.tables import Column, Table

from .preflop_kernels import (
    FOLLOWS,
    GAINS,
    WORTHS,
    Betting,
    DealTables,
    Int8s,
    Room,
    add_averages,
    add_regrets,
    play_deals,
    respond,
    value_actions,
)

QUANTA = 2.0**38
"""Quanta of the largest payoff, in which what deals add is counted: sums of a million deals stay below 2**63."""
BOARDS = 3
"""Boards of a deal: most of the noise is the board's, and walking the betting takes longer than one."""
MOST_DEALS = 10**9
BATCH = 1 << 20
"""Deals whose values are kept at a time."""
Z_95 = 1.959964
"""Half the width of an interval of 95%, in standard errors."""
VALUE_PARTS = 16
"""Parts in which values of actions are summed, on any number of threads."""
ERRORS = 1.5
"""Standard errors by which an action must be better for a response to deviate, so that noise is no reason."""
NONE: Int64s = np.zeros(0, dtype=np.int64)
LEARNING, FRESH, ACTIONS = 1, 2, 3
"""Uses of a seed."""
NO_THEOREM = (
    "For three and more players the gains say how much each player could win by playing otherwise; that they are small is a "
    "measure of these strategies and no theorem of an equilibrium."
)
METHOD = "responses learned on {learning:,} deals, and their gains on {deals:,} others; at most: a best response in the former"


@dataclass(frozen=True)
class PreflopMeasurement(Measurement):
    """Estimates from random deals: the values of strategies before the flop, and each player's gain by a response.

    A response is learned from some deals: it deviates where the gain exceeds noise. What it gains is
    estimated on other deals, so that on average a gain is not above that of a best response. What a best response gains in the
    deals from which it was learned (``most_gains``) is on average not below. The two close in as deals grow in number.
    ``PushFoldSolver`` samples no hands: it has 0 deals, no widths, and gains of best responses.

    Attributes:
        game: the game.
        values: float64 [players]: what each player expects when all play the strategies.
        best_response_values: float64 [players]: what each player expects with the learned response.
        method: how many deals the numbers are from.
        locks_broken: None.
        deals: deals on which values and gains are estimated.
        learning: deals from which each response was learned.
        value_widths: float64 [players]: half the width of a 95% interval of each value.
        gain_widths: float64 [players]: the same of each gain.
        most_gains: float64 [players]: what a best response gains in the deals it was learned from.

    Example:
        >>> from pokerzoo.preflop import PreflopSolver, preflop_game
        >>> solver = PreflopSolver(preflop_game(2, stack=10, raise_sizes="a"), seed=1).run(100)
        >>> found = solver.measure()
        >>> bool(abs(found.values.sum()) < 0.1), found.deals
        (True, 10000)
    """

    deals: int = 0
    learning: int = 0
    value_widths: Floats = field(default_factory=lambda: np.zeros(0))
    gain_widths: Floats = field(default_factory=lambda: np.zeros(0))
    most_gains: Floats = field(default_factory=lambda: np.zeros(0))

    def __str__(self) -> str:
        return str(self.to_table())

    def to_table(self) -> Table:
        """Values and gains by player with their confidence intervals, and totals of them."""
        unit = getattr(self.game, "pays", "chips")
        theorem = [NO_THEOREM] if self.game.num_players > 2 else []
        if not self.deals:
            gain = Column("gain by a best response", distance_text)
            seats = zip(self.game.player_names, self.values.tolist(), self.gains.tolist(), strict=True)
            notes = [f"{self.method[0].upper()}{self.method[1:]}.", *theorem]
            return Table("", ["player", Column(f"value, {unit}", "+.4f"), gain], [[*seat] for seat in seats], notes)
        heads = (f"value, {unit}", "±", "gain by a response", "±", "gain at most")
        forms = ("+.3f", ".3f", "+.3f", ".3f", "+.3f")
        columns: list[Column | str] = ["player", *(Column(*heading) for heading in zip(heads, forms, strict=True))]
        numbers = (self.values, self.value_widths, self.gains, self.gain_widths, self.most_gains)
        rows = [
            [name, *cells]
            for name, *cells in zip(self.game.player_names, *(column.tolist() for column in numbers), strict=True)
        ]
        return Table("", columns, rows, [f"Intervals of 95%; {self.method}.", *theorem])


class PreflopDeals:
    """Deals of a game, played on threads. Integer sums over fixed parts give the same bits on any number of threads.

    Attributes:
        tree: the betting.
        threads: number of threads that the deals are split across.
        boards: how many are drawn beside the hands of a deal.
    """

    def __init__(
        self, tree: PreflopTree, factors: Floats | None = None, threads: int | None = None, boards: int = BOARDS
    ) -> None:
        if threads is not None:
            check_int("threads", threads, 1, MAX_THREADS)
        self.boards = boards
        self.tree, self.threads = tree, usable_processors() if threads is None else threads
        game = tree.game
        players = game.num_players
        factors = np.ones((players, HANDS)) if factors is None else factors
        self.betting = Betting(tree.nodes, tree.child, tree.ends, factors)
        deck = np.array(DECKS[game.params["deck"]])
        classes = np.array([*COMBO_CLASSES, -1], dtype=np.int32)[COMBO_TABLE[np.ix_(deck, deck)]]
        first, second = np.triu_indices(len(deck), 1)
        combos = np.stack([first, second, classes[first, second]], axis=1).astype(np.int32)
        is_short = game.params["deck"] == "short"
        self.deals = DealTables(CARD_WORDS[deck].copy(), deck >> 2, deck & 3, combos, classes, is_short)
        low, high = game.utility_range
        self.scale = QUANTA / max(abs(low), abs(high))
        self.touched: Int8s = np.zeros(len(tree.nodes), dtype=np.int8)
        depth, actions = int(tree.nodes[:, DEPTH].max()) + 1, int(tree.nodes[:, COUNT].max())
        self._rooms = [self._room(depth, actions) for _ in range(self.threads)]
        self._averaging = [(np.zeros((depth, actions, HANDS + 1)), np.zeros(actions)) for _ in range(self.threads)]
        self._shared = SharedParts(self.threads, [])

    def _room(self, depth: int, actions: int) -> Room:
        players, boards, cards = self.tree.game.num_players, self.boards, len(self.deals.words)
        hands, ties_at, wins_from = np.zeros((3, players), dtype=np.int64)
        wins, ties = np.zeros((2, boards, players, HANDS))
        at, place = np.zeros((2, depth), dtype=np.int64)
        shares, values, best = np.zeros((3, depth, actions, HANDS))
        weight, value, best_value = np.zeros((3, HANDS))
        return Room(
            np.zeros(cards, dtype=np.int64), hands, np.zeros((boards, 5), dtype=np.int64),
            np.zeros((boards, players), dtype=np.int64), np.zeros((boards, cards, cards), dtype=np.int64),
            np.zeros((13, 13), dtype=np.int64), np.zeros((boards, 2 * players + 2, HANDS), dtype=np.int64), ties_at, wins_from,
            np.zeros((boards, HANDS)), wins, ties, weight, at, place, shares, values, best, value, best_value,
            np.zeros(actions), np.zeros(1, dtype=np.uint64),
        )  # fmt: skip

    def new_numbers(self) -> Int64s:
        """Zeroed accumulators for deals."""
        return np.zeros(self.tree.size.numbers, dtype=np.int64)

    def play(
        self, table: Floats32, mode: int, key: Uint64s, first: int, count: int, gains: Int64s, responses: Int8s, out: Floats,
        squares: Int64s = NONE,
    ) -> None:  # fmt: skip
        """``play_deals`` on all threads."""
        self._shared.parts = parts_of(count, self.threads * PARTS)
        self._shared.run(
            lambda worker, start, end: play_deals(
                self.betting, self.deals, table, responses, mode, self.scale, key, first, start, end, gains, squares,
                self.touched, out, self._rooms[worker],
            )
        )  # fmt: skip

    def add_regrets(self, weight: float, gains: Int64s, regrets: Floats32) -> None:
        """Add the gains of the deals to the regrets, and clear them."""
        self._shared.parts = parts_of(len(self.tree.nodes), self.threads * PARTS)
        self._shared.run(
            lambda worker, start, end: add_regrets(
                self.tree.nodes, start, end, weight / self.scale, self.touched, gains, regrets
            )
        )

    def add_averages(self, weight: float, regrets: Floats32, averages: Floats32) -> None:
        """Add all players' strategies to the averages."""

        def add(worker: int, start: int, end: int) -> None:
            for player in range(start, end):
                add_averages(self.tree.nodes, self.tree.nodes_of[player], weight, regrets, averages, *self._averaging[worker])

        self._shared.parts = [(player, player + 1) for player in range(self.tree.game.num_players)]
        self._shared.run(add)

    def values(self, table: Floats32, key: Uint64s, count: int, responses: Int8s) -> tuple[Floats, Floats]:
        """(mean, standard error), [players, 2] each: of each player's value, and of what a response gains."""
        players, nothing = self.tree.game.num_players, NONE
        total, squares = np.zeros((2, players, 2))
        for first in range(0, count, BATCH):
            out = np.zeros((min(BATCH, count - first), players, 2))
            self.play(table, GAINS, key, first, len(out), nothing, responses, out)
            out[..., 1] -= out[..., 0]
            total += out.sum(axis=0)
            squares += (out**2).sum(axis=0)
        mean = total / count
        return mean, np.sqrt(np.maximum(squares / count - mean**2, 0.0) / count)

    def measure(
        self, table: Floats32, deals: int, learning: int, seed: int, worths: Int64s | None = None
    ) -> PreflopMeasurement:
        """See ``measure_preflop``; ``table`` has numbers of which the strategies are shares, ``worths`` room for as many."""
        learn, fresh = (generator_states(np.array([seed], dtype=np.uint64), use) for use in (LEARNING, FRESH))
        nodes, worths = self.tree.nodes, self.new_numbers() if worths is None else worths
        responses: Int8s = np.empty(len(nodes) * HANDS, dtype=np.int8)
        numbers, nothing = np.zeros(int(nodes[:, COUNT].max())), np.zeros((0, 0, 2))
        squares = self.new_numbers()
        self.play(table, WORTHS, learn, 0, learning, worths, responses, nothing, squares)
        respond(nodes, table, worths, squares, ERRORS, responses, numbers)
        del squares
        mean, error = self.values(table, fresh, deals, responses)
        worths[:] = 0
        self.play(table, WORTHS, learn, 0, learning, worths, responses, nothing)
        respond(nodes, table, worths, NONE, 0.0, responses, numbers)
        worths[:] = 0
        most, _ = self.values(table, learn, learning, responses)
        return PreflopMeasurement(
            self.tree.game, mean[:, 0], mean.sum(axis=1), METHOD.format(learning=learning, deals=deals), None, deals, learning,
            error[:, 0] * Z_95, error[:, 1] * Z_95, most[:, 1],
        )  # fmt: skip

    def action_values(self, table: Floats32, node: int, reach: Floats, deals: int, seed: int) -> tuple[Floats, Floats]:
        """(mean, standard error), [169, actions] each, of the values of actions at a decision; NaN where no deal came."""
        key = generator_states(np.array([seed], dtype=np.uint64), ACTIONS)
        reach = reach.copy()
        reach[self.tree.nodes[node, ACTOR]] = 1.0
        parts = parts_of(deals, VALUE_PARTS)
        out = np.zeros((len(parts), 5, HANDS, int(self.tree.nodes[node, COUNT])))
        nothing, follow = NONE, np.full(len(self.tree.nodes) * HANDS, FOLLOWS, dtype=np.int8)
        self._shared.parts = [(k, k + 1) for k in range(len(parts))]
        self._shared.run(
            lambda worker, k, _: value_actions(
                self.betting, self.deals, table, follow, node, reach, key, *parts[k], nothing, self.touched, out[k],
                self._rooms[worker],
            )
        )  # fmt: skip
        weight, weight_squares, value, products, squares = out.sum(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = value / weight
            return mean, np.sqrt(np.maximum(squares - 2 * mean * products + mean**2 * weight_squares, 0.0)) / weight


def measure_preflop(
    policy: PreflopPolicy, *, deals: int = 10_000, learning: int = 40_000, seed: int = 0, threads: int | None = None
) -> PreflopMeasurement:
    """Estimate from random deals a policy's value to each player before the flop, and each one's gain by a response.

    Args:
        policy: what all players play.
        deals: fresh deals on which values and gains are estimated.
        learning: deals from which each player's response is learned. The more, the nearer it is to a best response.
        seed: of the deals.
        threads: number of threads for the deals; None: one for each processor. Results are the same for any number.

    Raises:
        ValueError: numbers that are not allowed.

    Example:
        >>> from pokerzoo.preflop import PreflopSolver, measure_preflop, preflop_game
        >>> policy = PreflopSolver(preflop_game(2, stack=8, raise_sizes="a"), seed=1).run(50).average_policy()
        >>> measure_preflop(policy, deals=1000, learning=1000).gain_widths.shape
        (2,)
    """
    for name, count in (("deals", deals), ("learning", learning)):
        check_int(name, count, 2, MOST_DEALS)
    check_int("seed", seed, 0, 2**63 - 1)
    return PreflopDeals(policy.tree, policy.factors, threads).measure(policy.probabilities, deals, learning, seed)


def preflop_action_values(
    policy: PreflopPolicy, line: str = "", *, deals: int = 200_000, seed: int = 0, threads: int | None = None
) -> tuple[Floats, Floats]:
    """Estimate the value of each action with each hand after some moves, where all play a policy from there on.

    Deals are drawn as the cards fall and weighted by how likely the others' hands come there, those of players who folded
    included.

    Args:
        policy: what all players play.
        line: the moves: ``"fffr2.5"``.
        deals: how many. Those in which some player would have played otherwise do not count: rare lines need many.
        seed: of the deals.
        threads: as in ``measure_preflop``.

    Returns:
        Means and standard errors, float64 [169, actions] each, in the order of ``CLASS_NAMES`` and of the decision's actions:
        net chips of the whole hand, or prize money. NaN where no deal came.

    Raises:
        ValueError: a line after which nobody acts, or numbers that are not allowed.

    Example:
        >>> from pokerzoo.preflop import PreflopSolver, preflop_action_values, preflop_game
        >>> policy = PreflopSolver(preflop_game(2, stack=8, raise_sizes="a"), seed=1).run(50).average_policy()
        >>> means, errors = preflop_action_values(policy, "", deals=20_000)
        >>> means[0].round(1).tolist()[0], bool(means[0, 1] > 0)  # aces: to fold costs the small blind
        (-0.5, True)
    """
    check_int("deals", deals, 2, MOST_DEALS)
    check_int("seed", seed, 0, 2**63 - 1)
    node = policy.node(line)
    return PreflopDeals(policy.tree, policy.factors, threads).action_values(
        policy.probabilities, node, policy.reach(node), deals, seed
    )
