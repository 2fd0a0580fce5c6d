"""The vector environment: what Gymnasium's own makes of as many single environments, step by step; modes, seeds, opponents."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space

import pokerzoo  # noqa: F401 - registers the environments
from pokerzoo.agents import TabularPolicy, as_agent, baseline_policy
from pokerzoo.envs import make_game
from pokerzoo.envs.environments.vector import PokerVectorEnv
from pokerzoo.envs.registry import TURN_SPOT
from pokerzoo.evaluation.measures.exact import expected_values
from pokerzoo_testing.env_cases import FULL_RIVER, GAMES, FirstLegal
from pokerzoo_testing.vector_cases import compare, plain, recorded

NEXT_STEP, SAME_STEP, DISABLED = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED
WAYS = [(0, "observation", True), (1, "info", False), (None, "info", True)]
OPPONENTS: list[tuple[str, dict[str, Any], tuple[int | None, str, bool], Any]] = [
    ("fhp", {}, (1, "info", False), "always_call"),
    ("fhp", {"deck": "royal", "blinds": (0, 1), "bet": 0.3, "raise_cap": 2}, (0, "observation", False), "random"),
    ("preflop_holdem", {}, (None, "info", True), ["always_raise"]),
    (
        "preflop_holdem",
        {"last_street": "turn", "showdown": "at_once", "stack": 6, "raise_sizes": "a", "rake_rate": 0.05},
        (None, "observation", True),
        "random",
    ),
    ("texas_holdem", {"num_players": 3, "rewards": "blinds"}, (0, "observation", True), "random"),
    ("texas_holdem", {"bet_sizes": "any", "stack": (20, 31)}, (None, "info", True), "always_raise"),
    ("texas_holdem", {"num_players": 4, "stack": (50, 0, 9, 77)}, (2, "info", False), ["random", "tight", "loose"]),
    ("texas_holdem", {"num_players": 3, "stack": (1, 1, 2), "short_stacks": True, "button": 0}, (None, "info", True), "random"),
    ("texas_holdem", {"limit": "fixed-limit", "last_street": "flop"}, (None, "observation", True), "equity"),
]
CASES = [
    *(
        (*case, WAYS[k % 3], "random")
        for k, case in enumerate([*GAMES, ("holdem", FULL_RIVER), ("bet_fold", {"num_players": 12})])
    ),
    *OPPONENTS,
]


@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP])
@pytest.mark.parametrize(("name", "params", "way", "opponent"), CASES, ids=str)
def test_equals_gymnasiums_vector_of_single_environments(
    name: str, params: dict[str, Any], way: tuple[int | None, Any, bool], opponent: Any, mode: AutoresetMode
) -> None:
    game, (seat, mask_in, legal) = make_game(name, **params), way
    env = PokerVectorEnv(game, 6, opponent, seat, mask_in=mask_in, illegal="passive", autoreset_mode=mode)
    actions, seen, hands = recorded(env, 15, 5, legal)
    assert sum(step[2].sum() for step in seen[1:]) > 8
    compare(game, mode, seat, mask_in, actions, seen, hands)
    for infos in (step[-1] for step in seen):
        assert type(infos) is dict and infos["infoset_index"].dtype.kind == "i" and infos["_infoset_index"].all()


@pytest.mark.parametrize("name", ["Kuhn", "Leduc", "Rps", "BetFold", "HoldemRiver", "Fhp", "TexasHoldem"])
def test_gymnasium_makes_it(name: str) -> None:
    params: dict[str, Any] = {"num_players": 6} if name == "TexasHoldem" else {}
    env = gymnasium.make_vec(f"pokerzoo/{name}-v0", num_envs=5, illegal="passive", **params)
    assert type(env) is PokerVectorEnv and isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is NEXT_STEP
    assert env.spec is not None
    assert env.num_envs == 5
    assert env.observation_space == batch_space(env.single_observation_space, 5)
    assert env.action_space == batch_space(env.single_action_space, 5)
    single = gymnasium.make(f"pokerzoo/{name}-v0", **params)
    assert single.observation_space == env.single_observation_space
    assert single.action_space == env.single_action_space
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)


def test_make_vec_passes_everything_on() -> None:
    env = gymnasium.make_vec(
        "pokerzoo/Kuhn-v0", num_envs=3, num_cards=5, seat=1, opponent="always_call", mask_in="info", illegal="raise",
        autoreset_mode="SameStep", render_mode="ansi",
    )  # fmt: skip
    assert isinstance(env, PokerVectorEnv)
    assert env.game == make_game("kuhn", num_cards=5)
    assert env.metadata["autoreset_mode"] is SAME_STEP
    observation: Any
    observation, info = env.reset(seed=4)
    assert observation.shape == (3, len(env.observation_names))
    assert info["action_mask"].tolist() == [[0, 1, 1]] * 3
    assert all(key.endswith("|x") for key in env.game.infosets.keys_at(info["infoset_index"]))
    texts = env.render()
    assert texts is not None
    assert list(texts) == [env.state(i).describe(1) for i in range(3)]
    with pytest.raises(ValueError, match=r"hand 1: action 0 is not legal for player 1; legal: 1 \(check\), 2 \(bet\)"):
        env.step(np.array([1, 0, 1]))
    sync = gymnasium.make_vec("pokerzoo/Kuhn-v0", num_envs=2, vectorization_mode="sync", opponent=FirstLegal())
    assert isinstance(sync, SyncVectorEnv)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem", "bet_fold"])
@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP])
def test_seeds(name: str, mode: AutoresetMode) -> None:
    game = make_game(name)

    def course(seed: Any, envs: int, rows: slice) -> list[Any]:
        env = PokerVectorEnv(game, envs, seat=None, autoreset_mode=mode)
        env.reset(seed=seed)
        rewards = [env.step(np.ones(envs, np.int64))[1][rows] for _ in range(12)]
        return [*map(np.ndarray.tolist, rewards), env._words[rows].tolist(), env.players[rows].tolist()]

    everything = course(3, 40, slice(None))
    assert course(3, 40, slice(None)) == everything
    assert course(list(range(3, 43)), 40, slice(None)) == everything
    assert course(4, 39, slice(None)) == course(3, 40, slice(1, None))
    assert course([3, None, 5], 3, slice(0, 3, 2)) == course(3, 40, slice(0, 3, 2))
    assert course(50, 40, slice(None)) != everything
    env = PokerVectorEnv(game, 40)
    first, second = env.reset(seed=1)[0], env.reset()[0]
    assert not data_equivalence(first, second)
    assert data_equivalence(first, env.reset(seed=1)[0], exact=True)
    assert env.np_random_seed == 1


@pytest.mark.parametrize("mode", [NEXT_STEP, pytest.param(SAME_STEP, marks=pytest.mark.long)])
def test_mean_rewards_are_the_exact_values(mode: AutoresetMode) -> None:
    game = make_game("leduc")
    rng = np.random.default_rng(7)
    table = game.infosets
    numbers = rng.random(table.size)
    mine = TabularPolicy(game, numbers / np.repeat(np.add.reduceat(numbers, table.first[:-1]), np.diff(table.first)))
    honest = baseline_policy(game, "honest")
    legal = np.array([(*row.actions, 0, 0, 0)[:3] for row in table])
    for seat in (0, 1, None):
        env = PokerVectorEnv(game, 2000, honest.probabilities, seat=seat, autoreset_mode=mode)
        _, info = env.reset(seed=1)
        won: list[float] = []
        for _ in range(150):
            # Draw from the own policy by infoset.
            index = np.maximum(info["infoset_index"], 0)
            u, actions = rng.random(env.num_envs), np.ones(env.num_envs, np.int64)
            for k in range(3):
                place = table.first[index] + k
                there = place < table.first[index + 1]
                u -= np.where(there, mine.probabilities[np.minimum(place, table.size - 1)], 0.0)
                actions = np.where(there & (u < 0) & (u > -2), legal[index, k], actions)
                u = np.where(u < 0, -9.0, u)
            _, rewards, terminated, _, info = env.step(actions)
            won += rewards[terminated].tolist()
        seats = [expected_values(game, [mine, honest])[0], expected_values(game, [honest, mine])[1]]
        exact = seats[seat] if seat is not None else sum(seats) / 2
        assert np.mean(won) == pytest.approx(exact, abs=4 * np.std(won) / len(won) ** 0.5)


def test_seats_and_opponents() -> None:
    game = make_game("kuhn", num_players=3)
    bets, folds = (baseline_policy(game, name).probabilities for name in ("always_raise", "always_fold"))
    env = PokerVectorEnv(game, 60, np.stack([bets, folds]), seat=1)
    _, info = env.reset(seed=1)
    assert all(key.endswith("|b") for key in game.infosets.keys_at(info["infoset_index"]))
    _, rewards, terminated, _, info = env.step(np.ones(60, np.int64))
    assert terminated.all()
    assert (info["infoset_index"] == -1).all()
    assert {state.history()[3:] for state in map(env.state, range(60))} == {(2, 1, 0)}
    assert set(rewards) == {-2.0, 3.0}
    mixed = PokerVectorEnv(game, 60, np.stack([bets, folds]))
    observation, info = mixed.reset(seed=1)
    assert set(mixed.players) == {0, 1, 2}
    assert np.array_equal(info["seat"], mixed.players)
    assert np.array_equal(observation["observation"][:, :3].argmax(axis=1), mixed.players)  # type: ignore[call-overload]
    start = [mixed.state(i).history()[3:] for i in range(60)]
    assert all(moves == ((), (2,), (2, 0))[seat] for seat, moves in zip(mixed.players, start, strict=True))


def test_opponents_at_random_need_no_table() -> None:
    game: Any = make_game("holdem", board="Td9d6h", ranges=("random", "random"), pot=200, stack=900, raise_sizes="60%")
    env = PokerVectorEnv(game, 64)
    observation, infos = env.reset(seed=0)
    assert game.num_entries > 10**8
    for _ in range(5):
        assert isinstance(observation, dict)
        states: list[Any] = [env.state(i) for i in range(64)]
        for i, state in enumerate(states):
            assert state.is_terminal or state.current_player == env.players[i]
            if not state.is_terminal:
                assert infos["infoset_index"][i] == state.infoset_index()
                assert np.array_equal(observation["observation"][i], state.observation(state.current_player))
        masks = env.action_masks()
        observation, _, _, _, infos = env.step(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))
    assert not {"first", "players"} & vars(game.infosets).keys()  # nothing as long as there are infosets


def test_opponents_play_from_their_tables() -> None:
    # The second player always folds to a bet, so that a bet wins half of the pot.
    game: Any = make_game("holdem", **TURN_SPOT)
    folds = TabularPolicy(game, game.infosets.pure(min)).probabilities
    env = PokerVectorEnv(game, 500, opponent=folds, seat=0)
    env.reset(seed=1)
    _, rewards, terminated, _, _ = env.step(np.full(500, 2))
    assert terminated.all() and (rewards == 10.0).all()


def test_opponents_queried_together_or_one_by_one_play_alike() -> None:
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


class Caller:
    """Checks and calls; says what it was shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, int]] = []

    def act(self, observation: Any, action_mask: Any, info: Any, rng: np.random.Generator) -> int:
        assert observation.dtype == np.float32
        assert action_mask[1] == 1
        self.seen.append((str(info["infoset"]["key"]), int(rng.integers(2**40))))
        return 1


def course(env: Any, seed: Any, steps: int = 15) -> list[Any]:
    """Checks and calls: what comes of it."""
    result = [plain(env.reset(seed=seed))]
    return result + [plain(env.step(np.ones(env.num_envs, np.int64))) for _ in range(steps)]


def test_seeds_and_what_agents_are_shown() -> None:
    game, callers = make_game("texas_holdem", num_players=3), (Caller(), Caller())
    first, second = (PokerVectorEnv(game, envs, caller) for envs, caller in zip((8, 5), callers, strict=True))
    eight, five = course(first, 7), course(second, [*range(7, 12)])
    for a, b in zip(eight, five, strict=True):
        assert np.array_equal(a[0]["observation"][:5], b[0]["observation"])
    assert set(callers[1].seen) < set(callers[0].seen)  # the same questions, and the same generators
    assert len({number for _, number in callers[0].seen}) == len(callers[0].seen)
    assert all(key.count("|") >= 1 for key, _ in callers[0].seen)
    assert not data_equivalence(course(first, 8)[0], eight[0])


def test_opponents_and_actions_of_whole_hands_that_cannot_be() -> None:
    game = make_game("texas_holdem")

    class Wrong:
        def __init__(self, answer: Any) -> None:
            self.answer = answer

        def act(self, *asked: Any) -> Any:
            return self.answer

    class WrongForAll(Wrong):
        def actions_in_rows(self, rows: Any, hands: Any, numbers: Any) -> Any:
            return np.full(len(hands), self.answer)

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
    env = gymnasium.make_vec("pokerzoo/TexasHoldem-v0", num_envs=2, hands=5, vectorization_mode="sync", opponent="always_call")
    _, infos = env.reset(seed=1)
    assert infos["hand"].tolist() == [0, 0]
    for _ in range(8):
        _, _, _, _, infos = env.step(np.ones(2, np.int64))
    assert (infos["hand"] > 0).all()


def test_without_autoreset_the_caller_deals() -> None:
    env = PokerVectorEnv(make_game("kuhn"), 40, seat=0, autoreset_mode="Disabled")
    env.reset(seed=1)
    *_, over, _, _ = env.step(np.ones(40, np.int64))
    assert 0 < over.sum() < 40
    with pytest.raises(ResetNeeded, match=f"hand {over.argmax()} is over"):
        env.step(np.ones(40, np.int64))
    before = [env.state(i) for i in range(40)]
    observation, info = env.reset(options={"reset_mask": over})
    assert np.array_equal(info["_infoset_index"], over)
    for i in range(40):
        assert (env.state(i) == before[i]) == (not over[i])
        assert np.array_equal(observation["observation"][i], env.state(i).observation(0))  # type: ignore[call-overload]
    env.step(np.full(40, 1))
    for mask in (np.ones(3, np.bool_), np.zeros(40, np.bool_)):
        with pytest.raises(ValueError, match="reset_mask"):
            env.reset(options={"reset_mask": mask})
    for wrong in (np.ones(40), [True] * 40):
        with pytest.raises(TypeError, match="reset_mask"):
            env.reset(options={"reset_mask": wrong})
    assert len(env.reset(seed=2, options={"anything": 1})[1]["infoset_index"]) == 40


def test_illegal_actions() -> None:
    strict = PokerVectorEnv(make_game("leduc"), 4, seat=0, illegal="raise")
    strict.reset(seed=0)
    before = [strict.state(i) for i in range(4)]
    for wrong in (0, -1, 3, 2**40):
        with pytest.raises(
            ValueError, match=rf"hand 3: action {wrong} is not legal for player 0; legal: 1 \(check\), 2 \(bet\)"
        ):
            strict.step(np.array([1, 1, 1, wrong]))
    assert [strict.state(i) for i in range(4)] == before
    env = PokerVectorEnv(make_game("leduc"), 4, seat=0)
    _, info = env.reset(seed=0)
    assert info["illegal_actions"].tolist() == [0, 0, 0, 0] and not info["illegal"].any()
    actions = np.array([0, 1, 99, 2])
    warning = r"hand 0: action 0 is not legal for player 0; legal: 1 \(check\), 2 \(bet\). 1 \(check\) is played in its place"
    with pytest.warns(UserWarning, match=warning) as warned:
        *_, info = env.step(actions)
    assert len(warned) == 1
    assert actions.tolist() == [0, 1, 99, 2]
    assert info["illegal"].tolist() == info["illegal_actions"].tolist() == [True, False, True, False]
    assert [env.state(i).history()[2] for i in range(4)] == [1, 1, 1, 2]
    env.step(np.full(4, 7))  # warned already; warnings are errors here
    silent = PokerVectorEnv(make_game("leduc"), 4, seat=0, illegal="passive")
    silent.reset(seed=0)
    assert silent.step(actions)[-1]["illegal"].tolist() == [True, False, True, False]


@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP, DISABLED])
def test_illegal_actions_are_counted_by_hands(mode: AutoresetMode) -> None:
    """In Kuhn player 0 checks for the fold that there is not; then facing a bet everything is legal, and 9 is a fold."""
    env = PokerVectorEnv(make_game("kuhn"), 3, "always_raise", seat=0, illegal="passive", autoreset_mode=mode)
    env.reset(seed=1)
    assert env.step(np.array([0, 1, 1]))[-1]["illegal_actions"].tolist() == [1, 0, 0]
    *_, over, _, infos = env.step(np.array([9, 9, 1]))
    assert over.all()
    last = infos["final_info"] if mode is SAME_STEP else infos
    assert last["illegal"].tolist() == [True, True, False]
    assert last["illegal_actions"].tolist() == [2, 1, 0]
    if mode is SAME_STEP:
        assert infos["illegal_actions"].tolist() == [0, 0, 0] and not infos["illegal"].any()
    elif mode is NEXT_STEP:
        *_, infos = env.step(np.array([9, 9, 9]))  # deals, and plays nothing
        assert infos["illegal_actions"].tolist() == [0, 0, 0] and not infos["illegal"].any()
    else:
        which = np.array([True, False, True])
        _, infos = env.reset(options={"reset_mask": which})
        assert infos["illegal_actions"].tolist() == [0, 0, 0] and infos["_illegal_actions"].tolist() == which.tolist()
        _, infos = env.reset(options={"reset_mask": ~which})
    assert env.step(np.array([0, 0, 1]))[-1]["illegal_actions"].tolist() == [1, 1, 0]
    assert env.reset()[1]["illegal_actions"].tolist() == [0, 0, 0]
