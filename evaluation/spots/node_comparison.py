"""Comparison of two nodes: of one policy, or of policies of two spots, for example before and after a lock."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerzoo.envs.drawing.colours import action_colours
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.records import Record

from .node_parts import RangeTotal
from .node_report import NodeReport

MOST_CHANGED = 50
"""Hands that a comparison names."""


@dataclass(frozen=True)
class ComparedNode(Record):
    """One of the two nodes.

    Attributes:
        line: its line.
        players: [players] each player's range as a whole.
    """

    line: str
    players: list[RangeTotal]


@dataclass(frozen=True)
class ComparedAction(Record):
    """An action of either node.

    Attributes:
        token: the action as lines have it: ``b25``.
        name: the action in words.
        colour: the colour that all pictures give it.
        frequencies: [2] how often it is taken in this node and in the other; null where a node has no such action.
    """

    token: str
    name: str
    colour: str
    frequencies: Floats


@dataclass(frozen=True)
class ComparedHand(Record):
    """A hand that is played otherwise.

    Attributes:
        hand: its name.
        distance: half the L1 distance of the strategies, 0 to 1.
        share: probability that the actor of this node holds it.
    """

    hand: str
    distance: float
    share: float


@dataclass(frozen=True, eq=False)
class NodeComparison(Record):
    """Two nodes side by side.

    Attributes:
        node: this node.
        other: the other.
        actions: actions of either: this node's, then those that only the other has.
        mean_distance: mean over the actor's range of the hands' ``distance``; null if another player acts.
        hands: hands that change most, by distance times probability; at most 50, and none if another player acts.
    """

    node: ComparedNode
    other: ComparedNode
    actions: list[ComparedAction]
    mean_distance: float | None
    hands: list[ComparedHand]


def compare_nodes(node: NodeReport, other: NodeReport) -> NodeComparison:
    """Compare two nodes of the same or of different policies and spots."""
    both = (node, other)
    names = dict(zip(other.tokens, other.actions, strict=True)) | dict(zip(node.tokens, node.actions, strict=True))
    tokens = node.tokens + tuple(token for token in other.tokens if token not in node.tokens)
    places = [[tokens.index(token) for token in node.tokens] for node in both]
    frequencies = np.full((2, len(tokens)), np.nan)
    for row, report in enumerate(both):
        frequencies[row, places[row]] = report.frequencies
    by_size = sorted(tokens, key=lambda token: float(token[1:] or 0))
    colours = dict(zip(by_size, action_colours(by_size), strict=True))
    mean, hands = (None, []) if node.player is None or node.player != other.player else changed_hands(both, places, len(tokens))
    return NodeComparison(
        node=ComparedNode(node.line, node.players),
        other=ComparedNode(other.line, other.players),
        actions=[ComparedAction(t, names[t], colours[t], row) for t, row in zip(tokens, frequencies.T, strict=True)],
        mean_distance=mean,
        hands=hands,
    )


def changed_hands(
    both: tuple[NodeReport, NodeReport], places: list[list[int]], actions: int
) -> tuple[float | None, list[ComparedHand]]:
    """The mean distance of two nodes of the same player, and the hands that change most.

    Args:
        both: the nodes.
        places: for each node the places of its actions among those of either.
        actions: number of the actions of either.
    """
    node, other = both
    assert node.player is not None
    numbers = {name: number for number, name in enumerate(other.hands)}
    pairs = [(number, numbers[name]) for number, name in enumerate(node.hands) if name in numbers]
    here = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    played = np.zeros((2, actions, len(pairs)))
    for row, report in enumerate(both):
        played[row, places[row]] = report.strategy[:, here[row]]
    distance = 0.5 * np.abs(played[1] - played[0]).sum(axis=0)
    share = np.where(np.isnan(distance), 0.0, node.share[node.player, here[0]])
    change = np.where(share > 0, share * distance, 0.0)
    most = [place for place in np.argsort(-change, kind="stable")[:MOST_CHANGED].tolist() if change[place] > 0]
    hands = [ComparedHand(node.hands[here[0, k]], float(distance[k]), float(share[k])) for k in most]
    return (float(change.sum() / share.sum()) if share.sum() > 0 else None), hands
