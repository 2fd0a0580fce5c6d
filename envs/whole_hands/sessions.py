"""Hands in a row: stacks carry over, the button moves, and who has no chips left is out.

The button moves to the next player to the left who has chips (a *moving* button), and the next two post the blinds. So each
hand has a button, a small and a big blind; when a player leaves, a neighbour may miss a blind or post one twice. Of the last
two players neither posts the big blind twice in a row: the one who posted it before gets the button.
"""

from __future__ import annotations

from collections.abc import Sequence

from pokerzoo.envs.betting.posting import blind_seats, seats_after
from pokerzoo.envs.betting.row import IN_HAND, PAID_DEAD, STACKS
from pokerzoo.envs.support.units import chips_of

from .game import TexasHoldemGame
from .row import PAYOFFS
from .state import TexasHoldemState


def stacks_after(state: TexasHoldemState) -> tuple[float, ...]:
    """Chips of each seat once a hand that is over is paid."""
    game, row = state.game, state.row
    players = game.num_players
    columns = [row[first : first + players] for first in (STACKS, IN_HAND, PAID_DEAD, PAYOFFS)]
    return tuple([chips_of(units, game.chip) for units in sum(columns).tolist()])  # type: ignore[union-attr]


def game_after(state: TexasHoldemState) -> TexasHoldemGame | None:
    """The game that the hand after ``state``, which is over, is played by; None where one player has all chips."""
    stacks = stacks_after(state)
    if sum(own > 0 for own in stacks) < 2:
        return None
    big_blind = blind_seats(state.game.button, state.game.stacks)[1]
    return state.game.with_stacks(stacks, button_after(state.game.button, big_blind, stacks))


def button_after(button: int, big_blind: int, stacks: Sequence[float]) -> int:
    """The seat with the button in the next hand.

    Args:
        button: the seat that had it.
        big_blind: the seat that posted the big blind.
        stacks: chips of each seat now; two at least have some.

    >>> button_after(0, 2, (10, 10, 10)), button_after(0, 2, (10, 0, 10)), button_after(0, 2, (0, 10, 10))
    (1, 2, 2)
    """
    order = seats_after(button, tuple(stacks))
    return big_blind if len(order) == 2 and big_blind in order else order[0]
