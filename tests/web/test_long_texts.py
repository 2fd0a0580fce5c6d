"""Names, ids, lines and other texts that are thousands of characters long: errors quote the beginning of them only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from httpx import Client

from pokerzoo.agents import baseline_policy
from pokerzoo.envs import make_game
from pokerzoo.web.library import Library
from pokerzoo_testing.served import error_of, json_of, served

LONG = 12_000
"""Characters: not many more fit into an address."""
LONGEST = 600
"""Characters of an error's message."""
SPOT: dict[str, Any] = {"board": "AhJs7c7d2h", "ranges": ["QQ,AKs", "JJ,KK"], "pot": 10, "stack": 20}
LOCKED = {"game": "holdem", "params": SPOT}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder, library = tmp_path_factory.mktemp("policies"), Library()
    for name, game in (("kuhn", make_game("kuhn")), ("river", make_game("holdem", **SPOT))):
        baseline_policy(game, "random").save(folder / f"{name}.npz")
        library.open(folder / f"{name}.npz", id=name)
    with served(folder / "work", library) as (client, _):
        yield client


def check(client: Client, method: str, path: str, where: str, **sent: Any) -> None:
    """Have an error, if it is one, that quotes little."""
    answer = client.request(method, path, **sent)
    assert answer.status_code < 500 and answer.status_code != 413, f"{where}: {answer.text[:300]}"
    if answer.status_code >= 400:
        message = error_of(answer, answer.status_code)["message"]
        assert len(message) < LONGEST and "x" * 100 not in answer.text, f"{where}: {len(message)} characters: {message[:300]}"


@pytest.mark.check
def test_what_stands_in_an_address(client: Client) -> None:
    told = json_of(client.get("/api/openapi.json"))["paths"]
    for path, methods in told.items():
        for method, operation in methods.items():
            parameters = [one for one in operation.get("parameters", []) if one["in"] in ("path", "query")]
            for wrong in parameters:
                for text in ("x" * LONG, "9" * LONG):
                    for id in ("kuhn", "river") if any(one["name"] == "id" for one in parameters) else ("",):
                        given = {
                            "id": id,
                            "name": "kuhn",
                            "number": "1",
                            "key": "k",
                            "kind": "ranges",
                            "game": "kuhn",
                            "who": "baseline:random",
                            wrong["name"]: text,
                        }
                        query = {
                            one["name"]: given[one["name"]]
                            for one in parameters
                            if one["in"] == "query" and one["name"] in given
                        }
                        body: dict[str, Any] = {"json": {}} if "requestBody" in operation else {}
                        check(client, method, path.format(**given), f"{method} {path}, {wrong['name']}", params=query, **body)


def test_addresses_that_there_are_not(client: Client) -> None:
    for path in ("/api/" + "x" * LONG, "/static/" + "x" * LONG):
        check(client, "GET", path, path[:20])
    for header in ("Host", "Origin", "Content-Type"):
        check(client, "POST", "/api/policies/upload", header, headers={header: "x" * LONG}, content=b"")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tasks", {"game": "x"}),
        ("/api/tasks", {"game": "kuhn", "params": {"x": 1}}),
        ("/api/tasks", {"game": "kuhn", "params": {"num_cards": {"x": ["x"]}}}),
        ("/api/tasks", {"game": "kuhn", "variant": "x"}),
        ("/api/tasks", {"game": "kuhn", "until": "x"}),
        ("/api/tasks", {"game": "kuhn", "x": 1}),
        ("/api/tasks", {"game": "rps", "params": {"payoffs": "x"}}),
        ("/api/tasks", {"game": "texas_holdem", "params": {"bet_sizes": {"x": "x"}}}),
        *((f"/api/{path}", {**game, "params": {**SPOT, name: value}})
          for path, game in (("tasks", {"game": "holdem"}), ("games/holdem/check", {}))
          for name in ("board", "ranges", "pot", "bet_sizes", "removed", "x")
          for value in ("x", ["x", "x"], {"river": "x"})),
        ("/api/tasks", {**LOCKED, "locks": [{"line": "x", "text": "QQ: check 1"}]}),
        ("/api/tasks", {**LOCKED, "locks": [{"line": "", "text": "QQ: check x"}]}),
        ("/api/tasks", {**LOCKED, "locks": [{"line": "", "hands": {"QsQc": {"x": 1}}}]}),
        ("/api/tasks", {"game": "kuhn", "locks": [{"line": "", "hands": {"x": {"check": 1}}}]}),
        ("/api/play", {"game": "kuhn", "opponents": ["policy:x"]}),
        ("/api/play", {"game": "kuhn", "opponents": ["baseline:random"], "coach": "policy:x"}),
        ("/api/games/holdem/betting?line=x", {"params": SPOT}),
        ("/api/spots/range", {"classes": {"x": 1}}),
        ("/api/spots/range", {"text": "x"}),
    ],
)  # fmt: skip
def test_what_stands_in_a_body(client: Client, path: str, body: dict[str, Any]) -> None:
    for count in (190, 15_000):
        stretched = longer(body, count)
        check(client, "POST", path.replace("x", "x" * count), f"{path} {body} {count}", json=stretched)
        if path == "/api/games/holdem/check":
            for fault in client.post(path, json=stretched).json().get("faults", ()):
                assert len(fault["message"]) < LONGEST and "x" * 100 not in fault["message"], f"{body} {count}: {fault}"


def longer(value: Any, count: int) -> Any:
    """The same with so many letters in place of each x."""
    if isinstance(value, str):
        return value.replace("x", "x" * count)
    if isinstance(value, dict):
        return {longer(key, count) if key not in SPOT else key: longer(item, count) for key, item in value.items()}
    return [longer(item, count) for item in value] if isinstance(value, list) else value
