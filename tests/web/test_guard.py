"""Limits on who may ask the explorer and on bodies, and headers of every answer."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from httpx import Client

from pokerzoo.web import guard
from pokerzoo.web.guard import HEADERS
from pokerzoo.web.settings import Settings
from pokerzoo_testing import ROOT
from pokerzoo_testing.served import error_of, json_of, served

TOKEN = "a-token-that-nobody-can-guess"


@pytest.fixture(scope="module")
def open_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, FastAPI]]:
    with served(tmp_path_factory.mktemp("work"), max_body=2000, max_upload=20_000) as both:
        yield both


@pytest.fixture
def client(open_client: tuple[Client, FastAPI]) -> Client:
    return open_client[0]


@pytest.fixture(scope="module")
def locked_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Of an explorer with a token; it shows none."""
    with served(tmp_path_factory.mktemp("work"), token=TOKEN) as (client, _):
        yield client


def raw(client: Client, first: str, *headers: str, body: bytes = b"") -> tuple[int, str]:
    """Status and text of the answer to a request that is sent as it stands, with the Host that belongs there."""
    lines = (first + " HTTP/1.1", f"Host: {host_of(client)}", "Connection: close", *headers, "", "")
    return sent(client, "\r\n".join(lines).encode() + body)


def sent(client: Client, request: bytes) -> tuple[int, str]:
    """Status and text of the answer to these bytes."""
    with socket.create_connection((client.base_url.host, client.base_url.port or 80), timeout=20) as line:
        line.sendall(request)
        answer = b""
        while piece := line.recv(65536):
            answer += piece
    text = answer.decode()
    return int(text.split()[1]), text


def host_of(client: Client) -> str:
    return f"{client.base_url.host}:{client.base_url.port}"


def test_only_the_servers_own_names_are_served(client: Client) -> None:
    port = client.base_url.port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LocalHost:{port}", f"[::1]:{port}"):
        assert client.get("/api/info", headers={"Host": host}).status_code == 200, host
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", "localhost", f"127.0.0.1:{(port or 0) + 1}",
                 f"localhost.:{port}", f"127.0.0.1.evil.example:{port}", f"user@127.0.0.1:{port}", ""):  # fmt: skip
        for path in ("/api/info", "/", "/static/app/main.js"):
            answer = client.get(path, headers={"Host": host})
            assert answer.status_code in (400, 421), (host, path)
    assert sent(client, b"GET /api/info HTTP/1.0\r\n\r\n")[0] == 421  # none at all


def test_a_port_of_80_may_be_left_out() -> None:
    async def app(*ignored: object) -> None: ...

    settings = Settings(work=Path(), port=80)
    assert {"127.0.0.1", "127.0.0.1:80", "localhost", "[::1]"} <= guard.Guard(app, settings).authorities
    assert "localhost" not in guard.Guard(app, Settings(work=Path(), port=8765)).authorities


def test_only_the_servers_own_page_may_ask(client: Client) -> None:
    host = host_of(client)
    assert client.get("/api/info", headers={"Origin": f"http://{host}"}).status_code == 200
    for origin in (
        "http://evil.example",
        f"https://{host}",
        "null",
        "http://127.0.0.1:1",
        f"http://localhost:{client.base_url.port}",
    ):
        for method, path in (("GET", "/api/info"), ("POST", "/api/tasks"), ("OPTIONS", "/api/tasks"), ("GET", "/")):
            assert client.request(method, path, headers={"Origin": origin}).status_code == 403, (origin, method, path)
    for site in ("cross-site", "same-site"):
        assert client.get("/api/info", headers={"Sec-Fetch-Site": site}).status_code == 403
        assert client.post("/api/tasks", json={"game": "kuhn"}, headers={"Sec-Fetch-Site": site}).status_code == 403
        assert client.get("/", headers={"Sec-Fetch-Site": site}).status_code == 200  # a link that is followed
    assert client.get("/api/info", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_no_other_site_is_told_that_it_may_read(client: Client) -> None:
    for origin in (None, f"http://{host_of(client)}"):
        answer = client.get("/api/info", headers={} if origin is None else {"Origin": origin})
        assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/browse/x?line=b25", 200),
        ("GET", "/api/info", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/static/app/main.js", 200),
        ("HEAD", "/static/app/main.js", 200),
        ("GET", "/static/none.js", 404),
        ("GET", "/api/none", 404),
        ("PUT", "/api/info", 405),
        ("POST", "/api/tasks", 422),
        ("GET", "/api/policies/none", 404),
    ],
)
def test_every_answer_has_the_policy_of_content(client: Client, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cache-Control"] == ("no-store" if path.startswith("/api") else "no-cache")
    if status >= 400:
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.json()["error"]["message"]


def test_refusals_have_it_too(client: Client, locked_client: Client) -> None:
    for answer in (
        client.get("/", headers={"Host": "evil"}),
        client.post("/api/tasks", content=b"x" * 3000),
        locked_client.get("/"),
    ):
        assert answer.status_code in (421, 413, 401)
        assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
        assert answer.json()["error"]["message"]


def test_a_token_is_needed_and_does_not_stay_in_the_address(locked_client: Client) -> None:
    client, port = locked_client, locked_client.base_url.port
    cookies = ("pokerzoo_token", f"pokerzoo_token_1={TOKEN}", f"pokerzoo_token_{port}={TOKEN[:-1]}")
    bearers = ("Bearer wrong", f"Basic {TOKEN}", TOKEN)
    wrong = [{}, *({"Cookie": cookie} for cookie in cookies), *({"Authorization": bearer} for bearer in bearers)]
    for path in ("/", "/api/info", "/static/app/main.js"):
        for headers in wrong:
            answer = client.get(path, headers=headers)
            assert answer.status_code == 401 and "set-cookie" not in answer.headers, (path, headers)
        assert client.get(path, headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert client.get("/?token=wrong").status_code == 401
    assert client.get(f"/api/info?token={TOKEN}").status_code == 401  # scripts send it as a bearer
    answer = client.get(f"/browse/a%20b?line=b25&token={TOKEN}&hand=As%26x")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/browse/a%20b?line=b25&hand=As%26x"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    value = cookie.partition(";")[0]
    assert client.get("/api/info", headers={"Cookie": value}).status_code == 200
    assert client.get("/api/info", headers={"Cookie": value, "Host": "evil.example"}).status_code == 421
    client.cookies.clear()
    for path in ("//evil.example/", "/\\evil.example"):
        status, text = raw(client, f"GET {path}?token={TOKEN}")
        assert status == 303 and re.search(r"(?m)^location: /[^/\\\\]", text), text


def test_a_host_that_others_reach_needs_a_token() -> None:
    with pytest.raises(ValueError, match="a token is needed"):
        Settings(work=Path(), host="0.0.0.0")
    assert Settings(work=Path(), host="192.168.1.5", port=1, token="t").url == "http://192.168.1.5:1/?token=t"
    assert Settings(work=Path(), host="::1", port=1).url == "http://[::1]:1/"


def test_too_much_is_refused_whether_its_length_is_said_or_not(client: Client) -> None:
    big = b'{"game": "' + b"k" * 3000 + b'"}'
    for path, kind, content in (
        ("/api/tasks", "application/json", big),
        ("/api/policies/upload", "application/octet-stream", b"x" * 30_000),
    ):
        said = client.post(path, content=content, headers={"Content-Type": kind})
        unsaid = client.post(path, content=iter([content[:100], content[100:]]), headers={"Content-Type": kind})
        assert "content-length" not in unsaid.request.headers
        for answer in (said, unsaid):
            assert "too large: at most" in error_of(answer, 413)["message"]
    assert "too large" in raw(client, "POST /api/tasks", f"Content-Length: {10**15}")[1]
    assert raw(client, "POST /api/tasks", "Content-Length: -5")[0] in (400, 413, 422)


def test_no_path_leads_out_of_the_folder_of_the_page(client: Client, tmp_path: Path) -> None:
    secret = (ROOT / "pyproject.toml").read_text(encoding="utf-8")[:60]
    up = "../" * 12
    for path in (
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/..%5capp.py",
        f"/static/{up}etc/passwd",
        f"/static/{up.replace('/', '%2f')}etc/passwd",
        "/static//etc/passwd",
        "/static/app/../../app.py",
        "/static/%00",
        "/api/policies/..%2f..%2fpyproject.toml/file",
        "/api/tasks/..%2f..%2fx",
    ):
        status, text = raw(client, f"GET {path}")
        assert status in (400, 404), path
        assert "create_app" not in text and "root:" not in text and secret not in text


def test_errors_have_one_shape_and_never_a_traceback(
    client: Client, open_client: tuple[Client, FastAPI], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert error_of(client.post("/api/tasks", content=b"{", headers={"Content-Type": "application/json"}))["message"]
    assert error_of(client.post("/api/tasks", content=b"\xff", headers={"Content-Type": "application/json"}), 400)["message"]
    assert error_of(client.post("/api/tasks", json=[1]))["message"]
    assert error_of(client.post("/api/tasks", json={}))["field"] == "game"
    deep = b'{"game": "kuhn", "params": {"x": ' + b"[" * 900 + b"]" * 900 + b"}}"
    assert error_of(client.post("/api/tasks", content=deep, headers={"Content-Type": "application/json"}))["message"]

    def broken() -> None:
        raise ValueError("operands could not be broadcast together")  # what only a bug raises

    monkeypatch.setattr(open_client[1].state.explorer.library, "entries", broken)
    answer = client.get("/api/policies", headers={"Connection": "close"})  # the server closes after a bug
    message = error_of(answer, 500)["message"]
    assert "a bug" in message and "Traceback" not in answer.text and ".py" not in answer.text


def test_the_document_of_the_api_tells_every_address(client: Client) -> None:
    told = json_of(client.get("/api/openapi.json"))
    assert len(told["paths"]) > 10
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation.get("summary") and operation.get("description"), where
            assert operation.get("tags"), where
            good = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            assert good, where
            for status, answer in operation["responses"].items():
                if status in ("204", "304"):
                    continue
                assert answer.get("content"), f"{where}: {status}"
                for kind, content in answer["content"].items():
                    assert kind != "application/json" or content["schema"], f"{where}: {status}"
            assert operation["responses"]["422"]["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorBody"), where
