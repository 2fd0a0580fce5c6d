"""Observations of all infosets of a game at once: the inputs of a network for the whole game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import Game, State
from pokerzoo.envs.infosets import may_have_tree, too_large
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.whole_hands.state import TexasHoldemState


def infoset_observations(game: Game) -> npt.NDArray[np.float32]:
    """float32 [infosets, entries]: the observation of the player to move in each infoset, in the order of ``game.infosets``.

    Raises:
        ValueError: the game has too many histories to enumerate, and is not a poker game, whose public states suffice.

    >>> from pokerzoo.envs import make_game
    >>> infoset_observations(make_game("kuhn")).shape
    (12, 17)
    """
    result = np.empty((len(game.infosets), len(game.observation_names)), dtype=np.float32)
    if isinstance(game, PokerGame):
        i = 0
        for public in game.infosets.public_states():
            hands = game.infosets.hands(public)
            result[i : i + len(hands)] = observations_of(game, public, hands)
            i += len(hands)
        return result
    for i, state in enumerate(one_state_each(game)):
        result[i] = state.observation(state.current_player)
    return result


def observations_of(game: Game, decision: Any, hands: Sequence[int] | Int64s) -> npt.NDArray[np.float32]:
    """float32 [hands, entries]: what the player to act sees at a decision with each of these hands."""
    if isinstance(decision, PublicState):
        return cast(PokerGame, game)._observations.with_hands(decision, decision.actor, hands)  # type: ignore[arg-type]
    seen = np.tile(decision.observation(decision.current_player), (len(hands), 1))
    if isinstance(decision, TexasHoldemState):  # it begins with the own cards, and has them nowhere else
        deck = decision.game.rules.deck
        seen[:, : len(deck.names)] = 0.0
        np.put_along_axis(seen, deck.hand_cards[hands], 1.0, axis=1)
    return seen


def one_state_each(game: Game) -> list[State]:
    """A state of each infoset, by a walk over all histories; ValueError if these are too many."""
    if not may_have_tree(game):
        raise too_large(game)
    result: dict[str, State] = {}
    stack = [game.initial_state()]
    while stack:
        state = stack.pop()
        if state.current_player >= 0:
            result.setdefault(state.infoset_key(state.current_player), state)
        stack += [state.child(action) for action in state.legal_actions()]
    return [result[row.key] for row in game.infosets]
