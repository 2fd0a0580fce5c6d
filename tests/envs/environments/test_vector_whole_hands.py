"""The vector environment of whole hands: what Gymnasium's own makes of single environments; opponents of every kind."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode

import pokerzoo  # noqa: F401 - registers the environments
from pokerzoo.agents import TabularPolicy, as_agent
from pokerzoo.envs import make_game
from pokerzoo.envs.environments.vector import PokerVectorEnv
from pokerzoo_testing.vector_cases import compare, plain, recorded

NEXT_STEP, SAME_STEP = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP


class Caller:
    """Checks and calls; says what it was shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, int]] = []

    def act(self, observation: Any, action_mask: Any, info: Any, rng: np.random.Generator) -> int:
        assert observation.dtype == np.float32
        assert action_mask[1] == 1
        self.seen.append((str(info["infoset"]["key"]), int(rng.integers(2**40))))
        return 1


@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP])
@pytest.mark.parametrize(
    ("params", "seat", "mask_in", "legal", "opponent"),
    [
        ({"num_players": 3, "rewards": "blinds"}, 0, "observation", True, "random"),
        ({"num_players": 2, "bet_sizes": "any", "stack": (20, 31)}, None, "info", True, "always_raise"),
        ({"num_players": 4, "stack": (50, 0, 9, 77)}, 2, "info", False, ["random", "tight", "loose"]),
        ({"num_players": 3, "stack": (1, 1, 2), "short_stacks": True, "button": 0}, None, "observation", True, "random"),
        ({"limit": "fixed-limit", "last_street": "flop"}, None, "observation", True, "equity"),
    ],
)
def test_equals_gymnasiums_vector_of_single_environments(
    params: dict[str, Any], seat: int | None, mask_in: Any, legal: bool, opponent: Any, mode: AutoresetMode
) -> None:
    game = make_game("texas_holdem", **params)
    env = PokerVectorEnv(game, 6, opponent, seat, mask_in=mask_in, illegal="passive", autoreset_mode=mode)
    actions, seen, hands = recorded(env, 16, 5, legal)
    assert sum(step[2].sum() for step in seen[1:]) > 10
    compare(game, mode, seat, mask_in, actions, seen, hands)


def course(env: Any, seed: Any, steps: int = 15) -> list[Any]:
    """Checks and calls: what comes of it."""
    result = [plain(env.reset(seed=seed))]
    return result + [plain(env.step(np.ones(env.num_envs, np.int64))) for _ in range(steps)]


def test_opponents_asked_for_all_hands_or_one_by_one_play_alike() -> None:
    game = make_game("texas_holdem", num_players=4)

    class OneByOne:
        def __init__(self, name: str) -> None:
            self.agent = as_agent(game, name)

        def act(self, *asked: Any) -> int:
            return int(self.agent.act(*asked))

    names = ["tight", "always_call", "loose"]
    together = PokerVectorEnv(game, 12, names, seat=None)
    apart = PokerVectorEnv(game, 12, [OneByOne(name) for name in names], seat=None)
    assert data_equivalence(course(together, 3), course(apart, 3), exact=True)
    for name, moves in (("always_fold", {0}), ("always_call", {1})):
        env = PokerVectorEnv(game, 40, name, seat=3)  # seat 2 acts first
        env.reset(seed=0)
        assert {state.history()[4] for state in map(env.state, range(40))} == moves


def test_seeds_and_what_agents_are_shown() -> None:
    game, callers = make_game("texas_holdem", num_players=3), (Caller(), Caller())
    first, second = (PokerVectorEnv(game, envs, caller) for envs, caller in zip((8, 5), callers, strict=True))
    one, two = course(first, 7), course(second, [*range(7, 12)])
    for a, b in zip(one, two, strict=True):
        assert np.array_equal(a[0]["observation"][:5], b[0]["observation"])
    assert set(callers[1].seen) < set(callers[0].seen)  # the same questions, and the same generators
    assert len({number for _, number in callers[0].seen}) == len(callers[0].seen)
    assert all(key.count("|") >= 1 for key, _ in callers[0].seen)
    assert not data_equivalence(course(first, 8)[0], one[0])
    twin = pickle.loads(pickle.dumps(first))
    for _ in range(6):
        chosen = first.action_masks().argmax(axis=1)
        assert data_equivalence(plain(first.step(chosen)), plain(copy.deepcopy(twin).step(chosen)), exact=True)
        twin.step(chosen)


def test_gymnasium_makes_it() -> None:
    options: dict[str, Any] = {"num_players": 6, "opponent": "loose", "illegal": "passive", "autoreset_mode": "SameStep"}
    env = gymnasium.make_vec("pokerzoo/TexasHoldem-v0", num_envs=5, **options)
    assert isinstance(env, PokerVectorEnv)
    env.action_space.seed(1)
    observation, info = env.reset(seed=1)
    assert info["infoset_index"].tolist() == [-1] * 5
    for _ in range(20):
        assert env.observation_space.contains(observation)
        observation, rewards, over, _, _ = env.step(env.action_space.sample())
        assert not rewards[~over].any()


def test_opponents_and_actions_that_cannot_be() -> None:
    game = make_game("texas_holdem")

    class Wrong:
        def __init__(self, answer: Any) -> None:
            self.answer = answer

        def act(self, *asked: Any) -> Any:
            return self.answer

    class WrongForAll(Wrong):
        def actions_in_rows(self, rows: Any, hands: Any, numbers: Any) -> Any:
            return np.full(len(hands), self.answer)

    for opponent, message in (
        (np.ones(7), r"opponent: an array of float64 \(7,\): texas_holdem.* has too many infosets for tables"),
        ("best", "'best': no such player for texas_holdem, and no file; players: random"),
        (["tight", "tight"], "2 for 1 seats"),
        (TabularPolicy.uniform(make_game("kuhn")), "a policy for kuhn"),
    ):
        with pytest.raises(ValueError, match=message):
            PokerVectorEnv(game, 2, opponent)
    for wrong in (Wrong(17), Wrong(1.5), WrongForAll(17)):
        env = PokerVectorEnv(game, 2, wrong, seat=0)
        with pytest.raises(ValueError, match=r"action (17|1.5) is not legal.*legal: 0 \(fold\), 1 \(call\)"):
            env.reset(seed=1)
    strict = PokerVectorEnv(game, 3, seat=1, illegal="raise")
    strict.reset(seed=0)
    before = strict._words.copy()
    with pytest.raises(ValueError, match=r"hand 2: action 9 is not legal for player 1; legal: 0 \(fold\)"):
        strict.step(np.array([1, 1, 9]))
    assert np.array_equal(strict._words, before)
    passive = PokerVectorEnv(game, 3, "always_call", seat=1, illegal="passive")
    passive.reset(seed=0)
    *_, info = passive.step(np.array([1, -5, 9]))
    assert info["illegal"].tolist() == [False, True, True]
    assert passive.state(2).history()[2] == 0


def test_sessions_are_for_single_environments() -> None:
    with pytest.raises(ValueError, match='hands: .*; vectorization_mode="sync" of make_vec has sessions'):
        gymnasium.make_vec("pokerzoo/TexasHoldem-v0", num_envs=2, hands=5)
    env = gymnasium.make_vec("pokerzoo/TexasHoldem-v0", num_envs=2, hands=5, vectorization_mode="sync", opponent="always_call")
    _, infos = env.reset(seed=1)
    assert infos["hand"].tolist() == [0, 0]
    for _ in range(8):
        _, _, _, _, infos = env.step(np.ones(2, np.int64))
    assert (infos["hand"] > 0).all()
