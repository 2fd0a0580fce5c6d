"""Finished rows are read: all of it, in order, as far as it is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from pokerzoo.evaluation import Sweep  # noqa: E402
from pokerzoo.evaluation.sweeps import work as works  # noqa: E402
from pokerzoo.evaluation.sweeps.folder import Folder  # noqa: E402
from pokerzoo.evaluation.sweeps.shard_tasks import make_shard  # noqa: E402


class Squares:
    """Rows that cost nothing: the squares of 0 to ``count`` - 1; every tenth fails."""

    kind = "squares"
    rows_per_file = 4
    schema = pa.schema([("key", pa.string()), ("index", pa.int64()), ("error", pa.string()), ("square", pa.int64())])

    def __init__(self, count: int) -> None:
        self.count = count

    @classmethod
    def from_record(cls, record: Any) -> Squares:
        return cls(record["count"])

    def record(self) -> dict[str, Any]:
        return {"count": self.count}

    def key(self, index: int) -> str:
        return works.record_digest([self.kind, index])

    def row(self, index: int, folder: str) -> dict[str, Any]:
        if index % 10 == 9:
            raise ValueError("nine")
        return {"key": self.key(index), "index": index, "error": None, "square": index**2}

    def failed(self, index: int, error: str) -> dict[str, Any]:
        return {"key": self.key(index), "index": index, "error": error}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.setitem(works.KINDS, "squares", f"{__name__}:Squares")
    return Folder.make(tmp_path / "out", Squares(22))


def test_rows_are_read_as_far_as_they_are_there(folder: Folder) -> None:
    sweep = Sweep(folder.path)
    assert (len(sweep), sweep.count, sweep.done, sweep.failed, sweep.missing) == (0, 22, 0, 0, 22)
    assert sweep.table().num_rows == 0 and sweep.table().schema == Squares.schema
    for shard in (2, 0):
        make_shard(str(folder.path), shard)
    assert (len(sweep), sweep.done, sweep.failed, sweep.missing) == (8, 8, 1, 14)
    assert sweep.table(["index"]).column("index").to_pylist() == [0, 1, 2, 3, 8, 9, 10, 11]
    for shard in (1, 3, 4, 5):
        make_shard(str(folder.path), shard)
    assert (len(sweep), sweep.failed, sweep.missing) == (22, 2, 0)
    assert [row["square"] for row in sweep.rows()] == [None if k % 10 == 9 else k * k for k in range(22)]
    assert sweep.table(["square", "key"]).column_names == ["square", "key"]
    assert repr(sweep) == f"<Sweep {str(folder.path)!r}: 22 of 22 rows, 2 of them failed>"
    assert sweep.work.record() == {"count": 22}


def test_a_damaged_page_is_an_error_and_no_other_number(folder: Folder) -> None:
    for shard in range(folder.shards):
        make_shard(str(folder.path), shard)
    part = folder.part(1)
    squares = pq.ParquetFile(part).metadata.row_group(0).column(3)
    written = bytearray(part.read_bytes())
    begin = squares.dictionary_page_offset or squares.data_page_offset
    written[begin + squares.total_compressed_size - 1] ^= 1  # the last byte of its page
    part.write_bytes(written)
    with pytest.raises(ValueError, match=r"rows: a file is damaged: .*(crc|CRC|checksum)[^\n]*$"):
        Sweep(folder.path).table(["square"])
    assert Sweep(folder.path).table(["index"]).num_rows == 22


def test_what_is_not_there_is_said(folder: Folder, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no column 'sqare'; allowed: key, index, error, square; did you mean 'square'\?"):
        Sweep(folder.path).table(["sqare"])
    with pytest.raises(ValueError, match="must be a list of names"):
        Sweep(folder.path).table("square")
    with pytest.raises(FileNotFoundError, match=r"holds no sweep"):
        Sweep(tmp_path)
