"""Showdowns of one hand against all others with public cards to come: what local best response reckons with."""

from __future__ import annotations

import numpy as np

from pokerzoo.agents.policies.whole_hand_decisions import U_32, best_of
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.splitmix import STEP, mixed
from pokerzoo.envs.whole_hands.pointers import pointer
from pokerzoo.envs.whole_hands.row import HOLES, NUM_DECK, PAYOFFS, RAKE
from pokerzoo.envs.whole_hands.showdown import bit_of, pay_players, public_cards


@kernel
def showdown_edges(
    rules: Int64s, own: Int64s, board: Int64s, hands: Int64s, asked: Floats, samples: int, seed: int, found: Floats
) -> None:
    """Fill ``found`` with the chance to win a showdown less that to lose it, against each hand with ``asked`` above 0."""
    # ``own`` and ``hands``: two cards of the deck each; all run-outs are listed where there are no more than ``samples`` of
    # them, or where one card is to come; else this number is drawn.
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
    draws = 1
    for k in range(to_come):
        draws = draws * (count - k) // (k + 1)
    listed = to_come <= 1 or draws <= samples
    draws = draws if listed else samples
    places = np.arange(to_come)
    state = mixed(mixed(np.uint64(seed) + STEP) ^ np.uint64(mine))
    state = mixed(state ^ np.uint64(known))
    for _ in range(draws):
        run = 0
        if listed:
            for k in range(to_come):
                run |= left[places[k]]
            k = to_come - 1  # the next set of places
            while k > 0 and places[k] == count - to_come + k:
                k -= 1
            if k >= 0:
                places[k] += 1
            for j in range(max(k, 0) + 1, to_come):
                places[j] = places[j - 1] + 1
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


@kernel
def mean_payoff(rules: Int64s, row: Int64s, seat: int, hands: Int64s, reach: Floats) -> float:
    """Mean of the units that a seat wins in a hand for two that is over, by the other's range."""
    hand, other = row.copy(), 1 - seat
    total, weight = 0.0, 0.0
    for k in range(len(hands)):
        if reach[k] > 0.0:
            hand[HOLES + 2 * other], hand[HOLES + 2 * other + 1] = hands[k, 0], hands[k, 1]
            hand[RAKE] = 0
            pay_players(pointer(rules, 0), pointer(hand, 0))
            total += reach[k] * hand[PAYOFFS + seat]
            weight += reach[k]
    return total / weight
