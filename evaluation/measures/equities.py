"""Equity of hands and ranges that are all-in: exact where it is small, else by random deals with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import randbelow
from typing import Literal, TypeAlias, get_args

import numpy as np

from pokerzoo.envs.poker.cards import CARD_NAMES, check_different, parse_board, parse_cards
from pokerzoo.envs.poker.equities import (
    NO_DEAL,
    AllIn,
    PotShares,
    deal_shares,
    deal_work,
    listed_deals,
    pair_shares,
    pair_work,
    sample_shares,
    share_that_fits,
    table_shares,
)
from pokerzoo.envs.poker.equity_kernels import MAX_PLAYERS
from pokerzoo.envs.poker.ranges import Range, parse_range
from pokerzoo.envs.support.errors import ParameterError, cut_text
from pokerzoo.envs.support.formats import number_text
from pokerzoo.envs.support.parameters import check_choice, check_int
from pokerzoo.envs.support.records import Record
from pokerzoo.envs.support.tables import Column, Table, Tabled

from .intervals import Interval, alike_interval, t_interval

Method: TypeAlias = Literal["auto", "exact", "sample"]
"""Methods of finding equities."""
SAMPLES = 1_000_000
"""Random deals by default."""
QUICK = 1.0
"""Seconds, about, that ``"auto"`` may take for exact numbers."""
LONGEST = 300.0
"""Seconds, about, that ``"exact"`` may take."""
ROUNDING = 1e-9
"""The least share of two players' hands that can be dealt together; below it differences of sums would be rounding."""
SORTED, COMPARED = 40e-9, 1.5e-9
"""Seconds, about, for a strength that is put in order, and for one that is compared."""
LONGEST_HAND = 40
"""Characters of a range that a table shows."""


@dataclass(frozen=True)
class PlayerEquity(Record):
    """The equity of one player: the share of the pot that the player gets on average.

    Attributes:
        hand: the hand or range, as it was given.
        equity: the mean share of the pot, 0 to 1. A player who wins alone has all of it; two who tie have half each.
        win: how often the player wins alone, 0 to 1.
        tie: how often the player shares the pot, 0 to 1.
        standard_error: standard error of ``equity``; 0 where it is exact.
        interval: the 95% interval of ``equity``; of width 0 where it is exact.

    Example:
        >>> from pokerzoo.evaluation import equity
        >>> player = equity(["AsKs", "QQ+"], board="Qs7s2d").players[0]
        >>> player.hand, round(player.equity, 4), player.tie, player.standard_error
        ('AsKs', 0.366, 0.0, 0.0)
    """

    hand: str
    equity: float
    win: float
    tie: float
    standard_error: float
    interval: Interval


@dataclass(frozen=True)
class Equity(Tabled, Record):
    """The equities of all players; prints as a small table.

    Attributes:
        players: what each player has, in the order in which they were given.
        board: the public cards, such as ``QsJh2h``.
        dead: further cards that cannot come.
        exact: whether every deal was counted. If not, deals were drawn at random.
        deals: how many deals were counted or drawn. A deal gives hands to all players and turns up the cards to come.
        seed: of the random deals; None where there are none.

    Example:
        >>> from pokerzoo.evaluation import equity
        >>> found = equity(["AsKs", "QQ+", "random"], samples=10_000, seed=1)
        >>> found.exact, found.deals, [round(share, 1) for share in found.equities]
        (False, 10000, [0.3, 0.6, 0.1])
    """

    players: tuple[PlayerEquity, ...]
    board: str
    dead: str
    exact: bool
    deals: int
    seed: int | None

    @property
    def equities(self) -> tuple[float, ...]:
        """The equity of each player, 0 to 1; they add up to 1."""
        return tuple(player.equity for player in self.players)

    def to_table(self) -> Table:
        """A row a player, and how the numbers were found."""
        columns = {
            "hand": Column("hand", lambda hand: cut_text(hand, LONGEST_HAND)),
            "equity": Column("equity", ".2%"),
            "interval": Column("95% interval", lambda ends: " to ".join(number_text(end, ".2%") for end in ends)),
            "win": Column("wins", ".2%"),
            "tie": Column("ties", ".2%"),
        }
        if self.exact:
            del columns["interval"]
        how = f"exact, {self.deals:,} deals" if self.exact else f"{self.deals:,} random deals, seed {self.seed}"
        return Table.of_records("", self.players, columns, [how])


def equity(
    hands: Sequence[str | Range],
    board: str = "",
    dead: str = "",
    *,
    method: Method = "auto",
    samples: int = SAMPLES,
    seed: int | None = None,
) -> Equity:
    """The share of the pot that each player gets on average if all are all-in now.

    All ways to give each player a hand of the range, no card twice, count by the product of their weights, and all cards that
    may still come are as likely as each other.

    >>> print(equity(["AsKs", "QQ+"], board="Qs7s2d"))
    hand  equity    wins   ties
    AsKs  36.60%  36.60%  0.00%
    QQ+   63.40%  63.40%  0.00%
    exact, 8,910 deals

    Args:
        hands: two to ten players' hands (``"AsKs"``) or ranges (``"QQ+, AKs:0.5"``, ``"random"``), as strings that
            ``parse_range`` reads or as ranges.
        board: no public cards, three, four or five.
        dead: dead cards, which no player can have and which cannot come.
        method: ``"exact"`` counts all deals, ``"sample"`` draws some, ``"auto"`` counts where that takes a second at most.
            This is always so for two players before the flop (no card dead) or after it, else if the ranges are small.
        samples: how many deals are drawn, where they are.
        seed: of these deals; None draws one. Equal seeds have equal deals.

    Raises:
        ValueError: a string that cannot be read; one player or more than ten; a card twice among board, dead cards and
            given hands. Or a range of which these leave nothing; hands that cannot be dealt together; ``"exact"`` where it
            would take more than some minutes.
    """
    all_in = parse_all_in(hands, board, dead)
    check_choice("method", method, get_args(Method))
    check_int("samples", samples, 2, 10**10)
    if seed is not None:
        check_int("seed", seed, 0, 2**128)
    shares = None if method == "sample" else counted_shares(all_in, LONGEST if method == "exact" else QUICK)
    if shares is None and method == "exact":
        raise ParameterError("method", method, "there are too many deals to count; 'sample' draws some")
    exact = shares is not None
    if shares is None:
        seed = randbelow(2**32) if seed is None else seed
        shares = sample_shares(all_in, samples, seed)
    public, gone = ("".join(CARD_NAMES[card] for card in cards) for cards in (all_in.board, all_in.dead))
    texts = [hand.text if isinstance(hand, Range) else hand.strip() for hand in hands]
    return Equity(players_of(texts, shares, exact), public, gone, exact, shares.deals, None if exact else seed)


def parse_all_in(hands: Sequence[str | Range], board: str, dead: str) -> AllIn:
    """The players, from what ``equity`` takes."""
    if isinstance(hands, str) or not 2 <= len(hands) <= MAX_PLAYERS:
        shown = repr(hands) if isinstance(hands, str) else f"{len(hands)} of them"
        raise ParameterError("hands", problem=f"{shown}: must be a list of 2 to {MAX_PLAYERS} hands or ranges")
    cards = parse_board(board, (0, 3, 4, 5))
    gone = parse_cards(dead, "dead")
    check_different("board and dead", cards + gone)
    ranges = []
    for number, hand in enumerate(hands):
        held = hand if isinstance(hand, Range) else parse_range(hand, f"hands[{number}]")
        try:
            ranges.append(held.without(cards + gone))
        except ValueError:
            names = "".join(CARD_NAMES[card] for card in cards + gone)
            raise ParameterError(
                f"hands[{number}]", held.text, f"has no combo without the cards {names} of board and dead"
            ) from None
    needed = 2 * len(ranges) + 5 + len(gone)
    if needed > len(CARD_NAMES):
        raise ParameterError(
            "dead", problem=f"{len(gone)} cards: {len(ranges)} players and a board need {needed - len(gone)} of the 52"
        )
    return AllIn(tuple(ranges), cards, gone)


def counted_shares(all_in: AllIn, seconds: float) -> PotShares | None:
    """Exact shares, or None if they would take longer than ``seconds``."""
    if len(all_in.ranges) == 2 and share_that_fits(all_in) > ROUNDING:
        if not all_in.board and not all_in.dead:
            return table_shares(all_in)
        return pair_shares(all_in) if pair_work(all_in) * SORTED <= seconds else None
    deals = listed_deals(all_in.ranges)
    if deals is None:
        return None
    if not len(deals):
        raise ParameterError("hands", problem=NO_DEAL)
    return deal_shares(all_in, deals) if deal_work(all_in, len(deals)) * COMPARED <= seconds else None


def players_of(hands: Sequence[str], shares: PotShares, exact: bool) -> tuple[PlayerEquity, ...]:
    """The records of all players."""
    result = []
    numbers = np.stack([shares.equity, shares.win, shares.tie, shares.squares], axis=1).tolist()
    for hand, (mean, win, tie, square) in zip(hands, numbers, strict=True):
        error, interval = 0.0, Interval(mean, mean)
        if not exact:
            error = float(np.sqrt(max(0.0, square - mean**2) / (shares.deals - 1)))
            interval = t_interval(mean, error, shares.deals) if error else alike_interval(mean, shares.deals, 0.0, 1.0)
            interval = Interval(max(0.0, interval.low), min(1.0, interval.high))
        result.append(PlayerEquity(hand, mean, win, tie, error, interval))
    return tuple(result)
