"""``/api/spots/from-hand``: the spot of a hand that was played, from its hand history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import ConfigDict, Field

from pokerzoo.envs.support.records import Record
from pokerzoo.evaluation.hands.site_hands import spot_of_text
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.bodies import RequestBody
from pokerzoo.web.errors import BadRequest, about

router = APIRouter(tags=["spots"], route_class=AnswerRoute)

EXAMPLE: dict[str, Any] = {"text": "variant = 'NT'\nantes = [0, 0]\n...", "street": "river"}


class HandRequest(RequestBody):
    """A hand history and a street.

    Attributes:
        text: one no-limit hold'em hand in PHH, or as a site writes it (pokerkit reads those).
        street: where the spot begins.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    text: Annotated[str, Field(min_length=1, max_length=100_000)]
    street: Literal["flop", "turn", "river"] = "river"


@dataclass
class PlayedSpot(Record):
    """The spot of a hand.

    Attributes:
        params: parameters of ``make_game("holdem", ...)``: board, pot, stack and the sizes that were bet; ranges are all hands.
        names: [2] the players as the hand names them, out of position first; null where it does not.
    """

    params: dict[str, Any]
    names: list[str] | None


@router.post("/spots/from-hand")
def from_hand(request: HandRequest) -> PlayedSpot:
    """The spot from one street on of a hand that was played: its board, pot, stacks and sizes."""
    with about("text"):
        params, names = spot_of_text(request.text, request.street)
    check_two_in(params, request.street, "text")
    return PlayedSpot(params=params, names=None if names is None else list(names))


def check_two_in(params: dict[str, Any], street: str, field: str) -> None:
    """BadRequest if three players are in on the street where a spot begins."""
    if len(params["ranges"]) > 2:
        raise BadRequest(f"three players are in on the {street}; the explorer has spots for two", field)
