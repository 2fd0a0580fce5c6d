"""Local best response in whole hands: known results, what it reckons with, and who can be asked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents.policies.participants import as_participant
from pokerzoo.envs import make_game
from pokerzoo.envs.poker.cards import parse_cards
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation import equity, local_best_response
from pokerzoo.evaluation.measures.whole_hand_lbr import WholeHandLbrSampler
from pokerzoo_testing.hands_by_rule import shares_by_counting


def test_who_always_folds_loses_the_blinds() -> None:
    """To LBR in the big blind the small one, to LBR on the button the big one: 750 thousandths on average."""
    result = local_best_response(make_game("texas_holdem"), "always_fold", hands=20, seed=1)
    assert result.chips_per_hand == (1.0, 2.0)
    assert result.mbb_per_hand == (500.0, 1000.0)
    assert result.exploitability_bound == 1.5 and result.exploitability_interval == (1.5, 1.5)
    assert (result.hands, result.seed) == (20, 1)


def test_callers_and_baselines_lose_to_it() -> None:
    game = make_game("texas_holdem", stacks=40)
    caller = local_best_response(game, "always_call", hands=120, seed=2)
    assert caller.exploitability_interval is not None and caller.exploitability_interval.low > 2.0  # a big blind

    def function(state: Any) -> dict[int, float]:
        return {1: 1.0}

    class Answers:
        def action_probabilities(self, where: Any) -> dict[int, float]:
            return {1: 1.0}

        def act(self, observation: Any, action_mask: Any, info: Any, rng: Any) -> int:
            return 1

        def probabilities_for_hands(self, state: TexasHoldemState, wanted: Any) -> Any:
            return np.array([[float(action == 1)] * 1326 for action in state.legal_actions()])

    some = local_best_response(game, "always_call", hands=4, seed=3)
    assert local_best_response(game, function, hands=4, seed=3) == some  # asked hand by hand
    assert local_best_response(game, Answers(), hands=4, seed=3) == some
    tight = local_best_response(game, "tight", hands=200, seed=4)
    assert tight.exploitability_interval is not None and tight.exploitability_interval.low > 0.0


def sampler(**params: Any) -> WholeHandLbrSampler:
    game: Any = make_game("texas_holdem", **params)
    return WholeHandLbrSampler(game, [as_participant(game, "always_call")] * 2, 1)


def test_chances_in_a_showdown() -> None:
    """Against the equities of ``equity``, which are exact here."""
    lbr = sampler()
    own, reach = np.array(parse_cards("AsKs")), np.ones(1326)
    others = ["QdQc", "AdQd", "7h2c", "9s8s"]
    for board, error in (("", 1e-9), ("Js6h2d", 0.25), ("Js6h2d5c", 1e-9), ("Js6h2d5cTs", 1e-9)):
        found = lbr.edge(own, parse_cards(board), reach)
        for other in others:
            expected = 2 * equity(["AsKs", other], board=board).players[0].equity - 1
            assert found[lbr.game.hand_index[tuple(sorted(parse_cards(other), reverse=True))]] == pytest.approx(
                expected, abs=error
            )
        assert found[lbr.game.hand_index[parse_cards("AsAd")]] == 0.0


@pytest.mark.parametrize("last_street", ["flop", "turn"])
def test_chances_in_a_showdown_before_the_river(last_street: str) -> None:
    lbr = sampler(last_street=last_street)
    own, reach = np.array(parse_cards("AsKs")), np.ones(1326)
    boards = {"flop": (("", 0.25), ("Js6h2d", 1e-9)), "turn": (("Js6h2d", 1e-9), ("Js6h2d5c", 1e-9))}[last_street]
    for board, error in boards:
        cards = parse_cards(board)
        found = lbr.edge(own, cards, reach)
        for other in ("QdQc", "AdQd", "7h2c", "9s8s"):
            pair = tuple(sorted(parse_cards(other), reverse=True))
            shares = shares_by_counting(lbr.game, [tuple(own.tolist()), pair], cards)
            assert found[lbr.game.hand_index[pair]] == pytest.approx(2 * shares[0] - 1, abs=error)


def test_callers_lose_to_it_in_flop_holdem() -> None:
    game = make_game("texas_holdem", limit="fixed-limit", last_street="flop")
    result = local_best_response(game, "always_call", hands=150, seed=2)
    assert result.exploitability_interval is not None and result.exploitability_interval.low > 0.5


def river(lbr: WholeHandLbrSampler, cards: str) -> tuple[TexasHoldemState, Any, Any]:
    """LBR to act first on the river with these cards."""
    game = lbr.game
    state = game.initial_state()
    own, board = sorted(parse_cards(cards), reverse=True), parse_cards("QsJs5d4h2c")
    for hand in (tuple(own), parse_cards("8d3h")):
        state = state.child(game.hand_index[hand])
    for move in (1, 1, *board[:3], 1, 1, board[3], 1, 1, board[4]):
        state = state.child(move)
    reach = np.ones(1326)
    reach[np.isin(game.rules.hand_cards, [*own, *board]).any(axis=1)] = 0.0
    return state, np.array(own), reach


def test_what_it_chooses() -> None:
    lbr = sampler()
    state, own, reach = river(lbr, "QdQh")
    assert state.action_name(lbr.choose(state, own, reach)) == "bet 198"  # three queens against who always calls
    state, own, reach = river(lbr, "7d6c")
    assert state.action_name(lbr.choose(state, own, reach)) == "check"
    lbr.ask[1] = sampler_answer("always_fold")
    assert state.action_name(lbr.choose(state, own, reach)).startswith("bet")
    after = state.child(1)
    weak = np.where(lbr.edge(own, state.board, reach) > 0, 1.0, 0.0)  # a range that it beats: no reason to fold
    assert after.current_player == 1 and weak.any()


def sampler_answer(name: str) -> Any:
    return WholeHandLbrSampler(make_game("texas_holdem"), [as_participant(make_game("texas_holdem"), name)] * 2, 1).ask[0]  # type: ignore[arg-type]


def test_what_does_not_go() -> None:
    with pytest.raises(ValueError, match="local best response is for two players"):
        local_best_response(make_game("texas_holdem", num_players=3), "tight", hands=10)
    with pytest.raises(ValueError, match="hands: must be given"):
        local_best_response(make_game("texas_holdem"), "tight")

    class Silent:
        def act(self, observation: Any, action_mask: Any, info: Any, rng: Any) -> int:
            return 1

    with pytest.raises(ValueError, match="Silent: does not say with what probability it acts"):
        local_best_response(make_game("texas_holdem"), Silent(), hands=10)
