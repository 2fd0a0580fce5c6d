"""Spots of whole hands with three players left: legal amounts, side pots and payoffs along random lines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line import BET, CALL, FOLD
from pokerzoo.envs.games.hand_spot import find_move
from pokerzoo.envs.whole_hands.state import TexasHoldemState

RANGES = ("22+,A2s+", "22+,KQ", "55+,AT+")
TO_THE_TURN = "call,call,check,check,check,check"
HANDS = [
    ({"num_players": 3, "stack": 24}, TO_THE_TURN),
    ({"num_players": 3, "bet_sizes": "75%", "raise_sizes": "a"}, f"{TO_THE_TURN},check,check,check"),
    ({"num_players": 3, "stack": (40, 21, 33), "bet_sizes": "50%,a", "raise_sizes": "a"}, TO_THE_TURN),
    ({"num_players": 4, "stack": (30, 12, 90, 17), "ante": 1, "button": 1, "bet_sizes": "40%,a", "raise_sizes": "2.5x,a"},
     "fold,call,call,check,check,check,check"),
    ({"num_players": 3, "stack": (25, 14, 40), "raise_cap": 3}, f"{TO_THE_TURN},check,check,check"),
]  # fmt: skip


def played(game: Any, names: str, seed: int) -> TexasHoldemState:
    """The state after moves by name, separated by commas, with random cards."""
    rng = np.random.default_rng(seed)
    state = game.initial_state().after_chance(rng)
    for name in names.split(","):
        action = next(a for a in state.legal_actions() if state.action_name(a) == name)
        state = state.child(action).after_chance(rng)
    return state


@pytest.mark.parametrize(("params", "names"), HANDS)
def test_payoffs_are_those_of_the_whole_hand(params: dict[str, Any], names: str) -> None:
    game = make_game("texas_holdem", **params)
    rng, ends, side_pots = np.random.default_rng(2), set[str](), 0
    for trial in range(60):
        if trial % 20 == 0:  # other cards
            start = played(game, names, trial)
            spot = start.to_spot(RANGES)
        rules, whole, public = spot.game.rules, start, spot.public
        while not whole.is_terminal:
            if public.card_due:
                public = public.deal(whole.board[len(public.board)])
                continue
            assert spot.seats[public.actor] == whole.current_player
            legal = [action for action in whole.legal_actions() if find_move(public, move_of(whole, action)) is not None]
            assert [a for a in legal if a < BET] == [a for a in whole.legal_actions() if a < BET]
            assert any(kind == BET for kind, _ in public.line.moves) == any(action >= BET for action in legal)
            action = int(rng.choice(legal))
            k = find_move(public, move_of(whole, action))
            assert k is not None
            public, whole = public.after(k), whole.child(action).after_chance(rng)
        while public.card_due:
            public = public.deal(whole.board[len(public.board)])
        assert public.is_over
        if public.line.folded.count(False) == 1:
            won = public.line.payoffs((public.line.folded.index(False),))
        else:
            won = public.line.payoffs_of([rules.strength(whole.hole_cards(seat), whole.board) for seat in spot.seats])
            side_pots += len(public.line.pots) > 1
        expected = [whole.returns()[seat] for seat in spot.seats]
        assert [own - paid for own, paid in zip(won, spot.paid, strict=True)] == pytest.approx(expected, abs=0.7)  # odd chips
        ends.add(public.history)
    assert len(ends) > 5
    assert (side_pots > 0) == isinstance(params.get("stack"), tuple)


def move_of(whole: TexasHoldemState, action: int) -> tuple[int, float]:
    """(FOLD, CALL or BET; the total in the round after it) of an action."""
    if action < BET:
        return (FOLD, CALL)[action], 0.0
    return BET, whole.total_of(action)


def test_where_the_hand_stands_and_that_it_is_solved() -> None:
    game = make_game("texas_holdem", num_players=3, stack=(60, 40, 30))
    state = played(game, f"{TO_THE_TURN},check,check,check,bet 3", 3)
    spot = state.to_spot(("AA,KQs", "QQ,JTs", "99,AK"), bet_sizes="3c,a", raise_sizes="a")
    assert spot.seats == (0, 1, 2) and spot.history == "b3" and spot.public.actor == 1
    assert spot.game.params["stack"] == spot.game.rules.betting.stacks == (38, 38, 28)
    assert spot.paid == (0.0, 0.0, 0.0)
    assert CFR(spot.game).run(100).measure().gains.max() < 0.1


def test_what_is_no_spot_for_three() -> None:
    game = make_game("texas_holdem", num_players=4, stack=(60, 40, 30, 10), bet_sizes="50%,a", raise_sizes="a")
    with pytest.raises(ValueError, match="4 players are in on this street; a spot is for two, on a turn or river for three"):
        played(game, "call,call,call,check", 1).to_spot(RANGES)
    with pytest.raises(ValueError, match="to_spot: 2 ranges; must be 3"):
        played(make_game("texas_holdem", num_players=3), TO_THE_TURN, 1).to_spot(RANGES[:2])
    with pytest.raises(ValueError, match="ranges=5: must be two strings"):
        played(make_game("texas_holdem", num_players=3), TO_THE_TURN, 1).to_spot(5)
    game = make_game("texas_holdem", num_players=3, stack=(60, 40, 4), bet_sizes="50%,a", raise_sizes="a")
    with pytest.raises(ValueError, match="player 2 was all-in before this street"):
        played(game, "call,call,check,bet 3,call,call", 1).to_spot(RANGES)
