"""``/api/spots/tree`` and ``tree-blinds``: the betting tree of a game while it is set up, street by street."""

from __future__ import annotations

from fastapi import APIRouter

from pokerzoo.envs.betting.street_sizes import HAND_STREETS, streets_of
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.betting_tree import BettingTree, street_at
from pokerzoo.web.errors import BadRequest

from .blind_fields import BlindFields, blind_game_of, read_blind_fields
from .spot_fields import SpotFields, read_fields, spot_of

router = APIRouter(tags=["spots"], route_class=AnswerRoute)


@router.post("/spots/tree")
def tree(fields: SpotFields, line: str = "") -> BettingTree:
    """The betting of one street of a spot, depth first: that of the first, or that which starts at ``line``.

    Args:
        fields: the spot.
        line: a line of the betting, without cards, as in the answers' ``line``.
    """
    params, _, faults = read_fields(fields)
    if faults:
        raise BadRequest(faults[0].message, faults[0].field, faults[0].position)
    rules = spot_of(params).rules
    return street_at(rules.betting.start, streets_of(len(rules.deck.board)), line)


@router.post("/spots/tree-blinds")
def tree_from_blinds(fields: BlindFields, line: str = "") -> BettingTree:
    """The same of a game from the blinds on.

    Args:
        fields: the game.
        line: a line of the betting, without cards, as in the answers' ``line``.
    """
    params, faults = read_blind_fields(fields)
    if faults:
        raise BadRequest(faults[0].message, faults[0].field, faults[0].position)
    return street_at(blind_game_of(fields.game, params).rules.root.line, HAND_STREETS, line)
