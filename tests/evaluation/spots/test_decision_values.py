"""Values of decisions against sums over all deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy, profile
from pokerzoo.envs import Game, State, core, make_game
from pokerzoo.evaluation.spots.decision_values import decision_values

RIVER = {"ranges": ("QQ+,AKs", "JJ+"), "board": "2d2s2c2h3d", "bet_sizes": "100%", "raise_sizes": "a", "pot": 20, "stack": 40}
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("kuhn", {}),
    ("kuhn", {"num_players": 3, "num_cards": 4}),
    ("bet_raise", {"num_cards": 4}),
    ("rps", {}),
    ("bet_fold", {"num_players": 3, "num_cards": 5}),
    ("holdem", RIVER),
]


def mixed(game: Game, seed: int) -> TabularPolicy:
    """A policy that does everything now and then."""
    rng = np.random.default_rng(seed)
    table, own = game.infosets, rng.random(game.infosets.size) + 0.05
    for i in range(len(table)):
        own[table.slice(i)] /= own[table.slice(i)].sum()
    return TabularPolicy(game, own)


def ways(state: State, policy: TabularPolicy, player: int) -> Iterator[tuple[State, float, float]]:
    """(state, reach of all but the player, reach of all) of every history from here on, by the tree API alone."""
    stack = [(state, 1.0, 1.0)]
    while stack:
        at, others, everybody = stack.pop()
        yield at, others, everybody
        if at.is_terminal:
            continue
        chances = at.chance_outcomes() if at.is_chance else tuple(policy.action_probabilities(at).items())
        for action, share in chances:
            mine = at.current_player == player
            stack.append((at.child(action), others * (1.0 if mine else share), everybody * share))


def by_hand(game: Game, policy: TabularPolicy, key: str, player: int, action: int) -> float:
    """EV of an action at an infoset, summed over all histories."""
    chips = total = 0.0
    for at, others, _ in ways(game.initial_state(), policy, player):
        if at.current_player == player and at.infoset_key(player) == key:
            after = ways(at.child(action), policy, player)
            chips += others * sum(all_ * end.returns()[player] for end, _, all_ in after if end.is_terminal)
            total += others
    return chips / total


def some_decisions(game: Game, count: int) -> list[State]:
    """States with a player to act, of random hands."""
    rng, result = np.random.default_rng(5), list[State]()
    while len(result) < count:
        state = game.initial_state()
        while not state.is_terminal:
            if not state.is_chance:
                result.append(state)
            state = state.child(int(rng.choice(state.legal_actions())))
    return result[:count]


@pytest.mark.parametrize(("name", "params"), GAMES[:5])
def test_the_ev_of_an_action_is_the_mean_over_all_that_others_may_hold(name: str, params: dict[str, Any]) -> None:
    game = make_game(name, **params)
    policy = profile(game, [mixed(game, seed) for seed in range(game.num_players)])
    values = decision_values(game, policy)
    for state in some_decisions(game, 4):
        decision = values.at(state)
        assert decision.probabilities == pytest.approx(list(policy.action_probabilities(state).values()))
        for action, ev in zip(decision.actions, decision.net, strict=True):
            assert ev == pytest.approx(by_hand(game, policy, decision.infoset, decision.player, action), abs=1e-12)


def test_a_spot_agrees_with_its_tree() -> None:
    game = make_game("holdem", **RIVER)
    policy = profile(game, [mixed(game, 1), mixed(game, 2)])
    spot, tree = decision_values(game, policy), decision_values.dispatch(Game)(game, policy)
    for state in some_decisions(game, 20):
        assert spot.at(state).net == pytest.approx(tree.at(state).net, abs=1e-9)
        same = core.replay_history(make_game("holdem", **RIVER), state.history())  # of an equal game
        assert np.array_equal(spot.at(same).net, spot.at(state).net)


def test_an_equilibrium_loses_nothing_by_what_it_plays() -> None:
    game = make_game("leduc")
    policy = CFR(game, "dcfr").run(300).average_policy()
    values = decision_values(game, policy)
    for state in some_decisions(game, 60):
        decision = values.at(state)
        assert decision.lost(decision.actions[int(decision.net.argmax())]) == 0.0


def test_where_the_others_never_lead_nothing_is_said() -> None:
    game = make_game("kuhn")
    state = game.initial_state().child(2).child(0).child(2)  # a bet, which always_call never makes
    decision = decision_values(game, "always_call").at(state)
    assert np.isnan(decision.net).all() and np.isnan(decision.lost(0))


def test_errors() -> None:
    game = make_game("kuhn")
    values = decision_values(game, "random")
    with pytest.raises(ValueError, match="no player is to act"):
        values.at(game.initial_state())
    decision = values.at(game.initial_state().child(0).child(1))
    with pytest.raises(ValueError, match="not legal at 'J|'"):
        decision.lost(0)
    with pytest.raises(ValueError, match="too large"):
        decision_values(make_game("kuhn", num_players=5, num_cards=12), "random")
