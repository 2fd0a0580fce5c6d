"""Batches of games from the blinds on: what single environments and the tree say of the same hands."""

from __future__ import annotations

from collections import Counter
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import BatchedGame, make_game
from pokerzoo.envs.batched.line_hands import is_from_the_deck
from pokerzoo.envs.core import TERMINAL
from pokerzoo.envs.environments.vector import PokerVectorEnv
from pokerzoo.envs.poker.game import PokerGame, PokerState
from pokerzoo_testing.vector_cases import compare, plain, recorded

NEXT_STEP, SAME_STEP = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP
CASES: list[tuple[str, dict[str, Any]]] = [
    ("fhp", {}),
    ("fhp", {"deck": "royal", "blinds": (0, 1), "bet": 0.3, "raise_cap": 2}),
    ("preflop_holdem", {}),
    ("preflop_holdem", {"last_street": "turn", "showdown": "at_once", "stack": 6, "raise_sizes": "a", "rake_rate": 0.05}),
    ("preflop_holdem", {"last_street": "turn", "flops": "flops:5", "stack": 6, "raise_sizes": "a"}),
]
cases = pytest.mark.parametrize(("name", "params"), CASES, ids=["flop", "royal", "preflop", "turn", "five flops"])


def poker(name: str, params: dict[str, Any]) -> PokerGame:
    game = make_game(name, **params)
    assert isinstance(game, PokerGame) and is_from_the_deck(game)
    return game


@cases
def test_batches_are_states(name: str, params: dict[str, Any]) -> None:
    """Movers, observations, masks, rewards and infosets are those of the states with the same cards and moves."""
    game = poker(name, params)
    tables = BatchedGame(game, 120, seed=4)
    now, over = tables.reset(), np.zeros(120, dtype=np.bool_)
    paid = 0
    while not over.all():
        for hand in range(120):
            state = tables.state(hand)
            assert now.current_player[hand] == state.current_player
            assert now.terminated[hand] == state.is_terminal
            if state.is_terminal:
                assert not now.observation[hand].any() and now.legal_action_mask[hand].all()
                assert tuple(now.rewards[hand]) == (state.returns() if not over[hand] else (0.0, 0.0))
                paid += not over[hand]
                assert now.infoset[hand] == -1
                continue
            assert not now.rewards[hand].any()
            assert np.array_equal(now.observation[hand], state.observation(state.current_player))
            assert tuple(np.flatnonzero(now.legal_action_mask[hand])) == state.legal_actions()
            assert now.infoset[hand] == state.infoset_index()
        over = now.terminated.copy()
        now = tables.step(tables.random_actions())
    assert paid == 120


def line_payoffs(state: PokerState) -> tuple[float, ...]:
    """Payoffs of a hand from its line and the two strengths by the rules."""
    rules, line = state.game.rules, state.public.line
    live = [player for player in (0, 1) if not line.folded[player]]
    if len(live) == 1:
        return line.payoffs((live[0],))
    strengths = {player: rules.strength(rules.deck.hands[state.hands[player]], state.public.board) for player in live}
    best = max(strengths.values())
    return line.payoffs(tuple(player for player in live if strengths[player] == best))


def test_payoffs_are_those_of_lines() -> None:
    """Many hands of flop hold'em, dealt one after another: each reward is what its line pays the better hand."""
    game = poker("fhp", {})
    once, again = (BatchedGame(game, 400, seed=8, autoreset=reset, observe=False) for reset in (False, True))
    now, twin = once.reset(), again.reset()
    ends: Counter[str] = Counter()
    for _ in range(11):
        actions = once.random_actions()
        before = now
        now = once.step(actions)
        going = before.current_player != TERMINAL
        if ends.total() == 0:  # until the first hand is over both play the same hands
            twin = again.step(actions)
            assert np.array_equal(twin.rewards, now.rewards) and np.array_equal(twin.terminated, now.terminated)
        for hand in np.flatnonzero(now.terminated & going):
            state = once.state(int(hand))
            assert isinstance(state, PokerState)
            assert tuple(now.rewards[hand]) == line_payoffs(state)
            ends[state.public.line.text] += 1
    assert ends.total() == 400 and len(ends) > 40


def test_flops_are_dealt_by_their_weights() -> None:
    """In batches and one by one; beside them all hands are equally likely."""
    game, size = poker("fhp", {"flops": "flops:5"}), 40_000
    rules = game.rules
    tables = BatchedGame(game, size, seed=3, observe=False)
    tables.reset()
    words = np.array(tables._words)
    sets = rules.deck.card_sets(3)
    dealt = np.array([sets.number[frozenset(flop)] for flop in words[:, 3:6].tolist()])
    suited = np.array([len({card % 4 for card in flop}) for flop in sets.sets])
    cards = np.concatenate([np.array(rules.deck.hands)[words[:, 1:3]].reshape(size, 4), words[:, 3:]], axis=1)
    assert (np.diff(np.sort(cards, axis=1), axis=1) > 0).all()
    wanted = rules.weighted_sets / rules.weighted_sets.sum()
    shares = np.bincount(dealt, minlength=len(wanted)) / size
    assert np.abs(shares - wanted).max() < 5 * np.sqrt(wanted.max() / size) and not shares[wanted == 0].any()
    by_suits = np.bincount(suited, wanted), np.bincount(suited[dealt]) / size
    assert np.abs(by_suits[0] - by_suits[1]).max() < 5 * np.sqrt(0.25 / size)
    # What is left beside a flop is dealt evenly: aces come as often as they are left.
    aces = (words[:, 3:6] >= 48).sum(axis=1)
    assert abs((cards[:, :4] >= 48).sum() / size - 4 * ((4 - aces) / 49).mean()) < 0.02
    numbers, result = np.random.default_rng(5), Counter[int]()
    for _ in range(1500):
        state: Any = game.initial_state()
        while not state.public.board:
            state = state.child(state.draw_chance(numbers) if state.is_chance else 1)
        result[sets.number[frozenset(state.public.board)]] += 1
    alone = np.bincount(suited, np.bincount(list(result), list(result.values()), minlength=len(wanted)))
    assert np.abs(alone / 1500 - by_suits[0]).max() < 5 * np.sqrt(0.25 / 1500)


def test_cards_are_dealt_evenly() -> None:
    """Each card is as likely in each place as another, and the k-th deal has the same cards whatever is played."""
    game = poker("fhp", {"deck": "royal"})
    size = 20_000
    one, two = BatchedGame(game, size, seed=1, autoreset=True), BatchedGame(game, size, seed=1, autoreset=True)
    one.reset()
    two.reset()
    words = np.array(one._words)
    held = np.array(game.rules.deck.hands)[words[:, 1:3]].reshape(size, 4)
    cards = np.concatenate([held, words[:, 3:]], axis=1)
    assert (np.diff(np.sort(cards, axis=1), axis=1) > 0).all()
    for place in (slice(0, 2), slice(2, 4), slice(4, 7)):
        shares = np.bincount(cards[:, place].ravel(), minlength=20) / cards[:, place].size
        assert np.abs(shares - 1 / 20).max() < 5 * np.sqrt(1 / 20 / cards[:, place].size)
    pairs = np.bincount(words[:, 1] * 190 + words[:, 2])
    assert pairs.max() < 12  # of 29,070 pairs of hands none is dealt much more often than others
    one.step(np.zeros(size, np.int64))  # all fold
    for action in (1, 1, 1, 1):
        two.step(np.full(size, action))
    assert np.array_equal(one._words[:, 1:], two._words[:, 1:])
    assert not np.array_equal(one._words[:, 1:], words[:, 1:])


def test_a_large_batch_begins_with_a_small_one() -> None:
    game = poker("fhp", {})
    small, large = BatchedGame(game, 5, seed=3), BatchedGame(game, 9, seed=3)
    for ours, theirs in zip(small.reset(), large.reset(), strict=True):
        assert np.array_equal(ours, theirs[:5])
    with pytest.raises(ValueError, match="hand 0: action 7 is not legal for player 1"):
        small.step([7, 1, 1, 1, 1])


@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP])
@pytest.mark.parametrize(
    ("case", "seat", "mask_in", "legal", "opponent"),
    [
        (0, None, "observation", True, "random"),
        (0, 1, "info", False, "always_call"),
        (1, 0, "observation", False, "random"),
        (2, None, "info", True, ["always_raise"]),
        (3, None, "observation", True, "random"),
    ],
)
def test_equals_gymnasiums_vector_of_single_environments(
    case: int, seat: int | None, mask_in: Any, legal: bool, opponent: Any, mode: AutoresetMode
) -> None:
    game = poker(*CASES[case])
    env = PokerVectorEnv(game, 6, opponent, seat, mask_in=mask_in, illegal="passive", autoreset_mode=mode)
    actions, seen, hands = recorded(env, 14, 5, legal)
    assert sum(step[2].sum() for step in seen[1:]) > 10
    compare(game, mode, seat, mask_in, actions, seen, hands)


def test_opponents() -> None:
    """Policies and agents play as opponents; a table of 4.7 billion probabilities is refused."""
    game = poker("fhp", {})
    for name, move in (("always_fold", 0), ("always_raise", 2)):
        env = PokerVectorEnv(game, 30, name, seat=0)  # the small blind acts first
        env.reset(seed=0)
        assert {state.history()[2] for state in map(env.state, range(30))} == {move}
    with pytest.raises(ValueError, match="has too many infosets for"):
        PokerVectorEnv(game, 2, np.full(3, 1 / 3))
    royal = poker(*CASES[1])
    policy = TabularPolicy.uniform(royal)
    envs = [PokerVectorEnv(royal, 8, policy, seat=0) for _ in range(2)]
    for env in envs:
        env.reset(seed=5)
    assert data_equivalence(plain(envs[0].step(np.ones(8, np.int64))), plain(envs[1].step(np.ones(8, np.int64))), exact=True)


def test_gymnasium_makes_it() -> None:
    env = gymnasium.make_vec("pokerzoo/Fhp-v0", num_envs=5, opponent="random", illegal="passive", deck="royal")
    assert isinstance(env, PokerVectorEnv)
    env.action_space.seed(1)
    observation, info = env.reset(seed=1)
    assert (info["infoset_index"] >= 0).all()
    for _ in range(20):
        assert env.observation_space.contains(observation)
        observation, rewards, over, _, _ = env.step(env.action_space.sample())
        assert not rewards[~over].any()
