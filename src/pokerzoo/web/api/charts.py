"""``/api/charts``: policies of tables before the flop, by line."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from pokerzoo.evaluation.spots.preflop_node import PreflopNode, preflop_node
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.charts import Chart
from pokerzoo.web.context import Context

router = APIRouter(prefix="/charts", tags=["charts"], route_class=AnswerRoute)

Line = Annotated[str, Query(description="The moves so far, every fold included: fffr2.5; empty: the start.", max_length=500)]


@router.get("")
def charts(explorer: Context) -> list[Chart]:
    """All policies before the flop that are open."""
    return explorer.charts.entries()


@router.get("/{id}")
def chart(id: str, explorer: Context) -> Chart:
    """One of them."""
    return explorer.charts.get(id)


@router.get("/{id}/node")
def node(id: str, explorer: Context, line: Line = "") -> PreflopNode:
    """A decision, and the way to it; hands in the order of the 13 x 13 grid, row by row."""
    return preflop_node(explorer.charts.get(id).policy, line)
