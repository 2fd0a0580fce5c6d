"""``Sweep.aggregate``: the SQL behind it, and its answers as sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from pokerzoo.envs.support.parameters import did_you_mean
from pokerzoo.evaluation.reports.spot_tables import PLAYER_NAMES

from .aggregate import MEASURES, Aggregate
from .aggregate_measures import Measure, measures_of
from .aggregate_order import action_rank, in_order, key_order
from .aggregate_sums import Groups, Sums, as_floats, frozen, one_group
from .questions import Question, check_names
from .sql import Tables, select


def aggregate(
    tables: Tables, question: Question, of: Sequence[str], *, spread: bool, sort: str | None, missing: int
) -> Aggregate:
    """``Sweep.aggregate``."""
    measures = {one: measures_of(tables, one, question.line) for one in of}
    question = replace(question, of=tuple(one for one in of if one not in MEASURES))
    check_names(tables, question)
    flat = [measure for one in of for measure in measures[one]]
    with_actions = "frequencies" in of
    (groups, sums), (everything, totals) = group_sums(tables, question, flat)
    player: int | None = None
    actions: tuple[str, ...] = ()
    if with_actions:
        player, actions, often, often_together = action_sums(tables, question, groups, everything)
        sums, totals = sums.beside(often), totals.beside(often_together)
    if question.line and not everything.spots.sum():
        raise ValueError(no_such_line(tables, question.line))
    actions_at = range(len(flat), len(flat) + len(actions))
    flat_at = iter(range(len(flat)))
    order: list[int] = []
    for one in of:
        order += actions_at if one == "frequencies" else [next(flat_at) for _ in measures[one]]
    seat = "" if player is None else f"{PLAYER_NAMES[player]} "
    names = [*(measure.name for measure in flat), *(f"frequency {seat}{action}" for action in actions)]
    sums, totals = sums.pick(order), totals.pick(order)
    found = Aggregate(
        by=question.by,
        groups=tuple(groups.keys),
        line=question.line,
        player=player,
        where=question.where,
        measures=tuple(names[k] for k in order),
        means=sums.means(groups.spots, groups.weight, spread, question.sampled),
        overall=totals.means(everything.spots, everything.weight, spread, question.sampled),
        failed=everything.failed,
        missing=missing,
        without=int((everything.seen - everything.spots).sum()),
        sampled=question.sampled,
        by_reach=question.by_reach,
    )
    return in_order(found, sort)


Summed: TypeAlias = tuple[Groups, Sums]


def group_sums(tables: Tables, question: Question, measures: Sequence[Measure]) -> tuple[Summed, Summed]:
    """Sums of all measures but the actions': of each group, and of all together."""
    columns = []
    inner = {"seen": "count(weight_)", "spots": "count(*) FILTER (WHERE reach_ > 0 AND weight_ IS NOT NULL)"}
    inner |= {"failed": "count(error_)", "weight": "sum(weight_)", "often": "sum(often_)"}
    outer = ["sum(seen)", "sum(spots)", "sum(failed)", "sum(weight)", "sum(often)"]
    outer += ["count(*) FILTER (WHERE often > 0)", "sum(often * often)"]
    plain = ["seen", "spots", "failed", "weight", "often", "0", "0"]
    for k, measure in enumerate(measures):
        upper, lower, weight = f"u{k}", f"l{k}", measure.weight
        columns += [f"CAST(({measure.upper}\n) AS DOUBLE) AS {upper}", f"CAST(({measure.lower}\n) AS DOUBLE) AS {lower}"]
        there = f"FILTER (WHERE isfinite({upper}) AND isfinite({lower})" + (")" if measure.anywhere else " AND reach_ > 0)")
        quotient = f"{upper} / nullif({lower}, 0.0)"
        inner |= {f"upper{k}": f"sum({weight} * {upper}) {there}", f"lower{k}": f"sum({weight} * {lower}) {there}"}
        inner |= {f"least{k}": f"min({quotient}) {there}", f"most{k}": f"max({quotient}) {there}"}
        inner |= {f"squares{k}": f"sum({weight} * {upper} * {quotient}) {there}"}
        outer += [f"sum(upper{k})", f"sum(lower{k})", f"min(least{k})", f"max(most{k})", f"sum(squares{k})"]
        outer += [f"count(upper{k})", f"sum(upper{k} * upper{k})", f"sum(upper{k} * lower{k})", f"sum(lower{k} * lower{k})"]
        plain += [f"upper{k}", f"lower{k}", f"least{k}", f"most{k}", f"squares{k}", "0", "0", "0", "0"]
    picked = question.picked(columns, node=any("place_" in measure.upper + measure.lower for measure in measures))
    keys = question.groups
    sums = select([*keys, *question.board], named_columns(inner), picked)
    if question.sampled:  # over boards, of all rows of a board together
        sql = f"WITH boards AS ({sums}) {level(0, select(keys, outer, 'FROM boards'))}"
        if keys:
            merged = {
                name: f"{'min' if name[:5] == 'least' else 'max' if name[:4] == 'most' else 'sum'}({name})" for name in inner
            }
            together = select(question.board, named_columns(merged), "FROM boards")
            nothing = [f"NULL AS {key}" for key in keys]
            sql += f" UNION ALL {level(1, select([], [*nothing, *outer], together))}"
    else:
        sql = f"SELECT 0, {', '.join([*keys, *plain])} FROM ({sums})"
    rows = tables.run(sql, question.asked)
    found = [summed([row[1:] for row in rows if row[0] == number], question.by, len(measures)) for number in (0, 1)]
    if not found[0][0].keys or not found[0][0].seen.sum():
        raise ValueError(f"{question.asked}: no spot of this kind has a result")
    if found[1][0].keys:
        return found[0], (replace(found[1][0], keys=[()]), found[1][1])
    return found[0], (one_group(found[0][0]), found[0][1].total())


def named_columns(columns: Mapping[str, str]) -> list[str]:
    """``SQL AS name`` of each."""
    return [f"{sql} AS {name}" for name, sql in columns.items()]


def level(number: int, sql: str) -> str:
    """A SELECT with a number before its columns."""
    return f"SELECT {number} AS level_, * FROM ({sql})"


def summed(rows: list[tuple[Any, ...]], by: Sequence[str], measures: int) -> Summed:
    """Rows of sums as arrays, the groups in order; those of which nothing but failed spots is there are left out."""
    width = len(by)
    failed = sum(row[width + 2] or 0 for row in rows)
    rows = [row for row in rows if row[width]] or rows[: not width]
    keys = [row[:width] for row in rows]
    order = key_order(keys, by)
    numbers = as_floats([rows[k][width:] for k in order], 7 + 9 * measures)
    head, rest = np.nan_to_num(numbers[:, :7]), numbers[:, 7:].reshape(len(rows), measures, 9)
    seen, spots = (head[:, k].astype(np.int64) for k in range(2))
    groups = Groups([keys[k] for k in order], seen, spots, failed, *(frozen(head[:, k].copy()) for k in range(3, 7)))
    added = [0, 1, 4, 5, 6, 7, 8]
    rest[:, :, added] = np.nan_to_num(rest[:, :, added])  # sums of nothing are 0, the least of nothing is unknown
    return groups, Sums.stacked([np.ascontiguousarray(rest[:, :, k]) for k in range(9)])


def action_sums(
    tables: Tables, question: Question, groups: Groups, everything: Groups
) -> tuple[int | None, tuple[str, ...], Sums, Sums]:
    """How often each action is taken: who acts, the actions in order, the sums of each group and of all together.

    Where a spot has no such action it is never taken there.
    """
    columns = ["nodes[place_].actions AS actions_", "nodes[place_].player AS player_", "pot AS pot_", '"index" AS index_']
    picked = question.picked(columns, node=True)
    groups_there, keys = question.groups, question.groups + question.board
    kept = [*keys, "often_", "player_", "index_"]
    listed = f"SELECT {', '.join(kept)}, pot_, unnest(actions_) AS a FROM ({picked}) WHERE often_ > 0"
    label = "a.action" if question.sizes else "split_part(a.action, ' ', 1)"
    own = [f"{label} AS label", "a.frequency AS f", "try_cast(substr(a.token, 2) AS DOUBLE) / pot_ AS size"]
    entries = f"SELECT {', '.join(kept + own)} FROM ({listed})"
    if not question.sizes:
        entries = select([*kept, "label"], ["sum(f) AS f", "avg(size) AS size"], entries)
    inner = {"player": "any_value(player_)", "size": "avg(size)", "spots": "count(*)", "upper": "sum(often_ * f)"}
    inner |= {"least": "min(f)", "most": "max(f)", "squares": "sum(often_ * f * f)"}
    sums = select([*keys, "label"], named_columns(inner), entries)
    if question.sampled:
        sql = f"WITH own AS ({sums}) {level(0, over_boards(groups_there, 'own'))}"
        if groups_there:
            merged = {"player": "any_value(player)", "size": "avg(size)", "spots": "sum(spots)", "upper": "sum(upper)"}
            merged |= {"least": "min(least)", "most": "max(most)", "squares": "sum(squares)"}
            together = select([*question.board, "label"], named_columns(merged), "FROM own")
            nothing = ", ".join(f"NULL AS {key}" for key in groups_there)
            sql = f"WITH own AS ({sums}), one AS ({together}) {level(0, over_boards(groups_there, 'own'))}"
            sql += f" UNION ALL SELECT 1 AS level_, {nothing}, * FROM ({over_boards([], 'one')})"
    else:
        sql = level(0, sums)
    rows = tables.run(sql, question.asked)
    at = 1 + len(groups_there)
    sizes: dict[str, list[float]] = {}
    for row in rows:
        sizes.setdefault(row[at], []).append(row[at + 2] or 0.0)
    names = tuple(sorted(sizes, key=lambda name: action_rank(name, sizes[name])))
    player = next((PLAYER_NAMES.index(row[at + 1]) for row in rows if row[at + 1] is not None), None)
    each = action_table([row[1:] for row in rows if row[0] == 0], groups, names)
    all_groups = [row[at:] for row in rows if row[0] == 1]
    return player, names, each, action_table(all_groups, everything, names) if all_groups else each.total()


def over_boards(keys: Sequence[str], table: str) -> str:
    """Sums over boards of a table with a row a group, board and action.

    What all actions of a board add up to is its weight at the line.
    """
    every = select([*keys, "board_"], ["sum(upper) AS often"], f"FROM {table}")
    same = " AND ".join(f"{table}.{name} IS NOT DISTINCT FROM every.{name}" for name in [*keys, "board_"])
    joined = f"SELECT {table}.*, often FROM {table} JOIN ({every}) every ON {same}"
    outer = ["any_value(player)", "avg(size)", "sum(spots)", "sum(upper)", "min(least)", "max(most)", "sum(squares)"]
    return select([*keys, "label"], [*outer, "sum(upper * upper)", "sum(upper * often)"], joined)


def action_table(rows: list[tuple[Any, ...]], groups: Groups, names: Sequence[str]) -> Sums:
    """Rows of sums by group and action as arrays."""
    at = len(groups.keys[0]) if groups.keys else 0
    place = {key: k for k, key in enumerate(groups.keys)}
    shape = (len(groups.keys), len(names))
    spots, upper, least, most, squares, uu, ul = (np.zeros(shape) for _ in range(7))
    for row in rows:
        to = place[row[:at]], names.index(row[at])
        _, _, spots[to], upper[to], least[to], most[to], squares[to], *products = row[at + 1 :]
        uu[to], ul[to] = products or (0.0, 0.0)
    least = np.where(spots < groups.spots[:, None], 0.0, least)
    least, most = (np.where(groups.spots[:, None] > 0, values, np.nan) for values in (least, most))
    often, boards, ll = (np.repeat(c[:, None], len(names), axis=1) for c in (groups.often, groups.boards, groups.often_squares))
    return Sums(upper, often, least, most, squares, boards, (uu, ul, ll))


def no_such_line(tables: Tables, line: str) -> str:
    """The error about a line that no spot has."""
    lines = [row[0] for row in tables.run("SELECT DISTINCT line FROM nodes ORDER BY line", "line")]
    there = ", ".join(repr(one) for one in lines)
    return f"line={line!r}: no spot comes there; lines that were kept: {there}{did_you_mean(line, lines)}"
