"""A line of a poker hand: the betting so far, without cards.

``Line`` says who acts, what is legal, what is in the pot, when a card is due, and who is paid what. It shows a row of whole
numbers (``row``), on which the rules (``engine``) work; the betting is the same on every board, so it is made once for all of
them. ``PublicState`` adds the public cards.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

import pokerzoo.envs.betting.row as col

from .engine import apply_move, begin_street, find_legal, leads, pots_of
from .row import BET, CALL, FOLD

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .setup import Betting
    from .sizes import Size

__all__ = ["BET", "CALL", "FOLD", "Line", "Move", "Pot", "RowView", "chips_text", "first_line", "normal_line", "strongest"]

Move = tuple[int, float]
"""(FOLD, CALL or BET; the actor's total in this round after it)"""


class Pot(NamedTuple):
    """A pot."""

    amount: float  # chips, less its part of the rake
    players: tuple[int, ...]  # the players who can win it, ascending


class RowView:
    """The chips and seats of a row of the betting.

    Attributes:
        betting: the rules.
        row: the numbers, a list or a view of an array; not to be written to.
    """

    __slots__ = ("betting", "row")

    def __init__(self, betting: Betting, row: Sequence[int]) -> None:
        self.betting, self.row = betting, row

    def _by_seat(self, column: int) -> tuple[float, ...]:
        chips = self.betting.chips
        return tuple([chips(units) for units in self.row[column : column + self.betting.num_players]])

    @property
    def round_index(self) -> int:
        """The betting round, 0 for the first."""
        return self.row[col.STREET]

    @property
    def round_contributions(self) -> tuple[float, ...]:
        """Chips of each player in this round."""
        return self._by_seat(col.IN_ROUND)

    @property
    def contributions(self) -> tuple[float, ...]:
        """Chips of each player in the pot, antes and the part of the starting pot included."""
        share = self.betting.pot / self.betting.num_players
        return tuple([chips + share for chips in self._by_seat(col.IN_HAND)])

    @property
    def folded(self) -> tuple[bool, ...]:
        """For each player, True once folded."""
        live = self.row[col.LIVE]
        return tuple([not live >> seat & 1 for seat in range(self.betting.num_players)])

    @property
    def num_bets(self) -> int:
        """Bets and raises in this round; the blinds before the flop count as one."""
        return self.row[col.NUM_BETS]

    @property
    def to_call(self) -> float:
        """Chips that the actor must add to stay in."""
        return self.betting.chips(self.row[col.CALL_TO] - self.row[col.IN_ROUND + self.row[col.ACTOR]])

    @property
    def pot(self) -> float:
        """Chips in the middle."""
        return self.betting.chips(self.row[col.POT])

    def left_of(self, player: int) -> float:
        """Chips that a player has behind."""
        return self.betting.chips(self.row[col.STACKS + player])


class Line(RowView):
    """The betting so far. Immutable; children are made once and kept, so that a line is known by its identity.

    Attributes:
        above: the line before the last move or card; None at the start.
        last: (round, player, FOLD, CALL or BET, the player's total in the round after it) of the move that led here; None: a
            card did, or this is the start.
        num_deals: public deals since the start, of one card each, or of several at once.
        action: the id of that move.
        step: the last move in a history: ``b25``; ``c/`` where it closes a round without a card.
        actor: the player to act; meaningless where ``card_due`` or ``is_over``.
        card_due: whether a public card is turned up next.
        is_over: whether the hand is over.
    """

    __slots__ = (
        "_children",
        "_legal",
        "_moves",
        "above",
        "action",
        "actor",
        "card_due",
        "is_over",
        "last",
        "num_deals",
        "step",
    )
    row: list[int]

    def __init__(
        self,
        betting: Betting,
        row: list[int],
        above: Line | None,
        last: tuple[int, int, int, float] | None = None,
        action: int | None = None,
        step: str = "",
    ) -> None:
        super().__init__(betting, row)
        self.above, self.last, self.action = above, last, action
        self.num_deals: int = 0 if above is None else above.num_deals + (last is None)
        through = betting.deals_through
        while row[col.STATUS] == col.PUBLIC_CARD_DUE and self.num_deals == through[row[col.STREET]]:
            if not betting.rounds[row[col.STREET]].public_cards:
                step += "/"
            begin_street(betting.rules_row, row)
        self.step = step
        self.actor = row[col.ACTOR]
        self.card_due = row[col.STATUS] == col.PUBLIC_CARD_DUE
        self.is_over = row[col.STATUS] == col.OVER
        self._children: dict[int, Line] = {}
        self._legal: tuple[int, ...] | None = None
        self._moves: tuple[Move, ...] | None = None

    def __repr__(self) -> str:
        return f"<Line {self.text!r}>"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The moves as histories write them, in pieces between the public deals: ``("xx", "b")`` for ``xx/Kh|b``."""
        pieces = [""] * (self.num_deals + 1)
        line: Line | None = self
        while line is not None:  # strings kept at each line would take memory that grows with the square of the depth
            pieces[line.num_deals] = line.step + pieces[line.num_deals]
            line = line.above
        return tuple(pieces)

    @property
    def text(self) -> str:
        """The line as a history has it, with ``?`` for each public deal: ``xx/?|b``."""
        return "/?|".join(self.pieces)

    @property
    def action_ids(self) -> tuple[int, ...]:
        """The action id of each move so far."""
        ids = []
        line: Line | None = self
        while line is not None:
            if line.action is not None:
                ids.append(line.action)
            line = line.above
        return tuple(reversed(ids))

    @property
    def actions(self) -> tuple[tuple[int, int, int, float], ...]:
        """(round, player, FOLD, CALL or BET, the player's total in the round after it) of each move so far."""
        moves = []
        line: Line | None = self
        while line is not None:
            if line.last is not None:
                moves.append(line.last)
            line = line.above
        return tuple(reversed(moves))

    @property
    def before(self) -> tuple[float, ...]:
        """The same before this round."""
        row, players = self.row, self.betting.num_players
        share, chips = self.betting.pot / players, self.betting.chips
        return tuple([chips(row[col.IN_HAND + seat] - row[col.IN_ROUND + seat]) + share for seat in range(players)])

    @property
    def to_act(self) -> int:
        """Players still to act before the round closes."""
        return self.row[col.PENDING].bit_count()

    @property
    def aggressor(self) -> int:
        """The last player to bet or raise in the round before; -1: none."""
        return self.row[col.AGGRESSOR]

    @property
    def is_donk(self) -> bool:
        """True if a first bet here would lead into the aggressor of the round before, who is yet to act."""
        return leads(self.betting.rules_row, self.row)

    @property
    def most_total(self) -> float:
        """The most that the actor can bet or raise to; 0 where no bet is allowed."""
        return self.betting.chips(self.row[col.MOST_TO])

    def stack_of(self, player: int) -> float:
        """Chips that a player had behind at the start of this round."""
        return self.betting.chips(self.row[col.STACKS + player] + self.row[col.IN_ROUND + player])

    def is_all_in(self, player: int) -> bool:
        """True if a player has no chips left."""
        return self.row[col.STACKS + player] == 0

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves: fold, check or call, then bets by their totals; empty where no player acts."""
        if self._moves is None:
            self._find_moves()
            assert self._moves is not None
        return self._moves

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The action ids of ``moves``, in that order; empty where no player acts."""
        if self._legal is None:
            self._find_moves()
            assert self._legal is not None
        return self._legal

    def _find_moves(self) -> None:
        """Note the legal moves: those of the rules, but for those that are removed."""
        betting, row = self.betting, self.row
        if self.is_over or self.card_due:
            self._moves = self._legal = ()
            return
        if betting.sizes_at and (changes := betting.sizes_by_line.get(self.bare_moves)) is not None:
            find_legal(changes.rules_here(betting, row), row)
        legal = row[col.LEGAL]
        actions = [action for action in range(legal.bit_length()) if legal >> action & 1]
        actions.sort(key=lambda action: row[col.TOTALS + action] if action >= BET else -1)  # bets by their totals
        moves = [self._move(action) for action in actions]
        if betting.removed:
            kept = [k for k, move in enumerate(moves) if self.bare(*move) not in betting.removed]
            actions, moves = [actions[k] for k in kept], [moves[k] for k in kept]
        self._legal, self._moves = tuple(actions), tuple(moves)

    def _move(self, action: int) -> Move:
        row = self.row
        columns = (col.IN_ROUND + self.actor, col.CALL_TO)
        return min(action, BET), self.betting.chips(row[columns[action] if action < BET else col.TOTALS + action])

    @property
    def removed_here(self) -> set[str]:
        """The removed lines whose last move would be made here."""
        before = self.bare_moves
        return {line for line in self.betting.removed if line.startswith(before) and self._would_be(line[len(before) :])}

    def _would_be(self, token: str) -> bool:
        legal = self.row[col.LEGAL]
        return any(legal >> k & 1 and self.token(*self._move(k)) == token for k in range(legal.bit_length()))

    def bare(self, kind: int, total: float) -> str:
        """The moves so far and one more, without cards and separators, as lines to remove are named: ``xb25r75``."""
        return self.bare_moves + self.token(kind, total)

    @property
    def bare_moves(self) -> str:
        """The moves so far, without cards and separators: ``xb25``."""
        return "".join(self.pieces).replace("/", "")

    def size_of(self, action: int) -> Size | None:
        """The bet size that an action is; None of all-in, and where there is one size."""
        menu = self.betting.menus[self.round_index]
        return menu[action - BET] if BET <= action < BET + len(menu) else None

    def action_name(self, action: int) -> str:
        """``fold``, ``check``, ``call``, ``bet`` or ``raise``; with several sizes ``bet 25``, ``raise to 75``."""
        kind, total = self.moves[self.legal_actions.index(action)]
        if kind == FOLD:
            return "fold"
        if kind == CALL:
            return "call" if self.row[col.LEGAL] & 1 else "check"
        if not self.betting.is_sized:
            return "raise" if self.num_bets else "bet"
        return f"raise to {chips_text(total)}" if self.num_bets else f"bet {chips_text(total)}"

    @property
    def action_names(self) -> tuple[str, ...]:
        """The name of each legal action."""
        return tuple([self.action_name(action) for action in self.legal_actions])

    def token(self, kind: int, total: float) -> str:
        """A move as histories write it: ``f``, ``x``, ``c``, ``b``, ``r``; with several sizes ``b25``, ``r75``."""
        if kind == FOLD:
            return "f"
        if kind == CALL:
            return "c" if self.row[col.LEGAL] & 1 else "x"
        return ("r" if self.row[col.NUM_BETS] else "b") + (chips_text(total) if self.betting.is_sized else "")

    @property
    def tokens(self) -> tuple[str, ...]:
        """The legal moves as histories write them: ``("f", "c", "r75")``."""
        return tuple([self.token(*move) for move in self.moves])

    def after(self, k: int, *, keep: bool = True) -> Line:
        """The line after the k-th of the legal moves; lines that are only counted need not be kept."""
        child = self._children.get(k)
        if child is None:
            kind, total = self.moves[k]
            action, row = self.legal_actions[k], self.row.copy()
            units = row[col.TOTALS + action] if kind == BET else row[col.CALL_TO]
            apply_move(self.betting.rules_row, row, kind, units)
            last = self.row[col.STREET], self.actor, kind, total
            child = Line(self.betting, row, self, last, action, self.token(kind, total))
            if keep:
                self._children[k] = child
        return child

    def deal(self) -> Line:
        """The line after a public deal, whichever cards it turns up."""
        child = self._children.get(0)
        if child is None:
            child = self._children[0] = Line(self.betting, self.row.copy(), self)
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

    @property
    def is_raked(self) -> bool:
        """Whether the house takes rake if the hand ends here."""
        return self.betting.rake_rate > 0 and (self.num_deals > 0 or not self.betting.no_flop_no_drop)

    @property
    def matched(self) -> list[int]:
        """Units that each player has put in, less what no other player has matched, which goes back."""
        put = self.row[col.IN_HAND : col.IN_HAND + self.betting.num_players]
        second = sorted(put)[-2]
        return [min(units, second) for units in put]

    def payoffs(self, winners: tuple[int, ...], matched: Sequence[int] | None = None) -> tuple[float, ...]:
        """Net chips of the players if the hand ends here and ``winners`` split all pots and pay the rake.

        Who asks for several winners gives ``matched``, which is the same for all.
        """
        row, players, lost = self.row, self.betting.num_players, self.matched if matched is None else matched
        # As whole numbers of a part of a unit in which all shares are whole.
        parts, dead, start = players * len(winners), row[col.DEAD], self.betting.pot_units
        net = [-parts * (units + row[col.PAID_DEAD + seat]) - len(winners) * start for seat, units in enumerate(lost)]
        for winner in winners:
            net[winner] += players * (sum(lost) + dead)
        per, of_chips = self.betting.ratio
        chips = [part * of_chips / (parts * per) for part in net]
        if self.is_raked:
            rake = min(self.betting.rake_rate * self.betting.chips(sum(lost) + dead), self.betting.rake_cap)
            for winner in winners:
                chips[winner] -= rake / len(winners)
        return tuple(chips)

    def payoffs_of(self, strengths: Sequence[int]) -> tuple[float, ...]:
        """As ``payoffs``, given the strength of each hand; side pots are paid apart."""
        if self.betting.num_players == 2:
            return self.payoffs(strongest([player for player, out in enumerate(self.folded) if not out], strengths))
        net = [-chips for chips in self.paid]
        for amount, players in self.pots:
            winners = strongest(players, strengths)
            for winner in winners:
                net[winner] += amount / len(winners)
        return tuple(net)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots, less the rake, if the hand ends here."""
        betting, players, row = self.betting, range(self.betting.num_players), self.row.copy()
        row[col.IN_HAND : col.IN_HAND + len(players)] = self.matched  # an ante larger than the others' goes back, too
        pots, before = [], 0.0
        for units, seats in pots_of(betting.rules_row, row):
            amount = betting.chips(units)
            if self.is_raked:  # a pot bears what it adds to the rake of the pots before it
                first, then = (min(betting.rake_rate * below, betting.rake_cap) for below in (before, before + amount))
                before, amount = before + amount, amount - (then - first)
            pots.append(Pot(amount, tuple([seat for seat in players if seats >> seat & 1])))
        return tuple(pots)

    @property
    def paid(self) -> tuple[float, ...]:
        """Chips that each player has put in, less what no other player has matched."""
        share, chips = self.betting.pot / self.betting.num_players, self.betting.chips
        return tuple([chips(units + self.row[col.PAID_DEAD + seat]) + share for seat, units in enumerate(self.matched)])


def first_line(betting: Betting) -> Line:
    """The line before the first move."""
    row = betting.start_row.copy()
    begin_street(betting.rules_row, row)
    return Line(betting, row, None)


def strongest(players: Sequence[int], strengths: Sequence[int]) -> tuple[int, ...]:
    """The players with the strongest hand among some; ``strengths`` are of all players."""
    best = max([strengths[player] for player in players])
    return tuple([player for player in players if strengths[player] == best])


def chips_text(amount: float) -> str:
    """An amount as its shortest decimal, without exponent: ``25``, ``2.5``. Different amounts have different strings."""
    text = f"{Decimal(repr(float(amount))):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def normal_line(line: str) -> str:
    """A line of no-limit moves as histories have it: ``b25/r75``, ``b25 r75`` and ``B25R75`` are ``b25r75``."""
    return re.sub(r"[\s/,]+", "", line).lower()
