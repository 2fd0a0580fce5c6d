"""Suits that a spot treats alike: boards of which one stands for all, strategies that tell suits apart, digests of rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy, lock_node
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.forms import boards_of, evaluator_of, form_evaluator
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.compiled.street_layout import floats_before, layout_digest
from pokerzoo.envs.compiled.street_tree import AsymmetricError, StreetTree
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo_testing.cases import random_strategy
from pokerzoo_testing.rules import changed_rules
from pokerzoo_testing.small_games import TURN_SPOT

TURN: dict[str, Any] = {"pot": 10, "stack": 10, "bet_sizes": "100%", "raise_sizes": "a", "add_allin_threshold": 0}
WIDE = ("22+,AKs,AQo", "22+,KQs,AJs")


def forms(board: str, ranges: tuple[str, str] = WIDE, **params: Any) -> tuple[HoldemGame, StreetTree, StreetTree]:
    """A spot with one board for all that are alike, and with each on its own."""
    game = make_game("holdem", board=board, ranges=ranges, **TURN | params)
    assert isinstance(game, HoldemGame)
    return game, compile_street_tree(game), compile_street_tree(game, symmetric=False)


@pytest.mark.parametrize("suits", [[(1, 0, 2, 3)], [(0, 1, 2, 3), (1, 2, 0, 3)], [(0, 1, 2, 3), (1, 0, 2, 3), (0, 2, 1, 3)]])
def test_symmetries_that_are_no_group_are_refused(suits: list[tuple[int, ...]]) -> None:
    """Without the one that exchanges nothing, without what undoes one, without what two make."""
    game = make_game("holdem", board="QsJs2s8s", ranges=WIDE, **TURN)
    assert isinstance(game, HoldemGame)
    exchanges = tuple(tuple(4 * (card // 4) + permutation[card % 4] for card in range(52)) for permutation in suits)
    with pytest.raises(ValueError, match="symmetries: must have"):
        _ = changed_rules(game.rules, symmetries=exchanges).symmetries


def test_hands_that_are_alike_have_the_same_bits() -> None:
    game, merged, _ = forms("QsJs2s8s")
    policy = CFR(game, "dcfr").run(40).average_policy()
    seen = 0
    for line in ("", "x", "xx/7s|", "xx/7d|x"):
        public = game.infosets.find(line)
        assert public is not None
        strategy = policy.strategy(public)
        for k, exchange in enumerate(game.rules.symmetries):
            if {exchange[card] for card in public.board} != set(public.board):
                continue
            np.testing.assert_array_equal(strategy[:, merged._exchanged_hands[k]], strategy)
            seen += 1
    assert seen == 6 + 6 + 6 + 2


def test_strategies_that_tell_suits_apart_are_measured_board_by_board() -> None:
    game, merged, each = forms("QsJs2h8h")
    strategy = random_strategy(game, 1)
    with pytest.raises(AsymmetricError):
        merged.rows_from_policy(strategy)
    result = StreetEvaluator(merged).evaluate_policy(strategy)
    expected = StreetEvaluator(each).evaluate_policy(strategy)
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-6)
    assert evaluator_of(game).measure(strategy).values == pytest.approx(expected[0], abs=1e-6)
    responses = evaluator_of(game)
    responses.evaluate_policy(strategy)
    mixed = np.where(game.infosets.entry_players == 0, responses.best_responses(), strategy)
    assert evaluator_of(game).evaluate_policy(mixed)[0][0] == pytest.approx(expected[1][0], abs=1e-5)
    assert TabularPolicy(game, strategy).game == game


@pytest.mark.parametrize(("board", "line"), [("QsJs2s8s", ""), ("Td9d6d", "xx/2d|")])
def test_strategies_that_tell_hands_apart_on_one_board_are_measured_board_by_board(board: str, line: str) -> None:
    """On a board that stands for itself under an exchange, hands that are alike play differently; elsewhere all are."""
    game, merged, each = forms(board, ("77+,AKs,AQo", "77+,KQs,AJs"), bet_sizes="a", max_nodes=10**8)
    public = game.infosets.find(line) if line else game.rules.root
    assert public is not None
    strategy = np.array(game.infosets.uniform())
    entries = game.infosets.entries(public)
    real = np.flatnonzero(entries[0] >= 0)
    strategy[entries[0, real]] = np.linspace(0, 1, len(real))
    strategy[entries[1, real]] = 1 - strategy[entries[0, real]]
    with pytest.raises(AsymmetricError):
        merged.rows_from_policy(strategy)
    if board == "QsJs2s8s":
        result = StreetEvaluator(merged).evaluate_policy(strategy)
        np.testing.assert_allclose(result, StreetEvaluator(each).evaluate_policy(strategy), rtol=0, atol=1e-6)
        assert result[0].sum() == pytest.approx(0, abs=1e-4)
    policy = CFR(game, "dcfr").run(3).average_policy()
    merged.rows_from_policy(policy.probabilities)  # a solver's is no such strategy


def test_locks_that_tell_suits_apart_hold_for_their_suit_alone() -> None:
    game, _, _ = forms("QsJs2h8h")
    lock = lock_node(game, "", {"check": 1.0}, hands=["AcAd"]) | lock_node(game, "", {"bet 10": 1.0}, hands=["KsKc"])
    solver = CFR(game, "dcfr", locks=lock).run(20)
    assert isinstance(solver.form, StreetTree) and solver.form.num_symmetries == 1
    policy = solver.average_policy()
    assert policy["KsKc|"]["bet 10"] == 1.0 and policy["KsKd|"]["bet 10"] < 1.0
    both = lock_node(game, "", {"bet 10": 1.0}, hands=["KsKc", "KsKd"])
    solver = CFR(game, "dcfr", locks=both).run(20)
    assert isinstance(solver.form, StreetTree) and solver.form.num_symmetries == 2
    policy = solver.average_policy()
    assert policy["KsKc|"]["bet 10"] == policy["KsKd|"]["bet 10"] == 1.0 > policy["KhKc|"]["bet 10"]


@pytest.mark.parametrize("raises", ["a", "60%,a"])
def test_sums_too_small_to_divide_by_count_as_zero(raises: str) -> None:
    """Averages fade at hands that hardly come: 1 / 1e-39 is infinity in single precision, and infinity times 0 no number."""
    _, form, _ = forms("QsJh2h8d", raise_sizes=raises)
    (zeros,) = form.new_rows()
    faded = zeros.copy()
    faded[: len(faded) // 2] = np.float32(1e-39)
    assert 0 < faded[0] < np.finfo(np.float32).tiny
    assert np.array_equal(form.shares((faded,))[0], form.shares((zeros,))[0])
    result, equal = form_evaluator(form).evaluate_cumulative((faded,)), form_evaluator(form).evaluate_cumulative((zeros,))
    assert np.isfinite(result[0]).all()
    assert np.array_equal(result, equal)


def turn(**changes: object) -> StreetTree:
    form = boards_of(make_game("holdem", **TURN_SPOT | changes))
    assert isinstance(form, StreetTree)
    return form


@pytest.fixture(scope="module")
def form() -> StreetTree:
    return turn()


def test_equal_games_have_one_digest(form: StreetTree) -> None:
    assert layout_digest(form) == layout_digest(turn()) and len(layout_digest(form)) == 64
    assert layout_digest(turn(rake_rate=0.05)) == layout_digest(form)  # rake moves no row


@pytest.mark.parametrize(
    "changes",
    [
        {"board": "QsJh2h8c"},
        {"ranges": ("22+", "22+,AKo")},
        {"ranges": ("22+,AKs", "22+")},
        {"bet_sizes": "50%,a"},
        {"raise_cap": 0},
        {"removed": ("xb20",)},
    ],
)
def test_other_rows_have_another(changes: dict[str, object], form: StreetTree) -> None:
    assert layout_digest(turn(**changes)) != layout_digest(form)


def test_the_streets_before_the_river_come_first(form: StreetTree) -> None:
    before = floats_before(form, -1)
    places = np.arange(form.num_floats, dtype=np.float32)
    table = form.infosets
    for history, on_river in (("", False), ("x", False), ("xb20", False), ("xx/2c|", True), ("xx/Kd|x", True)):
        public = table.find(history)
        assert public is not None
        entries = table.entries(public)
        assert np.all((form.read(places, public)[entries >= 0] >= before) == on_river)
