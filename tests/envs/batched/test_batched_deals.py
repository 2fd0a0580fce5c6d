"""Deals of many hands at once: as probable as the game says, by chi squared; the same for a seed whatever is played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from pokerzoo.envs import Game, State, make_game
from pokerzoo.envs.batched.batched_game import BatchedGame
from pokerzoo.envs.batched.line_hands import is_from_the_deck
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.random_numbers import alias_table
from pokerzoo.envs.whole_hands.row import HOLES, TO_COME

CHECK = 1
NO_BETS: dict[str, Any] = {"ranges": ("AsAh", "KsKd"), "bet_sizes": "", "pot": 10, "stack": 10}


def deals(game: Game, count: int, skip: int) -> Counter[tuple[int, ...]]:
    """Count of each start of a history, its first ``skip`` moves."""
    many = BatchedGame(game, count, seed=5)
    many.reset()
    words, number = np.unique(many._words, axis=0, return_counts=True)
    seen: Counter[tuple[int, ...]] = Counter()
    for row, times in zip(words, number, strict=True):
        seen[many._engine.state(row).history()[:skip]] += int(times)
    return seen


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("kuhn", {}),
        ("kuhn", {"num_players": 3}),
        ("leduc", {}),
        ("leduc", {"suit_isomorphism": True}),
        ("bet_fold", {"num_players": 3, "num_cards": 5}),
        ("holdem", {}),
        ("holdem", {"board": "AhJs7c7d2h", "ranges": ("AsKs,QQ:0.5", "AKs,JhJd:0.25"), "pot": 10, "stack": 95}),
        # Nearly always the second player's aces are the first's: most draws are in vain.
        ("holdem", {"board": "2c3d7h8s9c", "ranges": ("AsAh,KdKc:0.1", "AsAh,AsAd,AhAd,QdQc:0.001,QdQh:0.002")}),
    ],
)
def test_deals_are_as_probable_as_the_game_says(name: str, params: dict[str, Any]) -> None:
    game, count = make_game(name, **params), 100_000
    expected: dict[tuple[int, ...], float] = {}
    stack: list[tuple[State, float]] = [(game.initial_state(), 1.0)]
    while stack:
        state, probability = stack.pop()
        if not state.is_chance:
            expected[state.history()] = probability
            continue
        stack += [(state.child(a), probability * p) for a, p in state.chance_outcomes() if p > 0.0]
    seen = deals(game, count, len(next(iter(expected))))
    assert seen.keys() <= expected.keys()
    observed = [seen[history] for history in expected]
    assert stats.chisquare(observed, [count * p for p in expected.values()]).pvalue > 1e-4


@pytest.mark.parametrize(
    ("name", "params", "hands", "checks", "boards"),
    [
        ("leduc", {}, 120_000, 2, 6 * 5 * 4),
        ("holdem", NO_BETS | {"board": "Td9d6h5c"}, 22_000, 2, 44),
        ("holdem", NO_BETS | {"board": "Td9d6h"}, 60_000, 4, 45 * 44),
    ],
)
def test_public_cards_are_dealt_evenly(name: str, params: dict[str, Any], hands: int, checks: int, boards: int) -> None:
    many = BatchedGame(make_game(name, **params), hands, seed=3)
    many.reset()
    for _ in range(checks):
        many.step(np.full(hands, CHECK))
    words, number = np.unique(many._words, axis=0, return_counts=True)
    seen: Counter[tuple[int, ...]] = Counter()
    for row, times in zip(words, number, strict=True):
        seen[many._engine.state(row).history()] += int(times)
    assert len(seen) == boards and stats.chisquare(list(seen.values())).pvalue > 0.001


def cards(many: BatchedGame) -> list[tuple[int, ...]]:
    """All cards of each hand, those that have not been shown included."""

    return [(*row[HOLES : HOLES + 20], *row[TO_COME : TO_COME + 5]) for row in many._words.tolist()]


def test_cards_depend_on_the_seed_and_the_hands_number_alone() -> None:
    game = make_game("texas_holdem", num_players=3)
    small, large = BatchedGame(game, 5, seed=11, autoreset=True), BatchedGame(game, 60, autoreset=True)
    small.reset()
    large.reset(seed=11)
    # The third deal of a hand is the same whatever was played in the first two: here by folds, there by calls.
    dealt: list[list[list[tuple[int, ...]]]] = []
    for many, action in ((small, 0), (large, 1)):
        by_hand: list[list[tuple[int, ...]]] = [[deal] for deal in cards(many)]
        for _ in range(60):
            seen = many.step([action if action in many.state(i).legal_actions() else 1 for i in range(many.batch)])
            for i in np.flatnonzero(seen.terminated):
                by_hand[i].append(cards(many)[i])
        dealt.append(by_hand)
    for fewer, more in zip(dealt[0], dealt[1], strict=False):
        assert len(more) > 2
        assert fewer[: len(more)] == more
    assert len({deal for by_hand in dealt[1] for deal in by_hand}) == sum(map(len, dealt[1]))
    other = BatchedGame(game, 5, seed=12)
    other.reset()
    assert not {deal for by_hand in dealt[1] for deal in by_hand} & set(cards(other))
    again = large.reset(seed=11)
    assert [by_hand[0] for by_hand in dealt[1]] == cards(large)
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


def test_random_actions_are_even_over_the_legal_ones_and_change_no_cards() -> None:
    for name, params, first in (
        ("texas_holdem", {"bet_sizes": "any", "stack": 12}, (0, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13)),
        ("texas_holdem", {}, (0, 1, 2, 3, 4)),
        ("kuhn", {"num_players": 3}, (1, 2)),
    ):
        many, twin = (BatchedGame(make_game(name, **params), 20_000, seed=4, observe=False) for _ in range(2))
        many.reset()
        twin.reset()
        assert many.state(0).legal_actions() == first
        actions = many.random_actions()
        count = np.bincount(actions, minlength=many.num_actions)
        assert stats.chisquare(count[list(first)]).pvalue > 1e-4
        assert count.sum() == count[list(first)].sum()
        for ours, theirs in zip(map(np.asarray, twin.step(actions)), map(np.asarray, many.step(actions)), strict=True):
            np.testing.assert_array_equal(ours, theirs)
    over = BatchedGame(make_game("texas_holdem"), 50, seed=4)
    over.reset()
    over.step(np.zeros(50, np.int64))
    assert not over.random_actions().any()


def poker(name: str, params: dict[str, Any]) -> PokerGame:
    game = make_game(name, **params)
    assert isinstance(game, PokerGame) and is_from_the_deck(game)
    return game


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
    folding, calling = BatchedGame(game, size, seed=1, autoreset=True), BatchedGame(game, size, seed=1, autoreset=True)
    folding.reset()
    calling.reset()
    words = np.array(folding._words)
    held = np.array(game.rules.deck.hands)[words[:, 1:3]].reshape(size, 4)
    cards = np.concatenate([held, words[:, 3:]], axis=1)
    assert (np.diff(np.sort(cards, axis=1), axis=1) > 0).all()
    for place in (slice(0, 2), slice(2, 4), slice(4, 7)):
        shares = np.bincount(cards[:, place].ravel(), minlength=20) / cards[:, place].size
        assert np.abs(shares - 1 / 20).max() < 5 * np.sqrt(1 / 20 / cards[:, place].size)
    pairs = np.bincount(words[:, 1] * 190 + words[:, 2])
    assert pairs.max() < 12  # of 29,070 pairs of hands none is dealt much more often than others
    folding.step(np.zeros(size, np.int64))  # all fold
    for action in (1, 1, 1, 1):
        calling.step(np.full(size, action))
    assert np.array_equal(folding._words[:, 1:], calling._words[:, 1:])
    assert not np.array_equal(folding._words[:, 1:], words[:, 1:])


@pytest.mark.parametrize("weights", [[1.0], [0.5, 0.5], [3.0, 1.0, 0.0, 2.0], [0.1] * 7, [1e-300, 1.0], [0.0, 0.0, 5.0]])
def test_alias_tables_are_exact(weights: list[float]) -> None:
    threshold, alias = alias_table(weights)
    shares = np.zeros(len(weights))
    np.add.at(shares, np.arange(len(weights)), threshold / len(weights))
    np.add.at(shares, alias, (1 - threshold) / len(weights))
    assert shares == pytest.approx(np.array(weights) / sum(weights), abs=1e-15)
    assert not shares[np.array(weights) == 0.0].any()
