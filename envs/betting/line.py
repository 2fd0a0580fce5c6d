"""A line of a poker hand: the betting so far, whatever cards fall.

``Line`` says who acts, what is legal, what is in the pot, when a card is due, and who is paid what. The betting is the same on
every board, so it is made once for all of them; ``PublicState`` adds the public cards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, TypeVar

from .pots import Pot, Pots, all_in_pots

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .setup import Betting

FOLD, CALL, BET = 0, 1, 2
"""Action ids: fold; check or call; bet or raise (with several sizes: BET for the smallest, BET + 1, ...)."""

ROUNDING = 1e-12
"""Tolerance of amounts of chips, relative to the stacks."""

Item = TypeVar("Item")
Move = tuple[int, float]
"""(FOLD, CALL or BET; the actor's total in this round after it)"""


@dataclass(slots=True, eq=False, repr=False)
class Line:
    """The betting so far. Immutable; children are made once and kept, so that a line is known by its identity."""

    betting: Betting
    above: Line | None  # the line before the last move or card
    last: tuple[int, int, int, float] | None  # (round, player, FOLD, CALL or BET, the total); None: a card or the start
    round_index: int
    num_deals: int  # public deals since the start: of one card each, or of several at once
    before: tuple[float, ...]  # chips of each player before this round, antes included
    round_contributions: tuple[float, ...]
    folded: tuple[bool, ...]
    actor: int  # meaningless where ``card_due`` or ``is_over``
    num_bets: int
    to_act: int  # players to act before the round closes
    step: str  # the last move in a history: ``b25``, ``c/`` where it closes a round without a card
    aggressor: int  # the last to bet or raise in the round before, -1: none
    bettor: int  # the last to bet or raise in this round, -1: no bet
    contributions: tuple[float, ...] = field(init=False)
    card_due: bool = field(init=False)
    is_over: bool = field(init=False)
    _moves: tuple[Move, ...] | None = field(init=False, default=None)
    _legal: tuple[int, ...] | None = field(init=False, default=None)
    _children: dict[int, Line] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.contributions = tuple([a + b for a, b in zip(self.before, self.round_contributions, strict=True)])
        rounds = self.betting.rounds
        alone = self.folded.count(False) == 1
        self.card_due = not alone and self.num_deals < self.betting.deals_through[self.round_index]
        self.is_over = alone or (self.to_act == 0 and not self.card_due and self.round_index == len(rounds) - 1)

    def __repr__(self) -> str:
        return f"<Line {self.text!r}>"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The moves as histories write them, in pieces between the public deals: ``("xx", "b")`` for ``xx/Kh|b``."""
        found = [""] * (self.num_deals + 1)
        line: Line | None = self
        while line is not None:  # strings kept at each line would take memory that grows with the square of the depth
            found[line.num_deals] = line.step + found[line.num_deals]
            line = line.above
        return tuple(found)

    @property
    def text(self) -> str:
        """The line as a history has it, with ``?`` for each public deal: ``xx/?|b``."""
        return "/?|".join(self.pieces)

    @property
    def actions(self) -> tuple[tuple[int, int, int, float], ...]:
        """(round, player, FOLD, CALL or BET, the player's total in the round after it) of each move so far."""
        found = []
        line: Line | None = self
        while line is not None:
            if line.last is not None:
                found.append(line.last)
            line = line.above
        return tuple(reversed(found))

    @property
    def to_call(self) -> float:
        """Chips that the actor must add to stay in."""
        return self.betting.without_error(self._call_total - self.round_contributions[self.actor])

    @property
    def _call_total(self) -> float:
        """The actor's total in this round after a call: what was bet, or all that the actor has."""
        bet = max(self.round_contributions)
        if self.betting.stacks and self.stack_of(self.actor) < bet - ROUNDING * self.betting.max_contribution:
            return self.stack_of(self.actor)
        return bet

    def stack_of(self, player: int) -> float:
        """Chips that a player had behind at the start of this round."""
        return self.betting.without_error(self.betting.most_of(player) - self.before[player])

    def is_all_in(self, player: int) -> bool:
        """True if a player has no chips left."""
        betting = self.betting
        return betting.stack is not None and self.contributions[player] >= betting.most_of(player) * (1 - ROUNDING)

    @property
    def _out(self) -> tuple[bool, ...]:
        """For each player, True if they act no more: folded, or all-in with stacks that differ."""
        if not self.betting.stacks:
            return self.folded
        return tuple([out or self.is_all_in(player) for player, out in enumerate(self.folded)])

    @property
    def pot(self) -> float:
        """Chips in the middle."""
        return self.betting.without_error(ordered_sum(self.contributions))  # three thirds of a pot are not always the pot

    @property
    def is_donk(self) -> bool:
        """True if a first bet here would lead into the aggressor of the round before, who is yet to act."""
        return self.num_bets == 0 and self.aggressor > self.actor

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, in the order of the action ids; empty where no player acts."""
        if self._moves is None:
            removed = self.betting.removed
            self._moves = tuple(move for move in self._all_moves() if not removed or self.bare(*move) not in removed)
        return self._moves

    @property
    def removed_here(self) -> set[str]:
        """The removed lines whose last move would be made here."""
        return {self.bare(*move) for move in self._all_moves()} & self.betting.removed

    def _all_moves(self) -> list[Move]:
        if self.is_over or self.card_due:
            return []
        fold = [(FOLD, self.round_contributions[self.actor])] if self.to_call > 0 else []
        own = self.betting.rounds[self.round_index].bets
        bets = () if own is None else own.totals(self)
        return [*fold, (CALL, self._call_total), *((BET, total) for total in bets)]

    def bare(self, kind: int, total: float) -> str:
        """The moves so far and one more, without cards and separators, as lines to remove are named: ``xb25r75``."""
        return self.bare_moves + self.token(kind, total)

    @property
    def bare_moves(self) -> str:
        """The moves so far, without cards and separators: ``xb25``."""
        return "".join(self.pieces).replace("/", "")

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """Action ids, ascending; empty where no player acts."""
        if self._legal is None:
            ids = self.betting.bet_ids
            self._legal = tuple([ids[total] if kind == BET and ids else kind for kind, total in self.moves])
        return self._legal

    def action_name(self, action: int) -> str:
        """``fold``, ``check``, ``call``, ``bet`` or ``raise``; with several sizes ``bet 25``, ``raise to 75``."""
        kind, total = self.moves[self.legal_actions.index(action)]
        if kind == FOLD:
            return "fold"
        if kind == CALL:
            return "call" if self.to_call > 0 else "check"
        if not self.betting.amounts:
            return "raise" if self.num_bets else "bet"
        return f"raise to {chips_text(total)}" if self.num_bets else f"bet {chips_text(total)}"

    @property
    def action_names(self) -> tuple[str, ...]:
        """The name of each legal action."""
        return tuple([self.action_name(action) for action in self.legal_actions])

    def payoffs(self, winners: tuple[int, ...]) -> tuple[float, ...]:
        """Gains of the players if the hand ends here and ``winners`` split the pot: net chips, after rake."""
        return net_payoffs(self.betting, self.contributions, winners, raked=self.is_raked)

    def payoffs_of(self, strengths: Sequence[int]) -> tuple[float, ...]:
        """As ``payoffs``, given the strength of each hand; side pots are paid apart."""
        live = [player for player, out in enumerate(self.folded) if not out]
        if not self.betting.stacks:
            return self.payoffs(strongest(live, strengths))
        pots, paid = self.pots
        net = [-put for put in paid]
        for amount, players in pots:
            winners = strongest(players, strengths)
            for winner in winners:
                net[winner] += amount / len(winners)
        return tuple(net)

    @property
    def pots(self) -> Pots:
        """The pots, less the rake, if the hand ends here; what each player has paid, less what no other player has matched."""
        betting = self.betting
        pots, paid = all_in_pots((0.0,) * betting.num_players, self.contributions, self.folded)
        if not (betting.rake_rate and self.is_raked):
            return Pots(pots, paid)
        kept, before = [], 0.0
        for amount, players in pots:  # a pot bears what it adds to the rake of the pots before it
            taken = [min(betting.rake_rate * below, betting.rake_cap) for below in (before, before + amount)]
            kept.append(Pot(amount - (taken[1] - taken[0]), players))
            before += amount
        return Pots(tuple(kept), paid)

    @property
    def last_raise(self) -> float:
        """The largest bet or raise of this round, in chips beyond what was bet before; 0 without one."""
        largest = faced = 0.0
        for _, _, kind, total in self._moves_of_round():
            if kind == BET:
                largest, faced = max(largest, total - faced), total
        return largest

    def may_raise(self, least: float) -> bool:
        """False if all that was bet since the actor's last move is all-in and less than a full bet or raise (TDA 47).

        ``least``: chips of the least bet of the round.
        """
        own = self.round_contributions[self.actor]
        acted = any(player == self.actor for _, player, _, _ in self._moves_of_round())
        full = max(self.last_raise, least) - ROUNDING * self.betting.max_contribution
        return not acted or max(self.round_contributions) - own >= full

    def _moves_of_round(self) -> list[tuple[int, int, int, float]]:
        return [move for move in self.actions if move[0] == self.round_index]

    @property
    def is_raked(self) -> bool:
        """True unless a hand that ends here, without public cards, pays no rake."""
        return self.num_deals > 0 or not self.betting.no_flop_no_drop

    def after(self, k: int, *, keep: bool = True) -> Line:
        """The line after the k-th of the legal moves; lines that are only counted need not be kept."""
        child = self._children.get(k)
        if child is None:
            child = self._act(*self.moves[k])
            if keep:
                self._children[k] = child
        return child

    def deal(self) -> Line:
        """The line after a public deal, whichever cards it turns up."""
        child = self._children.get(0)
        if child is None:
            child = self._children[0] = self._deal()
        return child

    def _deal(self) -> Line:
        child = Line(
            self.betting, self, None, self.round_index, self.num_deals + 1, self.before, self.round_contributions,
            self.folded, self.actor, self.num_bets, self.to_act, "", self.aggressor, self.bettor,
        )  # fmt: skip
        if child.to_act == 0 and not child.is_over and not child.card_due:
            return child._next_round(self)
        return child

    @property
    def children(self) -> tuple[Line, ...]:
        """All lines one move, or one card, further."""
        return (self.deal(),) if self.card_due else tuple([self.after(k) for k in range(len(self.moves))])

    def walk(self) -> Iterator[Line]:
        """This line and all below it, depth first."""
        stack = [self]
        while stack:
            line = stack.pop()
            yield line
            stack += reversed(line.children)

    def token(self, kind: int, total: float) -> str:
        """A move as histories write it: ``f``, ``x``, ``c``, ``b``, ``r``; with several sizes ``b25``, ``r75``."""
        if kind == FOLD:
            return "f"
        if kind == CALL:
            return "c" if self.to_call > 0 else "x"
        return ("r" if self.num_bets else "b") + (chips_text(total) if self.betting.is_sized else "")

    @property
    def tokens(self) -> tuple[str, ...]:
        """The legal moves as histories write them: ``("f", "c", "r75")``."""
        return tuple([self.token(*move) for move in self.moves])

    def _act(self, kind: int, total: float) -> Line:
        player, folded, to_act = self.actor, self.folded, self.to_act - 1
        if kind == FOLD:
            folded = (*folded[:player], True, *folded[player + 1 :])
        elif kind == BET:
            to_act = folded.count(False) - 1
            if self.betting.stacks:
                to_act = sum(not out for seat, out in enumerate(self._out) if seat != player)
        line = Line(
            self.betting, self, (self.round_index, player, kind, total), self.round_index, self.num_deals, self.before,
            with_value(self.round_contributions, player, total), folded, player,
            self.num_bets + (kind == BET), to_act, self.token(kind, total), self.aggressor,
            player if kind == BET else self.bettor,
        )  # fmt: skip
        if to_act or not self.betting.stacks:  # else all others may be all-in
            line.actor = next_player(player, line._out)
        if to_act == 0 and not line.is_over:
            return line._next_round(self)
        return line

    def _next_round(self, above: Line) -> Line:
        betting, players = self.betting, self.betting.num_players
        following = betting.rounds[self.round_index + 1]
        out = self._out
        all_in = betting.stack is not None and max(self.contributions) >= betting.max_contribution * (1 - ROUNDING)
        if betting.stacks:  # a player with chips may be left alone with others who are all-in
            all_in = out.count(False) < 2
        silent = all_in or following.bets is None
        line = Line(
            betting, above, self.last, self.round_index + 1, self.num_deals, self.contributions, (0.0,) * players, self.folded,
            next_player(following.first - 1, self.folded if silent else out), 0, 0 if silent else out.count(False),
            self.step if following.public_cards else f"{self.step}/", self.bettor, -1,
        )  # fmt: skip
        return line._next_round(above) if silent and not line.card_due and not line.is_over else line


def first_line(betting: Betting) -> Line:
    """The line before the first move."""
    players = betting.num_players
    posted, first = betting.blinds or (0.0,) * players, betting.rounds[0].first
    num_bets = int(any(posted))  # the big blind is the first bet
    return Line(betting, None, None, 0, 0, betting.antes, posted, (False,) * players, first, num_bets, players, "", -1, -1)


def net_payoffs(
    betting: Betting, contributions: tuple[float, ...], winners: tuple[int, ...], raked: bool = True
) -> tuple[float, ...]:
    """Net chips of each player from their contributions, where ``winners`` split the pot and pay the rake, if there is one."""
    # Unmatched chips go back; the winners share the others' losses.
    stake = sorted(contributions)[-2]
    lost = [0.0 if p in winners else min(put, stake) for p, put in enumerate(contributions)]
    share = ordered_sum(lost) / len(winners)
    if betting.rake_rate and raked:
        matched = ordered_sum(min(put, stake) for put in contributions)
        share -= min(betting.rake_rate * matched, betting.rake_cap) / len(winners)
    return tuple([share if p in winners else -lost[p] for p in range(len(lost))])


def strongest(players: Sequence[int], strengths: Sequence[int]) -> tuple[int, ...]:
    """The players with the strongest hand among some; ``strengths`` are of all players."""
    best = max([strengths[player] for player in players])
    return tuple([player for player in players if strengths[player] == best])


def ordered_sum(amounts: Iterable[float]) -> float:
    """The sum, added up in order: ``sum`` rounds otherwise from Python 3.12 on."""
    total = 0.0
    for amount in amounts:
        total += amount
    return total


def chips_text(amount: float) -> str:
    """An amount as its shortest decimal, without exponent: ``25``, ``2.5``. Different amounts have different strings."""
    text = f"{Decimal(repr(float(amount))):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def normal_line(line: str) -> str:
    """A line of no-limit moves as histories have it: ``b25/r75``, ``b25 r75`` and ``B25R75`` are ``b25r75``."""
    return re.sub(r"[\s/,]+", "", line).lower()


def with_value(values: tuple[Item, ...], index: int, value: Item) -> tuple[Item, ...]:
    """``values`` with another one at ``index``."""
    return (*values[:index], value, *values[index + 1 :])


def next_player(player: int, folded: tuple[bool, ...]) -> int:
    """The first player after ``player``, around the table, who has not folded."""
    players = len(folded)
    for step in range(1, players + 1):
        candidate = (player + step) % players
        if not folded[candidate]:
            return candidate
    raise ValueError("all players have folded")
