"""Filters of spots by names that players use: ``high_card="A"``, ``suits="monotone"``, ``paired=True``, ``stack=100``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from pokerzoo.envs.poker.textures import CONNECTEDNESS, PAIRED, SUITS_OF_FLOP, SUITS_OF_MORE
from pokerzoo.envs.support.errors import InputError, ParameterError, brief, did_you_mean
from pokerzoo.envs.support.records import Record

from .query import sql_literal
from .spot_rows import GROUPING, TABLES

if TYPE_CHECKING:
    from .sweep import Sweep

FilterValue: TypeAlias = "str | bool | float | Sequence[str | bool | float]"
"""A value of a column, or several of which it has one."""
RANKS = tuple("AKQJT98765432")
VALUES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("high_card", "low_card", "turn", "river"), RANKS),
    "suits": tuple(dict.fromkeys([*SUITS_OF_FLOP.values(), *SUITS_OF_MORE.values()])),
    "paired": tuple(PAIRED.values()),
    "connectedness": tuple(CONNECTEDNESS.values()),
}
"""Values of texture columns in their own order: ranks from the ace, suits from rainbow."""
FLAGS = {
    "paired": ("paired", ("unpaired",)),
    "connected": ("connectedness", ("disconnected", "semi-connected")),
}
"""What is true or false: a column, and its values that mean false."""


def filters_sql(filters: Mapping[str, Any]) -> str:
    """Filters as a condition on ``spots``; empty without any.

    >>> filters_sql({"high_card": ["A", "K"], "paired": False, "stack": 100})
    "high_card IN ('A', 'K') AND paired = 'unpaired' AND stack = 100"

    Raises:
        ValueError: no such column or value.
    """
    conditions = []
    for name, value in filters.items():
        if isinstance(value, bool) and name in FLAGS:
            column, negative = FLAGS[name]
            conditions.append(f"{'NOT ' * value}{condition(column, negative)}")
            continue
        if name not in TABLES["spots"]:
            allowed = [*TABLES["spots"], "connected"]
            raise ParameterError(name, value, f"no such column; there are {', '.join(allowed)}{did_you_mean(name, allowed)}")
        values = list(value) if isinstance(value, list | tuple) else [value]
        for item in values:
            check_value(name, item)
        conditions.append(condition(name, values))
    return " AND ".join(conditions)


def condition(column: str, values: Sequence[Any]) -> str:
    """The condition that a column has one of these values."""
    listed = ", ".join(map(sql_literal, values))
    return f"{column} = {listed}" if len(values) == 1 else f"{column} IN ({listed})"


def check_value(name: str, value: Any) -> None:
    """ValueError unless a column may have this value."""
    kind = TABLES["spots"][name]
    wanted: Any = {"string": str, "bool": bool}.get(kind, (int, float))
    good = isinstance(value, wanted) and (kind == "bool" or not isinstance(value, bool))
    if not good:
        raise ParameterError(name, value, f"must be {({'string': 'a string', 'bool': 'true or false'}).get(kind, 'a number')}")
    allowed = VALUES.get(name)
    if allowed is not None and value not in allowed:
        raise ParameterError(name, value, f"must be one of {', '.join(allowed)}{did_you_mean(value, allowed)}")


def parse_filters(texts: Sequence[str], called: str = "only") -> dict[str, Any]:
    """Filters as a command line has them: ``high_card=A,K``, ``stack=100``, ``paired``, ``connected=false``.

    >>> parse_filters(["high_card=A,K", "stack=100", "paired"])
    {'high_card': ['A', 'K'], 'stack': [100.0], 'paired': True}
    """
    filters: dict[str, Any] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if name in filters:
            raise ParameterError(called, text, f"{name} is there twice; give its values with commas between")
        words = [word.strip() for word in value.split(",")]
        if name in FLAGS and (not equals or words in (["true"], ["false"])):
            filters[name] = words != ["false"]
        elif not equals or not value:
            raise ParameterError(called, text, f"must be COLUMN=VALUE, or one of {', '.join(FLAGS)}")
        else:
            kind = TABLES["spots"].get(name, "string")
            filters[name] = [_typed(word, kind, f"{called}={brief(text)}") for word in words]
    return filters


def _typed(word: str, kind: str, where: str) -> str | bool | float:
    if kind == "string":
        return word
    if kind == "bool":
        if word not in ("true", "false"):
            raise InputError(f"{where}: must be true or false")
        return word == "true"
    try:
        return float(word)
    except ValueError:
        raise InputError(f"{where}: must be a number") from None


def key_order(keys: Sequence[Sequence[Any]], by: Sequence[str]) -> list[int]:
    """The groups in order, column by column."""
    ranks = [natural_ranks(name, [key[k] for key in keys]) for k, name in enumerate(by)]
    return sorted(range(len(keys)), key=lambda k: [rank[value] for rank, value in zip(ranks, keys[k], strict=True)])


def natural_ranks(name: str, values: Sequence[Any]) -> dict[Any, int]:
    """The place of each value: textures in their own order, boards from the ace, all else ascending; what is unknown is last.

    >>> natural_ranks("high_card", ["2", "A", "K", None])
    {'A': 0, 'K': 1, '2': 2, None: 3}
    >>> list(natural_ranks("board", ["5s5h2d", "KsJh2d", "AsTh3d"]))
    ['AsTh3d', 'KsJh2d', '5s5h2d', None]

    Raises:
        ValueError: a list, which cannot be grouped by.
    """
    if any(isinstance(value, list | dict) for value in values):
        raise ParameterError("by", name, "its values are lists; must be plain values")
    there = set(values) - {None}
    known = next((order for order in VALUES.values() if there <= set(order)), ())
    if name in ("board", "ranks"):
        ascending = sorted(there, key=lambda cards: ([RANKS.index(card) if card in RANKS else -1 for card in cards], cards))
    else:
        ascending = sorted(there, key=lambda value: known.index(value) if known else value)
    return {value: rank for rank, value in enumerate(ascending)} | {None: len(ascending)}


@dataclass
class GroupingColumn(Record):
    """A column that can be grouped by.

    Attributes:
        name: its name.
        values: how many different values it has.
        choices: of a texture that players choose boards by, the values that occur; null of other columns.
    """

    name: str
    values: int
    choices: list[str] | None


def grouping_columns(sweep: Sweep, seconds: float | None = None, stop: Future[None] | None = None) -> list[GroupingColumn]:
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
        GroupingColumn(name=name, values=int(number), choices=choices.get(name))
        for name, number in zip(GROUPING, row, strict=False)
        if number > 1 or name == "board"
    ]
