"""Kernels of all-in equities: pairs of ranges board by board, all deals of several hands, and random deals.

Hands are numbers into an array of words (``hand_strength``: the set of a hand's cards as bits). What a hand gets of a pot is
counted in units of 1 / 2520 of it: a pot can be split among up to ten without a rest.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Floats, Int16s, Int32s, Int64s, Uint64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import STEP, mixed

from .cards import CARD_WORDS, NUM_CARDS
from .hand_strength import strength_of

PlayerHands: TypeAlias = npt.NDArray[np.int64]
"""int64 [players, hands]: a word for each hand that each player may hold; what is after a player's last is not used."""
Deals: TypeAlias = npt.NDArray[np.int16]
"""int16 [deals, players]: the hand of each player, as a number into an array of hands."""
Tallies: TypeAlias = npt.NDArray[np.int64]
"""int64 [players, 3]: units of pots, pots won alone, pots shared."""
Choices: TypeAlias = npt.NDArray[np.int64]
"""int64 [slots, choices, hands a choice]: the words of the hands of each choice; a slot may have fewer hands than others."""
Words: TypeAlias = npt.NDArray[np.int64]
"""int64 [hands + 1, deals]: the word of each hand in each deal, and in the last row the cards that came to the board."""


class DealChoices(NamedTuple):
    """Slots of random deals, each with weighted choices of hands that are drawn by Walker's aliases."""

    choices: Choices
    counts: Int64s  # int64 [slots]: choices of each, below 2**31
    firsts: Int64s  # int64 [slots + 1]: the first hand of each slot, and the number of hands in all slots
    keep: Floats  # float64 [slots, choices]: probability to keep a choice that was drawn
    other: Int32s  # int32 [slots, choices]: the choice taken otherwise


POT = 2520
"""Units of a pot: the least number that 2, 3, ..., 10 all divide."""
MAX_PLAYERS = 10
BLOCK = 512
"""Deals whose strengths are computed at once."""
HALF, LOW_BITS = np.uint64(32), np.uint64(0xFFFFFFFF)


@kernel(nogil=True)
def set_words(sets: Int64s) -> Int64s:
    """The word of each set of cards (bit c is set for card c)."""
    words = np.zeros(sets.shape[0], dtype=np.int64)
    for i in range(sets.shape[0]):
        left = sets[i]
        card = 0
        while left:
            while not left & 15:
                left >>= 4
                card += 4
            if left & 1:
                words[i] |= CARD_WORDS[card]
            left >>= 1
            card += 1
    return words


@kernel(nogil=True)
def add_pairs(order: Int64s, strength: Int32s, sizes: Int64s, cards: Int32s, weights: Floats, out: Floats) -> None:
    """Add up, over boards and over all pairs of hands that share no card, the products of the two hands' weights.

    ``strength`` is [boards, hands], below 0 where the board rules a hand out, ``cards`` is [2, hands].
    """
    hands = strength.shape[1]
    by_card, weaker, not_stronger = np.zeros(NUM_CARDS), np.zeros(hands), np.zeros(hands)
    for board in range(order.shape[0]):
        level, first = strength[board][order[board]], 0
        while first < hands and level[first] < 0:
            first += 1
        left = order[board, first:]
        total = sum_beaten(left, level[first:], cards, weights[1], by_card, weaker, not_stronger)
        pairs, won, not_lost = 0.0, 0.0, 0.0
        for hand in left:
            weight = weights[0, hand]
            if weight != 0.0:
                pairs += weight * weight_beside(total, cards, weights[1], by_card, hand)
                won += weight * weaker[hand]
                not_lost += weight * not_stronger[hand]
        out[0] += sizes[board] * pairs
        out[1] += sizes[board] * won
        out[2] += sizes[board] * (not_lost - won)


@kernel(nogil=True)
def list_deals(words: PlayerHands, counts: Int64s, most_steps: int, deals: Deals) -> int:
    """All ways to give each player one of their hands, no card twice, in order."""
    players = words.shape[0]
    at = np.zeros(players, dtype=np.int64)
    used = np.zeros(players + 1, dtype=np.int64)
    result, player, steps = 0, 0, 0
    while player >= 0:
        if at[player] == counts[player]:
            at[player] = 0
            player -= 1
            continue
        steps += 1
        if steps > most_steps:
            return -1
        word = words[player, at[player]]
        at[player] += 1
        if word & used[player]:
            continue
        if player + 1 < players:
            used[player + 1] = used[player] | word
            player += 1
            continue
        if result == deals.shape[0]:
            return -1
        for other in range(players):
            deals[result, other] = at[other] - 1
        result += 1
    return result


@kernel(nogil=True)
def add_deals(strength: Int32s, sizes: Int32s, deals: Deals, tallies: Tallies) -> None:
    """Add each player's results on some boards, for each way to deal the hands."""
    boards, players = strength.shape[1], deals.shape[1]
    best, level = np.empty(boards, dtype=np.int32), np.empty(boards, dtype=np.int32)
    count, units = np.empty(boards, dtype=np.int32), np.empty(boards, dtype=np.int32)
    share = np.zeros(MAX_PLAYERS + 1, dtype=np.int32)
    for number in range(1, MAX_PLAYERS + 1):
        share[number] = POT // number
    for deal in range(deals.shape[0]):
        best[:] = 0
        level[:] = 0
        for player in range(players):
            strengths = strength[deals[deal, player]]
            for board in range(boards):
                best[board] = max(best[board], strengths[board])
                level[board] |= strengths[board]  # negative if any is
        for board in range(boards):  # no hand has this strength where one is blocked
            best[board] = best[board] if level[board] >= 0 else np.int32(-2)
            count[board] = 0
        for player in range(players):
            strengths = strength[deals[deal, player]]
            for board in range(boards):
                count[board] += np.int32(1) if strengths[board] == best[board] else np.int32(0)
        for board in range(boards):
            units[board] = share[count[board]] * sizes[board]
        for player in range(players):
            strengths = strength[deals[deal, player]]
            pots, alone, top = np.int32(0), np.int32(0), np.int32(0)
            for board in range(boards):
                winner = strengths[board] == best[board]
                pots += units[board] if winner else np.int32(0)
                top += sizes[board] if winner else np.int32(0)
                alone += sizes[board] if winner and count[board] == 1 else np.int32(0)
            tallies[deal, player, 0] += pots
            tallies[deal, player, 1] += alone
            tallies[deal, player, 2] += top - alone


@kernel(nogil=True)
def draw_deals(state: Uint64s, table: DealChoices, dealt: int, missing: int, tries: int, words: Words) -> int:
    """Fill ``words`` with random deals and return their number, which is smaller if the ``tries`` were used up."""
    # A choice from each slot, all redrawn until no card occurs twice, then the other hands and ``missing`` cards of the board.
    # ``dealt`` has the cards of the board and dead ones. So deals come in proportion to the products of the weights. Hands of
    # players who may hold anything need no slot, since every choice of the others leaves as many of them.
    choices, counts, firsts, keep, other = table
    slots = choices.shape[0]
    hands = words.shape[0] - 1
    now = state[0]
    made = 0
    for _ in range(tries):
        if made == words.shape[1]:
            break
        used = dealt
        fits = True
        for slot in range(slots):
            cell = np.int64(0)
            if counts[slot] > 1:
                now += STEP
                bits = mixed(now)
                cell = number_below(bits >> HALF, counts[slot])
                if np.float64(np.int64(bits & LOW_BITS)) * 2.0**-32 >= keep[slot, cell]:
                    cell = np.int64(other[slot, cell])
            for hand in range(firsts[slot], firsts[slot + 1]):
                combo = choices[slot, cell, hand - firsts[slot]]
                fits = fits and not used & combo
                used |= combo
                words[hand, made] = combo
            if not fits:
                break
        if not fits:
            continue
        bits, left = np.uint64(0), 0
        for hand in range(firsts[slots], hands + 1):
            came, number = np.int64(0), 2 if hand < hands else missing
            while number > 0:
                if left == 0:
                    now += STEP
                    bits, left = mixed(now), 2
                word = CARD_WORDS[number_below(bits & LOW_BITS, NUM_CARDS)]
                bits >>= HALF
                left -= 1
                if not word & used:
                    came |= word
                    used |= word
                    number -= 1
            words[hand, made] = came
        made += 1
    state[0] = now
    return made


@kernel(nogil=True)
def number_below(bits: np.uint64, count: int) -> np.int64:
    """From 32 random bits to a number below ``count``. Some come more often than others, by count / 2**32 at most."""
    return np.int64(bits * np.uint64(count) >> HALF)


@kernel(nogil=True)
def add_samples(words: Words, made: int, board: int, tallies: Tallies) -> None:
    """Add each player's results in deals that were drawn."""
    players = words.shape[0] - 1
    strength = np.empty((players, BLOCK), dtype=np.int32)
    best, count = np.empty(BLOCK, dtype=np.int32), np.empty(BLOCK, dtype=np.int32)
    units = np.empty(BLOCK, dtype=np.int64)
    for start in range(0, made, BLOCK):
        size = min(BLOCK, made - start)
        best[:] = 0
        count[:] = 0
        public = words[players, start : start + size]
        for player in range(players):
            sets, result = words[player, start : start + size], strength[player]
            for i in range(size):
                result[i] = strength_of(sets[i] | public[i] | board, 7)
            for i in range(size):
                best[i] = max(best[i], result[i])
        for player in range(players):
            result = strength[player]
            for i in range(size):
                count[i] += np.int32(1) if result[i] == best[i] else np.int32(0)
        for i in range(size):
            units[i] = POT // count[i]
        for player in range(players):
            result = strength[player]
            sums, squares, alone, top = 0, 0, 0, 0
            for i in range(size):  # no branches: who wins cannot be foreseen
                pot = units[i] if result[i] == best[i] else 0
                sums += pot
                squares += pot * pot
                top += pot > 0
                alone += pot == POT
            tallies[player, 0] += sums
            tallies[player, 1] += alone
            tallies[player, 2] += top - alone
            tallies[player, 3] += squares


@kernel(counted=False)
def sum_weights(cards: Int32s, weights: Floats, by_card: Floats) -> float:
    """Write the sums of weights over the hands that hold each card, and return the sum of all; ``cards`` is [2, hands]."""
    by_card[:] = 0.0
    total = 0.0
    for hand in range(len(weights)):
        total += weights[hand]
        by_card[cards[0, hand]] += weights[hand]
        by_card[cards[1, hand]] += weights[hand]
    return total


@kernel(counted=False)
def weight_beside(total: float, cards: Int32s, weights: Floats, by_card: Floats, hand: int) -> float:
    """The weight of the hands that share no card with a hand, from ``sum_weights`` of all that count."""
    # The very same hand was taken out with both its cards.
    beside: float = total - by_card[cards[0, hand]] - by_card[cards[1, hand]] + weights[hand]
    return beside


@kernel(counted=False)
def sum_beaten(
    order: Int16s | Int64s,
    level: Int16s | Int32s,
    cards: Int32s,
    weights: Floats,
    by_card: Floats,
    weaker: Floats,
    not_stronger: Floats,
) -> float:
    """Write for each hand the weight of the weaker hands, and of all that are not stronger; return the weight of all.

    Args:
        order: [hands that the board leaves]: from weak to strong.
        level: [the same]: their strength, or a number of their group of equal strength.
        cards: [2, hands]: the cards of each hand.
        weights: [hands].
        by_card: [cards]: afterwards the sums of weights over the hands that hold each card.
        weaker: [hands]: written for the hands in ``order``.
        not_stronger: [hands]: the same.
    """
    by_card[:] = 0.0
    total, start = 0.0, 0
    while start < len(order):
        end = start
        while end < len(order) and level[end] == level[start]:
            hand = order[end]
            weaker[hand] = total - by_card[cards[0, hand]] - by_card[cards[1, hand]]
            end += 1
        for place in range(start, end):
            hand = order[place]
            total += weights[hand]
            by_card[cards[0, hand]] += weights[hand]
            by_card[cards[1, hand]] += weights[hand]
        for place in range(start, end):
            hand = order[place]
            not_stronger[hand] = weight_beside(total, cards, weights, by_card, hand)
        start = end
    return total
