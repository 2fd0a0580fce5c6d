"""Sets of solved spots that drills ask of: policies of the library, and sweeps that kept their policies."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.poker.street_sizes import HAND_STREETS, streets_of
from pokerzoo.envs.support.parameters import brief
from pokerzoo.envs.support.records import Record
from pokerzoo.evaluation import SpotReport
from pokerzoo.evaluation.spots.drills import DrillSpot, streets_with_bets
from pokerzoo.evaluation.spots.node_parts import is_reported
from pokerzoo.evaluation.spots.verdicts import error_of_losses

from .errors import BadRequest, NotFound
from .library import Entry, Library
from .solves import check_in_chips
from .sweeps import OpenSweep, Sweeps

KEPT_REPORTS = 4
"""Reports on spots of sweeps that are kept."""


@dataclass
class DrillSetInfo(Record):
    """A set of solved spots.

    Attributes:
        id: ``policy:ID`` or ``sweep:ID``.
        title: as people call it.
        spots: how many spots it has.
        streets: on which something can be decided.
        positions: what the players are called.
    """

    id: str
    title: str
    spots: int
    streets: list[str]
    positions: list[str]


@dataclass(frozen=True)
class SweptSpot:
    """A spot of a sweep whose policy was kept."""

    board: str
    weight: float
    exploitability: float | None


@dataclass(frozen=True)
class OpenSpot:
    """A spot with its report, which no other request asks meanwhile."""

    title: str
    report: SpotReport
    exploitability: float | None

    @property
    def error(self) -> float | None:
        """Chips by which losses may be off; None: not known."""
        return None if self.exploitability is None else error_of_losses(self.exploitability)


class DrillSets:
    """The sets of an explorer."""

    def __init__(self, library: Library, sweeps: Sweeps) -> None:
        self._library, self._sweeps = library, sweeps
        self._rows: dict[str, tuple[int, dict[str, SweptSpot]]] = {}
        self._reports: OrderedDict[str, SpotReport] = OrderedDict()
        self._lock = threading.RLock()  # of reports on sweeps and their rows; policies have locks of their own

    def offered(self) -> list[DrillSetInfo]:
        """The sets that can be asked of."""
        found = []
        for entry in self._library.entries():
            if can_be_asked(entry):
                streets, names = streets_with_bets(entry.game), entry.game.player_names
                found.append(DrillSetInfo(f"policy:{entry.id}", entry.title, 1, list(streets), list(names)))
        for sweep in self._sweeps.entries():
            spots: dict[str, SweptSpot] = {}
            if is_for_two(sweep) and (sweep.sweep.folder / "policies").is_dir():
                with suppress(ValueError, OSError):  # without pyarrow, or with rows that are damaged, it is not offered
                    spots = self._swept(sweep)
            if spots:
                named = {street for one in spots.values() for street in streets_of(len(one.board) // 2)}
                streets = tuple(street for street in HAND_STREETS if street in named)
                found.append(DrillSetInfo(f"sweep:{sweep.id}", sweep.title, len(spots), list(streets), ["OOP", "IP"]))
        return found

    def has(self, id: str) -> bool:
        """True if a spot is open, by its id."""
        kind, _, rest = id.partition(":")
        try:
            if kind == "policy":
                self._entry(rest)
            else:
                self._one_swept(rest)
        except (ValueError, OSError):
            return False
        return True

    def spots(self, sets: Sequence[str]) -> list[DrillSpot]:
        """The spots of some sets."""
        found = []
        for name in dict.fromkeys(sets):
            kind, _, id = name.partition(":")
            if kind == "policy":
                self._entry(id)
                found.append(DrillSpot(name, 1.0, partial(self._open, name)))
            elif kind == "sweep":
                swept = self._swept(self._sweep(id))
                found += [
                    DrillSpot(f"{name}:{key}", one.weight, partial(self._open, f"{name}:{key}")) for key, one in swept.items()
                ]
            else:
                raise BadRequest(f"set {brief(name)}: must be policy:ID or sweep:ID", "set")
        return found

    @contextmanager
    def spot(self, id: str) -> Iterator[OpenSpot]:
        """One spot of a set, by its id."""
        kind, _, rest = id.partition(":")
        with self._open(id) as report:
            if kind == "policy":
                entry = self._entry(rest)
                measured = entry.measure_soon()
                yield OpenSpot(entry.title, report, None if measured is None else measured.exploitability)
                return
            sweep, one = self._one_swept(rest)
            yield OpenSpot(f"{sweep.title}: {one.board}", report, one.exploitability)

    @contextmanager
    def _open(self, id: str) -> Iterator[SpotReport]:
        """The report on a spot; other requests wait meanwhile."""
        kind, _, rest = id.partition(":")
        if kind == "policy":
            with self._entry(rest).lock:
                yield self._library.report(rest)
            return
        if kind != "sweep":
            raise BadRequest(f"spot {brief(id)}: must be policy:ID or sweep:ID:KEY", "spot")
        with self._lock:
            sweep, _ = self._one_swept(rest)
            if id not in self._reports:
                path = sweep.policy(rest.partition(":")[2])
                if path is None:
                    raise NotFound(f"the policy of {brief(id)} is not in the sweep's folder any more", "spot")
                policy = TabularPolicy.load(path)
                self._reports[id] = SpotReport(policy.game, policy)
            self._reports.move_to_end(id)
            while len(self._reports) > KEPT_REPORTS:
                self._reports.popitem(last=False)
            yield self._reports[id]

    def _entry(self, id: str) -> Entry:
        entry = self._library.get(id)
        check_in_chips(entry.game, "a drill")
        if not can_be_asked(entry):
            raise BadRequest(
                f"{entry.title}: only hold'em spots and games from the blinds on, with all rivers, are asked of", "set"
            )
        return entry

    def exploitability_of(self, sweep: str, key: str) -> float | None:
        """Chips that the row of a sweep's spot has; None: not known."""
        return self._one_swept(f"{sweep}:{key}")[1].exploitability

    def _one_swept(self, rest: str) -> tuple[OpenSweep, SweptSpot]:
        """The sweep and the spot of ``ID:KEY``."""
        id, _, key = rest.partition(":")
        sweep = self._sweep(id)
        spots = self._swept(sweep)
        if key not in spots:
            raise NotFound(f"no policy of spot {brief(key)} was kept in {sweep.title}", "spot")
        return sweep, spots[key]

    def _sweep(self, id: str) -> OpenSweep:
        sweep = self._sweeps.get(id)
        if not is_for_two(sweep):
            raise BadRequest(f"{sweep.title}: only spots for two players are asked of, and its spots are for three", "set")
        return sweep

    def _swept(self, sweep: OpenSweep) -> dict[str, SweptSpot]:
        """The spots of a sweep that can be asked of, by their keys; read again when more are done."""
        with self._lock:
            done = sweep.sweep.done
            if self._rows.get(sweep.id, (None, {}))[0] != done:
                self._rows[sweep.id] = done, rows_of(sweep)
            return self._rows[sweep.id][1]


def rows_of(sweep: OpenSweep) -> dict[str, SweptSpot]:
    """The spots of a sweep that are done and whose policies are there."""
    try:
        rows: Any = sweep.sweep.rows(["key", "board", "weight", "exploitability", "error"])
        return {
            row["key"]: SweptSpot(row["board"], float(row["weight"]), row["exploitability"])
            for row in rows
            if row["error"] is None and sweep.policy(row["key"]) is not None
        }
    except ImportError as error:
        raise BadRequest(str(error)) from None


def is_for_two(sweep: OpenSweep) -> bool:
    """True for sweeps of spots for two players: of three no mean gain says how good a solution is."""
    work: Any = sweep.sweep.work
    return not work.config.three


def can_be_asked(entry: Entry) -> bool:
    """True for policies whose decisions have EVs on all streets, without solving first."""
    game = entry.game
    return (
        is_reported(game)
        and game.num_players == 2
        and game.money == "chips"
        and getattr(entry.policy, "rivers", "all") == "all"
    )
