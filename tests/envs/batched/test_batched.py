"""Many hands at once: the same game as the tree's, step by step; seeds, arrays, errors, exchange with other libraries."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pokerzoo.envs import CHANCE, TERMINAL, BatchedGame, Game, State, make_game
from pokerzoo.envs.batched import Batch
from pokerzoo.envs.environments.vector import PokerVectorEnv
from pokerzoo.envs.registry import FLOP_SPOT
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo_testing.cases import ALL_GAMES
from pokerzoo_testing.env_cases import FULL_RIVER
from pokerzoo_testing.random_games import Node, TreeGame, matrix_games, poker_games, rivers, tree_games
from pokerzoo_testing.small_games import end

FLOP = {
    "board": "Td9d6h", "ranges": ("QQ+,AKs,T9s", "JJ-99,AQs,KdQd:0.5"), "pot": 20, "stack": 500, "bet_sizes": "60%",
    "raise_sizes": "60%", "raise_cap": 2, "rake_rate": 0.05, "rake_cap": 2,
}  # fmt: skip
"""Nobody is all-in before the river, so that the ends that chance may lead to are few."""
GAMES: list[tuple[str, dict[str, Any]]] = [
    *ALL_GAMES,
    ("bet_fold", {}),
    ("bet_fold", {"num_players": 30}),
    ("holdem", FULL_RIVER),
    ("holdem", FULL_RIVER | {"board": "QsJh2h8d"}),
    ("holdem", FLOP),
    ("fhp", {}),
    ("fhp", {"deck": "royal", "blinds": (0, 1), "bet": 0.3, "raise_cap": 2}),
    ("texas_holdem", {"rewards": "blinds"}),
    ("texas_holdem", {"num_players": 6, "bet_sizes": "33%,a", "raise_sizes": "2.5x,e"}),
    ("texas_holdem", {"num_players": 3, "stack": (30, 8, 55), "bet_sizes": "any", "rake_rate": 0.05, "chip": 0.5}),
    ("texas_holdem", {"num_players": 5, "limit": "fixed-limit", "ante": 1, "stack": (40, 0, 7, 90, 33)}),
    ("texas_holdem", {"num_players": 4, "limit": "pot-limit", "deck": "short", "straddle": 4}),
    ("texas_holdem", {"num_players": 3, "stack": (1, 1, 2), "short_stacks": True, "button": 0}),  # over at the deal
    ("texas_holdem", {"num_players": 3, "limit": "fixed-limit", "last_street": "flop", "rake_rate": 0.1}),
    ("texas_holdem", {"deck": "royal", "last_street": "turn", "bet_sizes": "e,a"}),
]
BEFORE_THE_FLOP: list[dict[str, Any]] = [
    {},
    {"last_street": "turn", "showdown": "at_once", "stack": 6, "raise_sizes": "a", "rake_rate": 0.05},
    {"last_street": "turn", "flops": "flops:5", "stack": 6, "raise_sizes": "a"},
]
"""Parameters of ``preflop_holdem``, whose all-ins chance leads to too many ends to list."""
NO_CHANCE = np.random.default_rng(0)
"""For ``after_chance`` of whole hands, whose cards are drawn: nothing is taken from it."""


def check(state: State, seen: Batch, i: int, rewards: tuple[float, ...], terminated: bool) -> None:
    """Row ``i`` says what the state says."""
    mover = state.current_player
    assert seen.current_player[i] == mover
    assert tuple(seen.rewards[i].tolist()) == rewards
    assert seen.terminated[i] == terminated
    if mover == TERMINAL:
        assert seen.legal_action_mask[i].all()
        assert not seen.observation[i].any()
        assert seen.infoset[i] == -1
    else:
        assert np.array_equal(seen.observation[i], state.observation(mover))
        assert tuple(np.flatnonzero(seen.legal_action_mask[i])) == state.legal_actions()
        whole = isinstance(state, TexasHoldemState)
        assert seen.infoset[i] == (-1 if whole else state.game.infosets.index(state.infoset_key(mover)))


def follows(state: State, action: int, later: State) -> bool:
    """True if ``later`` comes after ``action`` with nothing but possible chance moves in between."""
    if isinstance(state, TexasHoldemState):
        return later == state.child(action).after_chance(NO_CHANCE)
    history = later.history()
    past = (*state.history(), action)
    state = state.child(action)
    if history[: len(past)] != past:
        return False
    for move in history[len(past) :]:
        if not state.is_chance or dict(state.chance_outcomes()).get(move, 0.0) <= 0.0:
            return False
        state = state.child(move)
    return not state.is_chance


def ends_after(state: State) -> Iterator[State]:
    """The ends to which chance alone leads from here."""
    if isinstance(state, TexasHoldemState):
        state = state.after_chance(NO_CHANCE)
    if state.is_terminal:
        yield state
    for action, probability in state.chance_outcomes() if state.is_chance else ():
        if probability > 0.0:
            yield from ends_after(state.child(action))


def walk(game: Game, hands: int, autoreset: bool, steps: int, seed: int = 0, observe: bool = True) -> None:
    """Random play, each row of each step beside the state of the game tree."""
    many = BatchedGame(game, hands, seed=seed, autoreset=autoreset, observe=observe)

    def observed(seen: Batch) -> Batch:
        assert seen.observation.shape[1] == (len(game.observation_names) if observe else 0)
        return seen if observe else seen._replace(observation=many.observations())

    seen = observed(many.reset())
    zeros = (0.0,) * game.num_players
    states = [many.state(i) for i in range(hands)]
    for i, state in enumerate(states):
        assert not state.is_chance
        check(state, seen, i, zeros if autoreset else state.returns(), state.is_terminal and not autoreset)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        actions = [int(rng.choice(state.legal_actions() or (-7, 99))) for state in states]
        seen = observed(many.step(actions))
        for i, (state, action) in enumerate(zip(states, actions, strict=True)):
            now = many.state(i)
            if state.is_terminal and not autoreset:
                assert now == state
                check(now, seen, i, zeros, True)
                continue
            if autoreset and seen.terminated[i]:
                paid = tuple(seen.rewards[i].tolist())
                assert paid in {end.returns() for end in ends_after(state if state.is_terminal else state.child(action))}
                check(now, seen, i, paid, True)
            else:
                assert follows(state, action, now)
                check(now, seen, i, now.returns(), now.is_terminal)
                assert not (autoreset and now.is_terminal)
            states[i] = now


@pytest.mark.parametrize("k", range(len(GAMES)))
@pytest.mark.parametrize("autoreset", [False, True])
def test_equals_the_states_step_by_step(k: int, autoreset: bool) -> None:
    name, params = GAMES[k]
    hands, steps = {"texas_holdem": (12, 40), "fhp": (6, 20)}.get(name, (30, 25))
    walk(make_game(name, **params), hands, autoreset, steps, observe=k % 3 > 0)


@pytest.mark.parametrize("params", BEFORE_THE_FLOP)
def test_equals_the_states_before_the_flop(params: dict[str, Any]) -> None:
    walk(make_game("preflop_holdem", **params), 60, False, 12)


@settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(matrix_games(), tree_games(), poker_games((2, 3), rake=True), rivers(rake=True)), st.integers(0, 99))
def test_equals_the_states_of_drawn_games(game: Game, seed: int) -> None:
    walk(game, 12, False, 8, seed)
    walk(game, 12, True, 10, seed)


def test_chance_before_an_end() -> None:
    """A player acts once; then chance decides, one to three, who wins a chip."""
    blind = ((0, 0), (0, 0))
    chance = Node(CHANCE, (end(1.0, -1.0), end(-1.0, 1.0)), (0.25, 0.75), blind)
    game = TreeGame(Node(0, (chance, chance), signals=blind), 2)
    many = BatchedGame(game, 4000, seed=1)
    many.reset()
    won = many.step(np.ones(4000, np.int64)).rewards[:, 0]
    assert np.mean(won > 0) == pytest.approx(0.25, abs=0.03)


def transcript(many: BatchedGame, steps: int) -> list[Batch]:
    """Random play."""
    return [many.step(many.random_actions()) for _ in range(steps)]


def same(batch: Batch, other: Batch, rows: slice = slice(None)) -> bool:
    """True if these rows are equal to the bit."""
    arrays: Iterator[tuple[Any, Any]] = zip(batch, other, strict=True)
    return all(np.array_equal(a[rows], b[rows]) for a, b in arrays)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem", "bet_fold", "fhp"])
def test_seeds(name: str) -> None:
    game = make_game(name)
    small, large = BatchedGame(game, 5, seed=11, autoreset=True), BatchedGame(game, 300, autoreset=True)
    starts = small.reset(), large.reset(seed=11)
    first = slice(5)
    assert same(*starts, first)
    for few, many in zip(transcript(small, 60), transcript(large, 60), strict=True):
        assert same(few, many, first)
    other = BatchedGame(game, 300, seed=12, autoreset=True)
    assert not same(other.reset(), starts[1])
    # No two hands have the same course.
    courses = np.stack([seen.rewards[:, 0] + 1000 * seen.infoset for seen in transcript(large, 60)])
    assert len(np.unique(courses, axis=1).T) == 300
    # Without a seed the generators go on.
    assert not same(large.reset(), large.reset())
    again = large.reset(seed=11)
    assert same(again, starts[1])


@pytest.mark.parametrize("name", ["kuhn", "holdem"])
def test_arrays_are_fresh_unless_given(name: str) -> None:
    many = BatchedGame(make_game(name), 6, seed=1)
    first = many.reset()
    kept = copy.deepcopy(first)
    actions = many.random_actions()
    twin = copy.deepcopy(many)
    second = many.step(actions)
    assert same(first, kept)
    assert not any(np.shares_memory(a, b) for a, b in zip(first, second, strict=True))
    out = many.empty()
    assert twin.step(actions, out=out) is out
    assert same(out, second)
    numbers = np.empty(6, dtype=np.int64)
    assert many.random_actions(numbers) is numbers


def test_some_hands_are_dealt_again() -> None:
    many = BatchedGame(make_game("kuhn"), 50, seed=1)
    many.reset()
    before = many.step(many.random_actions())
    before = many.step(many.random_actions())
    assert 0 < before.terminated.sum() < 50
    after = many.reset(where=before.terminated)
    assert not after.terminated.any()
    assert (after.current_player[before.terminated] == 0).all()
    going = ~before.terminated
    assert np.array_equal(after.observation[going], before.observation[going])
    assert not after.rewards.any()


@pytest.mark.parametrize(
    ("name", "params", "wrong", "legal"),
    [
        *((name, {}, (0, -1, 50, -(2**40), 2**40), r"0; legal: 1 \(check\), 2 \(bet") for name in ("leduc", "holdem")),
        ("texas_holdem", {}, (-1, 5, 62, 63, 64, 2**40), r"1; legal: 0 \(fold\), 1 \(call\)"),
        # Totals 1 and 3 are less than the least raise, 21 is more than there is.
        ("texas_holdem", {"bet_sizes": "any", "stack": 20}, (2, 4, 22, 2**40), "1; legal: "),
    ],
)
def test_illegal_actions_change_nothing(name: str, params: dict[str, Any], wrong: tuple[int, ...], legal: str) -> None:
    many = BatchedGame(make_game(name, **params), 4, seed=0)
    many.reset()
    twin = copy.deepcopy(many)
    for action in wrong:
        with pytest.raises(ValueError, match=f"hand 2: action {action} is not legal for player {legal}"):
            many.step([1, 1, action, 1])
    assert all(same(batch, other) for batch, other in zip(transcript(many, 6), transcript(twin, 6), strict=True))


def test_a_game_with_too_many_infosets_is_refused_before_anything_is_made() -> None:
    game: Any = make_game("holdem", **FLOP_SPOT)
    game.size = replace(game.size, entries=2**31)
    wanted = "has 2,147,483,648 probabilities, and must have less"
    for make in (BatchedGame, PokerVectorEnv):
        with pytest.raises(ValueError, match=wanted):
            make(game, 4)


class Exchanged:
    """An array that can be had by DLPack and in no other way."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


def read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """As arrays of jax are."""
    result = array.copy()
    result.flags.writeable = False
    return result


def played(game: str, batch: int = 64, **options: Any) -> tuple[BatchedGame, Batch]:
    """Hands, some way into them, and the arrays that they are written to."""
    hands = BatchedGame(make_game(game), batch, seed=1, **options)
    out = hands.reset(out=hands.empty())
    for _ in range(2):
        hands.step(hands.random_actions(), out)
    return hands, out


@pytest.mark.parametrize("game", ["kuhn", "texas_holdem"])
def test_dlpack_shares_memory_and_the_arrays_stay(game: str) -> None:
    hands, out = played(game, autoreset=True)
    views: list[Any] = [np.from_dlpack(array) for array in out]
    assert all(np.shares_memory(view, array) for view, array in zip(views, out, strict=True))
    for _ in range(3):
        before = [view.copy() for view in views]
        assert hands.step(hands.random_actions(), out) is out
        assert same(Batch(*views), out)
        assert not np.array_equal(views[1], before[1])
    fresh = hands.step(hands.random_actions())
    assert not any(np.shares_memory(array, other) for array, other in zip(fresh, out, strict=True))


@pytest.mark.parametrize("autoreset", [False, True])
@pytest.mark.parametrize("wrap", [Exchanged, memoryview, np.ndarray.tolist, read_only])
def test_actions_come_in_any_form_and_are_not_written_to(wrap: Any, autoreset: bool) -> None:
    hands, now = played("kuhn", autoreset=autoreset)
    other, wanted = played("kuhn", autoreset=autoreset)
    assert now.terminated.any()
    for _ in range(3):
        actions = hands.random_actions()
        actions[now.current_player < 0] = 99  # of hands that are over
        before = actions.copy()
        hands.step(wrap(actions), now)
        assert np.array_equal(actions, before)
        other.step(before, wanted)
        assert same(now, wanted)
