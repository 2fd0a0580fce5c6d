"""A turn environment as one learner sees it: from one of the learner's own decisions to the next.

Between two decisions of a player others act, and the hand may end on one of *their* actions. A learner that takes what an
environment shows step by step takes the opponent's observation for its own next one. It learns what a hand paid only if
the last action was its own: it never learns that its bet was called and lost. ``TurnWrapper`` puts that right, for any
learning library that can be given transitions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

if TYPE_CHECKING:
    from pettingzoo import AECEnv


@dataclass(frozen=True)
class Transition:
    """Outcome of one decision.

    Attributes:
        agent: who decided.
        observation: float32 [entries], what that player saw.
        action_mask: int8 [actions], what was legal.
        action: the action.
        reward: what the player was paid from then until the player's next decision, or until the end.
        next_observation: float32 [entries], what the player sees at the next own decision, or at the end.
        next_action_mask: int8 [actions], what is legal there; all ones at the end.
        terminated: whether the hand is over for the player.
        truncated: whether it was cut off (games of this package never are).
        note: what the caller gave to ``step`` with the action, such as its log-probability.

    >>> from pokerzoo.envs import TurnWrapper, kuhn_v0
    >>> turns = TurnWrapper(kuhn_v0.env())
    >>> turns.reset(seed=1)
    >>> _ = turns.step(2)
    >>> turns.step(0)[0].reward  # of the bet, after a fold
    1.0
    """

    agent: str
    observation: npt.NDArray[np.float32]
    action_mask: npt.NDArray[np.int8]
    action: int
    reward: float
    next_observation: npt.NDArray[np.float32]
    next_action_mask: npt.NDArray[np.int8]
    terminated: bool
    truncated: bool
    note: Any = None

    @property
    def done(self) -> bool:
        """True if this was the player's last decision of the hand."""
        return self.terminated or self.truncated


class TurnWrapper:
    """Play an ``AECEnv`` with action masks and collect complete transitions of all players.

    Every decision becomes one transition, given out as soon as it is complete: at the player's next decision or at the end.
    At the end every player who has decided gets a last one, with the payoff of the hand. A player who was
    never asked has no transition.

    Attributes:
        env: the environment.
        agent: who is to decide, None before ``reset`` and once the hand is over.
        observation: float32 [entries], what that player sees.
        action_mask: int8 [actions], what is legal.

    >>> from pokerzoo.envs import kuhn_v0
    >>> turns = TurnWrapper(kuhn_v0.env())
    >>> turns.reset(seed=1)
    >>> turns.step(2), turns.agent  # player_0 bets; that decision is still open
    ([], 'player_1')
    >>> [(t.agent, t.action, t.reward, t.terminated) for t in turns.step(0)]  # player_1 folds
    [('player_0', 2, 1.0, True), ('player_1', 0, -1.0, True)]
    """

    def __init__(self, env: AECEnv[str, Any, Any]) -> None:
        """Wrap an environment.

        Args:
            env: a PettingZoo ``AECEnv`` whose masks are in its observations or in its infos.
        """
        self.env = env
        self.agent: str | None = None
        self._open: dict[str, tuple[npt.NDArray[np.float32], npt.NDArray[np.int8], int, Any]] = {}
        self._owed: dict[str, float] = {}

    def reset(self, seed: int | None = None) -> None:
        """Deal a new hand; open transitions of an unfinished one are dropped.

        Args:
            seed: of the environment; None: its generator continues.
        """
        self.env.reset(seed=seed)
        self._open.clear()
        self._owed = dict.fromkeys(self.env.agents, 0.0)
        self._collect([])

    def step(self, action: int, note: Any = None) -> list[Transition]:
        """Play an action for ``agent``.

        Args:
            action: the action, an integer.
            note: kept in the transition, such as the action's log-probability.

        Returns:
            The transitions that are complete now, in the order of their decisions.

        Raises:
            ResetNeeded: no hand is being played.
            ValueError: the action is not legal; the hand can continue with a legal one.
        """
        if self.agent is None:
            raise ResetNeeded("no hand is being played: call reset() first")
        agent = self.agent
        self.env.step(action)
        self._open[agent] = (self.observation, self.action_mask, int(action), note)
        for name, reward in self.env.rewards.items():
            self._owed[name] += float(reward)
        done: list[Transition] = []
        self._collect(done)
        return done

    def _collect(self, done: list[Transition]) -> None:
        """Collect the transitions that are complete, and advance to the next decision."""
        env = self.env
        for name in list(self._open):
            if env.terminations.get(name, True) or env.truncations.get(name, False):
                done.append(self._close(name, bool(env.terminations.get(name, True)), bool(env.truncations.get(name, False))))
        # Those who are out are taken off the table: PettingZoo wants a None of each.
        while env.agents and (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            env.step(None)
        if not env.agents:
            self.agent = None
            return
        self.agent = env.agent_selection
        if self.agent in self._open:
            done.append(self._close(self.agent, False, False))
        self._owed[self.agent] = 0.0
        self.observation, self.action_mask = self._view(self.agent)

    def _close(self, agent: str, terminated: bool, truncated: bool) -> Transition:
        observation, mask, action, note = self._open.pop(agent)
        following, allowed = self._view(agent)
        reward = self._owed[agent]
        return Transition(agent, observation, mask, action, reward, following, allowed, terminated, truncated, note)

    def _view(self, agent: str) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        seen: Any = self.env.observe(agent)
        if isinstance(seen, dict):
            return seen["observation"], seen["action_mask"]
        return seen, self.env.infos[agent]["action_mask"]
