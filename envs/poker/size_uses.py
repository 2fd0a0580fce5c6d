"""Use of the given bet sizes: those that never lead to a bet of that size, and why."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from .bet_sizes import TINY, Kind, Size, bet_totals, size_totals
from .betting import SizedBets
from .lines import Line

if TYPE_CHECKING:
    from .rules import PokerRules

Fate: TypeAlias = Literal["used", "merged", "all-in", "never asked for"]
MOST_LINES = 20_000
"""The most lines of a tree whose sizes are checked."""


@dataclass(frozen=True, slots=True)
class SizeUse:
    """A size of one player for one kind of bet in one betting round."""

    round_index: int  # the betting round, 0 for the first
    player: int
    kind: Kind
    size: Size
    fate: Fate  # ``used`` at one line at least; else merged, made all-in, or never asked for at every line


def size_uses(rules: PokerRules) -> list[SizeUse]:
    """The use of every size; of a tree with more than ``MOST_LINES`` lines, or with other bets, an empty list."""
    met: defaultdict[tuple[int, int, Kind, Size], Counter[Fate]] = defaultdict(Counter)
    stack, count = [rules.root.betting], 0
    while stack:
        line = stack.pop()
        count += 1
        if count > MOST_LINES:
            return []
        stack += line.children
        if not line.is_over and not line.card_due:
            for size, kind, fate in fates_at(line):
                met[line.round_index, line.actor, kind, size][fate] += 1
    found = []
    for number, round_ in enumerate(rules.rounds):
        if round_.bets is None:
            continue
        if not isinstance(round_.bets, SizedBets):
            return []
        options = round_.bets.options
        for player in range(rules.num_players):
            for kind in ("bet", "raise", "donk"):
                if kind == "donk" and (options.donk is None or number == 0):
                    continue
                if kind == "bet" and number == 0 and any(rules.blinds):  # the blinds are the first bet
                    continue
                if kind == "donk" and player and options.sizes(1, kind) == options.sizes(0, kind):
                    continue
                for size in dict.fromkeys(options.sizes(player, kind)):
                    fates = met[number, player, kind, size]
                    usual: Fate = fates.most_common(1)[0][0] if fates else "never asked for"
                    found.append(SizeUse(number, player, kind, size, "used" if fates["used"] else usual))
    return found


def fates_at(line: Line) -> list[tuple[Size, Kind, Fate]]:
    """Fate of each size of the player to act at a line."""
    bets = line.rules.rounds[line.round_index].bets
    if not isinstance(bets, SizedBets):
        return []
    where = bets.where(line)
    if line.rules.num_players > 2 and not (line.may_raise and where["other"] < where["stack"]):
        return []
    options = bets.options_at(line)
    kept = set(bet_totals(options, **where))
    kind: Kind = "raise" if line.num_bets else "donk" if line.is_donk and bets.options.donk is not None else "bet"
    all_in = where["stack"] * (1 - TINY)
    found: list[tuple[Size, Kind, Fate]] = []
    for size, total in size_totals(options, **where):
        if total >= all_in and size.unit not in "ae":  # those are meant to be
            found.append((size, kind, "all-in"))
        else:
            found.append((size, kind, "used" if total in kept else "merged"))
    return found
