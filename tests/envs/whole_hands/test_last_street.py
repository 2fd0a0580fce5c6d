"""Whole hands that end on the flop or on the turn: fewer cards and streets, and all else as in hands to the river."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.envs import BatchedGame, make_game
from pokerzoo.envs.whole_hands.row import TO_COME
from pokerzoo.evaluation.hands import from_phh, to_phh
from pokerzoo_testing.hands_by_rule import any_amount, at_showdown, play

ENDS = {"flop": 3, "turn": 4}
ends = pytest.mark.parametrize(("last_street", "public"), ENDS.items())


def test_three_public_cards_decide() -> None:
    """The river would have turned it round."""
    flop = any_amount(stack=100, last_street="flop")
    hands, board = ["AsAd", "7c6c"], "KsQd2c"
    assert at_showdown(flop, "c x x x", hands, board).returns() == (2.0, -2.0)
    assert at_showdown(any_amount(stack=100), "c x x x x x x x", hands, board + "5c4c").returns() == (-2.0, 2.0)
    turn = any_amount(stack=100, last_street="turn")
    assert at_showdown(turn, "c x x x x x", hands, board + "5c").returns() == (2.0, -2.0)
    split = at_showdown(flop, "c x b6 c", ["AsKd", "AcKh"], "QsJdTc")
    assert split.returns() == (0.0, 0.0)


def test_short_deck_flop_has_its_own_order() -> None:
    game = any_amount(stack=100, last_street="flop", deck="short")
    assert at_showdown(game, "c x x x", ["AhKh", "9s9d"], "ThQh7h").returns() == (2.0, -2.0)
    assert at_showdown(game, "c x x x", ["Ah9d", "KsQd"], "8c7h6s").returns() == (2.0, -2.0)  # A6789
    full = at_showdown(game, "c x x x", ["9h9c", "AdKd"], "9s7d7h")
    assert full.returns() == (2.0, -2.0)


@ends
def test_geometric_sizes_count_the_streets_that_are_left(last_street: str, public: int) -> None:
    game: Any = make_game("texas_holdem", bet_sizes="e", raise_sizes="a", stack=200, last_street=last_street)
    state = play(game, "c x /")
    left = public - 2
    share = ((1 + 2 * 198 / 4) ** (1 / left) - 1) / 2
    assert state.total_of(state.legal_actions()[-1]) == int(share * 4 + 0.5)  # with one street left it is all-in


def test_the_kth_deal_of_a_seed_has_the_same_cards_in_batches() -> None:
    seen = {}
    for end in ("flop", "turn", "river"):
        many = BatchedGame(make_game("texas_holdem", num_players=3, last_street=end), 8, seed=4, observe=False)
        deals = []
        for _ in range(3):
            many.reset()
            deals.append([many.state(i).row[TO_COME : TO_COME + 3].tolist() for i in range(8)])  # type: ignore[attr-defined]
        seen[end] = deals
    assert seen["flop"] == seen["turn"] == seen["river"]


def test_what_knows_only_hands_to_the_river_says_so() -> None:
    flop, turn = any_amount(stack=50, last_street="flop"), any_amount(stack=50, last_street="turn")
    for game, state in ((flop, play(flop, "c x /")), (turn, play(turn, "c x / x x /"))):
        last = game.params["last_street"]
        with pytest.raises(ValueError, match=f"last_street='{last}': a spot is played to the river, and this hand ends on the"):
            state.to_spot(["AA", "KK"], bet_sizes="a", raise_sizes="a")
        with pytest.raises(ValueError, match=f"last_street='{last}': PHH has no hold'em that ends on the {last}"):
            to_phh(state)
    with pytest.raises(ValueError, match="last_street='flop': must not be given, the hand says it"):
        from_phh("", last_street="flop")
    whole = any_amount()
    text = to_phh(play(whole, "f")).replace('\\"last_street\\": \\"river\\"', '\\"last_street\\": \\"flop\\"')
    with pytest.raises(ValueError, match="_pokerzoo_game: damaged: last_street='flop'"):
        from_phh(text)
