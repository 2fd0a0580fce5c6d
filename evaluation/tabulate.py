"""Any policy as a table: asked once in every infoset."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from pokerzoo.agents import Policy, TabularPolicy
from pokerzoo.envs import Game, State

PolicyLike: TypeAlias = Policy | Callable[[State], Any] | Mapping[str, Mapping[str, float]]
"""A policy object, a function of a state, or {infoset key: {action name: probability}}.

A function returns {action id: probability}, or probabilities in the order of ``state.legal_actions()``.
"""


def tabulate(game: Game, policy: PolicyLike) -> TabularPolicy:
    """The same policy as a table, for all players.

    A function is asked in every history, and must answer alike in all histories of an infoset.

    Raises:
        ValueError: for another game, not a distribution, or different answers within one infoset (it looks at what is
            hidden, or answers at random).
    """
    if isinstance(policy, TabularPolicy):
        if policy.game != game:
            raise ValueError(f"policy is for {policy.game}, not for {game}")
        return policy
    if isinstance(policy, Mapping):
        return TabularPolicy.from_dict(game, policy)
    if isinstance(policy, Policy):
        ask: Callable[[State], Any] = policy.action_probabilities
    elif callable(policy):
        ask = policy
    else:
        raise ValueError(f"policy={policy!r}: must be a policy object, a function of a state, or a mapping")
    table = game.infosets
    probabilities = np.full(table.size, np.nan)
    stack = [game.initial_state()]
    while stack:
        state = stack.pop()
        legal = state.legal_actions()
        stack += [state.child(action) for action in legal]
        if state.is_chance or state.is_terminal:
            continue
        key = state.infoset_key(state.current_player)
        own = probabilities[table.slice(table.index(key))]
        answer = in_legal_order(ask(state), legal, key)
        if np.isnan(own[0]):
            own[:] = answer
        elif not np.allclose(own, answer, rtol=0.0, atol=1e-9):
            raise ValueError(f"infoset {key!r}: the policy answers {own.tolist()} in one history, {answer} in another")
    return TabularPolicy(game, probabilities)


def in_legal_order(answer: Any, legal: tuple[int, ...], key: str) -> list[float]:
    """A policy's answer as one number a legal action; ValueError if it names others or has another length."""
    if isinstance(answer, Mapping):
        for action, probability in answer.items():
            if action not in legal and probability != 0.0:
                raise ValueError(f"infoset {key!r}: probability {probability} for action {action}; legal: {legal}")
        return [float(answer.get(action, 0.0)) for action in legal]
    values = [float(x) for x in answer]
    if len(values) != len(legal):
        raise ValueError(f"infoset {key!r}: {len(values)} probabilities for the {len(legal)} legal actions {legal}")
    return values


def profile(game: Game, policies: PolicyLike | Sequence[PolicyLike]) -> TabularPolicy:
    """One policy in which player i plays ``policies[i]``; a single policy is played by all.

    Raises:
        ValueError: not one policy a player, or as in ``tabulate``.
    """
    if isinstance(policies, Sequence):
        if len(policies) != game.num_players:
            raise ValueError(f"{len(policies)} policies for {game.num_players} players: one for each is needed")
        tables = [tabulate(game, policy).probabilities for policy in policies]
        owner = np.repeat(game.infosets.players, np.diff(game.infosets.first))
        return TabularPolicy(game, np.choose(owner, tables))
    return tabulate(game, policies)
