"""Rake structures by name, to start from in the explorer's set-up."""

from __future__ import annotations

from dataclasses import dataclass

from pokerzoo.envs.support.records import Record


@dataclass(frozen=True)
class RakePreset(Record):
    """A rake structure, as an example: rooms differ, and change theirs.

    Attributes:
        name: a few words; share and cap stand in it.
        rate: the share of the pot that the house takes.
        cap_big_blinds: the most it takes, in big blinds; null: no cap.
    """

    name: str
    rate: float
    cap_big_blinds: float | None


def _named(where: str, rate: float, cap: float) -> RakePreset:
    return RakePreset(f"{where}: {rate:.3g}%, at most {cap:g} bb", rate / 100, cap)


RAKE_PRESETS = (
    RakePreset("No rake", 0.0, None),
    _named("Online, low stakes", 5, 10),
    _named("Online, middle stakes", 5, 3),
    _named("Online, high stakes", 5, 0.6),
    _named("Online, heads-up", 4.5, 0.5),
    _named("Live, low stakes", 10, 3),
    _named("Live, middle stakes", 5, 2),
)
"""Examples of structures that are common online and live; no room's own."""
