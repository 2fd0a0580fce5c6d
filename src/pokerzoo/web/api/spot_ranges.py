"""``/api/spots/range``: a range as text and as weights, from either."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter
from pydantic import Field

from pokerzoo.envs.poker.cards import CLASS_NAMES, COMBO_CLASSES, NUM_COMBOS
from pokerzoo.envs.poker.ranges import CLASS_SIZES, HANDS, Range, parse_range, top_range
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.records import Record
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.bodies import RangeText, RequestBody
from pokerzoo.web.errors import BadRequest, RequestProblem, fault_of

router = APIRouter(tags=["spots"], route_class=AnswerRoute)


@dataclass
class RangeInfo(Record):
    """A range both as text and as weights.

    Attributes:
        text: the shortest; empty if no hand has a weight.
        combos: how many combos, by weight: half of a weight is half a combo.
        percent: the sum of all weights in percent of the 1,326 combos.
        classes: [169] the mean weight of each hand class, in the order of the 13 x 13 grid, row by row: AA, AKs, ...
        fault: what is wrong in the text that was asked about; the rest is of an empty range then.
        weights: [1326] the weight of each combo, in the order of ``cards.COMBOS``: 3c2c is number 0. Two cards c and d,
            with c above d, have the number ``c * (c - 1) / 2 + d``. A card is 4 * rank + suit, ranks from the deuce, suits
            cdhs.
    """

    text: str
    combos: float
    percent: float
    classes: list[float]
    weights: list[float]
    fault: RequestProblem | None = None


class RangeRequest(RequestBody):
    """A range in one of four forms.

    Attributes:
        text: in the usual notation.
        weights: [1326] for each combo.
        classes: by hand class, ``{"AKs": 0.5}``; what is not in it has none.
        top: the best hands by all-in equity, in percent of all combos.
    """

    text: RangeText | None = None
    weights: Annotated[list[float], Field(max_length=NUM_COMBOS)] | None = None
    classes: Annotated[dict[str, float], Field(max_length=len(CLASS_NAMES))] | None = None
    top: float | None = None


@router.post("/spots/range")
def convert(request: RangeRequest) -> RangeInfo:
    """A range as text and as weights, from either, from hand classes, or "the top 20%"."""
    fields = {key: value for key, value in request.model_dump().items() if value is not None}
    if len(fields) != 1:
        raise BadRequest("one of text, weights, classes and top must be given")
    weights = np.zeros(NUM_COMBOS)
    if request.text is not None:
        try:
            return range_info(parse_range(request.text, "text").weights if request.text.strip() else weights)
        except InputError as error:
            return replace(range_info(weights), text=request.text, fault=fault_of(error))
    if request.top is not None:
        return range_info(top_range(request.top).weights)
    if request.classes is not None:
        for hand, weight in request.classes.items():
            if hand not in HANDS:
                raise BadRequest(f"{brief(hand)} is no hand class; must be as AA, AKs, AKo", "classes")
            weights[HANDS[hand]] = weight
    elif request.weights is not None:
        weights = np.array(request.weights)
    return range_info(Range(weights).weights if weights.any() or len(weights) != NUM_COMBOS else weights)


def range_info(weights: Any) -> RangeInfo:
    """A range's weights as they are sent."""
    means = np.bincount(COMBO_CLASSES, weights=weights, minlength=len(CLASS_NAMES)) / CLASS_SIZES
    return RangeInfo(
        text=str(Range(weights)) if weights.any() else "",
        combos=float(weights.sum()),
        percent=float(100 * weights.sum() / NUM_COMBOS),
        classes=means.tolist(),
        weights=weights.tolist(),
    )
