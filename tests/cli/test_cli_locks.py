"""Node locks on the command line: ``pokerzoo solve --lock`` and ``--lock-at``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pokerzoo.agents import CFR, TabularPolicy, lock_node
from pokerzoo.cli import main, spot
from pokerzoo.envs.games.holdem import make_holdem
from pokerzoo_testing.command_line import Printed

SMALL = ("--board", "AhJs7c7d2h", "--oop", "QQ,AKs", "--ip", "JJ,KK", "--pot", "10", "--stack", "20",
         "--bet", "50%,a", "--iterations", "50")  # fmt: skip
TURN = ("--board", "QsJs2h8h", "--oop", "22+", "--ip", "22+,AKs", "--bet", "a", "--raise", "a",
        "--pot", "50", "--stack", "100", "--iterations", "10")  # fmt: skip


def failed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The error of ``solve``."""
    assert main(["solve", *arguments]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    return error.removeprefix("pokerzoo: error: ").rstrip("\n")


def test_locks_are_those_of_the_api(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "s.npz"
    flags = ("--lock-at", "B5", "JJ: fold 1; KK: call 25%, raise 0.75", "--lock-at", "", "x 1")
    result = printed.json("solve", *SMALL, *flags, "--out", str(path))
    game = make_holdem(board="AhJs7c7d2h", ranges=("QQ,AKs", "JJ,KK"), pot=10, stack=20, bet_sizes="50%,a")
    kept = lock_node(game, "b5", {"fold": 1.0}, "JJ") | lock_node(game, "b5", {"call": 0.25, "raise to 20": 0.75}, "KK")
    kept |= lock_node(game, "", {"check": 1.0})
    solver = CFR(game, locks=kept).run(50)
    assert result["exploitability_chips"] == solver.exploitability
    assert (result["locked_infosets"], result["locked_nodes"]) == (len(kept), ["b5", ""])
    policy = TabularPolicy.load(path)
    assert policy == solver.average_policy()
    assert policy.metadata["locked_infosets"] == len(kept)
    assert sorted(policy.locked) == sorted(kept)
    assert "locks" not in CFR(game).average_policy().metadata
    assert "18 infosets at b5, the start\n" in printed("solve", *SMALL, *flags)


def test_files_of_locks(printed: Printed, tmp_path: Path) -> None:
    rows: dict[str, dict[str, float]] = {
        "QsQc|": {"check": 1},
        "JcJd|b5": {"fold": 0.5, "call": 0.5},
    }  # the cards in either order
    (tmp_path / "locks.json").write_text(json.dumps(rows))
    lines = [f"'{key}' = {{{', '.join(f'{name} = {share}' for name, share in row.items())}}}" for key, row in rows.items()]
    (tmp_path / "locks.toml").write_text("\n".join(lines))
    results = [printed.json("solve", *SMALL, "--lock", str(tmp_path / f"locks.{kind}")) for kind in ("json", "toml")]
    assert results[0]["locked_nodes"] == ["", "b5"] and results[0]["locked_infosets"] == 2
    assert results[0]["exploitability_chips"] == results[1]["exploitability_chips"]
    config = tmp_path / "spot.toml"
    config.write_text(f"lock = '{tmp_path / 'locks.json'}'\nlock-at = [['b5', 'KK: call 1']]")
    assert printed.json("solve", *SMALL, "--config", str(config))["locked_infosets"] == 2 + 6


def test_a_lock_after_one_card_of_two_that_are_alike(printed: Printed, tmp_path: Path) -> None:
    path = str(tmp_path / "turn.npz")
    result = printed.json("solve", *TURN, "--lock-at", "xx/2c", "check 1", "--out", path)
    assert result["locked_nodes"] == ["xx/2c"]
    policy = TabularPolicy.load(path)
    assert policy["AcAd|xx/2c|" if "AcAd|xx/2c|" in policy.game.infosets else "AdAc|xx/2c|"]["check"] == 1.0
    assert printed.json("show", path, "--at", "xx/2c")["node"] != printed.json("show", path, "--at", "xx/2d")["node"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"QsQc|": {"check": 0.5}}', "'QsQc|'={'check': 0.5}: probabilities must not be negative and must sum to 1"),
        ('{"QsQc|": {"check": NaN}}', "'QsQc|'={'check': nan}: probabilities"),
        ('{"QsQc|": {"chek": 1}}', "'QsQc|': no action 'chek' there; allowed: check, bet 5"),
        ('{"QsQc|": {"check": "1"}}', "'QsQc|'={'check': '1'}: probabilities must be numbers"),
        ('{"QsQc|": [1]}', "'QsQc|': must be {action: probability}, not [1]"),
        ('{"QsQc|b9": {"check": 1}}', "no infoset 'QsQc|b9'; keys look like"),
        ('{"JdJc|b20": {"fold": 1}}', "'JdJc|b20': is not played in this game: removed has 'b20'"),
        ('{"QsQc|": {"check": 1}, "QsQc|": {"check": 1}}', "not a JSON file: 'QsQc|' occurs twice"),
        ("[1]", "must be an object"),
        ("[1", "not a JSON file: Expecting ','"),
        ("[" * 10**5, "nested too deep"),
        ("\xff\xfe", "not a JSON file: "),
        ('{"QsQc|": {"check": 1}}' + " " * 1000, "larger than 0 MiB"),
    ],
)
def test_errors_name_the_file_and_the_part(
    content: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "locks.json"
    path.write_bytes(content.encode("latin-1"))
    if "larger" in message:
        monkeypatch.setattr(spot, "MOST_BYTES", 1000)
    error = failed(capsys, *SMALL, "--remove", "b20", "--lock", str(path))
    assert error.startswith(f"--lock {path}: {message}"), error


def test_every_command_keeps_the_locks_of_a_file_and_says_so(printed: Printed, tmp_path: Path) -> None:
    path = str(tmp_path / "s.npz")
    flags = ("--lock-at", "", "x 1", "--out", path)
    solved = printed.json("solve", *SMALL, *flags)
    measured = printed.json("evaluate", path)
    broken = solved["exploitability_with_locks_broken_chips"]
    assert measured["exploitability"] == pytest.approx(solved["exploitability_chips"], abs=1e-9)
    assert measured["exploitability_with_locks_broken"] == pytest.approx(broken, abs=1e-9)
    assert broken > 10 * solved["exploitability_chips"]
    assert measured["locked_infosets"] == solved["locked_infosets"]
    assert "locked infosets kept" in printed("solve", *SMALL, *flags) and "locks broken" in printed("solve", *SMALL, *flags)
    text = printed("evaluate", path)
    assert f"{solved['locked_infosets']} locked infosets kept)" in text and "locks broken" in text
    assert "locked here" in printed("show", path)
    assert "locked here" not in printed("show", path, "--at", "x")
    assert len(printed.json("show", path)["node"]["locked_hands"]) == solved["locked_infosets"]
    assert printed.json("show", path, "--at", "x")["node"]["locked_hands"] == []
