"""A heads-up fixed-limit hand that ends on the flop is the game ``fhp``: the same is legal, the same is paid."""

from __future__ import annotations

from dataclasses import replace
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


@pytest.mark.parametrize("stack", [120, 430, 800])
def test_views_and_texts_of_random_hands(stack: int) -> None:
    game: Any = make_game(
        "texas_holdem", limit="fixed-limit", last_street="flop", blinds=(50, 100), bet=(100, 100), stack=stack
    )
    other: Any = make_game("fhp")
    other = PokerGame("texas_holdem", {}, changed_rules(other.rules, stacks=(float(stack),) * 2))
    numbers = {frozenset(cards): k for k, cards in enumerate(other.rules.deck.hands)}
    sets, rng, all_in = other.rules.deck.card_sets(3), np.random.default_rng(stack), 0
    for _ in range(60):
        state, theirs = game.initial_state(), other.initial_state()
        for seat in range(2):
            assert (state.view(None), state.passive_action()) == (theirs.view(None), theirs.passive_action())
            hand = rng.choice([action for action, _ in state.chance_outcomes()])
            cards = game.rules.deck.hands[hand]
            there = numbers[frozenset(cards)]
            assert state.action_name(hand) == theirs.action_name(there)
            assert (
                state.dealt_cards(hand) == theirs.dealt_cards(there) == (seat, tuple(game.rules.deck.names[c] for c in cards))
            )
            state, theirs = state.child(hand), theirs.child(there)
        while not state.is_terminal:
            if state.is_chance:
                for _ in range(3):
                    state = state.child(rng.choice(state.legal_actions()))
                theirs = theirs.child(sets.number[frozenset(state.board)])
                # A flop turned up at once lies in the order of the deck.
                views = [replace(one.view(0), board=(*sorted(one.view(0).board),)) for one in (state, theirs)]
                assert views[0] == views[1]
                continue
            legal = state.legal_actions()
            assert [state.view(seat) for seat in (0, 1)] == [replace(theirs.view(s), board=state.view(s).board) for s in (0, 1)]
            assert [*map(state.action_detail, legal)] == [*map(theirs.action_detail, legal)]
            assert (state.passive_action(), state.all_in_action()) == (theirs.passive_action(), theirs.all_in_action())
            action = int(rng.choice([action for action in legal if action or rng.random() < 0.2]))
            state, theirs = state.child(action), theirs.child(action)
        seats = [tuple((s.cards, s.stack, s.action, s.folded, s.won) for s in one.view(0).seats) for one in (state, theirs)]
        all_in += sum(seat.all_in for seat in state.view(None).seats)
        assert seats[0] == seats[1] and state.view(1).note == theirs.view(1).note
        assert state.all_in_action() is theirs.all_in_action() is None
    assert all_in > 10 or stack == 800
