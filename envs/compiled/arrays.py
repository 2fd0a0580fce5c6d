"""Named array types of kernel arguments, with their shapes.

All of these are NumPy arrays, or tuples of them. The names are for the reader and the type checker; numba ignores annotations.
*Rows* are the common form: one number for each of a player's sequences and hands, packed for vectors as ``simd`` says.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats, Floats32, Int64s

LANES = 16
"""Sequences side by side in a vector, and hands to a block."""

Rows: TypeAlias = npt.NDArray[Any]
"""One player's numbers for each sequence and hand: float64 [sequences] with one lane, float64 [blocks, sequences * 8] with
``HandLanes``, float32 [blocks, sequences * 16] with ``ManyHandLanes``. Row 0 belongs to the empty sequence."""
AllRows: TypeAlias = tuple[Rows, ...]
"""``Rows`` for each player. For a ``StreetTree`` the tuple has one item, a ``BoardRows`` of both players."""

Strategy: TypeAlias = Rows
"""Rows: the probability of each sequence's last action at its decision point; row 0 is not used."""
Reach: TypeAlias = Rows
"""Rows: the product of the player's own probabilities on the way to each sequence, times the weight of the hand in row 0."""
Utility: TypeAlias = Rows
"""Rows: the counterfactual value of each sequence in net chips, weighted by the reach of chance and of all others."""
Cumulative: TypeAlias = Rows
"""Rows: sums over iterations: of regrets, or of reaches (which make the average strategy)."""
LockMask: TypeAlias = Rows
"""Rows: above zero where the strategy is locked. An array of size 0 locks nothing."""

BoardRows: TypeAlias = Floats32
"""float32 [``StreetTree.num_floats``]: a number for each board, sequence and hand of both players. An array of size 0 stands
for rows that are not wanted."""
RootRows: TypeAlias = tuple[Floats32, Floats32]
"""For each player float32 [blocks, 16]: the weight of each hand in the player's range, as a row of its own."""
SideBySide: TypeAlias = Floats32
"""float32 [hands * 16]: sixteen sequences of one player side by side, hand by hand."""
Scales: TypeAlias = Floats32
"""float32 [``StreetTree.num_scales``]: what a unit of sums in 16 bits is, for each board, block of hands and decision point."""
CardSums: TypeAlias = Floats32
"""float32 [53 * 16] (of a ``StreetTree`` [54 * 16 or 32]): sums over the hands that hold each card, sequences side by side. Row
52 stays zero: it belongs to the card of padding."""
Records: TypeAlias = npt.NDArray[Any]
"""A structured array: an array of records."""
Vector: TypeAlias = Any
"""A value of one block: a float with one lane, else an LLVM vector that exists in compiled code only."""

PlayerValues: TypeAlias = Floats
"""float64 [players]: a number for each player, in net chips a hand."""
Factors: TypeAlias = Floats
"""float64 [iterations, 4]: for each iteration the factors of positive regrets, of negative regrets and of the average, and the
weight of the prediction; ``Variant.factors`` makes them."""
Counter: TypeAlias = Int64s
"""int64 [1]: how many; kernels count it up, so that a caller that is interrupted finds it right."""
