"""Files that change while the explorer has them open: an error for that file, and everything else goes on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Client

from pokerzoo.agents import CFR
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs import make_game
from pokerzoo.web import library as libraries
from pokerzoo.web.library import Library
from pokerzoo_testing.served import error_of, json_of, served
from pokerzoo_testing.small_games import TURN_SPOT


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("spot") / "turn.npz"
    policy = CFR(make_game("holdem", **TURN_SPOT)).run(20).average_policy()
    assert isinstance(policy, SpotPolicy)
    policy.save(path)
    return path


@pytest.fixture
def opened(saved: Path, tmp_path: Path) -> Iterator[tuple[Client, list[Path]]]:
    """A client of an explorer that has the file open twice, as ``one`` and ``two``, and the files."""
    library, files = Library(), [tmp_path / "one.npz", tmp_path / "two.npz"]
    for file in files:
        shutil.copyfile(saved, file)
        library.open(file, id=file.stem)
    with served(tmp_path / "work", library) as (client, _):
        yield client, files


def cut_off(path: Path) -> None:
    os.truncate(path, 4096)


def copy_over(path: Path) -> None:
    other = path.with_name("other.npz")
    CFR(make_game("holdem", **TURN_SPOT)).run(3).average_policy().save(other)
    shutil.copyfile(other, path)


@pytest.mark.parametrize("change", [cut_off, copy_over])
def test_a_file_that_is_written_into_is_an_error_and_no_more(change: Any, opened: tuple[Client, list[Path]]) -> None:
    client, files = opened
    solve = json_of(client.post("/api/tasks", json={"game": "leduc", "iterations": 10**9}), 201)["id"]
    table = {"game": "holdem", "params": TURN_SPOT, "opponents": ["policy:one"], "seat": 1, "coach": "none", "seed": 1}
    change(files[0])
    problems = [
        error_of(client.get(path))
        for path in (
            "/api/spots/one/node?line=x",
            "/api/spots/one/node",
            "/api/policies/one/measure",
            "/api/leaks?policy=one",
        )
    ]
    problems.append(error_of(client.post("/api/play", json=table)))
    message = "one.npz: has been changed since it was opened: open it again"
    assert [problem["message"] for problem in problems] == [message] * 5
    json_of(client.get("/api/spots/two/node?line=x"))
    json_of(client.get("/api/policies/two/measure"))
    assert json_of(client.get(f"/api/tasks/{solve}"))["state"] == "running"
    assert len(json_of(client.get("/api/policies"))) == 2


def test_a_flipped_bit_is_told(saved: Path, tmp_path: Path) -> None:
    data = bytearray(saved.read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "turn.npz").write_bytes(data)
    library = Library()
    library.open(tmp_path / "turn.npz", id="turn")
    with served(tmp_path / "work", library) as (client, _):
        problem = error_of(client.get("/api/policies/turn/measure"))
        assert problem["message"] == "turn.npz: damaged: the checksum of 'rows' is wrong"
        sent = client.post("/api/policies/upload", content=bytes(data), headers={"Content-Type": "application/octet-stream"})
        assert error_of(sent)["message"] == "the file: damaged: the checksum of 'rows' is wrong"
        assert list((tmp_path / "work" / "uploads").iterdir()) == []


def test_reports_hold_no_more_rows_than_they_may(saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library()
    for name in "abc":
        library.open(saved, id=name)
    size = library.get("a").policy.stored.nbytes  # type: ignore[attr-defined]
    monkeypatch.setattr(libraries, "KEPT_BYTES", 2 * size)
    first, second = library.report("a"), library.report("b")
    assert library.report("a") is first and library.report("b") is second
    third = library.report("c")
    assert library.report("b") is second and library.report("c") is third
    assert library.report("a") is not first
    monkeypatch.setattr(libraries, "KEPT_BYTES", 0)
    assert library.report("b") is library.report("b")
