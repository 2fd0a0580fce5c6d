"""Games of short decks for ``plain_preflop``, by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

from .plain_preflop import PlainRules, fixed_limit

SUITS = "cdhs"


def short_deck(ranks: str, suits: int) -> tuple[str, ...]:
    """Cards in ascending order of rank, then suit; card number = rank * suits + suit."""
    return tuple(rank + suit for rank in ranks for suit in SUITS[-suits:])


def best_of(suits: int) -> Callable[[tuple[int, ...], tuple[int, ...]], int]:
    """Strength of the best five cards, or of all where there are fewer, by the order of poker; suits are equal."""

    @cache
    def best(own: tuple[int, ...], public: tuple[int, ...]) -> int:
        return max(score(cards, suits) for cards in combinations(own + public, min(5, len(own + public))))

    return best


def score(cards: Sequence[int], suits: int) -> int:
    """The number of a hand of at most five cards; three or four in a row, or of a suit, count as five do. No low straights."""
    ranks = sorted((card // suits for card in cards), reverse=True)
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    kinds = [count for count, _ in groups]
    long = len(cards) >= 3
    flush = long and len({card % suits for card in cards}) == 1
    straight = long and kinds[0] == 1 and ranks[0] - ranks[-1] == len(cards) - 1
    pairs = kinds.count(2)
    category = next(
        place
        for place, holds in (
            (8, flush and straight),
            (7, kinds[0] == 4),
            (6, kinds[0] == 3 and pairs),
            (5, flush),
            (4, straight),
            (3, kinds[0] == 3),
            (2, pairs == 2),
            (1, pairs == 1),
            (0, True),
        )
        if holds
    )
    number = category
    for _, rank in groups + [(0, 0)] * (5 - len(groups)):
        number = number * 16 + rank
    return number


def pot_or_all_in(own: float, other: float, pot: float, most: float, bets: int) -> Sequence[float]:
    """No-limit totals: as many chips beyond the call as the pot then has, and all-in."""
    sized = other + pot + 2 * other
    return (sized, most) if sized < most else (most,)


def limit_game(ranks: str, suits: int, flop: int, most_bets: tuple[int, ...] = (3, 2)) -> PlainRules:
    """Blinds of 2 and 1, bets of 2, with most bets before and after the flop; the big blind is the first."""
    return PlainRules(short_deck(ranks, suits), best_of(suits), tuple(fixed_limit(2.0, most) for most in most_bets), flop=flop)


def by_ranks(suits: int, weights: Sequence[int]) -> Callable[[tuple[int, ...]], int]:
    """Weights of flops, in turn by the sum of their cards' ranks."""
    return lambda flop: weights[sum(card // suits for card in flop) % len(weights)]


GAMES: dict[str, Callable[[], PlainRules]] = {
    # Flops that come more often than others, or never: by their ranks alone, so that suits are alike.
    "weighted flops": lambda: replace(limit_game("JQKA", 2, 2, (2, 1)), flop_weight=by_ranks(2, (3, 1, 0, 2))),
    "weighted all-ins": lambda: replace(GAMES["no-limit"](), flop_weight=by_ranks(2, (0, 5, 1))),
    "weighted run-outs": lambda: replace(limit_game("JQKA", 2, 2, (3, 2)), run_out=2, flop_weight=by_ranks(2, (4, 1, 2))),
    "weighted suits": lambda: replace(limit_game("JQKA", 3, 3), flop_weight=by_ranks(3, (1, 0, 7, 0, 2))),
    # For the linear program: 6 cards, 15 hands, 6 flops; and 8 cards, 28 hands, 28 flops.
    "three ranks": lambda: limit_game("QKA", 2, 1),
    "four ranks": lambda: limit_game("JQKA", 2, 2, (2, 1)),
    # 12 cards, 66 hands, 220 flops.
    "six ranks": lambda: limit_game("9TJQKA", 2, 3),
    # The same numbers, but six ways to exchange suits.
    "three suits": lambda: limit_game("JQKA", 3, 3),
    "four suits": lambda: limit_game("QKA", 4, 3, (2, 2)),
    # 20 cards, 190 hands, 1,140 flops: some seconds and 3 GB an iteration.
    "royal": lambda: limit_game("TJQKA", 4, 3, (3, 2)),
    # All-in before the flop and after it; fixed limit with a short stack.
    "no-limit": lambda: PlainRules(
        short_deck("TJQKA", 2), best_of(2), (pot_or_all_in, pot_or_all_in), flop=2, antes=(1.0, 1.0), stack=30.0, sized=True
    ),
    "short stack": lambda: PlainRules(
        short_deck("TJQKA", 2), best_of(2), (fixed_limit(2.0, 4), fixed_limit(4.0, 3)), flop=3, stack=7.0
    ),
    # Cards that come after all betting.
    "run-outs": lambda: PlainRules(
        short_deck("JQKA", 2), best_of(2), (fixed_limit(2.0, 3), fixed_limit(2.0, 2)), flop=1, run_out=2
    ),
    "before the flop": lambda: PlainRules(
        short_deck("TJQKA", 2), best_of(2), (pot_or_all_in,), flop=0, run_out=3, stack=20.0, sized=True
    ),
}
