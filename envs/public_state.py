"""The public state of a poker hand: it owns the betting. Who acts, what is legal, what is in the pot, when a card is due."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .poker_rules import PokerRules

FOLD, CALL, BET = 0, 1, 2
"""Action ids: fold; check or call; bet or raise (with several sizes: BET for the smallest, BET + 1, ...)."""

ROUNDING = 1e-12
"""What sums of chips may be off by, relative to the stacks."""


@dataclass(frozen=True, slots=True, eq=False)
class PublicState:
    """All that everybody sees: betting and public cards. Immutable; children are made once and kept.

    Attributes:
        board: public cards so far, as indices into the deck.
        contributions: chips that each player has put in since the start, antes included.
        round_contributions: the same since the start of this round.
        folded: whether each player has folded.
        actor: player to act; meaningless where ``card_due`` or ``is_over``.
        num_bets: bets and raises in this round.
        to_act: players still to act before the round closes.
        history: the public part of an infoset key, ``xb/Kh|b``.
        actions: (round, player, FOLD, CALL or BET, the player's total in the round after it) of each move so far.
        aggressor: who bet or raised last in the round before, -1 if nobody did or there was none.
    """

    rules: PokerRules
    round_index: int
    board: tuple[int, ...]
    contributions: tuple[float, ...]
    round_contributions: tuple[float, ...]
    folded: tuple[bool, ...]
    actor: int
    num_bets: int
    to_act: int
    history: str
    actions: tuple[tuple[int, int, int, float], ...]
    aggressor: int = -1
    is_over: bool = field(init=False)
    card_due: bool = field(init=False)
    _moves: tuple[tuple[int, float], ...] | None = field(init=False, repr=False)
    _legal: tuple[int, ...] | None = field(init=False, repr=False)
    _children: dict[int, PublicState] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rules, rounds = self.rules, self.rules.rounds
        up = sum(r.public_cards for r in rounds[: self.round_index + 1]) + len(rules.board)
        alone = self.folded.count(False) == 1
        card_due = not alone and len(self.board) < up
        over = alone or (self.to_act == 0 and not card_due and self.round_index == len(rounds) - 1)
        for name, value in (("is_over", over), ("card_due", card_due), ("_moves", None), ("_legal", None), ("_children", {})):
            object.__setattr__(self, name, value)

    @property
    def to_call(self) -> float:
        """Chips that the actor must add to stay in."""
        return max(self.round_contributions) - self.round_contributions[self.actor]

    @property
    def pot(self) -> float:
        """Chips in the middle."""
        return added(self.contributions)

    def put_before(self, player: int) -> float:
        """Chips that a player put in before this round: totals added in order, so that equal amounts are equal to the bit."""
        if self.round_index == 0:
            return self.rules.antes[player]
        totals = {index: total for index, mover, _, total in self.actions if mover == player and index < self.round_index}
        put = self.rules.antes[player]
        return added((put, *totals.values()))

    @property
    def is_donk(self) -> bool:
        """Whether a first bet here would go into the aggressor of the round before."""
        return self.num_bets == 0 and self.aggressor not in (-1, self.actor) and all(x == 0 for x in self.round_contributions)

    @property
    def moves(self) -> tuple[tuple[int, float], ...]:
        """The legal moves as (FOLD, CALL or BET; the actor's total in this round after it), in the order of the ids."""
        if self._moves is None:
            removed = self.rules.removed
            moves = tuple(move for move in self._all_moves() if not removed or self.line(*move) not in removed)
            object.__setattr__(self, "_moves", moves)
        return self._moves or ()

    @property
    def removed_here(self) -> set[str]:
        """The removed lines whose last move would be made here."""
        return {self.line(*move) for move in self._all_moves()} & self.rules.removed

    def _all_moves(self) -> list[tuple[int, float]]:
        if self.is_over or self.card_due:
            return []
        fold = [(FOLD, self.round_contributions[self.actor])] if self.to_call > 0 else []
        bets = self.rules.rounds[self.round_index].bets.totals(self)
        return [*fold, (CALL, max(self.round_contributions)), *((BET, total) for total in bets)]

    def line(self, kind: int, total: float) -> str:
        """The public history after a move."""
        return self.history + self._token(kind, total)

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """Action ids, ascending; empty where nobody acts."""
        if self._legal is None:
            amounts = self.rules.amounts
            ids = tuple(kind + (amounts.index(total) if kind == BET and amounts else 0) for kind, total in self.moves)
            object.__setattr__(self, "_legal", ids)
        return self._legal or ()

    def action_name(self, action: int) -> str:
        """``fold``, ``check``, ``call``, ``bet`` or ``raise``; with several sizes ``bet 25``, ``raise to 75``."""
        kind, total = self.moves[self.legal_actions.index(action)]
        if kind == FOLD:
            return "fold"
        if kind == CALL:
            return "call" if self.to_call > 0 else "check"
        if not self.rules.amounts:
            return "raise" if self.num_bets else "bet"
        return f"raise to {chips(total)}" if self.num_bets else f"bet {chips(total)}"

    def payoffs(self, winners: tuple[int, ...]) -> tuple[float, ...]:
        """Net chips of each player if the hand ends here and ``winners`` split the pot, the rake paid by them."""
        # What nobody matched goes back; the winners share what the others lose.
        stake = sorted(self.contributions)[-2]
        lost = [0.0 if p in winners else min(put, stake) for p, put in enumerate(self.contributions)]
        share = added(lost) / len(winners)
        if self.rules.rake_rate:
            matched = added(min(put, stake) for put in self.contributions)
            share -= min(self.rules.rake_rate * matched, self.rules.rake_cap) / len(winners)
        return tuple(share if p in winners else -lost[p] for p in range(len(lost)))

    def child(self, action: int) -> PublicState:
        """After a player's action (an id); KeyError where it is not legal (callers check)."""
        try:
            return self.after(self.legal_actions.index(action))
        except ValueError:
            raise KeyError(action) from None

    def after(self, k: int) -> PublicState:
        """After the k-th of the legal moves."""
        child = self._children.get(k)
        if child is None:
            child = self._children[k] = self._act(*self.moves[k])
        return child

    def fresh(self, k: int) -> PublicState:
        """``after`` without keeping the child: a tree that is only counted takes no memory."""
        return self._act(*self.moves[k])

    def deal(self, card: int) -> PublicState:
        """After a public card is turned up (an index into the deck)."""
        child = self._children.get(card)
        if child is None:
            child = self._copy(board=(*self.board, card), history=f"{self.history}/{self.rules.deck[card]}|")
            if child.to_act == 0 and not child.is_over and not child.card_due:
                child = child._next_round()
            self._children[card] = child
        return child

    def _token(self, kind: int, total: float) -> str:
        if kind == FOLD:
            return "f"
        if kind == CALL:
            return "c" if self.to_call > 0 else "x"
        return ("r" if self.num_bets else "b") + (chips(total) if self.rules.is_sized else "")

    def _act(self, kind: int, total: float) -> PublicState:
        player, folded, to_act = self.actor, self.folded, self.to_act - 1
        if kind == FOLD:
            folded = (*folded[:player], True, *folded[player + 1 :])
        elif kind == BET:
            to_act = folded.count(False) - 1
        state = self._copy(
            contributions=set_at(self.contributions, player, self.put_before(player) + total),
            round_contributions=set_at(self.round_contributions, player, total),
            folded=folded,
            actor=next_player(player, folded),
            num_bets=self.num_bets + (kind == BET),
            to_act=to_act,
            history=self.line(kind, total),
            actions=(*self.actions, (self.round_index, player, kind, total)),
        )
        if to_act == 0 and not state.is_over:
            return state._next_round()
        return state

    def _next_round(self) -> PublicState:
        players = self.rules.num_players
        following = self.rules.rounds[self.round_index + 1]
        all_in = self.rules.stack is not None and max(self.contributions) >= self.rules.max_contribution * (1 - ROUNDING)
        bettors = [player for index, player, kind, _ in self.actions if index == self.round_index and kind == BET]
        state = self._copy(
            round_index=self.round_index + 1,
            round_contributions=(0.0,) * players,
            actor=next_player(players - 1, self.folded),
            num_bets=0,
            to_act=0 if all_in else self.folded.count(False),
            history=self.history if following.public_cards else f"{self.history}/",
            aggressor=bettors[-1] if bettors else -1,
        )
        return state._next_round() if all_in and not state.card_due and not state.is_over else state

    def _copy(self, **changes: object) -> PublicState:
        values = {name: getattr(self, name) for name in FIELDS}
        return PublicState(**(values | changes))


FIELDS = tuple(name for name, f in PublicState.__dataclass_fields__.items() if f.init)


def chips(amount: float) -> str:
    """An amount as its shortest decimal, without exponent: ``25``, ``2.5``. Different amounts have different texts."""
    text = f"{Decimal(repr(float(amount))):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def normal_line(line: str) -> str:
    """A line of no-limit moves as histories have it: ``b25/r75``, ``b25 r75`` and ``B25R75`` are ``b25r75``."""
    return re.sub(r"[\s/,]+", "", line).lower()


def added(amounts: Iterable[float]) -> float:
    """The sum, added up in order: ``sum`` rounds otherwise from Python 3.12 on."""
    total = 0.0
    for amount in amounts:
        total += amount
    return total


def set_at(values: tuple[float, ...], index: int, value: float) -> tuple[float, ...]:
    """``values`` with another one at ``index``."""
    return (*values[:index], value, *values[index + 1 :])


def next_player(player: int, folded: tuple[bool, ...]) -> int:
    """The first player after ``player``, around the table, who has not folded."""
    players = len(folded)
    for step in range(1, players + 1):
        candidate = (player + step) % players
        if not folded[candidate]:
            return candidate
    raise ValueError("everybody has folded")
