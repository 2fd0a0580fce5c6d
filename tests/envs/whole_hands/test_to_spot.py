"""Spots taken out of whole hands: the same legal amounts and payoffs, seats in order, and what cannot be a spot."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line import BET, FOLD
from pokerzoo.envs.whole_hands.state import TexasHoldemState

RANGES = ("22+,A2+,K2+", "22+,A2+,K2+")


def played(game: Any, names: str, seed: int = 1) -> TexasHoldemState:
    """The state after moves by name, separated by commas, with random cards."""
    rng = np.random.default_rng(seed)
    state = game.initial_state().after_chance(rng)
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
]


@pytest.mark.parametrize(("params", "names"), HANDS)
def test_amounts_and_payoffs_are_those_of_the_whole_hand(params: dict[str, Any], names: str) -> None:
    """Along random lines, played in both side by side with the same cards."""
    game = make_game("texas_holdem", **params)
    start = played(game, names)
    spot = start.to_spot(RANGES)
    rules = spot.game.rules
    stack, rng = rules.betting.stack or 0.0, np.random.default_rng(2)
    ends = set()
    for _ in range(150):
        whole: TexasHoldemState = start
        public = spot.public
        while not whole.is_terminal:
            if public.card_due:
                cards = whole.board[len(public.board) :]
                for card in cards:
                    public = public.deal(card)
                continue
            assert spot.seats[public.actor] == whole.current_player
            totals: dict[float, int] = {}  # bets beyond the smaller stack are worth that
            for action in whole.legal_actions():
                if action >= BET:
                    left = stack + rules.betting.paid_in[0] - public.line.before[0]
                    totals.setdefault(min(whole.total_of(action), left), action)
            kinds = [kind for kind, _ in public.line.moves]
            assert (FOLD in kinds) == (FOLD in whole.legal_actions())
            result = [total for kind, total in public.line.moves if kind == BET]
            assert sorted(result) == pytest.approx(sorted(totals))
            likely = np.array([0.3 if kind == FOLD else 1.0 for kind in kinds])
            k = int(rng.choice(len(kinds), p=likely / likely.sum()))
            kind, total = public.line.moves[k]
            action = kind if kind != BET else totals[min(totals, key=lambda t: abs(t - total))]
            public = public.after(k)
            whole = whole.child(action).after_chance(rng)
        while public.card_due:  # both are all-in
            public = public.deal(whole.board[len(public.board)])
        live = [player for player in range(2) if not public.line.folded[player]]
        if len(live) == 2:
            strength = [rules.strength(whole.hole_cards(seat), whole.board) for seat in spot.seats]
            live = [player for player in live if strength[player] == max(strength)]
        won = public.line.payoffs(tuple(live))
        expected = [whole.returns()[seat] for seat in spot.seats]
        assert [own - paid for own, paid in zip(won, spot.paid, strict=True)] == pytest.approx(expected, abs=game.chip / 2)
        ends.add(public.history)
    assert len(ends) > 5


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
            played(game, names).to_spot(RANGES)
    with pytest.raises(ValueError, match="3 players are in on this street; a spot is for two on a flop"):
        played(game, "call,call,check,bet 6,fold").to_spot(RANGES)
    assert played(game, "call,call,check,bet 6,fold,call").to_spot(RANGES).game.stakes.starting_pot == 18
    with pytest.raises(ValueError, match="every amount may be bet; give bet_sizes"):
        played(make_game("texas_holdem", bet_sizes="any"), "call,check").to_spot(RANGES)
    with pytest.raises(ValueError, match="all 52 cards, not with a short deck"):
        played(make_game("texas_holdem", deck="short"), "call,check").to_spot(RANGES)
    with pytest.raises(ValueError, match=r"the bet to 2 on this street is none of the spot's sizes there \(4, 198\)"):
        played(make_game("texas_holdem"), "call,check,bet 2").to_spot(RANGES, bet_sizes="100%,a", raise_sizes="a")
