"""The infosets of a poker game: every public state in which a player acts, with every hand that the public cards leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .infosets import Infoset, InfosetTable, in_order
from .poker_rules import PokerRules
from .public_state import PublicState

if TYPE_CHECKING:
    from .poker_game import PokerGame


def possible_hands(rules: PokerRules, public: PublicState) -> list[int]:
    """The hands that the public cards and the ranges leave to the player who acts."""
    hands = rules.hands_left(public.board)
    if rules.weights is None:
        return list(hands)
    dealt = rules.dealable[public.actor]
    return [hand for hand in hands if dealt[hand]]


def decisions(rules: PokerRules) -> Iterator[PublicState]:
    """Every public state in which a player is to act, depth first."""
    stack = [rules.root]
    while stack:
        public = stack.pop()
        if public.card_due:
            stack += [public.deal(card) for card, _ in reversed(rules.card_probabilities(public.board))]
        elif not public.is_over:
            yield public
            stack += [public.child(action) for action in reversed(public.legal_actions)]


def infoset_key(rules: PokerRules, hand: int, public: PublicState) -> str:
    """The readable key of the infoset of a hand in a public state."""
    return f"{rules.hand_names[hand]}|{public.history}"


def poker_infosets(game: PokerGame) -> InfosetTable:
    """The infosets of a poker game from its public states alone, for any number of players."""
    rules = game.rules
    rows: list[Infoset] = []
    for public in decisions(rules):
        actions = public.legal_actions
        names = tuple(public.action_name(action) for action in actions)
        for hand in possible_hands(rules, public):
            rows.append(Infoset(infoset_key(rules, hand, public), public.actor, actions, names))
    return in_order(rows)
