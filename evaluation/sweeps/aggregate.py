"""Means over many spots, by groups: ``Sweep.aggregate``. docs/sweep_tables.md defines every number.

A measure is a quotient of two numbers of a spot, as equity realisation is (net chips + chips put in) / (equity x pot). Its mean
over spots is the quotient of the sums, each spot times its weight; for most measures the lower number is 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from pokerzoo.envs.betting.line_labels import SEATS, line_heading
from pokerzoo.envs.drawing.colours import PALETTE, named_colours
from pokerzoo.envs.drawing.figures import FAINT, INK, in_house_style, ink_on, listed_texts, new_figure
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError, brief, cut_text, did_you_mean
from pokerzoo.envs.support.formats import number_text
from pokerzoo.envs.support.parameters import check_bool
from pokerzoo.envs.support.records import INTERNAL, Record, json_key
from pokerzoo.envs.support.tables import Column, Columns, Export, Table, Tabled
from pokerzoo.envs.support.units import check_big_blind

from .filters import key_order, natural_ranks
from .query import Tables, json_value, listed, named_sql, sql_literal, sql_name

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHOWN = 40
"""Groups of a table by default, and the most of a picture that have their names and numbers there."""
DRAWN = 2_000
"""The most groups of a picture."""
DEFAULT = ("ev", "equity", "eqr", "frequencies")
MOST_DRAWS = 65_536
"""The most sets of draws for a standard error; more draws are put together to sets by number."""


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
    kind: Literal["frequency", "chips", "share", "ratio", "number"]
    form: str = field(metadata=INTERNAL)
    upper: str = field(metadata=INTERNAL)
    lower: str = field(default="1.0", metadata=INTERNAL)
    asked: str = field(default="", metadata=INTERNAL)
    anywhere: bool = field(default=False, metadata=INTERNAL)
    colour: str | None = None

    def of_player(self, player: int) -> Measure:
        """The measure of one player."""
        seat = SEATS[player]
        upper, lower = (sql.format(p=seat.lower()) for sql in (self.upper, self.lower))
        return replace(self, name=f"{self.name} {seat}", title=f"{seat} {self.title}", upper=upper, lower=lower)

    def in_big_blinds(self, big_blind: float) -> Measure:
        """The same in big blinds, if it is in chips."""
        if "_chips" not in self.name:
            return self
        name, title = self.name.replace("_chips", "_big_blinds"), f"{self.title}, bb"
        return replace(self, name=name, title=title, upper=f"({self.upper}) / {big_blind!r}")

    def text(self, row: GroupRow, place: int) -> str:
        """The mean of a group as people are shown it, with its standard error where that is known: ``51.2% ±0.4%``."""
        error = row.errors[place] if row.errors else None
        known = "" if error is None else f" ±{number_text(error, self.form.removeprefix('+'))}"
        return number_text(row.means[place], self.form) + known


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
    "reach": Measure("reached", "reached", "share", ".1%", "coalesce(reach_, 0.0)", anywhere=True),
}
"""All measures but columns, SQL and frequencies, by their name in ``of``."""
NAMES = (*MEASURES, "frequencies")


@dataclass(frozen=True)
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
    key: str | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Aggregate(Tabled, Record, Export):
    """Means over many spots, by groups; docs/howto/many_spots.md says what is weighted by what.

    Attributes:
        line: where in the betting; empty for the root.
        to_act: who acts there, ``OOP`` or ``IP``; None at the end of a hand or before a card.
        by: what the groups differ in, names of columns or SQL.
        where: which spots, in SQL; empty for all.
        failed_spots: spots of those asked for that have an error in place of a result; they are left out.
        missing_spots: spots of the whole sweep that are yet to be made.
        spots_without_the_line: spots whose betting never reaches the line; they count in nothing but ``reached``.
        sampled: whether the boards are a random sample, so that means have a standard error.
        by_reach: whether spots count at a line as often as it is reached.
        measures: what the numbers are.
        overall: all spots together.
        groups: each group, in the order of ``by`` or as they were sorted; one of all spots without ``by``.

    Example:
        .. code-block:: python

            from pokerzoo.evaluation import Sweep

            answer = Sweep("flops").aggregate("suits", line="b33%", high_card="A")  # an Aggregate
            print(answer["equity OOP"], answer.overall.means)
            answer.to_csv("suits.csv")
    """

    line: str
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

    def __len__(self) -> int:
        return len(self.groups)

    def __repr__(self) -> str:
        groups = f" in {len(self):,} groups by {', '.join(self.by)}" if self.by else ""
        return f"<Aggregate at {self.line!r}: {self.overall.spots:,} spots{groups}>"

    def __getitem__(self, measure: str) -> Floats:
        """[groups] means of a measure, by its name as ``find`` takes it."""
        return means_of(self.groups, self.find(measure))

    def find(self, measure: str, asked: str = "measure") -> int:
        """The place of a measure in ``measures``.

        Args:
            measure: its name there, or shorter: ``OOP equity``, ``bet 50%``, ``equity`` (OOP's).
            asked: what the name was given as, for the error.

        Raises:
            ValueError: no such measure.
        """
        for place, one in enumerate(self.measures):
            if measure in (one.name, one.title, one.asked) or one.name.startswith(f"{measure} "):
                return place
        names = [one.name for one in self.measures]
        fault = f"no such measure; there are {', '.join(names)}{did_you_mean(measure, names)}"
        raise ParameterError(asked, measure, fault)

    def table(self) -> Columns:
        """One row a group, as columns; units are in the names."""
        columns: Columns = {name: [row.group[k] for row in self.groups] for k, name in enumerate(self.by)}
        columns |= {"spots": [row.spots for row in self.groups], "weight": [row.weight for row in self.groups]}
        for k, measure in enumerate(self.measures):
            columns[measure.name] = means_of(self.groups, k)
            more = {"standard_error": [row.errors or [] for row in self.groups]} if self.sampled else {}
            more |= {name: [row.spread[name] for row in self.groups] for name in self.overall.spread}
            columns |= {f"{measure.name} {name}": np.array([row[k] for row in rows], np.float64) for name, rows in more.items()}
        return columns

    @property
    @json_key
    def words(self) -> str:
        """The line in words."""
        return line_heading(self.line) or "at the start"

    @property
    @json_key
    def notes(self) -> list[str]:
        """What has to be said about these numbers: spots that are left out, and sampling."""
        notes = []
        if self.failed_spots:
            notes.append(f"{self.failed_spots:,} of the spots failed and are left out.")
        if self.missing_spots:
            spots = "1 spot is" if self.missing_spots == 1 else f"{self.missing_spots:,} spots are"
            notes.append(f"The sweep is not finished: {spots} yet to be made.")
        if self.spots_without_the_line:
            notes.append(f"{self.spots_without_the_line:,} of the spots never come here; they count in 'reached' only.")
        if self.sampled:
            notes.append("The boards are a random sample: ± is the standard error (none for one board).")
        return notes

    def caption(self) -> str:
        """Caption of the table."""
        where = f", where {self.where}" if self.where else ""
        spots = self.overall.spots
        return f"{spots:,} {'spot' if spots == 1 else 'spots'} {line_heading(self.line)}{where}"

    def to_table(self, top: int | None = SHOWN) -> Table:
        """A row a group, and all spots together.

        Args:
            top: the most groups; None: all.
        """
        rows = [*(self.groups if self.by else []), replace(self.overall, group=["all", *[""] * (len(self.by) - 1)])]
        columns: list[tuple[Column, Any]] = [
            (Column(name, lambda value: cut_text(number_text(value)), words=True), [row.group[k] for row in rows])
            for k, name in enumerate(self.by or [""])
        ]
        columns += [(Column("spots"), [row.spots for row in rows]), (Column("weight", ".2%"), [row.share for row in rows])]
        for k, measure in enumerate(self.measures):
            columns.append((Column(measure.title), [measure.text(row, k) for row in rows]))
            columns += [(Column(name, measure.form), [row.spread[name][k] for row in rows]) for name in self.overall.spread]
        table = replace(Table.by_column(self.caption(), columns, self.notes), total=True)
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
        actions = [k for k, one in enumerate(self.measures) if one.kind == "frequency"]
        shown = shown or ("frequencies" if actions else self.measures[0].asked)
        places = [k for k, one in enumerate(self.measures) if shown in (one.asked, "frequencies" * (k in actions))]
        return draw_bars(self, places or [self.find(shown, "shown")], shown == "frequencies")


def means_of(rows: Sequence[GroupRow], measure: int) -> Floats:
    """float64 [rows]: the means of a measure; NaN where there is none."""
    return np.array([row.means[measure] for row in rows], dtype=np.float64)


def run_aggregate(
    tables: Tables, by: str | Sequence[str], of: str | Sequence[str], *, line: str, where: str, only: str, weight: str,
    by_reach: bool, sizes: bool, spread: bool, sort: str | None, big_blind: float | None, draws: int, missing: int,
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
    (player,) = tables.rows(f"SELECT max(player) FROM nodes WHERE line = {sql_literal(line)}", "line")[0]
    if big_blind is not None:
        check_big_blind(big_blind)
        if not {"ev", "net", "pot_share"} & {*texts}:
            raise ParameterError("big_blind", big_blind, "no measure is in chips; allowed with ev, net or pot_share")
    measures: list[Measure] = []
    actions: list[tuple[Measure, list[str]]] = []
    for text in texts:
        if text == "frequencies":
            actions = actions_of(tables, line, spots, player, sizes, asked)
            measures += [measure for measure, _ in actions]
        elif text in MEASURES:
            known = replace(MEASURES[text] if big_blind is None else MEASURES[text].in_big_blinds(big_blind), asked=text)
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
    (total,) = [row[1 + len(keys) :] for row in rows if row[0]] or [()]
    if not total or not total[0]:
        raise InputError(f"{asked}: no spot of this kind has a result")
    seen, there, failed, whole, *_ = total
    if line and not there:
        lines = [row[0] for row in tables.rows("SELECT DISTINCT line FROM nodes ORDER BY line", "line")]
        kept = f"{', '.join(map(repr, lines))}{did_you_mean(line, lines)}"
        raise ParameterError("line", line, f"no spot comes there; lines that were kept: {kept}")
    kinds = ("mean", *["standard_error"] * (draws > 0), *["min", "max", "deviation"] * spread)

    def group_row(group: Sequence[Any], numbers: Sequence[Any]) -> GroupRow:
        _, number, _, heavy, *values = numbers
        lists = {name: list(values[k :: len(kinds)]) for k, name in enumerate(kinds)}
        means, errors = lists.pop("mean"), lists.pop("standard_error", None)
        return GroupRow([*map(json_value, group)], number, heavy, heavy / whole if whole else 0.0, means, errors, lists)

    overall = group_row((), total)
    groups = [group_row(row[1 : 1 + len(keys)], row[1 + len(keys) :]) for row in rows if not row[0] and row[1 + len(keys)]]
    by_names = [name for name, _ in keys]
    answer = Aggregate(
        line=line,
        to_act=player,
        by=by_names,
        where=only if only != f"({where}\n)" else where,
        failed_spots=failed,
        missing_spots=missing,
        spots_without_the_line=seen - there,
        sampled=draws > 0,
        by_reach=by_reach,
        measures=measures,
        overall=overall,
        groups=[groups[k] for k in key_order([row.group for row in groups], by_names)] if keys else [overall],
    )
    return answer if sort is None else sorted_groups(answer, sort)


def sorted_groups(answer: Aggregate, sort: str) -> Aggregate:
    """The groups by a measure, the largest first, or by what they differ in; ``-`` in front reverses them."""
    name = sort.removeprefix("-")
    if name in answer.by:
        values = [row.group[answer.by.index(name)] for row in answer.groups]
        ranks = natural_ranks(name, values)
        numbers = [ranks[value] for value in values]
    elif name in ("spots", "weight"):
        numbers = [-getattr(row, name) for row in answer.groups]
    else:
        numbers = (-np.nan_to_num(means_of(answer.groups, answer.find(name, "sort")), nan=-np.inf)).tolist()
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    return replace(answer, groups=[answer.groups[k] for k in (order[::-1] if sort.startswith("-") else order)])


def spots_sql(spots: str, line: str, actions: Sequence[tuple[Measure, list[str]]]) -> str:
    """FROM the spots and what is known of each at a line: ``reach_``, ``net_oop_``, ``put_in_oop_``, ... and frequencies."""
    at, players = sql_literal(line), [name.lower() for name in SEATS]
    columns = ["pot AS pot_", *(f"{what}_{p} AS {what}_{p}_" for what in ("net", "equity") for p in players)]
    if line:
        put_in = (  # half of the starting pot and all bets: what to_call lacks is the other's; who folds loses what they put in
            "CASE WHEN tokens LIKE '%f' THEN CASE WHEN net_{p} < net_{q} THEN -net_{p} ELSE pot + net_{q} END "
            "ELSE (pot + CASE WHEN player = '{seat}' THEN -to_call ELSE to_call END) / 2 END AS put_in_{p}_"
        )
        columns += ["key AS key_", "probability AS reach_"]
        columns += [put_in.format(p=p, q=q, seat=p.upper()) for p, q in (players, players[::-1])]
        source = f"(SELECT * FROM {spots}) LEFT JOIN (SELECT {', '.join(columns)} FROM nodes WHERE line = {at}) ON key = key_"
    else:
        columns += ["*", "1.0 AS reach_", *(f"pot / 2 AS put_in_{p}_" for p in players)]
        source = f"(SELECT {', '.join(columns)} FROM {spots})"
    if actions:
        often = "sum(frequency) FILTER (action IN ({})) AS f{}"
        columns = [often.format(", ".join(map(sql_literal, names)), k) for k, (_, names) in enumerate(actions)]
        of_spots = f"SELECT key AS of_, {', '.join(columns)} FROM actions WHERE line = {at} GROUP BY key"
        source += f" LEFT JOIN ({of_spots}) ON key = of_"
    return source


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
        last += [mean, *[f"sqrt({count} / nullif({count} - 1.0, 0.0) * {scatter}) / {low}"] * (draws > 0)]
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


def actions_of(
    tables: Tables, line: str, spots: str, player: str | None, sizes: bool, asked: str
) -> list[tuple[Measure, list[str]]]:
    """A measure for each action at a line, with the names of the actions in it; 0 in spots that do not have it."""
    # fold, check, call, bets as they grow, raises; all-in is the last of its kind
    size = "avg(coalesce(try_cast(substr(token, 2) AS DOUBLE), 0.0) / chips)"
    rows = tables.rows(
        f"SELECT action FROM actions JOIN (SELECT key, pot AS chips FROM {spots}) USING (key) WHERE line = {sql_literal(line)} "
        "AND frequency IS NOT NULL GROUP BY action ORDER BY list_position(['fold', 'check', 'call', 'bet', 'raise'], "
        f"split_part(action, ' ', 1)), action LIKE '%all-in', {size}, action",
        asked,
    )
    labels: dict[str, list[str]] = {}
    for (name,) in rows:
        labels.setdefault(name if sizes else name.partition(" ")[0], []).append(name)
    measures = [
        Measure(f"frequency {player} {label}", f"{player} {label}", "frequency", ".1%", f"coalesce(f{k}, 0.0)", asked=label)
        for k, label in enumerate(labels)
    ]
    coloured = zip(measures, named_colours([*labels]), labels.values(), strict=True)
    return [(replace(measure, colour=colour), names) for measure, colour, names in coloured]


@in_house_style
def draw_bars(answer: Aggregate, places: Sequence[int], stacked: bool = False) -> Figure:
    """A bar for each group and measure, or the measures stacked; all together is the lowest bar."""
    from matplotlib.colors import to_rgb

    if len(answer.groups) > DRAWN:
        raise ParameterError("by", ", ".join(answer.by), f"{len(answer.groups):,} groups; at most {DRAWN:,} can be drawn")
    rows = [*(answer.groups if answer.by else []), answer.overall]
    names = [", ".join(map(number_text, row.group)) or "all" for row in rows]
    few, height = len(rows) <= SHOWN, 1.4 + (0.3 * len(rows) if len(rows) <= SHOWN else 9.0)
    figure = new_figure(9.0, height)
    axes = figure.add_subplot()
    left, thick = np.zeros(len(rows)), 0.82 if stacked else 0.82 / len(places)
    phrases: list[list[str]] = [[] for _ in rows]
    for number, k in enumerate(places):
        measure, lengths = answer.measures[k], np.nan_to_num(means_of(rows, k))
        texts = [measure.text(row, k) for row in rows]
        for phrase, text in zip(phrases, texts, strict=True):
            phrase.append(f"{measure.title} {text}")
        colour = measure.colour if stacked and measure.colour else PALETTE[number % len(PALETTE)]
        at = np.arange(len(rows)) + (0.0 if stacked else (number - (len(places) - 1) / 2) * thick)
        label = phrases[-1][-1]
        bars = axes.barh(at, lengths, thick if few else 1.0, left * stacked, color=colour, label=label, linewidth=0)
        left = left + lengths
        if few and stacked:
            shown = [number_text(value, measure.form) if value > 0.055 else "" for value in lengths]
            axes.bar_label(bars, shown, label_type="center", fontsize=8, color=ink_on(to_rgb(colour)))
        elif few:
            axes.bar_label(bars, texts, padding=3, fontsize=8, color=INK)
    ticks = np.arange(len(rows)) if few else np.unique(np.linspace(0, len(rows) - 1, 20).astype(int))
    axes.set_yticks(ticks, [names[k] for k in ticks])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks([])
    axes.axvline(0.0, color=FAINT, linewidth=0.8)
    axes.margins(x=0.0 if stacked else 0.15)
    first, _, more = answer.measures[places[0]].title.partition(" ")
    title = (f"{first}'s actions" if stacked else more or first) + f", {answer.caption()}"
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
    figure.legend(loc="outside upper left", ncols=min(len(places), 6), frameon=False, bbox_to_anchor=(0.0, 1 - 0.35 / height))
    sentences = [f"{names[k]}: {', '.join(phrases[k])}" for k in (-1, *range(min(len(rows) - 1, SHOWN)))]
    figure.set_label(f"{title}: {'stacked ' * stacked}bars. {listed_texts(sentences, SHOWN)}.")
    return figure
