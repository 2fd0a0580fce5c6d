"""Any policy of two-player poker as a function of the public state that answers for all hands at once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import Policy, PolicyAgent, TabularPolicy, baseline_policy
from pokerzoo.envs.poker.game import PokerGame, state_at
from pokerzoo.envs.poker.infosets import infoset_key
from pokerzoo.envs.poker.public_state import PublicState

from .agent_policy import BatchedAgent, hands_policy
from .policy_tables import HandsPolicy, in_legal_order

Floats = npt.NDArray[np.float64]
KEPT_ANSWERS = 2048
"""Public states whose strategies a sampled LBR keeps (40 kB each with four actions and all hands)."""


def seat_lookup(game: PokerGame, policy: Any, seat: int) -> Any:
    """(public state in which ``seat`` acts) -> float64 [actions, hands]: the strategy, checked; the last ones are kept."""
    ask = hands_lookup(game, policy)

    def checked(public: PublicState) -> Floats:
        if public.actor != seat:
            raise ValueError(f"public state {public.history!r}: player {public.actor} acts there, not {seat}")
        answer, shape = np.asarray(ask(public), dtype=np.float64), (len(public.moves), len(game.rules.hands))
        if answer.shape != shape:
            raise ValueError(f"public state {public.history!r}: probabilities of shape {answer.shape}, must be {shape}")
        held = game.infosets.hands(public)
        own = answer[:, held]
        wrong = ~np.isfinite(own).all(axis=0) | (own < 0.0).any(axis=0) | ~(np.abs(own.sum(axis=0) - 1.0) <= 1e-6)
        if wrong.any():
            at = int(np.argmax(wrong))
            key = infoset_key(game.rules, held[at], public)
            raise ValueError(f"infoset {key!r}: probabilities {own[:, at].tolist()}: must not be negative and must sum to 1")
        result = np.zeros(shape)
        result[:, held] = own
        return result

    return lru_cache(KEPT_ANSWERS)(checked)


def hands_lookup(game: PokerGame, policy: Any) -> Any:
    """(public state) -> probabilities [actions, hands], from anything that has a policy."""
    rules = game.rules
    if isinstance(policy, PolicyAgent):
        policy = policy.policy
    if isinstance(policy, str):
        policy = baseline_policy(policy, game)
    if isinstance(policy, HandsPolicy):
        return policy.ask
    if isinstance(policy, BatchedAgent):
        return hands_policy(policy, game).ask
    if isinstance(policy, TabularPolicy):
        if policy.game != game:
            raise ValueError(f"policy is for {policy.game}, not for {game}")
        table, padded = game.infosets, np.append(policy.probabilities, 0.0)  # entry -1 reads this zero

        def look_up(public: PublicState) -> Floats:
            return padded[table.entries(public)]

        return look_up
    answer_of = one_hand_lookup(game, policy)

    def ask_each(public: PublicState) -> Floats:
        answer = np.zeros((len(public.moves), len(rules.hands)))
        for hand in game.infosets.hands(public):
            key = infoset_key(rules, hand, public)
            answer[:, hand] = in_legal_order(answer_of(public, hand, key), public.legal_actions, key)
        return answer

    return ask_each


def one_hand_lookup(game: PokerGame, policy: Any) -> Any:
    """(public state, hand, infoset key) -> what the policy answers there, for policies that know one infoset at a time."""
    if isinstance(policy, Policy):
        return lambda public, hand, key: policy.action_probabilities(key)
    if hasattr(policy, "keys") and hasattr(policy, "__getitem__"):

        def by_name(public: PublicState, hand: int, key: str) -> dict[int, float]:
            if key not in policy:
                raise ValueError(f"infoset {key!r} is missing")
            return {action: policy[key].get(public.action_name(action), 0.0) for action in public.legal_actions}

        return by_name
    if callable(policy):

        def in_a_state(public: PublicState, hand: int, key: str) -> Any:
            return policy(state_at(game, public, dealt_with(game, public, hand)))

        return in_a_state
    raise ValueError(
        f"policy={policy!r}: must be a policy, a BatchedAgent, a baseline's name, a function of a state, or a mapping"
    )


def dealt_with(game: PokerGame, public: PublicState, hand: int) -> tuple[int, int]:
    """Hands of both players with ``hand`` the actor's: what the function of a state is shown."""
    rules, actor = game.rules, public.actor
    for other in rules.hands_left(public.board + rules.hands[hand]):
        if rules.weights is None or rules.dealable[1 - actor][other]:
            return (hand, other) if actor == 0 else (other, hand)
    raise ValueError(f"{rules.hand_names[hand]} leaves the opponent no hand")
