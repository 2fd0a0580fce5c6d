"""Spots taken out of whole hands: the same legal amounts, side pots and payoffs, seats in order, and what cannot be a spot."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line import BET, CALL, FOLD
from pokerzoo.envs.games.hand_spot import find_move
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.whole_hands.state import TexasHoldemState

RANGES = ("22+,A2+,K2+", "22+,A2+,K2+", "55+,AT+")
TO_THE_TURN = "call,call,check,check,check,check"


def played(game: Any, names: str, seed: int = 1) -> TexasHoldemState:
    """The state after moves by name, separated by commas, with random cards."""
    rng = np.random.default_rng(seed)
    state: TexasHoldemState = game.initial_state().after_chance(rng)
    for name in filter(None, names.split(",")):
        action = next(a for a in state.legal_actions() if state.action_name(a) == name)
        state = state.child(action).after_chance(rng)
    return state


HANDS = [
    ({}, "call,check"),
    ({}, "raise to 6,call,check,bet 6"),
    ({"stack": (60, 200), "bet_sizes": "33%,80%,a", "raise_sizes": "2.5x,a"}, "call,check"),
    ({"num_players": 4, "stack": (90, 200, 45, 120), "ante": 1, "button": 1, "straddle": 4}, "fold,call,fold,check"),
    ({"num_players": 3, "big_blind_ante": 2, "bet_sizes": {"flop": "3bb", "turn": "50%,a", "river": "a"}}, "call,fold,check"),
    ({"stack": 90, "bet_sizes": "e,2e,a", "raise_sizes": "2e,a"}, "call,check"),
    ({"stack": 90, "raise_sizes": "3x | 60%,a | a"}, "call,check"),
    ({"stack": 90, "bet_sizes": "2bb,a", "raise_sizes": "8bb | 15bb,a"}, "call,check"),
    ({"limit": "pot-limit", "stack": 300, "bet_sizes": "50%,200%,a", "raise_sizes": "3x,a", "raise_cap": 3}, "call,check"),
    ({"limit": "fixed-limit", "stack": 31}, "raise to 4,call,bet 2"),
    ({"limit": "pot-limit", "stack": 80}, "call,check"),
    ({"chip": 0.5, "blinds": (0.5, 1), "stack": 30, "raise_cap": 3}, "call,check"),
    # Three players are left.
    ({"num_players": 3, "stack": 24}, TO_THE_TURN),
    ({"num_players": 3, "bet_sizes": "75%", "raise_sizes": "a"}, f"{TO_THE_TURN},check,check,check"),
    ({"num_players": 3, "stack": (40, 21, 33), "bet_sizes": "50%,a", "raise_sizes": "a"}, TO_THE_TURN),
    (
        {"num_players": 4, "stack": (30, 12, 90, 17), "ante": 1, "button": 1, "bet_sizes": "40%,a", "raise_sizes": "2.5x,a"},
        "fold,call,call,check,check,check,check",
    ),
    ({"num_players": 3, "stack": (25, 14, 40), "raise_cap": 3}, f"{TO_THE_TURN},check,check,check"),
]


def move_of(whole: TexasHoldemState, action: int) -> tuple[int, float]:
    """(FOLD, CALL or BET; the total in the round after it) of an action."""
    return (BET, whole.total_of(action)) if action >= BET else ((FOLD, CALL)[action], 0.0)


@pytest.mark.parametrize(("params", "names"), HANDS)
def test_amounts_and_payoffs_are_those_of_the_whole_hand(params: dict[str, Any], names: str) -> None:
    """Along random lines, played in both side by side with the same cards."""
    game, rng, ends, side_pots = make_texas_holdem(**params), np.random.default_rng(2), set[str](), 0
    for trial in range(100):
        if trial % 25 == 0:  # other cards
            start = played(game, names, trial)
            players = start.folded.count(False)
            spot = start.to_spot(RANGES[:players])
        rules, whole, public = spot.game.rules, start, spot.public
        while not whole.is_terminal:
            if public.card_due:
                public = public.deal(whole.board[len(public.board)])
                continue
            assert spot.seats[public.actor] == whole.current_player
            moves = {action: find_move(public, move_of(whole, action)) for action in whole.legal_actions()}
            legal = [action for action, move in moves.items() if move is not None]
            assert [a for a in legal if a < BET] == [a for a in whole.legal_actions() if a < BET]
            bets = [total for kind, total in public.line.moves if kind == BET]
            assert bool(bets) == any(action >= BET for action in legal)
            if players == 2:  # bets beyond the smaller stack are worth that
                left = (rules.betting.stack or 0.0) + rules.betting.paid_in[0] - public.line.before[0]
                assert bets == pytest.approx(sorted({min(whole.total_of(a), left) for a in whole.legal_actions() if a >= BET}))
            likely = np.array([0.3 if action == 0 else 1.0 for action in legal])
            action = int(rng.choice(legal, p=likely / likely.sum()))
            move = moves[action]
            assert move is not None
            public, whole = public.after(move), whole.child(action).after_chance(rng)
        while public.card_due:  # all but one are all-in
            public = public.deal(whole.board[len(public.board)])
        assert public.is_over
        if public.line.folded.count(False) == 1:
            won = public.line.payoffs((public.line.folded.index(False),))
        else:
            won = public.line.payoffs_of([rules.strength(whole.hole_cards(seat), whole.board) for seat in spot.seats])
            side_pots += len(public.line.pots) > 1
        expected = [whole.returns()[seat] for seat in spot.seats]
        odd_chips = game.chip / 2 if players == 2 else 0.7
        assert [payoff - paid for payoff, paid in zip(won, spot.paid, strict=True)] == pytest.approx(expected, abs=odd_chips)
        ends.add(public.history)
    assert len(ends) > 5
    assert (side_pots > 0) == (players == 3 and isinstance(params.get("stack"), tuple))


def test_where_the_hand_stands() -> None:
    game = make_game("texas_holdem", num_players=3, button=0)
    state = played(game, "fold,call,check,check,bet 4,raise to 10", seed=3)
    spot = state.to_spot(("AA,KK", "QQ,JJ"))
    assert spot.seats == (1, 2)  # left of the button first
    assert (spot.game.stakes.starting_pot, spot.game.rules.betting.stack) == (4, 198)
    assert spot.history == "xb4r10" and spot.infoset_key("QsQd") == "QsQd|xb4r10"
    assert spot.public.actor == 1 and spot.seats[1] == state.current_player
    assert spot.paid == (0.0, 0.0)
    assert spot.whole_key("QsQd|xb4r10") == f"QsQd|{state.line}"
    wider = state.to_spot(("AA,KK", "QQ,JJ"), bet_sizes="4c,a", raise_sizes="2.5x", add_allin_threshold=1)
    assert wider.history == "xb4r10" and wider.game.params["add_allin_threshold"] == 1


def test_what_is_no_spot() -> None:
    game = make_game("texas_holdem", num_players=3)
    for names in ("", "call", "fold,fold"):
        with pytest.raises(ValueError, match=r"to_spot at .*: must be called on a flop, turn or river, at a decision"):
            played(game, names).to_spot(RANGES[:2])
    with pytest.raises(ValueError, match="3 players are in on this street; a spot is for two on a flop"):
        played(game, "call,call,check,bet 6,fold").to_spot(RANGES[:2])
    assert played(game, "call,call,check,bet 6,fold,call").to_spot(RANGES[:2]).game.stakes.starting_pot == 18
    with pytest.raises(ValueError, match="every amount may be bet; give bet_sizes"):
        played(make_game("texas_holdem", bet_sizes="any"), "call,check").to_spot(RANGES[:2])
    with pytest.raises(ValueError, match="all 52 cards, not with a short deck"):
        played(make_game("texas_holdem", deck="short"), "call,check").to_spot(RANGES[:2])
    with pytest.raises(ValueError, match=r"the bet to 2 on this street is none of the spot's sizes there \(4, 198\)"):
        played(make_game("texas_holdem"), "call,check,bet 2").to_spot(RANGES[:2], bet_sizes="100%,a", raise_sizes="a")


def test_where_a_hand_of_three_stands_and_that_it_is_solved() -> None:
    game = make_game("texas_holdem", num_players=3, stack=(60, 40, 30))
    state = played(game, f"{TO_THE_TURN},check,check,check,bet 3", 3)
    spot = state.to_spot(("AA,KQs", "QQ,JTs", "99,AK"), bet_sizes="3c,a", raise_sizes="a")
    assert spot.seats == (0, 1, 2) and spot.history == "b3" and spot.public.actor == 1
    assert [*spot.game.rules.betting.stacks] == [38, 38, 28] == [*spot.game.params["stack"]]
    assert spot.paid == (0.0, 0.0, 0.0)
    assert CFR(spot.game).run(100).measure().gains.max() < 0.1


def test_what_is_no_spot_for_three() -> None:
    game = make_game("texas_holdem", num_players=4, stack=(60, 40, 30, 10), bet_sizes="50%,a", raise_sizes="a")
    with pytest.raises(ValueError, match="4 players are in on this street; a spot is for two, on a turn or river for three"):
        played(game, "call,call,call,check", 1).to_spot(RANGES)
    with pytest.raises(ValueError, match="to_spot: 2 ranges; must be 3"):
        played(make_game("texas_holdem", num_players=3), TO_THE_TURN, 1).to_spot(RANGES[:2])
    with pytest.raises(ValueError, match="ranges=5: must be two strings"):
        played(make_game("texas_holdem", num_players=3), TO_THE_TURN, 1).to_spot(5)  # type: ignore[arg-type]
    game = make_game("texas_holdem", num_players=3, stack=(60, 40, 4), bet_sizes="50%,a", raise_sizes="a")
    with pytest.raises(ValueError, match="player 2 was all-in before this street"):
        played(game, "call,call,check,bet 3,call,call", 1).to_spot(RANGES)
