"""Trained networks at the table: a model of Stable-Baselines3, Tianshou, TorchRL or plain torch as an agent and as a policy.

    agent = RLAgent.of(game, model)
    exploitability(game, agent)  # or exploitability(game, model), which makes an agent of it

torch is imported when a model is taken in (extra ``rl``), never with this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.agents.policies.players import to_player
from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.envs import State
from pokerzoo.envs.core import GameLike, draw_outcome, game_of
from pokerzoo.envs.infosets import may_have_tree
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError

from .models import Scores, library_of, read_model


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

    def __init__(self, game: GameLike, scores: Scores, name: str | None = None, greedy: bool = False) -> None:
        """Play by a function.

        Args:
            game: the game, or an environment of it.
            scores: observations and action masks of n infosets to a score of each action; see ``Scores``.
            name: what reports call it; None: the class's name.
            greedy: take the highest score instead of drawing.

        Raises:
            ValueError: no game, or scores that cannot be called.
        """
        self.game = game_of(game)
        if not callable(scores):
            raise ParameterError("scores", scores, "must be a function of observations and action masks")
        self.name = name or type(self).__name__
        self.greedy = greedy
        self._scores = scores
        self._table: TabularPolicy | None = None

    @classmethod
    def of(cls, game: GameLike, model: Any, *, name: str | None = None, greedy: bool = False) -> RLAgent:
        """Play by a model of any library: of Stable-Baselines3, Tianshou, TorchRL, or a torch module.

        ``exploitability(game, model)`` and all else that takes a player takes models as they are, by this.

        - Stable-Baselines3, sb3-contrib: MaskablePPO, PPO, A2C, TRPO, or DQN and QR-DQN, which play greedily. A model trained
          in ``VecNormalize`` sees observations normalised with its present statistics. Of one that knows no masks the
          probabilities of illegal actions are split across the legal ones.
        - Tianshou 2: a policy, or an algorithm's; with values (DQN) it is greedy, without exploration. Of several agents each
          plays its own seat (``player_0``, ...); in whole hands, whose observations do not name the seat, give one:
          ``RLAgent.of(game, algorithm.get_algorithm("player_0"))``.
        - TorchRL: a ``ProbabilisticActor``, a ``QValueActor`` (greedy), or any module of tensordict that reads ``observation``
          and, if it likes, ``action_mask``; or these of a group, as ``("player_0", "observation", "observation")``.
        - torch: a module from observations, float32 [n, entries], to logits [n, actions]; one that needs two arguments gets the
          masks, bool [n, actions], as the second. A distribution, or a tuple that begins with logits, will do; of a module
          without ``forward`` its ``actor`` is asked.

        Args:
            game: the game, or an environment of it.
            model: the model.
            name: what reports call it; None: the model's class.
            greedy: take the likeliest action instead of drawing.

        Raises:
            ImportError: torch or the library is not installed.
            ValueError: no model, or one that cannot be taken in. Reasons: it has a memory, its actions are not choices from
                a list, it was trained on observations of another size (the error says of which game), or it cannot be
                copied.
        """
        library = library_of(model)
        if library is None:
            raise ParameterError(
                "model", model, "must be a model of Stable-Baselines3, Tianshou or TorchRL, or a torch.nn.Module"
            )
        result = read_model(game_of(game), model, library)
        return cls(game, result.scores, name or type(model).__name__, greedy or result.greedy)

    @property
    def suits_alike(self) -> bool:
        """True where observations ignore suits: then one board stands for all that differ by suits alone."""
        return bool(getattr(self.game, "observes_suits_alike", False))

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
            keys: not used: the network knows only the observation.

        Raises:
            ValueError: inputs that are not this game's, no legal action, or scores of the wrong shape or not finite.
        """
        masks = np.asarray(action_masks) == 1
        wanted = (len(masks), len(self.game.observation_names)), (len(masks), self.game.num_distinct_actions)
        if (np.shape(observations), masks.shape) != wanted:
            raise InputError(
                f"observations of shape {np.shape(observations)} and action masks of shape {masks.shape}: "
                f"{self.game} needs {wanted[0]} and {wanted[1]}"
            )
        if not masks.any(axis=1).all():
            raise ParameterError("action_masks", problem=f"no action is legal in row {int(np.argmin(masks.any(axis=1)))}")
        scores = np.asarray(self._scores(np.asarray(observations, dtype=np.float32), masks.astype(np.int8)), dtype=np.float64)
        if scores.shape != masks.shape:
            raise InputError(f"{self.name}: scores of shape {scores.shape}, must be {masks.shape}: one for each action")
        bad = masks & ~np.isfinite(scores)
        if bad.any():
            row, action = np.argwhere(bad)[0].tolist()
            raise InputError(f"{self.name}: score {scores[row, action]} of the legal action {action}: must be finite")
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
        """Query the network for this one observation, and draw; ``PolicyAgent(agent.tabulate())`` plays the same, faster.

        Args:
            observation: float32 [entries], what the player sees.
            action_mask: int8 [actions], 1 where legal.
            info: holds ``info["infoset"]``, as in ``Agent.act``; ignored.
            rng: the draw takes one number from it.
        """
        (shares,) = self.action_probabilities_batch(observation[None], action_mask[None])
        return draw_outcome(enumerate(shares.tolist()), rng)

    def tabulate(self) -> TabularPolicy:
        """The policy as a table: the first call queries the network at all infosets in one batch.

        Raises:
            ValueError: the game is too large to list its infosets, or as in ``action_probabilities_batch``.
        """
        if self._table is None:
            self._table = to_player(self.game, self).table()
        return self._table

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        """Probability of each legal action, by action.

        From ``tabulate()``; of a game whose infosets cannot be listed by asking the network, about a state only.

        Args:
            where: a state (of its player to move), or the key of an infoset.

        Raises:
            KeyError: the game has no such infoset.
            ValueError: as in ``action_probabilities_batch``; a key in a game whose infosets cannot be listed.
        """
        if isinstance(where, str) or isinstance(self.game, PokerGame) or (self.game.numbered and may_have_tree(self.game)):
            return self.tabulate().action_probabilities(where)
        legal = where.legal_actions()
        mask = np.zeros((1, self.game.num_distinct_actions), dtype=np.int8)
        mask[0, list(legal)] = 1
        (shares,) = self.action_probabilities_batch(where.observation(where.current_player)[None], mask)
        return {action: float(shares[action]) for action in legal}

    def __repr__(self) -> str:
        return f"<RLAgent {self.name} for {self.game}>"
