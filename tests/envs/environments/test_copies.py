"""Copies and pickles of environments in the middle of a hand play on as the original does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import BatchedGame, Game, SingleAgentEnv, make_game
from pokerzoo.envs.environments.vector import PokerVectorEnv
from pokerzoo_testing.env_cases import GAMES, MODULES, plain, play

LARGE: list[tuple[str, dict[str, Any]]] = [("texas_holdem", {"num_players": 4}), ("fhp", {"deck": "royal"})]
COPIES: list[Callable[[Any], Any]] = [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


def turns(env: Any) -> list[Any]:
    rng, seen = np.random.default_rng(7), []
    for _ in range(12):
        seen.append(play(env, rng))
        env.reset()
    return seen


def single(env: SingleAgentEnv) -> list[Any]:
    seen: list[Any] = []
    for _ in range(30):
        over = env.state.is_terminal
        while not over:
            seen.append(plain(env.step(int(env.action_masks().nonzero()[0][-1]))))
            over = seen[-1][2]
        seen.append(plain(env.reset()))
    return seen


def vector(env: PokerVectorEnv) -> list[Any]:
    return [plain(env.step(env.action_masks().argmax(axis=1))) for _ in range(20)]


def batch(many: BatchedGame) -> list[Any]:
    return [plain(tuple(many.step(many.random_actions()))) for _ in range(20)]


def batch_of(game: Game) -> BatchedGame:
    many = BatchedGame(game, 20, seed=1, autoreset=True)
    many.reset()
    batch(many)
    return many


KINDS: dict[str, tuple[list[tuple[str, dict[str, Any]]], Callable[..., Any], Callable[[Any], list[Any]]]] = {
    "env": (GAMES, lambda name, **params: MODULES[name].env(**params), turns),
    "raw_env": (GAMES, lambda name, **params: MODULES[name].raw_env(**params, mask_in="info"), turns),
    "single": (GAMES, lambda name, **params: SingleAgentEnv(make_game(name, **params)), single),
    "vector": ([*GAMES[::3], *LARGE], lambda name, **params: PokerVectorEnv(make_game(name, **params), 20), vector),
    "batch": ([*GAMES[::3], *LARGE], lambda name, **params: batch_of(make_game(name, **params)), batch),
}
CASES = [(kind, *case) for kind, (cases, _, _) in KINDS.items() for case in cases]


@pytest.mark.parametrize(("kind", "name", "params"), CASES, ids=str)
def test_copies_play_on_identically(kind: str, name: str, params: dict[str, Any]) -> None:
    _, make, course = KINDS[kind]
    for copied in COPIES:
        env = make(name, **params)
        if kind != "batch":
            env.reset(seed=11)
        if course is turns:
            env.step(env.unwrapped.game_state.legal_actions()[-1])
        twin = copied(env)
        ours = course(env)
        assert course(twin) == ours and len(set(map(repr, ours))) > 1
