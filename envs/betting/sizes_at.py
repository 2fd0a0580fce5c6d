"""Bet sizes of one decision point: sizes added to those of its street, and sizes removed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.support.errors import InputError, ParameterError, brief

from .engine import find_legal, list_here, sizes_here
from .line import normal_line
from .rows import lists_of, size_columns
from .sizes import Kind, Size, format_sizes, parse_sizes

if TYPE_CHECKING:
    from .line import Line
    from .setup import Betting

NAME = "sizes_at"
FORM = "must be a mapping from lines to sizes with a sign, as {'xb25': '+60%,-a'}: + for one more, - for one less"
CARD = re.compile(r"/\s*([2-9tjqka][cdhs])\s*(?:$|[/|])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SizesAt:
    """Changes of the sizes of one point; ``str`` writes them."""

    line: str  # the moves up to the point, without cards and separators
    added: tuple[Size, ...]
    dropped: tuple[Size, ...]

    def __str__(self) -> str:
        return ",".join([f"+{size}" for size in self.added] + [f"-{size}" for size in self.dropped])

    def rules_here(self, betting: Betting, row: list[int]) -> list[int]:
        """The rules that hold at the point."""
        rules, street = betting.rules_row.copy(), row[col.STREET]
        at = sizes_here(rules, row)
        for size in self.dropped:
            if size.unit == "a":
                rules[col.STREETS + col.STREET_WIDTH * street + col.ADD_ALL_IN] = 0
            set_size(betting, rules, at, street, size, (col.NOT_HERE, 0, 0))
        for size in self.added:
            set_size(betting, rules, at, street, size, size_columns(betting, street, size))
        return rules

    def check(self, line: Line) -> None:
        """ValueError unless each change makes a difference at this line."""
        betting, row = line.betting, line.row
        kind, here = kind_of_bet(line), f"{NAME}[{self.line!r}]={str(self)!r}"
        there = lists_of(betting, row[col.STREET], line.actor)[list_here(betting.rules_row, row)]
        before = totals_with(betting.rules_row, row)
        listed = format_sizes(there) or "none"
        for size in self.dropped:
            all_in_added = size.unit == "a" and row[col.MOST_TO] in before
            if size not in there and not all_in_added:
                raise InputError(f"{here}: no {size} to take out there; the sizes of a {kind} are {listed}")
        for size in self.added:
            if size.unit == "x" and kind != "raise":
                raise InputError(f"{here}: {size} is for raises only, and a {kind} is due there")
            if size in there:
                raise InputError(f"{here}: the {kind} {size} is among the sizes there already: {listed}")
        after = totals_with(self.rules_here(betting, row), row)
        if self.added and not row[col.MOST_TO]:
            raise InputError(f"{here}: nobody may bet or raise there: the raise cap, or a player who is all-in")
        for size in self.added:
            total = total_of(betting, row, size)
            if total not in after:
                raise InputError(f"{here}: {size} would be dropped there: a larger size is too close (merging_threshold)")
            if total in before and not any(size_of_before in self.dropped for size_of_before in there):
                raise InputError(f"{here}: {size} makes no bet there that is not made without it")
        if before == after:
            raise InputError(f"{here}: changes no bet there")


def kind_of_bet(line: Line) -> Kind:
    """The kind of bet that is due at a line; where a street has no sizes of donk bets, they are bets."""
    if line.row[col.HIGHEST] > 0:  # the big blind raises a call of its blind
        return "raise"
    return "donk" if line.is_donk else "bet"


def set_size(betting: Betting, rules: list[int], at: int, street: int, size: Size, columns: tuple[int, int, int]) -> None:
    """Write the columns of a size of a street into a list of sizes that begins at ``at``."""
    k = betting.num_sizes - 1 if size.unit == "a" else betting.menus[street].index(size)
    rules[at + 3 * k : at + 3 * k + 3] = columns


def totals_with(rules: list[int], row: list[int]) -> set[int]:
    """The totals, in units, to which the actor may bet or raise under some rules."""
    here = row.copy()
    find_legal(rules, here)
    legal = here[col.LEGAL]
    return {here[col.TOTALS + action] for action in range(col.BET, legal.bit_length()) if legal >> action & 1}


def total_of(betting: Betting, row: list[int], size: Size) -> int:
    """The total, in units, of one size at a point, before any are merged."""
    rules, street = betting.rules_row.copy(), row[col.STREET]
    at, columns = sizes_here(rules, row), col.STREETS + col.STREET_WIDTH * street
    rules[at : at + 3 * rules[col.NUM_SIZES]] = [0] * (3 * rules[col.NUM_SIZES])
    rules[columns + col.ADD_ALL_IN] = rules[columns + col.MERGING] = 0
    set_size(betting, rules, at, street, size, size_columns(betting, street, size))
    (total,) = totals_with(rules, row)
    return total


def check_sizes_at(sizes_at: object) -> tuple[SizesAt, ...]:
    """The changes of sizes by line, in order of their lines.

    Args:
        sizes_at: a mapping from lines to sizes with signs, or None for no changes.

    Raises:
        ValueError: of another form, a size that cannot be read, a line with cards, or one that occurs twice.
    """
    if sizes_at is None:
        return ()
    if not isinstance(sizes_at, Mapping):
        raise ParameterError(NAME, sizes_at, FORM)
    result: dict[str, SizesAt] = {}
    for line, text in sizes_at.items():
        if not isinstance(line, str) or not isinstance(text, str):
            raise ParameterError(NAME, sizes_at, FORM)
        card = CARD.search(line)
        if card:
            raise InputError(f"{NAME}[{brief(line)}]: must be without cards, as xb60c/x; {card[1]} may not stand there")
        moves = normal_line(line)
        if moves in result:
            raise ParameterError(NAME, sizes_at, f"the line {brief(moves)} occurs twice")
        result[moves] = parse_changes(moves, text)
    return tuple(result[moves] for moves in sorted(result))


def parse_changes(line: str, text: str) -> SizesAt:
    """Sizes with signs, as ``+25%, -75%``.

    >>> str(parse_changes("x", "-75%  +25%"))
    '+25%,-75%'
    """
    name = f"{NAME}[{brief(line)}]"
    sizes: dict[str, list[Size]] = {"+": [], "-": []}
    for piece in re.split(r"[\s,]+", text.strip()):
        sign, rest = piece[:1], piece[1:]
        if sign not in sizes or not rest:
            raise ParameterError(name, text, f"{brief(piece)} must begin with + (one more size) or - (one less)")
        try:
            sizes[sign] += parse_sizes(rest, "raise", name)
        except ParameterError as error:
            raise ParameterError(name, text, f"{brief(piece)}: {error.problem}") from None
    both = [size for size in sizes["+"] if size in sizes["-"]]
    if both:
        raise ParameterError(name, text, f"{both[0]} is added and taken out")
    return SizesAt(line, unique(sizes["+"]), unique(sizes["-"]))


def unique(sizes: Iterable[Size]) -> tuple[Size, ...]:
    """Sizes without repetitions, in order."""
    return tuple(dict.fromkeys(sizes))
