"""Solve requests: their checks, game, locks and trainer, and the record of a solve."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from pokerzoo.agents import CFR
from pokerzoo.agents.cfr.cfr import Precision
from pokerzoo.agents.cfr.lock_text import LockTextError, actor_at, add_locks, locks_at, locks_by_infoset
from pokerzoo.agents.cfr.locks import Locks, checked_shares, find_decision
from pokerzoo.agents.cfr.solve_result import default_limit
from pokerzoo.agents.cfr.variants import variant_for
from pokerzoo.agents.training import Trainer
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.street_size import check_solving_fits, solving_size
from pokerzoo.envs.descriptions import shown_params
from pokerzoo.envs.game_words import short_title
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.game_facts import big_blind_of, is_reported
from pokerzoo.envs.support import memory
from pokerzoo.envs.support.errors import brief
from pokerzoo.envs.support.records import Record
from pokerzoo.evaluation.spots.measured import Grade

from .bodies import LineText, Name, Params, RequestBody, Short
from .errors import BadRequest, about

State = Literal["queued", "running", "stopped", "done", "failed"]

MOST_LOCKS = 10_000
DEFAULT_ITERATIONS = 100_000


EXAMPLE: dict[str, Any] = {"game": "holdem", "params": {"board": "QsJh2h8d3c", "pot": 50, "stack": 100}, "until": "0.5%"}
"""A request, as scripts write it."""


PotShares = Annotated[dict[str, float], Field(max_length=100)]
"""Probabilities by action."""


class Lock(RequestBody):
    """Infosets at a line that keep a fixed strategy.

    Attributes:
        line: a line of the betting, ``xb60c/2h/x``; "" is the first decision.
        text: what the hands there do: ``QQ: fold 0.5, call 0.5; AA: call 1``.
        hands: the same by hand: ``{"AsAd": {"fold": 0.5, "call": 0.5}}``.
    """

    line: LineText
    text: Annotated[str, Field(max_length=500_000)] | None = None
    hands: Annotated[dict[str, PotShares], Field(max_length=1_326)] | None = None


class SolveRequest(RequestBody):
    """A solve request. Without ``until`` and ``iterations``: until 0.1% of the pot or 5 mbb.

    It then does at most 100,000 iterations.

    Attributes:
        game: a name that ``make_game`` takes.
        params: its parameters; lists become tuples.
        title: its display name; else made from the game.
        variant: of CFR.
        until: exploitability, with more than two players the largest gain by a best response: chips, or a string with a unit,
            ``"0.5%"`` of the pot or ``"5 mbb"``.
        iterations: most iterations.
        threads: number of threads for the boards; else one for each processor.
        precision: of regrets and averages.
        locks: infosets that keep a fixed strategy.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    game: Name
    params: Params = Field(default={})
    title: Name | None = None
    variant: Name | None = None
    until: Short | float | None = None
    iterations: int | None = Field(default=None, ge=1, le=10**12)
    threads: int | None = Field(default=None, ge=1)
    precision: Literal["auto", "double", "single", "half"] = "auto"
    locks: Annotated[list[Lock], Field(max_length=MOST_LOCKS)] = Field(default=[])


@dataclass
class SolveTask(Record):
    """A solve as a task: what was asked for, and how far it is.

    Attributes:
        id: in addresses.
        title: its display name.
        state: where it is on its way.
        game: the game's name.
        params: all of its parameters.
        variant: of CFR.
        precision: of regrets and averages.
        threads: as asked for.
        locks: infosets that keep a fixed strategy, as asked for.
        iterations: done.
        seconds: spent in iterations.
        exploitability: NashConv / players, chips, when it was last measured: the mean of the players' gains.
        exploitability_pot_percent: the same in percent of the starting pot, where there is one.
        grade: of trust, by that exploitability; null before it was measured, and with more than two players.
        big_blind: chips of the big blind, of a game that begins at the blinds; null of others.
        until: the limit, as asked for.
        target: the same in chips.
        max_iterations: the other limit.
        needed_bytes: memory that it takes, roughly; 0 where that is little.
        position: how many are before it in the queue, itself included; 0 if it runs, null if it does neither.
        policy: the id of its average policy, once there is one.
        error: why it failed, or ended before it was stopped.
        compiling: whether kernels are being compiled, on the first run only.
        created: when it was asked for, seconds since 1970.
        curve: [iteration, seconds, exploitability in chips] of each measurement.
        curve_start: how many points came before the first of ``curve``.
    """

    id: str
    title: str
    state: State
    game: str
    params: dict[str, Any]
    variant: str
    precision: Precision = "auto"
    threads: int | None = None
    locks: list[Lock] = field(default_factory=list)
    iterations: int = 0
    seconds: float = 0.0
    exploitability: float | None = None
    exploitability_pot_percent: float | None = None
    grade: Grade | None = None
    big_blind: float | None = None
    until: str | float | None = None
    target: float | None = None
    max_iterations: int | None = None
    needed_bytes: int = 0
    position: int | None = None
    policy: str | None = None
    error: str | None = None
    compiling: bool = False
    created: float = 0.0
    curve: list[tuple[int, float, float]] = field(default_factory=list)
    curve_start: int = 0


def new_solve(request: SolveRequest, game: Game, now: float) -> SolveTask:
    """The record of a request that was checked."""
    until, iterations = request.until, request.iterations
    if until is None and iterations is None:
        until, iterations = default_limit(game), DEFAULT_ITERATIONS
    title = (request.title or "").strip() or short_title(game)
    return SolveTask(
        id=new_id(title),
        title=title,
        state="queued",
        game=game.name,
        params=shown_params(game),
        variant=variant_of(request.variant, game),
        precision=request.precision,
        threads=request.threads,
        locks=request.locks,
        until=until,
        target=target_of(game, until),
        max_iterations=iterations,
        needed_bytes=needed_bytes(game, request.precision, request.threads),
        big_blind=big_blind_of(game),
        created=now,
    )


def target_of(game: Game, until: str | float | None) -> float | None:
    """The chips of a limit; BadRequest if it is none."""
    if until is None:
        return None
    with about("until"):
        return game.stakes.limit_in_chips(until, f"until={brief(until)}", game.name)


def variant_of(name: str | None, game: Game) -> str:
    """The name of a variant, or of the game's own; BadRequest if there is none such."""
    with about("variant"):
        return variant_for(game, name).name


def new_id(title: str) -> str:
    """An id that nothing has yet, with a little of the title."""
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:30].strip("-") or "solve"
    return f"{name}-{secrets.token_hex(4)}"


def needed_bytes(game: Game, precision: str, threads: int | None = None) -> int:
    """Memory that solving a game takes, as far as there is telling."""
    if not isinstance(game, PokerGame):
        return 0
    size = solving_size(game, threads=threads).bytes
    wanted = "single" if precision == "auto" else precision
    return size.get(wanted, min(size.values()))


def check_memory(game: Game, precision: str, threads: int | None, given_back: int) -> None:
    """Refuse what will not fit."""
    needed, free = needed_bytes(game, precision, threads), memory.free_memory()
    if not isinstance(game, PokerGame) or (free is not None and needed <= free + given_back):
        return
    with about("params"):
        check_solving_fits(game, "single" if precision == "auto" else precision, threads=threads)


def locks_of(game: Game, locks: list[Lock]) -> Locks:
    """All locks by infoset key, checked."""
    result: Locks = {}
    for number, lock in enumerate(locks):
        field = f"locks.{number}"
        with about(field):
            try:
                add_locks(result, field, _locks_of_one(game, lock, field))
            except LockTextError as error:
                part = "line" if error.position is None else "text"
                raise BadRequest(str(error), f"{field}.{part}", error.position) from None
    return result


def _locks_of_one(game: Game, lock: Lock, field: str) -> Locks:
    if not isinstance(game, PokerGame):
        raise BadRequest(f"{field}: {game.name} cannot be locked; poker games can", field)
    if (lock.text is None) == (lock.hands is None):
        raise BadRequest(f"{field}: must have text or hands", field)
    result: Locks = {}
    if lock.text is not None:
        if not is_reported(game):
            raise BadRequest(f"{field}.text: is for hold'em spots; give hands", f"{field}.text")
        for part, group in locks_at(game, f"line {brief(lock.line)}", lock.line, lock.text):
            add_locks(result, repr(part), group)
        return result
    with about(f"{field}.line"):
        reported = is_reported(game)
        at = actor_at(game, f"line {brief(lock.line)}", lock.line) if reported else find_decision(game, lock.line)
    rows = {f"{hand}|{at.history}": row for hand, row in (lock.hands or {}).items()}
    if reported:
        return locks_by_infoset(game, field, rows)
    for key, row in rows.items():
        if key not in game.infosets:
            raise BadRequest(f"{field}: no infoset {brief(key)}; keys look like {game.infosets[0].key!r}", field)
        names = game.infosets[game.infosets.index(key)].action_names
        result[key] = dict(zip(names, checked_shares(repr(key), row, names), strict=True))
    return result


def make_trainer(game: Game, locks: Locks, solve: SolveTask) -> Trainer:
    """The trainer of a solve."""
    return CFR(game, solve.variant, locks=locks, precision=solve.precision, threads=solve.threads)
