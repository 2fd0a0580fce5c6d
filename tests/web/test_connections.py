"""Connections that say nothing, half of it, or too much at once: the page stays there, and the log short."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Response

from pokerzoo.web import connections
from pokerzoo_testing.served import json_of, served

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits on descriptors")

HALF = b"GET /api/info HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
BODY = b"POST /api/solves HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"


@contextmanager
def explorer(work: Path, descriptors: int) -> Iterator[tuple[str, int, Path]]:
    """Host and port of ``pokerzoo explore`` with so many descriptors, and what it writes to stderr."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    log = work / "stderr"
    command = [sys.executable, "-m", "pokerzoo.cli", "explore", "--no-open", "--port", "0", "--work", str(work / "work")]
    with (
        log.open("wb") as told,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=told, stdin=subprocess.DEVNULL, preexec_fn=limited) as started,
    ):
        try:
            assert started.stdout is not None
            found = re.search(rb"http://([\d.]+):(\d+)", started.stdout.readline())
            assert found is not None, log.read_text()
            yield found[1].decode(), int(found[2]), log
        finally:
            started.kill()


def opened(stack: ExitStack, host: str, port: int, sent: bytes) -> socket.socket:
    """A connection over which this was sent; it is closed with the stack."""
    line = stack.enter_context(socket.create_connection((host, port), timeout=20))
    line.sendall(sent)
    return line


def is_ended(line: socket.socket) -> bool:
    """True if the other end has left."""
    line.setblocking(False)
    try:
        return line.recv(1000) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def attack(work: Path, descriptors: int, count: int) -> None:
    """Open so many connections that say nothing, half of a head or half of a body: the page must be there all the time."""
    with explorer(work, descriptors) as (host, port, log):
        address = f"http://{host}:{port}"
        before = httpx.get(address + "/api/policies", timeout=20).text
        with ExitStack() as stack:
            lines = []
            for number in range(count):
                authority = b"%s:%d" % (host.encode(), port)
                lines.append(opened(stack, host, port, (b"", HALF, BODY % authority)[number % 3]))
                if number % (count // 8) == count // 8 - 1:
                    began = time.monotonic()
                    assert httpx.get(address + "/api/policies", timeout=20).text == before
                    assert "<title>" in httpx.get(address + "/", timeout=20).text
                    assert time.monotonic() - began < 5
            deadline = time.monotonic() + 10
            while sum(map(is_ended, lines)) < count - descriptors // 2 and time.monotonic() < deadline:
                time.sleep(0.05)
            assert count - descriptors // 2 <= sum(map(is_ended, lines)) < count
        assert httpx.get(address + "/api/policies", timeout=20).text == before
        told = log.read_text().splitlines()
        assert 1 <= len(told) < 20, told[:30]
        assert "connections are open, as many as are allowed" in told[0]


def test_many_half_sent_requests_leave_the_page_there(tmp_path: Path) -> None:
    attack(tmp_path, 128, 200)


@pytest.mark.long
def test_more_half_sent_requests_than_there_are_descriptors(tmp_path: Path) -> None:
    connections.most_connections()  # raises the limit of this process
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 1500:
        pytest.skip("too few descriptors for the attack itself")
    attack(tmp_path, 1024, 1300)


def test_headers_must_come_in_time(tmp_path: Path) -> None:
    with served(tmp_path, header_seconds=0.2) as (client, _), ExitStack() as stack:
        host, port = client.base_url.host, client.base_url.port or 0
        whole = b"GET /api/info HTTP/1.1\r\nHost: %s:%d\r\n\r\n" % (host.encode(), port)
        asked_before = opened(stack, host, port, whole)
        assert asked_before.recv(12) == b"HTTP/1.1 200"
        while b'"version"' not in asked_before.recv(65536):
            pass
        asked_before.sendall(HALF)
        for line in (asked_before, opened(stack, host, port, b""), opened(stack, host, port, HALF)):
            line.settimeout(20)
            assert line.recv(1000) == b""
        dripping = opened(stack, host, port, HALF)
        began = time.monotonic()
        while not is_ended(dripping) and time.monotonic() < began + 20:  # each byte does not give it more time
            time.sleep(0.02)
            try:
                dripping.send(b"x")
            except ConnectionError:
                break
        assert time.monotonic() - began < 10


def test_requests_take_as_long_as_they_take(tmp_path: Path) -> None:
    with served(tmp_path, header_seconds=0.1) as (client, app):
        add(app, "/api/slow", lambda: (time.sleep(0.5), Response(b"done"))[1])
        assert client.get("/api/slow").content == b"done"
        time.sleep(0.3)  # nothing is sent between two requests: that has a limit of its own
        assert client.get("/api/slow").content == b"done"


def add(app: FastAPI, path: str, answer: Any) -> None:
    """Have an application answer at one more address."""
    app.add_api_route(path, answer, response_class=Response)
    app.router.routes.insert(0, app.router.routes.pop())


def test_a_client_that_does_not_read_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALLED_SECONDS", 0.2)
    with served(tmp_path) as (client, app), ExitStack() as stack:
        add(app, "/api/large", lambda: Response(bytes(2**26)))
        host, port = client.base_url.host, client.base_url.port or 0
        for wait in (1.0, 5.0, 25.0):  # a busy machine may be late
            line = opened(stack, host, port, b"GET /api/large HTTP/1.1\r\nHost: %s:%d\r\n\r\n" % (host.encode(), port))
            time.sleep(wait)
            taken = 0
            with suppress(ConnectionError):
                while piece := line.recv(2**20):
                    taken += len(piece)
            if taken < 2**26:
                break
        assert taken < 2**26
        assert len(client.get("/api/large").content) == 2**26  # of a client that reads nothing is missing


def test_where_all_connections_are_at_work_new_ones_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "most_connections", lambda: 2)
    with served(tmp_path) as (client, _), ExitStack() as stack:
        address = str(client.base_url)
        events = [stack.enter_context(httpx.stream("GET", f"{address}/api/solves/events", timeout=20)) for _ in range(2)]
        refused = httpx.get(f"{address}/api/info", timeout=20)
        assert refused.status_code == 503 and "try again" in refused.json()["error"]["message"]
        events[0].close()
        for _ in range(200):
            if httpx.get(f"{address}/api/info", timeout=20).status_code == 200:
                break
            time.sleep(0.02)
        assert json_of(httpx.get(f"{address}/api/info", timeout=20))["version"]


def test_descriptors_are_raised_to_what_is_allowed_and_half_are_for_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = resource.RLIM_INFINITY
    for limits, raised, most in (
        ((1024, 2**20), (4096, 2**20), 1000),
        ((1024, 1024), None, 512),
        ((256, 1500), (1500, 1500), 750),
        ((2**16, 2**16), None, 1000),
        ((1024, endless), (4096, endless), 1000),
        ((endless, endless), None, 1000),
    ):
        was: list[tuple[int, int]] = []
        monkeypatch.setattr(resource, "getrlimit", lambda what, limits=limits: limits)
        monkeypatch.setattr(resource, "setrlimit", lambda what, new, was=was: was.append(new))
        assert connections.most_connections() == most
        assert was == ([] if raised is None else [raised])

    def refused(what: int, new: tuple[int, int]) -> None:
        raise ValueError

    monkeypatch.setattr(resource, "getrlimit", lambda what: (256, endless))
    monkeypatch.setattr(resource, "setrlimit", refused)
    assert connections.most_connections() == 128


def test_no_free_descriptor_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    try:
        connections.log.addFilter(connections.seldom)
        connections.seldom.told.clear()
        error = OSError(24, "Too many open files")
        for _ in range(100):
            connections.loop_error(loop, {"message": "socket.accept() out of system resource", "exception": error})
        assert [one.getMessage() for one in caplog.records] == ["a connection has to wait: Too many open files"]
        connections.loop_error(loop, {"message": "a bug", "exception": ZeroDivisionError()})
        assert caplog.records[-1].getMessage() == "a bug"
    finally:
        loop.close()
