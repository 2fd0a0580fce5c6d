"""``/api/sweeps``: the numbers are those of ``Sweep.aggregate``, and what cannot be asked is told."""

from __future__ import annotations

import csv
import io
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", exc_type=ImportError)
pytest.importorskip("httpx", exc_type=ImportError)
pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

import httpx
import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.evaluation import Sweep
from pokerzoo.evaluation.experiments.bench import plan_runs
from pokerzoo.evaluation.experiments.work import Budget
from pokerzoo.jobs.folder import Folder
from pokerzoo.web.errors import NotFound
from pokerzoo.web.questions import AT_A_TIME
from pokerzoo.web.sweeps import Sweeps
from pokerzoo_testing.served import error_of, json_of, served


@pytest.fixture(scope="module")
def opened(sweep_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, str]]:
    sweeps = Sweeps()
    id = sweeps.open(sweep_folder).id
    with served(tmp_path_factory.mktemp("work"), sweeps=sweeps) as (client, _):
        yield client, f"/api/sweeps/{id}"


def test_what_a_sweep_is(opened: tuple[httpx.Client, str]) -> None:
    client, path = opened
    (row,) = json_of(client.get("/api/sweeps"))
    assert (row["title"], row["spots"], row["done"]) == ("rivers", 8, 7)
    found = json_of(client.get(path))
    assert found["lines"] == [{"line": "", "words": "at the start"}, {"line": "x", "words": "after a check"}]
    columns = {column["name"]: column["values"] for column in found["columns"]}
    choices = {column["name"]: column["choices"] for column in found["columns"]}
    assert (choices["high_card"], choices["stack"]) == (["A", "Q", "T", "8"], None)
    assert (columns["board"], columns["stack"], columns["high_card"]) == (4, 2, 4) and "pot" not in columns
    assert (found["failed"], found["policies"], found["sampled"], found["iterations"]) == (0, True, False, 60)
    assert found["base"]["ranges"][0] == "QQ+,AKs" and found["varies"]["stacks"] == [100.0, 200.0]


@pytest.mark.parametrize(
    ("by", "line", "where", "sizes"),
    [("board", "", "", True), ("suits", "x", "stack = 100", False), ("stack / pot AS spr", "x", "", True)],
)
def test_the_numbers_are_those_of_the_sweep(
    by: str, line: str, where: str, sizes: bool, opened: tuple[httpx.Client, str], sweep_folder: Path
) -> None:
    client, path = opened
    query: dict[str, str | bool] = {"by": by, "line": line, "where": where, "sizes": sizes}
    found = json_of(client.get(f"{path}/aggregate", params=query))
    of = ["ev", "equity", "eqr", *(["reach"] if line else []), "frequencies"]
    own = Sweep(sweep_folder).aggregate(by, of, line=line, where=where, sizes=sizes)
    assert [measure["name"] for measure in found["measures"]] == [measure.name for measure in own.measures]
    assert [group["group"] for group in found["groups"]] == [row.group for row in own.groups]
    means = np.array([group["means"] for group in found["groups"]])
    np.testing.assert_allclose(means, np.array([row.means for row in own.groups]), rtol=1e-12)  # threads add up in any order
    assert found["overall"]["means"] == pytest.approx(own.overall.means, rel=1e-12)
    assert sum(group["share"] for group in found["groups"]) == pytest.approx(1)
    assert found["to_act"] == ("IP" if line else "OOP") and found["notes"] == own.notes
    frequencies = [measure for measure in found["measures"] if measure["kind"] == "frequency"]
    assert len(frequencies) == (2 if not sizes else 3) and all(measure["colour"].startswith("#") for measure in frequencies)
    answer = client.get(f"{path}/aggregate.csv", params=query)
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert rows[0] == list(own.table()) and len(rows) == 1 + len(own)
    assert 'filename="rivers.csv"' in answer.headers["Content-Disposition"]


def test_spots_are_picked_by_filters(opened: tuple[httpx.Client, str], sweep_folder: Path) -> None:
    client, path = opened
    query = {"by": "board", "only": ["high_card=A,8", "stack=100"]}
    answer = json_of(client.get(f"{path}/aggregate", params=query))
    own = Sweep(sweep_folder).aggregate("board", high_card=["A", "8"], stack=100)
    assert [group["group"][0] for group in answer["groups"]] == [row.group[0] for row in own.groups]
    assert all(group["key"] for group in answer["groups"]) and answer["where"] == own.where.replace("100", "100.0")


def test_evs_in_other_units(opened: tuple[httpx.Client, str], sweep_folder: Path) -> None:
    client, path = opened
    own = Sweep(sweep_folder).aggregate("board", ["net", "ev", "ev_percent"], line="x")
    units: list[tuple[dict[str, Any], int, float]] = [
        ({"ev": "net"}, 0, 1.0), ({"ev": "here"}, 2, 1.0), ({"unit": "pot"}, 4, 1.0), ({"unit": "bb", "blind": 2.5}, 2, 0.4),
    ]  # fmt: skip
    for query, place, factor in units:
        found = json_of(client.get(f"{path}/aggregate", params={"line": "x", **query}))
        shown = [group["means"][0] for group in found["groups"]]
        assert shown == pytest.approx([row.means[place] * factor for row in own.groups])  # type: ignore[operator]
    error = error_of(client.get(f"{path}/aggregate", params={"unit": "bb"}))
    assert (error["message"], error["field"]) == ("unit=bb: give blind, the chips of a big blind", "blind")
    assert error_of(client.get(f"{path}/aggregate", params={"unit": "bb", "blind": "nan"}))["field"] == "blind"


def test_the_picture(opened: tuple[httpx.Client, str]) -> None:
    client, path = opened
    answer = client.get(f"{path}/aggregate.png")
    assert answer.status_code == 200 and answer.content.startswith(b"\x89PNG")


def test_the_policy_of_a_spot(opened: tuple[httpx.Client, str], sweep_folder: Path) -> None:
    client, path = opened
    groups = json_of(client.get(f"{path}/aggregate"))["groups"]
    keys = {group["group"][0]: group["key"] for group in groups}  # two stacks: only the board whose other spot is not done
    (board,) = [board for board, key in keys.items() if key is not None]
    both = json_of(client.get(f"{path}/aggregate", params={"by": ["board", "stack"]}))["groups"]
    assert len(both) == 7 and all(group["key"] for group in both)
    policy = json_of(client.post(f"{path}/policies/{keys[board]}", json={}), 201)
    assert policy["title"] == f"rivers: {board}" and policy["params"]["board"] == board
    (row,) = [
        row for row in Sweep(sweep_folder).table().to_pylist() if row["key"] == keys[board]
    ]  # it knows how exploitable it is
    assert policy["measured"]["exploitability"] == row["exploitability"] and policy["measured"]["iterations"] == 60
    assert (
        policy["measured"]["players"] is None and policy["measured"]["exploitability_pot_percent"] == row["exploitability"] * 2
    )
    file = sweep_folder / "policies" / f"{keys[board]}.npz"
    sent = client.get(f"/api/policies/{policy['id']}/file").content
    assert sent == file.read_bytes() and TabularPolicy.load(file).game.params["board"] == board
    assert client.delete(f"/api/policies/{policy['id']}").status_code == 204 and file.exists()


def test_what_cannot_be_asked(opened: tuple[httpx.Client, str]) -> None:
    client, path = opened
    assert error_of(client.get(f"{path}/aggregate", params={"by": "suit"}))["field"] == "by"
    assert "did you mean 'suits'" in error_of(client.get(f"{path}/aggregate", params={"by": "suit"}))["message"]
    assert error_of(client.get(f"{path}/aggregate", params={"where": "stack ="}))["field"] == "where"
    assert error_of(client.get(f"{path}/aggregate", params={"line": "xb9"}))["field"] == "line"
    assert error_of(client.get(f"{path}/aggregate", params={"only": "suits=flush"}))["field"] == "only"
    reading = error_of(client.get(f"{path}/aggregate", params={"where": "(SELECT count(*) FROM read_text('/etc/passwd')) > 0"}))
    assert reading["field"] == "where" and "root" not in reading["message"]
    assert "no policy of spot" in error_of(client.post(f"{path}/policies/0123", json={}), 404)["message"]
    for wrong in ("..%2F..%2Fsweep", "..", "%2Fetc%2Fpasswd"):
        assert client.post(f"{path}/policies/{wrong}", json={}).status_code in (404, 405)
    assert "no sweep 'x' is open here" in error_of(client.get("/api/sweeps/x"), 404)["message"]


HEAVY = "(SELECT count(*) FROM range(1000000) a(i), range(1000000) b(j) WHERE i * j % 7 = 3) > 0"
"""A condition that takes hours."""


def test_a_question_has_its_time(sweep_folder: Path, tmp_path: Path) -> None:
    sweeps = Sweeps()
    id = sweeps.open(sweep_folder).id
    with served(tmp_path, sweeps=sweeps, question_seconds=0.5) as (client, _):
        for kind in ("", ".csv", ".png"):
            problem = error_of(client.get(f"/api/sweeps/{id}/aggregate{kind}", params={"where": HEAVY}))
            assert problem["field"] == "where" and "takes longer than the 0.5 seconds that it may" in problem["message"]
        easy = (client.get(f"/api/sweeps/{id}/aggregate") for _ in range(20))
        assert json_of(next(answer for answer in easy if answer.status_code == 200))["groups"]  # a busy machine may be late


@pytest.mark.check
def test_a_question_ends_when_its_client_leaves(opened: tuple[httpx.Client, str]) -> None:
    client, path = opened
    threads = {thread.ident for thread in threading.enumerate()}
    for _ in range(2 * AT_A_TIME):  # else the next would wait for their turn
        with pytest.raises(httpx.ReadTimeout):
            client.get(f"{path}/aggregate", params={"where": HEAVY}, timeout=0.4)
    began = time.monotonic()
    assert json_of(client.get(f"{path}/aggregate", timeout=20))["groups"]
    assert time.monotonic() - began < 10
    while any(thread.name.endswith("(watch)") and thread.ident not in threads for thread in threading.enumerate()):
        assert time.monotonic() - began < 10  # the threads that watched them have ended, too
        time.sleep(0.05)


def test_a_damaged_file_is_named(sweep_folder: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(sweep_folder, tmp_path / "sweep")
    part = folder / "spots" / "000002.parquet"
    part.write_bytes(part.read_bytes()[:-1])
    sweeps = Sweeps()
    id = sweeps.open(folder).id
    with served(tmp_path / "work", sweeps=sweeps) as (client, _):
        for path in (f"/api/sweeps/{id}", f"/api/sweeps/{id}/aggregate"):
            assert part.name in error_of(client.get(path))["message"]


def test_folders_that_are_no_sweeps(tmp_path: Path) -> None:
    sweeps = Sweeps()
    with pytest.raises(FileNotFoundError, match="holds no sweep"):
        sweeps.open(tmp_path)
    Folder.make(tmp_path / "runs", plan_runs(["kuhn"], ["cfr"], 1, Budget(iterations=10)))
    with pytest.raises(ValueError, match="is a folder of kind 'experiment', not 'sweep'"):
        sweeps.open(tmp_path / "runs")
    with pytest.raises(NotFound):
        sweeps.get("runs")


def test_a_sweep_that_has_only_begun(sweep_folder: Path, tmp_path: Path) -> None:
    sweeps: Any = Sweeps()
    Folder.make(tmp_path / "new", Sweep(sweep_folder).work)
    id = sweeps.open(tmp_path / "new").id
    with served(tmp_path / "work", sweeps=sweeps) as (client, _):
        found = json_of(client.get(f"/api/sweeps/{id}"))
        assert (found["done"], found["columns"]) == (0, [])
        assert "no spot" in error_of(client.get(f"/api/sweeps/{id}/aggregate"))["message"]
