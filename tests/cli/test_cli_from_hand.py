"""``--from-hand``: the spot of a hand history, beside ``state.to_spot`` of the hand played again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.cli import main
from pokerzoo.envs import State
from pokerzoo.envs.core import replay_history
from pokerzoo.evaluation.hands import from_phh

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 150, 90]
actions = ['d dh p1 AsKs', 'd dh p2 QdQc', 'd dh p3 9h9d', 'p3 cbr 6', 'p1 cc', 'p2 cc', 'd db Qs9s2h', 'p1 cc', 'p2 cc',
  'p3 cbr 10', 'p1 cc', 'p2 cc', 'd db 3c', 'p1 cc', 'p2 cc', 'p3 cc', 'd db 8d', 'p1 cc', 'p2 cbr 30', 'p3 cc', 'p1 f',
  'p2 sm QdQc', 'p3 sm 9h9d']
players = ['Ann', 'Bob', 'Cem']
"""


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    file = tmp_path / "hand.phh"
    file.write_text(HAND)
    return file


def test_three_players_on_the_river_are_solved(hand: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ranges = ("AsKs,JsTs,AhQh", "QdQc,KhQh,JhTh", "9h9d,AcQc,7s6s")
    flags = dict(zip(("--oop", "--middle", "--ip"), ranges, strict=True)) | {
        "--until": "0.5%",
        "--out": f"{tmp_path}/x.npz",
    }
    assert main(["solve", "--from-hand", str(hand), "--json", *(part for flag in flags.items() for part in flag)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["largest_gain_pot_percent"] <= 0.5
    played = from_phh(HAND)
    state: State = played.state.game.initial_state()
    for action in replay_history(played.state.game, played.state.history()).history():
        if not state.is_chance and state.street == 3:  # type: ignore[attr-defined]
            break
        state = state.child(action)
    spot: Any = state.to_spot(ranges, bet_sizes={"river": ("", "30c", "")}, raise_sizes="")  # type: ignore[attr-defined]
    game: Any = TabularPolicy.load(tmp_path / "x.npz").game
    for name in ("board", "ranges", "pot", "stack", "min_bet", "chip", "bet_sizes"):
        assert game.params[name] == spot.game.params[name], name
    assert game.rules.root.line.after(0).after(1).after(1).tokens == ("f", "c")  # the bet of 30 was called


def test_flags_and_streets(hand: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tree", "--from-hand", str(hand), "--from-street", "turn", "--bet", "50%", "--raise", "a", "--middle", "AA",
                 "--json"]) == 0  # fmt: skip
    told = json.loads(capsys.readouterr().out)["parameters"]
    assert (told["board"], told["pot"], told["stack"]) == ("Qs9s2h3c", 48, [134, 134, 74])
    assert told["ranges"] == ["random", "AA", "random"] and told["raise_cap"] is None


HEADS_UP = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 300]
actions = ['d dh p1 AsKs', 'd dh p2 QdQc', 'p2 cbr 6', 'p1 cc', 'd db Qs9s2h', 'p1 cc', 'p2 cc', 'd db 3c', 'p1 cc', 'p2 cc',
  'd db 8d', 'p1 cc', 'p2 cbr 10', 'p1 f']
"""


def test_of_two_the_smaller_stack_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "two.phh"
    file.write_text(HEADS_UP)
    assert main(["tree", "--from-hand", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["parameters"]
    assert (told["pot"], told["stack"]) == (12, 94)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--from-street", "flop"], "--from-street 'flop': 3 players are in on the flop"),
        (["--from-street", "showdown"], "'showdown' is not one of 'flop', 'turn', 'river'"),
        (["--preset", "3-bet"], "--from-hand FILE: a spot is from a hand or from a preset (3-bet), not from both"),
    ],
)
def test_what_cannot_be_is_said(hand: Path, flags: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tree", "--from-hand", str(hand), *flags]) == 2
    assert message.replace("FILE", str(hand)) in capsys.readouterr().err
    assert main(["tree", "--from-street", "turn"]) == 2
    assert "--from-street turn: only with --from-hand" in capsys.readouterr().err
