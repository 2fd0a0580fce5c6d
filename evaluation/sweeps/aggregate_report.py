"""Means over many spots, and what groups they can be made of, as records."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pokerzoo.envs.betting.line_labels import SEATS
from pokerzoo.envs.drawing.colours import named_colours
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.support.records import Record
from pokerzoo.evaluation.spots.spot_tables import plain_numbers

from .aggregate import Aggregate, GroupMeans, Measure
from .filters import VALUES
from .query import json_value
from .spot_rows import GROUPING

if TYPE_CHECKING:
    from .sweep import Sweep

Kind = Literal["frequency", "chips", "share", "ratio", "number"]
KINDS: dict[str, Kind] = {"frequency": "frequency", "chips": "chips", "pot": "chips", "share": "share", "ratio": "ratio"}
"""How a measure is written, by its unit."""


@dataclass
class Column(Record):
    """A column that groups can be made of.

    Attributes:
        name: its name.
        values: how many different values it has.
        choices: of a texture that players choose boards by, the values that occur; null of other columns.
    """

    name: str
    values: int
    choices: list[str] | None


@dataclass
class MeasureInfo(Record):
    """A measure of each group.

    Attributes:
        name: as the CSV has it.
        title: as a heading.
        kind: how it is written: a frequency or a share, 0 to 1; chips, and EVs in percent; a ratio; any other number.
        colour: of an action, as in all pictures.
    """

    name: str
    title: str
    kind: Kind
    colour: str | None


@dataclass
class GroupRow(Record):
    """A group of spots.

    Attributes:
        group: its value of each column in ``by``.
        spots: how many spots with a result.
        share: its part of all weight.
        means: a number for each measure; null where there is none.
        errors: standard errors likewise, where boards are a random sample.
        key: of its spot, if it is one alone whose policy was kept (``/api/sweeps/{id}/policies/{key}``).
    """

    group: list[str | int | float | bool | None]
    spots: int
    share: float
    means: list[float | None]
    errors: list[float | None] | None
    key: str | None


@dataclass
class AggregateReport(Record):
    """Means over many spots, by groups.

    Attributes:
        line: where in the betting.
        words: in words.
        to_act: ``OOP`` or ``IP``; null where no player acts.
        by: what groups differ in.
        where: which spots.
        measures: what the numbers are.
        overall: all spots together.
        groups: each group, in the order of ``by``.
        notes: what has to be said about these numbers.
    """

    line: str
    words: str
    to_act: str | None
    by: list[str]
    where: str
    measures: list[MeasureInfo]
    overall: GroupRow
    groups: list[GroupRow]
    notes: list[str]


def aggregate_report(found: Aggregate, keys: Mapping[tuple[Any, ...], str]) -> AggregateReport:
    """Means as a record.

    Args:
        found: the means.
        keys: by group the key of its spot, of groups that are one spot.
    """
    colours = dict(zip(found.actions, named_colours(found.actions), strict=True))
    total = float(found.overall.weight[0])

    def rows(means: GroupMeans, groups: list[list[Any]], alone: list[str | None]) -> list[GroupRow]:
        errors = [plain_numbers(one) for one in means.numbers["standard_error"]] if "standard_error" in means.numbers else None
        return [
            GroupRow(
                group=group, spots=int(means.spots[k]), share=float(means.weight[k]) / total if total else 0.0,
                means=plain_numbers(means.mean[k]), errors=None if errors is None else errors[k], key=alone[k],
            )
            for k, group in enumerate(groups)
        ]  # fmt: skip

    groups = [[json_value(value) for value in group] for group in found.groups] if found.by else []
    return AggregateReport(
        line=found.line,
        words=line_heading(found.line) or "at the start",
        to_act=None if found.player is None else SEATS[found.player],
        by=list(found.by),
        where=found.where,
        measures=[measure_info(one, colours) for one in found.columns],
        overall=rows(found.overall, [[]], [None])[0],
        groups=rows(found.means, groups, [keys.get(group) for group in found.groups]) if groups else [],
        notes=found.notes(),
    )


def grouping_columns(sweep: Sweep, seconds: float | None = None, stop: Future[None] | None = None) -> list[Column]:
    """Columns with more than one value among the spots that are done; boards always.

    Args:
        sweep: the sweep.
        seconds: a question that takes longer is refused; None: no limit.
        stop: ends the question when it is set.
    """
    if sweep.done == 0:
        return []
    counts = ", ".join(f"count(DISTINCT {name})" for name in GROUPING)
    lists = ", ".join(f"list(DISTINCT {name})" for name in VALUES)
    (row,) = sweep.fetch(f"SELECT {counts}, {lists} FROM spots", seconds=seconds, stop=stop)[1]
    there = dict(zip(VALUES, row[len(GROUPING) :], strict=True))
    choices = {name: [value for value in VALUES[name] if value in set(values or ())] for name, values in there.items()}
    return [
        Column(name=name, values=int(number), choices=choices.get(name))
        for name, number in zip(GROUPING, row, strict=False)
        if number > 1 or name == "board"
    ]


def measure_info(measure: Measure, colours: dict[str, str]) -> MeasureInfo:
    """A measure as it is sent."""
    colour = colours[measure.asked] if measure.unit == "frequency" else None
    return MeasureInfo(name=measure.name, title=measure.heading, kind=KINDS.get(measure.unit, "number"), colour=colour)
