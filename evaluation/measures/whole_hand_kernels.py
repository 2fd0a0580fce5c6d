"""Showdowns of one hand against all others with public cards to come: what local best response reckons with."""

from __future__ import annotations

import numpy as np

from pokerzoo.agents.policies.whole_hand_decisions import U_32, best_of
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.splitmix import STEP, mixed
from pokerzoo.envs.whole_hands.row import NUM_DECK
from pokerzoo.envs.whole_hands.showdown import bit_of, public_cards

FULL_LISTS = 1
"""The most cards of run-outs that are all listed; of more, some are drawn."""


@kernel
def showdown_edges(
    rules: Int64s, own: Int64s, board: Int64s, hands: Int64s, asked: Floats, samples: int, seed: int, found: Floats
) -> None:
    """Fill ``found`` with the chance to win a showdown less that to lose it, against each hand with ``asked`` above 0."""
    # ``own`` and ``hands``: two cards of the deck each; ``samples`` run-outs are drawn where more than one card is to come.
    known = 0
    for card in board:
        known |= bit_of(rules, card)
    mine = bit_of(rules, own[0]) | bit_of(rules, own[1])
    left, count = np.empty(52, np.int64), 0
    for card in range(rules[NUM_DECK]):
        if not (known | mine) & bit_of(rules, card):
            left[count] = bit_of(rules, card)
            count += 1
    words, seen = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    for k in range(len(hands)):
        found[k] = 0.0
        word = bit_of(rules, hands[k, 0]) | bit_of(rules, hands[k, 1])
        if asked[k] > 0.0 and not word & (known | mine):
            words[k] = word
    public = public_cards(rules)
    to_come = public - len(board)
    draws = 1 if to_come == 0 else count if to_come == FULL_LISTS else samples
    state = mixed(mixed(np.uint64(seed) + STEP) ^ np.uint64(mine))
    state = mixed(state ^ np.uint64(known))
    for draw in range(draws):
        run = 0
        if to_come == FULL_LISTS:
            run = left[draw]
        else:
            for k in range(to_come):
                state += STEP
                j = k + int((mixed(state) >> U_32) * np.uint64(count - k) >> U_32)
                left[k], left[j] = left[j], left[k]
                run |= left[k]
        full = known | run
        strength = best_of(rules, full | mine, public + 2)
        for k in range(len(hands)):
            if words[k] and not words[k] & run:
                other = best_of(rules, full | words[k], public + 2)
                found[k] += (strength > other) - (strength < other)
                seen[k] += 1
    for k in range(len(hands)):
        if seen[k]:
            found[k] /= seen[k]
