"""The measures of ``Sweep.aggregate``, and the SQL that works out their means.

A measure is a quotient of two numbers of a spot, as equity realisation is (net chips + chips put in) / (equity x pot). Its mean
over spots is the quotient of the sums, each spot times its weight; for most measures the lower number is 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pokerzoo.envs.betting.line_labels import SEATS

from .query import Tables, sql_literal

NAMED = re.compile(r"(?is)^(.+?)\s+as\s+([a-z_]\w*)\s*$")
"""``stack / pot AS spr``."""
MOST_DRAWS = 65_536
"""The most sets of draws for a standard error; more draws are put together to sets by number."""
KINDS = ("fold", "check", "call", "bet", "raise")


@dataclass(frozen=True)
class Measure:
    """A measure as SQL of one spot.

    Attributes:
        asked: its name in ``of``.
        column: its name in results, to which a player's is added.
        heading: the same as the heading of a table has it.
        unit: ``chips``, ``pot`` (percent of the starting pot), ``share`` (0 to 1), ``ratio``, ``frequency`` or ``number``.
        upper: the upper number of its quotient; ``{p}`` stands for a player.
        lower: the lower number.
        anywhere: whether it counts spots that never come to the line.
    """

    asked: str
    column: str
    heading: str
    unit: str
    upper: str
    lower: str = "1.0"
    anywhere: bool = False

    def of_player(self, seat: int) -> Measure:
        """The measure of one player."""
        name = SEATS[seat]
        upper, lower = (sql.format(p=name.lower()) for sql in (self.upper, self.lower))
        return replace(self, column=f"{self.column} {name}", heading=f"{name} {self.heading}", upper=upper, lower=lower)

    def text(self, value: float) -> str:
        """A value as people are shown it: ``51.2%``, ``-1.250``, ``31``."""
        if value != value:
            return "-"
        if self.unit in ("share", "ratio", "frequency"):
            return f"{100 * value:.1f}%"
        if self.column.startswith("pot_share_percent"):
            return f"{value:.1f}%"
        return f"{value:.6g}" if self.unit == "number" else f"{value:+.3f}" if "net" in self.column else f"{value:.3f}"


HERE = "(net_{p}_ + put_in_{p}_)"
"""Net chips and what the player has put in: what is expected of the pot."""
SHARE = "(net_{p}_ + pot / 2)"
MEASURES = {
    one.asked: one
    for one in (
        Measure("ev", "ev_chips", "EV", "chips", HERE),
        Measure("ev_percent", "ev_percent", "EV, % pot", "pot", f"100 * {HERE} / pot"),
        Measure("net", "net_chips", "net", "chips", "net_{p}_"),
        Measure("net_percent", "net_percent", "net, % pot", "pot", "100 * net_{p}_ / pot"),
        Measure("pot_share", "pot_share_chips", "pot share", "chips", SHARE),
        Measure("pot_percent", "pot_share_percent", "pot share", "pot", f"100 * {SHARE} / pot"),
        Measure("equity", "equity", "equity", "share", "equity_{p}_"),
        Measure("eqr", "equity_realisation", "EQR", "ratio", HERE, "equity_{p}_ * pot_"),
        Measure("reach", "reached", "reached", "share", "reach_", anywhere=True),
    )
}
"""All measures but columns, SQL and frequencies."""
NAMES = (*MEASURES, "frequencies")


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
    for k, one in enumerate(measures):
        picked += [f"CAST(({one.upper}\n) AS DOUBLE) AS u{k}", f"CAST(({one.lower}\n) AS DOUBLE) AS l{k}"]
        often = "weight_" if one.anywhere else "often_"
        known = f"FILTER (isfinite({often} * u{k}) AND isfinite({often} * l{k}){'' if one.anywhere else ' AND reach_ > 0'})"
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
        place = KINDS.index(kind) if kind in KINDS else len(KINDS)
        return place, label.endswith("all-in"), float(np.mean([size for _, size in labels[label]])), label

    ordered = sorted(labels, key=rank)
    return [
        (
            Measure(label, f"frequency {player} {label}", f"{player} {label}", "frequency", f"coalesce(f{k}, 0.0)"),
            [name for name, _ in labels[label]],
        )
        for k, label in enumerate(ordered)
    ]


def named_sql(text: str) -> tuple[str, str]:
    """The name and the SQL of what groups differ in.

    >>> named_sql("suits"), named_sql("stack / pot AS spr")
    (('suits', 'suits'), ('spr', 'stack / pot'))
    """
    match = NAMED.match(text)
    return (match[2], match[1]) if match else (text, text)
