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
    "seed": ("the river article's spot", {}),
    "full": ("a river, all hands on both sides", FULL),
    "full-pure": ("the same without thresholds", FULL | PURE),
    "single-raised": ("a flop after one raise, cutoff and big blind, 1.2 GB, 0.45 s an iteration", SINGLE_RAISED),
    "3-bet": ("a flop after a 3-bet, button and big blind, 0.2 GB, 0.08 s an iteration", THREE_BET),
    "blinds": ("a flop, small against big blind, 1.5 GB, 0.54 s an iteration", BLINDS),
}
"""Spots by name, with a few words."""

RAISES: Settings = {"game": "preflop_holdem", "raise": "2.5x,3.5x,a", "raise-cap": 5}
HAND_PRESETS: dict[str, tuple[str, Settings]] = {
    "fhp": ("flop hold'em with fixed bets from the blinds on, the benchmark of Deep CFR", {"game": "fhp"}),
    # Of the public repository ericgjackson/slumbot2019: runs/ms1f3_params and runs/mb1b1_params. A bet of the pot a street, and
    # no raise of it; stacks are too deep for any other bet to be all-in.
    "ms1f3": (
        "two streets with a bet of the pot each and a showdown on the flop, the tutorial of slumbot2019",
        {
            "game": "preflop_holdem",
            "blinds": "1/2",
            "stack": 162,
            "last-street": "flop",
            "showdown": "at_once",
            "bet": "100%",
            "raise": "preflop: 100%; flop:",
            "raise-cap": 2,
            "chip": 1,
        },
    ),
    "preflop-200bb": ("before the flop, stacks of 200 big blinds, cards without betting after it", RAISES | {"stack": 200}),
    "preflop-100bb": ("the same with 100 big blinds", RAISES | {"stack": 100}),
    "preflop-100bb-flop": (
        "100 big blinds, and a bet of 66% of the pot on 25 flops that stand for all, then cards without betting",
        RAISES
        | {"stack": 100, "last-street": "flop", "flops": "flops:25", "bet": "66%", "raise": "preflop: 2.5x,3.5x,a; flop: a"},
    ),
    "preflop-40bb": ("before the flop, as preflop-200bb, with 40 big blinds", RAISES | {"stack": 40}),
    "preflop-20bb": ("the same with 20 big blinds", RAISES | {"stack": 20, "raise": "2x,2.5x,a"}),
}
"""Games from the blinds on by name, with a few words; ``game`` is the game's name."""
