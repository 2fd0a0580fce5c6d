"""Any simultaneous game as a PettingZoo ``ParallelEnv``: the players act at once."""

from __future__ import annotations

from typing import Any

from gymnasium.error import ResetNeeded
from pettingzoo import ParallelEnv

from pokerzoo.envs.core import GameLike, State, game_of
from pokerzoo.envs.support.errors import ParameterError

from .dealer import Frame, Illegal, MaskIn, Observation
from .pettingzoo_base import PettingZooBase


class GameParallelEnv(PettingZooBase, ParallelEnv[str, Observation, int]):
    """One play of a simultaneous ``game`` an episode. A step takes one action of every player.

    Observations, masks, infos and rewards are the same as of ``GameAECEnv``; here every player who chooses has a mask and
    an ``infoset_index``.

    Args:
        game: what is played; ``game.simultaneous`` must hold.
        render_mode: ``"ansi"``, ``"human"``, ``"rgb_array"`` or None, as in ``GameAECEnv``; shown is what the first sees.
        mask_in: ``"observation"`` or ``"info"``, as in ``GameAECEnv``.
        illegal: ``"raise"``, ``"warn"`` or ``"passive"``, as in ``GameAECEnv``.

    Raises:
        ValueError: the game is not simultaneous.

    >>> from pokerzoo.envs import make_game
    >>> env = GameParallelEnv(make_game("rps"))
    >>> observations, infos = env.reset(seed=1)
    >>> observations, rewards, terminations, truncations, infos = env.step({"player_0": 1, "player_1": 0})  # paper, rock
    >>> rewards
    {'player_0': 1.0, 'player_1': -1.0}
    """

    def __init__(
        self, game: GameLike, render_mode: str | None = None, mask_in: MaskIn = "observation", illegal: Illegal = "raise"
    ) -> None:
        game = game_of(game)
        if not game.simultaneous:
            raise ParameterError("game", game, "players act in turn; only a simultaneous game has a parallel environment")
        super().__init__(game, render_mode, mask_in, illegal)

    def set_state(self, state: State) -> None:
        """Continue from a state with all players in. Chance moves that are due are made.

        Args:
            state: a state of the same game in which all players have still to choose.

        Raises:
            ValueError: not a state of this game, or one in which some players have chosen and others not.
        """
        self.dealer.check_state(state)
        if state.current_player > 0:
            raise ParameterError("state", state, "some players have chosen already; must be a state before all choices")
        self._start(state)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a new play.

        Args:
            seed: seeds the generator; without it the generator continues.
            options: not used.

        Returns:
            Observations and infos, by agent.
        """
        self._seed(seed)
        self._start(self.game.initial_state())
        return self._observations(), self._infos(set())

    def _start(self, state: State) -> None:
        self._choosing = {}
        self.agents = [] if self._deal(state).is_terminal else list(self.dealer.agents)
        if self.render_mode == "human":
            self.render()

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.dealer.observation(self._view(seat), seat) for agent, seat in self.dealer.seats.items()}

    def _infos(self, offenders: set[int]) -> dict[str, dict[str, Any]]:
        infos = {agent: self.dealer.info(self._view(seat), seat) for agent, seat in self.dealer.seats.items()}
        for seat in offenders:
            infos[self.dealer.agents[seat]]["illegal"] = True
        return infos

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play one action of each player who chooses.

        Args:
            actions: the action of each player by name, such as ``{"player_0": 1, "player_1": 0}``.

        Returns:
            Observations, rewards (net chips), terminations, truncations and infos, by agent.

        Raises:
            ValueError: a player's action is missing, or is not legal (see ``illegal``); nothing is played then.
            ResetNeeded: the play is over.
        """
        if not self.agents:
            raise ResetNeeded("the play is over: call reset() first")
        state, chosen, offenders = self.game_state, set[int](), set[int]()
        while state.current_player >= 0 and state.current_player not in chosen:
            seat = state.current_player
            agent = self.dealer.agents[seat]
            if agent not in actions:
                raise ParameterError("actions", actions, f"no action for {agent}, who is to choose")
            number, illegal = self.dealer.judge(state, actions[agent])
            chosen.add(seat)
            if illegal:
                offenders.add(seat)
            state = state.child(number)
        seated = self.agents
        self._start(state)
        over = self.game_state.is_terminal
        return (
            self._observations(),
            dict(zip(seated, self.game_state.returns(), strict=True)),
            dict.fromkeys(seated, over),
            dict.fromkeys(seated, False),
            self._infos(offenders),
        )

    def render(self) -> str | Frame | None:
        """The play as the first player sees it: a string under "ansi", printed under "human", a frame under "rgb_array"."""
        return self.dealer.render(self.game_state, 0)
