"""Training that survives: kills, torn files, full disks, long runs; and the log of a run."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, MCCFR, StoreError, SymmetricRegretMatching, Variant
from pokerzoo.agents.training import JsonLinesLog, TensorBoardLog
from pokerzoo.agents.training import checkpoint as checkpoint_module
from pokerzoo.envs import make_game
from pokerzoo_testing.trainers import digest, tables

LEDUC = make_game("leduc", suit_isomorphism=True)


def files(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.glob("*.npz"))


KILLED = """
import sys
from pokerzoo.agents import MCCFR
solver = MCCFR("leduc", seed=5)
solver.compile()
print("ready", flush=True)
solver.run(400_000, every=5000, checkpoint=sys.argv[1])
"""


@pytest.mark.check
def test_killed_at_random_moments_it_ends_bit_for_bit_where_an_uninterrupted_run_ends(tmp_path: Path) -> None:
    rng, kills, code = random.Random(1), 0, -signal.SIGKILL
    while code == -signal.SIGKILL:
        with subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
            if kills < 6:
                time.sleep(rng.uniform(0.02, 0.3))
                process.kill()
        code, kills = process.returncode, kills + 1
    assert code == 0 and kills > 3  # else nothing was tested
    again = MCCFR("leduc", seed=5).run(400_000, checkpoint=tmp_path)
    assert digest(again) == digest(MCCFR("leduc", seed=5).run(400_000))
    assert len(files(tmp_path)) == 2


def test_torn_and_corrupted_checkpoints_are_noticed_and_the_one_before_is_used(tmp_path: Path) -> None:
    game = make_game("kuhn")
    whole = CFR(game, "dcfr").run(60)
    CFR(game, "dcfr").run(40, every=20, checkpoint=tmp_path)
    older, newer = (tmp_path / name for name in files(tmp_path))
    good = newer.read_bytes()
    middle = good.index(b"state/regrets") + 300
    for bad in (b"", b"not a zip", good[:-40], good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :]):
        for path in tmp_path.iterdir():
            path.unlink()
        CFR(game, "dcfr").run(40, every=20, checkpoint=tmp_path)
        newer.write_bytes(bad)
        with pytest.warns(UserWarning, match=f"{re.escape(str(newer))}.*going on from {older.name}"):
            solver = CFR(game, "dcfr").run(60, checkpoint=tmp_path)
        assert np.array_equal(solver.regrets(), whole.regrets())
    torn = sorted(tmp_path.glob("checkpoint-*.npz"))
    for path in torn:
        path.write_bytes(good[:100])
    with pytest.raises(StoreError, match="damaged: .*remove them to start over"):
        CFR(game, "dcfr").run(60, checkpoint=tmp_path)
    assert all(path.exists() for path in torn)


def test_a_checksum_holds_even_where_the_archive_is_whole(tmp_path: Path) -> None:
    CFR(LEDUC).run(10, checkpoint=tmp_path)
    path = tmp_path / files(tmp_path)[0]
    with np.load(path) as archive:
        arrays = dict(archive)
    arrays["state/regrets 0"][0, 8] += 1.0
    np.savez(path, **arrays)
    with pytest.raises(StoreError, match="checksum"):
        CFR(LEDUC).run(20, checkpoint=tmp_path)


def test_a_full_disk_is_an_error_that_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    CFR(LEDUC).run(40, every=20, checkpoint=tmp_path)
    before = files(tmp_path)

    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    solver = CFR(LEDUC)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            solver.run(100, every=20, checkpoint=tmp_path)
    assert solver.iteration == 60  # what was trained is there
    assert files(tmp_path) == before
    assert not list(tmp_path.glob(".*.part"))
    again = CFR(LEDUC).run(100, every=20, checkpoint=tmp_path)
    assert np.array_equal(again.regrets(), CFR(LEDUC).run(100).regrets())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: CFR(make_game("leduc"), "cfr"), "params is"),
        (lambda: CFR(make_game("kuhn"), "cfr"), "game is 'leduc' there and 'kuhn' here"),
        (lambda: CFR(LEDUC, "cfr+"), "variant is 'cfr' there and 'cfr\\+' here"),
        (lambda: CFR(LEDUC, "cfr", alternating=True), "alternating is False there and True here"),
        (lambda: CFR(LEDUC, "cfr", layout="flat"), "lanes is 'HandLanes' there and 'OneLane' here"),
        (lambda: MCCFR(LEDUC, "cfr"), "solver is 'CFR' there and 'MCCFR' here"),
        (lambda: CFR(LEDUC, "cfr", locks={"K|": {"check": 1.0}}), "locks is"),
        (lambda: CFR(LEDUC, Variant("cfr", lambda t: 0.5, lambda t: 0.5, lambda t: 1.0, False, "")), "schedule is"),
        (lambda: SymmetricRegretMatching(make_game("bet_fold")), "solver is 'CFR' there"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(make: Any, message: str, tmp_path: Path) -> None:
    CFR(LEDUC, "cfr").run(10, checkpoint=tmp_path)
    with pytest.raises(StoreError, match=message):
        make().run(20, checkpoint=tmp_path)
    assert CFR(LEDUC, "cfr").run(20, checkpoint=tmp_path).iteration == 20


def test_seeds_in_checkpoints(tmp_path: Path) -> None:
    first = MCCFR(LEDUC, sampling="chance").run(50, checkpoint=tmp_path)  # draws a seed
    second = MCCFR(LEDUC, sampling="chance").run(90, checkpoint=tmp_path)
    assert second.seed == first.seed
    assert np.array_equal(second.regrets(), MCCFR(LEDUC, sampling="chance", seed=first.seed).run(90).regrets())
    assert first.seed is not None
    with pytest.raises(StoreError, match="seed is"):
        MCCFR(LEDUC, sampling="chance", seed=first.seed + 1).run(90, checkpoint=tmp_path)


def test_the_directory_of_checkpoints(tmp_path: Path) -> None:
    """Copies under other names stay, what killed writers left goes, and a run that is further along has nothing to do."""
    CFR(LEDUC).run(20, every=10, checkpoint=tmp_path)
    newest = (tmp_path / "checkpoint-000000000000020.npz").read_bytes()
    for name in ("checkpoint-best.npz", "checkpoint-000000000000005.npz", ".checkpoint-000000000000020.npz.123.part"):
        (tmp_path / name).write_bytes(newest)
    assert CFR(LEDUC).run(15, checkpoint=tmp_path).iteration == 20
    numbered = [f"checkpoint-{iteration:015}.npz" for iteration in (10, 20)]
    assert sorted(path.name for path in tmp_path.iterdir() if "lock" not in path.name) == [*numbered, "checkpoint-best.npz"]
    ahead = MCCFR(LEDUC).run(50)
    with pytest.raises(StoreError, match="solver is 'CFR' there"):
        ahead.run(100, checkpoint=tmp_path)
    assert ahead.iteration == 50
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="is not a directory"):
        CFR(LEDUC).run(20, checkpoint=tmp_path / "file")


def test_two_runs_do_not_write_into_one_directory(tmp_path: Path) -> None:
    with (
        checkpoint_module.Checkpoints(tmp_path),
        pytest.raises(StoreError, match="another run is writing there now"),
    ):
        CFR(LEDUC).run(20, checkpoint=tmp_path)
    assert CFR(LEDUC).run(20, checkpoint=tmp_path).iteration == 20


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_ctrl_c_and_a_callback_that_fails_leave_a_checkpoint(error: type[BaseException], tmp_path: Path) -> None:
    def interrupt(solver: CFR) -> None:
        if solver.iteration == 33:
            raise error

    with pytest.raises(error):
        CFR(LEDUC).run(100, every=11, callbacks=[interrupt], checkpoint=tmp_path)
    assert files(tmp_path)[-1] == "checkpoint-000000000000033.npz"


@pytest.mark.check
@pytest.mark.parametrize("name", ["chance", "external", "bet/fold, exact", "bet/fold, sampled", "CFR dcfr"])
def test_a_real_ctrl_c_in_the_midst_of_a_stretch(name: str, tmp_path: Path) -> None:
    """The signal comes while compiled code runs; what is then saved must be in step with its count."""
    make = tables()[name].make
    make(1).advance(1)
    solver = make(1)
    timer = threading.Timer(0.15, os.kill, (os.getpid(), signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            solver.run(10**12, checkpoint=tmp_path)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    reached = int(files(tmp_path)[-1].split("-")[1].split(".")[0])
    again = make(1).run(reached + 10, checkpoint=tmp_path)
    assert digest(again) == digest(make(1).run(reached + 10))


# The log


def test_the_log_has_a_line_a_stretch_and_survives_a_kill(tmp_path: Path) -> None:
    log, directory = tmp_path / "metrics.jsonl", tmp_path / "run"
    solver = CFR(LEDUC, "cfr+").run(40, every=10, callbacks=[JsonLinesLog(log)], checkpoint=directory)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["iteration"] for line in lines] == [10, 20, 30, 40]
    last, measured = lines[-1], solver.measure()
    assert last["exploitability_chips"] == pytest.approx(solver.exploitability) == pytest.approx(sum(last["gains_chips"]) / 2)
    assert last["nash_conv_chips"] == pytest.approx(2 * solver.exploitability)
    assert last["values_chips"] == pytest.approx(measured.values.tolist())
    assert 0 < lines[0]["seconds"] < last["seconds"]
    # Killed after it logged 40, but before the checkpoint of 40 was there; and while it wrote a line.
    (directory / "checkpoint-000000000000040.npz").unlink()
    with open(log, "a") as file:
        file.write('{"iteration": 50, "seco')
    CFR(LEDUC, "cfr+").run(60, every=10, callbacks=[JsonLinesLog(log)], checkpoint=directory)
    again = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["iteration"] for line in again] == [10, 20, 30, 40, 50, 60]
    assert again[3]["gains_chips"] == last["gains_chips"]
    assert again[-1]["seconds"] > lines[2]["seconds"]  # seconds go on too
    CFR(LEDUC, "cfr+").run(10, callbacks=[JsonLinesLog(log)])  # another run writes it anew
    assert json.loads(log.read_text().splitlines()[0])["iteration"] <= 10 and len(log.read_text().splitlines()) < 6


def test_a_log_is_not_written_over_what_is_none(tmp_path: Path) -> None:
    notes, link = tmp_path / "notes.txt", tmp_path / "link.jsonl"
    notes.write_text("mine\n")
    with pytest.raises(ValueError, match="exists and is not a log of a run: it is not overwritten"):
        JsonLinesLog(notes)
    assert notes.read_text() == "mine\n"
    os.mkfifo(tmp_path / "pipe")
    for bad, message in ((tmp_path / "pipe", "not a plain file"), (tmp_path, "not a plain file"), ("", "must name a file")):
        with pytest.raises(ValueError, match=message):
            JsonLinesLog(bad)
    with pytest.raises(FileNotFoundError, match="no such directory"):
        JsonLinesLog(tmp_path / "none" / "log.jsonl")
    link.symlink_to(tmp_path / "real.jsonl")
    CFR(LEDUC).run(10, every=5, callbacks=[JsonLinesLog(link)])
    assert link.is_symlink() and len((tmp_path / "real.jsonl").read_text().splitlines()) == 2


def test_tensorboard_reads_what_was_logged(tmp_path: Path) -> None:
    from tensorboardX.proto.event_pb2 import Event

    log = TensorBoardLog(tmp_path)
    solver = CFR(LEDUC, "cfr+").run(30, every=10, callbacks=[log])
    log.close()
    points: dict[str, list[tuple[int, float]]] = {}
    data = next(tmp_path.glob("events*")).read_bytes()
    while data:  # records: length (8 bytes), its checksum (4), the event, its checksum (4)
        length = int.from_bytes(data[:8], "little")
        event = Event.FromString(data[12 : 12 + length])
        for value in event.summary.value:
            points.setdefault(value.tag, []).append((event.step, value.simple_value))
        data = data[16 + length :]
    assert [step for step, _ in points["exploitability_chips"]] == [10, 20, 30]
    assert points["exploitability_chips"][-1][1] == pytest.approx(solver.exploitability, rel=1e-6)
    assert {"gains_chips/player_0", "gains_chips/player_1", "values_chips/player_0", "seconds"} <= points.keys()


# Long runs


def test_overflow_is_not_silent() -> None:
    huge = make_game("rps", payoffs=((0.0, -1e308), (1e308, 0.0)))
    with pytest.raises(OverflowError, match="no longer finite in float64: the payoffs of rps"):
        CFR(huge, "cfr", alternating=False).run(1000)


@pytest.mark.long
@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("variant", ["cfr", "lcfr"])
def test_a_million_iterations_stay_finite_and_good(variant: str, precision: Any) -> None:
    solver = CFR(make_game("leduc"), variant, precision=precision).run(1_000_000)
    assert np.isfinite(solver.regrets()).all()
    # Regret bounds: vanilla's regrets grow at most like sqrt(T), linear ones are kept in a fixed scale.
    assert np.abs(solver.regrets()).max() < 1e6
    assert solver.exploitability < 0.002
