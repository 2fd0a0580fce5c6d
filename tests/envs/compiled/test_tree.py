"""The compiled forms of a game: the flat tree, and the public tree with hands side by side."""

from __future__ import annotations

import dataclasses
from itertools import chain
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import CHANCE, Game, make_game
from pokerzoo.envs.compiled.forms import form_of, rows_of, tree_of
from pokerzoo.envs.compiled.public_tree import walk_public
from pokerzoo.envs.compiled.terminal_batches import make_batches
from pokerzoo.envs.compiled.tree import CHILD, KIDS, MOVER, ROW, Tree, tree_by_walk
from pokerzoo.envs.compiled.treeplex import make_treeplex, num_sequences
from pokerzoo.envs.core import TERMINAL
from pokerzoo.envs.infosets import collect_infosets
from pokerzoo_testing.cases import every_game, make_poker, play, random_strategy

TWO_PLAYER_POKER = [
    make_game("kuhn"),
    make_game("kuhn", num_cards=13),
    make_game("bet_raise"),
    make_game("leduc"),
    make_game("leduc", suit_isomorphism=True),
]


@every_game
def test_the_infoset_table_is_what_walking_all_histories_finds(game: Game) -> None:
    result = collect_infosets(game)
    table = game.infosets
    assert sorted(result) == sorted(table)
    assert (len(table), table.size) == (len(result), result.size)
    for i, row in enumerate(table):
        assert table[i] == row and table.index(row.key) == i and row.key in table
        assert table.slice(i) == slice(int(table.first[i]), int(table.first[i]) + len(row.actions))
        assert table.players[i] == row.player
    np.testing.assert_array_equal(table.counts(), [len(row.actions) for row in table])
    np.testing.assert_array_equal(table.entry_players, np.repeat(table.players, table.counts()))
    assert [i for player in range(game.num_players) for i in table.of_player(player)] == list(range(len(table)))
    assert table[-1] == table[len(table) - 1]
    assert list(game.infosets.players) == sorted(game.infosets.players)


def test_hands_that_a_card_leaves_no_opponent_are_no_infosets() -> None:
    """The second player holds KsKh alone: where one of these turns up, the first player never gets to, whatever he holds."""
    game = make_poker("holdem", board="QsJh2h8d", ranges=("AA", "KsKh"), pot=10, stack=20, bet_sizes="a", raise_sizes="")
    assert sorted(collect_infosets(game)) == sorted(game.infosets)
    assert tree_of(game).num_infosets == tuple(count for count, _ in game.infosets.player_sizes())
    assert len(game.infosets) == game.size.infosets and "AsAh|xx/Kh|" not in game.infosets and "AsAh|xx/Kd|" in game.infosets


@pytest.mark.parametrize("game", TWO_PLAYER_POKER, ids=str)
def test_policies_go_into_rows_and_back(game: Game) -> None:
    strategy = random_strategy(game, 5)
    for form in (tree_of(game).rows, form_of(game)):
        assert np.array_equal(form.policy_from_rows(form.rows_from_policy(strategy)), strategy)


def test_leduc_public_tree_counts() -> None:
    """Six decisions before the public card; five ways to reach it, six cards, six decisions behind each."""
    public = rows_of(make_game("leduc"))
    assert sum(len(points) for points in public.points) == 6 + 5 * 6 * 6
    assert public.terminals.chips.shape[1] == 4 + 5 * 6 * 9
    assert public.num_lanes == 6


def test_a_treeplex_must_be_in_order() -> None:
    plex = make_treeplex([2, 3], [0, 2])
    assert plex.first.tolist() == [1, 3] and plex.parent.tolist() == [0, 2]
    with pytest.raises(ValueError, match="come after"):
        make_treeplex([2, 3], [3, 0])


def test_infoset_table_errors_name_the_key() -> None:
    table = make_game("kuhn").infosets
    with pytest.raises(KeyError, match=r"no infoset 'A\|'; keys look like"):
        table.index("A|")
    assert "K|" in table and "A|" not in table
    state = play(make_game("kuhn"), "K", "Q", "check")
    assert table[table.index(state.infoset_key(1))].action_names == ("check", "bet")


@pytest.mark.parametrize("shape", [(1, 1), (3, 3), (2, 5), (5, 2)])
def test_a_matrix_has_the_tree_of_the_walk(shape: tuple[int, int]) -> None:
    payoffs = np.random.default_rng(1).integers(-2, 3, shape)
    game = make_game("rps", payoffs=payoffs)
    made, expected = tree_of(game), tree_by_walk(game)
    for array, other in zip(arrays_of(made), arrays_of(expected), strict=True):
        assert array.dtype == other.dtype and np.array_equal(array, other)
        assert array.flags.c_contiguous == other.flags.c_contiguous
        assert np.array_equal(np.signbit(array), np.signbit(other))


def arrays_of(tree: Tree) -> list[Any]:
    values = [getattr(tree, field.name) for field in dataclasses.fields(Tree)]
    return [
        *(value for value in values if isinstance(value, np.ndarray)),
        *tree.table,
        *chain(*tree.rows.treeplexes),
        *tree.rows.terminals,
    ]


def test_a_large_matrix_is_compiled_without_a_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk takes some 10 s."""
    monkeypatch.setattr("pokerzoo.envs.compiled.tree.tree_by_walk", lambda game: pytest.fail("the game was walked"))
    game = make_game("rps", payoffs=np.random.default_rng(1).normal(size=(600, 700)))
    assert CFR(game).run(1).iteration == 1


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


def test_folds_take_fewer_questions() -> None:
    """The number of batches; ``tests/agents/cfr/test_forms.py`` holds their answers to the flat tree."""
    game: Any = make_game(
        "holdem", board="QsJh2h8d3c", ranges=("AA", "KK"), pot=100, stack=300, bet_sizes="33%,75%,150%,a", raise_sizes="60%,a",
        add_allin_threshold=0, force_allin_threshold=0, merging_threshold=0,
    )  # fmt: skip
    walk = walk_public(game)
    boards = [walk.terminals[0][0]]
    for player in range(2):
        points = walk.treeplexes[1 - player].points()
        few, many = (len(make_batches(walk.terminals, boards, player, others).batches) for others in (points, ()))
        assert few < many
