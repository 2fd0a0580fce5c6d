"""The texture of a board as columns; docs/cards.md defines each.

All of it follows from the ranks and from which cards share a suit, so that boards which differ by a suit permutation have the
same texture. Hands are counted by rank alone: the 91 pairs of ranks that two cards can have, ``AA`` and ``AK`` and so on.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np

from pokerzoo.envs.support.errors import ParameterError

from .cards import CARD_NAMES, RANKS, check_different, parse_board

Cards = tuple[int, ...]
TEN = RANKS.index("T")
RANK_PAIRS = tuple(1 << high | 1 << low for high in range(13) for low in range(high + 1))
"""The ranks of two cards, as sets: 13 pairs and 78 of two different ranks."""
WINDOWS = tuple(sum(1 << rank % 13 for rank in range(low, low + 5)) for low in range(-1, 9))
"""The five ranks of each straight, from A2345 to TJQKA, as sets."""
PAIRED = {(1,): "unpaired", (2,): "paired", (2, 2): "two pair", (3,): "trips", (3, 2): "full house", (4,): "quads"}
"""Pairing of a board by the counts of its repeated ranks."""
SUITS_OF_FLOP = {1: "rainbow", 2: "two-tone", 3: "monotone"}
SUITS_OF_MORE = {1: "rainbow", 2: "two-tone", 3: "three-flush", 4: "four-flush", 5: "five-flush"}
NUMBERS = {name: card for card, name in enumerate(CARD_NAMES)}
CONNECTEDNESS = {1: "disconnected", 2: "semi-connected", 3: "connected", 4: "four-straight", 5: "straight"}


@dataclass(frozen=True, slots=True)
class Texture:
    """Texture of a board; docs/cards.md explains each field.

    Attributes:
        ranks: of all cards, the highest first: ``KT5``.
        high_card: the highest rank.
        low_card: the lowest rank.
        broadways: cards of rank T or higher.
        paired: unpaired, paired, two pair, trips, full house or quads.
        suits: rainbow, two-tone or monotone; with more cards three-flush, four-flush and five-flush instead of monotone.
        suit_counts: cards of each suit, the most frequent first: ``2-1``.
        same_suit: cards of the most frequent suit.
        flush_possible: whether two cards can make a flush: three cards of a suit or more.
        flush_draw_possible: whether two cards can have four of a suit, with cards to come.
        connectedness: disconnected, semi-connected, connected, four-straight or straight.
        in_five: different ranks of the board among five in a row, at most.
        straights_possible: of the 91 pairs of ranks, how many make a straight with the board.
        straight_draws_possible: how many make none, but may with one more card.
        turn: the rank of the turn; None on a flop.
        turn_change: what the turn changes: flush, pair, straight, overcard or nothing; None on a flop.
        river: the rank of the river; None before it.
        river_change: what the river changes; None before it.

    >>> from pokerzoo.envs.cards import texture
    >>> texture("QsJh2h").suits, texture("QsJh2h8d").turn_change
    ('two-tone', 'straight')
    """

    ranks: str
    high_card: str
    low_card: str
    broadways: int
    paired: str
    suits: str
    suit_counts: str
    same_suit: int
    flush_possible: bool
    flush_draw_possible: bool
    connectedness: str
    in_five: int
    straights_possible: int
    straight_draws_possible: int
    turn: str | None
    turn_change: str | None
    river: str | None
    river_change: str | None


TEXTURE_COLUMNS = {field.name: str(field.type) for field in fields(Texture)}
"""The columns and their types: ``str``, ``int``, ``bool`` or ``str | None``."""


def texture(board: str | Cards) -> Texture:
    """The texture of a board of three to five cards, the flop first, then turn and river.

    Args:
        board: cards by name, or numbers from 0 to 51.

    Raises:
        ValueError: another number of cards, a card twice, or something else than a card.

    >>> flop = texture("KsTs5h")
    >>> flop.ranks, flop.paired, flop.suits, flop.connectedness, flop.straights_possible
    ('KT5', 'unpaired', 'two-tone', 'semi-connected', 0)
    >>> texture("KsTs5hKh").turn_change
    'pair'
    """
    return Texture(**texture_columns(board))


def texture_columns(board: str | Cards) -> dict[str, Any]:
    """The texture of a board as a dictionary with the names of ``Texture``: for rows of a table.

    Args:
        board: cards by name, or numbers from 0 to 51.

    Raises:
        ValueError: as ``texture``.

    >>> texture_columns("KsTs5h")["suits"]
    'two-tone'
    """
    cards = _read_board(board)
    ranks, suits = [card >> 2 for card in cards], [card & 3 for card in cards]
    descending = sorted(ranks, reverse=True)
    by_suit = sorted([count for suit in (0, 1, 2, 3) if (count := suits.count(suit))], reverse=True)
    by_rank = tuple(sorted([count for rank in set(ranks) if (count := ranks.count(rank)) > 1], reverse=True)) or (1,)
    run = rank_run(rank_set(ranks))
    turn, river = len(cards) > 3, len(cards) == 5
    return {
        "ranks": "".join([RANKS[rank] for rank in descending]),
        "high_card": RANKS[descending[0]],
        "low_card": RANKS[descending[-1]],
        "broadways": sum([rank >= TEN for rank in ranks]),
        "paired": PAIRED[by_rank],
        "suits": (SUITS_OF_MORE if turn else SUITS_OF_FLOP)[by_suit[0]],
        "suit_counts": "-".join(map(str, by_suit)),
        "same_suit": by_suit[0],
        "flush_possible": by_suit[0] >= 3,
        "flush_draw_possible": by_suit[0] >= 2 and not river,
        "connectedness": CONNECTEDNESS[run.in_five],
        "in_five": run.in_five,
        "straights_possible": run.straights,
        "straight_draws_possible": 0 if river else run.draws,
        "turn": RANKS[ranks[3]] if turn else None,
        "turn_change": _last_card_change(ranks[:4], suits[:4]) if turn else None,
        "river": RANKS[ranks[4]] if river else None,
        "river_change": _last_card_change(ranks, suits) if river else None,
    }


@dataclass(frozen=True, slots=True)
class RankRun:
    """Closeness of a set of ranks to a straight."""

    in_five: int  # the most ranks among five in a row
    straights: int  # pairs of ranks that make a straight with them
    draws: int  # pairs of ranks that need one more for a straight


@lru_cache(4096)  # there are fewer sets of one to five ranks
def rank_run(ranks: int) -> RankRun:
    """Closeness of a set of ranks (bit 0 is the deuce) to a straight; the ace is high and low."""
    nearest = np.bitwise_count(np.array(WINDOWS) & ~(ranks | np.array(RANK_PAIRS)[:, None])).min(axis=1).tolist()
    return RankRun(max([(ranks & window).bit_count() for window in WINDOWS]), nearest.count(0), nearest.count(1))


def rank_set(ranks: list[int]) -> int:
    """Ranks as bits."""
    result = 0
    for rank in ranks:
        result |= 1 << rank
    return result


def _last_card_change(ranks: list[int], suits: list[int]) -> str:
    """Change by the last card: the first of these that applies."""
    before = ranks[:-1]
    if suits.count(suits[-1]) >= 3:
        return "flush"
    if ranks[-1] in before:
        return "pair"
    if rank_run(rank_set(ranks)).straights > rank_run(rank_set(before)).straights:
        return "straight"
    return "overcard" if ranks[-1] > max(before) else "nothing"


def _read_board(board: str | Cards) -> Cards:
    if isinstance(board, str):
        try:  # as boards are mostly written
            cards = tuple([NUMBERS[board[at : at + 2]] for at in range(0, len(board), 2)])
        except KeyError:
            return parse_board(board, (3, 4, 5))
        return cards if 3 <= len(set(cards)) == len(cards) <= 5 else parse_board(board, (3, 4, 5))
    if not 3 <= len(board) <= 5:
        raise ParameterError("board", tuple(board), "must have 3 to 5 cards")
    check_different("board", board)
    return board
