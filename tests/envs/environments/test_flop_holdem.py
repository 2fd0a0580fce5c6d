"""Observations of flop hold'em entry by entry, and memory that playing takes."""

from __future__ import annotations

import gc

import numpy as np

from pokerzoo.envs.core import State
from pokerzoo.envs.environments.aec import GameAECEnv
from pokerzoo.envs.poker.board_numbers import boards_of, places_of
from pokerzoo.envs.poker.game import PokerState
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo_testing.cases import make_poker


def nonzero_entries(state: State, player: int) -> dict[str, float]:
    """The entries of an observation that are not zero."""
    names, vector = state.game.observation_names, state.observation(player)
    return {names[k]: float(vector[k]) for k in np.flatnonzero(vector)}


def test_observation_of_a_hand() -> None:
    game = make_poker("fhp")
    rules = game.rules
    deck = {name: card for card, name in enumerate(rules.deck.names)}
    hands = [rules.deck.hands.index(tuple(sorted((deck[a], deck[b]), reverse=True))) for a, b in (("Ad", "Ah"), ("Kc", "Qc"))]
    state = game.initial_state().child(hands[0]).child(hands[1]).child(2).child(1)  # a raise and a call
    state = state.child(rules.deck.card_sets(3).number[frozenset(deck[card] for card in ("Ac", "Qd", "2c"))]).child(1)
    third, two_thirds = float(np.float32(1 / 3)), float(np.float32(2 / 3))
    table = {
        "round_1_board_Ac": 1.0,
        "round_1_board_Qd": 1.0,
        "round_1_board_2c": 1.0,
        "round_1_board_rank_A": third,
        "round_1_board_rank_Q": third,
        "round_1_board_rank_2": third,
        "round_1_board_suit_c": two_thirds,
        "round_1_board_suit_d": third,
        "round_0_move_0_bet/raise": 1.0,
        "round_0_move_1_check/call": 1.0,
        "round_1_move_0_check/call": 1.0,
        "pot": 400 / 1600,
        "stack_0": 0.75,
        "stack_1": 0.75,
    }
    pair = {"hand_Ad": 1.0, "hand_Ah": 1.0, "hand_rank_A": 1.0, "hand_suit_d": 0.5, "hand_suit_h": 0.5}
    assert nonzero_entries(state, 0) == {"seat_0": 1.0} | pair | table
    suited = {"hand_Kc": 1.0, "hand_Qc": 1.0, "hand_rank_K": 0.5, "hand_rank_Q": 0.5, "hand_suit_c": 1.0}
    assert nonzero_entries(state, 1) == {"seat_1": 1.0} | suited | table
    rows = game._observations.with_hands(state.public, 1, [hands[1], hands[0]])
    assert np.array_equal(rows[0], state.observation(1))
    assert np.array_equal(rows[1][2:71], state.observation(0)[2:71])


def test_memory_stays_small() -> None:
    """Playing keeps neither states nor boards."""
    game = make_poker("fhp")
    env, rng = GameAECEnv(game), np.random.default_rng(0)
    env.reset(seed=0)
    for _ in range(1000):
        while not any(env.terminations.values()):
            env.step(int(rng.choice(env.game_state.legal_actions())))
        env.reset()
    gc.collect()
    alive = gc.get_objects()  # libraries' among them, which may warn about a look at their class
    assert sum(issubclass(type(value), PokerState) and value.game is game for value in alive) < 20
    # Public states before the flop are kept, and what each of the 211 lines shows.
    assert sum(issubclass(type(value), PublicState) and value.rules is game.rules for value in alive) < 22 + 20
    assert len(game._observations.parts) <= 2 * 211
    assert game.strengths.cache_info().currsize == 0  # type: ignore[attr-defined]
    assert not vars(boards_of(game.rules, 1)).keys() & {"boards", "number"}
    assert "rank" not in vars(places_of(game.rules, 0, 1))
