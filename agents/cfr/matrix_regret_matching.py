"""Regret matching on a matrix game, the lesson that CFR builds on (Hart and Mas-Colell 2000)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba as nb
import numpy as np
import numpy.typing as npt

from pokerzoo.agents.training.trainer import Trainer
from pokerzoo.envs import Game
from pokerzoo.envs.games.rps import MatrixGame, check_payoffs

from .solver import game_of

Floats = npt.NDArray[np.float64]


class RegretMatching(Trainer):
    """Regret matching for both players of a two-player zero-sum matrix game, or for one against a fixed strategy.

    Attributes:
        payoffs: float64 [rows, columns]: what the first player wins.
        opponent: the second player's fixed strategy, or None in self-play.
        sample: whether actions are drawn each round (as in the usual lesson) or expected payoffs used.
    """

    def __init__(
        self,
        game_or_payoffs: Any,
        *,
        opponent: Sequence[float] | None = None,
        sample: bool = False,
        seed: int | None = None,
    ) -> None:
        """Start with no regrets and uniform strategies.

        Args:
            game_or_payoffs: ``make_game("rps", ...)``, its environment, or a payoff matrix.
            opponent: a fixed mixed strategy of the second player, one probability a column.
            sample: draw both actions each round and add the regrets against what was drawn.
            seed: of the draws.

        Raises:
            ValueError: not a matrix game, or the opponent's strategy is not a distribution over the columns.
        """
        if isinstance(game_or_payoffs, Game) or hasattr(game_or_payoffs, "unwrapped"):
            game = game_of(game_or_payoffs)
            if not isinstance(game, MatrixGame):
                raise ValueError(f"game_or_payoffs={game}: must be a matrix game (rps) or a payoff matrix")
            self.payoffs = game.payoffs
        else:
            self.payoffs = check_payoffs(game_or_payoffs)
        rows, columns = self.payoffs.shape
        self.opponent = None if opponent is None else check_distribution("opponent", opponent, columns)
        self.sample = sample
        self._iteration = np.zeros(1, dtype=np.int64)
        self._rng = np.random.default_rng(seed)
        self._regrets = (np.zeros(rows), np.zeros(columns))
        self._sums = (np.zeros(rows), np.zeros(columns))

    def run(self, iterations: int) -> RegretMatching:
        """Play so many more rounds.

        Raises:
            ValueError: ``iterations`` is not positive.
            RuntimeError: another thread runs it.
        """
        if not iterations > 0:
            raise ValueError(f"iterations={iterations!r}: must be above 0")
        with self.running():
            self.advance_timed(iterations)
        return self

    def advance(self, count: int) -> None:
        fixed = np.zeros(0) if self.opponent is None else self.opponent
        play_rounds(count, self.payoffs, fixed, self.sample, self._rng, self._regrets, self._sums)
        self._iteration[0] += count

    @property
    def iteration(self) -> int:
        """Rounds done."""
        return int(self._iteration[0])

    def state(self) -> dict[str, npt.NDArray[Any]]:
        state: dict[str, npt.NDArray[Any]] = {"iteration": self._iteration}
        for seat in range(2):
            state |= {f"regrets {seat}": self._regrets[seat], f"sums {seat}": self._sums[seat]}
        return state

    def generator(self) -> np.random.Generator:
        return self._rng

    def identity(self) -> dict[str, Any]:
        opponent = None if self.opponent is None else self.opponent.tolist()
        return {
            "solver": type(self).__name__,
            "payoffs": self.payoffs.tolist(),
            "opponent": opponent,
            "sample": self.sample,
        }

    def _made_from(self) -> Any:
        return self.payoffs

    def current_strategies(self) -> tuple[Floats, Floats]:
        """What both would play next: proportional to positive regret."""
        first, second = (match(regret) for regret in self._regrets)
        return first, second if self.opponent is None else self.opponent.copy()

    def average_strategies(self) -> tuple[Floats, Floats]:
        """The mean of what both played: in self-play this is what converges to an equilibrium. Uniform before the start."""
        first, second = (match(total) for total in self._sums)
        return first, second if self.opponent is None else self.opponent.copy()

    def regrets(self) -> tuple[Floats, Floats]:
        """Cumulative regret of each action of both players, in chips."""
        return self._regrets[0].copy(), self._regrets[1].copy()

    @property
    def exploitability(self) -> float:
        """Of the average strategies: mean gain, in chips, of a best response in either seat."""
        first, second = self.average_strategies()
        return float((self.payoffs @ second).max() - (first @ self.payoffs).min()) / 2


@nb.njit(cache=True)
def match(regret: Floats) -> Floats:
    """Shares of the positive part; equal shares where there is none."""
    positive = np.maximum(regret, 0.0)
    total = positive.sum()
    shares: Floats = positive / total if total > 0.0 else np.full(regret.shape[0], 1.0 / regret.shape[0])
    return shares


@nb.njit(cache=True)
def draw_index(strategy: Floats, rng: np.random.Generator) -> int:
    """An index with the probability the strategy gives it."""
    left = rng.random()
    for i in range(strategy.shape[0] - 1):
        left -= strategy[i]
        if left < 0.0:
            return i
    return int(strategy.shape[0] - 1)


@nb.njit(cache=True)
def play_rounds(
    rounds: int,
    payoffs: Floats,
    opponent: Floats,
    sample: bool,
    rng: np.random.Generator,
    regrets: tuple[Floats, Floats],
    sums: tuple[Floats, Floats],
) -> None:
    """Rounds of simultaneous regret matching; ``opponent`` is empty in self-play."""
    for _ in range(rounds):
        first = match(regrets[0])
        second = match(regrets[1]) if opponent.shape[0] == 0 else opponent
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
        sums[0][:] += first
        sums[1][:] += second


def check_distribution(name: str, values: Sequence[float], length: int) -> Floats:
    """``values`` as float64 [length]; ValueError unless they are ``length`` probabilities that sum to 1."""
    array = np.array(values, dtype=np.float64)
    if array.shape != (length,) or not np.all(array >= 0.0) or abs(array.sum() - 1.0) > 1e-9:
        raise ValueError(f"{name}={values!r}: must be {length} probabilities that sum to 1")
    return array
