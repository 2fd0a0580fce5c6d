"""Hands between tabular policies, played by compiled code on the game's tree: tens of millions of decisions a second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.compiled.node_table import CHILD, KIDS, MOVER, ROW, NodeTable
from pokerzoo.envs.core import CHANCE, TERMINAL
from pokerzoo.envs.support.arrays import Floats, Int32s
from pokerzoo.envs.support.kernels import kernel

AgentStrategies: TypeAlias = Floats
"""float64 [agents, entries]: each agent's behavioural strategy for all seats."""
ChanceNumbers: TypeAlias = Floats
"""float64 [deals, rotations or 1, numbers]: uniform numbers that chance draws with; one row for all rotations of
a duplicate deal."""
Ends: TypeAlias = Int32s
"""int32 [deals, rotations]: the terminal in which each hand ended."""


def play_tabular(
    table: NodeTable,
    policies: Sequence[TabularPolicy],
    numbers: Floats,
    duplicate: bool,
    rngs: Sequence[np.random.Generator],
) -> Int32s:
    """Play deals in all rotations of the seats; int32 [deals, rotations]: the terminal in which each hand ended."""
    ends = np.empty((len(numbers), len(policies)), dtype=np.int32)
    strategies = np.stack([policy.probabilities for policy in policies])
    play_deals(table, strategies, numbers, duplicate, tuple(rngs), ends)
    return ends


@kernel(nogil=True)
def play_deals(
    table: NodeTable,
    strategies: AgentStrategies,
    numbers: ChanceNumbers,
    duplicate: bool,
    rngs: tuple[np.random.Generator, ...],
    ends: Ends,
) -> None:
    """The kernel of ``play_tabular``."""
    nodes, chance = table.nodes, table.chance
    players = strategies.shape[0]
    for deal in range(numbers.shape[0]):
        for rotation in range(players):
            used = 0
            node = 0
            while nodes[node, MOVER] != TERMINAL:
                player, child, kids, row = nodes[node, MOVER], nodes[node, CHILD], nodes[node, KIDS], nodes[node, ROW]
                chosen = 0
                if player == CHANCE:
                    left = numbers[deal, 0 if duplicate else rotation, used]
                    used += 1
                    for k in range(kids):
                        p = chance[child + k]
                        if p > 0.0:
                            chosen = k
                            left -= p
                            if left < 0.0:
                                break
                else:
                    agent = (player + rotation) % players
                    entry = row - player - 1
                    left = rngs[agent].random()
                    for k in range(kids):
                        p = strategies[agent, entry + k]
                        if p > 0.0:
                            chosen = k
                            left -= p
                            if left < 0.0:
                                break
                node = child + chosen
            ends[deal, rotation] = nodes[node, ROW]
