"""The legal actions of a hand as a set: whether an action is in it, how many there are, the k-th."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.betting.row import BET, LEAST_TO, LEGAL, MAX_ACTIONS, MOST_TO, NUM_SIZES
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.kernels import kernel

SMALL = 256
COUNTS = np.array([legal.bit_count() for legal in range(SMALL)])
"""[sets of the first eight actions] How many there are."""
PLACES = np.array([([k for k in range(8) if legal >> k & 1] + 8 * [0])[:8] for legal in range(SMALL)])
"""[sets of the first eight actions, k] The k-th of them."""


@kernel(inline="always")
def is_legal(rules: Int64s, hand: Int64s, action: int) -> bool:
    """True if the seat to act may play an action, which may be any integer."""
    legal = 0 <= action < MAX_ACTIONS and hand[LEGAL] >> min(max(action, 0), MAX_ACTIONS) & 1 != 0
    if rules[NUM_SIZES] == 0 and action >= BET:
        legal = hand[LEAST_TO] > 0 and hand[LEAST_TO] <= action - BET + 1 <= hand[MOST_TO]
    return legal


@kernel(inline="always")
def count_legal(rules: Int64s, hand: Int64s) -> int:
    """Count of legal actions."""
    left, count = hand[LEGAL], 0
    while left:
        left &= left - 1
        count += 1
    if rules[NUM_SIZES] == 0 and hand[LEAST_TO] > 0:
        count += hand[MOST_TO] - hand[LEAST_TO] + 1
    return count


@kernel(inline="always")
def legal_action(rules: Int64s, hand: Int64s, k: int) -> int:
    """The k-th legal action, ascending."""
    left, action = hand[LEGAL], 0
    while k > 0 and left & (left - 1):
        left &= left - 1
        k -= 1
    while not left >> action & 1:
        action += 1
    if k > 0:
        action = BET + hand[LEAST_TO] - 2 + k
    return action


@kernel(inline="always")
def action_at_random(rules: Int64s, hand: Int64s, share: float) -> int:
    """A legal action, all equally likely if ``share`` is drawn evenly from 0 to 1 (less than 1)."""
    legal = hand[LEGAL]
    if legal < SMALL and rules[NUM_SIZES] > 0:
        small: int = PLACES[legal, int(share * COUNTS[legal])]
        return small
    action: int = legal_action(rules, hand, int(share * count_legal(rules, hand)))
    return action


@kernel(inline="always")
def passive_action(hand: Int64s) -> int:
    """Check, else fold: what is played for an action that is not legal."""
    action: int = 1 - (hand[LEGAL] & 1)
    return action
