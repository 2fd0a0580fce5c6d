"""``pokerzoo query``: overview, groups, SQL, files, and what it refuses."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

from pokerzoo.cli import main
from pokerzoo.evaluation import Sweep
from pokerzoo.evaluation.sweeps.spot_work import SpotWork
from pokerzoo.jobs.folder import Folder
from pokerzoo_testing.made_work import make_shard_here

CONFIG = {
    "ranges": ["QQ+,AKs", "JJ+,AK"], "pot": 50, "stack": 100, "bet_sizes": "50%", "rows_per_file": 4,
    "vary": {"boards": ["QsJh2h8d3c", "AsKh2h8d3c", "9s8s2s8d3c", "QsJsTs8d3c", "2c2d7h8d3s"]},
    "keep": {"lines": ["b50%"]}, "solve": {"iterations": 30},
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = Folder.make(tmp_path_factory.mktemp("sweep") / "rivers", SpotWork.from_config(CONFIG))
    make_shard_here(made, 0)  # four of five rows
    return str(made.path)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["query", *arguments]) == 0, capsys.readouterr().err
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_an_overview(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, folder)
    assert "4 of 5" in text and "The sweep is not finished: 1 spot is yet to be made." in text
    for word in ("suits", "paired", "connectedness", "three-flush", "OOP EQR", "OOP bet 50%", "all"):
        assert word in text


def test_groups_as_a_table_json_csv_and_picture(folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--csv", str(tmp_path / "a.csv"), "--picture", str(tmp_path / "a.svg")]
    question = ["--by", "suits", "--by", "paired", "--of", "ev, equity,frequencies", "--line", "b50%", "--sort", "call"]
    result = json.loads(printed(capsys, folder, *question, *files, "--json"))
    direct = Sweep(folder).aggregate(["suits", "paired"], ["ev", "equity", "frequencies"], line="b50%", sort="call")
    assert result["tables"] == [direct.to_dict()]
    assert (result["made"], result["rows"], result["csv"]) == (4, 5, files[1])
    with (tmp_path / "a.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["suits"] for row in rows] == [row.group[0] for row in direct.groups]
    assert [float(row["frequency IP call"]) for row in rows] == direct["call"].tolist()
    assert "<svg" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    text = printed(capsys, folder, *question, "--top", "1", "--where", "suits <> 'rainbow'")
    assert "more groups" in text and "where suits <> 'rainbow'" in text
    blinds = json.loads(printed(capsys, folder, *question, "--big-blind", "2", "--json"))["tables"][0]
    for row, other in zip(blinds["groups"], direct.to_dict()["groups"], strict=True):
        assert row["means"][0] == other["means"][0] / 2 and blinds["measures"][0]["name"] == "ev_big_blinds OOP"
        assert row["means"][2] == other["means"][2] and blinds["measures"][2]["name"] == "equity OOP"
    merged = json.loads(printed(capsys, folder, "--by", "board", "--merge-sizes", "--spread", "--json"))
    assert "frequency OOP bet" in [one["name"] for one in merged["tables"][0]["measures"]]
    assert "deviation" in merged["tables"][0]["overall"]["spread"]
    deals = json.loads(printed(capsys, folder, "--by", "suits", "--weight", "weight * deals", "--json"))
    assert deals["tables"] == [Sweep(folder).aggregate("suits", weight="weight * deals").to_dict()]
    assert deals["tables"][0]["overall"]["weight"] == sum(
        row["weight"] * row["deals"] for row in Sweep(folder).table().to_pylist()
    )


def test_sql(folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sql = "SELECT board, iterations FROM spots ORDER BY board DESC"
    result = json.loads(printed(capsys, folder, "--sql", sql, "--csv", str(tmp_path / "a.csv"), "--json"))
    boards = [*CONFIG["vary"]["boards"][:4]]  # type: ignore[index]
    assert result["result"] == [{"board": board, "iterations": 30} for board in sorted(boards, reverse=True)]
    assert (tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()[:2] == ["board,iterations", "QsJsTs8d3c,30"]
    assert "the first 2 of 4 rows" in printed(capsys, folder, "--sql", sql, "--top", "2")
    nested = json.loads(
        printed(capsys, folder, "--sql", "SELECT list(line ORDER BY line) AS l, 'nan'::DOUBLE AS x FROM nodes", "--json")
    )
    assert nested["result"][0]["l"][0] == "" and nested["result"][0]["x"] is None


def test_filters(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    only = ["--only", "high_card=A,Q", "--only", "paired=false"]
    answer = json.loads(printed(capsys, folder, "--by", "suits", *only, "--json"))["tables"][0]
    assert answer == Sweep(folder).aggregate("suits", high_card=["A", "Q"], paired=False).to_dict()
    assert answer["where"] == "high_card IN ('A', 'Q') AND paired = 'unpaired'"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "suit=monotone"], "suit=['monotone']: no such column; there are "),
        (["--only", "suits"], "--only 'suits': must be COLUMN=VALUE, or one of paired, connected"),
        (["--where", "pot ="], "--where 'pot =': syntax error"),
        (["--big-blind", "inf"], "--big-blind inf: must be a finite number from 1e-06 to 1e+12"),
        (["--sql", "DROP VIEW spots"], "--sql: Expected a single SELECT statement"),
        (["--sql", "SELECT 1", "--by", "suits"], "--by: does not go with --sql"),
        (["--picture", "a.gif"], "--picture a.gif: must end in one of .png, .svg, .pdf"),
        (["--csv", "no/such/place.csv"], "no such directory"),
    ],
)
def test_wrong_requests(
    folder: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)  # nothing is left behind
    assert main(["query", folder, *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_no_sweep_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["query", str(tmp_path)]) == 2
    assert "holds no sweep" in capsys.readouterr().err
