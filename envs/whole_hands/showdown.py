"""Payoffs at the end of a hand: uncalled bets, pots, odd chips, rake, strength under each deck.

- What no other player has matched goes back, and no rake is taken of it.
- A main pot and side pots: a pot for each level at which a player who is still in has all chips in.
- A pot that several win is split; odd chips go one each to the first winners left of the button.
- Rake is a share of all pots together up to a cap, rounded down to whole chips. Each pot, from the main pot on, bears what it
  adds to the rake of the pots before it. Where the rules say so, none is taken of a hand that ends before the flop.
"""

from __future__ import annotations

from pokerzoo.envs.poker.hand_strength import (
    CATEGORY_SHIFT,
    FLUSH,
    FULL_HOUSE,
    MADE_SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    flush_ranks,
    strength_of,
)
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.kernels import kernel

from .row import (
    BOARD,
    BUTTON,
    DEAD,
    DECK,
    DECK_CARDS,
    HOLES,
    IN_HAND,
    LAST_STREET,
    LIVE,
    NO_FLOP_NO_DROP,
    NUM_BOARD,
    NUM_PLAYERS,
    PAID_DEAD,
    PAYOFFS,
    RAKE,
    RAKE_CAP,
    RAKE_RATE,
    SCRATCH,
    SEATS,
    SHORT_DECK,
)

PUT, STRENGTHS = SCRATCH, SCRATCH + SEATS
"""[seats] each: chips put in that do not go back, and the strength of hands that are shown."""

LOW_STRAIGHT = 0b11110000
"""The ranks 6, 7, 8 and 9: with an ace they are the lowest straight of a short deck, which is 9 high."""
ACE, NINE = 1 << 12, 1 << 7


@kernel
def short_deck_strength(word: int, num_cards: int) -> int:
    """Strength under a short deck: A6789 is a straight, and a flush beats a full house."""
    strength: int = strength_of(word, num_cards)
    kind = strength >> CATEGORY_SHIFT
    flush = flush_ranks(word)
    if flush & ACE and flush & LOW_STRAIGHT == LOW_STRAIGHT and kind < STRAIGHT_FLUSH:
        return STRAIGHT_FLUSH << CATEGORY_SHIFT | NINE << MADE_SHIFT
    if kind == FULL_HOUSE:  # a flush and a full house cannot both be made of seven cards
        return strength - (FULL_HOUSE << CATEGORY_SHIFT) + (FLUSH << CATEGORY_SHIFT)
    if kind == FLUSH:
        return strength - (FLUSH << CATEGORY_SHIFT) + (FULL_HOUSE << CATEGORY_SHIFT)
    if kind < STRAIGHT:
        ranks = word | word >> 16 | word >> 32 | word >> 48
        if ranks & ACE and ranks & LOW_STRAIGHT == LOW_STRAIGHT:
            return STRAIGHT << CATEGORY_SHIFT | NINE << MADE_SHIFT
    return strength


@kernel(inline="always")
def bit_of(rules: Int64s, card: int) -> int:
    """A card of the deck as a bit of a word (``hand_strength``)."""
    number = rules[DECK_CARDS + card]
    bit: int = 1 << (16 * (number & 3) + (number >> 2))
    return bit


@kernel(inline="always")
def public_cards(rules: Int64s) -> int:
    """Count of public cards of a hand that is played to the end."""
    count: int = rules[LAST_STREET] + 2
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
    if rules[RAKE_RATE] == 0 or (rules[NO_FLOP_NO_DROP] and hand[NUM_BOARD] == 0):
        return 0
    taken: int = pot * rules[RAKE_RATE] // 1_000_000
    return min(taken, rules[RAKE_CAP]) if rules[RAKE_CAP] >= 0 else taken


@kernel
def pay_players(rules: Int64s, hand: Int64s) -> None:
    """Write ``PAYOFFS`` and ``RAKE`` of a hand that is over."""
    players, live, showdown = rules[NUM_PLAYERS], hand[LIVE], hand[LIVE] & (hand[LIVE] - 1) != 0
    top, most, second = 0, -1, 0
    for seat in range(players):
        put = hand[IN_HAND + seat]
        hand[PUT + seat] = put
        hand[PAYOFFS + seat] = -put - hand[PAID_DEAD + seat]
        if put > most:
            top, most, second = seat, put, max(most, 0)
        else:
            second = max(second, put)
        hand[STRENGTHS + seat] = 0
        if showdown and live >> seat & 1:
            hand[STRENGTHS + seat] = strength_of_seat(rules, hand, seat)
    if live >> top & 1:  # what no other player has matched goes back
        hand[PAYOFFS + top] += most - second
        hand[PUT + top] = second
    # With an ante that only some pay, that ante is part of the main pot.
    pot, done, before, contenders = hand[DEAD], 0, 0, live
    while contenders:
        level, following = hand[IN_HAND + top] + 1, 0
        for seat in range(players):
            if contenders >> seat & 1:
                level = min(level, hand[PUT + seat])
        for seat in range(players):
            if contenders >> seat & 1 and hand[PUT + seat] > level:
                following |= 1 << seat
        for seat in range(players):  # the last pot has all that is left
            reached = min(hand[PUT + seat], level) if following else hand[PUT + seat]
            pot += max(reached - done, 0)
        taken = rake_of(rules, hand, before + pot) - rake_of(rules, hand, before)
        hand[RAKE] += taken
        share_out(rules, hand, contenders, pot - taken)
        before += pot
        pot, done, contenders = 0, level, following


@kernel(inline="always")
def share_out(rules: Int64s, hand: Int64s, contenders: int, pot: int) -> None:
    """Split a pot among the strongest of its contenders."""
    players, best, winners, winner = rules[NUM_PLAYERS], -1, 0, 0
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
        seat = (rules[BUTTON] + step) % players
        if contenders >> seat & 1 and hand[STRENGTHS + seat] == best:
            hand[PAYOFFS + seat] += share + (odd > 0)
            odd -= odd > 0
