"""The rules of a poker game as one value. What happens at the table is ``public_state``'s, private cards ``poker_game``'s."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import fsum, inf, prod

from .betting import FixedBets, SizedBets
from .parameters import SMALLEST_PAYOFF, check_number, is_finite
from .public_state import BET, PublicState, added

KEPT_DEALS = 128
"""How many chance distributions are kept, of hands and of cards: all in small games, not too many in large ones."""

Outcomes = tuple[tuple[int, float], ...]
"""(hand or card, probability) pairs."""


@dataclass(frozen=True, slots=True)
class Round:
    """One betting round.

    Attributes:
        public_cards: cards turned up before the round, 0 or 1.
        bets: what may be bet.
    """

    public_cards: int
    bets: FixedBets | SizedBets


@dataclass(frozen=True)
class PokerRules:
    """A poker game in full, but for its name.

    Attributes:
        deck: name of each kind of card; a card is an index into this.
        antes: chips that each player puts in before the deal; their number is the number of players.
        rounds: the betting rounds in order.
        strength: (own cards, public cards) -> a number, the greater the better; equal numbers split the pot.
        copies: how many cards of each kind there are.
        hole_cards: private cards a player.
        board: public cards that lie there from the start.
        stack: chips that each player has behind after the ante; None: all that the betting can ask for.
        combos: the private holdings that are dealt; None: all.
        weights: for each of two players the weight of each combo: pairs of hands are dealt with probability proportional
            to the product of their weights, if they share no card. None: as the cards fall.
        removed: lines that are not played, as public histories with the move at their end (``b25r75``).
        rake_rate: share of the pot that the house takes from every pot that is called or folded.
        rake_cap: the most that it takes, in chips.

    Raises:
        ValueError: an amount of chips or a weight that is negative or not finite.
    """

    deck: tuple[str, ...]
    antes: tuple[float, ...]
    rounds: tuple[Round, ...]
    strength: Callable[[tuple[int, ...], tuple[int, ...]], int]
    copies: int = 1
    hole_cards: int = 1
    board: tuple[int, ...] = ()
    stack: float | None = None
    combos: tuple[tuple[int, ...], ...] | None = None
    weights: tuple[tuple[float, ...], tuple[float, ...]] | None = None
    removed: frozenset[str] = frozenset()
    rake_rate: float = 0.0
    rake_cap: float = inf

    def __post_init__(self) -> None:
        for player, ante in enumerate(self.antes):
            check_number(f"antes[{player}]", ante, 0, inf)
        if self.stack is not None:
            check_number("stack", self.stack, 0, inf, above=True)
        if 0 < self.max_contribution < SMALLEST_PAYOFF:
            raise ValueError(
                f"antes={self.antes}: no player can put in more than {self.max_contribution:g} chips in all; "
                f"must be at least {SMALLEST_PAYOFF:g}"
            )
        check_number("rake_rate", self.rake_rate, 0, 1)
        if self.rake_cap != inf:
            check_number("rake_cap", self.rake_cap, 0, inf)
        for player, weights in enumerate(self.weights or ()):
            if not all(weight >= 0 and is_finite(weight) for weight in weights):
                raise ValueError(f"weights[{player}]: must be finite numbers, 0 or more")

    @property
    def num_players(self) -> int:
        """Number of players."""
        return len(self.antes)

    @cached_property
    def is_sized(self) -> bool:
        """Whether bets have several sizes, which histories and action names must tell."""
        return any(isinstance(r.bets, SizedBets) for r in self.rounds)

    @cached_property
    def amounts(self) -> tuple[float, ...]:
        """The totals of all bets and raises that occur, ascending; empty where there is one size, which needs no number."""
        if not self.is_sized:
            return ()
        found: set[float] = set()
        stack = [self.root]
        while stack:
            public = stack.pop()
            if public.card_due:  # the betting is the same whatever card comes
                stack.append(public.deal(next(card for card, _ in self.card_probabilities(public.board))))
                continue
            found.update(total for kind, total in public.moves if kind == BET)
            stack += [public.after(k) for k in range(len(public.moves))]
        return tuple(sorted(found))

    @property
    def num_distinct_actions(self) -> int:
        """Fold, check or call, and the bet sizes."""
        return BET + max(1, len(self.amounts))

    @cached_property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """Every private holding, as cards; a hand is an index into this."""
        return self.combos or tuple(combinations(range(len(self.deck)), self.hole_cards))

    @cached_property
    def hand_names(self) -> tuple[str, ...]:
        """The name of each hand, higher card first."""
        return tuple("".join(self.deck[card] for card in sorted(hand, reverse=True)) for hand in self.hands)

    @cached_property
    def max_contribution(self) -> float:
        """The most chips that a player can put into one hand, the ante included."""
        if self.stack is not None:
            return max(self.antes) + self.stack
        return max(self.antes) + added(r.bets.bet * max(r.bets.max_bets) for r in self.rounds if isinstance(r.bets, FixedBets))

    def ways(self, cards: tuple[int, ...], seen: tuple[int, ...]) -> int:
        """In how many ways ``cards`` (all different) can be drawn once ``seen`` are gone."""
        return prod(self.copies - seen.count(card) for card in cards)

    @cached_property
    def hand_probabilities(self) -> Callable[[tuple[int, ...]], Outcomes]:
        """(cards seen) -> (hand, probability) of a random hand once these cards are gone, weights left out."""
        return lru_cache(KEPT_DEALS)(lambda seen: _shares([self.ways(cards, seen) for cards in self.hands]))

    @cached_property
    def card_probabilities(self) -> Callable[[tuple[int, ...]], Outcomes]:
        """(cards seen) -> (card, probability) of the next public card once these cards are gone."""
        return lru_cache(KEPT_DEALS)(lambda seen: _shares([self.ways((c,), seen) for c in range(len(self.deck))]))

    @cached_property
    def hands_left(self) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
        """(public cards) -> the hands that can still be dealt beside them."""
        return lru_cache(KEPT_DEALS)(lambda board: tuple(h for h, cards in enumerate(self.hands) if self.ways(cards, board)))

    @cached_property
    def deal_probabilities(self) -> Callable[[tuple[int, ...]], Outcomes]:
        """(hands dealt so far) -> (hand, probability) of the next player's hand."""
        return lru_cache(KEPT_DEALS)(self._deal)

    def _deal(self, dealt: tuple[int, ...]) -> Outcomes:
        seen = self.board
        for hand in dealt:
            seen += self.hands[hand]
        if self.weights is None:
            return self.hand_probabilities(seen)
        if dealt:
            own = self.weights[1]
            return _shares([w * (not set(seen) & set(cards)) for w, cards in zip(own, self.hands, strict=True)])
        return _shares([w * left for w, left in zip(self.weights[0], self.opposing_weight[0], strict=True)])

    @cached_property
    def opposing_weight(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """For each of two players and each of his hands the weight of the opponent's hands that share no card with it."""
        assert self.weights is not None
        one, two = (self._opposing(weights) for weights in reversed(self.weights))
        return one, two

    def _opposing(self, weights: tuple[float, ...]) -> tuple[float, ...]:
        holders: dict[int, list[int]] = {}
        for hand, cards in enumerate(self.hands):
            for card in cards:
                holders.setdefault(card, []).append(hand)
        total = fsum(weights)
        left = []
        for cards in self.hands:
            blocked = {hand for card in cards for hand in holders[card]}
            rest = total - fsum(weights[hand] for hand in blocked)
            # Nothing is left where all that has weight is blocked; what is left of the sums then is rounding.
            left.append(rest if any(w and hand not in blocked for hand, w in enumerate(weights)) else 0.0)
        return tuple(left)

    @cached_property
    def dealable(self) -> tuple[tuple[bool, ...], ...]:
        """Whether each player can be dealt each hand, given ranges."""
        assert self.weights is not None
        return tuple(
            tuple(w > 0 and left > 0 for w, left in zip(own, others, strict=True))
            for own, others in zip(self.weights, self.opposing_weight, strict=True)
        )

    @cached_property
    def root(self) -> PublicState:
        """The public state before the first action."""
        return PublicState(
            rules=self,
            round_index=0,
            board=self.board,
            contributions=self.antes,
            round_contributions=(0.0,) * self.num_players,
            folded=(False,) * self.num_players,
            actor=0,
            num_bets=0,
            to_act=self.num_players,
            history="",
            actions=(),
        )


def _shares(ways: list[int] | list[float]) -> Outcomes:
    total = fsum(ways)  # exact until the end: sum() of floats differs between versions of Python
    return tuple((index, way / total) for index, way in enumerate(ways) if way)
