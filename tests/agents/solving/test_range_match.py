"""Matches between ranges against sums over all pairs of hands, and with luck taken off against without."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.poker.cards import COMBOS
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.envs.poker.preflop_equities import disjoint_combos
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

BENCHMARKS = ROOT / "benchmarks"
GAME: Any = make_game("texas_holdem", stacks=6, bet_sizes="100%", raise_sizes="a")
BOARD = (40, 13, 27, 2, 51)


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])
    return load_program(BENCHMARKS / "range_match.py")


class Mixed:
    """A player whose probabilities differ from hand to hand and from line to line."""

    def __init__(self, number: int) -> None:
        self.number = number

    def probabilities_for_hands(self, state: TexasHoldemState, wanted: Floats) -> Floats:
        return mixed(len(state.legal_actions()), self.number, state.line)


@lru_cache
def mixed(actions: int, number: int, line: str) -> Floats:
    seed = [number, *line.encode()]
    return np.asarray(np.random.default_rng(seed).dirichlet(np.full(actions, 0.7), len(COMBOS)).T)


def test_sums_beside_and_ahead(program: Any) -> None:
    board, rng = program.BoardHands(BOARD), np.random.default_rng(1)
    weights = board.free * rng.random(1326)
    strengths = np.where(board.free > 0.0, board_strength(BOARD, COMBOS), 0).astype(np.int64)
    signs = np.sign(strengths[:, None] - strengths[None]) * board.free[:, None]
    np.testing.assert_allclose(program.weight_beside(weights), disjoint_combos() @ weights, atol=1e-9)
    np.testing.assert_allclose(board.ahead(weights), (disjoint_combos() * signs) @ weights, atol=1e-9)


def test_nothing_is_drawn_on_rivers(program: Any) -> None:
    class Counted:
        drawn = 0

        def random(self) -> float:
            self.drawn += 1
            return 0.0

    class Checks:
        """Checks and calls before the river, and mixes on it."""

        def probabilities_for_hands(self, state: TexasHoldemState, wanted: Floats) -> Floats:
            legal = state.legal_actions()
            if len(state.board) == 5:
                return mixed(len(legal), 3, state.line)
            return np.repeat([[float(action == 1)] for action in legal], len(COMBOS), axis=1)

    match, rng = program.RangeMatch(GAME, [Checks(), Checks()]), Counted()
    match.hand(program.BoardHands(BOARD), match.ask, rng)
    assert rng.drawn == 6  # two players on three streets


def test_a_line_counts_as_often_as_pairs_of_hands_play_it(program: Any) -> None:
    """The mean over all lines against a walk that keeps a matrix of all pairs of hands, with luck taken off and without."""
    players = [Mixed(1), Mixed(2)]
    match, board = program.RangeMatch(GAME, players), program.BoardHands(BOARD)
    strengths = np.asarray(board_strength(BOARD, COMBOS), dtype=np.int64)
    pairs = disjoint_combos() * np.outer(board.free, board.free)
    signs = np.sign(strengths[:, None] - strengths[None])

    def by_pairs(state: TexasHoldemState, pairs: Floats) -> float:
        if any(state.folded):
            return float(pairs.sum() * state.returns()[0])
        if state.is_terminal:
            return float((pairs * signs).sum() * min(state.contributions))
        answer = players[state.current_player].probabilities_for_hands(state, board.free)
        found = 0.0
        for share, action in zip(answer, state.legal_actions(), strict=True):
            own = share[:, None] if state.current_player == 0 else share[None]
            found += by_pairs(match.dealt(state.child(action), board), pairs * own)
        return found

    wanted = by_pairs(match.start(board), pairs) / pairs.sum()

    # All lines up to the river that might be drawn, with how likely they are.
    def by_ranges(state: TexasHoldemState, reach: list[Floats], luck: float, chance: float) -> tuple[float, float, float]:
        if state.is_terminal or state.street == program.RIVER:
            ended = match.all_lines(state, board, match.ask, reach)
            return chance, chance * ended, chance * (ended - luck)
        mover = state.current_player
        answer = match.ask[mover](state, reach[mover])
        chances = answer @ (reach[mover] * program.weight_beside(reach[1 - mover]))
        values = match.values(state, answer @ (reach[mover] * board.ahead(reach[1 - mover])), chances)
        total = np.zeros(3)
        for k, action in enumerate(state.legal_actions()):
            after = list(reach)
            after[mover] = reach[mover] * answer[k]
            share = chances[k] / chances.sum()
            own = luck + (1 - 2 * mover) * (values[k] - chances @ values / chances.sum()) * GAME.payoff_unit
            total += by_ranges(match.dealt(state.child(action), board), after, own, chance * share)
        return tuple(total.tolist())

    whole, plain, without_luck = by_ranges(match.start(board), [board.free, board.free], 0.0, 1.0)
    assert whole == pytest.approx(1.0) and abs(wanted) > 0.01
    assert plain == pytest.approx(wanted, abs=1e-9) and without_luck == pytest.approx(wanted, abs=1e-9)

    # Lines that are drawn have this mean.
    drawn = np.array([match.hand(board, match.ask, np.random.default_rng(seed)) for seed in range(400)])
    assert abs(drawn.mean() - wanted) < 4.5 * drawn.std() / 20.0
    assert match.hand(board, match.ask, np.random.default_rng(5)) == drawn[5]


def test_boards_have_seeds_and_a_player_is_even_with_itself(program: Any) -> None:
    match = program.RangeMatch(GAME, ["tight", "loose"])
    found = match.play(6, 3)
    assert found.tolist() == match.play(6, 3).tolist() and len(set(found.tolist())) == 6
    np.testing.assert_array_equal(match.play(2, 3), found[:2])
    same = program.RangeMatch(GAME, ["loose", "loose"]).play(60, 1)
    assert abs(same.mean()) < 4.5 * same.std() / 60**0.5
