"""``pokerzoo acpc``: a dealer, players and a bot in plain Python, over real sockets."""

from __future__ import annotations

import json
import re
import runpy
import socket
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from pokerzoo.cli.entry import main
from pokerzoo.evaluation.acpc.acpc_client import connect_to_dealer, play_acpc
from pokerzoo.evaluation.acpc.acpc_dealer import AcpcDealer, TimeLimits
from pokerzoo.evaluation.acpc.acpc_games import acpc_game
from pokerzoo.evaluation.acpc.acpc_log import read_acpc_log
from pokerzoo_testing import ROOT
from pokerzoo_testing.command_line import json_manual

NO_LIMIT = "holdem.nolimit.2p.reverse_blinds"
SHIPPED = ROOT / "agents" / "blueprint" / "blueprint.npz"


def free_ports(count: int) -> list[str]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [str(one.getsockname()[1]) for one in sockets]


def documented(command: str) -> set[str]:
    """The keys of the object that a command prints, as docs/cli_json.md has them."""
    text = json_manual()
    section = text.partition(f"\n### acpc {command}\n")[2].partition("\n### ")[0].partition("\n## ")[0]
    return set(re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE))


def keys_of(found: dict[str, Any]) -> set[str]:
    """The keys of an object, and those of its players."""
    own = {f"players[].{key}" for one in found.get("players", ()) for key in one}
    return own | (found.keys() - {"players"})


def test_a_bot_in_plain_python_plays_against_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot: Any = runpy.run_path(str(ROOT / "examples" / "acpc_bot.py"))["play"]
    ports, log = free_ports(2), tmp_path / "match.log"
    played: list[Any] = []
    game = acpc_game(NO_LIMIT, bet_sizes="50%,100%,a")
    threads = [
        threading.Thread(target=lambda: played.append(connect_and_play(bot, int(ports[0])))),
        threading.Thread(target=lambda: played.append(play_acpc(game, "random", "127.0.0.1", int(ports[1]), seed=1, wait=30))),
    ]
    for thread in threads:
        thread.start()
    serve = ["serve", NO_LIMIT, "--players", "bot,ours", "--hands", "40", "--seed", "3", "--log", str(log), "--json"]
    code, out, errors = run(capsys, *serve, "--port", ",".join(ports), "--t-start", "60")
    for thread in threads:
        thread.join(30)
    assert code == 0 and f"player bot   127.0.0.1 {ports[0]}\n" in errors
    assert keys_of(json.loads(out)) == documented("serve")
    found, (ours,) = json.loads(out), [one for one in played if not isinstance(one, int)]
    assert found["hands"] == ours.hands == 40 and found["seed"] == 3 and found["log"] == str(log)
    assert [one["name"] for one in found["players"]] == ["bot", "ours"]
    assert [(one["corrected"], one["ignored"]) for one in found["players"]] == [(0, 0), (0, 0)]
    assert [one["chips"] for one in found["players"]] == [-ours.chips, ours.chips]
    assert found["players"][1]["chips_per_hand"] == ours.chips / 40
    file = read_acpc_log(log)  # a problem is a warning, and so an error here
    assert file.score == {"bot": -ours.chips, "ours": ours.chips} and len(file.hands) == 40
    for hand in file.hands:
        assert hand.names is not None
        seat = hand.names.index("bot")
        one, two = hand.state.hole_cards(seat)
        raises = [move for move in hand.state.moves if move[1] == seat and move[2] == 2]
        assert raises == [] or one // 4 == two // 4
    assert ":r200" in log.read_text()


def connect_and_play(bot: Any, port: int) -> int:
    """The bot's match; it does not wait for a dealer itself."""
    for _ in range(300):
        try:
            return int(bot("127.0.0.1", port))
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise AssertionError("no dealer")


def test_a_player_against_a_dealer(capsys: pytest.CaptureFixture[str]) -> None:
    limit = "holdem.limit.2p.reverse_blinds"
    with AcpcDealer(acpc_game(limit), ["A", "B"], 5, 1, limits=TimeLimits(start=30)) as dealer:
        other = threading.Thread(target=lambda: play_acpc(acpc_game(limit), "always_raise", "127.0.0.1", dealer.ports[0]))
        match = threading.Thread(target=dealer.run)
        for thread in (other, match):
            thread.start()
        code, out, errors = run(
            capsys, "play", "always_call", "--game", limit, "--port", str(dealer.ports[1]), "--seed", "1", "--json"
        )
        for thread in (other, match):
            thread.join(30)
    assert code == 0 and errors == ""
    found = json.loads(out)
    assert keys_of(found) == documented("play")
    assert found == {"game": limit, "player": "always_call", "hands": 5, "chips": float(dealer.result.score[1]), "seed": 1}
    assert found["chips"] % 70 == 0  # a bet or raise that is called on each street: 20 before the flop, 10, 20 and 20


HUNDRED_BLINDS = """\
GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 20000 20000
blind = 200 100
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""


@pytest.fixture
def hundred_blinds(tmp_path: Path) -> str:
    """The file of a game with stacks of 100 big blinds, in another unit of chips than the blueprint's."""
    path = tmp_path / "hundred.game"
    path.write_text(HUNDRED_BLINDS)
    return str(path)


def seated(capsys: pytest.CaptureFixture[str], game: str, player: str, hands: int, *options: str) -> dict[str, Any]:
    """The JSON of ``acpc play`` after a match against bets of any amount, in which no answer of the player was bad."""
    rules = acpc_game(game)
    with AcpcDealer(rules, ["A", "B"], hands, 1, limits=TimeLimits(60.0, 600.0, 600.0, 60.0)) as dealer:
        other = threading.Thread(target=lambda: play_acpc(rules, "random", "127.0.0.1", dealer.ports[0], seed=3, wait=60))
        match = threading.Thread(target=dealer.run)
        for thread in (other, match):
            thread.start()
        options = ("--port", str(dealer.ports[1]), "--seed", "1", "--json", *options)
        code, out, errors = run(capsys, "play", player, "--game", game, *options)
        assert code == 0, errors
        for thread in (other, match):
            thread.join(60)
    found: dict[str, Any] = json.loads(out)
    assert (dealer.result.corrected[1], dealer.result.ignored[1]) == (0, 0)
    assert (found["player"], found["hands"], found["chips"]) == (player, hands, float(dealer.result.score[1]))
    return found


def test_the_blueprint_at_a_table_by_its_name_and_as_a_file(capsys: pytest.CaptureFixture[str], hundred_blinds: str) -> None:
    found = [
        seated(capsys, hundred_blinds, player, 30, "--sizes", "100%,a")["chips"]
        for player in ("blueprint", str(SHIPPED), "tight")
    ]
    assert found[0] == found[1] != found[2]


@pytest.mark.long
@pytest.mark.parametrize("player", ["solving", f"solving:{SHIPPED}"], ids=["by name", "on a file"])
def test_solving_at_a_table(player: str, capsys: pytest.CaptureFixture[str], hundred_blinds: str) -> None:
    assert seated(capsys, hundred_blinds, player, 3)["chips"] % 1 == 0


def test_a_blueprint_for_other_stacks_is_refused_before_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    for player in ("blueprint", "solving", str(SHIPPED), f"solving:{SHIPPED}"):
        code, _, errors = run(capsys, "play", player, "--game", NO_LIMIT, "--port", "1")
        assert code == 2 and errors.startswith("pokerzoo: error: ") and errors.count("\n") == 1
        assert "(blueprint: 100)" in errors or "stacks" in errors


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["acpc", *arguments])
    return code, *capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("serve", "chess", "--players", "A,B"), "'chess': no such game of the ACPC and no such file; games: holdem.limit.2p"),
        (("serve", NO_LIMIT, "--players", "A"), "--players ['A']: must be 2, without colons, bars or spaces"),
        (("serve", NO_LIMIT, "--players", "A,A"), "must be different"),
        (("serve", NO_LIMIT, "--players", "A,B", "--port", "1"), "--port [1]: must be 2, one for each player"),
        (("serve", NO_LIMIT, "--players", "A,B", "--port", "1,x"), "--port '1,x': must be numbers up to 65535"),
        (("serve", NO_LIMIT, "--players", "A,B", "--port", "70000,1"), "must be numbers up to 65535"),
        (("serve", NO_LIMIT, "--players", "A,B", "--host", "256.1.1.1"), "256.1.1.1, port 0: "),
        (("serve", NO_LIMIT, "--players", "A,B", "--t-start", "0.05"), "A did not connect within 0.05 s; 0 of 1000 hands were"),
        (("serve", NO_LIMIT), "Missing option '--players'"),
        (("play", "random", "--game", NO_LIMIT), "Missing option '--port'"),
        (("play", "nobody", "--game", NO_LIMIT, "--port", "1"), "nobody"),
        (("play", "random", "--game", "chess", "--port", "1"), "'chess': no such game"),
        (
            ("play", "random", "--game", NO_LIMIT, "--port", "1", "--wait", "0"),
            "no dealer at 127.0.0.1, port 1: Connection refused",
        ),
        (("play", "random", "--game", NO_LIMIT, "--port", "1", "--sizes", "huge"), "'huge'"),
    ],
)
def test_wrong_requests(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, errors = run(capsys, *arguments)
    assert code == 2
    assert errors.startswith("pokerzoo: error: ") and errors.count("\n") == 1
    assert message in errors


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (("--help",), ("serve", "--help"), ("play", "--help")):
        code, out, _ = run(capsys, *arguments)
        assert code == 0 and "Examples:" in out and "pokerzoo acpc" in out


def test_a_match_that_is_stopped_keeps_its_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ports, log = free_ports(2), tmp_path / "a.log"

    def leave() -> None:
        lines = [connect_to_dealer("127.0.0.1", int(port), 30) for port in ports]
        for one in lines:
            one.send("VERSION:2.0.0")
        lines[1].read(10)
        for one in reversed(lines):
            one.close()

    thread = threading.Thread(target=leave)
    thread.start()
    serve = ["serve", NO_LIMIT, "--players", "bot,gone", "--log", str(log), "--port", ",".join(ports)]
    code, out, errors = run(capsys, *serve, "--t-start", "60")
    thread.join(30)
    assert code == 2 and out.splitlines()[0] == f"game         {NO_LIMIT}"
    assert errors.startswith("pokerzoo: error: ") and "; 0 of 1000 hands were finished, and are in " in errors
    assert errors.count("\n") == 1
    assert log.read_text().startswith(f"# name/game/hands/seed a {NO_LIMIT} 1000 ")
