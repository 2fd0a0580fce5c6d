"""Pictures: what is in them is what the policies, logs and runs say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, SymmetricRegretMatching, TabularPolicy
from pokerzoo.agents.training import JsonLinesLog, metrics
from pokerzoo.envs import make_game
from pokerzoo.envs.drawing.figures import alt_text, png_bytes, png_size
from pokerzoo.envs.games.bet_fold import make_bet_fold
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.evaluation import CrossTable, SpotReport
from pokerzoo.evaluation.measures.bet_fold_measures import threshold_strategy
from pokerzoo.evaluation.pictures.game_trees import game_tree_picture, public_tree_of
from pokerzoo.evaluation.pictures.next_cards import next_card_picture
from pokerzoo.evaluation.pictures.pictures import (
    bet_fold_picture,
    convergence_picture,
    cross_table_picture,
    noise_of,
    read_metrics,
)
from pokerzoo.evaluation.pictures.range_picture import range_grid_picture
from pokerzoo.evaluation.pictures.strategies import strategy_pages, strategy_panels, strategy_picture
from pokerzoo.evaluation.pictures.trajectory import Trajectory, trajectory_picture
from pokerzoo_testing.packages import leave_out

pytestmark = pytest.mark.check

KUHN = CFR(make_game("kuhn"), "cfr+").run(500).average_policy()


def texts(figure: Any) -> list[str]:
    """All text of a figure, that of ticks included, once it is drawn."""
    from matplotlib.text import Text

    figure.draw_without_rendering()
    return [text.get_text() for text in figure.findobj(Text) if text.get_visible() and text.get_text()]


def overlapping(figure: Any) -> list[tuple[str, str]]:
    """Pairs of texts that lie on each other."""
    from matplotlib.text import Text

    figure.draw_without_rendering()
    ticks: set[int] = set()
    result = []
    for axis in (axis for axes in figure.axes if axes.axison for axis in (axes.xaxis, axes.yaxis)):
        low, high = sorted(axis.get_view_interval())
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
            ticks |= {id(tick.label1), id(tick.label2)}
            result += [tick.label1] if low <= tick.get_loc() <= high else []
    result += [text for text in figure.findobj(Text) if id(text) not in ticks]
    result = [text for text in result if text.get_visible() and text.get_text().strip()]
    boxes = [text.get_window_extent().padded(-1.0) for text in result]
    names = [text.get_text() for text in result]
    return [(names[i], names[j]) for i in range(len(boxes)) for j in range(i) if boxes[i].overlaps(boxes[j])]


def inside(figure: Any) -> bool:
    """True if all that is drawn lies on the picture."""
    box = figure.get_tightbbox()
    width, height = figure.get_size_inches()
    return bool(box.x0 >= -0.01 and box.y0 >= -0.01 and box.x1 <= width + 0.01 and box.y1 <= height + 0.01)


def test_convergence_has_a_line_a_run(tmp_path: Path) -> None:
    from matplotlib.colors import to_rgba

    log = tmp_path / "plus.jsonl"
    CFR(make_game("kuhn"), "cfr+").run(60, callbacks=[JsonLinesLog(log)], every=10)
    points: list[dict[str, Any]] = []
    CFR(make_game("kuhn")).run(60, callbacks=[lambda solver: points.append(metrics(solver))], every=20)
    figure: Any = convergence_picture({"plus": log, "vanilla": points}, unit="mbb", game=make_game("kuhn"))
    (axes,) = figure.axes
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    assert axes.get_xlabel() == "iterations"
    assert axes.get_ylabel() == "exploitability, mbb a hand"
    plus, vanilla = axes.lines
    assert plus.get_xdata().tolist() == [10, 20, 30, 40, 50, 60]
    assert vanilla.get_ydata().tolist() == [1000 * p["exploitability_chips"] for p in points]
    assert axes.get_legend() is None  # each line has its name at its end, in the order in which they end
    assert {text.get_text(): text.xy for text in axes.texts} == {
        "plus": (60, plus.get_ydata()[-1]), "vanilla": (60, vanilla.get_ydata()[-1])
    }  # fmt: skip
    strokes = {text.get_text(): text.arrow_patch.get_edgecolor() for text in axes.texts}
    assert strokes == {"plus": to_rgba(plus.get_color()), "vanilla": to_rgba(vanilla.get_color())}
    assert plus.get_color() != vanilla.get_color()
    assert "plus: from" in alt_text(figure)
    assert not overlapping(figure)
    assert inside(figure)
    seconds: Any = convergence_picture([("same", points), ("same", points)], by="seconds").axes[0]
    assert seconds.lines[0].get_xdata().tolist() == [p["seconds"] for p in points]
    assert "seconds" in seconds.get_xlabel()


def test_a_torn_last_line_of_a_log_is_left_out(tmp_path: Path) -> None:
    line = json.dumps({"iteration": 1, "seconds": 0.1, "exploitability_chips": 0.5})
    (tmp_path / "torn.jsonl").write_text(f"{line}\n{line[:20]}")
    assert len(read_metrics(tmp_path / "torn.jsonl")) == 1
    for name, text, message in (
        ("text", "hello\n", "line 1 is not a JSON object"),
        ("list", "[1]\n", "line 1 is not a JSON object"),
        ("other", '{"iteration": 1}\n', "point 1 has no number 'seconds'"),
        ("nan", line.replace("0.5", "NaN") + "\n", "no number 'exploitability_chips'"),
        ("empty", "", "no points"),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(ValueError, match=message):
            read_metrics(tmp_path / name)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"runs": {}}, "runs: 0 of them"),
        ({"runs": {"a": [{"iteration": 0, "seconds": 0, "exploitability_chips": 1}]}}, "no point above 0"),
        ({"runs": {"a": []}}, "no points"),
        ({"runs": {}, "by": "hands"}, "by='hands'"),
        ({"runs": {}, "unit": "bb"}, "unit='bb'"),
        ({"runs": {}, "unit": "mbb"}, "needs game="),
        ({"runs": {}, "unit": "pot", "game": make_game("kuhn")}, "has no starting pot"),
        ({"runs": {}, "unit": "mbb", "game": make_game("rps")}, "has no blind or ante"),
    ],
)
def test_convergence_says_what_is_wrong(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        convergence_picture(**arguments)


@pytest.mark.parametrize("name", ["kuhn", "bet_raise", "rps"])
def test_heat_map_has_the_policys_numbers(name: str) -> None:
    policy = CFR(make_game(name), "cfr+").run(50).average_policy()
    figure = strategy_picture(policy)
    panels = strategy_panels(policy.game)
    assert len(figure.axes) == len(panels) + 1  # and the colour bar
    for panel in panels:
        (axes,) = (axes for axes in figure.axes if axes.get_title(loc="left").replace("\n", " ") == panel.title)
        drawn = np.asarray(axes.images[0].get_array())
        for row, hand in zip(drawn, panel.hands, strict=True):
            assert row.tolist() == list(policy[f"{hand}|{panel.history}"].values())
        assert [label.get_text() for label in axes.get_yticklabels()] == list(panel.hands)
        assert [label.get_text() for label in axes.get_xticklabels()] == list(panel.actions)
        assert [text.get_text() for text in axes.texts] == [f"{p:.2f}" for p in drawn.ravel()]
    assert "probability" in texts(figure)
    assert not overlapping(figure)
    assert inside(figure)


def test_heat_maps_of_leduc_are_split_into_pages() -> None:
    policy = TabularPolicy.uniform(make_game("leduc"))
    pages = strategy_pages(policy.game)
    panels = [panel for page in pages for row in page for panel in row]
    assert sorted(index for panel in panels for index in panel.infosets) == list(range(288))  # without the suits
    assert len(pages) == 2
    assert all(len(row) <= 5 and len({panel.player for panel in row}) == 1 for page in pages for row in page)
    assert [panel.history for panel in panels[:3]] == ["", "xb", "br"]
    assert panels[6].title == "player 0 after a check, a check and the card"
    assert panels[6].hands == tuple(f"{hand} on {board}" for board in "JQK" for hand in "JQK")
    last = strategy_picture(policy, page=len(pages) - 1)
    assert not overlapping(last)
    assert inside(last)
    assert sum(len(page) for page in strategy_pages(policy.game, player=1)) < sum(len(page) for page in pages)
    with pytest.raises(ValueError, match=f"page={len(pages)}: must be from 0 to"):
        strategy_picture(policy, page=len(pages))
    with pytest.raises(ValueError, match="player=2"):
        strategy_picture(policy, player=2)
    with pytest.raises(ValueError, match="101 hands in a public history, at most 100"):
        strategy_picture(TabularPolicy.uniform(make_game("bet_fold", num_players=2)))


def test_the_reach_of_the_first_node_of_a_tree_is_one() -> None:
    for cards in (3, 5, 7, 9):  # added up one by one, some of these many equal chances come to less
        assert public_tree_of(TabularPolicy.uniform(make_game("kuhn", num_cards=cards))).reach == 1.0


def test_kuhns_tree() -> None:
    root = public_tree_of(KUHN)
    nodes = list(root.walk())
    assert len(nodes) == 9
    assert [node.player for node in nodes] == [0, 1, None, 0, None, None, 1, None, None]
    assert [node.payoffs for node in nodes if not node.children] == [[-1, 1], [-1], [-2, 2], [1], [-2, 2]]
    assert sum(node.reach for node in nodes if not node.children) == pytest.approx(1)
    assert root.hands == ["J", "Q", "K"]
    assert root.shares[1] == [KUHN[f"{card}|"]["bet"] for card in "JQK"]
    assert root.children[1].reach == pytest.approx(sum(root.shares[1]) / 3)
    figure: Any = game_tree_picture(KUHN)
    (axes,) = figure.axes
    bars = [patch for patch in axes.patches if patch.get_gid() == "share"]
    assert len(bars) == 24
    drawn = sorted(bar.get_width() for bar in bars)
    shares = sorted(share for node in nodes for own in node.shares for share in own)
    assert drawn == pytest.approx([0.8 * share for share in shares])
    assert len(axes.lines) == 8  # edges
    shown = texts(figure)
    assert f"bet {root.children[1].reach:.1%}" in shown
    assert shown.count("-2 or +2") == 2
    assert f"player 0 at the start, bet: J {root.shares[1][0]:.1%}" in alt_text(figure)
    assert "player 0 after a check and a bet, fold: J 100.0%" in alt_text(figure)
    assert not overlapping(figure)
    assert inside(figure)


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        ("leduc", {}, "leduc: its tree has 186 decisions, at most 12"),
        ("kuhn", {"num_cards": 13}, "13 hands at a decision, at most 12"),
        ("holdem", {}, "18 hands"),
        ("bet_fold", {}, "101 cards, at most 12"),
        ("bet_fold", {"num_players": 5, "num_cards": 6}, "31 decisions, at most 12"),
    ],
)
def test_a_tree_that_is_too_large_is_refused(name: str, params: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        game_tree_picture(TabularPolicy.uniform(make_game(name, **params)))


RIVER = make_game(
    "holdem",
    board="QsJh2h8d3c",
    ranges=("QQ,TT,AKs,98o:0.5", "JJ-99,AQs"),
    pot=100,
    stack=300,
    bet_sizes="33%,a",
    raise_sizes="a",
)


def test_range_grid_has_the_nodes_numbers() -> None:
    policy = CFR(RIVER, "dcfr").run(50).average_policy()
    report = SpotReport(RIVER, policy)
    figure = range_grid_picture(policy)
    node, grid = report.at(""), report.at("").grid()
    (axes,) = figure.axes
    held = np.argwhere(grid.share > 0)
    assert len(axes.containers) == len(node.actions) == 3
    for number, bars in enumerate(axes.containers):
        widths = [bar.get_width() / 0.96 for bar in bars]
        assert widths == pytest.approx([grid.frequencies[row, column, number] for row, column in held])
        assert bars.get_label() == f"{node.actions[number]} {node.frequencies[number]:.1%}"
    heights = {
        CLASS_NAMES[13 * row + column]: abs(bar.get_height()) / 0.96
        for (row, column), bar in zip(held, axes.containers[0], strict=True)
    }
    # The board has a queen and an 8: of 98o 9 combos are left of 12, all at half weight; 3 of QQ.
    assert heights == pytest.approx({"QQ": 1.0, "TT": 1.0, "AKs": 1.0, "98o": 0.5})
    shown = texts(figure)
    assert all(kind in shown for kind in CLASS_NAMES)
    assert "OOP to act on Qs Jh 2h 8d 3c, at the start" in shown
    assert any("pot 100 chips" in text for text in shown)
    assert "4 of 169 hand classes" in alt_text(figure)
    assert not overlapping(figure)
    assert inside(figure)


def test_bet_fold_curves() -> None:
    game = make_bet_fold(3)
    trained = CFR(game).run(200)
    figure: Any = bet_fold_picture({"trained": trained.average_policy(), "from 70 on": threshold_strategy(70)}, thresholds=[70])
    (axes,) = figure.axes
    curve, threshold, line = axes.lines
    assert curve.get_ydata().tolist() == game.bets_of(trained.average_policy().probabilities)[0].tolist()
    assert threshold.get_ydata().tolist() == [0.0] * 70 + [1.0] * 31
    assert line.get_xdata()[0] == 69.5
    assert axes.get_ylabel() == "probability of a bet"
    assert [text.get_text() for text in axes.get_legend().get_texts()][:2] == ["trained", "from 70 on"]
    assert "from 70 on: 31 of 101 cards bet at least half of the time, the lowest 70" in alt_text(figure)
    assert not overlapping(figure)
    differing = bet_fold_picture({"two": np.array([[0.0, 1.0, 1.0], [0.0, 0.0, 1.0]])}).axes[0]
    assert [line.get_label() for line in differing.lines] == ["two, player 0", "two, player 1"]
    for strategies, message in (
        ({"kuhn": KUHN}, "must be one for bet_fold"),
        ({"a": [0.5, 1.5]}, "must be probabilities"),
        ({"a": [[[0.5]]]}, "of shape"),
        ({}, "0 lines"),
        ({str(i): [0.0, 1.0] for i in range(9)}, "9 lines, must be 1 to 8"),
    ):
        with pytest.raises(ValueError, match=message):
            bet_fold_picture(strategies)


def cross_table(names: list[str], chips: list[list[float]], half: float = 0.0, game: str = "kuhn") -> CrossTable:
    means = np.array(chips)
    exact = np.full(means.shape, half == 0.0)
    return CrossTable(make_game(game), tuple(names), means, means - half, means + half, exact, means, 0)


def test_cross_table() -> None:
    means = [[0.0, 0.25, -1.5], [-0.25, 0.0, 0.0625], [1.5, -0.0625, 0.0]]
    figure: Any = cross_table_picture(cross_table(["this", "random", "honest"], means))
    axes, bar = figure.axes
    written = [text.get_text() for text in axes.texts]
    assert written.count("–") == 3  # noqa: RUF001
    assert {"+0.250", "-1.500", "-0.250", "+1.500"} < set(written)
    drawn = axes.images[0].get_array()
    assert drawn[0, 1] == 0.25
    assert bar.get_ylabel() == "chips a hand"
    assert "this against honest -1.500" in alt_text(figure)
    assert not overlapping(figure)
    intervals: Any = cross_table_picture(cross_table(["a strategy with a long name", "random", "honest"], means, 0.1))
    assert "+0.250\n+0.150 to +0.350" in [text.get_text() for text in intervals.axes[0].texts]
    assert intervals.axes[0].images[0].get_array()[1, 2] == 0.0  # its interval contains 0
    assert not overlapping(intervals)
    assert inside(intervals)
    with pytest.raises(ValueError, match="17 players, must be at most 16"):
        cross_table_picture(cross_table([str(k) for k in range(17)], np.zeros((17, 17)).tolist()))
    with pytest.raises(ValueError, match="noise=0.0: must be"):
        cross_table_picture(cross_table(["a", "b", "c"], means), 0.0)


def test_what_is_noise_depends_on_the_games_chips() -> None:
    noise = {name: noise_of(make_game(name)) for name in ("kuhn", "holdem", "rps")}
    assert noise == {"kuhn": 0.001, "holdem": 0.05, "rps": 0.001}
    for name, colour in (("kuhn", 0.04), ("holdem", 0.0)):
        figure: Any = cross_table_picture(cross_table(["a", "b"], [[0.0, 0.04], [-0.04, 0.0]], game=name))
        assert figure.axes[0].images[0].get_array()[0, 1] == colour


def test_trajectory_is_what_the_solver_had() -> None:
    course = Trajectory(["K|", "Q|b"])
    solver = CFR(make_game("kuhn"))
    seen: list[tuple[int, list[float], float, float]] = []

    def look(solver: CFR) -> None:
        entries = solver.regrets()[solver.game.infosets.slice(solver.game.infosets.index("K|"))]
        now, mean = solver.current_policy()["K|"]["bet"], solver.average_policy()["K|"]["bet"]
        seen.append((solver.iteration, entries.tolist(), now, mean))

    solver.run(30, callbacks=[course, look], every=10)
    assert course.iterations == [10, 20, 30] == [iteration for iteration, *_ in seen]
    assert course.regrets("K|").tolist() == [entries for _, entries, *_ in seen]
    assert course.current("K|")[:, 1].tolist() == [now for *_, now, _ in seen]
    assert course.average("K|")[:, 1].tolist() == [mean for *_, mean in seen]
    assert course.actions == {"K|": ("check", "bet"), "Q|b": ("fold", "call")}
    figure: Any = trajectory_picture(course)
    assert len(figure.axes) == 6
    assert figure.axes[0].lines[1].get_ydata().tolist() == course.regrets("K|")[:, 1].tolist()
    assert figure.axes[5].get_title(loc="left") == "Q|b: average strategy: probability"
    assert all(axes.get_xscale() == "log" for axes in figure.axes)
    assert not overlapping(figure)
    assert trajectory_picture(course, logarithmic=False).axes[0].get_xscale() == "linear"
    solver.run(10, callbacks=[course], every=10)  # goes on
    assert course.iterations == [10, 20, 30, 40]
    CFR(make_game("kuhn")).run(5, callbacks=[course], every=5)  # another run
    assert course.iterations == [5]


def test_trajectory_says_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="at least one, none twice"):
        Trajectory(["K|", "K|"])
    with pytest.raises(ValueError, match="infoset 'A|'"):
        CFR(make_game("kuhn")).run(5, callbacks=[Trajectory("A|")])
    nothing: Any = object()
    with pytest.raises(ValueError, match="has no regrets by infoset"):
        Trajectory("K|").begin(nothing)
    every_learner = Trajectory("player_0 1|")
    SymmetricRegretMatching(make_game("bet_fold")).run(5, callbacks=[every_learner])
    assert every_learner.iterations[-1] == 5
    course = Trajectory(["K|"])
    with pytest.raises(ValueError, match="nothing was recorded"):
        trajectory_picture(course)
    with pytest.raises(ValueError, match="trajectory: 9 infosets, at most 8 can be drawn"):
        trajectory_picture(Trajectory(map(str, range(9))))
    with pytest.raises(KeyError, match="was not recorded"):
        course.regrets("J|")


def test_png_files_are_whole_and_the_same_each_time() -> None:
    first, second = (png_bytes(game_tree_picture(KUHN), dpi=60) for _ in range(2))
    assert first == second
    assert first.startswith(b"\x89PNG\r\n\x1a\n")
    assert b"IEND" in first[-12:]
    width, height = png_size(first)
    assert width > 500
    assert height > 250
    assert len(first) > 10_000


def test_pictures_do_not_depend_on_settings_and_leave_them_alone() -> None:
    import matplotlib

    plain = png_bytes(strategy_picture(KUHN), dpi=50)
    with matplotlib.rc_context({"font.size": 30, "figure.facecolor": "black", "axes.grid": True}):
        assert png_bytes(strategy_picture(KUHN), dpi=50) == plain
        assert matplotlib.rcParams["font.size"] == 30


def test_without_matplotlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_out(monkeypatch, "matplotlib")
    with pytest.raises(ImportError, match=r'strategy_picture needs matplotlib: .* -m pip install "\.\[plot\]"'):
        strategy_picture(KUHN)
    with pytest.raises(ImportError, match="game_tree_picture needs matplotlib"):
        game_tree_picture(KUHN)


def test_next_cards_have_the_reports_numbers() -> None:
    turn = make_game(
        "holdem", board="QsJh2h8d", ranges=("AA,KK,76s", "QQ,A5s,KTs"), pot=100, stack=300, bet_sizes="a", rake_rate=0.01
    )
    report = SpotReport(turn, TabularPolicy.uniform(turn))
    for line in ("xx", "b300c"):
        cards, figure = report.next_cards(line), next_card_picture(report, line)
        shown = (100 * cards.equity[0], cards.pot_share[0], *(100 * cards.frequencies))
        assert len(figure.axes) == (4 if line == "xx" else 2)
        for axes, values in zip(figure.axes, shown, strict=True):
            there = {text.get_position(): float(text.get_text()) for text in axes.texts}
            assert len(there) == 48
            for name, value in zip(cards.cards, values.tolist(), strict=True):
                assert there["AKQJT98765432".index(name[0]), "shdc".index(name[1])] == pytest.approx(value, abs=0.51)
        words = {"xx": "a check and a check", "b300c": "a bet of 300 and a call"}[line]
        assert f"The next card on Qs Jh 2h 8d, after {words}" in texts(figure)
        assert "OOP's best cards" in alt_text(figure)
        assert inside(figure)
    assert not overlapping(figure)
    with pytest.raises(ValueError, match="no card is due at the start; allowed: x"):
        next_card_picture(report)
