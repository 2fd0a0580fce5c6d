"""Node locks of a hold'em spot as text: ``QQ: fold 0.5, call 0.5; AA: call 1`` at the line ``b25``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.spot_lines import example_card, find_line, is_run_out, line_of
from pokerzoo.envs.support.errors import InputError, ParameterError, brief, cut_text

from .locks import Locks, check_not_removed, checked_shares, lock_node, locked_infoset

LOCK_TEXT = "'AA,KQs: bet 0.75, check 0.25; QQ: check 1'"
"""Example of a lock at a line."""


class LockTextError(InputError):
    """Invalid text of a lock."""

    def __init__(self, message: str, position: int | None) -> None:
        super().__init__(message)
        self.position = position


def add_locks(locks: Locks, name: str, more: Locks) -> None:
    """Merge locks into others; ValueError if an infoset is already locked with other probabilities."""
    for key, row in more.items():
        if locks.setdefault(key, row) != row:
            raise ParameterError(name, problem=f"{key} is locked already, with other probabilities")


def locks_at(game: PokerGame, name: str, line: str, text: str) -> Iterator[tuple[str, Locks]]:
    """Parse the locks at a line: pairs of (part of the text, locks of the hands that it names)."""
    try:
        public = actor_at(game, name, line)
    except InputError as error:
        raise LockTextError(str(error), None) from None
    parts = [(match.start(), match[0].strip()) for match in re.finditer(r"[^;\s][^;]*", text)]
    if not parts:
        raise LockTextError(f"{name} {brief(text)}: nothing is locked; must be as {LOCK_TEXT}", 0)
    for position, part in parts:
        hands, colon, actions = part.rpartition(":")
        try:
            row = shares_of_text(f"{name}: {brief(part)}", actions, public)
        except InputError as error:
            raise LockTextError(str(error), position) from None
        wanted = hands.strip() if colon else None
        try:
            locks = lock_node(game, public.history, row, wanted)
            # Each piece must be there, not only one of them: the others would go unseen.
            for piece in wanted.split(",") if wanted is not None and "[" not in wanted else ():
                if piece.strip():
                    lock_node(game, public.history, row, piece.strip())
        except ParameterError as error:
            raise LockTextError(f"{name}: {brief(part)}: {error.renamed('').lstrip('=: ')}", position) from None
        yield part, locks


def locks_by_infoset(game: PokerGame, name: str, rows: Mapping[str, object]) -> Locks:
    """Check locks given by infoset key; the two cards of a hand may stand in either order, as in ``AdAs|b5``."""
    locks: Locks = {}
    for key, row in rows.items():
        if not isinstance(row, dict):
            raise ParameterError(name, problem=f"{brief(key)}: must be {{action: probability}}, not {brief(row)}")
        try:
            public, hand = locked_infoset(game, as_dealt(game, key))
            names = public.line.action_names
            shares = checked_shares(repr(key), row, names)
        except ParameterError as error:
            cause = error.problem if error.parameter == "locks" else error.renamed(brief(key))
            raise ParameterError(name, problem=cut_text(cause, 400)) from None
        locks[f"{game.rules.deck.hand_names[hand]}|{public.history}"] = dict(zip(names, shares, strict=True))
    return locks


def as_dealt(game: PokerGame, key: str) -> str:
    """An infoset key with the two cards in the order of the game's hands: ``AsAd|b5`` for ``AdAs|b5``."""
    hand, bar, history = key.partition("|")
    other = hand[2:] + hand[:2]
    return other + bar + history if hand not in game.infosets.hand_index and other in game.infosets.hand_index else key


def actor_at(game: PokerGame, name: str, line: str) -> PublicState:
    """Return the public state after a line, if a player acts there and its line is not removed."""
    check_not_removed(game, name, line)
    try:
        public = find_line(game, line)
    except ParameterError as error:
        raise ParameterError(name, problem=error.problem) from None
    if is_run_out(public):
        raise ParameterError(name, problem="the other cards come without betting there, no player acts")
    if public.card_due:
        raise ParameterError(name, problem=f"a card is due there; give one, as {line_of(public)}/{example_card(public)}")
    if public.is_over:
        raise ParameterError(name, problem="the hand is over there, no player acts")
    return public


def shares_of_text(name: str, text: str, public: PublicState) -> dict[str, float]:
    """Parse ``bet 25 0.75, check 25%``: probabilities by the names of the actions."""
    shares: dict[str, float] = {}
    for part in text.split(","):
        words = part.split()
        if len(words) < 2:
            raise ParameterError(
                name, problem=f"{brief(part.strip())} must be an action and its probability, as in {LOCK_TEXT}"
            )
        action = action_named(name, " ".join(words[:-1]), public)
        if action in shares:
            raise ParameterError(name, problem=f"{brief(action)} occurs twice")
        number = words[-1]
        try:
            shares[action] = float(number[:-1]) / 100 if number.endswith("%") else float(number)
        except ValueError:
            raise ParameterError(
                name, problem=f"{brief(number)} is no probability; must be a number from 0 to 1, or in percent"
            ) from None
        if not 0.0 <= shares[action] <= 1.0:  # so that NaN fails
            raise ParameterError(name, problem=f"{number} is no probability; must be from 0 to 1, as in '{action} 1'")
    return shares


def action_named(name: str, text: str, public: PublicState) -> str:
    """Find an action by name, token or unique beginning: ``bet 25``, ``b25``, ``bet``."""
    names: Mapping[str, str] = {word.lower(): word for word in public.line.action_names}
    tokens = dict(zip(public.line.tokens, public.line.action_names, strict=True))
    lower = text.lower()
    if lower in names or lower in tokens:
        return names.get(lower) or tokens[lower]
    close = [action for action in public.line.action_names if action.startswith(f"{lower} ")]
    if len(close) == 1:
        return close[0]
    which = f"which of {', '.join(close)}?" if close else f"no such action there; allowed: {', '.join(names.values())}"
    raise ParameterError(name, problem=f"{brief(text)}: {which}")
