"""OpenSpiel's policies as ours: the same numbers in the same infosets, measured alike by both."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import (
    exploitability,
    from_openspiel,
    nash_conv,
    openspiel_game,
    openspiel_states,
    to_openspiel,
)
from pokerzoo_testing.cases import random_strategy

GAMES: list[tuple[str, dict[str, Any]]] = [("kuhn", {}), ("kuhn", {"num_players": 3}), ("leduc", {})]
both_games = pytest.mark.parametrize(("name", "params"), GAMES)


@both_games
def test_there_and_back(name: str, params: dict[str, Any]) -> None:
    pytest.importorskip("pyspiel")
    game = make_game(name, **params)
    policy = TabularPolicy(game, random_strategy(game, 7))
    assert from_openspiel(game, to_openspiel(policy)) == policy


@both_games
def test_states_stand_in_the_order_of_our_infosets(name: str, params: dict[str, Any]) -> None:
    """Each once, of the player whose infoset it is, with as many actions; what a network sees differs for each."""
    pytest.importorskip("pyspiel")
    game = make_game(name, **params)
    states = openspiel_states(game)
    assert len({state.information_state_string() for state in states}) == len(states) == len(game.infosets)
    for row, state in zip(game.infosets, states, strict=True):
        assert (state.current_player(), len(state.legal_actions())) == (row.player, len(row.actions)), row.key
    assert len({tuple(state.information_state_tensor()) for state in states}) == len(states)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_a_function_of_what_their_networks_see_is_as_exploitable_for_both(name: str) -> None:
    """Logits that are linear in their information state tensors, as a network's: measured by their Python and by us."""
    pytest.importorskip("pyspiel")
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability as measures

    theirs, game = openspiel_game(make_game(name)), make_game(name)
    weights = np.random.default_rng(3).normal(size=(theirs.information_state_tensor_size(), theirs.num_distinct_actions()))

    def probabilities(state: Any) -> dict[int, float]:
        legal = state.legal_actions()
        scores = np.exp(np.array(state.information_state_tensor()) @ weights[:, legal])
        return dict(zip(legal, scores / scores.sum(), strict=True))

    table = policies.tabular_policy_from_callable(theirs, probabilities)
    ours = from_openspiel(game, table)
    assert exploitability(game, ours) == pytest.approx(measures.exploitability(theirs, table), abs=1e-9)
    assert nash_conv(game, ours) == pytest.approx(measures.nash_conv(theirs, table), abs=1e-9)


def test_what_is_wrong_is_told() -> None:
    pytest.importorskip("pyspiel")

    class Half:
        def action_probabilities(self, state: Any) -> dict[int, float]:
            return {state.legal_actions()[0]: 0.5}

    with pytest.raises(ValueError, match=r"infoset 'J\|': .* sum to 0.5: "):
        from_openspiel(make_game("kuhn"), Half())
    with pytest.raises(ValueError, match="OpenSpiel has no such game"):
        openspiel_states(make_game("rps"))
