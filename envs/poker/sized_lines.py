"""Actions and lines that mean the same in spots with different pots: by the sizes that were asked for, not by chips.

An action is called ``fold``, ``check``, ``call``, ``bet SIZE`` or ``raise SIZE``. SIZE is ``all-in`` where the action puts
the stack in, however it came about. Else it is the first of the sizes asked for that leads to it, as the sizes are written
(``33%``, ``2.5x``, ``100c``, ``e``). This holds also where the amount was rounded to whole chips or brought up to the
smallest raise.
"""

from __future__ import annotations

import re

from pokerzoo.envs.betting.line import BET, Line, chips_text
from pokerzoo.envs.betting.sizes import parse_sizes
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.errors import InputError, ParameterError, brief, cut_text

SEPARATOR = re.compile(r"[\s/,|]*")
NUMBER = r"[0-9]+(?:\.[0-9]+)?"
PIECE = re.compile(
    rf"(?P<word>[xcf])|(?P<kind>[br])(?:\((?P<any>[^()]*)\)|(?P<size>{NUMBER}[%x]|[0-9]*e(?:{NUMBER}%)?|a)|(?P<chips>{NUMBER}))"
    r"|(?P<card>[2-9tjqka][cdhs])",
    re.IGNORECASE,
)
ALLOWED = "x, c, f, b33%, r60%, r2.5x, ba (all-in), b(100c), b25 (chips) and cards as 2h"

Piece = tuple[str, str]
"""(x, c, f, b, r or card; the size or amount as actions and lines have it, or the card)"""


def size_names(line: Line) -> tuple[str, ...]:
    """For each legal move of a line the size of its bet or raise; empty for the others.

    >>> from pokerzoo.envs import make_game
    >>> size_names(make_game("holdem", pot=30, bet_sizes="33%, 50%, a").rules.root.line)
    ('', '33%', '50%', 'all-in')
    """
    names = []
    for (kind, total), action in zip(line.moves, line.legal_actions, strict=True):
        size = line.size_of(action)
        is_all_in = line.betting.stack is not None and total == line.most_total
        names.append("" if kind != BET else "all-in" if is_all_in else chips_text(total) if size is None else str(size))
    return tuple(names)


def action_names(line: Line) -> tuple[str, ...]:
    """Names of the legal moves of a line: ``("check", "bet 33%", "bet all-in")``."""
    made, key = line.betting.made, ("action names", line.pieces)
    if key not in made:
        words = {"f": "fold", "x": "check", "c": "call", "b": "bet", "r": "raise"}
        both = zip(line.tokens, size_names(line), strict=True)
        made[key] = tuple([f"{words[token[0]]} {size}".rstrip() for token, size in both])
    names: tuple[str, ...] = made[key]
    return names


def parse_line(text: str, name: str) -> tuple[Piece, ...]:
    """A line as a configuration has it: ``x/b33%/c``, moves and cards one after the other or divided by ``/``, ``|`` or blanks.

    >>> parse_line("xb33%c 2h", "lines[0]"), parse_line("b25r(2.5x)", "lines[1]")
    ((('x', ''), ('b', '33%'), ('c', ''), ('card', '2h')), (('b', '25'), ('r', '2.5x')))

    Raises:
        ValueError: it cannot be read.
    """
    pieces: list[Piece] = []
    at = SEPARATOR.match(text).end()  # type: ignore[union-attr]
    while at < len(text):
        match = PIECE.match(text, at)
        if match is None:
            raise ParameterError(name, text, f"{cut_text(text[at:], 60)!r} at character {at + 1}; allowed: {ALLOWED}")
        if match["card"]:
            pieces.append(("card", match["card"][0].upper() + match["card"][1].lower()))
        elif match["word"]:
            pieces.append((match["word"].lower(), ""))
        else:
            pieces.append((match["kind"].lower(), _size(match, f"{name}={brief(text)}")))
        at = SEPARATOR.match(text, match.end()).end()  # type: ignore[union-attr]
    return tuple(pieces)


def _size(match: re.Match[str], where: str) -> str:
    if match["chips"]:
        return chips_text(float(match["chips"]))
    size = (match["any"] or match["size"] or "").strip().lower()
    if size in ("a", "all-in"):
        return "all-in"
    kind = "raise" if match["kind"].lower() == "r" else "bet"
    sizes = parse_sizes(size, kind, where)  # type: ignore[arg-type]
    if len(sizes) != 1:
        raise InputError(f"{where}: {brief(match[0])} must have one size")
    return str(sizes[0])


def follow_line(start: PublicState, pieces: tuple[Piece, ...], any_card: bool = False) -> PublicState | None:
    """The public state after a line; None where the spot has no such line, or its card is on the board."""
    public = start
    for kind, what in pieces:
        if kind == "card":
            card = CARD_NAMES.index(what)
            if any_card and card in public.board:
                card = next(other for other in range(len(CARD_NAMES)) if other not in public.board)
            if not public.card_due or card in public.board:
                return None
            public = public.deal(card)
        else:
            k = move_of(public.line, kind, what)
            if k is None:
                return None
            public = public.after(k)
    return public


def what_is_there(start: PublicState, pieces: tuple[Piece, ...]) -> str:
    """Legal actions where an unknown line leaves the tree: ``at the start: check, bet all-in``."""
    known = next(k for k in range(len(pieces), -1, -1) if follow_line(start, pieces[:k], any_card=True) is not None)
    public = follow_line(start, pieces[:known], any_card=True)
    assert public is not None
    where = f"after {known} of its {len(pieces)} moves and cards" if known else "at the start"
    if public.card_due:
        return f"{where}: a card"
    return f"{where}: {', '.join(action_names(public.line)) or 'nothing, the hand is over'}"


def move_of(line: Line, kind: str, what: str) -> int | None:
    """The place among a line's legal moves of a piece; None where it is not among them."""
    if not line.moves:
        return None
    tokens = line.tokens
    if kind + what in tokens:
        return tokens.index(kind + what)
    sizes = size_names(line)
    return next((k for k, token in enumerate(tokens) if token[0] == kind and what and sizes[k] == what), None)
