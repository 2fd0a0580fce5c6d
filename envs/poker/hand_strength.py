"""Strength of the best five of five to seven cards, for whole arrays of hands.

A *strength* is an int32, the greater the better, equal where the pot is split: ``category << 26 | made << 13 | kickers``.
Both lower fields are sets of ranks, a bit a rank (bit 0 is the deuce, bit 12 the ace). Of sets of the same size, the one
with the higher ranks is the greater number. ``made`` has the ranks of the pairs, trips or quads, the trips of a full house
or the top of a straight. ``kickers`` has the rest that counts: side cards, all five of a flush, the pair of a full house.

A hand is packed into a *word* first, 16 bits a suit. What follows is bit logic alone, no table and few branches, which
LLVM turns into vector code over several hands.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Int32s, Int64s
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.kernels import kernel

from .cards import CARD_WORDS, COMBOS, RANKS, check_different

Cards: TypeAlias = npt.NDArray[Any]
"""Integers [hands, cards a hand], each from 0 to 51."""
Words: TypeAlias = Int64s
"""int64 [hands]: the set of a hand's cards: bit 16 * suit + rank."""
Strengths: TypeAlias = Int32s
"""int32 [hands]: the greater the better; see above."""

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
CATEGORY_SHIFT, MADE_SHIFT = 26, 13
RANK_MASK = 0x1FFF
BLOCKED = -1
"""``board_strength`` of a combo that shares a card with the board."""

SINGULAR = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
PLURAL = [f"{rank}es" if rank == "six" else f"{rank}s" for rank in SINGULAR]


def seven_card_strength(cards: Cards) -> Strengths:
    """Strength of the best five cards of each hand.

    Args:
        cards: integers [n, 7], each from 0 to 51 (see ``cards``), in any order; [n, 5] and [n, 6] work as well.

    Returns:
        int32 [n]: the greater the better, equal numbers split; comparable across numbers of cards.

    Raises:
        ValueError: wrong shape or type, a number that is no card, or a hand with a card twice.

    >>> from .cards import parse_cards
    >>> hands = np.array([parse_cards("QsJh2h8d3c AsKs"), parse_cards("QsJh2h8d3c 3s2d")])
    >>> [hand_category(strength) for strength in seven_card_strength(hands)]
    ['high card ace', 'two pair, threes and deuces']
    """
    cards = np.asarray(cards)
    if cards.ndim != 2 or not 5 <= cards.shape[1] <= 7 or not np.issubdtype(cards.dtype, np.integer):
        raise ParameterError(
            "cards", problem=f"{cards.dtype} {list(cards.shape)}: must be integers [n, 7] (or [n, 5] or [n, 6])"
        )
    words = np.empty(len(cards), dtype=np.int64)
    wrong = pack_hands(np.ascontiguousarray(cards), words)
    if wrong >= 0:
        raise ParameterError(f"cards[{wrong}]", cards[wrong].tolist(), "must be different numbers from 0 to 51")
    result = word_strengths(words, cards.shape[1])
    return result


def board_strength(board: tuple[int, ...], combos: Cards = COMBOS) -> Strengths:
    """Strength of each combo together with one board."""
    if not 3 <= len(board) <= 5:
        raise ParameterError("board", tuple(board), "must have 3 to 5 cards")
    check_different("board", board)
    combos = np.asarray(combos)
    if combos.ndim != 2 or combos.shape[1] != 2 or not np.issubdtype(combos.dtype, np.integer):
        raise ParameterError("combos", problem=f"{combos.dtype} {list(combos.shape)}: must be integers [m, 2]")
    words = np.empty(len(combos), dtype=np.int64)
    wrong = pack_hands(np.ascontiguousarray(combos), words)
    if wrong >= 0:
        raise ParameterError(f"combos[{wrong}]", combos[wrong].tolist(), "must be two different numbers from 0 to 51")
    dealt = int(CARD_WORDS[list(board)].sum())
    result = word_strengths(words | dealt, len(board) + 2)
    result[(words & dealt) != 0] = BLOCKED
    return result


def boards_strength(boards: Cards, combos: Cards) -> Strengths:
    """int32 [boards, combos]: ``board_strength`` of many boards of five cards at once."""
    dealt, held = np.empty(len(boards), dtype=np.int64), np.empty(len(combos), dtype=np.int64)
    pack_hands(np.ascontiguousarray(boards), dealt)
    pack_hands(np.ascontiguousarray(combos), held)
    words = dealt[:, None] | held
    result = word_strengths(words.ravel(), boards.shape[1] + combos.shape[1]).reshape(words.shape)
    result[(dealt[:, None] & held) != 0] = BLOCKED
    return np.asarray(result)


def hand_category(strength: int) -> str:
    """The English name of a strength: ``full house, deuces over aces``, ``pair of kings``, ``straight, ten high``."""
    kind, made, kickers = strength >> CATEGORY_SHIFT, strength >> MADE_SHIFT & RANK_MASK, strength & RANK_MASK
    if not 0 <= kind <= STRAIGHT_FLUSH or not (made or kickers):
        raise ParameterError("strength", strength, "must be what seven_card_strength returns")
    top, top_kicker = int(made).bit_length() - 1, int(kickers).bit_length() - 1
    if kind == HIGH_CARD:
        return f"high card {SINGULAR[top_kicker]}"
    if kind == PAIR:
        return f"pair of {PLURAL[top]}"
    if kind == TWO_PAIR:
        second = int(made ^ 1 << top).bit_length() - 1
        return f"two pair, {PLURAL[top]} and {PLURAL[second]}"
    if kind == TRIPS:
        return f"three of a kind, {PLURAL[top]}"
    if kind == STRAIGHT:
        return f"straight, {SINGULAR[top]} high"
    if kind == FLUSH:
        return f"flush, {SINGULAR[top_kicker]} high"
    if kind == FULL_HOUSE:
        return f"full house, {PLURAL[top]} over {PLURAL[top_kicker]}"
    if kind == QUADS:
        return f"four of a kind, {PLURAL[top]}"
    return "royal flush" if top == len(RANKS) - 1 else f"straight flush, {SINGULAR[top]} high"


@kernel
def pack_hands(cards: Cards, words: Words) -> int:
    """Fill in the word of each row of ``cards``; index of a row with a card twice or a number that is no card, or -1."""
    wrong = -1
    for i in range(cards.shape[0]):
        word, total, outside = np.int64(0), np.int64(0), False
        for j in range(cards.shape[1]):
            card = np.int64(cards[i, j])
            if not 0 <= card <= 51:
                outside = True
            bit = np.int64(1) << (16 * (card & 3) + (card >> 2 & 15))
            word |= bit
            total += bit
        words[i] = word
        if outside or total != word:  # a bit added twice carries
            wrong = i
    return wrong


@kernel(nogil=True)
def word_strengths(words: Words, num_cards: int) -> Strengths:
    """int32 [n]: strength of each word; all have ``num_cards`` cards."""
    out = np.empty(words.shape[0], dtype=np.int32)
    for i in range(words.shape[0]):
        out[i] = strength_of(words[i], num_cards)
    return out


@kernel
def strength_of(word: int, num_cards: int) -> int:
    """Strength of one hand of five to seven cards."""
    clubs, diamonds, hearts, spades = word & RANK_MASK, word >> 16 & RANK_MASK, word >> 32 & RANK_MASK, word >> 48
    ranks = clubs | diamonds | hearts | spades
    # Ranks held at least twice, three times, four times: the suits are added up in two halves.
    one_low, two_low = clubs ^ diamonds, clubs & diamonds
    one_high, two_high = hearts ^ spades, hearts & spades
    pairs = two_low | two_high | (one_low & one_high)
    trips = (two_low & (one_high | two_high)) | (two_high & one_low)
    quads = two_low & two_high

    flush = flush_ranks(word)
    straight, straight_flush = straight_tops(ranks), straight_tops(flush)
    first = highest_rank(quads if quads else trips if trips else pairs)
    second = highest_rank(pairs & ~first)
    others = ranks ^ first
    if straight_flush:
        return STRAIGHT_FLUSH << CATEGORY_SHIFT | highest_rank(straight_flush) << MADE_SHIFT
    if quads:
        return QUADS << CATEGORY_SHIFT | first << MADE_SHIFT | highest_rank(others)
    if trips and second:
        return FULL_HOUSE << CATEGORY_SHIFT | first << MADE_SHIFT | second
    if flush:
        return FLUSH << CATEGORY_SHIFT | highest_five(flush)
    if straight:
        return STRAIGHT << CATEGORY_SHIFT | highest_rank(straight) << MADE_SHIFT
    if second:
        return TWO_PAIR << CATEGORY_SHIFT | (first | second) << MADE_SHIFT | highest_rank(others ^ second)
    # From here on every card beside ``first`` has a rank of its own, so the lowest one or two of seven cards do not count.
    kind = TRIPS if trips else PAIR if pairs else HIGH_CARD
    return kind << CATEGORY_SHIFT | first << MADE_SHIFT | without_lowest(others, num_cards - 5)


@kernel
def flush_ranks(word: int) -> int:
    """The ranks of the suit that has five cards or more, 0 if there is none."""
    # The bits of the four 16-bit fields are counted side by side.
    count = word - (word >> 1 & 0x5555555555555555)
    count = (count & 0x3333333333333333) + (count >> 2 & 0x3333333333333333)
    count = count + (count >> 4) & 0x0F0F0F0F0F0F0F0F
    count = count + (count >> 8) & 0x00FF00FF00FF00FF
    five = count + 0x0003000300030003 & 0x0008000800080008  # 5 to 7 plus 3 has bit 3
    suited = word & ((five << 10) - (five >> 3))  # 8 becomes 0x1fff
    suited |= suited >> 32
    return (suited | suited >> 16) & RANK_MASK


@kernel
def straight_tops(ranks: int) -> int:
    """The ranks at which a straight ends; the ace counts below the deuce as well."""
    low = ranks << 1 | ranks >> 12
    return (low & low >> 1 & low >> 2 & low >> 3 & low >> 4) << 3


@kernel
def highest_rank(ranks: int) -> int:
    """The highest rank of a set, as a set; 0 of none."""
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    return ranks ^ ranks >> 1


@kernel
def without_lowest(ranks: int, number: int) -> int:
    """A set of ranks less its ``number`` (0 to 2) lowest."""
    if number > 0:
        ranks &= ranks - 1
    if number > 1:
        ranks &= ranks - 1
    return ranks


@kernel
def highest_five(ranks: int) -> int:
    """The five highest of five to seven ranks."""
    less_one = ranks & ranks - 1
    less_two = less_one & less_one - 1
    rest = less_two & less_two - 1
    rest &= rest - 1
    rest &= rest - 1  # five less
    if rest & rest - 1:
        return less_two
    return less_one if rest else ranks


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
