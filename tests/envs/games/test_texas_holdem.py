"""Parameters of whole hands: which ways of writing them are the same, and parts of chips."""

from __future__ import annotations

from pokerzoo.envs import make_game


def test_equal_games_are_equal() -> None:
    assert make_game("texas_holdem", stack=(200, 200)) == make_game("texas_holdem", stack=200.0, button=1)
    assert make_game("texas_holdem", bet_sizes="any") == make_game("texas_holdem", raise_sizes="any")
    by_street = dict.fromkeys(("flop", "turn", "river"), "50%, 100%, A")
    assert make_game("texas_holdem", bet_sizes=by_street) == make_game("texas_holdem")
    assert make_game("texas_holdem", stack=199) != make_game("texas_holdem")


def test_amounts_may_be_parts_of_chips() -> None:
    game = make_game("texas_holdem", blinds=(0.25, 0.5), stack=50, chip=0.25)
    state = game.initial_state().child(0).child(game.rules.deck.hands.index((51, 50)))  # type: ignore[attr-defined]
    assert [state.action_name(action) for action in state.legal_actions()] == [
        "fold", "call", "raise to 1", "raise to 1.5", "raise to 50",
    ]  # fmt: skip
    assert state.child(0).returns() == (0.25, -0.25)
    in_blinds = make_game("texas_holdem", blinds=(0.25, 0.5), stack=50, chip=0.25, rewards="blinds")
    folded = in_blinds.initial_state().child(0).child(1325).child(0)
    assert folded.returns() == (0.5, -0.5)
    assert in_blinds.stakes.big_blind == 1.0
