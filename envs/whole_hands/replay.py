"""Replay of a whole hand from strings and logs: cards as numbers of the deck, moves by kind and total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.support.errors import InputError

from .row import NUM_BOARD
from .state import TexasHoldemState
from .steps import deal_cards, play_move

if TYPE_CHECKING:
    from .game import TexasHoldemGame

FLOP_CARDS = 3


@dataclass(frozen=True)
class BetLimits:
    """Limits of the player to act. Totals are the player's in this round, in the smallest unit."""

    fold: bool  # whether there is something to fold to
    call_to: int  # the total after a check or call
    least: int  # the least total of a bet or raise; 0 if none is allowed
    most: int  # the greatest
    totals: tuple[int, ...] | None  # the totals of the sizes that are in the game; None where every whole amount is

    def bet(self, total: int) -> bool:
        """True if a bet or raise to this total is within the limits, for any sizes."""
        return 0 < self.least <= total <= self.most


class HandReplay:
    """A hand in progress, from the deal on."""

    def __init__(self, game: TexasHoldemGame, hands: Sequence[Sequence[int] | None], known: Sequence[int] = ()) -> None:
        """Deal the hole cards."""
        self.game, self.row = game, game.start.copy()
        dealt = [card for hand in hands if hand is not None for card in hand] + list(known)
        twice = [card for k, card in enumerate(dealt) if card in dealt[:k]]
        if twice:
            raise InputError(f"{game.rules.deck.names[twice[0]]} occurs twice")
        left = iter([card for card in range(len(game.rules.deck.names)) if card not in dealt])
        live = int(self.row[col.LIVE])
        for seat, hand in enumerate(hands):
            if not live >> seat & 1:
                if hand is not None:
                    raise InputError(f"player {seat} has no chips and gets no cards")
                continue
            if hand is None:
                hand = (next(left), next(left))
            if len(hand) != 2:
                raise InputError(f"player {seat} has {len(hand)} cards, must be 2")
            deal_cards(game.rules_row, self.row, hand[0], hand[1])

    @property
    def actor(self) -> int | None:
        """The player to act; None at the end or where cards come next."""
        row = self.row
        return row.item(col.ACTOR) if row.item(col.STATUS) == col.TO_ACT else None

    @property
    def card_due(self) -> bool:
        """True if public cards come next."""
        return self.row.item(col.STATUS) == col.PUBLIC_CARD_DUE

    @property
    def street(self) -> int:
        """0 before the flop; where public cards are due the street that they begin."""
        return self.row.item(col.STREET)

    def allowed(self) -> BetLimits:
        """Limits of the player to act."""
        row, game = self.row, self.game
        legal = row.item(col.LEGAL)
        totals = None
        if not game.any_amount:
            totals = tuple(sorted(row.item(col.TOTALS + action) for action in game.actions_of(legal) if action >= col.BET))
        return BetLimits(
            bool(legal & 1 << col.FOLD),
            row.item(col.CALL_TO),
            row.item(col.LEAST_TO),
            row.item(col.MOST_TO),
            totals,
        )

    def play(self, kind: int, total: int = 0) -> bool:
        """Make a move of the player to act: FOLD, CALL, or BET to a total. Return False, changing nothing, if it is illegal."""
        allowed, row, rules = self.allowed(), self.row, self.game.rules_row
        if kind == col.FOLD:
            if allowed.fold:
                self.fold()
            return allowed.fold
        if kind == col.CALL:
            play_move(rules, row, col.CALL, allowed.call_to, 0)
            return True
        if not allowed.bet(total):
            return False
        size = 0
        if allowed.totals is not None:
            if total not in allowed.totals:
                return False
            actions = [action for action in self.game.actions_of(row.item(col.LEGAL)) if action >= col.BET]
            size = next(action for action in actions if row.item(col.TOTALS + action) == total) - col.BET
        play_move(rules, row, col.BET, total, size)
        return True

    def fold(self) -> None:
        """Fold for the player to act, even where a check is free."""
        play_move(self.game.rules_row, self.row, col.FOLD, self.row.item(col.IN_ROUND + self.row.item(col.ACTOR)), 0)

    def cards_due(self) -> int:
        """Count of public cards that come next."""
        if not self.card_due:
            return 0
        return FLOP_CARDS if self.row.item(NUM_BOARD) == 0 else 1

    def deal(self, cards: Sequence[int]) -> None:
        """Turn up the public cards of a street; ``cards_due`` says how many."""
        for card in cards:
            deal_cards(self.game.rules_row, self.row, card, -1)

    def state(self) -> TexasHoldemState:
        """The state that has been reached."""
        return TexasHoldemState(self.game, self.row.copy())
