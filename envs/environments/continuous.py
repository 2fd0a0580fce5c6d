"""Wrappers in which a bet of a whole hand is a share of the way from the least to the most.

They are for games in which every whole amount is an action, ``bet_sizes="any"``. The same three kinds of actions are there at
each decision, however many chips there are: 0 fold, 1 check or call, 2 bet or raise.

``` python
env = ContinuousAmountsEnv(gymnasium.make("pokerzoo/TexasHoldem-v0", bet_sizes="any"))
env.reset(seed=1)
env.step({"kind": 2, "share": 0.25})
```
"""

from __future__ import annotations

from math import isfinite
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from pettingzoo.utils.wrappers import BaseWrapper

from pokerzoo.envs.core import Game, State
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import BET, LEAST_TO, LEGAL, MOST_TO, STATUS, TO_ACT
from pokerzoo.envs.whole_hands.state import TexasHoldemState

KINDS = 3
"""Fold, check or call, bet or raise."""


class ShareActions:
    """Common part of both wrappers: spaces, masks, and action ids."""

    def __init__(self, game: Game, flat: bool) -> None:
        if not isinstance(game, TexasHoldemGame) or not game.any_amount:
            raise ValueError(f"env: plays {game.name}; must play whole hands with bet_sizes='any' (texas_holdem)")
        self.flat = flat

    def action_space(self) -> spaces.Space[Any]:
        """A new space of one action."""
        if self.flat:
            return spaces.Box(-1.0, 1.0, (KINDS + 1,), np.float32)
        return spaces.Dict({"kind": spaces.Discrete(KINDS), "share": spaces.Box(0.0, 1.0, (), np.float32)})

    def observation_space(self, space: spaces.Space[Any]) -> spaces.Space[Any]:
        """Observation space with a mask of the three kinds, if it has a mask."""
        if not isinstance(space, spaces.Dict):
            return space
        return spaces.Dict({"observation": space["observation"], "kind_mask": spaces.Box(0, 1, (KINDS,), np.int8)})

    def masked(self, told: Any) -> Any:
        """An observation or an info with the mask of the three kinds in place of that of all amounts."""
        if isinstance(told, dict) and "action_mask" in told:
            rest = told.copy()
            return rest | {"kind_mask": kinds_of(rest.pop("action_mask"))}
        return told

    def action(self, state: State, given: Any) -> int:
        """The action id of an action of the space; ValueError for another."""
        assert isinstance(state, TexasHoldemState)
        row = state.row
        if self.flat:
            numbers = np.asarray(given, dtype=np.float64)
            if numbers.shape != (KINDS + 1,) or not (np.abs(numbers) <= 1).all():
                raise ValueError(f"action {brief(given)}: must be {KINDS + 1} numbers from -1 to 1")
            if row.item(STATUS) != TO_ACT:
                return 0
            allowed = np.array([row.item(LEGAL) & 1, 1, row.item(MOST_TO)], dtype=np.bool_)
            kind, share = int(np.where(allowed, numbers[:KINDS], -2.0).argmax()), (float(numbers[KINDS]) + 1) / 2
        else:
            kind, share = kind_and_share(given)
        if kind < BET or row.item(STATUS) != TO_ACT or not row.item(MOST_TO):
            return kind
        least, most = row.item(LEAST_TO), row.item(MOST_TO)
        return int(BET + least - 1 + round(share * (most - least)))


def kind_and_share(given: Any) -> tuple[int, float]:
    """The two parts of an action; ValueError unless they are in the space."""
    try:
        kind, share = int(given["kind"]), float(given["share"])
        if kind != given["kind"] or not isfinite(share):
            raise ValueError
    except (KeyError, TypeError, ValueError, IndexError):
        kind, share = -1, 0.0
    if not 0 <= kind < KINDS or not 0.0 <= share <= 1.0:
        raise ValueError(
            f"action {brief(given)}: must have a kind (0 fold, 1 check or call, 2 bet or raise) and a share from 0 to 1"
        )
    return kind, share


def kinds_of(mask: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """int8 [3]: whether fold, call, any bet are allowed."""
    return np.array([mask[0], mask[1], mask[BET:].any()], dtype=np.int8)


class ContinuousAmountsEnv(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """A Gymnasium environment of whole hands in which a bet is a share of the way from the least to the most.

    An action is ``{"kind": 0, 1 or 2, "share": from 0 to 1}``: fold; check or call; bet or raise. Share 0 is the least bet or
    raise, 1 the most (all-in, or the pot under pot limit), rounded to whole chips between; other kinds ignore it. In place
    of ``action_mask`` there is ``kind_mask``, int8 [3]: the allowed kinds.

    Args:
        env: one seat of whole hands with ``bet_sizes="any"``; a session, too.
        flat: the action is float32 [4] from -1 to 1 instead, for learners without other action spaces. The kind is the
            allowed one whose number is largest; the last number is the share, from -1 (the least) to 1 (the most). It is
            always legal.

    Raises:
        ValueError: the environment plays something else.
    """

    def __init__(self, env: gymnasium.Env[Any, Any], flat: bool = False) -> None:
        RecordConstructorArgs.__init__(self, flat=flat)
        gymnasium.Wrapper.__init__(self, env)
        plain: Any = env.unwrapped
        self._amounts = ShareActions(plain.game, flat)
        self.action_space = self._amounts.action_space()
        self.observation_space = self._amounts.observation_space(env.observation_space)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Allowed kinds of action: bool [3]."""
        plain: Any = self.unwrapped
        return kinds_of(plain.action_masks()).astype(np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Reset the environment and return observation and info."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._amounts.masked(observation), self._amounts.masked(info)

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step the environment; ValueError if ``action`` is not in the space."""
        plain: Any = self.unwrapped
        observation, reward, over, truncated, info = self.env.step(self._amounts.action(plain.state, action))
        return self._amounts.masked(observation), reward, over, truncated, self._amounts.masked(info)


class ContinuousAmountsAEC(BaseWrapper[str, Any, Any]):
    """Continuous amounts of a PettingZoo environment, ``texas_holdem_v0.env(bet_sizes="any")``, sessions included."""

    def __init__(self, env: Any, flat: bool = False) -> None:
        super().__init__(env)
        self._amounts = ShareActions(env.unwrapped.game, flat)
        self._told: dict[str, tuple[Any, Any]] = {}
        agents = env.possible_agents
        self._action_spaces = {agent: self._amounts.action_space() for agent in agents}
        self._observation_spaces = {agent: self._amounts.observation_space(env.observation_space(agent)) for agent in agents}

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent, the same object at each call."""
        return self._action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent, the same object at each call."""
        return self._observation_spaces[agent]

    @property
    def infos(self) -> dict[str, dict[str, Any]]:  # type: ignore[override]
        """Infos of the players."""
        for agent, info in self.env.infos.items():
            if self._told.get(agent, (None, None))[0] is not info:
                self._told[agent] = info, self._amounts.masked(info)
        return {agent: self._told[agent][1] for agent in self.env.infos}

    def observe(self, agent: str) -> Any:
        """Observation of ``agent``, with ``kind_mask`` in place of ``action_mask``."""
        return self._amounts.masked(self.env.observe(agent))

    def step(self, action: Any) -> None:
        """Play an action, or None for a player who is out; ValueError if it is not in the space."""
        plain: Any = self.env.unwrapped
        if action is not None and self.env.agents and not self.env.terminations[self.env.agent_selection]:
            action = self._amounts.action(plain.state, action)
        self.env.step(action)
