"""Lines of a hold'em spot as text: ``xb60c/2h/x``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.public_state import PublicState, chips_text
from pokerzoo.envs.support.parameters import brief

TOKEN = re.compile(r"([xcf])|([br])([0-9.]+(?:e[+-]?[0-9]+)?)", re.IGNORECASE)
CARD = re.compile(r"[2-9tjqka][cdhs]", re.IGNORECASE)
SEPARATOR = re.compile(r"[\s/,|]*")


def line_of(public: PublicState) -> str:
    """Return the line of a public state, cards between slashes: ``xb60c/2h/x``."""
    return "/".join(piece for piece in re.split(r"[/|]", public.history) if piece)


def find_line(game: HoldemGame, line: str) -> PublicState:
    """Return the public state after a line; ValueError names the part that is wrong and the legal moves there."""
    for public in walk_line(game, line):
        found = public
    return found


def walk_line(game: HoldemGame, line: str) -> Iterator[PublicState]:
    """Return all public states of a line, its start and its end among them."""
    if not isinstance(line, str):
        raise ValueError(f"line={brief(line)}: must be a string such as 'b25/r75', or '' for the start")
    public, at = game.rules.root, 0
    yield public
    while (at := SEPARATOR.match(line, at).end()) < len(line):  # type: ignore[union-attr]
        so_far = f"after {line_of(public)!r}" if public.history else "at the start"
        if public.is_over:
            raise ValueError(f"line={brief(line)}: the hand is over {so_far}; nothing may follow, not {brief(line[at:])}")
        if public.card_due:
            found = CARD.match(line, at)
            if found is None:
                such_as = f"give one, as {line_of(public)}/{example_card(public)}"
                raise ValueError(f"line={brief(line)}: a card is due {so_far}, not {brief(line[at:])}; {such_as}")
            public = public.deal(card_of(public, found[0], line))
        else:
            found = TOKEN.match(line, at)
            token = token_of(found) if found else None
            if found is None or token not in public.tokens:
                wrong = found[0] if found else line[at:]
                raise ValueError(f"line={brief(line)}: no {brief(wrong)} {so_far}; allowed: {', '.join(public.tokens)}")
            public = public.after(public.tokens.index(token))
        at = found.end()
        yield public


def card_of(public: PublicState, text: str, line: str) -> int:
    """Parse a card; ValueError if the board has it already."""
    card = CARD_NAMES.index(text[0].upper() + text[1].lower())
    if card in public.board:
        board = " ".join(CARD_NAMES[one] for one in public.board)
        raise ValueError(f"line={brief(line)}: the card {CARD_NAMES[card]} is on the board already; allowed: all but {board}")
    return card


def example_card(public: PublicState) -> str:
    """A card that can come, for messages."""
    return CARD_NAMES[public.deal_probabilities()[0][0]]


def token_of(found: re.Match[str]) -> str:
    """A token as public histories write it; text without a number stays as it is."""
    word, kind, amount = found.groups()
    if word:
        return str(word).lower()
    try:
        return str(kind).lower() + chips_text(float(amount))
    except ValueError:
        return found[0]
