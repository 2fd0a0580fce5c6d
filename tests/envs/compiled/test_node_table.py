"""The node table says of every node what the tree says of it."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs import CHANCE, Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.node_table import CHILD, KIDS, MOVER, ROW
from pokerzoo.envs.core import TERMINAL
from pokerzoo_testing.cases import every_game


@every_game
def test_the_table_is_the_tree(game: Game) -> None:
    tree = tree_of(game)
    table = tree.node_table
    assert table is tree.node_table
    empty = np.concatenate([[0], np.cumsum(tree.num_sequences)])  # where each player's sequences begin
    met = np.zeros(tree.num_nodes, dtype=np.int64)
    pairs = [(0, 0)]
    while pairs:
        node, number = pairs.pop()
        mover, child, kids, row = table.nodes[number].tolist()
        met[number] += 1
        assert mover == table.nodes[number, MOVER] == tree.node_player[node]
        assert kids == table.nodes[number, KIDS] == tree.num_children[node]
        first = int(tree.first_child[node])
        if mover == TERMINAL:
            assert tree.terminal_node[row] == node
            assert table.utility[:, row].tolist() == tree.terminal_utility[:, row].tolist()
        elif mover != CHANCE:
            point = int(table.point[number])
            assert tree.infosets.of_player(mover)[point] == tree.node_infoset[node]
            assert row == table.nodes[number, ROW] == empty[mover] + tree.treeplexes[mover].first[point]
            assert row - mover - 1 == tree.infosets.first[tree.node_infoset[node]]
        for k in range(kids):
            assert table.chance[child + k] == tree.child_probability[first + k]
            pairs.append((int(tree.children[first + k]), int(table.nodes[number, CHILD]) + k))
    assert np.all(met == 1) and table.chance[0] == 1.0
