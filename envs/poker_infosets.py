"""The infosets of a poker game: every public state in which a player acts, with every hand that the public cards leave."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
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


def poker_histories(rules: PokerRules) -> int | None:
    """How many histories a poker game has, from its public states; None with several cards a hand and no ranges."""
    if rules.weights is None and (rules.hole_cards != 1 or rules.combos is not None):
        return None
    players = rules.num_players
    count = sum(count_deals(rules, rules.board, dealt) for dealt in range(players))
    deals: dict[tuple[int, ...], int] = {}
    stack = [rules.root]
    while stack:
        public = stack.pop()
        seen = tuple(sorted(public.board))
        if seen not in deals:
            deals[seen] = count_deals(rules, seen, players)
        count += deals[seen]
        if public.card_due:
            stack += [public.deal(card) for card, _ in rules.card_probabilities(public.board)]
        elif not public.is_over:
            stack += [public.after(k) for k in range(len(public.moves))]
    return count


def count_deals(rules: PokerRules, board: tuple[int, ...], dealt: int) -> int:
    """In how many ways the first ``dealt`` players can hold hands beside these public cards, for ``poker_histories``."""
    if rules.weights is None:
        # One card each: sequences of kinds in which none comes more often than it is left, kind by kind.
        ways = [1] + [0] * dealt
        for card in range(len(rules.deck)):
            left = rules.copies - board.count(card)
            for length in range(dealt, 0, -1):
                ways[length] = sum(comb(length, j) * ways[length - j] for j in range(min(left, length) + 1))
        return ways[dealt]
    if dealt == 0:
        return 1
    free = rules.hands_left(board)
    held = [[hand for hand in free if dealable[hand]] for dealable in rules.dealable]
    if dealt == 1:
        return len(held[0])
    # For each hand of the first player the second's that share no card with it: their weight, if each weighs one.
    weights = [0.0] * len(rules.hands)
    for hand in held[1]:
        weights[hand] = 1.0
    left_over = rules._opposing(tuple(weights))
    return sum(round(left_over[hand]) for hand in held[0])


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
