"""Policies as agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import Game, State, draw_outcome
from pokerzoo.envs.environments.playable import Policy, infoset_in
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.keys import state_at_key


class PolicyAgent:
    """Plays a policy: draws each action with the probability that the policy gives it.

    It asks with the infoset's key. In a hand of another game than the policy's own, as in a session, where stacks and button
    change, it asks with a state of this hand, which shows what the player sees.

    Attributes:
        policy: the policy.
        name: what reports call it; by default how the policy was made.
        game: the game to which the policy takes keys to belong; None: not known.

    >>> import numpy as np
    >>> from pokerzoo.agents import baseline_policy
    >>> from pokerzoo.envs import make_game
    >>> agent = PolicyAgent(baseline_policy(make_game("kuhn"), "always_call"))
    >>> seen, mask, info = np.zeros(17, np.float32), np.ones(3, np.int8), {"infoset": {"key": "K|b"}}
    >>> agent.name, agent.act(seen, mask, info, np.random.default_rng(1))
    ('always_call', 1)
    """

    def __init__(self, policy: Policy, name: str | None = None, game: Game | None = None) -> None:
        self.policy = policy
        self.game: Game | None = getattr(policy, "game", None) if game is None else game
        self.name = name or default_name(policy)

    def act(
        self,
        observation: npt.NDArray[np.float32],
        action_mask: npt.NDArray[np.int8],
        info: Mapping[str, Any],
        rng: np.random.Generator,
    ) -> int:
        """Draw from the policy at ``info["infoset"]``.

        Args:
            observation: float32 [entries], what the player sees; ignored.
            action_mask: int8 [actions], 1 where legal; ignored.
            info: holds ``info["infoset"]``, as in ``Agent.act``.
            rng: the draw takes one number from it.
        """
        return draw_outcome(self.policy.action_probabilities(self._asked_at(infoset_in(info))).items(), rng)

    def _asked_at(self, infoset: Mapping[str, Any]) -> State | str:
        key: str = infoset["key"]
        game = getattr(infoset, "game", None)
        if not isinstance(game, TexasHoldemGame) or game is self.game or game == self.game:
            return key
        return state_at_key(game, key)

    def __repr__(self) -> str:
        return f"<PolicyAgent {self.name}>"


def policy_of(agent: object) -> Policy | None:
    """The policy that an agent is known to play; None where it may deviate."""
    return agent.policy if isinstance(agent, PolicyAgent) and type(agent).act is PolicyAgent.act else None


def default_name(policy: object) -> str:
    """The name a policy goes by in reports: how it was made, else its class."""
    metadata = getattr(policy, "metadata", {})
    if "baseline" in metadata:
        return str(metadata["baseline"])
    if "variant" in metadata:
        return f"{metadata['variant']} {metadata.get('strategy', '')} ({metadata.get('iterations')})"
    return type(policy).__name__
