"""Actions of a hand in PHH, read word by word; what they do is up to the rules of whole hands or of spots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from decimal import Decimal
from typing import Any

from pokerzoo.envs.poker.public_state import BET, CALL, FOLD
from pokerzoo.envs.support.parameters import brief

from .phh_format import PhhError, number_of

KINDS = {"f": FOLD, "cc": CALL, "cbr": BET}


def action_words(fields: dict[str, Any]) -> list[list[str]]:
    """Words of each entry of ``actions``, without comments."""
    texts = fields.get("actions")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise PhhError(f"actions={brief(texts)}: must be an array of strings")
    return [text.partition("#")[0].split() for text in texts]


def action_error(fields: dict[str, Any], number: int, error: ValueError) -> PhhError:
    """Error of the action with this number, from 1."""
    return PhhError(f"action {number}, {brief(fields['actions'][number - 1])}: {error}")


class PhhActions(ABC):
    """A hand of hold'em while its actions are read; players are numbered from 0 for ``p1``."""

    def __init__(self, players: int) -> None:
        self.labels = {f"p{number + 1}": number for number in range(players)}
        self.dealt = [False] * players

    def play(self, fields: dict[str, Any]) -> None:
        """Play all actions; PhhError with the number of the first that is not legal."""
        for number, words in enumerate(action_words(fields), 1):
            try:
                self.take(words)
            except ValueError as error:
                raise action_error(fields, number, error) from None

    def take(self, words: list[str]) -> None:
        """Play one entry of ``actions``; ValueError if it is not legal."""
        if not words:
            return
        if words[0] == "d":
            self.deal(words)
            return
        player = self.labels.get(words[0])
        if player is None or len(words) < 2:
            raise ValueError(f"no action of d or p1 to p{len(self.labels)}")
        kind, rest = words[1], words[2:]
        if kind == "sm":
            self.check_showdown(player)
            if len(rest) > 1:
                raise ValueError("must be sm, and the cards that are shown")
            self.show(player, rest[0] if rest else None)
            return
        if kind not in KINDS or len(rest) != (kind == "cbr"):
            raise ValueError("no action of hold'em")
        if not all(self.dealt):
            raise ValueError("before all players have cards")
        actor = self.to_act
        if player != actor:
            raise ValueError("no player is to act" if actor is None else f"p{actor + 1} is to act")
        self.act(player, KINDS[kind], number_of("amount", rest[0]) if rest else Decimal(0))

    def deal(self, words: list[str]) -> None:
        """Deal hole cards or public cards."""
        player = self.labels.get(words[2]) if len(words) == 4 and words[1] == "dh" else None
        if player is not None:
            if self.dealt[player]:
                raise ValueError(f"{words[2]} has cards already")
            if len(words[3]) != 4:
                raise ValueError("must be two cards")
            self.dealt[player] = True
            self.deal_hand(player, words[3])
        elif len(words) == 3 and words[1] == "db":
            self.deal_board(words[2])
        else:
            raise ValueError("no deal of hold'em")

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """Player to act; None where a card is due or the hand is over."""

    @abstractmethod
    def deal_hand(self, player: int, cards: str) -> None:
        """Deal hole cards; ``????`` are not known."""

    @abstractmethod
    def deal_board(self, cards: str) -> None:
        """Deal public cards."""

    @abstractmethod
    def act(self, player: int, kind: int, amount: Decimal) -> None:
        """Fold, call or bet to ``amount`` on this street."""

    @abstractmethod
    def check_showdown(self, player: int) -> None:
        """ValueError unless the player may show or muck here."""

    @abstractmethod
    def show(self, player: int, cards: str | None) -> None:
        """Show cards, or muck."""
