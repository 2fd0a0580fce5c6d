"""Links in the work folder: neither followed nor quoted, whatever is behind them."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

import pytest

from pokerzoo.agents import baseline_policy
from pokerzoo.envs import make_game
from pokerzoo.web.jobs import Jobs
from pokerzoo.web.library import Library
from pokerzoo.web.work_folder import FOLDERS, WorkFolder
from pokerzoo_testing.served import error_of, json_of, served

SECRET = "hunter2"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links need a setting there")


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "elsewhere"
    path.write_text(json.dumps({"id": SECRET, SECRET: SECRET, "state": SECRET}) + "\n")
    return path


def test_what_is_behind_links_is_neither_shown_nor_logged(
    secret: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    work, policy = tmp_path / "work", tmp_path / "kuhn.npz"
    baseline_policy(make_game("kuhn"), "random").save(policy)
    WorkFolder(work)
    links = ["solves/a.json", "titles.json", "hands/kuhn-01234567.jsonl", "uploads/b.npz", "solutions/c.npz", "checkpoints/d"]
    for link in links:
        (work / link).symlink_to(policy if link.endswith(".npz") else secret)
    with caplog.at_level(logging.INFO), served(work) as (client, _):
        assert json_of(client.get("/api/policies")) == [] == json_of(client.get("/api/solves"))
        assert json_of(client.get("/api/play")) == []
        error_of(client.get("/api/play/kuhn-01234567"), 404)
    for link in links:
        assert f"{link} is a link: links in the work folder are not followed" in caplog.messages
        assert (work / link).is_symlink()
    assert SECRET not in caplog.text and str(secret) not in caplog.text


def test_a_record_that_is_none_is_named_and_not_quoted(secret: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = WorkFolder(tmp_path / "work")
    (folder.path / "solves" / "a.json").write_bytes(secret.read_bytes())
    (folder.path / "solves" / "b.json").write_text(f'["{SECRET}"]')
    (folder.path / "solves" / "c.json").write_bytes(SECRET.encode() + b"\xff")
    (folder.path / "solves" / "d.json").mkdir()
    Jobs(folder, Library()).recover()
    told = sorted(caplog.messages)
    assert [message.split(" ")[0] for message in told] == ["solves/a.json", "solves/b.json", "solves/c.json"]
    assert "is no record of a solve: title: Field required" in told[0]
    assert SECRET not in caplog.text


def test_nothing_is_written_through_a_link(secret: Path, tmp_path: Path) -> None:
    work, before = tmp_path / "work", secret.read_bytes()
    policy = tmp_path / "kuhn.npz"
    baseline_policy(make_game("kuhn"), "random").save(policy)
    library = Library()
    library.open(policy, id="kuhn")
    with served(work, library) as (client, app):
        (work / "titles.json").symlink_to(secret)
        problem = error_of(client.patch("/api/policies/kuhn", json={"title": "other"}), 507)
        assert "titles.json is a link, and links are not followed there" in problem["message"]
        folder = app.state.explorer.folder
        for write in (lambda: folder.save_record("a", "{}"), lambda: folder.solution("a")):
            for place in ("solves/a.json", "solutions/a.npz"):
                if not (work / place).is_symlink():
                    (work / place).symlink_to(secret)
            with pytest.raises(OSError, match="is a link"):
                write()
    (work / ".lock").unlink(missing_ok=True)
    (work / ".lock").symlink_to(secret)
    with pytest.raises(OSError, match="is a link"), folder.held("here"):
        pass
    assert secret.read_bytes() == before


def test_a_file_that_became_a_link_is_not_sent(secret: Path, tmp_path: Path) -> None:
    policy = tmp_path / "kuhn.npz"
    baseline_policy(make_game("kuhn"), "random").save(policy)
    library = Library()
    library.open(policy, id="kuhn")
    with served(tmp_path / "work", library) as (client, _):
        table = json_of(client.post("/api/play", json={"game": "kuhn", "opponents": ["policy:kuhn"]}), 201)["id"]
        for path in (policy, tmp_path / "work" / "hands" / f"{table}.jsonl"):
            path.unlink()
            path.symlink_to(secret)
        error_of(client.get("/api/policies/kuhn/file"), 404)
        assert SECRET not in client.get(f"/api/play/{table}/log").text


def test_the_folders_themselves_may_be_links(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    for name in FOLDERS:
        (tmp_path / "disk" / name).mkdir(parents=True)
        (tmp_path / "work" / name).symlink_to(tmp_path / "disk" / name)
    (tmp_path / "link").symlink_to(tmp_path / "work")
    baseline_policy(make_game("kuhn"), "random").save(tmp_path / "disk" / "uploads" / "k.npz")
    assert WorkFolder(tmp_path / "link").links() == []
    with served(tmp_path / "link") as (client, _):
        assert [one["id"] for one in json_of(client.get("/api/policies"))] == ["k"]
