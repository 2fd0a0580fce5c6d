"""Games without suits: where suits never matter, as in Leduc, the cards of a rank are merged."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import product

import numpy as np

from pokerzoo.envs import Game
from pokerzoo.envs.games.holdem import is_spot
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.rules import PokerRules

from .policy import TabularPolicy

MAX_DECK = 20
"""Larger decks are left as they are: all hands on all boards are compared."""


def without_suits(game: Game) -> Game:
    """Return the game with one card a rank if suits never matter; else the game itself."""
    return made_without_suits(game) or game


@lru_cache(8)
def made_without_suits(game: Game) -> PokerGame | None:
    """The game without suits; None if they matter, or if it has none."""
    if not isinstance(game, PokerGame) or is_spot(game):
        return None
    rules: PokerRules = game.rules
    ranks, suits = list(dict.fromkeys(name[:-1] for name in rules.deck.names)), {name[-1] for name in rules.deck.names}
    plain = rules.deck.copies == rules.deck.hole_cards == 1 and not (rules.deck.board or rules.deck.combos or rules.weights)
    whole = sorted(rules.deck.names) == sorted(rank + suit for rank in ranks for suit in suits)
    if not plain or not whole or "" in ranks or len(suits) < 2 or len(rules.deck.names) > MAX_DECK:
        return None
    strengths = strengths_by_rank(rules, ranks)
    if strengths is None:
        return None
    deck = replace(rules.deck, names=tuple(ranks), copies=len(suits), symmetries=())
    merged = replace(rules, deck=deck, strength=lambda hand, board: strengths[hand + board])
    return PokerGame(game.name, game.params, merged, title=game.title)


def strengths_by_rank(rules: PokerRules, ranks: list[str]) -> dict[tuple[int, ...], int] | None:
    """Strength by the ranks of the own card and of the public ones; None if ranks do not decide it."""
    strengths: dict[tuple[int, ...], int] = {}
    rank_of = [ranks.index(name[:-1]) for name in rules.deck.names]
    for cards in product(range(len(rules.deck.names)), repeat=1 + rules.betting.cards_through[-1]):
        if len(set(cards)) == len(cards):
            strength = rules.strength(cards[:1], cards[1:])
            if strengths.setdefault(tuple(rank_of[card] for card in cards), strength) != strength:
                return None
    return strengths


def merged_suits(policy: TabularPolicy) -> TabularPolicy:
    """Return a policy with the cards of a rank as one if suits never matter; else the policy itself."""
    game = made_without_suits(policy.game)
    if game is None:
        return policy
    rules: PokerRules = policy.game.rules  # type: ignore[attr-defined]
    table = game.infosets
    sums = np.zeros((2, table.size))  # weighted by reach, and not
    stack = [(rules.root, np.ones((rules.num_players, len(rules.deck.hands))))]
    while stack:
        public, reach = stack.pop()
        if public.card_due:
            stack += [(public.deal(outcome), reach) for outcome, _ in public.deal_probabilities()]
        elif public.line.moves:
            shares, player = policy.strategy(public), public.actor
            for hand in np.flatnonzero(shares.sum(axis=0)).tolist():
                place = table.slice(table.index(ranks_alone(rules, hand, public)))
                sums[:, place] += np.outer((reach[player, hand], 1.0), shares[:, hand])
            for k, row in enumerate(shares):
                further = reach.copy()
                further[player] *= row
                stack.append((public.after(k), further))
    for row in range(len(table)):
        place = table.slice(row)
        weighted = sums[0 if sums[0, place].sum() > 0 else 1, place]
        sums[0, place] = weighted / weighted.sum()
    return TabularPolicy(game, sums[0], policy.metadata)


def ranks_alone(rules: PokerRules, hand: int, public: PublicState) -> str:
    """The key of an infoset without suits: ``J|xx/K|b`` of ``Js|xx/Kh|b``."""
    history = public.history
    for card in public.board:
        history = history.replace(f"/{rules.deck.names[card]}|", f"/{rules.deck.names[card][:-1]}|")
    return f"{rules.deck.hand_names[hand][:-1]}|{history}"
