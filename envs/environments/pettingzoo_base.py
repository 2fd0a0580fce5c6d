"""Common part of the two PettingZoo environments, turn by turn and parallel."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Space
from gymnasium.utils import seeding

from pokerzoo.envs.core import GameLike, State, game_of

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
        self, game: GameLike, render_mode: str | None = None, mask_in: MaskIn = "observation", illegal: Illegal = "raise"
    ) -> None:
        self.game = game_of(game)
        self.dealer = Dealer(self.game, render_mode, mask_in, illegal)
        self.render_mode = render_mode
        self.metadata = self.dealer.metadata
        self.possible_agents = list(self.dealer.agents)
        self.agents: list[str] = []
        self._state: State | None = None
        self._rng: np.random.Generator | None = None
        self._choosing: dict[int, State] = {}  # of simultaneous games

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

    @cached_property
    def state_space(self) -> Space[Any]:
        """The space of ``state()``: a Box."""
        low, high = self.game.observation_bounds
        return Box(low, high, (self.game.num_players, len(self.observation_names)), np.float32)

    def state(self) -> npt.NDArray[np.float32]:
        """Observations of all players, for a centralised critic: float32 [players, entries], a row for each observation.

        Raises:
            ResetNeeded: there was no ``reset`` yet.
        """
        return np.stack([self._view(seat).observation(seat) for seat in range(self.game.num_players)])

    def infoset_key(self, agent: str | None = None) -> str | None:
        """The key of the infoset at which a player chooses now; None for a player who does not.

        Args:
            agent: the player's name; None: the player to move.
        """
        seat = self.game_state.current_player if agent is None else self.dealer.seats[agent]
        view = self._view(seat)
        return view.infoset_key(seat) if seat >= 0 and view.current_player == seat else None

    def agent_info(self) -> dict[str, Any]:
        """The ``info`` of ``Agent.act`` for the player to move: ``{"infoset": ..., "action_mask": ...}``."""
        return self.dealer.agent_info(self.game_state)

    def _view(self, seat: int) -> State:
        """The state in which a player chooses; the present one for a player who does not choose now."""
        return self._choosing.get(seat, self.game_state)

    @property
    def game_state(self) -> State:
        """The state of the game tree.

        Raises:
            ResetNeeded: there was no ``reset`` yet.
        """
        if self._state is None:
            raise ResetNeeded("no hand has been dealt: call reset() first")
        return self._state

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _seed(self, seed: int | None) -> None:
        if seed is not None:
            self._rng = seeding.np_random(seed)[0]

    def _deal(self, state: State) -> State:
        """Keep ``state``, after the chance moves that are due there."""
        if self._rng is None:
            self._rng = seeding.np_random()[0]
        self._state = state = state.after_chance(self._rng)
        if self.game.simultaneous and state.current_player not in self._choosing:
            self._choosing = choosers(state)
        return state


def choosers(state: State) -> dict[int, State]:
    """By seat the states in which players choose, of all who are yet to choose at once."""
    result: dict[int, State] = {}
    while state.current_player >= 0 and state.current_player not in result:
        result[state.current_player] = state
        state = state.child(state.legal_actions()[0])
    return result
