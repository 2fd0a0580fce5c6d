"""Means over many spots, by groups: ``Sweep.aggregate``. docs/sweep_tables.md defines every number.

A measure is a quotient of two numbers of a spot, as equity realisation is (net chips + chips put in) / (equity x pot). Its mean
over spots is the quotient of the sums, each spot times its weight; for most measures the lower number is 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line_labels import SEATS, line_heading
from pokerzoo.envs.drawing.colours import PALETTE, named_colours
from pokerzoo.envs.drawing.figures import FAINT, INK, in_house_style, ink_on, listed_texts, new_figure
from pokerzoo.envs.support.errors import InputError, ParameterError, brief, cut_text, did_you_mean
from pokerzoo.envs.support.formats import number_text
from pokerzoo.envs.support.parameters import check_bool
from pokerzoo.envs.support.records import INTERNAL, Record
from pokerzoo.envs.support.tables import Column, Columns, Export, Table, Tabled
from pokerzoo.envs.support.units import check_big_blind
from pokerzoo.evaluation.spots.spot_tables import plain_numbers

from .filters import key_order, natural_ranks
from .query import Tables, json_value, listed, sql_literal, sql_name

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
NAMED = re.compile(r"(?is)^(.+?)\s+as\s+([a-z_]\w*)\s*$")
"""``stack / pot AS spr``."""
MOST_DRAWS = 65_536
"""The most sets of draws for a standard error; more draws are put together to sets by number."""
ACTIONS = ("fold", "check", "call", "bet", "raise")
Kind: TypeAlias = Literal["frequency", "chips", "share", "ratio", "number"]


@dataclass(frozen=True)
class Measure(Record):
    """A measure as SQL of one spot: a quotient of two numbers, in which ``{p}`` is the player.

    Attributes:
        name: as tables and the CSV have it, with the player's.
        title: as a heading.
        kind: how it is written: a frequency or a share, 0 to 1; chips, and EVs in percent; a ratio; any other number.
        form: of its values, as ``number_text`` takes it.
        upper: the upper number.
        lower: the lower number.
        asked: its name in ``of``.
        anywhere: whether it counts spots that never reach the line.
        colour: of an action, as in all pictures.
    """

    name: str
    title: str
    kind: Kind
    form: str = field(metadata=INTERNAL)
    upper: str = field(metadata=INTERNAL)
    lower: str = field(default="1.0", metadata=INTERNAL)
    asked: str = field(default="", metadata=INTERNAL)
    anywhere: bool = field(default=False, metadata=INTERNAL)
    colour: str | None = None

    @property
    def in_chips(self) -> bool:
        """True of EVs and pot shares in chips."""
        return self.kind == "chips" and "_chips" in self.name

    def of_player(self, player: int) -> Measure:
        """The measure of one player."""
        seat = SEATS[player]
        upper, lower = (sql.format(p=seat.lower()) for sql in (self.upper, self.lower))
        return replace(self, name=f"{self.name} {seat}", title=f"{seat} {self.title}", upper=upper, lower=lower)

    def in_big_blinds(self) -> Measure:
        """The same of values in big blinds."""
        return replace(self, name=self.name.replace("_chips", "_big_blinds"), title=f"{self.title}, bb")

    def text(self, value: float, error: float = np.nan) -> str:
        """A value as people are shown it, with its standard error where that is known: ``51.2% ±0.4%``, ``-1.250``, ``31``."""
        known = f" ±{number_text(error, self.form.removeprefix('+'))}" if np.isfinite(error) else ""
        return number_text(value, self.form) + known


HERE = "(net_{p}_ + put_in_{p}_)"
"""Net chips and what the player has put in: what is expected of the pot."""
SHARE = "(net_{p}_ + pot / 2)"
MEASURES = {
    "ev": Measure("ev_chips", "EV", "chips", ".3f", HERE),
    "ev_percent": Measure("ev_percent", "EV, % pot", "chips", ".3f", f"100 * {HERE} / pot"),
    "net": Measure("net_chips", "net", "chips", "+.3f", "net_{p}_"),
    "net_percent": Measure("net_percent", "net, % pot", "chips", "+.3f", "100 * net_{p}_ / pot"),
    "pot_share": Measure("pot_share_chips", "pot share", "chips", ".3f", SHARE),
    "pot_percent": Measure("pot_share_percent", "pot share, %", "chips", ".1f", f"100 * {SHARE} / pot"),
    "equity": Measure("equity", "equity", "share", ".1%", "equity_{p}_"),
    "eqr": Measure("equity_realisation", "EQR", "ratio", ".1%", HERE, "equity_{p}_ * pot_"),
    "reach": Measure("reached", "reached", "share", ".1%", "reach_", anywhere=True),
}
"""All measures but columns, SQL and frequencies, by their name in ``of``."""
NAMES = (*MEASURES, "frequencies")


@dataclass(frozen=True, eq=False)
class GroupMeans:
    """Means of some measures over the spots of groups.

    Attributes:
        spots: [groups]: how many spots.
        weight: [groups]: their weight.
        numbers: [groups, measures] by name: ``mean``, and as far as they are known ``standard_error``, ``min``, ``max`` and
            ``deviation``.
    """

    spots: npt.NDArray[np.int64]
    weight: Floats
    numbers: dict[str, Floats]

    @property
    def mean(self) -> Floats:
        """[groups, measures] means."""
        return self.numbers["mean"]

    @property
    def errors(self) -> Floats:
        """[groups, measures] standard errors; NaN where they are not known."""
        return self.numbers.get("standard_error", np.full(self.mean.shape, np.nan))

    @property
    def extras(self) -> dict[str, Floats]:
        """Standard errors and spreads by name."""
        return {name: values for name, values in self.numbers.items() if name != "mean"}

    def __getitem__(self, groups: Any) -> GroupMeans:
        return GroupMeans(
            self.spots[groups], self.weight[groups], {name: values[groups] for name, values in self.numbers.items()}
        )


@dataclass
class GroupRow(Record):
    """A group of spots.

    Attributes:
        group: its value of each column in ``by``.
        spots: how many spots with a result.
        weight: the sum of their weights.
        share: its part of all weight.
        means: a number for each measure; null where there is none.
        errors: standard errors likewise, where boards are a random sample.
        spread: least, largest and standard deviation likewise by name (``min``, ``max``, ``deviation``), where asked for.
        key: of its spot, if it is one alone whose policy was kept (``/api/sweeps/{id}/policies/{key}``).
    """

    group: list[str | int | float | bool | None]
    spots: int
    weight: float
    share: float
    means: list[float | None]
    errors: list[float | None] | None
    spread: dict[str, list[float | None]]
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
        failed_spots: spots that have an error in place of a result.
        missing_spots: spots that are yet to be made.
        spots_without_the_line: spots that never reach the line.
        sampled: whether boards are a random sample.
        by_reach: whether spots count as often as the line is reached.
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
    failed_spots: int
    missing_spots: int
    spots_without_the_line: int
    sampled: bool
    by_reach: bool
    measures: list[Measure]
    overall: GroupRow
    groups: list[GroupRow]
    notes: list[str]


@dataclass(frozen=True, eq=False, repr=False)
class Aggregate(Tabled, Export):
    """Means over many spots, by groups; docs/howto/many_spots.md says what is weighted by what.

    Attributes:
        by: what the groups differ in, names of columns or SQL.
        groups: its values, a tuple a group.
        line: where in the betting; empty for the root.
        player: who acts there, 0 (OOP) or 1 (IP); None at the end of a hand or before a card.
        where: which spots, in SQL; empty for all.
        columns: the measures: what each is called, and its unit.
        everything: of each group, and of all spots together as the last one.
        failed: spots of those asked for that have an error in place of a result; they are left out.
        missing: spots of the whole sweep that are yet to be made.
        without: spots whose betting never reaches the line; they count in nothing but ``reached``.
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
    everything: GroupMeans
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
    def means(self) -> GroupMeans:
        """Of each group."""
        return self.everything[: len(self)]

    @property
    def overall(self) -> GroupMeans:
        """Of all spots together, as one group."""
        return self.everything[-1:]

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of the measures: ``equity OOP``, ``frequency OOP bet 50%``."""
        return tuple(column.name for column in self.columns)

    @property
    def actions(self) -> tuple[str, ...]:
        """Names of the actions whose frequencies are among the measures."""
        return tuple(column.asked for column in self.columns if column.kind == "frequency")

    def find(self, measure: str, asked: str = "measure") -> int:
        """The place of a measure in ``measures``.

        Args:
            measure: its name there, or shorter: ``OOP equity``, ``bet 50%``, ``equity`` (OOP's).
            asked: what the name was given as, for the error.

        Raises:
            ValueError: no such measure.
        """
        for place, column in enumerate(self.columns):
            if measure in (column.name, column.title, column.asked) or column.name.startswith(f"{measure} "):
                return place
        there = ", ".join(self.measures)
        raise ParameterError(asked, measure, f"no such measure; there are {there}{did_you_mean(measure, self.measures)}")

    def in_big_blinds(self, big_blind: float) -> Aggregate:
        """The same with EVs and pot shares in big blinds in place of chips; columns and SQL stay as they are.

        Args:
            big_blind: chips of one, 1e-6 to 1e12, the same in all spots. Spots have none of their own.

        Raises:
            ValueError: not from 1e-6 to 1e12, or no measure is in chips.
        """
        check_big_blind(big_blind)
        if not any(column.in_chips for column in self.columns):
            fault = f"no measure here is in chips; there are {', '.join(self.measures)}; allowed with ev, net or pot_share"
            raise ParameterError("big_blind", big_blind, fault)
        factors = np.array([1.0 / big_blind if column.in_chips else 1.0 for column in self.columns])
        columns = tuple(column.in_big_blinds() if column.in_chips else column for column in self.columns)
        numbers = {name: values * factors for name, values in self.everything.numbers.items()}
        return replace(self, columns=columns, everything=replace(self.everything, numbers=numbers))

    def table(self) -> Columns:
        """One row a group, as columns; units are in the names."""
        columns: Columns = {}
        for number, name in enumerate(self.by):
            columns[name] = np.fromiter((group[number] for group in self.groups), object, len(self))
        columns |= {"spots": self.means.spots, "weight": self.means.weight}
        for number, measure in enumerate(self.measures):
            columns[measure] = self.means.mean[:, number]
            columns |= {f"{measure} {extra}": values[:, number] for extra, values in self.means.extras.items()}
        return columns

    def report(self, keys: Mapping[tuple[Any, ...], str] | None = None) -> AggregateReport:
        """All of it as a record.

        Args:
            keys: by group the key of its spot, of groups that are one spot whose policy was kept.
        """
        total = float(self.overall.weight[0])
        lists = {name: [plain_numbers(row) for row in values] for name, values in self.everything.numbers.items()}
        means, errors = lists.pop("mean"), lists.pop("standard_error", None)
        rows = [
            GroupRow(
                group=[json_value(value) for value in group],
                spots=int(self.everything.spots[k]),
                weight=float(self.everything.weight[k]),
                share=float(self.everything.weight[k]) / total if total else 0.0,
                means=means[k],
                errors=None if errors is None else errors[k],
                spread={name: values[k] for name, values in lists.items()},
                key=(keys or {}).get(group),
            )
            for k, group in enumerate([*self.groups, ()] if self.by else [()])
        ]
        return AggregateReport(
            line=self.line,
            words=line_heading(self.line) or "at the start",
            to_act=None if self.player is None else SEATS[self.player],
            by=list(self.by),
            where=self.where,
            failed_spots=self.failed,
            missing_spots=self.missing,
            spots_without_the_line=self.without,
            sampled=self.sampled,
            by_reach=self.by_reach,
            measures=list(self.columns),
            overall=rows[-1],
            groups=rows[:-1],
            notes=self.notes(),
        )

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain JSON values; None for NaN."""
        return self.report().to_dict()

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
            notes.append("The boards are a random sample: ± is the standard error (none for one board).")
        return notes

    def to_table(self, top: int | None = SHOWN) -> Table:
        """A row a group, and all spots together.

        Args:
            top: the most groups; None: all.
        """
        means = self.everything
        groups = [*self.groups, ("all", *[""] * (len(self.by) - 1))] if self.by else [("all",)]
        columns: list[tuple[Column, Any]] = [
            (Column(name, lambda key: cut_text(number_text(key)), words=True), [group[k] for group in groups])
            for k, name in enumerate(self.by or ("",))
        ]
        share = means.weight / (self.overall.weight[0] or np.nan)
        columns += [(Column("spots"), means.spots), (Column("weight", ".2%"), share)]
        for k, column in enumerate(self.columns):
            columns.append((Column(column.title), [*map(column.text, means.mean[:, k], means.errors[:, k])]))
            spread = means.extras.items()
            columns += [(Column(name, column.form), values[:, k]) for name, values in spread if name != "standard_error"]
        table = replace(Table.by_column(self.caption(), columns, self.notes()), total=True)
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
            raise InputError(f"shown='frequencies': not in this result; there are {', '.join(self.measures)}")
        stacked = shown == "frequencies"
        places = [
            k for k, column in enumerate(self.columns) if shown in (column.asked, "frequencies" * (column.colour is not None))
        ]
        return draw_bars(self, places or [self.find(shown, "shown")], stacked)


def run_aggregate(
    tables: Tables, by: str | Sequence[str], of: str | Sequence[str], *, line: str, where: str, only: str, weight: str,
    by_reach: bool, sizes: bool, spread: bool, sort: str | None, draws: int, missing: int,
) -> Aggregate:  # fmt: skip
    """``Sweep.aggregate``; ``only`` is the whole condition on spots, and ``draws`` how many boards were drawn at random."""
    for name, choice in (("by_reach", by_reach), ("sizes", sizes), ("spread", spread)):
        check_bool(name, choice)
    for name, text in (("line", line), ("weight", weight)):
        if not isinstance(text, str):
            raise ParameterError(name, text, "must be a string")
    keys = [named_sql(text) for text in listed("by", by)]
    if where:
        tables.check_sql("where", where)
    for name, sql in [*(("by", sql) for _, sql in keys), ("weight", weight)]:
        tables.check_sql(name, sql)
    spots = "spots" + (f" WHERE {only}" if only else "")
    texts = listed("of", of)
    written = [f"by={brief(name)}" for name, _ in keys] + [f"of={brief(text)}" for text in texts if text not in NAMES]
    asked = ", ".join(([f"where={brief(only)}"] if only else []) + written) or "aggregate"
    measures: list[Measure] = []
    actions: list[tuple[Measure, list[str]]] = []
    for text in texts:
        if text == "frequencies":
            actions = actions_of(tables, line, spots, sizes, asked)
            measures += [measure for measure, _ in actions]
        elif text in MEASURES:
            known = replace(MEASURES[text], asked=text)
            measures += [known] if known.anywhere else [known.of_player(seat) for seat in range(2)]
        elif text.isidentifier() and text.lower() not in tables.columns["spots"]:
            allowed = [*NAMES, *tables.columns["spots"]]
            fault = f"no such measure or column; there are {', '.join(allowed)}{did_you_mean(text, allowed)}"
            raise ParameterError("of", text, fault)
        else:
            tables.check_sql("of", text)
            sql = sql_name(text) if text in tables.columns["spots"] else text
            measures.append(Measure(text, text, "number", ".6g", sql, asked=text))
    source = spots_sql(spots, line, actions)
    rows = tables.rows(means_sql(source, [sql for _, sql in keys], measures, weight, by_reach, spread, draws), asked)
    (total,) = [row[1:] for row in rows if row[0]] or [()]
    rows = [row[1:] for row in rows if not row[0] and row[1 + len(keys)]]
    if not total or not total[len(keys)]:
        raise InputError(f"{asked}: no spot of this kind has a result")
    seen, there, failed = total[len(keys) : len(keys) + 3]
    if line and not there:
        raise no_such_line(tables, line)
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
        everything=means_of([*(rows[k] for k in order), total], len(keys), len(measures), spread, draws > 0),
        failed=int(failed),
        missing=missing,
        without=int(seen - there),
        sampled=draws > 0,
        by_reach=by_reach,
    )
    return sorted_groups(answer, sort)


def means_of(rows: Sequence[tuple[Any, ...]], keys: int, measures: int, spread: bool, sampled: bool) -> GroupMeans:
    """Rows of ``means_sql`` as arrays."""
    names = ("mean", "standard_error", *(("min", "max", "deviation") if spread else ()))
    table = np.array([row[keys:] for row in rows], dtype=np.float64).reshape(len(rows), 4 + len(names) * measures)
    numbers = table[:, 4:].reshape(len(rows), measures, len(names))
    table.flags.writeable = numbers.flags.writeable = False
    kept = {name: numbers[..., k] for k, name in enumerate(names) if sampled or name != "standard_error"}
    return GroupMeans(table[:, 1].astype(np.int64), table[:, 3], kept)


def no_such_line(tables: Tables, line: str) -> ParameterError:
    """The error about a line that no spot has."""
    lines = [row[0] for row in tables.rows("SELECT DISTINCT line FROM nodes ORDER BY line", "line")]
    there = ", ".join(map(repr, lines))
    return ParameterError("line", line, f"no spot comes there; lines that were kept: {there}{did_you_mean(line, lines)}")


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
    groups = tuple(answer.groups[k] for k in order)
    return replace(answer, groups=groups, everything=answer.everything[[*order, -1] if answer.by else order], sort=sort)


def spots_sql(spots: str, line: str, actions: Sequence[tuple[Measure, list[str]]]) -> str:
    """The spots beside what is known of each at a line: ``reach_``, ``net_oop_``, ``put_in_oop_``, ... and frequencies."""
    at = sql_literal(line)
    if line:
        put_in = (  # half of the starting pot and all bets: what to_call lacks is the other's; who folds loses what they put in
            "CASE WHEN tokens LIKE '%f' THEN CASE WHEN net_{p} < net_{q} THEN -net_{p} ELSE pot + net_{q} END "
            "ELSE (pot + CASE WHEN player = '{seat}' THEN -to_call ELSE to_call END) / 2 END AS put_in_{p}_"
        )
        players = [name.lower() for name in SEATS]
        columns = ["key AS key_", "pot AS pot_", "probability AS reach_"]
        columns += [f"{what}_{p} AS {what}_{p}_" for what in ("net", "equity") for p in players]
        columns += [put_in.format(p=p, q=q, seat=p.upper()) for p, q in (players, players[::-1])]
        node = f"LEFT JOIN (SELECT {', '.join(columns)} FROM nodes WHERE line = {at}) ON key = key_"
    source = f"(SELECT * FROM {spots}) {node if line else ''}"
    if actions:
        often = "sum(frequency) FILTER (action IN ({})) AS f{}"
        columns = [often.format(", ".join(map(sql_literal, names)), k) for k, (_, names) in enumerate(actions)]
        source += (
            f" LEFT JOIN (SELECT key AS of_, {', '.join(columns)} FROM actions WHERE line = {at} GROUP BY key) ON key = of_"
        )
    if line:
        return f"SELECT * REPLACE (coalesce(reach_, 0.0) AS reach_) FROM {source}"
    root = [f"{what}_{p.lower()} AS {what}_{p.lower()}_" for what in ("net", "equity") for p in SEATS]
    root += [f"pot / 2 AS put_in_{p.lower()}_" for p in SEATS]
    return f"SELECT *, 1.0 AS reach_, pot AS pot_, {', '.join(root)} FROM {source}"


def means_sql(
    source: str, keys: Sequence[str], measures: Sequence[Measure], weight: str, by_reach: bool, spread: bool, draws: int
) -> str:
    """Means with their errors and spreads: of all spots together (``overall_``), and of each group.

    The standard error is that of a quotient of sums over independent draws of boards, all spots of a draw together. Boards vary
    fastest, and sets of draws are as good as draws where there are many.
    """
    groups = [f"g{k}" for k in range(len(keys))]
    picked = [f"({key}\n) AS g{k}" for k, key in enumerate(keys)] + ["reach_", "error AS error_"]
    picked += [f"CASE WHEN error IS NULL THEN CAST(({weight}\n) AS DOUBLE) END AS weight_"]
    picked += [f"index % {draws} % {MOST_DRAWS} AS draw_" if draws else "0 AS draw_"]
    picked += ["weight_ * reach_ AS often_" if by_reach else "CASE WHEN reach_ > 0 THEN weight_ ELSE 0.0 END AS often_"]
    summed = ["count(weight_) AS seen", "count(*) FILTER (reach_ > 0 AND weight_ IS NOT NULL) AS there"]
    summed += ["count(error_) AS failed", "sum(weight_) AS heavy"]
    last = ["sum(seen)", "sum(there)", "sum(failed)", "coalesce(sum(heavy), 0.0)"]
    for k, column in enumerate(measures):
        picked += [f"CAST(({column.upper}\n) AS DOUBLE) AS u{k}", f"CAST(({column.lower}\n) AS DOUBLE) AS l{k}"]
        often = "weight_" if column.anywhere else "often_"
        known = f"FILTER (isfinite({often} * u{k}) AND isfinite({often} * l{k}){'' if column.anywhere else ' AND reach_ > 0'})"
        summed += [f"sum({often} * u{k}) {known} AS su{k}", f"sum({often} * l{k}) {known} AS sl{k}"]
        low = f"nullif(greatest(sum(sl{k}), 0.0), 0.0)"
        mean = f"(sum(su{k}) / {low})"
        scatter = f"greatest(sum(su{k} ** 2) - 2 * {mean} * sum(su{k} * sl{k}) + {mean} ** 2 * sum(sl{k} ** 2), 0.0)"
        count = f"count(su{k})"
        last += [mean, f"sqrt({count} / nullif({count} - 1.0, 0.0) * {scatter}) / {low}" if draws else "NULL"]
        if spread:
            of_spot = f"u{k} / nullif(l{k}, 0.0)"
            summed += [f"{name}({of_spot}) {known} AS {name}{k}" for name in ("min", "max")]
            summed += [f"sum({often} * u{k} * ({of_spot})) {known} AS sq{k}"]
            last += [f"min(min{k})", f"max(max{k})", f"sqrt(greatest(sum(sq{k}) / {low} - {mean} ** 2, 0.0))"]
    sets = f"GROUPING SETS (({', '.join([*groups, 'draw_'])}), (draw_))" if groups else "draw_"
    overall = "grouping(g0) = 1 AS overall_" if groups else "true AS overall_"
    per_draw = (
        f"SELECT {', '.join([*groups, overall, *summed])} FROM (SELECT {', '.join(picked)} FROM ({source})) GROUP BY {sets}"
    )
    return f"SELECT {', '.join(['overall_', *groups, *last])} FROM ({per_draw}) GROUP BY {', '.join(['overall_', *groups])}"


def actions_of(tables: Tables, line: str, spots: str, sizes: bool, asked: str) -> list[tuple[Measure, list[str]]]:
    """A measure for each action at a line, with the names of the actions in it; 0 in spots that do not have it."""
    these = f"FROM actions JOIN (SELECT key, pot AS chips FROM {spots}) USING (key) WHERE line = {sql_literal(line)}"
    size = "avg(coalesce(try_cast(substr(token, 2) AS DOUBLE), 0.0) / chips)"
    rows = tables.rows(f"SELECT action, {size} {these} AND frequency IS NOT NULL GROUP BY action", asked)
    player = tables.rows(f"SELECT max(player) FROM nodes WHERE line = {sql_literal(line)}", "line")[0][0]
    labels: dict[str, list[tuple[str, float]]] = {}
    for name, mean_size in rows:
        labels.setdefault(name if sizes else name.partition(" ")[0], []).append((name, mean_size))

    def rank(label: str) -> tuple[int, bool, float, str]:  # fold, check, call, bets as they grow, raises; all-in is the last
        kind = label.partition(" ")[0]
        place = ACTIONS.index(kind) if kind in ACTIONS else len(ACTIONS)
        return place, label.endswith("all-in"), float(np.mean([size for _, size in labels[label]])), label

    ordered = sorted(labels, key=rank)
    measures = [
        Measure(
            f"frequency {player} {label}", f"{player} {label}", "frequency", ".1%", f"coalesce(f{k}, 0.0)",
            asked=label, colour=colour,
        )
        for k, (label, colour) in enumerate(zip(ordered, named_colours(ordered), strict=True))
    ]  # fmt: skip
    return [(measure, [name for name, _ in labels[measure.asked]]) for measure in measures]


def named_sql(text: str) -> tuple[str, str]:
    """The name and the SQL of what groups differ in.

    >>> named_sql("suits"), named_sql("stack / pot AS spr")
    (('suits', 'suits'), ('spr', 'stack / pot'))
    """
    match = NAMED.match(text)
    return (match[2], match[1]) if match else (text, text)


@in_house_style
def draw_bars(answer: Aggregate, places: Sequence[int], stacked: bool) -> Figure:
    """A bar for each group and measure, or the measures stacked; all together is the lowest bar."""
    from matplotlib.colors import to_rgb

    if len(answer) > DRAWN:
        raise ParameterError("by", ", ".join(answer.by), f"{len(answer):,} groups; at most {DRAWN:,} can be drawn")
    names = [", ".join(map(number_text, group)) for group in answer.groups] if answer.by else []
    names.append("all")
    columns, means = [answer.columns[k] for k in places], answer.everything
    values, errors = means.mean[:, list(places)], means.errors[:, list(places)]
    few, rows = len(names) <= FEW, np.arange(len(names))
    height = 1.4 + (0.3 * len(names) if few else 9.0)
    figure = new_figure(9.0, height)
    axes = figure.add_subplot()
    colours = [column.colour if stacked and column.colour else PALETTE[k % len(PALETTE)] for k, column in enumerate(columns)]
    left, thick = np.zeros(len(names)), 0.82 if stacked else 0.82 / len(places)
    for k, column in enumerate(columns):
        at = rows if stacked else rows + (k - (len(places) - 1) / 2) * thick
        lengths, label = np.nan_to_num(values[:, k]), f"{column.title} {column.text(values[-1, k])}"
        bars = axes.barh(at, lengths, thick if few else 1.0, left * stacked, color=colours[k], label=label, linewidth=0)
        left = left + lengths
        if few and stacked:
            texts = [column.text(value) if value > 0.055 else "" for value in values[:, k]]
            axes.bar_label(bars, texts, label_type="center", fontsize=8, color=ink_on(to_rgb(colours[k])))
        elif few:
            texts = [*map(column.text, values[:, k], errors[:, k])]
            axes.bar_label(bars, texts, padding=3, fontsize=8, color=INK)
    ticks = rows if few else np.unique(np.linspace(0, len(names) - 1, 20).astype(int))
    axes.set_yticks(ticks, [names[k] for k in ticks])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xticks([])
    axes.axvline(0.0, color=FAINT, linewidth=0.8)
    axes.margins(x=0.0 if stacked else 0.15)
    first, _, more = columns[0].title.partition(" ")
    title = f"{first}'s actions" if stacked else more or first
    figure.suptitle(f"{title}, {answer.caption()}", x=0.01, ha="left", fontsize=12, fontweight="bold")
    figure.legend(loc="outside upper left", ncols=min(len(places), 6), frameon=False, bbox_to_anchor=(0.0, 1 - 0.35 / height))

    def spoken(k: int) -> str:
        texts = (f"{column.title} {column.text(value)}" for column, value in zip(columns, values[k], strict=True))
        return f"{names[k]}: {', '.join(texts)}"

    sentences = [spoken(k) for k in (len(names) - 1, *range(min(len(names) - 1, FEW)))]
    figure.set_label(f"{title}, {answer.caption()}: {'stacked ' * stacked}bars. {listed_texts(sentences, FEW)}.")
    return figure
