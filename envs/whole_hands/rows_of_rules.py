"""The rules of a whole hand as the row that compiled functions read, and the row of a hand at its start."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np

from pokerzoo.envs.betting.bets import TableBets
from pokerzoo.envs.betting.setup import TableSetup
from pokerzoo.envs.betting.sizes import Size
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.parameters import short_repr

from .most_moves import most_moves
from .row import (
    ALL_IN,
    BEHIND,
    BIG_BLIND,
    BUTTON,
    BY_CHIPS,
    DEAD,
    DECK,
    DECK_CARDS,
    FIRST_TO_ACT,
    FIXED,
    FIXED_LIMIT,
    FULL_DECK,
    GEOMETRIC,
    HAND_WIDTH,
    HIGHEST,
    HOLES,
    IN_HAND,
    IN_ROUND,
    LAST_RAISE,
    LAST_STREET,
    LEAST_BETS,
    LIMIT,
    LIVE,
    MOVES,
    NO_FLOP_NO_DROP,
    NO_LIMIT,
    NUM_BETS,
    NUM_DEALT,
    NUM_DECK,
    NUM_LISTS,
    NUM_PLAYERS,
    NUM_SIZES,
    OF_POT,
    PAID_DEAD,
    PAYOFFS,
    POT,
    POT_LIMIT,
    POT_SCALE,
    RAISE_CAPS,
    RAKE_CAP,
    RAKE_RATE,
    ROYAL_DECK,
    SHORT_DECK,
    SIZES,
    STACK_SCALE,
    STACKS,
    TIMES,
    TO_CHIPS,
)

LIMITS = {"no-limit": NO_LIMIT, "pot-limit": POT_LIMIT, "fixed-limit": FIXED_LIMIT}
DECKS = {52: FULL_DECK, 36: SHORT_DECK, 20: ROYAL_DECK}
MILLION = 1_000_000
MOST_MOVES = 1_000_000
"""A hand is a row that has a column for each move."""
MOST_AMOUNT = 1 << 40
"""A size of more chips than any player has."""
LARGEST = 1 << 62
"""Bound on products of chips and amounts."""


def table_bets(rules: PokerRules) -> tuple[TableBets, ...]:
    """Bet sizes of each street."""
    bets = [one.bets for one in rules.betting.rounds]
    assert all(isinstance(one, TableBets) for one in bets)
    return tuple(one for one in bets if isinstance(one, TableBets))


def table_of(rules: PokerRules) -> TableSetup:
    """Blinds, stacks and button."""
    assert rules.betting.table is not None
    return rules.betting.table


def in_units(chips: float, table: TableSetup) -> int:
    """An amount in the smallest unit."""
    return round(chips / table.chip)


def bet_sizes_of(rules: PokerRules) -> tuple[Size, ...]:
    """All sizes that are on offer somewhere, each once: action ``BET + k`` is the k-th."""
    found: dict[Size, None] = {}
    for bets in table_bets(rules):
        for sizes in bets.sizes or ():
            found.update(dict.fromkeys(sizes))
    return tuple(found)


def rules_row(rules: PokerRules, deck: Sequence[int]) -> Int64s:
    """int64 [columns]: see ``row``."""
    table, streets, bet_sizes = table_of(rules), table_bets(rules), bet_sizes_of(rules)
    fixed = streets[0].limit == "fixed-limit"
    sizes = 1 if fixed else len(bet_sizes)
    lists = 1 if fixed else max(len(bets.sizes or ((),)) for bets in streets)
    moves = most_moves(streets, table)
    if moves > MOST_MOVES:
        raise ValueError(
            f"stacks={short_repr(table.stacks)}: a hand may have {moves:,} moves, with raises by {streets[0].least:g} each; "
            f"at most {MOST_MOVES:,} are allowed: give smaller stacks, larger blinds, a raise_cap, or shares of the pot"
        )
    row = np.zeros(SIZES + len(streets) * lists * sizes * 3, dtype=np.int64)
    row[NUM_PLAYERS], row[BUTTON], row[FIRST_TO_ACT] = rules.num_players, table.button, table.first
    row[BIG_BLIND] = in_units(table.big_blind, table)
    row[LIMIT], row[NUM_SIZES], row[NUM_LISTS] = LIMITS[streets[0].limit], sizes, lists
    row[DECK], row[NUM_DECK] = DECKS[len(deck)], len(deck)
    row[DECK_CARDS : DECK_CARDS + len(deck)] = deck
    row[RAKE_RATE] = round(rules.betting.rake_rate * MILLION)
    row[RAKE_CAP] = -1 if rules.betting.rake_cap == inf else in_units(rules.betting.rake_cap, table)
    row[NO_FLOP_NO_DROP], row[LAST_STREET] = table.no_flop_no_drop, len(streets) - 1
    for street, bets in enumerate(streets):
        row[RAISE_CAPS + street] = -1 if bets.raise_cap is None else bets.raise_cap
        row[LEAST_BETS + street] = in_units(bets.least, table)
        for number in range(lists):
            at = SIZES + 3 * sizes * (number + lists * street)
            if fixed:
                row[at] = FIXED
                continue
            offered = bets.sizes or ((),)
            here = offered[min(number, len(offered) - 1)]
            for k, size in enumerate(bet_sizes):
                if size in here:
                    row[at + 3 * k : at + 3 * k + 3] = size_columns(size, table)
    row[HAND_WIDTH] = MOVES + moves
    stacks = [in_units(stack, table) for stack in table.stacks]
    row[STACK_SCALE], row[POT_SCALE] = max(stacks), sum(stacks)
    if table.chips_in_play:
        row[STACK_SCALE] = row[POT_SCALE] = in_units(table.chips_in_play, table)
    return row


def size_columns(size: Size, table: TableSetup) -> tuple[int, int, int]:
    """Unit, amount, and streets or most chips of a size, as rows have them."""
    amount = size.amount
    if size.unit == "e":
        return GEOMETRIC, -1 if amount is None else round(min(amount, MOST_AMOUNT) * MILLION), size.streets or 0
    if amount is None:
        return ALL_IN, 0, 0
    if size.unit == "%":
        share = round(min(amount, MOST_AMOUNT) * MILLION)
        return OF_POT, share, LARGEST // max(share, 1)
    if size.unit == "x":
        factor = round(min(amount, MOST_AMOUNT) * MILLION)
        return TIMES, factor, LARGEST // factor
    if size.unit == "bb":
        return TO_CHIPS, in_units(min(amount * table.big_blind, MOST_AMOUNT * table.chip), table), 0
    return BY_CHIPS, in_units(min(amount, MOST_AMOUNT * table.chip), table), 0


def start_row(rules: PokerRules, row: Int64s) -> Int64s:
    """int64 [columns]: a hand before the deal: antes and blinds are posted, no cards are dealt."""
    table = table_of(rules)
    hand = np.zeros(row[HAND_WIDTH], dtype=np.int64)
    hand[HOLES:PAYOFFS] = -1
    for seat, chips in enumerate(table.stacks):
        left = in_units(chips, table)
        ante = min(in_units(rules.betting.antes[seat], table), left)
        blind = min(in_units(table.blinds[seat], table), left - ante)
        dead = min(in_units(table.dead[seat], table), left - ante - blind)
        hand[LIVE] |= (left > 0) << seat
        hand[STACKS + seat] = left - ante - blind - dead
        hand[BEHIND] |= (hand[STACKS + seat] > 0) << seat
        hand[POT] += ante + blind + dead
        hand[IN_ROUND + seat], hand[IN_HAND + seat], hand[PAID_DEAD + seat] = blind, ante + blind, dead
        hand[DEAD] += dead
    hand[HIGHEST] = in_units(table.to_match, table)
    hand[LAST_RAISE] = max(hand[HIGHEST], row[LEAST_BETS])
    if row[LIMIT] == FIXED_LIMIT:
        hand[LAST_RAISE] = row[LEAST_BETS]
    hand[NUM_BETS] = hand[HIGHEST] > 0
    hand[NUM_DEALT] = next(seat for seat, chips in enumerate(table.stacks) if chips > 0)
    return hand
