"""Spaces, masks, chance, illegal actions, infos and rendering for the environments of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from pokerzoo.envs.core import Game, State, illegal_action
from pokerzoo.envs.game_check import check_once
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import as_index, check_choice, check_int

MaskIn: TypeAlias = Literal["observation", "info"]
"""Place of the action mask: beside the vector in the observation, or in the info."""
Illegal: TypeAlias = Literal["raise", "warn", "passive"]
"""An illegal action is a ValueError, or it is played as check, else fold: with a warning at the first one, or without."""
Observation: TypeAlias = npt.NDArray[np.float32] | dict[str, npt.NDArray[Any]]
"""The vector alone (``mask_in="info"``), or ``{"observation": vector, "action_mask": mask}``."""

MOST_HANDS = 10**9
KEPT_MASKS = 1024
RENDER_MODES = ["ansi", "human", "rgb_array"]
Frame: TypeAlias = npt.NDArray[np.uint8]
"""A picture, [height, width, 3]: always of one size."""


class InfosetKey(Mapping[str, str]):
    """``{"key": string}`` of the player to move."""

    __slots__ = ("_state", "game")

    def __init__(self, state: State) -> None:
        self._state = state
        self.game = state.game

    def __getitem__(self, name: str) -> str:
        if name != "key":
            raise KeyError(name)
        return self._state.infoset_key(self._state.current_player)

    def __iter__(self) -> Iterator[str]:
        return iter(("key",))

    def __len__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return repr(dict(self))


class Dealer:
    """Serves the players of one environment."""

    def __init__(self, game: Game, render_mode: str | None, mask_in: MaskIn, illegal: Illegal) -> None:
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        check_choice("mask_in", mask_in, ("observation", "info"))
        check_choice("illegal", illegal, ("raise", "warn", "passive"))
        check_once(game)
        self.game = game
        self.render_mode = render_mode
        self.mask_in = mask_in
        self.illegal = illegal
        self.warned = illegal != "warn"
        self.agents = tuple(f"player_{seat}" for seat in range(game.num_players))
        self.seats = {agent: seat for seat, agent in enumerate(self.agents)}
        # One object a player: callers seed them one by one.
        self.action_spaces = {agent: spaces.Discrete(game.num_distinct_actions) for agent in self.agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.agents}
        self.metadata: dict[str, Any] = {
            "name": f"{game.environment}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": game.simultaneous,
        }
        self._masks: dict[tuple[int, ...], npt.NDArray[np.int8]] = {}
        self._ones = np.ones(game.num_distinct_actions, dtype=np.int8)
        self._zeros = np.zeros(game.num_distinct_actions, dtype=np.int8)

    def _observation_space(self) -> spaces.Space[Any]:
        low, high = self.game.observation_bounds
        vector = spaces.Box(low, high, (len(self.game.observation_names),), np.float32)
        if self.mask_in == "info":
            return vector
        mask = spaces.Box(0, 1, (self.game.num_distinct_actions,), np.int8)
        return spaces.Dict({"observation": vector, "action_mask": mask})

    def check_state(self, state: State) -> None:
        """ValueError unless ``state`` is one of this game."""
        if getattr(state, "game", None) != self.game:
            raise ParameterError("state", state, f"must be a state of {self.game}")

    def mask(self, state: State, player: int) -> npt.NDArray[np.int8]:
        """Fresh int8 [actions]: 1 where legal for the player to move; zeros for the others; ones after the end."""
        mover = state.current_player
        if mover == player:
            legal = state.legal_actions()
            mask = self._masks.get(legal)
            if mask is None:
                mask = self._zeros.copy()
                mask[list(legal)] = 1
                if len(self._masks) < KEPT_MASKS:
                    self._masks[legal] = mask
            return mask.copy()
        return self._zeros.copy() if mover >= 0 else self._ones.copy()

    def everything(self) -> npt.NDArray[np.int8]:
        """Fresh int8 [actions] of ones: the mask after the end."""
        return self._ones.copy()

    def observation(self, state: State, player: int) -> Observation:
        """Observation of ``player``, in fresh arrays."""
        if self.mask_in == "info":
            return state.observation(player)
        return {"observation": state.observation(player), "action_mask": self.mask(state, player)}

    def infoset(self, state: State) -> Mapping[str, Any]:
        """For agents: ``{"key": string, "index": position in game.infosets}`` of the player to move; see ``InfosetKey``."""
        if not self.game.numbered:
            return InfosetKey(state)
        return {"key": state.infoset_key(state.current_player), "index": state.infoset_index()}

    def agent_info(self, state: State) -> dict[str, Any]:
        """The info for an agent that chooses (``Agent.act``): its infoset, and the mask."""
        return {"infoset": self.infoset(state), "action_mask": self.mask(state, state.current_player)}

    def infoset_index(self, state: State) -> int:
        """The position in ``game.infosets`` of the infoset of the player to move; -1 in whole hands, which have no numbers."""
        return state.infoset_index() if self.game.numbered else -1

    def info(self, state: State, player: int) -> dict[str, Any]:
        """A fresh info of ``player``."""
        info: dict[str, Any] = {"infoset_index": self.infoset_index(state) if state.current_player == player else -1}
        if self.mask_in == "info":
            info["action_mask"] = self.mask(state, player)
        return info

    def judge(self, state: State, action: Any) -> tuple[int, bool]:
        """The action that is played for ``action``, and whether ``action`` was illegal."""
        number = as_index(action)
        if number is None:
            raise illegal_action(state, action)
        if number in state.legal_actions():
            return number, False
        passive = state.passive_action()
        if self.illegal == "raise":
            named = f"{passive} ({state.action_name(passive)})"
            raise InputError(f'{illegal_action(state, number)}. illegal="passive" plays {named} in its place')
        self.warn_illegal(state, number)
        return passive, True

    def warn_illegal(self, state: State, action: Any, hand: str = "") -> None:
        """Warn of the environment's first illegal action, under ``illegal="warn"``; ``hand`` says where among several."""
        if self.warned:
            return
        self.warned = True
        passive = state.passive_action()
        gymnasium.logger.warn(
            "%s",
            f"{hand}{illegal_action(state, action)}. {passive} ({state.action_name(passive)}) is played in its place. Later "
            'illegal actions of this environment are flagged in info["illegal"] without a warning. Choose by the action mask; '
            'illegal="raise" makes illegal actions errors, "passive" leaves out this warning',
        )

    def render(self, state: State, player: int, bottom: int | None = None) -> str | Frame | None:
        """The hand as ``player`` sees it: a string for "ansi", printed for "human", a frame for "rgb_array"."""
        if self.render_mode is None:
            gymnasium.logger.warn(f"render_mode=None: nothing is rendered; allowed in making it: {RENDER_MODES}")
            return None
        if self.render_mode == "rgb_array":
            from pokerzoo.envs.drawing.states import state_pixels

            return state_pixels(state, player, bottom=bottom)
        text = state.describe(player)
        if self.render_mode == "ansi":
            return text
        from rich.console import Console
        from rich.panel import Panel
        from rich.text import Text

        Console().print(Panel(Text(text), title=str(self.metadata["name"]), expand=False))
        return None


def check_hands(hands: int | None) -> None:
    """ValueError unless the number of hands of an episode is None or at least 1."""
    if hands is not None:
        check_int("hands", hands, 1, MOST_HANDS)
