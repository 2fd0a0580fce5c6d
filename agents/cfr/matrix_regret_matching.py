"""Regret matching on a matrix game, the lesson that CFR builds on (Hart and Mas-Colell 2000)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.training.trainer import Chance, Trainer
from pokerzoo.envs.games.rps import MatrixGame
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.parameters import brief, check_choice

from .solver import GameLike, game_of
from .variants import VARIANTS, Variant, get_variant


class MatrixRegretMatching(Trainer):
    """Regret matching for both players of a two-player zero-sum matrix game, or for one against a fixed strategy.

    Attributes:
        payoffs: float64 [rows, columns]: what the first player wins.
        opponent: the second player's fixed strategy, or None in self-play.
        chance: ``"all"``: a round weighs all actions by their probabilities; ``"sample"``: both players draw an action (as in
            the usual lesson).

    >>> from pokerzoo.envs import make_game
    >>> learner = MatrixRegretMatching(make_game("rps"), opponent=[0.5, 0.3, 0.2]).run(1000)
    >>> learner.average_strategies()[0].round(2)  # paper is the best answer to much rock
    array([0., 1., 0.])
    """

    game: MatrixGame
    variant: Variant

    def __init__(
        self,
        game: GameLike,
        variant: str | Variant | None = None,
        *,
        opponent: Sequence[float] | None = None,
        chance: Chance = "all",
        seed: int | None = None,
    ) -> None:
        """Start with no regrets and uniform strategies.

        Args:
            game: ``make_game("rps", payoffs=...)`` or its environment.
            variant: ``"cfr"`` (also for None): regret matching without weights. ``CFR`` takes the others in these games.
            opponent: a fixed mixed strategy of the second player, one probability a column.
            chance: ``"all"``: expected payoffs; ``"sample"``: draw both actions each round and add the regrets against what
                was drawn.
            seed: the seed of the draws; None draws one, kept in ``seed``.

        Raises:
            ValueError: an argument is not allowed, or the opponent's strategy is not a distribution over the columns.
            UnsupportedError: not a matrix game, or another variant.
        """
        game, row = game_of(game), get_variant(variant or "cfr")
        if not isinstance(game, MatrixGame):
            raise self._cannot(f"game={game}", "it must be a matrix game, make_game('rps', payoffs=...)")
        if row is not VARIANTS["cfr"]:
            raise self._cannot(f"variant={row.name!r}", "it takes cfr; CFR takes the others in matrix games too")
        check_choice("chance", chance, ("all", "sample"))
        super().__init__(game, row, seed, draws=chance == "sample")
        self.chance = chance
        self.payoffs = game.payoffs
        rows, columns = self.payoffs.shape
        self.opponent = None if opponent is None else check_distribution("opponent", opponent, columns)
        self._regrets = (np.zeros(rows), np.zeros(columns))
        self._cumulative_strategy = (np.zeros(rows), np.zeros(columns))
        self._source = np.random.default_rng(0) if self._rng is None else self._rng  # the kernel takes one, needed or not

    def advance(self, count: int) -> None:
        fixed = np.zeros(0) if self.opponent is None else self.opponent
        play_rounds(count, self.payoffs, fixed, self.chance == "sample", self._source, self._regrets, self._cumulative_strategy)
        self._iteration[0] += count

    def next_check(self, iteration: int) -> int:
        return iteration + max(1000, iteration // 20)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        state = super().state()
        for seat in range(2):
            state |= {f"regrets {seat}": self._regrets[seat], f"sums {seat}": self._cumulative_strategy[seat]}
        return state

    def identity(self) -> dict[str, Any]:
        opponent = None if self.opponent is None else self.opponent.tolist()
        return super().identity() | {"variant": self.variant.name, "chance": self.chance, "opponent": opponent}

    def current_strategies(self) -> tuple[Floats, Floats]:
        """The next strategies of both players: proportional to positive regret."""
        first, second = (match_regrets(regret) for regret in self._regrets)
        return first, second if self.opponent is None else self.opponent.copy()

    def average_strategies(self) -> tuple[Floats, Floats]:
        """The mean of what both played: in self-play this is what converges to an equilibrium. Uniform before the start."""
        first, second = (match_regrets(total) for total in self._cumulative_strategy)
        return first, second if self.opponent is None else self.opponent.copy()

    def current_policy(self) -> TabularPolicy:
        """``current_strategies`` as a policy."""
        return TabularPolicy(self.game, np.concatenate(self.current_strategies()), self._metadata("current"))

    def average_policy(self) -> TabularPolicy:
        """``average_strategies`` as a policy."""
        return TabularPolicy(self.game, np.concatenate(self.average_strategies()), self._metadata("average"))

    def regrets(self) -> Floats:
        return np.concatenate(self._regrets)

    def measure(self) -> Measurement:
        """Values of the average strategies and of best responses to them, with a fixed ``opponent`` or without."""
        first, second = self.average_strategies()
        rows, columns = self.payoffs @ second, first @ self.payoffs  # what each action of either player brings the first
        value = float(first @ rows)
        return Measurement(self.game, np.array([value, -value]), np.array([rows.max(), -columns.min()]))


@kernel
def match_regrets(regret: Floats) -> Floats:
    """Shares of the positive part; equal shares where there is none."""
    positive = np.maximum(regret, 0.0)
    total = positive.sum()
    shares: Floats = positive / total if total > 0.0 else np.full(regret.shape[0], 1.0 / regret.shape[0])
    return shares


@kernel
def draw_index(strategy: Floats, rng: np.random.Generator) -> int:
    """An index with the probability the strategy gives it."""
    left = rng.random()
    for i in range(strategy.shape[0] - 1):
        left -= strategy[i]
        if left < 0.0:
            return i
    return int(strategy.shape[0] - 1)


@kernel
def play_rounds(
    rounds: int,
    payoffs: Floats,
    opponent: Floats,
    sample: bool,
    rng: np.random.Generator,
    regrets: tuple[Floats, Floats],
    cumulative: tuple[Floats, Floats],
) -> None:
    """Rounds of simultaneous regret matching; ``opponent`` is empty in self-play."""
    for _ in range(rounds):
        first = match_regrets(regrets[0])
        second = match_regrets(regrets[1]) if opponent.shape[0] == 0 else opponent
        if sample:
            a, b = draw_index(first, rng), draw_index(second, rng)
            regrets[0][:] += payoffs[:, b] - payoffs[a, b]
            regrets[1][:] += payoffs[a, b] - payoffs[a, :]
        else:
            mine = np.zeros(first.shape[0])
            theirs = np.zeros(second.shape[0])
            for i in range(first.shape[0]):
                for j in range(second.shape[0]):
                    mine[i] += payoffs[i, j] * second[j]
                    theirs[j] -= payoffs[i, j] * first[i]
            regrets[0][:] += mine - (mine * first).sum()
            regrets[1][:] += theirs - (theirs * second).sum()
        cumulative[0][:] += first
        cumulative[1][:] += second


def check_distribution(name: str, values: Sequence[float], length: int) -> Floats:
    """``values`` as float64 [length]; ValueError unless they are ``length`` probabilities that sum to 1."""
    array = np.array(values, dtype=np.float64)
    if array.shape != (length,) or not np.all(array >= 0.0) or abs(array.sum() - 1.0) > 1e-9:
        raise ValueError(f"{name}={brief(values)}: must be {length} probabilities that sum to 1")
    return array
