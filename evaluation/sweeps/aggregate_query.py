"""``Sweep.aggregate``: the SQL behind it, and its answers as sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
    groups, sums, player, actions = answer(tables, question, flat, with_actions)
    everything, totals = one_group(groups), sums.total()
    if question.sampled and question.by:
        everything, totals, _, _ = answer(tables, replace(question, by=(), keys=()), flat, with_actions, actions)
    if question.line and len(everything.keys) and everything.seen.sum() and not everything.spots.sum():
        raise ValueError(no_such_line(tables, question.line))
    if not everything.seen.sum():
        raise ValueError(f"{question.asked}: no spot of this kind has a result")
    actions_at = range(len(flat), len(flat) + len(actions))
    flat_at = iter(range(len(flat)))
    order: list[int] = []
    for one in of:
        order += actions_at if one == "frequencies" else [next(flat_at) for _ in measures[one]]
    seat = "" if player is None else f"{PLAYER_NAMES[player]} "
    names = [*(measure.name for measure in flat), *(f"frequency {seat}{action}" for action in actions)]
    sums, totals = sums.pick(order), totals.pick(order)
    condition = f" AND ({question.where}\n)" if question.where else ""
    failed = tables.run(f"SELECT count(*) FROM spots WHERE error IS NOT NULL{condition}", question.asked)[0][0]
    found = Aggregate(
        by=question.by,
        groups=tuple(groups.keys),
        line=question.line,
        player=player,
        where=question.where,
        measures=tuple(names[k] for k in order),
        means=sums.means(groups.spots, groups.weight, spread, question.sampled),
        overall=totals.means(everything.spots, everything.weight, spread, question.sampled),
        failed=int(failed),
        missing=missing,
        without=int((everything.seen - everything.spots).sum()),
        sampled=question.sampled,
        by_reach=question.by_reach,
    )
    return in_order(found, sort)


def answer(
    tables: Tables, question: Question, measures: Sequence[Measure], with_actions: bool, actions: Sequence[str] | None = None
) -> tuple[Groups, Sums, int | None, tuple[str, ...]]:
    """Groups, the sums of all measures, then of all actions, who acts, and the actions."""
    groups, sums = group_sums(tables, question, measures)
    if not with_actions:
        return groups, sums, None, ()
    player, found, often = action_sums(tables, question, groups, actions)
    return groups, sums.beside(often), player, found


def group_sums(tables: Tables, question: Question, measures: Sequence[Measure]) -> tuple[Groups, Sums]:
    """Sums of all measures but the actions'."""
    columns = []
    inner = ["count(*) AS seen", "count(*) FILTER (WHERE reach_ > 0) AS spots"]
    inner += ["sum(weight_) AS weight", "sum(often_) AS often"]
    outer = ["sum(seen)", "sum(spots)", "sum(weight)", "sum(often)", "count(*) FILTER (WHERE often > 0)", "sum(often * often)"]
    plain = ["seen", "spots", "weight", "often", "0", "0"]
    for k, measure in enumerate(measures):
        upper, lower, weight = f"u{k}", f"l{k}", measure.weight
        columns += [f"CAST(({measure.upper}\n) AS DOUBLE) AS {upper}", f"CAST(({measure.lower}\n) AS DOUBLE) AS {lower}"]
        there = f"FILTER (WHERE isfinite({upper}) AND isfinite({lower})" + (")" if measure.anywhere else " AND reach_ > 0)")
        quotient = f"{upper} / nullif({lower}, 0.0)"
        inner += [f"sum({weight} * {upper}) {there} AS upper{k}", f"sum({weight} * {lower}) {there} AS lower{k}"]
        inner += [f"min({quotient}) {there} AS least{k}", f"max({quotient}) {there} AS most{k}"]
        inner += [f"sum({weight} * {upper} * {quotient}) {there} AS squares{k}"]
        outer += [f"sum(upper{k})", f"sum(lower{k})", f"min(least{k})", f"max(most{k})", f"sum(squares{k})"]
        outer += [f"count(upper{k})", f"sum(upper{k} * upper{k})", f"sum(upper{k} * lower{k})", f"sum(lower{k} * lower{k})"]
        plain += [f"upper{k}", f"lower{k}", f"least{k}", f"most{k}", f"squares{k}", "0", "0", "0", "0"]
    picked = question.picked(columns, node=any("place_" in measure.upper + measure.lower for measure in measures))
    if question.sampled:
        boards = select([*question.groups, "board_"], inner, picked)
        rows = tables.run(select(question.groups, outer, boards), question.asked)
    else:
        sums = select(question.groups, inner, picked)
        rows = tables.run(f"SELECT {', '.join([*question.groups, *plain])} FROM ({sums})", question.asked)
    keys = [row[: len(question.keys)] for row in rows]
    order = key_order(keys, question.by)
    numbers = as_floats([rows[k][len(question.keys) :] for k in order], 6 + 9 * len(measures))
    head, rest = numbers[:, :6], numbers[:, 6:].reshape(len(rows), len(measures), 9)
    seen, spots = (np.nan_to_num(head[:, k]).astype(np.int64) for k in range(2))
    groups = Groups([keys[k] for k in order], seen, spots, *(frozen(np.nan_to_num(head[:, k])) for k in range(2, 6)))
    added = [0, 1, 4, 5, 6, 7, 8]
    rest[:, :, added] = np.nan_to_num(rest[:, :, added])  # sums of nothing are 0, the least of nothing is unknown
    return groups, Sums.stacked([np.ascontiguousarray(rest[:, :, k]) for k in range(9)])


def action_sums(
    tables: Tables, question: Question, groups: Groups, actions: Sequence[str] | None
) -> tuple[int | None, tuple[str, ...], Sums]:
    """How often each action is taken: who acts, the actions in order, and the sums.

    Where a spot has no such action it is never taken there.
    """
    columns = ["nodes[place_].actions AS actions_", "nodes[place_].player AS player_", "pot AS pot_", '"index" AS index_']
    picked = question.picked(columns, node=True)
    keys = question.groups + (["board_"] if question.sampled else [])
    kept = [*keys, "often_", "player_", "index_"]
    listed = f"SELECT {', '.join(kept)}, pot_, unnest(actions_) AS a FROM ({picked}) WHERE often_ > 0"
    label = "a.action" if question.sizes else "split_part(a.action, ' ', 1)"
    own = [f"{label} AS label", "a.frequency AS f", "try_cast(substr(a.token, 2) AS DOUBLE) / pot_ AS size"]
    entries = f"SELECT {', '.join(kept + own)} FROM ({listed})"
    if not question.sizes:
        entries = select([*kept, "label"], ["sum(f) AS f", "avg(size) AS size"], entries)
    inner = ["any_value(player_) AS player", "avg(size) AS size", "count(*) AS spots", "sum(often_ * f) AS upper"]
    inner += ["min(f) AS least", "max(f) AS most", "sum(often_ * f * f) AS squares"]
    sql = select([*keys, "label"], inner, entries)
    if question.sampled:
        boards = select(keys, ["sum(often_) AS often"], picked)
        same = " AND ".join(f"own.{name} IS NOT DISTINCT FROM every.{name}" for name in keys)
        outer = ["any_value(player)", "avg(size)", "sum(spots)", "sum(upper)", "min(least)", "max(most)", "sum(squares)"]
        outer += ["sum(upper * upper)", "sum(upper * often)"]
        joined = f"SELECT own.*, often FROM ({sql}) own JOIN ({boards}) every ON {same}"
        sql = select([*question.groups, "label"], outer, joined)
    rows = tables.run(sql, question.asked)
    at = len(question.groups)
    sizes: dict[str, list[float]] = {}
    for row in rows:
        sizes.setdefault(row[at], []).append(row[at + 2] or 0.0)
    names = tuple(sorted(sizes, key=lambda name: action_rank(name, sizes[name]))) if actions is None else tuple(actions)
    place = {key: k for k, key in enumerate(groups.keys)}
    shape = (len(groups.keys), len(names))
    spots, upper, least, most, squares, uu, ul = (np.zeros(shape) for _ in range(7))
    player = None
    for row in rows:
        to = place[row[:at]], names.index(row[at])
        who, _, spots[to], upper[to], least[to], most[to], squares[to], *products = row[at + 1 :]
        uu[to], ul[to] = products or (0.0, 0.0)
        player = player if who is None else PLAYER_NAMES.index(who)
    least = np.where(spots < groups.spots[:, None], 0.0, least)
    least, most = (np.where(groups.spots[:, None] > 0, values, np.nan) for values in (least, most))
    every = [np.repeat(c[:, None], len(names), axis=1) for c in (groups.often, groups.boards, groups.often_squares)]
    return player, names, Sums(upper, every[0], least, most, squares, every[1], (uu, ul, every[2]))


def no_such_line(tables: Tables, line: str) -> str:
    """The error about a line that no spot has."""
    lines = [row[0] for row in tables.run("SELECT DISTINCT line FROM nodes ORDER BY line", "line")]
    there = ", ".join(repr(one) for one in lines)
    return f"line={line!r}: no spot comes there; lines that were kept: {there}{did_you_mean(line, lines)}"
