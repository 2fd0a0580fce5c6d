"""The regret minimizer, and regret matching on a simplex: what ``circuits`` are composed of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache, partial
from math import isfinite

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.variants import Variant, discount_factor, get_variant
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.parameters import check_int, check_number

SMALLEST = 2.0**-1021
"""Smaller cumulative regrets count as zero, as in the compiled CFR: 1 / sum must be finite."""
CHUNK = 256
"""Iterations of a variant's schedule that are worked out at a time."""


class RegretMinimizer(ABC):
    """Base of all minimizers and circuits. One of your own has ``play`` and ``learn``, and no check of their order.

    Inside circuits vectors are lists of Python floats: most points have two or three actions, where a numpy call costs more
    than the arithmetic.

    Args:
        dimension: length of strategies and utilities.

    Attributes:
        dimension: length of strategies and utilities.

    >>> from pokerzoo.agents.circuits import RegretMatching
    >>> minimizer = RegretMatching(3)
    >>> minimizer.next_strategy().round(3)
    array([0.333, 0.333, 0.333])
    >>> minimizer.observe_utility([0.0, 3.0, 6.0])
    3.0
    >>> minimizer.next_strategy()
    array([0., 0., 1.])
    """

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self._expects = "next_strategy"

    def next_strategy(self) -> Floats:
        """The next point of the set, float64 [dimension].

        Raises:
            ValueError: the utility of the last strategy is still to be observed, or this minimizer is part of a circuit.
        """
        self._check_turn("next_strategy")
        strategy = np.array(self.play(1.0), dtype=np.float64)
        self._expects = "observe_utility"
        return strategy

    def observe_utility(self, utility: npt.ArrayLike) -> float:
        """Take in what each coordinate of the last strategy was worth.

        Args:
            utility: [dimension], finite.

        Returns:
            The utility of the last strategy: the inner product of the two.

        Raises:
            OverflowError: the utility is so large that sums of it are not finite; the minimizer is of no use then.
            ValueError: there is no strategy to observe it for, this minimizer is part of a circuit, or the utility has another
                shape or is not finite. Nothing has changed then.
        """
        self._check_turn("observe_utility")
        vector = np.asarray(utility, dtype=np.float64)
        if vector.shape != (self.dimension,):
            raise ValueError(f"utility of shape {vector.shape}: must be ({self.dimension},)")
        if not np.isfinite(vector).all():
            raise ValueError(f"utility {vector.tolist()}: must be finite")
        value = self.learn(vector.tolist(), 0.0)
        if not isfinite(value):
            raise OverflowError(f"utility {vector.tolist()}: too large, what it makes of the strategy is not finite")
        self._expects = "next_strategy"
        return value

    @abstractmethod
    def play(self, scale: float) -> list[float]:
        """The strategy times a number; asking again gives the same. Circuits call it; it checks nothing.

        Args:
            scale: the number, such as the probability of the action before.
        """

    @abstractmethod
    def learn(self, utility: list[float], onto: float) -> float:
        """Take in a utility. Circuits call it; it checks nothing.

        A sum over several parts starts from ``onto`` and goes from the last part to the first: the order in which the
        compiled CFR adds up, so that both have the same bits.

        Args:
            utility: [dimension]: what each coordinate was worth.
            onto: a number to add to.

        Returns:
            ``onto`` plus what the strategy earned.
        """

    def _check_turn(self, called: str) -> None:
        if self._expects == "nothing":
            raise ValueError(f"{called}: this minimizer is part of a circuit; ask the circuit")
        if self._expects != called:
            raise ValueError(f"{called} out of order: {self._expects} is to be called next")


@lru_cache(maxsize=64)
def factors_of(variant: Variant, chunk: int) -> list[tuple[float, float, float]]:
    """(positive, negative, prediction) of the iterations of one chunk of a variant's schedule."""
    table = variant.factors(1 + chunk * CHUNK, CHUNK)[:, [0, 1, 3]].tolist()
    return [(positive, negative, prediction) for positive, negative, prediction in table]


class SimplexRegretMinimizer(RegretMinimizer):
    """Regret matching on the simplex of distributions over ``n`` actions, after any row of the table of CFR variants.

    The same operations in the same order as at a decision point of the compiled CFR (``kernels.update_rows``).

    Args:
        n: how many actions.
        variant: a name in ``VARIANTS``, or a ``Variant``.

    Attributes:
        variant: the row: how regrets are discounted, and whether the last ones are counted again as a forecast.
        regrets: cumulative (discounted) regret of each action.
        strategy: what is played next.

    Raises:
        ValueError: ``n`` is not a positive integer, or there is no such variant.

    >>> SimplexRegretMinimizer(2, "dcfr")
    <SimplexRegretMinimizer over 2 actions: dcfr>
    """

    def __init__(self, n: int, variant: str | Variant) -> None:
        check_int("n", n, 1, 10**9)
        super().__init__(n)
        self.variant = get_variant(variant)
        self.regrets = [0.0] * n
        self.strategy = [1.0 / n] * n
        self.rounds = 0

    @property
    def rounds(self) -> int:
        """Utilities observed: what the schedule counts by."""
        return self._chunk * CHUNK + self._at

    @rounds.setter
    def rounds(self, count: int) -> None:
        self._chunk, self._at = divmod(count, CHUNK)
        self._factors = factors_of(self.variant, self._chunk)

    def play(self, scale: float) -> list[float]:
        return [scale * share for share in self.strategy]

    def learn(self, utility: list[float], onto: float) -> float:
        if self._at == CHUNK:
            self._chunk, self._at = self._chunk + 1, 0
            self._factors = factors_of(self.variant, self._chunk)
        positive, negative, prediction = self._factors[self._at]
        self._at += 1
        value = 0.0
        for share, payoff in zip(self.strategy, utility, strict=True):
            value += share * payoff
        regrets, shares, total = [], [], 0.0
        for regret, payoff in zip(self.regrets, utility, strict=True):
            gain = payoff - value
            regret += gain
            regret *= positive if regret > 0.0 else negative
            regrets.append(regret)
            share = regret + gain * prediction
            if not share > 0.0:
                share = 0.0
            shares.append(share)
            total += share
        self.regrets = regrets
        if not isfinite(sum(regrets)):
            raise OverflowError(f"utility {utility}: regrets {regrets} are no longer finite")
        if total > SMALLEST:
            inverse = 1.0 / total
            self.strategy = [share * inverse for share in shares]
        else:
            self.strategy = [1.0 / self.dimension] * self.dimension
        return onto + value

    def __repr__(self) -> str:
        return f"<{type(self).__name__} over {self.dimension} actions: {self.variant.name}>"


class RegretMatching(SimplexRegretMinimizer):
    """Regret matching: shares of positive regret (Hart and Mas-Colell 2000).

    Regret after T rounds is at most Delta sqrt(n T), where utilities span Delta.

    Args:
        n: how many actions.

    >>> minimizer = RegretMatching(2)
    >>> _ = minimizer.next_strategy(), minimizer.observe_utility([1.0, 3.0])
    >>> minimizer.regrets, minimizer.next_strategy()
    ([-1.0, 1.0], array([0., 1.]))
    """

    def __init__(self, n: int) -> None:
        super().__init__(n, "cfr")


class RegretMatchingPlus(SimplexRegretMinimizer):
    """Regret matching plus: regrets below zero are forgotten (Tammelin 2014). Regret at most Delta sqrt(n T).

    Args:
        n: how many actions.

    >>> minimizer = RegretMatchingPlus(2)
    >>> _ = minimizer.next_strategy(), minimizer.observe_utility([1.0, 3.0])
    >>> minimizer.regrets
    [-0.0, 1.0]
    """

    def __init__(self, n: int) -> None:
        super().__init__(n, "cfr+")


class PredictiveRegretMatchingPlus(SimplexRegretMinimizer):
    """Predictive regret matching plus: the last regrets count twice (Farina, Kroer, Sandholm 2021, algorithm 3).

    Args:
        n: how many actions.

    >>> PredictiveRegretMatchingPlus(3).variant.name
    'pcfr+'
    """

    def __init__(self, n: int) -> None:
        super().__init__(n, "pcfr+")


class DiscountedRegretMatching(SimplexRegretMinimizer):
    """After round t regrets are multiplied by t^alpha / (t^alpha + 1), or the same with beta (Brown and Sandholm 2019).

    Args:
        n: how many actions.
        alpha: exponent for regrets above zero.
        beta: exponent for the others.

    Raises:
        ValueError: ``alpha`` or ``beta`` is not from -20 to 20.

    >>> DiscountedRegretMatching(3, alpha=1.5, beta=0.5).variant.factors(4, 1)[0].round(3)
    array([0.889, 0.667, 1.   , 0.   ])
    """

    def __init__(self, n: int, alpha: float = 1.5, beta: float = 0.0) -> None:
        check_number("alpha", alpha, -20.0, 20.0)
        check_number("beta", beta, -20.0, 20.0)
        super().__init__(n, discounting_row(alpha, beta))


@lru_cache
def discounting_row(alpha: float, beta: float) -> Variant:
    """The row of the table with these two exponents."""
    return Variant(
        name=f"discounted regret matching ({alpha:g}, {beta:g})",
        positive=partial(discount_factor, alpha),
        negative=partial(discount_factor, beta),
        average=1.0,
        alternating=True,
        source="Brown and Sandholm: Solving imperfect-information games via discounted regret minimization, 2019",
    )
