"""The exponential function in lanes, from ``+``, ``-``, ``*`` and powers of two."""

from __future__ import annotations

from math import factorial, ldexp
from typing import Any

from llvmlite import ir
from numba import types

from pokerzoo.envs.support.kernels import intrinsic, typed_overload

from .simd import HandLanes, Lanes, OneLane, fill_lanes, kind_of, select_positive

PER_LN2 = 1.4426950408889634
"""1 / ln 2."""
SERIES = tuple(1.0 / factorial(k) for k in range(13, -1, -1))
"""Of the exponential, for float64 within half of ln 2: the first term that is left out is 4e-18."""
ROUND, BIAS = 1.5 * 2.0**52, 1023.0
"""Addend that rounds a float64 to a whole number; the bits that float64 has for the exponent 0."""
LN2_HIGH, LN2_LOW = 762123384785 / 2**40, 7.371002565167799e-13
"""ln 2 in two parts; small multiples of the first are exact."""
LEAST = -230.0
"""Exponents below are taken for this one: e to this is 1e-100."""
SERIES_32 = SERIES[-8:]
ROUND_32, BIAS_32 = 1.5 * 2.0**23, 127.0
LN2_HIGH_32, LN2_LOW_32 = 0.693359375, -2.12194440054690583e-4
LEAST_32 = -25.0
"""The same for float32: e to this is 1.4e-11."""


@intrinsic
def vector_power_of_two(typingctx: Any, shifted: Any) -> Any:
    """2 to the number in the lowest bits of each lane's mantissa, less the bias: these become the exponent."""

    def gen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        vector = sig.args[0]
        bits, mantissa = (64, 52) if vector.element == types.float64 else (32, 23)
        whole = ir.VectorType(ir.IntType(bits), vector.width)
        moved = builder.shl(builder.bitcast(args[0], whole), ir.Constant(whole, [mantissa] * vector.width))
        return builder.bitcast(moved, vector.llvm)

    return shifted(shifted), gen


def exponential(lanes: Lanes, x: Any) -> Any:
    """Return e to the ``x`` for ``x`` up to 0, off by a few units in the last place; never less than e to ``LEAST``."""
    if x < LEAST:
        x = LEAST
    whole = (x * PER_LN2 + ROUND) - ROUND
    rest = (x - whole * LN2_HIGH) - whole * LN2_LOW
    series = 0.0
    for coefficient in SERIES:
        series = series * rest + coefficient
    return series * ldexp(1.0, int(whole))


@typed_overload(exponential)
def _exponential(lanes: Any, x: Any) -> Any:
    kind = kind_of(lanes)
    if kind is OneLane:
        return exponential
    double = kind is HandLanes
    terms = SERIES if double else SERIES_32
    least, shift, bias = (LEAST, ROUND, BIAS) if double else (LEAST_32, ROUND_32, BIAS_32)
    high, low = (LN2_HIGH, LN2_LOW) if double else (LN2_HIGH_32, LN2_LOW_32)

    def many(lanes, x):  # type: ignore[no-untyped-def]
        above = select_positive(x - fill_lanes(lanes, least), x, fill_lanes(lanes, least))
        whole = (above * fill_lanes(lanes, PER_LN2) + fill_lanes(lanes, shift)) - fill_lanes(lanes, shift)
        rest = (above - whole * fill_lanes(lanes, high)) - whole * fill_lanes(lanes, low)
        series = fill_lanes(lanes, terms[0])
        for k in range(1, len(terms)):
            series = series * rest + fill_lanes(lanes, terms[k])
        return series * vector_power_of_two(whole + fill_lanes(lanes, shift + bias))

    return many
