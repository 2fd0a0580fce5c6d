"""``/api/charts``: tables before the flop."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("fastapi", exc_type=ImportError)
pytest.importorskip("httpx", exc_type=ImportError)

import httpx

from pokerzoo.envs.support.records import to_json
from pokerzoo.evaluation.spots.preflop_node import preflop_node
from pokerzoo.preflop import PreflopPolicy
from pokerzoo_testing.served import json_of, served


@pytest.fixture(scope="module")
def client(table_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with served(tmp_path_factory.mktemp("charts")) as (client, app):
        app.state.explorer.charts.open(table_file)
        yield client


def test_a_table_is_listed_and_its_nodes_are_the_record(client: httpx.Client, table_file: Path) -> None:
    (table,) = json_of(client.get("/api/charts"))
    assert table["title"] == "three" and table["positions"] == ["BTN", "SB", "BB"]
    assert json_of(client.get(f"/api/charts/{table['id']}")) == table
    policy = PreflopPolicy.load(table_file)
    for line in ("", "fr2", "fr2c"):
        answer = json_of(client.get(f"/api/charts/{table['id']}/node", params={"line": line}))
        record = json.loads(to_json(preflop_node(policy, line)))
        for key in ("frequencies", "reach", "probabilities") if record["decision"] else ():  # sent with five digits
            assert np.allclose(answer["decision"].pop(key), record["decision"].pop(key), rtol=1e-4)
        assert answer == record


def test_what_cannot_be_asked_is_refused(client: httpx.Client) -> None:
    (table,) = json_of(client.get("/api/charts"))
    error = json_of(client.get(f"/api/charts/{table['id']}/node", params={"line": "r3"}), 422)["error"]
    assert error["field"] == "line" and "allowed" in error["message"]
    assert "the explorer was started without it" in json_of(client.get("/api/charts/none"), 404)["error"]["message"]
