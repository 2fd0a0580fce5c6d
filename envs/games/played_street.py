"""Streets of hands that were played as spots: from the start of a street on, with just the bets that were made."""

from __future__ import annotations

import re
from typing import Any

from pokerzoo.envs.betting.line import BET, FOLD, chips_text
from pokerzoo.envs.support.errors import ParameterError
from pokerzoo.envs.support.units import chips_of
from pokerzoo.envs.whole_hands.replay import HandReplay
from pokerzoo.envs.whole_hands.state import TexasHoldemState

FIRST_STREETS = {"flop": 1, "turn": 2, "river": 3}
"""On which street a spot may start."""


def spot_params(state: TexasHoldemState, street: str) -> tuple[dict[str, Any], tuple[int, ...]]:
    """Parameters of ``make_game("holdem", ...)`` for a street of a hand, and the seats of its players.

    Args:
        state: the hand at its end.
        street: ``flop``, ``turn`` or ``river``; two players must be in on it, or three on a turn or river, with chips to bet.

    Returns:
        Board, pot, stacks, all hands as ranges, and the sizes that were bet from there on; the seats, out of position first.

    Raises:
        ValueError: the hand has no such decision, more players are in, or one of three is all-in before.
    """
    start = start_of(state, FIRST_STREETS[street])
    if start is None:
        raise ParameterError("street", street, f"nothing was left to decide on the {street} of this hand")
    left = start.folded.count(False)
    if left > (2 if street == "flop" else 3):
        allowed = "two on a flop, two or three on a turn or river"
        raise ParameterError("street", street, f"{left} players are in on the {street} of this hand; must be {allowed}")
    try:
        bare = start.to_spot(["random"] * left, bet_sizes="", raise_sizes="")
    except ValueError as error:
        raise ParameterError("street", street, re.sub("^to_spot[^:]*: ", "", str(error))) from None
    params = bare.game.params
    stack = params["stack"]
    stacks = dict(zip(bare.seats, stack if isinstance(stack, tuple) else (stack,) * left, strict=True))
    return params | sizes_of_moves(state, FIRST_STREETS[street], stacks), bare.seats


def start_of(state: TexasHoldemState, street: int) -> TexasHoldemState | None:
    """The first decision on a street of a hand; None if nothing was left to decide there."""
    game, board = state.game, state.board
    hand = HandReplay(game, [state.hole_cards(seat) or None for seat in range(game.num_players)], board)
    moves = iter(state.moves)
    while True:
        while hand.card_due and board:
            due = hand.cards_due()
            hand.deal(board[:due])
            board = board[due:]
        if hand.actor is not None and hand.street == street:
            return hand.state()
        move = next(moves, None)
        if move is None:
            return None
        if move[2] == FOLD:  # perhaps where a check was free
            hand.fold()
        else:
            hand.play(move[2], round(move[3] / game.chip))


def sizes_of_moves(state: TexasHoldemState, first: int, stacks: dict[int, float]) -> dict[str, Any]:
    """The sizes that were bet on each street by each player, as parameters of a spot.

    Args:
        state: the hand at its end.
        first: the street on which the spot begins.
        stacks: of the seats in the spot, at its beginning.
    """
    chip = state.game.chip
    left = {seat: round(stack / chip) for seat, stack in stacks.items()}  # of those who are in, in the smallest unit
    names = list(FIRST_STREETS)[first - 1 :]
    sizes: dict[str, dict[str, dict[int, list[str]]]] = {
        parameter: {name: {seat: [] for seat in stacks} for name in names} for parameter in ("bet_sizes", "raise_sizes")
    }
    faced, at, count, most = 0, first, 0, 0
    for street, seat, kind, total in state.moves:
        if street < first:
            continue
        if street != at:
            left = {own: stack - min(stack, faced) for own, stack in left.items()}
            faced, at, count = 0, street, 0
        if kind == FOLD:
            del left[seat]
        elif kind == BET:
            all_in = min(left[seat], max(stack for own, stack in left.items() if own != seat))
            units = min(round(total / chip), all_in)  # the excess over the largest other stack is returned
            size = "a" if units == all_in else f"{chips_text(chips_of(units - faced, chip))}c"
            sizes["raise_sizes" if faced else "bet_sizes"][names[street - first]][seat].append(size)
            faced, count = units, count + 1
            most = max(most, count)
    texts = {
        parameter: {name: tuple(map(",".join, by_seat.values())) for name, by_seat in by_street.items()}
        for parameter, by_street in sizes.items()
    }
    return {**texts, "raise_cap": most or None}
