"""Legal bets: fixed, no-limit from a list of sizes (``Line`` asks at each decision), and of whole hands."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pokerzoo.envs.support.parameters import brief, check_number

from .line import ROUNDING, ordered_sum
from .sizes import BetOptions, Kind, Size, bet_totals

if TYPE_CHECKING:
    from .line import Line


Limit: TypeAlias = Literal["no-limit", "pot-limit", "fixed-limit"]
"""Betting limit."""


@dataclass(frozen=True, slots=True)
class FixedBets:
    """Bets of one size; a player whose stack is shorter bets or raises all-in for less.

    Attributes:
        bet: chips of a bet, and of a raise beyond the call, up to the stack (``PokerRules.stack``).
        max_bets: for each player, the number of bets and raises of all players in this round from which on the player may only
            call or fold.

    Raises:
        ValueError: ``bet`` is not a number above 0, or ``max_bets`` is no tuple of a whole number for each player.

    >>> FixedBets(bet=2.0, max_bets=(2, 2))  # Leduc's first round: bets of 2, a bet and a raise at most
    FixedBets(bet=2.0, max_bets=(2, 2))
    """

    bet: float
    max_bets: tuple[int, ...]

    def __post_init__(self) -> None:
        check_number("bet", self.bet, 0, inf, above=True)
        check_max_bets(self.max_bets)

    def totals(self, line: Line) -> tuple[float, ...]:
        """The totals in this round to which the actor may bet or raise; empty, or one.

        Args:
            line: the betting so far.
        """
        if line.num_bets >= self.max_bets[line.actor]:
            return ()
        faced, betting = max(line.round_contributions), line.betting
        if betting.stack is None:
            return (faced + self.bet,)
        # After each round the players who are left have put in the same beyond their antes, so all can go as far as the actor.
        all_in = betting.without_error(betting.antes[line.actor] + betting.stack - line.before[line.actor])
        slack = ROUNDING * betting.max_contribution
        if faced >= all_in - slack:
            return ()
        return (faced + self.bet if faced + self.bet < all_in - slack else all_in,)


def check_max_bets(given: Any) -> None:
    """ValueError unless it is a tuple with a whole number for each player."""
    if not isinstance(given, tuple) or len(given) < 2 or not all(type(count) is int and count >= 0 for count in given):
        allowed = "must be a tuple of whole numbers, one for each player: (1, 1) is one bet in the round for both"
        raise ValueError(f"max_bets={brief(given)}: {allowed}")


@dataclass(frozen=True, slots=True)
class SizedBets:
    """No-limit bets of the sizes that the options give."""

    options: BetOptions
    streets_left: int  # betting rounds left with this one

    def totals(self, line: Line) -> tuple[float, ...]:
        """The totals in this round to which the actor may bet or raise, ascending."""
        here = self.where(line)
        least = max(self.options.min_bet, self.options.chip)
        if line.betting.num_players > 2 and not (line.may_raise(least) and here["other"] < here["stack"]):
            return ()
        return bet_totals(self.options_at(line), **here)

    def options_at(self, line: Line) -> BetOptions:
        """The options at a line, where it has sizes of its own."""
        if not line.betting.sizes_at:
            return self.options
        own = line.betting.sizes_by_line.get(line.bare_moves)
        return self.options if own is None else own.applied(self.options, line.actor, kind_of_bet(line))

    def where(self, line: Line) -> dict[str, Any]:
        """The part of a line that ``bet_totals`` depends on."""
        own, other = line.round_contributions[line.actor], max(line.round_contributions)
        more = {"last_raise": line.last_raise} if line.betting.num_players > 2 else {}
        return more | {
            "player": line.actor,
            # of what was there before, exact; spots keep the difference, in whose last bits sizes without a chip are written
            "pot": ordered_sum(line.before) if line.betting.blinds else line.pot - own - other,
            "own": own,
            "other": other,
            "stack": self.most(line),
            "num_bets": line.num_bets,
            "streets_left": self.streets_left,
            "donk": line.is_donk,
        }

    def most(self, line: Line) -> float:
        """The actor's all-in total in this round: no more than another player who can act has."""
        if not line.betting.stacks:
            return line.stack_of(line.actor)
        others = [
            line.stack_of(player)
            for player, out in enumerate(line.folded)
            if not out and player != line.actor and not line.is_all_in(player)
        ]
        return min(line.stack_of(line.actor), max(others, default=0.0))


def kind_of_bet(line: Line) -> Kind:
    """The kind of bet that is due at a line; where a street has no sizes of donk bets, they are bets."""
    if max(line.round_contributions) > 0:  # the big blind raises a call of its blind
        return "raise"
    return "donk" if line.is_donk else "bet"


@dataclass(frozen=True, slots=True)
class TableBets:
    """Bets on one street of a whole hand, for any number of players and any stacks."""

    limit: Limit
    least: float  # chips of the least bet; under fixed limit of every bet, and of a raise beyond the call
    sizes: tuple[tuple[Size, ...], ...] | None  # by bets in the round, the blinds counting as one; None: every whole amount
    raise_cap: int | None = None  # bets and raises in the round; under fixed limit all-ins below half a bet do not count

    def totals(self, line: Line) -> tuple[float, ...]:
        """Not for whole hands: a whole hand is no ``Line``."""
        raise ValueError("whole hands have no list of all lines: play them (envs.whole_hands), or take a spot out of one")
