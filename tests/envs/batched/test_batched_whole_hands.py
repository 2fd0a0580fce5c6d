"""Batches of whole hands: the same hands as the tree API's, step by step; cards, seeds, errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from scipy import stats

from pokerzoo.envs import TERMINAL, make_game
from pokerzoo.envs.batched.batched_game import Batch, BatchedGame
from pokerzoo.envs.core import State

CASES: dict[str, dict[str, Any]] = {
    "heads-up": {"rewards": "blinds"},
    "six": {"num_players": 6, "bet_sizes": "33%,a", "raise_sizes": "2.5x,e"},
    "any amount": {"num_players": 3, "stack": (30, 8, 55), "bet_sizes": "any", "rake_rate": 0.05, "chip": 0.5},
    "fixed": {"num_players": 5, "limit": "fixed-limit", "ante": 1, "stack": (40, 0, 7, 90, 33)},
    "pot, short deck": {"num_players": 4, "limit": "pot-limit", "deck": "short", "straddle": 4},
    "over at the deal": {"num_players": 3, "stack": (1, 1, 2), "short_stacks": True, "button": 0},
    "to the flop": {"num_players": 3, "limit": "fixed-limit", "last_street": "flop", "rake_rate": 0.1},
    "to the turn": {"num_players": 2, "deck": "royal", "last_street": "turn", "bet_sizes": "e,a"},
}
every_case = pytest.mark.parametrize("params", CASES.values(), ids=CASES)
NO_CHANCE = np.random.default_rng(0)
"""For ``after_chance`` of states whose cards are drawn: nothing is taken from it."""


def check(state: State, seen: Batch, i: int, observed: bool) -> None:
    """Row ``i`` says what the state says, rewards aside."""
    mover = state.current_player
    assert seen.current_player[i] == mover
    assert seen.infoset[i] == -1
    if mover == TERMINAL:
        assert seen.legal_action_mask[i].all()
        assert not seen.observation[i].any()
    else:
        assert tuple(np.flatnonzero(seen.legal_action_mask[i])) == state.legal_actions()
        if observed:
            assert np.array_equal(seen.observation[i], state.observation(mover))


@every_case
@pytest.mark.parametrize(("autoreset", "observe"), [(False, True), (True, True), (True, False)])
def test_equals_the_states_step_by_step(params: dict[str, Any], autoreset: bool, observe: bool) -> None:
    game, hands = make_game("texas_holdem", **params), 12
    many = BatchedGame(game, hands, seed=1, autoreset=autoreset, observe=observe)
    seen = many.reset()
    zeros = (0.0,) * game.num_players
    states = [many.state(i) for i in range(hands)]
    for i, state in enumerate(states):
        check(state, seen, i, observe)
        assert tuple(seen.rewards[i]) == (zeros if autoreset else state.returns())
        assert seen.terminated[i] == (state.is_terminal and not autoreset)
    rng, ended = np.random.default_rng(2), 0
    for _ in range(40):
        actions = [int(rng.choice(state.legal_actions() or (-7, 9999))) for state in states]
        seen = many.step(actions)
        if observe:
            assert np.array_equal(seen.observation, many.observations())
        else:
            assert seen.observation.shape == (hands, 0)
        for i, (state, action) in enumerate(zip(states, actions, strict=True)):
            over = state.is_terminal
            # All cards are drawn: what follows an action is known.
            after = state if over else state.child(action).after_chance(NO_CHANCE)  # type: ignore[attr-defined]
            paid = after.returns() if autoreset or not over else zeros
            assert tuple(seen.rewards[i].tolist()) == paid
            assert seen.terminated[i] == after.is_terminal
            ended += after.is_terminal
            states[i] = many.state(i)
            check(states[i], seen, i, observe)
            if not (autoreset and after.is_terminal):
                assert states[i] == after
            elif not over:
                assert states[i].history()[:3] != after.history()[:3]
    assert ended > 20


def cards(many: BatchedGame) -> list[tuple[int, ...]]:
    """All cards of each hand, those that have not been shown included."""
    from pokerzoo.envs.whole_hands.row import HOLES, TO_COME

    return [(*row[HOLES : HOLES + 20], *row[TO_COME : TO_COME + 5]) for row in many._words.tolist()]


def test_cards_depend_on_the_seed_and_the_hands_number_alone() -> None:
    game = make_game("texas_holdem", num_players=3)
    small, large = BatchedGame(game, 5, seed=11, autoreset=True), BatchedGame(game, 60, autoreset=True)
    small.reset()
    large.reset(seed=11)
    # The third deal of a hand is the same whatever was played in the first two: here by folds, there by calls.
    dealt: list[list[list[tuple[int, ...]]]] = []
    for many, action in ((small, 0), (large, 1)):
        ones: list[list[tuple[int, ...]]] = [[one] for one in cards(many)]
        for _ in range(60):
            seen = many.step([action if action in many.state(i).legal_actions() else 1 for i in range(many.batch)])
            for i in np.flatnonzero(seen.terminated):
                ones[i].append(cards(many)[i])
        dealt.append(ones)
    for fewer, more in zip(dealt[0], dealt[1], strict=False):
        assert len(more) > 2
        assert fewer[: len(more)] == more
    assert len({one for ones in dealt[1] for one in ones}) == sum(map(len, dealt[1]))
    other = BatchedGame(game, 5, seed=12)
    other.reset()
    assert not {one for ones in dealt[1] for one in ones} & set(cards(other))
    again = large.reset(seed=11)
    assert [ones[0] for ones in dealt[1]] == cards(large)
    assert not np.array_equal(large.reset().observation, again.observation)


def test_every_card_comes_as_often() -> None:
    many = BatchedGame(make_game("texas_holdem", num_players=2), 30_000, seed=3, observe=False)
    many.reset()
    dealt = np.array(cards(many))
    assert (dealt[:, 4:20] == -1).all()
    for place in (0, 1, 2, 3, 20, 24):
        column = dealt[:, place]
        if place < 4:  # the higher card of a hand comes first, so that both together are even
            column = dealt[:, [place, place ^ 1]].ravel()
        assert stats.chisquare(np.bincount(column, minlength=52)).pvalue > 1e-4
    assert all(len(set(row[row >= 0].tolist())) == 9 for row in dealt[:500])


def test_random_actions_are_even_over_the_legal_ones() -> None:
    for params, first in (({"bet_sizes": "any", "stack": 12}, (0, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13)), ({}, (0, 1, 2, 3, 4))):
        many = BatchedGame(make_game("texas_holdem", **params), 20_000, seed=4, observe=False)
        many.reset()
        assert many.state(0).legal_actions() == first
        count = np.bincount(many.random_actions(), minlength=many.num_actions)
        assert stats.chisquare(count[list(first)]).pvalue > 1e-4
        assert count.sum() == count[list(first)].sum()
    over = BatchedGame(make_game("texas_holdem"), 50, seed=4)
    over.reset()
    over.step(np.zeros(50, np.int64))
    assert not over.random_actions().any()


def test_illegal_actions_change_nothing() -> None:
    many = BatchedGame(make_game("texas_holdem"), 4, seed=0)
    with pytest.raises(ResetNeeded, match="call reset"):
        many.observations()
    many.reset()
    before = many._words.copy()
    for wrong in (-1, 5, 62, 63, 64, 2**40):
        with pytest.raises(
            ValueError, match=rf"hand 2: action {wrong} is not legal for player 1; legal: 0 \(fold\), 1 \(call\)"
        ):
            many.step([1, 1, wrong, 1])
    any_amount = BatchedGame(make_game("texas_holdem", bet_sizes="any", stack=20), 2, seed=0)
    any_amount.reset()
    for wrong in (2, 4, 22, 2**40):  # totals 1 and 3 are less than the least raise, 21 is more than there is
        with pytest.raises(ValueError, match=f"hand 1: action {wrong} is not legal"):
            any_amount.step([21, wrong])
    assert np.array_equal(many._words, before)


def test_where_and_out() -> None:
    many = BatchedGame(make_game("texas_holdem", num_players=3), 6, seed=0, observe=False)
    out = many.reset()
    before = [many.state(i) for i in range(6)]
    assert many.reset(where=np.arange(6) < 2, out=out) is out
    assert [many.state(i) == before[i] for i in range(6)] == [False] * 2 + [True] * 4
    with pytest.raises(ValueError, match=r"out.observation: float32 .*; must be an array float32 \(6, 0\)"):
        many.step([1] * 6, out=out._replace(observation=np.empty((6, 5), np.float32)))
    with pytest.raises(ValueError, match="observe=1"):
        BatchedGame(make_game("texas_holdem"), 6, observe=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem", "bet_fold"])
def test_tables_without_observations(name: str) -> None:
    game = make_game(name)
    many, other = BatchedGame(game, 30, seed=1, observe=False), BatchedGame(game, 30, seed=1)
    one, two = many.reset(), other.reset()
    for _ in range(4):
        assert one.observation.shape == (30, 0)
        assert np.array_equal(many.observations(), two.observation)
        assert all(np.array_equal(a, b) for a, b in zip(one[2:], two[2:], strict=True))
        actions = many.random_actions()
        assert np.array_equal(actions, other.random_actions())
        one, two = many.step(actions.copy()), other.step(actions)
