"""Our policies as OpenSpiel's, so that either can check the other (extra ``openspiel``)."""

from __future__ import annotations

from typing import Any

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game
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
    stack = [(policy.game.initial_state(), theirs.new_initial_state())]
    while stack:
        state, other = stack.pop()
        if state.is_terminal:
            continue
        actions = [action for action, _ in other.chance_outcomes()] if state.is_chance else other.legal_actions()
        pairs = list(zip(state.legal_actions(), actions, strict=True))
        if not state.is_chance:
            probabilities = policy.action_probabilities(state)
            table[other.information_state_string()] = [(a, probabilities[own]) for own, a in pairs]
        stack += [(state.child(own), other.child(a)) for own, a in pairs]
    return pyspiel.TabularPolicy(table)
