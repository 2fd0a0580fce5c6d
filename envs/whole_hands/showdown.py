"""Payoffs at the end of a hand: uncalled bets, pots, odd chips, rake, strength under each deck.

- What no other player has matched goes back, and no rake is taken of it.
- A main pot and side pots: a pot for each level at which a player who is still in has all chips in.
- A pot that several win is split; odd chips go one each to the first winners left of the button.
- Rake is a share of all pots together up to a cap, rounded down to whole chips. Each pot, from the main pot on, bears what it
  adds to the rake of the pots before it. Where the rules say so, none is taken of a hand that ends before the flop.
"""

from __future__ import annotations

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.betting.engine import next_pot, return_uncalled
from pokerzoo.envs.poker.hand_strength import short_deck_strength, strength_of
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.kernels import kernel

from .row import BOARD, DECK, DECK_CARDS, HOLES, NUM_BOARD, PAYOFFS, RAKE, SHORT_DECK

STRENGTHS = col.SCRATCH + col.SEATS
"""[seats] The strength of hands that are shown."""


@kernel(inline="always")
def bit_of(rules: Int64s, card: int) -> int:
    """A card of the deck as a bit of a word (``hand_strength``)."""
    number = rules[DECK_CARDS + card]
    bit: int = 1 << (16 * (number & 3) + (number >> 2))
    return bit


@kernel(inline="always")
def public_cards(rules: Int64s) -> int:
    """Count of public cards of a hand that is played to the end."""
    count: int = rules[col.LAST_STREET] + 2
    return count


@kernel(inline="always")
def strength_of_seat(rules: Int64s, hand: Int64s, seat: int) -> int:
    """Strength of a seat's hole cards with all public cards of a hand that was played to the end."""
    word = bit_of(rules, hand[HOLES + 2 * seat]) | bit_of(rules, hand[HOLES + 2 * seat + 1])
    cards = public_cards(rules)
    for k in range(cards):
        word |= bit_of(rules, hand[BOARD + k])
    strength: int = short_deck_strength(word, cards + 2) if rules[DECK] == SHORT_DECK else strength_of(word, cards + 2)
    return strength


@kernel(inline="always")
def rake_of(rules: Int64s, hand: Int64s, pot: int) -> int:
    """The rake of this number of chips."""
    if rules[col.RAKE_RATE] == 0 or (rules[col.NO_FLOP_NO_DROP] and hand[NUM_BOARD] == 0):
        return 0
    taken: int = pot * rules[col.RAKE_RATE] // 1_000_000
    return min(taken, rules[col.RAKE_CAP]) if rules[col.RAKE_CAP] >= 0 else taken


@kernel
def pay_players(rules: Int64s, hand: Int64s) -> None:
    """Write ``PAYOFFS`` and ``RAKE`` of a hand that is over."""
    live, showdown = hand[col.LIVE], hand[col.LIVE] & (hand[col.LIVE] - 1) != 0
    return_uncalled(rules, hand)
    for seat in range(rules[col.NUM_PLAYERS]):
        hand[PAYOFFS + seat] = -hand[col.PUT + seat] - hand[col.PAID_DEAD + seat]
        hand[STRENGTHS + seat] = strength_of_seat(rules, hand, seat) if showdown and live >> seat & 1 else 0
    # With an ante that only some pay, that ante is part of the main pot.
    dead, done, before, contenders = hand[col.DEAD], 0, 0, live
    while contenders:
        pot, done, following = next_pot(rules, hand, contenders, done)
        pot += dead
        taken = rake_of(rules, hand, before + pot) - rake_of(rules, hand, before)
        hand[RAKE] += taken
        split_pot(rules, hand, contenders, pot - taken)
        before += pot
        dead, contenders = 0, following


@kernel(inline="always")
def split_pot(rules: Int64s, hand: Int64s, contenders: int, pot: int) -> None:
    """Split a pot among the strongest of its contenders."""
    players, best, winners, winner = rules[col.NUM_PLAYERS], -1, 0, 0
    for seat in range(players):
        if contenders >> seat & 1:
            strength = hand[STRENGTHS + seat]
            if strength > best:
                best, winners, winner = strength, 1, seat
            elif strength == best:
                winners += 1
    if winners == 1:
        hand[PAYOFFS + winner] += pot
        return
    share, odd = pot // winners, pot % winners
    for step in range(1, players + 1):
        seat = (rules[col.BUTTON] + step) % players
        if contenders >> seat & 1 and hand[STRENGTHS + seat] == best:
            hand[PAYOFFS + seat] += share + (odd > 0)
            odd -= odd > 0
