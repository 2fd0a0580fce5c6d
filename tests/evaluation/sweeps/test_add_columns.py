"""Columns are added to a sweep that an earlier version of pokerzoo made: null before, and no other number changes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("duckdb")
pytest.importorskip("pebble")

from pokerzoo.cli import main  # noqa: E402
from pokerzoo.evaluation import Sweep, make_dataset, read_dataset, sweep  # noqa: E402
from pokerzoo.evaluation.sweeps import run, shard_tasks, spot_work  # noqa: E402
from pokerzoo.evaluation.sweeps.by_field import is_list_of_structs  # noqa: E402
from pokerzoo.evaluation.sweeps.columns import layout_digest, with_versions  # noqa: E402
from pokerzoo.evaluation.sweeps.dataset_work import DatasetWork  # noqa: E402
from pokerzoo.evaluation.sweeps.digests import LoggedDigests  # noqa: E402
from pokerzoo.evaluation.sweeps.folder import Folder  # noqa: E402
from pokerzoo.evaluation.sweeps.log import FolderLog  # noqa: E402
from pokerzoo.evaluation.sweeps.part_checks import check_parts  # noqa: E402
from pokerzoo.evaluation.sweeps.spot_columns import GROUPING, MEASURES, spot_schema  # noqa: E402
from pokerzoo.evaluation.sweeps.spot_work import SpotWork  # noqa: E402
from pokerzoo_testing.made_work import events, run_here  # noqa: E402

BOARDS = ["QsJh2h8d3c", "AsAdAhAcKs", "AsKh2h8d3c", "7s7h2h8d3c"]  # no hand is left on the second: its row has an error
CONFIG = {
    "oop": "AA", "ip": "JJ+,AK", "pot": 50, "stack": 100, "bet": "50%,a", "rows_per_file": 2,
    "vary": {"boards": BOARDS}, "keep": {"lines": ["x"], "hands": True}, "solve": {"iterations": 40},
}  # fmt: skip
NUMBER = pa.float64()
NEW = ("spr", "both_ev", "nodes.per_pot", "nodes.sizes", "nodes.actions.length", "deals")
"""Columns of the newer version; ``deals`` had another meaning before."""


@pytest.fixture(autouse=True)
def _made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards are made in this process, which knows the newer version."""
    monkeypatch.setattr(run, "run_locally", run_here)
    shard_tasks._open_folder.cache_clear()


@pytest.fixture
def old(tmp_path: Path) -> Folder:
    """A folder of the present version."""
    folder = Folder.make(tmp_path / "old", SpotWork.from_config(CONFIG))
    run.run_folder(folder)
    return folder


def newer_schema() -> pa.Schema:
    fields = []
    for field in spot_schema():
        if field.name == "nodes":
            inner = [one for one in field.type.value_type if one.name != "actions"]
            actions = field.type.value_type.field("actions").type.value_type
            longer = pa.struct([actions.field(0), pa.field("length", pa.int64()), *list(actions)[1:]])
            sizes = pa.list_(pa.struct([("size", pa.string())]))
            new = [("per_pot", NUMBER), ("sizes", sizes), ("actions", pa.list_(longer))]
            field = pa.field("nodes", pa.list_(pa.struct([*inner, *(pa.field(*one) for one in new)])))
        fields += [field] + ([pa.field("spr", NUMBER)] if field.name == "stack" else [])
    return with_versions(pa.schema([*fields, pa.field("both_ev", NUMBER)]), {"deals": 2})


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Become the newer version."""
    unsolved, root, kept = SpotWork.unsolved_columns, spot_work.root_columns, spot_work.kept_columns

    def unsolved_columns(self: SpotWork, index: int) -> dict[str, Any]:
        found = unsolved(self, index)
        return found | {"spr": found["stack"] / found["pot"]}

    def root_columns(values: Any) -> dict[str, Any]:
        found = root(values)
        return found | {"both_ev": found["ev_oop"] + found["ev_ip"], "deals": 2 * found["deals"]}

    def kept_columns(*given: Any) -> dict[str, Any]:
        found = kept(*given)
        for node in found["nodes"]:
            node |= {"per_pot": node["ev_oop"] / node["pot"], "sizes": [{"size": "50%"}] * len(node["actions"])}
            for action in node["actions"]:
                action["length"] = len(action["action"])
        return found

    schema = newer_schema()

    def become() -> None:
        shard_tasks._open_folder.cache_clear()
        monkeypatch.setattr(spot_work, "spot_schema", lambda: schema)
        monkeypatch.setattr(SpotWork, "unsolved_columns", unsolved_columns)
        monkeypatch.setattr(spot_work, "root_columns", root_columns)
        monkeypatch.setattr(spot_work, "kept_columns", kept_columns)

    return become


def parts(folder: Folder) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (folder.path / "rows").iterdir()}


def without_new(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows without the columns of the newer version."""
    for row in rows:
        for name in ("spr", "both_ev", "deals"):
            row.pop(name, None)
        for node in row["nodes"] or []:
            node.pop("per_pot", None)
            node.pop("sizes", None)
            for action in node["actions"]:
                action.pop("length", None)
    return rows


def test_old_rows_read_as_null(old: Folder, newer: Callable[[], None]) -> None:
    before, deals = list(Sweep(old.path).rows()), Sweep(old.path).table(["deals"])
    means = Sweep(old.path).aggregate("board").table()
    assert Sweep(old.path).lacking == {} and deals["deals"].null_count == 1
    newer()
    found = Sweep(old.path)
    assert set(found.lacking) == set(NEW) and set(found.lacking.values()) == {4}
    rows = list(found.rows())
    assert all(row[name] is None for row in rows for name in ("spr", "both_ev", "deals"))
    nodes = [node for row in rows for node in row["nodes"] or []]
    assert nodes and all(node["per_pot"] is None and node["sizes"] is None for node in nodes)
    assert all(action["length"] is None for node in nodes for action in node["actions"])
    assert without_new(rows) == without_new(before)
    assert found.table().schema.names == newer_schema().names
    assert found.table(["spr", "both_ev"]).to_pylist() == [{"spr": None, "both_ev": None}] * 4
    assert found.failed == 1 and len(found) == 4
    again = found.aggregate("board").table()
    assert str({name: list(values) for name, values in again.items()}) == str({k: list(v) for k, v in means.items()})


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT count(spr), count(deals), count(ev_oop) FROM spots", [(0, 0, 3)]),
        ("SELECT count(*), count(per_pot), count(ev_oop), count(sizes.size) FROM nodes", [(6, 0, 6, 0)]),
        ("SELECT count(*) > 9, count(length), count(frequency) > 9 FROM actions", [(True, 0, True)]),
        ("SELECT DISTINCT typeof(spr), typeof(deals), typeof(nodes.per_pot) FROM spots", [("DOUBLE", "DOUBLE", "DOUBLE[]")]),
        ("SELECT len(nodes.per_pot), len(nodes.actions.length) FROM spots WHERE index = 0", [(2, 2)]),
        ("SELECT count(*) FROM sizes", [(0,)]),
    ],
)
def test_sql_on_old_rows(sql: str, rows: list[Any], old: Folder, newer: Callable[[], None]) -> None:
    newer()
    assert Sweep(old.path).query(sql).rows == rows


def test_answers_say_which_columns_are_null_and_how_to_make_them(old: Folder, newer: Callable[[], None]) -> None:
    newer()
    found = Sweep(old.path)
    note = "Rows of an earlier version of pokerzoo lack columns, which are null there: spr (4 rows); 'pokerzoo sweep CONFIG"
    note += f" --out {old.path} --add-columns' makes them."
    assert found.query("SELECT avg(spr) FROM spots").notes == (note,)
    assert found.query("SELECT avg(ev_oop), count(*) FROM spots").notes == ()
    assert all(name in found.query("SELECT * FROM spots").notes[0] for name in NEW)
    by_spr = found.aggregate("spr")
    assert by_spr.groups == ((None,),) and by_spr.notes()[-1] == note and by_spr.to_dict()["notes"] == by_spr.notes()
    assert note not in found.aggregate("board").notes()
    mean = found.aggregate(of=["spr"])
    assert mean["spr"][0] != mean["spr"][0] and note in mean.notes()
    assert found.aggregate(where="spr > 1 OR stack > 1").notes()[-1] == note


def test_columns_are_added_and_all_others_keep_their_bits(old: Folder, tmp_path: Path, newer: Callable[[], None]) -> None:
    before = Sweep(old.path).table()
    newer()
    wanted = Folder.make(tmp_path / "new", SpotWork.from_config(CONFIG))
    run.run_folder(wanted)
    made = sweep(CONFIG, old.path, add_columns=True)
    assert parts(old) == parts(wanted)
    after = made.table()
    for name in before.column_names:
        if name not in ("nodes", "deals"):
            assert after[name].equals(before[name])
    assert made.lacking == {} and made.query("SELECT count(spr), count(both_ev) FROM spots").rows == [(4, 3)]
    assert made.table(["spr"])["spr"].to_pylist() == [2.0] * 4
    assert events(old)[-6:] == ["begin", "extend", "extend", "shard", "shard", "end"]
    assert run.run_folder(Folder.open(old.path)).made == 0 and run.run_folder(Folder.open(old.path), add_columns=True).made == 0


def test_once_all_columns_are_there_files_are_not_asked_for_them(
    old: Folder, newer: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    newer()
    assert json.loads((old.path / "sweep.json").read_text())["columns"] == layout_digest(spot_schema())
    sweep(CONFIG, old.path, add_columns=True)
    assert json.loads((old.path / "sweep.json").read_text())["columns"] == layout_digest(newer_schema())
    monkeypatch.setattr(pq, "read_schema", lambda _: pytest.fail("the head says it"))
    assert Sweep(old.path).lacking == {}


def test_a_column_that_needs_no_solving_is_added_without(old: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    unsolved, schema = SpotWork.unsolved_columns, spot_schema()
    before = Sweep(old.path).table()
    shard_tasks._open_folder.cache_clear()
    monkeypatch.setattr(spot_work, "spot_schema", lambda: schema.append(pa.field("first_card", pa.string())))
    monkeypatch.setattr(
        SpotWork, "unsolved_columns", lambda self, k: unsolved(self, k) | {"first_card": self.spot(k).board[:2]}
    )
    monkeypatch.setattr(SpotWork, "solve", lambda *_: pytest.fail("nothing is to be solved"))
    told = run.run_folder(Folder.open(old.path), add_columns=True)
    assert told.notes == ["adds first_card (4 rows); no spot is solved again"] and (told.made, told.failed) == (4, 1)
    after = Sweep(old.path).table()
    assert after["first_card"].to_pylist() == [board[:2] for board in BOARDS]
    assert after.drop(["first_card"]).equals(before)


def test_a_column_with_another_meaning_is_made_anew_and_the_others_stay(old: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    before, root, schema = Sweep(old.path).table(), spot_work.root_columns, with_versions(spot_schema(), {"deals": 2})
    shard_tasks._open_folder.cache_clear()
    monkeypatch.setattr(spot_work, "spot_schema", lambda: schema)
    monkeypatch.setattr(spot_work, "root_columns", lambda values: root(values) | {"deals": 7.0})
    assert Sweep(old.path).lacking == {"deals": 4}
    assert Sweep(old.path).table(["deals"])["deals"].null_count == 4
    sweep(CONFIG, old.path, add_columns=True)
    after = Sweep(old.path).table()
    assert after["deals"].to_pylist() == [7.0, None, 7.0, 7.0]
    assert after.drop(["deals"]).equals(before.drop(["deals"]))


def test_a_kill_while_columns_are_added(old: Folder, newer: Callable[[], None], tmp_path: Path) -> None:
    newer()
    wanted = Folder.make(tmp_path / "new", SpotWork.from_config(CONFIG))
    run.run_folder(wanted)
    folder = Folder.open(old.path)
    before = parts(folder)
    log = FolderLog(folder.path / "log.jsonl")
    for number, digest in check_parts(folder).digests.items():
        log.add("extend", shard=number, digest=digest)
    log.close()
    assert Sweep(old.path).query("SELECT count(ev_oop) FROM spots").rows == [(3,)]  # killed before a file was written
    shard_tasks.extend_shard(str(folder.path), 1)  # killed between a file and its line in the log
    assert Sweep(old.path).query("SELECT count(ev_oop), count(spr) FROM spots").rows == [(3, 2)]
    assert parts(folder)["part-000000.parquet"] == before["part-000000.parquet"]
    result = run.run_folder(Folder.open(old.path), add_columns=True)
    assert (result.made, result.rows) == (2, 4)
    assert parts(folder) == parts(wanted)
    known = LoggedDigests(folder.path / "log.jsonl").read()
    assert all(one.good and not one.extending for one in known.values()) and len(known) == 2


def test_damage_while_columns_are_added_is_noticed(old: Folder, newer: Callable[[], None]) -> None:
    newer()
    folder = Folder.open(old.path)
    log = FolderLog(folder.path / "log.jsonl")
    log.add("extend", shard=1, digest=check_parts(folder).digests[1])
    log.close()
    changed = bytearray(folder.part(1).read_bytes())
    changed[200] ^= 4
    folder.part(1).write_bytes(changed)
    with pytest.raises(ValueError, match=re.escape(f"{folder.part(1)}: damaged")):
        Sweep(old.path).query("SELECT count(ev_oop) FROM spots")
    with pytest.raises(ValueError, match=re.escape(f"{folder.part(1)}: damaged")):
        run.run_folder(Folder.open(old.path), add_columns=True)
    assert run.run_folder(Folder.open(old.path)).made == 2


def test_rows_that_are_solved_otherwise_keep_their_numbers_and_that_is_said(
    old: Folder, newer: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = without_new(list(Sweep(old.path).rows()))
    newer()
    newer_root = spot_work.root_columns
    monkeypatch.setattr(spot_work, "root_columns", lambda values: newer_root(values) | {"ev_oop": 99.0})
    result = run.run_folder(Folder.open(old.path), add_columns=True)
    assert len(result.notes) == 2 and result.notes[1].startswith("row 0 has other numbers when it is solved again (ev_oop: ")
    assert result.notes[1].endswith(
        "99.0 here), and 2 more: the old columns are kept, and the new ones are of the new solution"
    )
    assert without_new(list(Sweep(old.path).rows())) == before
    assert Sweep(old.path).lacking == {}


def test_a_row_that_fails_now_is_kept(old: Folder, newer: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    newer()
    solved = SpotWork.solved_columns

    def fails(self: SpotWork, index: int) -> dict[str, Any]:
        if index == 2:
            raise RuntimeError("no")
        return solved(self, index)

    monkeypatch.setattr(SpotWork, "solved_columns", fails)
    result = run.run_folder(Folder.open(old.path), add_columns=True)
    assert result.notes[1].startswith("row 2 fails when it is solved again: RuntimeError: no: the old columns are kept")
    rows = list(Sweep(old.path).rows())
    assert rows[2]["error"] is None and rows[2]["ev_oop"] is not None and rows[2]["both_ev"] is None and rows[2]["spr"] == 2
    assert [node["per_pot"] for node in rows[2]["nodes"]] == [None, None]


def test_a_process_that_dies_leaves_its_row_without_the_new_columns(
    old: Folder, newer: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(job: Callable[[int], Any], tasks: list[int], *_: Any):  # type: ignore[no-untyped-def]
        by_row = job.args[0] is run.extend_row
        for task in tasks:
            dead = task == (2 if by_row else 1)
            yield run.TaskOutcome(task, died="signal 9") if dead else run.TaskOutcome(task, value=job(task))

    before = without_new(list(Sweep(old.path).rows()))
    newer()
    monkeypatch.setattr(run, "run_locally", dies)
    result = run.run_folder(Folder.open(old.path), add_columns=True)
    assert result.made == 4 and result.notes[-1].startswith("row 2 fails when it is solved again: its process died (signal 9)")
    rows = list(Sweep(old.path).rows())
    assert [row["spr"] for row in rows] == [2.0] * 4
    assert [row["both_ev"] is None for row in rows] == [False, True, True, False]
    assert without_new(rows) == before and Sweep(old.path).lacking == {}


def test_columns_that_the_explorer_offers_are_plain_columns_of_rows() -> None:
    for name in (*GROUPING, *MEASURES):
        assert not is_list_of_structs(spot_schema().field(name).type)


def test_an_unfinished_sweep_gets_columns_and_no_rows(tmp_path: Path, newer: Callable[[], None]) -> None:
    folder = Folder.make(tmp_path / "out", SpotWork.from_config(CONFIG))
    run.run_folder(folder, limit=2)
    newer()
    result = run.run_folder(Folder.open(folder.path), add_columns=True)
    assert (result.rows, result.made) == (2, 2) and folder.missing() == [1]
    assert json.loads((folder.path / "sweep.json").read_text())["columns"] == layout_digest(spot_schema())
    assert run.run_folder(Folder.open(folder.path)).made == 2
    assert Sweep(folder.path).lacking == {} and Sweep(folder.path).query("SELECT count(spr) FROM spots").rows == [(4,)]


def test_going_on_with_an_old_folder_says_what_it_lacks(tmp_path: Path, newer: Callable[[], None]) -> None:
    folder = Folder.make(tmp_path / "out", SpotWork.from_config(CONFIG))
    run.run_folder(folder, limit=2)
    newer()
    result = run.run_folder(Folder.open(folder.path))
    assert result.made == 2 and "spr (2 rows)" in result.notes[0] and "--add-columns" in result.notes[0]
    rows = list(Sweep(folder.path).rows())
    assert [row["spr"] for row in rows] == [None, None, 2.0, 2.0]
    assert Sweep(folder.path).query("SELECT index, spr FROM spots ORDER BY index").rows[1:3] == [(1, None), (2, 2.0)]


def test_a_folder_of_an_earlier_version_without_columns_in_its_head(old: Folder, newer: Callable[[], None]) -> None:
    head = json.loads((old.path / "sweep.json").read_text())
    del head["columns"]
    (old.path / "sweep.json").write_text(json.dumps(head | {"pokerzoo_version": "0.1.0"}))
    assert Sweep(old.path).lacking == {}
    newer()
    assert set(Sweep(old.path).lacking) == set(NEW)
    with pytest.raises(ValueError, match=r"pokerzoo_version='0\.1\.0'"):
        run.run_folder(Folder.open(old.path))
    run.run_folder(Folder.open(old.path), add_columns=True)
    assert Sweep(old.path).lacking == {}


def test_a_file_with_columns_of_no_version_is_refused(old: Folder, newer: Callable[[], None]) -> None:
    (old.path / "log.jsonl").unlink()
    newer()
    table = pq.read_table(old.part(0))
    pq.write_table(table.rename_columns(["evoop" if name == "ev_oop" else name for name in table.column_names]), old.part(0))
    with pytest.raises(ValueError, match="other columns"):
        Sweep(old.path).table(["board"])


def test_the_command_line_adds_columns(tmp_path: Path, newer: Callable[[], None], capsys: pytest.CaptureFixture[str]) -> None:
    config, out = tmp_path / "spots.toml", tmp_path / "out"
    config.write_text(
        'oop = "AA"\nip = "JJ+,AK"\npot = 50\nstack = 100\n[vary]\nboards = ["QsJh2h8d3c"]\n[solve]\niterations = 20\n'
    )
    given = ["sweep", str(config), "--out", str(out)]
    assert main([*given, "--add-columns"]) == 2
    assert "no sweep and no data set is here" in capsys.readouterr().err
    assert not out.exists()
    assert main([*given, "--quiet"]) == 0
    assert main([*given, "--add-columns", "--dry-run"]) == 0
    assert capsys.readouterr().out.strip() == "no column is missing"
    newer()
    assert main([*given, "--add-columns", "--dry-run", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["columns"] == dict.fromkeys(NEW, 1)
    assert set(told["solved_again"]) == set(NEW) - {"spr"}
    assert main(["query", str(out), "--sql", "SELECT spr FROM spots"]) == 0
    assert "--add-columns' makes them" in " ".join(capsys.readouterr().out.split())
    assert main([*given, "--add-columns"]) == 0
    assert "spots are solved again for" in " ".join(capsys.readouterr().err.split())
    assert main(["query", str(out), "--sql", "SELECT spr FROM spots", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["result"] == [{"spr": 2.0}] and found["notes"] == []


RIVERS: dict[str, Any] = {"street": "river", "spots": 3, "pots": "100:60", "until": None, "iterations": 20, "rows_per_file": 2}


def test_columns_are_added_to_a_data_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "old"
    before = make_dataset(out=out, **RIVERS).table()
    drawn, solved, schema = DatasetWork._drawn_columns, DatasetWork.solved_columns, DatasetWork(**RIVERS).schema
    values = pa.field("twice", schema.field("cfv_oop").type)
    newer = pa.schema([*schema, pa.field("spr", NUMBER, nullable=False), values])
    shard_tasks._open_folder.cache_clear()
    monkeypatch.setattr(DatasetWork, "schema", newer)
    monkeypatch.setattr(DatasetWork, "_drawn_columns", lambda self, k, one: drawn(self, k, one) | {"spr": one.stack / one.pot})

    def solved_columns(self: DatasetWork, index: int) -> dict[str, Any]:
        found = solved(self, index)
        return found | {"twice": 2 * found["cfv_oop"]}

    monkeypatch.setattr(DatasetWork, "solved_columns", solved_columns)
    old = Sweep(out)
    assert old.lacking == {"spr": 3, "twice": 3}
    assert old.table(["spr", "twice"]).to_pylist() == [{"spr": None, "twice": None}] * 3
    assert old.query("SELECT count(spr), count(pot) FROM spots").rows == [(0, 3)]
    assert "'pokerzoo dataset STREET --spots N --out" in old.query("SELECT spr FROM spots").notes[0]
    assert sum(len(file["pot"]) for file in read_dataset(out, ["pot"])) == 3
    with pytest.raises(ValueError, match="rows of an earlier version of pokerzoo have no spr"):
        list(read_dataset(out, ["spr"]))
    given = ["dataset", "river", "--spots", "3", "--pots", "100:60", "--iterations", "20", "--rows-per-file", "2"]
    assert main([*given, "--out", str(out), "--add-columns", "--dry-run"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told == "adds spr (3 rows), twice (3 rows); spots are solved again for twice"
    assert main([*given, "--out", str(out), "--add-columns", "--limit", "1", "--quiet"]) == 0
    assert Sweep(out).lacking == {"spr": 1, "twice": 1}
    made = make_dataset(out=out, add_columns=True, **RIVERS)
    assert made.lacking == {} and made.table().select(before.column_names).equals(before)
    assert parts(Folder.open(out)) == parts(Folder.open(make_dataset(out=tmp_path / "new", **RIVERS).folder))


def test_no_columns_are_added_to_other_works(tmp_path: Path) -> None:
    from pokerzoo.evaluation.runs.runs_work import RunsWork

    folder = Folder.make(tmp_path, RunsWork([], [], []))
    with pytest.raises(ValueError, match="columns are added to sweeps and data sets; this is a work of kind runs"):
        run.run_folder(folder, add_columns=True)
