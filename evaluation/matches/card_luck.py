"""Luck of the cards in a whole hand by player, to be taken off the result: AIVAT without a tree.

AIVAT (Burch, Schmid, Moravcik, Bowling 2018) takes off, at each move of chance, what a value function says of the outcome less
what it says on average over all outcomes. With any value function the mean stays what it was. Where public cards come, the
value of a moment to a player is here the pot times a share: what the hand wins of the pot on average if no more is bet. All
hands that were dealt are known for this. Its average over the cards to come is the share before they came: both are exact,
and nothing has to be listed. The deal of two hands counts as a pot of ``DEAL_POT`` big blinds.

Left out is the flop where more than two players were dealt in, and what these were dealt: shares before the flop take too long
to work out then. The flop counts where the hand ends on it.
"""

from __future__ import annotations

import numpy as np

from pokerzoo.agents.policies.whole_hand_decisions import best_of
from pokerzoo.envs import State
from pokerzoo.envs.betting.row import DEAD, IN_HAND, LIVE, NUM_PLAYERS, SEATS
from pokerzoo.envs.poker.preflop_equities import combo_equities
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import BIG_BLIND, BOARD, HOLES, NUM_BOARD, NUM_DECK
from pokerzoo.envs.whole_hands.showdown import bit_of, public_cards
from pokerzoo.envs.whole_hands.state import TexasHoldemState

FLOP = 3
DEAL_POT = 4
"""Big blinds that the deal is counted with; duplicate deals make it cancel."""


def equities_before_flop(game: TexasHoldemGame) -> Floats:
    """float64 [1326, 1326] of the standard deck and a river; else [0, 0], and they are computed when they are needed."""
    return combo_equities() if game.has_preflop_table else np.empty((0, 0))


def luck_range(game: TexasHoldemGame) -> tuple[float, float]:
    """The least and the most that what was won less the luck can be, in the units of ``returns``."""
    low, high = game.utility_range
    pot = high - low
    most = 3 * pot + DEAL_POT * int(game.rules_row[BIG_BLIND]) * game.payoff_unit
    return low - most, high + most


class CardLuck:
    """The luck of the cards in a hand that is played move by move."""

    def __init__(self, game: TexasHoldemGame) -> None:
        self.game, self.equities = game, equities_before_flop(game)
        self.won = np.zeros(SEATS)

    def add(self, before: State, after: State) -> None:
        """Count the cards that were dealt between two states."""
        assert isinstance(before, TexasHoldemState)
        assert isinstance(after, TexasHoldemState)
        add_luck(self.game.rules_row, before.row, after.row, self.equities, self.won)

    def chips(self) -> Floats:
        """float64 [seats]: the luck since the last call, in chips."""
        luck = self.won[: self.game.num_players] * self.game.payoff_unit
        self.won[:] = 0.0
        return luck


@kernel
def add_luck(rules: Int64s, before: Int64s, after: Int64s, equities: Floats, luck: Floats) -> None:
    """Add to ``luck`` [seats] the value of the cards dealt from ``before`` to ``after``, in the smallest units."""
    dealt = 0
    for seat in range(rules[NUM_PLAYERS]):
        dealt += after[HOLES + 2 * seat] >= 0
    had_hands = False
    for seat in range(rules[NUM_PLAYERS]):
        had_hands |= before[HOLES + 2 * seat] >= 0
    first, last = before[NUM_BOARD], after[NUM_BOARD]
    share = np.zeros(SEATS)
    if not had_hands:
        if dealt == 2:
            fill_shares(rules, after, 0, equities, share)
            for seat in range(rules[NUM_PLAYERS]):
                if after[HOLES + 2 * seat] >= 0:
                    luck[seat] += DEAL_POT * rules[BIG_BLIND] * (share[seat] - 0.5)
        if last == 0:
            return
    if dealt > 2 and public_cards(rules) > FLOP:
        first = max(first, FLOP)
    if last <= first:
        return
    pot = contested_pot(rules, before)
    fill_shares(rules, after, first, equities, share)
    for seat in range(rules[NUM_PLAYERS]):
        luck[seat] -= pot * share[seat]
    fill_shares(rules, after, last, equities, share)
    for seat in range(rules[NUM_PLAYERS]):
        luck[seat] += pot * share[seat]


@kernel
def contested_pot(rules: Int64s, hand: Int64s) -> int:
    """The pot without unmatched chips."""
    most, second = 0, 0
    for seat in range(rules[NUM_PLAYERS]):
        put = hand[IN_HAND + seat]
        if put > most:
            most, second = put, most
        else:
            second = max(second, put)
    pot = hand[DEAD]
    for seat in range(rules[NUM_PLAYERS]):
        pot += min(hand[IN_HAND + seat], second)
    return int(pot)


@kernel
def fill_shares(rules: Int64s, hand: Int64s, cards: int, equities: Floats, share: Floats) -> None:
    """Mean share of the pot of each player in the hand, given the first public cards."""
    seats, words = np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    count, gone = 0, 0
    share[:] = 0.0
    for seat in range(rules[NUM_PLAYERS]):
        if hand[HOLES + 2 * seat] >= 0:
            word = bit_of(rules, hand[HOLES + 2 * seat]) | bit_of(rules, hand[HOLES + 2 * seat + 1])
            gone |= word
            if hand[LIVE] >> seat & 1:
                seats[count], words[count] = seat, word
                count += 1
    if cards == 0 and count == 2 and len(equities):
        k, j = hand_number(hand, seats[0]), hand_number(hand, seats[1])
        share[seats[0]], share[seats[1]] = equities[k, j], equities[j, k]
        return
    board = 0
    for k in range(cards):
        board |= bit_of(rules, hand[BOARD + k])
    left, number = np.empty(52, np.int64), 0
    for card in range(rules[NUM_DECK]):
        bit = bit_of(rules, card)
        if not (gone | board) & bit:
            left[number] = bit
            number += 1
    public = public_cards(rules)
    to_come = public - cards
    places = np.arange(to_come)
    won, runs = np.zeros(SEATS), 0
    strength = np.empty(SEATS, np.int64)
    while True:
        full = board
        for k in range(to_come):
            full |= left[places[k]]
        best, winners = -1, 0
        for k in range(count):
            strength[k] = best_of(rules, full | words[k], public + 2)
            if strength[k] > best:
                best, winners = strength[k], 0
            winners += strength[k] == best
        for k in range(count):
            if strength[k] == best:
                won[k] += 1.0 / winners
        runs += 1
        k = to_come - 1  # the next set of places
        while k >= 0 and places[k] == number - to_come + k:
            k -= 1
        if k < 0:
            break
        places[k] += 1
        for j in range(k + 1, to_come):
            places[j] = places[j - 1] + 1
    for k in range(count):
        share[seats[k]] = won[k] / runs


@kernel
def hand_number(hand: Int64s, seat: int) -> int:
    """The number of a seat's hand among all hands."""
    high, low = hand[HOLES + 2 * seat], hand[HOLES + 2 * seat + 1]
    return int(high * (high - 1) // 2 + low)
