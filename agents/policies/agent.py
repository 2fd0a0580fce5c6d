"""Policies as agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import draw_outcome
from pokerzoo.envs.environments.playable import Policy


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
