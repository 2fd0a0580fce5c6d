"""Observations of a whole hand, as numbers from 0 to 1: names of the entries, and the compiled function that fills them.

All of it is relative to the observer: ``_0`` is the own seat, ``_1`` the next to the left, and so on. Others' cards and public
cards still to come are never in it; nor is what a showdown shows, since no decision follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.kernels import kernel

from .row import BOARD, HAND_WIDTH, HOLES, MOVES, NUM_BOARD, NUM_DECK, NUM_MOVES, POT_SCALE, STACK_SCALE

if TYPE_CHECKING:
    from .game import TexasHoldemGame

STREETS = ("preflop", "flop", "turn", "river")
BY_SEAT = ("button", "to_act", "dealt", "folded", "all_in", "stack", "in_round", "in_hand")
"""Entries that there are for each seat, in their order."""
AMOUNTS = ("pot", "to_call", "least_to", "most_to")
COUNTED_BETS = 5
"""Numbers of bets in the round that have an entry; the last means that many minus one, or more."""
KINDS = ("fold", "call", "bet")


@kernel(inline="always")
def observation_width(rules: Int64s) -> int:
    """Count of entries of an observation."""
    players, streets = rules[col.NUM_PLAYERS], rules[col.LAST_STREET] + 1
    cards, now = streets * (rules[NUM_DECK] + 1), len(BY_SEAT) * players + len(AMOUNTS) + COUNTED_BETS
    width: int = cards + now + (rules[HAND_WIDTH] - MOVES) * (players + len(KINDS) + streets + 1)
    return width


def observation_names(game: TexasHoldemGame) -> tuple[str, ...]:
    """The name of each entry of an observation; what each holds is in the page of ``texas_holdem_v0``."""
    deck, players = game.rules.deck.names, range(game.num_players)
    moves = range(int(game.rules_row[HAND_WIDTH]) - MOVES)
    streets = STREETS[: len(game.rules.betting.rounds)]
    move = [*[f"by_{i}" for i in players], *KINDS, *streets, "to"]
    return (
        *[f"{where}_{card}" for where in ("hand", *streets[1:]) for card in deck],
        *[f"street_{street}" for street in streets],
        *[f"{what}_{i}" for what in BY_SEAT for i in players],
        *AMOUNTS,
        *[f"bets_{k}" for k in range(COUNTED_BETS)],
        *[f"move_{k}_{what}" for k in moves for what in move],
    )


@kernel(inline="always")
def write_observation(rules: Int64s, hand: Int64s, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write what ``seat`` knows of a hand."""
    for k in range(observation_width(rules)):
        out[k] = 0.0
    players, cards, streets = rules[col.NUM_PLAYERS], rules[NUM_DECK], rules[col.LAST_STREET] + 1
    by_stack, by_pot = 1.0 / rules[STACK_SCALE], 1.0 / rules[POT_SCALE]
    if hand[HOLES + 2 * seat] >= 0:
        out[hand[HOLES + 2 * seat]] = 1.0
        out[hand[HOLES + 2 * seat + 1]] = 1.0
    for k in range(hand[NUM_BOARD]):
        out[max(k - 1, 1) * cards + hand[BOARD + k]] = 1.0
    at = streets * cards
    out[at + hand[col.STREET]] = 1.0
    at += streets
    out[at + behind_by(seat, rules[col.BUTTON], players)] = 1.0
    acts = hand[col.STATUS] == col.TO_ACT
    if acts:
        out[at + players + behind_by(seat, hand[col.ACTOR], players)] = 1.0
    by_seat = at + 2 * players
    for step in range(players):
        other = seat + step if seat + step < players else seat + step - players
        live = hand[col.LIVE] >> other & 1
        dealt = live or hand[HOLES + 2 * other] >= 0
        out[by_seat + step] = dealt
        out[by_seat + players + step] = dealt and not live
        out[by_seat + 2 * players + step] = live and hand[col.STACKS + other] == 0
        out[by_seat + 3 * players + step] = hand[col.STACKS + other] * by_stack
        out[by_seat + 4 * players + step] = hand[col.IN_ROUND + other] * by_stack
        out[by_seat + 5 * players + step] = (hand[col.IN_HAND + other] + hand[col.PAID_DEAD + other]) * by_stack
    at += len(BY_SEAT) * players
    out[at] = hand[col.POT] * by_pot
    if acts:
        out[at + 1] = (hand[col.CALL_TO] - hand[col.IN_ROUND + hand[col.ACTOR]]) * by_stack
        out[at + 2] = hand[col.LEAST_TO] * by_stack
        out[at + 3] = hand[col.MOST_TO] * by_stack
    at += len(AMOUNTS)
    out[at + min(hand[col.NUM_BETS], COUNTED_BETS - 1)] = 1.0
    at += COUNTED_BETS
    for k in range(hand[NUM_MOVES]):
        move = hand[MOVES + k]
        out[at + behind_by(seat, move & 15, players)] = 1.0
        at += players
        out[at + (move >> 4 & 3)] = 1.0
        out[at + len(KINDS) + (move >> 6 & 3)] = 1.0
        out[at + len(KINDS) + streets] = (move >> 16) * by_stack
        at += len(KINDS) + streets + 1


@kernel(inline="always")
def behind_by(seat: int, other: int, players: int) -> int:
    """Distance to another seat, going left from ``seat``."""
    step = other - seat
    return step if step >= 0 else step + players
