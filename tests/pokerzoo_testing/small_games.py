"""Games of a few histories, made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pokerzoo.envs import CHANCE, TERMINAL, make_game
from pokerzoo.envs.betting.bets import FixedBets, sized_bets
from pokerzoo.envs.betting.setup import Round
from pokerzoo.envs.compiled.forms import form_of
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.compiled.street_tree import StreetTree
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


def walk_game() -> TreeGame:
    """The first player folds at once, which costs 3, or lets the second one decide, who wins 1 or nothing. Both see a coin."""
    blind = ((0, 0), (0, 0))
    second = Node(1, (end(0.0, 0.0), end(-1.0, 1.0)), signals=blind)
    first = Node(0, (end(-3.0, 3.0), second), signals=blind)
    return TreeGame(Node(CHANCE, (first, first), probabilities=(0.5, 0.5), signals=((2, 1), (2, 1))), 2)
