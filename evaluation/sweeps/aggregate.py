"""Means over many spots, by groups: ``Sweep.aggregate``. docs/sweep_tables.md defines every number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line_labels import SEATS
from pokerzoo.envs.drawing.colours import PALETTE, named_colours
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.support.parameters import brief, check_bool, did_you_mean
from pokerzoo.envs.support.tables import Column, Table, Tabled
from pokerzoo.envs.support.units import check_big_blind
from pokerzoo.evaluation.pictures.figures import FAINT, INK, in_house_style, ink_on, listed_texts, new_figure
from pokerzoo.evaluation.spots.spot_tables import Columns, Export, plain_numbers

from .filters import key_order, natural_ranks
from .measures import MEASURES, NAMES, Measure, actions_of, means_sql, named_sql, spots_sql
from .query import Tables, cell_text, json_value, listed, sql_literal, sql_name

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Floats: TypeAlias = npt.NDArray[np.float64]

SHOWN = 40
"""Groups that people are shown by default."""
DRAWN = 2_000
"""The most groups of a picture."""
FEW = 40
"""The most that are drawn with their names and numbers."""
DEFAULT = ("ev", "equity", "eqr", "frequencies")


@dataclass(frozen=True, eq=False)
class GroupMeans:
    """Means of some measures over the spots of groups: arrays [groups], and [groups, measures]."""

    spots: npt.NDArray[np.int64]
    weight: Floats
    mean: Floats
    error: Floats | None
    least: Floats | None
    most: Floats | None
    deviation: Floats | None

    def extras(self) -> dict[str, Floats]:
        """Standard errors and spreads by name, as far as they are known."""
        named = {"standard_error": self.error, "min": self.least, "max": self.most, "deviation": self.deviation}
        return {name: values for name, values in named.items() if values is not None}

    def pick(self, order: Any) -> GroupMeans:
        """These groups."""
        rest = (self.error, self.least, self.most, self.deviation)
        picked = (None if part is None else part[order] for part in rest)
        return GroupMeans(self.spots[order], self.weight[order], self.mean[order], *picked)

    def scaled(self, factors: Floats) -> GroupMeans:
        """These groups, each measure times its factor."""
        rest = (self.error, self.least, self.most, self.deviation)
        scaled = (None if part is None else part * factors for part in rest)
        return GroupMeans(self.spots, self.weight, self.mean * factors, *scaled)


@dataclass(frozen=True, eq=False, repr=False)
class Aggregate(Tabled, Export):
    """Means over many spots, by groups; docs/sweeps.md says what is weighted by what.

    Attributes:
        by: what the groups differ in, names of columns or SQL.
        groups: its values, a tuple a group.
        line: where in the betting; empty for the root.
        player: who acts there, 0 (OOP) or 1 (IP); None at the end of a hand or before a card.
        where: which spots, in SQL; empty for all.
        columns: the measures: what each is called, and its unit.
        means: of each group.
        overall: of all spots together, as one group.
        failed: spots of those asked for that have an error in place of a result; they are left out.
        missing: spots of the whole sweep that are yet to be made.
        without: spots whose betting never comes to the line; they count in nothing but ``reached``.
        sampled: whether the boards are a random sample, so that means have a standard error.
        by_reach: whether spots count at a line as often as it is reached.
        sort: by what the groups are sorted; None: by what they differ in.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import Sweep

            answer = Sweep("flops").aggregate("suits", line="b33%", high_card="A")  # an Aggregate
            print(answer["equity OOP"], answer.overall.mean)
            answer.to_csv("suits.csv")
    """

    by: tuple[str, ...]
    groups: tuple[tuple[Any, ...], ...]
    line: str
    player: int | None
    where: str
    columns: tuple[Measure, ...]
    means: GroupMeans
    overall: GroupMeans
    failed: int
    missing: int
    without: int
    sampled: bool
    by_reach: bool
    sort: str | None = None

    def __len__(self) -> int:
        return len(self.groups)

    def __repr__(self) -> str:
        groups = f" in {len(self):,} groups by {', '.join(self.by)}" if self.by else ""
        return f"<Aggregate at {self.line!r}: {int(self.overall.spots[0]):,} spots{groups}>"

    def __getitem__(self, measure: str) -> Floats:
        """[groups] means of a measure, by its name as ``find`` takes it."""
        return np.asarray(self.means.mean[:, self.find(measure)])

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of the measures: ``equity OOP``, ``frequency OOP bet 50%``."""
        return tuple(one.column for one in self.columns)

    @property
    def actions(self) -> tuple[str, ...]:
        """Names of the actions whose frequencies are among the measures."""
        return tuple(one.asked for one in self.columns if one.unit == "frequency")

    def find(self, measure: str, asked: str = "measure") -> int:
        """The place of a measure in ``measures``.

        Args:
            measure: its name there, or shorter: ``OOP equity``, ``bet 50%``, ``equity`` (OOP's).
            asked: what the name was given as, for the error.

        Raises:
            ValueError: no such measure.
        """
        for place, one in enumerate(self.columns):
            if measure in (one.column, one.heading, one.asked) or one.column.startswith(f"{measure} "):
                return place
        there = ", ".join(self.measures)
        raise ValueError(f"{asked}={brief(measure)}: no such measure; there are {there}{did_you_mean(measure, self.measures)}")

    def in_big_blinds(self, big_blind: float) -> Aggregate:
        """The same with EVs and pot shares in big blinds in place of chips; columns and SQL stay as they are.

        Args:
            big_blind: chips of one, 1e-6 to 1e12, the same in all spots. Spots have none of their own.

        Raises:
            ValueError: not from 1e-6 to 1e12, or no measure is in chips.
        """
        check_big_blind(big_blind)
        chips = [one.unit == "chips" for one in self.columns]
        if not any(chips):
            fault = f"no measure here is in chips; there are {', '.join(self.measures)}; allowed with ev, net or pot_share"
            raise ValueError(f"big_blind={brief(big_blind)}: {fault}")
        factors = np.where(chips, 1.0 / big_blind, 1.0)
        columns = tuple(
            replace(one, column=one.column.replace("_chips", "_big_blinds"), heading=f"{one.heading}, bb") if own else one
            for one, own in zip(self.columns, chips, strict=True)
        )
        return replace(self, columns=columns, means=self.means.scaled(factors), overall=self.overall.scaled(factors))

    def table(self) -> Columns:
        """One row a group, as columns; units are in the names."""
        columns: Columns = {}
        for number, name in enumerate(self.by):
            columns[name] = np.fromiter((group[number] for group in self.groups), object, len(self))
        columns |= {"spots": self.means.spots, "weight": self.means.weight}
        for number, measure in enumerate(self.measures):
            columns[measure] = self.means.mean[:, number]
            columns |= {f"{measure} {extra}": values[:, number] for extra, values in self.means.extras().items()}
        return columns

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain JSON values; None for NaN."""

        def row(means: GroupMeans, k: int) -> dict[str, Any]:
            named = {"means": means.mean} | means.extras()
            numbers = {name: dict(zip(self.measures, plain_numbers(values[k]), strict=True)) for name, values in named.items()}
            return {"spots": int(means.spots[k]), "weight": float(means.weight[k])} | numbers

        keys = [{"group": {name: json_value(value) for name, value in zip(self.by, g, strict=True)}} for g in self.groups]
        return {
            "line": self.line,
            "to_act": None if self.player is None else SEATS[self.player],
            "by": list(self.by),
            "where": self.where,
            "failed_spots": self.failed,
            "missing_spots": self.missing,
            "spots_without_the_line": self.without,
            "sampled": self.sampled,
            "by_reach": self.by_reach,
            "measures": list(self.measures),
            "overall": row(self.overall, 0),
            "groups": [key | row(self.means, k) for k, key in enumerate(keys)],
            "notes": self.notes(),
        }

    def caption(self) -> str:
        """Caption of the table."""
        where = f", where {self.where}" if self.where else ""
        spots = int(self.overall.spots[0])
        return f"{spots:,} {'spot' if spots == 1 else 'spots'} {line_heading(self.line)}{where}"

    def notes(self) -> list[str]:
        """Notes about spots that are left out and about sampling."""
        notes = []
        if self.failed:
            notes.append(f"{self.failed:,} of the spots failed and are left out.")
        if self.missing:
            spots = "1 spot is" if self.missing == 1 else f"{self.missing:,} spots are"
            notes.append(f"The sweep is not finished: {spots} yet to be made.")
        if self.without:
            notes.append(f"{self.without:,} of the spots never come here; they count in 'reached' only.")
        if self.sampled:
            notes.append("The boards are a random sample: after ± stands the standard error (none for one board).")
        return notes

    def headings(self) -> list[str]:
        """Headings of the columns that people are shown."""
        spread = [] if self.means.deviation is None else ["min", "max", "deviation"]
        measures = [title for one in self.columns for title in (one.heading, *spread)]
        return [*(self.by or ("",)), "spots", "weight", *measures]

    def texts(self) -> list[list[str]]:
        """The rows that people are shown, the last one all spots together."""
        everything = ("all", *[""] * max(0, len(self.by) - 1))
        rows = [(self.means, k, group) for k, group in enumerate(self.groups)] if self.by else []
        return [self._cells(*row) for row in [*rows, (self.overall, 0, everything)]]

    def _cells(self, means: GroupMeans, k: int, group: tuple[Any, ...]) -> list[str]:
        share = means.weight[k] / (self.overall.weight[0] or np.nan)
        cells = [*map(cell_text, group), f"{means.spots[k]:,}", f"{share:.2%}" if share == share else "-"]
        for number, one in enumerate(self.columns):
            spread = [part for part in (means.least, means.most, means.deviation) if part is not None]
            cells += [self._mean_text(means, k, number), *(one.text(float(part[k, number])) for part in spread)]
        return cells

    def _mean_text(self, means: GroupMeans, k: int, number: int) -> str:
        one = self.columns[number]
        text = one.text(float(means.mean[k, number]))
        if means.error is not None and np.isfinite(means.error[k, number]):
            text += f" ±{one.text(float(means.error[k, number])).lstrip('+')}"
        return text

    def to_table(self, top: int | None = SHOWN) -> Table:
        """The table for people.

        Args:
            top: the most groups; None: all.
        """
        keys = len(self.by or ("",))
        columns = [Column(name, words=k < keys) for k, name in enumerate(self.headings())]
        table = Table(self.caption(), columns, self.texts(), self.notes(), total=True)
        return table.first(top, "{:,} more groups; .to_csv(path) has all of them.")

    def picture(self, shown: str | None = None) -> Figure:
        """Frequencies as stacked bars, or another measure as bars with values: one bar a group, and one for all together.

        Args:
            shown: ``frequencies``, ``ev``, ``net``, ``pot_share``, ``pot_percent``, ``equity``, ``eqr``, ``reach``, or the name
                of a measure; None: frequencies, or the first measure if there are none.

        Raises:
            ImportError: matplotlib is not installed.
            ValueError: no such measure, or more than 2,000 groups.
        """
        shown = shown or ("frequencies" if self.actions else self.columns[0].asked)
        if shown == "frequencies" and not self.actions:
            raise ValueError(f"shown='frequencies': were not asked for; there are {', '.join(self.measures)}")
        unit = "frequency" if shown == "frequencies" else None
        places = [k for k, one in enumerate(self.columns) if (one.unit == unit if unit else one.asked == shown)]
        return draw_bars(self, places or [self.find(shown, "shown")], stacked=unit is not None)


def run_aggregate(
    tables: Tables, by: str | Sequence[str], of: str | Sequence[str], *, line: str, where: str, only: str, weight: str,
    by_reach: bool, sizes: bool, spread: bool, sort: str | None, draws: int, missing: int,
) -> Aggregate:  # fmt: skip
    """``Sweep.aggregate``; ``only`` is the whole condition on spots, and ``draws`` how many boards were drawn at random."""
    for name, choice in (("by_reach", by_reach), ("sizes", sizes), ("spread", spread)):
        check_bool(name, choice)
    for name, text in (("line", line), ("weight", weight)):
        if not isinstance(text, str):
            raise ValueError(f"{name}={brief(text)}: must be a string")
    keys = [named_sql(one) for one in listed("by", by)]
    if where:
        tables.check_sql("where", where)
    for name, sql in [*(("by", sql) for _, sql in keys), ("weight", weight)]:
        tables.check_sql(name, sql)
    spots = "spots" + (f" WHERE {only}" if only else "")
    texts = listed("of", of)
    written = [f"by={brief(name)}" for name, _ in keys] + [f"of={brief(one)}" for one in texts if one not in NAMES]
    asked = ", ".join(written + ([f"where={brief(only)}"] if only else [])) or "aggregate"
    measures: list[Measure] = []
    actions: list[tuple[Measure, list[str]]] = []
    for one in texts:
        if one == "frequencies":
            actions = actions_of(tables, line, spots, sizes, asked)
            measures += [measure for measure, _ in actions]
        elif one in MEASURES:
            known = MEASURES[one]
            measures += [known] if known.anywhere else [known.of_player(seat) for seat in range(2)]
        elif one.isidentifier() and one.lower() not in tables.columns["spots"]:
            allowed = [*NAMES, *tables.columns["spots"]]
            fault = f"no such measure or column; there are {', '.join(allowed)}{did_you_mean(one, allowed)}"
            raise ValueError(f"of={brief(one)}: {fault}")
        else:
            tables.check_sql("of", one)
            measures.append(Measure(one, one, one, "number", sql_name(one) if one in tables.columns["spots"] else one))
    source = spots_sql(spots, line, actions)
    rows = tables.rows(means_sql(source, [sql for _, sql in keys], measures, weight, by_reach, spread, draws), asked)
    (total,) = [row for row in rows if row[0]] or [()]
    rows = [row[1:] for row in rows if not row[0] and row[1 + len(keys)]]
    if not total or not total[1 + len(keys)]:
        raise ValueError(f"{asked}: no spot of this kind has a result")
    overall = means_of([total[1:]], len(keys), len(measures), spread, draws > 0)
    if line and not overall.spots[0]:
        raise ValueError(no_such_line(tables, line))
    names = tuple(name for name, _ in keys)
    groups = [row[: len(keys)] for row in rows]
    order = key_order(groups, names)
    player = tables.rows(f"SELECT max(player) FROM nodes WHERE line = {sql_literal(line)}", "line")[0][0]
    answer = Aggregate(
        by=names,
        groups=tuple(groups[k] for k in order) if keys else ((),),
        line=line,
        player=None if player is None else SEATS.index(player),
        where=only if only != f"({where}\n)" else where,
        columns=tuple(measures),
        means=means_of([rows[k] for k in order], len(keys), len(measures), spread, draws > 0) if keys else overall,
        overall=overall,
        failed=int(total[3 + len(keys)]),
        missing=missing,
        without=int(total[1 + len(keys)] - total[2 + len(keys)]),
        sampled=draws > 0,
        by_reach=by_reach,
    )
    return sorted_groups(answer, sort)


def means_of(rows: Sequence[tuple[Any, ...]], keys: int, measures: int, spread: bool, sampled: bool) -> GroupMeans:
    """Rows of ``means_sql`` as arrays."""
    width = 5 if spread else 2
    numbers = np.array([row[keys:] for row in rows], dtype=np.float64).reshape(len(rows), 4 + width * measures)
    mean, error, *ends = np.moveaxis(numbers[:, 4:].reshape(len(rows), measures, width), 2, 0)
    for values in (numbers, mean, error, *ends):
        values.flags.writeable = False
    least, most, deviation = ends or (None, None, None)
    return GroupMeans(numbers[:, 1].astype(np.int64), numbers[:, 3], mean, error if sampled else None, least, most, deviation)


def no_such_line(tables: Tables, line: str) -> str:
    """The error about a line that no spot has."""
    lines = [row[0] for row in tables.rows("SELECT DISTINCT line FROM nodes ORDER BY line", "line")]
    there = ", ".join(map(repr, lines))
    return f"line={brief(line)}: no spot comes there; lines that were kept: {there}{did_you_mean(line, lines)}"


def sorted_groups(answer: Aggregate, sort: str | None) -> Aggregate:
    """The groups by a measure, the largest first, or by what they differ in; ``-`` in front reverses them."""
    if sort is None:
        return answer
    name = sort.removeprefix("-")
    if name in answer.by:
        values = [group[answer.by.index(name)] for group in answer.groups]
        ranks = natural_ranks(name, values)
        order = sorted(range(len(answer)), key=lambda k: ranks[values[k]])
    else:
        column = {"spots": answer.means.spots, "weight": answer.means.weight}.get(name)
        numbers = np.asarray(answer.means.mean[:, answer.find(name, "sort")] if column is None else column, dtype=np.float64)
        order = np.argsort(-np.nan_to_num(numbers, nan=-np.inf), kind="stable").tolist()
    order = order[::-1] if sort.startswith("-") else order
    return replace(answer, groups=tuple(answer.groups[k] for k in order), means=answer.means.pick(order), sort=sort)


@in_house_style
def draw_bars(answer: Aggregate, places: Sequence[int], stacked: bool) -> Figure:
    """A bar for each group and measure, or the measures stacked; all together is the lowest bar."""
    from matplotlib.colors import to_rgb

    if len(answer) > DRAWN:
        raise ValueError(f"by={brief(', '.join(answer.by))}: {len(answer):,} groups; at most {DRAWN:,} can be drawn")
    *groups, _ = answer.texts()
    names = [", ".join(row[: len(answer.by)]) for row in groups] + ["all"]
    columns = [answer.columns[k] for k in places]
    values = np.concatenate([answer.means.mean, answer.overall.mean] if answer.by else [answer.overall.mean])[:, list(places)]
    few = len(names) <= FEW
    with_errors = [(answer.means, k) for k in range(len(groups))] + [(answer.overall, 0)]
    texts = [[answer._mean_text(means, k, number) for means, k in with_errors] for number in range(len(answer.columns))]
    height = 1.4 + (0.3 * len(names) if few else 9.0)
    figure = new_figure(9.0, height)
    axes = figure.add_subplot()
    rows = np.arange(len(names))
    colours = (
        named_colours([one.asked for one in columns]) if stacked else [PALETTE[k % len(PALETTE)] for k in range(len(places))]
    )
    left, thick = np.zeros(len(names)), 0.82 if stacked else 0.82 / len(places)
    for k, one in enumerate(columns):
        lengths = np.nan_to_num(values[:, k])
        at = rows if stacked else rows + (k - (len(places) - 1) / 2) * thick
        label = f"{one.heading} {one.text(float(values[-1, k]))}"
        bars = axes.barh(
            at, lengths, thick if few else 1.0, left if stacked else 0.0, color=colours[k], label=label, linewidth=0
        )
        if few:
            ink = ink_on(to_rgb(colours[k])) if stacked else INK
            shown = [one.text(float(value)) if value > 0.055 else "" for value in values[:, k]] if stacked else texts[places[k]]
            axes.bar_label(
                bars, shown, label_type="center" if stacked else "edge", padding=0 if stacked else 3, fontsize=8, color=ink
            )
        left = left + lengths
    shown_rows = rows if few else np.unique(np.linspace(0, len(names) - 1, 20).astype(int))
    axes.set_yticks(shown_rows, [names[k] for k in shown_rows])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xticks([])
    axes.axvline(0.0, color=FAINT, linewidth=0.8)
    axes.margins(x=0.0 if stacked else 0.15)
    title = (
        f"{columns[0].heading.partition(' ')[0]}'s actions"
        if stacked
        else columns[0].heading.partition(" ")[2] or columns[0].heading
    )
    figure.suptitle(f"{title}, {answer.caption()}", x=0.01, ha="left", fontsize=12, fontweight="bold")
    figure.legend(loc="outside upper left", ncols=min(len(places), 6), frameon=False, bbox_to_anchor=(0.0, 1 - 0.35 / height))
    spoken = [
        f"{names[k]}: " + ", ".join(f"{one.heading} {one.text(float(v))}" for one, v in zip(columns, values[k], strict=True))
        for k in (len(names) - 1, *range(min(len(names) - 1, FEW)))
    ]
    figure.set_label(f"{title}, {answer.caption()}: {'stacked ' * stacked}bars. {listed_texts(spoken, FEW)}.")
    return figure
