"""``/api/spots/{id}``: any node of a solved hold'em spot: ranges, strategy, EVs, cards to come, comparisons.

Arrays by hand are in the order of ``/api/spots/{id}/hands``; numbers have five digits, those that do not exist are null.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Header, Query, Response

from pokerzoo.agents.policies.pinned_file import UnreadableFileError
from pokerzoo.envs.poker.cards import COMBO_NAMES
from pokerzoo.envs.poker.draws import DRAWS, MADE_HANDS
from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.records import Record
from pokerzoo.evaluation import SpotReport
from pokerzoo.evaluation.spots.node_comparison import compare_nodes
from pokerzoo.web.answers import AnswerRoute, model_of
from pokerzoo.web.context import Context
from pokerzoo.web.errors import BadRequest
from pokerzoo.web.files import CSV, download
from pokerzoo.web.nodes import cards_json, comparison_json, node_json

router = APIRouter(prefix="/spots/{id}", tags=["spots"], route_class=AnswerRoute)

Line = Annotated[
    str, Query(description="Actions and cards from the start: b25r75, xb60c/2h/x; empty: the start.", max_length=500)
]
Numbers = list[float | None]


@dataclass
class SpotHands(Record):
    """What is the same at all nodes of a spot.

    Attributes:
        hands: names of the hands of either range, in the order of all arrays by hand.
        weights: [2, hands] of each player's range, 0 to 1.
        made_hands: what ``made`` of a node counts: names, the best first.
        draws: what the bits of ``draws`` of a node are.
        pot: the starting pot.
        stack: chips behind each player at the start, if there is a limit.
        has_values: whether EVs are known before the river.
    """

    hands: list[str]
    weights: list[list[float]]
    made_hands: list[str]
    draws: list[str]
    pot: float
    stack: float | None
    has_values: bool


@dataclass
class ActionHead(Record):
    """An action.

    Attributes:
        token: as in lines: ``b25``.
        name: in words: ``bet 25``.
        colour: the one that all pictures have.
        line: the line after it.
        frequency: how often the acting range takes it.
        pot_percent: of a bet or raise, what it adds beyond the call in percent of the pot after the call.
    """

    token: str
    name: str
    colour: str
    line: str
    frequency: float | None
    pot_percent: float | None


@dataclass
class Action(ActionHead):
    """An action at the node itself.

    Attributes:
        combos: how many combos take it.
        ev: net chips that the hands which take it expect.
    """

    combos: float | None
    ev: float | None


@dataclass
class Step(Record):
    """A public state on the way, with all that branches off there.

    Attributes:
        line: of the public state.
        kind: ``decision``, ``card`` (one is due) or ``end``.
        player: who acts.
        pot: chips in the middle.
        stacks: [2] chips behind each player.
        board: public cards there.
        actions: what can be done there.
        chosen: which of them leads on; None: the way ends here, or a card leads on.
        card: the card that leads on.
    """

    line: str
    kind: str
    player: int | None
    pot: float
    stacks: Numbers
    board: list[str]
    actions: list[ActionHead]
    chosen: int | None
    card: str | None


@dataclass
class PlayerHead(Record):
    """A range as a whole.

    Attributes:
        combos: how many combos are here.
        equity: of the range; null after a fold.
        ev: net chips.
        pot_share: net chips plus half of the starting pot.
    """

    combos: float | None
    equity: float | None
    ev: float | None
    pot_share: float | None


@dataclass
class NodeHead(Record):
    """Where a node is.

    Attributes:
        line: from the start.
        words: the same in words.
        board: public cards.
        pot: chips in the middle.
        to_call: chips that the actor must add to stay in.
        stacks: [2] chips behind each player.
        player: who acts, 0 (OOP) or 1 (IP); null: nobody.
        card_due: whether a card comes next.
        over: whether the hand is over.
        probability: of getting here.
        players: [2] the ranges.
    """

    line: str
    words: str
    board: list[str]
    pot: float
    to_call: float
    stacks: Numbers
    player: int | None
    card_due: bool
    over: bool
    probability: float | None
    players: list[PlayerHead]


@dataclass
class Node(NodeHead):
    """A node.

    Attributes:
        steps: the way from the start, this node the last.
        actions: the actor's.
        reach: [2, hands] weight times own reach.
        share: [2, hands] probability of holding each hand here.
        equity: [2, hands].
        ev: [2, hands] net chips.
        strategy: [actions, hands] of the actor.
        action_ev: [actions, hands] net chips of each action.
        ev_lost: [hands] what the actor's strategy gives up against the best action here.
        made: [hands] what each hand has made, an index into ``made_hands``; -1 for a hand that the board blocks.
        draws: [hands] what it may still make, bits.
        distribution: [2, 101] equity of each range from its worst hands to its best.
    """

    steps: list[Step]
    actions: list[Action]
    reach: list[Numbers]
    share: list[Numbers]
    equity: list[Numbers]
    ev: list[Numbers]
    strategy: list[Numbers]
    action_ev: list[Numbers]
    ev_lost: Numbers
    made: list[int]
    draws: list[int]
    distribution: list[Numbers]


@dataclass
class CardAction(Record):
    """An action after the card: ``frequency`` is the mean over all cards."""

    token: str
    name: str
    colour: str
    frequency: float | None


@dataclass
class Cards(Record):
    """What each next card changes.

    Attributes:
        line: after which a card is due.
        words: the same in words.
        pot: chips in the middle.
        player: who acts after the card; null: both are all-in.
        actions: what the player can do.
        cards: those that the board leaves, the last index of the arrays.
        probability: [cards] given both ranges.
        equity: [2, cards].
        ev: [2, cards] net chips.
        frequencies: [actions, cards].
        mean_equity: [2] before the card.
        mean_ev: [2] likewise.
    """

    line: str
    words: str
    pot: float
    player: int | None
    actions: list[CardAction]
    cards: list[str]
    probability: Numbers
    equity: list[Numbers]
    ev: list[Numbers]
    frequencies: list[Numbers]
    mean_equity: Numbers
    mean_ev: Numbers


@dataclass
class ComparedAction(Record):
    """An action of either node: how often it is taken in this one and in the other; null where there is none such."""

    token: str
    name: str
    colour: str
    frequencies: Numbers


@dataclass
class ComparedHand(Record):
    """A hand that is played otherwise: by how much, from 0 to 1, and how often it is held."""

    hand: str
    distance: float | None
    share: float | None


@dataclass
class Comparison(Record):
    """Two nodes side by side.

    Attributes:
        node: this one.
        other: the other.
        actions: of either.
        mean_distance: how much of this node's acting range is played otherwise, from 0 to 1; null if another player acts.
        hands: those that change most, times how often they are held.
    """

    node: NodeHead
    other: NodeHead
    actions: list[ComparedAction]
    mean_distance: float | None
    hands: list[ComparedHand]


@dataclass
class Selection(Record):
    """Hands that a range's text names: their numbers, ascending."""

    hands: list[int]


@router.get("/hands", responses={200: {"model": model_of(SpotHands)}, 304: {"description": "as before"}}, response_model=None)
def hands(id: str, explorer: Context, if_none_match: Annotated[str | None, Header()] = None) -> Response:
    """What is the same at all nodes: may be kept, as its ETag says."""
    with _asked(explorer, id) as report:
        rules = report.game.rules
        body = _encoded({
            "hands": rules.hand_names,
            "weights": rules.weights,
            "made_hands": MADE_HANDS,
            "draws": DRAWS,
            "pot": report.game.starting_pot,
            "stack": rules.stack,
            "has_values": report.values.has_rivers,
        })  # fmt: skip
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if if_none_match is not None and tag in if_none_match:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@router.get("/node", responses={200: {"model": model_of(Node)}}, response_model=None)
def node(id: str, explorer: Context, line: Line = "") -> Response:
    """All of a node: where it is, how one gets there, both ranges hand by hand."""
    with _asked(explorer, id) as report:
        return _json(node_json(report, line))


@router.get("/next-cards", responses={200: {"model": model_of(Cards)}}, response_model=None)
def next_cards(id: str, explorer: Context, line: Line = "") -> Response:
    """What each next card changes, on a line after which one is due."""
    with _asked(explorer, id) as report:
        return _json(cards_json(report, line))


@router.get("/compare", responses={200: {"model": model_of(Comparison)}}, response_model=None)
def compare(
    id: str,
    explorer: Context,
    line: Line = "",
    other: Annotated[str | None, Query(alias="with", description="The other policy; none: the same.")] = None,
    other_line: Annotated[
        str | None, Query(alias="withline", description="The other line; none: the same.", max_length=500)
    ] = None,
) -> Response:
    """Two nodes side by side: of this policy, or of this one and another."""
    with _asked(explorer, id) as report:
        one = report.at(line)
    with _asked(explorer, id if other is None else other) as second:
        with _about("withline"):
            two = second.at(line if other_line is None else other_line)
        return _json(comparison_json(report, second, compare_nodes(one, two)))


@router.get("/select")
def select(id: str, explorer: Context, text: Annotated[str, Query(max_length=20_000)]) -> Selection:
    """The hands of the spot that a range's text names: ``QQ+, AKs``."""
    with _about("text"):
        weights = parse_range(text, "text").weights
    wanted = {COMBO_NAMES[combo] for combo in np.flatnonzero(weights)}
    with _asked(explorer, id) as report:
        return Selection(hands=[k for k, name in enumerate(report.game.rules.hand_names) if name in wanted])


@router.get("/node.csv", response_class=Response, responses=CSV)
def node_csv(id: str, explorer: Context, line: Line = "") -> Response:
    """A node as CSV in full precision: a row a hand and player."""
    with _asked(explorer, id) as report:
        return _csv(report.at(line).csv_text(), f"{id}-{line or 'start'}")


@router.get("/next-cards.csv", response_class=Response, responses=CSV)
def next_cards_csv(id: str, explorer: Context, line: Line = "") -> Response:
    """What each next card changes as CSV in full precision: a row a card."""
    with _asked(explorer, id) as report:
        return _csv(report.next_cards(line).csv_text(), f"{id}-{line}-cards")


@contextmanager
def _asked(explorer: Any, id: str) -> Iterator[SpotReport]:
    """The report on a policy, while nobody else asks it; errors name the line."""
    entry = explorer.library.get(id)
    if entry.kind != "spot":
        raise BadRequest(f"policy {brief(id)} plays {entry.game.name}: only hold'em spots have nodes to browse", "id")
    with entry.lock, _about("line"):
        yield explorer.library.report(id)


@contextmanager
def _about(field: str) -> Iterator[None]:
    """A ValueError within is about this field of the request."""
    try:
        yield
    except (BadRequest, UnreadableFileError):
        raise
    except ValueError as error:
        raise BadRequest(str(error), field, getattr(error, "position", None)) from None


def _encoded(content: Any) -> bytes:
    return json.dumps(content, separators=(",", ":"), allow_nan=False).encode()


def _json(content: Any) -> Response:
    return Response(_encoded(content), media_type="application/json")


def _csv(text: str, name: str) -> Response:
    return download(text, f"{name[:100]}.csv", "text/csv")
