"""Reach of chance and the other players at each decision point: the divisor of counterfactual values.

A counterfactual value is an expected value times the reach of all others. That reach is a counterfactual value itself: of the
game that ends at the decision point and pays its player 1. So it comes from a terminal evaluation like the game's own, with an
end at each decision point.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Floats, Int32s
from pokerzoo.envs.support.kernels import kernel

from .arrays import LANES
from .bet_fold_form import BetFoldTerminals
from .forms import tree_of
from .public_tree import has_many_hands, matrix_evaluation, walk_public, with_value
from .rows_form import RowsForm
from .showdown_rows import ShowdownPasses, showdown_passes
from .simd import HandLanes, ManyHandLanes, OneLane, row_width
from .terminal_batches import Terminal, make_batches
from .terminal_chips import pair_weight
from .terminal_evaluation import HandMatrices, TerminalList
from .three_way.payments import three_way_evaluation, without
from .three_way.tables import Answer, ThreeWayPasses
from .tree import CHILD, KIDS, MOVER, ROW, NodeTable, Tree
from .treeplex import num_sequences

ReachEvaluations: TypeAlias = (
    tuple[TerminalList, ...]
    | tuple[HandMatrices, ...]
    | tuple[ShowdownPasses, ...]
    | tuple[ThreeWayPasses, ...]
    | tuple[BetFoldTerminals, ...]
)
"""For each player an evaluation; ``counterfactual_values`` writes the reach into the row of each point's first sequence."""


def others_reach(form: RowsForm) -> ReachEvaluations:
    """For each player the evaluation of the others' reach of each decision point."""
    if isinstance(form.terminals, BetFoldTerminals):
        return (form.terminals._replace(prices=None),) * len(form.treeplexes)
    if isinstance(form.game, PokerGame) and not isinstance(form.lanes, OneLane):
        return reach_of_hands(form, form.game, form.lanes)
    return reach_of_histories(tree_of(form.game))


def reach_of_hands(form: RowsForm, game: PokerGame, lanes: HandLanes | ManyHandLanes) -> ReachEvaluations:
    """``others_reach`` of a game with hands side by side."""
    rules = game.rules
    before = walk_public(game).before
    fixed = not rules.betting.deals
    if rules.num_players == 3:
        answers: tuple[list[Answer], ...] = ([], [], [])
        for player, plex in enumerate(form.treeplexes):
            for public, first, sequences in zip(form.points[player], plex.first.tolist(), before[player], strict=True):
                answers[player].append((public.board, first, without(sequences, player), (1.0, 0.0, 0.0, 0.0)))
        return (three_way_evaluation(game, answers, lanes),) * 3
    ends: list[list[Terminal]] = []
    for player, plex in enumerate(form.treeplexes):
        boards = [rules.deck.board] * len(plex.first) if fixed else [public.board for public in form.points[player]]
        terminals: list[Terminal] = []
        for board, first, sequences in zip(boards, plex.first.tolist(), before[player], strict=True):
            of_first, of_second = with_value(sequences, player, first)
            terminals.append((board, False, int(of_first), int(of_second), 1.0, 1.0))
        ends.append(terminals)
    if not has_many_hands(rules):
        return tuple(matrix_evaluation(game, terminals, lanes) for terminals in ends)
    boards, chance = [rules.deck.board], 1.0 / pair_weight(rules)
    sequences = num_sequences(form.treeplexes[0]), num_sequences(form.treeplexes[1])
    of_first, of_second = (make_batches(terminals, boards, player).scaled(chance) for player, terminals in enumerate(ends))
    return (showdown_passes(game, boards, (of_first, of_second), sequences, row_width(lanes) // LANES),) * 2


def reach_of_histories(tree: Tree) -> tuple[TerminalList, ...]:
    """``others_reach`` of a game history by history."""
    players = tree.game.num_players
    sequences, reach = decision_sequences(tree.table, players)
    movers = tree.node_player
    result = []
    for player in range(players):
        at = np.flatnonzero(movers == player)
        at_sequences = np.ascontiguousarray(sequences[:, at])
        at_sequences[player] = tree.rows.treeplexes[player].first[tree.table.point[at]]
        payoffs = np.zeros(at_sequences.shape)
        payoffs[player] = reach[at]
        result.append(TerminalList(at_sequences, payoffs))
    return tuple(result)


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
