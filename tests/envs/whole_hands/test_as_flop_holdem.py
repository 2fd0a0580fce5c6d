"""A heads-up fixed-limit hand that ends on the flop is the game ``fhp``: the same is legal, the same is paid."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import PokerGame, make_game
from pokerzoo_testing.rules import changed_rules


@pytest.mark.parametrize(
    ("listed", "whole", "hands"),
    [
        ({}, {"blinds": (50, 100), "bet": (100, 100), "stack": 800}, 600),
        ({"deck": "royal"}, {"blinds": (50, 100), "bet": (100, 100), "stack": 800, "deck": "royal"}, 300),
        ({"blinds": (1, 3), "bet": 4, "raise_cap": 2}, {"blinds": (1, 3), "bet": (4, 4), "stack": 15, "raise_cap": 2}, 300),
        # Stacks that end within a bet before the flop, with a bet, and within one on the flop.
        *(
            ({"deck": "royal"}, {"blinds": (50, 100), "bet": (100, 100), "stack": stack, "deck": "royal"}, 100)
            for stack in (120, 250, 300, 430, 775)
        ),
    ],
)
def test_decisions_and_payoffs_of_random_hands(listed: dict[str, Any], whole: dict[str, Any], hands: int) -> None:
    game: Any = make_game("texas_holdem", limit="fixed-limit", last_street="flop", **whole)
    other: Any = make_game("fhp", **listed)
    other = PokerGame("with_stacks", {}, changed_rules(other.rules, stacks=(float(whole["stack"]),) * 2))
    assert game.rules.deck.names == other.rules.deck.names
    numbers = {cards: k for k, cards in enumerate(other.rules.deck.hands)}
    flops: dict[str, int] = {}
    rng, shown = np.random.default_rng(3), 0
    for _ in range(hands):
        state, theirs = game.initial_state().after_chance(rng), other.initial_state()
        for seat in range(2):
            high, low = state.hole_cards(seat)
            theirs = theirs.child(numbers[low, high] if (low, high) in numbers else numbers[high, low])
        while not state.is_terminal:
            assert (state.current_player, state.legal_actions()) == (theirs.current_player, theirs.legal_actions())
            names = [state.action_name(action).split()[0] for action in state.legal_actions()]
            assert names == [theirs.action_name(action).split()[0] for action in theirs.legal_actions()]
            action = int(rng.choice([action or 1 for action in state.legal_actions()])) if rng.random() < 0.8 else 0
            action = action if action in state.legal_actions() else 1
            state, theirs = state.child(action).after_chance(rng), theirs.child(action)
            if theirs.is_chance:
                name = "".join(game.rules.deck.names[card] for card in sorted(state.board, reverse=True))
                if name not in flops:
                    flops |= {theirs.action_name(action)[-6:]: action for action in theirs.legal_actions()}
                assert theirs.action_name(flops[name]) == f"turn up {name}"
                theirs = theirs.child(flops[name])
        assert theirs.is_terminal
        assert state.returns() == theirs.returns()
        shown += not any(state.folded)
    assert hands / 10 < shown < hands
