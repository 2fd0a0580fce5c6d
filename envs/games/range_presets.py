"""Ranges to start from: by position.

The ranges by position are approximations of our own, for six players with 100 big blinds, in the style of opening and defending
charts. No chart is copied, so that there is no source to name. A solution depends on its ranges: look at them first.
"""

from __future__ import annotations

from dataclasses import dataclass

from pokerzoo.envs.support.records import Record

from .spot_presets import BLINDS, SINGLE_RAISED, THREE_BET


@dataclass(frozen=True)
class RangePreset(Record):
    """A range to start from.

    Attributes:
        group: the heading it stands under.
        name: its name.
        text: the range, as ``parse_range`` reads it.
    """

    group: str
    name: str
    text: str


FIRST_IN, CALLS, THREE_BETS = "First to raise", "Big blind calls", "3-bet pots"

RANGE_PRESETS = (
    RangePreset(FIRST_IN, "UTG raises", "66+,A8s+,A5s-A3s,KTs+,QTs+,JTs,T9s,AJo+,KQo"),
    RangePreset(FIRST_IN, "Hijack raises", "55+,A2s+,K9s+,Q9s+,J9s+,T9s,98s,ATo+,KJo+,QJo"),
    RangePreset(FIRST_IN, "Cutoff raises", SINGLE_RAISED["ranges"][1]),
    RangePreset(FIRST_IN, "Button raises", "22+,A2s+,K3s+,Q5s+,J6s+,T6s+,96s+,86s+,75s+,64s+,54s,A3o+,K8o+,Q9o+,J9o+,T8o+,98o"),
    RangePreset(FIRST_IN, "Small blind raises", BLINDS["ranges"][0]),
    RangePreset(CALLS, "against UTG", "TT-22,AJs-A2s,K9s+,QTs+,JTs,T9s,98s,87s,76s,65s,AQo:0.5,AJo:0.5,KQo:0.5"),
    RangePreset(CALLS, "against the cutoff", SINGLE_RAISED["ranges"][0]),
    RangePreset(
        CALLS,
        "against the button",
        "99-22,ATs-A2s,KTs-K2s,QTs-Q4s,J9s-J6s,T9s-T6s,96s+,85s+,75s+,64s+,53s+,AJo-A4o,KJo-K9o,Q9o+,J9o+,T9o,98o",
    ),
    RangePreset(CALLS, "against the small blind", BLINDS["ranges"][1]),
    RangePreset(THREE_BETS, "Big blind 3-bets the button", THREE_BET["ranges"][0]),
    RangePreset(THREE_BETS, "Button calls the 3-bet", THREE_BET["ranges"][1]),
    RangePreset("All", "Every hand", "random"),
)
"""Ranges by name, grouped."""
