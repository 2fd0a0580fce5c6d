"""``/api/leaks``: the numbers are those of ``leaks``, and what cannot be asked is told."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", exc_type=ImportError)
pytest.importorskip("httpx", exc_type=ImportError)

import httpx

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.support.records import to_json
from pokerzoo.evaluation import Leaks, leaks
from pokerzoo.web.answers import DIGITS
from pokerzoo.web.leak_cache import LeakCache
from pokerzoo.web.library import Library
from pokerzoo_testing.served import served

SPOT = {"board": "QsJh2h8d3c", "ranges": ("QQ+,AKs,T9s", "JJ+,AK"), "pot": 50, "stack": 100, "bet_sizes": "50%"}


@pytest.fixture(scope="module")
def policies() -> dict[str, TabularPolicy]:
    river, leduc = make_game("holdem", **SPOT), make_game("leduc")
    return {"river": CFR(river).run(10).average_policy(), "leduc": CFR(leduc).run(5).average_policy()}


@pytest.fixture(scope="module")
def client(policies: dict[str, TabularPolicy], tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("leaks")
    library = Library()
    for name, policy in policies.items():
        policy.save(folder / f"{name}.npz")
        library.open(folder / f"{name}.npz", id=name)
    uniform = TabularPolicy.uniform(make_game("kuhn"))
    agents = {"caller": "always_call", "uniform": uniform}
    with served(folder, library, agents=agents) as (client, _):
        yield client


def got(client: httpx.Client, path: str, **query: Any) -> Any:
    answer = client.get(f"/api{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: httpx.Client, path: str, **query: Any) -> Any:
    answer = client.get(f"/api{path}", params=query)
    assert answer.status_code in (404, 422), answer.text
    return answer.json()["error"]


def check_ranking(told: Any, found: Leaks, **asked: Any) -> None:
    assert told["rows"] == json.loads(to_json([leak.to_dict() for leak in found.ranked(20, **asked)]))
    assert told["nash_conv"]["chips"] == found.nash_conv
    assert [player["chips"] for player in told["players"]] == found.gains.tolist()


@pytest.mark.parametrize("each", ["hand_class", "infoset", "node", "line"])
def test_a_spot(client: httpx.Client, policies: dict[str, TabularPolicy], each: Any) -> None:
    found = leaks(policies["river"].game, policies["river"])
    told = got(client, "/leaks", policy="river", each=each)
    check_ranking(told, found, each=each)
    assert told["chosen"]["chips"] == pytest.approx(found.nash_conv)
    assert (told["title"], told["game"], told["headline"]) == ("river", "holdem", found.headline)
    assert told["choices"] == ["hand_class", "infoset", "node", "line"]
    assert [player["name"] for player in told["players"]] == ["OOP", "IP"]


def test_of_one_player_and_against_one(client: httpx.Client, policies: dict[str, TabularPolicy]) -> None:
    found = leaks(policies["leduc"].game, policies["leduc"])
    own, won = (got(client, "/leaks", policy="leduc", **one) for one in ({"player": 0}, {"against": 0}))
    check_ranking(own, found, player=0)
    check_ranking(won, found, against=0)
    assert (own["chosen"]["chips"], won["chosen"]["chips"]) == tuple(found.gains.tolist())
    assert own["each"] == "infoset" and own["rows"][0]["when"] == "at the start"
    assert len(got(client, "/leaks", policy="leduc", top=3)["rows"]) == 3


@pytest.mark.parametrize(("policy", "line"), [("river", "xb25"), ("leduc", "b")])
def test_on_a_line(client: httpx.Client, policies: dict[str, TabularPolicy], policy: str, line: str) -> None:
    found = leaks(policies[policy].game, policies[policy]).on(line)
    assert got(client, "/leaks/at", policy=policy, line=line) == json.loads(to_json(found, DIGITS))


def test_baselines_and_agents_by_name(client: httpx.Client, policies: dict[str, TabularPolicy]) -> None:
    kuhn = make_game("kuhn")
    check_ranking(got(client, "/leaks", game="kuhn", who="baseline:random"), leaks(kuhn, "random"))
    check_ranking(
        got(client, "/leaks", game="kuhn", who=["agent:caller", "baseline:random"]), leaks(kuhn, ["always_call", "random"])
    )
    assert (
        got(client, "/leaks", game="kuhn", who="agent:uniform")["nash_conv"]
        == got(client, "/leaks", game="kuhn", who="baseline:random")["nash_conv"]
    )
    four = got(client, "/leaks", game="kuhn", params='{"num_cards": 4}', who="baseline:random")
    check_ranking(four, leaks(make_game("kuhn", num_cards=4), "random"))
    both = got(client, "/leaks", game="leduc", who=["policy:leduc", "baseline:honest"])
    check_ranking(both, leaks(policies["leduc"].game, [policies["leduc"], "honest"]))
    assert both["title"] == "leduc and Honest"
    assert got(client, "/leaks/at", game="kuhn", who="baseline:random", line="b")["hands"] == ["J", "Q", "K"]


def test_files(client: httpx.Client, policies: dict[str, TabularPolicy], tmp_path: Path) -> None:
    leaks(policies["leduc"].game, policies["leduc"]).to_csv(tmp_path / "leaks.csv")
    answer = client.get("/api/leaks.csv?policy=leduc")
    assert answer.content == (tmp_path / "leaks.csv").read_bytes()
    assert answer.headers["content-type"].startswith("text/csv") and "attachment" in answer.headers["content-disposition"]
    rows = list(
        csv.DictReader(io.StringIO(client.get("/api/leaks.csv", params={"game": "kuhn", "who": "baseline:random"}).text))
    )
    assert sum(float(row["leak_chips"]) for row in rows) == pytest.approx(11 / 12)


@pytest.mark.parametrize(
    ("path", "query", "words"),
    [
        ("/leaks", {"policy": "none"}, "no policy 'none'"),
        ("/leaks", {"policy": "leduc", "each": "hand_class"}, "is no hold'em, whose hands have classes"),
        ("/leaks", {"policy": "leduc", "player": 2}, "player=2"),
        ("/leaks", {"policy": "leduc", "player": 0, "against": 1}, "only one of them"),
        ("/leaks", {"policy": "leduc", "top": 10**6}, "top"),
        ("/leaks/at", {"policy": "river", "line": "xq"}, "line='xq'"),
        ("/leaks/at", {"game": "rps", "who": "baseline:random"}, "no public betting lines"),
        ("/leaks", {"game": "chess", "who": "baseline:random"}, "no such game"),
        ("/leaks", {"game": "kuhn"}, "who"),
        ("/leaks", {"game": "kuhn", "who": "baseline:randon"}, "did you mean 'random'"),
        ("/leaks", {"game": "kuhn", "who": ["baseline:random"] * 3}, "one for each"),
        ("/leaks", {"game": "rps", "who": "baseline:honest"}, "not a poker game"),
        ("/leaks", {"game": "leduc", "who": "policy:river"}, "a policy for holdem"),
        ("/leaks", {"game": "kuhn", "who": "baseline:random", "params": '{"num_cards": 1}'}, "num_cards"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(client: httpx.Client, path: str, query: dict[str, Any], words: str) -> None:
    assert words in json.dumps(refused(client, path, **query))


def test_they_are_kept_until_another_policy_has_the_name(policies: dict[str, TabularPolicy], tmp_path: Path) -> None:
    policies["leduc"].save(tmp_path / "leduc.npz")
    library, cache = Library(), LeakCache()
    first = cache.of_policy(library.open(tmp_path / "leduc.npz", id="leduc"))
    assert cache.of_policy(library.get("leduc")) is first
    assert cache.of_policy(library.open(tmp_path / "leduc.npz", id="leduc")) is not first
