"""Size of a poker game from its lines alone, before anything of it is kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokerzoo.envs.support.parameters import brief, cut_text

from .board_numbers import count_boards, places_of
from .lines import BET, Line

if TYPE_CHECKING:
    from .rules import PokerRules

LINE_BYTES = 1500
"""Bytes that a line takes, with its public states that are kept and its place in a compiled game."""
ENTRY_BYTES = 48
"""Bytes that a probability takes, with the regret, the average and the places in arrays that a solver has for it."""
KEPT_LINES = 50_000
"""The most lines that are kept while they are counted, for later use."""
FEWER = "give fewer sizes or a raise_cap"


@dataclass(frozen=True, slots=True)
class LineCounts:
    """Numbers of lines."""

    lines: int
    by_deals: Mapping[int, int]  # for each number of public deals since the start, the lines
    points: Mapping[tuple[int, int], int]  # for each player and number of public deals the lines where the player acts
    actions: Mapping[tuple[int, int], int]  # for the same keys, the number of actions
    amounts: tuple[float, ...]  # the totals of all bets and raises, ascending, where bets have sizes


@dataclass(frozen=True, slots=True)
class PokerSize:
    """Size of a poker game."""

    public_states: int  # public states, terminal ones and those where a card is due included
    lines: int  # public states without cards
    infosets: int
    entries: int  # (infoset, action) pairs: the probabilities of a policy
    memory: int
    amounts: tuple[float, ...]  # the totals of all bets and raises, ascending, where bets have sizes
    sequences: tuple[tuple[int, ...], ...]
    counts: LineCounts  # counts of lines, the same on every board


def poker_size(rules: PokerRules, max_nodes: int | None = None) -> PokerSize:
    """Size of a game; ValueError as in ``count_lines``."""
    return size_of(rules, count_lines(rules, max_nodes))


def count_lines(rules: PokerRules, max_nodes: int | None = None) -> LineCounts:
    """Walk the lines once; a large tree keeps none of them, so that depth and size cost no memory."""
    count, found, met, changed = 0, set[float](), set[str](), set[str]()
    by_deals: Counter[int] = Counter()
    points: Counter[tuple[int, int]] = Counter()
    actions: Counter[tuple[int, int]] = Counter()
    stack = [rules.root.betting]
    while stack:
        line = stack.pop()
        count += 1
        check_states(count, max_nodes)
        by_deals[line.num_deals] += 1
        if line.card_due:
            stack.append(line.deal())
        if line.card_due or line.is_over:
            continue
        if rules.removed:
            met |= line.removed_here
        if rules.sizes_at and (own := rules.sizes_by_line.get(line.bare_moves)) is not None:
            own.check(line)
            changed.add(own.line)
        moves = line.moves
        if not moves:
            raise ValueError(f"removed={brief(sorted(rules.removed))}: nothing is left to do after {line.text or 'the start'}")
        points[line.actor, line.num_deals] += 1
        actions[line.actor, line.num_deals] += len(moves)
        if rules.is_sized:
            found.update(total for kind, total in moves if kind == BET)
        stack += [line.after(k, keep=count < KEPT_LINES) for k in range(len(moves))]
    for wrong in sorted(rules.removed - met):
        raise ValueError(f"removed={brief(wrong)}: {missing_line_text(rules, wrong)}")
    for wrong in sorted(rules.sizes_by_line.keys() - changed):
        raise ValueError(f"sizes_at[{brief(wrong)}]: {missing_line_text(rules, wrong)}")
    return LineCounts(count, by_deals, points, actions, tuple(sorted(found)))


def check_states(count: int, max_nodes: int | None) -> None:
    """ValueError if a tree has more than ``max_nodes`` public states; None: no limit."""
    if max_nodes is not None and count > max_nodes:
        raise ValueError(f"max_nodes={max_nodes}: the betting tree has more public states; {FEWER}")


def size_of(rules: PokerRules, counts: LineCounts) -> PokerSize:
    """Size of a game from its counted lines."""
    entries = sum(number * places_of(rules, *where).total for where, number in counts.actions.items())
    return PokerSize(
        public_states=sum(number * count_boards(rules, deals) for deals, number in counts.by_deals.items()),
        lines=counts.lines,
        infosets=sum(number * places_of(rules, *where).total for where, number in counts.points.items()),
        entries=entries,
        memory=counts.lines * LINE_BYTES + entries * ENTRY_BYTES,
        amounts=counts.amounts,
        sequences=tuple(
            tuple(counts.actions.get((player, cards), 0) for player in range(rules.num_players))
            for cards in sorted(counts.by_deals)
        ),
        counts=counts,
    )


def missing_line_text(rules: PokerRules, moves: str) -> str:
    """Error text: how far the betting tree has a line, and the moves allowed there."""
    line: Line = rules.root.betting
    rest = moves
    while True:
        if line.card_due:
            line = line.deal()
            continue
        so_far = f"after {line.text!r}" if line.text else "at the start"
        if line.is_over:
            return f"the hand is over {so_far}; nothing may follow" + (f", not {brief(rest)}" if rest else "")
        tokens = line.tokens
        found = re.match(r"[a-z][^a-z]*|[^a-z]+|$", rest)
        assert found is not None
        removed = {one[len(moves) - len(rest) :] for one in line.removed_here}
        if found[0] in removed:
            return f"{brief(found[0])} {so_far} is removed itself, and all that follows with it"
        if found[0] not in tokens:
            listed = cut_text(", ".join([*tokens, *sorted(removed)]))
            return f"no {brief(found[0])} {so_far}; allowed: {listed}"
        line, rest = line.after(tokens.index(found[0])), rest[found.end() :]
