"""Drawing of a table: felt, seats, cards, chips, board; and the table in words. Its size is the same for every state."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, cos, pi, sin, sqrt
from typing import NamedTuple

from pokerzoo.envs.views import HIDDEN, OUT, UNKNOWN, Seat, TableView, amount_text

from .cards import SUIT_NAMES, card_back, card_shapes, card_slot, chip_shapes, dealer_button, suited_face
from .shapes import Drawing, Rect, Shape, Text, fitted_text, text_width

WIDTH, HEIGHT = 480.0, 320.0
CENTRE = WIDTH / 2, HEIGHT / 2 - 2

ROOM, RAIL, RAIL_EDGE, FELT, FELT_EDGE = "#101915", "#4a3426", "#6b4d38", "#17583c", "#2f8a63"
PLATE, PLATE_EDGE, OWN_PLATE = "#0c1512", "#53675e", "#1a3050"
GOLD, WHITE, SOFT, FAINT, WON, LOST = "#ffd257", "#ffffff", "#d6eadf", "#a9bdb3", "#86efac", "#ffb0a8"
ALL_IN = "#ffb366"

MOST_AROUND = 10
"""More players than this are drawn in rows."""


class SeatSizes(NamedTuple):
    """Sizes of the things at a seat."""

    plate: tuple[float, float]  # width and height of the plate with the name
    font: float
    card: tuple[float, float]  # width and height of a private card
    behind: float  # height of a card that the plate covers
    step: float  # from a private card to the next
    short: bool


def sizes_for(players: int) -> SeatSizes:
    """Sizes for a number of players."""
    if players <= 2:
        return SeatSizes((184.0, 42.0), 15.0, (42.0, 58.0), 8.0, 46.0, False)
    if players <= 6:
        return SeatSizes((118.0, 38.0), 13.0, (32.0, 44.0), 8.0, 34.0, False)
    return SeatSizes((80.0, 33.0), 11.5, (25.0, 33.0), 6.0, 27.0, True)


def table_drawing(view: TableView, bottom: int = 0) -> Drawing:
    """The table, with the player ``bottom`` in front; the others follow clockwise."""
    if view.lines:
        shapes = description_shapes(view)
    elif len(view.seats) > MOST_AROUND:
        shapes = rows_of_seats(view)
    else:
        shapes = table_of_seats(view, bottom)
    return Drawing(WIDTH, HEIGHT, table_in_words(view), tuple(shapes))


def background_shapes() -> Iterator[Shape]:
    """The background."""
    yield Rect(0, 0, WIDTH, HEIGHT, 14, ROOM)


def felt_shapes(x: float, y: float, width: float, height: float, radius: float) -> Iterator[Shape]:
    """A table top with its rail."""
    yield Rect(x - 9, y - 9, width + 18, height + 18, radius + 9, RAIL, RAIL_EDGE, 1.5)
    yield Rect(x, y, width, height, radius, FELT)
    yield Rect(x + 7, y + 7, width - 14, height - 14, radius - 7, None, FELT_EDGE)


def table_of_seats(view: TableView, bottom: int) -> Iterator[Shape]:
    """Up to ten players around an oval table."""
    sizes = sizes_for(len(view.seats))
    yield from background_shapes()
    yield from felt_shapes(34, 36, WIDTH - 68, HEIGHT - 76, 112)
    yield from board_and_pot(view, sizes)
    places = [place_of(k, len(view.seats), sizes) for k in range(len(view.seats))]
    for seat in view.seats:
        k = (seat.player - bottom) % len(view.seats)
        yield from at_seat(seat, view, places[k], sizes)


def group_height(sizes: SeatSizes) -> float:
    """Cards and plate of one seat."""
    return sizes.card[1] - sizes.behind + sizes.plate[1]


def place_of(k: int, players: int, sizes: SeatSizes) -> tuple[float, float]:
    """The centre of the k-th seat's cards and plate, from the bottom clockwise."""
    half_width, half_height = sizes.plate[0] / 2, group_height(sizes) / 2
    angle = 2 * pi * k / players
    across, down = -sin(angle), cos(angle)
    # Between an ellipse and its box, so that seats have room in the corners.
    stretch = (abs(across) ** 2.6 + abs(down) ** 2.6) ** (-1 / 2.6)
    x = WIDTH / 2 + (WIDTH / 2 - half_width - 6) * across * stretch
    return x, HEIGHT / 2 + (HEIGHT / 2 - half_height - 6) * down * stretch


def at_seat(seat: Seat, view: TableView, place: tuple[float, float], sizes: SeatSizes) -> Iterator[Shape]:
    """A player's cards, plate, chips and last action."""
    wide, (card_wide, card_high) = sizes.plate[0], sizes.card
    card_wide = 2 * card_wide if view.choices else card_wide
    top = place[1] - group_height(sizes) / 2
    step = min(sizes.step, (wide - card_wide) / max(1, len(seat.cards) - 1))
    left = place[0] - (card_wide + step * (len(seat.cards) - 1)) / 2
    for number, name in enumerate(seat.cards):
        yield from private_card(name, left + number * step, top, card_wide, card_high, seat.folded)
    x, y = place[0] - wide / 2, top + card_high - sizes.behind
    yield from name_plate(seat, view.viewer == seat.player, x, y, sizes)
    if view.dealer == seat.player:
        side = 1 if place[0] <= WIDTH / 2 + 1 else -1
        yield from dealer_button(place[0] + side * (wide / 2 - 3), y - 2, 0.62 * sizes.font)
    if seat.won is None and (seat.in_front or seat.action):
        yield from chips_in_front(seat, place, sizes)


def private_card(name: str | None, x: float, y: float, width: float, height: float, folded: bool) -> Iterator[Shape]:
    """A card at a seat, face up or down."""
    if name is HIDDEN:
        yield from card_back(x, y, width, height, dim=folded)
    elif name == UNKNOWN:
        yield from card_slot(x, y, width, height, UNKNOWN)
    else:
        yield from card_shapes(name, x, y, width, height, dim=folded)


def name_plate(seat: Seat, is_viewer: bool, x: float, y: float, sizes: SeatSizes) -> Iterator[Shape]:
    """Name, stack and status of the player."""
    (wide, high), font = sizes.plate, sizes.font
    winner = (seat.won or 0.0) > 0
    edge, thick = (GOLD, 3.0) if seat.acts or winner else (PLATE_EDGE, 1.2)
    yield Rect(x, y, wide, high, 8, OWN_PLATE if is_viewer else PLATE, edge, thick)
    name = f"P{seat.player}" if sizes.short else f"player {seat.player}"
    stack = "" if seat.stack is None else amount_text(seat.stack)
    you = " (you)" if is_viewer and not (sizes.short and stack) else ""
    status, colour = status_line(seat)
    margin, lower = 8.0, y + 0.84 * high
    upper = y + 0.44 * high if status else y + high / 2 + 0.35 * font
    left = wide - 2 * margin - (text_width(stack, font, True) + 6 if stack else 0)
    text, size = fitted_text(name + you, font, left, True)
    if text != name + you:
        text, size = fitted_text(name, font, left, True)
    yield Text(x + margin, upper, text, size, WHITE, bold=True, kind="name")
    if stack:
        yield Text(x + wide - margin, upper, stack, font, SOFT, "end", kind="stack")
    if status:
        text, size = fitted_text(status, font, wide - 2 * margin, True)
        yield Text(x + margin, lower, text, size, colour, bold=seat.acts or seat.won is not None, kind="status")


def status_line(seat: Seat) -> tuple[str, str]:
    """The second line of a plate, and its colour."""
    if seat.won is not None:
        did = f"{seat.action}, " if seat.action and len(seat.action) < 7 else ""
        return f"{did}{signed_amount(seat.won)}", WON if seat.won > 0 else LOST if seat.won < 0 else SOFT
    if seat.acts:
        return "to act", GOLD
    if seat.all_in:
        return "all-in", ALL_IN
    return (OUT if seat.action == OUT else "folded", FAINT) if seat.folded else ("", SOFT)


def signed_amount(chips: float) -> str:
    """Chips won or lost."""
    return f"{'+' if chips > 0 else ''}{amount_text(chips)}"


def chips_in_front(seat: Seat, place: tuple[float, float], sizes: SeatSizes) -> Iterator[Shape]:
    """The last action and the chips of this round, between the seat and the middle."""
    font = sizes.font
    text = amount_text(seat.in_front) if seat.folded or not seat.action else seat.action
    if sizes.short:
        text = text.replace("raise to", "raise")
    if seat.folded and not seat.in_front:
        return
    radius = 0.55 * font if seat.in_front else 0.0
    wide = text_width(text, font) + (2 * radius + 4 if radius else 0)
    across, down = CENTRE[0] - place[0], CENTRE[1] - place[1]
    # Just outside the cards and the plate, towards the middle.
    reach_x = sizes.plate[0] / 2 + wide / 2 + 5
    reach_y = group_height(sizes) / 2 + 0.62 * font + 3
    if abs(down) < 1 or abs(across) / reach_x > abs(down) / reach_y:
        x, y = place[0] + (reach_x if across > 0 else -reach_x), place[1] + 0.3 * down
    else:
        x, y = place[0] + 0.22 * across, place[1] + (reach_y if down > 0 else -reach_y)
    start = x - wide / 2
    if radius:
        yield from chip_shapes(start + radius, y, radius)
        start += 2 * radius + 4
    yield Text(start, y + 0.35 * font, text, font, WHITE, kind="action")


def board_and_pot(view: TableView, sizes: SeatSizes) -> Iterator[Shape]:
    """Board, pot and note."""
    x, y = CENTRE
    wide, high, gap = (38.0, 52.0, 5.0) if len(view.seats) <= 6 else (34.0, 46.0, 4.0)
    pot = "" if view.pot is None else f"pot {amount_text(view.pot)}"
    if view.pot == 0 and any(seat.in_front for seat in view.seats):
        pot = ""
    if len(view.side_pots) > 2:
        pot += f" in {1 + len(view.side_pots)} pots"
    elif view.side_pots:
        pot += f" (side {', '.join(map(amount_text, view.side_pots))})"
    if not view.board_places:
        lines = [line for line in (pot, view.note) if line]
        for number, line in enumerate(lines):
            yield from centred_cards(
                line, x, y + 22 * (number - (len(lines) - 1) / 2), 17.0 if line == pot else 14.0, line == pot
            )
        return
    whole = view.board_places * (wide + gap) - gap
    left, top = x - whole / 2, y - high / 2
    for number in range(view.board_places):
        at = left + number * (wide + gap)
        if number < len(view.board):
            yield from card_shapes(view.board[number], at, top, wide, high)
        else:
            yield from card_slot(at, top, wide, high)
    if len(view.seats) > 2:
        yield from centred_cards(pot, x, top - 11, 14.5, True)
    else:  # chips put in are above and below the board
        pot, size = fitted_text(pot, 16.0, left - 54, True)
        yield Text(left - 12, y + 5, pot, size, WHITE, "end", True, kind="pot")
    if any(seat.in_front for seat in view.seats) and len(view.seats) <= 2:
        note, size = fitted_text(view.note, 14.0, left - 54)
        yield Text(left + whole + 12, y + 5, note, size, WHITE, kind="note")
    elif view.note:
        yield from centred_cards(view.note, x, top + high + 13, 14.5, False)


def centred_cards(text: str, x: float, y: float, size: float, bold: bool) -> Iterator[Shape]:
    """A line in the middle of the table."""
    text, size = fitted_text(text, size, 240, bold)
    yield Text(x, y + 0.35 * size, text, size, WHITE, "middle", bold, kind="pot" if bold else "note")


def rows_of_seats(view: TableView) -> Iterator[Shape]:
    """Many players: a small card each, in rows, with the choice below it."""
    yield from background_shapes()
    yield from felt_shapes(16, 16, WIDTH - 32, HEIGHT - 32, 20)
    count = len(view.seats)
    columns = ceil(sqrt(count * 1.8))
    rows = ceil(count / columns)
    wide, high = (WIDTH - 56) / columns, (HEIGHT - 84) / rows
    yield from centred_cards(view.note, CENTRE[0], 38, 14, False)
    for seat in view.seats:
        x = 28 + wide * (seat.player % columns)
        y = 54 + high * (seat.player // columns)
        is_viewer = view.viewer == seat.player
        edge = GOLD if seat.acts or (seat.won or 0.0) > 0 else None
        if is_viewer or edge:
            yield Rect(x + 1, y + 0.5, wide - 2, high - 1, 4, OWN_PLATE if is_viewer else PLATE, edge, 2)
        font = min(13.0, 0.3 * high)
        card_high = high - font - 6
        card_wide = min(wide - 6, 1.3 * card_high)
        for name in seat.cards[:1]:
            yield from private_card(name, x + (wide - card_wide) / 2, y + 3, card_wide, card_high, seat.folded)
        status = signed_amount(seat.won) if seat.won is not None else seat.action or f"P{seat.player}"
        colour = status_line(seat)[1] if seat.won is not None else WHITE
        status, size = fitted_text(status, font, wide - 3)
        yield Text(x + wide / 2, y + high - 0.3 * font, status, size, colour, "middle", kind="status")


MOST_LINES = 12
LETTERS = 52


def description_shapes(view: TableView) -> Iterator[Shape]:
    """A game that has no picture: its own description on the felt."""
    yield from background_shapes()
    yield from felt_shapes(16, 16, WIDTH - 32, HEIGHT - 32, 20)
    seen = "everything is shown" if view.viewer is None else f"seen by player {view.viewer}"
    yield Text(36, 48, view.game.replace("_", " "), 17, WHITE, bold=True, kind="name")
    yield Text(WIDTH - 36, 48, seen, 13, SOFT, "end", kind="note")
    lines = [piece for line in view.lines for piece in wrapped_line(line.expandtabs(2), LETTERS)]
    if len(lines) > MOST_LINES:
        more = len(lines) - MOST_LINES + 1
        lines = [*lines[: MOST_LINES - 1], f"... and {more} lines more"]
    for number, line in enumerate(lines):
        text, size = fitted_text(line, 14, WIDTH - 72)
        yield Text(36, 80 + 19 * number, text, size, WHITE)


def wrapped_line(line: str, letters: int) -> list[str]:
    """A line wrapped at blanks, with a limit of letters; blanks in front stay."""
    pieces = []
    while len(line) > letters:
        cut = line.rfind(" ", letters // 2, letters)
        cut = letters if cut < 0 else cut
        pieces.append(line[:cut])
        line = line[cut:].lstrip()
    return [*pieces, line]


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
        cards = ", ".join(map(spoken_card, view.board)) or "no card yet"
        parts.append(f"board: {cards}")
    if view.pot is not None:
        parts.append(f"pot {amount_text(view.pot + sum(seat.in_front for seat in view.seats))}")
        parts += [f"side pot {amount_text(chips)}" for chips in view.side_pots]
    if view.note:
        parts.append(view.note)
    return parts


def seat_in_words(seat: Seat) -> str:
    """One player in words."""
    facts = []
    if seat.cards:
        names = [spoken_card(card) for card in seat.cards if card is not HIDDEN and card != UNKNOWN]
        hidden = "choice not shown" if UNKNOWN in seat.cards else "face down"
        facts.append(", ".join(names) if names else hidden)
    if seat.action:
        facts.append(seat.action)
    elif seat.in_front:
        facts.append(f"{amount_text(seat.in_front)} in front")
    if seat.all_in:
        facts.append("all-in")
    if seat.stack is not None:
        facts.append(f"{amount_text(seat.stack)} behind")
    if seat.acts:
        facts.append("to act")
    if seat.won is not None:
        facts.append(
            f"wins {amount_text(seat.won)}" if seat.won > 0 else f"loses {amount_text(-seat.won)}" if seat.won < 0 else "even"
        )
    return f"player {seat.player}: {', '.join(facts) or 'no cards yet'}"


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
