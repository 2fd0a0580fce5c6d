"""Decisions of a table before the flop, with the way to them."""

from __future__ import annotations

import pytest

from pokerzoo.evaluation.spots.preflop_node import preflop_node
from pokerzoo.preflop import PreflopPolicy, PreflopSolver, preflop_game


@pytest.fixture(scope="module")
def policy() -> PreflopPolicy:
    return PreflopSolver(preflop_game(3, stack=20, raise_sizes="2x,a | a"), seed=1, threads=1, deals=50).run(3).average_policy()


def test_the_way_to_a_decision(policy: PreflopPolicy) -> None:
    """Of actions with the same beginning, r2 and r20, the one that was taken is chosen."""
    for line, chosen in (("", [None]), ("r2f", [1, 0, None]), ("r20f", [2, 0, None]), ("fr2r20", [0, 1, 2, None])):
        node = preflop_node(policy, line)
        assert [step.chosen for step in node.steps] == chosen
        assert node.decision is not None and node.decision.line == line == node.steps[-1].line
        assert [action.token for action in node.steps[-1].actions] == [*node.decision.tokens]
        assert node.spot is None


def test_the_end_of_the_betting(policy: PreflopPolicy) -> None:
    called, folded, all_in = (preflop_node(policy, line) for line in ("fr2c", "r20ff", "fr20c"))
    assert [node.steps[-1].kind for node in (called, folded, all_in)] == ["end"] * 3
    assert called.decision is folded.decision is None
    assert called.spot is not None and (called.spot["pot"], called.spot["stack"]) == (4, 18) and "board" not in called.spot
    assert folded.spot is None and all_in.spot is None
    assert sorted(called.ranges) == ["BB", "SB"] and sorted(folded.ranges) == ["BTN"]
    assert called.steps[-1].pot == 4 and called.steps[-1].stacks == [20, 18, 18]


def test_moves_that_cannot_be_made(policy: PreflopPolicy) -> None:
    with pytest.raises(ValueError, match="line='r3'"):
        preflop_node(policy, "r3")
