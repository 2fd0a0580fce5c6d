"""Spots for three players, and what players expect there by a sum over all triples of hands and all lines: a twin."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np

from pokerzoo.envs import make_game

from .plain_hands import plain_strength


def random_spot(rng: np.random.Generator, board_cards: int = 5, most_hands: int = 5) -> Any:
    """A spot with few hands each, of few cards, so that they meet and tie; stacks, rake and sizes at random."""
    while True:
        deck = rng.permutation(52)
        board, near = deck[:board_cards], deck[board_cards : board_cards + int(rng.integers(7, 12))]
        names = ["23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in range(52)]
        ranges = []
        for _ in range(3):
            pairs = {tuple(sorted(rng.choice(near, 2, replace=False).tolist())) for _ in range(most_hands)}
            ranges.append(",".join(f"{names[b]}{names[a]}:{rng.uniform(0.1, 1):.2f}" for a, b in sorted(pairs)))
        stack = rng.integers(4, 40, size=3).tolist()
        try:
            return make_game(
                "holdem",
                board="".join(names[card] for card in board),
                ranges=tuple(ranges),
                pot=int(rng.integers(3, 20)),
                stack=tuple(stack) if rng.random() < 0.7 else stack[0],
                bet_sizes=("50%", "33%,a", "5c")[int(rng.integers(3))],
                raise_sizes=("60%", "2x")[int(rng.integers(2))],
                raise_cap=2,
                rake_rate=(0.0, 0.05)[raked := int(rng.integers(2))],
                rake_cap=(None, 1)[raked * int(rng.integers(2))],
            )
        except ValueError as error:
            if "no hand of one can be dealt" not in str(error):
                raise


strength_of_sorted = lru_cache(None)(plain_strength)


def plain_payoffs(game: Any, line: Any, hands: tuple[Any, ...], board: tuple[int, ...]) -> list[float]:
    """Net chips at the end: the pots layer by layer, each to the best hand among those who paid for it."""
    put, live = list(line.contributions), [seat for seat in range(3) if not line.folded[seat]]
    net = [-chips for chips in put]
    strengths = {seat: strength_of_sorted(tuple(sorted((*hands[seat], *board)))) if len(live) > 1 else 0 for seat in live}
    # What one player alone put in on top goes back.
    top = max(range(3), key=lambda seat: put[seat])
    over = put[top] - sorted(put)[-2]
    net[top] += over
    put[top] -= over
    before, rake_rate, rake_cap = 0.0, game.rules.betting.rake_rate, game.rules.betting.rake_cap
    while live:
        level = min(put[seat] for seat in live)
        rest = [seat for seat in live if put[seat] > level + 1e-9]
        # The last pot has all that is left of those who folded.
        amount = sum(min(chips, level) if rest else chips for chips in put)
        put = [max(chips - level, 0.0) for chips in put]
        taken = min(rake_rate * (before + amount), rake_cap) - min(rake_rate * before, rake_cap)
        before += amount
        best = max(strengths[seat] for seat in live)
        winners = [seat for seat in live if strengths[seat] == best]
        for seat in winners:
            net[seat] += (amount - taken) / len(winners)
        live = rest
    return net


def deals(game: Any, board: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], float]]:
    """All triples of hands that share no card with each other or with a board, and the products of their weights."""
    rules = game.rules
    for deal in product(range(len(rules.deck.hands)), repeat=3):
        weight = float(np.prod([weights[hand] for weights, hand in zip(rules.weights, deal, strict=True)]))
        if weight and len({*board, *(card for hand in deal for card in rules.deck.hands[hand])}) == 6 + len(board):
            yield deal, weight


def cards_left(public: Any, hands: Any) -> list[int]:
    """The cards that can come."""
    return [card for card in range(52) if card not in {*public.board, *(card for hand in hands for card in hand)}]


def worth_below(game: Any, policy: Any, public: Any, deal: tuple[int, ...]) -> Any:
    """float64 [3]: net chips that the players expect from a public state on with these hands: every card, every line."""
    hands = tuple(game.rules.deck.hands[hand] for hand in deal)
    if public.is_over:
        return np.array(plain_payoffs(game, public.line, hands, public.board))
    if public.card_due:
        left = cards_left(public, hands)
        return sum(worth_below(game, policy, public.deal(card), deal) for card in left) / len(left)
    entries = game.infosets.slice(game.infosets.number(public, deal[public.actor]))
    return sum(p * worth_below(game, policy, public.after(k), deal) for k, p in enumerate(policy[entries]))


def values_by_triples(game: Any, policy: Any) -> Any:
    """float64 [3]: what each player expects when all play a policy: every deal of hands and cards, every line."""
    total, mass = np.zeros(3), 0.0
    for deal, weight in deals(game):
        mass += weight
        total += weight * worth_below(game, policy, game.rules.root, deal)
    return total / mass


def shares_of_pot(public: Any, hands: Any) -> Any:
    """float64 [3]: each player's share of a pot of all who are left, mean over the cards to come; NaN for who folded."""
    if len(public.board) < 5:
        left = cards_left(public, hands)
        boards = [SimpleNamespace(board=(*public.board, card), line=public.line) for card in left]
        return sum(shares_of_pot(board, hands) for board in boards) / len(boards)
    live = [seat for seat in range(3) if not public.line.folded[seat]]
    strengths = {seat: plain_strength((*hands[seat], *public.board)) for seat in live}
    best = [seat for seat in live if strengths[seat] == max(strengths.values())]
    return np.array([float("nan") if seat not in live else (seat in best) / len(best) for seat in range(3)])


def node_by_triples(game: Any, policy: Any, public: Any, way: Any) -> tuple[Any, Any, Any]:
    """(reach of the two others, its product with EV, its product with equity) of each hand, float64 [3, hands] each.

    ``way`` has the (public state, index of the move) of each action on the way to ``public``.
    """
    result = np.zeros((3, 3, len(game.rules.deck.hands)))
    for deal, _ in deals(game, public.board):
        reach = [game.rules.weights[seat][hand] for seat, hand in enumerate(deal)]
        for before, k in way:
            entries = game.infosets.slice(game.infosets.number(before, deal[before.actor]))
            reach[before.actor] *= policy[entries][k]
        worth = worth_below(game, policy, public, deal)
        equity = shares_of_pot(public, tuple(game.rules.deck.hands[hand] for hand in deal))
        for seat, hand in enumerate(deal):
            others = np.prod([reach[other] for other in range(3) if other != seat])
            result[:, seat, hand] += others * np.array([1.0, worth[seat], equity[seat]])
    return result[0], result[1], result[2]
