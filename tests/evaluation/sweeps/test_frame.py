"""A sweep's folder: begun, gone on with, the same bits."""

from __future__ import annotations

from pathlib import Path

import pytest

pq = pytest.importorskip("pyarrow.parquet")

from pokerzoo.evaluation.sweeps.folder import Folder  # noqa: E402
from pokerzoo.evaluation.sweeps.shard import make_shard  # noqa: E402
from pokerzoo.evaluation.sweeps.spot_work import SpotWork  # noqa: E402

BASE = {"ranges": ["QQ+,AKs", "JJ+,AK"], "pot": 50, "stack": 100, "bet_sizes": "50%"}


def test_a_shard_is_written_once_and_the_same_again(tmp_path: Path) -> None:
    work = SpotWork(BASE, [("QsJh2h8d3c", 1), ("QsJh2h8d8d", 1), ("AsKh2h8d3c", 1)])
    folder = Folder.make(tmp_path / "one", work)
    assert folder.missing() == [0]
    assert make_shard(str(folder.path), 0) == 1  # the second board has a card twice
    assert folder.missing() == []
    rows = pq.read_table(folder.part(0)).to_pylist()
    assert [row["board"] for row in rows] == [board for board, _ in work.boards]
    assert "8d" in rows[1]["error"] and rows[1]["ev_oop"] is None
    assert rows[0]["error"] is None and rows[0]["ev_oop"] + rows[0]["ev_ip"] == pytest.approx(0, abs=1e-6)
    other = Folder.make(tmp_path / "two", SpotWork.from_record(work.record()))
    make_shard(str(other.path), 0)
    assert other.part(0).read_bytes() == folder.part(0).read_bytes()


def test_another_work_is_refused(tmp_path: Path) -> None:
    Folder.make(tmp_path, SpotWork(BASE, [("QsJh2h8d3c", 1)]))
    Folder.make(tmp_path, SpotWork(BASE, [("QsJh2h8d3c", 1)]))
    with pytest.raises(ValueError, match="another sweep is there"):
        Folder.make(tmp_path, SpotWork(BASE, [("QsJh2h8d4c", 1)]))
