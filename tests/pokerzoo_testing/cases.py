"""The games that tests go through, and ways to walk them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import Game, PokerGame, State, make_game
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.poker.public_state import PublicState

ALL_GAMES: list[tuple[str, dict[str, Any]]] = [
    ("kuhn", {}),
    ("kuhn", {"num_cards": 5}),
    ("kuhn", {"num_players": 3}),
    ("kuhn", {"num_players": 4}),
    ("bet_raise", {}),
    ("bet_raise", {"num_cards": 3}),
    ("leduc", {}),
    ("leduc", {"suit_isomorphism": True}),
    ("holdem", {}),
    ("holdem", {"board": "AhJs7c7d2h", "ranges": ("AsKs,QQ:0.5", "AKs,JhJd:0.25"), "pot": 10, "stack": 95, "raise_cap": 2}),
    ("bet_fold", {"num_players": 3, "num_cards": 5}),
    ("bet_fold", {"num_players": 2, "num_cards": 6, "odds": 2.1, "blind": 0.3}),
    ("rps", {}),
    ("rps", {"payoffs": ((0.0, 2.5), (-1.0, 0.5), (3.0, -4.0))}),
]
games = [make_game(name, **params) for name, params in ALL_GAMES]
every_game = pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.check if game.num_players > 3 else ()) for game in games],
    ids=lambda game: str(game)[:60],
)
"""More than three players need kernels of their own: not by day."""


def make_poker(name: str, **params: Any) -> PokerGame:
    """Make a game of poker's rules, as ``make_game`` does."""
    game = make_game(name, **params)
    assert isinstance(game, PokerGame)
    return game


def play(game: Game, *names: str) -> State:
    """The state after these actions, given by name; chance's as ``deal 0 K``, without the player."""
    state = game.initial_state()
    for name in names:
        matching = [a for a in state.legal_actions() if state.action_name(a).removesuffix(f" to player {a}") == name]
        if state.is_chance:
            matching = [a for a in state.legal_actions() if state.action_name(a).split(" to player")[0].split()[-1] == name]
        assert len(matching) == 1, f"{name}: {[state.action_name(a) for a in state.legal_actions()]}"
        state = state.child(matching[0])
    return state


def line_at(game: Any, moves: str) -> Line:
    """The line after these moves, cards left out: ``x b10 c``."""
    line: Line = game.rules.root.line
    for token in moves.split():
        line = line.after(line.tokens.index(token))
        while line.card_due:
            line = line.deal()
    return line


def public_at(game: Game, history: str) -> PublicState:
    """The public state of a poker game in which a player acts after this history."""
    assert isinstance(game, PokerGame)
    public = game.infosets.find(history)
    assert public is not None
    return public


def every_state(game: Game) -> Iterator[State]:
    """Every state, by the State interface alone."""
    stack = [game.initial_state()]
    while stack:
        state = stack.pop()
        yield state
        stack += [state.child(action) for action in state.legal_actions()]


def random_walk(game: Game, rng: np.random.Generator) -> list[State]:
    """The states of one play with random moves."""
    states = [game.initial_state()]
    while not states[-1].is_terminal:
        states.append(states[-1].child(int(rng.choice(states[-1].legal_actions()))))
    return states


def random_strategy(game: Game, seed: int) -> np.ndarray:
    """A behavioural strategy with some zeros in it."""
    rng = np.random.default_rng(seed)
    values = np.maximum(rng.random(game.infosets.size) - 0.2, 0.0)
    for i in range(len(game.infosets)):
        shares = values[game.infosets.slice(i)]
        shares += 1e-3 if shares.sum() == 0 else 0.0
        shares /= shares.sum()
    return values
