"""``/api/games/{name}/learning``: CFR on a small game, iteration by iteration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Query

from pokerzoo.agents import VARIANTS
from pokerzoo.envs.support.records import Record, told_fields
from pokerzoo.web.answers import AnswerRoute
from pokerzoo.web.small_games import given_game
from pokerzoo.web.watched import MAX_ITERATIONS, Frame, Lesson, WatchedTrainers

from .games import by_infoset

router = APIRouter(tags=["games"], route_class=AnswerRoute)
watching = WatchedTrainers()

Lists = list[list[float]]


@dataclass
class Factors(Record):
    """Factors of a variant in an iteration.

    Attributes:
        positive: cumulative regrets above zero, after the iteration's are added.
        negative: cumulative regrets at or below zero.
        average: the cumulative strategy, before the iteration's is added.
        prediction: how often the iteration's regrets count again in the next strategy.
    """

    positive: float
    negative: float
    average: float
    prediction: float


@dataclass
class Learning(Record):
    """CFR after an iteration, infoset by infoset; chips. Lists are in the order of the infosets, with a number an action.

    Attributes:
        iteration: iterations done.
        variant: of CFR.
        source: the paper that has it.
        alternating: whether players update in turn.
        chance: whether an iteration weighs all that chance may do, or draws.
        sampling: of Monte Carlo CFR; None: CFR.
        seed: of what is drawn.
        factors: of this iteration; None at the start and where it samples.
        played: the strategy that this iteration played; None at the start.
        values: counterfactual value of each action in this iteration; None at the start and where it samples.
        worth: what the strategy that was played is worth at each infoset, by ``values``.
        gained: regrets of this iteration: values less what the strategy played is worth; where there are no values, by how
            much the cumulative regrets changed.
        before: cumulative regrets before it.
        regrets: cumulative regrets after it.
        weights: what the next strategy is proportional to; where all are 0 it is uniform.
        weight_sums: their sum at each infoset.
        strategy: the strategy of the next iteration.
        average: the average strategy.
        reach: how likely the player's own actions lead there under the average.
        arrives: how likely a hand gets there under the average; None in games too large for that.
        expects: [players] what each player expects of the average strategy.
        exploitability: of the average strategy, NashConv / players.
        nash_conv: of the average strategy.
        curve: pairs (iteration, exploitability) so far.
    """

    iteration: int
    variant: str
    source: str
    alternating: bool
    chance: str
    sampling: str | None
    seed: int | None
    factors: Factors | None
    played: Lists | None
    values: Lists | None
    worth: list[float] | None
    gained: Lists | None
    before: Lists | None
    regrets: Lists
    weights: Lists
    weight_sums: list[float]
    strategy: Lists
    average: Lists
    reach: list[float]
    arrives: list[float] | None
    expects: list[float]
    exploitability: float
    nash_conv: float
    curve: list[tuple[int, float]]


@router.get("/variants")
def variants() -> dict[str, str]:
    """The variants of CFR with their papers."""
    return {name: row.source for name, row in VARIANTS.items()}


@router.get("/games/{name}/learning")
def learning(
    name: str,
    params: str = "{}",
    iteration: Annotated[int, Query(ge=0, le=MAX_ITERATIONS)] = 0,
    variant: str | None = None,
    alternating: bool | None = None,
    chance: Literal["all", "sample"] = "all",
    sampling: Literal["external", "outcome", "chance"] | None = None,
    seed: Annotated[int, Query(ge=0, lt=2**63)] = 0,
) -> Learning:
    """CFR after ``iteration`` iterations. The same address always has the same answer."""
    game = given_game(name, params)
    lesson = Lesson(game, variant, alternating, "sample" if sampling is not None else chance, sampling, seed)
    return _sent(watching.at(lesson, iteration))


def _sent(frame: Frame) -> Learning:
    trainer = frame.trainer
    game, variant = trainer.game, trainer.variant
    assert variant is not None  # all that can be watched are kinds of CFR
    factors, before = frame.factors, frame.before
    return Learning(
        iteration=frame.iteration,
        variant=variant.name,
        source=variant.source,
        alternating=trainer.alternating,
        chance=trainer.chance,
        sampling=trainer.sampling,
        seed=trainer.seed if trainer.chance == "sample" else None,
        factors=None if factors is None else Factors(**dict(zip(told_fields(Factors), factors.tolist(), strict=True))),
        played=None if before is None else by_infoset(game, before.strategy),
        values=None if frame.values is None else by_infoset(game, frame.values),
        worth=None if before is None or frame.values is None else game.infosets.sums(before.strategy * frame.values).tolist(),
        gained=None if frame.gained is None else by_infoset(game, frame.gained),
        before=None if before is None else by_infoset(game, before.regrets),
        regrets=by_infoset(game, frame.after.regrets),
        weights=by_infoset(game, frame.weights),
        weight_sums=game.infosets.sums(frame.weights).tolist(),
        strategy=by_infoset(game, frame.after.strategy),
        average=by_infoset(game, frame.average),
        reach=frame.reach[game.infosets.first[:-1]].tolist(),
        arrives=None if frame.arrives is None else frame.arrives.tolist(),
        expects=frame.expects.tolist(),
        exploitability=frame.exploitability,
        nash_conv=frame.nash_conv,
        curve=frame.curve,
    )
