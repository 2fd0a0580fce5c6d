"""The policies that the explorer has open: files that were named, files that were sent, and what it has solved itself."""

from __future__ import annotations

import hashlib
import re
import threading
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pokerzoo.agents import SpotPolicy, TabularPolicy
from pokerzoo.agents.policies.solved_when_asked import UNKNOWN
from pokerzoo.envs.descriptions import Summary, game_summary, shown_params
from pokerzoo.envs.poker.game_facts import is_reported
from pokerzoo.envs.support.cache import Cache
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.records import INTERNAL, Record, json_key
from pokerzoo.evaluation import SpotReport
from pokerzoo.evaluation.spots.exploit import Responses
from pokerzoo.evaluation.spots.measured import Measured, measured_now

from .errors import BadRequest
from .made_games import THREE_WAY, is_three_way
from .opened import Opened

Source = Literal["file", "upload", "solve"]
MEASURED_BY_ITSELF = 5_000_000
"""Infosets: a larger policy takes seconds, and is measured only when asked."""
KEPT_REPORTS = 8
"""Spot reports that are kept: each holds what it has computed of its spot."""
KEPT_BYTES = 2**30
"""Bytes that the rows of policies in kept reports may take together: a flop has hundreds of megabytes."""


@dataclass(eq=False)
class PolicyEntry(Record):
    """A policy that is open.

    Attributes:
        id: in addresses.
        title: its display name.
        source: a file that was named, one that was sent, or a solution of this explorer.
        path: its file.
        policy: the policy.
        lock: held while it is queried.
        by_solve: what the solve that made it has measured.
        by_measure: what was measured here.
        note: a note about it.
        responses: best responses to the policy.
    """

    id: str
    title: str
    source: Source
    path: Path = field(metadata=INTERNAL)
    policy: TabularPolicy = field(metadata=INTERNAL)
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False, metadata=INTERNAL)
    by_solve: Measured | None = field(default=None, repr=False, metadata=INTERNAL)
    by_measure: Measured | None = field(default=None, repr=False, metadata=INTERNAL)
    note: str = ""
    responses: Responses = field(default_factory=Responses, repr=False, metadata=INTERNAL)

    @property
    @json_key
    def kind(self) -> Literal["spot", "game"]:
        """A hold'em spot or a game from the blinds on, whose nodes are browsed; or another game."""
        return "spot" if is_reported(self.policy.game) else "game"

    @property
    @json_key
    def game(self) -> str:
        """The game's name."""
        return self.policy.game.name

    @property
    @json_key
    def params(self) -> dict[str, Any]:
        """The game's parameters, ranges as players write them."""
        return shown_params(self.policy.game)

    @property
    @json_key
    def metadata(self) -> dict[str, Any]:
        """The policy's metadata: method, iterations, seed."""
        return dict(self.policy.metadata)

    @cached_property
    @json_key
    def summary(self) -> Summary:
        """The game in a few words and numbers."""
        return game_summary(self.policy.game)

    @cached_property
    @json_key
    def saved(self) -> float | None:
        """Moment at which its file was written (solved or sent here), seconds since 1970; None where the file is gone."""
        try:
            return self.path.stat().st_mtime
        except OSError:
            return None

    @property
    @json_key
    def measured(self) -> Measured | None:
        """Its measurement if known: requested (``/api/policies/{id}/measure``), or from its solve."""
        return self.by_measure or self.by_solve

    def measure(self) -> Measured:
        """Value and exploitability; computed once."""
        if self.is_flop_alone:
            raise BadRequest(f"exploitability of a flop that was solved alone is {UNKNOWN}")
        self.by_measure = self.by_measure or measured_now(self.policy)
        return self.by_measure

    def measure_soon(self) -> Measured | None:
        """Its measurement, made now if that takes little; of a large policy what is known, or None."""
        if self.measured is None and (self.is_flop_alone or len(self.policy.game.infosets) > MEASURED_BY_ITSELF):
            return None
        return self.measured or self.measure()

    @property
    def is_flop_alone(self) -> bool:
        """True for a flop that was solved alone, of which exploitability is not known."""
        return self.policy.streets == 2


class Library(Opened[PolicyEntry]):
    """All policies by their ids, and reports on them."""

    kind = "policy"

    def __init__(self) -> None:
        super().__init__()
        self._reports: Cache[SpotReport] = Cache(KEPT_REPORTS)
        self._lock = threading.Lock()

    def open(
        self, path: str | Path, source: Source = "file", *, title: str | None = None, id: str | None = None
    ) -> PolicyEntry:
        """Read a policy file."""
        path = Path(path).resolve()
        policy = TabularPolicy.load(path)
        if is_three_way(policy.game):
            raise InputError(f"{path}: {THREE_WAY}")
        return self.add(PolicyEntry(id or id_of(path), title or path.stem, source, path, policy))

    def add(self, entry: PolicyEntry) -> PolicyEntry:
        with self._lock:
            if not entry.note and entry.id in self._entries:
                entry.note = self._entries[entry.id].note  # a resumed solve puts another policy in this one's place
            self._reports.drop(entry.id)
            return super().add(entry)

    def remove(self, id: str) -> PolicyEntry:
        """Take an entry out."""
        entry = self.get(id)
        with self._lock:
            self._entries.pop(id, None)
            self._reports.drop(id)
        return entry

    def report(self, id: str) -> SpotReport:
        """The report on a spot's policy; ask it with the entry's ``lock`` held."""
        with self._lock:
            report = self._reports.get(id, lambda: self._new_report(id))
            while len(self._reports) > 1 and self._held_bytes() > KEPT_BYTES:
                self._reports.drop(self._reports.keys()[0])
        return report

    def _new_report(self, id: str) -> SpotReport:
        entry = self.get(id)  # under the lock: a report on a policy that was replaced would stay
        return SpotReport(entry.policy.game, entry.policy)

    def _held_bytes(self) -> int:
        policies = [report.policy for report in self._reports.values()]
        return sum(4 * len(policy.stored) for policy in policies if isinstance(policy, SpotPolicy))


def id_of(path: Path) -> str:
    """The id of a file or folder that was named: its name, and a digest of its path."""
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:40] or "policy"
    return f"{name}-{hashlib.sha256(str(path).encode()).hexdigest()[:6]}"
