"""Drawing from a list with weights in one step: Walker's alias method."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt


def alias_table(weights: Sequence[float] | npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Walker's alias method (in Vose's form): thresholds float64 [n] and aliases int64 [n] for weights that are not all zero.

    Take a cell at random, and a number from 0 to 1: below the threshold the cell itself is drawn, else its alias.
    """
    values = np.asarray(weights, dtype=np.float64)
    size = len(values)
    share = values * (size / values.sum())
    threshold, alias = np.ones(size), np.arange(size)
    small = [k for k in range(size) if share[k] < 1.0]
    large = [k for k in range(size) if share[k] >= 1.0]
    while small and large:
        low, high = small.pop(), large.pop()
        threshold[low], alias[low] = share[low], high
        share[high] -= 1.0 - share[low]
        (small if share[high] < 1.0 else large).append(high)
    # What is left is 1 but for rounding. What cannot happen must not be drawn for all that.
    likeliest = int(np.argmax(values))
    for k in small + large:
        if values[k] == 0.0:
            threshold[k], alias[k] = 0.0, likeliest
    return threshold, alias
