"""Comparison of two nodes: of one policy, or of policies of two spots, for example before and after a lock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.records import Record

from .node_parts import changed_most, size_colours
from .node_report import NodeHead, NodeReport

Floats: TypeAlias = npt.NDArray[np.float64]


MOST_CHANGED = 50
"""Hands that a comparison names."""


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
        mean_distance: mean over the actor's range of the hands' ``distance``; null if another player acts.
    """

    told = ("node=node_head", "other=other_head", "actions", "mean_distance", "hands=changed_hands")

    node: NodeReport
    other: NodeReport
    tokens: tuple[str, ...]  # actions of either: this node's, then those that only the other has
    names: tuple[str, ...]
    frequencies: Floats  # [2, tokens]: of the acting range; NaN for an action that a node has not
    hands: tuple[str, ...]  # in both spots
    places: npt.NDArray[np.int64]  # [2, hands]: index in each node's arrays
    distance: Floats  # [hands]: half the L1 distance of the strategies; NaN unless the same player acts with it in both
    mean_distance: float | None

    @property
    def node_head(self) -> NodeHead:
        """This node."""
        return self.node.head

    @property
    def other_head(self) -> NodeHead:
        """The other node."""
        return self.other.head

    @property
    def actions(self) -> list[ComparedAction]:
        """Actions of either node."""
        rows = zip(self.tokens, self.names, size_colours(self.tokens), self.frequencies.T, strict=True)
        return [ComparedAction(*row) for row in rows]

    @property
    def changed_hands(self) -> list[ComparedHand]:
        """Hands that change most, by distance times probability; at most 50."""
        player = self.node.player
        weight = np.zeros(len(self.hands)) if player is None else self.node.share[player, self.places[0]]
        order = changed_most(np.where(np.isnan(self.distance), 0.0, self.distance) * weight, MOST_CHANGED)
        return [ComparedHand(self.hands[k], float(self.distance[k]), float(weight[k])) for k in order]


def compare_nodes(node: NodeReport, other: NodeReport) -> NodeComparison:
    """Compare two nodes of the same or of different policies and spots."""
    names = dict(zip(other.tokens, other.actions, strict=True)) | dict(zip(node.tokens, node.actions, strict=True))
    tokens = node.tokens + tuple(token for token in other.tokens if token not in node.tokens)
    both = (node, other)
    frequencies = np.full((2, len(tokens)), np.nan)
    for row, one in enumerate(both):
        frequencies[row, [tokens.index(token) for token in one.tokens]] = one.frequencies
    numbers = {name: number for number, name in enumerate(other.hands)}
    pairs = [(number, numbers[name]) for number, name in enumerate(node.hands) if name in numbers]
    places = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    distance = np.full(places.shape[1], np.nan)
    mean = None
    if node.player is not None and node.player == other.player:
        played = np.zeros((2, len(tokens), places.shape[1]))
        for row, one in enumerate(both):
            played[row, [tokens.index(token) for token in one.tokens]] = one.strategy[:, places[row]]
        distance = 0.5 * np.abs(played[1] - played[0]).sum(axis=0)
        share = np.where(np.isnan(distance), 0.0, node.share[node.player, places[0]])
        if share.sum() > 0:
            mean = float(np.where(share > 0, share * distance, 0.0).sum() / share.sum())
    return NodeComparison(
        node=node,
        other=other,
        tokens=tokens,
        names=tuple(names[token] for token in tokens),
        frequencies=frequencies,
        hands=tuple(node.hands[number] for number in places[0]),
        places=places,
        distance=distance,
        mean_distance=mean,
    )
