"""Files made by the rule of donk bets of version 0.2.0: the clear sentence where their betting tree was another one.

``tests/data/donk_*`` were written by version 0.2.0 (``donk_checkpoint.npz`` and ``donk_same_checkpoint.npz`` were packed
smaller afterwards). The spot is the turn AhKd7c2s with a donk size of 10% on the river, where bets are 50%. By that rule IP had
the 10% too, after OOP had bet the turn and checked the river.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, CheckpointError, PolicyFileError, TabularPolicy
from pokerzoo.agents.policies.policy_file import read_header
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.envs.games.donk_rule import DONK_RULE, MARK, donk_rule_fault, donk_rule_fault_unmade
from pokerzoo.evaluation import HandLog, Sweep, Training, read_hands, sweep
from pokerzoo.evaluation.runs.runs_work import RunsWork
from pokerzoo.evaluation.sweeps.folder import Folder
from pokerzoo.evaluation.sweeps.spot_work import SpotWork
from pokerzoo.evaluation.sweeps.work import record_digest
from pokerzoo_testing import ROOT

DATA = ROOT / "tests" / "data"
SPOT: dict[str, Any] = {
    "board": "AhKd7c2s", "ranges": ("QsQh", "JsJh"), "pot": 24, "stack": 300, "bet_sizes": {"turn": "66%", "river": "50%"},
    "raise_sizes": "", "donk_sizes": "10%",
}  # fmt: skip
SWEEP: dict[str, Any] = {
    "board": "AhKd7c2s", "oop": "QsQh", "ip": "JsJh", "bet": "turn: 66%; river: 50%", "raise": "", "donk": "river: 10%",
    "vary": {"pots": [24, 30], "stacks": [300]}, "solve": {"iterations": 3},
}  # fmt: skip
SENTENCE = (
    "made by pokerzoo 0.2.0 or older, by an earlier rule of donk bets: IP's bet after OOP's check took donk_sizes='10%', too, "
    "so the betting tree was another one; "
)
SAME = SPOT | {"donk_sizes": ("10%", "50%")}  # of IP those are the sizes of its bets


def read_header_of_checkpoint(path: Path) -> dict[str, Any]:
    with np.load(path) as arrays:
        header: dict[str, Any] = json.loads(arrays["header"].tobytes())
    return header


@pytest.mark.parametrize("name", ["donk_policy", "donk_spot", "donk_removed_policy", "donk_more_policy"])
def test_a_policy_file_says_so(name: str) -> None:
    """Of ``removed`` a line is not there any more; of ``more`` the tree has more nodes now than ``max_nodes`` allows."""
    path = DATA / f"{name}.npz"
    with pytest.raises(PolicyFileError) as error:
        TabularPolicy.load(path)
    assert str(error.value) == f"{path}: {SENTENCE}solve the spot anew"


def test_a_policy_file_says_so_on_the_command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["show", str(DATA / "donk_policy.npz")]) == 2
    assert SENTENCE + "solve the spot anew" in " ".join(capsys.readouterr().err.split())


def test_a_policy_of_another_game_is_called_one() -> None:
    with pytest.raises(PolicyFileError, match="not for Kuhn|not for kuhn"):
        TabularPolicy.load(DATA / "donk_policy.npz", make_game("kuhn"))


def test_a_checkpoint_says_so(tmp_path: Path) -> None:
    shutil.copy(DATA / "donk_checkpoint.npz", tmp_path / "checkpoint-000000000000003.npz")
    with pytest.raises(CheckpointError) as error:
        CFR(make_game("holdem", **SPOT), "dcfr").run(5, checkpoint=tmp_path)
    assert str(error.value).endswith(f".npz: {SENTENCE}solve the spot anew, with another directory")


def test_a_sweep_says_so(tmp_path: Path) -> None:
    shutil.copy(DATA / "donk_sweep.json", tmp_path / "sweep.json")
    wanted = f"{tmp_path / 'sweep.json'}: {SENTENCE}solve the spots anew, in another folder"
    for use in (Sweep, Folder.open):
        with pytest.raises(ValueError, match="earlier rule") as error:
            use(tmp_path)
        assert str(error.value) == wanted
    with pytest.raises(ValueError, match="earlier rule of donk bets"):
        sweep(SWEEP, tmp_path)


def test_a_sweep_with_a_line_that_is_not_there_any_more_says_so(tmp_path: Path) -> None:
    head = json.loads((DATA / "donk_sweep.json").read_text())
    head["record"]["config"]["spot"]["remove"] = ["b16c/xb6"]
    (tmp_path / "sweep.json").write_text(json.dumps(head | {"digest": record_digest(head["record"])}))
    with pytest.raises(ValueError, match="earlier rule of donk bets"):
        Sweep(tmp_path)


def test_the_last_pot_of_a_sweep_may_be_the_one_that_differs(tmp_path: Path) -> None:
    """With a pot of 500 and stacks of 300 each bet that OOP can make on the turn is all-in, so that nothing follows."""
    head = json.loads((DATA / "donk_sweep.json").read_text())
    vary = head["record"]["config"]["vary"]
    for pots, other in (([500.0], False), ([500.0, 24.0], True)):
        vary["pots"] = pots
        (tmp_path / "sweep.json").write_text(json.dumps(head | {"digest": record_digest(head["record"]), "rows": len(pots)}))
        if other:
            with pytest.raises(ValueError, match="earlier rule of donk bets"):
                Sweep(tmp_path)
        else:
            assert Sweep(tmp_path).count == 1


def test_a_log_of_hands_says_so(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    shutil.copy(DATA / "donk_hands.jsonl", path)
    wanted = f"{SENTENCE}replay it with that version, or play in another file"
    with pytest.raises(ValueError, match="earlier rule") as error:
        read_hands(path)
    assert str(error.value) == f"{path}: line 1: {wanted}"
    with pytest.raises(ValueError, match="earlier rule") as error:
        HandLog.resume(make_game("holdem", **SPOT), path)
    assert str(error.value) == f"{path}: {wanted}"
    assert path.read_bytes() == (DATA / "donk_hands.jsonl").read_bytes()
    removed = path.read_text().replace('"removed": []', '"removed": ["b16c/xb6"]')
    path.write_text(removed)
    with pytest.raises(ValueError, match="earlier rule of donk bets"):
        read_hands(path)


def test_training_runs_say_so(tmp_path: Path) -> None:
    folder = Folder.make(tmp_path, RunsWork([Training(make_game("holdem", **SPOT), "CFR")], [1], [1]))
    head = folder.head()
    assert head.pop(MARK) == DONK_RULE
    (tmp_path / "sweep.json").write_text(json.dumps(head))
    with pytest.raises(ValueError, match="another one; train anew, in another folder"):
        Folder.open(tmp_path)
    folder.write_head()
    assert Folder.open(tmp_path).work.count == 1


def test_a_solve_of_the_explorer_says_so_and_begins_anew(tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    from pokerzoo_testing.served import json_of, served

    work = tmp_path / "work"
    with served(work) as (client, _):
        asked = {"game": "holdem", "params": SPOT, "iterations": 3}
        id = json_of(client.post("/api/solves", json=asked), 201)["id"]
        solve = settled(client, id)
        assert (solve["state"], solve["policy"]) == ("done", id)
    for name, place in (("policy", work / "solutions" / f"{id}.npz"), ("checkpoint", checkpoint_of(work / "checkpoints" / id))):
        shutil.copy(DATA / f"donk_{name}.npz", place)
    with served(work) as (client, _):
        solve = json_of(client.get(f"/api/solves/{id}"))
        assert (solve["state"], solve["policy"]) == ("failed", None)
        assert solve["error"] == f"{work / 'solutions' / id}.npz: {SENTENCE}solve the spot anew"
        json_of(client.post(f"/api/solves/{id}/continue", json={"iterations": 4}))
        solve = settled(client, id)
        assert (solve["state"], solve["policy"], solve["error"]) == ("done", id, None)
    anew = CFR(make_game("holdem", **SPOT), "dcfr").run(solve["iterations"])
    assert TabularPolicy.load(work / "solutions" / f"{id}.npz") == anew.average_policy()


def settled(client: Any, id: str) -> dict[str, Any]:
    """A solve that neither waits nor runs."""
    for _ in range(2000):
        solve: dict[str, Any] = client.get(f"/api/solves/{id}").json()
        if solve["position"] is None:
            return solve
        time.sleep(0.01)
    raise AssertionError(solve)


def checkpoint_of(folder: Path) -> Path:
    """The one checkpoint of a solve."""
    (found,) = folder.glob("*.npz")
    return found


# Files of the same tree open as ever.


def test_a_policy_of_the_same_tree_opens() -> None:
    policy = TabularPolicy.load(DATA / "donk_same_policy.npz")
    assert policy.game == make_game("holdem", **SAME)
    now = CFR(make_game("holdem", **SAME), "dcfr").run(3).average_policy()
    np.testing.assert_allclose(policy.probabilities, now.probabilities, atol=1e-12)


def test_a_checkpoint_of_the_same_tree_goes_on(tmp_path: Path) -> None:
    shutil.copy(DATA / "donk_same_checkpoint.npz", tmp_path / "checkpoint-000000000000003.npz")
    solver = CFR(make_game("holdem", **SAME), "dcfr").run(5, checkpoint=tmp_path)
    assert solver.iteration == 5
    whole = CFR(make_game("holdem", **SAME), "dcfr").run(5)
    np.testing.assert_allclose(solver.average_policy().probabilities, whole.average_policy().probabilities, atol=1e-12)


def test_a_sweep_of_the_same_trees_opens(tmp_path: Path) -> None:
    shutil.copy(DATA / "donk_same_sweep.json", tmp_path / "sweep.json")
    assert Sweep(tmp_path).count == 2


SAME_TREES: list[dict[str, Any]] = [
    {"donk_sizes": None},
    {"donk_sizes": "50%"},  # what bets are
    {"bet_sizes": {"turn": ("", "66%"), "river": "50%"}},  # OOP never bets the turn
    {"bet_sizes": {"turn": "66%", "river": ("50%", "40%,50%")}, "donk_sizes": "50%", "merging_threshold": 0.9},
    {"removed": ("b16",)},
    {"board": "AhKd7c2s3d", "bet_sizes": "50%"},
]
OTHER_TREES: list[dict[str, Any]] = [
    {"donk_sizes": ""},
    {"bet_sizes": {"turn": ("66%", ""), "river": "50%"}},
    {"bet_sizes": {"turn": ("", "66%"), "river": "50%"}, "raise_sizes": "100%"},  # OOP can check-raise the turn
    {"donk_sizes": ("50%", "10%")},
    {"board": "AhKd7c", "bet_sizes": "50%", "donk_sizes": {"turn": "10%", "river": None}},
]


@pytest.mark.parametrize("more", SAME_TREES, ids=str)
def test_trees_that_the_rule_leaves_alone(more: dict[str, Any]) -> None:
    assert donk_rule_fault({}, make_game("holdem", **SPOT | more)) is None


@pytest.mark.parametrize("more", OTHER_TREES, ids=str)
def test_trees_that_the_rule_has_changed(more: dict[str, Any]) -> None:
    game = make_game("holdem", **SPOT | more)
    assert "solve the spot anew" in str(donk_rule_fault({}, game))
    assert donk_rule_fault({MARK: DONK_RULE}, game) is None
    for mark in (None, "2", 1, True):
        assert donk_rule_fault({MARK: mark}, game) is not None


def test_games_that_cannot_be_made_for_other_reasons() -> None:
    for params in ({"donk_sizes": "10%", "board": "x"}, {"donk_sizes": "10%", "max_nodes": "x"}, {}, [], SPOT | {"pots": 3}):
        assert donk_rule_fault_unmade({}, "holdem", params) is None
    assert donk_rule_fault_unmade({}, "kuhn", SPOT) is None
    assert donk_rule_fault_unmade({MARK: DONK_RULE}, "holdem", SPOT) is None
    for most in ({}, {"max_nodes": 10**9}):  # the largest number that is allowed
        assert donk_rule_fault_unmade({}, "holdem", SPOT | most, "ask again") == SENTENCE + "ask again"


# What is written now has the mark, and opens.


def reopened_policy(folder: Path, game: Any) -> dict[str, Any]:
    TabularPolicy.uniform(game).save(folder / "policy.npz")
    assert TabularPolicy.load(folder / "policy.npz").game == game
    return read_header(folder / "policy.npz")


def reopened_checkpoint(folder: Path, game: Any) -> dict[str, Any]:
    CFR(game, "dcfr").run(2, checkpoint=folder)
    assert CFR(game, "dcfr").run(3, checkpoint=folder).iteration == 3
    return read_header_of_checkpoint(next(folder.glob("*.npz")))


def reopened_log(folder: Path, game: Any) -> dict[str, Any]:
    HandLog(game, folder / "hands.jsonl", ["one", "two"]).close()
    assert read_hands(folder / "hands.jsonl").problems == ()
    header: dict[str, Any] = json.loads((folder / "hands.jsonl").read_text().splitlines()[0])
    return header


@pytest.mark.parametrize("reopened", [reopened_policy, reopened_checkpoint, reopened_log])
def test_what_is_written_now_has_the_mark(reopened: Callable[[Path, Any], dict[str, Any]], tmp_path: Path) -> None:
    assert reopened(tmp_path, make_game("holdem", **SPOT))["donk_rule"] == 2  # for ever, or such files would not be known
    other = tmp_path / "kuhn"
    other.mkdir()
    assert MARK not in reopened(other, make_game("kuhn"))


def test_a_sweep_that_is_begun_now_has_the_mark(tmp_path: Path) -> None:
    Folder.make(tmp_path, SpotWork.from_config(SWEEP))
    assert json.loads((tmp_path / "sweep.json").read_text())[MARK] == DONK_RULE
    assert Sweep(tmp_path).count == 2
