"""The rows of a betting: its rules, and a hand before its first move."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from .bets import SizedBets
from .row import (
    ADD_ALL_IN,
    AGGRESSOR,
    ALL_IN,
    ALL_IN_SIZE,
    BEHIND,
    BETTING_WIDTH,
    BETTOR,
    BUTTON,
    BY_CHIPS,
    CAPS,
    CHIP,
    DEAD,
    FIRST,
    FIXED,
    FIXED_LIMIT,
    FORCE_ALL_IN,
    GEOMETRIC,
    HIGHEST,
    IN_HAND,
    IN_ROUND,
    LAST_RAISE,
    LAST_STREET,
    LEAST_BET,
    LIMIT,
    LIVE,
    MERGING,
    NO_FLOP_NO_DROP,
    NO_LIMIT,
    NUM_BETS,
    NUM_PLAYERS,
    NUM_SIZES,
    OF_POT,
    PAID_DEAD,
    PLAYED,
    PLAYER_STEP,
    POT,
    POT_LIMIT,
    RAISES,
    RAKE_CAP,
    RAKE_RATE,
    SIZES_AT,
    STACKS,
    STREET_STEP,
    STREET_WIDTH,
    STREETS,
    TIMES,
    TO_CHIPS,
    TO_OTHERS,
)

if TYPE_CHECKING:
    from .setup import Betting
    from .sizes import Size, SizeLists, Sizes

LIMITS = {"no-limit": NO_LIMIT, "pot-limit": POT_LIMIT, "fixed-limit": FIXED_LIMIT}
MILLION = 1_000_000
MOST_AMOUNT, NO_MOST = 1 << 40, 1 << 80
"""A size of more units than any player has, where hands are played and where lines are listed."""
MOST_THRESHOLD = 2_000_000_000
"""A threshold, in millionths, above which all of them mean the same."""
LARGEST, NO_BOUND = 1 << 62, 1 << 400
"""Bound on products of chips and amounts, for the same two."""
NO_END = 1 << 60
"""Units of a stack where all players have all that the betting can ask for."""


def menu_of(betting: Betting, number: int) -> Sizes:
    """The bet sizes of a round, each once, in the order in which bets, donk bets and raises have them, but for all-in."""
    lists = [lists_of(betting, number, player) for player in range(betting.num_players)]
    menu: list[Size] = []
    for kind in range(max(len(own) for own in lists)):
        for own in lists:
            add_in_order(menu, own[kind] if kind < len(own) else ())
    for changes in betting.sizes_at:
        for size in changes.added:  # sizes of one point stand before the next larger one
            larger = [other for other in menu if other.unit == size.unit and (other.amount or 0) > (size.amount or 0)]
            add_in_order(menu, (size, *larger[:1]))
    return tuple([size for size in menu if size.unit != "a"])


def add_in_order(menu: list[Size], sizes: Sizes) -> None:
    """Add the sizes of a list that a menu lacks, each before the next one of the list that it has."""
    for k, size in enumerate(sizes):
        if size not in menu:
            place = min((menu.index(later) for later in sizes[k:] if later in menu), default=len(menu))
            menu.insert(place, size)


def rules_row(betting: Betting) -> list[int]:
    """The rules of a betting as a row."""
    players, rounds = betting.num_players, betting.rounds
    sizes = max(betting.num_sizes, 0)
    lists = [[lists_of(betting, number, player) for player in range(players)] for number in range(len(rounds))]
    kinds = max(len(own) for by_player in lists for own in by_player)
    alike = all(own == by_player[0] for by_player in lists for own in by_player)
    places = 1 if alike else players
    row = [0] * (STREETS + STREET_WIDTH * len(rounds))
    row[NUM_PLAYERS] = players
    row[BUTTON] = players - 1 if betting.button is None else betting.button
    row[LIMIT] = max(LIMITS[one.bets.limit] for one in rounds if one.bets is not None)
    fixed = row[LIMIT] == FIXED_LIMIT
    row[NUM_SIZES] = 1 if fixed else sizes
    row[ALL_IN_SIZE] = sizes - 1 if betting.has_all_in else -1
    row[LAST_STREET] = len(rounds) - 1
    row[TO_OTHERS] = betting.unit is None
    row[RAISES] = kinds - 2
    row[PLAYER_STEP] = 0 if alike else 3 * row[NUM_SIZES] * kinds
    row[STREET_STEP] = 3 * row[NUM_SIZES] * kinds * places
    row[SIZES_AT] = len(row)
    row[RAKE_RATE] = round(betting.rake_rate * MILLION)
    row[RAKE_CAP] = -1 if betting.rake_cap == inf else betting.units(betting.rake_cap)
    row[NO_FLOP_NO_DROP] = betting.no_flop_no_drop
    for number, one in enumerate(rounds):
        at, bets = STREETS + STREET_WIDTH * number, one.bets
        row[at + FIRST], row[at + CHIP] = one.first, 1
        if bets is None:
            continue
        row[at + PLAYED], row[at + LEAST_BET] = 1, betting.units(bets.least)
        caps = bets.caps(players)
        row[at + CAPS : at + CAPS + players] = [-1 if cap is None else cap for cap in caps]
        if isinstance(bets, SizedBets):
            row[at + CHIP] = betting.units(bets.chip)
            thresholds = bets.add_allin_threshold, bets.force_allin_threshold, bets.merging_threshold
            row[at + ADD_ALL_IN], row[at + FORCE_ALL_IN], row[at + MERGING] = map(_millionths, thresholds)
    for number in range(len(rounds)):
        for player in range(places):
            own = lists[number][player]
            for kind in range(kinds):
                row += _size_columns(betting, number, own[min(kind, len(own) - 1)], fixed)
    return row


def lists_of(betting: Betting, number: int, player: int) -> SizeLists:
    """The sizes of a player in a round: of a first bet, of a donk bet, of the first raise, of the second, ..."""
    bets = betting.rounds[number].bets
    return ((), (), ()) if bets is None else bets.lists(player)


def _millionths(threshold: float) -> int:
    return round(min(threshold, MOST_THRESHOLD / MILLION) * MILLION)


def _size_columns(betting: Betting, number: int, offered: Sizes, fixed: bool) -> list[int]:
    """The columns of a list of sizes on a street."""
    if fixed:
        return [FIXED, 0, 0]
    columns = [0] * (3 * betting.num_sizes)
    menu, last = betting.menus[number], betting.num_sizes - 1
    for size in offered:
        k = last if size.unit == "a" else menu.index(size)
        columns[3 * k : 3 * k + 3] = size_columns(betting, number, size)
    return columns


def size_columns(betting: Betting, number: int, size: Size) -> tuple[int, int, int]:
    """Unit, amount, and streets or most chips of a size on a street."""
    amount = size.amount
    most, bound = (NO_MOST, NO_BOUND) if betting.unit is None else (MOST_AMOUNT, LARGEST)
    if size.unit == "e":
        streets = size.streets or sum(one.bets is not None for one in betting.rounds[number:])
        return GEOMETRIC, -1 if amount is None else round(min(amount, MOST_AMOUNT) * MILLION), streets
    if amount is None:
        return ALL_IN, 0, 0
    if size.unit in ("%", "x"):
        share = round(min(amount, MOST_AMOUNT) * MILLION)
        return OF_POT if size.unit == "%" else TIMES, share, bound // max(share, 1)
    if size.unit == "bb":
        return TO_CHIPS, min(betting.units(min(amount, MOST_AMOUNT) * betting.big_blind), most), 0
    return BY_CHIPS, min(betting.units(min(amount, MOST_AMOUNT)), most), 0


def start_row(betting: Betting) -> list[int]:
    """A hand before its betting: antes and blinds are posted."""
    players = betting.num_players
    hand = [0] * BETTING_WIDTH
    nothing = (0.0,) * players
    for seat in range(players):
        left = betting.units(betting.stacks[seat]) if betting.stacks else NO_END
        hand[LIVE] |= (left > 0) << seat
        ante = min(betting.units(betting.antes[seat]), left)
        blind = min(betting.units((betting.blinds or nothing)[seat]), left - ante)
        dead = min(betting.units((betting.dead or nothing)[seat]), left - ante - blind)
        hand[STACKS + seat] = left - ante - blind - dead
        hand[BEHIND] |= (hand[STACKS + seat] > 0) << seat
        hand[POT] += ante + blind + dead
        hand[IN_ROUND + seat], hand[IN_HAND + seat], hand[PAID_DEAD + seat] = blind, ante + blind, dead
        hand[DEAD] += dead
    pot = betting.units(betting.pot)
    hand[DEAD] += pot
    hand[POT] += pot
    hand[BETTOR] = hand[AGGRESSOR] = -1
    row = betting.rules_row
    hand[HIGHEST] = betting.units(max(betting.blinds, default=0.0) if betting.to_match is None else betting.to_match)
    hand[LAST_RAISE] = row[STREETS + LEAST_BET]
    if row[LIMIT] != FIXED_LIMIT:
        hand[LAST_RAISE] = max(hand[HIGHEST], hand[LAST_RAISE])
    hand[NUM_BETS] = int(hand[HIGHEST] > 0)
    return hand
