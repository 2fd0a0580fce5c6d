"""Whole hands written down in a line: ``play(game, "r6 c / x b4 f")``."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.row import BET, CALL, CALL_TO, FOLD, IN_ROUND, LEAST_TO, LEGAL, MOST_TO
from pokerzoo.envs.poker.hand_strength import seven_card_strength
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState


def any_amount(**params: Any) -> TexasHoldemGame:
    """A game in which every whole amount may be bet, in whole chips."""
    sizes = {} if params.get("limit") == "fixed-limit" else {"bet_sizes": "any", "raise_sizes": "any"}
    game = make_game("texas_holdem", **(sizes | params))
    assert isinstance(game, TexasHoldemGame)
    return game


def play(game: TexasHoldemGame, moves: str, seed: int = 0) -> TexasHoldemState:
    """The state after some moves, with cards at random: ``x`` check, ``c`` call, ``f`` fold, ``b6`` or ``r6`` to a total of 6.

    ``/`` stands where a round has ended, to be read; that it has is checked. So is that ``x`` is a check and ``c`` a call.
    """
    rng = np.random.default_rng(seed)
    state = game.initial_state().after_chance(rng)
    streets = 0
    for move in moves.split():
        if move == "/":
            streets += 1
            assert state.street == streets, f"{moves}: the round goes on"
            continue
        assert state.street == streets, f"{moves}: the round has ended before {move}"
        state = state.child(action_of(state, move)).after_chance(rng)
    return state


def action_of(state: TexasHoldemState, move: str) -> int:
    """The action that a move is, if it is legal."""
    calls = int(state.row[CALL_TO]) > int(state.row[IN_ROUND + state.current_player])
    if move in "xc":
        assert calls == (move == "c"), f"{move}: {state.describe(None)}"
        return CALL
    if move == "f":
        return FOLD
    result = [action for action in state.legal_actions() if action >= BET and state.total_of(action) == float(move[1:])]
    assert len(result) == 1, f"{move} is not legal: {state.describe(None)}"
    return result[0]


def options(state: TexasHoldemState) -> tuple[bool, int, tuple[int, int] | None]:
    """(whether to fold is legal, the total after a call, the least and the most to bet or raise to)."""
    row = state.row
    limits = (int(row[LEAST_TO]), int(row[MOST_TO])) if row[MOST_TO] else None
    return bool(row[LEGAL] & 1 << FOLD), int(row[CALL_TO]), limits


def at_showdown(game: TexasHoldemGame, moves: str, hands: list[str], board: str) -> TexasHoldemState:
    """The end of a hand with these cards, ``hands`` by seat (empty: out), when the moves are made (no ``/`` in them)."""
    deck = game.rules.deck.names
    state = game.initial_state()
    for cards in filter(None, hands):
        pair = tuple(sorted((deck.index(cards[:2]), deck.index(cards[2:])), reverse=True))
        state = state.child(game.hand_index[pair])
    left, shown = moves.split(), [board[k : k + 2] for k in range(0, len(board), 2)]
    while not state.is_terminal:
        state = state.child(deck.index(shown.pop(0)) if state.is_chance else action_of(state, left.pop(0)))
    assert not left, left
    return state


def shares_by_counting(game: TexasHoldemGame, hands: list[tuple[int, ...]], board: tuple[int, ...]) -> Any:
    """Mean share of the pot of each hand, all-in, over all public cards to come; of the standard deck."""
    seen = {*board, *(card for hand in hands for card in hand)}
    runs = list(combinations([card for card in range(52) if card not in seen], game.public_cards - len(board)))
    strengths = np.stack([seven_card_strength(np.array([(*hand, *board, *run) for run in runs])) for hand in hands])
    wins = strengths == strengths.max(axis=0)
    return (wins / wins.sum(axis=0)).mean(axis=1)
