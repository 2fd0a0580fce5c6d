"""The rows of a betting: its rules, and a hand before its first move."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import pokerzoo.envs.betting.row as col

from .bets import SizedBets

if TYPE_CHECKING:
    from .setup import Betting
    from .sizes import Size, SizeLists, Sizes

LIMITS = {"no-limit": col.NO_LIMIT, "pot-limit": col.POT_LIMIT, "fixed-limit": col.FIXED_LIMIT}
LIMPS_ALLOWED = ("all", "small_blind", "none", "all_in")
"""Words for who may limp: all, only those who have posted a blind, or nobody; the last: nobody, and later calls are all-in."""
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
    for kind in range(max(len(player_lists) for player_lists in lists)):
        for player_lists in lists:
            add_in_order(menu, player_lists[kind] if kind < len(player_lists) else ())
    for changes in betting.sizes_at:
        for size in changes.added:  # sizes of one point come before the next larger one
            larger = [other for other in menu if other.unit == size.unit and (other.amount or 0) > (size.amount or 0)]
            add_in_order(menu, (size, *larger[:1]))
    return tuple([size for size in menu if size.unit != "a"])


def add_in_order(menu: list[Size], sizes: Sizes) -> None:
    """Insert the sizes of a list that a menu lacks, each before the list's next size in the menu."""
    for k, size in enumerate(sizes):
        if size not in menu:
            place = min((menu.index(later) for later in sizes[k:] if later in menu), default=len(menu))
            menu.insert(place, size)


def rules_row(betting: Betting) -> list[int]:
    """The rules of a betting as a row."""
    players, rounds = betting.num_players, betting.rounds
    sizes = max(betting.num_sizes, 0)
    lists = [[lists_of(betting, number, player) for player in range(players)] for number in range(len(rounds))]
    kinds = max(len(size_lists) for by_player in lists for size_lists in by_player)
    alike = all(size_lists == by_player[0] for by_player in lists for size_lists in by_player)
    places = 1 if alike else players
    row = [0] * (col.STREETS + col.STREET_WIDTH * len(rounds))
    row[col.NUM_PLAYERS] = players
    row[col.BUTTON] = players - 1 if betting.button is None else betting.button
    row[col.LIMIT] = max(LIMITS[round_.bets.limit] for round_ in rounds if round_.bets is not None)
    fixed = row[col.LIMIT] == col.FIXED_LIMIT
    row[col.NUM_SIZES] = 1 if fixed else sizes
    row[col.ALL_IN_SIZE] = sizes - 1 if betting.has_all_in else -1
    row[col.LAST_STREET] = len(rounds) - 1
    row[col.TO_OTHERS] = betting.unit is None
    row[col.RAISES] = kinds - 2
    row[col.PLAYER_STEP] = 0 if alike else 3 * row[col.NUM_SIZES] * kinds
    row[col.STREET_STEP] = 3 * row[col.NUM_SIZES] * kinds * places
    row[col.SIZES_AT] = len(row)
    row[col.RAKE_RATE] = round(betting.rake_rate * MILLION)
    row[col.RAKE_CAP] = -1 if betting.rake_cap == inf else betting.units(betting.rake_cap)
    row[col.NO_FLOP_NO_DROP] = betting.no_flop_no_drop
    row[col.LIMPS] = LIMPS_ALLOWED.index(betting.limps)
    row[col.CALLERS] = 0 if betting.max_callers is None else betting.max_callers + 1
    for number, round_ in enumerate(rounds):
        at, bets = col.STREETS + col.STREET_WIDTH * number, round_.bets
        row[at + col.FIRST], row[at + col.CHIP] = round_.first, 1
        if bets is None:
            continue
        row[at + col.PLAYED], row[at + col.LEAST_BET] = 1, betting.units(bets.least)
        caps = bets.caps(players)
        row[at + col.CAPS : at + col.CAPS + players] = [-1 if cap is None else cap for cap in caps]
        if isinstance(bets, SizedBets):
            row[at + col.CHIP] = betting.units(bets.chip)
            thresholds = bets.add_allin_threshold, bets.force_allin_threshold, bets.merging_threshold
            row[at + col.ADD_ALL_IN], row[at + col.FORCE_ALL_IN], row[at + col.MERGING] = map(_millionths, thresholds)
    for number in range(len(rounds)):
        for player in range(places):
            size_lists = lists[number][player]
            for kind in range(kinds):
                row += _size_columns(betting, number, size_lists[min(kind, len(size_lists) - 1)], fixed)
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
        return [col.FIXED, 0, 0]
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
        streets = size.streets or sum(round_.bets is not None for round_ in betting.rounds[number:])
        return col.GEOMETRIC, -1 if amount is None else round(min(amount, MOST_AMOUNT) * MILLION), streets
    if amount is None:
        return col.ALL_IN, 0, 0
    if size.unit in ("%", "x"):
        share = round(min(amount, MOST_AMOUNT) * MILLION)
        return col.OF_POT if size.unit == "%" else col.TIMES, share, bound // max(share, 1)
    if size.unit == "bb":
        return col.TO_CHIPS, min(betting.units(min(amount, MOST_AMOUNT) * betting.big_blind), most), 0
    return col.BY_CHIPS, min(betting.units(min(amount, MOST_AMOUNT)), most), 0


def start_row(betting: Betting) -> list[int]:
    """A hand before its betting: antes and blinds are posted."""
    players = betting.num_players
    hand = [0] * col.BETTING_WIDTH
    nothing = (0.0,) * players
    for seat in range(players):
        left = betting.units(betting.stacks[seat]) if betting.stacks else NO_END
        hand[col.LIVE] |= (left > 0) << seat
        ante = min(betting.units(betting.antes[seat]), left)
        blind = min(betting.units((betting.blinds or nothing)[seat]), left - ante)
        dead = min(betting.units((betting.dead or nothing)[seat]), left - ante - blind)
        hand[col.STACKS + seat] = left - ante - blind - dead
        hand[col.BEHIND] |= (hand[col.STACKS + seat] > 0) << seat
        hand[col.POT] += ante + blind + dead
        hand[col.IN_ROUND + seat], hand[col.IN_HAND + seat], hand[col.PAID_DEAD + seat] = blind, ante + blind, dead
        hand[col.DEAD] += dead
    pot = betting.pot_units
    hand[col.DEAD] += pot
    hand[col.POT] += pot
    hand[col.BETTOR] = hand[col.AGGRESSOR] = -1
    row = betting.rules_row
    hand[col.HIGHEST] = betting.units(max(betting.blinds, default=0.0) if betting.to_match is None else betting.to_match)
    hand[col.LAST_RAISE] = row[col.STREETS + col.LEAST_BET]
    if row[col.LIMIT] != col.FIXED_LIMIT:
        hand[col.LAST_RAISE] = max(hand[col.HIGHEST], hand[col.LAST_RAISE])
    hand[col.NUM_BETS] = int(hand[col.HIGHEST] > 0)
    return hand
