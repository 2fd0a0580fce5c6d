"""Memory that a game for three players takes, told before it is walked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pokerzoo.envs.poker.board_numbers import count_boards

from .public_tree import has_many_hands
from .simd import DTYPES, HandLanes, ManyHandLanes, lanes_for, row_width

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame

STATE_BYTES = 1_500
"""Bytes for each public state while the tree is walked: objects of Python, measured."""
STATE_ROWS = 2
"""Rows of answers for each public state, of the game, of a solver and of an evaluator together."""
SEQUENCE_ROWS = 9
"""Rows for each sequence: five of a solver, and at most four of an evaluator."""


def three_way_bytes(game: PokerGame) -> int:
    """Bytes that compiling, solving and measuring take together; of games of 0.2 to 1.8 GB within a fifth of the peak."""
    rules, counts = game.rules, game.size.counts
    kind = ManyHandLanes if has_many_hands(rules) else HandLanes
    row = row_width(lanes_for(kind, len(rules.hands))) * np.dtype(DTYPES[kind]).itemsize
    sequences = sum(number * count_boards(rules, deals) for (_, deals), number in counts.actions.items())
    found: int = game.size.public_states * (STATE_BYTES + STATE_ROWS * row) + sequences * SEQUENCE_ROWS * row
    return found
