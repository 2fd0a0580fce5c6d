"""The games and environments that the environment tests go through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
import pytest

from pokerzoo.envs import Game, State, bet_fold_v0, bet_raise_v0, holdem_river_v0, kuhn_v0, leduc_v0, make_game, rps_v0
from pokerzoo.envs.environments.aec import GameAECEnv
from pokerzoo_testing.cases import every_state

needs_registry = pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="pettingzoo before 1.27 has no registry")

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("kuhn", {}),
    ("kuhn", {"num_players": 3}),
    ("kuhn", {"num_cards": 13}),
    ("bet_raise", {}),
    ("leduc", {}),
    ("leduc", {"suit_isomorphism": True}),
    ("holdem", {}),
    ("holdem", {"ranges": ("AsKs,QQ:0.5", "AKs,JhJd:0.25"), "board": "AhJs7c7d2h", "pot": 10, "stack": 95, "raise_cap": 2}),
    ("holdem", {"ranges": ("AsAh,QsQc:0.5", "KsKd,JdTd"), "board": "Td9d6h5c", "pot": 10, "stack": 10, "bet_sizes": "a"}),
    ("bet_fold", {"num_players": 3, "num_cards": 5}),
    ("bet_fold", {"num_players": 2, "num_cards": 6, "odds": 2.1, "blind": 0.3}),
    ("rps", {}),
    ("rps", {"payoffs": ((1.0, 0.0, -2.0), (0.5, 1.0, 0.0))}),
]

MODULES: dict[str, Any] = {
    "kuhn": kuhn_v0,
    "bet_raise": bet_raise_v0,
    "leduc": leduc_v0,
    "holdem": holdem_river_v0,
    "bet_fold": bet_fold_v0,
    "rps": rps_v0,
}


def game_ids(case: tuple[str, dict[str, Any]]) -> str:
    """A test's name."""
    return str(make_game(case[0], **case[1])) if case[0] not in ("holdem", "rps") else f"{case[0]}{len(case[1])}"


def games() -> list[Game]:
    """Every game of ``GAMES``."""
    return [make_game(name, **params) for name, params in GAMES]


def raw(name: str, params: dict[str, Any], **options: Any) -> GameAECEnv:
    """The turn environment of a game."""
    env: GameAECEnv = MODULES[name].raw_env(**params, **options)
    return env


def all_states(game: Game) -> Iterator[State]:
    """Every history of the game in which a player is to move or the game is over."""
    return (state for state in every_state(game) if not state.is_chance)


def play(env: Any, rng: np.random.Generator) -> list[Any]:
    """Random legal play to the end from where the environment stands; everything that ``last`` returned."""
    seen = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        seen.append((agent, plain(observation), reward, terminated, truncated, plain(info)))
        mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
        env.step(None if terminated else int(rng.choice(np.flatnonzero(mask))))
    return seen


def plain(value: Any) -> Any:
    """Arrays as tuples, so that == compares them."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(plain(item) for item in value)
    return (value.dtype, *value.tolist()) if isinstance(value, np.ndarray) else value


class FirstLegal:
    """Takes the lowest legal action: folds where it can."""

    def act(self, observation: Any, action_mask: Any, info: Any, rng: np.random.Generator) -> int:
        return int(action_mask.argmax())


FULL_RIVER = {"board": "QsJh2h8d3c", "ranges": ("random", "random"), "pot": 100, "stack": 300, "raise_sizes": "60%,a"}
