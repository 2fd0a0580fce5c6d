"""The command line in one process: what each command prints, and that docs/cli_json.md says what its JSON objects hold."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pokerzoo import list_games
from pokerzoo.agents import BASELINES, CFR, VARIANTS, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import head_to_head, leaks, measure
from pokerzoo_testing.command_line import Printed, json_manual, keys_of


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A policy file: CFR+ on Kuhn poker."""
    path = tmp_path_factory.mktemp("policies") / "kuhn.npz"
    CFR(make_game("kuhn"), "cfr+").run(200).average_policy().save(path)
    return str(path)


@pytest.fixture(scope="module")
def leduc(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A policy file of a larger game."""
    path = tmp_path_factory.mktemp("policies") / "leduc.npz"
    CFR(make_game("leduc"), "cfr+").run(50).average_policy().save(path)
    return str(path)


ROYAL = "--param deck=royal --param stack=20 --option flop=5 --option turn=5 --option river=5 --iterations 5 --seed 1"
THREE = "--board QsJh2h8d3c --oop TT,AKs --middle JJ,AQ --ip 99,KQs --pot 50 --stack 100 --iterations 2"


def documented_keys() -> dict[str, set[str]]:
    """For each command the keys in its table of docs/cli_json.md."""
    result: dict[str, set[str]] = {}
    for section in json_manual().split("\n## ")[1:]:
        keys = set(re.findall(r"^\| `([^`]+)` \|", section.partition("\n### ")[0], re.MULTILINE))
        if keys:
            result[section.partition("\n")[0]] = keys
    return result


@pytest.mark.check
def test_every_json_object_is_as_documented(printed: Printed, kuhn: str, tmp_path: Path) -> None:
    objects = {
        "games": [printed.json("games")],
        "train": [
            printed.json("train", "kuhn", "--iterations", "5", "--out", str(tmp_path / "k.npz")),
            printed.json("train", "rps", "--iterations", "1", "--quiet"),
        ],
        "solve": [
            printed.json("solve", "--preset", "river", "--iterations", "5", "--out", str(tmp_path / "s.npz")),
            printed.json("solve", "--preset", "river", "--quiet"),
            printed.json("solve", "--preset", "preflop-20bb", "--iterations", "2", "--out", str(tmp_path / "p.npz")),
            printed.json("solve", *THREE.split()),
        ],
        "blueprint": [printed.json("blueprint", *ROYAL.split())],
        "tree": [printed.json("tree", "--preset", "river")],
        "preflop": [
            printed.json("preflop", "2", "--stack", "5", "--open", "a", "--iterations", "2", "--seed", "1", "--seed", "2"),
            printed.json("preflop", "2", "--push-fold", "--stack", "5,6", "--payouts", "5,3", "--iterations", "2"),
        ],
        "equity": [printed.json("equity", "AA", "KK"), printed.json("equity", *["random"] * 3, "--samples", "2")],
        "show": [printed.json("show", kuhn), printed.json("show", str(tmp_path / "s.npz"), "--infoset", "AsAd")],
        "evaluate": [printed.json("evaluate", kuhn)],
        "match": [printed.json("match", kuhn, "random", "--hands", "4")],
        "play": [printed.json("play", kuhn, "--hands", "1", typed="b\nf\n" * 2)],
        "sweep": [swept(printed, tmp_path)],
        "query": [printed.json("query", str(tmp_path / "sweep"), "--by", "board")],
        "explore": [explored(kuhn, tmp_path / "work")],
    }
    documented = documented_keys()
    del documented["bench"]  # test_cli_bench.py has it
    assert objects.keys() == documented.keys()
    for command, printed_objects in objects.items():
        keys = documented[command]
        leaves = {key for key in keys if not any(other.startswith(f"{key}.") for other in keys)}  # a record may be null
        for printed_object in printed_objects:
            empty = {key for key, value in printed_object.items() if value is None or value == []}
            expected = {first if (first := re.split(r"\W", key)[0]) in empty else key for key in leaves}
            assert keys_of(printed_object, leaves) == expected, command


def swept(printed: Printed, folder: Path) -> dict[str, Any]:
    (folder / "sweep.toml").write_text('board = "QsJh2h8d3c"\nranges = ["AA", "KK"]\n')
    result: dict[str, Any] = printed.json("sweep", str(folder / "sweep.toml"), "--out", str(folder / "sweep"))
    return result


def explored(file: str, work: Path) -> dict[str, Any]:
    """Output of ``pokerzoo explore --json`` before it serves."""
    command = [sys.executable, "-m", "pokerzoo.cli", "explore", file, "--json", "--no-open", "--port", "0", "--work", str(work)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        text = ""
        while not text.endswith("}\n"):
            line = process.stdout.readline()
            assert line, text
            text += line
        process.kill()
    result: dict[str, Any] = json.loads(text)
    assert result["url"] == f"http://127.0.0.1:{result['port']}/"
    assert result["work"] == str(work)
    return result


def test_games(printed: Printed) -> None:
    described = {game["name"]: game for game in printed.json("games")["games"]}
    assert list(described) == list_games()
    kuhn = {parameter["name"]: parameter for parameter in described["kuhn"]["parameters"]}
    assert kuhn["num_cards"]["default"] is None  # one more than players
    assert kuhn["num_players"]["default"] == 2
    assert "one more than" in kuhn["num_cards"]["about"]
    assert "ante 1" in described["kuhn"]["rules"]
    assert described["rps"]["simultaneous"] is True
    assert len({game["rules"] for game in described.values()} - {""}) == len(described)
    for game in described.values():
        assert all(parameter["about"] for parameter in game["parameters"]), game["name"]
    text = printed("games")
    assert all(name in text for name in described) and "--param" not in text
    assert "--param num_cards=null" in printed("games", "kuhn")
    assert printed.json("games", "kuhn")["games"] == [game for name, game in described.items() if name == "kuhn"]
    assert all(line == line.rstrip() for line in text.splitlines())


def test_train_takes_parameters_as_json(printed: Printed) -> None:
    result = printed.json("train", "rps", "--param", "payoffs=[[0,-1],[1,0]]", "--iterations", "50", "--variant", "cfr+")
    assert result["parameters"] == {"payoffs": [[0.0, -1.0], [1.0, 0.0]]}
    assert result["stopped_by"] == "iterations"
    assert result["iterations"] == 50
    assert result["exploitability_mbb"] is None  # no blind, no ante


def test_train_prints_a_summary(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "k.npz"
    text = printed("train", "kuhn", "--out", str(path))
    policy = TabularPolicy.load(path)
    assert "average strategy of player 0" in text
    assert "average strategy of player 1" in text
    for key, actions in policy.to_dict().items():
        line = next(line for line in text.splitlines() if line.startswith(f"{key} "))
        assert [cell for cell in line.split()[1:] if cell != "-"] == [f"{p:.4f}" for p in actions.values()]
    assert re.search(r"^0 +-0\.05\d+ ", text, re.MULTILINE)
    assert re.search(r"exploitability +0\.000\d+ chips a hand \(0\.\d+ mbb\)", text)
    assert str(path) in text
    assert printed.error == ""


def test_train_cuts_long_tables_and_says_so(printed: Printed) -> None:
    text = printed("train", "leduc", "--iterations", "2")
    assert "the first 12 of 468 infosets" in text
    assert "pokerzoo show FILE --all" in text
    assert len(text.splitlines()) < 50


def test_quiet_says_nothing(printed: Printed, tmp_path: Path) -> None:
    assert printed("train", "kuhn", "--iterations", "3", "--quiet", "--out", str(tmp_path / "k.npz")) == ""
    assert printed.error == ""
    assert len(TabularPolicy.load(tmp_path / "k.npz")) == 12


def test_out_keeps_a_link_and_replaces_what_it_leads_to(printed: Printed, kuhn: str, tmp_path: Path) -> None:
    link, target = tmp_path / "link.npz", tmp_path / "target.npz"
    target.write_bytes(b"old")
    link.symlink_to(target)
    printed("train", "kuhn", "--iterations", "3", "--out", str(link))
    assert link.is_symlink()
    assert TabularPolicy.load(target).metadata["iterations"] == 3
    assert sorted(tmp_path.iterdir()) == [link, target]


def test_show_selects(printed: Printed, kuhn: str, leduc: str) -> None:
    def keys(*arguments: str) -> list[str]:
        return [row["infoset"] for row in printed.json("show", *arguments)["infosets"]]

    assert keys(kuhn, "--infoset", "K|x") == ["K|xb", "K|x"]
    assert keys(kuhn, "--infoset", "K") == ["K|", "K|xb", "K|x", "K|b"]
    assert keys(kuhn, "--infoset", "K", "--player", "1") == ["K|x", "K|b"]
    assert keys(kuhn, "--player", "0") == ["J|", "Q|", "K|", "J|xb", "Q|xb", "K|xb"]
    assert "player 0" not in printed("show", kuhn, "--player", "1")
    assert printed("show", leduc, "--infoset", "Qs|x").count("\nQs|x") > 40


def test_evaluate_prints_leaks(printed: Printed, kuhn: str, tmp_path: Path) -> None:
    policy = TabularPolicy.load(kuhn)
    expected = leaks(policy.game, policy)
    result = printed.json("evaluate", kuhn, "--leaks", "3")
    infosets, lines = ([leak.to_dict() for leak in expected.ranked(3, each)] for each in ("infoset", "line"))
    assert result["leaks"] == {"infosets": infosets, "hand_classes": None, "lines": lines}
    assert result["leaks"]["hand_classes"] is None
    section = json_manual().partition("### Leaks")[2].partition("\n## ")[0]
    documented = set(re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE))
    rows = {f"[].{key}" for row in result["leaks"]["infosets"] + result["leaks"]["lines"] for key in row}
    assert rows | set(result["leaks"]) == documented
    text = printed("evaluate", kuhn, "--leaks", "2")
    first = expected.ranked(1)[0]
    assert re.search(
        rf"^{first.player} +{first.line or 'start'} +{first.hand} ", text.partition("Leaks by infoset")[2], re.MULTILINE
    )
    assert "Leaks by line, all hands\n" in text
    TabularPolicy.uniform(make_game("rps")).save(tmp_path / "rps.npz")
    assert "No leaks: no decision costs anything" in printed("evaluate", str(tmp_path / "rps.npz"), "--leaks", "2")
    CFR(make_game("holdem")).run(5).average_policy().save(tmp_path / "spot.npz")
    text = printed("evaluate", str(tmp_path / "spot.npz"), "--leaks", "2")
    assert re.search(r"Leaks by hand class\n.*% of pot", text)


def test_a_drawn_seed_is_told(printed: Printed, kuhn: str) -> None:
    first = printed.json("match", kuhn, "random", "--hands", "50")
    assert printed.json("match", kuhn, "random", "--hands", "50", "--seed", str(first["seed"])) == first


def test_help_names_what_there_is(printed: Printed) -> None:
    text = "".join(printed("train", "--help").split())  # names are broken at hyphens
    assert all(variant in text for variant in VARIANTS)
    assert all(baseline in printed("match", "--help") for baseline in BASELINES)
    assert printed() == printed("--help")
    commands = [name for name in documented_keys() if "," not in name]  # one command may print two kinds of objects
    assert all(re.search(rf"^  {command} ", printed("--help"), re.MULTILINE) for command in commands)
    for command in commands:
        text = printed(command, "--help")
        assert f"  pokerzoo {command}" in text.partition("Examples:")[2]
        assert "--json" in text


def test_options_reach_the_trainer(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "l.npz"
    param = ("--param", "suit_isomorphism=true", "--option", "alternating=false")
    result = printed.json("train", "leduc", "--variant", "dcfr", "--until", "0.05", "--out", str(path), *param)
    solver = CFR(make_game("leduc", suit_isomorphism=True), "dcfr", alternating=False).run(until=0.05)
    assert (result["iterations"], result["stopped_by"], result["alternating"]) == (solver.iteration, "until", False)
    assert TabularPolicy.load(path) == solver.average_policy()
    sampled = ("train", "kuhn", "--method", "mccfr", "--option", "sampling=chance", "--seed", "7", "--iterations", "300")
    assert printed.json(*sampled)["seed"] == 7


def test_answers_are_the_records(printed: Printed, kuhn: str) -> None:
    policy = TabularPolicy.load(kuhn)
    shown = printed.json("show", kuhn)
    assert {row["infoset"]: row["probabilities"] for row in shown["infosets"]} == policy.to_dict()
    assert shown["metadata"] == policy.metadata
    measured = measure(policy.game, policy)
    result = printed.json("evaluate", kuhn)
    assert {key: result[key] for key in measured.to_dict()} == measured.to_dict()
    assert result["players"] == [player.to_dict() for player in measured.players]
    for duplicate in (True, False):
        flag = [] if duplicate else ["--no-duplicate"]
        results = printed.json("match", kuhn, "honest", "--hands", "100", "--seed", "5", *flag)
        direct = head_to_head(policy.game, [policy, "honest"], 100, 5, duplicate)
        assert [row["chips_per_hand"] for row in results["players"]] == list(direct.chips_per_hand)
    assert "exact mean" in printed("match", kuhn, "honest", "--hands", "100", "--seed", "5")


def test_long_policies_are_shown_in_part(printed: Printed, leduc: str) -> None:
    assert "the first 12 of 468" in printed("show", leduc)
    whole = printed("show", leduc, "--all")
    assert "the first" not in whole and all(f"\n{key} " in whole for key in TabularPolicy.load(leduc))
