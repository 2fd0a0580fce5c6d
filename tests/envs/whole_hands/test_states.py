"""States of whole hands as values: pickled, copied, played again from their history, equal, and no larger than a row."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
from random import Random

import numpy as np
import pytest

from pokerzoo.envs.betting.row import BET, CALL, MAX_ACTIONS, TOTALS
from pokerzoo.envs.core import replay_history
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.replay import HandReplay
from pokerzoo.envs.whole_hands.row import TO_COME
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import play_move
from pokerzoo_testing.hand_oracles import random_table
from pokerzoo_testing.hands_by_rule import any_amount, play


def states_of(game: TexasHoldemGame, rng: Random) -> list[TexasHoldemState]:
    """All states of a random hand, those of chance included; public cards are dealt one by one or all at once."""
    state, result = game.initial_state(), [game.initial_state()]
    chance, at_once = np.random.default_rng(rng.getrandbits(32)), rng.random() < 0.5
    while not state.is_terminal:
        if state.is_chance and at_once:
            state = state.after_chance(chance)
        else:
            legal = state.legal_actions()
            state = state.child(rng.choice(legal if legal[0] or rng.random() < 0.2 or state.is_chance else legal[1:]))
        result.append(state)
    return result


def facts(state: TexasHoldemState) -> list[object]:
    """The row but for cards to come and for totals of actions that are not legal, which have no meaning."""
    row = state.row.copy()
    row[TO_COME : TO_COME + 5] = -1
    row[TOTALS : TOTALS + MAX_ACTIONS] = 0
    totals = [] if state.is_chance else [state.total_of(action) for action in state.legal_actions()]
    return [row.tolist(), state.legal_actions(), totals]


@pytest.mark.parametrize(("seed", "last_street"), [*((seed, "river") for seed in range(12)), (12, "flop"), (13, "turn")])
def test_states_are_values(seed: int, last_street: str) -> None:
    rng = Random(seed)
    game = random_table(rng, short_stacks=seed % 3 == 0, last_street=last_street).game
    states = states_of(game, rng)
    for state in states:
        again = replay_history(game, state.history())
        assert isinstance(again, TexasHoldemState)
        assert facts(again) == facts(state)
        assert again == state
        assert hash(again) == hash(state)
        assert copy.copy(state) is state
        assert copy.deepcopy(state) is state
    last, middle = states[-1], states[len(states) // 2]
    for state in (last, middle):
        loaded = pickle.loads(pickle.dumps(state))
        assert loaded == state
        assert loaded.game == game
        assert loaded.legal_actions() == state.legal_actions()
        assert loaded.returns() == state.returns()
        assert loaded.line == state.line
        assert facts(loaded) == facts(state)
    assert len({state.history() for state in states}) == len(states) == len(set(states))
    assert len(pickle.dumps(last)) < len(pickle.dumps(game)) + 400


def test_a_pickled_state_goes_on_as_the_state_itself() -> None:
    """So does an environment that is pickled in the middle of a hand."""
    state = any_amount().initial_state().after_chance(np.random.default_rng(0))
    assert (state.row[TO_COME : TO_COME + 5] >= 0).all()
    ends = []
    for twin in (state, pickle.loads(pickle.dumps(state))):
        assert twin == state
        rng = np.random.default_rng(1)
        while not twin.is_terminal:
            twin = twin.child(CALL).after_chance(rng)
        ends.append((twin.board, twin.returns(), rng.random()))
    assert ends[0] == ends[1]


def test_bets_that_are_no_size_of_the_game_are_kept() -> None:
    """Their actions are those of the nearest sizes: another hand, played again from its history."""
    game = make_texas_holdem(bet_sizes="a", raise_sizes="100%,a")
    result = []
    for total in (7, 8):
        row = HandReplay(game, [(51, 50), None]).state().row.copy()
        play_move(game.rules_row, row, BET, total, 1)
        result.append(TexasHoldemState(game, row))
    assert result[0].history() == result[1].history()
    assert result[0] != result[1]
    loaded = pickle.loads(pickle.dumps(result[0]))
    assert loaded == result[0]
    assert facts(loaded) == facts(result[0])
    assert loaded.line == "r7"


def test_states_keep_no_children() -> None:
    """A state is its row: what was played from it goes when nobody holds it."""
    game = any_amount(num_players=6)
    state = play(game, "c c")
    gc.collect()
    count = sum(type(value) is TexasHoldemState for value in gc.get_objects())
    for seed in range(30):
        play(game, "c c r10 c c c c c / x x x", seed)
        for action in state.legal_actions():
            state.child(action)
    gc.collect()
    assert sum(type(value) is TexasHoldemState for value in gc.get_objects()) == count
    assert not hasattr(state, "__dict__")
    assert sys.getsizeof(state) < 100
    assert state.row.nbytes < 8 * 1000
