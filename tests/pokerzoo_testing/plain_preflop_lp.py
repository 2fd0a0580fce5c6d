"""The sequence-form linear programs of a ``PlainPreflop``: a third way to its value, beside CFR and best responses.

Koller, Megiddo, von Stengel 1996. There is one program a player, each solved by itself: no dual is taken for the other's.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack

from .plain_preflop import Floats, Node, PlainPreflop, Table

Numbers = np.ndarray
"""int64 [flops, hands]: the number of each one's sequence; 0 is the empty one."""


class SequenceForm:
    """Sequences, constraints and payoffs.

    Attributes:
        firsts: for each point the number of the sequence of each infoset's first action; 0 for what is no infoset.
        constraints: of each player, [1 + infosets, sequences]: shares at an infoset sum to the sequence above it.
        payoffs: [sequences of player 0, of player 1]: chips of player 0, times chance.
    """

    def __init__(self, game: PlainPreflop) -> None:
        self.game, self.firsts = game, dict[Node, Numbers]()
        self._count = [1, 1]
        self._rows: tuple[list[tuple[int, int, float]], ...] = ([(0, 0, 1.0)], [(0, 0, 1.0)])
        self._infosets = [1, 1]
        self._cells: list[tuple[Numbers, Numbers, Floats]] = []
        empty = np.zeros((1, len(game.hands)), dtype=np.int64)
        self._visit(game.root, (empty, empty))
        self.constraints = tuple(self._matrix(p) for p in (0, 1))
        rows, columns, values = (np.concatenate([cell[k] for cell in self._cells]) for k in range(3))
        self.payoffs = csr_matrix((values, (rows, columns)), shape=tuple(self._count))

    def _matrix(self, player: int) -> csr_matrix:
        rows, columns, values = zip(*self._rows[player], strict=True)
        return csr_matrix((values, (rows, columns)), shape=(self._infosets[player], self._count[player]))

    def _visit(self, node: Node, last: tuple[Numbers, Numbers]) -> None:
        game, flops = self.game, len(self.game.flops)
        if node.kind == "deal":
            one, two = (np.repeat(own, flops, axis=0) for own in last)
            self._visit(node.children[0], (one, two))
        elif node.kind == "act":
            me, moves = node.player, len(node.moves)
            first = np.zeros(last[me].shape, dtype=np.int64)
            for f, h in np.ndindex(first.shape):
                if node.dealt and not game.live[f, h]:
                    continue
                first[f, h] = self._count[me]
                row = self._infosets[me]
                self._rows[me].append((row, int(last[me][f, h]), -1.0))
                self._rows[me].extend((row, int(first[f, h]) + k, 1.0) for k in range(moves))
                self._count[me] += moves
                self._infosets[me] += 1
            self.firsts[node] = first
            for k, child in enumerate(node.children):
                self._visit(child, (first + k, last[1]) if me == 0 else (last[0], first + k))
        else:
            for f in range(len(last[0])):
                if node.kind == "show":
                    chips = min(node.put) * game.chance[f] * game.edges[f]
                else:
                    won = node.put[1] if node.player == 1 else -node.put[0]
                    chips = won * game.dealt
                    if node.dealt:
                        chips = won * game.pairs * game.chance[f] * np.outer(game.live[f], game.live[f])
                i, j = np.nonzero(chips)
                self._cells.append((last[0][f, i], last[1][f, j], chips[i, j]))

    def solve(self) -> tuple[tuple[float, float], Table]:
        """The most that each player can be sure of, and a strategy for it."""
        one, two = self.constraints
        plans, sure = [], []
        for payoffs, mine, theirs in ((self.payoffs, one, two), (-self.payoffs.T, two, one)):
            plan, value = safest(csr_matrix(payoffs), mine, theirs)
            plans.append(plan)
            sure.append(value)
        strategy = self.game.uniform()
        for node, first in self.firsts.items():
            plan = np.maximum(plans[node.player], 0.0)
            kept = np.array([plan[np.minimum(first + k, len(plan) - 1)] for k in range(len(node.moves))])
            total = kept.sum(axis=0)
            played = (first > 0) & (total > 0)
            strategy[node] = np.where(played, kept / np.where(played, total, 1.0), strategy[node])
        return (sure[0], sure[1]), strategy


def safest(payoffs: csr_matrix, mine: csr_matrix, theirs: csr_matrix) -> tuple[Floats, float]:
    """The realisation plan that is worth most against the best answer, and this worth."""
    # Maximise q[0] over plans x >= 0 with ``mine @ x = (1, 0, ...)``, where q (one for each constraint of the opponent) says
    # what the opponent's sequences leave: ``theirs.T @ q <= payoffs.T @ x``.
    sequences, answers = payoffs.shape[0], theirs.shape[0]
    aim = np.zeros(sequences + answers)
    aim[sequences] = -1.0
    right = np.zeros(mine.shape[0])
    right[0] = 1.0
    scale = 1 / np.abs(payoffs.data).max()
    found = linprog(
        aim,
        A_ub=hstack([-payoffs.T * scale, theirs.T]).tocsr(),
        b_ub=np.zeros(payoffs.shape[1]),
        A_eq=hstack([mine, csr_matrix((mine.shape[0], answers))]).tocsr(),
        b_eq=right,
        bounds=[(0, None)] * sequences + [(None, None)] * answers,
        method="highs",
    )
    if found.status != 0:
        raise RuntimeError(found.message)
    return found.x[:sequences], -found.fun / scale
