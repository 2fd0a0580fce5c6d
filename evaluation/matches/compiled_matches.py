"""Hands between tabular policies, played by compiled code on the game's tree: tens of millions of decisions a second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numba as nb
import numpy as np
import numpy.typing as npt

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.compiled.tree import Tree
from pokerzoo.envs.core import CHANCE


class PlayTree(NamedTuple):
    """A tree as the kernel reads it; see ``Tree``.

    Attributes:
        player: int32 [nodes].
        entry: int64 [nodes]: where the probabilities of the node's infoset start in a policy; -1 where no player moves.
        first_child: int32 [nodes].
        num_children: int32 [nodes].
        children: int32 [nodes - 1].
        probability: float64 [nodes - 1]: chance's.
        terminal: int32 [nodes]: index of a terminal, -1 for other nodes.
    """

    player: npt.NDArray[np.int32]
    entry: npt.NDArray[np.int64]
    first_child: npt.NDArray[np.int32]
    num_children: npt.NDArray[np.int32]
    children: npt.NDArray[np.int32]
    probability: npt.NDArray[np.float64]
    terminal: npt.NDArray[np.int32]


def play_tree(tree: Tree) -> PlayTree:
    """The arrays of ``tree`` that the kernel needs."""
    entry = np.where(tree.node_infoset >= 0, tree.infosets.first[np.maximum(tree.node_infoset, 0)], -1)
    return PlayTree(
        tree.node_player, entry.astype(np.int64), tree.first_child, tree.num_children, tree.children,
        tree.child_probability, terminal_index(tree),
    )  # fmt: skip


def terminal_index(tree: Tree) -> npt.NDArray[np.int32]:
    """int32 [nodes]: which terminal a node is, -1 for others."""
    index = np.full(tree.num_nodes, -1, dtype=np.int32)
    index[tree.terminal_node] = np.arange(tree.num_terminals, dtype=np.int32)
    return index


def play_tabular(
    nodes: PlayTree,
    policies: Sequence[TabularPolicy],
    numbers: npt.NDArray[np.float64],
    duplicate: bool,
    rngs: Sequence[np.random.Generator],
) -> npt.NDArray[np.int32]:
    """Play deals in all rotations of the seats; int32 [deals, rotations]: the terminal in which each hand ended.

    In rotation r agent (seat + r) % players has a seat. Uses the generators as ``head_to_head`` does for any agents, so
    that both play the same hands.

    Args:
        nodes: of ``play_tree``.
        policies: of the agents.
        numbers: float64 [deals, rotations or 1, numbers]: what chance draws with; one row for all rotations of a deal if
            ``duplicate``.
        duplicate: whether a deal is dealt again in each rotation.
        rngs: one for each agent.
    """
    ends = np.empty((len(numbers), len(policies)), dtype=np.int32)
    tables = np.stack([policy.probabilities for policy in policies])
    play(nodes, tables, numbers, duplicate, tuple(rngs), ends)
    return ends


@nb.njit(cache=True, nogil=True)
def play(nodes: Any, tables: Any, numbers: Any, duplicate: bool, rngs: Any, ends: Any) -> None:
    """The kernel of ``play_tabular``."""
    players = tables.shape[0]
    for deal in range(numbers.shape[0]):
        for rotation in range(players):
            used = 0
            node = 0
            while nodes.terminal[node] < 0:
                player = nodes.player[node]
                child, kids = nodes.first_child[node], nodes.num_children[node]
                chosen = 0
                if player == CHANCE:
                    left = numbers[deal, 0 if duplicate else rotation, used]
                    used += 1
                    for k in range(kids):
                        p = nodes.probability[child + k]
                        if p > 0.0:
                            chosen = k
                            left -= p
                            if left < 0.0:
                                break
                else:
                    agent = (player + rotation) % players
                    left = rngs[agent].random()
                    for k in range(kids):
                        p = tables[agent, nodes.entry[node] + k]
                        if p > 0.0:
                            chosen = k
                            left -= p
                            if left < 0.0:
                                break
                node = nodes.children[child + chosen]
            ends[deal, rotation] = nodes.terminal[node]
