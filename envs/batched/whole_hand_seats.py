"""Batches of whole hands seen from one seat each: the kernels of the vector environment."""

from __future__ import annotations

from pokerzoo.envs.betting.row import ACTOR, NUM_PLAYERS, STATUS, TO_ACT
from pokerzoo.envs.support.arrays import Bools, Floats, Int8s, Int64s, Uint64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.splitmix import STEP
from pokerzoo.envs.whole_hands.dealing import clear_hand, deal_at_random
from pokerzoo.envs.whole_hands.legal import action_at_random, is_legal, passive_action
from pokerzoo.envs.whole_hands.moves import apply_action
from pokerzoo.envs.whole_hands.observations import write_observation
from pokerzoo.envs.whole_hands.pointers import pointer
from pokerzoo.envs.whole_hands.row import PAYOFFS

from .asked_hands import DEAL, DONE, NONE, PLAY
from .kernels import ViewArrays, unit_float
from .whole_hands import draw_numbers, write_mask


@kernel(nogil=True)
def play_seats(
    rules_row: Int64s,
    start: Int64s,
    rows: Int64s,
    rng: Uint64s,
    numbers: Floats,
    unit: float,
    seat_of: Int64s,
    fixed: int,
    at_random: Bools,
    todo: Int8s,
    actions: Int64s,
    playing: Bools,
    over: Bools,
    same_step: bool,
    views: ViewArrays,
) -> int:
    """Go on up to the agents' next decisions, the ends, or to opponents who must be asked; the number of these."""
    rules, blank, drawn = pointer(rules_row, 0), pointer(start, 0), pointer(numbers, 0)
    final, width = views.final, rows.shape[1]
    waiting = 0
    for i in range(rows.shape[0]):
        if todo[i] == DONE:
            continue
        hand, seat, action, dealing = pointer(rows, i * width), seat_of[i], actions[i], todo[i] == DEAL
        todo[i] = DONE
        while True:
            if dealing:
                over[i] = False
                views.new[i] = True
                if fixed < 0:
                    rng[i] += STEP
                    seat = int(unit_float(rng[i]) * rules[NUM_PLAYERS])
                    seat_of[i] = seat
                clear_hand(blank, hand)
                draw_numbers(rules, rng, i, drawn)
            elif action >= 0:
                apply_action(rules, hand, action)
            deal_at_random(rules, hand, drawn)
            action, dealing = NONE, False
            acting, mover = hand[STATUS] == TO_ACT, hand[ACTOR]
            if acting and mover != seat:
                if not at_random[mover - (1 if mover > seat else 0)]:
                    todo[i] = PLAY
                    waiting += 1
                    break
                rng[i] += STEP
                action = action_at_random(rules, hand, unit_float(rng[i]))
                continue
            if acting or not playing[i]:
                break
            playing[i] = False
            views.terminated[i] = over[i] = True
            views.rewards[i] = hand[PAYOFFS + seat] * unit
            if not same_step:
                break
            write_observation(rules, hand, seat, pointer(final, i * final.shape[1]))
            dealing = True
    return waiting


@kernel(nogil=True)
def write_views(rules_row: Int64s, rows: Int64s, seat_of: Int64s, views: ViewArrays) -> None:
    """Write ``observation``, ``mask``, and ``infoset``: 0 where the agent is to move, -1 where the hand is over."""
    rules, observation, mask = pointer(rules_row, 0), views.observation, views.mask
    for i in range(rows.shape[0]):
        hand = pointer(rows, i * rows.shape[1])
        write_observation(rules, hand, seat_of[i], pointer(observation, i * observation.shape[1]))
        write_mask(rules, hand, mask.shape[1], pointer(mask, i * mask.shape[1]))
        views.infoset[i] = 0 if hand[STATUS] == TO_ACT else -1


@kernel(nogil=True)
def judge_whole_actions(rules_row: Int64s, rows: Int64s, over: Bools, actions: Int64s, strict: bool, illegal: Bools) -> int:
    """Put check, else fold, in the place of each action that is not legal, and mark it in ``illegal``."""
    rules = pointer(rules_row, 0)
    for i in range(rows.shape[0]):
        hand = pointer(rows, i * rows.shape[1])
        acting = hand[STATUS] == TO_ACT and not over[i]
        illegal[i] = acting and not is_legal(rules, hand, actions[i])
        if not acting:
            actions[i] = NONE
        elif illegal[i]:
            actions[i] = passive_action(hand)
            if strict:
                return i
    return -1
