"""``pokerzoo train`` with checkpoints, logs and sampling; more than two players."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game

COMMAND = [sys.executable, "-m", "pokerzoo.cli"]


def train(*arguments: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The object that ``train ... --json`` prints; it must succeed and say nothing else."""
    assert main(["train", *arguments, "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    result: dict[str, Any] = json.loads(printed.out)
    return result


@pytest.mark.long
def test_a_killed_command_goes_on_to_the_same_file(tmp_path: Path) -> None:
    whole, killed, log = tmp_path / "whole.npz", tmp_path / "killed.npz", tmp_path / "log.jsonl"
    arguments = [*COMMAND, "train", "leduc", "--method", "mccfr", "--seed", "3", "--iterations", "120000"]
    subprocess.run([*arguments, "--out", str(whole)], check=True, capture_output=True)
    arguments += ["--checkpoint", str(tmp_path / "run"), "--every", "1500", "--log", str(log), "--out", str(killed)]
    for _ in range(3):
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline, before = time.monotonic() + 60, len(list((tmp_path / "run").glob("*.npz")))
        newest = max((tmp_path / "run").glob("*.npz"), default=None)
        while time.monotonic() < deadline and process.poll() is None:
            now = max((tmp_path / "run").glob("*.npz"), default=None)
            if now is not None and now != newest and len(list((tmp_path / "run").glob("*.npz"))) >= before:
                break
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert not killed.exists()  # else nothing was killed
    done = subprocess.run([*arguments, "--json"], check=True, capture_output=True, text=True)
    result = json.loads(done.stdout)
    assert 0 < result["resumed_at_iteration"] < 120_000 == result["iterations"]
    assert TabularPolicy.load(killed) == TabularPolicy.load(whole)
    lines = [json.loads(line)["iteration"] for line in log.read_text().splitlines()]
    assert lines == list(range(1500, 120_001, 1500))


def test_a_damaged_checkpoint_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    train("kuhn", "--iterations", "40", "--every", "20", "--checkpoint", str(tmp_path), capsys=capsys)
    newest = tmp_path / "checkpoint-000000000000040.npz"
    newest.write_bytes(newest.read_bytes()[:200])
    assert main(["train", "kuhn", "--iterations", "60", "--checkpoint", str(tmp_path), "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["resumed_at_iteration"] == 20
    assert printed.err.startswith(f"pokerzoo: warning: {newest}: damaged: ") and printed.err.count("\n") == 1
    assert main(["train", "leduc", "--iterations", "60", "--checkpoint", str(tmp_path)]) == 2
    assert "of another run: game is 'kuhn' there and 'leduc' here" in capsys.readouterr().err


def test_more_than_two_players_are_promised_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "kuhn", "--param", "num_players=3", "--iterations", "500"]) == 0
    text = capsys.readouterr().out
    assert "no convergence to an equilibrium is promised" in text
    result = train("kuhn", "--param", "num_players=3", "--iterations", "500", capsys=capsys)
    solver = CFR(make_game("kuhn", num_players=3)).run(500)
    assert result["nash_conv_chips"] == pytest.approx(3 * solver.exploitability) == pytest.approx(sum(result["gains_chips"]))


def test_a_request_that_fails_leaves_an_old_policy_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.npz"
    train("kuhn", "--iterations", "50", "--out", str(good), capsys=capsys)
    before = good.read_bytes()
    for arguments in (
        ["rps", "--param", "payoffs=[[0,-1e308],[1e308,0]]", "--option", "alternating=false"],
        ["kuhn", "--checkpoint", str(good)],
    ):
        assert main(["train", *arguments, "--iterations", "10", "--out", str(good)]) == 2
        capsys.readouterr()
        assert good.read_bytes() == before


def test_a_picture_of_a_cross_table_has_the_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for players in (["random", "honest"], ["random", "honest", "always_call"]):
        picture = tmp_path / f"{len(players)}.png"
        arguments = ["match", "--round-robin", *players, "--game", "kuhn", "--played", "--hands", "200", "--seed", "1"]
        assert main([*arguments, "--picture", str(picture), "--json"]) == 0
        table = json.loads(capsys.readouterr().out)
        assert picture.read_bytes()[:4] == b"\x89PNG"
        assert table["low"][0][1] == -table["high"][1][0]
    for bad, message in (("t.xyz", "must end in one of .png, .svg, .pdf"), ("none/t.png", "no such directory")):
        assert main(["match", "--round-robin", "random", "honest", "--game", "kuhn", "--picture", str(tmp_path / bad)]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "until", "chips"),
    [
        (["bet_raise"], "2 mbb", 0.001),  # the ante is half a chip
        (["bet_raise"], "0.001 chips", 0.001),
        (["holdem", "--param", "pot=40"], "0.5%", 0.2),
        (["bet_fold", "--param", "blind=2"], "1mbb", 0.002),
    ],
)
def test_until_has_units(game: list[str], until: str, chips: float, capsys: pytest.CaptureFixture[str]) -> None:
    """Every unit stops the run where the same limit in chips does, in ``train`` and in Python."""
    result = train(*game, "--until", until, capsys=capsys)
    same = train(*game, "--until", str(chips), capsys=capsys)
    assert result["stopped_by"] == same["stopped_by"] == "until"
    assert result["iterations"] == same["iterations"]
    assert 0 < result["exploitability_chips"] <= chips


def test_mirror_descent_reports_its_settings(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("kuhn", "--method", "mmd", "--option", "temperature=3/t", "--option", "magnet_rate=0.1", "--iterations", "50")
    result = train(*asked, capsys=capsys)
    assert (result["variant"], result["temperature"], result["magnet_rate"]) == (None, "3/t", "0.1")
    assert main(["train", *asked]) == 0
    assert f"temperature 3/t, step {result['step']}, magnet rate 0.1" in capsys.readouterr().out


def test_a_drawn_seed_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("kuhn", "--method", "mccfr", "--checkpoint", str(tmp_path))
    first = train(*arguments, "--iterations", "100", capsys=capsys)
    assert isinstance(first["seed"], int)
    assert train(*arguments, "--iterations", "200", capsys=capsys)["seed"] == first["seed"]
