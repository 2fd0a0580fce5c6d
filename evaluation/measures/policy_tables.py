"""Any policy as a table: asked once in every infoset."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from os import PathLike
from typing import Any, TypeAlias, Union

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import Policy, PolicyAgent, TabularPolicy
from pokerzoo.agents.policies.agent import check_for_game, policy_of
from pokerzoo.agents.policies.players import how_to, named_policy
from pokerzoo.envs import Game, State
from pokerzoo.envs.histories import fits, too_large
from pokerzoo.envs.poker.game import PokerGame, state_at
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.parameters import check_floats, is_number

PolicyLike: TypeAlias = (
    Union[Policy, PolicyAgent, str, PathLike[str], "HandsPolicy"] | Callable[[State], Any] | Mapping[str, Mapping[str, float]]
)
"""A policy object, an agent that plays one, the name of a baseline or of a policy file, a function of a state, or
{infoset key: {action name: probability}}.

A function returns {action id: probability}, or probabilities in the order of ``state.legal_actions()``.
"""


class HandsPolicy:
    """A policy that answers for all hands of a public state at once: what a network that takes a batch wants.

    Attributes:
        ask: (public state) -> probabilities [actions, hands], in the order of ``public.legal_actions`` and ``rules.hands``;
            what it says of hands that the player cannot hold is not read.
    """

    def __init__(self, ask: Callable[[PublicState], Any]) -> None:
        self.ask = ask


MAX_HISTORIES_ASKED = 1_000_000
"""In poker games with more (about), a function is asked in two histories of each infoset, not in all."""


def tabulate(game: Game, policy: PolicyLike) -> TabularPolicy:
    """The same policy as a table, for all players.

    A function is asked in every history, and must answer alike in all histories of an infoset. In large poker games it is
    asked in two histories of each infoset, with different hands of the opponent. A ``HandsPolicy`` is asked once in each
    public state.

    Raises:
        ValueError: for another game, not a distribution, or different answers within one infoset (it looks at what is
            hidden, or answers at random).
    """
    if isinstance(policy, str | PathLike):
        return named_policy(game, policy)
    policy = policy_of(policy) or policy
    if not isinstance(policy, TabularPolicy):
        check_for_game(game, policy)
    if isinstance(policy, TabularPolicy):
        if policy.game != game:
            raise ValueError(f"policy is for {policy.game}, not for {game}")
        return policy
    if isinstance(policy, Mapping):
        return TabularPolicy.from_dict(game, policy)
    if isinstance(policy, HandsPolicy):
        return TabularPolicy(game, for_all_hands(game, policy))
    if isinstance(policy, Policy):
        ask: Callable[[State], Any] = policy.action_probabilities
    elif callable(policy):
        ask = policy
    else:
        kinds = "a policy object, the name of a baseline or of a policy file, a function of a state, or a mapping"
        raise ValueError(f"policy={policy!r}: must be {kinds}{how_to(policy)}")
    table = game.infosets
    probabilities = np.full(table.size, np.nan)
    for state in states_to_ask(game):
        key = state.infoset_key(state.current_player)
        own = probabilities[table.slice(state.infoset_index())]
        answer = in_legal_order(ask(state), state.legal_actions(), key)
        if np.isnan(own[0]):
            own[:] = answer
        elif not np.allclose(own, answer, rtol=0.0, atol=1e-9):
            raise ValueError(f"infoset {key!r}: the policy answers {own.tolist()} in one history, {answer} in another")
    return TabularPolicy(game, probabilities)


def states_to_ask(game: Game) -> Iterator[State]:
    """All states in which a player acts; in large poker games two of each infoset."""
    if (
        isinstance(game, PokerGame)
        and game.num_players == 2
        and len(game.infosets) * len(game.rules.hands) > MAX_HISTORIES_ASKED
    ):
        yield from two_of_each(game)
        return
    if not fits(game):
        raise too_large(game)
    stack = [game.initial_state()]
    while stack:
        state = stack.pop()
        stack += [state.child(action) for action in state.legal_actions()]
        if not state.is_chance and not state.is_terminal:
            yield state


def two_of_each(game: PokerGame) -> Iterator[State]:
    """For each public decision and each hand of its player two states, in which the opponent has different hands."""
    rules = game.rules
    cards = [set(hand) for hand in rules.hands]
    held = [hand for hand in range(len(cards)) if rules.weights is None or rules.dealable[1][hand]]
    held_first = [hand for hand in range(len(cards)) if rules.weights is None or rules.dealable[0][hand]]
    for public in game.infosets.public_states():
        others = held if public.actor == 0 else held_first
        for hand in game.infosets.hands(public):
            fitting = (o for o in others if not cards[o] & cards[hand] and not cards[o] & set(public.board))
            for other in islice(fitting, 2):
                yield state_at(game, public, (hand, other) if public.actor == 0 else (other, hand))


def for_all_hands(game: Game, policy: HandsPolicy) -> npt.NDArray[np.float64]:
    """The behavioural strategy of a ``HandsPolicy``; ValueError where an answer has the wrong shape or is no distribution."""
    if not isinstance(game, PokerGame):
        raise ValueError(f"a HandsPolicy is for poker games, not for {game}")
    table = game.infosets
    probabilities = np.empty(table.size)
    for public in table.public_states():
        answer = check_floats(f"public state {public.history!r}", policy.ask(public), "must be probabilities [actions, hands]")
        shape = (len(public.moves), len(game.rules.hands))
        if answer.shape != shape:
            raise ValueError(f"public state {public.history!r}: probabilities of shape {answer.shape}, must be {shape}")
        entries = table.entries(public)
        probabilities[entries[entries >= 0]] = answer[entries >= 0]
    return probabilities


def in_legal_order(answer: Any, legal: tuple[int, ...], key: str) -> list[float]:
    """A policy's answer as one number a legal action; ValueError if it names others or has another length."""
    if isinstance(answer, Mapping):
        for action, probability in answer.items():
            if (action not in legal or type(action) is bool or isinstance(action, float)) and probability != 0.0:
                raise ValueError(f"infoset {key!r}: probability {probability} for action {action}; legal: {legal}")
        return numbers([answer.get(action, 0.0) for action in legal], key)
    values = numbers(list(answer), key)
    if len(values) != len(legal):
        raise ValueError(f"infoset {key!r}: {len(values)} probabilities for the {len(legal)} legal actions {legal}")
    return values


def numbers(values: list[Any], key: str) -> list[float]:
    """Probabilities as floats; ValueError if one is no number."""
    if not all(map(is_number, values)):
        raise ValueError(f"infoset {key!r}: the policy answers {values!r}: probabilities must be numbers")
    return [float(x) for x in values]


def profile(game: Game, policies: PolicyLike | Sequence[PolicyLike]) -> TabularPolicy:
    """One policy in which player i plays ``policies[i]``; a single policy is played by all.

    Raises:
        ValueError: not one policy a player, or as in ``tabulate``.
    """
    if isinstance(policies, Sequence) and not isinstance(policies, str):
        if len(policies) != game.num_players:
            raise ValueError(f"{len(policies)} policies for {game.num_players} players: one for each is needed")
        tables = [tabulate(game, policy).probabilities for policy in policies]
        owner = game.infosets.entry_players
        return TabularPolicy(game, np.choose(owner, tables))
    return tabulate(game, policies)
