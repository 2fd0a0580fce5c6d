"""The betting of a poker game as one value: antes and blinds, stacks, rounds, and the bets allowed in each."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from decimal import Decimal
from functools import cached_property
from itertools import accumulate
from math import inf, lcm
from typing import TYPE_CHECKING, Any

from pokerzoo.envs.support.errors import ParameterError, Shown
from pokerzoo.envs.support.parameters import SMALLEST_PAYOFF, check_int, check_number

from .bets import FixedBets, SizedBets
from .line import Line, first_line
from .line_counts import LineCounts, count_lines
from .rows import menu_of, rules_row, start_row

if TYPE_CHECKING:
    from .sizes import Size
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
    bets: FixedBets | SizedBets | None
    at_once: bool = False
    first: int = 0

    @property
    def deals(self) -> tuple[int, ...]:
        """Cards of each public deal before the round."""
        return (self.public_cards,) if self.at_once and self.public_cards else (1,) * self.public_cards


@dataclass(frozen=True)
class Betting:
    """The betting of a poker game, which does not depend on cards.

    Attributes:
        antes: chips that each player puts in before the deal; their number is the number of players.
        rounds: the betting rounds in order.
        blinds: chips that each player bets before the first move, a straddle included; the largest is the first round's first
            bet. Empty: none.
        stacks: chips of each player before anything is posted; a seat with 0 is not dealt in. Empty: all that the betting can
            ask for.
        pot: chips in the pot at the start, which count as the players' own in equal parts.
        dead: chips that each player posts and that are no bet: a big blind's ante. Empty: none.
        button: the seat with the button; None: the last one. Odd chips of a pot go to the first winners left of it.
        big_blind: the big blind, even where no player posts all of it.
        to_match: the amount to call at first; None: the largest of ``blinds``.
        unit: chips of the smallest unit, of which all amounts are multiples; None: the finest that they need.
        rake_rate: share of the pot that the house takes from every pot that is called or folded.
        rake_cap: the most that it takes, in chips.
        no_flop_no_drop: True if it takes nothing of a pot before the first public card.
        removed: lines that are not played, as public histories with the move at their end (``b25r75``).
        sizes_at: points of the betting with more, or fewer, sizes than their street (``check_sizes_at``). Empty: none.
        max_lines: a betting with more lines is refused when its lines are counted; None: no limit.
        chips_in_play: all chips that players may have, where stacks change from hand to hand; None: the chips of ``stacks``.
        limps: who may call the big blind before a raise: ``"all"``, ``"small_blind"`` (those who have posted) or ``"none"``;
            ``"all_in"``: none, and after a raise nobody calls who can raise, nor raises beyond ``max_callers``.
        max_callers: before the flop the most players who may be in beside the last raiser; the others fold or raise. None: no
            cap.

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
    stacks: tuple[float, ...] = ()
    pot: float = 0.0
    dead: tuple[float, ...] = ()
    button: int | None = None
    big_blind: float = 0.0
    to_match: float | None = None
    unit: float | None = None
    rake_rate: float = 0.0
    rake_cap: float = inf
    no_flop_no_drop: bool = False
    removed: frozenset[str] = frozenset()
    sizes_at: tuple[SizesAt, ...] = ()
    max_lines: int | None = None
    chips_in_play: float | None = None
    limps: str = "all"
    max_callers: int | None = None

    def __post_init__(self) -> None:
        players = len(self.antes)
        for name, amounts in (("antes", self.antes), ("blinds", self.blinds), ("dead", self.dead), ("stacks", self.stacks)):
            if amounts and len(amounts) != players:
                raise ParameterError(name, amounts, f"must be one for each of the {players} players")
            for player, amount in enumerate(amounts):
                check_number(f"{name}[{player}]", amount, 0, inf)
        check_number("pot", self.pot, 0, inf)
        for number, betting in enumerate(self.rounds):
            check_int(f"rounds[{number}].first", betting.first, 0, players - 1)
            bets = betting.bets
            if isinstance(bets, FixedBets) and len(bets.max_bets) != players:
                raise ParameterError(
                    f"rounds[{number}].bets.max_bets", bets.max_bets, f"must be one for each of the {players} players"
                )
        if self.stack is not None and self.stack <= max(self.blinds, default=0.0) and self.unit is None:
            blind = max(self.blinds, default=0.0)
            raise ParameterError("stacks", self.stacks, f"must leave more than {blind:g}, the largest blind, after the ante")
        if 0 < self.max_contribution < SMALLEST_PAYOFF:
            raise ParameterError(
                "antes",
                self.antes,
                f"no player can put in more than {self.max_contribution:g} chips in all; must be at least {SMALLEST_PAYOFF:g}",
            )
        check_number("rake_rate", self.rake_rate, 0, 1)
        if self.rake_cap != inf:
            check_number("rake_cap", self.rake_cap, 0, inf)
            if not self.rake_rate:
                raise ParameterError(
                    "rake_cap", Shown(f"{self.rake_cap:g}"), "needs rake_rate; without a rate the house takes nothing"
                )

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # and nothing that was computed from them

    @cached_property
    def num_players(self) -> int:
        """Number of players."""
        return len(self.antes)

    @cached_property
    def is_sized(self) -> bool:
        """True if bets have several sizes, which histories and action names must distinguish."""
        return any(isinstance(round_.bets, SizedBets) for round_ in self.rounds)

    @cached_property
    def paid_in(self) -> tuple[float, ...]:
        """Chips of each player in the pot before any bet: the ante, and the part of ``pot``."""
        return tuple([ante + self.pot / self.num_players for ante in self.antes])

    @property
    def stack(self) -> float | None:
        """The most chips that a player has behind after the ante; None: all that the betting can ask for."""
        return max([self.behind(player) for player in range(self.num_players)]) if self.stacks else None

    def behind(self, player: int) -> float:
        """Chips that a player has after the ante.

        Args:
            player: the seat, from 0.
        """
        return self.chips(self.units(self.stacks[player]) - self.units(self.antes[player]))

    @cached_property
    def max_contribution(self) -> float:
        """The most chips that a player can put into one hand, with what is ``paid_in``."""
        if self.stacks:
            return max([self.most_of(player) for player in range(self.num_players)])
        most = [
            round_.bets.bet * max(round_.bets.max_bets) if isinstance(round_.bets, FixedBets) else 0.0 for round_ in self.rounds
        ]
        first = self.rounds[0].bets
        if self.blinds and isinstance(first, FixedBets):  # the first bet is the big blind
            most[0] = max(self.blinds) + first.bet * (max(first.max_bets) - 1)
        return max(self.paid_in) + sum(most)

    def most_of(self, player: int) -> float:
        """The most chips that one player can put into a hand, with what is ``paid_in``.

        Args:
            player: the seat, from 0.
        """
        return self.stacks[player] + self.pot / self.num_players if self.stacks else self.max_contribution

    @cached_property
    def pot_units(self) -> int:
        """``pot`` in units."""
        return self.units(self.pot)

    @cached_property
    def ratio(self) -> tuple[int, int]:
        """Units and chips that are the same amount, as whole numbers: (10, 1) for units of 0.1."""
        if self.unit is not None:
            top, bottom = Decimal(repr(float(self.unit))).as_integer_ratio()
            return bottom, top
        return lcm(*[Decimal(repr(float(amount))).as_integer_ratio()[1] for amount in self._amounts()]), 1

    def _amounts(self) -> list[float]:
        """All amounts of chips in the parameters."""
        amounts = [*self.antes, *self.blinds, *self.stacks, *self.dead, self.pot]
        for round_ in self.rounds:
            amounts += () if round_.bets is None else round_.bets.amounts()
        return [amount for amount in amounts if amount != inf]

    def units(self, chips: float) -> int:
        """An amount in units, rounded.

        Args:
            chips: the amount.
        """
        if self.unit is not None:
            return round(chips / self.unit)
        top, bottom = Decimal(repr(float(chips))).as_integer_ratio()
        return (2 * top * self.ratio[0] + bottom) // (2 * bottom)

    def chips(self, units: int) -> float:
        """Units in chips, as the double next to their decimal.

        Args:
            units: whole number.
        """
        per, of_chips = self.ratio
        return units * of_chips / per

    @cached_property
    def menus(self) -> tuple[tuple[Size, ...], ...]:
        """Of each round the bet sizes that its actions from ``BET`` on are, but for all-in."""
        return tuple([menu_of(self, number) for number in range(len(self.rounds))])

    @cached_property
    def has_all_in(self) -> bool:
        """True if all-in is an action of its own: the last one."""
        return any(round_.bets is not None and round_.bets.may_be_all_in for round_ in self.rounds)

    @property
    def any_amount(self) -> bool:
        """True if every whole amount is an action."""
        return any(isinstance(round_.bets, SizedBets) and round_.bets.any_amount for round_ in self.rounds)

    @property
    def num_sizes(self) -> int:
        """Number of actions from ``BET`` on; 0 under bets of any amount."""
        return 0 if self.any_amount else max(len(menu) for menu in self.menus) + self.has_all_in

    @property
    def num_distinct_actions(self) -> int:
        """Fold, check or call, and the bet sizes."""
        return 2 + max(self.num_sizes, 1)

    def size_name(self, round_index: int, number: int) -> str:
        """A bet size of a round by its number: ``50%``, ``all-in``; empty where there is no such size.

        Args:
            round_index: the round, from 0.
            number: the place of the action, from 0 for ``BET``.
        """
        if self.has_all_in and number == self.num_sizes - 1:
            bets = self.rounds[round_index].bets
            return "a" if bets is not None and bets.limit == "pot-limit" else "all-in"
        menu = self.menus[round_index]
        return str(menu[number]) if number < len(menu) else ""

    def size_label(self, number: int) -> str:
        """The same for all rounds: ``33% or 75%``.

        Args:
            number: the place of the action, from 0 for ``BET``.
        """
        names = [self.size_name(k, number) for k in range(len(self.rounds))]
        return " or ".join(dict.fromkeys([name for name in names if name]))

    @cached_property
    def rules_row(self) -> list[int]:
        """The rules as a row (``row``)."""
        return rules_row(self)

    @cached_property
    def start_row(self) -> list[int]:
        """A hand before its betting as a row: antes and blinds are posted."""
        return start_row(self)

    @cached_property
    def sizes_by_line(self) -> dict[str, SizesAt]:
        """``sizes_at`` by line."""
        return {changes.line: changes for changes in self.sizes_at}

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
        return max((deals for round_, deals in through if round_.bets is not None), default=0)

    @cached_property
    def cards_through(self) -> tuple[int, ...]:
        """For each number of public deals the cards that they turn up."""
        return tuple(accumulate(self.deals, initial=0))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The whole betting tree without cards, depth first."""
        return tuple(self.start.walk())

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


def seats_after(seat: int, stacks: tuple[float, ...]) -> list[int]:
    """The seats that are in, in order around the table, from the one after ``seat``."""
    players = len(stacks)
    return [other for other in ((seat + step) % players for step in range(1, players + 1)) if stacks[other] > 0]


def blind_seats(button: int, stacks: tuple[float, ...]) -> tuple[int, int]:
    """The seats of the small and of the big blind: the two after the button; of two players the button has the small one."""
    order = seats_after(button, stacks)
    return (button, order[0]) if len(order) == 2 else (order[0], order[1])


def posts_of(
    stacks: tuple[float, ...], button: int, blinds: tuple[float, float], big_blind_ante: float, straddle: float
) -> tuple[tuple[float, ...], tuple[float, ...], int]:
    """(chips that each seat bets, chips that it posts and that are no bet, the last seat to bet)."""
    small, big = blind_seats(button, stacks)
    live, dead = [0.0] * len(stacks), [0.0] * len(stacks)
    live[small], live[big] = blinds
    dead[big] = big_blind_ante
    last = big
    if straddle:
        last = seats_after(big, stacks)[0]
        live[last] = straddle
    return tuple(live), tuple(dead), last


def posted(
    betting: Betting, button: int, blinds: tuple[float, float], ante: float, big_blind_ante: float, straddle: float
) -> Betting:
    """A betting with a button and posts. Arguments as in ``holdem_rules``, checked there."""
    players = betting.num_players
    seated = betting.stacks or (1.0,) * players
    live, dead, last = posts_of(seated, button, blinds, big_blind_ante, straddle)
    first = (last + 1) % players, (button + 1) % players
    return replace(
        betting,
        antes=tuple([ante if stack > 0 else 0.0 for stack in seated]),
        rounds=tuple([replace(round_, first=first[number > 0]) for number, round_ in enumerate(betting.rounds)]),
        blinds=live,
        dead=dead,
        button=button,
        big_blind=blinds[1],
        to_match=max(*blinds, straddle),
    )
