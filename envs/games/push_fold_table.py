"""Push/fold at a table of two to nine players, with unequal stacks, antes, and payoffs in chips or prize money: the rules.

Players act in turn, the big blind last. The first to go in pushes all-in; later ones may call with all they have. At most three
players are all-in: after that all others fold. So a way of the hand to its end is the set of the players who are in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np

from pokerzoo.envs.betting.bets import sized_bets
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.betting.row import IN_HAND, LIVE, STACKS
from pokerzoo.envs.betting.setup import Betting, Round
from pokerzoo.envs.poker.preflop_equities import DEALS, MAX_DEALS
from pokerzoo.envs.poker.prizes import MODELS, MOST_PLAYERS, checked_payouts, is_empty, worth_after
from pokerzoo.envs.poker.three_way_orders import ORDERS
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_choice, check_floats, check_int, check_number

SMALL_BLIND, BIG_BLIND = 0.5, 1.0
MAX_STACK = 1000
MOST_AT_TABLE = 9
MOST_ALL_IN = 3
POSITIONS = ("UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN", "SB", "BB")
"""Names of nine seats in the order of acting; fewer players have the last names, the first of them UTG."""
LEAST_ELSEWHERE, MOST_ELSEWHERE = 1e-3, 1e6
"""Big blinds of a player at another table: stacks stay within the ratio that ``prize_equities`` allows."""
In: TypeAlias = tuple[int, ...]
"""Players who are all-in, in the order of acting."""


class TableDecision(NamedTuple):
    """A point at which a player goes all-in or folds."""

    player: int
    before: In  # who is in already


class Ending(NamedTuple):
    """An end of the hand."""

    players: In  # who is in
    decisions: tuple[int, ...]  # for each player the number of their decision on the way; -1 where they have none
    payoffs: Floats  # float64 [orders, players]: 1 of one hand, 3 of two (the first wins, tie, second), 13 of three


@dataclass(frozen=True)
class PushFoldTable:
    """A hand of push/fold at a table; ``push_fold_table`` makes it. Players are numbers in the order of acting.

    Attributes:
        stacks: each player's chips before blinds and antes, in big blinds; the first to act first, the big blind last.
        ante: the ante of each player.
        big_blind_ante: the ante of the big blind for all.
        payouts: prizes of the tournament; empty: payoffs are net chips.
        others: chips of the tournament's other players, who are not at the table.
        prize_model: the worth of stacks: see ``prize_equities``.
        deals: random deals from which the outcomes of three hands are estimated.
        seed: of these deals.

    Example:
        >>> from pokerzoo.push_fold import push_fold_table
        >>> table = push_fold_table([10] * 6, payouts=(50, 30, 20))
        >>> table.positions, len(table.decisions), len(table.endings)
        (('UTG', 'HJ', 'CO', 'BTN', 'SB', 'BB'), 40, 41)
    """

    stacks: tuple[float, ...]
    ante: float
    big_blind_ante: float
    payouts: tuple[float, ...]
    others: tuple[float, ...]
    prize_model: str
    deals: int
    seed: int

    @property
    def num_players(self) -> int:
        """Players at the table."""
        return len(self.stacks)

    @property
    def positions(self) -> tuple[str, ...]:
        """The names of the seats, in the order of acting."""
        names = POSITIONS[-self.num_players :]
        return names if self.num_players <= 3 else ("UTG", *names[1:])

    @property
    def pool(self) -> float:
        """The unit of gains: all prizes, or with chips one big blind."""
        return sum(self.payouts) if self.payouts else BIG_BLIND

    @property
    def antes(self) -> tuple[float, ...]:
        """Chips that each player puts in and that count towards no bet."""
        return (*[self.ante] * (self.num_players - 1), self.ante + self.big_blind_ante)

    @property
    def blinds(self) -> tuple[float, ...]:
        """Chips that each player has bet before the first acts."""
        return (*[0.0] * (self.num_players - 2), SMALL_BLIND, BIG_BLIND)

    @cached_property
    def betting(self) -> Betting:
        """The posts and the stacks, with all-in as the one raise."""
        bets = sized_bets("", "a", players=self.num_players, min_bet=BIG_BLIND, merging_threshold=0)
        dead = (*[0.0] * (self.num_players - 1), self.big_blind_ante)
        return Betting((self.ante,) * self.num_players, (Round(0, bets),), self.blinds, self.stacks, dead=dead)

    @cached_property
    def decisions(self) -> tuple[TableDecision, ...]:
        """All decisions, by player. The big blind has none if all have folded."""
        last = self.num_players - 1
        return tuple(
            [
                TableDecision(player, before)
                for player in range(self.num_players)
                for size in range(MOST_ALL_IN)
                for before in combinations(range(player), size)
                if player != last or before
            ]
        )

    @cached_property
    def endings(self) -> tuple[Ending, ...]:
        """All ends of the hand, with what they pay."""
        number = {decision: k for k, decision in enumerate(self.decisions)}
        result = []
        for size in range(1, MOST_ALL_IN + 1):
            for live in combinations(range(self.num_players), size):
                before = [tuple([one for one in live if one < player]) for player in range(self.num_players)]
                on_the_way = [number.get(TableDecision(*point), -1) for point in enumerate(before)]
                result.append(Ending(live, tuple(on_the_way), self._payoffs(live)))
        return tuple(result)

    def line(self, decision: TableDecision) -> str:
        """The moves before a decision: ``f`` a fold, ``j`` a push, ``c`` a call.

        Args:
            decision: one of ``decisions``.

        >>> table = push_fold_table([10] * 5)
        >>> table.line(TableDecision(3, (0, 2)))
        'jfc'
        """
        first = decision.before[:1]
        return "".join("f" if k not in decision.before else "j" if (k,) == first else "c" for k in range(decision.player))

    def _payoffs(self, live: In) -> Floats:
        """float64 [orders, players]: payoffs of an end by the order of the hands that are in."""
        row = self.betting.start_row.copy()
        row[LIVE] = sum([1 << player for player in live])
        for player in live:
            row[IN_HAND + player] += row[STACKS + player]
        end, rows = Line(self.betting, row, None), []
        for ranks in showdown_orders(len(live)):
            strengths = [0] * self.num_players
            for player, rank in zip(live, ranks, strict=True):
                strengths[player] = -rank
            rows.append(self._worth(np.array(end.payoffs_of(strengths))))
        return np.array(rows)

    def _worth(self, won: Floats) -> Floats:
        """float64 [players]: net chips as they are, or the prize money of the stacks that they leave."""
        if not self.payouts:
            return won
        return worth_after(won, self.stacks, self.others, self.payouts, self.prize_model)


def showdown_orders(hands: int) -> list[tuple[int, ...]]:
    """The orders of strength of one, two or three hands, as ranks: the best 0, ties alike."""
    if hands == 1:
        return [(0,)]
    return [(0, 1), (0, 0), (1, 0)] if hands == 2 else [tuple(row) for row in ORDERS.tolist()]


def push_fold_table(
    stacks: Sequence[float],
    *,
    ante: float = 0,
    big_blind_ante: float = 0,
    payouts: Sequence[float] | Floats = (),
    others: Sequence[float] | Floats = (),
    prize_model: str = "icm",
    deals: int = DEALS,
    seed: int = 0,
) -> PushFoldTable:
    """A table of two to nine players who go all-in or fold, with blinds of 0.5 and 1; chips are in big blinds.

    At most three players go all-in.

    Args:
        stacks: each player's chips before blinds and antes, the first to act first and the big blind last. Each is above what
            the player posts, and at most 1000.
        ante: the ante of each player.
        big_blind_ante: the ante of the big blind for all.
        payouts: the prizes, the first place's first: payoffs are prize money. Without them payoffs are net chips.
        others: with ``payouts``, the chips of players who are left in the tournament but not at this table, in big blinds:
            each from 0.001 to 1,000,000.
        prize_model: with ``payouts``: ``"icm"``, ``"proportional"`` or ``"winner_takes_all"``.
        deals: number of random deals of nine hands from which the outcomes of three hands are estimated.
        seed: the seed of these deals.

    Raises:
        ValueError: a value that is not allowed.

    Example:
        >>> from pokerzoo.push_fold import push_fold_table
        >>> push_fold_table([12, 8, 5, 10], ante=0.1, payouts=(50, 30, 20)).positions
        ('UTG', 'BTN', 'SB', 'BB')
    """
    allowed = f"must be the chips of 2 to {MOST_AT_TABLE} players in big blinds, each at most {MAX_STACK}"
    chips = check_floats("stacks", stacks, allowed)
    if chips.ndim != 1 or not 2 <= len(chips) <= MOST_AT_TABLE or not (np.isfinite(chips) & (chips <= MAX_STACK)).all():
        raise ParameterError("stacks", stacks, allowed)
    check_number("ante", ante, 0, MAX_STACK)
    check_number("big_blind_ante", big_blind_ante, 0, MAX_STACK)
    check_int("deals", deals, 1, MAX_DEALS)
    check_int("seed", seed, 0, 2**63 - 1)
    check_choice("prize_model", prize_model, MODELS)
    prizes = tuple(checked_payouts(payouts).tolist()) if not is_empty(payouts) else ()
    allowed = (
        f"must be the chips of the players elsewhere in big blinds, each from {LEAST_ELSEWHERE:g} to {MOST_ELSEWHERE:g}, "
        f"of at most {MOST_PLAYERS - len(chips)} players"
    )
    elsewhere = np.zeros(0) if is_empty(others) else check_floats("others", others, allowed)
    within = elsewhere.ndim == 1 and bool(((elsewhere >= LEAST_ELSEWHERE) & (elsewhere <= MOST_ELSEWHERE)).all())
    if not within or len(elsewhere) > MOST_PLAYERS - len(chips):
        raise ParameterError("others", others, allowed)
    if not prizes and (len(elsewhere) or prize_model != "icm"):
        raise InputError("others and prize_model: only with payouts; without them payoffs are chips")
    if len(prizes) > len(chips) + len(elsewhere):
        raise ParameterError(
            "payouts",
            problem=f"{len(prizes)} prizes for {len(chips) + len(elsewhere)} players: must be at most one prize a player",
        )
    table = PushFoldTable(
        tuple(chips.tolist()), float(ante), float(big_blind_ante), prizes, tuple(elsewhere.tolist()), prize_model, deals, seed
    )
    for player, posted in enumerate(np.add(table.antes, table.blinds).tolist()):
        if not chips[player] > posted:
            raise InputError(
                f"stacks[{player}]={chips[player]:g}: must be above {posted:g}, which the {table.positions[player]} posts"
            )
    return table
