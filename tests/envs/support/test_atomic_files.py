"""The one writer: whole or not at all, by many at once, and nothing but a plain file is replaced."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.envs.support.atomic_files import check_writable, write_atomically

pytestmark = pytest.mark.skipif(os.name != "posix", reason="devices, pipes and locks of POSIX")


def test_many_writers_of_one_path_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file"
    wanted = {bytes([65 + i]) * 50_000 for i in range(8)}
    failed: list[BaseException] = []
    write_atomically(path, min(wanted))

    def write(data: bytes) -> None:
        try:
            for _ in range(12):
                write_atomically(path, data)
                assert path.read_bytes() in wanted  # never torn, whoever wrote it
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=write, args=(data,)) for data in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


@pytest.mark.check
def test_what_a_killed_writer_left_is_swept_and_a_living_ones_is_not(tmp_path: Path) -> None:
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom pokerzoo.envs.support.atomic_files import _new_part\n"
        "number, part = _new_part(Path(sys.argv[1]))\nos.write(number, b'half')\nprint(part, flush=True)\nsys.stdin.read()\n"
    )
    path = tmp_path / "file"
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        part = Path(writer.stdout.readline().strip())
        write_atomically(path, b"whole")
        assert part.read_bytes() == b"half"  # its writer lives
        writer.send_signal(signal.SIGKILL)
        writer.wait()
    other = tmp_path / f".other.{'0' * 16}.part"
    other.write_bytes(b"of another file")
    write_atomically(path, b"whole")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [other.name, "file"]


def test_links_stay_links_and_permissions_stay(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    real, link = tmp_path / "deep" / "real", tmp_path / "link"
    real.write_bytes(b"old")
    real.chmod(0o600)
    link.symlink_to(real)
    write_atomically(link, b"new")
    assert link.is_symlink() and real.read_bytes() == b"new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    write_atomically(tmp_path / "fresh", b"")
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE((tmp_path / "fresh").stat().st_mode) == 0o666 & ~umask


def test_only_plain_files_are_replaced(tmp_path: Path) -> None:
    pipe, folder, loop, back = (tmp_path / name for name in ("pipe", "folder", "one", "two"))
    os.mkfifo(pipe)
    folder.mkdir()
    loop.symlink_to(back)
    back.symlink_to(loop)
    (tmp_path / "link").symlink_to(pipe)
    policy = TabularPolicy.uniform(make_game("kuhn"))
    for path in (pipe, folder, loop, tmp_path / "link"):
        before = os.lstat(path).st_mode
        for write in (policy.save, check_writable):
            with pytest.raises(OSError, match="exists and is not a plain file|leads in a circle"):
                write(path)
        assert main(["train", "kuhn", "--iterations", "3", "--out", str(path)]) == 2
        assert os.lstat(path).st_mode == before
    assert not list(tmp_path.glob(".*.part"))
