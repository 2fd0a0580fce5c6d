"""Spots of whole hands that were played: a street from its start on, with just the bets that were made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from pokerzoo.envs.core import replay_history
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .phh_reader import from_phh
from .phh_spot import FIRST_STREETS, sizes_of_moves
from .site_hands import site_of, site_to_phh


def spot_params(state: TexasHoldemState, street: str) -> tuple[dict[str, Any], tuple[int, ...]]:
    """Parameters of ``make_game("holdem", ...)`` for a street of a hand that is over, and the seats of its players.

    Args:
        state: the hand.
        street: ``flop``, ``turn`` or ``river``; two players must be in on it, or three on a turn or river, with chips to bet.

    Returns:
        Board, pot, stacks, all hands as ranges, and the sizes that were bet from there on; the seats, out of position first.

    Raises:
        ValueError: the hand has no such decision, more players are in, or one of three is all-in before.
    """
    first, game = FIRST_STREETS[street], state.game
    at = game.initial_state()
    for action in state.history():
        if not at.is_chance and at.street == first:
            break
        at = at.child(action)
    if at.is_chance or at.is_terminal or at.street != first:
        raise ValueError(f"street={street!r}: nothing was left to decide on the {street} of this hand")
    left = at.folded.count(False)
    if left > (2 if street == "flop" else 3):
        allowed = "two on a flop, two or three on a turn or river"
        raise ValueError(f"street={street!r}: {left} players are in on the {street} of this hand; must be {allowed}")
    try:
        bare = at.to_spot(["random"] * left, bet_sizes="", raise_sizes="")
    except ValueError as error:
        raise ValueError(f"street={street!r}: {re.sub('^to_spot[^:]*: ', '', str(error))}") from None
    params, seats = dict(bare.game.params), bare.seats
    moves = [
        (where, seats.index(seat), kind, Decimal(str(total))) for where, seat, kind, total in state.moves if where >= first
    ]
    stack = params["stack"]
    stacks = [Decimal(str(own)) for own in (stack if isinstance(stack, tuple) else (stack,) * left)]
    bets, raises, most = sizes_of_moves(moves, first, stacks)
    params |= {"bet_sizes": bets, "raise_sizes": raises, "raise_cap": most or None}
    return params, seats


def spot_of_text(text: str, street: str) -> tuple[dict[str, Any], tuple[str, ...] | None]:
    """The spot of a hand history, in PHH or as a site writes it, and the players' names, out of position first.

    Args:
        text: one no-limit hold'em hand with up to ten players.
        street: where the spot begins; two players must be in, or three on a turn or river.

    Raises:
        ImportError: a site's hand without pokerkit.
        PhhError: no such hand.
        ValueError: nothing to decide on that street, or more players.
    """
    phh = text if site_of(text) is None else site_to_phh(text)
    hand = from_phh(phh, street="preflop", check_result=False)
    state = replay_history(hand.game, hand.history)
    assert isinstance(state, TexasHoldemState)
    params, seats = spot_params(state, street)
    return params, None if hand.names is None else in_order(hand.names, seats)


def in_order(names: Sequence[str], seats: Sequence[int]) -> tuple[str, ...]:
    """The names of some seats."""
    return tuple(names[seat] for seat in seats)
