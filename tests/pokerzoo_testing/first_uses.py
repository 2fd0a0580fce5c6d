"""First uses of an installed wheel: each part of the package once, in an empty directory, and all of its data files.

python tests/pokerzoo_testing/first_uses.py PYTHON runs them with the Python of a virtual environment that has the wheel and its
extras ``plot``, ``sweeps`` and ``web``, and nothing from this folder.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {"envs": "envs", "agents": "agents", "evaluation": "evaluation", "src/pokerzoo": "."}
RANGES = ("QQ+,AKs", "JJ-99,AQs")


def data_files() -> set[str]:
    """Names of the files in the package that are no Python, as git has them."""
    result = set()
    for room, place in ROOMS.items():
        listed = subprocess.run(["git", "ls-files", "-s", room], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for line in listed.splitlines():
            mode, name = line.split()[0], line.split("\t")[1]
            if mode != "120000" and not name.endswith(".py"):
                result.add(os.path.normpath(os.path.join(place, os.path.relpath(name, room))))
    return result


def installed() -> None:
    """Print where the package is, and its files that are no Python."""
    import pokerzoo

    folder = Path(pokerzoo.__file__).parent
    files = [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    print(json.dumps([str(folder), [name for name in files if not name.endswith(".py")]]))


def environments() -> None:
    """A hand of each kind of environment, and the shipped blueprint as an opponent."""
    import gymnasium

    import pokerzoo
    from pokerzoo.envs import kuhn_v0

    table = kuhn_v0.env()
    table.reset(seed=5)
    for agent in table.agent_iter():
        observation: Any = table.observe(agent)
        over = table.terminations[agent] or table.truncations[agent]
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
    assert pokerzoo.__version__
    alone = gymnasium.make("pokerzoo/TexasHoldem-v0", opponent="blueprint")
    alone.reset(seed=1)
    alone.step(1)
    many = gymnasium.make_vec("pokerzoo/Leduc-v0", num_envs=4)
    seen, _ = many.reset(seed=4)
    many.step(seen["action_mask"].argmax(axis=1))


def solver() -> None:
    """A game solved, saved, loaded, measured and compared with the reference results; equities before the flop."""
    from pokerzoo.agents import CFR, TabularPolicy
    from pokerzoo.envs import make_game
    from pokerzoo.evaluation import equity, exploitability, load_reference

    CFR(make_game("kuhn")).run(100).average_policy().save("kuhn.npz")
    assert exploitability(make_game("kuhn"), TabularPolicy.load("kuhn.npz")) < 0.01
    assert load_reference()
    assert 0.8 < equity(("AA", "KK")).players[0].equity < 0.83


def command(*arguments: str) -> None:
    """A command of the installed program, without an error and without a word on stderr but that it compiles."""
    done = subprocess.run([str(Path(sys.executable).with_name("pokerzoo")), *arguments], capture_output=True, text=True)
    errors = [line for line in done.stderr.splitlines() if "compiling, first run only" not in line]
    assert done.returncode == 0 and not errors, (arguments, done.returncode, done.stderr)
    assert done.stdout, arguments


def commands() -> None:
    """The command line: a game, a spot, its report as a page, a match, and a sweep."""
    command("--version")
    command("games", "--json")
    command("train", "kuhn", "--iterations", "50", "--out", "k.npz")
    for use in ("show", "evaluate"):
        command(use, "k.npz")
    command("match", "k.npz", "random", "--hands", "20")
    spot = ["--oop", RANGES[0], "--ip", RANGES[1], "--pot", "10", "--stack", "20"]
    command("solve", "--board", "AsKd7c7h2d", *spot, "--until", "5%", "--out", "r.npz")
    command("show", "r.npz", "--page", "r.html")
    Path("rivers.toml").write_text(
        f'ranges = ["{RANGES[0]}", "{RANGES[1]}"]\npot = 10\nstack = 20\n'
        '[vary]\nboards = "random-rivers:2"\nseed = 1\n[solve]\nuntil = "5%"\n'
    )
    command("sweep", "rivers.toml", "--out", "rivers", "--processes", "1", "--quiet", "--json")
    command("query", "rivers", "--json")


def explorer() -> None:
    """The explorer's page, its scripts and its API."""
    program, options = Path(sys.executable).with_name("pokerzoo"), ("--no-open", "--port", "0", "--work", "work", "--json")
    with subprocess.Popen([program, "explore", *options], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            lines: list[str] = []
            while lines[-1:] != ["}\n"]:  # the object's last line
                lines.append(server.stdout.readline())
                assert lines[-1], "the explorer ended"
            url = json.loads("".join(lines))["url"].rstrip("/")
            assert b"<html" in urlopen(url).read()
            for part in ("/static/app/main.js", "/api/info", "/api/games"):
                assert urlopen(url + part).read(), part
        finally:
            server.terminate()


USES: dict[str, Callable[[], None]] = {
    "installed": installed,
    "environments": environments,
    "solver": solver,
    "commands": commands,
    "explorer": explorer,
}


def run(python: Path, use: str, folder: str) -> str:
    """Run a use in an empty directory with an empty home, and return what it prints."""
    work = Path(folder) / use
    work.mkdir()
    keep = {name: os.environ[name] for name in ("PATH", "NUMBA_CACHE_DIR") if name in os.environ}
    done = subprocess.run(
        [python, "-I", Path(__file__).absolute(), "--use", use],
        cwd=work, env={**keep, "HOME": folder}, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{use}: failed\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """Run all uses."""
    python = Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as folder:
        place, files = json.loads(run(python, "installed", folder))
        if not Path(place).is_relative_to(python.parents[1]):
            raise SystemExit(f"{place} is not in the virtual environment")
        if set(files) != (wanted := data_files()):
            missing, more = sorted(wanted - set(files)), sorted(set(files) - wanted)
            raise SystemExit(f"missing in the wheel: {missing}; more than in git: {more}")
        print(f"{len(files)} data files are there")
        for use in [*USES][1:]:
            run(python, use, folder)
            print(f"{use}: done", flush=True)


if __name__ == "__main__":
    USES[sys.argv[2]]() if sys.argv[1] == "--use" else main()
