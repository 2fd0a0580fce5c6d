"""The bet/fold game: payoffs by the table, zero sums, values and played hands against all deals, the environments, errors."""

from __future__ import annotations

import random
from itertools import product
from math import fsum
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import State, make_game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.games.bet_fold import BetFoldGame, bet_fold_payoffs, fold_and_bet_costs, make_bet_fold
from pokerzoo.envs.games.bet_fold_exact import net_chips_kernel
from pokerzoo.envs.infosets import MAX_NODES

UNEVEN: dict[str, Any] = {"odds": 2.1, "blind": 0.3}


def deal(game: BetFoldGame, cards: tuple[int, ...], choices: tuple[int, ...] = ()) -> State:
    """The state after these cards and choices."""
    state: State = game.initial_state()
    for action in cards + choices:
        state = state.child(action)
    return state


def random_rounds(players: int, cards: int, rounds: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Cards and bets of random rounds."""
    rng = np.random.default_rng(seed)
    dealt = np.argsort(rng.random((rounds, cards)), axis=1)[:, :players]
    return dealt, rng.random((rounds, players)) < rng.random((rounds, 1))


@pytest.mark.parametrize(
    ("choices", "returns"),
    [  # cards 10, 80, 40, 95, 60; odds 3
        ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0)),
        ((1, 0, 0, 0, 0), (4, -1, -1, -1, -1)),  # the lowest card, alone
        ((0, 0, 0, 1, 0), (-1, -1, -1, 4, -1)),
        ((1, 0, 1, 0, 0), (-3, -1, 3 + 3, -1, -1)),
        ((1, 1, 0, 0, 1), (-3, 6 + 2, -1, -1, -3)),  # 95 is higher, but folds
        ((0, 1, 1, 1, 1), (-1, -3, -3, 9 + 1, -3)),
        ((1, 1, 1, 1, 1), (-3, -3, -3, 12, -3)),
    ],
)
def test_the_table_row_by_row(choices: tuple[int, ...], returns: tuple[float, ...]) -> None:
    assert deal(make_bet_fold(), (10, 80, 40, 95, 60), choices).returns() == returns


def test_two_players_and_other_amounts() -> None:
    game = make_bet_fold(num_players=2, odds=4, num_cards=3, blind=2.5)
    ends = {choices: deal(game, (2, 0), choices).returns() for choices in product((0, 1), repeat=2)}
    assert ends == {(0, 0): (0, 0), (0, 1): (-2.5, 2.5), (1, 0): (2.5, -2.5), (1, 1): (10, -10)}
    assert game.utility_range == (-10.0, 10.0)
    assert [game.stakes.big_blind, game.odds] == [2.5, 4]
    assert game == make_game("bet_fold", num_players=2, odds=4.0, num_cards=3, blind=2.5)


@pytest.mark.parametrize("params", [UNEVEN, {"odds": 1.0000001}, {"odds": 1e6 / 7, "blind": 9999 / 7}])
@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_zero_sum_to_the_last_bit_in_any_order(players: int, params: dict[str, Any]) -> None:
    game = make_bet_fold(num_players=players, **params)
    dealt, bets = random_rounds(players, game.num_cards, 300, seed=players)
    shuffler = random.Random(1)
    for cards, chosen in zip(dealt.tolist(), bets.tolist(), strict=True):
        won = list(bet_fold_payoffs(cards, chosen, game.blind, game.stake))
        low, high = game.utility_range
        assert low <= min(won) and max(won) <= high
        for order in (won, won[::-1], sorted(won), sorted(won, key=abs), shuffler.sample(won, players)):
            assert sum(order) == fsum(order) == 0.0
            assert np.sum(order) == np.add.reduce(order[::-1]) == 0.0


def test_amounts_are_rounded_to_a_grid() -> None:
    blind, stake = fold_and_bet_costs(2.1, 0.3, 5)
    assert (blind * 2**20).is_integer() and (stake * 2**20).is_integer()
    assert blind == pytest.approx(0.3, abs=2**-21) and stake == pytest.approx(0.63, abs=2**-21)
    assert fold_and_bet_costs(3, 1, 5) == (1, 3)


@pytest.mark.parametrize("params", [{}, UNEVEN])
@pytest.mark.parametrize("players", [2, 5, 9])
def test_all_payoff_functions_agree_exactly(players: int, params: dict[str, Any]) -> None:
    game = make_bet_fold(num_players=players, **params)
    for cards, bets in zip(*(rows.tolist() for rows in random_rounds(players, game.num_cards, 500, seed=3)), strict=True):
        winner = max((player for player in range(players) if bets[player]), key=lambda player: cards[player], default=-1)
        others = [sum(bets) - bet for bet in bets]
        amounts = players, game.blind, game.stake
        chips = tuple(net_chips_kernel(bets[p], p == winner, others[p], *amounts) for p in range(players))
        assert chips == bet_fold_payoffs(cards, bets, game.blind, game.stake)
        assert chips == deal(game, tuple(cards), tuple(map(int, bets))).returns()


@pytest.mark.parametrize(("players", "cards"), [(2, 3), (3, 5), (4, 5)])
def test_number_of_histories_is_the_trees(players: int, cards: int) -> None:
    game = make_bet_fold(num_players=players, num_cards=cards)
    assert tree_of(game).num_nodes == game.num_histories
    assert tree_of(game).num_infosets == (cards,) * players


def test_a_tree_that_is_too_large_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BetFoldGame, "initial_state", lambda _: pytest.fail("walks histories"))
    for game in (make_bet_fold(), make_bet_fold(num_players=100, num_cards=10_000), make_bet_fold(num_players=3)):
        assert game.num_histories > MAX_NODES
        with pytest.raises(ValueError, match=r"^bet_fold\(.*\) has more than 5,000,000 histories: too large to compile"):
            tree_of(game)
        with pytest.raises(ValueError, match="too large to compile"):
            CFR(game, layout="flat")
    assert make_game("kuhn").num_histories == 1 + 3 + 6 * 9  # the start, the first card, both cards with nine histories each
