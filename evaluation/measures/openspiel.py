"""Our policies as OpenSpiel's and theirs as ours, so that either can check the other (extra ``openspiel``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game, State
from pokerzoo.envs.support.extras import import_extra


def openspiel_game(game: Game) -> Any:
    """The ``pyspiel`` game with the same rules.

    Raises:
        ImportError: OpenSpiel is not installed.
        ValueError: OpenSpiel has no such game.
    """
    pyspiel = import_extra("pyspiel", "to_openspiel needs OpenSpiel", "openspiel")
    if game.name == "kuhn" and game.params["num_cards"] == game.num_players + 1:
        return pyspiel.load_game("kuhn_poker", {"players": game.num_players})
    if game.name == "leduc" and not game.params["suit_isomorphism"]:
        return pyspiel.load_game("leduc_poker", {"players": 2})
    raise ValueError(f"{game}: OpenSpiel has no such game; allowed: kuhn with one card more than players, leduc with its suits")


def to_openspiel(policy: TabularPolicy) -> Any:
    """The same policy as a ``pyspiel.TabularPolicy`` of ``openspiel_game(policy.game)``.

    Both games list cards and legal actions in the same order; the trees are walked side by side and compared.

    Raises:
        ImportError, ValueError: as in ``openspiel_game``.
    """
    theirs = openspiel_game(policy.game)
    import pyspiel

    table: dict[str, list[tuple[int, float]]] = {}
    for state, other in side_by_side(policy.game, theirs):
        probabilities = policy.action_probabilities(state)
        pairs = zip(state.legal_actions(), other.legal_actions(), strict=True)
        table[other.information_state_string()] = [(a, probabilities[own]) for own, a in pairs]
    return pyspiel.TabularPolicy(table)


def openspiel_states(game: Game) -> list[Any]:
    """A ``pyspiel.State`` in each infoset, in the order of ``game.infosets``: what a network of theirs is asked about at once.

    Raises:
        ImportError, ValueError: as in ``openspiel_game``.
    """
    found: list[Any] = [None] * len(game.infosets)
    for state, other in side_by_side(game, openspiel_game(game)):
        row = state.infoset_index()
        if found[row] is None:
            found[row] = other
    return found


def from_openspiel(game: Game, policy: Any) -> TabularPolicy:
    """One of OpenSpiel's policies as ours.

    Args:
        game: ours.
        policy: whatever has ``action_probabilities(state)``, as ``pyspiel.TabularPolicy`` and the policies of
            ``open_spiel.python.policy`` do. It is asked once in each infoset; an action that it leaves out has zero.

    Raises:
        ImportError: OpenSpiel is not installed.
        ValueError: OpenSpiel has no such game, or the probabilities of an infoset do not sum to 1.
    """
    infosets = game.infosets
    probabilities = np.zeros(infosets.size)
    for row, state in enumerate(openspiel_states(game)):
        told = dict(policy.action_probabilities(state))
        probabilities[infosets.slice(row)] = [told.get(action, 0.0) for action in state.legal_actions()]
    return TabularPolicy(game, probabilities)


def side_by_side(game: Game, theirs: Any) -> Iterator[tuple[State, Any]]:
    """All states of both games in which a player acts, as pairs; both list cards and legal actions in the same order."""
    stack = [(game.initial_state(), theirs.new_initial_state())]
    while stack:
        state, other = stack.pop()
        if state.is_terminal:
            continue
        actions = [action for action, _ in other.chance_outcomes()] if state.is_chance else other.legal_actions()
        if not state.is_chance:
            yield state, other
        stack += [(state.child(own), other.child(a)) for own, a in zip(state.legal_actions(), actions, strict=True)]
