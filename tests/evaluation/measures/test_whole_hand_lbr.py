"""Local best response in whole hands: known results, what it reckons with, and who can be asked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents.policies.players import to_player
from pokerzoo.envs import make_game
from pokerzoo.envs.betting.row import BET, CALL, FOLD
from pokerzoo.envs.poker.cards import parse_cards
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation import equity, local_best_response
from pokerzoo.evaluation.measures.lbr_actions import CALLS_ALONE, NAMED, actions_by_street, moves_at
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
    game = make_game("texas_holdem", stack=40)
    caller = local_best_response(game, "always_call", hands=120, seed=2)
    assert caller.exploitability_interval.low > 2.0  # a big blind

    def function(state: Any) -> dict[int, float]:
        return {1: 1.0}

    class Answers:
        def action_probabilities(self, where: Any) -> dict[int, float]:
            return {1: 1.0}

        def act(self, observation: Any, action_mask: Any, info: Any, rng: Any) -> int:
            return 1

        def strategy(self, decision: TexasHoldemState, hands: Any = None) -> Any:
            return np.array([[float(action == 1)] * 1326 for action in decision.legal_actions()])

    some = local_best_response(game, "always_call", hands=4, seed=3)
    assert local_best_response(game, function, hands=4, seed=3) == some  # asked hand by hand
    assert local_best_response(game, Answers(), hands=4, seed=3) == some
    tight = local_best_response(game, "tight", hands=200, seed=4)
    assert tight.exploitability_interval.low > 0.0


def sampler(**params: Any) -> WholeHandLbrSampler:
    game: Any = make_game("texas_holdem", **params)
    return WholeHandLbrSampler(game, [to_player(game, "always_call")] * 2, 1)


def test_chances_in_a_showdown() -> None:
    """Against the equities of ``equity``, which are exact here."""
    lbr = sampler()
    own, reach = np.array(parse_cards("AsKs")), np.ones(1326)
    others = ["QdQc", "AdQd", "7h2c", "9s8s"]
    for board, error in (("", 1e-9), ("Js6h2d", 0.25), ("Js6h2d5c", 1e-9), ("Js6h2d5cTs", 1e-9)):
        result = lbr.edge(own, parse_cards(board), reach)
        for other in others:
            expected = 2 * equity(["AsKs", other], board=board).players[0].equity - 1
            assert result[lbr.game.hand_index[tuple(sorted(parse_cards(other), reverse=True))]] == pytest.approx(
                expected, abs=error
            )
        assert result[lbr.game.hand_index[parse_cards("AsAd")]] == 0.0


@pytest.mark.parametrize("last_street", ["flop", "turn"])
def test_chances_in_a_showdown_before_the_river(last_street: str) -> None:
    lbr = sampler(last_street=last_street)
    own, reach = np.array(parse_cards("AsKs")), np.ones(1326)
    boards = {"flop": (("", 0.25), ("Js6h2d", 1e-9)), "turn": (("Js6h2d", 1e-9), ("Js6h2d5c", 1e-9))}[last_street]
    for board, error in boards:
        cards = parse_cards(board)
        result = lbr.edge(own, cards, reach)
        for other in ("QdQc", "AdQd", "7h2c", "9s8s"):
            pair = tuple(sorted(parse_cards(other), reverse=True))
            shares = shares_by_counting(lbr.game, [tuple(own.tolist()), pair], cards)
            assert result[lbr.game.hand_index[pair]] == pytest.approx(2 * shares[0] - 1, abs=error)


def test_callers_lose_to_it_in_flop_holdem() -> None:
    game = make_game("texas_holdem", limit="fixed-limit", last_street="flop")
    result = local_best_response(game, "always_call", hands=150, seed=2)
    assert result.exploitability_interval.low > 0.5


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
    reach[np.isin(game.rules.deck.hand_cards, [*own, *board]).any(axis=1)] = 0.0
    return state, np.array(own), reach


def test_what_it_chooses() -> None:
    lbr = sampler()
    state, own, reach = river(lbr, "QdQh")
    assert lbr.choose(state, own, reach)[:2] == (BET, 198)  # three queens against who always calls
    state, own, reach = river(lbr, "7d6c")
    assert lbr.choose(state, own, reach)[:2] == (CALL, 0)
    lbr.players[1] = to_player(lbr.game, "always_fold")
    assert lbr.choose(state, own, reach).kind == BET
    after = state.child(1)
    weak = np.where(lbr.edge(own, state.board, reach) > 0, 1.0, 0.0)  # a range that it beats: no reason to fold
    assert after.current_player == 1 and weak.any()


@pytest.mark.check
@pytest.mark.parametrize(
    "actions",
    [
        "pot_all_in",
        pytest.param("56_bets", marks=pytest.mark.long),
        pytest.param({"flop": "56_bets", "turn": "fold_call", "river": "fold_call"}, marks=pytest.mark.long),
    ],
)
def test_who_always_folds_loses_the_blinds_in_the_published_settings(actions: Any) -> None:
    """DeepStack's supplement, table 3: 750 in each of these settings, 250 where LBR has fold and call alone."""
    street = "flop" if isinstance(actions, dict) else "turn"
    game = make_game("texas_holdem", stack=400)
    result = local_best_response(game, "always_fold", hands=12, seed=1, actions=actions, first_street=street)
    assert result.mean_mbb == 750.0 and result.mean_interval == (1.5, 1.5) and result.error_ratio is None
    called = local_best_response(game, "always_fold", hands=240, seed=1, actions="fold_call", aivat=True)
    assert called.mean_mbb is not None and called.mean_interval is not None
    assert called.mean_interval.low < 0.5 < called.mean_interval.high and called.mean_interval.width < 0.2
    assert called.error_ratio is not None and called.error_ratio < 0.6


ROYAL: dict[str, Any] = {"deck": "royal", "last_street": "flop", "stack": 20, "raise_cap": 2}


@pytest.mark.check
@pytest.mark.parametrize(
    ("params", "who", "hands"),
    [
        (ROYAL, "loose", 500),
        (ROYAL | {"rake_rate": 0.1, "rake_cap": 1.0, "ante": 1}, "random", 500),
        pytest.param(ROYAL | {"last_street": "turn"}, "tight", 200, marks=pytest.mark.long),
        pytest.param({"stack": 30}, "random", 260, marks=pytest.mark.long),
    ],
)
def test_without_luck_the_mean_is_the_same(params: dict[str, Any], who: str, hands: int) -> None:
    """The luck that is taken off is 0 on average, within three and a half standard errors of the differences."""
    game: Any = make_game("texas_holdem", **params)
    actions = actions_by_street("pot_all_in", "preflop")
    played = WholeHandLbrSampler(game, [to_player(game, who)] * 2, 5, actions, True).play(hands)
    assert played.estimates is not None
    for won, estimate in zip(played.won.T[:2], played.estimates.T[:2], strict=True):
        taken = estimate - won
        assert abs(taken.mean()) < 3.5 * taken.std(ddof=1) / np.sqrt(hands)
        assert estimate.std() < 0.9 * won.std()


@pytest.mark.check
def test_hands_that_both_check_down_are_worth_nothing() -> None:
    """By symmetry; nothing of it follows from how luck is taken off."""
    game = make_game("texas_holdem")
    result = local_best_response(game, "always_call", hands=160, seed=2, actions="call", aivat=True)
    assert result.mean_interval.low < 0.0 < result.mean_interval.high
    assert result.interval[0].low < 0.0 < result.interval[0].high
    plain = local_best_response(game, "always_call", hands=160, seed=2, actions="call")
    assert result.interval[0].width < 0.5 * plain.interval[0].width


def test_its_bets_need_not_be_among_the_sizes() -> None:
    lbr = sampler(stack=400)
    state, *_ = river(lbr, "QdQh")
    assert [move[:2] for move in moves_at(state, NAMED["fold_call"])] == [(CALL, 0)]
    assert [move[:2] for move in moves_at(state, NAMED["pot_all_in"])] == [(CALL, 0), (BET, 4), (BET, 398)]
    sizes = [move.total for move in moves_at(state, NAMED["56_bets"])]
    assert sizes[:4] == [0, 2, 3, 4] and sizes[-2:] == [379, 398]  # 0.05 * 1.15**54 is 94.8 pots, each of 4
    assert len(NAMED["56_bets"].bets or ()) == 56
    after = moves_at(state, actions_by_street("75%", "turn")[3])[-1].after(state)
    assert after.line.endswith("|b3") and after.pot == 7.0 and after.legal_actions()[0] == FOLD
    assert [move[:2] for move in moves_at(after, NAMED["pot_all_in"])] == [(FOLD, 0), (CALL, 3), (BET, 13), (BET, 398)]


def test_actions_by_street() -> None:
    assert actions_by_street("pot_all_in", "turn") == (CALLS_ALONE, CALLS_ALONE, NAMED["pot_all_in"], NAMED["pot_all_in"])
    by_street = actions_by_street({"flop": "56_bets", "river": "fold_call"}, "preflop")
    assert by_street == (CALLS_ALONE, NAMED["56_bets"], CALLS_ALONE, NAMED["fold_call"])
    for given, street, message in (
        ("pot", "preflop", "actions='pot': no such set of actions; allowed: call, fold_call, pot_all_in, 56_bets"),
        ("2e", "preflop", "sizes must be shares of the pot"),
        ({"flop": 3}, "preflop", "actions\\['flop'\\]=3: allowed"),
        ({"end": "call"}, "preflop", "actions='end'"),
        ("call", "turns", "first_street='turns'"),
    ):
        with pytest.raises(ValueError, match=message):
            actions_by_street(given, street)  # type: ignore[arg-type]


def test_what_does_not_go() -> None:
    with pytest.raises(ValueError, match="measure.game, policies. finds the best response exactly"):
        local_best_response(make_game("kuhn"), "random", hands=10)
    with pytest.raises(ValueError, match="local best response is for two players"):
        local_best_response(make_game("texas_holdem", num_players=3), "tight", hands=10)
    with pytest.raises(ValueError, match="hands=3: must be"):
        local_best_response(make_game("texas_holdem"), "tight", hands=3)

    class Silent:
        def act(self, observation: Any, action_mask: Any, info: Any, rng: Any) -> int:
            return 1

    with pytest.raises(ValueError, match="Silent: does not say with what probability it acts"):
        local_best_response(make_game("texas_holdem"), Silent(), hands=10)
