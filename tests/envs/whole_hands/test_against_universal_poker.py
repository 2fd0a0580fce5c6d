"""Hands that end on the flop or turn against OpenSpiel's ``universal_poker``, which plays by the ACPC server's code.

``FLOP_HOLDEM`` is the game of Brown et al., Deep Counterfactual Regret Minimization (2019). How the parameters correspond:

- A seat is a position of the server: with ``button=1`` seat 0 has the big blind.
- ``maxRaises`` counts raises after the blind, ``raise_cap`` the blind, too.
- OpenSpiel knows no stacks under fixed limit. Ours are what four bets a round come to: no player is all-in before the end.
- Under the betting abstraction ``fcpa`` action 2 is the one bet of a fixed limit; under ``fullgame`` there is none.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

pyspiel = pytest.importorskip("pyspiel")

FLOP_HOLDEM = {"limit": "fixed-limit", "blinds": (50, 100), "bet": (100, 100), "raise_cap": 4, "stack": 800, "button": 1}
THEIR_FLOP_HOLDEM = {
    "betting": "limit", "bettingAbstraction": "fcpa", "numPlayers": 2, "numRounds": 2, "blind": "100 50", "firstPlayer": "2 1",
    "raiseSize": "100 100", "maxRaises": "3 4", "numSuits": 4, "numRanks": 13, "numHoleCards": 2, "numBoardCards": "0 3",
}  # fmt: skip
GAMES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "flop": (FLOP_HOLDEM | {"last_street": "flop"}, THEIR_FLOP_HOLDEM),
    "turn": (
        FLOP_HOLDEM | {"last_street": "turn", "bet": (100, 200), "stack": 1600},
        THEIR_FLOP_HOLDEM
        | {"numRounds": 3, "firstPlayer": "2 1 1", "raiseSize": "100 100 200", "maxRaises": "3 4 4", "numBoardCards": "0 3 1"},
    ),
    "flop, three": (
        FLOP_HOLDEM | {"last_street": "flop", "num_players": 3, "button": 2},
        THEIR_FLOP_HOLDEM | {"numPlayers": 3, "blind": "50 100 0", "firstPlayer": "3 1"},
    ),
}


def play_at_once(game: TexasHoldemGame, oracle: Any, rng: np.random.Generator) -> tuple[int, bool]:
    """Play a random hand in both, and compare who acts, what is legal, what it pays; its decisions, and if it was shown."""
    ours: Any = game.initial_state()
    theirs, cards, decisions = oracle.new_initial_state(), [], 0
    while not theirs.is_terminal():
        legal = theirs.legal_actions()
        if theirs.is_chance_node():
            cards.append(legal[int(rng.random() * len(legal))])
            theirs.apply_action(cards[-1])
            if len(cards) > 2 * game.num_players:
                ours = ours.child(cards[-1])
            elif len(cards) % 2 == 0:
                ours = ours.child(game.hand_index[tuple(sorted(cards[-2:], reverse=True))])
            continue
        assert (ours.current_player, ours.legal_actions()) == (theirs.current_player(), tuple(legal)), ours.describe(None)
        # Folds end most hands: half of them become calls, so that many hands are shown.
        action = legal[int(rng.random() * len(legal))]
        action = 1 if action == 0 and rng.random() < 0.5 else action
        theirs.apply_action(action)
        ours = ours.child(action)
        decisions += 1
    assert ours.is_terminal, ours.describe(None)
    # With three players a split pot may leave odd chips, which are whole in ours.
    assert list(ours.returns()) == pytest.approx(theirs.returns(), abs=1e-9 if game.num_players == 2 else 2.0)
    return decisions, sum(ours.folded) < game.num_players - 1


def play_many(game: str, hands: int) -> None:
    ours, theirs = GAMES[game]
    made, oracle = make_game("texas_holdem", **ours), pyspiel.load_game("universal_poker", theirs)
    assert isinstance(made, TexasHoldemGame)
    rng = np.random.default_rng(hands)
    seen = np.array([play_at_once(made, oracle, rng) for _ in range(hands)])
    assert seen[:, 0].sum() > 3 * hands
    assert hands / 3 < seen[:, 1].sum() < hands


@pytest.mark.parametrize(("game", "hands"), [("flop", 1000), ("turn", 500), ("flop, three", 500)])
def test_hands_are_played_and_paid_alike(game: str, hands: int) -> None:
    play_many(game, hands)


@pytest.mark.long
@pytest.mark.parametrize(("game", "hands"), [("flop", 100_000), ("turn", 20_000), ("flop, three", 20_000)])
def test_many_hands_are_played_and_paid_alike(game: str, hands: int) -> None:
    play_many(game, hands)
