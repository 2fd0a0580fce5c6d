"""Observations of whole hands: everything public and the own cards can be read off them, and nothing else is in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.observations import BY_SEAT, KINDS, STREETS
from pokerzoo.envs.whole_hands.row import BOARD, HAND_WIDTH, HOLES, MOVES, NUM_BOARD, POT_SCALE, STACK_SCALE, TO_COME
from pokerzoo.envs.whole_hands.state import TexasHoldemState

CASES: list[dict[str, Any]] = [
    {},
    {"num_players": 6},
    {"num_players": 3, "stack": (40, 0, 90), "ante": 1},
    {"num_players": 5, "stack": (30, 200, 75, 0, 12), "button": 1, "big_blind_ante": 2, "bet_sizes": "any"},
    {"num_players": 4, "limit": "fixed-limit", "straddle": 4, "chip": 0.5, "blinds": (0.5, 2)},
    {"num_players": 6, "limit": "pot-limit", "deck": "short", "bet_sizes": "50%,a", "raise_sizes": "2.5x,a"},
    {"num_players": 4, "stack": (1, 2, 3, 50), "short_stacks": True, "deck": "royal", "ante": 1},
    {"num_players": 3, "limit": "fixed-limit", "last_street": "flop"},
    {"stack": 30, "last_street": "turn"},
]
every_case = pytest.mark.parametrize("params", CASES, ids=[str(k) for k in range(len(CASES))])


def walk(game: TexasHoldemGame, rng: np.random.Generator) -> list[TexasHoldemState]:
    """All states of a random hand that environments show, the end included; folds are rare."""
    states = [game.initial_state().after_chance(rng)]
    while not states[-1].is_terminal:
        legal = states[-1].legal_actions()
        action = int(rng.choice(legal))
        if action == 0 and rng.random() < 0.7:
            action = 1
        states.append(states[-1].child(action).after_chance(rng))
    return states


def public_facts(game: TexasHoldemGame, state: TexasHoldemState, player: int) -> dict[str, Any]:
    """Facts to be read off, from the row."""
    row, players = state.row, game.num_players
    seats = [(player + step) % players for step in range(players)]
    acts = int(row[col.STATUS]) == col.TO_ACT
    board = [int(card) for card in row[BOARD : BOARD + row[NUM_BOARD]]]
    live = [int(row[col.LIVE] >> seat & 1) for seat in seats]
    dealt = [int(game.stacks[seat] > 0) for seat in seats]
    stack = [int(row[col.STACKS + seat]) for seat in seats]
    return {
        "hand": {int(card) for card in row[HOLES + 2 * player : HOLES + 2 * player + 2] if card >= 0},
        "board": (set(board[:3]), board[3:4], board[4:]),
        "street": int(row[col.STREET]),
        "button": (game.button - player) % players,
        "to_act": (int(row[col.ACTOR]) - player) % players if acts else None,
        "dealt": dealt,
        "folded": [a * (1 - b) for a, b in zip(dealt, live, strict=True)],
        "all_in": [int(a and not b) for a, b in zip(live, stack, strict=True)],
        "stack": stack,
        "in_round": [int(row[col.IN_ROUND + seat]) for seat in seats],
        "in_hand": [int(row[col.IN_HAND + seat] + row[col.PAID_DEAD + seat]) for seat in seats],
        "pot": round(state.pot / game.chip),
        "to_call": int(row[col.CALL_TO] - row[col.IN_ROUND + row[col.ACTOR]]) if acts else 0,
        "least_to": int(row[col.LEAST_TO]) if acts else 0,
        "most_to": int(row[col.MOST_TO]) if acts else 0,
        "bets": min(int(row[col.NUM_BETS]), 4),
        "moves": [((who - player) % players, kind, street, round(to / game.chip)) for street, who, kind, to in state.moves],
    }


def decoded(game: TexasHoldemGame, observation: Any) -> dict[str, Any]:
    """The same, from an observation, its names, and the two scales."""
    named = dict(zip(game.observation_names, observation.tolist(), strict=True))
    stack_scale, pot_scale = int(game.rules_row[STACK_SCALE]), int(game.rules_row[POT_SCALE])
    deck, players, streets = game.rules.deck.names, range(game.num_players), STREETS[: len(game.rules.betting.rounds)]

    def cards(where: str) -> list[int]:
        if where in STREETS and where not in streets:
            return []
        return [k for k, card in enumerate(deck) if named[f"{where}_{card}"] == 1.0]

    def only(names: list[str]) -> int | None:
        marked = [k for k, name in enumerate(names) if named[name] == 1.0]
        assert len(marked) <= 1
        return marked[0] if marked else None

    def chips(name: str, scale: int = stack_scale) -> int:
        assert abs(named[name] * scale - round(named[name] * scale)) < 1e-3
        result: int = round(named[name] * scale)
        return result

    moves = []
    for k in range(int(game.rules_row[HAND_WIDTH]) - MOVES):
        who = only([f"move_{k}_by_{i}" for i in players])
        kind = only([f"move_{k}_{what}" for what in KINDS])
        street = only([f"move_{k}_{what}" for what in streets])
        if who is None:
            assert (kind, street, chips(f"move_{k}_to")) == (None, None, 0)
        else:
            moves.append((who, kind, street, chips(f"move_{k}_to")))
    result: dict[str, Any] = {what: [chips(f"{what}_{i}") for i in players] for what in ("stack", "in_round", "in_hand")}
    result |= {what: [int(named[f"{what}_{i}"]) for i in players] for what in ("dealt", "folded", "all_in")}
    return result | {
        "hand": set(cards("hand")),
        "board": (set(cards("flop")), cards("turn"), cards("river")),
        "street": only([f"street_{street}" for street in streets]),
        "button": only([f"button_{i}" for i in players]),
        "to_act": only([f"to_act_{i}" for i in players]),
        "pot": chips("pot", pot_scale),
        **{what: chips(what) for what in ("to_call", "least_to", "most_to")},
        "bets": only([f"bets_{k}" for k in range(5)]),
        "moves": moves,
    }


@every_case
def test_everything_public_and_the_own_cards_can_be_read_off(params: dict[str, Any]) -> None:
    game, rng = make_texas_holdem(**params), np.random.default_rng(1)
    hands = 2 if len(game.observation_names) > 3000 else 6
    for state in [game.initial_state(), *[state for _ in range(hands) for state in walk(game, rng)]]:
        player = int(rng.integers(game.num_players))
        observation = state.observation(player)
        assert observation.dtype == np.float32 and observation.shape == (len(game.observation_names),)
        assert observation.min() >= 0.0 and observation.max() <= 1.0
        facts = public_facts(game, state, player)
        assert decoded(game, observation) == facts
        assert all(name in facts for name in BY_SEAT)


@every_case
def test_what_nobody_has_shown_changes_nothing(params: dict[str, Any]) -> None:
    game, rng = make_texas_holdem(**params), np.random.default_rng(2)
    for _ in range(5):
        for state in walk(game, rng):
            player = int(rng.integers(game.num_players))
            other = state.row.copy()
            others = [HOLES + 2 * seat for seat in range(game.num_players) if seat != player and other[HOLES + 2 * seat] >= 0]
            for column in [*others, *[column + 1 for column in others], *range(TO_COME, TO_COME + 5)]:
                other[column] = rng.integers(len(game.rules.deck.names))
            seen = state.observation(player)
            assert np.array_equal(seen, TexasHoldemState(game, other).observation(player))
            if others:  # their own view does change
                column = others[0]
                other[column] = (state.row[column] + 1) % len(game.rules.deck.names)
                seat = (column - HOLES) // 2
                assert not np.array_equal(state.observation(seat), TexasHoldemState(game, other).observation(seat))
