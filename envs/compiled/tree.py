"""Any game compiled into flat arrays: nodes, infosets, sequences, terminals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, singledispatch
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import CHANCE, TERMINAL, short_name
from pokerzoo.envs.game_check import check_once
from pokerzoo.envs.histories import MAX_NODES, may_have_tree, too_large
from pokerzoo.envs.infosets import InfosetTable
from pokerzoo.envs.support.arrays import Floats, Int32s
from pokerzoo.envs.support.lazy import load_object

from .node_table import NodeTable, make_node_table
from .rows_form import RowsForm
from .simd import OneLane
from .terminal_evaluation import TerminalList
from .treeplex import Treeplex, equal_shares, make_treeplex

if TYPE_CHECKING:
    from pokerzoo.envs.core import Game, State

    from .infoset_reach import ReachEvaluations

CHANCE_TOLERANCE = 1e-9
"""Largest distance from 1 of the sum of a chance node's probabilities."""


@dataclass(frozen=True)
class Tree(RowsForm):
    """A game's histories in depth-first order (node 0 is the root) and the players' decision problems."""

    game: Game
    infosets: InfosetTable  # its infosets; a node's infoset is an index into them
    node_player: npt.NDArray[np.int32]  # [nodes]: player to move, ``CHANCE`` or ``TERMINAL``
    node_parent: npt.NDArray[np.int32]  # [nodes]: node above, -1 at the root
    node_action: npt.NDArray[np.int32]  # [nodes]: action that led here, -1 at the root
    node_infoset: npt.NDArray[np.int32]  # [nodes]: infoset, -1 where no player moves
    first_child: npt.NDArray[np.int32]  # [nodes]: where the node's children start in ``children``
    num_children: npt.NDArray[np.int32]  # [nodes]: how many there are, in the order of the legal actions
    children: npt.NDArray[np.int32]  # [nodes - 1]
    child_probability: npt.NDArray[np.float64]  # [nodes - 1]: chance's probability of each child, 1 where a player moves
    terminal_node: npt.NDArray[np.int32]  # [terminals]
    terminal_utility: npt.NDArray[np.float64]  # [players, terminals]: net chips
    terminal_chance: npt.NDArray[np.float64]  # [terminals]: chance's reach
    treeplexes: tuple[Treeplex, ...]  # each player's decision problem; decision point k of player p is the k-th of p's infosets
    terminals: TerminalList  # as the solvers read them

    layout = "flat"
    lanes = OneLane()
    num_lanes = 1

    @property
    def root_reach(self) -> tuple[npt.NDArray[np.float64], ...]:
        """Own reach of the empty sequence, float64 [1] for each player."""
        return (np.ones(1),) * len(self.treeplexes)

    @property
    def num_nodes(self) -> int:
        """Histories, terminal ones and chance nodes included."""
        return len(self.node_player)

    @property
    def num_terminals(self) -> int:
        """Terminal histories."""
        return len(self.terminal_node)

    @property
    def num_infosets(self) -> tuple[int, ...]:
        """Infosets of each player."""
        return tuple(len(plex.first) for plex in self.treeplexes)

    @property
    def num_sequences(self) -> tuple[int, ...]:
        """Sequences of each player, the empty one included."""
        return tuple(1 + int(plex.actions.sum()) for plex in self.treeplexes)

    @cached_property
    def node_table(self) -> NodeTable:
        """The nodes as compiled code reads them on a walk from the root to the ends; made once."""
        return make_node_table(self)

    def uniform(self) -> tuple[npt.NDArray[np.float64], ...]:
        """For each player float64 [sequences, 1]: equal shares for all actions."""
        return tuple(equal_shares(plex)[:, None] for plex in self.treeplexes)

    def others_reach(self) -> ReachEvaluations:
        found: ReachEvaluations = load_object("pokerzoo.envs.compiled.infoset_reach:reach_of_histories")(self)
        return found

    @cached_property
    def entries(self) -> tuple[npt.NDArray[np.int64], ...]:
        """For each player int64 [sequences, 1]: where each sequence's probability stands in a policy; -1 for the empty one."""
        ends = np.cumsum([count - 1 for count in self.num_sequences])
        return tuple(
            np.concatenate([[-1], np.arange(end - count + 1, end)])[:, None]
            for end, count in zip(ends, self.num_sequences, strict=True)
        )


def check_chance(game: Game, where: str, probabilities: Sequence[float]) -> None:
    """ValueError, naming the game and ``where``, unless chance's probabilities there are a distribution."""
    total = sum(probabilities)
    if not all(p >= 0.0 for p in probabilities) or not abs(total - 1.0) <= CHANCE_TOLERANCE:
        raise ValueError(
            f"{short_name(game)}: chance's probabilities {where} sum to {total}, "
            f"the least is {min(probabilities, default=0.0)}: must not be negative and sum to 1"
        )


@singledispatch
def compile_tree(game: Game) -> Tree:
    """Compile a game by a walk over its histories, unless its class has a way of its own."""
    check_once(game)
    if not may_have_tree(game):
        raise too_large(game)
    return tree_by_walk(game)


def tree_by_walk(game: Game) -> Tree:
    """Any game's tree, by a walk over all histories; see ``compile_tree``."""
    table = game.infosets
    known = list(table)
    players = game.num_players
    start = [table.of_player(player).start for player in range(players)]
    offset = [int(table.first[s]) - 1 for s in start]  # sequence of an entry = entry - offset
    parent_of = np.full(len(table), -1, dtype=np.int64)

    nodes: list[tuple[int, int, int, int, float]] = []  # player, parent, action, infoset, probability
    terminals: list[tuple[float, tuple[int, ...], tuple[float, ...]]] = []
    none = (0,) * players
    stack: list[tuple[State, int, int, float, float, tuple[int, ...]]] = [(game.initial_state(), -1, -1, 1.0, 1.0, none)]
    while stack:
        state, above, action, probability, reach, sequences = stack.pop()
        node = len(nodes)
        if node >= MAX_NODES:
            raise too_large(game)
        mover = state.current_player
        infoset = -1
        if mover == TERMINAL:
            returns = state.returns()
            if not all(map(isfinite, returns)):
                raise ValueError(f"{short_name(game)}: payoffs {returns} after history {state.history()}: must be finite")
            terminals.append((reach, sequences, returns))
        elif mover == CHANCE:
            outcomes = state.chance_outcomes()
            check_chance(game, f"after history {state.history()}", [p for _, p in outcomes])
            stack += [(state.child(a), node, a, p, reach * p, sequences) for a, p in reversed(outcomes)]
        else:
            infoset = state.infoset_index()
            actions = state.legal_actions()
            if actions != known[infoset].actions or mover != known[infoset].player:
                raise ValueError(f"infoset {known[infoset].key!r} has different actions in different histories")
            if parent_of[infoset] not in (-1, sequences[mover]):
                raise ValueError(f"imperfect recall: player {mover} forgot an own action at {known[infoset].key!r}")
            parent_of[infoset] = sequences[mover]
            row = int(table.first[infoset]) - offset[mover]
            for k in range(len(actions) - 1, -1, -1):
                below = (*sequences[:mover], row + k, *sequences[mover + 1 :])
                stack.append((state.child(actions[k]), node, actions[k], 1.0, reach, below))
        nodes.append((mover, above, action, infoset, probability))
    if np.any(parent_of < 0):
        raise ValueError(f"infoset {known[int(np.argmin(parent_of))].key!r} is never reached")

    mine = [table.of_player(player) for player in range(players)]
    player_of, parent, action_to, infoset_of = (np.array([node[k] for node in nodes], dtype=np.int32) for k in range(4))
    chance, ends, utilities = zip(*terminals, strict=True)
    return make_tree(
        game,
        player_of,
        parent,
        action_to,
        infoset_of,
        np.array([node[4] for node in nodes]),
        np.array(chance),
        np.array(utilities, dtype=np.float64).T.copy(),
        np.array(ends, dtype=np.int32).T.copy(),
        tuple(make_treeplex(table.counts()[own].tolist(), parent_of[own].tolist()) for own in mine),
    )


def make_tree(
    game: Game,
    player: Int32s,
    parent: Int32s,
    action: Int32s,
    infoset: Int32s,
    probability: Floats,
    chance: Floats,
    utilities: Floats,
    sequences: Int32s,
    treeplexes: tuple[Treeplex, ...],
    children: Int32s | None = None,
) -> Tree:
    """A tree of nodes in the order of ``Tree``, in which children of a node follow in the order of its actions.

    ``probability`` [nodes] is chance's of coming from the node above, 1 after a player's move, and ``sequences`` [players,
    terminals] has each player's last one. The other arrays are as in ``Tree``; ``children`` are found where they are not given.
    """
    number = np.bincount(parent[1:], minlength=len(parent)).astype(np.int32)
    if children is None:
        children = (1 + np.argsort(parent[1:], kind="stable")).astype(np.int32)
    return Tree(
        game=game,
        infosets=game.infosets,
        node_player=player,
        node_parent=parent,
        node_action=action,
        node_infoset=infoset,
        first_child=(np.cumsum(number) - number).astype(np.int32),
        num_children=number,
        children=children,
        child_probability=probability[children],
        terminal_node=np.flatnonzero(player == TERMINAL).astype(np.int32),
        terminal_utility=utilities,
        terminal_chance=chance,
        treeplexes=treeplexes,
        terminals=TerminalList(sequences, utilities * chance),
    )
