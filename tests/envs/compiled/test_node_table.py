"""The tree has every history of the game, with what the game says of it."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs import CHANCE, Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.tree import CHILD, KIDS, MOVER, ROW
from pokerzoo.envs.compiled.treeplex import num_sequences
from pokerzoo.envs.core import TERMINAL
from pokerzoo_testing.cases import every_game


@every_game
def test_the_nodes_are_the_histories(game: Game) -> None:
    tree = tree_of(game)
    table, plexes, infosets = tree.table, tree.rows.treeplexes, game.infosets
    empty = np.concatenate([[0], np.cumsum([num_sequences(plex) for plex in plexes])])  # where each player's sequences begin
    met = np.zeros(tree.num_nodes, dtype=np.int64)
    ends = 0
    stack = [(game.initial_state(), 0)]
    while stack:
        state, node = stack.pop()
        mover, child, kids, row = table.nodes[node, [MOVER, CHILD, KIDS, ROW]].tolist()
        met[node] += 1
        assert mover == state.current_player == tree.node_player[node] and kids == len(state.legal_actions())
        if mover == TERMINAL:
            assert row == ends and tree.terminal_node[row] == node  # depth first
            assert table.utility[:, row].tolist() == list(state.returns())
            ends += 1
        elif mover == CHANCE:
            assert table.chance[child : child + kids].tolist() == [p for _, p in state.chance_outcomes()]
        else:
            point, infoset = int(table.point[node]), state.infoset_index()
            assert infosets.of_player(mover)[point] == tree.node_infoset[node] == infoset
            assert row == empty[mover] + plexes[mover].first[point] == infosets.first[infoset] + mover + 1
            assert np.all(table.chance[child : child + kids] == 1.0)
        for k, action in reversed(list(enumerate(state.legal_actions()))):
            assert tree.node_parent[child + k] == node and tree.node_action[child + k] == action and child > node
            stack.append((state.child(action), child + k))
    assert np.all(met == 1) and table.chance[0] == 1.0 and tree.node_parent[0] == -1 and ends == tree.num_terminals
