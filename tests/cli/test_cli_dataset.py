"""``pokerzoo dataset``: made, gone on with, refused."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyarrow.parquet")
pytest.importorskip("pebble")

from pokerzoo.cli import main
from pokerzoo.evaluation import Sweep
from pokerzoo.evaluation.sweeps.dataset_work import DatasetWork
from pokerzoo_testing.command_line import Printed


def test_a_part_is_made_and_gone_on_with(printed: Printed, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "set"
    command = [
        "dataset", "river", "--spots", "4", "--seed", "3", "--first", "10", "--part", "2/2", "--pots", "100:60",
        "--ranges", "top", "--bet", "50%", "--raise", "a", "--until", "2%", "--out", str(out), "--processes", "1",
    ]  # fmt: skip
    told = printed.json(*command)
    assert (told["rows"], told["made"], told["failed"]) == (2, 2, 0)
    assert Sweep(out).work == DatasetWork(
        street="river", spots=4, seed=3, first=10, part=(2, 2), pots="100:60", ranges="top", bet_sizes="50%", raise_sizes="a",
        until="2%", iterations=100_000,
    )  # fmt: skip
    assert [row["index"] for row in Sweep(out).rows(["index"])] == [12, 13]
    text = printed(*command)
    assert "2 (2 were there)" in text
    asked = text.split("pokerzoo query ")[1].split(" --sql ")
    assert asked[0] == str(out) and printed("query", str(out), "--sql", asked[1].strip().strip("'")).count("\n") == 5
    assert f"read_dataset({str(out)!r})" in text
    assert main([*command, "--seed", "4"]) == 2
    assert "holds another dataset" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["flop"], "river|turn 'flop': must be one of 'river', 'turn'"),
        (["river", "--part", "5/4"], "--part '5/4': must be I/N, from 1/N to N/N"),
        (["river", "--part", "1/8"], "--part 1/8: 4 spots do not make 8 parts"),
        (["river", "--seed", "-1"], "--seed -1: must be an integer from 0"),
        (["river", "--ranges", "all"], "--ranges 'all': must be one of 'deepstack'"),
        (["river", "--pots", "1:"], "--pots '1:': must be one of deepstack, cash, ratio, or POT:STACK"),
        (["river", "--bet", "50"], "--bet '50': '50' at character 1: a number needs a unit"),
        (["river", "--until", "5 mbb"], "--until '5 mbb': must be chips (0.05) or percent of the pot"),
        (["river", "--iterations", "0"], "--iterations 0: must be an integer from 1"),
        (["river", "--variant", "x"], "--variant 'x': no such variant"),
        (["river"], "--out DIR: is needed"),
    ],
)
def test_what_is_wrong_is_named_as_it_was_typed(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = [] if options == ["river"] else ["--out", str(tmp_path / "out")]
    assert main(["dataset", *options, "--spots", "4", *out]) == 2
    assert message in capsys.readouterr().err.replace("\n", " ")
    assert not (tmp_path / "out").exists()
