"""Sizes that a spot can do without: their losses by plain loops over hands, and the spot without them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport, simplify, solve_lp
from pokerzoo.evaluation.spots.simplification import longest_removable_prefix, ranked

RIVER: dict[str, Any] = {
    "board": "QsJh2h8d3c", "ranges": ("QQ+,AKs", "JJ-99,AQs"), "pot": 100, "stack": 100, "bet_sizes": "50%,60%",
    "merging_threshold": 0.0,
}  # fmt: skip


def loss_by_hand(report: SpotReport, line: str, action: str) -> float:
    """Chips lost without an action at a line, by loops over hands, from what a report tells of each."""
    node = report.at(line)
    actor, k = node.player, node.actions.index(action)
    assert actor is not None
    deals = sum(node.reach[actor, hand] * node.opponent_reach[actor, hand] for hand in range(len(node.hands)))
    lost = 0.0
    for hand in range(len(node.hands)):
        share = node.reach[actor, hand] * node.opponent_reach[actor, hand] / deals * node.probability
        if share > 0:
            evs = [float(node.action_net[j, hand]) for j in range(len(node.actions))]
            lost += share * node.strategy[k, hand] * (evs[k] - max(ev for j, ev in enumerate(evs) if j != k))
    return lost


def test_losses_are_those_of_loops_over_hands() -> None:
    game: Any = make_game("holdem", **RIVER)
    report = SpotReport(game, CFR(game, "dcfr").run(200).average_policy())
    sizes = ranked(report, 0.0)  # nothing goes, so that each loss stands for itself
    assert len(sizes) == sum(name.startswith(("bet", "raise")) for line in report.lines for name in report.at(line).actions)
    assert [size.lost_chips for size in sizes] == sorted(size.lost_chips for size in sizes)
    for size in sizes:
        line = next(one for one in report.lines if any(size.line == one + token for token in report.at(one).tokens))
        assert size.lost_chips == pytest.approx(max(loss_by_hand(report, line, size.action), 0.0), abs=1e-9)


def test_without_any_bet_both_expect_their_equity() -> None:
    game = make_game("holdem", **RIVER)
    found = simplify(game, "1000%", until="0.1%")
    assert all(size.removed for size in found.sizes) and set(found.removed_lines) == set(found.simple.params["removed"])
    start = SpotReport(found.simple, "random").at("")
    assert start.actions == ("check",)
    np.testing.assert_allclose(found.after.values, 100 * (start.mean_equity - 0.5), atol=1e-6)
    assert found.after.exploitability == pytest.approx(0, abs=1e-6)


def test_a_small_limit_changes_little() -> None:
    game = make_game("holdem", **RIVER)
    found = simplify(game, "0.3%")
    assert 0 < len(found.removed_lines) < len(found.sizes)
    assert found.simple.size.entries < game.size.entries
    for player in range(2):
        own = [size.line for size in found.sizes if size.removed and size.player == player]
        alone = make_game("holdem", **RIVER, removed=own)
        value, best = (solve_lp(one).value * (1 - 2 * player) for one in (alone, game))
        assert value == pytest.approx(best - found.lost_chips[player], abs=0.2)
        assert best - value < 0.3 + 0.2  # both were solved to 0.075


def test_what_cannot_be_simplified() -> None:
    game = make_game("holdem", **RIVER)
    for arguments, told in (
        (("kuhn",), "must be a hold'em spot of two players"),
        ((game, "0%"), "limit='0%': must be a finite number above 0"),
        ((game, "x"), "limit='x'"),
    ):
        with pytest.raises(ValueError, match=told):
            simplify(make_game(arguments[0]) if isinstance(arguments[0], str) else arguments[0], *arguments[1:])


@pytest.mark.parametrize("most", range(6))
def test_the_longest_removable_prefix_is_found_by_halving(most: int) -> None:
    lines = ["a", "b", "c", "d", "e"]
    assert longest_removable_prefix(lines, len, float(most)) == (lines[:most], float(most))
