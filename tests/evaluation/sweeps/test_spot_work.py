"""A sweep: its configuration, its spots by number, and their rows."""

from __future__ import annotations

import math
from pathlib import Path
from time import process_time
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")

from pokerzoo.agents import CFR  # noqa: E402
from pokerzoo.envs import make_game  # noqa: E402
from pokerzoo.envs.cards import board_set  # noqa: E402
from pokerzoo.evaluation.spots.spot_report import SpotReport  # noqa: E402
from pokerzoo.evaluation.sweeps.spot_plan import rows_per_file  # noqa: E402
from pokerzoo.evaluation.sweeps.spot_work import SpotWork  # noqa: E402
from pokerzoo.evaluation.sweeps.sweep_config import EXAMPLE  # noqa: E402

SPOT = {"ranges": ["QQ+,AKs", "JJ+,AK"], "pot": 60, "stack": 100, "bet_sizes": "33%,75%", "raise_sizes": "60%"}
TWO = ["QsJh2h8d3c", "AsKh2h8d3c"]


def sweep(**given: Any) -> SpotWork:
    return SpotWork.from_config(SPOT | given)


def test_the_product_is_in_its_documented_order() -> None:
    work = sweep(vary={
        "boards": TWO,
        "ranges": [{"name": "a", "oop": "QQ", "ip": "KK"}, {"name": "b", "oop": "AA", "ip": "KK"}],
        "rake": [{"name": "free"}, {"name": "5%", "rate": 0.05, "cap": 3}],
        "sizes": [{"name": "small", "bet_sizes": "33%"}, {"name": "large", "bet_sizes": "75%", "raise-cap": 1}],
        "pots": [50, 60],
        "stacks": [100, 200, 300],
    })  # fmt: skip
    assert work.count == 2 * 2 * 2 * 2 * 3 * 2
    spots = [work.spot(index) for index in range(work.count)]
    expected = [
        (ranges, rake, sizes, pot, stack, board)
        for ranges in ("a", "b") for rake in ("free", "5%") for sizes in ("small", "large")
        for pot in (50, 60) for stack in (100, 200, 300) for board in TWO
    ]  # fmt: skip
    assert expected == [(*(s.names[k] for k in ("ranges", "rake", "sizes")), s.pot, s.stack, s.board) for s in spots]
    last = work.game(spots[-1]).params
    assert (last["ranges"], last["rake_rate"], last["rake_cap"]) == (("AA", "KK"), 0.05, 3)
    assert (last["bet_sizes"], last["raise_cap"], last["pot"], last["stack"]) == ("75%", 1, 60, 300)
    assert work.game(spots[0]).params["rake_cap"] is None
    assert len({work.key(index) for index in range(work.count)}) == work.count
    again = SpotWork.from_record(work.record())
    assert [again.key(index) for index in range(5)] == [work.key(index) for index in range(5)]
    assert sweep(vary={"boards": TWO, "stacks": [50, 60], "limit": 3}).count == 3


def test_the_key_says_all_that_decides_a_row() -> None:
    keys = {
        sweep(vary={"boards": TWO}).key(0),
        sweep(vary={"boards": TWO}).key(1),
        sweep(vary={"boards": TWO}, pot=61).key(0),
        sweep(vary={"boards": TWO}, solve={"until": "1%"}).key(0),
        sweep(vary={"boards": TWO}, keep={"lines": ["x"]}).key(0),
        sweep(vary={"boards": TWO}, ranges=["QQ+", "JJ+,AK"]).key(0),
    }
    assert len(keys) == 6
    assert sweep(vary={"boards": TWO}).key(0) == sweep(vary={"boards": TWO[:1]}, ranges=["QQ-AA, AKs", "JJ+,AK"]).key(0)
    draws = sweep(vary={"boards": "random-rivers:1000000000", "seed": 3})
    assert draws.key(0) != draws.key(1)


def test_ten_million_rivers_are_not_listed() -> None:
    start = process_time()
    work = sweep(vary={"boards": "random-rivers:10000000", "stacks": [50, 100], "seed": 5})
    record = work.record()
    spots = [work.spot(index) for index in (0, 1, 19_999_999)]
    assert process_time() - start < 3  # some hundredths of a second, but for what is loaded
    assert work.count == 20_000_000 and len(str(record)) < 1000
    assert [spot.stack for spot in spots] == [50, 50, 100] and len(spots[2].board) == 10
    assert SpotWork.from_record(record).spot(19_999_999) == spots[2]
    assert -(-work.count // work.rows_per_file) <= 4096 + 800
    with pytest.raises(IndexError):
        work.spot(20_000_000)
    assert rows_per_file(2_000, 5) == 256 and rows_per_file(1_755, 3) == 2 and rows_per_file(10, 4) == 2


def test_random_boards_have_the_street_of_the_base_board() -> None:
    turns = sweep(board="AsKsQh2d", vary={"boards": "random:20", "seed": 4})
    assert turns.sampled and {len(turns.spot(index).board) for index in range(turns.count)} == {8}
    assert [turns.spot(index).board for index in range(20)] == [own.board for own in board_set("random-turns:20", seed=4)]
    flops = SpotWork.from_config({"preset": "3-bet", "vary": {"boards": "random:3"}})  # a preset's board is a flop
    assert [flops.spot(index).board for index in range(3)] == [own.board for own in board_set("random-flops:3")]


def test_a_sweep_may_begin_with_a_board_that_leaves_no_hands(tmp_path: Path) -> None:
    work = sweep(ranges=["AA", "JJ+,AK"], vary={"boards": "all-flops", "sizes": [{"name": "one"}]}, keep={"lines": ["x"]})
    assert work.count == 1755 and work.spot(0).board == "AsAhAd"
    with pytest.raises(ValueError, match="leaves no hand of it"):
        work.rows(0, str(tmp_path))
    with pytest.raises(ValueError, match=r"config: ranges\[0\]='AA': the board As Ad Ah Ac Ks leaves no hand of it"):
        sweep(ranges=["AA", "JJ+,AK"], vary={"boards": ["AsAdAhAcKs"]})  # no board is left


def test_a_row_has_what_the_report_has(tmp_path: Path) -> None:
    keep = {"lines": ["x", "x/b33%", "b75%", "b33%f"], "hands": ["b33%"]}
    work = sweep(vary={"boards": TWO[:1], "stacks": [100, 20]}, keep=keep, **{"rake-rate": 0.05})
    rows = work.rows(0, str(tmp_path))
    (row,) = rows["spots"]
    game: Any = make_game("holdem", board=TWO[0], ranges=("QQ+,AKs", "JJ+,AK"), pot=60, stack=100, bet_sizes="33%,75%",
                          raise_sizes="60%", rake_rate=0.05)  # fmt: skip
    solver = CFR(game)
    solver.run(10_000, until="0.5%")
    report = SpotReport(game, solver.average_policy())
    root = report.at()
    assert row["iterations"] == solver.iteration
    assert row["exploitability"] == solver.measure().exploitability
    assert row["exploitability_percent"] == pytest.approx(row["exploitability"] / 60 * 100)
    for player, name in enumerate(("oop", "ip")):
        assert row[f"net_{name}"] == pytest.approx(root.mean_net[player], rel=1e-9)
        assert row[f"equity_{name}"] == pytest.approx(root.mean_equity[player], rel=1e-9)
        assert row[f"combos_{name}"] == root.combos[player]
        assert row[f"eqr_{name}"] == pytest.approx(root.mean_pot_share[player] / (60 * root.mean_equity[player]), rel=1e-9)
    nodes = {node["line"]: node for node in rows["nodes"]}
    assert list(nodes) == ["", "x", "x/b33%", "b75%", "b33%f"]
    assert [node["line"] for node in work.rows(1, str(tmp_path))["nodes"]] == ["", "x"]  # all bets are all-in
    there = report.at("xb20")
    actions = [action for action in rows["actions"] if action["line"] == "x/b33%"]
    assert [action["action"] for action in actions] == ["fold", "call", "raise all-in"]
    assert [action["frequency"] for action in actions] == pytest.approx(there.frequencies.tolist())
    assert (nodes["x/b33%"]["tokens"], nodes["x/b33%"]["player"], nodes["x/b33%"]["pot"]) == ("xb20", "OOP", 80)
    assert nodes["x/b33%"]["probability"] == pytest.approx(there.probability)
    assert nodes["b33%f"]["equity_oop"] is None and nodes["b33%f"]["player"] is None
    assert not any(action["line"] == "b33%f" for action in rows["actions"])
    assert {hand["line"] for hand in rows["hands"]} == {"b33%"}
    aces = [hand for hand in rows["hands"] if hand["hand"] == "AsAh"]
    assert [(hand["player"], hand.get("action")) for hand in aces] == [
        ("OOP", None), ("IP", "fold"), ("IP", "call"), ("IP", "raise all-in"),
    ]  # fmt: skip
    assert sum(hand["frequency"] for hand in aces[1:]) == pytest.approx(1)
    assert len({hand["net"] for hand in aces[1:]}) == 1
    assert {row["key"] for table in rows.values() for row in table} == {work.key(0)}
    assert list(work.tables) == ["spots", "nodes", "actions", "hands"]


def test_no_number_is_nan(tmp_path: Path) -> None:
    work = sweep(vary={"boards": ["QsJh2h8d"]}, keep={"next_cards": ["xx", "b33%c"], "lines": ["b33%f"], "hands": True})
    rows = work.rows(0, str(tmp_path))
    cards = {(card["line"], card["card"]): card for card in rows["next_cards"]}
    assert len(cards) == 2 * 48
    assert sum(card["probability"] for card in cards.values()) == pytest.approx(2)
    actions = [card["action"] for card in rows["next_cards"] if (card["line"], card["card"]) == ("xx", "2c")]
    assert actions == ["check", "bet 33%", "bet 75%"]
    for name, table in rows.items():
        for row in table:
            assert not any(isinstance(value, float) and not math.isfinite(value) for value in row.values()), (name, row)
            assert row.keys() <= set(work.tables[name].names)
        pa.Table.from_pylist(table, schema=work.tables[name]).validate(full=True)


def test_policies_are_files_with_the_same_bytes(tmp_path: Path) -> None:
    work = sweep(vary={"boards": TWO[:1]}, keep={"policies": True, "precision": "half"}, solve={"iterations": 50})
    files = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        work.rows(0, str(tmp_path / name))
        (file,) = (tmp_path / name / "policies").iterdir()
        assert file.name == f"{work.key(0)}.npz"
        files.append(file.read_bytes())
    assert files[0] == files[1]


def test_a_spot_may_not_take_more_memory_than_it_may(tmp_path: Path) -> None:
    work = sweep(vary={"boards": TWO[:1]}, solve={"memory": "0.001 MB"})
    with pytest.raises(ValueError, match=r"solve.memory='0.001 MB': this spot takes about"):
        work.rows(0, str(tmp_path))


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "sweep.toml"
    file.write_text(
        'preset = "3-bet"\nraise-cap = 1\n[vary]\nboards = "all-flops"\nstacks = [500, 890]\n[solve]\nuntil = "1%"\n'
    )
    work = SpotWork.from_config(file)
    assert work.count == 2 * 1755 and work.spot(1755).stack == 890
    assert work.config.spot["raise_cap"] == 1 and "board" not in work.config.spot
    assert SpotWork.from_record(work.record()).record() == work.record()
    file.write_text(EXAMPLE)
    assert SpotWork.from_config(file).count == 3 * 1755
    file.write_text("[vary\n")
    with pytest.raises(ValueError, match=r"sweep.toml: not a TOML file: .*line 1"):
        SpotWork.from_config(str(file))


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"bord": "x"}, r"config: unknown key 'bord'; allowed: board, .*; did you mean 'board'\?"),
        ({"until": 3}, r"unknown key 'until'; .*; it belongs under \[solve\]"),
        ({"pot": "x"}, "config: pot='x': must be a number"),
        ({"bet_sizes": "50"}, "config: bet_sizes='50': at character 1, '50': a number needs a unit"),
        ({"ranges": ["zz", "AA"]}, r"config: ranges\[0\]='zz': at character 1"),
        ({"preset": "foo"}, "config: preset='foo': no such preset; allowed: river"),
        ({"vary": 3}, r"config: vary = 3: must be a table, as \[vary\]"),
        ({"vary": {"stack": [1]}}, r"config: vary: unknown key 'stack'; .*did you mean 'stacks'"),
        ({"vary": {"boards": 3}}, "vary.boards = 3: must be a string or a list of boards"),
        ({"vary": {"boards": "all-flop"}}, "boards='all-flop': must be one of all-flops"),
        ({"vary": {"boards": "all-turns"}}, "vary.boards='all-turns': needs a board to follow"),
        ({"vary": {"stacks": [50, float("nan")]}}, r"vary.stacks\[1\] = nan: must be a finite number"),
        ({"vary": {"stacks": []}}, r"vary.stacks = \[\]: must have one item at least"),
        ({"vary": {"stacks": [50, 50.0]}}, "vary.stacks = .*: must be different, and 50.0 occurs twice"),
        ({"vary": {"ranges": [{"name": "a", "oop": "AA"}]}}, r"vary.ranges\[0\]: the key 'ip' is missing"),
        ({"vary": {"sizes": [{"name": "a", "bt": "3"}]}}, r"vary.sizes\[0\]: unknown key 'bt'; .*did you mean 'bet'"),
        ({"vary": {"sizes": [{"name": "a"}, {"name": "b", "bet_sizes": "5"}]}}, r"vary.sizes\[1\]: bet_sizes='5': "),
        ({"vary": {"rake": [{"name": "a", "rate": 2}]}}, r"vary.rake\[0\].rate = 2: must be less than or equal to 1"),
        (
            {"keep": {"lines": ["b34%"]}},
            r"config: keep.lines\[0\]='b34%': no spot has this line; at the start: check, bet 50%",
        ),
        (
            {"keep": {"lines": ["x/b50%/r40%"]}},
            "no spot has this line; after 2 of its 3 moves and cards: fold, call, raise",
        ),
        ({"keep": {"lines": ["b50%f2h"]}}, "after 2 of its 3 moves and cards: nothing, the hand is over"),
        ({"vary": {"boards": "random:5"}}, "is for the street of board = ..., which is not there; else write random-flops:N"),
        ({"keep": {"lines": ["y"]}}, r"config: keep.lines\[0\]='y': 'y' at character 1; allowed: x, c, f"),
        ({"keep": {"next_cards": ["x"]}}, r"keep.next_cards\[0\]='x': no card is due there"),
        ({"keep": {"hands": 3}}, "keep.hands = 3: must be true, false or a list of lines"),
        ({"solve": {"until": 0}}, "solve.until = 0: must be above 0: chips"),
        ({"solve": {"iterations": 2.5}}, "solve.iterations = 2.5: must be a valid integer"),
        ({"solve": {"memory": "2 G"}}, "solve.memory = '2 G': must be an amount of memory, as '500 MB'"),
    ],
)
def test_what_is_wrong_is_said(config: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SpotWork.from_config(config)
