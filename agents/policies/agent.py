"""Agents, which act on what an environment shows them or answer for many infosets at once, and policies as agents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import draw_outcome
from pokerzoo.envs.environments.agent_protocol import Agent
from pokerzoo.envs.poker.public_state import PublicState

from .policy import Policy

__all__ = ["Agent", "BatchedAgent", "HandsPolicy", "PolicyAgent", "default_name", "policy_of"]


class PolicyAgent:
    """Plays a policy: draws each action with the probability that the policy gives it.

    Attributes:
        policy: the policy.
        name: what reports call it; by default how the policy was made.

    >>> import numpy as np
    >>> from pokerzoo.agents import baseline_policy
    >>> from pokerzoo.envs import make_game
    >>> agent = PolicyAgent(baseline_policy(make_game("kuhn"), "always_call"))
    >>> seen, mask, info = np.zeros(17, np.float32), np.ones(3, np.int8), {"infoset": {"key": "K|b"}}
    >>> agent.name, agent.act(seen, mask, info, np.random.default_rng(1))
    ('always_call', 1)
    """

    def __init__(self, policy: Policy, name: str | None = None) -> None:
        self.policy = policy
        self.name = name or default_name(policy)

    def act(
        self,
        observation: npt.NDArray[np.float32],
        action_mask: npt.NDArray[np.int8],
        info: Mapping[str, Any],
        rng: np.random.Generator,
    ) -> int:
        """Draw from the policy at ``info["infoset"]["key"]``.

        Args:
            observation: float32 [entries], what the player sees; not looked at.
            action_mask: int8 [actions], 1 where legal; not looked at.
            info: holds ``info["infoset"]``, as in ``Agent.act``.
            rng: the draw takes one number from it.
        """
        return draw_outcome(self.policy.action_probabilities(info["infoset"]["key"]).items(), rng)

    def __repr__(self) -> str:
        return f"<PolicyAgent {self.name}>"


@runtime_checkable
class BatchedAgent(Protocol):
    """An agent that answers with probabilities, for many infosets at once, such as a neural network.

    >>> from pokerzoo.envs import make_game
    >>> from pokerzoo.evaluation import exploitability
    >>> class AnyLegalAction:
    ...     def action_probabilities_batch(self, observations, action_masks, keys):
    ...         return action_masks / action_masks.sum(axis=1, keepdims=True)
    >>> round(exploitability(make_game("kuhn"), AnyLegalAction()), 4)
    0.4583
    """

    def action_probabilities_batch(
        self, observations: npt.NDArray[np.float32], action_masks: npt.NDArray[np.int8], keys: Sequence[str]
    ) -> npt.ArrayLike:
        """Probabilities [n, actions] of each action in each of n infosets, zero where the action is not legal.

        Args:
            observations: float32 [n, entries]; the game's ``observation_names`` name the entries.
            action_masks: int8 [n, actions], 1 where legal; actions are ids below ``num_distinct_actions``.
            keys: the key of each infoset, as ``info["infoset"]["key"]`` has it.
        """
        ...


class HandsPolicy:
    """A policy that answers for all hands of a public state at once, such as a network that takes a batch.

    Attributes:
        ask: (public state) -> probabilities [actions, hands], in the order of ``public.legal_actions`` and ``rules.hands``;
            what it says of hands that the player cannot hold is not read.

    >>> import numpy as np
    >>> from pokerzoo.envs import make_game
    >>> from pokerzoo.evaluation import exploitability
    >>> def ask(public):
    ...     legal, hands = len(public.legal_actions), len(public.rules.hands)
    ...     return np.full((legal, hands), 1 / legal)
    >>> round(exploitability(make_game("leduc"), HandsPolicy(ask)), 4)
    2.3736
    """

    def __init__(self, ask: Callable[[PublicState], npt.ArrayLike]) -> None:
        self.ask = ask


def policy_of(agent: object) -> Policy | None:
    """The policy that an agent plays for certain; None where it may do otherwise."""
    return agent.policy if isinstance(agent, PolicyAgent) and type(agent).act is PolicyAgent.act else None


def default_name(policy: object) -> str:
    """The name a policy goes by in reports: how it was made, else its class."""
    metadata = getattr(policy, "metadata", {})
    if "baseline" in metadata:
        return str(metadata["baseline"])
    if "variant" in metadata:
        return f"{metadata['variant']} {metadata.get('strategy', '')} ({metadata.get('iterations')})"
    return type(policy).__name__
