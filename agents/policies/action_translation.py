"""Translation of a bet that is not among a strategy's sizes to those that are.

Ganzfried and Sandholm, "Action translation in extensive-form games with large action spaces: axioms, paradoxes, and the
pseudo-harmonic mapping" (IJCAI 2013).
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from itertools import pairwise
from math import inf

import numpy as np

from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.parameters import brief, check_number
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.row import (
    ACTOR,
    BET,
    CALL,
    FOLD,
    HOLE_CARDS_DUE,
    LEAST_TO,
    MOST_TO,
    PUBLIC_CARD_DUE,
    STATUS,
    STREET,
    TO_ACT,
)
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import deal_cards, play_action

from .whole_hand_baselines import NO_CARD


def pseudo_harmonic(x: float, low: float, high: float) -> float:
    """The probability with which a bet is taken for the lower of the two sizes beside it, else for the higher one.

    It is (high - x)(1 + low) / ((high - low)(1 + x)). So it is 1 at ``low``, 0 at ``high``, and the same whatever the unit of
    chips. If the opponent calls each size so often that a bluff with it wins nothing, the bet is called that often, too.

    Args:
        x: the bet as a share of the pot. Below ``low`` the answer is 1, above ``high`` it is 0.
        low: the lower size, a share of the pot; 0 is a check.
        high: the higher size, a share of the pot.

    Raises:
        ValueError: a number that is negative or not finite, or ``low`` is not below ``high``.

    >>> pseudo_harmonic(1 / 2, 0, 1) == 1 / 3
    True
    """
    for name, given in (("x", x), ("low", low), ("high", high)):
        check_number(name, given, 0, inf)
    if not low < high:
        raise ValueError(f"low={brief(low)}, high={brief(high)}: the lower size must be below the higher one")
    if x <= low or x >= high:
        return 1.0 if x <= low else 0.0
    return (high - x) / (high - low) * (1 + low) / (1 + x)


def translated_sizes(x: float, sizes: Sequence[float]) -> list[float]:
    """The probability of each of some ascending sizes to stand for the bet ``x``; all are shares of the pot."""
    found = [0.0] * len(sizes)
    if x <= sizes[0] or x >= sizes[-1]:
        found[0 if x <= sizes[0] else -1] = 1.0
        return found
    for k, (low, high) in enumerate(pairwise(sizes)):
        if low <= x < high:
            found[k] = pseudo_harmonic(x, low, high)
            found[k + 1] = 1.0 - found[k]
    return found


class TranslatedHand:
    """A hand of one game, played at the same time in another one with other sizes.

    Each bet becomes one of the sizes that the other game has there, drawn by the pseudo-harmonic mapping.

    Attributes:
        row: int64 [columns]: the hand in the other game, without private cards.
        exact: True while every move was one of the other game's, with the same chips.
    """

    def __init__(self, game: TexasHoldemGame, source: TexasHoldemGame, seed: int) -> None:
        """Start a hand.

        Args:
            game: the other game.
            source: the game in which the hand is played.
            seed: of the draws.
        """
        self.game, self.source, self.row = game, source, game.start.copy()
        self._draws = [seed]
        self._swapped = game.button != source.button  # the player on the button has another seat there
        same = ("limit", "blinds", "stacks", "ante", "big_blind_ante", "deck")
        self.exact = all(game.params[name] == source.params[name] for name in same)
        while self.row.item(STATUS) == HOLE_CARDS_DUE:
            deal_cards(game.rules_row, self.row, NO_CARD, NO_CARD)

    @property
    def state(self) -> TexasHoldemState:
        """The hand in the other game."""
        return TexasHoldemState(self.game, self.row.copy())

    def copy(self) -> TranslatedHand:
        """The same hand, which then goes on by itself."""
        found = copy.copy(self)
        found.row, found._draws = self.row.copy(), self._draws.copy()
        return found

    def deal(self, card: int) -> None:
        """Turn up a public card, if one is due in the other game.

        Args:
            card: as an index into the deck.
        """
        if self.row.item(STATUS) == PUBLIC_CARD_DUE:
            deal_cards(self.game.rules_row, self.row, card, NO_CARD)

    def stands_at(self, state: TexasHoldemState) -> bool:
        """True if the same player is to act on the same street in both, by position.

        Args:
            state: the hand.
        """
        row = self.row
        if row.item(STATUS) != TO_ACT or row.item(STREET) != state.street:
            return False
        return (row.item(ACTOR) == state.current_player) != self._swapped

    def play(self, state: TexasHoldemState, kind: int, total: float, drawn: bool = True) -> int | None:
        """Play a move; the action that it became, None where the other game has none left for it.

        Args:
            state: the hand before it.
            kind: FOLD, CALL or BET.
            total: the player's chips in the round after it.
            drawn: whether the size is drawn; else it is the nearest one, as a share of the pot.
        """
        number = self._number(kind, total)
        if not self.stands_at(state):
            return None
        here = self.state
        action = CALL if kind == CALL else FOLD
        if kind == FOLD and FOLD not in here.legal_actions():
            action = CALL
        if kind == BET:
            action = self._bet(state, here, total, number if drawn else None)
        play_action(self.game.rules_row, self.row, action)
        return action

    def _bet(self, state: TexasHoldemState, here: TexasHoldemState, total: float, number: float | None) -> int:
        """The action for a bet; the nearest one if there is no number to draw with."""
        bets = [action for action in here.legal_actions() if action >= BET]
        if self.exact:
            for action in bets:
                if abs(here.total_of(action) - total) < self.game.chip / 2:
                    return action
            self.exact = False
        if not bets:
            return CALL
        order, wanted = sorted(bets, key=here.total_of), bet_share(state, total)
        sizes = [bet_share(here, here.total_of(action)) for action in order]
        if number is None:
            return order[min(range(len(order)), key=lambda k: abs(sizes[k] - wanted))]
        shares = translated_sizes(wanted, sizes)
        return order[min(int(np.searchsorted(np.cumsum(shares), number, side="right")), len(order) - 1)]

    def _number(self, kind: int, total: float) -> float:
        """A number from 0 to 1 for this move, which follows from the seed and the moves."""
        self._draws.append(kind + 4 * round(total / self.source.chip))
        return float(np.random.default_rng(self._draws).random())

    def back(self, state: TexasHoldemState, probabilities: Floats) -> Floats:
        """Probabilities [actions in the other game, hands] in the order of the hand's own actions.

        Args:
            state: the hand.
            probabilities: float64, in the order of the other game's legal actions.
        """
        here, legal = self.state, state.legal_actions()
        if self.exact and here.legal_actions() == legal and self.game.bet_sizes == self.source.bet_sizes:
            return probabilities
        found, place = np.zeros((len(legal), probabilities.shape[1])), {action: k for k, action in enumerate(legal)}
        for row, action in zip(probabilities, here.legal_actions(), strict=True):
            own = action if action < BET else nearest_bet(state, total_of_share(state, bet_share(here, here.total_of(action))))
            found[place[own if own in place else CALL]] += row
        return found


def pot_after_call(state: TexasHoldemState) -> float:
    """Chips in the middle once the player to act has called."""
    return state.pot + state.to_call


def bet_share(state: TexasHoldemState, total: float) -> float:
    """A bet or raise as a share of the pot after the call; 0 is no raise."""
    return max(total - max(state.round_contributions), 0.0) / pot_after_call(state)


def total_of_share(state: TexasHoldemState, share: float) -> float:
    """``bet_share`` the other way round."""
    return max(state.round_contributions) + share * pot_after_call(state)


def nearest_bet(state: TexasHoldemState, total: float) -> int:
    """The legal bet or raise that is nearest to a total of the round; a check or call where there is none."""
    if state.game.any_amount:
        least, most = state.row.item(LEAST_TO), state.row.item(MOST_TO)
        return BET - 1 + min(max(round(total / state.game.chip), least), most) if most else CALL
    bets = [action for action in state.legal_actions() if action >= BET]
    return min(bets, key=lambda action: abs(state.total_of(action) - total)) if bets else CALL
