"""Hands whose rows begin with a node of a table: what all engines on such tables have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int32s, Int64s, Uint8s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import Generators, alias_table, draw_uniform

ACTOR, INFOSET, ENTRY, KIND, PASSIVE, STAGE, NEXT = range(7)
"""Columns of ``NodeTables.nodes``.

The first two are the player to move (negative at the ends), and the infoset, or the first of the node's infosets (at the ends
the row of payoffs). The next are where its probabilities start in a policy, the row of ``NodeTables.legal``, and what is
played for an illegal action. Then comes how many public deals there were, and from ``NEXT`` on where each action leads.
"""
ILLEGAL = -1
"""In the place of a node: the action is not legal. Numbers below this stand for lotteries: ``-2 - number``."""
BLANK = 0
"""The row of observations that shows nothing."""


class NodeTables(NamedTuple):
    """Nodes, and what is legal and shown at each."""

    nodes: Int32s  # [nodes, NEXT + actions]
    legal_count: Int64s  # [kinds]: how many actions are legal, for each set of legal actions that occurs
    legal: Int64s  # [kinds, actions]: the legal ones, then zeros
    masks: Uint8s  # [kinds, actions]: 1 where legal; the first kind is that of the ends, with ones
    rows: Floats32  # [rows, entries]: observations, or their parts without cards; the first is all zeros
    shown: Int32s  # [nodes, players]: the row that each player is shown; -1 where it is not shown


class Lotteries(NamedTuple):
    """Chance by Walker's alias method: of each lottery a number of prizes."""

    first: Int64s  # [lotteries + 1]: where the prizes of each start
    threshold: Floats  # [prizes]: below it the prize itself is drawn, else its alias
    prize: Int32s  # [prizes, 2]: a node or a hand, and that of the alias
    weight: Floats  # [prizes]: how likely each is, in any unit


NO_LOTTERIES = Lotteries(np.zeros(1, np.int64), np.zeros(0), np.zeros((0, 2), np.int32), np.zeros(0))


def make_lotteries(all_prizes: Sequence[Sequence[int]], all_weights: Sequence[Sequence[float]]) -> Lotteries:
    """Lotteries of these prizes, with these weights."""
    if not all_prizes:
        return NO_LOTTERIES
    thresholds: list[npt.NDArray[np.float64]] = []
    prizes: list[npt.NDArray[np.int32]] = []
    for numbers, weights in zip(all_prizes, all_weights, strict=True):
        threshold, alias = alias_table(weights)
        values = np.array(numbers, dtype=np.int32)
        thresholds.append(threshold)
        prizes.append(np.stack([values, values[alias]], axis=1))
    return Lotteries(
        np.cumsum([0, *map(len, all_prizes)]).astype(np.int64),
        np.concatenate(thresholds),
        np.concatenate(prizes),
        np.concatenate([np.asarray(weights, dtype=np.float64) for weights in all_weights]),
    )


@kernel(cached=False, counted=False)
def draw_prize(lotteries: Lotteries, lottery: int, rng: Generators, i: int) -> int:
    """A prize of a lottery."""
    start = lotteries.first[lottery]
    scaled = draw_uniform(rng, i) * (lotteries.first[lottery + 1] - start)
    cell = np.int64(scaled)
    left = scaled - cell
    drawn: int = lotteries.prize[start + cell, 0 if left < lotteries.threshold[start + cell] else 1]
    return drawn


@kernel(nogil=True, counted=False)
def write_legal(nodes: Int32s, masks: Uint8s, rows: Int32s, out: Uint8s) -> None:
    """Write 1 for each legal action; where a hand is over for all."""
    for i in range(rows.shape[0]):
        kind = nodes[rows[i, 0], KIND]
        for action in range(out.shape[1]):
            out[i, action] = masks[kind, action]


@kernel(nogil=True, counted=False)
def write_is_legal(nodes: Int32s, masks: Uint8s, rows: Int32s, actions: Int64s, out: Bools) -> None:
    """Write whether each action is legal; where a hand is over any is."""
    for i in range(rows.shape[0]):
        node, action = rows[i, 0], actions[i]
        there = action >= 0 and action < masks.shape[1]
        out[i] = nodes[node, ACTOR] < 0 or (there and masks[nodes[node, KIND], action] == 1)


@kernel(nogil=True, counted=False)
def apply_actions(nodes: Int32s, lotteries: Lotteries, rows: Int32s, rng: Generators, actions: Int64s, movers: Int64s) -> None:
    """Go where each action leads, with the chance moves after it; -1 leaves a hand as it is."""
    for i in range(rows.shape[0]):
        if actions[i] >= 0:
            place = nodes[rows[i, 0], NEXT + actions[i]]
            if place < 0:
                place = draw_prize(lotteries, -2 - place, rng, i)
            rows[i, 0], movers[i] = place, nodes[place, ACTOR]


@kernel(nogil=True, counted=False)
def write_random(
    nodes: Int32s, legal_count: Int64s, legal: Int64s, rows: Int32s, numbers: Floats, which: Bools, out: Int64s
) -> None:
    """Write a legal action of the marked hands, all equally likely."""
    for i in range(rows.shape[0]):
        if which[i]:
            kind = nodes[rows[i, 0], KIND]
            out[i] = legal[kind, np.int64(numbers[i] * legal_count[kind])]


@kernel(nogil=True, counted=False)
def write_drawn(
    tables: NodeTables,
    rows: Int32s,
    infosets: Int64s,
    policies: Floats,
    seats: Int64s,
    numbers: Floats,
    which: Bools,
    out: Int64s,
) -> None:
    """Write an action of the marked hands, by the strategies of all seats but one, float64 [others, entries], in seat order."""
    nodes, legal_count, legal = tables.nodes, tables.legal_count, tables.legal
    for i in range(rows.shape[0]):
        if not which[i]:
            continue
        node = rows[i, 0]
        kind, mover = nodes[node, KIND], nodes[node, ACTOR]
        entry = nodes[node, ENTRY] + (infosets[i] - nodes[node, INFOSET]) * legal_count[kind]
        other, left = mover - (1 if mover > seats[i] else 0), numbers[i]
        for k in range(legal_count[kind]):
            probability = policies[other, entry + k]
            if probability > 0.0:
                out[i] = legal[kind, k]
                left -= probability
                if left < 0.0:
                    break


class NodeEngine:
    """Base of engines whose rows, int32 [hands, words], begin with a node."""

    words: int
    tables: Any  # a ``NodeTables``, or a tuple with its fields
    lotteries: Lotteries = NO_LOTTERIES
    has_tables = True

    def rows(self, hands: int) -> Int32s:
        return np.zeros((hands, self.words), dtype=np.int32)

    def apply(self, rows: Any, rng: Generators, actions: Int64s, movers: Int64s) -> None:
        apply_actions(self.tables.nodes, self.lotteries, rows, rng, actions, movers)

    def legal(self, rows: Any, out: Uint8s) -> None:
        write_legal(self.tables.nodes, self.tables.masks, rows, out)

    def is_legal(self, rows: Any, actions: Int64s) -> Bools:
        result = np.empty(len(rows), np.bool_)
        write_is_legal(self.tables.nodes, self.tables.masks, rows, actions, result)
        return result

    def passive(self, rows: Any) -> Int64s:
        result: Int64s = self.tables.nodes[rows[:, 0], PASSIVE].astype(np.int64)
        return result

    def random_actions(self, rows: Any, numbers: Floats, which: Bools, out: Int64s) -> None:
        write_random(self.tables.nodes, self.tables.legal_count, self.tables.legal, rows, numbers, which, out)

    def drawn_actions(self, rows: Any, policies: Floats, seats: Int64s, numbers: Floats, which: Bools, out: Int64s) -> None:
        """Write actions of the marked hands by the others' strategies, float64 [others, entries], in seat order."""
        tables = NodeTables(*(getattr(self.tables, name) for name in NodeTables._fields))
        write_drawn(tables, rows, self.infosets(rows), policies, seats, numbers, which, out)

    def infosets(self, rows: Any) -> Int64s:
        raise NotImplementedError


class LegalActionSets:
    """Collects the sets of legal actions. The first is that of the ends: everything goes."""

    def __init__(self, num_actions: int) -> None:
        self.num_actions = num_actions
        self.index: dict[tuple[int, ...], int] = {}
        self(tuple(range(num_actions)))

    def __call__(self, actions: tuple[int, ...]) -> int:
        """The number of this set."""
        return self.index.setdefault(actions, len(self.index))

    def arrays(self) -> dict[str, Any]:
        """The columns of ``NodeTables`` about them."""
        size = len(self.index), self.num_actions
        count, actions, mask = np.zeros(size[0], np.int64), np.zeros(size, np.int64), np.zeros(size, np.uint8)
        for legal, row in self.index.items():
            count[row] = len(legal)
            actions[row, : len(legal)] = legal
            mask[row, list(legal)] = 1
        return {"legal_count": count, "legal": actions, "masks": mask}
