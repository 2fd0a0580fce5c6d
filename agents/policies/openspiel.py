"""Our policies as OpenSpiel's and theirs as ours, so that either can check the other (needs ``open_spiel``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pokerzoo.envs import Game, State
from pokerzoo.envs.core import GameLike, game_of
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.extras import import_extra

from .policy import TabularPolicy


def openspiel_game(game: GameLike) -> Any:
    """The game of OpenSpiel (``pyspiel``) with equal rules.

    Args:
        game: one of ours that OpenSpiel has, too: Kuhn poker with one card more than players, or Leduc poker with all six
            cards.

    Returns:
        A ``pyspiel.Game``.

    Raises:
        ImportError: OpenSpiel is not installed.
        ValueError: OpenSpiel has no such game.

    Example:
        .. code-block:: python

            from pokerzoo.envs import make_game
            from pokerzoo.evaluation import openspiel_game

            print(openspiel_game(make_game("kuhn")))  # kuhn_poker(players=2)
    """
    game = game_of(game)
    pyspiel = import_extra("pyspiel", "to_openspiel needs OpenSpiel", "open_spiel")
    if game.name == "kuhn" and game.params["num_cards"] == game.num_players + 1:
        return pyspiel.load_game("kuhn_poker", {"players": game.num_players})
    if game.name == "leduc" and not game.params["suit_isomorphism"]:
        return pyspiel.load_game("leduc_poker", {"players": 2})
    raise InputError(f"{game}: OpenSpiel has no such game; allowed: kuhn with one card more than players, leduc with its suits")


def to_openspiel(policy: TabularPolicy) -> Any:
    """Convert a policy to a ``pyspiel.TabularPolicy`` of ``openspiel_game(policy.game)``.

    Both games list cards and legal actions in one order. Both trees are walked side by side and compared.

    Args:
        policy: the policy.

    Returns:
        A ``pyspiel.TabularPolicy``.

    Raises:
        ImportError: OpenSpiel is not installed.
        ValueError: OpenSpiel has no such game.

    Example:
        .. code-block:: python

            from open_spiel.python.algorithms import exploitability
            from pokerzoo.agents import CFR
            from pokerzoo.envs import make_game
            from pokerzoo.evaluation import openspiel_game, to_openspiel

            kuhn = make_game("kuhn")
            policy = CFR(kuhn, "cfr+").run(1000).average_policy()
            print(exploitability.nash_conv(openspiel_game(kuhn), to_openspiel(policy)))
    """
    theirs = openspiel_game(policy.game)
    import pyspiel

    table: dict[str, list[tuple[int, float]]] = {}
    for state, other in side_by_side(policy.game, theirs):
        probabilities = policy.action_probabilities(state)
        pairs = zip(state.legal_actions(), other.legal_actions(), strict=True)
        table[other.information_state_string()] = [(other_action, probabilities[action]) for action, other_action in pairs]
    return pyspiel.TabularPolicy(table)


def openspiel_states(game: GameLike) -> list[Any]:
    """A state of OpenSpiel in each infoset, in the order of ``game.infosets``.

    With them a network of OpenSpiel can be asked about all infosets at once.

    Args:
        game: as of ``openspiel_game``.

    Returns:
        One ``pyspiel.State`` for each infoset.

    Raises:
        ImportError: OpenSpiel is not installed.
        ValueError: OpenSpiel has no such game.

    Example:
        .. code-block:: python

            from pokerzoo.envs import make_game
            from pokerzoo.evaluation import openspiel_states

            kuhn = make_game("kuhn")
            for infoset, state in zip(kuhn.infosets, openspiel_states(kuhn)):
                print(infoset.key, state.information_state_string())
    """
    game = game_of(game)
    result: list[Any] = [None] * len(game.infosets)
    for state, other in side_by_side(game, openspiel_game(game)):
        row = state.infoset_index()
        if result[row] is None:
            result[row] = other
    return result


def from_openspiel(game: GameLike, policy: Any) -> TabularPolicy:
    """A policy of OpenSpiel as a ``TabularPolicy``.

    Args:
        game: our game.
        policy: an object with ``action_probabilities(state)``, such as ``pyspiel.TabularPolicy`` or the policies of
            ``open_spiel.python.policy``. It is asked once in each infoset. An action that it leaves out has probability 0.

    Returns:
        The policy on our game.

    Raises:
        ImportError: OpenSpiel is not installed.
        ValueError: OpenSpiel has no such game, or the probabilities of an infoset do not sum to 1.

    Example:
        .. code-block:: python

            from open_spiel.python.policy import UniformRandomPolicy
            from pokerzoo.envs import make_game
            from pokerzoo.evaluation import exploitability, from_openspiel, openspiel_game

            kuhn = make_game("kuhn")
            policy = from_openspiel(kuhn, UniformRandomPolicy(openspiel_game(kuhn)))
            print(exploitability(kuhn, policy))  # 0.4583
    """
    game = game_of(game)
    infosets = game.infosets
    probabilities = np.zeros(infosets.size)
    for row, state in enumerate(openspiel_states(game)):
        by_action = dict(policy.action_probabilities(state))
        probabilities[infosets.slice(row)] = [by_action.get(action, 0.0) for action in state.legal_actions()]
    return TabularPolicy(game, probabilities)


def side_by_side(game: Game, theirs: Any) -> Iterator[tuple[State, Any]]:
    """All states of both games in which a player acts, as pairs; both list cards and legal actions in one order."""
    stack = [(game.initial_state(), theirs.new_initial_state())]
    while stack:
        state, other = stack.pop()
        if state.is_terminal:
            continue
        actions = [action for action, _ in other.chance_outcomes()] if state.is_chance else other.legal_actions()
        if not state.is_chance:
            yield state, other
        stack += [
            (state.child(action), other.child(other_action))
            for action, other_action in zip(state.legal_actions(), actions, strict=True)
        ]
