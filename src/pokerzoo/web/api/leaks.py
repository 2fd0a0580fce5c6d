"""``/api/leaks``, ``/api/policies/{id}/leaks``: where a policy, baseline or agent loses (docs/leaks.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response

from pokerzoo.envs.drawing.colours import named_colours
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.support.records import Record
from pokerzoo.envs.support.units import pot_percent
from pokerzoo.evaluation import Leak, Leaks
from pokerzoo.evaluation.spots.leaks import Each
from pokerzoo.evaluation.spots.line_leaks import HandClassLeak
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.context import Context
from pokerzoo.web.files import CSV, download
from pokerzoo.web.leak_cache import CachedLeaks

router = APIRouter(tags=["leaks"], route_class=AnswerRoute)

MOST = 2000
"""Rows of one answer."""


@dataclass
class Amount(Record):
    """Chips lost.

    Attributes:
        chips: chips a hand.
        pot_percent: in percent of the starting pot, where there is one.
        share: as a part of NashConv, 0 to 1.
    """

    chips: float
    pot_percent: float | None
    share: float


@dataclass
class PlayerTotal(Amount):
    """A player's whole loss: what a best response gains.

    Attributes:
        player: the seat.
        name: what the player is called.
    """

    player: int
    name: str


@dataclass
class LeakRanking(Record):
    """The decisions that exploitability comes from.

    Attributes:
        title: whose leaks they are.
        policy: the policy's id, if it is one of the library.
        kind: a hold'em spot, or another game.
        game: its name.
        params: its parameters.
        headline: what all leaks add up to, in one sentence.
        nash_conv: the sum of all leaks, of all players.
        players: what each player loses.
        each: what a row is.
        choices: what a row can be in this game.
        chosen: the sum over the players that were asked for.
        rows: the largest leaks, the largest first.
    """

    title: str
    policy: str | None
    kind: Literal["spot", "game"]
    game: str
    params: dict[str, Any]
    headline: str
    nash_conv: Amount
    players: list[PlayerTotal]
    each: Each
    choices: list[Each]
    chosen: Amount
    rows: list[Leak]


@dataclass
class OnLine(Record):
    """The loss of each hand of the player who acts on a line.

    Attributes:
        line: the line.
        when: in words.
        player: who acts.
        name: what the player is called.
        actions: names of the actions.
        colours: of them, as in all pictures.
        total: what they lose together.
        hands: names of the hands that can be here: the order of what follows.
        chips: what each costs.
        best: the place of the best response's action.
        strategy: [hands][actions] of the policy.
        weight: how often the actor has each here; null in games other than hold'em.
        hand_classes: the same by hand class; empty in games other than hold'em.
    """

    line: str
    when: str
    player: int
    name: str
    actions: list[str]
    colours: list[str]
    total: Amount
    hands: list[str]
    chips: list[float]
    best: list[int]
    strategy: list[list[float]]
    weight: list[float] | None
    hand_classes: list[HandClassLeak]


class LeakQuery:
    """Query of a ranking."""

    def __init__(
        self,
        each: Annotated[Each | None, Query(description="what a row is; by default what reads best")] = None,
        top: Annotated[int, Query(ge=0, le=MOST, description="rows, at most")] = 20,
        player: Annotated[int | None, Query(description="of this player's own decisions only")] = None,
        against: Annotated[int | None, Query(description="what the others can win from this player")] = None,
    ) -> None:
        self.each, self.top, self.player, self.against = each, top, player, against


def of_policy(id: str, explorer: Context) -> CachedLeaks:
    """The leaks of a policy of the library."""
    return explorer.leaks.of_policy(explorer.library.get(id))


def of_names(
    explorer: Context,
    game: Annotated[str, Query(description="as in make_game")],
    who: Annotated[list[str], Query(description="baselines, agents or ids of policies: one for all seats, or one for each")],
    params: Annotated[str, Query(description="the game's parameters, a JSON object")] = "{}",
) -> CachedLeaks:
    """The leaks of whoever is named."""
    return explorer.leaks.of_names(explorer.library, explorer.settings, game, params, who)


OfPolicy = Annotated[CachedLeaks, Depends(of_policy)]
OfNames = Annotated[CachedLeaks, Depends(of_names)]
Filters = Annotated[LeakQuery, Depends()]


def amount(found: Leaks, chips: float) -> dict[str, Any]:
    """Fields of an ``Amount``."""
    share = chips / found.nash_conv if found.nash_conv > 0 else 0.0
    return {"chips": chips, "pot_percent": pot_percent(found.game, chips), "share": share}


def ranking(here: CachedLeaks, asked: LeakQuery) -> LeakRanking:
    """The answer to both addresses."""
    with here.lock:
        found = here.leaks
        each = asked.each or found.readable
        rows = found.ranked(asked.top, each, asked.player, asked.against)
        gains = found.gains.tolist()
        of = [p for p in range(len(gains)) if asked.player in (None, p) and asked.against != p]
        return LeakRanking(
            title=here.title,
            policy=here.policy,
            kind="spot" if found.game.is_spot else "game",
            game=found.game.name,
            params=dict(found.game.params),
            headline=found.headline,
            nash_conv=Amount(**amount(found, found.nash_conv)),
            players=[
                PlayerTotal(player=p, name=found.game.player_names[p], **amount(found, gain)) for p, gain in enumerate(gains)
            ],
            each=each,
            choices=list(found.choices),
            chosen=Amount(**amount(found, sum(gains[p] for p in of))),
            rows=list(rows),
        )


def on_line(here: CachedLeaks, line: str) -> OnLine:
    """The answer to both addresses of a line."""
    with here.lock:
        found = here.leaks
        node = found.on(line)
        hand_classes = node.hand_class_leaks()
    there = node.here
    return OnLine(
        line=node.line,
        when=line_heading(node.line),
        player=node.player,
        name=found.game.player_names[node.player],
        actions=list(node.actions),
        colours=named_colours(node.actions),
        total=Amount(**amount(found, float(node.chips.sum()))),
        hands=[name for name, is_here in zip(node.hands, there, strict=True) if is_here],
        chips=node.chips[there].tolist(),
        best=node.best[there].tolist(),
        strategy=node.strategy[:, there].T.tolist(),
        weight=None if node.weight is None else node.weight[there].tolist(),
        hand_classes=hand_classes,
    )


def csv_file(here: CachedLeaks) -> Response:
    """All leaks as a file."""
    with here.lock:
        text = here.leaks.csv_text()
    return download(text, "leaks.csv", "text/csv")


@router.get("/policies/{id}/leaks")
def policy_leaks(here: OfPolicy, asked: Filters) -> LeakRanking:
    """Leaks of a policy: the largest, and their sum. The first time it takes a pass over the game."""
    return ranking(here, asked)


@router.get("/policies/{id}/leaks/at")
def policy_leaks_at(here: OfPolicy, line: str = "") -> OnLine:
    """Loss of each hand on a line; poker only."""
    return on_line(here, line)


@router.get("/policies/{id}/leaks.csv", response_class=Response, responses=CSV)
def policy_leaks_csv(here: OfPolicy) -> Response:
    """All leaks as CSV, the largest first; of large spots a row for each public state or line."""
    return csv_file(here)


@router.get("/leaks")
def leaks(here: OfNames, asked: Filters) -> LeakRanking:
    """Leaks of a baseline or an agent that is given by its name."""
    return ranking(here, asked)


@router.get("/leaks/at")
def leaks_at(here: OfNames, line: str = "") -> OnLine:
    """Loss of each of its hands on a line; poker only."""
    return on_line(here, line)


@router.get("/leaks.csv", response_class=Response, responses=CSV)
def leaks_csv(here: OfNames) -> Response:
    """All its leaks as CSV."""
    return csv_file(here)
