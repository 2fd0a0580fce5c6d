"""Sweeps of spots for three players: rows beside loops over all triples of hands, and questions about them."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")

from pokerzoo.agents import CFR
from pokerzoo.cli import main
from pokerzoo.envs import make_game
from pokerzoo.envs.games.holdem import HoldemGame, hold_em_strength
from pokerzoo.evaluation import Sweep, sweep
from pokerzoo.evaluation.sweeps.spot_work import SpotWork, as_written

SPOT: dict[str, Any] = {
    "oop": "AsAd,KsKd,QhQc:0.5,9h9d,2h2c", "middle": "KhKc,QsQd,AhKd,2c2s", "ip": "QhQd,JsJc,AcKh:0.25,8h8c",
    "pot": 60, "stacks": "50/50/30", "bet": "50%", "raise": "a",
}  # fmt: skip
BOARDS = ["QsJh2h8d3c", "Td9d6h2c5s"]
CONFIG = SPOT | {
    "vary": {"boards": BOARDS},
    "keep": {"lines": ["x", "b50%/f"], "hands": ["b50%/f"]},
    "solve": {"until": "0.5%"},
}
PLAYERS = ("oop", "mp", "ip")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("sweeps") / "three"
    sweep(CONFIG, found, processes=1)
    return found


def equities(game: HoldemGame) -> tuple[list[float], float]:
    """Each player's share of a pot at a showdown of all three, by a loop over all triples; and the weight of all triples."""
    board, rules = game.rules.board, game.rules
    weights: Any = rules.weights
    shares, total = [0.0] * 3, 0.0
    for numbers in product(range(len(rules.hands)), repeat=3):
        hands = [rules.hands[number] for number in numbers]
        cards = {card for hand in hands for card in hand} | set(board)
        weight = weights[0][numbers[0]] * weights[1][numbers[1]] * weights[2][numbers[2]]
        if weight > 0.0 and len(cards) == 6 + len(board):
            strengths = [hold_em_strength(hand, board) for hand in hands]
            best = [own == max(strengths) for own in strengths]
            total += weight
            shares = [share + weight * own / sum(best) for share, own in zip(shares, best, strict=True)]
    return [share / total for share in shares], total


def test_rows_are_what_the_spots_are(folder: Path) -> None:
    rows = list(Sweep(folder).rows())
    assert [row["board"] for row in rows] == BOARDS and [row["error"] for row in rows] == [None, None]
    for row in rows:
        ranges = (SPOT["oop"], SPOT["middle"], SPOT["ip"])
        params = {"pot": 60, "stack": (50, 50, 30), "bet_sizes": "50%", "raise_sizes": "a"}
        game: Any = make_game("holdem", board=row["board"], ranges=ranges, **params)
        solver = CFR(game).run(10_000, until="0.5%")
        found, (expected, deals) = solver.measure(), equities(game)
        assert row["deals"] == pytest.approx(deals) and row["iterations"] == solver.iteration
        assert (row["stack"], row["stack_oop"], row["stack_mp"], row["stack_ip"]) == (50, 50, 50, 30)
        for player, name in enumerate(PLAYERS):
            assert row[f"ev_{name}"] == pytest.approx(found.values[player], abs=1e-9)
            assert row[f"gain_{name}"] == pytest.approx(found.gains[player], abs=1e-9)
            assert row[f"equity_{name}"] == pytest.approx(expected[player], abs=1e-12)
            realised = (row[f"ev_{name}"] + 20) / (60 * expected[player]) if expected[player] else None
            assert row[f"eqr_{name}"] == (realised if realised is None else pytest.approx(realised))
        assert row["largest_gain"] == max(row[f"gain_{name}"] for name in PLAYERS) <= 0.3
        assert row["largest_gain_percent"] == pytest.approx(row["largest_gain"] / 0.6)
        assert row["exploitability"] == pytest.approx(sum(row[f"gain_{name}"] for name in PLAYERS) / 3)
        start, checked, folded = row["nodes"]
        assert [start["player"], checked["player"], folded["player"]] == ["OOP", "MP", "IP"]
        assert start["ev_mp"] == row["ev_mp"] and folded["at"] == "b30f"
        assert folded["equity_mp"] is None and folded["equity_oop"] + folded["equity_ip"] == pytest.approx(1)
        assert folded["ev_mp"] == pytest.approx(-20) and checked["equity_mp"] is not None
        assert {hand["player"] for hand in row["hands"]} == {"OOP", "MP", "IP"}
        assert all((hand["frequencies"] is not None) == (hand["player"] == "IP") for hand in row["hands"])


def test_questions_have_the_middle_player(folder: Path) -> None:
    whole = Sweep(folder)
    rows = list(whole.rows())
    asked = whole.aggregate("board", of=["ev", "ev_here", "pot_share", "pot_percent", "equity", "eqr", "frequencies"])
    for row in rows:
        at = [group[0] for group in asked.groups].index(row["board"])
        assert asked["ev_net_chips MP"][at] == pytest.approx(row["ev_mp"])
        assert asked["pot_share_chips MP"][at] == pytest.approx(row["ev_mp"] + 20)
        assert asked["ev_from_here_chips MP"][at] == pytest.approx(row["ev_mp"] + 20)
        assert asked["pot_share_percent IP"][at] == pytest.approx((row["ev_ip"] + 20) / 0.6)
        assert asked["equity_realisation MP"][at] == pytest.approx(row["eqr_mp"])
    assert asked.players[asked.player or 0] == "OOP" and "frequency OOP bet 50%" in asked.measures
    below = whole.aggregate("board", line="x", of=["eqr", "ev_here", "frequencies"])
    assert below.player == 1 and below.to_dict()["to_act"] == "MP" and below.actions[0] == "check"
    ends = whole.aggregate("board", line="b50%/f", of="eqr")
    for row in rows:
        at = [group[0] for group in below.groups].index(row["board"])
        assert below["equity_realisation MP"][at] == pytest.approx(row["nodes"][1]["eqr_mp"])
        assert below["ev_from_here_chips MP"][at] == pytest.approx(row["nodes"][1]["ev_mp"] + 20)  # nobody has bet
        assert ends["equity_realisation IP"][at] == pytest.approx(row["nodes"][2]["eqr_ip"] or float("nan"), nan_ok=True)
    folded = whole.aggregate("board", line="b50%/f", of=["ev_here", "ev_here_percent"])
    for row in rows:  # of 90 chips OOP put in 50, the others 20 each; MP folded, whatever its equity was
        at = [group[0] for group in folded.groups].index(row["board"])
        node = row["nodes"][2]
        assert [node[f"paid_{name}"] for name in PLAYERS] == [50, 20, 20]
        for name, paid in zip(PLAYERS, (50, 20, 20), strict=True):
            assert folded[f"ev_from_here_chips {name.upper()}"][at] == pytest.approx(node[f"ev_{name}"] + paid, abs=1e-9)
    assert folded["ev_from_here_chips MP"] == pytest.approx([0, 0], abs=1e-9)
    assert folded["ev_from_here_percent MP"] == pytest.approx([0, 0], abs=1e-9)
    assert whole.query("SELECT max(gain_mp) FROM spots").rows[0][0] == max(row["gain_mp"] for row in rows)


def test_the_command_line_shows_the_middle_player(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["query", str(folder)]) == 0
    told = capsys.readouterr().out
    assert "largest gain" in told and "exploitability" not in told
    assert main(["query", str(folder), "--of", "ev", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["tables"][:1]
    assert found["measures"] == ["ev_net_chips OOP", "ev_net_chips MP", "ev_net_chips IP"]


def test_a_sweep_for_two_has_the_columns_it_had() -> None:
    two, three = SpotWork.from_config({"oop": "QQ+", "ip": "JJ+"}).schema, SpotWork.from_config(SPOT).schema
    assert not [name for name in two.names if "_mp" in name or name.startswith(("gain", "largest", "stack_"))]
    added = [name for name in three.names if name not in two.names]
    assert [name for name in three.names if name not in added] == two.names
    assert {"ev_mp", "equity_mp", "eqr_mp", "combos_mp", "gain_mp", "stack_mp"} < set(added)


def test_ranges_of_three_vary(tmp_path: Path) -> None:
    ranges = [{"name": "a", "oop": "AA", "middle": "KK", "ip": "QQ"}, {"name": "b", "oop": "KK", "middle": "AA", "ip": "QQ"}]
    given = {"board": BOARDS[1], "bet": "a", "vary": {"ranges": ranges, "stacks": [30, 60]}, "solve": {"iterations": 20}}
    work = SpotWork.from_config(given)
    assert work.count == 4 and work.game(work.spot(3)).params["ranges"] == ("KK", "AA", "QQ")
    assert work.spot(3).stacks == (60, 60, 60)
    rows = [work.row(k, str(tmp_path)) for k in (1, 3)]
    assert [rows[0]["equity_oop"], rows[1]["equity_mp"]] == pytest.approx([1.0, 1.0])
    assert SpotWork.from_record(work.record()).key(3) == work.key(3)


def test_stacks_of_three_vary(tmp_path: Path) -> None:
    """Each row is that of the sweep in which its stacks do not vary."""
    apart = {key: value for key, value in CONFIG.items() if key not in ("stacks", "keep")}
    stacks = ["50/50/30", 40, "20/60/60.5"]
    work = SpotWork.from_config(apart | {"vary": {"boards": BOARDS, "stacks": stacks}})
    assert work.count == 6 and [work.spot(k).stacks for k in (0, 3, 4)] == [(50, 50, 30), (40, 40, 40), (20, 60, 60.5)]
    assert SpotWork.from_record(work.record()).key(5) == work.key(5) != work.key(3)
    alone = SpotWork.from_config(apart | {"stacks": stacks[2], "vary": {"boards": BOARDS}})
    rows = [one.row(k, str(tmp_path)) for one, k in ((work, 5), (alone, 1))]
    assert (rows[0]["stack_oop"], rows[0]["stack_mp"], rows[0]["stack_ip"], rows[0]["stack"]) == (20, 60, 60.5, 60)
    for name, value in rows[1].items():
        if name.startswith(("ev_", "gain_", "stack", "equity_", "board", "pot")):
            assert rows[0][name] == value


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"stacks": "50/50"}, "config: stacks='50/50': must be as 100/60/35"),
        ({"stacks": "100/"}, "config: stacks='100/': must be as 100/60/35"),
        ({"stacks": "50/0/30"}, "config: stacks='50/0/30': each stack must be a number above 0"),
        ({"stacks": "inf/60/60"}, "config: stacks='inf/60/60': each stack must be a number above 0"),
        ({"vary": {"stacks": [30]}}, "config: vary.stacks: the spot has stacks that differ"),
        ({"vary": {"ranges": [{"name": "a", "oop": "AA", "ip": "KK"}]}}, r"vary.ranges\[0\] \('a'\): has no middle"),
        ({"middle": "zz"}, "config: middle='zz': at character 1"),
        ({"middl": "AA"}, "unknown key 'middl'; .*did you mean 'middle'"),
    ],
)
def test_what_is_wrong_is_said(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SpotWork.from_config(SPOT | given)


@pytest.mark.parametrize(
    ("stacks", "message"),
    [
        ([30, "20/30"], r"vary.stacks\[1\]='20/30': must be as 100/60/35"),
        (["20/0/30"], r"vary.stacks\[0\]='20/0/30': each stack must be a number above 0"),
        (["nan/30/40"], r"vary.stacks\[0\]='nan/30/40': each stack must be a number above 0"),
        (["20/30/40", "20/30/40.0"], "must be different, and '20/30/40.0' is the same stacks as another"),
        ([60, "60/60/60"], "must be different, and '60/60/60' is the same stacks as another"),
        ([-1], r"vary.stacks\[0\] = -1: must be greater than 0"),
        (["20/30/40", "20/30/40"], "vary.stacks = .*: must be different, and '20/30/40' occurs twice"),
    ],
)
def test_wrong_stacks_are_said(stacks: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SpotWork.from_config({"middle": "QQ", "vary": {"stacks": stacks}})
    for given in ({"vary": {"stacks": ["20/30/40"]}}, {"stacks": "20/30/40"}):
        with pytest.raises(
            ValueError, match="stacks.*='20/30/40': stacks that differ are for three players .middle.; two have"
        ):
            SpotWork.from_config(given)


def test_sizes_of_the_middle_player_are_named_by_their_key() -> None:
    told = [as_written(f"bet_sizes[{player}]='x'", three=True) for player in range(3)]
    assert told == ["oop-bet='x'", "bet='x'", "ip-bet='x'"]
