"""Bet sizes of one point of the betting: some that it has beside the sizes of its street, and some that it lacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.text_errors import TextError

from .bets import SizedBets, kind_of_bet
from .line import normal_line
from .sizes import TINY, BetOptions, Kind, Size, bet_totals, format_sizes, parse_sizes, size_totals

if TYPE_CHECKING:
    from .line import Line

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

    def applied(self, options: BetOptions, player: int, kind: Kind) -> BetOptions:
        """The options of its street, changed for the player and the kind of bet that are due there."""
        sizes = [size for size in options.sizes(player, kind) if size not in self.dropped]
        own = (*sizes, *(size for size in self.added if size not in sizes))
        field = "raises" if kind == "raise" else "donk" if kind == "donk" and options.donk is not None else "bet"
        changed: dict[str, Any] = {field: (own,) * len(options.bet)}
        if any(size.unit == "a" for size in self.dropped):
            changed["add_allin_threshold"] = 0.0
        return replace(options, **changed)

    def check(self, line: Line) -> None:
        """ValueError unless each change makes a difference at this line."""
        bets = line.betting.rounds[line.round_index].bets
        assert isinstance(bets, SizedBets)
        where, kind, here = bets.where(line), kind_of_bet(line), f"{NAME}[{self.line!r}]={str(self)!r}"
        there = bets.options.sizes(line.actor, kind)
        before = bet_totals(bets.options, **where)
        listed = format_sizes(there) or "none"
        for size in self.dropped:
            all_in_added = size.unit == "a" and any(total >= where["stack"] * (1 - TINY) for total in before)
            if size not in there and not all_in_added:
                raise ValueError(f"{here}: no {size} to take out there; the sizes of a {kind} are {listed}")
        for size in self.added:
            if size.for_raises_only and kind != "raise":
                raise ValueError(f"{here}: {size} is for raises only, and a {kind} is due there")
            if size in there:
                raise ValueError(f"{here}: the {kind} {size} is among the sizes there already: {listed}")
        options = bets.options_at(line)
        made, after = dict(size_totals(options, **where)), bet_totals(options, **where)
        if not made and self.added:
            raise ValueError(f"{here}: nobody may bet or raise there: the raise cap, or a player who is all-in")
        for size in self.added:
            if made[size] not in after:
                raise ValueError(f"{here}: {size} would be dropped there: a larger size is too close (merging_threshold)")
            if made[size] in before and not any(size_of_before in self.dropped for size_of_before in there):
                raise ValueError(f"{here}: {size} makes no bet there that is not made without it")
        if set(before) == set(after):
            raise ValueError(f"{here}: changes no bet there")


def check_sizes_at(given: object) -> tuple[SizesAt, ...]:
    """The changes of sizes by line, in order of their lines.

    Args:
        given: a mapping from lines to sizes with signs, or None for no changes.

    Raises:
        ValueError: of another form, a size that cannot be read, a line with cards, or one that occurs twice.
    """
    if given is None:
        return ()
    if not isinstance(given, Mapping):
        raise ValueError(f"{NAME}={brief(given)}: {FORM}")
    found: dict[str, SizesAt] = {}
    for line, text in given.items():
        if not isinstance(line, str) or not isinstance(text, str):
            raise ValueError(f"{NAME}={brief(given)}: {FORM}")
        card = CARD.search(line)
        if card:
            raise ValueError(f"{NAME}[{brief(line)}]: must be without cards, as xb60c/x; {card[1]} may not stand there")
        moves = normal_line(line)
        if moves in found:
            raise ValueError(f"{NAME}={brief(given)}: the line {brief(moves)} occurs twice")
        found[moves] = parse_changes(moves, text)
    return tuple(found[moves] for moves in sorted(found))


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
            raise ValueError(f"{name}={brief(text)}: {brief(piece)} must begin with + (one more size) or - (one less)")
        try:
            sizes[sign] += parse_sizes(rest, "raise", name)
        except TextError as error:
            raise ValueError(f"{name}={brief(text)}: {brief(piece)}: {error.problem}") from None
    both = [size for size in sizes["+"] if size in sizes["-"]]
    if both:
        raise ValueError(f"{name}={brief(text)}: {both[0]} is added and taken out")
    return SizesAt(line, unique(sizes["+"]), unique(sizes["-"]))


def unique(sizes: Iterable[Size]) -> tuple[Size, ...]:
    """Sizes without repetitions, in order."""
    return tuple(dict.fromkeys(sizes))


def sizes_at_text(changes: Iterable[SizesAt]) -> dict[str, str]:
    """Changes as the parameter has them."""
    return {one.line: str(one) for one in changes}
