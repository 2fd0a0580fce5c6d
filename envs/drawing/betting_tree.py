"""The betting tree of a game, street by street."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pokerzoo.envs.betting.line import BET, Line
from pokerzoo.envs.betting.line_labels import ending_of, line_children, line_label
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.records import Record

MOST_NODES = 400
"""Most nodes of a betting tree that are sent at once."""
ALL_IN = 1 - 1e-9


@dataclass
class TreeAction(Record):
    """An action at a node.

    Attributes:
        name: ``check``, ``bet 25``.
        kind: what it is, for colours.
        all_in: whether it puts in all that is left.
        pot_percent: of a bet or raise: what is added beyond the call, in percent of the pot after the call.
        line: the line after it; of the next street where it closes this one.
        bare: the same without cards and separators, as ``removed`` has it.
        end: how the hand ends with it.
        next_street: whether it closes the street, with more betting to come.
    """

    name: str
    kind: Literal["fold", "check", "call", "bet", "raise"]
    all_in: bool
    pot_percent: float | None
    line: str
    bare: str
    end: Literal["fold", "showdown"] | None
    next_street: bool


@dataclass
class TreeNode(Record):
    """A line at which a player acts.

    Attributes:
        line: its name, without cards.
        depth: actions since the start of the street.
        player: 0 (OOP, or BB) or 1 (IP, or SB).
        pot: chips in the middle.
        to_call: chips to call.
        left: chips that the player has behind.
        actions: in the order of their ids.
    """

    line: str
    depth: int
    player: int
    pot: float
    to_call: float
    left: float
    actions: list[TreeAction]


@dataclass
class BettingTree(Record):
    """The betting of one street.

    Attributes:
        line: where it starts.
        street: which it is.
        nodes: depth first.
        more: whether there are more nodes than were sent.
    """

    line: str
    street: str
    nodes: list[TreeNode]
    more: bool


def street_at(root: Line, streets: tuple[str, ...], wanted: str) -> BettingTree:
    """The betting of the street that starts at the line of this name, depth first."""
    at = find_drawn_line(root, wanted)
    nodes: list[TreeNode] = []
    stack = [(at, 0)]
    while stack and len(nodes) < MOST_NODES:
        here, depth = stack.pop()
        below = line_children(here)
        nodes.append(tree_node(here, depth, below))
        stack += [(child, depth + 1) for child in reversed(below) if not child.is_over and child.round_index == at.round_index]
    return BettingTree(line=line_label(at), street=streets[at.round_index], nodes=nodes, more=bool(stack))


def find_drawn_line(root: Line, wanted: str) -> Line:
    """The line of this name."""
    line, rest = root, wanted.replace("/", "")
    while rest:
        below = dict(zip(line.tokens, line_children(line), strict=True)) if not line.is_over else {}
        token = max((token for token in below if rest.startswith(token)), key=len, default=None)
        if token is None:
            raise ParameterError("line", wanted, "no such line in this betting tree")
        line, rest = below[token], rest[len(token) :]
    if line.is_over:
        raise ParameterError("line", wanted, "the hand is over after it")
    return line


def tree_node(line: Line, depth: int, below: list[Line]) -> TreeNode:
    """A node as a record."""
    actor = line.actor
    stack = line.betting.most_of(actor) - line.before[actor]
    other = max(line.round_contributions)
    called = line.pot + line.to_call
    actions = []
    for move, title, child in zip(line.moves, line.action_names, below, strict=True):
        kind, total = move
        bets = kind == BET
        word: Any = title.split()[0]
        end: Any = ending_of(child)
        actions.append(
            TreeAction(
                name=title,
                kind=word,
                all_in=bets and total >= stack * ALL_IN,
                pot_percent=100 * (total - other) / called if bets else None,
                line=line_label(child),
                bare=line.bare(kind, total),
                end=end,
                next_street=end is None and child.round_index != line.round_index,
            )
        )
    return TreeNode(
        line=line_label(line), depth=depth, player=line.actor, pot=line.pot, to_call=line.to_call,
        left=stack - line.round_contributions[line.actor], actions=actions,
    )  # fmt: skip
