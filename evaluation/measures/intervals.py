"""Intervals that keep their word: Student's t for a stated number of observations, confidence sequences at any time."""

from __future__ import annotations

from math import ceil, inf, log, sqrt
from typing import NamedTuple

import numpy as np

from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.kernels import kernel

CONFIDENCE = 0.95
FEW = 30
"""The fewest observations for which Student's t interval holds for payoffs as lopsided as poker's."""
LARGEST_BET = 0.5
"""Of the confidence sequence: no observation weighs more than this (c in the paper)."""


class Interval(NamedTuple):
    """A confidence interval of a mean.

    Attributes:
        low: its lower end.
        high: its upper end.

    Example:
        >>> from pokerzoo.evaluation import Interval
        >>> interval = Interval(-0.5, 0.25)
        >>> interval.width, interval.low <= 0 <= interval.high
        (0.75, True)
    """

    low: float
    high: float

    @property
    def width(self) -> float:
        """From end to end."""
        return self.high - self.low


def student_t(degrees: int, confidence: float = CONFIDENCE) -> float:
    """Half-width of a two-sided interval in standard errors, by degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1.0 + confidence) / 2.0))


def t_interval(mean: float, standard_error: float, observations: int, confidence: float = CONFIDENCE) -> Interval:
    """For a number of observations that was fixed beforehand. Looking again and again until it suits breaks its promise."""
    half = student_t(observations - 1, confidence) * standard_error
    return Interval(mean - half, mean + half)


def p_value(mean: float, standard_error: float, observations: int) -> float:
    """Two-sided p-value of Student's t test that the true mean is 0; 1 if mean and spread both are 0."""
    from scipy.special import stdtr

    if standard_error == 0.0:
        return 1.0 if mean == 0.0 else 0.0
    return float(2.0 * stdtr(observations - 1, -abs(mean) / standard_error))


def alike_interval(value: float, observations: int, low: float, high: float, confidence: float = CONFIDENCE) -> Interval:
    """Interval of a mean whose observations were all ``value``, while others from ``low`` to ``high`` are possible.

    Had something else a probability above ``1 - (1 - confidence)**(1 / observations)``, about 3 / observations, it would most
    likely have been seen (Clopper and Pearson 1934).
    """
    unseen = -np.expm1(np.log1p(-confidence) / observations)
    return Interval(value + unseen * min(low - value, 0.0), value + unseen * max(high - value, 0.0))


def observations_for(width: float, deviation: float, confidence: float = CONFIDENCE) -> int:
    """Observations of this standard deviation that a t interval of this width takes (about: by the normal quantile)."""
    if not width > 0.0:
        raise ParameterError("width", width, "must be above 0")
    return max(2, ceil((2.0 * student_t(10**9, confidence) * deviation / width) ** 2))


class ConfidenceSequence:
    """Confidence intervals for the mean of bounded observations, which all hold at once with the stated probability.

    So it is allowed to check after every observation, and to stop when the interval is narrow enough. The interval at that
    moment still holds with the stated probability. An ordinary interval holds only for a number of observations that was fixed
    beforehand.

    Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS B 2024, theorem 2
    (predictable plug-in empirical Bernstein). Only two things are assumed: the bounds, and that the mean of an observation does
    not depend on what came before. If it does (agents that learn, or tire), the interval is for a mean of these means in which
    early observations weigh more. The paper also intersects all intervals so far. That needs a constant mean, so it is left out
    here.

    Attributes:
        low: the least possible observation.
        high: the greatest possible observation.

    Example:
        >>> import numpy as np
        >>> from pokerzoo.evaluation import ConfidenceSequence
        >>> sequence = ConfidenceSequence(-1.0, 1.0)
        >>> sequence.add(np.zeros(10_000))
        >>> round(sequence.interval.low, 3), round(sequence.interval.high, 3)
        (-0.001, 0.001)
    """

    def __init__(self, low: float, high: float, confidence: float = CONFIDENCE) -> None:
        """Start without observations: the interval is the whole range.

        Args:
            low: the least possible observation.
            high: the greatest possible observation.
            confidence: the probability with which all intervals hold at once, between 0 and 1.

        Raises:
            ValueError: bounds that are not finite or not in order, or a confidence that is not between 0 and 1.
        """
        if not (-inf < low <= high < inf):
            raise InputError(f"low={low!r}, high={high!r}: must be finite and in order")
        if not 0.0 < confidence < 1.0:
            raise ParameterError("confidence", confidence, "must be between 0 and 1")
        self.low, self.high = float(low), float(high)
        self._log = log(2.0 / (1.0 - confidence))
        # Sums over observations on [0, 1]: count, x, squared deviations, bets, bets * x, costs.
        self._state = np.array([0.0, 0.5, 0.25, 0.0, 0.0, 0.0])

    @property
    def count(self) -> int:
        """Observations so far."""
        return int(self._state[0])

    @property
    def interval(self) -> Interval:
        """The interval of the mean after the observations so far."""
        if self.count == 0 or self.high == self.low:
            return Interval(self.low, self.high)
        bets, won, costs = self._state[3:].tolist()
        spread, half = self.high - self.low, (self._log + costs) / bets
        return Interval(
            self.low + spread * min(max(won / bets - half, 0.0), 1.0), self.low + spread * max(min(won / bets + half, 1.0), 0.0)
        )

    def add(self, numbers: Floats) -> None:
        """Take in more observations, in their order.

        Args:
            numbers: the observations, [n].

        Raises:
            ValueError: an observation is out of bounds, so that the interval would not hold.
        """
        values = np.asarray(numbers, dtype=np.float64)
        slack = 1e-9 * max(1.0, abs(self.low), abs(self.high))
        if values.size and not (values.min() >= self.low - slack and values.max() <= self.high + slack):
            raise InputError(f"observations from {values.min()} to {values.max()}: must be in [{self.low}, {self.high}]")
        if self.high == self.low:  # nothing to learn
            self._state[0] += values.size
            return
        take_in(np.clip((values - self.low) / (self.high - self.low), 0.0, 1.0), self._log, LARGEST_BET, self._state)


@kernel
def take_in(values: Floats, log_term: float, largest: float, state: Floats) -> None:
    """Theorem 2, one observation after the other; ``state`` as in ``ConfidenceSequence``."""
    count, total, squares, bets, won, costs = state
    for x in values:
        mean_before = total / (count + 1.0)  # (1/2 + sum) / (count + 1)
        variance_before = squares / (count + 1.0)  # (1/4 + sum of squares) / (count + 1)
        count += 1.0
        bet = min(sqrt(2.0 * log_term / (variance_before * count * log(1.0 + count))), largest)
        bets += bet
        won += bet * x
        costs += (x - mean_before) ** 2 * (-log(1.0 - bet) - bet)  # 4 (x - mean)^2 psi(bet), psi(b) = (-log(1-b) - b) / 4
        total += x
        squares += (x - total / (count + 1.0)) ** 2
    state[:] = np.array([count, total, squares, bets, won, costs])
