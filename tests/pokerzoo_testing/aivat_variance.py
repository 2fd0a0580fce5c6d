"""Exact means and variances of payoffs and of AIVAT estimates in one hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import Playable, profile
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.tree import levels_of, move_probabilities, reach_of
from pokerzoo.envs.support.arrays import Floats


class AivatVariance(NamedTuple):
    """Exact means (chips) and variances (squared chips) of one hand's payoff and of its AIVAT estimate: one number a player."""

    mean: tuple[float, ...]
    variance: tuple[float, ...]
    aivat_mean: tuple[float, ...]
    aivat_variance: tuple[float, ...]

    @property
    def ratio(self) -> tuple[float, ...]:
        """Hands of plain payoffs that are worth one estimate; infinite where its variance is only rounding."""
        return tuple(
            plain / ours if ours > 1e-24 * max(plain, 1.0) else float("inf")
            for plain, ours in zip(self.variance, self.aivat_variance, strict=True)
        )


def aivat_variance(game: Game, policies: Playable | Sequence[Playable], estimates: npt.ArrayLike) -> AivatVariance:
    """Every terminal history counts with the probability with which ``policies`` reach it.

    ``estimates``: [players, terminals], from ``aivat_estimates``.
    """
    tree = tree_of(game)
    table = np.asarray(estimates, dtype=np.float64)
    probability = move_probabilities(tree, profile(game, policies).probabilities)
    reach = reach_of(tree, levels_of(tree), probability)[tree.terminal_node]
    played = reach > 0.0
    assert not np.isnan(table[:, played]).any()
    mean, variance = weighted_moments(tree.terminal_utility[:, played], reach[played])
    aivat_mean, aivat = weighted_moments(table[:, played], reach[played])
    return AivatVariance(mean, variance, aivat_mean, aivat)


def weighted_moments(numbers: Floats, weights: Floats) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """(mean, variance) of each row of ``numbers``; weights sum to 1."""
    mean = numbers @ weights
    return tuple(mean.tolist()), tuple(((numbers - mean[:, None]) ** 2 @ weights).tolist())
