"""Infosets whose keys start with a text, found without making all infosets of a large game."""

from __future__ import annotations

from collections.abc import Iterator

from pokerzoo.envs.core import Game
from pokerzoo.envs.infosets import Infoset

from .infosets import PokerInfosets


def hands_from(table: PokerInfosets, start: str) -> list[int]:
    """The hands with which keys start so."""
    name, bar, _ = start.partition("|")
    return [hand for own, hand in table.hand_index.items() if (own == name if bar else own.startswith(name))]


def known_number(game: Game, start: str) -> int:
    """Number of infosets whose keys start so, where it follows without making them; else 0."""
    table, history = game.infosets, start.partition("|")[2]
    if not isinstance(table, PokerInfosets) or "/" in history:
        return 0
    rules = table.rules
    if rules.hand_sets is None or rules.deck.board:  # else each hand can be held on as many boards
        return 0
    pairs = sum(point.places.total for point in table.points if point.line.text.startswith(history))
    return pairs * len(hands_from(table, start)) // len(rules.deck.hands)


def infosets_from(game: Game, start: str) -> Iterator[Infoset]:
    """The infosets whose keys start so, in order; in large spots not all infosets are made for it."""
    table = game.infosets
    if not isinstance(table, PokerInfosets):
        yield from (row for row in table if row.key.startswith(start))
        return
    hands = hands_from(table, start)
    for public in table.public_states(start.partition("|")[2]) if hands else ():
        point, board = table.at(public)
        rank, line = point.places.row(board), public.line
        for hand in hands:
            if rank[hand] >= 0:  # else the board has one of the hand's cards, or it is not in the range
                yield Infoset(public.key(hand), line.actor, line.legal_actions, line.action_names)
