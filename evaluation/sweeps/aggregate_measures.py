"""The measures of ``Sweep.aggregate`` as SQL: what each is, of one spot.

A measure is a quotient of two numbers of a spot, as equity realisation is (pot share) / (equity x pot). Its mean over spots is
the quotient of the sums, each spot times its weight; for most measures the lower number is 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pokerzoo.envs.betting.line_labels import SEATS
from pokerzoo.envs.support.parameters import brief, did_you_mean

from .aggregate import MEASURES, NAMES
from .sql import RowTables, sql_name


@dataclass(frozen=True)
class SqlMeasure:
    """A quotient of two numbers of a spot."""

    name: str
    upper: str
    lower: str = "1.0"
    anywhere: bool = False

    @property
    def weight(self) -> str:
        """Column with the weight of a spot."""
        return "weight_" if self.anywhere else "often_"


def measures_of(tables: RowTables, one: str, line: str) -> list[SqlMeasure]:
    """Measures of an entry of ``of``; none for frequencies, which depend on the rows."""
    columns = tables.columns["spots"]
    if one == "frequencies":
        check_columns(one, tables, "nodes", ["line", "player", "actions"])
        return []
    if one == "reach":
        return [SqlMeasure("reached", "reach_", anywhere=True)]
    if one not in NAMES:
        if one.isidentifier() and one.lower() not in columns:
            allowed = [*MEASURES, *columns]
            raise ValueError(
                f"of={brief(one)}: no such measure or column; there are {', '.join(allowed)}{did_you_mean(one, allowed)}"
            )
        return [SqlMeasure(one, sql_name(one) if one in columns else one)]
    here = one in ("eqr", "ev", "ev_percent")
    wanted: tuple[str, ...] = {"equity": ("equity",), "eqr": ("net", "equity")}.get(one, ("net",))
    pot = [] if one in ("net", "equity") else ["pot"]
    found = []
    for seat, name in enumerate(SEATS):
        fields = [f"{part}_{name.lower()}" for part in wanted]
        if line:
            check_columns(one, tables, "nodes", [*fields, *pot, *(["at", "to_call"] if here else [])])
        check_columns(one, tables, "spots", [*fields, *pot])
        of_player = dict(zip(wanted, (f'"nodes.{field}"[place_]' if line else field for field in fields), strict=True))
        found.append(SqlMeasure(f"{NAMES[one]} {name}", *measure_quotient(one, of_player, line, seat)))
    return found


def measure_quotient(one: str, of_player: dict[str, str], line: str, seat: int) -> tuple[str, str]:
    """Upper and lower number of a measure that both players have."""
    if one in ("ev_percent", "net_percent"):
        return f"100 * ({measure_quotient(one.removesuffix('_percent'), of_player, line, seat)[0]}) / pot", "1.0"
    own_share = f"{of_player.get('net')} + pot / 2"
    if one == "ev":  # what is expected of the pot, the upper number of equity realisation
        return measure_quotient("eqr", of_player, line, seat)[0] if line else own_share, "1.0"
    if one in ("net", "equity"):
        return of_player[one], "1.0"
    if one == "pot_share":
        return own_share, "1.0"
    if one == "pot_percent":
        return f"100 * ({own_share}) / pot", "1.0"
    if not line:
        return own_share, f"{of_player['equity']} * pot"
    pot, to_call, player = (f'"nodes.{field}"[place_]' for field in ("pot", "to_call", "player"))
    own = f"CASE WHEN {player} = '{SEATS[seat]}' THEN -{to_call} ELSE {to_call} END"
    put_in = f"({pot} + coalesce({own}, 0.0)) / 2"  # half of the starting pot and all bets: what to_call lacks is the other's
    net, other = of_player["net"], f'"nodes.net_{SEATS[1 - seat].lower()}"[place_]'
    folded = f"CASE WHEN {net} < {other} THEN -({net}) ELSE {pot} + {other} END"  # who folds loses what they put in
    put_in = f"CASE WHEN \"nodes.at\"[place_] LIKE '%f' THEN {folded} ELSE {put_in} END"
    return f"{of_player['net']} + {put_in}", f"{of_player.get('equity')} * {pot}"


def check_columns(one: str, tables: RowTables, table: str, fields: Sequence[str]) -> None:
    """ValueError unless a table has these columns."""
    for field in fields:
        if field not in tables.columns.get(table, ()):
            there = tables.columns.get(table, tables.columns["spots"])
            raise ValueError(f"of={brief(one)}: the rows have no {brief(field)}; there are {', '.join(there)}")
