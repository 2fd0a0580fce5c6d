"""Policies of poker that are asked where they are needed, not everywhere first: for games in which a table takes minutes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pokerzoo.envs import State
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.kept import Kept
from pokerzoo.envs.support.parameters import brief

from .policy_tables import in_legal_order

KEPT_ANSWERS = 10_000
"""Infosets whose answers are kept: those at the start of a hand come again and again."""
KEPT_PUBLIC_STATES = 256
"""The same where all hands are asked for at once."""


class LazyPolicy:
    """A policy that calls a function at each infoset that comes up."""

    def __init__(self, game: PokerGame, ask: Callable[[PublicState, int, str], Any]) -> None:
        """Take ``ask``: (public state, the actor's hand, infoset key) -> probabilities as of a policy."""
        self.game = game
        self._ask = ask
        self._answer = Kept(KEPT_ANSWERS, self._answer_at)

    @classmethod
    def of_hands(cls, game: PokerGame, ask: Callable[[PublicState], Floats]) -> LazyPolicy:
        """Take ``ask``: public state -> float64 [legal actions, hands]."""
        return cls(game, partial(of_hand, Kept(KEPT_PUBLIC_STATES, ask)))

    def action_probabilities(self, where: State | str) -> dict[int, float]:
        """Probability of each legal action, in a state or in the infoset with this key; KeyError if there is none."""
        return dict(self._answer(where if isinstance(where, str) else where.infoset_key(where.current_player)))

    def _answer_at(self, key: str) -> dict[int, float]:
        table = self.game.infosets
        name, _, history = key.partition("|")
        hand, public = table.hand_index.get(name), table.find(history)
        if hand is None or public is None:
            raise KeyError(f"no infoset {brief(key)}; keys look like {table[-1].key!r}")
        legal = public.line.legal_actions
        return dict(zip(legal, in_legal_order(self._ask(public, hand, key), legal, public.line.action_name, key), strict=True))


def of_hand(ask: Callable[[PublicState], Floats], public: PublicState, hand: int, key: str) -> list[float]:
    """The probabilities of one hand, from those of all."""
    found: list[float] = ask(public)[:, hand].tolist()
    return found
