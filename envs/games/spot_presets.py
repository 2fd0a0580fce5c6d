"""Games of hold'em by name, and ranges by position, to start from: ``pokerzoo solve --preset NAME``, and the explorer's set-up.

The ranges are approximations of our own, for six players with 100 big blinds, in the style of opening and defending charts. No
chart is copied, so that there is no source to name. A solution depends on its ranges: check them first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from pokerzoo.envs.support.errors import ParameterError, did_you_mean
from pokerzoo.envs.support.records import Record

Params: TypeAlias = dict[str, Any]
"""Parameters of a game, as its maker takes them."""


@dataclass(frozen=True)
class GamePreset(Record):
    """A game to start from.

    Attributes:
        name: as ``pokerzoo solve --preset`` takes it.
        about: a few words.
        game: the game's name.
        params: its parameters that are not the defaults.
    """

    name: str
    about: str
    game: str
    params: dict[str, Any]


FULL: Params = {
    "board": "QsJh2h8d3c",
    "ranges": ("random", "random"),
    "pot": 100,
    "stack": 300,
    "bet_sizes": "33%,75%,150%,a",
    "raise_sizes": "60%,a",
}
RIVER_100: Params = {  # a caller out of position against the player who raised before the flop
    "board": "Qs8h2cJd5h",
    "ranges": (
        "TT-66,44,ATs,AJs,A9s,KTs+,Q9s+,J9s+,T9s,98s,87s,76s,KQo,QTo",
        "88+,AQ+,ATs+,A4s-A5s,KJs+,QJs,JTs,T9s,76s,65s,54s",
    ),
    "pot": 60,
    "stack": 170,
    "bet_sizes": "50%,100%",
    "raise_sizes": "a",
}
PURE: Params = dict.fromkeys(("add_allin_threshold", "force_allin_threshold", "merging_threshold"), 0)

# What `pokerzoo tree` says of memory and time (one core, equivalent suits solved once) is in the help.
# Flops with 100 big blinds of ten chips each, antes none. The ranges are approximations of our own, in the style of opening and
# defending charts for six players; no chart is copied, so that there is no source to name.
SINGLE_RAISED: Params = {  # the cutoff raises to 25, the big blind calls
    "board": "Kh7h2d",
    "ranges": (
        "TT-22,AJs-A2s,KJs-K7s,QTs-Q8s,J8s+,T8s+,97s+,86s+,75s+,64s+,54s,ATo,KTo+,QTo+,JTo",
        "22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,87s,76s,65s,A9o+,KTo+,QTo+,JTo",
    ),
    "pot": 55,
    "stack": 975,
    "bet_sizes": {"flop": "33%", "turn": "75%", "river": "75%"},
    "raise_sizes": "60%",
    "raise_cap": 2,
}
THREE_BET: Params = {  # the button raises to 25, the big blind to 110, the button calls
    "board": "QsTs5d",
    "ranges": (
        "TT+,99:0.5,AJs+,ATs:0.5,A5s-A4s,KQs,KJs:0.5,QJs:0.5,JTs:0.5,T9s:0.5,76s:0.5,65s:0.5,AQo+,KQo:0.5",
        "JJ-55,AQs-ATs,A5s:0.5,KTs+,QTs+,JTs,T9s,98s,87s,76s,65s,AQo,AJo:0.5,KQo:0.5",
    ),
    "pot": 225,
    "stack": 890,
    "bet_sizes": {"flop": "33%,75%", "turn": "66%", "river": "a"},
    "raise_sizes": {"flop": "60%", "turn": "a", "river": "a"},
}
BLINDS: Params = {  # the small blind raises to 30, the big blind calls
    "board": "Jc6c4d",
    "ranges": (
        "22+,A2s+,K2s+,Q5s+,J7s+,T7s+,96s+,85s+,75s+,64s+,54s,A5o+,K9o+,Q9o+,J9o+,T9o",
        "88-22,A9s-A2s,KTs-K3s,QTs-Q5s,J7s+,T7s+,96s+,85s+,74s+,64s+,53s+,A9o-A2o,KJo-K8o,QJo-Q9o,JTo-J9o,T9o",
    ),
    "pot": 60,
    "stack": 970,
    "bet_sizes": {"flop": "50%", "turn": "75%", "river": "75%"},
    "raise_sizes": "60%",
    "raise_cap": 2,
}
RAISES: Params = {"raise_sizes": "2.5x,3.5x,a", "raise_cap": 5}
# Of the public repository ericgjackson/slumbot2019: runs/ms1f3_params and runs/mb1b1_params. A bet of the pot a street, and
# no raise of it; stacks are too deep for any other bet to be all-in.
MS1F3: Params = {
    "blinds": (1, 2), "stack": 162, "last_street": "flop", "showdown": "at_once", "bet_sizes": "100%",
    "raise_sizes": {"preflop": "100%", "flop": ""}, "raise_cap": 2, "chip": 1,
}  # fmt: skip
BET_ON_FLOPS: Params = {
    "stack": 100, "last_street": "flop", "flops": "flops:25", "bet_sizes": "66%",
    "raise_sizes": {"preflop": "2.5x,3.5x,a", "flop": "a"},
}  # fmt: skip

PRESETS = {
    preset.name: preset
    for preset in (
        GamePreset("river", "the river article's spot", "holdem", {}),
        GamePreset("river-100", "a river, 100 hands on each side", "holdem", RIVER_100),
        GamePreset("full", "a river, all hands on both sides", "holdem", FULL),
        GamePreset("full-pure", "the same without thresholds", "holdem", FULL | PURE),
        GamePreset(
            "single-raised",
            "a flop after one raise, cutoff and big blind, 1.2 GB, 0.45 s an iteration",
            "holdem",
            SINGLE_RAISED,
        ),
        GamePreset("3-bet", "a flop after a 3-bet, button and big blind, 0.2 GB, 0.08 s an iteration", "holdem", THREE_BET),
        GamePreset("blinds", "a flop, small against big blind, 1.5 GB, 0.54 s an iteration", "holdem", BLINDS),
        GamePreset("fhp", "flop hold'em with fixed bets from the blinds on, the benchmark of Deep CFR", "fhp", {}),
        GamePreset(
            "ms1f3",
            "two streets with a bet of the pot each and a showdown on the flop, the tutorial of slumbot2019",
            "preflop_holdem",
            MS1F3,
        ),
        GamePreset(
            "preflop-200bb",
            "before the flop, stacks of 200 big blinds, cards without betting after it",
            "preflop_holdem",
            RAISES | {"stack": 200},
        ),
        GamePreset("preflop-100bb", "the same with 100 big blinds", "preflop_holdem", RAISES | {"stack": 100}),
        GamePreset(
            "preflop-100bb-flop",
            "100 big blinds, and a bet of 66% of the pot on 25 flops that represent all, then cards without betting",
            "preflop_holdem",
            RAISES | BET_ON_FLOPS,
        ),
        GamePreset(
            "preflop-40bb", "before the flop, as preflop-200bb, with 40 big blinds", "preflop_holdem", RAISES | {"stack": 40}
        ),
        GamePreset(
            "preflop-20bb",
            "the same with 20 big blinds",
            "preflop_holdem",
            RAISES | {"stack": 20, "raise_sizes": "2x,2.5x,a"},
        ),
    )
}
"""By name: spots, then games from the blinds on."""
SPOT_PRESETS = {name: preset for name, preset in PRESETS.items() if preset.game == "holdem"}
"""Spots alone."""


def spot_preset(name: str) -> GamePreset:
    """A spot by its name; ParameterError if there is no such preset."""
    if name not in SPOT_PRESETS:
        allowed = f"allowed: {', '.join(SPOT_PRESETS)}{did_you_mean(name, SPOT_PRESETS)}"
        raise ParameterError("preset", name, f"no such preset; {allowed}")
    return SPOT_PRESETS[name]


@dataclass(frozen=True)
class RangePreset(Record):
    """A range to start from.

    Attributes:
        group: the heading that it is under.
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
