"""Measure what solving a street at a time costs, on the suite of ``depth_limited_suite.py``.

    python benchmarks/depth_limited.py turn [--count 200] [--ways check_down,network] [--iterations 100] [--out FILE.parquet]

Each situation is solved in full, and then one street alone with other values at its end. What follows is solved for the
ranges that come there (``completed``), and the exploitability of the whole strategy is measured exactly, in percent of the pot.
So that it is seen what completing does by itself, the first street of the full solution is completed, too. Ways:

- ``check_down``: no more bets; ``network``: the package's network for the next street, asked in each walk; ``network2``: the
  same, asked in every second iteration, and twice the iterations;
- ``coarse``: four continuations of a solution of the whole spot in ten iterations; ``good``: of the full solution. Their
  strategies that go on as the average choice does are measured, too (``..._continued_percent``).

Rows are kept as they come in the file of ``--out``. What is there is not solved again: another run adds situations and ways.
The tables of docs/depth_limited.md come last; ``--count 0`` prints them alone.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from depth_limited_suite import COUNTS, NAME, Situation, situation

from pokerzoo.agents import CFR, Continuations, DepthLimitedCFR, ValueNetwork
from pokerzoo.agents.cfr.continuations import ChoiceLeaves
from pokerzoo.agents.cfr.later_streets import walked_to_end
from pokerzoo.agents.cfr.leaf_values import AskedLeaves, SolvedLeaves
from pokerzoo.envs.compiled.street_walk import new_worth
from pokerzoo.envs.games.subgames import combo_numbers
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.evaluation import measure

KEPT = Path(__file__).parents[1] / "docs" / "depth_limited"
"""Folder of the results that the page shows."""
COMPLETING = {"turn": 200, "flop": 40}
"""Iterations of solving what follows."""
COARSE = 10
"""Iterations of a coarse solution."""
THIRDS = ("weak", "middle", "strong")
WAYS = {
    "check_down": "no more bets", "network": "{} network", "network2": "{} network, every 2nd",
    "coarse": "continuations, coarse", "good": "continuations, good",
}  # fmt: skip
NEXT = {"turn": "river", "flop": "turn"}
"""The street that a network at the end of a street values."""
EVERY = {"network2": 2}
"""Every how many iterations a way asks, if not in each; it does as many times more."""
GROUPS = {"stack_in_pots": "stack, pots", "line": "ranges after"}
PARTS = {
    "": "all",
    "_weak": "weakest third",
    "_middle": "middle",
    "_strong": "strongest third",
    "_checked": "checked",
    "_bet": "bet",
}


def new_row(at: Situation, iterations: int) -> dict[str, Any]:
    """Describe a situation."""
    form = at.game().public_tree()
    return {
        "suite": NAME, "street": at.street, "number": at.number, "board": at.board, "line": at.line,
        "stack_in_pots": at.stack_in_pots, "oop_range": at.ranges[0], "ip_range": at.ranges[1],
        "oop_hands": len(form.hands[0]), "ip_hands": len(form.hands[1]), "suits": len(set(at.board[1::2])),
        "paired": len(set(at.board[::2])) < len(at.board) // 2, "iterations": iterations, "completing": COMPLETING[at.street],
    }  # fmt: skip


def solve(row: dict[str, Any], ways: list[str]) -> None:
    """Add to a row what it has not yet."""
    game = situation(row["street"], row["number"]).game()
    iterations, completing, spent = row["iterations"], row["completing"], 0.0
    CFR(game, threads=1).run(1).measure()  # what is compiled or loaded first is not counted
    full = CFR(game, threads=1)
    for done in (iterations // 4, iterations // 2, iterations):
        begin = time.process_time()
        full.run(done - full.iteration)
        spent += time.process_time() - begin
        if row.get(f"full_{done}_percent") is None:
            found = full.measure()
            row[f"full_{done}_percent"] = found.exploitability_pot_percent
            row |= {"full_s": spent, "full_mb": 2 * full._regrets[0].nbytes / 1e6, "oop_value": float(found.values[0])}
    bare = DepthLimitedCFR(game, threads=1)
    bare._averages[0][:] = full._averages[0][: len(bare._averages[0])]
    if row.get("full_completed_percent") is None:
        row["full_completed_percent"] = measure(game, bare.completed(completing)).exploitability_pot_percent
    for way in ways:
        if row.get(f"{way}_percent") is not None:
            continue
        DepthLimitedCFR(game, values=values_of(way, full), threads=1).run(1)
        begin = time.process_time()
        every = EVERY.get(way, 1)
        limited = DepthLimitedCFR(game, values=values_of(way, full), ask_every=every, threads=1).run(iterations * every)
        row |= {f"{way}_s": time.process_time() - begin, f"{way}_full_s": spent}  # the ratio is of one run
        kept = [*limited.state().values()]
        source = limited._engine.source
        if isinstance(source, ChoiceLeaves):
            kept += [*source._plans, source._rows, source._leaf]
        if isinstance(source, AskedLeaves) and row["street"] == "flop":
            tables = source.function._views._tables  # type: ignore[attr-defined]
            kept += [array for board in limited._end.boards for array in vars(tables.of_board(board)).values()]
        row[f"{way}_mb"] = sum(array.nbytes for array in kept) / 1e6
        found = measure(game, limited.completed(completing))
        row[f"{way}_percent"] = found.exploitability_pot_percent
        gains = (found.best_response_values - found.values) / game.starting_pot * 100
        row |= {f"{way}_gain_oop": float(gains[0]), f"{way}_gain_ip": float(gains[1])}
        if way in ("coarse", "good"):
            row[f"{way}_continued_percent"] = measure(game, limited.continued()).exploitability_pot_percent
    if "network" in ways and row["street"] == "turn" and row.get("network_error") is None:
        row |= leaf_errors(bare)


def values_of(way: str, full: CFR) -> Any:
    """The values that a way puts at the end of the street."""
    if way.startswith("network"):
        return ValueNetwork.load(public_cards=len(full.game.rules.board) + 1)
    if way == "coarse":
        return Continuations.biased(CFR(full.game, threads=1).run(COARSE).average_policy())
    return Continuations.biased(full.average_policy()) if way == "good" else way


def leaf_errors(solver: DepthLimitedCFR) -> dict[str, Any]:
    """Mean errors of values at the end of a turn, for the ranges of its full solution, against rivers solved for them.

    In percent of the pot of the leaf; each hand counts as often as it comes there, the opponent's range included.
    """
    form, end, above = solver._form, solver._end, walked_to_end(solver._form, solver._averages[0])
    reach, numbers = [end.reaches(above, each)[end.open] for each in range(2)], combo_numbers(solver.game)
    solved = SolvedLeaves(end, solver._engine.threads, COMPLETING["turn"])
    solved.solve(above)
    asked = {"network": ValueNetwork.load(), "check_down": ValueNetwork.untrained(8, 1)}
    row: dict[str, Any] = {}
    boards = np.bincount(form.boards[1].number)  # how many boards each stands for
    for way, function in asked.items():
        errors, weights, third, bet = [], [], [], []
        for player in range(2):
            worth = new_worth(form, 2)
            AskedLeaves(end, function).fill(worth, above, player, np.zeros(0))
            off = end.read(worth[player, 0], player) - end.read(solved.values(above, player)[0], player)
            mine = reach[player] * end.alive[player][:, None]  # [boards, lines, hands]
            theirs = (reach[1 - player] * end.alive[1 - player][:, None]).sum(axis=2, keepdims=True)
            unit = end.chance * theirs * end.pots[:, None]
            errors.append((np.abs(off[:, end.open]) / np.where(unit > 0, unit, 1.0)).ravel())
            weights.append((mine * theirs * boards[:, None, None]).ravel())
            place = np.zeros(mine.shape, dtype=np.int64)
            for k, board in enumerate(end.boards.tolist()):
                strength = board_strength(tuple(board))[numbers[form.hands[player]]]
                order = np.argsort(strength, kind="stable")
                below = np.cumsum(mine[k][:, order], axis=1)
                place[k][:, order] = np.minimum(3 * below / np.maximum(below[:, -1:], 1e-30), 2).astype(np.int64)
            third.append(place.ravel())
            bet.append(np.broadcast_to((end.pots > end.pots.min())[None, :, None], mine.shape).ravel())
        error, weight, place, was_bet = map(np.concatenate, (errors, weights, third, bet))
        parts = {"": weight > 0, "_checked": ~was_bet, "_bet": was_bet}
        parts |= {f"_{name}": place == k for k, name in enumerate(THIRDS)}
        for name, part in parts.items():
            total = weight[part].sum()
            row[f"{way}_error{name}"] = float(100 * (error * weight)[part].sum() / total) if total > 0 else None
    return row


def tables(rows: list[dict[str, Any]]) -> str:
    """Make the page's tables: what each way adds to full solving, in percent of the pot."""
    if not rows:
        return "no situations yet\n"
    found = [
        "| at the end of the street | situations | mean | 95% | worst | both completed: mean | worst | time | memory |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    names = {way: name.format(NEXT[rows[0]["street"]]) for way, name in WAYS.items()}
    for way, name in names.items():
        own, added = added_by(rows, way)
        if not own:
            continue
        beyond = np.array([row[f"{way}_percent"] - row["full_completed_percent"] for row in own])
        time_ratio = np.median([row[f"{way}_s"] / (row.get(f"{way}_full_s") or row["full_s"]) for row in own])
        memory = np.median([row[f"{way}_mb"] / row["full_mb"] for row in own])
        found.append(
            f"| {name} | {len(own)} | {added.mean():.2f} | {np.percentile(added, 95):.2f} | {added.max():.2f} "
            f"| {beyond.mean():.2f} | {beyond.max():.2f} | {time_ratio:.2g} | {memory:.2g} |"
        )
    for column, title in GROUPS.items():
        values = sorted({row[column] for row in rows})
        found += ["", f"| {title} | " + " | ".join(map(str, values)) + " |", "|---|" + "---:|" * len(values)]
        full = [np.mean([row[f"full_{row['iterations']}_percent"] for row in rows if row[column] == each]) for each in values]
        found.append("| full solving | " + " | ".join(f"{each:.2f}" for each in full) + " |")
        for way, name in names.items():
            own, added = added_by(rows, way)
            groups = [added[[row[column] == each for row in own]] for each in values] if own else []
            if groups and all(map(len, groups)):
                cells = (f"{each.mean():.2f} ({each.max():.2f})" for each in groups)
                found.append(f"| added, {name} | " + " | ".join(cells) + " |")
    asked = [row for row in rows if row.get("network2_percent") is not None]
    if asked:
        found += [
            "", "| board | pots behind | hands | full solving | | network, every 2nd | | times as fast |",
            "|---|---:|---:|---:|---:|---:|---:|---:|",
        ]  # fmt: skip
    for row in asked:
        full, own, gap = row["network2_full_s"], row["network2_s"], row[f"full_{row['iterations']}_percent"]
        found.append(
            f"| `{row['board']}` | {row['stack_in_pots']} | {row['oop_hands']}, {row['ip_hands']} "
            f"| {gap:.2f}% | {full:.1f} s | {row['network2_percent']:.2f}% | {own:.1f} s "
            f"| {full / own:.1f} |"
        )
    if any(row.get("network_error") is not None for row in rows):
        found += ["", "| mean error of values | " + " | ".join(PARTS.values()) + " |", "|---|" + "---:|" * len(PARTS)]
        for way in ("check_down", "network"):
            parts = [[row[f"{way}_error{part}"] for row in rows if row.get(f"{way}_error{part}") is not None] for part in PARTS]
            found.append(f"| {names[way]} | " + " | ".join(f"{np.mean(each):.1f}" for each in parts) + " |")
    return "\n".join(found) + "\n"


def added_by(rows: list[dict[str, Any]], way: str) -> tuple[list[dict[str, Any]], Any]:
    """The rows that have a way, and what it adds."""
    own = [row for row in rows if row.get(f"{way}_percent") is not None]
    return own, np.array([row[f"{way}_percent"] - row[f"full_{row['iterations']}_percent"] for row in own])


def main() -> None:
    """Solve what is not there yet, keep it, and say what it comes to."""
    parser = argparse.ArgumentParser(description="What depth-limited solving costs.")
    parser.add_argument("street", choices=tuple(COUNTS), help="situations of which street")
    parser.add_argument("--count", type=int, help="how many (all: 200 turns, 40 flops)")
    parser.add_argument("--ways", default="check_down,network", help="values at the end (check_down,network)")
    parser.add_argument("--iterations", type=int, default=100, help="of CFR, in full and limited, in new rows (100)")
    parser.add_argument("--out", type=Path, help="a Parquet file to go on with (docs/depth_limited/STREET.parquet)")
    options = parser.parse_args()
    ways, out = options.ways.split(","), options.out or KEPT / f"{options.street}.parquet"
    rows = {row["number"]: row for row in pq.read_table(out).to_pylist()} if out.exists() else {}
    for number in range(COUNTS[options.street] if options.count is None else options.count):
        row = rows.setdefault(number, new_row(situation(options.street, number), options.iterations))
        if all(row.get(f"{way}_percent") is not None for way in ways):
            continue
        solve(row, ways)
        out.parent.mkdir(parents=True, exist_ok=True)
        rows = dict(sorted(rows.items()))
        names = list(dict.fromkeys(name for each in rows.values() for name in each))
        table = pa.Table.from_pylist([{name: each.get(name) for name in names} for each in rows.values()])
        pq.write_table(table, out, compression="zstd")
        shown = {key: value for key, value in row.items() if not key.endswith("range")}
        print({key: round(value, 4) if isinstance(value, float) else value for key, value in shown.items()}, flush=True)
    print(tables(list(rows.values())))


if __name__ == "__main__":
    main()
