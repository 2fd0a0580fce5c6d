"""``/api/sweeps``: sweeps that are begun from the page, stopped, gone on with and deleted (docs/sweeps.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from pydantic import ConfigDict, Field

from pokerzoo.envs.support.records import Record
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.bodies import Name, Params, RequestBody
from pokerzoo.web.context import Context
from pokerzoo.web.errors import BadRequest
from pokerzoo.web.solves import check_effort
from pokerzoo.web.sweep_runs import SweepProgress

if TYPE_CHECKING:
    from pokerzoo.evaluation.sweeps.spot_work import SpotWork

router = APIRouter(tags=["sweeps"], route_class=AnswerRoute)

MOST_SPOTS = 1_000_000
"""Spots of a sweep that is begun from the page."""
STEPS = 50
"""Steps, at least, in which its progress is told where it has as many spots: rows are told when their file is written."""
EXAMPLE: dict[str, Any] = {
    "oop": "QQ+,AKs", "ip": "JJ+,AK", "pot": 60, "stack": 100, "bet": "50%",
    "vary": {"boards": ["QsJh2h8d3c", "AsKh2h8d3c"]}, "solve": {"until": "1%"},
}  # fmt: skip


class SweepRequest(RequestBody):
    """A sweep.

    Attributes:
        title: what people call it; empty: after its boards.
        config: what the file of ``pokerzoo sweep`` has, as an object: a spot, ``vary``, ``keep``, ``solve``.
        processes: how many at a time; null: as many as there are processors and memory for.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"config": EXAMPLE}]})

    title: Name = ""
    config: Params
    processes: int | None = Field(default=None, ge=1, le=1_024)


class GoOnRequest(RequestBody):
    """A sweep's next run.

    Attributes:
        processes: how many at a time; null: as many as there are processors and memory for.
    """

    processes: int | None = Field(default=None, ge=1, le=1_024)


@dataclass
class SweepPlan(Record):
    """Facts on a sweep before it begins.

    Attributes:
        spots: how many there are.
        boards: on how many boards.
        first: the board of the first spot.
        files: in how many files the rows will be; progress is told by the file.
        spot_bytes: memory that solving the first spot takes; 0 where it cannot be made.
        note: what is to be known of all rows: that flops are solved alone; null of other sweeps.
    """

    spots: int
    boards: int
    first: str
    files: int
    spot_bytes: int
    note: str | None


@dataclass
class BegunSweep(Record):
    """A sweep that was begun.

    Attributes:
        id: in addresses.
        title: what people call it.
    """

    id: str
    title: str


@router.post("/sweeps/check")
def check_sweep(asked: SweepRequest) -> SweepPlan:
    """Check a sweep, and count its spots; nothing is solved."""
    work = work_of(asked)
    files = -(-work.count // work.rows_per_file)
    return SweepPlan(
        spots=work.count, boards=work.num_boards, first=work.spot(0).board, files=files, spot_bytes=work.memory(0),
        note=work.note,
    )  # fmt: skip


@router.post("/sweeps", status_code=201)
def begin_sweep(asked: SweepRequest, explorer: Context) -> BegunSweep:
    """Begin a sweep in the work folder; it waits while another runs."""
    work = work_of(asked)
    boards = work.config.vary.boards
    title = asked.title.strip() or (boards if isinstance(boards, str) else f"{work.num_boards:,} boards")
    here = explorer.sweep_runs.begin(work, title, asked.processes)
    return BegunSweep(id=here.id, title=here.title)


@router.get("/sweeps/{id}/run")
def sweep_progress(id: str, explorer: Context) -> SweepProgress | None:
    """Progress of a sweep that was begun here; null of one whose folder was named at the start."""
    explorer.sweeps.get(id)
    return explorer.sweep_runs.progress(id)


@router.post("/sweeps/{id}/stop")
def stop_sweep(id: str, explorer: Context) -> SweepProgress:
    """Stop a sweep that was begun here; spots that are in files stay."""
    return explorer.sweep_runs.stop(id)


@router.post("/sweeps/{id}/go-on")
def go_on_with_sweep(id: str, asked: GoOnRequest, explorer: Context) -> SweepProgress:
    """Go on with a sweep that was begun here."""
    return explorer.sweep_runs.go_on(id, asked.processes)


@router.delete("/sweeps/{id}", status_code=204)
def delete_sweep(id: str, explorer: Context) -> None:
    """Delete a sweep that was begun here, with all its rows and policies."""
    explorer.sweep_runs.remove(id)


def work_of(asked: SweepRequest) -> SpotWork:
    """The work of a sweep; errors name the key that is to blame."""
    try:
        from pokerzoo.evaluation.sweeps.arrow_rows import pyarrow_parquet
        from pokerzoo.evaluation.sweeps.spot_work import SpotWork

        pyarrow_parquet()
    except ImportError as error:
        raise BadRequest(str(error)) from None
    check_effort({name.replace("-", "_"): value for name, value in asked.config.items()})
    try:
        work = SpotWork.from_config(asked.config)
        steps = max(1, work.count // STEPS)
        if work.config.rows_per_file is None and steps < work.rows_per_file:
            work = SpotWork.from_config(asked.config | {"rows_per_file": steps})
    except (ValueError, OverflowError) as error:
        raise blamed(str(error)) from None
    if work.count > MOST_SPOTS:
        raise BadRequest(
            f"{work.count:,} spots, more than the {MOST_SPOTS:,} that are made from here: pokerzoo sweep makes more"
        )
    return work


def blamed(message: str) -> BadRequest:
    """An error of a configuration, with its key.

    >>> blamed("config: vary.boards = 'x': no such board").problem.field, blamed("config: bet='5': a unit").problem.field
    ('vary.boards', 'bet')
    """
    told = message.removeprefix("config: ")
    found: Any = re.match(r"((?:vary|keep|solve)[.\w\[\]]*|[a-z-]+)(?:\[[^\]]*\])*(?: \([^)]*\))?(?: ?=|: )", told)
    return BadRequest(told, None if found is None else {"boards": "vary.boards"}.get(found[1], found[1]))
