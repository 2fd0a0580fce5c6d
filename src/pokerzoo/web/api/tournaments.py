"""``/api/icm`` and ``/api/push-fold``: what stacks of a tournament are worth, and push/fold at a table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter
from pydantic import ConfigDict, Field

from pokerzoo.envs import push_fold_table
from pokerzoo.envs.support.parameters import brief
from pokerzoo.evaluation import IcmReport, icm
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.bodies import RequestBody, Short
from pokerzoo.web.context import Context
from pokerzoo.web.errors import BadRequest
from pokerzoo.web.push_fold_runs import TableProgress

router = APIRouter(tags=["tournaments"], route_class=AnswerRoute)

Made = TypeVar("Made")
NumberList = Annotated[str, Field(max_length=2_000)]
"""Numbers with commas between them, as people type them."""
MOST_PLAYERS = 100
"""Players of a tournament whose stacks are valued here."""


class IcmRequest(RequestBody):
    """Stacks of a tournament, and its prizes.

    Attributes:
        stacks: the chips of each player who is left.
        payouts: the prizes, the first place's first.
        model: ``icm``, ``proportional`` or ``winner_takes_all``.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"stacks": "5000,3000,2000", "payouts": "50,30,20"}]})

    stacks: NumberList
    payouts: NumberList
    model: Short = "icm"


class PushFoldRequest(RequestBody):
    """A push/fold table as ``push_fold_table`` takes it, and how far to solve it.

    Attributes:
        stacks: big blinds of each of 2 to 9 players before blinds: the first to act first, the big blind last.
        ante: the ante of each player.
        big_blind_ante: the ante of the big blind for all.
        payouts: the prizes; empty: payoffs are chips.
        others: with payouts, the stacks of players at other tables.
        model: the worth of stacks: ``icm``, ``proportional`` or ``winner_takes_all``.
        until: stop once no player gains more: as a share of all prizes, with chips in big blinds.
        iterations: the most iterations.
        deals: random deals from which the outcomes of three hands are estimated; 0: exact, from the table that was made once;
            null: 0 where that is, else 1,000,000.
        seed: their seed.
        again: a table whose solve was stopped begins anew.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"stacks": "10,10", "until": 0.01}]})

    stacks: NumberList
    ante: float = 0
    big_blind_ante: float = 0
    payouts: NumberList = ""
    others: NumberList = ""
    model: Short = "icm"
    until: float = Field(default=1e-4, ge=0, le=1e9)
    iterations: int = Field(default=1_000, ge=1, le=100_000)
    deals: int | None = Field(default=None, ge=0, le=10_000_000)
    seed: int = Field(default=0, ge=0, lt=2**63)
    again: bool = False

    @property
    def key(self) -> str:
        """Name of what is to be solved."""
        return self.model_dump_json(exclude={"again"})


@router.post("/icm")
def prize_money(asked: IcmRequest) -> IcmReport:
    """The prize money that stacks are worth, with bubble factors and risk premiums, as ``pokerzoo icm`` has them."""
    stacks, payouts = numbers_of("stacks", asked.stacks), numbers_of("payouts", asked.payouts)
    if len(stacks) > MOST_PLAYERS:
        raise BadRequest(f"stacks: must be of at most {MOST_PLAYERS} players here, not {len(stacks)}", "stacks")
    return blamed(lambda: icm(stacks, payouts, asked.model))


@router.post("/push-fold")
def push_fold(asked: PushFoldRequest, explorer: Context) -> TableProgress:
    """Solve push/fold at a table. The first time it begins; asked again, it tells how far it is, and what was found."""
    table = blamed(
        lambda: push_fold_table(
            numbers_of("stacks", asked.stacks),
            ante=asked.ante,
            big_blind_ante=asked.big_blind_ante,
            payouts=numbers_of("payouts", asked.payouts) if asked.payouts.strip() else (),
            others=numbers_of("others", asked.others) if asked.others.strip() else (),
            prize_model=asked.model,
            deals=asked.deals,
            seed=asked.seed,
        )
    )
    return explorer.push_fold.at(asked.key, table, asked.until, asked.iterations, asked.again)


@router.post("/push-fold/stop", status_code=204)
def stop_push_fold(asked: PushFoldRequest, explorer: Context) -> None:
    """Stop the solve of a table at its next measurement; what it has found is kept."""
    explorer.push_fold.stop(asked.key)


def numbers_of(field: str, text: str) -> list[float]:
    """Numbers with commas, blanks or strokes between them."""
    try:
        return [float(part) for part in re.split(r"[,;/\s]+", text.strip().strip(",")) if part]
    except ValueError:
        message = f"{field}={brief(text)}: must be numbers with commas between them, such as 50,30,20"
        raise BadRequest(message, field) from None


def blamed(make: Callable[[], Made]) -> Made:
    """Make something; a ValueError tells the field that it names."""
    try:
        return make()
    except BadRequest:
        raise
    except ValueError as error:
        found: Any = re.match(r"(\w+)(?:\[\d+\])?(?:=|:| and \w+:)", str(error))
        raise BadRequest(str(error), {"prize_model": "model"}.get(found[1], found[1]) if found else None) from None
