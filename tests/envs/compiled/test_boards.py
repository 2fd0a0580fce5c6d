"""Walks over boards, in games with cards to come; their numbers are in ``tests/agents/cfr/test_forms.py``."""

from __future__ import annotations

import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo_testing.rules import changed_rules
from pokerzoo_testing.small_games import on_boards, turn_game


def test_nothing_but_sums_is_kept_for_each_board() -> None:
    """Scratch of a solver, beside regrets and averages, does not grow with the number of boards."""
    game = on_boards(turn_game())
    solver = CFR(game, "dcfr").run(2)
    assert set(solver.state()) == {"iteration", "regrets 0", "averages 0", "value_sums"}
    lines = solver.form.plan.stages
    a_board = int(((lines["sequences"] + lines["entries"]) * lines["blocks"] * 16).sum())
    assert all(0 < scratch.rows.size <= 3 * a_board for scratch in (solver._walk._above, *solver._walk._scratch))


def test_leduc_has_its_value_by_the_walk_over_boards() -> None:
    """One card a hand. The value is that of OpenSpiel's linear program."""
    solver = CFR(on_boards(make_leduc())).run(3000, until=1e-4)
    assert solver.expected_value == pytest.approx(-0.085606, abs=1e-4)


@pytest.mark.parametrize("suits", ["doubles", "three cards"])
def test_games_that_boards_cannot_walk_are_refused(suits: str) -> None:
    changes = {"copies": 2} if suits == "doubles" else {"hole_cards": 3}
    with pytest.raises(ValueError, match="hands of one or two cards, and at most 52 cards, all different"):
        compile_street_tree(PokerGame("leduc", {}, changed_rules(make_leduc().rules, **changes)))
