"""The rows of a hand in play: those of its betting with columns for cards and moves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import pokerzoo.envs.whole_hands.row as play_col
from pokerzoo.envs.betting.row import BETTING_WIDTH, LEAST_BET, STREETS
from pokerzoo.envs.betting.setup import Betting
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.errors import ParameterError

from .most_moves import most_moves

DECKS = {52: play_col.FULL_DECK, 36: play_col.SHORT_DECK, 20: play_col.ROYAL_DECK}
MOST_MOVES = 1_000_000
"""A hand is a row that has a column for each move."""


def play_rules_row(betting: Betting, deck: Sequence[int]) -> Int64s:
    """int64 [columns]: see ``row``."""
    moves = most_moves(betting)
    if moves > MOST_MOVES:
        least = betting.chips(betting.rules_row[STREETS + LEAST_BET])
        raise ParameterError(
            "stack",
            betting.stacks,
            f"a hand may have {moves:,} moves, with raises by {least:g} each; "
            f"at most {MOST_MOVES:,} are allowed: give smaller stacks, larger blinds, a raise_cap, or shares of the pot",
        )
    row = np.array(betting.rules_row, dtype=np.int64)
    put_deck(row, deck)
    row[play_col.BIG_BLIND] = betting.units(betting.big_blind)
    row[play_col.HAND_WIDTH] = play_col.MOVES + moves
    stacks = [betting.units(stack) for stack in betting.stacks]
    row[play_col.STACK_SCALE], row[play_col.POT_SCALE] = max(stacks), sum(stacks)
    if betting.chips_in_play:
        row[play_col.STACK_SCALE] = row[play_col.POT_SCALE] = betting.units(betting.chips_in_play)
    return row


def put_deck(row: Int64s, deck: Sequence[int]) -> None:
    """Write a deck's cards, as numbers of the 52, into a row of rules."""
    row[play_col.DECK], row[play_col.NUM_DECK] = DECKS[len(deck)], len(deck)
    row[play_col.DECK_CARDS : play_col.DECK_CARDS + len(deck)] = deck


def play_start_row(betting: Betting, row: Int64s) -> Int64s:
    """int64 [columns]: a hand before the deal: antes and blinds are posted, no cards are dealt."""
    hand = np.zeros(row[play_col.HAND_WIDTH], dtype=np.int64)
    hand[:BETTING_WIDTH] = betting.start_row
    hand[play_col.HOLES : play_col.PAYOFFS] = -1
    hand[play_col.NUM_DEALT] = next(seat for seat, chips in enumerate(betting.stacks) if chips > 0)
    return hand
