"""``pokerzoo train-values``: one sentence without torch, and with it a network whose errors are those of the API."""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("pyarrow.parquet")

from pokerzoo.agents import ValueNetwork
from pokerzoo.agents.neural.value_training import COLUMNS, ValueData, network_guess, value_errors
from pokerzoo.cli import main
from pokerzoo.evaluation import read_dataset
from pokerzoo.evaluation.sweeps.dataset_work import DatasetWork
from pokerzoo.evaluation.sweeps.folder import Folder
from pokerzoo.evaluation.sweeps.shard_tasks import make_shard
from pokerzoo_testing.command_line import Printed, json_manual


def test_without_torch_one_sentence_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    assert main(["train-values", "rivers", "--out", str(tmp_path / "n.npz")]) == 2
    error = capsys.readouterr().err
    told = f'learners with networks need torch: {sys.executable} -m pip install ".[rl]" in pokerzoo\'s folder'
    assert error == f"pokerzoo: error: {told}\n"
    assert main(["train-values", "rivers", "--out", "n.npz", "--width", "5000"]) == 2
    assert "--width 5000: must be an integer from 1 to 1024" in capsys.readouterr().err


@pytest.mark.skipif(find_spec("torch") is None, reason="needs torch")
def test_a_network_is_trained_and_measured(printed: Printed, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = Folder.make(tmp_path / "rivers", DatasetWork(street="river", spots=12, pots="100:60", until="5%"))
    for shard in folder.missing():
        make_shard(str(folder.path), shard)
    out = str(tmp_path / "n.npz")
    told = printed.json("train-values", str(folder.path), "--epochs", "2", "--width", "8", "--passes", "1", "--out", out)
    data, network = ValueData.from_files(read_dataset(folder.path, COLUMNS)), ValueNetwork.load(out)
    assert (told["rows"], told["held_out"], told["epochs"]) == (10, 2, 2)
    assert told["huber"] == value_errors(data.part(slice(10, 12)), network_guess(network)).huber
    assert told["data"] == data.part(slice(0, 10)).digest() == network.metadata["data"]
    section = json_manual().partition("### What train-values prints")[2]
    assert set(told) == set(re.findall(r"^\| `(\w+)` \|", section.partition("\n## ")[0], re.MULTILINE))
    assert main(["train-values", str(tmp_path / "none"), "--out", out]) == 2
    assert "none" in capsys.readouterr().err
