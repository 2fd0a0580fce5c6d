"""The move of local best response among those with a local value."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.public_state import CALL, PublicState

Floats = npt.NDArray[np.float64]

TIE = 1e-9
"""Local values that differ by less than this, in units of the chips at stake, are equal: rounding decides nothing."""


def best_moves(public: PublicState, values: Floats, facing: Floats) -> npt.NDArray[np.int64]:
    """int64 [hands]: the first move that is worth most; where no hand of the others is left, to check or call.

    Takes the local values, float64 [moves, hands], and the others' reach, float64 [hands].
    """
    slack = TIE * public.rules.max_contribution * facing
    chosen = np.argmax(values >= values.max(axis=0) - slack, axis=0)
    passive = next((k for k, (kind, _) in enumerate(public.moves) if kind == CALL), 0)
    return np.where(facing > 0.0, chosen, passive)
