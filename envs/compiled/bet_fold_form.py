"""The bet/fold game compiled with a lane for each card: one decision point a player, for a deck of any size.

Its terminals are no list: the values of a player's actions with each card come from ``bet_fold_exact``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerzoo.envs.games.bet_fold import ACTIONS, BET, FOLD, BetFoldGame, Prices
from pokerzoo.envs.games.bet_fold_exact import values_against
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.kernels import kernel

from .arrays import AllRows, Utility
from .rows_form import RowsForm
from .simd import HandLanes, Lanes, lanes_for, pack_rows, vector_width, zero_rows
from .terminal_evaluation import Evaluation, TerminalValues, values_of_terminals
from .treeplex import make_treeplex

FIRST = 1
"""The row of the first action: row 0 is that of the empty sequence."""


class BetFoldTerminals(NamedTuple):
    """Terminals that pay as the game does or, where prices are None, 1 for getting to the decision."""

    num_cards: int
    prices: Prices | None


class BetFoldValues(TerminalValues):
    """Each turn is one call of a kernel, or none: in one iteration players who are alike face the same others."""

    method = "best responses by combinatorics over the others' cards"
    in_kernels = False

    def __init__(self, lanes: HandLanes, tables: BetFoldTerminals) -> None:
        super().__init__(lanes, Evaluation(tables, ()))
        self._others, self._found = np.zeros(0), zero_rows(lanes, FIRST + len(ACTIONS))

    def counterfactual_values(self, player: int, reaches: AllRows, out: Utility) -> None:
        cards, prices = self.evaluation.tables
        if prices is None:
            out[...] = pack_rows(self.lanes, np.eye(1, FIRST + len(ACTIONS), FIRST).T * np.full(cards, 1.0 / cards))
        else:
            others = np.stack([reach for k, reach in enumerate(reaches) if k != player])
            if not np.array_equal(others, self._others):
                write_action_values(self.lanes, prices, cards, others, self._found)
                self._others = others
            out[...] = self._found


@kernel(nogil=True)
def write_action_values(lanes: Lanes, prices: Prices, cards: int, others: Floats, out: Utility) -> None:
    """Write the values of both actions with each card, times its probability, against others with these reaches."""
    width = vector_width(lanes)
    bet = np.empty((others.shape[0], cards))
    for player in range(others.shape[0]):
        for card in range(cards):
            bet[player, card] = others[player, card // width, (FIRST + BET) * width + card % width]
    bets, folds = values_against(prices, bet)
    out[:] = 0.0
    for card in range(cards):
        out[card // width, (FIRST + BET) * width + card % width] = bets[card] / cards
        out[card // width, (FIRST + FOLD) * width + card % width] = folds[card] / cards


@values_of_terminals.register
def _(tables: BetFoldTerminals, lanes: HandLanes, threads: int | None = None) -> TerminalValues:
    return BetFoldValues(lanes, tables)


def compile_bet_fold(game: BetFoldGame) -> RowsForm:
    """The form of a game."""
    players, cards = game.num_players, game.num_cards
    plexes = tuple(make_treeplex([len(ACTIONS)], [0]) for _ in range(players))
    terminals, ones = BetFoldTerminals(cards, game.prices), np.ones(cards)
    return RowsForm(game, plexes, terminals, lanes_for(HandLanes, cards), (ones,) * players, (ones > 0.0,) * players)
