"""What a node report works out of its arrays: EV lost, the distribution of equity; and frequencies without a report."""

from __future__ import annotations

import numpy as np
import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport


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


def test_the_distribution_of_equity_is_each_hands_equity_as_often_as_it_is_held(report: SpotReport) -> None:
    node = report.at("x")
    found = node.equity_distribution(2001)
    for player in range(2):
        pairs = sorted((e, s) for e, s in zip(node.equity[player], node.share[player], strict=True) if s > 0)
        assert found[player, 0] == pairs[0][0] and found[player, -1] == pairs[-1][0]
        assert (np.diff(found[player]) >= 0).all()
        total = 0.0
        for equity, share in pairs:  # hand by hand: all of its share lies at its equity
            middle = total + share / 2
            assert found[player, round(2000 * middle)] == pytest.approx(equity, abs=1e-9)
            total += share
        assert found[player].mean() == pytest.approx(node.mean_equity[player], abs=2e-3)
    assert np.isnan(report.at("b25f").equity_distribution()).all()
    with pytest.raises(ValueError, match="points=1"):
        node.equity_distribution(1)


def test_csv_text_is_what_to_csv_writes(report: SpotReport, tmp_path) -> None:
    node = report.at("x")
    node.to_csv(tmp_path / "node.csv")
    assert (tmp_path / "node.csv").read_text() == node.csv_text()
    assert node.csv_text().startswith("line,player,hand,")
