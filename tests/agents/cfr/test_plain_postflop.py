"""The plain solver of the benchmarks and ours check each other: they are equally exploitable after as many iterations."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo_testing import ROOT

SIZES = {"pot": 20, "stack": 60, "bet_sizes": "60%", "raise_sizes": "60%"}
RANGES = "TT-66,AQs+,KTs+:0.7,AJo", "99-22,ATs+,KQo,98s:0.5"
SPOTS: dict[str, tuple[dict[str, Any], int]] = {
    "river": ({"board": "QsJh2h8d3c", "ranges": RANGES} | SIZES, 1),
    "turn": ({"board": "QsJh2h8d", "ranges": RANGES} | SIZES, 1 + 48),
    # Clubs and spades are one until a club comes: 36 turn cards; 48 rivers after 13 clubs, else 35 or 36.
    "flop": (
        {"board": "Td9d6h", "ranges": ("JJ-77,AKs,AKo:0.7", "JJ-99,AQ+:0.5,KQ"), "raise_cap": 1} | SIZES | {"stack": 30},
        1 + 36 + 1429,
    ),
}


@pytest.mark.check  # compiles the kernels of the plain solver, which nothing else needs
@pytest.mark.parametrize("name", SPOTS)
def test_the_plain_solver_agrees(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    monkeypatch.delitem(sys.modules, "plain_postflop", raising=False)
    from plain_postflop import PlainPostflop  # type: ignore[import-not-found]

    params, boards = SPOTS[name]
    game = make_game("holdem", **params)
    assert len(game.rules.deck.hands) > 64  # fewer are solved in another way
    plain, ours = PlainPostflop(game), CFR(game, "dcfr")
    assert isinstance(ours.form, StreetTree) == (name != "river")
    assert len(plain.boards.chance) == boards
    assert plain.exploitability() == pytest.approx(ours.exploitability_percent, rel=1e-5)
    for iterations, tolerance in ((1, 1e-5), (1, 1e-5), (2, 2e-3), (4, 2e-2)):  # where regrets tie, rounding decides
        plain.run(iterations)
        ours.run(iterations)
        assert plain.exploitability() == pytest.approx(ours.exploitability_percent, rel=tolerance)
