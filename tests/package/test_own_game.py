"""A game of one file (``pokerzoo_testing.own_game``) in every place that takes a game, without a line elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import GameAECEnv, make_game, register_game, state_svg
from pokerzoo.envs.compiled.forms import evaluator_of, tree_of
from pokerzoo.envs.registry import MAKERS
from pokerzoo.evaluation import leaks, make_report, solve_lp
from pokerzoo.evaluation.spots.decision_values import decision_values, has_decision_values
from pokerzoo_testing.command_line import Printed

GAME = "own_claim"
OWN = ("--import", "pokerzoo_testing.own_game")


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    """The game is known to the tests of this file alone."""
    register_game(GAME, import_module("pokerzoo_testing.own_game").make_own_claim)
    yield
    del MAKERS[GAME]


@pytest.fixture(scope="module")
def policy() -> TabularPolicy:
    return CFR(make_game(GAME)).run(500).average_policy()


@pytest.fixture
def file(policy: TabularPolicy, tmp_path: Path) -> str:
    policy.save(tmp_path / "claim.npz")
    return str(tmp_path / "claim.npz")


def test_it_is_solved_as_by_hand(policy: TabularPolicy) -> None:
    """A doubter who always doubts makes a pass (-1) best with 0 and as good as a claim with 1: (-1 - 1 + 1 + 2) / 4."""
    game = make_game(GAME)
    assert solve_lp(game).value == pytest.approx(0.25)
    assert policy.measured_by(evaluator_of(game)).values[0] == pytest.approx(0.25, abs=1e-2)
    assert policy["number 0|"]["pass"] > 0.99 and policy["?|c"]["doubt"] > 0.99


def test_report_and_leaks_and_decisions(policy: TabularPolicy) -> None:
    game = make_game(GAME)
    page = make_report(policy).html
    assert "A strategy for Claim" in page and "number 2|" in page and "after a claim" in page
    result = leaks(game, "random")
    assert sum(leak.chips for leak in result.ranked(None)) == pytest.approx(result.nash_conv)
    assert "number 3|" in str(result)
    with pytest.raises(ValueError, match="own_claim has no public betting lines"):
        result.at("c")
    state = game.initial_state().child(3)
    assert decision_values(game, policy).at(state).lost(1) == pytest.approx(0, abs=1e-2)


def test_values_of_decisions_that_it_knows_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class's own function comes before that of the tree."""
    game = make_game(GAME)
    kind = type("KnownClaim", (type(game),), {})
    known = decision_values(game, "random")
    decision_values.register(kind, lambda game, policies: known)
    assert decision_values(kind(1.0), "random") is known and decision_values(game, "random") is not known
    monkeypatch.setattr("pokerzoo.evaluation.spots.decision_values.MOST_HISTORIES", 3)
    assert has_decision_values(kind(1.0)) and not has_decision_values(game)


def test_environment_and_drawing() -> None:
    state = make_game(GAME).initial_state().child(3).child(1)
    assert "a claim is made" in state_svg(state) and ">3<" not in state_svg(state, 1)
    env: Any = GameAECEnv(make_game(GAME))
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))


def test_commands(printed: Printed, file: str, tmp_path: Path) -> None:
    shown = printed("show", file, *OWN)
    assert "number 0|" in shown and "own_claim(price=1.0)" in shown
    assert printed.json("evaluate", file, "--leaks", "5", *OWN)["leaks"]["infosets"]
    report = tmp_path / "claim.html"
    printed("show", file, "--page", str(report), *OWN)
    assert "Where it leaks" in report.read_text(encoding="utf-8") or "equilibrium" in report.read_text(encoding="utf-8")
    played = printed("play", file, "--seat", "1", "--hands", "8", "--seed", "1", *OWN, typed="doubt\n" * 8)
    assert "number: hidden" in played
    trained = printed.json("train", GAME, "--param", "price=2", "--iterations", "10", *OWN)
    assert trained["game"] == GAME and trained["parameters"] == {"price": 2.0}


@pytest.mark.check
def test_seeds(printed: Printed, tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    pytest.importorskip("pyarrow")
    what = f"--games {GAME} --learners mccfr_external --iterations 20 --seeds 3 --processes 1"
    result = printed.json("bench", *what.split(), "--out", str(tmp_path / "runs"), *OWN)
    assert (result["runs"], result["failed"]) == (3, 0)


def test_explorer(policy: TabularPolicy, tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    pytest.importorskip("uvicorn")
    from pokerzoo.web.library import Library
    from pokerzoo_testing.served import json_of, served

    library = Library()
    policy.save(tmp_path / "claim.npz")
    library.open(tmp_path / "claim.npz", id="claim")
    with served(tmp_path, library) as (client, _):
        described = json_of(client.get(f"/api/games/{GAME}"))
        assert (described["title"], described["own"]) == ("Claim", True) and described["about"].startswith("One player sees")
        tree = json_of(client.get(f"/api/games/{GAME}/tree"))
        assert {row["hand"] for row in tree["infosets"]} == {"0", "1", "2", "3", "?"}
        assert tree["infosets"][-1]["when"] == "after a claim"
        assert len(tree["histories"]) == tree_of(make_game(GAME)).num_nodes
        assert list(tree["strategies"]) == ["equilibrium", "learned", "random"]
        numbers = json_of(client.get(f"/api/games/{GAME}/strategy", params={"of": "equilibrium"}))
        assert numbers["exploitability"] == pytest.approx(0, abs=1e-9)
        assert json_of(client.get("/api/leaks?policy=claim"))["choices"] == ["infoset"]
        assert client.get("/api/policies/claim/report").status_code in (200, 404)
        options = json_of(client.post("/api/play/options", json={"game": GAME}))
        assert options["seats"] == ["Claimant", "Doubter"]
        terms = {"game": GAME, "opponents": ["policy:claim"], "coach": "policy:claim", "seat": 1}
        table = json_of(client.post("/api/play", json=terms), 201)
        assert table["hand"]["picture"]["svg"].startswith("<svg")


def test_its_parameter_counts() -> None:
    game = make_game(GAME, price=2.0)
    assert game != make_game(GAME) and game.params == {"price": 2.0}
