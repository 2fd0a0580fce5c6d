"""States of flop hold'em against OpenSpiel's ``universal_poker``, which plays by the ACPC server's code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.poker.game import PokerGame

pyspiel = pytest.importorskip("pyspiel")

UNIVERSAL_POKER = {
    "betting": "limit", "bettingAbstraction": "fcpa", "numPlayers": 2, "numRounds": 2, "blind": "100 50", "firstPlayer": "2 1",
    "raiseSize": "100 100", "maxRaises": "3 4", "numSuits": 4, "numRanks": 13, "numHoleCards": 2, "numBoardCards": "0 3",
}  # fmt: skip
"""The same game there; ``maxRaises`` counts raises after the blind, our cap the blind, too."""


def play_at_once(game: PokerGame, oracle: Any, rng: np.random.Generator) -> tuple[int, bool]:
    """Play a random hand in both, and compare who acts, what is legal, what it pays; its decisions, and if it was shown."""
    rules, state, theirs, cards, decisions = game.rules, game.initial_state(), oracle.new_initial_state(), [], 0
    while not theirs.is_terminal():
        legal = theirs.legal_actions()
        if theirs.is_chance_node():
            cards.append(legal[int(rng.random() * len(legal))])
            theirs.apply_action(cards[-1])
            if len(cards) in (2, 4):
                assert rules.hand_sets is not None
                state = state.child(rules.hand_sets.number[frozenset(cards[-2:])])
            elif len(cards) == 7:
                state = state.child(rules.deck.card_sets(3).number[frozenset(cards[-3:])])
            continue
        assert (state.current_player, state.legal_actions()) == (theirs.current_player(), tuple(legal)), state
        # Folds end most hands: half of them become calls, so that many hands are shown.
        action = legal[int(rng.random() * len(legal))]
        action = 1 if action == 0 and rng.random() < 0.5 else action
        theirs.apply_action(action)
        state = state.child(action)
        decisions += 1
    assert state.is_terminal
    assert list(state.returns()) == theirs.returns(), state
    return decisions, not any(state.public.line.folded)


def play_many(hands: int) -> None:
    game, oracle = make_game("fhp"), pyspiel.load_game("universal_poker", UNIVERSAL_POKER)
    assert isinstance(game, PokerGame)
    rng = np.random.default_rng(hands)
    seen = np.array([play_at_once(game, oracle, rng) for _ in range(hands)])
    assert seen[:, 0].sum() > 3 * hands
    assert hands / 3 < seen[:, 1].sum() < hands


def test_hands_are_played_and_paid_alike() -> None:
    play_many(1500)


@pytest.mark.long
def test_many_hands_are_played_and_paid_alike() -> None:
    play_many(100_000)
