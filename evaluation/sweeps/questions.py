"""Questions about many spots in SQL: which spots, in which groups, with which weights."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pokerzoo.envs.support.parameters import brief, check_bool, did_you_mean

from .sql import BY_FIELD, RowTables, sql_literal

NAMED = re.compile(r"(?is)^(.+?)\s+as\s+([a-z_]\w*)\s*$")
"""``stack / pot AS spr``."""
MOST_SETS = 65_536
"""The most sets of draws for a standard error; more draws are put together to sets by number."""


@dataclass(frozen=True)
class SpotQuestion:
    """A question in SQL."""

    by: tuple[str, ...]
    keys: tuple[str, ...]
    line: str
    where: str
    weight: str
    by_reach: bool
    sizes: bool
    draws: int
    alone: bool = False
    of: tuple[str, ...] = ()

    @property
    def asked(self) -> str:
        """The parts that users write, for errors."""
        parts = [f"by={brief(', '.join(self.by))}"] if self.by else []
        parts += [f"of={brief(', '.join(self.of))}"] if self.of else []
        parts += [f"where={brief(self.where)}"] if self.where else []
        parts += [f"weight={self.weight!r}"] if self.weight != "weight" else []
        return ", ".join(parts) or "aggregate"

    @property
    def groups(self) -> list[str]:
        """Names of the columns that groups differ in."""
        return [f"g{k}" for k in range(len(self.keys))]

    @property
    def sampled(self) -> bool:
        """True if boards are a random sample."""
        return self.draws > 0

    @property
    def board(self) -> list[str]:
        """Column that tells draws of boards apart; none unless a draw has several rows."""
        return ["board_"] if self.sampled and not self.alone else []

    def picked(self, columns: Sequence[str], *, node: bool) -> str:
        """SELECT of the spots that are asked for, with columns of their own."""
        own = [f"({key}\n) AS g{k}" for k, key in enumerate(self.keys)]
        own += [f"CASE WHEN error IS NULL THEN CAST(({self.weight}\n) AS DOUBLE) END AS weight_", "error AS error_"]
        own += ['coalesce("nodes.probability"[place_], 0.0) AS reach_' if self.line else "1.0 AS reach_"]
        # Boards vary fastest, and two draws may be alike. Sets of draws are as good as draws where there are many, and can be
        # held in memory however many there are.
        own += [f"index % {self.draws} % {MOST_SETS} AS board_" for _ in self.board]
        place = (
            f', list_position("nodes.line", {sql_literal(self.line)}) AS place_'
            if self.line
            else ", 1 AS place_"
            if node
            else ""
        )
        condition = f" WHERE ({self.where}\n)" if self.where else ""
        inner = f"SELECT *{place} FROM {BY_FIELD} AS spots{condition}"
        often = "weight_ * reach_" if self.by_reach else "CASE WHEN reach_ > 0 THEN weight_ ELSE 0.0 END"
        return f"SELECT *, {often} AS often_ FROM (SELECT {', '.join([*own, *columns])} FROM ({inner}))"


def make_question(
    by: str | Sequence[str], line: str, where: str, weight: str, by_reach: bool, sizes: bool, draws: int, alone: bool = False
) -> SpotQuestion:
    """A question as users write it."""
    for name, choice in (("by_reach", by_reach), ("sizes", sizes)):
        check_bool(name, choice)
    for name, text in (("line", line), ("where", where), ("weight", weight)):
        if not isinstance(text, str):
            raise ValueError(f"{name}={brief(text)}: must be a string")
    keys = [named_sql(one) for one in listed_texts("by", by)]
    names, own = (tuple(pair[k] for pair in keys) for k in range(2))
    return SpotQuestion(names, own, line, where.strip(), weight, by_reach, sizes, draws, alone)


def listed_texts(name: str, given: str | Sequence[str]) -> list[str]:
    """One string, or several; each once."""
    several: list[object] = [*given] if isinstance(given, list | tuple) else [given]
    found = [one.strip() for one in several if isinstance(one, str)]
    wrong = [one for one in several if not isinstance(one, str) or not one.strip()]
    if wrong:
        raise ValueError(f"{name}={brief(wrong[0])}: must be the name of a column, or SQL")
    return list(dict.fromkeys(found))


def named_sql(text: str) -> tuple[str, str]:
    """The name and the SQL of what groups differ in.

    >>> named_sql("suits"), named_sql("stack / pot AS spr")
    (('suits', 'suits'), ('spr', 'stack / pot'))
    """
    found = NAMED.match(text)
    return (found[2], found[1]) if found else (text, text)


def check_names(tables: RowTables, question: SpotQuestion) -> None:
    """ValueError if a part of a question is no column and no SQL on columns, or the rows have no such parts."""
    columns = tables.columns["spots"]
    parts = [*(("by", key) for key in question.keys), ("weight", question.weight), *(("of", one) for one in question.of)]
    for what, sql in parts:
        if sql.isidentifier() and sql.lower() not in columns:
            raise ValueError(f"{what}={brief(sql)}: no such column; there are {', '.join(columns)}{did_you_mean(sql, columns)}")
    for what, sql in [*parts, ("where", question.where or "true")]:
        if sql not in columns:
            tables.run(f"SELECT ({sql}\n) FROM spots LIMIT 0", f"{what}={brief(sql)}")
    if question.line and "nodes" not in columns:
        raise ValueError(f"line={brief(question.line)}: these rows have no lines; columns: {', '.join(columns)}")
