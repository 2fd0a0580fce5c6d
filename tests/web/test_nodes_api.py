"""``/api/spots``: every number is that of the reports; what is sent fits the types that are promised; errors say where."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import httpx

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.poker.draws import DRAWS, MADE_HANDS
from pokerzoo.envs.support.records import json_keys, listed_numbers, to_json
from pokerzoo.envs.support.tables import csv_of
from pokerzoo.evaluation import NextCards, SpotReport, best_response
from pokerzoo.evaluation.spots.exploit import Exploit
from pokerzoo.evaluation.spots.node_comparison import NodeComparison, compare_nodes
from pokerzoo.evaluation.spots.node_parts import SpotHands
from pokerzoo.evaluation.spots.node_steps import NodeOnLine, node_on_line
from pokerzoo.web.answers import DIGITS, model_of
from pokerzoo.web.library import Library
from pokerzoo_testing.served import error_of, served

RANGES = ("QQ+,AKs,T9s,55:0.5", "JJ+,AQs,98s")


@pytest.fixture(scope="module")
def turn() -> TabularPolicy:
    game = make_game("holdem", board="QsJh2h8d", ranges=RANGES, bet_sizes="50%", raise_cap=2)
    return CFR(game).run(20).average_policy()


@pytest.fixture(scope="module")
def client(turn: TabularPolicy, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder, library = tmp_path_factory.mktemp("work"), Library()
    turn.save(folder / "turn.npz")
    TabularPolicy.uniform(turn.game).save(folder / "uniform.npz")
    TabularPolicy.uniform(make_game("kuhn")).save(folder / "kuhn.npz")
    for name in ("turn", "uniform", "kuhn"):
        library.open(folder / f"{name}.npz", id=name)
    with served(folder, library) as (found, _):
        yield found


@pytest.fixture(scope="module")
def report(turn: TabularPolicy) -> SpotReport:
    return SpotReport(turn.game, turn)


def asked(client: httpx.Client, path: str, model: Any = None, **query: str) -> Any:
    answer = client.get(f"/api/spots/{path}", params=query)
    assert answer.status_code == 200, answer.text
    if model is not None:
        model_of(model).model_validate(answer.json())
        assert set(answer.json()) == set(json_keys(model))
    return answer.json()


def sent(record: Any) -> Any:
    """A record as it is sent: arrays have five digits."""
    return json.loads(to_json(record, DIGITS))


def close(sent: Any, true: Any) -> None:
    """Five digits, None where the report has NaN."""
    got = np.array(sent, dtype=np.float64)
    np.testing.assert_allclose(got, np.asarray(true, dtype=np.float64), rtol=6e-5, atol=1e-9)


@pytest.mark.parametrize("line", ["", "x", "b25", "xb25r100", "xx", "xb25c/2s", "xx/AsxB25", "b25f", "b25c/3cxx"])
def test_a_node_is_that_of_the_report(client: httpx.Client, report: SpotReport, line: str) -> None:
    assert asked(client, "turn/node", NodeOnLine, line=line) == sent(node_on_line(report, line))


def test_the_way_to_a_node_has_all_that_branches_off(client: httpx.Client, report: SpotReport) -> None:
    steps = asked(client, "turn/node", line="xb25c/2s/x")["steps"]
    assert [step["kind"] for step in steps] == ["decision", "decision", "decision", "card", "decision", "decision"]
    assert [step["line"] for step in steps] == ["", "x", "xb25", "xb25c", "xb25c/2s", "xb25c/2s/x"]
    assert [step["chosen"] for step in steps] == [0, 1, 1, None, 0, None] and steps[3]["card"] == "2s"
    for step in steps:
        node = report.at(step["line"])
        assert step["pot"] == node.pot and step["player"] == node.player
        close([action["frequency"] for action in step["actions"]], node.frequencies)
        for action in step["actions"]:
            assert asked(client, "turn/node", line=action["line"])["line"] == action["line"]
    assert steps[0]["stacks"] == [100, 100] and steps[-1]["stacks"] == [75, 75]
    assert [action["pot_percent"] for action in steps[2]["actions"]] == [None, None, 75]  # 100 in all: 75 more into 100


def test_what_hands_are(client: httpx.Client, report: SpotReport) -> None:
    spot, node = asked(client, "turn/hands", SpotHands), asked(client, "turn/node")
    assert spot["hands"] == list(report.at("").hands) and spot["has_values"] and spot["stack"] == 100
    made = {hand: MADE_HANDS[index] for hand, index in zip(spot["hands"], node["made"], strict=True)}
    assert made["KsKh"] == "overpair" and made["QdQc"] == "set" and made["AdQd"] == "top pair"
    drawn = dict(zip(spot["hands"], node["draws"], strict=True))
    assert [name for k, name in enumerate(DRAWS) if drawn["Th9h"] >> k & 1] == ["flush draw"]  # with J and 8: a straight
    assert made["Th9h"] == "straight" and spot["draws"] == list(DRAWS)


def test_hands_are_sent_once(client: Any) -> None:
    first = client.get("/api/spots/turn/hands")
    again = client.get("/api/spots/turn/hands", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and not again.content
    assert client.get("/api/spots/turn/hands", headers={"If-None-Match": '"other"'}).status_code == 200


def test_next_cards_are_those_of_the_report(client: httpx.Client, report: SpotReport) -> None:
    assert asked(client, "turn/next-cards", NextCards, line="xx") == sent(report.next_cards("xx"))


def test_comparisons(client: httpx.Client, report: SpotReport) -> None:
    uniform = SpotReport(report.game, TabularPolicy.uniform(report.game))
    found = asked(client, "turn/compare", NodeComparison, **{"line": "x", "with": "uniform"})
    assert found == sent(compare_nodes(report.at("x"), uniform.at("x")))
    close([action["frequencies"] for action in found["actions"]], np.stack([report.at("x").frequencies, [0.5, 0.5]], axis=1))
    moved = np.abs(report.at("x").strategy[0] - 0.5)
    close(found["mean_distance"], np.nansum(moved * report.at("x").share[1]))
    lines = asked(client, "turn/compare", line="x", withline="b25")
    assert lines == sent(compare_nodes(report.at("x"), report.at("b25")))
    assert asked(client, "turn/compare", line="")["mean_distance"] == 0


def without_net(found: Any) -> str:
    """The table without net chips, for which the API has an option."""
    return csv_of({name: values for name, values in found.table().items() if not name.startswith("net_")})


def test_csv(client: httpx.Client, report: SpotReport) -> None:
    answer = client.get("/api/spots/turn/node.csv", params={"line": "x"})
    assert answer.text == without_net(report.at("x")) and answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="turn-x.csv"'
    assert client.get("/api/spots/turn/next-cards.csv", params={"line": "xx"}).text == without_net(report.next_cards("xx"))


def test_hands_of_a_range(client: httpx.Client, report: SpotReport) -> None:
    chosen = asked(client, "turn/select", text="AA, AhKh, 72o")["hands"]
    names = [report.at("").hands[k] for k in chosen]
    assert len(names) == 7 and "AhKh" in names and "AsAh" in names


@pytest.mark.parametrize(
    ("path", "query", "status", "field", "message"),
    [
        ("turn/node", {"line": "b26"}, 422, "line", "no 'b26' at the start; allowed: x, b25"),
        ("turn/node", {"line": "xx/Qs"}, 422, "line", "on the board already"),
        ("turn/next-cards", {"line": "x"}, 422, "line", "no card is due"),
        ("turn/compare", {"line": "", "withline": "zz"}, 422, "withline", "no 'zz'"),
        ("turn/select", {"text": "AKx"}, 422, "text", "text="),
        ("kuhn/node", {}, 422, "id", "only hold'em spots"),
        ("none/node", {}, 404, None, "no policy 'none'"),
    ],
)
def test_errors_say_where(
    client: httpx.Client, path: str, query: dict[str, str], status: int, field: str | None, message: str
) -> None:
    answer = client.get(f"/api/spots/{path}", params=query)
    assert answer.status_code == status
    assert answer.json()["error"]["field"] == field and message in answer.json()["error"]["message"]


def test_compact_numbers() -> None:
    assert listed_numbers([1 / 3, 0.0, float("nan"), -1234567.0, 1e-7 / 3], 5) == [0.33333, 0.0, None, -1234600.0, 3.3333e-08]
    assert listed_numbers([2 / 3, 1e-30], 5)[0] == 0.66667 and listed_numbers([]) == [] and listed_numbers([1 / 3]) == [1 / 3]


def test_values_that_are_not_known_are_null(tmp_path: Path) -> None:
    game = make_game("holdem", board="QsJh2h8d", ranges=("22+,AT+", "22+,AT+"), bet_sizes="50%", raise_cap=1)
    CFR(game).run(2).average_policy().save(tmp_path / "small.npz", streets=1)
    library = Library()
    library.open(tmp_path / "small.npz", id="small")
    with served(tmp_path, library) as (client, _):
        node = asked(client, "small/node", NodeOnLine)
        assert node["players"][0]["ev"] is None and node["players"][0]["equity"] is not None
        assert all(value is None for value in node["ev"][0] + node["ev_lost"])
        assert not asked(client, "small/hands")["has_values"]
        river = asked(client, "small/node", NodeOnLine, line="xx/2s")
        assert river["players"][0]["ev"] is not None


def test_csv_in_other_conventions_and_units(client: httpx.Client, report: SpotReport) -> None:
    """Fold is worth 0 from here on; net plus what was put in; percent of the pot of 50; a big blind of 4 chips."""

    def column(name: str, **query: Any) -> Any:
        text = client.get("/api/spots/turn/node.csv", params={"line": "b25", **query}).text
        table = pd.read_csv(io.StringIO(text))
        return table.loc[table["player"] == "IP", name].to_numpy()

    net, paid = report.at("b25").net[1], 25.0
    assert report.game.stakes.starting_pot == 50
    np.testing.assert_allclose(column("net_chips", ev="net"), net)
    np.testing.assert_allclose(column("ev_chips"), net + paid)
    np.testing.assert_allclose(column("ev_chips fold")[np.isfinite(net)], 0, atol=1e-9)
    np.testing.assert_allclose(column("net_percent_of_pot", ev="net", unit="pot"), 2 * net)
    np.testing.assert_allclose(column("ev_big_blinds", unit="bb", blind=4), (net + paid) / 4)
    cards = client.get("/api/spots/turn/next-cards.csv", params={"line": "b25c"}).text
    found = pd.read_csv(io.StringIO(cards))["ev_chips OOP"].to_numpy()
    np.testing.assert_allclose(found, report.next_cards("b25c").net[0] + 50)
    answer = client.get("/api/spots/turn/node.csv", params={"unit": "bb"})
    assert answer.status_code == 422 and answer.json()["error"]["field"] == "blind"
    for odd in ("inf", "nan", "1e-320", "1e13", "0"):
        error = error_of(client.get("/api/spots/turn/node.csv", params={"unit": "bb", "blind": odd}))
        assert error["field"] == "blind", odd


def test_a_best_response_at_a_node_and_what_each_hand_gains(
    client: httpx.Client, turn: TabularPolicy, report: SpotReport
) -> None:
    for player in (0, 1):
        found = best_response(turn.game, turn, player)
        there = SpotReport(turn.game, found.policy)
        for line in ("", "x", "xx/2c"):
            sent, node = asked(client, "turn/exploit", Exploit, player=str(player), line=line), report.at(line)
            close(sent["gain_chips"], found.gain)
            close(sent["ev"], there.at(line).ev[player])
            close(sent["gained"], there.at(line).ev[player] - node.ev[player])
            if node.player == player:
                close(sent["strategy"], there.at(line).strategy)
            else:
                assert sent["strategy"] == []
    start = asked(client, "turn/exploit", player="0")
    weights = np.nan_to_num(report.at("").share[0])
    assert weights @ np.nan_to_num(np.array(start["gained"], dtype=float)) == pytest.approx(start["gain_chips"], rel=1e-3)
    assert error_of(client.get("/api/spots/turn/exploit", params={"player": 2}))["field"] == "player"
    assert error_of(client.get("/api/spots/turn/exploit", params={"player": 0, "line": "q"}))["field"] == "line"
