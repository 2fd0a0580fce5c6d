"""Random games as hypothesis strategies: matrices, trees of perfect recall, poker rules, rivers. All small."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from pokerzoo.envs import CHANCE, TERMINAL, Game, State, make_game
from pokerzoo.envs.betting.bets import FixedBets, sized_bets
from pokerzoo.envs.betting.setup import Round
from pokerzoo.envs.core import illegal_action
from pokerzoo.envs.games.kuhn import card_names
from pokerzoo.envs.infosets import count_histories
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo_testing.rules import poker_rules

MAX_HISTORIES = 3000
"""The largest of these games."""
CHIPS = st.sampled_from([0.1, 0.25, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0])


@st.composite
def matrix_games(draw: st.DrawFn) -> Game:
    """Zero-sum games of up to 4 x 4, some with many ties."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    number = draw(st.sampled_from([st.integers(-2, 2).map(float), st.floats(-10, 10, width=32)]))
    row = st.lists(number, min_size=columns, max_size=columns)
    return make_game("rps", payoffs=draw(st.lists(row, min_size=rows, max_size=rows)))


@dataclass(frozen=True)
class Node:
    """A node of a drawn tree.

    Attributes:
        mover: a player, ``CHANCE`` or ``TERMINAL``.
        children: the nodes below, by action.
        probabilities: chance's, by action.
        signals: what each player sees of each action, [player][action]: 0 is nothing, not even that something happened.
        payoffs: net chips at the end.
    """

    mover: int
    children: tuple[Node, ...] = ()
    probabilities: tuple[float, ...] = ()
    signals: tuple[tuple[int, ...], ...] = ()
    payoffs: tuple[float, ...] = ()


class TreeGame(Game):
    """A game given by its tree. What a player knows is the list of what he saw and did, so he forgets nothing."""

    def __init__(self, root: Node, num_players: int) -> None:
        self.name = "drawn_tree"
        self.params = {"root": root, "num_players": num_players}
        self.root = root
        self.num_players = num_players
        self.num_distinct_actions = 3
        self.observation_names = (*(f"seat_{player}" for player in range(num_players)), "things_seen")

    def initial_state(self) -> TreeState:
        return TreeState(self, self.root, (), ((),) * self.num_players)

    @property
    def utility_range(self) -> tuple[float, float]:
        return -1e301, 1e301  # some tests pay far more than random games do

    @property
    def observation_bounds(self) -> tuple[float, float]:
        return 0.0, 20.0

    def action_label(self, action: int) -> str:
        return f"action {action}"


class TreeState(State):
    """A node with the way to it."""

    __slots__ = ("_game", "_history", "node", "seen")

    def __init__(self, game: TreeGame, node: Node, history: tuple[int, ...], seen: tuple[tuple[str, ...], ...]) -> None:
        self._game = game
        self.node = node
        self._history = history
        self.seen = seen

    @property
    def game(self) -> TreeGame:
        return self._game

    @property
    def current_player(self) -> int:
        return self.node.mover

    def legal_actions(self) -> tuple[int, ...]:
        return tuple(range(len(self.node.children)))

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        if not self.is_chance:
            raise ValueError("no chance outcomes here: the state is not a chance node")
        return tuple(enumerate(self.node.probabilities))

    def child(self, action: int) -> TreeState:
        if action not in self.legal_actions():
            raise illegal_action(self, action)
        seen = []
        for player, things in enumerate(self.seen):
            signal = self.node.signals[player][action]
            if player == self.node.mover:
                seen.append((*things, f"own{len(self.node.children)}.{action}"))
            else:
                seen.append((*things, f"saw{signal}") if signal else things)
        return TreeState(self._game, self.node.children[action], (*self._history, action), tuple(seen))

    def returns(self) -> tuple[float, ...]:
        return self.node.payoffs if self.is_terminal else (0.0,) * self._game.num_players

    def infoset_key(self, player: int) -> str:
        # The number of actions is what he sees when it is his turn.
        turn = f" {len(self.node.children)}" if player == self.node.mover else ""
        return f"player_{player}|{' '.join(self.seen[player])}{turn}"

    def observation(self, player: int) -> npt.NDArray[np.float32]:
        vector = np.zeros(len(self._game.observation_names), dtype=np.float32)
        vector[player] = 1.0
        vector[-1] = len(self.seen[player])
        return vector

    def action_name(self, action: int) -> str:
        return f"action {action}"

    def describe(self, player: int | None) -> str:
        return "\n".join(" ".join(things) for seat, things in enumerate(self.seen) if player in (None, seat))

    def history(self) -> tuple[int, ...]:
        return self._history


@st.composite
def nodes(draw: st.DrawFn, num_players: int, depth: int) -> Node:
    """A node with at most ``depth`` moves below it."""
    kind = draw(st.integers(0, 7)) if depth else 0
    if kind == 0:
        payoffs = [draw(st.integers(-16, 16)) / 4 for _ in range(num_players - 1)]
        return Node(TERMINAL, payoffs=(*payoffs, 0.0 - sum(payoffs)))
    actions = draw(st.sampled_from([1, 2, 2, 2, 3]))
    mover = CHANCE if kind <= 2 else draw(st.integers(0, num_players - 1))
    weights = [draw(st.integers(1, 4)) for _ in range(actions)] if mover == CHANCE else []
    rows = st.tuples(*[st.integers(0, 2)] * actions)
    return Node(
        mover=mover,
        children=tuple(draw(nodes(num_players, depth - 1)) for _ in range(actions)),
        probabilities=tuple(weight / sum(weights) for weight in weights),
        signals=tuple(draw(rows) for _ in range(num_players)),
    )


@st.composite
def tree_games(draw: st.DrawFn, num_players: Sequence[int] = (2, 3), depth: int = 4) -> Game:
    """Zero-sum games of perfect recall with chance, partly seen moves and infosets across subtrees."""
    players = draw(st.sampled_from(num_players))
    root = draw(nodes(players, depth).filter(lambda node: node.mover != TERMINAL))
    game = TreeGame(root, players)
    assume({row.player for row in game.infosets} == set(range(players)))
    return game


def drawn_strength(table: tuple[int, ...], hand: tuple[int, ...], board: tuple[int, ...]) -> int:
    """Some number of a table: it depends on all cards."""
    return table[sum((3 * place + 1) * card for place, card in enumerate((*sorted(hand), *board))) % len(table)]


@st.composite
def poker_games(draw: st.DrawFn, num_players: Sequence[int] = (2,), rake: bool = False) -> PokerGame:
    """Random rules: deck, copies, hole cards, antes, one or two rounds, public cards, bets fixed or of several sizes, caps."""
    players = draw(st.sampled_from(num_players))
    hole_cards = draw(st.sampled_from([1, 1, 1, 2])) if players == 2 else 1
    copies = 1 if hole_cards == 2 else draw(st.integers(1, 2))
    kinds = draw(st.integers(4, 5)) if hole_cards == 2 else draw(st.integers(2, 5))
    turned = draw(st.sampled_from([(0,), (1,), (0, 0), (0, 1), (0, 1), (1, 1)]))
    assume(kinds * copies >= players * hole_cards + sum(turned))
    sized = players == 2 and draw(st.booleans())
    stack = None
    rounds = []
    if sized:
        antes: tuple[float, ...] = (draw(CHIPS),) * 2
        stack = draw(st.sampled_from([1.0, 2.5, 7.0]))
        sizes = [draw(st.sampled_from(["50%", "a", "33%,100%", "2c,a", "e", ""])) for _ in range(2)]
        options = sized_bets(
            (sizes[0], sizes[1]),
            draw(st.sampled_from(["60%", "2.5x", "a", ""])),
            raise_cap=draw(st.sampled_from([None, 0, 1, 2])),
            min_bet=0.5,
            chip=draw(st.sampled_from([1e-6, 0.1, 0.5])),
        )
        rounds = [Round(up, options) for up in turned]
    else:
        antes = tuple(draw(CHIPS) for _ in range(players))
        caps = st.tuples(*[st.integers(0, 2)] * players)
        rounds = [Round(up, FixedBets(draw(CHIPS), draw(caps))) for up in turned]
    table = tuple(draw(st.lists(st.integers(0, 5), min_size=1, max_size=7)))
    rules = poker_rules(
        deck=card_names(kinds),
        antes=antes,
        rounds=tuple(rounds),
        strength=lambda hand, board: drawn_strength(table, hand, board),
        copies=copies,
        hole_cards=hole_cards,
        stack=stack,
        rake_rate=draw(st.sampled_from([0.05, 0.2])) if rake else 0.0,
        rake_cap=draw(st.sampled_from([0.1, 1.0, float("inf")])) if rake else float("inf"),
    )
    game = PokerGame("drawn_rules", {"rules": rules, "table": table}, rules)
    count = count_histories(game, MAX_HISTORIES)
    assume(count is not None and count <= MAX_HISTORIES)
    return game


@cache
def pairs_of(count: int) -> tuple[tuple[int, int], ...]:
    """The pairs of so many cards."""
    return tuple(combinations(range(count), 2))


@st.composite
def rivers(draw: st.DrawFn, rake: bool = False) -> Any:
    """River spots with a random board and short ranges whose hands share cards, weights, sizes, cap and rake."""
    cards = draw(st.lists(st.sampled_from(CARD_NAMES), min_size=11, max_size=11, unique=True))
    board, held = cards[:5], cards[5:]
    weight = st.sampled_from(["", ":0.5", ":0.25"])
    combo = st.tuples(st.sampled_from(pairs_of(len(held))), weight)
    ranges = [
        ",".join(held[a] + held[b] + w for (a, b), w in draw(st.lists(combo, min_size=1, max_size=4, unique_by=lambda c: c[0])))
        for _ in range(2)
    ]
    try:
        game = make_game(
            "holdem",
            board="".join(board),
            ranges=tuple(ranges),
            pot=draw(st.sampled_from([2, 5.5, 10, 40])),
            stack=draw(st.sampled_from([1, 7.5, 30, 100])),
            bet_sizes=draw(st.sampled_from(["50%", "a", "33%,75%", "150%", ("50%,a", "")])),
            raise_sizes=draw(st.sampled_from(["60%", "2.5x", "a", ""])),
            add_allin_threshold=draw(st.sampled_from([0, 1.5])),
            raise_cap=draw(st.sampled_from([None, 0, 1, 2])),
            rake_rate=draw(st.sampled_from([0.05, 1.0])) if rake else 0.0,
            rake_cap=draw(st.sampled_from([None, 0.5, 3])) if rake else None,
        )
    except ValueError as error:
        assume("no hand of one can be dealt together with a hand of the other" not in str(error))
        raise
    count = count_histories(game, MAX_HISTORIES)
    assume(count is not None and count <= MAX_HISTORIES)
    return game


def examples(count: int) -> Callable[[Any], Any]:
    """So many random games, the same each time: a part of them by day, more at night (``EXAMPLES`` times as many)."""
    count = round(count * float(os.environ.get("EXAMPLES", 0.4)))
    quiet = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    return settings(max_examples=count, deadline=None, derandomize=True, database=None, suppress_health_check=quiet)
