"""Any game as a PettingZoo ``AECEnv``: the players act in turn."""

from __future__ import annotations

from typing import Any

from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from pokerzoo.envs.core import State

from .dealer import Frame, Observation
from .pettingzoo_base import PettingZooBase


class GameAECEnv(PettingZooBase, AECEnv[str, Observation, int]):
    """One hand of ``game`` an episode, for ``player_0``, ``player_1``, ...

    Simultaneous games are played in turn too: no choice is shown before all have chosen. Every player stays until the
    hand is over, folded or not, and is then paid. Rewards are net chips and add up to exactly zero.

    The observation is ``{"observation": float32 [entries], "action_mask": int8 [actions]}``; the entries are named by
    ``observation_names``. The mask is all ones after the end, all zeros for players who wait, and in a simultaneous game that
    of each player who has yet to choose. Every info has ``infoset_index``: the position in ``game.infosets`` of the infoset at
    which the player chooses; -1 for players who wait, after the end, and in whole hands, whose infosets have no numbers.
    ``infoset_key()`` gives the key of the player to move.

    Args:
        game: what is played; its parameters are fixed.
        render_mode: ``"ansi"`` (``render`` returns a string), ``"human"`` (each step is printed), ``"rgb_array"`` (``render``
            returns a picture of the table, uint8 [480, 720, 3]; needs Pillow) or None. Shown is what the player to move sees.
        mask_in: ``"observation"``, or ``"info"``: then the observation is the vector alone and every player's info has
            ``action_mask``.
        illegal: ``"raise"``: ValueError on an illegal action, and the hand can continue with a legal one. ``"passive"``:
            it is played as check, else fold (where a game has neither, as the first legal action), and the player's
            info has ``illegal: True`` until the player's next action. ``"warn"``: the same, and the environment's first
            illegal action is warned of. To end the hand instead, as PettingZoo's classic games do, put
            ``pettingzoo.utils.TerminateIllegalWrapper`` around ``env()``.

    >>> from pokerzoo.envs import make_game
    >>> env = GameAECEnv(make_game("kuhn"))
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.observe("player_0")["action_mask"]
    ('player_0', array([0, 1, 1], dtype=int8))
    >>> env.step(2)  # a bet
    >>> env.step(0)  # a fold
    >>> env.rewards
    {'player_0': 1.0, 'player_1': -1.0}
    """

    def set_state(self, state: State) -> None:
        """Continue from a state, with all players in and no rewards given.

        Chance moves that are due are made. If the state is terminal, all are paid at once.

        Args:
            state: a state of the same game.

        Raises:
            ValueError: ``state`` is not a state of this game.
        """
        self.dealer.check_state(state)
        self._start(state)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new hand.

        Args:
            seed: seeds the generator; without it the generator continues.
            options: not used.
        """
        self._seed(seed)
        self._start(self.game.initial_state())

    def _start(self, state: State) -> None:
        self.agents = list(self.dealer.agents)
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._offenders: set[int] = set()
        self._choosing = {}
        self._advance(state)

    def _advance(self, state: State) -> None:
        """Continue with ``state``, after the chance moves that are due, and set the infos."""
        dealer = self.dealer
        state = self._deal(state)
        mover = state.current_player
        if mover >= 0:
            self.agent_selection = dealer.agents[mover]
        else:
            self.agent_selection = dealer.agents[0]
            self.rewards = dict(zip(dealer.agents, state.returns(), strict=True))
            self._cumulative_rewards = dict(self.rewards)
            self.terminations = dict.fromkeys(dealer.agents, True)
        self.infos = self._infos(state)
        if dealer.render_mode == "human":
            self.render()

    def _infos(self, state: State) -> dict[str, dict[str, Any]]:
        infos: dict[str, dict[str, Any]] = {}
        for agent, seat in self.dealer.seats.items():
            index = self.dealer.infoset_index(state) if seat == state.current_player else -1
            infos[agent] = info = dict[str, Any](infoset_index=index)
            if self.dealer.mask_in == "info":
                info["action_mask"] = self.dealer.mask(self._view(seat), seat)
        for seat in self._offenders:
            infos[self.dealer.agents[seat]]["illegal"] = True
        return infos

    def step(self, action: int | None) -> None:
        """Play an action for ``agent_selection``.

        Args:
            action: the action, an integer; None once the hand is over.

        Raises:
            ValueError: the action is not legal (see ``illegal``); the message names those that are.
            ResetNeeded: no player is left.
        """
        if not self.agents:
            raise ResetNeeded("the hand is over: call reset() first")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            self.rewards = dict.fromkeys(self.agents, 0.0)
            return
        self._advance(self._played(action))

    def _played(self, action: int | None) -> State:
        """The state after the action of the player to move; whether it was illegal is kept until the player's next one."""
        state = self.game_state
        number, illegal = self.dealer.judge(state, action)
        if illegal:
            self._offenders.add(state.current_player)
        else:
            self._offenders.discard(state.current_player)
        self._choosing.pop(state.current_player, None)
        return state.child(number)

    def observe(self, agent: str) -> Observation:
        """The observation of a player, in fresh arrays.

        Args:
            agent: the player's name, such as ``player_0``.
        """
        seat = self.dealer.seats[agent]
        return self.dealer.observation(self._view(seat), seat)

    def render(self) -> str | Frame | None:
        """The hand as the player to move sees it: a string under "ansi", printed under "human", a frame under "rgb_array".

        In all frames the first player sits in front, so that seats stay in place in a video.
        """
        return self.dealer.render(self.game_state, self.dealer.seats[self.agent_selection], bottom=0)


class OrderEnforcing(OrderEnforcingWrapper[str, Observation, int]):
    """PettingZoo's check that calls come in a sensible order, without its cost."""

    # PettingZoo's wrapper looks up each attribute through two ``__getattr__``, a dozen times a step, slower than the step.
    @property
    def agents(self) -> list[str]:  # type: ignore[override]
        return self.env.agents if self._has_reset else self.__getattr__("agents")

    @property
    def agent_selection(self) -> str:  # type: ignore[override]
        return self.env.agent_selection if self._has_reset else self.__getattr__("agent_selection")

    def step(self, action: int | None) -> None:
        if not self._has_reset or not self.env.agents:
            super().step(action)  # type: ignore[arg-type]  # raises or warns
        else:
            self._has_updated = True
            self.env.step(action)  # type: ignore[arg-type]

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            self.__getattr__("agent_selection")  # raises PettingZoo's error
        return self.env.last(observe)
