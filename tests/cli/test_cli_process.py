"""The command line as a process: exit codes, pipes, a terminal, Ctrl-C, and what starting it imports."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.evaluation.hands import read_hands
from pokerzoo_testing.command_line import INTERRUPTIBLE, but_for_the_notice

COMMAND = [sys.executable, "-m", "pokerzoo.cli"]
SECONDS = 120.0


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, away from any terminal."""
    environment = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "COLUMNS", "POKERZOO_DEBUG")}
    return subprocess.run(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
    )


class Terminal:
    """A process whose stderr is a terminal; what appears there can be waited for."""

    def __init__(self, command: list[str], columns: int = 100) -> None:
        self.pty, slave = os.openpty()
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
        environment |= {"TERM": "xterm-256color", "COLUMNS": str(columns)}
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=slave, env=environment
        )
        os.close(slave)
        self.shown = ""

    def wait_for(self, text: str) -> None:
        """Read until ``text`` has appeared; fail if it does not within two minutes."""
        deadline = time.monotonic() + SECONDS
        while text not in self.shown:
            assert time.monotonic() < deadline, f"{text!r} never appeared: {self.shown[-500:]!r}"
            assert self.read(1.0), f"ended before {text!r} appeared: {self.shown[-500:]!r}"

    def read(self, seconds: float) -> bool:
        """Read what is there; False at the end."""
        if not select.select([self.pty], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.pty, 65536)
        except OSError:  # how Linux says that the other end is closed
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)

    def finish(self) -> str:
        """Wait for the end of the process and return its stdout."""
        assert self.process.stdout is not None
        while self.read(1.0):
            assert self.process.poll() is None or select.select([self.pty], [], [], 0)[0]
        out = self.process.stdout.read().decode()
        self.process.wait(SECONDS)
        return out

    def close(self) -> None:
        """End the process if it is still there."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        os.close(self.pty)


def test_starting_imports_no_compiler() -> None:
    code = (
        "import sys; from pokerzoo.cli import main\n"
        "for arguments in (['--help'], ['train', '--help'], ['games', '--json'], ['--version']):\n"
        "    assert main(arguments) == 0\n"
        "heavy = {'numba', 'scipy', 'pandas', 'matplotlib', 'torch', 'pygame', 'pokerzoo.agents'} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=SECONDS)
    assert done.returncode == 0, done.stderr


def test_exit_codes_and_streams(tmp_path: Path) -> None:
    done = run("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("pokerzoo ")
    as_package = subprocess.run([sys.executable, "-m", "pokerzoo", "--version"], capture_output=True, encoding="utf-8")
    assert (as_package.returncode, as_package.stdout) == (0, done.stdout)
    done = run("train", "kuhn", "--out", str(tmp_path / "nowhere" / "k.npz"), "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pokerzoo: error: --out")
    assert done.stderr.count("\n") == 1


def test_pipes_get_plain_text_only(tmp_path: Path) -> None:
    done = run("train", "kuhn", "--iterations", "20", "--out", str(tmp_path / "k.npz"))
    assert (done.returncode, but_for_the_notice(done.stderr)) == (0, "")
    assert "\x1b" not in done.stdout
    assert "average strategy of player 0" in done.stdout
    done = run("train", "kuhn", "--iterations", "20", "--json")
    assert but_for_the_notice(done.stderr) == ""
    assert json.loads(done.stdout)["iterations"] == 20


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    TabularPolicy.uniform(make_game("leduc")).save(tmp_path / "leduc.npz")
    for flags in (["--all"], ["--json"]):
        with subprocess.Popen(
            [*COMMAND, "show", str(tmp_path / "leduc.npz"), *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.read(1)
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(SECONDS) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "games"], stdout=full, stderr=subprocess.PIPE, encoding="utf-8", timeout=SECONDS)
    assert done.returncode == 2
    assert done.stderr == "pokerzoo: error: No space left on device\n"


def test_ctrl_c_keeps_what_was_trained(tmp_path: Path) -> None:
    path = tmp_path / "leduc.npz"
    arguments = ["train", "leduc", "--iterations", "1000000000", "--out", str(path), "--json"]
    terminal = Terminal([*INTERRUPTIBLE, *arguments])
    try:
        terminal.wait_for("exploitability")
        terminal.wait_for("/s")
        terminal.process.send_signal(signal.SIGINT)
        result = json.loads(terminal.finish())
        assert terminal.process.returncode == 0
    finally:
        terminal.close()
    assert result["stopped_by"] == "interrupt"
    assert 0 < result["iterations"] < 1_000_000_000
    assert f"pokerzoo: interrupted after {result['iterations']:,} iterations (kept in {path})" in terminal.shown
    assert "compiling (first run only)" in terminal.shown
    assert TabularPolicy.load(path).metadata["iterations"] == result["iterations"]
    assert list(tmp_path.iterdir()) == [path]


def test_ctrl_c_keeps_the_hands_of_a_match(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    match = ["match", "random", "honest", "--game", "kuhn", "--hands", "100000000", "--log", str(path), "--json"]
    terminal = Terminal([*INTERRUPTIBLE, *match])
    try:
        terminal.wait_for("playing")
        terminal.wait_for("0:")  # the time left is known: hands were played
        terminal.process.send_signal(signal.SIGINT)
        result = json.loads(terminal.finish())
        assert terminal.process.returncode == 130
    finally:
        terminal.close()
    assert f"pokerzoo: interrupted after {result['hands']:,} hands; they are in {path}" in terminal.shown
    assert "bug" not in terminal.shown
    assert terminal.shown.count("interrupted") == 1
    assert (result["stopped_by"], result["interval_kind"]) == ("interrupt", "confidence sequence")
    score = read_hands(path)
    assert score.problems == () and len(score.hands) == result["hands"] < 100_000_000
    again = score.as_match()  # a log of an interrupted match is not taken for one of fixed size
    assert (again.stopped_by, again.interval_kind) == ("interrupt", "confidence sequence")
    assert again.interval[0] == pytest.approx(result["players"][0]["interval_95_chips"])


@pytest.mark.parametrize(
    ("arguments", "verb", "what"),
    [
        (["match", "FILE", "random", "--hands", "200000", "--seed", "1"], "playing", "hands"),
        pytest.param(["show", "FILE", "--page", "page.html"], "drawing", "parts", marks=pytest.mark.long),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else value,
)
def test_what_takes_long_says_how_far_it_is(
    arguments: list[str], verb: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "leduc.npz"
    TabularPolicy.uniform(make_game("leduc", suit_isomorphism=True)).save(file)
    command = [str(file) if argument == "FILE" else argument for argument in arguments]
    terminal = Terminal([*COMMAND, *command])
    try:
        out = terminal.finish()
        assert terminal.process.returncode == 0
    finally:
        terminal.close()
    assert out
    assert verb in terminal.shown
    counts = [tuple(map(int, pair)) for pair in re.findall(rf"(\d+)/(\d+)\D*? {what}\b[^\r\n]*? left", plain(terminal.shown))]
    assert counts, terminal.shown[-500:]
    assert 0 < counts[-1][0] <= counts[-1][1]
    if verb != "drawing":  # a report takes long
        assert main(command) == 0
        assert capsys.readouterr().err == ""  # away from a terminal nothing is said


def plain(shown: str) -> str:
    """Screen of a terminal, without colours."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
