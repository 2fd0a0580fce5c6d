"""Batches of whole hands of hold'em: rows of the compiled rules, and the legal actions of a row as a set."""

from __future__ import annotations

from typing import Any

import numpy as np

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.betting.row import BET, LEAST_TO, LEGAL, MAX_ACTIONS, MOST_TO, NUM_SIZES
from pokerzoo.envs.core import TERMINAL, State
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int64s, Uint8s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import STEP, Generators, unit_float
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.moves import MOST_CARDS, apply_action, clear_hand, deal_at_random
from pokerzoo.envs.whole_hands.observations import write_observation
from pokerzoo.envs.whole_hands.row import HAND_WIDTH, PAYOFFS
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import pointer

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


PUBLIC_CARDS = 5
NO_ACTIONS, NOWHERE = np.empty(0, np.int64), np.empty(0, np.bool_)
"""Nothing is played, or dealt."""


class WholeHandsEngine:
    """Steps rows of whole hands, int64 [hands, width]."""

    has_tables = False

    def __init__(self, game: TexasHoldemGame) -> None:
        self.game = game

    def rows(self, hands: int) -> Int64s:
        return np.zeros((hands, int(self.game.rules_row[HAND_WIDTH])), dtype=np.int64)

    def deal(self, rows: Any, rng: Generators, which: Bools, movers: Int64s) -> None:
        deal_or_play(self.game.rules_row, self.game.start, rows, rng, np.empty(MOST_CARDS), which, NO_ACTIONS, movers)

    def apply(self, rows: Any, rng: Generators, actions: Int64s, movers: Int64s) -> None:
        deal_or_play(self.game.rules_row, self.game.start, rows, rng, np.empty(MOST_CARDS), NOWHERE, actions, movers)

    def legal(self, rows: Any, out: Uint8s) -> None:
        write_masks(self.game.rules_row, rows, out)

    def is_legal(self, rows: Any, actions: Int64s) -> Bools:
        result = np.empty(len(rows), np.bool_)
        write_is_legal(self.game.rules_row, rows, actions, result)
        return result

    def passive(self, rows: Any) -> Int64s:
        result = np.empty(len(rows), np.int64)
        write_passive(rows, result)
        return result

    def random_actions(self, rows: Any, numbers: Floats, which: Bools, out: Int64s) -> None:
        write_random(self.game.rules_row, rows, numbers, which, out)

    def payoffs(self, rows: Any, which: Bools, out: Floats) -> None:
        write_payoffs(rows, self.game.payoff_unit, which, out)

    def observe(self, rows: Any, seats: Int64s, out: Floats32) -> None:
        write_observations(self.game.rules_row, rows, seats, out)

    def infosets(self, rows: Any) -> Int64s:
        return np.full(len(rows), -1, np.int64)

    def state(self, row: Any) -> State:
        return TexasHoldemState(self.game, row.copy())


@kernel(inline="always")
def draw_deal(rules: Int64s, rng: Generators, i: int, numbers: Floats) -> None:
    """Draw what a hand is dealt with from generator ``i``: always as many numbers, for any play."""
    state = rng[i]
    for k in range(2 * rules[col.NUM_PLAYERS] + PUBLIC_CARDS):
        state += STEP
        numbers[k] = unit_float(state)
    rng[i] = state


@kernel(nogil=True, counted=False)
def deal_or_play(
    rules_row: Int64s,
    start: Int64s,
    rows: Int64s,
    rng: Generators,
    numbers: Floats,
    which: Bools,
    actions: Int64s,
    movers: Int64s,
) -> None:
    """Deal the marked hands, and play an action of 0 or more of each other, with the cards that follow.

    Cards that come later are drawn at the deal; ``numbers`` is scratch. Two kernels would take twice as long to compile.
    """
    rules, blank, drawn = pointer(rules_row, 0), pointer(start, 0), pointer(numbers, 0)
    some_dealt, some_played = len(which) > 0, len(actions) > 0
    for i in range(rows.shape[0]):
        hand = pointer(rows, i * rows.shape[1])
        if some_dealt and which[i]:
            clear_hand(blank, hand)
            draw_deal(rules, rng, i, drawn)
        elif some_played and actions[i] >= 0:
            apply_action(rules, hand, actions[i])
        else:
            continue
        deal_at_random(rules, hand, drawn)
        movers[i] = hand[col.ACTOR] if hand[col.STATUS] == col.TO_ACT else TERMINAL


@kernel(nogil=True, counted=False)
def write_masks(rules_row: Int64s, rows: Int64s, out: Uint8s) -> None:
    """Write 1 for each legal action and 0 for the others; where a hand is over 1 for all."""
    rules, actions = pointer(rules_row, 0), out.shape[1]
    for i in range(rows.shape[0]):
        hand = pointer(rows, i * rows.shape[1])
        legal = hand[col.LEGAL] if hand[col.STATUS] == col.TO_ACT else -1
        if rules[col.NUM_SIZES]:
            for action in range(actions):
                out[i, action] = legal >> action & 1
            continue
        for action in range(actions):
            out[i, action] = legal == -1
        if legal != -1:
            out[i, 0] = legal & 1
            out[i, 1] = 1
            for total in range(max(hand[col.LEAST_TO], 1), hand[col.MOST_TO] + 1):
                out[i, col.BET + total - 1] = 1


@kernel(nogil=True, counted=False)
def write_is_legal(rules_row: Int64s, rows: Int64s, actions: Int64s, out: Bools) -> None:
    """Write whether each action is legal; where a hand is over any is."""
    rules = pointer(rules_row, 0)
    for i in range(rows.shape[0]):
        hand = pointer(rows, i * rows.shape[1])
        out[i] = hand[col.STATUS] != col.TO_ACT or is_legal(rules, hand, actions[i])


@kernel(nogil=True, counted=False)
def write_passive(rows: Int64s, out: Int64s) -> None:
    """Write check, else fold."""
    for i in range(rows.shape[0]):
        out[i] = passive_action(pointer(rows, i * rows.shape[1]))


@kernel(nogil=True, counted=False)
def write_random(rules_row: Int64s, rows: Int64s, numbers: Floats, which: Bools, out: Int64s) -> None:
    """Write a legal action of the marked hands, all equally likely."""
    rules = pointer(rules_row, 0)
    for i in range(rows.shape[0]):
        if which[i]:
            out[i] = action_at_random(rules, pointer(rows, i * rows.shape[1]), numbers[i])


@kernel(nogil=True, counted=False)
def write_payoffs(rows: Int64s, unit: float, which: Bools, out: Floats) -> None:
    """Write each player's net chips in the marked hands, which are over; zeros in the others."""
    for i in range(rows.shape[0]):
        for player in range(out.shape[1]):
            out[i, player] = rows[i, PAYOFFS + player] * unit if which[i] else 0.0


@kernel(nogil=True, counted=False)
def write_observations(rules_row: Int64s, rows: Int64s, seats: Int64s, out: Floats32) -> None:
    """Write what these seats see; zeros for seats below 0."""
    rules = pointer(rules_row, 0)
    for i in range(rows.shape[0]):
        if seats[i] >= 0:
            write_observation(rules, pointer(rows, i * rows.shape[1]), seats[i], pointer(out, i * out.shape[1]))
        else:
            for k in range(out.shape[1]):
                out[i, k] = 0.0
