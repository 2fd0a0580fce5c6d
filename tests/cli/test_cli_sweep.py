"""``pokerzoo sweep``: made, gone on with, interrupted, told."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pq = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("joblib")
pytest.importorskip("pydantic")

from pokerzoo.cli import main  # noqa: E402
from pokerzoo.evaluation.sweeps.spot_work import SpotWork  # noqa: E402
from pokerzoo_testing.command_line import Printed, json_manual  # noqa: E402

CONFIG = """
board = "QsJh2h8d"
ranges = ["QQ+,AKs", "JJ+,AK"]
pot = 50
stack = 100
bet_sizes = "50%"
rows_per_file = 16
vary.boards = "all-rivers"
"""
INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from pokerzoo.cli import main
if __name__ == "__main__":
    sys.exit(main())
"""


@pytest.fixture
def config(tmp_path: Path) -> str:
    (tmp_path / "rivers.toml").write_text(CONFIG)
    return str(tmp_path / "rivers.toml")


def test_a_sweep_is_made_in_parts_and_told(printed: Printed, config: str, tmp_path: Path) -> None:
    out = str(tmp_path / "rivers")
    told = printed.json("sweep", config, "--dry-run", "--processes", "1")
    documented = set(re.findall(r"^\| `([^`]+)` \|", json_manual().split("### A dry run")[1].split("\n## ")[0], re.M))
    assert told.keys() == documented
    assert told["rows"] == told["rows_left"] == 48 and told["files"] == 3 and 1 <= len(told["sampled"]) <= 8
    assert not os.path.exists(out)
    text = printed("sweep", config, "--out", out, "--limit", "10", "--processes", "1")
    assert re.match(r"spots   16 of 48\nerrors  none\ntime    .*\nfolder  ", text)
    assert "The same command solves the other 32 spots." in text
    assert "48, 32 of them missing, in 3 files" in printed("sweep", config, "--out", out, "--dry-run", "--processes", "1")
    text = printed("sweep", config, "--out", out, "--processes", "1")
    assert "spots   48 (16 were there)" in text and f"pokerzoo query {out}" in text
    assert len({row["key"] for part in Path(out, "spots").iterdir() for row in pq.read_table(part).to_pylist()}) == 48
    said = printed.error.splitlines()
    assert re.fullmatch(r"pokerzoo: 32 spots, 1 at a time: about .* each, \d tried\)", said[0])
    assert all(re.match(r"pokerzoo: (\d+ of 48 spots, |compiling)", line) for line in said[1:])
    printed.error = ""
    assert printed("sweep", config, "--out", out, "--quiet") == printed.error == ""


def test_an_example_is_printed(printed: Printed, tmp_path: Path) -> None:
    (tmp_path / "flops.toml").write_text(printed("sweep", "--example"))
    assert SpotWork.from_config(tmp_path / "flops.toml").count == 3 * 1755


def test_errors_are_one_line(config: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", config]) == 2
    assert capsys.readouterr().err == "pokerzoo: error: --out DIR: is needed, for the tables (or --dry-run)\n"
    assert main(["sweep"]) == 2
    assert capsys.readouterr().err == "pokerzoo: error: CONFIG: is needed; --example prints one\n"
    Path(tmp_path, "plain").touch()
    assert main(["sweep", config, "--out", str(tmp_path / "plain")]) == 2
    assert "exists and is not a directory" in capsys.readouterr().err
    Path(tmp_path, "other").mkdir()
    for text in ("{", '{"kind": "sweep"}', '{"pokerzoo_version": "0.0.1", "kind": "sweep", "record": {}}'):
        Path(tmp_path, "other", "job.json").write_text(text)
        assert main(["sweep", config, "--out", str(tmp_path / "other")]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"pokerzoo: error: {tmp_path}/other/job.json: ") and said.count("\n") == 1


def test_rows_with_errors_are_told_and_the_exit_code_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "two.toml"
    config.write_text('ranges = ["AA", "AA"]\nvary.boards = ["QsJh2h8d3c", "AsAhKd8d3c"]\n')
    assert main(["sweep", str(config), "--out", str(tmp_path / "two"), "--json"]) == 2
    result = json.loads(capsys.readouterr().out)
    assert (result["done"], result["failed"], [error["index"] for error in result["errors"]]) == (2, 1, [1])


@pytest.mark.long
def test_ctrl_c_ends_it_and_keeps_what_is_written(tmp_path: Path) -> None:
    config, out = tmp_path / "rivers.toml", tmp_path / "rivers"
    config.write_text(CONFIG.replace("all-rivers", "random-rivers:20000").replace("16", "2"))
    script = tmp_path / "command.py"
    script.write_text(INTERRUPTIBLE)
    command = subprocess.Popen(
        [sys.executable, str(script), "sweep", str(config), "--out", str(out), "--processes", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    until = time.monotonic() + 60
    while not list(out.glob("spots/*.parquet")):
        assert time.monotonic() < until and command.poll() is None
        time.sleep(0.05)
    os.killpg(command.pid, signal.SIGINT)  # as a terminal sends it: to the workers, too
    shown, told = command.communicate(timeout=60)
    there = len(list(out.glob("spots/*.parquet")))
    assert (command.returncode, shown) == (130, "")
    *progress, kept, last = told.splitlines()
    assert all(re.fullmatch(r"pokerzoo: [\d,]+ (of 20,000 spots, .* left|spots, 2 at a time: .*)", line) for line in progress)
    done = re.fullmatch(r"pokerzoo: ([\d,]+) of 20,000 spots are in .*; the same command resumes", kept)
    assert done and 0 < int(done[1].replace(",", "")) <= 2 * there
    assert last == "pokerzoo: interrupted"
