"""All-ins of less than a full bet or raise do not reopen the betting: spots for three beside the rule and whole hands."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line import BET, Line

STACKS = [seats for short in (5, 15, 20, 25, 35) for seats in set(permutations((180, short, 120)))]


def spot(stacks: tuple[float, ...], **params: Any) -> Any:
    ranges = ("AsAh", "KsKd", "TsTd")
    return make_game("holdem", board="QsJh2h8d3c", ranges=ranges, pot=60, stack=stacks, **params)


def may_raise(line: Line, least: float) -> bool:
    """TDA 47, move by move: a player who has acted may raise only against a full bet or raise since."""
    totals, largest, acted = [0.0, 0.0, 0.0], least, False
    for _, player, kind, total in line.actions:
        if kind == BET:
            largest = max(largest, total - max(totals))
        totals[player] = total
        acted |= player == line.actor
    faced = max(totals)
    others = [seat for seat in range(3) if seat != line.actor and not line.folded[seat]]
    reach = min(line.stack_of(line.actor), max(line.stack_of(seat) for seat in others if totals[seat] < line.stack_of(seat)))
    return reach > faced and (not acted or faced - totals[line.actor] >= largest)


@pytest.mark.parametrize("least", [{"min_bet": 20}, {"chip": 20}, {"min_bet": 10, "chip": 20}, {"min_bet": 30}])
def test_no_all_in_of_less_reopens_the_betting(least: dict[str, float]) -> None:
    closed = 0
    for stacks in STACKS:
        for line in spot(stacks, bet_sizes="50%,a", raise_sizes="60%,a", **least).rules.root.line.walk():
            others = [seat for seat in range(3) if seat != line.actor and not (line.folded[seat] or line.is_all_in(seat))]
            if line.is_over or not others:
                continue
            raises = any(kind == BET for kind, _ in line.moves)
            assert raises == may_raise(line, max(least.values())), (stacks, line)
            closed += not raises and line.num_bets > 0
    assert closed > 10
