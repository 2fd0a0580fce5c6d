"""A sweep's folder: begun, gone on with, the same bits."""

from __future__ import annotations

import weakref
from pathlib import Path

import pytest

pq = pytest.importorskip("pyarrow.parquet")

from pokerzoo.envs.games.holdem import HoldemGame  # noqa: E402
from pokerzoo.evaluation.sweeps.by_field import restored_table  # noqa: E402
from pokerzoo.evaluation.sweeps.folder import Folder  # noqa: E402
from pokerzoo.evaluation.sweeps.shard_tasks import make_shard  # noqa: E402
from pokerzoo.evaluation.sweeps.spot_plan import Spot  # noqa: E402
from pokerzoo.evaluation.sweeps.spot_work import SpotWork  # noqa: E402

SPOT = {"oop": "QQ+,AKs", "ip": "JJ+,AK", "pot": 50, "stack": 100, "bet": "50%"}


def work(*boards: str, **more: str | float) -> SpotWork:
    return SpotWork.from_config(SPOT | more | {"vary": {"boards": list(boards)}, "solve": {"iterations": 200}})


def test_a_shard_is_written_once_and_the_same_again(tmp_path: Path) -> None:
    made = work("QsJh2h8d3c", "AsAdAhAcKs", "AsKh2h8d3c", oop="QQ,AA")
    folder = Folder.make(tmp_path / "one", made)
    assert folder.missing() == [0]
    assert make_shard(str(folder.path), 0) == 0
    assert folder.missing() == []
    rows = pq.read_table(folder.part(0)).to_pylist()
    assert [row["board"] for row in rows] == ["QsJh2h8d3c", "AsAdAhAcKs", "AsKh2h8d3c"]
    assert all(row["net_oop"] + row["net_ip"] == pytest.approx(0, abs=1e-6) for row in rows)
    other = Folder.make(tmp_path / "two", SpotWork.from_record(made.record()))
    make_shard(str(other.path), 0)
    assert other.part(0).read_bytes() == folder.part(0).read_bytes()


def test_a_spot_that_cannot_be_made_is_a_row_with_its_error(tmp_path: Path) -> None:
    folder = Folder.make(tmp_path, work("QsJh2h8d3c", "AsAdAhAcKs", oop="AA"))
    assert make_shard(str(folder.path), 0) == 1
    good, bad = restored_table(pq.read_table(folder.part(0)), folder.work.schema).to_pylist()
    assert good["error"] is None
    assert bad["error"] == "ranges[0]='AA': the board As Ad Ah Ac Ks leaves no hand of it"
    assert bad["net_oop"] is None and bad["nodes"] is None and (bad["board"], bad["pot"]) == ("AsAdAhAcKs", 50)


def test_another_work_is_refused(tmp_path: Path) -> None:
    Folder.make(tmp_path, work("QsJh2h8d3c"))
    Folder.make(tmp_path, work("QsJh2h8d3c"))
    told = r"holds another sweep \(config.vary.boards\[0\]: 'QsJh2h8d3c' there, 'QsJh2h8d4c' here\); name another folder"
    with pytest.raises(ValueError, match=told):
        Folder.make(tmp_path, work("QsJh2h8d4c"))
    with pytest.raises(ValueError, match=r"\(config.spot.rake-rate: nothing there, 0.1 here\)"):
        Folder.make(tmp_path, work("QsJh2h8d3c", **{"rake-rate": 0.1}))
    same = Folder.make(tmp_path, work("QsJh2h8d3c", pot=50.0))  # 50 there
    assert same.work.key(0) == work("QsJh2h8d3c").key(0)


def test_nothing_of_a_shard_stays_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[weakref.ref[object]] = []
    make = SpotWork.game

    def game(self: SpotWork, spot: Spot) -> HoldemGame:
        made = make(self, spot)
        games.append(weakref.ref(made))
        return made

    monkeypatch.setattr(SpotWork, "game", game)
    folder = Folder.make(tmp_path, work("QsJh2h8d3c", "AsKh2h8d3c"))
    games.clear()  # those of the check beforehand
    make_shard(str(folder.path), 0)
    assert [made() for made in games] == [None, None]
