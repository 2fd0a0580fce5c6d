"""Numbers that a node report computes: EV lost, the distribution of equity; and frequencies without a report."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport
from pokerzoo.evaluation.spots.node_comparison import compare_nodes


@pytest.fixture(scope="module")
def report() -> SpotReport:
    game = make_game("holdem", board="QsJh2h8d3c", ranges=("QQ+,AKs,T9s,55:0.5", "JJ+,AQs,98s"), bet_sizes="50%,a")
    rng = np.random.default_rng(3)
    probabilities = rng.random(game.infosets.size)
    for index in range(len(game.infosets)):
        part = game.infosets.slice(index)
        probabilities[part] /= probabilities[part].sum()
    return SpotReport(game, TabularPolicy(game, probabilities))


@pytest.mark.parametrize("line", ["", "x", "b25", "b25a", "xb25r100", "b25c", "b25f"])
def test_frequencies_are_those_of_the_report(report: SpotReport, line: str) -> None:
    if line == "b25a":
        line = "b25" + report.at("b25").tokens[-1]
    np.testing.assert_allclose(report.frequencies(line), report.at(line).frequencies, rtol=1e-12)


def test_ev_lost_is_what_the_best_action_has_more(report: SpotReport) -> None:
    node = report.at("b25")
    aces = node.hands.index("AsAh")
    values = node.action_ev[:, aces].tolist()
    played = sum(p * value for p, value in zip(node.strategy[:, aces].tolist(), values, strict=True))
    assert node.ev_lost[aces] == pytest.approx(max(values) - played)
    assert node.best_ev[aces] == max(values)
    held = ~np.isnan(node.ev_lost)
    assert (node.ev_lost[held] >= 0).all() and held.sum() == np.count_nonzero(node.opponent_reach[1])
    assert np.isnan(report.at("b25c").ev_lost).all()


def test_actions_add_up_to_the_range(report: SpotReport) -> None:
    node = report.at("b25")
    assert node.action_combos.sum() == pytest.approx(node.combos[1])
    assert node.frequencies @ node.mean_action_net == pytest.approx(node.mean_net[1])
    fold = sum(s * p * -50.0 for s, p in zip(node.share[1], node.strategy[0], strict=True) if s > 0)
    assert node.mean_action_net[0] * node.frequencies[0] == pytest.approx(fold / 2)  # half of the pot of 50 is lost
    assert len(report.at("b25c").action_combos) == len(report.at("b25c").mean_action_net) == 0


def test_the_distribution_of_equity_is_each_hands_equity_as_often_as_it_is_held(report: SpotReport) -> None:
    node = report.at("x")
    result = node.equity_distribution(2001)
    for player in range(2):
        pairs = sorted((e, s) for e, s in zip(node.equity[player], node.share[player], strict=True) if s > 0)
        assert result[player, 0] == pairs[0][0] and result[player, -1] == pairs[-1][0]
        assert (np.diff(result[player]) >= 0).all()
        total = 0.0
        for equity, share in pairs:  # hand by hand: all of its share lies at its equity
            middle = total + share / 2
            assert result[player, round(2000 * middle)] == pytest.approx(equity, abs=1e-9)
            total += share
        assert result[player].mean() == pytest.approx(node.mean_equity[player], abs=2e-3)
    assert np.isnan(report.at("b25f").equity_distribution()).all()
    with pytest.raises(ValueError, match="points=1"):
        node.equity_distribution(1)


def test_csv_text_is_what_to_csv_writes(report: SpotReport, tmp_path: Path) -> None:
    node = report.at("x")
    node.to_csv(tmp_path / "node.csv")
    assert (tmp_path / "node.csv").read_text() == node.csv_text()
    assert node.csv_text().startswith("line,player,hand,")


def test_a_node_compared_with_itself_and_with_a_pure_strategy(report: SpotReport) -> None:
    node = report.at("")
    same = compare_nodes(node, node)
    assert [action.token for action in same.actions] == list(node.tokens) and same.mean_distance == 0 and same.hands == []
    uniform = SpotReport(report.game, TabularPolicy.uniform(report.game)).at("")
    result = compare_nodes(node, uniform)
    np.testing.assert_allclose([action.frequencies for action in result.actions], np.transpose([node.frequencies, [1 / 3] * 3]))
    distances = np.abs(node.strategy - 1 / 3).sum(axis=0) / 2
    assert result.mean_distance == pytest.approx(np.nansum(distances * node.share[0]))
    assert {one.hand for one in result.hands} == {node.hands[k] for k in np.flatnonzero(node.share[0] > 0)}
    changes = [one.distance * one.share for one in result.hands]
    assert changes == sorted(changes, reverse=True)
    for one in result.hands:
        k = node.hands.index(one.hand)
        assert (one.distance, one.share) == pytest.approx((distances[k], node.share[0, k]))


def test_nodes_of_other_spots_and_players_are_matched_by_name(report: SpotReport) -> None:
    game = make_game("holdem", board="QsJh2h8d3c", ranges=("KK+,22", "JJ+"), bet_sizes="25%")
    other = SpotReport(game, TabularPolicy.uniform(game)).at("")
    node = report.at("")
    result = compare_nodes(node, other)
    assert [action.token for action in result.actions] == [*node.tokens, "b13"]
    assert {one.hand for one in result.hands} <= set(other.hands)
    assert np.isnan(result.actions[1].frequencies[1]) and np.isnan(result.actions[-1].frequencies[0])
    mine = node.strategy[:, node.hands.index("KsKh")]
    kings = next(one for one in result.hands if one.hand == "KsKh")
    assert kings.distance == pytest.approx((abs(mine[0] - 0.5) + mine[1:].sum() + 0.5) / 2)
    others = compare_nodes(node, report.at("x"))
    assert others.mean_distance is None and others.hands == []
