"""A spot on another board with the betting that was worked out before: nothing tells it from the one that is made anew."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game

SPOT: dict[str, Any] = {"pot": 60, "stack": 150, "bet_sizes": "33%,a", "raise_sizes": "60%", "removed": ("b20r80",)}
SMALL, WIDE = ("QQ+,AKs", "JJ+,AK"), ("22+,A2s+,KTs+,AJo+", "22+,A8s+,K9s+,ATo+")


@pytest.mark.parametrize(
    ("ranges", "first", "then", "iterations"),
    [
        (SMALL, "QsJh2h8d3c", ["AsKh2h8d3c", "QsQhQdAcAd"], 30),
        (WIDE, "QsJh2h8d3c", ["AsKh2h8d3c", "2s2h2d2cAs"], 30),
        (SMALL, "QsJh2h8d", ["AsKh2h8d"], 10),
        (WIDE, "QsJh2h8d", ["AsKs2s8s"], 3),
    ],
)
def test_it_is_the_game_made_anew(ranges: Any, first: str, then: list[str], iterations: int) -> None:
    start: Any = make_game("holdem", board=first, ranges=ranges, **SPOT)
    for board in [*then, first]:
        game, anew = start.on_board(board), make_game("holdem", board=board, ranges=ranges, **SPOT)
        assert game == anew and game.params == anew.params and game.size == anew.size
        assert game.rules == anew.rules and game.ranges == anew.ranges
        assert [line.text for line in game.rules.betting.lines] == [line.text for line in anew.rules.betting.lines]
        assert game.rules.betting is start.rules.betting
        assert game.infosets[-1].key == anew.infosets[-1].key and len(game.infosets) == len(anew.infosets)
        solvers = [CFR(own, "dcfr", threads=1) for own in (game, anew)]
        for solver in solvers:
            solver.run(iterations)
        one, two = (solver.average_policy() for solver in solvers)
        assert np.array_equal(one.probabilities, two.probabilities)
        assert solvers[0].measure().exploitability == solvers[1].measure().exploitability
        assert pickle.loads(pickle.dumps(game)) == anew
        start = game.on_board(first)  # also of one that was made so


def test_a_board_that_cannot_be_is_refused() -> None:
    game: Any = make_game("holdem", ranges=("AA", "KK"), board="QsJh2h8d3c")
    with pytest.raises(ValueError, match="has 4 cards, must have 5"):
        game.on_board("QsJh2h8d")
    with pytest.raises(ValueError, match=r"ranges\[0\]='AA': the board As Ah Ad Ac 2c leaves no hand of it"):
        game.on_board("AsAhAdAc2c")
    same: Any = make_game("holdem", ranges=("AA", "AA"), board="QsJh2h8d3c")
    with pytest.raises(
        ValueError,
        match=r"ranges=\('AA', 'AA'\): no hand of one can be dealt together with a hand of the other on As Kh Kd 2c 3c",
    ):
        same.on_board("AsKhKd2c3c")
