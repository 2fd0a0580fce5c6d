"""Common part of the two PettingZoo environments, turn by turn and parallel."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Space
from gymnasium.utils import seeding

from pokerzoo.envs.core import Game, State

from .dealer import Dealer, Illegal, MaskIn


class PettingZooBase:
    """Spaces, names, the state and the random generator.

    Attributes:
        game: what is played.
        dealer: serves the players.
        possible_agents: the players' names, in seat order.
        agents: those still in the episode.
    """

    def __init__(
        self, game: Game, render_mode: str | None = None, mask_in: MaskIn = "observation", illegal: Illegal = "raise"
    ) -> None:
        self.dealer = Dealer(game, render_mode, mask_in, illegal)
        self.game = game
        self.render_mode = render_mode
        self.metadata = self.dealer.metadata
        self.possible_agents = list(self.dealer.agents)
        self.agents: list[str] = []
        self._state: State | None = None
        self._rng: np.random.Generator | None = None

    @property
    def observation_names(self) -> tuple[str, ...]:
        """The name of each entry of the observation vector."""
        return self.game.observation_names

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of an agent, the same object at each call."""
        return self.dealer.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of an agent, the same object at each call."""
        return self.dealer.action_spaces[agent]

    @property
    def state(self) -> State:
        """The state of the game tree.

        It takes the place of PettingZoo's method of this name, which gives a global vector.

        Raises:
            ResetNeeded: there was no ``reset`` yet.
        """
        if self._state is None:
            raise ResetNeeded("no hand has been dealt: call reset() first")
        return self._state

    def close(self) -> None:
        """Nothing is held open."""

    def _seed(self, seed: int | None) -> None:
        if seed is not None:
            self._rng = seeding.np_random(seed)[0]

    def _deal(self, state: State) -> State:
        """Keep ``state``, after the chance moves that are due there."""
        if self._rng is None:
            self._rng = seeding.np_random()[0]
        self._state = state = self.dealer.play_chance(state, self._rng)
        return state
