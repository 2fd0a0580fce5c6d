"""The betting of a poker game as one value: who puts in what, in which rounds, and what may be bet."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from itertools import accumulate
from math import floor, inf, log10
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.parameters import SMALLEST_PAYOFF, check_int, check_number

from .bets import FixedBets, SizedBets, TableBets
from .line import BET, Line, first_line, ordered_sum
from .line_counts import LineCounts, count_lines

if TYPE_CHECKING:
    from .sizes_at import SizesAt


@dataclass(frozen=True, slots=True)
class Round:
    """One betting round.

    Attributes:
        public_cards: cards turned up before the round.
        bets: what may be bet; None: cards are turned up, and no player acts.
        at_once: True if the cards are turned up together, as one chance move in which their order does not count (a flop).
        first: the player who acts first.

    >>> from pokerzoo.envs import FixedBets
    >>> Round(public_cards=1, bets=FixedBets(4.0, (2, 2)))
    Round(public_cards=1, bets=FixedBets(bet=4.0, max_bets=(2, 2)), at_once=False, first=0)
    """

    public_cards: int
    bets: FixedBets | SizedBets | TableBets | None
    at_once: bool = False
    first: int = 0

    @property
    def deals(self) -> tuple[int, ...]:
        """Cards of each public deal before the round."""
        return (self.public_cards,) if self.at_once and self.public_cards else (1,) * self.public_cards


@dataclass(frozen=True)
class TableSetup:
    """Stacks, button and posted chips of the seats before the cards are dealt; amounts are multiples of ``chip``."""

    stacks: tuple[float, ...]  # chips of each seat before anything is posted; a seat with 0 is not dealt in
    button: int
    big_blind: float
    blinds: tuple[float, ...]  # live bets of each seat, a straddle included; less where a stack has no more
    dead: tuple[float, ...]  # chips of each seat that are no bet: the big blind's ante
    first: int  # the seat where the search for the first to act before the flop begins
    to_match: float  # the amount to call at first: the largest blind or straddle, even where a stack is shorter
    chip: float = 1.0
    no_flop_no_drop: bool = True  # hands that end before the flop pay no rake
    chips_in_play: float | None = None  # all chips of the players; None: the chips of ``stacks``


@dataclass(frozen=True)
class Betting:
    """The betting of a poker game, the same whatever cards fall.

    Attributes:
        antes: chips that each player puts in before the deal; their number is the number of players.
        rounds: the betting rounds in order.
        blinds: chips that each player bets before the first move, beside the ante; the largest is the first round's first bet.
            Empty: none.
        stack: chips that each player has behind after the ante; None: all that the betting can ask for.
        stacks: chips that each player has behind after the ante, where they differ; the largest is ``stack``. Empty: all have
            ``stack``.
        removed: lines that are not played, as public histories with the move at their end (``b25r75``).
        sizes_at: points of the betting with more, or fewer, sizes than their street (``check_sizes_at``). Empty: none.
        rake_rate: share of the pot that the house takes from every pot that is called or folded.
        rake_cap: the most that it takes, in chips.
        no_flop_no_drop: True if it takes nothing of a pot before the first public card.
        max_lines: a betting with more lines is refused when its lines are counted; None: no limit.
        table: what whole hands have beside all this: blinds, stacks and a button; None: players are dealt in after the antes.

    Raises:
        ValueError: an amount of chips that is negative or not finite, or amounts that do not go together.

    >>> from pokerzoo.envs import FixedBets, Round
    >>> kuhn = Betting(antes=(1.0, 1.0), rounds=(Round(public_cards=0, bets=FixedBets(1.0, (1, 1))),))
    >>> [line.text for line in kuhn.lines]
    ['', 'x', 'xx', 'xb', 'xbf', 'xbc', 'b', 'bf', 'bc']
    """

    antes: tuple[float, ...]
    rounds: tuple[Round, ...]
    blinds: tuple[float, ...] = ()
    stack: float | None = None
    stacks: tuple[float, ...] = ()
    removed: frozenset[str] = frozenset()
    sizes_at: tuple[SizesAt, ...] = ()
    rake_rate: float = 0.0
    rake_cap: float = inf
    no_flop_no_drop: bool = False
    table: TableSetup | None = None
    max_lines: int | None = None

    def __post_init__(self) -> None:
        for player, ante in enumerate(self.antes):
            check_number(f"antes[{player}]", ante, 0, inf)
        if self.blinds and len(self.blinds) != len(self.antes):
            raise ValueError(f"blinds={self.blinds}: must be one for each of the {len(self.antes)} players")
        for player, blind in enumerate(self.blinds):
            check_number(f"blinds[{player}]", blind, 0, inf)
        for number, betting in enumerate(self.rounds):
            check_int(f"rounds[{number}].first", betting.first, 0, len(self.antes) - 1)
            bets = betting.bets
            if isinstance(bets, FixedBets) and len(bets.max_bets) != len(self.antes):
                raise ValueError(
                    f"rounds[{number}].bets.max_bets={bets.max_bets}: must be one for each of the {len(self.antes)} players"
                )
        if self.stack is not None:
            check_number("stack", self.stack, 0, inf, above=True)
            if self.stack <= max(self.blinds, default=0.0):
                raise ValueError(f"stack={self.stack:g}: must be above {max(self.blinds):g}, the largest blind")
        if self.stacks:
            self._check_stacks()
        if 0 < self.max_contribution < SMALLEST_PAYOFF:
            raise ValueError(
                f"antes={self.antes}: no player can put in more than {self.max_contribution:g} chips in all; "
                f"must be at least {SMALLEST_PAYOFF:g}"
            )
        check_number("rake_rate", self.rake_rate, 0, 1)
        if self.rake_cap != inf:
            check_number("rake_cap", self.rake_cap, 0, inf)
            if not self.rake_rate:
                raise ValueError(f"rake_cap={self.rake_cap:g}: needs rake_rate; without a rate the house takes nothing")

    def __getstate__(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)}  # and nothing that was worked out from them

    def _check_stacks(self) -> None:
        """ValueError unless ``stacks`` are one for each player, the largest ``stack``, and bets have sizes."""
        for player, behind in enumerate(self.stacks):
            check_number(f"stacks[{player}]", behind, 0, inf, above=True)
        if len(self.stacks) != self.num_players or max(self.stacks) != self.stack:
            raise ValueError(
                f"stacks={self.stacks}: must be {self.num_players} numbers, the largest of them stack={self.stack}"
            )
        if self.blinds or not all(betting.bets is None or isinstance(betting.bets, SizedBets) for betting in self.rounds):
            raise ValueError(f"stacks={self.stacks}: stacks may differ only without blinds and with bets that have sizes")

    @property
    def num_players(self) -> int:
        """Number of players."""
        return len(self.antes)

    @cached_property
    def is_sized(self) -> bool:
        """True if bets have several sizes, which histories and action names must tell."""
        return any(isinstance(r.bets, SizedBets) for r in self.rounds)

    @cached_property
    def amounts(self) -> tuple[float, ...]:
        """The totals of all bets and raises that occur, ascending; empty where there is one size, which needs no number."""
        if not self.is_sized:
            return ()
        return self.counts.amounts

    @cached_property
    def sizes_by_line(self) -> dict[str, SizesAt]:
        """``sizes_at`` by line."""
        return {one.line: one for one in self.sizes_at}

    @cached_property
    def bet_ids(self) -> dict[float, int]:
        """The action id of each of ``amounts``."""
        return {total: BET + k for k, total in enumerate(self.amounts)}

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The whole betting tree without cards, depth first."""
        return tuple(self.start.walk())

    @property
    def num_distinct_actions(self) -> int:
        """Fold, check or call, and the bet sizes."""
        return BET + max(1, len(self.amounts))

    @cached_property
    def max_contribution(self) -> float:
        """The most chips that a player can put into one hand, the ante included."""
        if self.table is not None:
            return max(self.table.stacks)
        if self.stack is not None:
            return max(self.antes) + self.stack
        most = [r.bets.bet * max(r.bets.max_bets) if isinstance(r.bets, FixedBets) else 0.0 for r in self.rounds]
        first = self.rounds[0].bets
        if self.blinds and isinstance(first, FixedBets):  # the first bet is the big blind
            most[0] = max(self.blinds) + first.bet * (max(first.max_bets) - 1)
        return max(self.antes) + ordered_sum(most)

    def most_of(self, player: int) -> float:
        """The most chips that one player can put into a hand, the ante included.

        Args:
            player: the seat, from 0.
        """
        return self.antes[player] + self.stacks[player] if self.stacks else self.max_contribution

    @cached_property
    def _decimals(self) -> int:
        """Decimal places of amounts, of which a sum of the largest still has all."""
        return 12 - floor(log10(self.max_contribution))

    def without_error(self, amount: float) -> float:
        """An amount without the rounding errors of a sum or difference: 6.4 for 26.4 - 20, which is 6.399999999999999.

        Args:
            amount: chips, as they were worked out.
        """
        return round(amount, self._decimals)

    @cached_property
    def deals(self) -> tuple[int, ...]:
        """Cards of each public deal, in order."""
        return tuple(cards for betting in self.rounds for cards in betting.deals)

    @cached_property
    def deals_through(self) -> tuple[int, ...]:
        """For each round the public deals before its first move."""
        return tuple(accumulate(len(betting.deals) for betting in self.rounds))

    @cached_property
    def deals_with_betting(self) -> int:
        """Public deals before the last round in which players act; what comes later is cards alone."""
        through = zip(self.rounds, self.deals_through, strict=True)
        return max((deals for own, deals in through if own.bets is not None), default=0)

    @cached_property
    def cards_through(self) -> tuple[int, ...]:
        """For each number of public deals the cards that they turn up."""
        return tuple(accumulate(self.deals, initial=0))

    @cached_property
    def start(self) -> Line:
        """The line before the first move."""
        return first_line(self)

    @cached_property
    def counts(self) -> LineCounts:
        """Numbers of lines, the same on every board; ValueError as in ``count_lines``."""
        return count_lines(self)

    @cached_property
    def made(self) -> dict[object, Any]:
        """Cache of what follows from the betting alone, the same on every board."""
        return {}
