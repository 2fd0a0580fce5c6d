"""Sweeps of flops that are solved alone: rows beside the solver's own report and a full solution, and what is refused."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")

from pokerzoo.agents import CFR, SpotPolicy
from pokerzoo.agents.neural.flop_alone import ITERATIONS, make_flop_solver
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo.evaluation import SpotReport, Sweep, sweep
from pokerzoo.evaluation.sweeps.folder import Folder
from pokerzoo.evaluation.sweeps.run import run_folder
from pokerzoo.evaluation.sweeps.shard_tasks import make_shard
from pokerzoo.evaluation.sweeps.spot_work import SpotWork
from pokerzoo_testing.command_line import Printed

RANGES = ("QQ+,AhKh,JTs,98s", "TT-88,AKs,QJs")
SPOT: dict[str, Any] = {"oop": RANGES[0], "ip": RANGES[1], "pot": 20, "stack": 25, "bet": "60%,a", "raise": "a"}
BOARDS = ["QsJh2h", "9c9d4h"]
KEEP = {"lines": ["x", "xx", "b60%", "bac"], "next_cards": ["xx"], "hands": ["x"], "policies": True}
CONFIG = SPOT | {"vary": {"boards": BOARDS}, "keep": KEEP, "solve": {"limit": "flop", "iterations": 6}}


def spot(board: str) -> Any:
    return make_game("holdem", board=board, ranges=RANGES, pot=20, stack=25, bet_sizes="60%,a", raise_sizes="a")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sweep, made in this process."""
    path = tmp_path_factory.mktemp("sweeps") / "flops"
    made = Folder.make(path, SpotWork.from_config(CONFIG))
    for shard in made.missing():
        make_shard(str(path), shard)
    return path


def test_rows_are_what_the_policy_of_the_flop_says(folder: Path) -> None:
    for row in list(Sweep(folder).rows())[:1]:
        game = spot(row["board"])
        policy = make_flop_solver(game, threads=1).run(6).average_policy()
        report = SpotReport(game, policy)
        root, nodes = report.at(), {node["line"]: node for node in row["nodes"]}
        assert (row["error"], row["until_street"], row["iterations"]) == (None, "flop", 6)
        assert row["exploitability"] is None and row["exploitability_percent"] is None
        assert SpotPolicy.load(folder / "policies" / f"{row['key']}.npz") == policy
        assert list(nodes) == ["", *KEEP["lines"]]  # type: ignore[misc]
        for line, at in (("", ""), ("x", "x"), ("xx", "xx"), ("b60%", "b12"), ("bac", "b25c")):
            found, node = report.at(at), nodes[line]
            assert (node["at"], node["probability"]) == (at, pytest.approx(found.probability, abs=1e-7))
            for player, name in enumerate(("oop", "ip")):
                assert node[f"ev_{name}"] == pytest.approx(found.mean_ev[player], abs=1e-5)
                assert node[f"equity_{name}"] == pytest.approx(found.mean_equity[player], abs=1e-6)
            shares = [own["frequency"] for own in node["actions"]]
            assert shares == pytest.approx(found.frequencies.tolist(), abs=1e-6)
        assert row["ev_oop"] + row["ev_ip"] == pytest.approx(0.0, abs=1e-5)
        cards = report.next_cards("xx")
        assert [own["card"] for own in row["next_cards"]] == list(cards.cards)
        assert [own["ev_oop"] for own in row["next_cards"]] == pytest.approx(cards.ev[0].tolist(), abs=1e-5, nan_ok=True)
        assert all(action["frequency"] is None for own in row["next_cards"] for action in own["actions"])
        assert not policy.solved_rivers  # no turn was solved for all this
        assert all(math.isfinite(hand["ev"]) and hand["line"] == "x" for hand in row["hands"]) and row["hands"]
        assert root.mean_ev[0] == pytest.approx(row["ev_oop"], abs=1e-5)


def test_evs_are_near_those_of_a_full_solution(folder: Path) -> None:
    """Of the whole flop, by CFR: within 3% of the pot, after few iterations."""
    (row, _) = Sweep(folder).rows()
    full = SpotReport(spot(row["board"]), CFR(spot(row["board"]), threads=1).run(20).average_policy()).at()
    assert row["ev_oop"] == pytest.approx(full.mean_ev[0], abs=0.6)
    assert row["equity_oop"] == pytest.approx(full.mean_equity[0], abs=1e-6)


def test_a_row_is_made_again_with_the_same_bytes(folder: Path) -> None:
    """After a file of rows was lost, the sweep goes on with it."""
    own, before = Folder.open(folder), [path.read_bytes() for path in Sweep(folder).files]
    own.part(1).unlink()
    assert Folder.open(folder).missing() == [1]
    make_shard(str(folder), 1)
    assert [path.read_bytes() for path in Sweep(folder).files] == before


@pytest.mark.long
def test_two_processes_make_the_same_rows(folder: Path, tmp_path: Path) -> None:
    sweep(CONFIG, tmp_path / "two", processes=2)
    both = [[path.read_bytes() for path in Sweep(one).files] for one in (folder, tmp_path / "two")]
    assert both[0] == both[1]
    for file in (folder / "policies").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / "policies" / file.name).read_bytes()


def test_a_record_and_its_keys_say_that_flops_are_solved_alone() -> None:
    work = SpotWork.from_config(CONFIG | {"solve": {"limit": "flop"}})
    solve = work.record()["config"]["solve"]
    assert solve == {"limit": "flop", "iterations": ITERATIONS, "variant": "dcfr", "precision": "auto"}
    again = SpotWork.from_record(json.loads(json.dumps(work.record())))
    whole = SpotWork.from_config(CONFIG | {"solve": {"iterations": ITERATIONS}})
    assert again.key(0) == work.key(0) != whole.key(0)
    assert "until_street" in work.schema.names and "until_street" not in whole.schema.names
    assert "limit" not in whole.record()["config"]["solve"] and whole.config.solve.until == "0.5%"


def test_memory_is_that_of_the_flop_alone() -> None:
    wide = {"oop": "22+,A2+,KT+,QT+", "ip": "22+,A2+,K9+,Q9+", "pot": 20, "stack": 160, "bet": "33%,a", "raise": "a"}
    work = SpotWork.from_config(wide | {"vary": {"boards": ["QsJh2h"]}, "solve": {"limit": "flop", "memory": "200 MB"}})
    assert 20e6 < work.memory(0) < 200e6 < solving_size(work.game(work.spot(0))).bytes["half"]


def test_questions_say_that_exploitability_is_not_known(folder: Path, printed: Printed) -> None:
    asked = Sweep(folder).aggregate(of=["ev", "exploitability_percent"])
    rows = list(Sweep(folder).rows())
    mean = sum(row["ev_oop"] * row["weight"] for row in rows) / sum(row["weight"] for row in rows)
    assert asked["ev_net_chips OOP"][0] == pytest.approx(mean)
    assert math.isnan(asked["exploitability_percent"][0]) and "NaN" not in json.dumps(asked.to_dict())
    assert Sweep(folder).query("SELECT max(exploitability), any_value(until_street) FROM spots").rows == [(None, "flop")]
    text = printed("query", str(folder))
    assert "not known: for that all turns and rivers would have to be solved" in text and "docs/depth_limited.md" in text


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"solve": {"limit": "turn"}}, r"solve.limit = 'turn': must be 'flop', or left out: a turn takes 13 times as long"),
        ({"solve": {"limit": "river"}}, r"solve.limit = 'river': must be 'flop', or left out$"),
        (
            {"solve": {"limit": "flop", "until": "0.5%"}},
            r"solve.until = '0.5%': must be left out with limit = 'flop': exploitability is not known without turns and rivers",
        ),
        ({"solve": {"until": None}}, r"solve.until = None: must be above 0"),
        ({"solve": {"limit": "flop", "variant": "pcfr+"}}, r"goes not with a variant that predicts"),
        ({"solve": {"limit": "flop", "precision": "half"}}, r"solve.precision='half': must be 'auto' or 'single' with"),
        ({"vary": {"boards": ["QsJh2h8d"]}}, r"solve.limit='flop': boards must be flops, of three cards, and have 4"),
        ({"keep": {"lines": ["x", "xx/2c"]}}, r"keep.lines\[1\]='xx/2c': must be on the flop with solve.limit='flop'"),
        ({"keep": {"next_cards": ["xx/2c/xx"]}}, r"keep.next_cards\[0\]='xx/2c/xx': must be on the flop"),
        ({"keep": {"policies": True, "rivers": "solve"}}, r"keep.rivers='solve': must be left out with solve.limit='flop'"),
        ({"middle": "AA,KK"}, r"solve.limit='flop': must have two players"),
        ({"oop": "AsAh", "ip": "KsKh"}, r"solve.limit='flop': must have more hands than 2"),
    ],
)  # fmt: skip
def test_what_a_flop_alone_cannot_say_is_refused_before_anything_runs(config: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=r"^config: .*" + message):
        SpotWork.from_config(SPOT | {"vary": {"boards": BOARDS}, "solve": {"limit": "flop"}} | config)


def test_a_sweep_of_another_network_is_read_and_not_gone_on_with(folder: Path, tmp_path: Path) -> None:
    other = SpotWork(SpotWork.from_config(CONFIG).config, "0" * 64)
    made = Folder.make(tmp_path / "flops", other)
    assert made.work.record()["network"] == "0" * 64 != Folder.open(folder).work.record()["network"]
    assert Folder.open(tmp_path / "flops").work.key(0) == other.key(0) != Folder.open(folder).work.key(0)
    assert Sweep(tmp_path / "flops").missing == len(BOARDS)
    ways = (
        lambda: run_folder(made),
        lambda: sweep(CONFIG, out=tmp_path / "flops"),
        lambda: make_shard(str(tmp_path / "flops"), 0),
    )
    for way in ways:
        with pytest.raises(
            ValueError, match=r"json: network='000000000000': this package has another, '\w{12}', whose rows differ"
        ):
            way()
    record = {name: own for name, own in other.record().items() if name != "network"}
    with pytest.raises(ValueError, match="record: names no network"):
        SpotWork.from_record(record)
