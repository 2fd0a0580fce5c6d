"""Agents, which act on what an environment shows them, and policies as agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.environments.agent_protocol import Agent
from pokerzoo.envs.environments.dealer import draw

from .policy import Policy

__all__ = ["Agent", "PolicyAgent", "check_for_game", "default_name", "policy_of"]


class PolicyAgent:
    """Plays a policy: draws each action with the probability that the policy gives it.

    Attributes:
        policy: the policy.
        name: what reports call it.
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
        """Draw from the policy at ``info["infoset"]["key"]``."""
        return draw(self.policy.action_probabilities(info["infoset"]["key"]).items(), rng)

    def __repr__(self) -> str:
        return f"<PolicyAgent {self.name}>"


def policy_of(agent: object) -> Policy | None:
    """The policy that an agent plays for certain; None where it may do otherwise."""
    return agent.policy if isinstance(agent, PolicyAgent) and type(agent).act is PolicyAgent.act else None


def check_for_game(game: Game, agent: object) -> None:
    """ValueError if ``agent`` is a policy of another game, or plays one."""
    policy = getattr(agent, "policy", agent)
    policy = agent if callable(policy) else policy  # some make their policy when asked
    other = getattr(policy, "game", game)
    if isinstance(policy, Policy) and isinstance(other, Game) and other != game:
        raise ValueError(f"agent: a policy for {other}, not for {game}")


def default_name(policy: object) -> str:
    """The name a policy goes by in reports: how it was made, else its class."""
    metadata = getattr(policy, "metadata", {})
    if "baseline" in metadata:
        return str(metadata["baseline"])
    if "variant" in metadata:
        return f"{metadata['variant']} {metadata.get('strategy', '')} ({metadata.get('iterations')})"
    return type(policy).__name__
