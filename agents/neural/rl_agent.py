"""Trained networks at the table: a model of Stable-Baselines3, Tianshou or plain torch as an agent and as a policy.

    agent = RLAgent.from_sb3(game, model)
    exploitability(game, agent)

torch is imported when a model is taken in (extra ``rl``), never with this module.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.cfr.solver import game_of
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs import State
from pokerzoo.envs.core import draw
from pokerzoo.envs.environments.infoset_observations import infoset_masks, infoset_observations
from pokerzoo.envs.histories import fits
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.extras import import_extra

Floats = npt.NDArray[np.float64]
Scores: TypeAlias = Callable[[npt.NDArray[np.float32], npt.NDArray[np.int8]], npt.ArrayLike]
"""(observations [n, entries], action masks [n, actions]) -> scores [n, actions]; those of illegal actions are not read."""

BATCH = 100_000
"""The most infosets that a network is asked at once."""


class RLAgent:
    """An agent that scores actions and takes each legal one with the probability of the softmax of the scores.

    It is an ``Agent``, a ``Policy``, and a ``BatchedAgent``, which ``tabulate`` asks for a whole batch at once. Made from a
    model, it is a *snapshot*: the networks are copied, in evaluation mode, and training on does not change it.

    Attributes:
        game: the game it plays.
        name: what reports call it.
        greedy: whether it takes the legal action with the highest score instead (the first of equal ones).

    >>> from pokerzoo.envs import make_game
    >>> agent = RLAgent(make_game("kuhn"), lambda observations, masks: np.log([[1.0, 2.0, 6.0]] * len(masks)))
    >>> {name: round(share, 3) for name, share in agent.tabulate()["K|b"].items()}
    {'fold': 0.333, 'call': 0.667}
    """

    def __init__(self, game: Any, scores: Scores, name: str | None = None, greedy: bool = False) -> None:
        """Play by a function.

        Args:
            game: the game, or an environment of it.
            scores: observations and action masks of n infosets to a score of each action; see ``Scores``.
            name: what reports call it; None: the class's name.
            greedy: take the highest score instead of drawing.

        Raises:
            ValueError: no game, or scores that cannot be called.
        """
        if not callable(scores):
            raise ValueError(f"scores={scores!r}: must be a function of observations and action masks")
        self.game = game_of(game)
        self.name = name or type(self).__name__
        self.greedy = greedy
        self._scores = scores
        self._table: TabularPolicy | None = None

    @classmethod
    def from_torch(cls, game: Any, model: Any, *, name: str | None = None, greedy: bool = False) -> RLAgent:
        """Play by a torch module: observations, float32 [n, entries], to logits [n, actions].

        Raises:
            ImportError: torch is not installed.
            ValueError: not a module, or one that cannot be copied.
        """
        torch = import_torch("RLAgent.from_torch")
        if not isinstance(model, torch.nn.Module):
            raise ValueError(f"model={model!r}: must be a torch.nn.Module")
        own = snapshot(model)
        device = device_of(own)

        floats = next((p.dtype for p in own.parameters() if p.dtype.is_floating_point), torch.float32)

        def scores(observations: npt.NDArray[np.float32], masks: npt.NDArray[np.int8]) -> npt.ArrayLike:
            with torch.no_grad():
                try:
                    return to_array(own(torch.as_tensor(observations, dtype=floats, device=device)))
                except Exception as error:
                    wanted = f"must take observations {observations.shape} and give logits {masks.shape}"
                    raise ValueError(f"{type(model).__name__}: {wanted}: {error}") from error

        return cls(game, scores, name or type(model).__name__, greedy)

    @classmethod
    def from_sb3(cls, game: Any, model: Any, *, name: str | None = None, greedy: bool = False) -> RLAgent:
        """Play by a model of Stable-Baselines3 or sb3-contrib: MaskablePPO, PPO, A2C, TRPO, or DQN and QR-DQN.

        Observations may be the vector (``mask_in="info"``) or the dictionary with the mask. Those of a model that was trained
        in ``VecNormalize`` are normalised as they stand now. DQN and QR-DQN are greedy, without their exploration. A model
        that knows no masks is asked for its probabilities of the legal actions; the rest is shared out among them.

        Raises:
            ImportError: torch is not installed.
            ValueError: another kind of model: a recurrent one, one with continuous actions, one that cannot be copied.
        """
        torch = import_torch("RLAgent.from_sb3")
        policy = snapshot_of_sb3(getattr(model, "policy", model))
        if "Recurrent" in type(policy).__name__ or not callable(getattr(policy, "obs_to_tensor", None)):
            raise ValueError(f"model={model!r}: must be a model of Stable-Baselines3 whose policy has no memory")
        normaliser = getattr(model, "get_vec_normalize_env", lambda: None)()
        normaliser = copy.deepcopy(normaliser) if normaliser is not None else None  # without its environments
        in_dict = hasattr(policy.observation_space, "spaces")
        values = next((net for net in ("q_net", "quantile_net") if hasattr(policy, net)), None)
        if values is None and not callable(getattr(policy, "get_distribution", None)):
            raise ValueError(f"model={model!r}: {type(policy).__name__} gives no distribution over actions")

        def scores(observations: npt.NDArray[np.float32], masks: npt.NDArray[np.int8]) -> npt.ArrayLike:
            seen: Any = {"observation": observations, "action_mask": masks} if in_dict else observations
            if normaliser is not None:
                seen = normaliser.normalize_obs(seen)
            with torch.no_grad():
                tensor, _ = policy.obs_to_tensor(seen)
                if values is not None:
                    found = getattr(policy, values)(tensor)
                    return to_array(found.mean(dim=1) if values == "quantile_net" else found)
                inner = policy.get_distribution(tensor).distribution
                if not hasattr(inner, "logits"):
                    raise ValueError(f"{type(policy).__name__}: its actions are not choices from a list")
                return to_array(inner.logits)

        return cls(game, scores, name or type(model).__name__, greedy or values is not None)

    @classmethod
    def from_tianshou(cls, game: Any, model: Any, *, name: str | None = None, greedy: bool = False) -> RLAgent:
        """Play by a policy of Tianshou 2, or by an algorithm's (``algorithm.policy``).

        The policy is given observations as in ``tianshou.env.PettingZooEnv``: ``obs``, ``mask`` and ``agent_id``. Policies
        with a distribution are drawn from; those with values, as DQN's, are greedy, without exploration. Of several agents
        give one: ``RLAgent.from_tianshou(game, algorithm.get_algorithm("player_0"))``.

        Raises:
            ImportError: torch or Tianshou is not installed.
            ValueError: another kind of policy, one of several agents, or one that cannot be copied.
        """
        torch = import_torch("RLAgent.from_tianshou")
        batch_of = import_extra("tianshou.data", "RLAgent.from_tianshou needs Tianshou", "rl").Batch
        policy = getattr(model, "policy", model)
        if hasattr(policy, "policies"):
            raise ValueError(f"model={type(model).__name__}: of several agents; give one's, of get_algorithm('player_0')")
        if not isinstance(policy, torch.nn.Module):
            raise ValueError(f"model={model!r}: must be a policy or an algorithm of Tianshou 2")
        policy = snapshot(policy)
        greedy = greedy or not hasattr(policy, "dist_fn")

        def scores(observations: npt.NDArray[np.float32], masks: npt.NDArray[np.int8]) -> npt.ArrayLike:
            seen = batch_of(obs=observations, mask=masks == 1)
            with torch.no_grad():
                answer = policy(batch_of(obs=seen, info=batch_of()), state=None)
            inner = getattr(answer, "dist", None)
            found = answer.logits if inner is None else inner.logits
            return to_array(found)

        return cls(game, scores, name or type(model).__name__, greedy)

    def action_probabilities_batch(
        self,
        observations: npt.NDArray[np.float32],
        action_masks: npt.NDArray[np.int8],
        keys: Sequence[str] | None = None,
    ) -> Floats:
        """float64 [n, actions]: the probability of each action in n infosets, exactly 0 where it is not legal.

        Args:
            observations: float32 [n, entries].
            action_masks: int8 [n, actions], 1 where legal.
            keys: not used: what the network knows is what it sees.

        Raises:
            ValueError: inputs that are not this game's, no legal action, or scores of the wrong shape or not finite.
        """
        masks = np.asarray(action_masks) == 1
        wanted = (len(masks), len(self.game.observation_names)), (len(masks), self.game.num_distinct_actions)
        if (np.shape(observations), masks.shape) != wanted:
            raise ValueError(
                f"observations of shape {np.shape(observations)} and action masks of shape {masks.shape}: "
                f"{self.game} needs {wanted[0]} and {wanted[1]}"
            )
        if not masks.any(axis=1).all():
            raise ValueError(f"action_masks: no action is legal in row {int(np.argmin(masks.any(axis=1)))}")
        scores = np.asarray(self._scores(np.asarray(observations, dtype=np.float32), masks.astype(np.int8)), dtype=np.float64)
        if scores.shape != masks.shape:
            raise ValueError(f"{self.name}: scores of shape {scores.shape}, must be {masks.shape}: one for each action")
        bad = masks & ~np.isfinite(scores)
        if bad.any():
            row, action = np.argwhere(bad)[0].tolist()
            raise ValueError(f"{self.name}: score {scores[row, action]} of the legal action {action}: must be finite")
        scores = np.where(masks, scores, -np.inf)
        if self.greedy:
            return np.asarray(np.eye(masks.shape[1])[np.argmax(scores, axis=1)], dtype=np.float64)
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(shares / shares.sum(axis=1, keepdims=True), dtype=np.float64)

    def act(
        self,
        observation: npt.NDArray[np.float32],
        action_mask: npt.NDArray[np.int8],
        info: Mapping[str, Any],
        rng: np.random.Generator,
    ) -> int:
        """Ask the network about this one observation, and draw; ``PolicyAgent(agent.tabulate())`` plays the same, faster."""
        (shares,) = self.action_probabilities_batch(observation[None], action_mask[None])
        return draw(enumerate(shares.tolist()), rng)

    def tabulate(self) -> TabularPolicy:
        """The policy as a table: the network is asked at all infosets in one batch, the first time.

        Raises:
            ValueError: the game is too large to list its infosets, or as in ``action_probabilities_batch``.
        """
        if self._table is None:
            table = self.game.infosets
            observations, masks = infoset_observations(self.game), infoset_masks(self.game)
            pieces = [slice(start, start + BATCH) for start in range(0, len(table), BATCH)]
            shares = np.concatenate([self.action_probabilities_batch(observations[piece], masks[piece]) for piece in pieces])
            # Legal actions are listed in ascending order, and rows of the table one after the other, as here.
            self._table = TabularPolicy(self.game, shares[masks == 1], {"agent": self.name})
        return self._table

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        """Probability of each legal action, in a state (of its player to move) or in the infoset with this key.

        From ``tabulate()``; of a game whose infosets cannot be listed by asking the network, about a state only.

        Raises:
            KeyError: the game has no such infoset.
            ValueError: as in ``action_probabilities_batch``; a key in a game whose infosets cannot be listed.
        """
        if isinstance(where, str) or isinstance(self.game, PokerGame) or fits(self.game):
            return self.tabulate().action_probabilities(where)
        legal = where.legal_actions()
        mask = np.zeros((1, self.game.num_distinct_actions), dtype=np.int8)
        mask[0, list(legal)] = 1
        (shares,) = self.action_probabilities_batch(where.observation(where.current_player)[None], mask)
        return {action: float(shares[action]) for action in legal}

    def __repr__(self) -> str:
        return f"<RLAgent {self.name} for {self.game}>"


def import_torch(what: str) -> Any:
    """The module torch; ImportError, which says how to get it, if it is not installed."""
    return import_extra("torch", f"{what} needs torch", "rl")


def snapshot(module: Any) -> Any:
    """A copy of a module in evaluation mode (no dropout); ValueError if it cannot be copied."""
    try:
        own = copy.deepcopy(module)
    except (RuntimeError, TypeError) as error:
        raise ValueError(f"{type(module).__name__} cannot be copied: {error}") from error
    return own.eval() if callable(getattr(own, "eval", None)) else own


def snapshot_of_sb3(policy: Any) -> Any:
    """A copy of a policy of Stable-Baselines3 without the distribution that it was last asked for, which has no copy."""
    holder = getattr(policy, "action_dist", None)
    last = getattr(holder, "distribution", None)
    if last is None:
        return snapshot(policy)
    holder.distribution = None  # type: ignore[union-attr]
    try:
        return snapshot(policy)
    finally:
        holder.distribution = last  # type: ignore[union-attr]


def device_of(module: Any) -> Any:
    """Where a module's parameters lie; None if it has none."""
    return next((parameter.device for parameter in module.parameters()), None)


def to_array(tensor: Any) -> Floats:
    """A tensor's numbers."""
    return np.asarray(tensor.detach().cpu().numpy(), dtype=np.float64)
