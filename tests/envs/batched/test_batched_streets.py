"""Many hands of turns and flops at once: the cards that come, mean rewards, and tables that do not list infosets."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.batched import BatchedGame
from pokerzoo.envs.environments.vector import PokerVectorEnv
from pokerzoo.envs.registry import FLOP_SPOT, TURN_SPOT
from pokerzoo.evaluation import expected_values

CHECK = 1


def cards_seen(game: Any, hands: int, checks: int, seed: int) -> Counter[tuple[int, ...]]:
    """Count of each board after a number of checks."""
    many = BatchedGame(game, hands, seed=seed)
    many.reset()
    for _ in range(checks):
        many.step(np.full(hands, CHECK))
    words, number = np.unique(many._words, axis=0, return_counts=True)
    seen: Counter[tuple[int, ...]] = Counter()
    for row, times in zip(words, number, strict=True):
        state: Any = many._engine.state(row)
        board = state.public.board
        assert not {*board} & {card for hand in state.hands for card in game.rules.deck.hands[hand]}
        assert len({*board}) == len(board)
        seen[board] += int(times)
    return seen


def test_each_card_that_can_come_is_equally_likely() -> None:
    turn: Any = make_game("holdem", board="Td9d6h5c", ranges=("AsAh", "KsKd"), bet_sizes="", pot=10, stack=10)
    seen = cards_seen(turn, 22_000, 2, seed=3)
    assert len(seen) == 44 and stats.chisquare(list(seen.values())).pvalue > 0.001
    flop: Any = make_game("holdem", board="Td9d6h", ranges=("AsAh", "KsKd"), bet_sizes="", pot=10, stack=10)
    seen = cards_seen(flop, 100_000, 4, seed=4)
    assert len(seen) == 45 * 44 and stats.chisquare(list(seen.values())).pvalue > 0.001


@pytest.mark.parametrize("spot", [TURN_SPOT, FLOP_SPOT], ids=["turn", "flop"])
def test_mean_rewards_are_the_exact_values(spot: dict[str, Any]) -> None:
    game: Any = make_game("holdem", **spot)
    exact = expected_values(game, TabularPolicy.uniform(game))[0]
    many = BatchedGame(game, 30_000, seed=5)
    seen = many.reset()
    rewards = np.zeros(30_000)
    while not seen.terminated.all():
        seen = many.step(many.random_actions())
        rewards += seen.rewards[:, 0]
    assert abs(rewards.mean() - exact) < 4 * rewards.std() / np.sqrt(len(rewards))


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


def test_opponents_by_table_are_found_there() -> None:
    # The second player always folds to a bet, so that a bet wins half of the pot.
    game: Any = make_game("holdem", **TURN_SPOT)
    folds = TabularPolicy(game, game.infosets.pure(min)).probabilities
    env = PokerVectorEnv(game, 500, opponent=folds, seat=0)
    env.reset(seed=1)
    _, rewards, terminated, _, _ = env.step(np.full(500, 2))
    assert terminated.all() and (rewards == 10.0).all()


def test_a_game_with_too_many_infosets_is_refused_before_anything_is_made() -> None:
    game: Any = make_game("holdem", **FLOP_SPOT)
    game.size = replace(game.size, entries=2**31)
    wanted = r"has 2,147,483,648 probabilities, and must have less .* give fewer sizes or smaller ranges, or play hand by hand"
    with pytest.raises(ValueError, match=wanted):
        BatchedGame(game, 4)
    with pytest.raises(ValueError, match=wanted):
        PokerVectorEnv(game, 4)
