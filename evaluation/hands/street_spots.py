"""Streets of whole hands that were played as spots: from the start of a street on, with just the bets that were made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line import Move
from pokerzoo.envs.games.hand_spot import find_move
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.public_state import BET, CALL, FOLD
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .phh_format import PhhError, plain_decimal

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
    return params_from(start_of(state, street), state, street)


def start_of(state: TexasHoldemState, street: str) -> TexasHoldemState | None:
    """The first decision on a street of a hand; None if nothing was left to decide there."""
    at = state.game.initial_state()
    for action in state.history():
        if not at.is_chance and at.street == FIRST_STREETS[street]:
            return at
        at = at.child(action)
    return None


def params_from(start: TexasHoldemState | None, state: TexasHoldemState, street: str) -> tuple[dict[str, Any], tuple[int, ...]]:
    """``spot_params`` where the first decision on the street is known."""
    if start is None:
        raise ValueError(f"street={street!r}: nothing was left to decide on the {street} of this hand")
    left = start.folded.count(False)
    if left > (2 if street == "flop" else 3):
        allowed = "two on a flop, two or three on a turn or river"
        raise ValueError(f"street={street!r}: {left} players are in on the {street} of this hand; must be {allowed}")
    try:
        bare = start.to_spot(["random"] * left, bet_sizes="", raise_sizes="")
    except ValueError as error:
        raise ValueError(f"street={street!r}: {re.sub('^to_spot[^:]*: ', '', str(error))}") from None
    params, seats, first = dict(bare.game.params), bare.seats, FIRST_STREETS[street]
    moves = [
        (where, seats.index(seat), kind, Decimal(str(total))) for where, seat, kind, total in state.moves if where >= first
    ]
    stack = params["stack"]
    stacks = [Decimal(str(own)) for own in (stack if isinstance(stack, tuple) else (stack,) * left)]
    bets, raises, most = sizes_of_moves(moves, first, stacks)
    params |= {"bet_sizes": bets, "raise_sizes": raises, "raise_cap": most or None}
    return params, seats


def sizes_of_moves(
    moves: Sequence[tuple[int, int, int, Decimal]], first: int, stacks: Sequence[Decimal]
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]], int]:
    """(bets, raises) of each street by player, as a spot takes them, and the most of both on one street.

    Moves are (street, player, kind, chips put in on the street), from street ``first`` on; ``stacks`` are behind there.
    """
    names = list(FIRST_STREETS)
    sizes: dict[str, list[list[list[str]]]] = {name: [[[] for _ in stacks] for _ in range(2)] for name in names}
    left = dict(enumerate(stacks))  # of those who are in
    faced, at, count, most = Decimal(0), first, 0, 0
    for street, player, kind, total in moves:
        if street != at:
            left = {own: stack - min(stack, faced) for own, stack in left.items()}
            faced, at, count = Decimal(0), street, 0
        if kind == FOLD:
            del left[player]
        elif kind == BET:
            all_in = min(left[player], max(stack for own, stack in left.items() if own != player))
            total = min(total, all_in)  # the excess over the largest other stack is returned
            own = sizes[names[street - 1]][faced > 0][player]
            own.append("a" if total >= all_in else f"{plain_decimal(total - faced)}c")
            faced, count = total, count + 1
            most = max(most, count)
    bets, raises = ({name: tuple(map(",".join, sizes[name][k])) for name in names[first - 1 :]} for k in (0, 1))
    return bets, raises, most


def street_spot(
    start: TexasHoldemState | None, state: TexasHoldemState, street: str, params: dict[str, Any]
) -> tuple[HoldemGame, tuple[int, ...], tuple[int, ...]]:
    """A street of a hand as a spot: the game, the hand's history in it, and the seats, out of position first.

    ``params`` are parameters of the spot that replace those of the hand. PhhError if the hand is not in the spot.
    """
    try:
        own, seats = params_from(start, state, street)
        game = make_game("holdem", **own | params)
    except ValueError as error:
        raise PhhError(f"no spot can be made of it: {error}") from None
    assert isinstance(game, HoldemGame)
    at = game.initial_state()
    for player, seat in enumerate(seats):
        cards = state.hole_cards(seat)
        hands = [game.rules.deck.hands.index(hand) for hand in (cards, cards[::-1]) if hand in game.rules.deck.hands]
        if not hands or hands[0] not in at.legal_actions():
            name = "".join(state.game.rules.deck.names[card] for card in cards)
            raise PhhError(f"{name} is not in the range of player {player}, or its cards are out")
        at = at.child(hands[0])
    to_come = iter(state.board[len(game.rules.deck.board) :])
    for where, _, kind, total in state.moves:
        if where < FIRST_STREETS[street]:
            continue
        while at.public.card_due:
            at = at.child(next(to_come))
        place = find_move(at.public, (kind, total))
        if place is None:
            allowed = ", ".join(at.action_name(action) for action in at.legal_actions()) or "nothing"
            raise PhhError(f"{move_text((kind, total))} is not in the betting tree of the spot; in it are {allowed}")
        at = at.child(at.legal_actions()[place])
    for card in to_come:  # a card without later actions, or those after an all-in
        at = at.child(card)
    return game, at.history(), seats


def move_text(move: Move) -> str:
    """A move for a message."""
    kind, total = move
    return {FOLD: "a fold", CALL: "a check or call", BET: f"a bet to {plain_decimal(Decimal(str(total)))}"}[kind]
