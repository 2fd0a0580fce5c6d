"""Size of a poker game from its lines alone, before anything of it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .board_numbers import count_boards, places_of

if TYPE_CHECKING:
    from .rules import PokerRules

LINE_BYTES = 1500
"""Bytes that a line takes, with its public states that are kept and its place in a compiled game."""
ENTRY_BYTES = 48
"""Bytes that a probability takes, with the regret, the average and the places in arrays that a solver has for it."""


@dataclass(frozen=True, slots=True)
class PokerSize:
    """Size of a poker game."""

    public_states: int  # public states, terminal ones and those where a card is due included
    lines: int  # public states without cards
    infosets: int
    entries: int  # (infoset, action) pairs: the probabilities of a policy
    memory: int
    sequences: tuple[tuple[int, ...], ...]


def poker_size(rules: PokerRules) -> PokerSize:
    """Size of a game; ValueError as in ``count_lines``."""
    counts = rules.betting.counts
    entries = sum(number * places_of(rules, *where).total for where, number in counts.actions.items())
    return PokerSize(
        public_states=sum(number * count_boards(rules, deals) for deals, number in counts.by_deals.items()),
        lines=counts.lines,
        infosets=sum(number * places_of(rules, *where).total for where, number in counts.points.items()),
        entries=entries,
        memory=counts.lines * LINE_BYTES + entries * ENTRY_BYTES,
        sequences=tuple(
            tuple(counts.actions.get((player, cards), 0) for player in range(rules.num_players))
            for cards in sorted(counts.by_deals)
        ),
    )
