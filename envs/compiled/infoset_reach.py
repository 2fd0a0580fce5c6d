"""Reach of chance and the other players at each decision point: the divisor of counterfactual values.

A counterfactual value is an expected value times the reach of all others. That reach is a counterfactual value itself: of the
game that ends at the decision point and pays its player 1. So it comes from a terminal evaluation like the game's own, with an
end at each decision point.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from pokerzoo.envs.support.arrays import Floats, Int32s
from pokerzoo.envs.support.kernels import kernel

from .node_table import CHILD, KIDS, MOVER, ROW, NodeTable
from .public_tree import PublicTree, has_many_hands, matrix_evaluation, walk_public, with_value
from .showdown_pass import ShowdownPasses, Terminal, make_batches, make_showdown_passes
from .simd import row_width
from .terminal_chips import pair_weight
from .terminal_evaluation import HandMatrices, TerminalList
from .three_way.payments import three_way_evaluation, without
from .three_way.tables import Answer, ThreeWayPasses
from .tree import Tree

ReachEvaluations: TypeAlias = (
    tuple[TerminalList, ...] | tuple[HandMatrices, ...] | tuple[ShowdownPasses, ...] | tuple[ThreeWayPasses, ...]
)
"""For each player an evaluation; ``counterfactual_values`` writes the reach into the row of each point's first sequence."""


def reach_of_hands(form: PublicTree) -> ReachEvaluations:
    """``RowsForm.others_reach`` of a game with hands side by side."""
    rules = form.game.rules
    before = walk_public(form.game).before
    fixed = not any(own.public_cards for own in rules.betting.rounds)
    if rules.num_players == 3:
        answers: tuple[list[Answer], ...] = ([], [], [])
        for player, plex in enumerate(form.treeplexes):
            for public, first, sequences in zip(form.points[player], plex.first.tolist(), before[player], strict=True):
                answers[player].append((public.board, first, without(sequences, player), (1.0, 0.0, 0.0, 0.0)))
        return (three_way_evaluation(form.game, answers, form.lanes)[0],) * 3
    ends: list[list[Terminal]] = []
    for player, plex in enumerate(form.treeplexes):
        boards = [rules.deck.board] * len(plex.first) if fixed else [public.board for public in form.points[player]]
        own: list[Terminal] = []
        for board, first, sequences in zip(boards, plex.first.tolist(), before[player], strict=True):
            one, two = with_value(sequences, player, first)
            own.append((board, False, int(one), int(two), 1.0, 1.0))
        ends.append(own)
    if not has_many_hands(rules):
        return tuple(matrix_evaluation(form.game, own, form.lanes) for own in ends)
    chance = np.float32(1.0 / pair_weight(rules))
    batches = [make_batches(own, {rules.deck.board: 0}, player) for player, own in enumerate(ends)]
    one, two = (own._replace(chips=own.chips * chance) for own in batches)
    return (make_showdown_passes(form.game, [rules.deck.board], (one, two), row_width(form.lanes)),) * 2


def reach_of_histories(form: Tree) -> tuple[TerminalList, ...]:
    """``RowsForm.others_reach`` of a flat tree."""
    players = form.game.num_players
    sequences, reach = decision_sequences(form.node_table, players)
    movers = form.node_table.nodes[:, MOVER]
    found = []
    for player in range(players):
        at = np.flatnonzero(movers == player)
        own = np.ascontiguousarray(sequences[:, at])
        own[player] = form.treeplexes[player].first[form.node_table.point[at]]
        payoffs = np.zeros(own.shape)
        payoffs[player] = reach[at]
        found.append(TerminalList(own, payoffs))
    return tuple(found)


@kernel
def decision_sequences(table: NodeTable, players: int) -> tuple[Int32s, Floats]:
    """Each player's last sequence on the way to each node, int32 [players, nodes], and chance's reach, float64 [nodes]."""
    nodes = table.nodes
    count = nodes.shape[0]
    sequences = np.zeros((players, count), dtype=np.int32)
    reach = np.ones(count)
    empty = np.zeros(players, dtype=np.int32)  # the row of each player's empty sequence: see ``NodeTable``
    least = np.full(players, 2**31 - 1, dtype=np.int32)
    for node in range(count):
        if nodes[node, MOVER] >= 0:
            least[nodes[node, MOVER]] = min(least[nodes[node, MOVER]], nodes[node, ROW])
    for player in range(players):
        empty[player] = least[player] - 1
    for node in range(count):
        mover, child = nodes[node, MOVER], nodes[node, CHILD]
        for k in range(nodes[node, KIDS]):
            sequences[:, child + k] = sequences[:, node]
            reach[child + k] = reach[node] * table.chance[child + k]
            if mover >= 0:
                sequences[mover, child + k] = nodes[node, ROW] + k - empty[mover]
    return sequences, reach
