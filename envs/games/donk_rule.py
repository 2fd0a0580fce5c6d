"""The rule of donk bets in files: the mark of the present rule, and errors about trees of an earlier one.

Up to version 0.2.0 IP's bet had donk sizes, too, where OOP had bet last on the street before and then checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pokerzoo.envs.core import Game
from pokerzoo.envs.poker.bet_sizes import bet_totals
from pokerzoo.envs.poker.betting import SizedBets
from pokerzoo.envs.poker.lines import BET, Line
from pokerzoo.envs.support.parameters import as_tuples, short_repr

from .holdem import MAX_PUBLIC_STATES, HoldemGame, make_holdem

MARK, DONK_RULE = "donk_rule", 2
"""The entry of a header, and its present value; files by the earlier rule have none."""
MOST_NODES = 10**9


def donk_mark(game: Game) -> dict[str, int]:
    """The entry for the header of a file about a game; none for a game without donk bets."""
    return {MARK: DONK_RULE} if isinstance(game, HoldemGame) else {}


def donk_rule_fault(header: Mapping[str, Any], game: Game, advice: str = "solve the spot anew") -> str | None:
    """The fault of a file about a spot whose betting tree was another one by the earlier rule; None if it was the same.

    Args:
        header: of the file, with or without the mark.
        game: the game, as it is now.
        advice: the end of the sentence: what to do.
    """
    if not isinstance(game, HoldemGame) or not may_differ(header, game.params) or not tree_differs(game):
        return None
    return (
        "made by pokerzoo 0.2.0 or older, by an earlier rule of donk bets: "
        f"IP's bet after OOP's check took donk_sizes={short_repr(game.params['donk_sizes'], 200)}, too, "
        f"so the betting tree was another one; {advice}"
    )


def donk_rule_fault_unmade(header: Mapping[str, Any], name: str, params: Any, *advice: str) -> str | None:
    """The fault where the game cannot be made now: a line to remove is not there, or the tree is too large."""
    if name != "holdem" or not isinstance(params, Mapping) or not may_differ(header, params):
        return None
    try:
        room = {"removed": (), "max_nodes": min(4 * int(params.get("max_nodes", MAX_PUBLIC_STATES)), MOST_NODES)}
        return donk_rule_fault(header, make_holdem(**{**as_tuples(params), **room}), *advice)
    except (TypeError, ValueError, OverflowError):
        return None


def is_marked(header: Mapping[str, Any]) -> bool:
    """True if a file was made by the present rule, or a later one."""
    mark = header.get(MARK)
    return isinstance(mark, int) and mark >= DONK_RULE


def may_differ(header: Mapping[str, Any], params: Mapping[str, Any]) -> bool:
    """True if a file has no mark, and its spot has donk sizes."""
    return params.get("donk_sizes") is not None and not is_marked(header)


def tree_differs(game: HoldemGame) -> bool:
    """True if the betting tree was another one by the earlier rule."""
    if not any(has_other_sizes(line.bets) for line in game.rules.rounds):
        return False
    return any(map(differs_at, game.rules.root.betting.walk()))


def has_other_sizes(bets: Any) -> bool:
    """True if IP has other sizes for donk bets than for bets."""
    return isinstance(bets, SizedBets) and bets.options.sizes(1, "donk") != bets.options.sizes(1, "bet")


def differs_at(line: Line) -> bool:
    """True if IP, after OOP's check, had other bets at a line by the earlier rule."""
    if (line.actor, line.aggressor, line.num_bets) != (1, 0, 0) or line.is_over or line.card_due:
        return False
    bets = line.rules.rounds[line.round_index].bets
    if not isinstance(bets, SizedBets) or not has_other_sizes(bets):
        return False
    now, before = bets.totals(line), bet_totals(bets.options, **{**bets.where(line), "donk": True})
    return any(line.bare(BET, total) not in line.rules.removed for total in {*now} ^ {*before})
