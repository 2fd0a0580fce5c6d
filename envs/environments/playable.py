"""Agents (which act), policies (which have probabilities), and what ``pokerzoo.agents`` converts to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import State
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.errors import InputError


class Decision(Protocol):
    """A point at which a player is to act, and the hands that the player may have there.

    A public state of a poker game (``PublicState``) is one, for all hands; so is a state of a whole hand, of whose cards only
    the public ones count. A state of any other game is one with a single hand, that of its player to move.

    >>> from pokerzoo.envs import make_game
    >>> decision = make_game("kuhn").rules.root.child(1)  # after a check
    >>> decision.current_player, decision.legal_actions(), decision.num_hands, decision.key(2)
    (1, (1, 2), 3, 'K|x')
    """

    @property
    def current_player(self) -> int:
        """The player to act."""

    @property
    def num_hands(self) -> int:
        """The number of hands: the columns of a strategy."""

    def legal_actions(self) -> tuple[int, ...]:
        """The actions, by id: the rows of a strategy."""

    def action_name(self, action: int) -> str:
        """The name of an action.

        Args:
            action: one of ``legal_actions()``.
        """

    def key(self, hand: int) -> str:
        """The key of the infoset of a hand.

        Args:
            hand: its number, below ``num_hands``.
        """


@runtime_checkable
class Agent(Protocol):
    """An object that chooses an action from what an environment shows it.

    >>> from pokerzoo.envs import make_game
    >>> from pokerzoo.evaluation import head_to_head
    >>> class Caller:
    ...     def act(self, observation, action_mask, info, rng):
    ...         return 1  # check or call
    >>> head_to_head(make_game("kuhn"), [Caller(), "always_call"], hands=100, seed=1).names
    ('Caller 0', 'always_call')
    """

    def act(
        self,
        observation: npt.NDArray[np.float32],
        action_mask: npt.NDArray[np.int8],
        info: Mapping[str, Any],
        rng: np.random.Generator,
    ) -> int:
        """An action whose entry in ``action_mask`` is 1.

        Args:
            observation: float32 vector; ``observation_names`` of the game or environment name its entries.
            action_mask: int8 [actions], 1 where legal.
            info: holds ``info["infoset"]``: ``{"key": ..., "index": ...}``, of whole hands the key alone. In a loop of your own
                it is ``env.agent_info()``.
            rng: the only source of chance an agent may use.
        """
        ...


def infoset_in(info: Mapping[str, Any]) -> Mapping[str, Any]:
    """The infoset in what an agent is given; ValueError where it is an environment's own info, which has none."""
    if "infoset" not in info:
        raise InputError(
            "info has no 'infoset': an agent of this package needs it; in a loop of your own give act env.agent_info(), "
            "not the info of last(), reset() or step()"
        )
    infoset: Mapping[str, Any] = info["infoset"]
    return infoset


@runtime_checkable
class Policy(Protocol):
    """An object that knows the probability of each legal action.

    >>> from pokerzoo.agents import TabularPolicy
    >>> from pokerzoo.envs import make_game
    >>> isinstance(TabularPolicy.uniform(make_game("kuhn")), Policy)
    True
    """

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        """Probability of each legal action of the player to move, by action.

        Args:
            where: a state, or the key of an infoset. In a session of whole hands, where each hand has its own stacks and
                button (``where.game``), it is a state, which shows what the player to move sees; a key of such a hand would
                not tell them.
        """
        ...


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


@runtime_checkable
class StrategyPolicy(Protocol):
    """A policy that answers for all hands of a decision at once, such as one that lists strategies or solves.

    Where it has ``suits_alike = True`` it says that it answers alike where suits alone differ. A large game is then measured on
    the boards that stand for all: see ``pokerzoo.evaluation.measure``.

    >>> import numpy as np
    >>> from pokerzoo.envs import make_game
    >>> from pokerzoo.evaluation import exploitability
    >>> class Uniform:
    ...     def strategy(self, decision, hands=None):
    ...         legal = len(decision.legal_actions())
    ...         return np.full((legal, decision.num_hands), 1 / legal)
    >>> round(exploitability(make_game("leduc"), Uniform()), 4)
    2.3736
    """

    def strategy(self, decision: Any, hands: Int64s | None = None) -> Any:
        """Probabilities [legal actions, hands] at a decision, as ``decision.legal_actions()`` and the deck list them.

        An array, or a sparse one of SciPy, which is much faster where every amount may be bet.

        Args:
            decision: a ``Decision``: a ``PublicState``, or a state of a whole hand, of whose cards only the public ones count.
            hands: the numbers of the hands whose columns are read; None: of all that the player can have.
        """
        ...


@runtime_checkable
class PolicyTrainer(Protocol):
    """A trainer, which plays its average policy so far."""

    def average_policy(self) -> Policy:
        """The policy."""
        ...


class LibraryModel(Protocol):
    """A model of a learning library that holds its network in a separate object, as Stable-Baselines3 and Tianshou do."""

    @property
    def policy(self) -> Any:
        """The network."""


Playable: TypeAlias = (
    Policy
    | StrategyPolicy
    | Agent
    | BatchedAgent
    | PolicyTrainer
    | LibraryModel
    | str
    | PathLike[str]
    | Callable[[State], Any]
    | Mapping[str, Mapping[str, float]]
)
"""Anything that can play:

- a policy, as an object, as {infoset key: {action name: probability}}, or as a function of a state that returns {action id:
  probability} or probabilities in the order of ``state.legal_actions()``;
- an object with ``strategy(decision, hands=None)``, which answers for all hands of a decision at once;
- the name of a player (``random``, ``honest``, ...) or of a policy file, with ``best_response:`` before it if it is to be
  exploited;
- an agent: an object with ``act``, with ``action_probabilities_batch``, or both;
- a trainer, which plays its average policy, and a model of Stable-Baselines3, Tianshou, TorchRL or torch, as
  ``RLAgent.of`` takes it in.
"""


class Uniform:
    """Takes every legal action with equal probability: an agent, and a policy, of any game."""

    suits_alike = True

    def act(
        self,
        observation: npt.NDArray[np.float32],
        action_mask: npt.NDArray[np.int8],
        info: Mapping[str, Any],
        rng: np.random.Generator,
    ) -> int:
        """See ``Agent.act``."""
        legal = action_mask.nonzero()[0]
        return int(legal[int(rng.integers(len(legal)))])

    def strategy(self, decision: Any, hands: Int64s | None = None) -> Floats:
        """See ``StrategyPolicy.strategy``."""
        legal = len(decision.legal_actions())
        return np.full((legal, decision.num_hands), 1.0 / legal)
