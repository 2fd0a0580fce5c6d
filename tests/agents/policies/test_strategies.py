"""Answers for all hands at once: checked where they are, dense or sparse."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from pokerzoo.agents import SolvingAgent
from pokerzoo.agents.policies.players import Player, to_player
from pokerzoo.envs import make_game
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.keys import state_at_key

GAME: Any = make_game("texas_holdem", bet_sizes="any", raise_sizes="any", stack=2000)
STATE = state_at_key(GAME, "AsKd|r60c/QsJh2h|x")
LEGAL = STATE.legal_actions()
LEFT = (~np.isin(GAME.rules.deck.hand_cards, STATE.board).any(axis=1)).astype(np.float64)


class Says:
    """Answers with what it is given."""

    game = GAME

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def strategy(self, decision: Any, hands: Any = None) -> Any:
        return self.answer


def says(answer: Any) -> Player:
    return to_player(GAME, Says(answer))


def asked(answer: Any, hands: Any = None) -> Floats:
    return says(answer).strategy(STATE, range(1326) if hands is None else hands)


def dense() -> Floats:
    rng = np.random.default_rng(1)
    result = np.zeros((len(LEGAL), 1326))
    result[0], result[rng.integers(1, len(LEGAL), 1326), np.arange(1326)] = 0.25, 0.75
    return result


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_array, sparse.coo_array, sparse.csr_matrix])
def test_sparse_answers_are_those_of_arrays(kind: Any) -> None:
    np.testing.assert_array_equal(asked(kind(dense())), dense())
    shares = says(kind(dense())).action_probabilities(STATE)
    assert shares == says(dense()).action_probabilities(STATE) and sum(shares.values()) == 1.0


def test_a_blueprint_may_answer_sparsely() -> None:
    class Caller:
        game = GAME

        def strategy(self, decision: Any, hands: Any = None) -> Any:
            calls = np.repeat(np.equal(decision.legal_actions(), 1)[:, None], 1326, axis=1)
            return sparse.csr_array(calls.astype(np.float64))

    result = SolvingAgent(Caller(), iterations=1, first_street="river").strategy(STATE)
    np.testing.assert_array_equal(result[LEGAL.index(1)], LEFT)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array, sparse.csc_array])
@pytest.mark.parametrize("number", [3, 1326])
@pytest.mark.parametrize(
    ("wrong", "message"), [(-0.25, "must not be negative and must sum to 1"), (0.5, "sum to 1"), (np.nan, "sum to 1")]
)
def test_what_is_no_distribution_is_refused_where_it_is_asked_for(kind: Any, number: int, wrong: float, message: str) -> None:
    answer, hands = dense(), np.arange(number)
    answer[1, 2] = wrong
    if wrong < 0:
        answer[2, 2] = -wrong  # the sum is right
        answer[0, 2], answer[3:, 2] = 1.0, 0.0
    with pytest.raises(ValueError, match=message) as raised:
        asked(kind(answer), hands)
    assert f"{GAME.rules.deck.hand_names[2]}|r60c/QsJh2h|x" in str(raised.value)
    np.testing.assert_array_equal(asked(kind(answer), np.delete(hands, 2)), answer)  # not of a hand that nobody asked about


def test_another_shape_is_refused() -> None:
    for answer in (dense()[1:], sparse.csr_array(dense()[:, 1:]), np.ones(1326)):
        with pytest.raises(ValueError, match=r"probabilities of shape .*, must be \(\d+, 1326\)"):
            asked(answer)


def test_a_large_answer_is_not_copied() -> None:
    answer = dense()
    asked(answer)
    tracemalloc.start()
    result = asked(answer)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert np.shares_memory(result, answer)
    assert peak < answer.nbytes / 10
