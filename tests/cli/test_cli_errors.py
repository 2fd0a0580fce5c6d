"""Errors of the command line: one line on stderr, nothing on stdout, exit code 2, and no traceback."""

from __future__ import annotations

import inspect
import io
import json
import os
import re
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.cli import main
from pokerzoo.cli.application import COMMANDS, app
from pokerzoo.cli.output import check_target
from pokerzoo.envs import make_game
from pokerzoo.envs.games.holdem import make_holdem

GAMES = "bet_fold, bet_raise, fhp, holdem, kuhn, leduc, preflop_holdem, push_fold, rps, texas_holdem"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Policy files, good and bad."""
    folder = tmp_path_factory.mktemp("files")
    TabularPolicy.uniform(make_game("kuhn")).save(folder / "kuhn.npz")
    TabularPolicy.uniform(make_game("kuhn", num_cards=4)).save(folder / "kuhn4.npz")
    TabularPolicy.uniform(make_game("leduc")).save(folder / "leduc.npz")
    TabularPolicy.uniform(make_game("rps")).save(folder / "rps.npz")
    whole = (folder / "kuhn.npz").read_bytes()
    (folder / "cut.npz").write_bytes(whole[: len(whole) // 2])
    (folder / "text.npz").write_text("hello")
    np.savez(folder / "foreign.npz", x=np.zeros(3))
    header = {"format": "pokerzoo policy", "format_version": 99, "pokerzoo_version": "9.0"}
    np.savez(folder / "future.npz", header=np.frombuffer(json.dumps(header).encode(), dtype=np.uint8))
    (folder / "directory").mkdir()
    os.mkfifo(folder / "pipe")
    return folder


ERRORS = [
    (
        "train khun",
        f"GAME 'khun': no such game; allowed: {GAMES}; did you mean 'kuhn'?",
    ),
    ("match random random --game khun", "--game 'khun': no such game; allowed: bet_fold, bet_raise, fhp"),
    ("train kuhn --param num_card=2", "num_cards; did you mean 'num_cards'?"),
    ("train kuhn --param name=1", "--param name=1: kuhn has no such parameter; allowed: num_players, num_cards"),
    ("match random random --game kuhn --param hands=3", "--param hands=3: kuhn has no such parameter"),
    ("train kuhn --param num_cards", "must be NAME=VALUE"),
    (f"train rps --param payoffs={'[' * 900}{']' * 900}", "...: lists nested more than 50 deep"),
    ("train kuhn --param num_cards=4 --param num_cards=5", "given twice"),
    ("train kuhn --variant cfr++", "--variant 'cfr++': no such variant; allowed: cfr, cfr+, lcfr, dcfr"),
    ("train kuhn --iterations many", "--iterations"),
    ("train kuhn --until 0", "--until 0: must be a finite number above 0"),
    ("train kuhn --until 1%", "--until 1%: kuhn has no starting pot; give chips"),
    ("train", "Missing argument 'GAME' (see pokerzoo train --help)"),
    ("train kuhn --itterations 3", "No such option: --itterations; did you mean '--iterations'? (see pokerzoo train --help)"),
    ("trian kuhn", "No such command: trian; did you mean 'train'? (see pokerzoo --help)"),
    ("train kuhn --option precision=half --iterations 3", "--option precision='half': CFR cannot do this"),
    ("train kuhn --method mccfr --option sampling=extrnal", "'chance'; did you mean 'external'?"),
    (
        "solve --preset 3bet",
        "Invalid value for '--preset': '3bet' is not one of 'seed', 'full', 'full-pure', 'single-raised', '3-bet'",
    ),
    ("show nowhere.npz", "nowhere.npz: No such file or directory"),
    ("show directory", "directory: Is a directory"),
    ("show cut.npz", "cut.npz: damaged"),
    ("show text.npz", "text.npz: not a pokerzoo policy file"),
    ("show future.npz", "make it again"),
    ("show kuhn.npz --infoset A", "--infoset 'A': no key of kuhn(num_cards=3, num_players=2) starts so"),
    ("show kuhn.npz --player 2", "--player 2: kuhn(num_cards=3, num_players=2) has players 0 to 1"),
    ("match kuhn.npz kuhn4.npz", "kuhn4.npz: for kuhn(num_cards=4, num_players=2), not for kuhn(num_cards=3"),
    ("match kuhn.npz", "PLAYER: kuhn(num_cards=3, num_players=2) is for 2 players; 1 given"),
    ("match kuhn.npz randm", "'randm': no such baseline and no such file; baselines: random, always_call"),
    ("match random honest", "which game? give --game GAME"),
    ("match kuhn.npz random --param num_cards=3", "--param: needs --game"),
    ("play kuhn.npz --seat 2", "--seat 2: kuhn(num_cards=3, num_players=2) has seats 0 to 1"),
    ("train kuhn --out missing/k.npz", "no such directory"),
    ("train kuhn --out directory", "exists and is not a plain file"),
    ("train kuhn --out pipe", "exists and is not a plain file"),
    (f"train kuhn --out {'k' * 260}.npz", "cannot be written"),
]


@pytest.mark.parametrize(("command", "message"), ERRORS, ids=[command[:60] for command, _ in ERRORS])
def test_errors_are_one_line(
    command: str,
    message: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run(*_: Any, **__: Any) -> None:
        pytest.fail("trained although the request is wrong")

    monkeypatch.chdir(folder)
    monkeypatch.setattr("pokerzoo.agents.CFR.run", run)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main([*command.split(), "--json"]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("pokerzoo: error: ")
    assert error.count("\n") == 1
    assert message in error


def test_a_folder_that_cannot_be_written_is_found_before_training(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(
        "pokerzoo.envs.support.atomic_files._new_part", refuse
    )  # the tests may run as root, who may write anywhere
    assert main(["train", "kuhn", "--out", str(folder / "new.npz")]) == 2
    assert "cannot be written: Permission denied" in capsys.readouterr().err


def test_bugs_ask_for_a_report(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Any) -> None:
        raise RuntimeError("no\nluck")

    monkeypatch.setattr("pokerzoo.envs.descriptions.describe_game", broken)
    monkeypatch.delenv("POKERZOO_DEBUG", raising=False)
    assert main(["games"]) == 70
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("pokerzoo: error: RuntimeError: no luck (a bug: please report it")
    assert error.count("\n") == 1
    monkeypatch.setenv("POKERZOO_DEBUG", "1")
    assert main(["games"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_interrupts_outside_training(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pokerzoo.envs.descriptions.describe_game", interrupted)
    assert main(["games"]) == 130
    assert capsys.readouterr() == ("", "pokerzoo: interrupted\n")


def test_a_failed_write_at_the_end_leaves_the_old_file(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    before = (folder / "kuhn.npz").read_bytes()
    monkeypatch.setattr("os.fsync", full)
    assert main(["train", "kuhn", "--iterations", "2", "--out", str(folder / "kuhn.npz")]) == 2
    assert capsys.readouterr().err == f"pokerzoo: error: {folder / 'kuhn.npz'}: No space left on device\n"
    assert (folder / "kuhn.npz").read_bytes() == before


def test_target_is_tried_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "missing" / "k.npz")
    with pytest.raises(ValueError, match="no such directory"):
        check_target(str(tmp_path / "link"))
    assert check_target(str(tmp_path / "k.npz")) == tmp_path / "k.npz"
    assert [path.name for path in tmp_path.iterdir()] == ["link"]


QUICK = {
    "train": "kuhn --iterations 1 --quiet",
    "solve": "--preset seed --iterations 1 --quiet",
    "tree": "--preset seed",
    "equity": "AsKs QQ --board 2c3c4d",
    "show": "kuhn.npz",
    "evaluate": "kuhn.npz",
    "match": "kuhn.npz random --hands 4",
    "play": "kuhn.npz --hands 1",
}
"""Commands that take no time, for errors of their options."""
MANY = ("--import", "--samples")


@pytest.mark.parametrize("command", QUICK)
def test_errors_name_options_as_they_are_typed(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each option with a value that hardly any takes: no ``max_nodes=``, and no parameter of Python's anywhere."""
    context = click.Context(app)
    commands = [app.get_command(context, entry.name) for entry in COMMANDS]
    own = app.get_command(context, command)
    assert own is not None
    options = [one for one in own.params if isinstance(one, click.Option) and not one.is_flag]
    internal = {str(one.name) for each in commands if each is not None for one in each.params}
    internal |= set(inspect.signature(make_holdem).parameters)
    internal = {name for name in internal if "_" in name}
    assert {"until_width", "bet_sizes"} <= internal
    monkeypatch.chdir(folder)
    wrong = 0
    for option in options:
        flag = next(name for name in option.opts if name.startswith("--"))
        if flag in MANY:
            continue
        monkeypatch.setattr("sys.stdin", io.StringIO())
        words = ["?/?", "x"] if option.nargs == 2 else ["?/?"]
        code = main([command, *QUICK[command].split(), flag, *words])
        error = capsys.readouterr().err
        if code == 0:
            continue
        wrong += 1
        assert code == 2, error
        told = re.sub(r"'[^']*'|\w+\([^)]*\)", "", error)  # values, and games with their parameters
        assert not internal & set(re.findall(r"\w+", told)), error
        assert not re.search(r"\b(?!NAME)\w+=", told), error
        assert flag in error or "?/?" in error or "needs --" in error, error
    assert wrong >= 0.6 * len(options) - len(MANY)


def test_an_option_without_its_value_names_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "kuhn.npz", "--lbr"]) == 2
    assert "Option '--lbr' requires an argument (see pokerzoo evaluate --help)" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["evaluate", "show"])
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("kuhn", "'kuhn': a game, not a policy file; pokerzoo train kuhn --out kuhn.npz writes one"),
        ("holdem", "'holdem': a game, not a policy file; pokerzoo solve --out spot.npz writes one"),
        (
            "texas_holdem",
            "'texas_holdem': a game, not a policy file; pokerzoo train texas_holdem --method blueprint --out "
            "blueprint.npz writes a blueprint",
        ),
        ("honest", "'honest': a baseline, not a policy file; pokerzoo match plays baselines"),
        ("none.npz", "none.npz: No such file or directory"),
    ],
)
def test_a_name_that_is_no_policy_file(
    command: str, name: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([command, name]) == 2
    assert capsys.readouterr() == ("", f"pokerzoo: error: {told}\n")
