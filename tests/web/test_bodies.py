"""Bodies that are large, deep or wrong in many places: refused quickly, with short errors, and nothing waits for them."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from httpx import Client
from pydantic import TypeAdapter, ValidationError

from pokerzoo.web import api, bodies
from pokerzoo.web.bodies import MOST_VALUES, SMALL_BODY, SPOT_BODY, BodyRoute, most_bytes
from pokerzoo.web.settings import MEBIBYTE, Settings
from pokerzoo.web.solves import SolveRequest
from pokerzoo_testing.served import error_of, json_of

JSON = {"Content-Type": "application/json"}
SPOT = {"board": "QsJh2h8d3c", "ranges": ["QQ", "JJ"]}
GOOD: dict[str, dict[str, Any]] = {
    "/api/solves": {"game": "kuhn"},
    "/api/play": {"game": "kuhn", "opponents": ["baseline:random"]},
    "/api/play/options": {"game": "kuhn"},
    "/api/spots/check": SPOT,
    "/api/spots/tree": SPOT,
    "/api/policies/{id}": {"title": "x"},
}
"""Bodies with all that is required, so that the rest of a body is what is wrong."""


def with_bodies(client: Client) -> list[tuple[str, str, dict[str, Any]]]:
    """Method, path and the body's schema of all addresses that take JSON."""
    told = json_of(client.get("/api/openapi.json"))
    found = []
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            if schema is not None:
                found.append((method, path, told["components"]["schemas"][schema["$ref"].rpartition("/")[2]]))
    return found


FILLERS = {
    "lists": ("[", "[],", "[]]"),
    "objects": ("[", "{},", "{}]"),
    "numbers": ("[", "1,", "1]"),
    "strings": ("[", '"a",', '"a"]'),
    "deep lists": ("[", "[[[[[[[[[[1]]]]]]]]]],", "1]"),
    "text": ('"', "x", '"'),
    "digits": ("", "1", ""),
    "keys": ("{", '"%x":1,', '"a":1}'),
    "wrong rows": ("{", '"%x":{"a":"b","c":[]},', '"a":{}}'),
    "deep": ("", "[", ""),
}
"""Values that are as large as one likes: beginning, what is repeated (with a number in it, if it says so), end."""


def filled(kind: str, size: int) -> str:
    """A value of about so many bytes."""
    start, item, end = FILLERS[kind]
    count = size // (len(item) + 4) if "%" in item else size // len(item)
    return start + ("".join(item % number for number in range(count)) if "%" in item else item * count) + end


def attack(client: Client, most: int) -> None:
    """Send each address a body of the largest size, at most ``most``, for each field and each filler, with that field wrong."""
    for method, path, schema in with_bodies(client):
        size = min(most, most_bytes(path, Settings(work=Path()))) - 300
        good = json.dumps(GOOD.get(path, {}))
        for field in [*schema["properties"], "no such field"]:
            for kind in FILLERS:
                value = filled(kind, size)
                body = f'{good[:-1]}{", " if len(good) > 2 else ""}"{field}": {value}}}'
                began = time.monotonic()
                answer = client.request(method, path.replace("{id}", "none"), content=body, headers=JSON)
                where = f"{method} {path}, {field}: {kind} of {len(body):,} bytes"
                assert time.monotonic() - began < 5, where
                assert answer.status_code in (200, 201, 400, 404, 422), f"{where}: {answer.text[:300]}"
                if answer.status_code >= 400:
                    assert len(answer.json()["error"]["message"]) < 500, where
                assert len(answer.content) < 50_000, where


def test_bodies_of_the_worst_kinds_are_refused_quickly(client: Client) -> None:
    attack(client, 2**15)


@pytest.mark.long
def test_the_largest_bodies_of_the_worst_kinds_are_refused_quickly(client: Client) -> None:
    attack(client, 4 * MEBIBYTE)


def test_a_body_of_many_wrong_opponents_is_refused_by_its_size(client: Client) -> None:
    body = json.dumps({"game": "kuhn", "opponents": [1] * 1_000_000}).encode()
    assert "too large: at most 524,288 bytes" in error_of(client.post("/api/play", content=body, headers=JSON), 413)["message"]
    began = time.monotonic()
    assert "at most 200,000 values" in error_of(client.post("/api/solves", content=body, headers=JSON))["message"]
    assert time.monotonic() - began < 5


def test_each_address_has_its_largest_body(client: Client) -> None:
    settings = Settings(work=Path())
    for method, path, _ in with_bodies(client):
        limit = most_bytes(path, settings)
        expected = 4 * MEBIBYTE if path in bodies.LARGEST else SPOT_BODY if path in bodies.WITH_SPOTS else SMALL_BODY
        assert limit == expected, path
        there = path.replace("{id}", "none")
        for size, refused in ((limit, False), (limit + 1, True)):
            answer = client.request(method, there, content=b" " * (size - 2) + b"{}", headers=JSON)
            assert (answer.status_code == 413) == refused, (path, size)
    assert most_bytes("/api/policies/upload", settings) == settings.max_upload
    assert most_bytes("/api/play", Settings(work=Path(), max_body=1000)) == 1000
    assert set(bodies.WITH_SPOTS + bodies.LARGEST) <= {path for _, path, _ in with_bodies(client)}


def test_the_largest_spot_fits(client: Client) -> None:
    ranges = [", ".join(f"{one}{two}:0.123456789" for one in ("As", "Ah", "Ad") for two in ("Ks", "Kh", "Kd"))] * 2
    body = json.dumps({**SPOT, "ranges": [text.ljust(50_000) for text in ranges], "removed": ["b25r75c"] * 9_999})
    assert json_of(client.post("/api/spots/check", content=body, headers=JSON))["errors"][0]["field"].startswith("removed")


def test_locks_of_many_nodes_fit() -> None:
    row = {"check": 1 / 3, "bet 25": 1 / 3, "bet 100": 1 / 3}
    hands = {f"{one}{two}": row for one in range(30) for two in range(30)}
    body = json.dumps({"game": "holdem", "locks": [{"line": "x", "hands": hands}] * 40}).encode()
    assert len(body) < 4 * MEBIBYTE
    assert len(bodies.read_body(SolveRequest, body).locks) == 40


def test_nothing_waits_while_a_body_is_checked(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    answered, begun, read = threading.Event(), threading.Event(), bodies.read_body

    def slowly(model: Any, body: bytes) -> Any:
        begun.set()
        assert answered.wait(20)
        return read(model, body)

    monkeypatch.setattr(bodies, "read_body", slowly)
    codes = []
    asking = threading.Thread(
        target=lambda: codes.append(client.post("/api/spots/check", json=SPOT, headers={"Connection": "close"}).status_code)
    )
    asking.start()
    assert begun.wait(20)
    assert client.get("/api/info").status_code == 200  # in the event loop would be the check that waits for this answer
    answered.set()
    asking.join()
    assert codes == [200]


def test_all_bodies_are_checked_so() -> None:
    routes = [route for router in api.ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    taking = [route for route in routes if route.body_field is not None]
    assert len(taking) >= 10
    assert [route.path for route in taking if not isinstance(route, BodyRoute)] == []


@pytest.mark.parametrize(
    ("path", "body", "field", "message"),
    [
        ("/api/spots/check", {"board": 1, "pot": [], "stack": {}, "chip": [], "min_bet": []}, "board",
         "board: Input should be a valid string; ranges: Field required; pot: Input should be a valid number, or: Input should "
         "be a valid string; and 3 more faults"),
        ("/api/spots/check", {"board": "", "ranges": ["AA"]}, "ranges",
         "ranges: List should have at least 2 items after validation, not 1"),
        ("/api/spots/check", {}, "board", "board: Field required; ranges: Field required"),
        ("/api/solves", {"game": "kuhn", "titel": 1, "a": 2, "b": 3}, "titel",
         "titel: no such field (and 2 more); allowed: game, params, title, variant, until, iterations, threads, "
         "precision, limit, locks; did you mean 'title'?"),
        ("/api/solves", {"game": "kuhn", "locks": [{}, {"lines": ""}]}, "locks.1.lines",
         "locks.1.lines: no such field; allowed: line, text, hands, infoset, strategy; did you mean 'line'?"),
        ("/api/solves", {"game": "kuhn", "locks": [1]}, "locks.0", "locks.0: must be an object"),
        ("/api/solves", {"game": "kuhn", "locks": [{"hands": {"AA": {"a": "x", "b": "y"}, "K": 1}}]}, "locks.0.hands.AA.a",
         "locks.0.hands.AA.a: Input should be a valid number, unable to parse string as a number (and 2 more here)"),
        ("/api/solves", {"game": "k" * 300}, "game", "game: String should have at most 200 characters"),
        ("/api/play", {"opponents": ["x"] * 300}, "opponents", "opponents: must have at most 100 items, not 300"),
        ("/api/spots/range", {"classes": dict.fromkeys(map(str, range(200)), 1)}, "classes",
         "classes: must have at most 169 items, not 200"),
        ("/api/spots/range", {"text": "x" * 50_001}, "text", "text: String should have at most 50000 characters"),
        ("/api/spots/check", {**SPOT, "bet_sizes": {"river": [1, 2, 3]}}, "bet_sizes", None),
        ("/api/solves", {"game": "kuhn", "x" * 1000: 1}, "x" * 57 + "...", None),
        ("/api/policies/none", {"title": ""}, "title", "title: String should have at least 1 character"),
    ],
)  # fmt: skip
def test_faults_are_told_with_their_places_the_first_few_of_them(
    client: Client, path: str, body: dict[str, Any], field: str, message: str | None
) -> None:
    problem = error_of(client.request("PATCH" if "policies" in path else "POST", path, json=body))
    assert problem["field"] == field or (message is None and problem["field"].startswith(field))
    assert problem["message"] == message or message is None


@pytest.mark.parametrize(
    ("body", "status", "message", "position"),
    [
        (b'{"game": ', 422, "request: no JSON: Expecting value at character 10", 9),
        (b"\xff", 400, "the body cannot be read as JSON", None),
        (b"[" * 20_000, 400, "the body cannot be read as JSON", None),
        (b'{"game": ' + b"1" * 5000 + b"}", 400, "the body cannot be read as JSON", None),
        (b"[" + b"1," * MOST_VALUES + b"1]", 422, "request: must have at most 200,000 values", None),
        (b"[" + b"1," * MOST_VALUES + b'"' + b"\\" * 10**6, 422, "request: must have at most 200,000 values", None),
        (b'{"game": "' + b"," * MOST_VALUES, 422, "request: no JSON: Unterminated string", 9),  # one value
        (b"[1]", 422, "request: must be a JSON object", None),
        (b"", 422, "request: Field required", None),
    ],
)
def test_what_is_no_json_is_told(client: Client, body: bytes, status: int, message: str, position: int | None) -> None:
    problem = error_of(client.post("/api/solves", content=body, headers=JSON), status)
    assert problem["message"].startswith(message) and problem["position"] == position


def test_types_that_are_json_and_types_that_are_not(client: Client) -> None:
    good = b'{"text": "AA"}'
    for kind in ("application/json", "Application/JSON; charset=utf-8", "application/vnd.x+json"):
        assert json_of(client.post("/api/spots/range", content=good, headers={"Content-Type": kind}))["combos"] == 6
    for kind in ("text/plain", "application/x-www-form-urlencoded", "image/x+json"):
        assert error_of(client.post("/api/spots/range", content=good, headers={"Content-Type": kind}))["message"]


def test_limits_stand_in_the_document(client: Client) -> None:
    schemas = json_of(client.get("/api/openapi.json"))["components"]["schemas"]
    assert schemas["NewTable"]["properties"]["opponents"]["maxItems"] == 100
    assert schemas["SolveRequest"]["properties"]["params"]["maxProperties"] == 100
    assert schemas["SolveRequest"]["properties"]["game"]["maxLength"] == 200
    assert schemas["Lock"]["additionalProperties"] is False
    assert schemas["SolveRequest"]["properties"]["locks"]["items"]["$ref"].endswith("/Lock")


def test_a_collection_has_one_fault_whatever_is_in_it() -> None:
    locks = [{"line": 1, "text": 2, "hands": {"AA": {str(n): "x" for n in range(100)}}}] * 1000
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(SolveRequest).validate_python({"game": "kuhn", "locks": locks})
    assert caught.value.error_count() == 1
    assert str(caught.value.errors()[0]["msg"]).endswith("(and 101,999 more here)")
