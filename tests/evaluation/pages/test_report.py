"""The page that ``pokerzoo report`` writes: whole, self-contained, accessible, and with the exact numbers."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from math import inf
from pathlib import Path
from typing import Any

import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.agents.training import JsonLinesLog
from pokerzoo.cli import main
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.support.tables import Table
from pokerzoo.evaluation import best_response, bet_fold_thresholds, expected_values, exploitability, leaks, measure
from pokerzoo.evaluation.pages.report import Report, make_report
from pokerzoo.evaluation.pictures.trajectory import Trajectory
from pokerzoo_testing.packages import leave_out

pytestmark = pytest.mark.check

VOID = {"meta", "img", "br", "link", "hr", "input"}


class Checker(HTMLParser):
    """Reads a page; fails where it is not well-formed or reaches outside."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.tables: list[dict[str, Any]] = []
        self.headings: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        result = dict(attrs)
        assert len(result) == len(attrs)
        if "id" in result:
            assert result["id"] not in self.ids
            self.ids.append(str(result["id"]))
        self.tags.append((tag, result))
        if tag == "a":
            self.links.append(str(result.pop("href")))
        for name in ("src", "href", "srcset", "action", "data"):
            if name in result:
                assert str(result[name]).startswith("data:image/png;base64,"), (tag, name)
        assert not any(name.startswith("on") for name in result)
        if tag == "table":
            self.tables.append({"caption": "", "headers": [], "rows": 0, "cells": []})
        if tag == "th":
            assert result.get("scope") in ("col", "row")
            self.tables[-1]["headers"].append(result["scope"])
        if tag == "tr" and "tbody" in self.open:
            self.tables[-1]["rows"] += 1
            self.tables[-1]["cells"].append([])
        if tag in ("th", "td") and "tbody" in self.open:
            self.tables[-1]["cells"][-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        inside = self.open[-1] if self.open else ""
        if inside in ("h1", "h2"):
            self.headings.append(data)
        if inside == "caption":
            self.tables[-1]["caption"] += data
        if inside in ("th", "td") and "tbody" in self.open:
            self.tables[-1]["cells"][-1][-1] += data
        if inside != "style":
            self.text += data

    def table(self, caption: str) -> dict[str, Any]:
        """The one table whose caption begins so."""
        (result,) = (each for each in self.tables if each["caption"].startswith(caption))
        return dict(result)


def check(page: str) -> Checker:
    """All that holds for every page."""
    checker = Checker(page)
    assert page.startswith("<!DOCTYPE html>\n")
    assert "http:" not in page
    assert "https:" not in page
    assert "url(" not in page
    assert "@import" not in page
    tags = [tag for tag, _ in checker.tags]
    assert "script" not in tags
    assert ("html", {"lang": "en"}) in checker.tags
    assert tags.count("title") == tags.count("h1") == tags.count("main") == 1
    assert any(tag == "meta" and result.get("name") == "viewport" for tag, result in checker.tags)
    assert "prefers-color-scheme: dark" in page
    assert checker.links == [f"#{name}" for name in checker.ids]  # the contents: each section, in order
    assert page.index("</h1>") < page.index('class="lead"') < page.index("<nav") < page.index("<h2")
    for each in checker.tables:
        assert each["caption"]
        assert each["headers"].count("row") == each["rows"] > 0
        assert each["headers"].count("col") > 0
    for tag, result in checker.tags:
        if tag == "img":
            assert len(str(result["alt"])) > 40
            assert int(str(result["width"])) > 100
    return checker


@pytest.fixture(scope="module")
def kuhn() -> TabularPolicy:
    return CFR(make_game("kuhn"), "cfr+").run(200).average_policy()


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("logs")
    for variant in ("cfr", "cfr+"):
        CFR(make_game("kuhn"), variant).run(40, callbacks=[JsonLinesLog(folder / f"{variant}.jsonl")], every=10)
    return [folder / "cfr.jsonl", folder / "cfr+.jsonl"]


@pytest.fixture(scope="module")
def kuhn_report(kuhn: TabularPolicy, logs: list[Path]) -> Report:
    return make_report(kuhn, logs)


def test_kuhn(kuhn: TabularPolicy, kuhn_report: Report, logs: list[Path]) -> None:
    page = check(kuhn_report.html)
    assert [picture.name for picture in kuhn_report.pictures] == ["game-tree", "strategy", "convergence", "cross-table"]
    sections = ["Value and exploitability", "Strategy", "Where it leaks", "Convergence", "Against others", "What it is"]
    sections += ["Units and words"]
    assert page.headings == ["A strategy for Kuhn poker", *sections]
    assert "Player 1 wins 0.0556 chips a hand from player 0. It is exploitable for " in page.text
    assert "2 players; 12 infosets. Average strategy of cfr+ after 200 iterations." in page.text
    for player in range(2):
        cells = {row[0]: row[1:] for row in page.table(f"Player {player}: probability")["cells"]}
        own = [row.key for row in kuhn.game.infosets if row.player == player]
        assert list(cells) == own
        for key in own:
            history = key.partition("|")[2]
            words = {"": "at the start", "x": "after a check", "b": "after a bet", "xb": "after a check and a bet"}
            assert cells[key][0] == words[history]
            numbers = [cell for cell in cells[key][1:] if cell != "-"]
            assert numbers == [f"{p:.4f}" for p in kuhn[key].values()]
    leaking = page.table("The infosets that cost most")
    result = leaks(kuhn.game, kuhn)
    assert [row[-2] for row in leaking["cells"]] == [f"{leak.chips:.3g}" for leak in result.ranked(10)]
    assert [row[1] for row in leaking["cells"]] == [line_heading(leak.line or "") for leak in result.ranked(10)]
    assert f"{result.nash_conv:.4g} chips a hand" in leaking["caption"]
    for player, row in enumerate(page.table("Exact value")["cells"]):
        gain = best_response(kuhn.game, kuhn, player).gain
        assert row[1] == f"{expected_values(kuhn.game, kuhn)[player]:+.6f}"
        assert row[3:] == [f"{gain:.3g}", f"{1000 * gain:.3g}"]
    assert f"{exploitability(kuhn.game, kuhn):.3g} chips a hand" in page.text
    facts = dict(page.table("How the strategy")["cells"])
    assert facts["variant"] == "cfr+"
    assert facts["iterations"] == "200"
    runs = page.table("The last point of each run")["cells"]
    last = [json.loads(log.read_text().splitlines()[-1]) for log in logs]
    assert [row[0] for row in runs] == ["cfr", "cfr+"]
    assert [row[3] for row in runs] == [f"{point['exploitability_chips']:.3g}" for point in last]
    cross = page.table("What the row wins")["cells"]
    assert cross[0][2] == f"{-exploitability(kuhn.game, kuhn):+.6f}"  # against its best response


def test_the_same_policy_gives_the_same_page(
    kuhn: TabularPolicy, kuhn_report: Report, logs: list[Path], tmp_path: Path
) -> None:
    assert not re.search(r"20\d\d-\d\d", kuhn_report.html)
    kuhn.save(tmp_path / "kuhn.npz")
    assert make_report(tmp_path / "kuhn.npz", logs).html == kuhn_report.html


@pytest.mark.parametrize(
    ("game", "pictures"),
    [
        (make_game("leduc", suit_isomorphism=True), ["strategy-1", "cross-table"]),
        (make_game("leduc"), ["strategy-1", "cross-table"]),
        (make_game("rps"), ["game-tree", "strategy", "cross-table"]),
        (make_game("bet_fold", num_players=3), ["bet-fold"]),
        (make_game("holdem"), ["range-start", "range-x", "cross-table"]),
    ],
    ids=lambda value: value.name if isinstance(value, Game) else None,
)
def test_pictures_fit_the_game(game: Game, pictures: list[str]) -> None:
    told: list[tuple[int, int]] = []
    policy = TabularPolicy.uniform(game)
    made = make_report(policy, max_pages=1, max_grids=2, max_rows=5, progress=lambda *parts: told.append(parts))
    assert told[0][0] == 0 and told[-1][0] == told[-1][1] >= len(made.pictures)
    assert told == sorted(told)  # neither what is done nor what is to come ever shrinks
    page = check(made.html)
    assert [picture.name for picture in made.pictures] == pictures
    assert len(page.headings) >= 5
    if game.name == "leduc":
        assert "the first 5 of 144; 139 are left out" in page.table("Player 0")["caption"]
        assert "Left out: 1 of the 2 pages of heat maps" in page.text
        assert ("cards of a rank are drawn as one" in page.text) is not game.params["suit_isomorphism"]
    if game.name == "holdem":
        assert "Left out: 4 of the 6 nodes" in page.text
        assert "% of the starting pot" in page.text
        assert page.table("OOP: mean of each hand class")["rows"] == 3
        assert page.table("The hand classes that cost most")["rows"] == 10


RAKED = make_game(
    "holdem", board="QsJh2h8d3c", ranges=("QQ,AA", "KK"), pot=100, stack=300, bet_sizes="33%", raise_sizes="a", rake_rate=0.05,
    rake_cap=10,
)  # fmt: skip


def test_a_raked_river_says_who_is_paid_and_why_all_may_lose() -> None:
    policy = CFR(RAKED, "dcfr").run(50).average_policy()
    page = check(make_report(policy, max_grids=1).html)
    (oop, ip) = (float(row[5]) for row in page.table("Exact value")["cells"])
    lead = f"Of the 100 chips in the pot OOP expects {oop:.4g}, IP {ip:.4g}; the house takes {100 - oop - ip:.3g}."
    assert lead in page.text
    assert page.headings[0] == "A strategy for the river Qs Jh 2h 8d 3c"
    assert "Pot 100; stacks 300; rake 5% up to 10. Average strategy of dcfr after 50 iterations." in page.text
    assert "So may the best response." in page.text
    cross = page.table("What the row wins")["cells"]
    assert float(cross[1][1]) + float(cross[0][2]) < -0.1  # the policy and its best response, who pay the house
    assert "So may the best response." not in make_report(TabularPolicy.uniform(make_game("kuhn"))).html


def test_evs_in_big_blinds() -> None:
    turn = make_game("holdem", board="QsJh2h8d", ranges=("AA,QQ", "KK,AKs"), pot=100, stack=100, bet_sizes="50%")
    policy = TabularPolicy.uniform(turn)
    (chips, blinds) = (check(make_report(policy, line="xx", big_blind=blind).html) for blind in (None, 2.5))
    values = [page.table("Exact value") for page in (chips, blinds)]
    assert values[0] == values[1] and "pot share" in blinds.text
    for caption, columns in (
        ("xx, after a check and a check: a card", {3: 0.001, 4: 0.001, 5: 0.001}),
        ("OOP: each hand", {3: 0.001}),
        ("xx, after a check and a check: each card", {4: 0.001}),
    ):
        rows, others = chips.table(caption)["cells"], blinds.table(caption)["cells"]
        assert len(rows) == len(others) > 1
        for row, other in zip(sorted(rows), sorted(others), strict=True):
            for column, error in columns.items():
                assert float(other[column]) == pytest.approx(float(row[column]) / 2.5, abs=error)
    for words in ("OOP pot share, bb", "net, bb", "pot share, bb", "one is 2.5 chips."):
        assert words in blinds.text and words not in chips.text


def test_likely_nodes_come_first() -> None:
    policy = TabularPolicy.uniform(RAKED)
    strategy = policy.probabilities.copy()
    for key in ("AsAh|", "QhQd|", "QdQc|", "AhAc|"):
        if key in RAKED.infosets:
            strategy[RAKED.infosets.slice(RAKED.infosets.index(key))] = (0.0, 1.0)
    made = make_report(TabularPolicy(RAKED, strategy), max_grids=2)
    assert [picture.name for picture in made.pictures][:2] == ["range-start", "range-b33"]


def test_numbers_that_are_zero_have_no_sign() -> None:
    page = check(make_report(TabularPolicy.uniform(make_game("rps"))).html)
    assert "No player wins" in page.text and "it is an equilibrium" in page.text
    assert [row[1:3] for row in page.table("Exact value")["cells"]] == [["0.000000", "0.000000"]] * 2
    assert {cell for row in page.table("What the row wins")["cells"] for cell in row[1:]} == {"", "0.000000"}


def test_bet_fold_tables_have_the_cards() -> None:
    policy = CFR(make_game("bet_fold")).run(500).average_policy()
    threshold = bet_fold_thresholds([5], [3])[5, 3][0]
    page = check(make_report(policy).html)
    rows = page.table("All players: probability of a bet")["cells"]
    assert rows[0] == [f"0 to {threshold - 1}", "0.000"]
    assert rows[-1][0].endswith("100")
    assert rows[-1][1] == "1.000"


def test_a_trajectory_is_drawn_and_text_is_escaped() -> None:
    game = make_game("rps")
    course = Trajectory(["player_0|"])
    solver = CFR(game).run(20, callbacks=[course], every=5)
    policy = TabularPolicy(game, solver.average_policy().probabilities, {"note": '<b>"&</b>'})
    made = make_report(policy, trajectory=course, title="A <title> & more")
    page = check(made.html)
    assert "trajectories" in [picture.name for picture in made.pictures]
    assert page.headings[0] == "A <title> & more"
    assert dict(page.table("How the strategy")["cells"])["note"] == '<b>"&</b>'
    assert 'aria-label="&quot;"' in Table('"', ("a",), [["b"]]).html()


def test_wrong_requests(kuhn: TabularPolicy, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="max_rows=0"):
        make_report(kuhn, max_rows=0)
    with pytest.raises(FileNotFoundError):
        make_report(kuhn, [tmp_path / "nowhere.jsonl"])
    (tmp_path / "text.jsonl").write_text("hello\n")
    with pytest.raises(ValueError, match="not a log"):
        make_report(kuhn, [tmp_path / "text.jsonl"])
    with pytest.raises(ValueError, match=r"big_blind=2: is for hold'em spots of two players, not for kuhn"):
        make_report(kuhn, big_blind=2)
    for odd in (0, 1e-320, 2e12, inf):
        with pytest.raises(ValueError, match=rf"big_blind={re.escape(str(odd))}: must be a finite number from 1e-06 to 1e\+12"):
            make_report(TabularPolicy.uniform(RAKED), big_blind=odd)


def test_the_command(kuhn: TabularPolicy, logs: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = tmp_path / "kuhn.npz", tmp_path / "kuhn.html"
    kuhn.save(file)
    asked = ["show", str(file), "--page", str(page)]
    assert main([*asked, "--json", *(word for path in logs for word in ("--log", str(path)))]) == 0
    result = json.loads(capsys.readouterr().out)
    check(page.read_text(encoding="utf-8"))
    assert (result["page"], result["bytes"]) == (str(page), page.stat().st_size)
    assert result["measured"] == measure(kuhn.game, kuhn).to_dict()
    assert [picture["name"] for picture in result["pictures"]] == ["game-tree", "strategy", "convergence", "cross-table"]
    assert all(picture["alt"] for picture in result["pictures"])
    assert main(asked) == 0
    text = capsys.readouterr().out
    assert str(page) in text and "game-tree" in text


def test_the_command_refuses(
    kuhn: TabularPolicy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kuhn.npz"
    kuhn.save(file)

    def refused(message: str, page: Path) -> None:
        assert main(["show", str(file), "--page", str(page)]) == 2
        assert re.search(message, capsys.readouterr().err)

    refused("exists and is not a plain file|[Ii]s a directory", tmp_path)
    refused("no such directory", tmp_path / "missing" / "page.html")
    refused("--page .*: is FILE already", file)
    leave_out(monkeypatch, "matplotlib")
    refused(r'a report needs matplotlib: .* -m pip install "\.\[plot\]"', tmp_path / "kuhn.html")
    assert not (tmp_path / "kuhn.html").exists()
    assert TabularPolicy.load(file) == kuhn
