"""``/api/sweeps``: sweeps over many spots, and means over their spots by groups (docs/howto/many_spots.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias, TypeVar

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from pokerzoo.envs.betting.line_labels import line_heading
from pokerzoo.envs.poker.ranges import canonical_range
from pokerzoo.envs.support.errors import brief
from pokerzoo.envs.support.records import Record, as_a
from pokerzoo.evaluation.pictures import png_bytes
from pokerzoo.evaluation.spots.measured import measured_by_solve
from pokerzoo.evaluation.sweeps.aggregate import Aggregate
from pokerzoo.evaluation.sweeps.filters import GroupingColumn, filters_sql, grouping_columns, parse_filters
from pokerzoo.evaluation.sweeps.query import QueryStopped, json_value, listed, named_sql
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.context import Context
from pokerzoo.web.errors import BadRequest, NotFound, about
from pokerzoo.web.ev_units import Evs
from pokerzoo.web.files import CSV, download_response, response_docs
from pokerzoo.web.library import PolicyEntry
from pokerzoo.web.questions import ServerClosing
from pokerzoo.web.sweeps import OpenSweep

T = TypeVar("T")

router = APIRouter(tags=["sweeps"], route_class=AnswerRoute)

MOST_GROUPS = 20_000
"""Groups of one answer."""
PNG = response_docs("image/png", "A picture.", binary=True)


@dataclass
class SweepLine(Record):
    """A point of the betting that the sweep kept.

    Attributes:
        line: its name; empty for the start.
        words: in words.
    """

    line: str
    words: str


@dataclass(frozen=True)
class SweepInfo(OpenSweep):
    """A sweep that is open.

    Attributes:
        failed: how many failed.
        target: until when each spot was solved: percent of the pot or chips; null: for all its iterations.
        iterations: the most iterations of a spot.
        base: the parameters that all spots have in common.
        varies: what differs, by the keys of its configuration.
        sampled: whether the boards are a random sample.
        policies: whether a policy file was kept for each spot.
        lines: the lines of betting that were kept.
        columns: what can be grouped by.
    """

    failed: int
    target: str | None
    iterations: int | None
    base: dict[str, Any]
    varies: dict[str, Any]
    sampled: bool
    policies: bool
    lines: list[SweepLine]
    columns: list[GroupingColumn]


class AggregateQuery:
    """Query of aggregate reports."""

    def __init__(
        self,
        evs: Evs,
        by: Annotated[list[str], Query(description="columns, or SQL such as stack / pot AS spr")] = ["board"],  # noqa: B006
        line: Annotated[str, Query(description="where in the betting, one of the sweep's lines")] = "",
        where: Annotated[str, Query(description="which spots: a condition in SQL")] = "",
        only: Annotated[list[str], Query(description="which spots: high_card=A,K, stack=100, paired, connected")] = [],  # noqa: B006
        sizes: Annotated[bool, Query(description="whether bets of different sizes are different actions")] = True,
    ) -> None:
        self.by, self.line, self.where, self.only, self.sizes = by, line, where, only, sizes
        self.ev = ("ev" if evs.ev == "here" else "net") + ("_percent" if evs.unit == "pot" else "")
        self.blind = evs.needed_blind() if evs.unit == "bb" else None


def opened_sweep(id: str, explorer: Context) -> OpenSweep:
    """A sweep of the explorer."""
    return explorer.sweeps.get(id)


Limits: TypeAlias = dict[str, Any]
"""``seconds`` and ``stop`` of a question, as sweeps take them."""
Opened = Annotated[OpenSweep, Depends(opened_sweep)]


class SweepQuestions:
    """Questions of one request to a sweep: each is worked on in a thread."""

    def __init__(self, here: Opened, explorer: Context, request: Request) -> None:
        self.here, self.questions, self.request = here, explorer.questions, request

    async def answer(self, ask: Callable[[OpenSweep, Limits], T]) -> T:
        """Answer a question."""
        seconds = self.questions.seconds
        return await self.questions.answer(self.request, lambda stop: ask(self.here, {"seconds": seconds, "stop": stop}))


Asking = Annotated[SweepQuestions, Depends()]
Question = Annotated[AggregateQuery, Depends()]


@router.get("/sweeps")
def sweeps(explorer: Context) -> list[OpenSweep]:
    """The sweeps that are open."""
    return explorer.sweeps.entries()


@router.get("/sweeps/{id}")
async def sweep(asking: Asking) -> SweepInfo:
    """A sweep: what it is, and how far."""
    return await asking.answer(sweep_info)


@router.get("/sweeps/{id}/aggregate")
async def aggregate(asking: Asking, query: Question) -> Aggregate:
    """Means over its spots by groups, each spot by its weight; only spots that are done count."""
    return await asking.answer(lambda here, limits: aggregate_answer(here, limits, query))


def aggregate_answer(here: OpenSweep, limits: Limits, query: AggregateQuery) -> Aggregate:
    """The answer as it is sent."""
    result = ask_sweep(here, limits, query)
    if len(result) > MOST_GROUPS:
        raise BadRequest(f"by: {len(result):,} groups, more than {MOST_GROUPS:,}; the CSV has all of them", "by")
    keys = keys_of(here, limits, result, query)
    return replace(result, groups=[replace(row, key=keys.get(tuple(row.group))) for row in result.groups])


@router.get("/sweeps/{id}/aggregate.csv", response_class=Response, responses=CSV)
async def aggregate_csv(asking: Asking, query: Question) -> Response:
    """The same as CSV, in full precision."""
    text = await asking.answer(lambda here, limits: ask_sweep(here, limits, query).csv_text())
    return download_response(text, f"{asking.here.title}.csv", "text/csv")


@router.get("/sweeps/{id}/aggregate.png", response_class=Response, responses=PNG)
async def aggregate_png(asking: Asking, query: Question) -> Response:
    """The same as a picture: a bar for each group, split by what is done."""
    picture = await asking.answer(lambda here, limits: png_bytes(ask_sweep(here, limits, query).picture()))
    return download_response(picture, f"{asking.here.title}.png", "image/png")


@router.post("/sweeps/{id}/policies/{key}", status_code=201)
def open_policy(here: Opened, key: str, explorer: Context) -> PolicyEntry:
    """Open the policy of a spot in the library."""
    path = here.policy(key)
    if path is None:
        raise NotFound(f"no policy of spot {brief(key)} was kept")
    entry = explorer.library.open(path)
    board = getattr(entry.policy.game, "params", {}).get("board")
    entry.title = f"{here.title}: {board}"
    known = exploitability_of(here, key)
    if known is not None:
        iterations = entry.policy.metadata.get("iterations", 0)
        entry.by_solve = measured_by_solve(entry.policy.game, known, iterations, path.stat().st_mtime)
    return entry


def exploitability_of(here: OpenSweep, key: str) -> float | None:
    """Chips that the row of a spot has; None: not known."""
    rows = here.sweep.table("spots", ["key", "exploitability"]).to_pylist()
    return next((row["exploitability"] for row in rows if row["key"] == key), None)


def sweep_info(here: OpenSweep, limits: Limits) -> SweepInfo:
    """A sweep as it is sent."""
    result = here.sweep
    config: dict[str, Any] = result.work.record()
    keep, solve = config.get("keep", {}), config.get("solve", {})
    lines = ["", *keep.get("lines", [])]
    return as_a(
        SweepInfo,
        here,
        failed=result.failed,
        target=None if solve.get("until") is None else str(solve["until"]),
        iterations=solve.get("iterations"),
        base=with_players_ranges(result.work.config.spot),
        varies={
            name: [row | {seat: canonical_range(row[seat]) for seat in ("oop", "ip")} for row in value]
            if name == "ranges"
            else value
            for name, value in config.get("vary", {}).items()
            if value is not None
        },
        sampled=result.work.sampled,
        policies=bool(keep.get("policies")),
        lines=[SweepLine(line=line, words=line_heading(line) or "at the start") for line in lines],
        columns=grouping_columns(result, **limits),
    )


def with_players_ranges(spot: dict[str, Any]) -> dict[str, Any]:
    """Parameters of a spot, ranges as players write them."""
    return spot | ({"ranges": [canonical_range(text) for text in spot["ranges"]]} if "ranges" in spot else {})


def ask_sweep(here: OpenSweep, limits: Limits, query: AggregateQuery) -> Aggregate:
    """Aggregate a sweep; errors name the field of the page."""
    if here.sweep.done == 0:
        raise BadRequest("no spot of this sweep is done yet")
    with about("only"):
        only = parse_filters(query.only)
        filters_sql(only)
    of = [query.ev, "equity", "eqr", *(["reach"] if query.line else []), "frequencies"]
    try:
        with about("where" if query.where else "by", but=("by", "where", "line")):
            return here.sweep.aggregate(
                query.by, of, line=query.line, where=query.where, sizes=query.sizes, big_blind=query.blind, **limits, **only,
            )  # fmt: skip
    except QueryStopped as error:
        raise ServerClosing(str(error)) from None


def keys_of(here: OpenSweep, limits: Limits, result: Aggregate, query: AggregateQuery) -> dict[tuple[Any, ...], str]:
    """By group the key of its spot, of groups that are one spot whose policy was kept."""
    if "board" not in result.by or not (here.sweep.folder / "policies").is_dir():
        return {}
    columns = ", ".join(f"({named_sql(one)[1]})" for one in listed("by", query.by))
    where = f" AND ({result.where}\n)" if result.where else ""
    alone = f"SELECT {columns}, min(key) FROM spots WHERE error IS NULL{where} GROUP BY {columns} HAVING count(*) = 1"
    rows = here.sweep.fetch(alone, **limits)[1]
    return {tuple(map(json_value, row[:-1])): row[-1] for row in rows if here.policy(row[-1]) is not None}
