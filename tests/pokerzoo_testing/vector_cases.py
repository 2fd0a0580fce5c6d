"""Vector environments beside Gymnasium's own vector of single environments: the same hands, step by step."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from pokerzoo.envs import Game, State
from pokerzoo.envs.core import TERMINAL
from pokerzoo.envs.environments.single_agent import SingleAgentEnv
from pokerzoo.envs.environments.vector import PokerVectorEnv

NEXT_STEP, SAME_STEP = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP


class Replayed(SingleAgentEnv):
    """Takes what chance, the opponents and the choice of a seat did from a list of hands, (seat, history) each."""

    def __init__(self, hands: list[tuple[int, tuple[int, ...]]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.hands = iter(hands)

    def reset(self, **kwargs: Any) -> Any:
        seat, self.script = next(self.hands)
        if self.seat is None:
            self.np_random = SeatOnly(seat, self.game.num_players)  # type: ignore[assignment]
        return super().reset(**{key: value for key, value in kwargs.items() if key != "seed"})

    def _play_others(self, state: State) -> None:
        while state.current_player not in (self.player, TERMINAL):
            state = state.child(self.script[len(state.history())])
        self._state = state


class SeatOnly:
    """A generator that draws one seat."""

    def __init__(self, seat: int, players: int) -> None:
        self.seat, self.players = seat, players

    def integers(self, players: int) -> int:
        assert players == self.players
        return self.seat


def recorded(env: PokerVectorEnv, steps: int, seed: int, legal: bool = True) -> tuple[list[Any], list[Any], list[Any]]:
    """Random play: the actions, all that was returned, and the hands of each slot as (seat, history)."""
    rng = np.random.default_rng(seed)
    seen: list[Any] = [env.reset(seed=seed)]
    hands: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in range(env.num_envs)]
    last = [(int(env.players[i]), env.state(i)) for i in range(env.num_envs)]
    actions = []
    for _ in range(steps):
        masks = env.action_masks()
        chosen = [int(rng.choice(np.flatnonzero(m))) if legal else int(rng.integers(len(m))) for m in masks]
        actions.append(np.array(chosen))
        # The same step with nothing dealt after the hands that it ends shows how they end.
        ends = copy.deepcopy(env)
        ends.autoreset_mode = NEXT_STEP
        ends.step(actions[-1])
        seen.append(env.step(actions[-1]))
        for i in range(env.num_envs):
            now = int(env.players[i]), env.state(i)
            if env.autoreset_mode is SAME_STEP and seen[-1][2][i]:
                hands[i].append((last[i][0], ends.state(i).history()))
            elif last[i][1].is_terminal and seen[-1][1][i] == 0.0 and not seen[-1][2][i]:
                hands[i].append((last[i][0], last[i][1].history()))
            last[i] = now
    for i in range(env.num_envs):
        hands[i].append((last[i][0], last[i][1].history()))
    return actions, seen, hands


def compare(game: Game, mode: AutoresetMode, seat: int | None, mask_in: Any, actions: Any, seen: Any, hands: Any) -> None:
    """The same play in Gymnasium's vector of our single environments: all that infos list."""
    options: dict[str, Any] = {"seat": seat, "mask_in": mask_in, "illegal": "passive"}
    makers = [lambda script=script: Replayed(script, game, **options) for script in hands]
    single = SyncVectorEnv(makers, autoreset_mode=mode)
    assert data_equivalence(plain(seen[0]), plain(single.reset(seed=1)), exact=True)
    for chosen, step in zip(actions, seen[1:], strict=True):
        ours, theirs = plain(step), plain(single.step(chosen))
        assert data_equivalence(ours, theirs, exact=True), f"{ours}\n{theirs}"


def plain(value: Any) -> Any:
    """Object arrays as lists, which ``data_equivalence`` looks into."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(plain(item) for item in value)
    if isinstance(value, np.ndarray) and value.dtype == object:
        return [plain(item) for item in value]
    return value
