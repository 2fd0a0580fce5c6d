"""Players of whole hands, asked for the strategy of all hands at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from pokerzoo.envs.core import State
from pokerzoo.envs.environments.playable import HandStrategies
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .participants import Participant
from .whole_hand_baselines import row_at

HandsAnswer: TypeAlias = Callable[[TexasHoldemState, Floats], Floats]
"""(state, float64 [hands] above 0 where an answer is wanted) -> probabilities [legal actions, hands] of the player to act."""


def answer_for_hands(game: TexasHoldemGame, player: Participant | HandStrategies) -> HandsAnswer:
    """Strategy of a player with each hand; ValueError if it cannot be asked."""
    given = player.given if isinstance(player, Participant) else player
    if isinstance(given, HandStrategies):
        return lambda state, wanted: np.asarray(given.probabilities_for_hands(state, wanted), dtype=np.float64)
    assert isinstance(player, Participant)
    asked = player if hasattr(player, "action_probabilities") else given
    if not hasattr(asked, "action_probabilities"):
        raise ValueError(
            f"{player.name or type(given).__name__}: does not say with what probability it acts; "
            "give it action_probabilities(key), or probabilities_for_hands(state, wanted)"
        )

    def by_key(state: TexasHoldemState, wanted: Floats) -> Floats:
        legal, line = state.legal_actions(), state.line
        found = np.zeros((len(legal), len(wanted)))
        for hand in np.flatnonzero(wanted > 0.0).tolist():
            answer = asked.action_probabilities(f"{game.rules.hand_names[hand]}|{line}")
            found[:, hand] = [answer.get(action, 0.0) for action in legal]
        return found

    return by_key


def strategy_of_hand(game: TexasHoldemGame, player: HandStrategies, where: State | str) -> dict[int, float]:
    """Probability of each legal action with the hand of the player to act, of a player who is asked for all hands.

    ``where``: a state, or the key of an infoset of the game.
    """
    if isinstance(where, TexasHoldemState):
        game, where = where.game, where.infoset_key(where.current_player)
    state = TexasHoldemState(game, row_at(game, str(where)))  # without what the player does not see
    hand = game.hand_index[state.hole_cards(state.current_player)]
    shares = np.asarray(player.probabilities_for_hands(state, np.ones(len(game.rules.hands))))[:, hand]
    return dict(zip(state.legal_actions(), shares.tolist(), strict=True))
