"""Bodies that are too large, no JSON, or wrong in many places: short errors that name the field and what is allowed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from httpx import Client

from pokerzoo.web.settings import MEBIBYTE
from pokerzoo_testing.served import error_of, json_of

JSON = {"Content-Type": "application/json"}
SPOT = {"board": "QsJh2h8d3c", "ranges": ["QQ", "JJ"]}


def test_bodies_have_one_largest_size(client: Client) -> None:
    for path in ("/api/tasks", "/api/games/holdem/check", "/api/saved"):
        for size, refused in ((4 * MEBIBYTE, False), (4 * MEBIBYTE + 1, True)):
            answer = client.post(path, content=b" " * (size - 2) + b"{}", headers=JSON)
            assert (answer.status_code == 413) == refused, (path, size)
    assert "too large: at most 4,194,304 bytes" in error_of(answer, 413)["message"]


def test_a_large_body_that_is_wrong_everywhere_has_a_short_error(client: Client) -> None:
    for body in (
        {"game": "kuhn", "opponents": [1] * 100_000},
        {"game": "kuhn", "opponents": ["x"], "params": {"a" * 50_000: 1}},
    ):
        assert len(error_of(client.post("/api/play", json=body))["message"]) < 2_000


def test_the_largest_spot_fits(client: Client) -> None:
    ranges = [", ".join(f"{one}{two}:0.123456789" for one in ("As", "Ah", "Ad") for two in ("Ks", "Kh", "Kd"))] * 2
    body = json.dumps({"params": {**SPOT, "ranges": [text.ljust(50_000) for text in ranges], "removed": ["b25r75c"] * 9_999}})
    assert json_of(client.post("/api/games/holdem/check", content=body, headers=JSON))["faults"][0]["field"] == "removed"


@pytest.mark.parametrize(
    ("path", "body", "field", "message"),
    [
        ("/api/tasks", {"params": [], "title": 1, "threads": "x", "locks": {}, "variant": 2}, "game",
         "game: Field required"),
        ("/api/games/holdem/check", {"board": "AsKsQs"}, "board", "board: no such field; allowed: params"),
        ("/api/tasks", {"game": "kuhn", "titel": 1, "a": 2, "b": 3}, "titel",
         "titel: no such field; allowed: game, params, title, variant, until, iterations, threads, "
         "precision, locks; did you mean 'title'?"),
        ("/api/tasks", {"game": "kuhn", "locks": [{"line": ""}, {"lines": ""}]}, "locks.1.lines",
         "locks.1.lines: no such field; allowed: line, text, hands; did you mean 'line'?"),
        ("/api/tasks", {"game": "k" * 300}, "game", "game: String should have at most 200 characters"),
        ("/api/play", {"opponents": ["x"] * 300}, "opponents",
         "opponents: List should have at most 100 items after validation, not 300"),
        ("/api/play", {"game": "kuhn", "opponents": ["x"], "oponents": []}, "oponents",
         "oponents: no such field; allowed: game, params, policy, opponents, seat, seed, coach, feedback, title; "
         "did you mean 'opponents'?"),
        ("/api/spots/range", {"text": "x" * 50_001}, "text", "text: String should have at most 50000 characters"),
        ("/api/policies/none", {"title": ""}, "title", "title: String should have at least 1 character"),
    ],
)  # fmt: skip
def test_the_first_fault_has_its_place(
    client: Client, path: str, body: dict[str, Any], field: str | None, message: str | None
) -> None:
    problem = error_of(client.request("PATCH" if "policies" in path else "POST", path, json=body))
    assert problem["field"] == field or (message is None and problem["field"].startswith(field))
    assert problem["message"] == message or message is None


@pytest.mark.parametrize(
    ("body", "status", "message", "position"),
    [
        (b'{"game": ', 422, "request: no JSON: Expecting value at character 10", 9),
        (b"\xff", 400, "There was an error parsing the body", None),
        (b"[" * 20_000, 400, "There was an error parsing the body", None),
        (b'{"game": ' + b"1" * 5000 + b"}", 400, "There was an error parsing the body", None),
        (b"[1]", 422, "request: Input should be a valid dictionary", None),
        (b"", 422, "request: Field required", None),
    ],
)
def test_what_is_no_json_is_refused(client: Client, body: bytes, status: int, message: str, position: int | None) -> None:
    problem = error_of(client.post("/api/tasks", content=body, headers=JSON), status)
    assert problem["message"].startswith(message) and problem["position"] == position
