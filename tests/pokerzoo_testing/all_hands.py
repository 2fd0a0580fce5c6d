"""A user's object that answers for all hands of a decision at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class AllHands:
    """Plays a function (decision) -> probabilities [legal actions, hands]."""

    def __init__(self, ask: Callable[[Any], Any], *, suits_alike: bool = False) -> None:
        self.ask, self.suits_alike = ask, suits_alike

    def strategy(self, decision: Any, hands: Any = None) -> Any:
        return self.ask(decision)
