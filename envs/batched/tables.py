"""Games as the tables that ``kernels`` plays on, and back: from a hand's words to its history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.core import CHANCE, TERMINAL, Game, State, replay_history, short_name
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.poker.game import PokerGame, state_at
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.rules import HandsStrength
from pokerzoo.envs.support.aliases import alias_table
from pokerzoo.envs.support.arrays import Int32s

from .kernels import (
    ACTOR,
    BET_FOLD,
    BLANK,
    ENTRY,
    ILLEGAL,
    INFOSET,
    KIND,
    NEXT,
    PASSIVE,
    RANGES,
    STAGE,
    TREE,
    GameTables,
)
from .line_tables import LegalActionSets, LineTables


@dataclass(frozen=True)
class CompiledGame:
    """A game compiled for batches."""

    game: Game
    tables: GameTables  # what kernels play on
    words: int  # int32 numbers that a hand is
    state: Callable[[Int32s], State]  # from the words of a hand to its state


@singledispatch
def compile_game(game: Game) -> CompiledGame:
    """The tables of a game, of its tree unless its class has others; ValueError if it is too large for a tree."""
    return TreeTables(game).compiled()


@compile_game.register(PokerGame)
def poker_tables(game: PokerGame) -> CompiledGame:
    """Tables of a poker game: made directly for two ranges on a whole board, else of the tree."""
    direct = game.num_players == 2 and game.rules.weights is not None and not game.rules.root.card_due
    return RangeTables(game).compiled() if direct else TreeTables(game).compiled()


@compile_game.register(BetFoldGame)
def bet_fold_tables(game: BetFoldGame) -> CompiledGame:
    """Tables of the bet/fold game, made directly."""
    return BetFoldTables(game).compiled()


UNUSED: dict[str, Any] = {
    "first": np.zeros(1, np.int64),
    "threshold": np.zeros(0),
    "prize": np.zeros((0, 2), np.int32),
    "weight": np.zeros(0),
    "rank": np.zeros((0, 0), np.int32),
    "cards": np.zeros((0, 0), np.int32),
    "first_card": 0,
    "strength": np.zeros(0, np.int32),
    "boards": np.zeros(1, np.int64),
    "turned": np.zeros(0, np.int32),
    "turned_at": np.zeros(0, np.int64),
}
"""Columns of ``GameTables`` of a game without lotteries, whose nodes know the hands, and in which no public cards come."""


def lottery_columns(all_prizes: Sequence[Sequence[int]], all_weights: Sequence[Sequence[float]]) -> dict[str, Any]:
    """The columns of ``GameTables`` about lotteries."""
    if not all_prizes:
        return {}
    thresholds, prizes = [], []
    for numbers, weights in zip(all_prizes, all_weights, strict=True):
        threshold, alias = alias_table(weights)
        values = np.array(numbers, dtype=np.int32)
        thresholds.append(threshold)
        prizes.append(np.stack([values, values[alias]], axis=1))
    return {
        "first": np.cumsum([0, *map(len, all_prizes)]).astype(np.int64),
        "threshold": np.concatenate(thresholds),
        "prize": np.concatenate(prizes),
        "weight": np.concatenate([np.asarray(weights, dtype=np.float64) for weights in all_weights]),
    }


class TreeTables:
    """A game's tree without its chance nodes: the decisions, then the ends."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tree = tree_of(game)
        self.tree_node = np.concatenate([np.flatnonzero(self.tree.node_player >= 0), self.tree.terminal_node])

    def compiled(self) -> CompiledGame:
        """The tables."""
        game, tree = self.game, self.tree
        count = len(self.tree_node)
        place = np.full(tree.num_nodes, ILLEGAL, dtype=np.int64)
        place[self.tree_node] = np.arange(count)
        prizes, weights = self.collect_chance(place)
        nodes = np.full((count, NEXT + game.num_distinct_actions), ILLEGAL, dtype=np.int32)
        nodes[:, ACTOR] = tree.node_player[self.tree_node]
        nodes[:, INFOSET] = tree.node_infoset[self.tree_node]
        nodes[count - tree.num_terminals :, INFOSET] = np.arange(tree.num_terminals)
        nodes[:, KIND] = nodes[:, STAGE] = 0
        decisions = nodes[:, ACTOR] >= 0
        nodes[decisions, ENTRY] = game.infosets.first[nodes[decisions, INFOSET]]
        chosen = 1 + np.flatnonzero(tree.node_player[tree.node_parent[1:]] >= 0)  # nodes that a player's action leads to
        nodes[place[tree.node_parent[chosen]], NEXT + tree.node_action[chosen]] = place[chosen]
        legal = LegalActionSets(game.num_distinct_actions)
        shown = np.full((count, game.num_players), -1, dtype=np.int32)
        rows = {bytes(4 * len(game.observation_names)): BLANK}
        stack = [(game.initial_state(), 0)]
        while stack:
            state, node = stack.pop()
            mover, first = state.current_player, int(tree.first_child[node])
            if mover != CHANCE:
                where = place[node]
                if mover != TERMINAL:
                    nodes[where, KIND], nodes[where, PASSIVE] = legal(state.legal_actions()), state.passive_action()
                for player in range(game.num_players) if mover == TERMINAL else (mover,):
                    vector = np.asarray(state.observation(player), dtype=np.float32).tobytes()
                    shown[where, player] = rows.setdefault(vector, len(rows))
            kids = range(first, first + int(tree.num_children[node]))
            stack += [(state.child(int(tree.node_action[kid])), kid) for kid in reversed(kids)]
        tables = GameTables(
            engine=TREE,
            root=int(place[0]),
            nodes=nodes,
            rows=np.frombuffer(b"".join(rows), dtype=np.float32).reshape(len(rows), -1),
            shown=shown,
            payoffs=np.ascontiguousarray(tree.terminal_utility.T)[:, None, :],
            **legal.arrays(),
            **UNUSED | lottery_columns(prizes, weights),
        )
        return CompiledGame(game, tables, 1, self.state)

    def collect_chance(self, place: npt.NDArray[np.int64]) -> tuple[list[list[int]], list[list[float]]]:
        """Prizes and weights of all lotteries; each gets its number in ``place``, where its first chance node stands."""
        tree = self.tree
        below: dict[int, tuple[list[int], list[float]]] = {}
        all_prizes: list[list[int]] = []
        all_weights: list[list[float]] = []
        # Children come after their parents: from the end on, all below a chance node is known when it is met.
        for node in np.flatnonzero(tree.node_player == CHANCE)[::-1].tolist():
            first = int(tree.first_child[node])
            prizes: list[int] = []
            weights: list[float] = []
            for kid in range(first, first + int(tree.num_children[node])):
                probability = float(tree.node_chance[kid])
                further, shares = below.pop(kid, ([int(place[kid])], [1.0]))
                prizes += further
                weights += [probability * share for share in shares]
            above = int(tree.node_parent[node])
            if above >= 0 and tree.node_player[above] == CHANCE:
                below[node] = prizes, weights
            else:
                place[node] = -2 - len(all_prizes)
                all_prizes.append(prizes)
                all_weights.append(weights)
        return all_prizes, all_weights

    def state(self, words: Int32s) -> State:
        """The state of a hand."""
        tree, history = self.tree, []
        node = int(self.tree_node[words[0]])
        while node > 0:
            history.append(int(tree.node_action[node]))
            node = int(tree.node_parent[node])
        return replay_history(self.game, tuple(reversed(history)))


class RangeTables:
    """Two ranges: lines of betting, with the board and the hands beside them."""

    def __init__(self, game: PokerGame) -> None:
        self.game = game
        self.line_tables = LineTables(game)
        self.lines = self.line_tables.lines
        self.stages = range(max(line.num_deals for line in self.lines) + 1)
        size = game.size
        if size.entries >= 2**31:
            raise ValueError(
                f"{short_name(game)}: has {size.entries:,} probabilities, and must have less than 2,147,483,648 here, where "
                "they are numbered with 32 bits; give fewer sizes or smaller ranges, or play hand by hand "
                "(env(), gymnasium.make)"
            )

    def compiled(self) -> CompiledGame:
        """The tables."""
        game, columns = self.game, self.line_tables.columns()
        nodes, index = columns["nodes"], self.line_tables.index
        for point in game.infosets.points:
            nodes[index[point.line], [INFOSET, ENTRY]] = point.infoset, point.entry
        writer = game._observations
        tables = GameTables(
            engine=RANGES,
            root=0,
            **columns,
            **self.hands(writer.first_card),
            **self.boards(writer.index),
        )
        return CompiledGame(game, tables, 4, self.state)

    def hands(self, first_card: int) -> dict[str, Any]:
        """The columns of ``GameTables`` about hands and how they are dealt."""
        game, rules = self.game, self.game.rules
        assert rules.weights is not None
        prizes: list[list[int]] = []
        weights: list[list[float]] = []
        for player in (0, 1):
            held = np.flatnonzero(rules.ranges.dealable[player])
            weight = np.array(rules.weights[player])[held]
            if player == 0:  # as often as there are hands for the other
                weight = weight * np.array(rules.ranges.opposing_weight[0])[held]
            prizes.append(held.tolist())
            weights.append(weight.tolist())
        places = [[game.infosets.places(player, stage) for stage in self.stages] for player in (0, 1)]
        ranks = [[(own.rank + own.first[:-1, None]).astype(np.int32).ravel() for own in of_player] for of_player in places]
        cards = np.array(rules.deck.hands, dtype=np.int32).reshape(len(rules.deck.hands), -1)
        return {
            "rank": np.stack([np.concatenate(of_player) for of_player in ranks]),
            "cards": cards,
            "first_card": first_card,
            "strength": self.strengths(),
            **lottery_columns(prizes, weights),
        }

    def strengths(self) -> Int32s:
        """int32 [full boards x hands]: the order of strength, which fits whatever the numbers are."""
        game, rules = self.game, self.game.rules
        boards = game.infosets.boards(self.stages[-1])
        left = np.all(boards.left_over(rules)[:, rules.deck.hand_cards] > 0, axis=2)
        found = np.zeros(left.shape, np.int32)
        strength: object = rules.strength
        for number, board in enumerate(boards.boards):
            if isinstance(strength, HandsStrength):  # then there is no need for the game to keep them
                values = strength.of_hands(rules.deck.hand_cards, rules.deck.board + board)
            else:
                values = game.strengths(rules.deck.board + board)
            found[number, left[number]] = np.unique(np.array(values)[left[number]], return_inverse=True)[1]
        return found.ravel()

    def boards(self, index: dict[str, int]) -> dict[str, Any]:
        """The columns of ``GameTables`` about public cards."""
        deck, rounds = self.game.rules.deck.names, self.game.rules.betting.rounds
        found = [self.game.infosets.boards(stage).boards for stage in self.stages]
        at = [number for number, betting in enumerate(rounds) for _ in range(betting.public_cards)]
        return {
            "boards": np.cumsum([0, *map(len, found)]).astype(np.int64),
            "turned": np.array([board[-1] if board else 0 for boards in found for board in boards], dtype=np.int32),
            "turned_at": np.array(
                [0, *(index[f"round_{number}_board_{deck[0]}"] for number in at)][: len(found)], dtype=np.int64
            ),
        }

    def state(self, words: Int32s) -> State:
        """The state of a hand."""
        line, board = self.lines[words[0]], int(words[3])
        public = PublicState(
            self.game.rules, line, self.game.rules.deck.board + self.game.infosets.boards(line.num_deals).boards[board]
        )
        return state_at(self.game, public, (int(words[1]), int(words[2])))


class BetFoldTables:
    """The bet/fold game, with any number of players and cards."""

    def __init__(self, game: BetFoldGame) -> None:
        self.game = game

    def compiled(self) -> CompiledGame:
        """The tables: a node for each number of players who have chosen."""
        game, players, cards = self.game, self.game.num_players, self.game.num_cards
        nodes = np.zeros((players + 1, NEXT + game.num_distinct_actions), dtype=np.int32)
        nodes[:players, ACTOR] = np.arange(players)
        nodes[players, ACTOR] = TERMINAL
        nodes[:players, INFOSET] = np.arange(players) * cards
        nodes[:players, ENTRY] = game.infosets.first[nodes[:players, INFOSET]]
        nodes[:, NEXT:] = np.arange(1, players + 2)[:, None]
        rows = np.zeros((1 + players, len(game.observation_names)), dtype=np.float32)
        rows[1:, :players] = np.eye(players)
        hands = {
            "rank": np.tile(np.arange(cards, dtype=np.int32), (players, 1)),
            "cards": np.arange(cards, dtype=np.int32)[:, None],
            "first_card": players,
        }
        tables = GameTables(
            engine=BET_FOLD,
            root=0,
            nodes=nodes,
            rows=rows,
            shown=np.tile(1 + np.arange(players, dtype=np.int32), (players + 1, 1)),
            payoffs=np.array([[[game.blind], [game.stake]]]),
            **LegalActionSets(game.num_distinct_actions).arrays(),
            **UNUSED | hands,
        )
        return CompiledGame(game, tables, 1 + 2 * players, self.state)

    def state(self, words: Int32s) -> State:
        """The state of a hand."""
        players, acted = self.game.num_players, int(words[0])
        return replay_history(self.game, tuple(words[1 : 1 + players].tolist() + words[1 + players :][:acted].tolist()))
