"""Public states of a whole hand on the way to the present one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pokerzoo.envs.betting.row import HOLE_CARDS_DUE, PUBLIC_CARD_DUE, STATUS
from pokerzoo.envs.support.chips import chips_of
from pokerzoo.envs.whole_hands.row import BOARD, MOVES, NUM_BOARD, NUM_MOVES
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.envs.whole_hands.steps import deal_cards, play_move

from .whole_hand_baselines import NO_CARD


class PastMove(NamedTuple):
    """A decision on the way, and the move made there."""

    state: TexasHoldemState  # before the move, without private cards
    kind: int  # FOLD, CALL or BET
    total: float  # the player's chips in the round after the move


def steps_to(state: TexasHoldemState) -> Iterator[PastMove]:
    """Every decision on the way to a state."""
    game, row = state.game, state.game.start.copy()
    rules, board = game.rules_row, state.row[BOARD : BOARD + state.row.item(NUM_BOARD)].tolist()
    while row.item(STATUS) == HOLE_CARDS_DUE:
        deal_cards(rules, row, NO_CARD, NO_CARD)
    for move in state.row[MOVES : MOVES + state.row.item(NUM_MOVES)].tolist():
        while row.item(STATUS) == PUBLIC_CARD_DUE:
            deal_cards(rules, row, board[row.item(NUM_BOARD)], NO_CARD)
        kind, units = move >> 4 & 3, move >> 16
        yield PastMove(TexasHoldemState(game, row.copy()), kind, chips_of(units, game.chip))
        play_move(rules, row, kind, units, move >> 8 & 255)
