"""Slumbot's betting strings. The samples are those of the comments of its published sample client (slumbot_api.py)."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.whole_hands.row import CALL, FOLD
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation.acpc.acpc_games import acpc_game
from pokerzoo.evaluation.acpc.slumbot_strings import SlumbotError, from_slumbot, slumbot_game, to_slumbot
from pokerzoo_testing.cases import random_walk


def test_the_sample_of_a_hand_on_its_way() -> None:
    state = from_slumbot("b200c/kk/kk/kb200", ["Ac9d", None], ["Kd", "7s", "2c", "2d", "9h"])
    assert state.current_player == 0 and state.street == 3
    assert state.contributions == (200, 400)
    assert state.legal_actions()[:2] == (0, 1)
    assert state.infoset_key(0) == "Ac9d|r200c/Kd7s2c|xx/2d|xx/9h|xb200"
    assert to_slumbot(state) == "b200c/kk/kk/kb200"


def test_an_all_in_may_have_streets_without_actions() -> None:
    for text in ("b20000c///", "b20000c"):
        state = from_slumbot(text)
        assert state.is_terminal and state.contributions == (20_000, 20_000)
        assert to_slumbot(state) == "b20000c///"
    assert to_slumbot(from_slumbot("b200c/kb19800c")) == "b200c/kb19800c//"


def test_a_bet_may_be_answered_first_by_the_bot() -> None:
    state = from_slumbot("b200", ["Ac9d", None])  # the sample answer: client_pos 0 is the big blind
    assert state.current_player == 0 and state.to_call == 100
    assert state.hole_cards(0) != () and to_slumbot(state) == "b200"


def test_round_trip_over_random_hands() -> None:
    game = slumbot_game()
    rng = np.random.default_rng(3)
    for _ in range(30):
        state: TexasHoldemState = random_hand(rng)
        text = to_slumbot(state)
        names = game.rules.deck
        hands = [[names[card] for card in state.hole_cards(seat)] for seat in (0, 1)]
        again = from_slumbot(text, hands, [names[card] for card in state.board])
        assert again == state and again.returns() == state.returns()


def word_of(state: TexasHoldemState, action: int) -> str:
    """An action of the player to act as Slumbot writes it: ``b400``."""
    if action == FOLD:
        return "f"
    if action == CALL:
        return "c" if state.to_call > 0 else "k"
    return f"b{round(state.total_of(action))}"


def random_hand(rng: np.random.Generator) -> TexasHoldemState:
    """A hand in which bets of all sizes are made, and folds are rare; it may be still going on."""
    state: TexasHoldemState = slumbot_game().initial_state()
    stop = rng.integers(1, 30)
    for _ in range(stop):
        state = state.after_chance(rng)
        if state.is_terminal:
            break
        legal = state.legal_actions()
        action = legal[int(len(legal) * rng.random() ** 4)] if rng.random() < 0.4 else 1
        text = to_slumbot(state) + word_of(state, action)
        state = state.child(action)
        assert to_slumbot(state).rstrip("/") == text
    return state.after_chance(rng)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "action, character 1, 'x': must be k, c, f, b with a number"),
        ("k", "action, character 1, 'k': player 1 is to act; allowed: f, c, b200 to b20000"),
        ("b", "action, character 1, 'b': must be k, c, f, b with a number"),
        ("b150", "action, character 1, 'b150': player 1 is to act; allowed: f, c, b200 to b20000"),
        ("b0200", "action, character 1, 'b0200': must be k, c, f, b with a number"),
        ("b99999999999", "action, character 1, 'b99999999999': must be"),
        ("b200c/c", "action, character 7, 'c': player 0 is to act; allowed: k, b100 to b19800"),
        ("b200c/f", "action, character 7, 'f': player 0"),
        ("b200cb300", "action, character 6, 'b300': a slash must stand here"),
        ("b200/", "action, character 5, '/': player 0 is to act"),
        ("b200ff", "action, character 6, 'f': the hand is over"),
        ("ck/kk/kk/kk/", "action, character 12, '/': no player is to act"),
        ("b20000c/", "where both are all-in the slashes of all streets must follow, or none"),
        ("b20000c////", "action, character 11, '/': no player is to act"),
        ("k" * 5000, "longer than 4,096 characters"),
    ],
)
def test_strings_that_are_none(text: str, message: str) -> None:
    with pytest.raises(SlumbotError) as caught:
        from_slumbot(text)
    assert str(caught.value).startswith(message) or message in str(caught.value)
    assert len(str(caught.value)) < 200


def test_cards_that_cannot_be() -> None:
    for hands, board, message in (
        (["AcAc", None], (), "Ac occurs twice"),
        (["Ac", None], (), "player 0 has 1 cards, must be 2"),
        (["AcKd", "2s"], (), "player 1 has 1 cards, must be 2"),
        (["AcXd", None], (), "'Xd' is no card of this game"),
        ([None, None], "AcAdAhAs2s2d", "board: 6 cards, must be at most 5"),
        ([None], "", "hole_cards: 1, must be 2"),
    ):
        with pytest.raises(SlumbotError, match=message):
            from_slumbot("", hands, board)


def test_another_game() -> None:
    with pytest.raises(ValueError, match="must be texas_holdem, heads-up and no-limit"):
        from_slumbot("c", game=acpc_game("holdem.nolimit.3p"))
    with pytest.raises(ValueError, match="must be a heads-up no-limit hand"):
        to_slumbot(make_game("kuhn").initial_state())
    sizes = acpc_game("holdem.nolimit.2p.reverse_blinds", bet_sizes="50%,a")
    with pytest.raises(SlumbotError, match="allowed: f, c, b200, b20000"):
        from_slumbot("b777", game=sizes)
    state = from_slumbot("b777", game=sizes, any_total=True)
    assert state.contributions == (100, 777) and state.to_call == 677


def test_random_walks_of_a_game_with_sizes() -> None:
    game = acpc_game("holdem.nolimit.2p.reverse_blinds", bet_sizes="50%,100%,a")
    rng = np.random.default_rng(5)
    for _ in range(30):
        state: TexasHoldemState = random_walk(game, rng)[-1]  # type: ignore[assignment]
        names = game.rules.deck
        hands = [[names[card] for card in state.hole_cards(seat)] for seat in (0, 1)]
        board = [names[card] for card in state.board]
        assert from_slumbot(to_slumbot(state), hands, board, game).history() == state.history()
