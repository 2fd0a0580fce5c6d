"""Spots by name, to start from: ``pokerzoo solve --preset NAME``, and the explorer's set-up."""

from __future__ import annotations

from typing import Any, TypeAlias

Settings: TypeAlias = dict[str, Any]
"""Given settings by the names of the flags."""

FULL: Settings = {
    "board": "QsJh2h8d3c",
    "oop": "random",
    "ip": "random",
    "pot": 100,
    "stack": 300,
    "bet": "33%,75%,150%,a",
    "raise": "60%,a",
}
PURE: Settings = dict.fromkeys(("add-allin-threshold", "force-allin-threshold", "merging-threshold"), 0)

# What `pokerzoo tree` says of memory and time (one core, suits that are alike solved once) stands in the help.
# Flops with 100 big blinds of ten chips each, antes none. The ranges are approximations of our own, in the style of opening and
# defending charts for six players; no chart is copied, so that there is no source to name.
SINGLE_RAISED: Settings = {  # the cutoff raises to 25, the big blind calls
    "board": "Kh7h2d",
    "oop": "TT-22,AJs-A2s,KJs-K7s,QTs-Q8s,J8s+,T8s+,97s+,86s+,75s+,64s+,54s,ATo,KTo+,QTo+,JTo",
    "ip": "22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,87s,76s,65s,A9o+,KTo+,QTo+,JTo",
    "pot": 55,
    "stack": 975,
    "bet": "flop: 33%; turn: 75%; river: 75%",
    "raise": "60%",
    "raise-cap": 2,
}
THREE_BET: Settings = {  # the button raises to 25, the big blind to 110, the button calls
    "board": "QsTs5d",
    "oop": ("TT+,99:0.5,AJs+,ATs:0.5,A5s-A4s,KQs,KJs:0.5,QJs:0.5,JTs:0.5,T9s:0.5,76s:0.5,65s:0.5,AQo+,KQo:0.5"),
    "ip": "JJ-55,AQs-ATs,A5s:0.5,KTs+,QTs+,JTs,T9s,98s,87s,76s,65s,AQo,AJo:0.5,KQo:0.5",
    "pot": 225,
    "stack": 890,
    "bet": "flop: 33%,75%; turn: 66%; river: a",
    "raise": "flop: 60%; turn: a; river: a",
}
BLINDS: Settings = {  # the small blind raises to 30, the big blind calls
    "board": "Jc6c4d",
    "oop": "22+,A2s+,K2s+,Q5s+,J7s+,T7s+,96s+,85s+,75s+,64s+,54s,A5o+,K9o+,Q9o+,J9o+,T9o",
    "ip": ("88-22,A9s-A2s,KTs-K3s,QTs-Q5s,J7s+,T7s+,96s+,85s+,74s+,64s+,53s+,A9o-A2o,KJo-K8o,QJo-Q9o,JTo-J9o,T9o"),
    "pot": 60,
    "stack": 970,
    "bet": "flop: 50%; turn: 75%; river: 75%",
    "raise": "60%",
    "raise-cap": 2,
}

PRESETS: dict[str, tuple[str, Settings]] = {
    "seed": ("the river article's spot, which is also the default", {}),
    "full": ("a river, all hands on both sides", FULL),
    "full-pure": ("the same without thresholds", FULL | PURE),
    "single-raised": ("a flop after one raise, cutoff and big blind, 1.2 GB, 0.45 s an iteration", SINGLE_RAISED),
    "3-bet": ("a flop after a 3-bet, button and big blind, 0.2 GB, 0.08 s an iteration", THREE_BET),
    "blinds": ("a flop, small against big blind, 1.5 GB, 0.54 s an iteration", BLINDS),
}
"""Spots by name, with a few words."""
