"""The rules of a poker game as one value.

Two parts of the package play by them. For games that are listed and solved ``envs/betting`` has the lines, ``public_state`` the
cards, ``game`` the hands. Whole hands, from the blinds on, are played by ``envs/whole_hands``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from itertools import compress, pairwise
from math import comb, fsum, inf
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.setup import Betting
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import is_finite

from .cards import are_apart, unblocked
from .deck import KEPT_DEALS, CardSets, Deck, Outcomes, shares_of
from .hands_beside import pairs_beside, weights_beside
from .public_state import PublicState
from .suits import PermutationGroup, images_of, keep_weights, stabilizer

WRONG_WEIGHTS = "weights: must be for two players, or for three whose hands are two cards of a deck without copies"


@dataclass(frozen=True)
class Ranges:
    """Weights of the hands of each player: hands are dealt with probability proportional to their product.

    Attributes:
        deck: the cards; hands that share one are not dealt together.
        weights: for each of two or three players the weight of each hand of the deck; None: hands are dealt as the cards fall.

    Raises:
        ValueError: a weight that is negative or not finite, or ranges for other numbers of players.
    """

    deck: Deck
    weights: tuple[tuple[float, ...], ...] | None = None

    def __post_init__(self) -> None:
        for player, weights in enumerate(self.weights or ()):
            array = np.array(weights)
            if array.dtype == np.float64 and (array >= 0).all() and array.max(initial=0.0) < inf:
                continue  # nearly always, and found fast
            if not all(weight >= 0 and is_finite(weight) for weight in set(weights)):
                raise InputError(f"weights[{player}]: must be finite numbers, 0 or more")
        if self.weights and not (len(self.weights) == 2 or (len(self.weights) == 3 and self.deck.has_pair_hands)):
            raise InputError(WRONG_WEIGHTS)

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # and nothing that was computed from them

    @cached_property
    def weight_rows(self) -> npt.NDArray[np.float64]:
        """float64 [players, hands]: ``weights`` as an array."""
        assert self.weights is not None
        return np.array(self.weights, dtype=np.float64)

    @cached_property
    def first_weights(self) -> list[float]:
        """For each hand of the first player its weight times that of the others' hands that can be dealt with it."""
        with np.errstate(over="ignore"):  # the division by the sum reports that it is not finite
            result: list[float] = (self.weight_rows[0] * self.opposing_rows[0]).tolist()
        return result

    @cached_property
    def opposing_weight(self) -> tuple[tuple[float, ...], ...]:
        """For each player and each own hand the weight of the others' hands that can be dealt with it."""
        return tuple(map(tuple, self.opposing_rows.tolist()))

    @cached_property
    def opposing_rows(self) -> npt.NDArray[np.float64]:
        """float64 [players, hands]: ``opposing_weight`` as an array."""
        if len(self.weight_rows) == 3:
            first, second, third = self.weight_rows
            pairs = ((second, third), (first, third), (first, second))
            return np.array([pairs_beside(self.deck.hand_cards, len(self.deck.names), *pair) for pair in pairs])
        return np.array([self.weights_beside(weights) for weights in self.weight_rows[::-1]])

    def weights_beside(self, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """``weights_beside`` of this deck's hands."""
        return weights_beside(self.deck.hand_cards, len(self.deck.names), weights)

    @cached_property
    def dealable(self) -> tuple[tuple[bool, ...], ...]:
        """For each player, True for hands that can be dealt, given ranges."""
        return tuple(map(tuple, self.dealable_rows.tolist()))

    @cached_property
    def dealable_rows(self) -> npt.NDArray[np.bool_]:
        """Bool [players, hands]: ``dealable`` as an array."""
        return np.asarray((self.weight_rows > 0) & (self.opposing_rows > 0))

    @cached_property
    def pair_weight(self) -> float:
        """Sum over all ways to deal each player a hand of the products of their weights; infinity if it is too large."""
        try:
            return fsum(self.first_weights)
        except OverflowError:
            return inf


MOST_WEIGHT = 2**31
"""``deal_weights`` stay below, so that sums of them are whole numbers which floats hold exactly."""


@runtime_checkable
class HandsStrength(Protocol):
    """A strength function that also answers for many hands at once."""

    def of_hands(self, hands: npt.NDArray[np.int64], board: tuple[int, ...]) -> Sequence[int]:
        """The strength of each hand on a board; of hands that the board rules out, anything."""
        ...


@runtime_checkable
class BoardsStrength(Protocol):
    """A strength function that also answers for many hands on many boards at once."""

    def of_boards(self, hands: npt.NDArray[np.int64], boards: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        """int32 [boards, hands]: the strength of each hand on each board; of hands that the board rules out, anything."""
        ...


@dataclass(frozen=True)
class PokerRules:
    """A poker game in full, but for its name.

    Attributes:
        betting: antes, rounds, bets and rake.
        deck: the cards, and the hands dealt from them.
        strength: (own cards, public cards) -> a number, the greater the better; equal numbers split the pot.
        weights: for each of two or three players the weight of each hand: hands are dealt with probability proportional to the
            product of their weights, if they share no card. None: as the cards fall.
        deal_weights: a whole number for each set of the first public deal, in the order of ``card_sets``, where this deal is
            one chance move. Two hands and a set without a common card are dealt with probability proportional to its weight.
            So some flops can represent all. Empty: all sets weigh the same.

    Raises:
        ValueError: parts that do not go together.

    >>> from pokerzoo.envs import Betting, Deck, FixedBets, PokerGame, Round
    >>> from pokerzoo.envs.cards import high_card
    >>> betting = Betting(antes=(1.0, 1.0), rounds=(Round(public_cards=0, bets=FixedBets(1.0, (1, 1))),))
    >>> rules = PokerRules(betting, Deck(("J", "Q", "K")), strength=high_card)  # Kuhn poker
    >>> len(PokerGame("own_kuhn", {}, rules).infosets)
    12
    """

    betting: Betting
    deck: Deck
    strength: Callable[[tuple[int, ...], tuple[int, ...]], int]
    weights: tuple[tuple[float, ...], ...] | None = None
    deal_weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for number, betting in enumerate(self.betting.rounds):
            if max(betting.deals, default=1) > 1 and self.deck.copies > 1:
                raise InputError(f"rounds[{number}].at_once=True: needs a deck without copies, not copies={self.deck.copies}")
        if self.weights and len(self.weights) != self.num_players:
            raise InputError(WRONG_WEIGHTS)
        _ = self.ranges  # refuses weights that cannot be
        if self.deal_weights:
            self._check_deal_weights()

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # and nothing that was computed from them

    def _check_deal_weights(self) -> None:
        """ValueError unless ``deal_weights`` are whole numbers for the sets of a deal to two hands from the whole deck."""
        deck = self.deck
        whole = deck.copies == 1 and not (deck.combos or deck.board or self.weights)
        if self.num_players != 2 or not whole or self.betting.deals[:1] <= (1,):
            raise ParameterError(
                "deal_weights",
                problem="must be empty unless two players are dealt any hands of a deck without copies, and the first "
                "public deal turns up several cards at once",
            )
        sets = comb(len(self.deck.names), self.betting.deals[0])
        if len(self.deal_weights) != sets:
            raise ParameterError(
                "deal_weights", problem=f"must be {sets:,} numbers, one for each set of cards, not {len(self.deal_weights):,}"
            )
        if not all(type(weight) is int and 0 <= weight < MOST_WEIGHT for weight in set(self.deal_weights)):
            raise ParameterError("deal_weights", problem=f"must be whole numbers from 0 to {MOST_WEIGHT - 1:,}")
        if not any(self.deal_weights):
            raise ParameterError("deal_weights", problem="must not all be 0")

    @property
    def num_players(self) -> int:
        """Number of players."""
        return self.betting.num_players

    def num_unseen(self, num_public: int) -> int:
        """Number of cards that are neither public nor in a player's hand.

        Args:
            num_public: public cards.
        """
        return len(self.deck.names) - self.num_players * self.deck.hole_cards - num_public

    @property
    def has_hands_side_by_side(self) -> bool:
        """True if a compiled form has all hands side by side: for two players, and for three with ranges."""
        return self.num_players == 2 or (self.num_players == 3 and self.weights is not None)

    def deal_share(self, cards: tuple[int, ...]) -> float:
        """Weight of a set of the first public deal, where the mean over all sets is 1.

        Args:
            cards: the set.
        """
        if not self.deal_weights:
            return 1.0
        number = self.deck.card_sets(len(cards)).number[frozenset(cards)]
        return self.deal_weights[number] * len(self.deal_weights) / int(self.weighted_sets.sum())

    def deal_sets(self, number: int) -> CardSets | None:
        """The sets of a public deal of several cards, if all are equally likely; None of a single card.

        Args:
            number: public deals before it.
        """
        if number == 0 and self.deal_weights:
            return None
        return self.deck.card_sets(self.betting.deals[number]) if self.betting.deals[number] > 1 else None

    def dealt_cards(self, number: int, outcome: int) -> tuple[int, ...]:
        """The cards that an outcome of a public deal turns up.

        Args:
            number: public deals before it.
            outcome: the card, as an index into ``deck``; of several cards at once an index into ``card_sets``.
        """
        cards = self.betting.deals[number]
        return (outcome,) if cards == 1 else self.deck.card_sets(cards).sets[outcome]

    def split_deals(self, cards: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The cards of each public deal.

        Args:
            cards: public cards since the start.
        """
        ends = self.betting.cards_through[: bisect_left(self.betting.cards_through, len(cards)) + 1]
        return [cards[start:end] for start, end in pairwise(ends)]

    def deal_ways(self, number: int) -> int:
        """Outcomes of a public deal beside the players' hands, in a deck without copies; all are equally likely.

        Args:
            number: public deals before it.
        """
        return comb(self.num_unseen(len(self.deck.board) + self.betting.cards_through[number]), self.betting.deals[number])

    def public_deal_probabilities(self, number: int, seen: tuple[int, ...]) -> Outcomes:
        """(outcome, probability) of a public deal.

        Args:
            number: public deals before it.
            seen: dead cards.
        """
        cards = self.betting.deals[number]
        if number == 0 and self.deal_weights:
            return self._weighted_probabilities(frozenset(seen))
        return self.deck.card_probabilities(seen) if cards == 1 else self.deck.set_probabilities(cards, frozenset(seen))

    @cached_property
    def symmetries(self) -> PermutationGroup:
        """The exchanges of cards that leave board, ranges and weights of flops as they are; the first exchanges nothing.

        Raises:
            ParameterError: the deck's are no group.
        """
        nothing = tuple(range(len(self.deck.names)))
        if not self.deck.symmetries:
            return (nothing,)
        kept = stabilizer(self.deck.symmetries, self.deck.board)
        weights = self.ranges.weight_rows if self.weights else np.ones((1, len(self.deck.hands)))
        kept = tuple(compress(kept, keep_weights(images_of(kept, self.deck.hand_cards), weights)))
        if self.deal_weights:
            of_sets = self.weighted_sets[None, self.weighted_sets != 0]
            kept = tuple(compress(kept, keep_weights(images_of(kept, self.weighted_cards), of_sets)))
        group = np.array(kept, dtype=np.int64).reshape(-1, len(nothing))
        # What any two make one after the other; of a finite group these are its own.
        made = {member.tobytes() for member in group[:, group].reshape(-1, len(nothing))}
        if not kept or len(made) != len(kept) or made != {member.tobytes() for member in group}:
            raise ParameterError(
                "symmetries", problem="must have the exchange of nothing, and for any two what they make one after the other"
            )
        return tuple(sorted(kept, key=lambda exchange: (exchange != nothing, exchange)))

    @cached_property
    def _weighted_probabilities(self) -> Callable[[frozenset[int]], Outcomes]:
        """(cards seen) -> (set of cards, probability) of a first deal whose sets have weights."""
        return lru_cache(KEPT_DEALS)(self._weighted_sets_left)

    def _weighted_sets_left(self, seen: frozenset[int]) -> Outcomes:
        sets = self.deck.card_sets(self.betting.deals[0]).sets
        left = [k for k in np.flatnonzero(self.weighted_sets).tolist() if seen.isdisjoint(sets[k])]
        total = sum([self.deal_weights[k] for k in left])
        return tuple([(k, self.deal_weights[k] / total) for k in left])

    @cached_property
    def weighted_sets(self) -> npt.NDArray[np.int64]:
        """int64 [sets]: ``deal_weights`` as an array."""
        return np.array(self.deal_weights, dtype=np.int64)

    @cached_property
    def weighted_cards(self) -> npt.NDArray[np.int64]:
        """int64 [sets with a weight, cards]: the cards of each."""
        return np.array(self.deck.card_sets(self.betting.deals[0]).sets, dtype=np.int64)[np.flatnonzero(self.weighted_sets)]

    @cached_property
    def pair_weights(self) -> npt.NDArray[np.float64]:
        """float64 [hands, hands]: exact sum of ``deal_weights`` over the sets that two hands leave; 0 for impossible pairs."""
        hands, weights = self.deck.hand_cards, self.weighted_sets[self.weighted_sets != 0]
        apart = are_apart(hands, self.weighted_cards).astype(np.float64)
        # Products and sums of whole numbers: exact, in any order of addition.
        result: npt.NDArray[np.float64] = (apart * weights) @ apart.T * are_apart(hands, hands)
        return result

    @cached_property
    def pair_shares(self) -> npt.NDArray[np.float64]:
        """float64 [hands, hands]: ``pair_weights``, where 1 is as often as two hands are dealt without weights."""
        return self.pair_weights * (len(self.deal_weights) / (int(self.weighted_sets.sum()) * self.deal_ways(0)))

    @cached_property
    def deal_probabilities(self) -> Callable[[tuple[int, ...]], Outcomes]:
        """(hands dealt so far) -> (hand, probability) of the next player's hand."""
        return lru_cache(KEPT_DEALS)(self._deal)

    def _deal(self, dealt: tuple[int, ...]) -> Outcomes:
        if self.deal_weights:
            pairs = self.pair_weights
            return shares_of((pairs[dealt[0]] if dealt else pairs.sum(axis=1)).tolist())
        seen = self.deck.board
        for hand in dealt:
            seen += self.deck.hands[hand]
        if self.weights is None:
            return self.deck.hand_probabilities(seen)
        if not dealt:
            return shares_of(self.ranges.first_weights)
        left = self.ranges.weight_rows * unblocked(self.deck.hand_cards, seen)
        weights = left[len(dealt)]
        if len(dealt) < self.num_players - 1:  # in proportion to what is left for the player after
            weights = weights * self.ranges.weights_beside(left[-1])
        return shares_of(weights.tolist())

    @cached_property
    def ranges(self) -> Ranges:
        """How likely each player's hands are to be dealt."""
        return Ranges(self.deck, self.weights)

    @cached_property
    def made(self) -> dict[object, Any]:
        """Cache of what others work out about these rules: boards, places of hands."""
        return {}

    @cached_property
    def root(self) -> PublicState:
        """The public state before the first action."""
        return PublicState(self, self.betting.start, self.deck.board)

    @cached_property
    def hand_sets(self) -> CardSets | None:
        """All hands, if they are all sets of several cards and equally likely; else None."""
        any_cards = self.deck.copies == 1 and self.weights is None and self.deck.combos is None
        return CardSets(self.deck.hands) if any_cards and self.deck.hole_cards > 1 else None
