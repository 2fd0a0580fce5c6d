"""Batches of whole hands of hold'em: the kernels, which step rows by the compiled rules, and their engine."""

from __future__ import annotations

from typing import Any

import numpy as np

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.core import TERMINAL, State
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int8s, Int32s, Int64s, Uint8s, Uint64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.splitmix import STEP
from pokerzoo.envs.whole_hands.dealing import MOST_CARDS, clear_hand, deal_at_random
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.legal import action_at_random, is_legal
from pokerzoo.envs.whole_hands.moves import apply_action
from pokerzoo.envs.whole_hands.observations import write_observation
from pokerzoo.envs.whole_hands.pointers import pointer
from pokerzoo.envs.whole_hands.row import HAND_WIDTH, PAYOFFS
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .engines import Batch, batch_arrays
from .kernels import unit_float

PUBLIC_CARDS = 5


class WholeHandsEngine:
    """Steps rows of whole hands."""

    def __init__(self, game: TexasHoldemGame) -> None:
        self.game = game

    def rows(self, hands: int) -> Int64s:
        return np.zeros((hands, int(self.game.rules_row[HAND_WIDTH])), dtype=np.int64)

    def play(self, rows: Any, rng: Uint64s, actions: Int64s, dealt: Bools, autoreset: bool, out: Batch) -> None:
        game = self.game
        play_whole_hands(
            game.rules_row,
            game.start,
            rows,
            rng,
            np.empty(MOST_CARDS),
            game.payoff_unit,
            actions,
            dealt,
            autoreset,
            *batch_arrays(out),
        )

    def first_illegal(self, rows: Any, actions: Int64s) -> int:
        bad: int = first_illegal_whole(self.game.rules_row, rows, actions)
        return bad

    def random_actions(self, rows: Any, rng: Uint64s, out: Int64s) -> None:
        random_whole_actions(self.game.rules_row, rows, rng, out)

    def state(self, row: Any) -> State:
        return TexasHoldemState(self.game, row.copy())


@kernel(inline="always")
def draw_numbers(rules: Int64s, rng: Uint64s, i: int, numbers: Floats) -> None:
    """Draw what a hand is dealt with from generator ``i``: always as many numbers, whatever is played."""
    state = rng[i]
    for k in range(2 * rules[col.NUM_PLAYERS] + PUBLIC_CARDS):
        state += STEP
        numbers[k] = unit_float(state)
    rng[i] = state


@kernel(inline="always")
def write_mask(rules: Int64s, hand: Int64s, actions: int, out: Uint8s) -> None:
    """Write 1 for each legal action and 0 for the others; after the end 1 for all."""
    legal = hand[col.LEGAL] if hand[col.STATUS] == col.TO_ACT else -1
    if rules[col.NUM_SIZES]:
        for action in range(actions):
            out[action] = legal >> action & 1
        return
    for action in range(actions):
        out[action] = legal == -1
    if legal != -1:
        out[0] = legal & 1
        out[1] = 1
        for total in range(max(hand[col.LEAST_TO], 1), hand[col.MOST_TO] + 1):
            out[col.BET + total - 1] = 1


@kernel(nogil=True)
def play_whole_hands(
    rules_row: Int64s,
    start: Int64s,
    rows: Int64s,
    rng: Uint64s,
    numbers: Floats,
    unit: float,
    actions: Int64s,
    dealt: Bools,
    autoreset: bool,
    players: Int8s,
    observation: Floats32,
    mask: Uint8s,
    rewards: Floats,
    terminated: Bools,
    infosets: Int32s,
) -> None:
    """Play legal actions, or deal new hands, and write what there is to see; see ``play_hands`` of ``kernels``."""
    rules, blank, drawn = pointer(rules_row, 0), pointer(start, 0), pointer(numbers, 0)
    width, entries, num_actions = rows.shape[1], observation.shape[1], mask.shape[1]
    some_played, some_dealt = len(actions) > 0, len(dealt) > 0
    for i in range(rows.shape[0]):
        hand = pointer(rows, i * width)
        for player in range(rewards.shape[1]):
            rewards[i, player] = 0.0
        acting = hand[col.STATUS] == col.TO_ACT
        dealing = some_dealt and dealt[i]
        if some_played and acting:
            apply_action(rules, hand, actions[i])
        # What chance has ended alone is paid when it is dealt or, under autoreset, in the step after.
        pays = (some_played and (autoreset or acting)) or (dealing and not autoreset)
        paid = False
        while True:
            if dealing:
                clear_hand(blank, hand)
                draw_numbers(rules, rng, i, drawn)
            deal_at_random(rules, hand, drawn)
            if not pays or hand[col.STATUS] != col.OVER:
                break
            paid = True
            for player in range(rewards.shape[1]):
                rewards[i, player] = hand[PAYOFFS + player] * unit
            if not autoreset:
                break
            pays, dealing = False, True
        acting = hand[col.STATUS] == col.TO_ACT
        players[i] = hand[col.ACTOR] if acting else TERMINAL
        terminated[i] = paid or (not acting and not autoreset)
        infosets[i] = -1
        write_mask(rules, hand, num_actions, pointer(mask, i * num_actions))
        if entries and acting:
            write_observation(rules, hand, hand[col.ACTOR], pointer(observation, i * entries))
        elif entries:
            for k in range(entries):
                observation[i, k] = 0.0


@kernel(nogil=True)
def first_illegal_whole(rules_row: Int64s, rows: Int64s, actions: Int64s) -> int:
    """The first hand whose action is not legal, -1 if all are; hands that are over take any."""
    rules = pointer(rules_row, 0)
    for i in range(rows.shape[0]):
        hand = pointer(rows, i * rows.shape[1])
        if hand[col.STATUS] == col.TO_ACT and not is_legal(rules, hand, actions[i]):
            return i
    return -1


@kernel(nogil=True)
def random_whole_actions(rules_row: Int64s, rows: Int64s, rng: Uint64s, out: Int64s) -> None:
    """For each hand a legal action, all equally likely; 0 where it is over."""
    rules = pointer(rules_row, 0)
    for i in range(rows.shape[0]):
        hand = pointer(rows, i * rows.shape[1])
        rng[i] += STEP
        out[i] = 0
        if hand[col.STATUS] == col.TO_ACT:
            out[i] = action_at_random(rules, hand, unit_float(rng[i]))
