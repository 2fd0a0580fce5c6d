"""Players of whole hands, asked for the strategy of all hands at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from pokerzoo.envs.core import State
from pokerzoo.envs.environments.playable import HandStrategies
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.distributions import check_columns, column_of, is_sparse
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.keys import seen_by_actor, state_at_key
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .participants import Participant

HandsAnswer: TypeAlias = Callable[[TexasHoldemState, Floats], Floats]
"""(state, float64 [hands] above 0 where an answer is wanted) -> probabilities [legal actions, hands] of the player to act."""


def answer_for_hands(game: TexasHoldemGame, player: Participant | HandStrategies) -> HandsAnswer:
    """Strategy of a player with each hand, checked; ValueError if it cannot be asked."""
    given = player.given if isinstance(player, Participant) else player
    name = (player.name if isinstance(player, Participant) else None) or type(given).__name__
    if isinstance(given, HandStrategies):

        def for_all(state: TexasHoldemState, wanted: Floats) -> Floats:
            return checked_shares(game, name, state, wanted, given.probabilities_for_hands(state, wanted))

        return for_all
    assert isinstance(player, Participant)
    asked = player if hasattr(player, "action_probabilities") else given
    if not hasattr(asked, "action_probabilities"):
        raise ValueError(
            f"{name}: does not say with what probability it acts; "
            "give it action_probabilities(key), or probabilities_for_hands(state, wanted)"
        )

    def by_key(state: TexasHoldemState, wanted: Floats) -> Floats:
        legal, line, alike = state.legal_actions(), state.line, state.game == game
        found = np.zeros((len(legal), len(wanted)))
        for hand in np.flatnonzero(wanted > 0.0).tolist():
            key = f"{game.rules.deck.hand_names[hand]}|{line}"
            answer = asked.action_probabilities(key if alike else state_at_key(state.game, key))
            found[:, hand] = [answer.get(action, 0.0) for action in legal]
        return checked_shares(game, name, state, wanted, found)

    return by_key


def checked_shares(game: TexasHoldemGame, name: str, state: TexasHoldemState, wanted: Floats, answer: object) -> Floats:
    """float64 [legal actions, hands]: the answer; ValueError unless it has probabilities for all hands that are wanted.

    Where every amount may be bet an answer has hundreds of megabytes. So it is looked at where it is; and a sparse one is
    checked as such, and its array touches no memory for actions that no hand takes.
    """
    shares: Any = answer if is_sparse(answer) else np.asarray(answer, dtype=np.float64)
    shape = (len(state.legal_actions()), len(wanted))
    if shares.shape != shape:
        raise ValueError(f"{name} at {state.line!r}: probabilities of shape {shares.shape}, must be {shape}")
    check_columns(shares, np.flatnonzero(wanted > 0.0), state.key, name)
    return as_array(shares)


def as_array(shares: Any) -> Floats:
    """float64: an answer as an array."""
    return np.asarray(shares.toarray() if is_sparse(shares) else shares, dtype=np.float64)


def strategy_of_hand(game: TexasHoldemGame, player: HandStrategies, where: State | str) -> dict[int, float]:
    """Probability of each legal action with the hand of the player to act, of a player who is asked for all hands.

    ``where``: a state, or the key of an infoset of the game.
    """
    state = seen_by_actor(game, where)
    hand = state.game.hand_index[state.hole_cards(state.current_player)]
    shares = column_of(player.probabilities_for_hands(state, np.ones(len(game.rules.deck.hands))), hand)
    return dict(zip(state.legal_actions(), shares.tolist(), strict=True))
