"""``pokerzoo explore`` as a process: it starts, answers, ends at Ctrl-C, and is killed without losing what it has."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.web import server
from pokerzoo.web.server import is_a_fault, open_listener
from pokerzoo_testing.command_line import INTERRUPTIBLE
from pokerzoo_testing.served import served, task_when


@contextmanager
def process(*arguments: str, environment: dict[str, str] | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running ``pokerzoo explore`` and its address."""
    command = [sys.executable, "-m", "pokerzoo.cli", "explore", "--no-open", "--port", "0", *arguments]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    with subprocess.Popen(command, encoding="utf-8", env={**os.environ, **(environment or {})}, **pipes) as started:
        try:
            assert started.stdout is not None and started.stderr is not None
            line = started.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found is not None, (line, started.stderr.read())
            yield started, found[0]
        finally:
            started.kill()


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.long
def test_killed_while_solving_and_ended_by_ctrl_c_while_solving(tmp_path: Path) -> None:
    work, file, browser = tmp_path / "work", tmp_path / "kuhn.npz", tmp_path / "browser"
    CFR(make_game("kuhn")).run(10).average_policy().save(file)
    browser.write_text(f"#!/bin/sh\ntouch {tmp_path}/was-opened\n")
    browser.chmod(0o755)
    with process("--work", str(work), str(file), environment={"BROWSER": str(browser)}) as (killed, address):
        with httpx.Client(base_url=address, timeout=60) as client:
            assert "<title>" in client.get("/").text
            assert [one["title"] for one in client.get("/api/policies").json()] == ["kuhn"]
            finished = client.post("/api/tasks", json={"game": "kuhn", "iterations": 100}).json()["id"]
            task_when(client, finished, "done")
            cut_off = client.post("/api/tasks", json={"game": "leduc", "iterations": 10**9}).json()["id"]
            task_when(client, cut_off, "running")
        killed.kill()
        killed.wait()
    assert not (tmp_path / "was-opened").exists()
    with process("--work", str(work)) as (ended, address), httpx.Client(base_url=address, timeout=60) as client:
        policies = client.get("/api/policies").json()
        assert [one["source"] for one in policies] == ["solve"]
        assert task_when(client, finished, "done")["policy"] == policies[0]["id"]
        assert client.get(f"/api/tasks/{cut_off}").json()["state"] == "stopped"
        client.post(f"/api/tasks/{cut_off}/resume", json={})
        task_when(client, cut_off, "running")
        with client.stream("GET", f"/api/tasks/{cut_off}/events") as events:
            lines = events.iter_lines()
            assert next(lines) == "event: task"
            began = time.monotonic()
            ended.send_signal(signal.SIGINT)
            time.sleep(0.02)
            ended.send_signal(signal.SIGINT)  # the impatient press it twice
            assert all(line.split(":")[0] in ("event", "data", "") for line in lines)  # and the server ends it
            _, told = ended.communicate(timeout=30)
        assert ended.returncode == 130
        assert told == "pokerzoo: interrupted\n"
        assert time.monotonic() - began < 10
    with served(work) as (client, _):
        interrupted = client.get(f"/api/tasks/{cut_off}").json()
        assert interrupted["state"] == "stopped" and interrupted["iterations"] > 0
        assert TabularPolicy.load(work / "solutions" / f"{finished}.npz").metadata["iterations"] == 100


HEAVY = "(SELECT count(*) FROM range(1000000) a(i), range(1000000) b(j) WHERE i * j % 7 = 3) > 0"
"""A condition that takes hours."""


def ask_and_wait(address: str, sweep: str, times: int) -> list[socket.socket]:
    """Clients that ask something heavy, and are still waiting a second later."""
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    query = str(httpx.QueryParams({"by": "suits", "where": HEAVY}))
    clients = [socket.create_connection((host, int(port))) for _ in range(times)]
    for client in clients:
        client.sendall(f"GET /api/sweeps/{sweep}/aggregate?{query} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        client.settimeout(0.5)
    for client in clients:
        with pytest.raises(TimeoutError):
            client.recv(1)
    return clients


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_the_first_ctrl_c_ends_it_while_questions_and_a_solve_are_worked_on(tmp_path: Path, sweep_folder: Path) -> None:
    pytest.importorskip("duckdb")
    work = tmp_path / "work"
    with process("--work", str(work), str(sweep_folder)) as (ended, address):
        with httpx.Client(base_url=address, timeout=60) as client:
            (sweep,) = client.get("/api/sweeps").json()
            solve = client.post("/api/tasks", json={"game": "leduc", "iterations": 10**9}).json()["id"]
            task_when(client, solve, "running")
            clients = ask_and_wait(address, sweep["id"], 6)  # two of them wait for their turn
            began = time.monotonic()
            ended.send_signal(signal.SIGINT)
            _, told = ended.communicate(timeout=30)
            took = time.monotonic() - began
        for one in clients:
            one.close()
    assert (ended.returncode, told) == (130, "pokerzoo: interrupted\n")
    assert took < 6  # two seconds on an idle machine
    with served(work) as (client, _):
        assert client.get(f"/api/tasks/{solve}").json()["state"] == "stopped"


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.long
def test_ctrl_c_ends_a_query(sweep_folder: Path) -> None:
    pytest.importorskip("duckdb")
    command = [*INTERRUPTIBLE, "query", str(sweep_folder), "--sql", f"SELECT {HEAVY}"]
    with subprocess.Popen(command, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asked:
        time.sleep(4)
        assert asked.poll() is None
        asked.send_signal(signal.SIGINT)
        try:
            out, told = asked.communicate(timeout=30)
        finally:
            asked.kill()
    assert (asked.returncode, out, told) == (130, "", "pokerzoo: interrupted\n")


def test_what_cannot_be_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.npz").write_text("no policy")
    with open_listener("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        for arguments, message in (
            (["--port", str(port)], f"--port {port}: Address already in use (127.0.0.1); another"),
            (["--port", "70000"], "Invalid value for '--port'"),
            (["--host", "no-such-host.invalid"], "--host 'no-such-host.invalid': is no address of this machine"),
            (["--host", "192.0.2.1"], "--host '192.0.2.1': is no address of this machine"),
            ([str(tmp_path / "none.npz")], "none.npz: No such file or directory"),
            ([str(tmp_path / "text.npz")], "text.npz: not a pokerzoo policy file"),
            (["--work", str(tmp_path / "text.npz")], "text.npz"),
        ):
            assert main(["explore", "--no-open", *arguments]) == 2
            out, told = capsys.readouterr()
            assert message in told
            assert told.startswith("pokerzoo: error: ") and told.count("\n") == 1
            assert out == ""


def test_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_listener("127.0.0.1", 0) as one:
        port = one.getsockname()[1]
        monkeypatch.setattr("pokerzoo.web.server.DEFAULT_PORT", port)
        with open_listener("127.0.0.1", None) as other:
            assert port < other.getsockname()[1] < port + 20
    with pytest.raises(ValueError, match="port=-1: must be 0 to 65535"):
        open_listener("127.0.0.1", -1)


def test_ipv6_is_served(tmp_path: Path) -> None:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        pytest.skip("no IPv6 here")
    with served(tmp_path, host="::1") as (client, _):
        assert str(client.base_url).startswith("http://[::1]:")
        assert client.get("/api/info").status_code == 200


def test_without_its_extra_it_says_what_to_install(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["explore", "--no-open", "--port", "0"]) == 2
    told = f'pokerzoo: error: the explorer needs uvicorn: {sys.executable} -m pip install ".[web]" in pokerzoo\'s folder\n'
    assert capsys.readouterr().err == told


def test_clients_of_events_that_leave_leave_nothing_behind(tmp_path: Path) -> None:
    import threading

    with served(tmp_path) as (client, _):
        solve = client.post("/api/tasks", json={"game": "leduc", "iterations": 10**9}).json()["id"]
        task_when(client, solve, "running")
        before = threading.active_count()
        for _ in range(20):
            with client.stream("GET", f"/api/tasks/{solve}/events") as events:
                assert next(events.iter_lines()) == "event: task"
        time.sleep(0.3)
        assert threading.active_count() <= before + 1
        assert client.get(f"/api/tasks/{solve}").json()["state"] == "running"


def test_requests_that_are_cut_off_at_the_end_are_not_logged_as_faults() -> None:
    def record(message: str, error: BaseException | None) -> logging.LogRecord:
        found = None if error is None else (type(error), error, None)
        return logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, message, (), found)

    assert not is_a_fault(record("Exception in ASGI application\n", asyncio.CancelledError()))
    assert not is_a_fault(record("Cancel 3 running task(s), timeout graceful shutdown exceeded", None))
    assert is_a_fault(record("Exception in ASGI application\n", ZeroDivisionError()))
    assert is_a_fault(record("something else", None))


def test_more_connections_than_are_served_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 3)
    with served(tmp_path) as (client, _):
        address = str(client.base_url)
        with httpx.stream("GET", f"{address}/api/tasks/events"), httpx.stream("GET", f"{address}/api/tasks/events"):
            assert httpx.get(f"{address}/api/info").status_code == 503
        deadline = time.monotonic() + 20
        while httpx.get(f"{address}/api/info").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.05)
