"""Policy files that are sent, renamed, removed and downloaded; the work folder from one start to the next."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from httpx import Client, Response

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.web.library import Library
from pokerzoo.web.work_folder import WorkFolder
from pokerzoo_testing.served import error_of, json_of, served

SPOT = {"board": "AhJs7c7d", "ranges": ("QQ,AKs", "JJ,KK"), "pot": 10, "stack": 20, "bet_sizes": "a", "raise_sizes": "a"}


def file_of(game: str, tmp_path: Path, **params: Any) -> bytes:
    path = tmp_path / "policy.npz"
    CFR(make_game(game, **params)).run(5).average_policy().save(path)
    return path.read_bytes()


def send(client: Client, content: bytes, title: str = "Mine", kind: str = "application/octet-stream") -> Response:
    return client.post("/api/policies/upload", params={"title": title}, content=content, headers={"Content-Type": kind})


def with_header(content: bytes, **changes: Any) -> bytes:
    """The same file with other entries in its header."""
    arrays = dict(np.load(io.BytesIO(content)))
    header = json.loads(arrays["header"].tobytes()) | changes
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def test_a_file_that_is_sent_is_kept_and_comes_back_bit_for_bit(client: Client, work: Path, tmp_path: Path) -> None:
    for content in (file_of("kuhn", tmp_path), file_of("holdem", tmp_path, **SPOT)):
        policy = json_of(send(client, content, "Mine, too"), 201)
        assert (policy["title"], policy["source"]) == ("Mine, too", "upload")
        assert client.get(f"/api/policies/{policy['id']}").json() == policy
        answer = client.get(f"/api/policies/{policy['id']}/file")
        assert answer.content == content
        assert f'filename="{policy["id"]}.npz"' in answer.headers["content-disposition"]
        assert (work / "uploads" / f"{policy['id']}.npz").read_bytes() == content
        renamed = client.patch(f"/api/policies/{policy['id']}", json={"title": " Kuhn 5 "}).json()
        assert renamed == policy | {"title": "Kuhn 5"}
        noted = client.patch(f"/api/policies/{policy['id']}", json={"note": "p = 0.2"}).json()
        assert noted == renamed | {"note": "p = 0.2"}
        assert client.delete(f"/api/policies/{policy['id']}").status_code == 204
        assert client.get(f"/api/policies/{policy['id']}").status_code == 404
        assert not list((work / "uploads").iterdir())
    assert WorkFolder(work).labels() == {}


def test_what_is_no_policy_file_is_refused_and_leaves_nothing(client: Client, work: Path, tmp_path: Path) -> None:
    good = file_of("kuhn", tmp_path)
    pickled = io.BytesIO()
    np.savez(pickled, header=np.array([{}], dtype=object), probabilities=np.zeros(3))
    wide = io.BytesIO()
    np.savez_compressed(wide, header=np.zeros(2**23, dtype=np.uint8), probabilities=np.zeros(3))
    for content, message in (
        (b"", "not a pokerzoo policy file"),
        (b"PK\x03\x04 but no archive", "damaged"),
        (good[:-40], "damaged"),
        (pickled.getvalue(), "holds object, not numbers"),
        (wide.getvalue(), "the header is uint8 [8388608], not up to 4,194,304 bytes"),
        (with_header(good, format="x"), "not a pokerzoo policy file"),
        (with_header(good, game="no_such"), "no such game"),
        (with_header(good, params={"num_cards": 900}), "infosets are not the infosets"),
        (with_header(good, infosets="x"), "infosets are not the infosets"),
        (with_header(good, format_version=99), "make it again"),
        (with_header(good, game="holdem", params={"ranges": ["QQ", "JJ", "TT"]}), "a spot for three players"),
    ):
        problem = error_of(send(client, content))
        assert message in problem["message"], problem
        assert str(work) not in problem["message"] and ".part" not in problem["message"]
    for kind in ("text/html", "multipart/form-data", "application/json"):
        assert "application/octet-stream" in error_of(send(client, good, kind=kind), 415)["message"]
    assert error_of(send(client, good, title=""))["field"] == "title"
    assert not list((work / "uploads").iterdir()) and client.get("/api/policies").json() == []


def test_a_header_that_names_a_huge_tree_takes_neither_time_nor_memory(client: Client, tmp_path: Path) -> None:
    good = file_of("holdem", tmp_path, **SPOT)
    sizes = ",".join(f"{size}%" for size in range(5, 100, 5))
    huge = {**SPOT, "board": "AhJs7c", "ranges": ["random", "random"], "stack": 10**6, "bet_sizes": sizes, "raise_sizes": sizes}
    began = time.monotonic()
    for params, message in (
        (huge | {"max_nodes": 10**9}, "at most 300,000"),
        (huge | {"max_nodes": 3000}, "the betting tree has more public states"),
    ):
        assert message in error_of(send(client, with_header(good, params=params)))["message"]
    assert time.monotonic() - began < 10


def test_numbers_that_do_not_fit_in_memory_are_not_read(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pokerzoo.envs.support import memory

    good = file_of("kuhn", tmp_path)
    arrays = {"header": np.load(io.BytesIO(good))["header"], "probabilities": np.zeros(2**22)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    assert len(buffer.getvalue()) < 10**6
    monkeypatch.setattr(memory, "free_memory", lambda: 10**8)
    assert "memory" in error_of(send(client, buffer.getvalue()))["message"]


@pytest.mark.parametrize("title", ["", "   ", "x" * 201, 3])
def test_titles_are_checked(client: Client, tmp_path: Path, title: object) -> None:
    id = send(client, file_of("kuhn", tmp_path)).json()["id"]
    assert error_of(client.patch(f"/api/policies/{id}", json={"title": title}))["field"] == "title"
    client.delete(f"/api/policies/{id}")
    assert client.patch(f"/api/policies/{id}", json={"title": "x"}).status_code == 404
    assert client.delete(f"/api/policies/{id}").status_code == 404


def test_a_file_that_was_named_is_only_closed(tmp_path: Path) -> None:
    library, path = Library(), tmp_path / "mine.npz"
    path.write_bytes(file_of("kuhn", tmp_path))
    id = library.open(path).id
    with served(tmp_path / "work", library) as (client, _):
        client.patch(f"/api/policies/{id}", json={"title": "My file"})
        assert client.delete(f"/api/policies/{id}").status_code == 204
        assert client.get("/api/policies").json() == []
    assert path.exists()
    library.open(path)
    with served(tmp_path / "work", library) as (client, _):
        assert client.get(f"/api/policies/{id}").json()["title"] == "My file"


def test_a_start_finds_what_was_there_before(tmp_path: Path) -> None:
    with served(tmp_path / "work") as (client, _):
        upload = send(client, file_of("leduc", tmp_path)).json()
        solve = client.post("/api/tasks", json={"game": "kuhn", "iterations": 50}).json()
        unfinished = client.post("/api/tasks", json={"game": "leduc", "iterations": 10**9}).json()
        waiting = client.post("/api/tasks", json={"game": "kuhn", "iterations": 10}).json()
        while client.get(f"/api/tasks/{unfinished['id']}").json()["iterations"] < 10:
            time.sleep(0.01)
        done = client.get(f"/api/tasks/{solve['id']}").json()
        assert done["state"] == "done"
        client.patch(f"/api/policies/{done['policy']}", json={"title": "Fifty"})
        before = client.get("/api/policies").json()
    (tmp_path / "work" / "uploads" / ".abc.part").write_bytes(b"of a server that was killed")
    (tmp_path / "work" / "uploads" / "bad.npz").write_bytes(b"no policy")
    (tmp_path / "work" / "tasks" / "bad.json").write_text("{")
    with served(tmp_path / "work") as (client, _):
        after = client.get("/api/policies").json()
        for policy in (*before, *after):  # the time of a solve's measurement is then that of its file
            if policy["measured"] is not None:
                policy["measured"]["when"] = round(policy["measured"]["when"] / 10)
        assert sorted(after, key=str) == sorted(before, key=str)
        assert {policy["id"]: policy["title"] for policy in before} == {upload["id"]: "Mine", done["policy"]: "Fifty"}
        states = {one["id"]: one["state"] for one in client.get("/api/tasks").json()}
        assert states == {solve["id"]: "done", unfinished["id"]: "stopped", waiting["id"]: "stopped"}
        stopped = client.get(f"/api/tasks/{unfinished['id']}").json()
        assert stopped["iterations"] > 0
        again = client.post(f"/api/tasks/{unfinished['id']}/resume", json={"iterations": 7}).json()
        while client.get(f"/api/tasks/{unfinished['id']}").json()["state"] != "done":
            time.sleep(0.01)
        end = client.get(f"/api/tasks/{unfinished['id']}").json()
        assert end["iterations"] == again["max_iterations"] == stopped["iterations"] + 7
        assert end["exploitability"] == CFR(make_game("leduc")).run(end["iterations"]).exploitability
        client.delete(f"/api/policies/{done['policy']}")
        assert client.get(f"/api/tasks/{solve['id']}").json()["policy"] is None
        client.delete(f"/api/tasks/{unfinished['id']}")
        assert client.get(f"/api/policies/{end['policy']}").status_code == 200  # the strategy stays
    assert not (tmp_path / "work" / "uploads" / ".abc.part").exists()
    assert not list((tmp_path / "work" / "checkpoints").glob(f"{unfinished['id']}*"))
    assert isinstance(TabularPolicy.load(tmp_path / "work" / "solutions" / f"{end['policy']}.npz"), TabularPolicy)


def test_two_explorers_do_not_share_a_work_folder(tmp_path: Path) -> None:
    one, other = WorkFolder(tmp_path), WorkFolder(tmp_path)
    told = pytest.raises(ValueError, match=r"another explorer is there at 127\.0\.0\.1:8765")
    with one.held("127.0.0.1:8765"), told, other.held("x"):
        pass
    with other.held("x"):
        pass
