"""Numbers of betting lines, and the checks that need a walk through all of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokerzoo.envs.support.errors import ParameterError, brief, cut_text

from .line import Line

if TYPE_CHECKING:
    from .setup import Betting

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


def count_lines(betting: Betting) -> LineCounts:
    """Walk the lines once; a large tree keeps none of them, so that depth and size cost no memory."""
    count, met, changed = 0, set[str](), set[str]()
    by_deals: Counter[int] = Counter()
    points: Counter[tuple[int, int]] = Counter()
    actions: Counter[tuple[int, int]] = Counter()
    stack = [betting.start]
    while stack:
        line = stack.pop()
        count += 1
        if betting.max_lines is not None and count > betting.max_lines:
            raise ParameterError("max_nodes", betting.max_lines, f"the betting tree has more public states; {FEWER}")
        by_deals[line.num_deals] += 1
        if line.card_due:
            stack.append(line.deal())
        if line.card_due or line.is_over:
            continue
        if betting.removed:
            met |= line.removed_here
        if betting.sizes_at and (changes := betting.sizes_by_line.get(line.bare_moves)) is not None:
            changes.check(line)
            changed.add(changes.line)
        moves = line.moves
        if not moves:
            raise ParameterError("removed", sorted(betting.removed), f"nothing is left to do after {line.text or 'the start'}")
        points[line.actor, line.num_deals] += 1
        actions[line.actor, line.num_deals] += len(moves)
        stack += [line.after(k, keep=count < KEPT_LINES) for k in range(len(moves))]
    for wrong in sorted(betting.removed - met):
        raise ParameterError("removed", wrong, missing_line_text(betting, wrong))
    for wrong in sorted(betting.sizes_by_line.keys() - changed):
        raise ParameterError(f"sizes_at[{brief(wrong)}]", problem=missing_line_text(betting, wrong))
    return LineCounts(count, by_deals, points, actions)


def missing_line_text(betting: Betting, moves: str) -> str:
    """Error text: how far the betting tree has a line, and the moves allowed there."""
    line: Line = betting.start
    rest = moves
    while True:
        if line.card_due:
            line = line.deal()
            continue
        so_far = f"after {line.text!r}" if line.text else "at the start"
        if line.is_over:
            return f"the hand is over {so_far}; nothing may follow" + (f", not {brief(rest)}" if rest else "")
        tokens = line.tokens
        match = re.match(r"[a-z][^a-z]*|[^a-z]+|$", rest)
        assert match is not None
        removed = {line_removed[len(moves) - len(rest) :] for line_removed in line.removed_here}
        if match[0] in removed:
            return f"{brief(match[0])} {so_far} is removed itself, and all that follows with it"
        if match[0] not in tokens:
            listed = cut_text(", ".join([*tokens, *sorted(removed)]))
            return f"no {brief(match[0])} {so_far}; allowed: {listed}"
        line, rest = line.after(tokens.index(match[0])), rest[match.end() :]
