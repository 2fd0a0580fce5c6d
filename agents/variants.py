"""The table of CFR variants: each is a row of numbers, and one kernel (``kernels.update``) takes them all.

In iteration t (counted from 1) the instantaneous regrets are added, *then* the sum is multiplied: by ``positive`` where it is
above zero, by ``negative`` where it is not. The weighted sum of strategies is multiplied by ``average`` *before* iteration
t's strategy is added. The strategy of the next iteration is proportional to the positive part of the regrets, to which
``prediction`` times the instantaneous regrets of iteration t are added first. docs/algorithms.md has the papers' equations
beside these.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.parameters import did_you_mean

Floats: TypeAlias = npt.NDArray[np.float64]
Schedule: TypeAlias = Callable[[Floats], Floats | float] | float
"""From iterations t = 1, 2, ... (an array) to a factor for each, or one for all; or that one number."""
FIRST = 64
"""Iterations that tell variants apart."""


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
        prediction: how many times the instantaneous regrets of iteration t count again in the strategy that follows, as a
            forecast of the next ones; 0 is none.
    """

    name: str
    positive: Schedule
    negative: Schedule
    average: Schedule
    alternating: bool
    source: str
    prediction: Schedule = 0.0

    def factors(self, first: int, count: int) -> Floats:
        """float64 [count, 4]: positive, negative, average, prediction of iterations ``first``, ``first + 1``, ...

        Raises:
            ValueError: a schedule gives something that is not finite, or a factor below zero.
        """
        t = np.arange(first, first + count, dtype=np.float64)
        table = np.empty((count, 4))
        for column, name in enumerate(("positive", "negative", "average", "prediction")):
            schedule = getattr(self, name)
            try:
                table[:, column] = schedule(t) if callable(schedule) else schedule
            except Exception as error:
                raise ValueError(
                    f"variant {self.name!r}: {name} must be a number, or a function from an array of iterations t to a factor "
                    f"for each or one for all; for t = {first} to {first + count - 1} it failed: {error}"
                ) from error
        bad = np.flatnonzero(~np.all((table >= 0.0) & np.isfinite(table), axis=1))
        if bad.size:
            raise ValueError(
                f"variant {self.name!r}: positive, negative, average, prediction = {table[bad[0]].tolist()} at "
                f"t={first + bad[0]}; must be finite and not below 0"
            )
        return table

    @property
    def predicts(self) -> bool:
        """Whether the strategy depends on more than the sums of regrets (by its first iterations)."""
        return bool(np.any(self.factors(1, FIRST)[:, 3] != 0.0))

    @property
    def fingerprint(self) -> str:
        """A digest of its numbers: equal for variants that do the same in the first iterations, whatever their names."""
        return hashlib.sha256(self.factors(1, FIRST).tobytes() + bytes([self.alternating])).hexdigest()[:16]


def discounted(exponent: float | Floats, t: Floats) -> Floats:
    """t**exponent / (t**exponent + 1), the factor of discounted CFR."""
    return np.asarray(1.0 / (1.0 + t**-exponent))


def weighted(exponent: float | Floats, t: Floats) -> Floats:
    """((t - 1) / t)**exponent: the average then weighs iteration t by t**exponent."""
    return np.asarray(((t - 1) / t) ** exponent)


def restarted(exponent: float, t: Floats) -> Floats:
    """``weighted``, counted anew from the iteration after each power of four (1, 4, 16, ...)."""
    done = t - 1  # iterations before this one
    power = 4.0 ** np.floor(np.log2(np.maximum(done, 1.0)) / 2)
    return weighted(exponent, t - np.where(done >= 1, power, 0.0))


HS_HORIZON = 1000
"""Iterations over which the hyperparameter schedules run unless told otherwise: those of their paper's experiments."""
HS_SOURCE = "Zhang, McAleer, Sandholm: Faster game solving via hyperparameter schedules, arXiv 2404.09097, equations 2 to 4"


def hs_dcfr(gamma: float = 30.0, horizon: int = HS_HORIZON, name: str = "") -> Variant:
    """Discounted CFR whose exponents move with t / horizon, and stay as they are from the horizon on.

    alpha = 1 + 3 t/n, beta = -1 - 2 t/n, and the average's exponent is gamma - 5 t/n.

    Args:
        gamma: 30 or 15 in the paper.
        horizon: n, the iterations that are planned.
        name: what to call it; else ``hs-dcfr(gamma)``.
    """

    def share(t: Floats) -> Floats:
        return np.minimum(t / horizon, 1.0)

    return Variant(
        name=name or f"hs-dcfr({gamma:g}, {horizon})",
        positive=lambda t: discounted(1 + 3 * share(t), t),
        negative=lambda t: discounted(-1 - 2 * share(t), t),
        average=lambda t: weighted(gamma - 5 * share(t), t),
        alternating=True,
        source=HS_SOURCE,
    )


def hs_pcfr_plus(gamma: float = 30.0, horizon: int = HS_HORIZON, name: str = "") -> Variant:
    """Predictive CFR+ whose average's exponent is gamma - 5 t/n, as ``hs_dcfr``'s."""
    return Variant(
        name=name or f"hs-pcfr+({gamma:g}, {horizon})",
        positive=1.0,
        negative=0.0,
        average=lambda t: weighted(gamma - 5 * np.minimum(t / horizon, 1.0), t),
        alternating=True,
        source=HS_SOURCE,
        prediction=1.0,
    )


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant(
            name="cfr",
            positive=1.0,
            negative=1.0,
            average=1.0,
            alternating=False,
            source="Zinkevich, Johanson, Bowling, Piccione: Regret minimization in games with incomplete information, 2007, "
            "equations 7 and 8",
        ),
        Variant(
            name="cfr+",
            positive=1.0,
            negative=0.0,
            average=lambda t: weighted(1.0, t),
            alternating=True,
            source="Tammelin: Solving large imperfect information games using CFR+, 2014, section 2 (weights t, no delay)",
        ),
        Variant(
            name="lcfr",
            positive=lambda t: t / (t + 1),
            negative=lambda t: t / (t + 1),
            average=lambda t: weighted(1.0, t),
            alternating=True,
            source="Brown and Sandholm: Solving imperfect-information games via discounted regret minimization, 2019",
        ),
        Variant(
            name="dcfr",
            positive=lambda t: discounted(1.5, t),
            negative=0.5,
            average=lambda t: weighted(2.0, t),
            alternating=True,
            source="Brown and Sandholm 2019, alpha 3/2, beta 0, gamma 2",
        ),
        Variant(
            name="pcfr+",
            positive=1.0,
            negative=0.0,
            average=lambda t: weighted(2.0, t),
            alternating=True,
            source="Farina, Kroer, Sandholm: Faster game solving via predictive Blackwell approachability, 2021, algorithm 3 "
            "(quadratic average)",
            prediction=1.0,
        ),
        Variant(
            name="cfr-avg-restart",
            positive=lambda t: discounted(1.5, t),
            negative=0.5,
            average=lambda t: restarted(3.0, t),
            alternating=True,
            source="postflop-solver's README: discounted CFR with gamma 3, the average restarted at powers of four",
        ),
        hs_dcfr(30.0, name="hs-dcfr"),
        hs_dcfr(15.0, name="hs-dcfr-15"),
        hs_pcfr_plus(30.0, name="hs-pcfr+"),
        hs_pcfr_plus(15.0, name="hs-pcfr+-15"),
    )
}


DEFAULT_VARIANT = {False: "dcfr", True: "cfr"}
"""With all chance, and with sampled chance: see docs/algorithms.md."""


def get_variant(variant: str | Variant) -> Variant:
    """A row of the table by name, or the row itself.

    Raises:
        ValueError: no such name.
    """
    if isinstance(variant, Variant):
        return variant
    if variant not in VARIANTS:
        raise ValueError(
            f"variant={variant!r}: no such variant; allowed: {', '.join(VARIANTS)}{did_you_mean(variant, VARIANTS)}"
        )
    return VARIANTS[variant]
