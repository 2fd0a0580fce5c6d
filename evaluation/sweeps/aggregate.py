"""Means over many spots, by groups: what ``Sweep.aggregate`` returns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line_labels import SEATS
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.support.lazy import load_object
from pokerzoo.envs.support.parameters import brief, did_you_mean
from pokerzoo.envs.support.units import check_big_blind
from pokerzoo.evaluation.spots.spot_tables import Columns, Export, plain_numbers

from .sql import cell_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import RenderableType

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

SHOWN = 40
"""Groups that people are shown by default."""
MEASURES = (
    "ev",
    "ev_percent",
    "net",
    "net_percent",
    "pot_share",
    "pot_percent",
    "equity",
    "eqr",
    "reach",
    "frequencies",
)
"""Values of ``of`` besides columns and SQL; docs/questions.md defines each."""
DEFAULT = ("ev", "equity", "eqr", "frequencies")
NAMES = {
    "ev": "ev_chips",
    "ev_percent": "ev_percent",
    "net": "net_chips",
    "net_percent": "net_percent",
    "pot_share": "pot_share_chips",
    "pot_percent": "pot_share_percent",
    "equity": "equity",
    "eqr": "equity_realisation",
    "reach": "reached",
}
"""Measures, as results call them."""
BLINDS = ("ev_big_blinds", "net_big_blinds", "pot_share_big_blinds")
"""Measures in chips, as results in big blinds call them."""
PERCENT = ("pot_share_percent", "equity", "equity_realisation", "frequency", "reached")
"""Measures that people are shown in percent."""
WORDS = {
    "ev_chips": "EV",
    "ev_percent": "EV, % pot",
    "net_chips": "net",
    "net_percent": "net, % pot",
    "pot_share_chips": "pot share",
    "pot_share_percent": "pot share",
    "ev_big_blinds": "EV, bb",
    "net_big_blinds": "net, bb",
    "pot_share_big_blinds": "pot share, bb",
    "equity": "equity",
    "equity_realisation": "EQR",
    "reached": "reached",
}
"""Measures as headings of a table have them; docs/questions.md defines each."""


@dataclass(frozen=True, eq=False)
class GroupMeans:
    """Means of some measures over the spots of groups. Arrays are read-only."""

    spots: Ints
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
        parts = (self.error, self.least, self.most, self.deviation)
        rest = (None if part is None else part[order] for part in parts)
        return GroupMeans(self.spots[order], self.weight[order], self.mean[order], *rest)

    def scaled(self, factors: Floats) -> GroupMeans:
        """These groups, each measure times its factor."""
        parts = (self.error, self.least, self.most, self.deviation)
        rest = (None if part is None else part * factors for part in parts)
        return GroupMeans(self.spots, self.weight, self.mean * factors, *rest)


@dataclass(frozen=True, eq=False, repr=False)
class Aggregate(Export):
    """Means over many spots, by groups; docs/questions.md says what is weighted by what.

    Attributes:
        by: what the groups differ in, names of columns or SQL.
        groups: its values, a tuple a group.
        line: where in the betting; empty for the root.
        player: who acts there, 0 (OOP) or 1 (IP); None at the end of a hand or before a card.
        where: which spots, in SQL; empty for all.
        measures: names of the measures: ``equity OOP``, ``frequency OOP bet 50%``.
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

            found = Sweep("flops").aggregate("suits", line="b33%")  # an Aggregate
            print(found["equity OOP"], found.overall.mean)
            found.to_csv("suits.csv")
    """

    by: tuple[str, ...]
    groups: tuple[tuple[Any, ...], ...]
    line: str
    player: int | None
    where: str
    measures: tuple[str, ...]
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

    def find(self, measure: str, asked: str = "measure") -> int:
        """The place of a measure in ``measures``.

        Args:
            measure: its name there, or shorter: ``OOP equity``, ``bet 50%``, ``equity`` (OOP's).
            asked: what the name was given as, for the error.

        Raises:
            ValueError: no such measure.
        """
        own = NAMES.get(measure, measure)
        for place, name in enumerate(self.measures):
            known = (name, measure_heading(name), name.removeprefix(self._actor), name.partition(" ")[0])
            if own in known or in_blinds(own) in known or name.startswith(own + " "):
                return place
        raise ValueError(
            f"{asked}={brief(measure)}: no such measure; there are {', '.join(self.measures)}"
            f"{did_you_mean(measure, self.measures)}"
        )

    def in_big_blinds(self, big_blind: float) -> Aggregate:
        """The same with EVs and pot shares in big blinds in place of chips; columns and SQL stay as they are.

        Args:
            big_blind: chips of one, 1e-6 to 1e12, the same in all spots. Spots have none of their own.

        Raises:
            ValueError: not from 1e-6 to 1e12, or no measure is in chips.
        """
        check_big_blind(big_blind)
        measures = tuple(in_blinds(name) for name in self.measures)
        if measures == self.measures:
            told = f"no measure here is in chips; there are {', '.join(self.measures)}"
            raise ValueError(f"big_blind={brief(big_blind)}: {told}; allowed with ev, net or pot_share")
        factors = np.array([1.0 / big_blind if name != own else 1.0 for name, own in zip(measures, self.measures, strict=True)])
        return replace(self, measures=measures, means=self.means.scaled(factors), overall=self.overall.scaled(factors))

    @property
    def actions(self) -> tuple[str, ...]:
        """Names of the actions whose frequencies are among the measures."""
        return tuple(name.removeprefix(self._actor) for name in self.measures if name.startswith(self._actor))

    @property
    def frequencies(self) -> Floats:
        """[groups, actions] how often each action is taken."""
        places = [k for k, name in enumerate(self.measures) if name.startswith(self._actor)]
        return np.asarray(self.means.mean[:, places])

    @property
    def _actor(self) -> str:
        return "frequency " if self.player is None else f"frequency {SEATS[self.player]} "

    def table(self) -> Columns:
        """One row a group, as columns; units are in the names."""
        columns: Columns = {}
        for number, name in enumerate(self.by):
            column = np.empty(len(self), dtype=object)
            column[:] = [group[number] for group in self.groups]
            columns[name] = column
        columns |= {"spots": self.means.spots, "weight": self.means.weight}
        for number, measure in enumerate(self.measures):
            columns[measure] = self.means.mean[:, number]
            columns |= {f"{measure} {extra}": values[:, number] for extra, values in self.means.extras().items()}
        return columns

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain JSON values; None for NaN."""

        def rows(means: GroupMeans, keys: list[dict[str, Any]]) -> list[dict[str, Any]]:
            found = []
            for k, key in enumerate(keys):
                row = key | {"spots": int(means.spots[k]), "weight": float(means.weight[k])}
                row["means"] = dict(zip(self.measures, plain_numbers(means.mean[k]), strict=True))
                row |= {name: dict(zip(self.measures, plain_numbers(v[k]), strict=True)) for name, v in means.extras().items()}
                found.append(row)
            return found

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
            "overall": rows(self.overall, [{}])[0],
            "groups": rows(self.means, keys),
            "notes": self.notes(),
        }

    def picture(self, shown: str | None = None) -> Figure:
        """Frequencies as stacked bars, or another measure as bars.

        Args:
            shown: ``frequencies``, ``ev``, ``net``, ``pot_share``, ``pot_percent``, ``equity``, ``eqr``, ``reach``, or the name
                of a measure; None: frequencies, or the first measure if there are none.

        Raises:
            ImportError: matplotlib is not installed.
            ValueError: no such measure, or no groups to draw.
        """
        found: Figure = load_object("pokerzoo.evaluation.sweeps.aggregate_picture:aggregate_picture")(self, shown)
        return found

    def _repr_html_(self) -> str:
        from pokerzoo.envs.drawing.html import html_paragraph, html_table, stacked_markup

        rows = self.texts()
        shown = [*rows[:SHOWN], rows[-1]] if len(rows) > SHOWN + 1 else rows
        left_out = len(rows) - len(shown)
        notes = self.notes() + ([f"{left_out:,} more groups; .to_csv(path) has all of them."] if left_out else [])
        return stacked_markup([html_table(self.caption(), self.headings(), shown), *map(html_paragraph, notes)])

    def caption(self) -> str:
        """Caption of the table."""
        where = f", where {self.where}" if self.where else ""
        spots = int(self.overall.spots[0])
        return f"{spots:,} {'spot' if spots == 1 else 'spots'} {line_heading(self.line)}{where}"

    def notes(self) -> list[str]:
        """Notes about spots that are left out and about sampling."""
        found = []
        if self.failed:
            found.append(f"{self.failed:,} of the spots failed and are left out.")
        if self.missing:
            spots = "1 spot is" if self.missing == 1 else f"{self.missing:,} spots are"
            found.append(f"The sweep is not finished: {spots} yet to be made.")
        if self.without:
            found.append(f"{self.without:,} of the spots never come here; they count in 'reached' only.")
        if self.sampled:
            found.append("The boards are a random sample: after ± stands the standard error (none for one board).")
        return found

    def headings(self) -> list[str]:
        """Headings of the columns that people are shown."""
        spread = [] if self.means.deviation is None else ["min", "max", "deviation"]
        measures = [title for name in self.measures for title in (measure_heading(name), *spread)]
        return [*(self.by or ("",)), "spots", "weight", *measures]

    def texts(self) -> list[list[str]]:
        """The rows that people are shown, the last one all spots together."""
        rows = []
        total = self.overall.weight[0]
        everything = ("all", *[""] * max(0, len(self.by) - 1))
        parts = [(self.means, self.groups)] if self.by else []
        for means, groups in [*parts, (self.overall, (everything,))]:
            for k, group in enumerate(groups):
                share = means.weight[k] / total if total else float("nan")
                cells = [*map(cell_text, group), f"{means.spots[k]:,}", f"{share:.2%}" if share == share else "-"]
                for number, measure in enumerate(self.measures):
                    text = number_text(measure, float(means.mean[k, number]))
                    if means.error is not None and np.isfinite(means.error[k, number]):
                        text += f" ±{number_text(measure, float(means.error[k, number])).lstrip('+')}"
                    spread = [part for part in (means.least, means.most, means.deviation) if part is not None]
                    cells += [text, *(number_text(measure, float(part[k, number])) for part in spread)]
                rows.append(cells)
        return rows

    def render(self, top: int | None = None) -> RenderableType:
        """The table for a terminal.

        Args:
            top: the most groups; None: all.
        """
        from rich import box
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        rows = self.texts()
        drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        for k, title in enumerate(self.headings()):
            drawn.add_column(Text(title), justify="left" if k < len(self.by or ("",)) else "right", overflow="fold")
        groups = rows[:-1]
        shown = groups if top is None else groups[:top]
        for row in shown:
            drawn.add_row(*map(Text, row))
        if len(shown) > 1:
            drawn.add_section()
        drawn.add_row(*map(Text, rows[-1]), style="bold")
        notes = [f"{len(groups) - len(shown):,} more groups"] if len(shown) < len(groups) else []
        lines = [Text(note, style="dim") for note in notes + self.notes()]
        return Group(Text(self.caption(), style="bold"), drawn, *lines)


def in_blinds(measure: str) -> str:
    """Name of a measure in big blinds; the same of one that is not in chips.

    >>> in_blinds("ev_chips OOP"), in_blinds("equity OOP")
    ('ev_big_blinds OOP', 'equity OOP')
    """
    kind, space, rest = measure.partition(" ")
    other = kind.removesuffix("_chips") + "_big_blinds"
    return other + space + rest if other in BLINDS else measure


def measure_heading(measure: str) -> str:
    """A measure as the heading of a column.

    >>> measure_heading("equity OOP"), measure_heading("frequency IP bet 50%"), measure_heading("exploitability")
    ('OOP equity', 'IP bet 50%', 'exploitability')
    """
    kind, _, rest = measure.partition(" ")
    if kind == "frequency":
        return rest
    return f"{rest} {WORDS[kind]}".strip() if kind in WORDS else measure


def number_text(measure: str, value: float) -> str:
    """A mean as people are shown it.

    >>> number_text("equity OOP", 0.5123), number_text("net_chips IP", -1.25), number_text("iterations", 31.0)
    ('51.2%', '-1.250', '31')
    """
    if value != value:
        return "-"
    kind = measure.partition(" ")[0]
    if kind in PERCENT:
        return f"{value if kind == 'pot_share_percent' else 100 * value:.1f}%"
    if kind.startswith("net_"):
        return f"{value:+.3f}"
    return f"{value:.3f}" if kind.startswith(("pot_share_", "ev_")) else f"{value:.6g}"


def json_value(value: Any) -> Any:
    """A group's value as JSON has it."""
    plain_value = value is None or isinstance(value, str | int) or (isinstance(value, float) and isfinite(value))
    return value if plain_value else str(value)
