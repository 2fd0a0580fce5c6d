"""``/api/spots/{id}``: any node of a solved hold'em spot: ranges, strategy, EVs, cards to come, comparisons.

Games from the blinds on have the same nodes. Arrays by hand are in the order of ``/api/spots/{id}/hands``; numbers have
five digits, those that do not exist are null.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Header, Query, Response

from pokerzoo.envs.poker.cards import COMBO_NAMES
from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.envs.support.errors import brief
from pokerzoo.envs.support.records import Record, to_json
from pokerzoo.envs.support.tables import Columns, csv_of
from pokerzoo.evaluation import NextCards, RunOutReport, SpotReport
from pokerzoo.evaluation.spots.exploit import Exploit, NodeRange, node_range
from pokerzoo.evaluation.spots.node_comparison import NodeComparison, compare_nodes
from pokerzoo.evaluation.spots.node_parts import SpotHands, spot_hands
from pokerzoo.evaluation.spots.node_steps import NodeOnLine, node_on_line
from pokerzoo.web.answers import AnswerRoute, model_of
from pokerzoo.web.context import Context
from pokerzoo.web.errors import BadRequest, about
from pokerzoo.web.ev_units import Evs
from pokerzoo.web.files import CSV, download_response

router = APIRouter(prefix="/spots/{id}", tags=["spots"], route_class=AnswerRoute)

Line = Annotated[
    str, Query(description="Actions and cards from the start: b25r75, xb60c/2h/x; empty: the start.", max_length=500)
]


@dataclass
class Selection(Record):
    """Hands that a range's text names: their numbers, ascending."""

    hands: list[int]


@router.get("/hands", responses={200: {"model": model_of(SpotHands)}, 304: {"description": "as before"}}, response_model=None)
def hands(id: str, explorer: Context, if_none_match: Annotated[str | None, Header()] = None) -> Response:
    """Hands and pot of a spot, the same at all nodes; the ETag shows when they change."""
    with _asked(explorer, id) as report:
        body = to_json(spot_hands(report)).encode()
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if if_none_match is not None and tag in if_none_match:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@router.get("/node")
def node(id: str, explorer: Context, line: Line = "") -> NodeOnLine:
    """A node: its place, the way to it, and all ranges hand by hand."""
    with _asked(explorer, id) as report:
        return node_on_line(report, line)


@router.get("/next-cards")
def next_cards(id: str, explorer: Context, line: Line = "") -> NextCards:
    """Equity, EV and strategy after each next card, on a line after which one is due."""
    with _asked(explorer, id) as report:
        return report.next_cards(line)


Then = Annotated[str | None, Query(description="The betting on the turn: xx, b60c; none: all check.", max_length=200)]
Turns = Annotated[
    str | None, Query(description="Some turn cards, with commas between; none: all that the flop leaves.", max_length=200)
]


@router.get("/run-outs")
def run_outs(id: str, explorer: Context, line: Line = "", then: Then = None, turns: Turns = None) -> RunOutReport:
    """Equity, EV and strategy on the river after each turn and river card, on a line after which the turn card is due."""
    return _run_outs(explorer, id, line, then, turns)


@router.get("/compare")
def compare(
    id: str,
    explorer: Context,
    line: Line = "",
    other: Annotated[str | None, Query(alias="with", description="The other policy; none: the same.")] = None,
    other_line: Annotated[
        str | None, Query(alias="withline", description="The other line; none: the same.", max_length=500)
    ] = None,
) -> NodeComparison:
    """Two nodes side by side: of this policy, or of this one and another."""
    with _asked(explorer, id) as report:
        one = report.at(line)
    with _asked(explorer, id if other is None else other) as second:
        with about("withline"):
            two = second.at(line if other_line is None else other_line)
        return compare_nodes(one, two)


@router.get("/exploit")
def exploit(id: str, explorer: Context, player: Annotated[int, Query(ge=0, le=2)], line: Line = "") -> Exploit:
    """The best response of a player to the policy at a node, locks kept: what it does, and what each hand gains by it."""
    with _asked(explorer, id, but=("player",)) as report:
        return explorer.library.get(id).responses.at(report, line, player)


@router.get("/select")
def select(id: str, explorer: Context, text: Annotated[str, Query(max_length=20_000)]) -> Selection:
    """The hands of the spot that a range's text names: ``QQ+, AKs``."""
    with about("text"):
        weights = parse_range(text, "text").weights
    wanted = {COMBO_NAMES[combo] for combo in np.flatnonzero(weights)}
    with _asked(explorer, id) as report:
        return Selection(hands=[k for k, name in enumerate(report.game.rules.deck.hand_names) if name in wanted])


@router.get("/range")
def range_at(id: str, explorer: Context, player: Annotated[int, Query(ge=0, le=2)], line: Line = "") -> NodeRange:
    """The range of a player at a node, with weights: the range at the start, times what the player did on the way."""
    with _asked(explorer, id, but=("player",)) as report:
        return node_range(report.at(line), player)


@router.get("/node.csv", response_class=Response, responses=CSV)
def node_csv(id: str, explorer: Context, evs: Evs, line: Line = "") -> Response:
    """A node as CSV in full precision: a row a hand and player. Columns say in which unit EVs are."""
    with _asked(explorer, id) as report:
        return _csv(evs.convert(report.at(line).table(), report.game), f"{id}-{line or 'start'}")


@router.get("/next-cards.csv", response_class=Response, responses=CSV)
def next_cards_csv(id: str, explorer: Context, evs: Evs, line: Line = "") -> Response:
    """The next cards as CSV in full precision: a row a card. Columns say in which unit EVs are."""
    with _asked(explorer, id) as report:
        return _csv(evs.convert(report.next_cards(line).table(), report.game), f"{id}-{line}-cards")


@router.get("/run-outs.csv", response_class=Response, responses=CSV)
def run_outs_csv(id: str, explorer: Context, evs: Evs, line: Line = "", then: Then = None, turns: Turns = None) -> Response:
    """Run-outs as CSV in full precision: a row a turn and river card. Columns say in which unit EVs are."""
    result = _run_outs(explorer, id, line, then, turns)
    return _csv(evs.convert(result.table(), result.game), f"{id}-{line}-run-outs")


def _run_outs(explorer: Any, id: str, line: str, then: str | None, turns: str | None) -> RunOutReport:
    with _asked(explorer, id, but=("then", "turns")) as report:
        return report.run_outs(line, then, None if turns is None else turns.split(","))


@contextmanager
def _asked(explorer: Any, id: str, but: Collection[str] = ()) -> Iterator[SpotReport]:
    """The report on a policy, under its lock; errors name the line."""
    entry = explorer.library.get(id)
    if entry.kind != "spot":
        only = "only hold'em spots, and games from the blinds on, have nodes to browse"
        raise BadRequest(f"policy {brief(id)} plays {entry.game}: {only}", "id")
    with entry.lock, about("line", but=but):
        yield explorer.library.report(id)


def _csv(columns: Columns, name: str) -> Response:
    return download_response(csv_of(columns), f"{name[:100]}.csv", "text/csv")
