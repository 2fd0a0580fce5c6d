"""Sessions of whole hands: an episode is several hands, in which stacks carry over and the button moves.

Cards, opponents and seats draw on one generator: a session is the same each time for a seed and the same actions.

The button moves to the next player to the left who has chips (a *moving* button), and the next two post the blinds. So each
hand has a button, a small and a big blind; when a player leaves, a neighbour may miss a blind or post one twice. Of the last
two players neither posts the big blind twice in a row: the one who posted it before gets the button.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gymnasium.error import ResetNeeded

from pokerzoo.envs.betting.row import IN_HAND, PAID_DEAD, STACKS
from pokerzoo.envs.betting.setup import blind_seats, seats_after
from pokerzoo.envs.core import TERMINAL, Game, State
from pokerzoo.envs.registry import make_game
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.units import chips_of
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import PAYOFFS
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .aec import GameAECEnv
from .dealer import Illegal, MaskIn, Observation, check_hands
from .playable import Playable
from .single_agent import SingleAgentEnv, seat_text


def session_game(game: Game, hands: int | None) -> TexasHoldemGame:
    """The game of a session's first hand: short stacks are allowed, and all hands' observations have the same entries.

    Raises:
        ValueError: ``hands`` is no number of hands, or it is no game of whole hands.
    """
    check_hands(hands)
    if not isinstance(game, TexasHoldemGame):
        raise ParameterError("hands", hands, f"{game.name} has no sessions; only whole hands have (texas_holdem)")
    chips = game.params["chips_in_play"] or sum(game.stacks)
    result = make_game(game.name, **game.params | {"short_stacks": True, "chips_in_play": chips})
    assert isinstance(result, TexasHoldemGame)
    return result


class SessionAECEnv(GameAECEnv):
    """Several hands an episode, for ``player_0``, ``player_1``, ..., who keep their seats."""

    def __init__(
        self,
        game: Game,
        hands: int | None = None,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "raise",
    ) -> None:
        super().__init__(session_game(game, hands), render_mode, mask_in, illegal)
        self.hands = hands
        self.hand = 0

    @property
    def stacks(self) -> tuple[float, ...]:
        """Chips of each seat: at the start of the present hand, or after the last one."""
        return stacks_in(self.game_state)

    @property
    def seats_in_play(self) -> tuple[int, ...]:
        """The seats that were dealt into the present hand."""
        return seats_of(self.game_state)

    def set_state(self, state: State) -> None:
        """Not for sessions: one hand does not determine the others."""
        raise InputError("a session cannot start in a hand; set_state is for environments of one hand an episode")

    def _start(self, state: State) -> None:
        self.hand = 0
        self._skip_agent_selection = None  # type: ignore[assignment]
        super()._start(state)
        self._cumulative_rewards = dict(self.rewards)  # blinds may have put all players all-in
        self._deads_step_first()

    def _advance(self, state: State) -> None:
        dealer = self.dealer
        while True:
            state = self._deal(state)
            if state.current_player != TERMINAL:
                self.agent_selection = dealer.agents[state.current_player]
                break
            for agent, won in zip(dealer.agents, state.returns(), strict=True):
                if agent in self.rewards:
                    self.rewards[agent] += won
            following = next_game(state, self.hand, self.hands)
            if following is None:
                self.terminations = dict.fromkeys(self.agents, True)
                break
            for agent, chips in zip(dealer.agents, following.stacks, strict=True):
                if agent in self.terminations and chips == 0:
                    self.terminations[agent] = True
            self.hand += 1
            state = following.initial_state()
        infos = self._infos(state)
        self.infos = {agent: infos[agent] | {"hand": self.hand} for agent in self.agents}
        if dealer.mask_in == "info":
            for agent in self.agents:
                if self.terminations[agent]:
                    self.infos[agent]["action_mask"] = dealer.everything()
        if dealer.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Play ``action`` for ``agent_selection``: an action id, or None once it is terminated."""
        if not self.agents:
            raise ResetNeeded("the session is over: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        state = self._played(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._advance(state)
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """Observation of ``agent``, in fresh arrays; the mask is all ones for a player who is out."""
        result = super().observe(agent)
        if isinstance(result, dict) and self.terminations.get(agent, True):
            result["action_mask"] = self.dealer.everything()
        return result


class SessionSingleAgentEnv(SingleAgentEnv):
    """Several hands an episode, seen from one seat that the agent keeps."""

    def __init__(
        self,
        game: Game,
        hands: int | None = None,
        opponent: Playable | Sequence[Playable] = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "warn",
    ) -> None:
        super().__init__(session_game(game, hands), opponent, seat, render_mode, mask_in, illegal)
        self.hands = hands
        self.hand = 0
        self._owed = 0.0

    @property
    def stacks(self) -> tuple[float, ...]:
        """Chips of each seat: at the start of the present hand, or after the last one."""
        return stacks_in(self.state)

    @property
    def seats_in_play(self) -> tuple[int, ...]:
        """The seats that were dealt into the present hand."""
        return seats_of(self.state)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin a session and play it up to the agent's first decision."""
        self.hand, self._owed = 0, 0.0
        return super().reset(seed=seed, options=options)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play ``action`` and advance to the agent's next decision, in this hand or in a later one."""
        observation, _, over, truncated, info = super().step(action)
        reward, self._owed = self._owed, 0.0
        return observation, reward, over, truncated, info

    def _up_to_agent(self, state: State) -> State:
        while True:
            state = super()._up_to_agent(state)
            if not state.is_terminal:
                return state
            self._owed += state.returns()[self.player]
            following = next_game(state, self.hand, self.hands)
            if following is None or following.stacks[self.player] == 0:
                return state
            self.hand += 1
            state = following.initial_state()

    def __str__(self) -> str:
        return super().__str__().replace(seat_text(None), seat_text(None, "session"))

    __repr__ = __str__

    def _info(self, illegal: bool = False) -> dict[str, Any]:
        return super()._info(illegal) | {"hand": self.hand}


def next_game(state: State, hand: int, hands: int | None) -> TexasHoldemGame | None:
    """The game of the hand after ``state``, which ends the hand of this number; None where the session is over."""
    assert isinstance(state, TexasHoldemState)
    return None if hands is not None and hand + 1 >= hands else game_after(state)


def stacks_in(state: State) -> tuple[float, ...]:
    """Chips of each seat at the start of a hand, or once it is paid."""
    assert isinstance(state, TexasHoldemState)
    return stacks_after(state) if state.is_terminal else state.game.stacks


def seats_of(state: State) -> tuple[int, ...]:
    """Seats that were dealt in."""
    assert isinstance(state, TexasHoldemState)
    return tuple([seat for seat, chips in enumerate(state.game.stacks) if chips > 0])


def stacks_after(state: TexasHoldemState) -> tuple[float, ...]:
    """Chips of each seat once a hand that is over is paid."""
    game, row = state.game, state.row
    players = game.num_players
    columns = [row[first : first + players] for first in (STACKS, IN_HAND, PAID_DEAD, PAYOFFS)]
    return tuple([chips_of(units, game.chip) for units in sum(columns).tolist()])  # type: ignore[union-attr]


def game_after(state: TexasHoldemState) -> TexasHoldemGame | None:
    """The game of the hand after ``state``, which is over; None where one player has all chips."""
    stacks = stacks_after(state)
    if sum(stack > 0 for stack in stacks) < 2:
        return None
    big_blind = blind_seats(state.game.button, state.game.stacks)[1]
    return state.game.with_stacks(stacks, button_after(state.game.button, big_blind, stacks))


def button_after(button: int, big_blind: int, stacks: Sequence[float]) -> int:
    """The seat with the button in the next hand.

    Args:
        button: the seat that had it.
        big_blind: the seat that posted the big blind.
        stacks: chips of each seat now; two at least have some.

    >>> button_after(0, 2, (10, 10, 10)), button_after(0, 2, (10, 0, 10)), button_after(0, 2, (0, 10, 10))
    (1, 2, 2)
    """
    order = seats_after(button, tuple(stacks))
    return big_blind if len(order) == 2 and big_blind in order else order[0]
