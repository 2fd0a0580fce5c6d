"""The policies of tables before the flop whose charts can be shown: files that were named."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pokerzoo.agents.policies.preflop_policy import PreflopPolicy
from pokerzoo.envs.support.records import INTERNAL, Record

from .library import id_of
from .opened import Opened


@dataclass(frozen=True, eq=False)
class Chart(Record):
    """A policy before the flop.

    Attributes:
        id: in addresses.
        title: its display name.
        facts: players, blinds, stacks, prizes and rake in words.
        positions: the names of the seats, in the order of acting.
    """

    id: str
    title: str
    facts: list[str]
    positions: tuple[str, ...]
    policy: PreflopPolicy = field(metadata=INTERNAL)


class Charts(Opened[Chart]):
    """All policies before the flop by their ids."""

    kind = "policy before the flop"

    def open(self, path: str | Path) -> Chart:
        """Read a file; ValueError or OSError if it is none."""
        path = Path(path).resolve()
        policy = PreflopPolicy.load(path)
        return self.add(Chart(id_of(path), path.stem, policy.game.facts(), policy.game.positions, policy))
