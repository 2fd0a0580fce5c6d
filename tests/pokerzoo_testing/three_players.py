"""Spots for three players, and what players expect there by a sum over all triples of hands and all lines: a twin."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerzoo.envs import Game, make_game

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
                rake_rate=(0.0, 0.05)[int(rng.integers(2))],
                rake_cap=(None, 1)[int(rng.integers(2))],
            )
        except ValueError as error:
            if "no hand of one can be dealt" not in str(error):
                raise


def random_policy(game: Game, rng: np.random.Generator) -> Any:
    """float64 [entries]: a strategy of all players, with actions that are never taken."""
    found = np.zeros(game.infosets.size)
    for index in range(len(game.infosets)):
        own = game.infosets.slice(index)
        weights = rng.random(own.stop - own.start) * (rng.random(own.stop - own.start) < 0.8) + 1e-3
        found[own] = weights / weights.sum()
    return found


def plain_payoffs(game: Any, line: Any, hands: tuple[Any, ...], board: tuple[int, ...]) -> list[float]:
    """Net chips at the end: the pots layer by layer, each to the best hand among those who paid for it."""
    put, live = list(line.contributions), [seat for seat in range(3) if not line.folded[seat]]
    net = [-chips for chips in put]
    strengths = {seat: plain_strength((*hands[seat], *board)) if len(live) > 1 else 0 for seat in live}
    # What one player alone put in on top goes back.
    top = max(range(3), key=lambda seat: put[seat])
    over = put[top] - sorted(put)[-2]
    net[top] += over
    put[top] -= over
    raked = lambda pot: min(game.rules.rake_rate * pot, game.rules.rake_cap)  # noqa: E731
    before = 0.0
    while live:
        level = min(put[seat] for seat in live)
        rest = [seat for seat in live if put[seat] > level + 1e-9]
        # The last pot has all that is left of those who folded.
        amount = sum(min(chips, level) if rest else chips for chips in put)
        put = [max(chips - level, 0.0) for chips in put]
        taken = raked(before + amount) - raked(before)
        before += amount
        best = max(strengths[seat] for seat in live)
        winners = [seat for seat in live if strengths[seat] == best]
        for seat in winners:
            net[seat] += (amount - taken) / len(winners)
        live = rest
    return net


def values_by_triples(game: Any, policy: Any) -> Any:
    """float64 [3]: what each player expects when all play a policy: every deal of hands and cards, every line."""
    rules, table = game.rules, game.infosets
    total, mass = np.zeros(3), 0.0

    def below(public: Any, deal: tuple[int, int, int]) -> Any:
        hands = tuple(rules.hands[hand] for hand in deal)
        if public.is_over:
            return np.array(plain_payoffs(game, public.betting, hands, public.board))
        if public.card_due:
            seen = {*public.board, *(card for hand in hands for card in hand)}
            left = [card for card in range(52) if card not in seen]
            return sum(below(public.deal(card), deal) for card in left) / len(left)
        own = table.slice(table.number(public, deal[public.actor]))
        return sum(p * below(public.after(k), deal) for k, p in enumerate(policy[own]))

    for a, one in enumerate(rules.weights[0]):
        for b, two in enumerate(rules.weights[1]):
            for c, three in enumerate(rules.weights[2]):
                weight = one * two * three
                if weight and len({*rules.hands[a], *rules.hands[b], *rules.hands[c]}) == 6:
                    mass += weight
                    total += weight * below(rules.root, (a, b, c))
    return total / mass
