"""Magnetic mirror descent, compiled: evaluate the terminals, walk the treeplex up, move policies, walk it down."""

from __future__ import annotations

from math import factorial, ldexp
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types

from pokerzoo.agents.cfr.kernels import add_reach
from pokerzoo.envs.compiled.arrays import AllRows, Counter, Cumulative, Reach, Rows, Strategy, Utility
from pokerzoo.envs.compiled.regret_matching import Block
from pokerzoo.envs.compiled.simd import (
    HandLanes,
    Lanes,
    OneLane,
    fill_lanes,
    kind_of,
    load_block,
    num_blocks,
    select_positive,
    store_block,
    zero_limit,
)
from pokerzoo.envs.compiled.terminal_evaluation import Evaluation, counterfactual_values
from pokerzoo.envs.compiled.treeplex import BLOCKS_AT_ONCE, Treeplex, reach_down, values_up
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.kernels import intrinsic, kernel, typed_overload

Logits: TypeAlias = Rows
"""Rows: logarithms of probabilities up to a constant at each decision point; the largest is 0."""
Moves: TypeAlias = npt.NDArray[np.float64]
"""float64 [iterations, 4]: for each iteration the step, the temperature, the share by which magnets move to the policies, and
the factor of the average."""


Ends: TypeAlias = tuple[Evaluation, ...]
"""For each player the evaluation of the opponents' reach of each decision point (``infoset_reach.py``)."""


@kernel
def expected_value(lanes: Lanes, worth: Block, reach: Block, largest: float) -> Block:
    """A counterfactual value divided by the reach of all others, block by block; 0 where these never lead."""
    # Sums by card are rounded: a hand that the others hardly leave might seem to win any sum, so values are clipped.
    met = reach - fill_lanes(lanes, zero_limit(lanes))  # else 1 / reach might overflow
    value = select_positive(met, worth, fill_lanes(lanes, 0.0)) / select_positive(met, reach, fill_lanes(lanes, 1.0))
    most, least = fill_lanes(lanes, largest), fill_lanes(lanes, -largest)
    value = select_positive(value - most, most, value)
    return select_positive(least - value, least, value)


@kernel
def update_logits(
    lanes: Lanes,
    plex: Treeplex,
    start: int,
    end: int,
    step: float,
    temperature: float,
    share: float,
    largest: float,
    faced: Reach,
    utility: Utility,
    strategy: Strategy,
    logits: Logits,
    magnet: Logits,
) -> None:
    """One walk up over the blocks of hands from ``start`` to ``end``: values, logits, and the next strategy."""
    pull = step * temperature
    shrink = 1.0 / (1.0 + pull)
    for point in range(plex.first.shape[0] - 1, -1, -1):
        first, last = plex.first[point], plex.first[point] + plex.actions[point]
        parent = plex.parent[point]
        for block in range(start, end):
            reach = load_block(lanes, faced, first, block)
            value = fill_lanes(lanes, 0.0)
            best = fill_lanes(lanes, 0.0)
            for row in range(first, last):
                worth = load_block(lanes, utility, row, block)
                value = value + load_block(lanes, strategy, row, block) * worth
                moved = fill_lanes(lanes, step) * expected_value(lanes, worth, reach, largest)
                logit = load_block(lanes, logits, row, block) + moved
                if magnet.size > 0:
                    logit = logit + fill_lanes(lanes, pull) * load_block(lanes, magnet, row, block)
                logit = logit * fill_lanes(lanes, shrink)
                store_block(lanes, logits, row, block, logit)
                best = logit if row == first else select_positive(logit - best, logit, best)
            total = fill_lanes(lanes, 0.0)
            for row in range(first, last):
                logit = load_block(lanes, logits, row, block) - best
                store_block(lanes, logits, row, block, logit)
                probability = exponential(lanes, logit)
                store_block(lanes, strategy, row, block, probability)
                total = total + probability
                if magnet.size > 0:
                    held = load_block(lanes, magnet, row, block) * fill_lanes(lanes, 1.0 - share)
                    store_block(lanes, magnet, row, block, held + logit * fill_lanes(lanes, share))
            for row in range(first, last):
                store_block(lanes, strategy, row, block, load_block(lanes, strategy, row, block) / total)
            store_block(lanes, utility, parent, block, load_block(lanes, utility, parent, block) + value)


@kernel(nogil=True)
def move_player(
    lanes: Lanes,
    plex: Treeplex,
    move: Floats,
    largest: float,
    faced: Reach,
    utility: Utility,
    strategy: Strategy,
    reach: Reach,
    logits: Logits,
    magnet: Logits,
    average: Cumulative,
    start: int,
    end: int,
) -> None:
    """A player's turn over the blocks of hands from ``start`` to ``end``; ``move`` is a row of ``Moves``."""
    step, temperature, share, discount = move[0], move[1], move[2], move[3]
    rows = 1 + plex.actions.sum()
    for first in range(start, end, BLOCKS_AT_ONCE):
        last = min(first + BLOCKS_AT_ONCE, end)
        add_reach(lanes, rows, first, last, discount, reach, average)
        update_logits(
            lanes, plex, first, last, step, temperature, share, largest, faced, utility, strategy, logits, magnet
        )  # fmt: skip
        reach_down(lanes, plex, first, last, strategy, reach)


@kernel(nogil=True)
def iterate_policies(
    lanes: Lanes,
    plexes: tuple[Treeplex, ...],
    terminals: Evaluation,
    ends: Ends,
    alternating: bool,
    moves: Moves,
    largest: float,
    strategies: AllRows,
    reaches: AllRows,
    utilities: AllRows,
    faced: AllRows,
    logits: AllRows,
    magnets: AllRows,
    averages: AllRows,
    iteration: Counter,
) -> None:
    """Run as many iterations as ``moves`` has rows. ``iteration[0]`` counts those that are complete."""
    players = len(plexes)
    for t in range(moves.shape[0]):
        for turn in range(players if alternating else 1):
            first_player, end_player = (turn, turn + 1) if alternating else (0, players)
            for player in range(first_player, end_player):
                counterfactual_values(lanes, terminals, player, reaches, utilities[player])
                counterfactual_values(lanes, ends[player], player, reaches, faced[player])
            for player in range(first_player, end_player):
                move_player(
                    lanes, plexes[player], moves[t], largest, faced[player], utilities[player], strategies[player],
                    reaches[player], logits[player], magnets[player], averages[player], 0, num_blocks(lanes),
                )  # fmt: skip
        iteration[0] += 1


@kernel
def sequence_values(lanes: Lanes, plex: Treeplex, largest: float, strategy: Strategy, faced: Reach, utility: Utility) -> None:
    """Turn the values of a player's sequences by their own terminals into the value of each action where it is reached."""
    values_up(lanes, plex, 0, num_blocks(lanes), strategy, utility)
    for point in range(plex.first.shape[0]):
        first = plex.first[point]
        for block in range(num_blocks(lanes)):
            reach = load_block(lanes, faced, first, block)
            for row in range(first, first + plex.actions[point]):
                value = expected_value(lanes, load_block(lanes, utility, row, block), reach, largest)
                store_block(lanes, utility, row, block, value)


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
