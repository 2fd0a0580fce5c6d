"""Data sets: their rows, their parts, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pq = pytest.importorskip("pyarrow.parquet")

from pokerzoo.evaluation import Sweep, read_dataset  # noqa: E402
from pokerzoo.evaluation.sweeps.dataset_work import DatasetWork  # noqa: E402
from pokerzoo.evaluation.sweeps.folder import Folder  # noqa: E402
from pokerzoo.evaluation.sweeps.run import run_folder  # noqa: E402
from pokerzoo.evaluation.sweeps.shard_tasks import make_shard  # noqa: E402
from pokerzoo.evaluation.sweeps.situations import random_situation  # noqa: E402

SMALL = {"street": "river", "pots": "100:60", "ranges": "mixed", "until": "1%"}


def made(path: Path, **settings) -> Sweep:  # type: ignore[no-untyped-def]
    folder = Folder.make(path, DatasetWork(**SMALL | settings))
    for shard in folder.missing():
        make_shard(str(path), shard)
    return Sweep(path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Sweep:
    return made(tmp_path_factory.mktemp("sets") / "whole", spots=5, seed=3, rows_per_file=3)


def test_a_row_is_its_situation_and_its_values(whole: Sweep) -> None:
    assert len(whole.files) == 2
    for row in whole.rows():
        situation = random_situation("river", 3, row["index"], "mixed", "100:60")
        assert (row["board"], tuple(row["cards"])) == (situation.board_name, situation.board)
        assert (row["seed"], row["pot"], row["stack"], row["error"]) == (3, 100, 60, None)
        for name, own in zip(("oop", "ip"), situation.ranges, strict=True):
            assert np.array_equal(np.array(row[f"range_{name}"], np.float32), own)
        value = sum(np.dot(row[f"range_{name}"], row[f"cfv_{name}"]) for name in ("oop", "ip"))
        assert abs(value) < 1e-5
        assert 0 <= row["exploitability"] <= 0.01
        assert row["iterations"] >= 20
    assert [row["index"] for row in whole.rows()] == list(range(5))


def test_a_column_names_the_way_where_ranges_are_drawn_in_several(whole: Sweep, tmp_path: Path) -> None:
    shares = "top:1,blueprint:1"
    rows = list(made(tmp_path / "both", spots=4, seed=3, ranges=shares, until="5%").rows())
    assert {row["ranges"] for row in rows} == {"top", "blueprint"}
    for row in rows:
        situation = random_situation("river", 3, row["index"], row["ranges"], "100:60")
        assert (row["pot"], row["stack"]) == (situation.pot, situation.stack)
        assert (row["pot"] == 100) == (row["ranges"] == "top")
        assert np.array_equal(np.array(row["range_ip"], np.float32), situation.ranges[1])
    assert "ranges" not in whole.work.schema.names  # files of one way have the bytes that they had


def test_parts_and_later_rows_are_those_of_the_whole_set(whole: Sweep, tmp_path: Path) -> None:
    parts = [made(tmp_path / f"{k}", spots=5, seed=3, part=(k, 3)) for k in (1, 2, 3)]
    assert [part.count for part in parts] == [1, 2, 2]
    rows = [row for part in parts for row in part.rows()]
    assert rows == list(whole.rows())  # floats and keys alike, to the bit
    assert len({row["key"] for row in rows}) == 5
    assert list(made(tmp_path / "later", spots=1, seed=3, first=4).rows()) == rows[4:]


def test_a_record_makes_the_same_work() -> None:
    work = DatasetWork(**SMALL, spots=10, seed=5, part=(2, 3), iterations=7)
    record = json.loads(json.dumps(work.record()))
    again = DatasetWork.from_record(record)
    assert again == work
    assert again.rows_per_file == 256
    assert again.key(0) == work.key(0) != work.key(1)
    assert DatasetWork(street="turn", spots=1).rows_per_file == 32
    with pytest.raises(ValueError, match="unknown key 'board'"):
        DatasetWork.from_record(record | {"board": 1})


def test_hands_of_the_ranges_alone_are_another_set_and_all_hands_keep_their_keys(tmp_path: Path) -> None:
    work = DatasetWork(street="river", spots=2)
    assert not {"hands", "values"} & set(work.record())
    assert work.key(1) == "1b6fe4f45261d855dfee5a7e0cac414d"  # of versions without it
    held = DatasetWork(**SMALL, spots=2, hands="held")
    assert DatasetWork.from_record(held.record()) == held
    assert held.key(0) != DatasetWork(**SMALL, spots=2).key(0)
    (one, _) = made(tmp_path, spots=2, hands="held").rows()
    assert 0 <= one["exploitability"] <= 0.01


@pytest.mark.parametrize(
    "other", [{"seed": 1}, {"ranges": "even"}, {"until": None}, {"iterations": 9}, {"bet_sizes": "50%"}, {"variant": "cfr+"}]
)
def test_all_that_decides_a_row_is_in_its_key(other: dict[str, object]) -> None:
    assert DatasetWork(street="river", spots=2).key(1) != DatasetWork(**{"street": "river", "spots": 2} | other).key(1)
    assert DatasetWork(street="river", spots=2).key(1) == DatasetWork(street="river", spots=1, first=1).key(0)


def test_a_failed_row_has_its_situation_and_no_values(tmp_path: Path) -> None:
    work = DatasetWork(**SMALL, spots=2)
    folder = Folder.make(tmp_path, work)
    folder.write(0, [work.row(0, ""), work.failed(1, "OSError: gone")])
    good, bad = Sweep(tmp_path).rows()
    assert good["error"] is None
    assert bad["error"] == "OSError: gone"
    assert len(bad["range_ip"]) == 1326
    assert bad["cfv_oop"] is bad["cfv_ip"] is bad["iterations"] is None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"street": "flop"}, "street='flop': must be one of 'river', 'turn'"),
        ({"spots": 0}, "spots=0: must be an integer from 1"),
        ({"first": 2**63 - 1}, "first=.*: must be an integer from 0"),
        ({"part": (4, 3)}, r"part=\(4, 3\): must be two whole numbers"),
        ({"part": (1, 3)}, "part=1/3: 2 spots do not make 3 parts"),
        ({"ranges": "x"}, "ranges='x': must be one of 'deepstack'"),
        ({"pots": "x"}, "pots='x': must be one of deepstack"),
        ({"bet_sizes": "50"}, "bet_sizes='50': '50' at character 1: a number needs a unit"),
        ({"raise_sizes": "q"}, "raise_sizes='q'"),
        ({"variant": "cfr++"}, "variant='cfr[+][+]': no such variant"),
        ({"until": "much"}, "until='much': must be chips"),
        ({"until": "5 mbb"}, "until='5 mbb': must be chips"),
        ({"until": 0}, "until=0: must be chips"),
        ({"values": "guess"}, "values='guess': must be one of 'solve', 'network'"),
        ({"values": "network", "until": None}, "values='network': is for turns, not for a river"),
        ({"values": "network", "street": "turn"}, "values='network': needs a number of iterations and no until"),
        ({"values": "network", "street": "turn", "until": None, "variant": "pcfr+"}, "does not predict, not 'pcfr[+]'"),
        ({"hands": "some"}, "hands='some': must be one of 'all', 'held'"),
        (
            {"values": "network", "street": "turn", "until": None, "hands": "held"},
            "solves all hands: hands='held' must be 'all'",
        ),
        ({"iterations": 0}, "iterations=0: must be an integer from 1"),
    ],
)
def test_bad_settings(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        DatasetWork(**{"street": "river", "spots": 2} | settings)


def test_a_data_set_is_read_file_by_file_without_copies(whole: Sweep) -> None:
    files = list(read_dataset(whole.folder))
    assert [len(file["index"]) for file in files] == [3, 2]
    rows = list(whole.rows())
    for name in ("range_oop", "range_ip", "cfv_oop", "cfv_ip"):
        assert np.array_equal(np.concatenate([file[name] for file in files]), np.array([row[name] for row in rows], np.float32))
        assert not any(file[name].flags.owndata or file[name].flags.writeable for file in files)  # views of Arrow's memory
    assert files[0]["cards"].dtype == np.uint8
    assert files[0]["cards"].shape == (3, 5)
    assert np.concatenate([file["board"] for file in files]).tolist() == [row["board"] for row in rows]
    assert "error" not in files[0]
    assert [list(file) for file in read_dataset(whole.folder, ["pot", "index"])] == [["pot", "index"]] * 2


def test_failed_rows_are_left_out(tmp_path: Path) -> None:
    work = DatasetWork(**SMALL, spots=3)
    folder = Folder.make(tmp_path, work)
    folder.write(0, [work.row(0, ""), work.failed(1, "gone"), work.row(2, "")])
    (file,) = read_dataset(tmp_path)
    assert file["index"].tolist() == [0, 2]
    assert np.array_equal(file["cfv_ip"][1], np.array(list(Sweep(tmp_path).rows())[2]["cfv_ip"], np.float32))


def test_what_is_no_data_set_is_refused(whole: Sweep, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no sweep and no data set"):
        read_dataset(tmp_path)
    with pytest.raises(ValueError, match="no column 'range_op'"):
        read_dataset(whole.folder, ["range_op"])


def test_deep_turns_take_more_memory() -> None:
    shallow, deep = (DatasetWork(street="turn", spots=1, pots=pots).memory(0) for pots in ("100:50", "100:5000"))
    assert DatasetWork(street="river", spots=1).memory(0) < shallow < deep < 10**9


def test_a_set_of_another_network_is_read_and_not_gone_on_with(tmp_path: Path) -> None:
    settings = {"street": "turn", "spots": 2, "values": "network", "until": None, "iterations": 2}
    other, now = DatasetWork(**SMALL | settings, network="0" * 64), DatasetWork(**SMALL | settings)
    assert now.network is not None and now.key(0) != other.key(0)
    made = Folder.make(tmp_path / "set", other)
    assert Folder.open(tmp_path / "set").work.record() == other.record()
    with pytest.raises(ValueError, match=r"network='000000000000': this package has another, '\w{12}', whose rows differ"):
        run_folder(made)
    with pytest.raises(ValueError, match=r"sweep.json: network='000000000000'"):
        Folder.make(tmp_path / "set", now)
    with pytest.raises(ValueError, match="record: names no network"):
        DatasetWork.from_record({name: own for name, own in other.record().items() if name != "network"})
    with pytest.raises(ValueError, match="network='': must be the 64 hexadecimal digits"):
        DatasetWork(**SMALL | settings, network="")
    with pytest.raises(ValueError, match="network='x': must be left out with values='solve'"):
        DatasetWork(**SMALL, spots=1, network="x")
