"""Games of a few histories, made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pokerzoo.envs import TERMINAL, Game, State, make_game
from pokerzoo.envs.betting.bets import FixedBets, sized_bets
from pokerzoo.envs.betting.setup import Round
from pokerzoo.envs.compiled.forms import form_of
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.core import illegal_action
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.kuhn import card_names, high_card
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.envs.poker.cards import CARD_NAMES, parse_cards
from pokerzoo.envs.poker.deck_strengths import hold_em_strength
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo_testing.random_games import Node, TreeGame
from pokerzoo_testing.rules import poker_rules

TURN_SPOT: dict[str, Any] = {
    "board": "QsJh2h8d", "ranges": ("22+", "22+,AKs"), "pot": 20, "stack": 30, "bet_sizes": "100%", "raise_sizes": "a",
    "add_allin_threshold": 0,
}  # fmt: skip
"""A turn large enough that its policy is kept as rows of boards, and that is solved in a moment."""


def rules(**changes: Any) -> PokerRules:
    """Kuhn poker with other numbers."""
    values: dict[str, Any] = {
        "deck": card_names(3),
        "antes": (1.0, 1.0),
        "rounds": (Round(0, FixedBets(1.0, (1, 1))),),
        "strength": high_card,
    }
    return poker_rules(**(values | changes))


def end(*payoffs: float) -> Node:
    """The end of a drawn tree."""
    return Node(TERMINAL, payoffs=payoffs)


def choose(payoff: float) -> TreeGame:
    """A game with this payoff after the history (1, 0)."""
    blind = ((0, 0), (0, 0))
    lower = Node(1, (end(payoff, -payoff), end(0.0, 0.0)), signals=blind)
    upper = Node(1, (end(1.0, -1.0), end(0.0, 0.0)), signals=blind)
    return TreeGame(Node(0, (upper, lower), signals=blind), 2)


def turn_game() -> PokerGame:
    """A turn spot with few hands: two boards' worth of everything that a river has once."""
    hands = [parse_cards(text) for text in ("AsAd", "KsKd", "QhQc", "Jh9h", "AhKh", "7c7d", "QdQh")]
    weights = ((1.0, 0.5, 1.0, 1.0, 0.0, 0.25, 1.0), (0.0, 1.0, 1.0, 0.5, 1.0, 1.0, 0.75))
    options = sized_bets("75%", "a")
    rules = poker_rules(
        deck=CARD_NAMES,
        antes=(5.0, 5.0),
        rounds=(Round(0, options), Round(1, options)),
        strength=hold_em_strength,
        hole_cards=2,
        board=parse_cards("Qs 7h 4d 3c"),
        stack=20.0,
        combos=tuple(tuple(sorted(hand, reverse=True)) for hand in hands),
        weights=weights,
    )
    return PokerGame("turn", {}, rules)


def weighted_leduc() -> PokerGame:
    """Leduc with two ranges of its six cards."""
    game = make_leduc()
    weights = ((1.0, 0.5, 1.0, 1.0, 0.25, 1.0), (1.0, 1.0, 0.0, 0.75, 1.0, 1.0))
    return PokerGame("weighted", {}, replace(game.rules, weights=weights))


def on_boards(game: PokerGame) -> PokerGame:
    """The same game, compiled as large ones with cards to come are: walked board by board."""
    twin = (
        make_game(game.name, **game.params) if isinstance(game, HoldemGame) else PokerGame(game.name, game.params, game.rules)
    )
    assert isinstance(twin, PokerGame)
    twin._forms["boards"] = compile_street_tree(twin)
    assert isinstance(form_of(twin), StreetTree)
    return twin


class Walk(Game):
    """The first player folds at once in half of all deals, which costs him 3; else he may give up 1 or nothing."""

    name, params, num_players, num_distinct_actions = "walk", {}, 2, 2
    observation_names = ("seat", "moves")
    utility_range, observation_bounds = (-3.0, 3.0), (0.0, 1.0)

    def initial_state(self) -> WalkState:
        return WalkState(self, ())

    def action_label(self, action: int) -> str:
        return str(action)


class WalkState(State):
    """History: chance (0 or 1), the first player's move, then perhaps the second's."""

    __slots__ = ("_game", "_history")

    def __init__(self, game: Walk, history: tuple[int, ...]) -> None:
        self._game, self._history = game, history

    game = property(lambda self: self._game)  # type: ignore[assignment]

    @property
    def current_player(self) -> int:
        return {0: -1, 1: 0}.get(len(self._history), TERMINAL if self._history[1:] in ((0,), (1, 1), (1, 0)) else 1)

    def legal_actions(self) -> tuple[int, ...]:
        return () if self.is_terminal else (0, 1)

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        return (0, 0.5), (1, 0.5)

    def child(self, action: int) -> WalkState:
        if action not in self.legal_actions():
            raise illegal_action(self, action)
        return WalkState(self._game, (*self._history, action))

    def returns(self) -> tuple[float, ...]:
        won = {(0,): 3.0, (1, 0): 0.0, (1, 1): 1.0}.get(self._history[1:], 0.0)
        return 0.0 - won, won

    def infoset_key(self, player: int) -> str:
        return f"player_{player}|{self._history[: 2 - player]}"

    def observation(self, player: int) -> Any:
        return np.array([player, len(self._history) / 3], dtype=np.float32)

    def action_name(self, action: int) -> str:
        return str(action)

    def describe(self, player: int | None) -> str:
        return str(self._history)

    def history(self) -> tuple[int, ...]:
        return self._history
