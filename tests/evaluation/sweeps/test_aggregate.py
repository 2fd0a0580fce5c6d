"""Means over many spots: against hand arithmetic, against plain NumPy, and of a small sweep against its rows."""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")

from pokerzoo.envs.poker.board_sets import board_set  # noqa: E402
from pokerzoo.envs.poker.textures import texture_columns  # noqa: E402
from pokerzoo.evaluation import Sweep  # noqa: E402
from pokerzoo.evaluation.sweeps.aggregate import DEFAULT, Aggregate  # noqa: E402
from pokerzoo.evaluation.sweeps.spot_work import SpotWork  # noqa: E402
from pokerzoo.jobs.folder import Folder  # noqa: E402
from pokerzoo_testing.made_work import make_shard_here  # noqa: E402

Row = dict[str, Any]


TOKENS = {"check": "x", "bet_small": "b10", "bet_large": "b50", "fold": "f", "call": "c"}
ROOT = ("", "OOP", 50, 0, 1)
LINE = ("b", "IP", 60, 10)
"""Line, player, pot, chips to call, and at the root the probability to be there."""


def node(where: tuple[Any, ...], *numbers: float, **often: float) -> Row:
    """A kept line with the probability to be there, OOP's EV, OOP's equity, and how often each action is taken."""
    values: list[float] = [*where[4:], *numbers]
    probability, ev, equity = values
    result = dict(zip(("line", "player", "pot", "to_call"), where, strict=False))
    result |= {"probability": probability, "net_oop": ev, "net_ip": -ev, "equity_oop": equity, "equity_ip": 1 - equity}
    named = [(name.replace("_", " "), TOKENS[name], p) for name, p in often.items()]
    return result | {"actions": [{"action": name, "token": token, "frequency": p, "net": 0.0} for name, token, p in named]}


def spot(index: int, board: str, weight: int, stack: float, nodes: list[Row]) -> Row:
    """A row; without nodes one that failed."""
    row = {"key": str(index), "index": index, "weight": weight, "board": board, "pot": 50.0, "stack": stack}
    numbers = [{name: one[name] for name in ("net_oop", "net_ip", "equity_oop", "equity_ip")} for one in nodes[:1]]
    result = numbers[0] | {"iterations": 10 * index} if nodes else {"error": "ValueError: x"}
    return row | texture_columns(board) | result | {"nodes": nodes}


class Drawn(SpotWork):
    """Made-up spots, of which so many boards were drawn at random."""

    draws = 0


def sweep_of(rows: list[Row], path: Path) -> Sweep:
    """The folder of a sweep with these rows."""
    work = Drawn.from_config(
        {"ranges": ["AA", "KK"], "rows_per_file": len(rows), "vary": {"stacks": [*range(1, len(rows) + 1)]}}
    )
    folder = Folder.make(path, work)
    nodes = [{"key": row["key"]} | own for row in rows for own in row["nodes"]]
    actions = [{"key": own["key"], "line": own["line"]} | action for own in nodes for action in own["actions"]]
    spots = [{name: value for name, value in row.items() if name != "nodes"} for row in rows]
    nodes = [{name: value for name, value in own.items() if name != "actions"} for own in nodes]
    folder.write(0, {"spots": spots, "nodes": nodes, "actions": actions})
    return Sweep(path, Drawn)


NET = ("net", *DEFAULT[1:])


def ask(sweep: Sweep, of: Any = NET, *, draws: int = 0, **given: Any) -> Aggregate:
    sweep.work.draws = draws
    return sweep.aggregate(**{"of": of, "threads": 2} | given)


def frequencies(answer: Aggregate) -> Any:
    return np.stack([answer[one.name] for one in answer.measures if one.kind == "frequency"], axis=1)


def groups_of(answer: Aggregate) -> list[tuple[Any, ...]]:
    return [tuple(row.group) for row in answer.groups]


def spots_of(answer: Aggregate) -> list[int]:
    return [row.spots for row in answer.groups]


def weights_of(answer: Aggregate) -> list[float]:
    return [row.weight for row in answer.groups]


BY_HAND = [
    spot(0, "AsKsQs", 4, 100, [
        node(ROOT, 5.0, 0.5, check=0.25, bet_small=0.75),
        node(LINE, 0.75, 10.0, 0.4, fold=0.5, call=0.5),
    ]),
    spot(1, "AsKsQd", 12, 100, [
        node(ROOT, 1.0, 0.6, check=1.0, bet_large=0.0),
    ]),
    spot(2, "AsKdQh", 24, 200, [
        node(ROOT, -2.0, 0.25, check=0.5, bet_small=0.25, bet_large=0.25),
        node(LINE, 0.25, 4.0, 0.5, fold=0.0, call=1.0),
    ]),
    spot(3, "AsKdQc", 24, 200, []),
]  # fmt: skip


@pytest.fixture(scope="module")
def by_hand(tmp_path_factory: pytest.TempPathFactory) -> Sweep:
    return sweep_of(BY_HAND, tmp_path_factory.mktemp("by_hand") / "out")


def test_means_at_the_root_by_hand(by_hand: Sweep) -> None:
    result = ask(by_hand)
    assert groups_of(result) == [()] and spots_of(result) == [3] and weights_of(result) == [40]
    assert (result.failed_spots, result.missing_spots, result.spots_without_the_line) == (1, 0, 0)
    assert (result.sampled, result.to_act) == (False, "OOP")
    assert result["net_chips OOP"] == pytest.approx([(4 * 5 + 12 * 1 - 24 * 2) / 40])
    assert result["net_chips IP"] == pytest.approx([-(4 * 5 + 12 * 1 - 24 * 2) / 40])
    assert result["equity OOP"] == pytest.approx([(4 * 0.5 + 12 * 0.6 + 24 * 0.25) / 40])
    # what all together get of the pot, divided by what equity alone would give them
    got, fair = 4 * 30 + 12 * 26 + 24 * 23, 50 * (4 * 0.5 + 12 * 0.6 + 24 * 0.25)
    assert result["equity_realisation OOP"] == pytest.approx([got / fair])
    # no action is left out of the sum, and a size that a spot does not have is never bet there
    assert [one.asked for one in result.measures if one.kind == "frequency"] == ["check", "bet small", "bet large"]
    assert frequencies(result) == pytest.approx(np.array([[4 * 0.25 + 12 + 24 * 0.5, 4 * 0.75 + 24 * 0.25, 24 * 0.25]]) / 40)
    together = ask(by_hand, "frequencies", sizes=False)
    assert [one.name for one in together.measures] == ["frequency OOP check", "frequency OOP bet"]
    assert frequencies(together) == pytest.approx(np.array([[25, 15]]) / 40)


def test_groups_are_in_the_order_of_textures(by_hand: Sweep) -> None:
    result = ask(by_hand, by=["suits", "stack"])
    assert result.by == ["suits", "stack"]
    assert groups_of(result) == [("rainbow", 200.0), ("two-tone", 100.0), ("monotone", 100.0)]
    assert result["net_chips OOP"].tolist() == [-2.0, 1.0, 5.0]
    assert result["frequency OOP bet large"].tolist() == [0.25, 0.0, 0.0]
    assert result.overall.means == pytest.approx(ask(by_hand).overall.means)
    assert groups_of(ask(by_hand, by="high_card")) == [("A",)]
    assert groups_of(ask(by_hand, by="stack / pot AS spr")) == [(2.0,), (4.0,)]
    assert groups_of(ask(by_hand, by="suits", sort="net")) == [("monotone",), ("two-tone",), ("rainbow",)]
    assert groups_of(ask(by_hand, by="suits", sort="-bet small")) == [("two-tone",), ("rainbow",), ("monotone",)]
    assert groups_of(ask(by_hand, by="suits", sort="-suits")) == [("monotone",), ("two-tone",), ("rainbow",)]
    assert groups_of(ask(by_hand, by="suits", sort="weight")) == [("rainbow",), ("two-tone",), ("monotone",)]


def test_at_a_line_spots_count_as_often_as_it_is_reached(by_hand: Sweep) -> None:
    of = ("net", "net_percent", "ev", "ev_percent", "pot_share", "pot_percent", "eqr", "reach", "frequencies", "iterations")
    result = ask(by_hand, of, line="b", by="suits")
    often = np.array([4 * 0.75, 24 * 0.25])  # monotone, rainbow
    assert groups_of(result) == [("rainbow",), ("two-tone",), ("monotone",)] and result.to_act == "IP"
    assert spots_of(result) == [1, 0, 1] and result.spots_without_the_line == 1
    assert result["reached"] == pytest.approx([0.25, 0.0, 0.75])
    assert np.isnan(result["net_chips OOP"][1]) and np.isnan(result["frequency IP fold"][1])
    every = dict(zip([one.name for one in result.measures], result.overall.means, strict=True))
    assert every["reached"] == pytest.approx((4 * 0.75 + 24 * 0.25) / 40)
    assert every["net_chips OOP"] == pytest.approx((often @ [10, 4]) / often.sum())
    assert every["pot_share_chips IP"] == pytest.approx((often @ [15, 21]) / often.sum())
    assert every["pot_share_percent IP"] == pytest.approx((often @ [30, 42]) / often.sum())
    assert every["frequency IP fold"] == pytest.approx((often @ [0.5, 0]) / often.sum())
    assert every["iterations"] == pytest.approx((often @ [0, 20]) / often.sum())
    # of the 60 chips OOP put in 35, IP 25: what each gets of them, divided by what equity alone would give
    assert every["equity_realisation OOP"] == pytest.approx((often @ [10 + 35, 4 + 35]) / (60 * (often @ [0.4, 0.5])))
    assert every["equity_realisation IP"] == pytest.approx((often @ [-10 + 25, -4 + 25]) / (60 * (often @ [0.6, 0.5])))
    assert every["ev_chips OOP"] == pytest.approx((often @ [10 + 35, 4 + 35]) / often.sum())
    assert every["ev_chips IP"] == pytest.approx((often @ [-10 + 25, -4 + 25]) / often.sum())
    for name in ("net", "ev"):  # of a starting pot of 50
        chips: Any = every[f"{name}_chips IP"]
        assert every[f"{name}_percent IP"] == pytest.approx(2 * chips)
    alike = ask(by_hand, ("net", "frequencies"), line="b", by_reach=False)
    assert alike["net_chips OOP"] == pytest.approx([(4 * 10 + 24 * 4) / 28])
    assert alike["frequency IP fold"] == pytest.approx([4 * 0.5 / 28])


def test_after_a_fold_the_pot_is_the_winners(tmp_path: Path) -> None:
    """Against each spot's own betting: OOP's and IP's folds, with and without rake, on a solved spot."""
    lines = {"b50%/f": ("IP", 50, 75), "x/b50%/f": ("OOP", 50, 75), "b50%/r50%/f": ("OOP", 50, 125)}
    given = {
        "board": "QsJh2h8d3c",
        "ranges": ["AA,TT,99", "KK,QQ,77"],
        "pot": 50,
        "stack": 200,
        "bet_sizes": "50%",
        "raise_sizes": "50%",
    }
    given |= {"rake_rate": 0.05, "keep": {"lines": [*lines, "xx"]}, "solve": {"iterations": 1}}
    folder = Folder.make(tmp_path / "folds", SpotWork.from_config(given))
    make_shard_here(folder, 0)
    result = Sweep(folder.path)
    nodes = {row["line"]: row for row in result.table("nodes").to_pylist()}
    for line, (folder_name, _, _) in lines.items():
        at = nodes[line]
        asked = result.aggregate(line=line, of=["ev"])
        winner = "IP" if folder_name == "OOP" else "OOP"
        assert asked[f"ev_chips {folder_name}"][0] == pytest.approx(0, abs=1e-9)
        rake = -(at["net_oop"] + at["net_ip"])
        assert asked[f"ev_chips {winner}"][0] == pytest.approx(at["pot"] - rake)
    assert result.aggregate(line="xx", of="ev")["ev_chips OOP"][0] == pytest.approx(nodes["xx"]["net_oop"] + 25)


def test_spread_and_conditions(by_hand: Sweep) -> None:
    result = ask(by_hand, ("net", "frequencies"), spread=True)
    least, most, deviation = (result.overall.spread[name] for name in ("min", "max", "deviation"))
    place = result.find("bet large")
    assert (least[0], most[0]) == (-2.0, 5.0)
    assert (least[place], most[place]) == (0.0, 0.25)  # a size that is not there counts as 0
    mean = (4 * 5 + 12 - 48) / 40
    squares = 4 * (5 - mean) ** 2 + 12 * (1 - mean) ** 2 + 24 * (2 + mean) ** 2
    assert deviation[0] == pytest.approx(math.sqrt(squares / 40))
    assert deviation[place] == pytest.approx(math.sqrt((24 * 0.25**2) / 40 - (24 * 0.25 / 40) ** 2))
    assert ask(by_hand, where="stack = 200 -- the large one").failed_spots == 1
    small = ask(by_hand, where="stack = 100")
    assert (small.failed_spots, small.overall.spots) == (0, 2)
    assert ask(by_hand, "net", weight="1")["net"] == pytest.approx([4 / 3])
    assert ask(by_hand, ["iterations", "net_oop * 2"]).overall.means == pytest.approx([15.0, -0.8])


def random_rows(generator: np.random.Generator) -> list[Row]:
    """Spots on real boards, some without a size, some without the line, some failed; some boards come twice."""
    boards = [*board_set("random-flops:60", seed=5)] * 2
    rows = []
    for index, (board, _) in enumerate(boards):
        if generator.random() < 0.1:
            rows.append(spot(index, board, 1, 100, []))
            continue
        names = ["check", "bet_small"] if generator.random() < 0.3 else ["check", "bet_small", "bet_large"]
        often = dict(zip(names, generator.dirichlet([1] * len(names)).tolist(), strict=True))
        ev, equity = generator.normal(0, 5, 2).tolist(), generator.uniform(0.3, 0.7, 2).tolist()
        nodes = [node(ROOT, ev[0], equity[0], **often)]
        if generator.random() < 0.8:
            fold = generator.random()
            nodes.append(node(LINE, often["bet_small"], ev[1], equity[1], fold=fold, call=1 - fold))
        rows.append(spot(index, board, int(generator.integers(1, 25)), 100 + 50 * (index % 3), nodes))
    return rows


@pytest.mark.parametrize("line", ["", "b"])
@pytest.mark.parametrize("draws", [0, 60, 120])
def test_equals_plain_numpy(tmp_path: Path, line: str, draws: int) -> None:
    rows = random_rows(np.random.default_rng(7))
    of = ("equity", "eqr", "frequencies")
    options: dict[str, Any] = {"by": ["stack", "suits"], "line": line, "draws": draws}
    tables = sweep_of(rows, tmp_path / "out")
    result = ask(tables, of, spread=True, **options)
    groups: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in rows:
        if "error" not in row:
            groups[row["stack"], row["suits"]].append(row)
    assert set(groups_of(result)) == set(groups)
    for result_row in [*result.groups, result.overall]:
        group = result_row.group
        own = groups[tuple(group)] if group else [one for spots in groups.values() for one in spots]
        for number, measure in enumerate(result.measures):
            expected = plain_numbers(own, measure.name, line, draws or 60)
            errors = [result_row.errors] if result_row.errors else []
            numbers = [result_row.means, *errors, *result_row.spread.values()]
            got = [math.nan if values[number] is None else values[number] for values in numbers]
            keys = ("mean", "error", "least", "most", "deviation") if draws else ("mean", "least", "most", "deviation")
            assert got == pytest.approx([expected[key] for key in keys], abs=1e-7, nan_ok=True), (group, measure)
    without = ask(tables, of, **options)
    assert not without.overall.spread and (without.overall.errors is None) == (result.overall.errors is None) == (draws == 0)
    for name in ("equity OOP", "equity_realisation IP"):
        assert without[name] == pytest.approx(result[name], nan_ok=True)


def plain_numbers(rows: list[Row], measure: str, line: str, draws: int) -> dict[str, float]:
    """Mean, error and spread of a measure, spot by spot."""
    upper, lower, weights, boards = [], [], [], []
    for row in rows:
        there = next((one for one in row["nodes"] if one["line"] == line), None)
        if there is None:
            continue
        kind, seat = measure.split(" ")[0], measure.split(" ")[1].lower()
        if kind == "equity":
            u, v = there[f"equity_{seat}"], 1.0
        elif kind == "equity_realisation":
            acts = there["player"] == seat.upper()
            u = there[f"net_{seat}"] + (there["pot"] + (-there["to_call"] if acts else there["to_call"])) / 2
            v = there[f"equity_{seat}"] * there["pot"]
        else:
            u, v = sum(a["frequency"] for a in there["actions"] if a["action"] == measure.split(" ", 2)[2]), 1.0
        upper.append(u)
        lower.append(v)
        weights.append(row["weight"] * there["probability"])
        boards.append(row["index"] % draws)
    above, below, w = (np.array(numbers) for numbers in (upper, lower, weights))
    mean = (w * above).sum() / (w * below).sum()
    total = (w * below).sum()
    left = [(w * (above - mean * below))[[own == board for own in boards]].sum() for board in set(boards)]
    count = len(left)
    return {
        "mean": mean,
        "least": (above / below).min(),
        "most": (above / below).max(),
        "deviation": math.sqrt((w * below * (above / below - mean) ** 2).sum() / total),
        "error": math.sqrt(count / (count - 1) * np.square(left).sum()) / total if count > 1 else math.nan,
    }


@pytest.mark.parametrize("boards", ["all flops", "ten flops"])
def test_the_error_of_a_sample_is_what_samples_differ_by(tmp_path: Path, boards: str) -> None:
    """Samples of 50: their means scatter around the true mean as their standard errors say, if a board comes often, too."""
    flops = [*board_set("all-flops")] if boards == "all flops" else [*board_set("all-flops")][:10]
    chances = np.array([weight for _, weight in flops]) / sum(weight for _, weight in flops)
    worth = np.random.default_rng(1).normal(0, 1, len(flops))
    generator = np.random.default_rng(2)
    rows: list[Row] = []
    for sample in range(100):
        for flop in generator.choice(len(flops), 50, p=chances).tolist():
            rows.append(spot(len(rows), flops[flop][0], 1, sample, [node(ROOT, worth[flop], 0.5, check=1.0)]))
    result = ask(sweep_of(rows, tmp_path / "out"), "net", by="stack", draws=len(rows))
    errors = [row.errors[0] for row in result.groups if row.errors]
    assert len(errors) == len(result) == 100
    away = (result["net"] - float(chances @ worth)) / np.array(errors, dtype=np.float64)
    assert 0.85 < np.std(away) < 1.2


def test_weights_of_textures_of_all_flops(tmp_path: Path) -> None:
    """Of 22,100 flops 4 C(13,3) are of one suit, C(4,3) 13^3 of three; 13 12 6 4 have a pair, 13 4 three of a rank."""
    root = [node(ROOT, 0, 0.5, check=1.0)]
    tables = sweep_of(
        [spot(k, board, weight, 100, root) for k, (board, weight) in enumerate(board_set("all-flops"))], tmp_path / "out"
    )
    suits = ask(tables, "net", by="suits")
    assert {row.group[0]: row.weight for row in suits.groups} == {
        "rainbow": 8788, "two-tone": 12168, "monotone": 1144,
    }  # fmt: skip
    paired = ask(tables, "net", by="paired")
    assert groups_of(paired) == [("unpaired",), ("paired",), ("trips",)]
    assert weights_of(paired) == [18304, 3744, 52]
    assert paired.to_table().texts()[1][:3] == ["paired", "312", "16.94%"]
    high = ask(tables, "net", by="high_card", where="suits = 'monotone'")
    assert "".join(group[0] for group in groups_of(high)) == "AKQJT987654"
    assert weights_of(high) == [4 * math.comb(k, 2) for k in range(12, 1, -1)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"by": "suit"}, "by='suit': no such column; there are key, .*; did you mean 'suits'"),
        ({"by": "1 +"}, r"by='1 \+': syntax error"),
        ({"by": "[pot]"}, r"by='\[pot\]': its values are lists"),
        ({"by": ""}, "by='': must be the name of a column, or SQL"),
        ({"by": 3}, "by=3: must be the name of a column, or SQL"),
        (
            {"of": "evs"},
            "of='evs': no such measure or column; there are ev, ev_percent, .*, pot_share, .*; did you mean 'ev'",
        ),
        ({"of": "board"}, "of='board': Could not convert string 'AsKsQs'"),
        (
            {"where": "stak = 100"},
            "where='stak = 100': Referenced column \"stak\" not found.* Candidate bindings: .*stack",
        ),
        ({"where": "stack = 1"}, "where=.*stack = 1.*: no spot of this kind has a result"),
        ({"where": "stack = 1", "by": "suits", "draws": 4}, "where=.*stack = 1.*: no spot of this kind has a result"),
        ({"where": "true) UNION (SELECT 1"}, "where="),
        ({"where": 1}, "where=1: must be a string"),
        ({"line": "bb"}, "line='bb': no spot comes there; lines that were kept: '', 'b'; did you mean 'b'"),
        ({"sort": "fold"}, "sort='fold': no such measure; there are net_chips OOP, .*"),
        ({"weight": "heavy"}, "weight='heavy': no such column"),
        ({"sizes": 1}, "sizes=1: must be True or False"),
    ],
)
def test_wrong_questions(by_hand: Sweep, given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as result:
        ask(by_hand, **given)
    assert "\n" not in str(result.value)


def test_as_a_table_a_file_json_and_html(by_hand: Sweep) -> None:
    import json

    result = ask(by_hand, ("equity", "frequencies"), by="suits", spread=True, draws=4)
    table = result.table()
    extras = ["equity OOP", *(f"equity OOP {extra}" for extra in ("standard_error", "min", "max", "deviation"))]
    assert list(table)[:8] == ["suits", "spots", "weight", *extras]
    assert result.csv_text().splitlines()[1].startswith("rainbow,1,24.0,0.25,,0.25,0.25,0.0,")
    assert result.to_dataframe().shape == (3, len(table))
    value = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert value["groups"][0]["group"] == ["rainbow"] and value["groups"][0]["means"][0] == 0.25
    assert value["measures"][0]["name"] == "equity OOP" and value["groups"][0]["spread"]["max"][0] == 0.25
    assert value["overall"]["spots"] == 3 and value["failed_spots"] == 1 and value["sampled"]
    html = result._repr_html_()
    assert "1 of the spots failed" in html and "monotone" in html
    assert repr(result) == "<Aggregate at '': 3 spots in 3 groups by suits>"


def test_in_big_blinds(by_hand: Sweep) -> None:
    of: tuple[str, ...] = ("net", "ev_percent", "pot_share", "equity", "pot")
    by: dict[str, Any] = {"by": "suits", "spread": True, "sort": "net"}
    result, blinds = ask(by_hand, of, **by), ask(by_hand, of, big_blind=4, **by)
    names = [one.name for one in blinds.measures]
    assert names[:2] == ["net_big_blinds OOP", "net_big_blinds IP"] and "pot" in names
    assert blinds["net"] == pytest.approx(result["net"] / 4) and blinds["pot_share"] == pytest.approx(result["pot_share"] / 4)
    for name in ("ev_percent IP", "equity OOP", "pot"):
        assert blinds[name].tolist() == result[name].tolist()
    assert (result.overall.spread["max"][0], blinds.overall.spread["max"][0]) == (5, 5 / 4)
    assert blinds.overall.means[0] == pytest.approx((4 * 5 + 12 * 1 - 24 * 2) / 40 / 4)
    assert "OOP net, bb" in [one.name for one in blinds.to_table().heads] and groups_of(blinds) == groups_of(result)
    for odd in (0, 1e-320, float("inf")):
        with pytest.raises(ValueError, match=r"must be a finite number from 1e-06 to 1e\+12"):
            ask(by_hand, big_blind=odd)
    with pytest.raises(ValueError, match="big_blind=4: no measure is in chips; allowed with ev, net or pot_share"):
        ask(by_hand, ("pot", "ev_percent"), by="suits", big_blind=4)


SWEEP = {
    "ranges": ["QQ+,AKs", "JJ+,AK"], "pot": 50, "bet_sizes": "50%",
    "vary": {"boards": ["QsJh2h8d3c", "AsKh2h8d3c", "9s8s2s8d3c"], "stacks": [25, 100]},
    "keep": {"lines": ["b50%", "x"]},
}  # fmt: skip


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Sweep:
    folder = Folder.make(tmp_path_factory.mktemp("sweep") / "out", SpotWork.from_config(SWEEP | {"rows_per_file": 4}))
    make_shard_here(folder, 0)
    return Sweep(folder.path)


def test_a_sweep_that_is_not_finished_and_its_rows(sweep: Sweep) -> None:
    result = sweep.aggregate("stack", line="x")
    assert (result.missing_spots, result.failed_spots, result.to_act, result.sampled) == (2, 0, "IP", False)
    rows = sweep.table().to_pylist()
    assert [row["stack"] for row in rows] == [25, 25, 25, 100]
    there = {(row["key"], row["line"]): row for row in sweep.table("nodes").to_pylist()}
    nodes = [there[row["key"], "x"] for row in rows]
    often = [row["weight"] * one["probability"] for row, one in zip(rows, nodes, strict=True)]
    expected = sum(w * one["net_ip"] for w, one in zip(often, nodes, strict=True)) / sum(often)
    assert result.overall.means[result.find("IP EV")] == pytest.approx(expected + 25)  # half of the pot is in
    one = sweep.aggregate("index", ("eqr", "frequencies"), line="b50%", where="index = 3")
    assert one["equity_realisation IP"] == pytest.approx([there[rows[3]["key"], "b50%"]["eqr_ip"]])  # as the row has it
    taken = [
        row["frequency"] for row in sweep.table("actions").to_pylist() if (row["key"], row["line"]) == (rows[3]["key"], "b50%")
    ]
    assert frequencies(one) == pytest.approx(np.array([taken])) and sum(taken) == pytest.approx(1)
    answer = sweep.query("SELECT line, count(*) FROM nodes GROUP BY line ORDER BY line")
    assert answer.fetchall() == [("", 4), ("b50%", 1), ("x", 4)]  # with 25 behind it is all-in


def test_spots_are_picked_by_names_that_players_use(sweep: Sweep) -> None:
    everything = sweep.aggregate("board")
    aces = sweep.aggregate("board", high_card="A")
    assert groups_of(aces) == [("AsKh2h8d3c",)] and aces.where == "high_card = 'A'"
    assert aces["equity OOP"].tolist() == [everything["equity OOP"][groups_of(everything).index(("AsKh2h8d3c",))]]
    assert sweep.aggregate(stack=100, where="board LIKE 'Q%'").overall.spots == 1
    assert sweep.aggregate(connected=True).overall.spots + sweep.aggregate(connected=False).overall.spots == 4
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"high_card": "B"}, "high_card='B': must be one of A, K, Q"),
        ({"hi_card": "A"}, "hi_card='A': no such column; there are .*did you mean 'high_card'"),
        ({"stack": "100"}, "stack='100': must be a number"),
        ({"paired": "quads"}, "where=\"paired = 'quads'\": no spot of this kind has a result"),
    )
    for filters, message in cases:
        with pytest.raises(ValueError, match=message):
            sweep.aggregate(**filters)


def test_random_boards_are_a_sample_and_all_boards_are_none(sweep: Sweep) -> None:
    def work(boards: str) -> SpotWork:
        return SpotWork.from_config({"vary": {"boards": boards}})

    assert work("random-rivers:10").sampled and not work("all-flops").sampled
    assert sweep.aggregate().overall.errors is None


def test_equity_before_a_card_is_the_mean_after_it_over_deals(tmp_path: Path) -> None:
    """Not over boards, and with ranges that tell suits apart."""
    spot = {"ranges": ["QQ+,AhKh,8h7h:0.3", "JJ+:0.5,AK,6d5d"], "pot": 50, "stack": 20, "solve": {"iterations": 1}}
    turn = SpotWork.from_config(spot | {"board": "QsJs2s8s"}).rows(0, str(tmp_path))["spots"][0]
    rivers = SpotWork.from_config(spot | {"board": "QsJs2s8s", "vary": {"boards": "all-rivers"}, "rows_per_file": 48})
    folder = Folder.make(tmp_path / "rivers", rivers)
    make_shard_here(folder, 0)
    over_deals = Sweep(folder.path).aggregate(of="equity", weight="weight * deals")
    assert over_deals["equity OOP"] == pytest.approx([turn["equity_oop"]], abs=1e-12)
    assert over_deals.overall.weight == pytest.approx((52 - 4 - 4) * turn["deals"])
    assert abs(Sweep(folder.path).aggregate(of="equity")["equity OOP"][0] - turn["equity_oop"]) > 1e-4
