"""Reports on hold'em spots: against a walk over single histories, against published figures, and as files."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import math
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.evaluation import expected_values
from pokerzoo.evaluation.spots.spot_report import SpotReport
from pokerzoo.evaluation.spots.spot_tables import render_node

TINY: dict[str, Any] = {"board": "2d2s2c2h3d", "pot": 10, "stack": 10, "rake_rate": 0.05, "rake_cap": 0.8}
TINY["ranges"] = ("AsAd,KsKc:0.5,QsQd", "KhKd,QsQc:0.7,AsKs:0.25,AhAc")
FULL: dict[str, Any] = {
    "board": "QsJh2h8d3c",
    "pot": 100,
    "stack": 300,
    "bet_sizes": "50%,a",
    "raise_sizes": "60%",
    "raise_cap": 2,
}


def random_play(seed: Any, **params: Any) -> SpotReport:
    game = make_game("holdem", **params)
    table = game.infosets
    weights = np.random.default_rng(seed).random(table.size) ** 3 + 1e-3
    sums = np.repeat(np.add.reduceat(weights, table.first[:-1]), np.diff(table.first))
    return SpotReport(game, TabularPolicy(game, weights / sums))


def with_uniform(name: str, **params: Any) -> Any:
    game = make_game(name, **params)
    return game, TabularPolicy.uniform(game)


@pytest.fixture(scope="module")
def article() -> SpotReport:
    game = make_game("holdem")
    return SpotReport(game, CFR(game, "dcfr").run(until="0.01%").average_policy())


@pytest.fixture(scope="module")
def tiny() -> SpotReport:
    return random_play(0, **TINY)


@pytest.fixture(scope="module")
def full() -> SpotReport:
    return random_play(1, ranges=("random", "random"), **FULL)


def walk(report: SpotReport) -> Any:
    """{(line, player, hand): [reach, net chips, wins]} and {line: probability}, by playing every deal to every end."""
    sums: dict[Any, Any] = defaultdict(lambda: np.zeros(3))
    lines: dict[str, float] = defaultdict(float)

    def visit(state: Any, reach: Any) -> Any:
        if state.is_terminal:
            net = state.returns()
        else:
            probabilities = report.policy.action_probabilities(state) if not state.is_chance else dict(state.chance_outcomes())
            net = (0.0, 0.0)
            for action, probability in probabilities.items():
                below = visit(state.child(action), reach * probability)
                net = tuple(a + probability * b for a, b in zip(net, below, strict=True))
        if len(state.hands) == 2:
            strengths = [report.game.strength(hand, state.public.board) for hand in state.hands]
            lines[state.public.history] += reach
            for player, hand in enumerate(state.hands):
                wins = (np.sign(strengths[player] - strengths[1 - player]) + 1) / 2
                key = (state.public.history, player, report.game.rules.deck.hand_names[hand])
                sums[key] += reach * np.array([1.0, net[player], wins])
        return net

    visit(report.game.initial_state(), 1.0)
    return sums, lines


@pytest.mark.parametrize("report_name", ["tiny", "article"])
def test_every_number_equals_a_walk_over_single_histories(report_name: str, request: pytest.FixtureRequest) -> None:
    report = request.getfixturevalue(report_name)
    sums, lines = walk(report)
    assert set(lines) == set(report.lines)
    for node in report.nodes():
        assert node.probability == pytest.approx(lines[node.line], abs=1e-12)
        showdown = not any(node.public.line.folded)
        for player in range(2):
            reach, net, wins = result = np.array([sums[node.line, player, hand] for hand in node.hands]).T
            assert node.share[player] * lines[node.line] == pytest.approx(reach, abs=1e-12), node
            here = reach > 0
            assert here.sum() >= 2
            assert node.net[player][here] == pytest.approx(net[here] / reach[here], abs=1e-9), node
            means = (1.0, node.mean_net[player], node.mean_equity[player])
            assert np.multiply(means, lines[node.line])[: 2 + showdown] == pytest.approx(result.sum(axis=1)[: 2 + showdown])
            if showdown:
                assert node.equity[player][here] == pytest.approx(wins[here] / reach[here], abs=1e-9), node


def test_article_spot_has_the_published_value_and_strategy(article: SpotReport) -> None:
    root = article.at()
    assert root.mean_net[0] == pytest.approx(-1.225674434, abs=0.01)
    assert root.mean_pot_share[0] == pytest.approx(23.774325566, abs=0.01)
    assert root.mean_pot_share.sum() == pytest.approx(50.0)
    assert root.mean_net == pytest.approx(expected_values(article.game, article.policy), abs=1e-9)
    bet = root.grid().frequencies[[0, 1, 2], [0, 1, 2], root.tokens.index("b25")]
    assert bet == pytest.approx([0.948, 0.0, 0.316], abs=0.03)


def test_equity_in_the_article_spot_is_a_count_of_hands(article: SpotReport) -> None:
    """Quads for all: the kicker decides. Against QQ+ the holder of AA meets 1 AA, 6 KK and 6 QQ."""
    root = article.at()
    by_class = {"AA": 12.5 / 13, "KK": 6.5 / 13, "QQ": 0.5 / 13}
    for player in range(2):
        for hand, equity in zip(root.hand_classes, root.equity[player], strict=True):
            assert equity == pytest.approx(by_class[CLASS_NAMES[hand]])
    assert root.opponent_reach == pytest.approx(13.0)
    assert root.mean_equity == pytest.approx([0.5, 0.5])
    assert np.isnan(article.at("b25f").equity).all()


def test_mean_evs_add_up_to_zero_everywhere(article: SpotReport, full: SpotReport) -> None:
    for report in (article, full):
        for node in report.nodes():
            assert node.mean_net.sum() == pytest.approx(0.0, abs=1e-7), node
            assert node.mean_pot_share.sum() == pytest.approx(report.game.stakes.starting_pot, abs=1e-7), node
            assert any(node.public.line.folded) or node.mean_equity.sum() == pytest.approx(1.0, abs=1e-9), node


def test_mean_evs_add_up_to_minus_the_expected_rake(tiny: SpotReport) -> None:
    rake, rakes = 0.0, set()
    for node in tiny.nodes():
        if node.player is None:
            taken = min(0.05 * 2 * min(node.public.line.contributions), 0.8)
            rake += node.probability * taken
            rakes.add(taken)
            assert node.mean_net.sum() == pytest.approx(-taken)
    assert rakes == {0.5, 0.8}  # below the cap and at it
    assert tiny.at().mean_net.sum() == pytest.approx(-rake)


def test_ev_is_the_mean_of_the_actions_evs(article: SpotReport, tiny: SpotReport, full: SpotReport) -> None:
    for report in (article, tiny, full):
        for node in report.nodes(ends=False):
            assert node.player is not None
            mean = np.sum(node.strategy * node.action_net, axis=0)
            np.testing.assert_allclose(mean, node.net[node.player], atol=1e-9)
            for k, token in enumerate(node.tokens):
                below = report.at(node.line + token)
                np.testing.assert_allclose(node.action_net[k], below.net[node.player], atol=1e-9)
                np.testing.assert_allclose(node.reach[node.player] * np.nan_to_num(node.strategy[k]), below.reach[node.player])
                np.testing.assert_array_equal(node.reach[1 - node.player], below.reach[1 - node.player])
                assert below.probability == pytest.approx(node.probability * node.frequencies[k], abs=1e-12)


def test_hands_that_cannot_be_here_are_nan() -> None:
    game = make_game("holdem", ranges=("AsAd,QhQd,QcQs", "AsKs,KhKd,AhAd"), pot=10, stack=10)
    policy = TabularPolicy.uniform(game).to_dict()
    for hand, bets in (("AsKs", 1.0), ("KhKd", 0.0), ("AhAd", 0.0)):
        policy[f"{hand}|x"] = {"check": 1.0 - bets, "bet 5": bets}
    report = SpotReport(game, policy)
    root, node = report.at(), report.at("xb5")  # only AsKs bets after a check
    at = {hand: index for index, hand in enumerate(root.hands)}
    for hand, there in (("AsAd", True), ("QhQd", True), ("KhKd", False), ("AsKs", False)):
        for values in (root.net[0], root.equity[0], root.strategy[0], root.action_net[0]):
            assert math.isnan(values[at[hand]]) != there, hand
    assert math.isnan(node.net[0, at["AsAd"]]) and math.isnan(node.action_net[0, at["AsAd"]])  # only AsKs can be against it
    assert node.strategy[:, at["AsAd"]].sum() == pytest.approx(1.0)  # the policy still says what it would do
    assert node.net[0, at["QhQd"]] == pytest.approx(node.strategy[:, at["QhQd"]] @ node.action_net[:, at["QhQd"]])
    assert node.equity[0, at["QhQd"]] == 0.0  # the ace kicker plays
    assert node.reach[1, at["KhKd"]] == 0.0 and not math.isnan(node.net[1, at["KhKd"]])  # it could have bet
    assert node.mean_net.sum() == pytest.approx(0.0)
    blocked = SpotReport(*with_uniform("holdem", ranges=("AsAd,QhQd", "AsKs"))).at()
    assert math.isnan(blocked.net[0, blocked.hands.index("AsAd")]) and blocked.reach[0, blocked.hands.index("AsAd")] == 0.0
    assert blocked.combos == pytest.approx([1, 1])


def test_a_line_that_is_never_played_has_nan_means(article: SpotReport) -> None:
    node = SpotReport(article.game, lambda state: {state.passive_action(): 1.0}).at("b25")
    assert node.probability == 0.0
    assert np.isnan(node.mean_net).all() and np.isnan(node.frequencies).all()
    assert np.isnan(node.net[1]).all() and np.isnan(node.action_net).all()  # no hand of the opponent is here
    assert node.net[0] == pytest.approx(25.0)  # what a bet would have brought, as the opponent folds
    assert node.strategy.sum(axis=0) == pytest.approx(1.0)
    assert "b25" in printed(render_node(node))


def test_navigation(article: SpotReport) -> None:
    assert article.at().line == article.at("").line == ""
    for line in ("b25r100c", "b25/r100/c", "B25 R100 C", "b25,r100, c", "b25.0/r1e+2c", "/b25/r100/c/"):
        assert article.at(line).line == "b25r100c"
    node = article.at("b25")
    assert repr(node) == "<NodeReport 'b25': IP to act, pot 75>"
    assert repr(article) == f"<SpotReport on 2d2s2c2h3d, pot 50: {len(article.lines)} lines>"
    assert (node.player, node.pot, node.to_call, node.tokens) == (1, 75.0, 25.0, ("f", "c", "r100"))
    over = article.at("b25r100c")
    assert (over.player, over.actions, over.pot, over.to_call) == (None, (), 250.0, 0.0)
    assert over.strategy.shape == over.action_net.shape == (*over.frequencies.shape, 18) == (0, 18)


LINES_NOT_THERE = """
q: no 'q' at the start; allowed: x, b25
b: no 'b' at the start
b2: no 'b2' at the start
b1.2.3: no 'b1.2.3' at the start
b25/r80: no 'r80' after 'b25'; allowed: f, c, r100
b25x: no 'x' after 'b25'; allowed: f, c, r100
xx/x: the hand is over after 'xx'; nothing may follow, not 'x'
b25f?: the hand is over after 'b25f'; nothing may follow, not '?'
"""


@pytest.mark.parametrize("case", LINES_NOT_THERE.strip().splitlines())
def test_lines_that_are_not_there(article: SpotReport, case: Any) -> None:
    line, message = case.split(": ", maxsplit=1)
    with pytest.raises(ValueError, match=re.escape(f"line={line!r}: {message}")):
        article.at(line)


def test_nodes_are_every_line_once(article: SpotReport) -> None:
    lines = [node.line for node in article.nodes()]
    assert tuple(lines) == article.lines and len(set(lines)) == len(lines)
    assert len(lines) == article.game.size.public_states
    decisions = [node.line for node in article.nodes(ends=False)]
    assert decisions == ["", "x", "xb25", "xb25r100", "b25", "b25r100"]
    ends = [node for node in article.nodes() if node.player is None]
    assert sum(node.probability for node in ends) == pytest.approx(1.0)


def test_reports_cannot_be_changed(article: SpotReport) -> None:
    node: Any = article.at("b25")
    with pytest.raises(dataclasses.FrozenInstanceError):
        node.line = "x"
    values = [node.share, node.hand_classes, *vars(node).values(), *vars(node.grid()).values()]
    arrays = [value for value in values if isinstance(value, np.ndarray)]
    assert len(arrays) >= 12 and not any(array.flags.writeable for array in arrays)


def test_what_is_refused(article: SpotReport) -> None:
    with pytest.raises(ValueError, match="must be a hold'em spot"):
        SpotReport(*with_uniform("kuhn"))
    with pytest.raises(ValueError, match="a policy for"):
        SpotReport(make_game("holdem", pot=40), article.policy)
    with pytest.raises(ValueError, match="player=2: must be 0"):
        article.at().grid(2)
    nothing: Any = None
    with pytest.raises(ValueError, match="line=None: must be a string"):
        article.at(nothing)


def test_one_policy_for_each_player(article: SpotReport) -> None:
    mixed = SpotReport(article.game, (article.policy, TabularPolicy.uniform(article.game)))
    np.testing.assert_array_equal(mixed.at().strategy, article.at().strategy)
    assert mixed.at("b25").strategy == pytest.approx(1 / 3)
    assert mixed.at().mean_net[0] > article.at().mean_net[0]


def test_full_ranges_agree_with_the_solvers_evaluation(full: SpotReport) -> None:
    root = full.at()
    assert root.mean_net == pytest.approx(expected_values(full.game, full.policy), abs=1e-3)
    assert root.opponent_reach == pytest.approx(990.0)
    assert abs(root.mean_net[0]) > 0.01  # else there was nothing to compare


def test_grid_adds_up_to_the_range(full: SpotReport) -> None:
    for line in ("", "x", "b50", "b50r170"):
        node = full.at(line)
        for player in range(2):
            grid = node.grid(player)
            assert grid.share.sum() == pytest.approx(1.0)
            assert grid.reach.sum() == pytest.approx(node.combos[player])
            assert (grid.share * grid.net).sum() == pytest.approx(node.mean_net[player])
            assert grid.actions == (node.actions if player == node.player else ())
            assert grid.frequencies.shape == (13, 13, len(grid.actions))
            if player == node.player:
                assert np.tensordot(grid.share, grid.frequencies, 2) == pytest.approx(node.frequencies)
                assert grid.frequencies.sum(axis=2) == pytest.approx(1.0)
    reach = full.at().grid().reach
    assert (reach[0, 0], reach[0, 1], reach[1, 0]) == (6, 4, 12)  # AA, AKs, AKo
    assert (reach[2, 2], reach[2, 3], reach[3, 2]) == (3, 2, 7)  # QQ, QJs, QJo on a board with Qs and Jh
    assert node.grid().player == node.player


def test_grid_weighs_combos_of_one_kind() -> None:
    """AsAd meets all of the opponent's range, AhAc only the hand of weight 0.2."""
    game = make_game("holdem", ranges=("AsAd,AhAc:0.5", "AcKc,QsQd:0.2"), pot=10, stack=10)
    with_aces = TabularPolicy.uniform(game).to_dict()
    with_aces["AsAd|"], with_aces["AhAc|"] = {"check": 0.0, "bet 5": 1.0}, {"check": 1.0, "bet 5": 0.0}
    grid = SpotReport(game, with_aces).at().grid()
    bets, share = 1.0 * 1.2, 1.0 * 1.2 + 0.5 * 0.2
    assert grid.frequencies[0, 0, grid.actions.index("bet 5")] == pytest.approx(bets / share)
    assert (grid.reach[0, 0], grid.share[0, 0]) == pytest.approx((1.5, 1.0))
    assert np.isnan(grid.frequencies[1, 1]).all() and grid.reach[1, 1] == 0.0


def test_csv_round_trip(article: SpotReport, tmp_path: Path) -> None:
    node, path = article.at("b25"), tmp_path / "b25.csv"
    node.to_csv(path)
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 18 and list(rows[0]) == list(node.table())
    for player, name in enumerate(("OOP", "IP")):
        for index, row in enumerate(rows[18 * player : 18 * player + 18]):
            assert list(row.values())[:4] == ["b25", name, node.hands[index], CLASS_NAMES[node.hand_classes[index]]]
            numbers = node.net[player, index], node.net[player, index] + 25.0, node.reach[player, index]
            assert tuple(float(row[column]) for column in ("net_chips", "pot_share_chips", "reach")) == numbers
            calls = row["frequency call"], row["ev_chips call"]
            expected = (node.strategy[1, index], node.action_ev[1, index])
            assert calls == ("", "") if player == 0 else tuple(map(float, calls)) == expected
    assert [entry.name for entry in tmp_path.iterdir()] == ["b25.csv"]


@pytest.mark.parametrize("line", ["", "b25", "x", "xb25", "b25r100"])
def test_evs_count_from_here_on(article: SpotReport, line: str) -> None:
    """A fold is worth 0, and what all expect adds up to the pot; net chips are less by what is in."""
    node = article.at(line)
    assert node.mean_ev.sum() == pytest.approx(node.pot) and node.mean_net.sum() == pytest.approx(0)
    np.testing.assert_allclose(node.ev - node.net, np.broadcast_to(node.paid[:, None], node.ev.shape))
    assert node.paid.sum() == pytest.approx(node.pot)
    if "f" in node.tokens:
        here = np.isfinite(node.action_ev[0])
        assert here.any() and node.action_ev[0][here] == pytest.approx(0, abs=1e-9)
        assert node.to_dict()["action_totals"][0]["ev"] in (None, pytest.approx(0, abs=1e-9))
    assert node.frequencies @ np.nan_to_num(node.mean_action_ev) == pytest.approx(node.mean_ev[node.player])


def test_data_frames(article: SpotReport) -> None:
    pandas = pytest.importorskip("pandas")
    node = article.at("b25")
    frame = node.to_dataframe()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 36
    own = frame[frame.player == "IP"]
    np.testing.assert_array_equal(own["net_chips"], node.net[1])
    assert (own["share"] * own["frequency fold"]).sum() == pytest.approx(node.frequencies[0])
    whole = article.to_dataframe()
    assert list(dict.fromkeys(whole["line"])) == list(article.lines) and len(whole) == 2 * len(article.lines)
    row = whole[(whole.line == "b25") & (whole.player == "IP")].iloc[0]
    assert row["acts"] and row["frequency fold"] == node.frequencies[0] and math.isnan(row["frequency check"])
    assert (row["pot_chips"], row["to_call_chips"], row["net_chips"]) == (75.0, 25.0, node.mean_net[1])
    assert row["line_probability"] == node.probability


def test_parquet_round_trip(article: SpotReport, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    article.at("b25").to_parquet(tmp_path / "b25.parquet")
    pandas.testing.assert_frame_equal(pandas.read_parquet(tmp_path / "b25.parquet"), article.at("b25").to_dataframe())


@pytest.mark.parametrize(("missing", "method"), [("pyarrow", "to_parquet"), ("pandas", "to_dataframe")])
def test_exports_say_what_they_need(
    article: SpotReport, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str, method: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    path = tmp_path / "x.parquet"
    with pytest.raises(ImportError, match=f"{method} needs {missing}: .* -m pip install"):
        getattr(article.at(), method)(*([path] if method == "to_parquet" else []))
    assert not path.exists()


def test_plain_values_are_strict_json(article: SpotReport, tiny: SpotReport) -> None:
    node = article.at("b25")
    data = json.loads(json.dumps(node.to_dict(), allow_nan=False))
    assert (data["line"], data["player"], data["pot"], data["to_call"]) == ("b25", 1, 75.0, 25.0)
    assert data["stacks"] == [75.0, 100.0] and data["words"] and not data["over"]
    assert data["ev"][1][3] == node.ev[1, 3] == pytest.approx(node.net[1, 3] + 25)
    assert [row[3] for row in data["strategy"]] == node.strategy[:, 3].tolist()
    assert data["action_ev"][2][3] == node.action_ev[2, 3] == pytest.approx(node.action_net[2, 3] + 25)
    assert [action["name"] for action in data["action_totals"]] == list(node.actions)
    own = data["players"][0]
    assert own["pot_share"] == pytest.approx(own["net"] + 25) and own["ev"] == pytest.approx(own["net"] + own["paid"])
    assert np.shape(tiny.at("xx").to_dict()["reach"]) == (2, len(tiny.at("xx").hands))
    assert json.loads(json.dumps(article.at("b25f").to_dict(), allow_nan=False))["players"][0]["equity"] is None


def printed(renderable: Any, *, width: Any = 80) -> str:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(renderable)
    return out.getvalue()
