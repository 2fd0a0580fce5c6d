"""The page of the benchmark: its pictures, its sentences, claims that are checked, tuning."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pokerzoo.agents import baseline_policy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import Entrant, RLBenchmark, alt_text, benchmark_picture, exploitability, measure
from pokerzoo.evaluation.benchmark.bench_page import page_pictures, results_text, tuning_text
from pokerzoo.evaluation.benchmark.games import GAMES, SUITES, nash_conv_mbb
from pokerzoo.evaluation.benchmark.search import (
    SEARCH_SPACES,
    best_options,
    configuration_scores,
    drawn_configurations,
    search_space,
)
from pokerzoo.evaluation.benchmark.sentences import fill_sentences
from pokerzoo_testing import ROOT
from pokerzoo_testing.programs import load_program

UNIFORM = exploitability(make_game("kuhn"), baseline_policy(make_game("kuhn"), "random"))


def row(name: str, seed: int | None, end: float, **more: Any) -> dict[str, Any]:
    """A run on Kuhn poker whose average falls to ``end``."""
    points = [
        {
            "decisions": 1000 * 10**k, "iterations": 10**k, "seconds": 0.1 * 10**k,
            "exploitability_current": 2 * end * 10 ** (2 - k), "exploitability_average": end * 10 ** (2 - k),
        }
        for k in range(3)
    ]  # fmt: skip
    return points[-1] | {
        "error": None, "split": "reported", "benchmark_game": "kuhn", "game": "kuhn", "parameters": "{}", "name": name,
        "learner": name, "options": "{}", "seed": seed, "budget_seconds": 10.0, "budget_decisions": None, "points": points,
        "versions": '{"pokerzoo": "0.1.0"}', "processor": "a chip", "cores": 4, "additions_a_second": 1e7,
    } | more  # fmt: skip


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Any:
    def made(rows: list[dict[str, Any]]) -> RLBenchmark:
        monkeypatch.setattr("pokerzoo.evaluation.benchmark.results.read_rows", lambda path: rows)
        return RLBenchmark("anywhere")

    return made


def test_the_text_comes_from_the_runs(runs: Any) -> None:
    found = runs([row("rnad", seed, end) for seed, end in enumerate((0.1, 0.2, 0.3))] + [row("cfr", None, 0.001)])
    claims = "R-NaD is at {{kuhn rnad interval}}, {{kuhn rnad rate}} a second.{{check 2 * kuhn cfr best < kuhn rnad low}}"
    with pytest.raises(ValueError, match="does not hold: 0.002 and -0.0484"):
        results_text(found, None, [], claims)
    text = results_text(
        found, None, [(one, "a.png") for one in page_pictures(found)], claims.partition("{{check")[0], "images/"
    )
    assert "R-NaD is at 0.2 (0 to 0.448), 10,000 a second.\n" in text
    assert "| `rnad` | 3 | 0.4 (0 to 0.897) | 0.2 (0 to 0.448) | 100,000 | 10,000 | 10 |" in text
    assert "Made with pokerzoo 0.1.0, on a chip, 4 logical processors." in text
    assert f"exploitable by {UNIFORM:.3g} chips a hand" in text and "seeds 0, 1, 2." in text and "](images/a.png)" in text
    assert text.index("`cfr`") < text.index("`rnad`")
    said = results_text(found, None, [], "")
    assert "- kuhn: on tables `cfr` with 0.001 chips a hand (average policy) is least exploitable. Of the others `rnad`" in said


def test_games_with_blinds_are_told_in_mbb_beside_printed_results(runs: Any) -> None:
    """A big blind of 100 chips and two players: 1.85 chips of exploitability are 37 mbb of NashConv."""
    royal = {"benchmark_game": "flop_holdem", "game": "flop_holdem", "parameters": '{"deck": "royal", "raise_cap": 1}'}
    game = make_game("flop_holdem", deck="royal", raise_cap=1)
    found = runs([row("deep_cfr", seed, 1.85, **royal) for seed in (0, 1)] + [row("mccfr_dealt", 0, 60.0, **royal)])
    text = results_text(found, None, [], "It is at {{flop_holdem deep_cfr mbb}} mbb{{check flop_holdem mccfr_dealt mbb > 47}}.")
    heads, _, learner, table, *printed = [line for line in text.splitlines() if line.startswith("|")]
    assert [cell.strip() for cell in heads.split("|")][5] == "better one, NashConv in mbb a hand"
    assert [line.split("|")[5].strip() for line in (learner, table, *printed)] == ["37", "1,200", "37", "47"]
    assert [line.split("|")[1].strip() for line in printed] == ["Deep CFR, as printed", "NFSP, as printed"]
    assert {line.count("|") for line in (heads, learner, *printed)} == {9}
    uniform = measure(game, "random").nash_conv * 1000 / 100
    assert f"a NashConv of {uniform:,.0f} mbb." in text and "It is at 37 mbb." in text and "ICML 2019" in text
    assert nash_conv_mbb(make_game("kuhn"), 1.0) is None  # antes, no blinds
    both = runs([*found.rows, row("cfr", None, 0.001)])
    said = results_text(both, None, [], "")
    assert said.index("### kuhn") < said.index("### flop_holdem") and said.index("- kuhn: ") < said.index("- flop_holdem: ")
    pytest.importorskip("matplotlib")
    figure = benchmark_picture(found)
    assert "Deep CFR, as printed: 1.85. NFSP, as printed: 2.35." in alt_text(figure)
    lines = figure.axes[1].get_lines()
    assert [float(line.get_ydata()[0]) for line in lines if line.get_linestyle() == ":"] == [1.85, 2.35]


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("{{kuhn ppo best}}", "'kuhn ppo best': no such number"),
        ("{{kuhn cfr better}}", "WHICH must be one of best, current"),
        ("{{kuhn cfr low}}", "no such number: WHICH"),
        ("{{check kuhn cfr best}}", "must be two numbers with < or > between them"),
        ("{{check kuhn cfr best > kuhn uniform}}", "does not hold"),
    ],
)
def test_sentences_without_a_number_are_told(runs: Any, sentence: str, message: str) -> None:
    found = runs([row("cfr", None, 0.001)])
    with pytest.raises(ValueError, match=message):
        fill_sentences(sentence, {(one.game, one.learner): one for one in found.results()}, found)


def test_many_learners_are_shown_in_several_pictures(runs: Any) -> None:
    networks, files, tables = ["rnad", "deep_cfr"], ["one", "two"], ["cfr", "cfr+", "dcfr"]
    ends = dict(zip([*networks, *files, *tables], (0.3, 0.2, 0.1, 0.5, 0.01, 0.001, 0.002), strict=True))
    found = runs([row(name, 0, end) for name, end in ends.items()])
    assert [(one.what, one.learners) for one in page_pictures(found)] == [
        ("learners with networks", ["deep_cfr", "rnad"]),
        ("learners from files, and the best other one", ["deep_cfr", "one", "two"]),
        ("learners on tables, and the best other one", ["one", "cfr+", "dcfr", "cfr"]),
    ]
    assert [one.learners for one in page_pictures(runs([row("cfr", 0, 0.1), row("rnad", 0, 0.2)]))] == [["cfr", "rnad"]]
    alike = [row(name, 0, 0.1) for name in ("rnad", "deep_cfr", "ppo", "neural_mmd")]
    assert [one.what for one in page_pictures(runs(alike))] == ["all learners"]
    assert [one.what for one in page_pictures(runs([*alike, row("cfr", 0, 0.01)]))] == [
        "learners with networks", "learners on tables, and the best other one",
    ]  # fmt: skip


def test_the_picture_shows_each_game_twice(runs: Any) -> None:
    pytest.importorskip("matplotlib")
    found = runs([row(name, seed, end * (seed + 1)) for name, end in (("cfr", 0.01), ("rnad", 0.1)) for seed in (0, 1, 2)])
    figure = benchmark_picture(found, learners=["rnad", "cfr"])
    assert [axes.get_xlabel() for axes in figure.axes] == ["decisions", "processor seconds"]
    lines = figure.axes[1].get_lines()
    assert lines[0].get_ydata()[-1] == pytest.approx(0.02) and lines[0].get_xdata()[-1] == pytest.approx(10.0)
    assert "kuhn at the end: cfr 0.02; rnad 0.2." in alt_text(figure)
    assert "mean of 3 seeds" in figure.get_supxlabel()
    fewer = benchmark_picture(runs([*found.rows, row("mmd", 0, 0.1), row("mmd", 1, 0.1), row("dcfr", None, 0.1)]))
    assert "mean of 2 to 3 seeds" in fewer.get_supxlabel()
    with pytest.raises(ValueError, match="nothing to draw"):
        benchmark_picture(runs([row("cfr", 0, 0.1, error="none")]))
    with pytest.raises(ValueError, match="1 game with 9 learners are more than"):
        benchmark_picture(runs([row(f"l{k}", 0, 0.1) for k in range(9)]))


def test_scores_compare_with_uniform_play(runs: Any) -> None:
    one = {"split": "tuning", "options": '{"eta": 0.2}'}
    rows = [row("rnad#0", 1000, UNIFORM / 10), row("rnad#1", 1000, UNIFORM / 100, **one)]
    rows += [row("rnad#2", 1000, UNIFORM / 1000), row("rnad#2", 1001, 1.0, error="no")]  # one run counts as uniform play
    found = configuration_scores(runs(rows))
    assert [(each.configuration, round(each.score, 6)) for each in found] == [
        ("rnad#1", -2.0),
        ("rnad#2", -1.5),
        ("rnad#0", -1.0),
    ]
    assert best_options(runs(rows)) == {"rnad": {"eta": 0.2}}
    text = tuning_text(runs(rows))
    assert (
        "| `rnad` | 3 (1 runs failed) | 40 | -1.000 | -2.000 | `eta` 0.2 |" in text and "Games kuhn; seeds 1000, 1001" in text
    )


def test_configurations_are_drawn_from_the_space() -> None:
    found = drawn_configurations(Entrant("mccfr_outcome", options={"variant": "lcfr"}), 40)
    assert found[0].options == {"variant": "lcfr"} and len(found) == 40
    space = SEARCH_SPACES["mccfr_outcome"]
    for one in found[1:]:
        assert set(one.options) == set(space) and one.options["variant"] == "lcfr"
        assert space["epsilon"][1] <= one.options["epsilon"] <= space["epsilon"][2]
    assert {one.options["average"] for one in found[1:]} == {"stochastic", "lazy"}
    assert [one.options for one in drawn_configurations(Entrant("mccfr_outcome", options={"variant": "lcfr"}), 5)] == [
        one.options for one in found[:5]
    ]
    assert len(drawn_configurations(Entrant("cfr"), 7)) == 1  # nothing to tune


def test_a_file_has_a_space_of_its_own(tmp_path: Any) -> None:
    file = tmp_path / "mine.py"
    file.write_text('SEARCH_SPACE = {"rate": ("log", 0.001, 0.1)}\n\ndef make(game, seed, rate=0.01):\n    pass\n')
    assert [set(one.options) for one in drawn_configurations(Entrant(str(file)), 3)] == [set(), {"rate"}, {"rate"}]
    file.write_text('SEARCH_SPACE = {"rate": (0.001, 0.1)}\n\ndef make(game, seed, rate=0.01):\n    pass\n')
    with pytest.raises(ValueError, match=r"SEARCH_SPACE of mine: rate=\(0.001, 0.1\): must be one of log, uniform"):
        search_space(Entrant(str(file)))


def test_spaces_are_of_options_that_learners_have() -> None:
    for name, space in SEARCH_SPACES.items():
        Entrant(name, options=drawn_configurations(Entrant(name), 2)[1].options)
        assert space


def test_the_page_has_every_game() -> None:
    page = (ROOT / "docs" / "rl_benchmark.md").read_text(encoding="utf-8")
    for name, game in GAMES.items():
        sets = ", ".join(f"`{suite}`" for suite, names in SUITES.items() if name in names)
        assert f"| `{name}` | {game.about} | {sets} |" in page


def test_the_page_is_what_the_kept_runs_give() -> None:
    pytest.importorskip("pyarrow")
    made = load_program(ROOT / "docs" / "make_rl_benchmark.py")
    page = made.PAGE.read_text(encoding="utf-8")
    assert made.page_text(draw=False) == page, "make rl-benchmark-page"
    shown = {made.DOCS / name for name in re.findall(r"\]\((images/rl_benchmark/\S+\.png)\)", page)}
    assert shown == set(made.IMAGES.iterdir()) and shown
    assert sum(file.stat().st_size for file in made.KEPT.glob("*.parquet")) < made.MOST_BYTES
    reported, tuning = RLBenchmark(made.KEPT, split="reported"), RLBenchmark(made.KEPT, split="tuning")
    assert set(reported.games).isdisjoint(tuning.games)
    assert {row["seed"] for row in tuning.rows} & {row["seed"] for row in reported.rows} <= {None}
