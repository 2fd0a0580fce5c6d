"""The actions that local best response considers in whole hands, by street."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, inf
from typing import NamedTuple, TypeAlias

from pokerzoo.envs.betting.row import ACTOR, BET, CALL, CALL_TO, FOLD, HIGHEST, IN_ROUND, LEAST_TO, LEGAL, MOST_TO, POT, TOTALS
from pokerzoo.envs.betting.sizes import parse_sizes
from pokerzoo.envs.betting.street_sizes import HAND_STREETS
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.errors import ParameterError, did_you_mean
from pokerzoo.envs.support.parameters import check_choice
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import play_move

LbrActions: TypeAlias = str | Mapping[str, str] | None
"""Type of the parameter ``actions``."""


class StreetActions(NamedTuple):
    """Actions of LBR on a street, beside check and call."""

    folds: bool
    bets: tuple[float, ...] | None  # shares of the pot after a call, infinity for all-in; None: the game's own sizes


CALLS_ALONE = StreetActions(False, ())
NAMED = {
    "call": CALLS_ALONE,
    "fold_call": StreetActions(True, ()),
    "pot_all_in": StreetActions(True, (1.0, inf)),
    "56_bets": StreetActions(True, (*(0.05 * 1.15**k for k in range(55)), inf)),
}
"""The sets of Lisy and Bowling (2017): ``C``, ``FC``, ``FCPA`` and ``56 bets``, shares of the pot from 5% up by 15% each."""
GAMES_OWN = StreetActions(True, None)


class LbrMove(NamedTuple):
    """A move of LBR."""

    kind: int  # FOLD, CALL or BET
    total: int  # the total of the round after it, in the smallest unit
    size: int  # the number of the game's size, or of the one nearest to it

    def after(self, state: TexasHoldemState) -> TexasHoldemState:
        """The state after it, whether or not the game has the size."""
        row = state.row.copy()
        play_move(state.game.rules_row, row, self.kind, self.total, self.size)
        return TexasHoldemState(state.game, row)


def actions_by_street(actions: LbrActions, first_street: str) -> tuple[StreetActions, ...]:
    """Actions of LBR on each of the four streets; ValueError if it cannot be read."""
    check_choice("first_street", first_street, HAND_STREETS)
    if isinstance(actions, Mapping):
        for street in actions:
            check_choice("actions", street, HAND_STREETS)
        result = [street_actions(f"actions[{street!r}]", actions.get(street, "call")) for street in HAND_STREETS]
    else:
        result = [street_actions("actions", actions)] * len(HAND_STREETS)
    first = HAND_STREETS.index(first_street)
    return (*[CALLS_ALONE] * first, *result[first:])


def street_actions(name: str, value: str | None) -> StreetActions:
    """The actions on a street from a name or a list of sizes."""
    if value is None:
        return GAMES_OWN
    allowed = f"{', '.join(NAMED)}, or sizes such as '50%,100%,a'"
    if not isinstance(value, str):
        raise ParameterError(name, value, f"allowed: {allowed}")
    if value in NAMED:
        return NAMED[value]
    if value.replace("_", "").isidentifier():
        raise ParameterError(name, value, f"no such set of actions; allowed: {allowed}{did_you_mean(value, NAMED)}")
    sizes = parse_sizes(value, "bet", name)
    shares = [inf if size.unit == "a" else (size.amount or 0.0) / 100 for size in sizes if size.unit in "%a"]
    if len(shares) < len(sizes):
        raise ParameterError(name, value, "sizes must be shares of the pot (50%) or all-in (a)")
    return StreetActions(True, tuple(shares))


def moves_at(state: TexasHoldemState, allowed: StreetActions) -> list[LbrMove]:
    """The moves that LBR considers: fold, call, bets from small to large."""
    game, row = state.game, state.row
    result = [LbrMove(CALL, row.item(CALL_TO), 0)]
    if allowed.folds and row.item(LEGAL) >> FOLD & 1:
        result.insert(0, LbrMove(FOLD, row.item(IN_ROUND + row.item(ACTOR)), 0))
    if not row.item(LEAST_TO):
        return result
    if allowed.bets is None:
        totals = [round(state.total_of(action) / game.chip) for action in state.legal_actions() if action >= BET]
        return result + [LbrMove(BET, total, size_of(game, row, total)) for total in totals]
    least, most, highest = row.item(LEAST_TO), row.item(MOST_TO), row.item(HIGHEST)
    called = row.item(POT) + row.item(CALL_TO) - row.item(IN_ROUND + row.item(ACTOR))
    wanted = {most if share == inf else highest + floor(share * called + 0.5) for share in allowed.bets}
    return result + [
        LbrMove(BET, total, size_of(game, row, total)) for total in sorted({min(max(w, least), most) for w in wanted})
    ]


def size_of(game: TexasHoldemGame, row: Int64s, total: int) -> int:
    """The number of the game's size that is nearest to a total; 0 where every whole amount is an action."""
    if game.any_amount:
        return 0
    bets = [action for action in game.actions_of(row.item(LEGAL)) if action >= BET]
    return min(bets, key=lambda action: abs(row.item(TOTALS + action) - total), default=BET) - BET
