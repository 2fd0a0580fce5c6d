"""The table of CFR variants: each is a row of numbers, and one kernel (``kernels.update``) takes them all.

After iteration t (counted from 1) the instantaneous regrets are added, *then* the sum is multiplied: by ``positive`` where
it is above zero, by ``negative`` where it is not. The weighted sum of strategies is multiplied by ``average`` *before*
iteration t's strategy is added. The strategy of the next iteration is proportional to the positive part of the regrets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Schedule: TypeAlias = Callable[[Floats], Floats | float]
"""From iterations t = 1, 2, ... (an array) to a factor for each, or one for all."""


@dataclass(frozen=True)
class Variant:
    """One member of the CFR family.

    Attributes:
        name: its name in ``CFR(game, variant=name)``.
        positive: factor of regrets above zero after iteration t.
        negative: factor of regrets at or below zero after iteration t; 0 is regret matching plus.
        average: factor of the sum of strategies before iteration t's is added; ((t-1)/t)**g weighs iteration t by t**g.
        alternating: whether players update in turn, each against the others' newest strategies (a default).
        source: the paper.
    """

    name: str
    positive: Schedule
    negative: Schedule
    average: Schedule
    alternating: bool
    source: str

    def factors(self, first: int, count: int) -> Floats:
        """float64 [count, 3]: positive, negative and average factor of iterations ``first``, ``first + 1``, ..."""
        t = np.arange(first, first + count, dtype=np.float64)
        table = np.empty((count, 3))
        for column, schedule in enumerate((self.positive, self.negative, self.average)):
            table[:, column] = schedule(t)
        return table


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant(
            name="cfr",
            positive=lambda t: 1.0,
            negative=lambda t: 1.0,
            average=lambda t: 1.0,
            alternating=False,
            source="Zinkevich, Johanson, Bowling, Piccione: Regret minimization in games with incomplete information, 2007",
        ),
        Variant(
            name="cfr+",
            positive=lambda t: 1.0,
            negative=lambda t: 0.0,
            average=lambda t: (t - 1) / t,
            alternating=True,
            source="Tammelin: Solving large imperfect information games using CFR+, 2014 (weights t, no delay)",
        ),
        Variant(
            name="lcfr",
            positive=lambda t: t / (t + 1),
            negative=lambda t: t / (t + 1),
            average=lambda t: (t - 1) / t,
            alternating=True,
            source="Brown and Sandholm: Solving imperfect-information games via discounted regret minimization, 2019",
        ),
        Variant(
            name="dcfr",
            positive=lambda t: t**1.5 / (t**1.5 + 1),
            negative=lambda t: 0.5,
            average=lambda t: ((t - 1) / t) ** 2,
            alternating=True,
            source="Brown and Sandholm 2019, alpha 3/2, beta 0, gamma 2",
        ),
    )
}


def get_variant(variant: str | Variant) -> Variant:
    """A row of the table by name, or the row itself.

    Raises:
        ValueError: no such name.
    """
    if isinstance(variant, Variant):
        return variant
    if variant not in VARIANTS:
        raise ValueError(f"variant={variant!r}: no such variant; allowed: {', '.join(VARIANTS)}")
    return VARIANTS[variant]
