"""Whole hands by the keys of infosets, and the decisions on the way to a state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.errors import InputError, brief
from pokerzoo.envs.support.units import chips_of

from .game import TexasHoldemGame
from .row import BOARD, HOLES, MOVES, NUM_BOARD, NUM_MOVES, TO_COME
from .state import TexasHoldemState, moves_on
from .steps import deal_cards, play_move

MOVES_OF_LINE = re.compile(r"[fcx]|[br][0-9.]+")
KEPT_ROWS = 1024
NO_CARD = -1


@lru_cache(16)
def hands_by_name(game: TexasHoldemGame) -> dict[str, int]:
    """The index of each hand by its name."""
    return {name: number for number, name in enumerate(game.rules.deck.hand_names)}


def row_and_hand(game: TexasHoldemGame, key: str) -> tuple[Int64s, int]:
    """(``public_row``, the number of the hand) of an infoset's key; ValueError if there is none in which a player acts."""
    cards, _, line = key.partition("|")
    row, hand = public_row(game, line), hands_by_name(game).get(cards)
    if hand is None or row.item(col.STATUS) != col.TO_ACT:
        raise InputError(f"{brief(key)}: is no infoset of {game.name} in which a player is to act, such as AsKd|r6c/QsJh2h|x")
    return row, hand


def public_state_at(game: TexasHoldemGame, key: str) -> tuple[TexasHoldemState, int]:
    """The state at an infoset's key without private cards, and the number of the hand in the key."""
    row, hand = row_and_hand(game, key)
    return TexasHoldemState(game, row), hand


def row_at(game: TexasHoldemGame, key: str) -> Int64s:
    """A hand as the player to act sees it, int64 [columns], from the infoset's key."""
    public, hand = row_and_hand(game, key)
    row, at = public.copy(), HOLES + 2 * public.item(col.ACTOR)
    row[at : at + 2] = game.rules.deck.hands[hand]
    return row


def state_at_key(game: TexasHoldemGame, key: str) -> TexasHoldemState:
    """``row_at`` as a state."""
    return TexasHoldemState(game, row_at(game, key))


def with_hand(state: TexasHoldemState, hand: int | None) -> TexasHoldemState:
    """A state with no private cards but a hand, by number, of the player to act; None: with none at all."""
    row = state.row.copy()
    row[HOLES:BOARD] = row[TO_COME : TO_COME + 5] = NO_CARD
    if hand is not None:
        at = HOLES + 2 * row.item(col.ACTOR)
        row[at : at + 2] = state.game.rules.deck.hands[hand]
    return TexasHoldemState(state.game, row)


@lru_cache(KEPT_ROWS)
def public_row(game: TexasHoldemGame, line: str) -> Int64s:
    """A hand as all see it, int64 [columns], from its line: no private cards are in it."""
    rules, row = game.rules_row, game.start.copy()
    while row.item(col.STATUS) == col.HOLE_CARDS_DUE:
        deal_cards(rules, row, NO_CARD, NO_CARD)
    deck = {name: card for card, name in enumerate(game.rules.deck.names)}
    try:
        for street, piece in enumerate(line.split("/")):
            cards, _, moves = piece.rpartition("|") if street else ("", "", piece)
            for k in range(0, len(cards), 2):
                deal_cards(rules, row, deck[cards[k : k + 2]], NO_CARD)
            if MOVES_OF_LINE.sub("", moves):
                raise KeyError(piece)
            for text in MOVES_OF_LINE.findall(moves):
                if row.item(col.STATUS) != col.TO_ACT:
                    raise KeyError(text)
                play_line_move(game, row, text)
        if TexasHoldemState(game, row).line != line:
            raise KeyError(line)
    except KeyError:
        raise InputError(f"{brief(line)}: is no line of {game.name}, such as r6c/QsJh2h|xb8c") from None
    return row


def play_line_move(game: TexasHoldemGame, row: Int64s, text: str) -> None:
    """Play a move of a line on a row; KeyError if it is not legal."""
    if text == "f":
        play_move(game.rules_row, row, col.FOLD, row.item(col.IN_ROUND + row.item(col.ACTOR)), 0)
    elif text in "cx":
        play_move(game.rules_row, row, col.CALL, row.item(col.CALL_TO), 0)
    else:
        total = round(float(text[1:]) / game.chip)
        if not 0 < row.item(col.LEAST_TO) <= total <= row.item(col.MOST_TO):
            raise KeyError(text)
        play_move(game.rules_row, row, col.BET, total, 0)


class PastMove(NamedTuple):
    """A decision on the way, and the move made there."""

    state: TexasHoldemState  # before the move, without private cards
    kind: int  # FOLD, CALL or BET
    total: float  # the player's chips in the round after the move


def steps_to(state: TexasHoldemState) -> Iterator[PastMove]:
    """Every decision on the way to a state."""
    game, row = state.game, state.game.start.copy()
    rules, board = game.rules_row, state.row[BOARD : BOARD + state.row.item(NUM_BOARD)].tolist()
    while row.item(col.STATUS) == col.HOLE_CARDS_DUE:
        deal_cards(rules, row, NO_CARD, NO_CARD)
    for move in moves_on(rules, row, state.row[MOVES : MOVES + state.row.item(NUM_MOVES)].tolist(), board):
        yield PastMove(TexasHoldemState(game, row.copy()), move >> 4 & 3, chips_of(move >> 16, game.chip))
