"""Spots for three players: against all triples of hands, and against the tree of all histories."""

from __future__ import annotations

from itertools import permutations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import rows_of, tree_of
from pokerzoo.envs.compiled.simd import HandLanes, ManyHandLanes, lanes_for, pack_rows, unpack_rows
from pokerzoo.envs.compiled.three_way.passes import make_three_way_passes
from pokerzoo.envs.compiled.three_way.threads import ThreeWayValues
from pokerzoo.envs.poker.cards import COMBOS
from pokerzoo_testing.cases import random_strategy
from pokerzoo_testing.three_players import random_spot, values_by_triples


def by_triples(cards: Any, strengths: Any, board: Any, player: int, reach: Any, chips: Any) -> Any:
    """float64 [hands]: what each hand is worth, by a loop over all triples, each pot paid by the field's words."""
    others = [other for other in range(3) if other != player]
    worth = np.zeros(len(cards))
    for h, j, k in permutations(range(len(cards)), 3):
        held = {*cards[h], *cards[j], *cards[k], *board}
        if len(held) < 6 + len(board):
            continue
        mine, first, second = strengths[h], strengths[j], strengths[k]
        over_one = 1.0 if mine > first else 0.5 if mine == first else 0.0
        over_two = 1.0 if mine > second else 0.5 if mine == second else 0.0
        best = max(mine, first, second)
        share = 0.0 if mine < best else 1.0 / [mine, first, second].count(best)
        pays = chips[0] + chips[1] * over_one + chips[2] * over_two + chips[3] * share
        worth[h] += reach[others[0]][j] * reach[others[1]][k] * pays
    return worth


@pytest.mark.parametrize("kind", [HandLanes, ManyHandLanes])
def test_against_all_triples(kind: type) -> None:
    """Hands that share cards with each other and with the board, equal strengths, reach of zero, all sorts of pots."""
    rng = np.random.default_rng(3)
    for trial in range(12):
        deck = rng.choice(52, size=11, replace=False)  # few cards, so that many hands meet
        every = COMBOS[np.isin(COMBOS, deck).all(axis=1)]
        cards = every[np.sort(rng.choice(len(every), size=int(rng.integers(3, 17)), replace=False))]
        boards = [tuple(rng.choice(deck, size=int(rng.integers(0, 3)), replace=False).tolist()) for _ in range(2)]
        boards = sorted(set(boards))
        strengths = {board: rng.integers(0, int(rng.integers(1, 9)), size=len(cards)) for board in boards}
        lanes = lanes_for(kind, len(cards))
        reach = rng.random((3, 4, len(cards))) * (rng.random((3, 4, len(cards))) < 0.8)  # three sequences beside the empty one
        answers = []
        for _ in range(3):
            part = []
            for _ in range(6):
                chips = rng.normal(size=4) * (rng.random(4) < 0.6)
                board = boards[int(rng.integers(len(boards)))]
                part.append((board, int(rng.integers(1, 4)), (int(rng.integers(4)), int(rng.integers(4))), tuple(chips)))
            answers.append(part)
        held = rng.random((3, len(cards))) < 0.9
        game: Any = SimpleNamespace(
            rules=SimpleNamespace(deck=SimpleNamespace(hand_cards=cards)), strengths=lambda board, by=strengths: by[board]
        )
        values = ThreeWayValues(lanes, make_three_way_passes(game, boards, answers, held, np.ones_like(held), lanes), 2)
        packed = tuple(pack_rows(lanes, rows) for rows in reach)
        for player in range(3):
            out = pack_rows(lanes, np.ones((4, len(cards))))
            values.counterfactual_values(player, packed, out)
            wanted = np.zeros((4, len(cards)))
            first, second = (other for other in range(3) if other != player)
            for board, own_row, others, pot in answers[player]:
                seen = {first: reach[first][others[0]], second: reach[second][others[1]]}
                wanted[own_row] += by_triples(cards, strengths[board], board, player, seen, pot)
            wanted *= held[player]
            wrong = np.abs(unpack_rows(lanes, out, len(cards)) - wanted).max()
            assert wrong < (1e-11 if kind is HandLanes else 1e-4), (trial, player)


def check_values(seed: int) -> tuple[bool, bool]:
    """One spot; whether it has side pots, and a rake."""
    rng = np.random.default_rng([31, seed])
    game = random_spot(rng)
    policy = random_strategy(game, int(rng.integers(1000)))
    values, _ = Evaluator(rows_of(game)).evaluate_policy(policy)
    assert values == pytest.approx(values_by_triples(game, policy), abs=1e-9), (seed, game)
    return bool(game.rules.betting.stacks), game.rules.betting.rake_rate > 0


def test_rivers_are_worth_what_a_sum_over_all_triples_says() -> None:
    seen = [check_values(seed) for seed in range(20)]
    assert all(any(kind) for kind in zip(*seen, strict=True))


@pytest.mark.long
def test_two_hundred_rivers_are_worth_what_a_sum_over_all_triples_says() -> None:
    for seed in range(20, 200):
        check_values(seed)


@pytest.mark.parametrize("seed", range(6))
def test_best_responses_are_those_of_the_tree_of_all_histories(seed: int) -> None:
    rng = np.random.default_rng([32, seed])
    game = random_spot(rng, most_hands=3)
    policy = random_strategy(game, int(rng.integers(1000)))
    public, flat = Evaluator(rows_of(game)), Evaluator(tree_of(game).rows)
    for result, wanted in zip(public.evaluate_policy(policy), flat.evaluate_policy(policy), strict=True):
        assert result == pytest.approx(wanted, abs=1e-9)
    again, _ = flat.evaluate_policy(public.best_responses())
    assert again.shape == (3,) and game.num_histories == tree_of(game).num_nodes


@pytest.mark.check
def test_a_turn_is_worth_what_a_sum_over_all_triples_says() -> None:
    rng = np.random.default_rng(7)
    game = random_spot(rng, board_cards=4, most_hands=2)
    policy = random_strategy(game, int(rng.integers(1000)))
    values, best = Evaluator(rows_of(game)).evaluate_policy(policy)
    assert values == pytest.approx(values_by_triples(game, policy), abs=1e-9)
    _, wanted = Evaluator(tree_of(game).rows).evaluate_policy(policy)
    assert best == pytest.approx(wanted, abs=1e-9)
