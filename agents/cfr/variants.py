"""The table of CFR variants: each is a row of numbers, and one kernel (``kernels.update_rows``) takes them all.

In iteration t (counted from 1) the instantaneous regrets are added, *then* the sum is multiplied: by ``positive`` where it is
above zero, by ``negative`` where it is not. The cumulative strategy is multiplied by ``average`` *before* iteration
t's strategy is added. The strategy of the next iteration is proportional to the positive part of the regrets, to which
``prediction`` times the instantaneous regrets of iteration t are added first. docs/explain/algorithms.md has the papers'
equations beside these.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import lru_cache, partial
from typing import Any, TypeAlias

import numpy as np

from pokerzoo.envs.core import Game
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError, did_you_mean

Schedule: TypeAlias = Callable[[Floats], Floats | float] | float
"""From iterations t = 1, 2, ... (an array) to a factor for each, or one for all; or that one number. A factor depends on t
alone: it is computed ahead, and kept."""
FIRST = 64
"""Iterations that distinguish variants, and whose factors are kept together."""


@dataclass(frozen=True)
class Variant:
    """One member of the CFR family.

    Attributes:
        name: its name in ``CFR(game, variant=name)``.
        positive: factor of regrets above zero after iteration t.
        negative: factor of regrets at or below zero after iteration t; 0 is regret matching plus.
        average: factor of the cumulative strategy before iteration t's is added; ((t-1)/t)**g weighs iteration t by t**g.
        alternating: whether players update in turn, each against the others' latest strategies (a default).
        source: the paper.
        prediction: how many times the instantaneous regrets of iteration t count again in the strategy that follows, as a
            forecast of the next ones; 0 is none.

    Rows of ``VARIANTS`` are pickled by name, others with their schedules, which then must be numbers or functions that a
    module defines.

    >>> from pokerzoo.agents import CFR, VARIANTS
    >>> from pokerzoo.envs import make_game
    >>> VARIANTS["dcfr"].factors(4, 1).round(3)  # of iteration 4
    array([[0.889, 0.5  , 0.562, 0.   ]])
    >>> halves = Variant("halves", positive=1.0, negative=0.5, average=1.0, alternating=True, source="own")
    >>> CFR(make_game("kuhn"), halves).run(1000).exploitability < 0.02
    True
    """

    name: str
    positive: Schedule
    negative: Schedule
    average: Schedule
    alternating: bool
    source: str
    prediction: Schedule = 0.0

    def factors(self, first: int, count: int) -> Floats:
        """float64 [count, 4]: positive, negative, average, prediction of some iterations in a row.

        Args:
            first: the first of them, from 1.
            count: how many.

        Raises:
            ValueError: a schedule gives something that is not finite, or a factor below zero.
        """
        if count <= FIRST:  # a table costs as much as many small iterations
            block, skipped = divmod(first - 1, FIRST)
            try:
                blocks = [kept_factors(self, block + k) for k in range(1 + (skipped + count > FIRST))]
            except ValueError:
                pass  # perhaps in iterations that are not needed
            else:
                return np.concatenate(blocks)[skipped : skipped + count].copy()
        return self._table(first, count)

    def _table(self, first: int, count: int) -> Floats:
        t = np.arange(first, first + count, dtype=np.float64)
        table = np.empty((count, 4))
        for column, name in enumerate(("positive", "negative", "average", "prediction")):
            schedule = getattr(self, name)
            try:
                table[:, column] = schedule(t) if callable(schedule) else schedule
            except Exception as error:
                raise InputError(
                    f"variant {self.name!r}: {name} must be a number, or a function from an array of iterations t to a factor "
                    f"for each or one for all; for t = {first} to {first + count - 1} it failed: {error}"
                ) from error
        bad = np.flatnonzero(~np.all((table >= 0.0) & np.isfinite(table), axis=1))
        if bad.size:
            raise InputError(
                f"variant {self.name!r}: positive, negative, average, prediction = {table[bad[0]].tolist()} at "
                f"t={first + bad[0]}; must be finite and not below 0"
            )
        return table

    def __reduce__(self) -> tuple[Any, ...]:
        if VARIANTS.get(self.name) is self:
            return get_variant, (self.name,)
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in ("positive", "negative", "average", "prediction"):
            try:
                pickle.dumps(values[name])
            except Exception:
                raise TypeError(
                    f"variant {self.name!r} cannot be pickled: {name} is {values[name]!r}; must be a number, or a function "
                    "that a module defines with def"
                ) from None
        return type(self), tuple(values.values())

    def __copy__(self) -> Variant:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Variant:
        return self

    @property
    def predicts(self) -> bool:
        """True if the strategy depends on more than cumulative regrets (by its first iterations)."""
        return bool(np.any(self.factors(1, FIRST)[:, 3] != 0.0))

    @property
    def fingerprint(self) -> str:
        """A digest of its numbers: equal for variants that do the same in the first iterations, under any name."""
        return hashlib.sha256(np.round(self.factors(1, FIRST), 9).tobytes() + bytes([self.alternating])).hexdigest()[:16]


@lru_cache(maxsize=256)
def kept_factors(variant: Variant, block: int) -> Floats:
    """The factors of ``FIRST`` iterations from ``1 + block * FIRST`` on."""
    return variant._table(1 + block * FIRST, FIRST)


def discount_factor(exponent: float | Floats, t: Floats) -> Floats:
    """t**exponent / (t**exponent + 1), the factor of discounted CFR; exponents of an array are all of one sign."""
    falls = bool(np.all(np.less(exponent, 0.0)))
    grown = t ** np.abs(exponent)
    return (1.0 if falls else grown) / (grown + 1.0)


def averaging_factor(exponent: float | Floats, t: Floats) -> Floats:
    """((t - 1) / t)**exponent: the average then weighs iteration t by t**exponent."""
    return ((t - 1) / t) ** exponent


def restarted_factor(exponent: float, t: Floats) -> Floats:
    """``averaging_factor``, restarted in the iteration after each power of four (1, 4, 16, ...)."""
    done = t - 1  # iterations before this one
    _, digits = np.frexp(np.maximum(done, 1.0))  # binary digits before the point
    restart = np.ldexp(1.0, (digits - 1) // 2 * 2)  # the greatest power of four up to ``done``
    return averaging_factor(exponent, t - np.where(done >= 1, restart, 0.0))


HS_HORIZON = 1000
"""Iterations over which the hyperparameter schedules run by default, as in the paper's experiments."""
HS_SOURCE = "Zhang, McAleer, Sandholm: Faster game solving via hyperparameter schedules, arXiv 2404.09097, equations 2 to 4"


def moving_factor(
    schedule: Callable[[float | Floats, Floats], Floats], start: float, step: float, horizon: int, t: Floats
) -> Floats:
    """``schedule`` with an exponent that goes from ``start`` by ``step`` until t = ``horizon`` and stays there."""
    factors, moves = np.empty_like(t), t < horizon
    if moves.any():
        factors[moves] = schedule(start + step * (t[moves] / horizon), t[moves])
    if not moves.all():
        factors[~moves] = schedule(start + step, t[~moves])
    return factors


def hs_dcfr(gamma: float = 30.0, horizon: int = HS_HORIZON, name: str = "") -> Variant:
    """Discounted CFR whose exponents move with t / horizon, and stay as they are from the horizon on.

    alpha = 1 + 3 t/n, beta = -1 - 2 t/n, and the average's exponent is gamma - 5 t/n.

    Args:
        gamma: 30 or 15 in the paper.
        horizon: n, the iterations that are planned.
        name: what to call it; else ``hs-dcfr(gamma)``.

    Source: Zhang, McAleer, Sandholm, *Faster game solving via hyperparameter schedules*, 2024, equations 2 to 4.

    >>> from pokerzoo.agents import CFR
    >>> from pokerzoo.envs import make_game
    >>> CFR(make_game("kuhn"), hs_dcfr(gamma=15, horizon=300)).run(300).exploitability < 0.005
    True
    """
    return Variant(
        name=name or f"hs-dcfr({gamma:g}, {horizon})",
        positive=partial(moving_factor, discount_factor, 1.0, 3.0, horizon),
        negative=partial(moving_factor, discount_factor, -1.0, -2.0, horizon),
        average=partial(moving_factor, averaging_factor, gamma, -5.0, horizon),
        alternating=True,
        source=HS_SOURCE,
    )


def hs_pcfr_plus(gamma: float = 30.0, horizon: int = HS_HORIZON, name: str = "") -> Variant:
    """Predictive CFR+ whose average's exponent is gamma - 5 t/n, as ``hs_dcfr``'s.

    Args:
        gamma: 30 or 15 in the paper.
        horizon: n, the iterations that are planned.
        name: what to call it; else ``hs-pcfr+(gamma)``.

    >>> hs_pcfr_plus(gamma=15, horizon=300).name
    'hs-pcfr+(15, 300)'
    """
    return Variant(
        name=name or f"hs-pcfr+({gamma:g}, {horizon})",
        positive=1.0,
        negative=0.0,
        average=partial(moving_factor, averaging_factor, gamma, -5.0, horizon),
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
            average=partial(averaging_factor, 1.0),
            alternating=True,
            source="Tammelin: Solving large imperfect information games using CFR+, 2014, section 2 (weights t, no delay)",
        ),
        Variant(
            name="lcfr",
            positive=partial(discount_factor, 1.0),
            negative=partial(discount_factor, 1.0),
            average=partial(averaging_factor, 1.0),
            alternating=True,
            source="Brown and Sandholm: Solving imperfect-information games via discounted regret minimization, 2019",
        ),
        Variant(
            name="dcfr",
            positive=partial(discount_factor, 1.5),
            negative=0.5,
            average=partial(averaging_factor, 2.0),
            alternating=True,
            source="Brown and Sandholm 2019, alpha 3/2, beta 0, gamma 2",
        ),
        Variant(
            name="dcfr-holdem",
            positive=partial(discount_factor, 1.4),
            negative=partial(discount_factor, 0.1),
            average=partial(averaging_factor, 4.0),
            alternating=True,
            source="Brown and Sandholm 2019, with alpha 1.4, beta 0.1, gamma 4, found on random rivers, turns and flops",
        ),
        Variant(
            name="pdcfr-holdem",
            positive=partial(discount_factor, 1.5),
            negative=partial(discount_factor, 0.35),
            average=partial(averaging_factor, 4.0),
            alternating=True,
            source="Brown and Sandholm 2019, with alpha 1.5, beta 0.35, gamma 4, and a part of the prediction of Farina, "
            "Kroer, Sandholm 2021, found on random rivers",
            prediction=0.15,
        ),
        Variant(
            name="pcfr+",
            positive=1.0,
            negative=0.0,
            average=partial(averaging_factor, 2.0),
            alternating=True,
            source="Farina, Kroer, Sandholm: Faster game solving via predictive Blackwell approachability, 2021, algorithm 3 "
            "(quadratic average)",
            prediction=1.0,
        ),
        Variant(
            name="cfr-avg-restart",
            positive=partial(discount_factor, 1.5),
            negative=0.5,
            average=partial(restarted_factor, 3.0),
            alternating=True,
            source="postflop-solver's README: discounted CFR with gamma 3, the average restarted at powers of four",
        ),
        hs_dcfr(30.0, name="hs-dcfr"),
        hs_dcfr(15.0, name="hs-dcfr-15"),
        hs_pcfr_plus(30.0, name="hs-pcfr+"),
        hs_pcfr_plus(15.0, name="hs-pcfr+-15"),
    )
}


def get_variant(variant: str | Variant) -> Variant:
    """A row of the table by name, or the row itself."""
    if isinstance(variant, Variant):
        return variant
    if variant not in VARIANTS:
        raise ParameterError(
            "variant", variant, f"no such variant; allowed: {', '.join(VARIANTS)}{did_you_mean(variant, VARIANTS)}"
        )
    return VARIANTS[variant]


def variant_for(game: Game, variant: str | Variant | None = None) -> Variant:
    """``get_variant``; of None the fastest over all: of rivers for two, of other spots for two, of other games.

    A prediction costs nothing where strategies are kept anyway, as on rivers, and half as much memory again elsewhere.
    docs/explain/algorithms.md has what was measured.

    >>> from pokerzoo.envs import make_game
    >>> games = [make_game("holdem"), make_game("holdem", board="QsJh2h8d"), make_game("leduc")]
    >>> [variant_for(game).name for game in games]
    ['pdcfr-holdem', 'dcfr-holdem', 'dcfr']
    """
    if variant:
        return get_variant(variant)
    if not isinstance(game, PokerGame) or game.name != "holdem" or game.num_players != 2:
        return VARIANTS["dcfr"]
    return VARIANTS["dcfr-holdem" if game.rules.betting.deals else "pdcfr-holdem"]
