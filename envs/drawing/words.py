"""A table in words, for screen readers."""

from __future__ import annotations

from pokerzoo.envs.views import HIDDEN, UNKNOWN, Seat, TableView, amount_text

from .cards import SUIT_NAMES, suited_face


def table_in_words(view: TableView) -> str:
    """The whole table in a few sentences, for screen readers."""
    return ". ".join(table_sentences(view)) + "."


def table_sentences(view: TableView) -> list[str]:
    """The whole table, sentence by sentence."""
    seen = "all cards are shown" if view.viewer is None else f"seen by player {view.viewer}"
    parts = [f"{view.game.replace('_', ' ')}, {seen}"]
    if view.lines:
        return [*parts, *view.lines]
    for seat in view.seats:
        parts.append(seat_in_words(seat))
    if view.board_places:
        told = ", ".join(map(spoken_card, view.board)) or "no card yet"
        parts.append(f"board: {told}")
    if view.pot is not None:
        parts.append(f"pot {amount_text(view.pot + sum(seat.in_front for seat in view.seats))}")
        parts += [f"side pot {amount_text(chips)}" for chips in view.side_pots]
    if view.note:
        parts.append(view.note)
    return parts


def seat_in_words(seat: Seat) -> str:
    """One player in words."""
    told = []
    if seat.cards:
        names = [spoken_card(card) for card in seat.cards if card is not HIDDEN and card != UNKNOWN]
        hidden = "choice not shown" if UNKNOWN in seat.cards else "face down"
        told.append(", ".join(names) if names else hidden)
    if seat.action:
        told.append(seat.action)
    elif seat.in_front:
        told.append(f"{amount_text(seat.in_front)} in front")
    if seat.all_in:
        told.append("all-in")
    if seat.stack is not None:
        told.append(f"{amount_text(seat.stack)} behind")
    if seat.acts:
        told.append("to act")
    if seat.won is not None:
        told.append(
            f"wins {amount_text(seat.won)}" if seat.won > 0 else f"loses {amount_text(-seat.won)}" if seat.won < 0 else "even"
        )
    return f"player {seat.player}: {', '.join(told) or 'no cards yet'}"


def spoken_card(card: str) -> str:
    """A card in words.

    >>> spoken_card("Qh"), spoken_card("37")
    ('queen of hearts', '37')
    """
    result = suited_face(card)
    if result is None:
        return card
    ranks = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
    return f"{ranks.get(result[0], result[0])} of {SUIT_NAMES[result[1]]}"
