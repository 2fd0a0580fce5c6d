"""``Sweep.aggregate``: the SQL behind it, and its answers as sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from pokerzoo.envs.betting.line_labels import SEATS
from pokerzoo.envs.support.parameters import brief, did_you_mean

from .aggregate import MEASURES, Aggregate
from .aggregate_measures import SqlMeasure, measures_of
from .aggregate_order import action_rank, in_order, key_order
from .aggregate_sums import GroupCounts, GroupSums, as_floats, one_group, read_only
from .questions import SpotQuestion, check_names
from .sql import RowTables, grouped_select, sql_literal


def run_aggregate(
    tables: RowTables, question: SpotQuestion, of: Sequence[str], *, spread: bool, sort: str | None, missing: int
) -> Aggregate:
    """``Sweep.aggregate``."""
    measures = {one: measures_of(tables, one, question.line) for one in of}
    question = replace(question, of=tuple(one for one in of if one not in MEASURES))
    check_names(tables, question)
    player = None
    if "frequencies" in of:
        player, measures["frequencies"] = action_measures(tables, question)
    flat = [measure for one in of for measure in measures[one]]
    (groups, sums), (everything, totals) = group_sums(tables, question, flat, spread)
    if question.line and not everything.spots.sum():
        raise ValueError(no_such_line(tables, question.line))
    found = Aggregate(
        by=question.by,
        groups=tuple(groups.keys),
        line=question.line,
        player=player,
        where=question.where,
        measures=tuple(measure.name for measure in flat),
        means=sums.means(groups.spots, groups.weight, spread, question.sampled),
        overall=totals.means(everything.spots, everything.weight, spread, question.sampled),
        failed=everything.failed,
        missing=missing,
        without=int((everything.seen - everything.spots).sum()),
        sampled=question.sampled,
        by_reach=question.by_reach,
    )
    return in_order(found, sort)


Summed: TypeAlias = tuple[GroupCounts, GroupSums]


def group_sums(
    tables: RowTables, question: SpotQuestion, measures: Sequence[SqlMeasure], spread: bool
) -> tuple[Summed, Summed]:
    """Sums of all measures: of each group, and of all together."""
    keys, board = question.groups, question.board
    numbers, weighted = [], []
    inner = {"seen": "count(weight_)", "spots": "count(*) FILTER (WHERE reach_ > 0 AND weight_ IS NOT NULL)"}
    inner |= {"failed": "count(error_)", "weight": "sum(weight_)"}
    outer, plain = [f"sum({name})" for name in inner], list(inner)
    for k, measure in enumerate(measures):
        numbers.append(f"CAST(({measure.upper}\n) AS DOUBLE) AS u{k}")
        upper, lower, of_spot = f"{measure.weight} * u{k}", measure.weight, f"u{k}"
        known = f"isfinite({upper})" if measure.anywhere else f"reach_ > 0 AND isfinite({upper})"
        if measure.lower != "1.0":
            numbers.append(f"CAST(({measure.lower}\n) AS DOUBLE) AS l{k}")
            lower, of_spot = f"{measure.weight} * l{k}", f"u{k} / nullif(l{k}, 0.0)"
            known += f" AND isfinite({lower})"
        weighted += [f"CASE WHEN {known} THEN {upper} END AS wu{k}", f"CASE WHEN {known} THEN {lower} END AS wl{k}"]
        inner |= {f"upper{k}": f"sum(wu{k})", f"lower{k}": f"sum(wl{k})"}
        if spread:
            weighted.append(f"CASE WHEN {known} THEN {of_spot} END AS q{k}")
            inner |= {f"least{k}": f"min(q{k})", f"most{k}": f"max(q{k})", f"squares{k}": f"sum(wu{k} * q{k})"}
        ends = [f"least{k}", f"most{k}", f"squares{k}"] if spread else ["NULL"] * 3
        plain += [f"upper{k}", f"lower{k}", *ends]
        ends = [f"min(least{k})", f"max(most{k})", f"sum(squares{k})"] if spread else ends
        outer += [f"sum(upper{k})", f"sum(lower{k})", *ends]
        outer += [f"count(upper{k})", *(f"sum({one}{k} * {other}{k})" for one, other in PAIRS)]
        if question.sampled and not board:
            inner[f"boards{k}"] = f"count(wu{k})"
            inner |= {f"{one}_{other}{k}": f"sum(w{one[0]}{k} * w{other[0]}{k})" for one, other in PAIRS}
            plain += [f"boards{k}", *(f"{one}_{other}{k}" for one, other in PAIRS)]
        else:
            plain += ["0"] * 4
    own = [*keys, *board, "weight_", "error_", "reach_", *weighted]
    node = any("place_" in measure.upper + measure.lower for measure in measures)
    picked = f"SELECT {', '.join(own)} FROM ({question.picked(numbers, node=node)})"
    sums = grouped_select([*keys, *board], named_columns(inner), picked)
    if board:  # over sets of rows with the same draw
        sql = f"WITH boards AS ({sums}) {with_level(0, grouped_select(keys, outer, 'FROM boards'))}"
        if keys:
            together_by = {"least": "min", "most": "max"}
            merged = {name: f"{together_by.get(name.rstrip('0123456789'), 'sum')}({name})" for name in inner}
            together = grouped_select(board, named_columns(merged), "FROM boards")
            nothing = [f"NULL AS {key}" for key in keys]
            sql += f" UNION ALL {with_level(1, grouped_select([], [*nothing, *outer], together))}"
    else:
        sql = f"SELECT 0, {', '.join([*keys, *plain])} FROM ({sums})"
    rows = tables.run(sql, question.asked)
    found = [summed_rows([row[1:] for row in rows if row[0] == number], question.by, len(measures)) for number in (0, 1)]
    if not found[0][0].keys or not found[0][0].seen.sum():
        raise ValueError(f"{question.asked}: no spot of this kind has a result")
    if found[1][0].keys:
        return found[0], (replace(found[1][0], keys=[()]), found[1][1])
    return found[0], (one_group(found[0][0]), found[0][1].total())


PAIRS = (("upper", "upper"), ("upper", "lower"), ("lower", "lower"))
"""Products that a standard error needs."""


def named_columns(columns: Mapping[str, str]) -> list[str]:
    """``SQL AS name`` of each."""
    return [f"{sql} AS {name}" for name, sql in columns.items()]


def with_level(number: int, sql: str) -> str:
    """A SELECT with a number before its columns."""
    return f"SELECT {number} AS level_, * FROM ({sql})"


def summed_rows(rows: list[tuple[Any, ...]], by: Sequence[str], measures: int) -> Summed:
    """Rows of sums as arrays, the groups in order; groups with failed spots only are left out."""
    width = len(by)
    failed = sum(row[width + 2] or 0 for row in rows)
    rows = [row for row in rows if row[width]] or rows[: not width]
    keys = [row[:width] for row in rows]
    order = key_order(keys, by)
    numbers = as_floats([rows[k][width:] for k in order], 4 + 9 * measures)
    head, rest = np.nan_to_num(numbers[:, :4]), numbers[:, 4:].reshape(len(rows), measures, 9)
    seen, spots = (head[:, k].astype(np.int64) for k in range(2))
    groups = GroupCounts([keys[k] for k in order], seen, spots, failed, read_only(head[:, 3].copy()))
    added = [0, 1, 4, 5, 6, 7, 8]
    rest[:, :, added] = np.nan_to_num(rest[:, :, added])  # sums of nothing are 0, the least of nothing is unknown
    return groups, GroupSums.stacked([np.ascontiguousarray(rest[:, :, k]) for k in range(9)])


def action_measures(tables: RowTables, question: SpotQuestion) -> tuple[int | None, list[SqlMeasure]]:
    """Player to act at a line, and a measure for each action; 0 in spots that do not have it."""
    columns = ['"nodes.actions.action"[place_] AS actions_', '"index" AS index_']
    some = f"FROM (SELECT * FROM ({question.picked(columns, node=True)}) WHERE often_ > 0 AND len(actions_) > 0)"
    firsts = tables.run(f"SELECT min(index_) {some} GROUP BY actions_", question.asked)
    rows: list[tuple[Any, ...]] = []
    if firsts:  # of all spots with the same actions the first tells the rest
        columns += ['"nodes.player"[place_] AS player_', '"nodes.actions.token"[place_] AS tokens_', "pot AS pot_"]
        these = f"index_ IN ({', '.join(str(row[0]) for row in firsts)})"
        of_these = f"FROM ({question.picked(columns, node=True)}) WHERE {these} ORDER BY index_"
        rows = tables.run(f"SELECT actions_, player_, tokens_, pot_ {of_these}", question.asked)
    sizes: dict[str, list[float]] = {}
    places: dict[str, dict[str, None]] = {}
    for names, _, tokens, pot in rows:
        for name, token in zip(names, tokens, strict=True):
            label = name if question.sizes else name.partition(" ")[0]
            sizes.setdefault(label, []).append(float(token[1:] or 0) / pot)
            places.setdefault(label, {})[name] = None
    player = next((SEATS.index(row[1]) for row in rows if row[1] is not None), None)
    seat = "" if player is None else f"{SEATS[player]} "
    often = '"nodes.actions.frequency"[place_][list_position("nodes.actions.action"[place_], {})]'
    return player, [
        SqlMeasure(
            f"frequency {seat}{label}",
            " + ".join(f"coalesce({often.format(sql_literal(name))}, 0.0)" for name in places[label]),
        )
        for label in sorted(sizes, key=lambda label: action_rank(label, sizes[label]))
    ]


def no_such_line(tables: RowTables, line: str) -> str:
    """The error about a line that no spot has."""
    lines = [row[0] for row in tables.run("SELECT DISTINCT line FROM nodes ORDER BY line", "line")]
    there = ", ".join(repr(one) for one in lines)
    return f"line={brief(line)}: no spot comes there; lines that were kept: {there}{did_you_mean(line, lines)}"
