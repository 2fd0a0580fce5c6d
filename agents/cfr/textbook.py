"""CFR and regret matching in plain Python, written straight from the papers: slow, and meant to be read.

``TextbookRegretMatching`` learns a matrix game such as rock, paper, scissors. ``TextbookCFR`` does the same at each infoset of
any game. ``CFR`` is ``TextbookCFR`` compiled: tests hold it to the regrets and averages of this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs import State
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.games.rps import MatrixGame
from pokerzoo.envs.support.distributions import is_distribution
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import check_int

from .variants import Variant, get_variant

Table = dict[str, list[float]]
"""By infoset key: a number for each legal action."""


def match(regrets: Sequence[float]) -> list[float]:
    """The strategy that regret matching plays: shares of positive regret, equal where there is none."""
    positive = [max(regret, 0.0) for regret in regrets]
    total = sum(positive)
    return [share / total for share in positive] if total > 0 else [1.0 / len(regrets)] * len(regrets)


class TextbookRegretMatching:
    """Regret matching by sampling (Hart and Mas-Colell 2000), against itself or a fixed opponent, on a matrix game.

    Attributes:
        game: the matrix game.
        regrets: of both players, cumulative: for each action, what it would have won more than the actions that were drawn.
        sums: of both players, the sum of the strategies of all rounds.
        rounds: rounds so far.

    >>> from pokerzoo.envs import make_game
    >>> learner = TextbookRegretMatching(make_game("rps"), opponent=[0.4, 0.3, 0.3], seed=1).run(20_000)
    >>> learner.average_strategies()[0][1] > 0.9  # paper, against too many rocks
    True
    """

    def __init__(self, game: GameLike, *, opponent: Sequence[float] | None = None, seed: int = 0) -> None:
        """Start with zero regrets.

        Args:
            game: ``make_game("rps", payoffs=...)`` or its environment.
            opponent: a fixed strategy of the second player, a probability for each column; None: both players learn.
            seed: of the actions that are drawn.

        Raises:
            ValueError: another kind of game, or no distribution over the columns.
        """
        matrix = game_of(game)
        if not isinstance(matrix, MatrixGame):
            raise ParameterError("game", matrix, "must be a matrix game, make_game('rps', payoffs=...)")
        check_int("seed", seed, 0, 2**63)
        self.game, self._payoffs = matrix, matrix.payoffs.tolist()
        shape = matrix.payoffs.shape
        if opponent is not None and not (len(opponent) == shape[1] and is_distribution(opponent)):
            raise ParameterError("opponent", opponent, f"must be {shape[1]} probabilities that sum to 1")
        self._opponent = None if opponent is None else [float(share) for share in opponent]
        self._rng = np.random.default_rng(seed)
        self.regrets = [[0.0] * count for count in shape]
        self.sums = [[0.0] * count for count in shape]
        self.rounds = 0

    def run(self, rounds: int) -> TextbookRegretMatching:
        """Play more rounds; both players draw an action in each.

        Args:
            rounds: how many.
        """
        check_int("rounds", rounds, 1, 10**9)
        payoffs, (first, second) = self._payoffs, self.regrets
        for _ in range(rounds):
            mine, theirs = strategies = self.current_strategies()
            row, column = self._draw(mine), self._draw(theirs)
            for action in range(len(first)):
                first[action] += payoffs[action][column] - payoffs[row][column]
            for action in range(len(second)):
                second[action] += payoffs[row][column] - payoffs[row][action]
            for sums, strategy in zip(self.sums, strategies, strict=True):
                for action, share in enumerate(strategy):
                    sums[action] += share
        self.rounds += rounds
        return self

    def _draw(self, strategy: list[float]) -> int:
        left = self._rng.random()
        for action, share in enumerate(strategy[:-1]):
            left -= share
            if left < 0:
                return action
        return len(strategy) - 1

    def current_strategies(self) -> list[list[float]]:
        """The strategies of the next round: these need not converge."""
        return [match(self.regrets[0]), self._opponent or match(self.regrets[1])]

    def average_strategies(self) -> list[list[float]]:
        """The means of the strategies of all rounds, which converge to an equilibrium in self-play; uniform at the start."""
        return [match(self.sums[0]), self._opponent or match(self.sums[1])]

    def current_policy(self) -> TabularPolicy:
        """``current_strategies`` as a policy."""
        return TabularPolicy(self.game, np.concatenate(self.current_strategies()))

    def average_policy(self) -> TabularPolicy:
        """``average_strategies`` as a policy."""
        return TabularPolicy(self.game, np.concatenate(self.average_strategies()))


class TextbookCFR:
    """CFR as a recursion over histories (Zinkevich and others 2007), with the weights of any variant.

    Attributes:
        game: the game.
        variant: the row of ``VARIANTS`` whose weights are in use.
        regrets: cumulative regrets.
        sums: cumulative strategies, weighted by own reach.
        iteration: iterations so far.

    >>> from pokerzoo.envs import make_game
    >>> solver = TextbookCFR(make_game("kuhn")).run(300)
    >>> round(solver.average_policy()["K|b"]["call"], 2)  # the king calls a bet
    1.0
    """

    def __init__(self, game: GameLike, variant: str | Variant = "cfr", alternating: bool | None = None) -> None:
        """Start with zero regrets.

        Args:
            game: a game, or an environment of this package.
            variant: a name in ``VARIANTS``, or a ``Variant``.
            alternating: update players in turn; None takes what the variant is published with.
        """
        self.game, self.variant = game_of(game), get_variant(variant)
        self.alternating = self.variant.alternating if alternating is None else alternating
        self.regrets: Table = {row.key: [0.0] * len(row.actions) for row in self.game.infosets}
        self.forecast: Table = {row.key: [0.0] * len(row.actions) for row in self.game.infosets}
        self.sums: Table = {row.key: [0.0] * len(row.actions) for row in self.game.infosets}
        self.iteration = 0
        self.value_sum = 0.0  # of what player 0 expected in each iteration

    def run(self, iterations: int) -> TextbookCFR:
        """Do more iterations: walk the whole game, then move the regrets and averages of the players whose turn it is.

        Args:
            iterations: how many.
        """
        players = range(self.game.num_players)
        for _ in range(iterations):
            self.iteration += 1
            for group in [[p] for p in players] if self.alternating else [list(players)]:
                strategy = self.strategy()
                gains: Table = {key: [0.0] * len(regrets) for key, regrets in self.regrets.items()}
                own_reach: dict[str, float] = {}
                reach = [1.0] * (len(players) + 1)  # each player's, and chance's
                values = self._walk(self.game.initial_state(), reach, strategy, gains, own_reach)
                if 0 in group:
                    self.value_sum += values[0]
                positive, negative, discount, prediction = self.variant.factors(self.iteration, 1)[0]
                for row in self.game.infosets:
                    if row.player not in group:
                        continue
                    key = row.key
                    self.sums[key] = [
                        s * discount + own_reach[key] * p for s, p in zip(self.sums[key], strategy[key], strict=True)
                    ]
                    added = [r + g for r, g in zip(self.regrets[key], gains[key], strict=True)]
                    self.regrets[key] = [r * (positive if r > 0 else negative) for r in added]
                    self.forecast[key] = [prediction * g for g in gains[key]]
        return self

    def strategy(self) -> Table:
        """The next strategy: shares of the positive part of regrets and forecast (Farina et al. 2021, algorithm 3)."""
        return {
            key: match([r + f for r, f in zip(regrets, self.forecast[key], strict=True)])
            for key, regrets in self.regrets.items()
        }

    def _walk(
        self, state: State, reach: list[float], strategy: Table, gains: Table, own_reach: dict[str, float]
    ) -> list[float]:
        """Each player's value of a history; adds the counterfactual regrets below it to ``gains``."""
        players = self.game.num_players
        if state.is_terminal:
            return list(state.returns())
        if state.is_chance:
            total = [0.0] * players
            for action, probability in state.chance_outcomes():
                below = [*reach[:players], reach[players] * probability]
                values = self._walk(state.child(action), below, strategy, gains, own_reach)
                total = [t + probability * v for t, v in zip(total, values, strict=True)]
            return total
        player, key = state.current_player, state.infoset_key(state.current_player)
        own_reach[key] = reach[player]
        children = []
        for action, probability in zip(state.legal_actions(), strategy[key], strict=True):
            below = [r * probability if i == player else r for i, r in enumerate(reach)]
            children.append(self._walk(state.child(action), below, strategy, gains, own_reach))
        values = [sum(p * child[i] for p, child in zip(strategy[key], children, strict=True)) for i in range(players)]
        others = prod(r for i, r in enumerate(reach) if i != player)  # the counterfactual reach
        for k, child in enumerate(children):
            gains[key][k] += others * (child[player] - values[player])
        return values

    def average_policy(self) -> TabularPolicy:
        """The average of all strategies, weighted by own reach: what converges to an equilibrium."""
        return TabularPolicy(self.game, np.concatenate([match(self.sums[row.key]) for row in self.game.infosets]))
