"""Spots that are solved at the table: their bet sizes, which include the bets that were made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, Literal, TypeAlias

from pokerzoo.envs.betting.line import BET, chips_text
from pokerzoo.envs.betting.row import IN_ROUND, STACKS
from pokerzoo.envs.betting.sizes import Size, Sizes, format_size_lists, parse_size_lists
from pokerzoo.envs.betting.street_sizes import STREETS, StreetSizes, bets_by_street, by_street_of
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo.envs.games.hand_spot import HandSpot, find_move, moves_on_street, sizes_of
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.ranges import Range
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState

OWN_BETS = {"flop": "50%,100%", "turn": "50%,100%,a", "river": "50%,100%,200%,a"}
"""Sizes of first bets where the game allows every amount and none are given."""
OWN_RAISES = {"flop": "100%,a", "turn": "100%,a", "river": "100%,a"}
"""The same of raises."""
Level: TypeAlias = tuple[tuple[int | None, int | None], ...]
"""(first bets, raises) that there are at most on the first street, the next, and the last; None: all"""
LEVELS: tuple[Level, ...] = (
    ((2, 1), (0, 0), (0, 0)),
    ((2, 1), (1, 0), (0, 0)),
    ((2, 1), (1, 0), (1, 0)),
    ((None, 1), (1, 0), (1, 0)),
    ((None, 1), (1, 1), (1, 1)),
    ((None, 2), (1, 1), (1, 1)),
    ((None, None), (1, 1), (1, 1)),
    ((None, None), (None, None), (None, None)),
)
"""Trees from the fewest sizes on.

In a given time few raises, and some betting later on, are better than many raises (docs/howto/whole_hand_agent.md).
"""

RIVER_SECONDS = 3e-9
"""Seconds of an iteration on a river for each number: measured were 2.3e-9 (1.4 ms for 605,000), the rest is a margin."""
FLOP_FACTOR = 1.6
"""Factor of ``solving_size`` for flops in half precision: 0.60 s where it says 0.37."""

POT, ALL_IN = Size("%", 100.0), "a"
"""A bet of the pot, and the unit of an all-in bet."""

SizesByStreet: TypeAlias = dict[str, Any]
"""{street: sizes, a string or a pair of strings}"""


@dataclass(frozen=True)
class TreeSizes:
    """Bet sizes of a spot by street."""

    bets: SizesByStreet
    raises: SizesByStreet

    @property
    def text(self) -> str:
        """The sizes in words: ``turn 50%,a / 100%; river a / -``: first bets, then raises."""
        pieces = [f"{street} {shown(self.bets[street])} / {shown(self.raises[street])}" for street in self.bets]
        return "; ".join(pieces)

    @property
    def later_streets_with_bets(self) -> int:
        """The number of streets after the first that have bets."""
        return sum(any(pair_of(sizes)) for sizes in list(self.bets.values())[1:])


def shown(sizes: Any) -> str:
    """Sizes of a street in words."""
    if isinstance(sizes, str):
        return sizes or "-"
    return " | ".join(text or "-" for text in sizes)


def tree_sizes(
    state: TexasHoldemState, bet_sizes: StreetSizes | None, raise_sizes: StreetSizes | None
) -> tuple[TreeSizes, ...]:
    """Sizes for the spot at a state, from the fewest to all of them (``LEVELS``)."""
    wanted = wanted_sizes(state.game, state.street, bet_sizes, raise_sizes)
    trees = [with_fewer(wanted, level) for level in LEVELS]
    return tuple({tree.text: tree for tree in trees}.values())


def with_fewer(wanted: TreeSizes, level: Level) -> TreeSizes:
    """Sizes cut to as many as a level allows."""
    counts = dict(zip(wanted.bets, level, strict=False))
    bets = {street: at_most(sizes, counts[street][0], "bet") for street, sizes in wanted.bets.items()}
    raises = {street: at_most(sizes, counts[street][1], "raise") for street, sizes in wanted.raises.items()}
    return TreeSizes(bets, raises)


def at_most(sizes: Any, count: int | None, kind: Literal["bet", "raise"]) -> Any:
    """The most useful sizes of a street: first bets near the pot and all-in, raises all-in and near the pot."""
    if not isinstance(sizes, str):
        return tuple(at_most(size_list, count, kind) for size_list in sizes)
    if count is None:
        return sizes
    return format_size_lists(
        tuple([best_sizes(listed, count, kind) for listed in parse_size_lists(sizes, None, kind, blinds=True)])
    )


def best_sizes(listed: Sizes, count: int, kind: Literal["bet", "raise"]) -> Sizes:
    """The most useful sizes of a list, in its order."""
    unique = tuple(dict.fromkeys(listed))
    later_first = unique[::-1]  # of two that are as near the pot the later one is mostly the larger
    order = sorted(later_first, key=distance_to_pot)
    all_in = [size for size in order if size.unit == ALL_IN]
    others = [size for size in order if size.unit != ALL_IN]
    best = (others[:1] + all_in + others[1:] if kind == "bet" else all_in + others)[:count]
    return tuple([size for size in unique if size in best])


def distance_to_pot(size: Size) -> float:
    """Distance of a size from a bet of the pot, in percent of it; infinite for sizes in other units."""
    return abs(size.amount - 100.0) if size.unit == "%" and size.amount is not None else inf


def wanted_sizes(
    game: TexasHoldemGame, street: int, bet_sizes: StreetSizes | None, raise_sizes: StreetSizes | None
) -> TreeSizes:
    """All sizes from a street on, from 1 for the flop; ValueError if they cannot be read, or a street has none."""
    streets = STREETS[street - 1 :]
    wanted = {"bet_sizes": of_streets(bet_sizes, streets), "raise_sizes": of_streets(raise_sizes, streets)}
    if game.any_amount:
        defaults = {"bet_sizes": OWN_BETS, "raise_sizes": OWN_RAISES}
        wanted = {name: of_streets(defaults[name], streets) if lists is None else lists for name, lists in wanted.items()}
    result = sizes_of(game, street, wanted["bet_sizes"], wanted["raise_sizes"])
    bets_by_street(streets, result["bet_sizes"], result["raise_sizes"], big_blind=game.params["blinds"][1])
    bets, raises = (by_street_of(name, result[name], streets) for name in ("bet_sizes", "raise_sizes"))
    if game.params["limit"] == "pot-limit":
        bets, raises = ({street: within_pot(sizes) for street, sizes in lists.items()} for lists in (bets, raises))
    return TreeSizes(bets, raises)


def within_pot(sizes: Any) -> Any:
    """Sizes with the pot in place of those that never fall below it."""
    if not isinstance(sizes, str):
        return tuple([within_pot(text) for text in sizes])
    lists = parse_size_lists(sizes, None, "raise", blinds=True)
    most = [
        [POT if size.unit == ALL_IN or (size.unit == "%" and (size.amount or 0) > 100) else size for size in size_list]
        for size_list in lists
    ]
    return format_size_lists(tuple([tuple(dict.fromkeys(size_list)) for size_list in most]))


def of_streets(sizes: Any, streets: tuple[str, ...]) -> Any:
    """Sizes of the streets that are left."""
    if not isinstance(sizes, Mapping):
        return sizes
    return {street: of_street for street, of_street in sizes.items() if street in streets or street not in STREETS}


def spot_at_table(state: TexasHoldemState, ranges: tuple[Range, Range], sizes: TreeSizes, done: int) -> HandSpot:
    """The spot from the start of the street on, in which the moves in ``done`` are forced.

    All bets of the street are in it with the chips that they were made with. ``ranges`` are the spot's players', where they
    are after these moves.
    """
    moves = moves_on_street(state)
    bets, raises = with_real_bets(state, sizes)
    spot = state.to_spot(ranges, bet_sizes=bets, raise_sizes=raises)
    if not done:
        return spot
    removed, public = [], spot.game.rules.root
    for move in moves[:done]:
        k = find_move(public, move)
        assert k is not None  # all bets are among the sizes
        removed += [public.line.bare(*other) for j, other in enumerate(public.line.moves) if j != k]
        public = public.after(k)
    return state.to_spot(ranges, bet_sizes=bets, raise_sizes=raises, removed=removed)


def with_real_bets(state: TexasHoldemState, sizes: TreeSizes) -> tuple[SizesByStreet, SizesByStreet]:
    """The sizes with the bets made on this street: a first bet in chips, a raise at its place in the street."""
    street = STREETS[state.street - 1]
    first = (state.game.button + 1) % state.game.num_players
    bets, raises = pair_of(sizes.bets[street]), pair_of(sizes.raises[street])
    stack = min(state.row.item(STACKS + s) + state.row.item(IN_ROUND + s) for s in range(2)) * state.game.chip
    number, highest = 0, 0.0
    for at, player, kind, total in state.moves:
        if at != state.street or kind != BET:
            continue
        total, responder = min(total, stack), int(player != first)
        if number == 0:
            bets[responder] = ",".join(filter(None, (bets[responder], f"{chips_text(total - highest)}c")))
        else:
            raises[responder] = with_raise(raises[responder], number, Size("c", total - highest))
        number, highest = number + 1, total
    return sizes.bets | {street: tuple(bets)}, sizes.raises | {street: tuple(raises)}


def with_raise(sizes: str, number: int, size: Size) -> str:
    """Raise sizes with one more for a single raise of the round, counted from 1.

    >>> with_raise("60%,a", 2, Size("c", 25.0))
    '60%,a | 60%,a,25c | 60%,a'
    """
    lists = list(parse_size_lists(sizes, None, "raise", blinds=True))
    lists += lists[-1:] * (number + 1 - len(lists))
    lists[number - 1] += (size,)
    return format_size_lists(tuple(lists))


def pair_of(sizes: Any) -> list[str]:
    """Sizes of both players."""
    return [sizes, sizes] if isinstance(sizes, str) else list(sizes)


def seconds_of_iteration(game: HoldemGame) -> float:
    """Approximate time of an iteration on a spot on one core."""
    size = solving_size(game)
    if size.seconds_per_iteration is None:
        return RIVER_SECONDS * size.probabilities
    return size.seconds_per_iteration * (FLOP_FACTOR if len(size.boards) > 2 else 1.0)
