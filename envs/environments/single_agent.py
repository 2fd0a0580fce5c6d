"""Any game as a ``gymnasium.Env``: one seat is the agent's, opponents play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Space

from pokerzoo.envs.core import TERMINAL, Game, GameLike, State, game_of, short_name
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.parameters import check_index

from .dealer import RENDER_MODES, Dealer, Frame, Illegal, MaskIn, Observation
from .playable import Agent, Playable, Uniform


class SingleAgentEnv(gymnasium.Env[Observation, int]):
    """One hand of ``game`` an episode, seen from one seat. The reward, at the end, is the net chips won.

    Chance, opponents and seats draw on one generator, which ``reset(seed=)`` seeds. Every info has ``seat``, the agent's seat;
    the observation has it too (``seat_0``, ``seat_1``, ...; in whole hands it is relative to the seat, and has the button).
    Every info also has ``illegal``, whether the agent's last action was not legal, and ``illegal_actions``, how many in this
    episode were not.

    Every info has ``infoset_index``, too: the position in ``game.infosets``; -1 at the end, and in whole hands, whose infosets
    have no numbers. ``infoset_key()`` gives the infoset's key. All that infos have is a number or an array, the same at every
    step.

    An opponent can end the hand before the agent has acted. ``reset`` then returns that finished hand, with
    ``info["hand_over"] = True`` and all actions allowed; the next step, with any action, ends the episode and pays.
    So no hand is left out, and the mean reward is what the seat wins a hand.

    Args:
        game: what is played; its parameters are fixed.
        opponent: who plays all other seats: an object with ``act`` (see ``Agent``), a policy, the name of a baseline
            (``"random"``, ``"honest"``, ...; see ``pokerzoo.agents.BASELINES``) or of a policy file. Or a list of these, one
            for each other seat in seat order.
        seat: the agent's seat, or None for one at random in each episode. The present one is ``player``.
        mask_in: ``"observation"``: ``{"observation": float32 [entries], "action_mask": int8 [actions]}``; ``"info"``:
            the vector alone, and the mask in ``info["action_mask"]``.
        illegal: ``"warn"``: an illegal action is played as check, else fold (where a game has neither, as the first
            legal action), and ``info["illegal"]`` is True. The environment's first one is warned of
            (``gymnasium.logger.warn``). ``"passive"``: the same without the warning. ``"raise"``: ValueError, the hand
            continues.
        render_mode: ``"ansi"`` (``render`` returns a string), ``"human"`` (each step is printed), ``"rgb_array"`` (``render``
            returns a picture of the table, uint8 [480, 720, 3]; needs Pillow) or None; shown is what the agent sees.

    Raises:
        ValueError: a seat, an opponent or a render mode that cannot be.

    >>> from pokerzoo.envs import make_game
    >>> env = SingleAgentEnv(make_game("kuhn"), opponent="always_fold", seat=0)
    >>> observation, info = env.reset(seed=1)
    >>> observation["action_mask"], info["seat"]
    (array([0, 1, 1], dtype=int8), 0)
    >>> observation, reward, terminated, truncated, info = env.step(2)  # a bet; the opponent folds
    >>> reward, terminated
    (1.0, True)
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012 - Gymnasium's way

    def __init__(
        self,
        game: GameLike,
        opponent: Playable | Sequence[Playable] = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "warn",
    ) -> None:
        game = game_of(game)
        self.dealer = Dealer(game, render_mode, mask_in, illegal)
        self.metadata = self.dealer.metadata
        self.game = game
        self.render_mode = render_mode
        if seat is not None:
            seat = check_index("seat", seat, game.num_players, ", or None (random)")
        self.seat = seat
        self.player = seat or 0
        self.opponents = seated_opponents(game, opponent)
        self.action_space: Space[Any] = self.dealer.action_spaces["player_0"]
        self.observation_space: Space[Any] = self.dealer.observation_spaces["player_0"]
        self._state: State | None = None
        self._paid = True
        self._illegal_actions = 0

    @property
    def observation_names(self) -> tuple[str, ...]:
        """The name of each entry of the observation vector."""
        return self.game.observation_names

    @property
    def state(self) -> State:
        """The state of the game tree.

        Raises:
            ResetNeeded: there was no ``reset`` yet.
        """
        if self._state is None:
            raise ResetNeeded("no hand has been dealt: call reset() first")
        return self._state

    def infoset_key(self) -> str | None:
        """The key of the infoset at which the agent chooses; None at the end."""
        return self.state.infoset_key(self.player) if self.state.current_player == self.player else None

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Legal actions in the form of sb3-contrib's MaskablePPO: bool [actions], all True after the end."""
        return self.dealer.mask(self.state, self.player).astype(np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal a new hand and play it up to the agent's first decision.

        Args:
            seed: seeds the generator; without it the generator continues.
            options: not used.
        """
        super().reset(seed=seed)
        if self.seat is None:
            self.player = int(self.np_random.integers(self.game.num_players))
        self._play_others(self.game.initial_state())
        self._paid = False
        self._illegal_actions = 0
        info = self._info()
        info["hand_over"] = self.state.is_terminal
        return self.dealer.observation(self.state, self.player), info

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and advance to the agent's next decision.

        Args:
            action: the action, an integer.

        Returns:
            Observation, reward (net chips at the end, else 0), whether the hand is over, False, info.

        Raises:
            ValueError: the action is not legal (see ``illegal``), or an opponent's is not.
            ResetNeeded: the hand is over.
        """
        if self._paid:
            raise ResetNeeded("no hand is being played: call reset() first")
        illegal = False
        if not self.state.is_terminal:
            number, illegal = self.dealer.judge(self.state, action)
            self._illegal_actions += illegal
            self._play_others(self.state.child(number))
        state = self.state
        self._paid = state.is_terminal
        observation = self.dealer.observation(state, self.player)
        info = self._info(illegal)
        return observation, state.returns()[self.player], state.is_terminal, False, info

    def _info(self, illegal: bool = False) -> dict[str, Any]:
        info = self.dealer.info(self.state, self.player)
        info["seat"], info["hand_over"] = self.player, False
        info["illegal"], info["illegal_actions"] = illegal, self._illegal_actions
        return info

    def _play_others(self, state: State) -> None:
        """Let chance and the opponents move, up to the agent's turn or the end."""
        self._state = self._up_to_agent(state)
        if self.render_mode == "human":
            self.render()

    def _up_to_agent(self, state: State) -> State:
        """The state in which the agent is to move or the hand is over."""
        dealer, rng = self.dealer, self.np_random
        state = state.after_chance(rng)
        while state.current_player not in (self.player, TERMINAL):
            mover = state.current_player
            opponent = self.opponents[mover - (mover > self.player)]
            action = opponent.act(state.observation(mover), dealer.mask(state, mover), {"infoset": dealer.infoset(state)}, rng)
            state = state.child(action).after_chance(rng)
        return state

    def render(self) -> str | Frame | None:
        """The hand as the agent sees it: a string under "ansi", printed under "human", a frame under "rgb_array"."""
        return self.dealer.render(self.state, self.player)

    def __str__(self) -> str:
        return f"<{type(self).__name__}<{self.spec.id if self.spec else short_name(self.game)}>, {seat_text(self.seat)}>"

    __repr__ = __str__


def seat_text(seat: int | None, often: str = "hand") -> str:
    """Description of the agent's seat."""
    return f"seat dealt each {often}" if seat is None else f"seat {seat}"


def seated_opponents(game: Game, opponent: Any) -> tuple[Agent, ...]:
    """Return the agents in the seats that are not the learner's, in seat order: ``opponent`` in all of them, or one each.

    Raises:
        ValueError: the wrong number of opponents, or one that cannot play this game.
    """
    seats = game.num_players - 1
    several = isinstance(opponent, Sequence) and not isinstance(opponent, str)
    opponents: list[Any] = [*opponent] if several else [opponent]
    if several and len(opponents) != seats:
        raise ParameterError("opponent", opponent, f"{len(opponents)} for {seats} seats; must be one each, or one for all")
    sitting = [opponent_agent(game, player) for player in opponents]
    return tuple(sitting) if several else tuple(sitting * seats)


def opponent_agent(game: Game, opponent: Any) -> Agent:
    """One opponent as an agent."""
    if isinstance(opponent, str) and opponent == "random":
        return Uniform()
    from pokerzoo.agents.policies.players import as_agent, check_player

    plain = callable(getattr(opponent, "act", None)) and not isinstance(opponent, type)
    if plain and not hasattr(opponent, "policy") and not hasattr(opponent, "action_probabilities"):
        check_player(opponent, "opponent")
        agent: Agent = opponent
        return agent
    return as_agent(game, opponent, "opponent")  # a policy may be of another game; names and policies are to become agents
