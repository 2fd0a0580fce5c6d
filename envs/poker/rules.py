"""The rules of a poker game as one value.

Two parts of the package play by them. For games that are listed and solved ``lines`` has the betting, ``public_state`` the
cards, ``game`` the hands. Whole hands, from the blinds on, are played by ``envs/whole_hands``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import comb, floor, fsum, inf, log10, prod
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.parameters import SMALLEST_PAYOFF, check_int, check_number, is_finite

from .betting import FixedBets, SizedBets, TableBets
from .card_draws import CardSets, all_sets
from .lines import BET, Line, first_line, ordered_sum
from .public_state import PublicState
from .three_hands import pairs_beside

if TYPE_CHECKING:
    from .sizes_at import SizesAt

KEPT_DEALS = 128
"""Number of chance distributions of hands and of cards that are kept: all in small games."""
KEPT_SETS = 4
"""The same of several cards at once, which are long lists."""

MOST_WEIGHT = 2**31
"""``deal_weights`` stay below, so that sums of them are whole numbers which floats hold exactly."""

Outcomes = tuple[tuple[int, float], ...]
"""(hand or card, probability) pairs."""


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


@dataclass(frozen=True, slots=True)
class Round:
    """One betting round.

    Attributes:
        public_cards: cards turned up before the round.
        bets: what may be bet; None: cards are turned up, and no player acts.
        at_once: True if the cards are turned up together, as one chance move in which their order does not count (a flop).
        first: the player who acts first.

    >>> from pokerzoo.envs import FixedBets
    >>> Round(public_cards=1, bets=FixedBets(4.0, (2, 2)))
    Round(public_cards=1, bets=FixedBets(bet=4.0, max_bets=(2, 2)), at_once=False, first=0)
    """

    public_cards: int
    bets: FixedBets | SizedBets | TableBets | None
    at_once: bool = False
    first: int = 0

    @property
    def deals(self) -> tuple[int, ...]:
        """Cards of each public deal before the round."""
        return (self.public_cards,) if self.at_once and self.public_cards else (1,) * self.public_cards


@dataclass(frozen=True)
class TableSetup:
    """Stacks, button and posted chips of the seats before the cards are dealt; amounts are multiples of ``chip``."""

    stacks: tuple[float, ...]  # chips of each seat before anything is posted; a seat with 0 is not dealt in
    button: int
    big_blind: float
    blinds: tuple[float, ...]  # live bets of each seat, a straddle included; less where a stack has no more
    dead: tuple[float, ...]  # chips of each seat that are no bet: the big blind's ante
    first: int  # the seat where the search for the first to act before the flop begins
    to_match: float  # the amount to call at first: the largest blind or straddle, even where a stack is shorter
    chip: float = 1.0
    no_flop_no_drop: bool = True  # hands that end before the flop pay no rake
    chips_in_play: float | None = None  # all chips of the players; None: the chips of ``stacks``


@dataclass(frozen=True)
class PokerRules:
    """A poker game in full, but for its name.

    Cards are numbers, in the order of ``deck``. Hands are numbers too: ``hands`` lists them, ``hand_names`` names them.

    Attributes:
        deck: name of each kind of card; a card is an index into this.
        antes: chips that each player puts in before the deal; their number is the number of players.
        blinds: chips that each player bets before the first move, beside the ante; the largest is the first round's first bet.
            Empty: none.
        rounds: the betting rounds in order.
        strength: (own cards, public cards) -> a number, the greater the better; equal numbers split the pot.
        copies: how many cards of each kind there are.
        hole_cards: private cards a player.
        board: public cards that lie there from the start.
        stack: chips that each player has behind after the ante; None: all that the betting can ask for.
        combos: the private holdings that are dealt; None: all.
        weights: for each of two or three players the weight of each combo: hands are dealt with probability proportional
            to the product of their weights, if they share no card. None: as the cards fall.
        removed: lines that are not played, as public histories with the move at their end (``b25r75``).
        rake_rate: share of the pot that the house takes from every pot that is called or folded.
        rake_cap: the most that it takes, in chips.
        no_flop_no_drop: True if it takes nothing of a pot before the first public card.
        symmetries: permutations of cards (for each card the one that takes its place) that leave every order of strength as it
            is, such as suit permutations. They make a group. Empty:
            none.
        table: what whole hands have beside all this: blinds, stacks and a button; None: players are dealt in after the antes.
        deal_weights: a whole number for each set of the first public deal, in the order of ``card_sets``, where this deal is
            one chance move. Two hands and a set without a common card are dealt with probability proportional to its weight.
            So some flops can stand for all. Empty: all sets weigh the same.
        stacks: chips that each player has behind after the ante, where they differ; the largest is ``stack``. Empty: all have
            ``stack``.
        sizes_at: points of the betting with more, or fewer, sizes than their street (``check_sizes_at``). Empty: none.

    Raises:
        ValueError: an amount of chips or a weight that is negative or not finite, or ``deal_weights`` that do not fit.

    >>> from pokerzoo.envs import FixedBets, PokerGame, Round, high_card
    >>> rounds = (Round(public_cards=0, bets=FixedBets(1.0, (1, 1))),)
    >>> rules = PokerRules(deck=("J", "Q", "K"), antes=(1.0, 1.0), rounds=rounds, strength=high_card)  # Kuhn poker
    >>> len(PokerGame("own_kuhn", {}, rules).infosets)
    12
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
    weights: tuple[tuple[float, ...], ...] | None = None
    removed: frozenset[str] = frozenset()
    rake_rate: float = 0.0
    rake_cap: float = inf
    symmetries: tuple[tuple[int, ...], ...] = ()
    table: TableSetup | None = None
    blinds: tuple[float, ...] = ()
    no_flop_no_drop: bool = False
    deal_weights: tuple[int, ...] = ()
    stacks: tuple[float, ...] = ()
    sizes_at: tuple[SizesAt, ...] = ()

    def __post_init__(self) -> None:
        for player, ante in enumerate(self.antes):
            check_number(f"antes[{player}]", ante, 0, inf)
        if self.blinds and len(self.blinds) != len(self.antes):
            raise ValueError(f"blinds={self.blinds}: must be one for each of the {len(self.antes)} players")
        for player, blind in enumerate(self.blinds):
            check_number(f"blinds[{player}]", blind, 0, inf)
        for number, betting in enumerate(self.rounds):
            check_int(f"rounds[{number}].first", betting.first, 0, len(self.antes) - 1)
            bets = betting.bets
            if isinstance(bets, FixedBets) and len(bets.max_bets) != len(self.antes):
                raise ValueError(
                    f"rounds[{number}].bets.max_bets={bets.max_bets}: must be one for each of the {len(self.antes)} players"
                )
            if max(betting.deals, default=1) > 1 and self.copies > 1:
                raise ValueError(f"rounds[{number}].at_once=True: needs a deck without copies, not copies={self.copies}")
        if self.stack is not None:
            check_number("stack", self.stack, 0, inf, above=True)
            if self.stack <= max(self.blinds, default=0.0):
                raise ValueError(f"stack={self.stack:g}: must be above {max(self.blinds):g}, the largest blind")
        if self.stacks:
            self._check_stacks()
        if 0 < self.max_contribution < SMALLEST_PAYOFF:
            raise ValueError(
                f"antes={self.antes}: no player can put in more than {self.max_contribution:g} chips in all; "
                f"must be at least {SMALLEST_PAYOFF:g}"
            )
        check_number("rake_rate", self.rake_rate, 0, 1)
        if self.rake_cap != inf:
            check_number("rake_cap", self.rake_cap, 0, inf)
            if not self.rake_rate:
                raise ValueError(f"rake_cap={self.rake_cap:g}: needs rake_rate; without a rate the house takes nothing")
        for player, weights in enumerate(self.weights or ()):
            own = np.array(weights)
            if own.dtype == np.float64 and (own >= 0).all() and own.max(initial=0.0) < inf:
                continue  # nearly always, and found fast
            if not all(weight >= 0 and is_finite(weight) for weight in set(weights)):
                raise ValueError(f"weights[{player}]: must be finite numbers, 0 or more")
        if self.weights and not (len(self.weights) == self.num_players <= 3 and (self.num_players == 2 or self.has_pair_hands)):
            raise ValueError(
                "weights: must be for two players, or for three whose hands are two cards of a deck without copies"
            )
        if self.deal_weights:
            self._check_deal_weights()

    def __getstate__(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)}  # and nothing that was worked out from them

    def _check_stacks(self) -> None:
        """ValueError unless ``stacks`` are one for each player, the largest ``stack``, and bets have sizes."""
        for player, behind in enumerate(self.stacks):
            check_number(f"stacks[{player}]", behind, 0, inf, above=True)
        if len(self.stacks) != self.num_players or max(self.stacks) != self.stack:
            raise ValueError(
                f"stacks={self.stacks}: must be {self.num_players} numbers, the largest of them stack={self.stack}"
            )
        if self.blinds or not all(betting.bets is None or isinstance(betting.bets, SizedBets) for betting in self.rounds):
            raise ValueError(f"stacks={self.stacks}: stacks may differ only without blinds and with bets that have sizes")

    def _check_deal_weights(self) -> None:
        """ValueError unless ``deal_weights`` are whole numbers for the sets of a deal to two hands from the whole deck."""
        if self.num_players != 2 or self.copies > 1 or self.weights or self.combos or self.board or self.deals[:1] <= (1,):
            raise ValueError(
                "deal_weights: must be empty unless two players are dealt any hands of a deck without copies, and the first "
                "public deal turns up several cards at once"
            )
        sets = comb(len(self.deck), self.deals[0])
        if len(self.deal_weights) != sets:
            raise ValueError(
                f"deal_weights: must be {sets:,} numbers, one for each set of cards, not {len(self.deal_weights):,}"
            )
        if not all(type(weight) is int and 0 <= weight < MOST_WEIGHT for weight in set(self.deal_weights)):
            raise ValueError(f"deal_weights: must be whole numbers from 0 to {MOST_WEIGHT - 1:,}")
        if not any(self.deal_weights):
            raise ValueError("deal_weights: must not all be 0")

    @property
    def num_players(self) -> int:
        """Number of players."""
        return len(self.antes)

    @cached_property
    def is_sized(self) -> bool:
        """True if bets have several sizes, which histories and action names must tell."""
        return any(isinstance(r.bets, SizedBets) for r in self.rounds)

    @cached_property
    def amounts(self) -> tuple[float, ...]:
        """The totals of all bets and raises that occur, ascending; empty where there is one size, which needs no number."""
        if not self.is_sized:
            return ()
        return tuple(sorted({total for line in self.lines for kind, total in line.moves if kind == BET}))

    @cached_property
    def sizes_by_line(self) -> dict[str, SizesAt]:
        """``sizes_at`` by line."""
        return {one.line: one for one in self.sizes_at}

    @cached_property
    def bet_ids(self) -> dict[float, int]:
        """The action id of each of ``amounts``."""
        return {total: BET + k for k, total in enumerate(self.amounts)}

    @cached_property
    def made(self) -> dict[object, Any]:
        """Cache of what others work out about these rules: boards, places of hands."""
        return {}

    @cached_property
    def made_of_betting(self) -> dict[object, Any]:
        """Cache of what follows from the betting alone, shared among rules with the same betting (``share_betting``)."""
        return {}

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The whole betting tree without cards, depth first."""
        return tuple(self.root.betting.walk())

    @property
    def num_distinct_actions(self) -> int:
        """Fold, check or call, and the bet sizes."""
        return BET + max(1, len(self.amounts))

    @cached_property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """Every private holding, as cards, the highest first, in ascending order; a hand is an index into this.

        Of hold'em these are the ``COMBO_NAMES`` that can be held, in their order, in every game.
        """
        return self.combos or all_sets(len(self.deck), self.hole_cards)

    @cached_property
    def hand_cards(self) -> npt.NDArray[np.int64]:
        """int64 [hands, cards]: ``hands`` as an array."""
        return np.array(self.hands, dtype=np.int64)

    @cached_property
    def holders(self) -> npt.NDArray[np.bool_]:
        """Bool [deck, hands]: True where a hand has a card."""
        cards = np.arange(len(self.deck))
        return np.asarray((self.hand_cards == cards[:, None, None]).any(axis=2))

    @cached_property
    def weight_rows(self) -> npt.NDArray[np.float64]:
        """float64 [players, hands]: ``weights`` as an array."""
        assert self.weights is not None
        return np.array(self.weights, dtype=np.float64)

    @property
    def has_pair_hands(self) -> bool:
        """True if a hand is two cards of a deck without copies: inclusion-exclusion over cards is then exact."""
        return self.hole_cards == 2 and self.copies == 1

    @property
    def has_hands_side_by_side(self) -> bool:
        """True if a compiled form has all hands side by side: for two players, and for three with ranges."""
        return self.num_players == 2 or (self.num_players == 3 and self.weights is not None)

    def num_unseen(self, num_public: int) -> int:
        """Number of cards that are neither public nor in a player's hand.

        Args:
            num_public: public cards.
        """
        return len(self.deck) - self.num_players * self.hole_cards - num_public

    @cached_property
    def hand_bits(self) -> tuple[int, ...]:
        """The cards of each hand as one number: bit c is set for card c."""
        if self.hole_cards == 2:
            return tuple([1 << one | 1 << two for one, two in self.hands])
        return tuple([sum([1 << card for card in cards]) for cards in self.hands])

    @cached_property
    def hand_names(self) -> tuple[str, ...]:
        """The name of each hand, higher card first."""
        deck = self.deck
        if self.hole_cards == 2:
            return tuple([deck[one] + deck[two] if one > two else deck[two] + deck[one] for one, two in self.hands])
        return tuple(["".join([deck[card] for card in sorted(hand, reverse=True)]) for hand in self.hands])

    @cached_property
    def max_contribution(self) -> float:
        """The most chips that a player can put into one hand, the ante included."""
        if self.table is not None:
            return max(self.table.stacks)
        if self.stack is not None:
            return max(self.antes) + self.stack
        most = [r.bets.bet * max(r.bets.max_bets) if isinstance(r.bets, FixedBets) else 0.0 for r in self.rounds]
        first = self.rounds[0].bets
        if self.blinds and isinstance(first, FixedBets):  # the first bet is the big blind
            most[0] = max(self.blinds) + first.bet * (max(first.max_bets) - 1)
        return max(self.antes) + ordered_sum(most)

    def most_of(self, player: int) -> float:
        """The most chips that one player can put into a hand, the ante included.

        Args:
            player: the seat, from 0.
        """
        return self.antes[player] + self.stacks[player] if self.stacks else self.max_contribution

    @cached_property
    def _decimals(self) -> int:
        """Decimal places of amounts, of which a sum of the largest still has all."""
        return 12 - floor(log10(self.max_contribution))

    def without_error(self, amount: float) -> float:
        """An amount without the rounding errors of a sum or difference: 6.4 for 26.4 - 20, which is 6.399999999999999.

        Args:
            amount: chips, as they were worked out.
        """
        return round(amount, self._decimals)

    def ways(self, cards: tuple[int, ...], seen: tuple[int, ...]) -> int:
        """Number of ways to draw some cards, each once.

        Args:
            cards: the cards to draw, all different, as indices into ``deck``.
            seen: dead cards.
        """
        return prod(self.copies - seen.count(card) for card in cards)

    @cached_property
    def hand_probabilities(self) -> Callable[[tuple[int, ...]], Outcomes]:
        """(cards seen) -> (hand, probability) of a random hand without these cards, weights left out."""
        return lru_cache(KEPT_DEALS)(lambda seen: _shares([self.ways(cards, seen) for cards in self.hands]))

    @cached_property
    def card_probabilities(self) -> Callable[[tuple[int, ...]], Outcomes]:
        """(cards seen) -> (card, probability) of the next public card without these cards."""
        return lru_cache(KEPT_DEALS)(lambda seen: _shares([self.ways((c,), seen) for c in range(len(self.deck))]))

    @cached_property
    def deals(self) -> tuple[int, ...]:
        """Cards of each public deal, in order."""
        return tuple(cards for betting in self.rounds for cards in betting.deals)

    @cached_property
    def deals_through(self) -> tuple[int, ...]:
        """For each round the public deals before its first move."""
        return tuple(accumulate(len(betting.deals) for betting in self.rounds))

    @cached_property
    def deals_with_betting(self) -> int:
        """Public deals before the last round in which players act; what comes later is cards alone."""
        through = zip(self.rounds, self.deals_through, strict=True)
        return max((deals for own, deals in through if own.bets is not None), default=0)

    @cached_property
    def cards_through(self) -> tuple[int, ...]:
        """For each number of public deals the cards that they turn up."""
        return tuple(accumulate(self.deals, initial=0))

    @cached_property
    def card_sets(self) -> Callable[[int], CardSets]:
        """(cards) -> all sets of that size of the deck's cards, each with its highest card first, in ascending order."""
        return lru_cache(None)(lambda cards: CardSets(all_sets(len(self.deck), cards)))

    @cached_property
    def hand_sets(self) -> CardSets | None:
        """All hands, if they are all sets of several cards and equally likely; else None."""
        any_cards = self.copies == 1 and self.weights is None and self.combos is None
        return CardSets(self.hands) if any_cards and self.hole_cards > 1 else None

    @cached_property
    def weighted_sets(self) -> npt.NDArray[np.int64]:
        """int64 [sets]: ``deal_weights`` as an array."""
        return np.array(self.deal_weights, dtype=np.int64)

    @cached_property
    def weighted_cards(self) -> npt.NDArray[np.int64]:
        """int64 [sets with a weight, cards]: the cards of each."""
        return np.array(self.card_sets(self.deals[0]).sets, dtype=np.int64)[np.flatnonzero(self.weighted_sets)]

    @cached_property
    def pair_weights(self) -> npt.NDArray[np.float64]:
        """float64 [hands, hands]: sum of ``deal_weights`` over the sets that two hands leave, exactly; 0 if they meet."""
        sets = np.flatnonzero(self.weighted_sets)
        held, dealt = np.zeros((len(self.hands), len(self.deck))), np.zeros((len(sets), len(self.deck)))
        np.put_along_axis(held, self.hand_cards, 1.0, axis=1)
        np.put_along_axis(dealt, self.weighted_cards, 1.0, axis=1)
        apart = (held @ dealt.T == 0.0).astype(np.float64)
        # Products and sums of whole numbers: exact, in whatever order they are added.
        found: npt.NDArray[np.float64] = (apart * self.weighted_sets[sets]) @ apart.T * (held @ held.T == 0.0)
        return found

    @cached_property
    def pair_shares(self) -> npt.NDArray[np.float64]:
        """float64 [hands, hands]: ``pair_weights``, where 1 is as often as two hands are dealt without weights."""
        return self.pair_weights * (len(self.deal_weights) / (int(self.weighted_sets.sum()) * self.deal_ways(0)))

    def deal_share(self, cards: tuple[int, ...]) -> float:
        """Weight of a set of the first public deal, where the mean over all sets is 1.

        Args:
            cards: the set.
        """
        if not self.deal_weights:
            return 1.0
        number = self.card_sets(len(cards)).number[frozenset(cards)]
        return self.deal_weights[number] * len(self.deal_weights) / int(self.weighted_sets.sum())

    def deal_sets(self, number: int) -> CardSets | None:
        """The sets of a public deal of several cards, if all are equally likely; None of a single card.

        Args:
            number: public deals before it.
        """
        if number == 0 and self.deal_weights:
            return None
        return self.card_sets(self.deals[number]) if self.deals[number] > 1 else None

    def dealt_cards(self, number: int, outcome: int) -> tuple[int, ...]:
        """The cards that an outcome of a public deal turns up.

        Args:
            number: public deals before it.
            outcome: the card, as an index into ``deck``; of several cards at once an index into ``card_sets``.
        """
        cards = self.deals[number]
        return (outcome,) if cards == 1 else self.card_sets(cards).sets[outcome]

    def split_deals(self, cards: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The cards of each public deal.

        Args:
            cards: public cards since the start.
        """
        ends = self.cards_through[: bisect_left(self.cards_through, len(cards)) + 1]
        return [cards[start:end] for start, end in pairwise(ends)]

    def deal_ways(self, number: int) -> int:
        """Outcomes of a public deal beside the players' hands, in a deck without copies; all are equally likely.

        Args:
            number: public deals before it.
        """
        return comb(self.num_unseen(len(self.board) + self.cards_through[number]), self.deals[number])

    def public_deal_probabilities(self, number: int, seen: tuple[int, ...]) -> Outcomes:
        """(outcome, probability) of a public deal.

        Args:
            number: public deals before it.
            seen: dead cards.
        """
        cards = self.deals[number]
        if number == 0 and self.deal_weights:
            return self._weighted_probabilities(frozenset(seen))
        return self.card_probabilities(seen) if cards == 1 else self._set_probabilities(cards, frozenset(seen))

    @cached_property
    def _weighted_probabilities(self) -> Callable[[frozenset[int]], Outcomes]:
        """(cards seen) -> (set of cards, probability) of a first deal whose sets have weights."""
        return lru_cache(KEPT_DEALS)(self._weighted_sets_left)

    def _weighted_sets_left(self, seen: frozenset[int]) -> Outcomes:
        sets = self.card_sets(self.deals[0]).sets
        left = [k for k in np.flatnonzero(self.weighted_sets).tolist() if seen.isdisjoint(sets[k])]
        total = sum([self.deal_weights[k] for k in left])
        return tuple([(k, self.deal_weights[k] / total) for k in left])

    @cached_property
    def _set_probabilities(self) -> Callable[[int, frozenset[int]], Outcomes]:
        """(cards, cards seen) -> (set of cards, probability) of cards that are turned up at once."""
        return lru_cache(KEPT_SETS)(self._sets_left)

    def _sets_left(self, cards: int, seen: frozenset[int]) -> Outcomes:
        listed = np.array(self.card_sets(cards).sets)
        left = np.flatnonzero(~np.isin(listed, list(seen)).any(axis=1)).tolist()
        return tuple((k, 1.0 / len(left)) for k in left)

    @cached_property
    def hands_left(self) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
        """(public cards) -> the hands that can still be dealt beside them."""
        return lru_cache(KEPT_DEALS)(lambda board: tuple(h for h, cards in enumerate(self.hands) if self.ways(cards, board)))

    @cached_property
    def deal_probabilities(self) -> Callable[[tuple[int, ...]], Outcomes]:
        """(hands dealt so far) -> (hand, probability) of the next player's hand."""
        return lru_cache(KEPT_DEALS)(self._deal)

    def _deal(self, dealt: tuple[int, ...]) -> Outcomes:
        if self.deal_weights:
            pairs = self.pair_weights
            return _shares((pairs[dealt[0]] if dealt else pairs.sum(axis=1)).tolist())
        seen = self.board
        for hand in dealt:
            seen += self.hands[hand]
        if self.weights is None:
            return self.hand_probabilities(seen)
        if dealt:
            own = self.weights[len(dealt)]
            if len(dealt) < self.num_players - 1:  # in proportion to what is left for the player after
                own = tuple((np.array(own) * self.weight_beside(self._weights_without(seen))).tolist())
            gone = sum(1 << card for card in set(seen))
            return _shares([w if not cards & gone else 0.0 for w, cards in zip(own, self.hand_bits, strict=True)])
        return _shares(self._weights_of_first)

    def _weights_without(self, seen: tuple[int, ...]) -> npt.NDArray[np.float64]:
        """float64 [hands]: the last player's weights, 0 for hands with one of these cards."""
        return np.asarray(self.weight_rows[-1] * ~np.isin(self.hand_cards, seen).any(axis=1))

    @cached_property
    def pair_weight(self) -> float:
        """Sum over all ways to deal each player a hand of the products of their weights; infinity if it is too large."""
        try:
            return fsum(self._weights_of_first)
        except OverflowError:
            return inf

    @cached_property
    def _weights_of_first(self) -> list[float]:
        """For each hand of the first player its weight times that of the others' hands that can be dealt with it."""
        with np.errstate(over="ignore"):  # the division by the sum reports that it is not finite
            found: list[float] = (self.weight_rows[0] * self.opposing_rows[0]).tolist()
        return found

    @cached_property
    def opposing_weight(self) -> tuple[tuple[float, ...], ...]:
        """For each player and each own hand the weight of the others' hands that can be dealt with it."""
        return tuple(map(tuple, self.opposing_rows.tolist()))

    @cached_property
    def opposing_rows(self) -> npt.NDArray[np.float64]:
        """float64 [players, hands]: ``opposing_weight`` as an array."""
        if self.num_players == 3:
            one, two, three = self.weight_rows
            pairs = ((two, three), (one, three), (one, two))
            return np.array([pairs_beside(self.hand_cards, len(self.deck), *pair) for pair in pairs])
        return np.array([self.weight_beside(own) for own in self.weight_rows[::-1]])

    @cached_property
    def _all_differ(self) -> bool:
        bits = np.sort((1 << self.hand_cards).sum(axis=1))
        return bool((bits[1:] != bits[:-1]).all())

    def weight_beside(self, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """For each hand the sum of the weights of the hands that share no card with it: float64 [hands].

        Args:
            weights: float64 [hands].
        """
        # In whole numbers of the finest fraction among the weights, so that every sum is exact before it is rounded.
        places, most = _binary_places(weights)
        if self.hole_cards == 2 and most + places <= 53 and self._all_differ:
            cards, exact = self.hand_cards, np.ldexp(weights, places)
            total = exact.sum()
            if total < 2**53:  # all sums are whole numbers that floats hold exactly
                by_card = np.bincount(cards.ravel(), np.repeat(exact, 2), len(self.deck))
                stopped = by_card[cards].sum(axis=1) - exact
                return np.where(total > stopped, np.ldexp(total, -places) - np.ldexp(stopped, -places), 0.0)
        return np.array(self._opposing(tuple(weights.tolist())))

    def _opposing(self, weights: tuple[float, ...]) -> tuple[float, ...]:
        ratios = {weight: weight.as_integer_ratio() for weight in set(weights)}
        finest = max((denominator for _, denominator in ratios.values()), default=1)
        parts = {weight: number * (finest // denominator) for weight, (number, denominator) in ratios.items()}
        whole = [parts[weight] for weight in weights]
        total = sum(whole)
        held = [0] * len(self.deck)
        same: dict[int, int] = {}
        for bits, own, part in zip(self.hand_bits, self.hands, whole, strict=True):
            same[bits] = same.get(bits, 0) + part
            for card in own:
                held[card] += part
        if self.hole_cards > 2:  # sums by card would count hands that share several cards more than once
            return tuple(
                sum(part for other, part in zip(self.hand_bits, whole, strict=True) if not other & bits) / finest
                for bits in self.hand_bits
            )
        twice = 1 if self.hole_cards == 2 else 0
        left = []
        for bits, own in zip(self.hand_bits, self.hands, strict=True):
            blocked = sum([held[card] for card in own]) - twice * same[bits]
            left.append(total / finest - blocked / finest if total > blocked else 0.0)
        return tuple(left)

    @cached_property
    def dealable(self) -> tuple[tuple[bool, ...], ...]:
        """For each player, True for hands that can be dealt, given ranges."""
        return tuple(map(tuple, self.dealable_rows.tolist()))

    @cached_property
    def dealable_rows(self) -> npt.NDArray[np.bool_]:
        """Bool [players, hands]: ``dealable`` as an array."""
        return np.asarray((self.weight_rows > 0) & (self.opposing_rows > 0))

    @cached_property
    def root(self) -> PublicState:
        """The public state before the first action."""
        return PublicState(first_line(self), self.board)


def share_betting(source: PokerRules, target: PokerRules) -> None:
    """Share the betting of rules with others that differ by board, hands and weights alone."""
    root = PublicState(source.root.betting.copied(target), target.board)
    target.__dict__.update(root=root, amounts=source.amounts, bet_ids=source.bet_ids, made_of_betting=source.made_of_betting)


def _binary_places(weights: npt.NDArray[np.float64]) -> tuple[int, int]:
    """(how many binary places after the point the weights have at most, an exponent of 2 that is above all of them)."""
    mantissas, exponents = np.frexp(weights[weights > 0])
    whole = np.ldexp(mantissas, 53).astype(np.int64)
    zeros = np.frexp((whole & -whole).astype(np.float64))[1] - 1
    return int((53 - exponents - zeros).max(initial=0)), int(exponents.max(initial=0))


def _shares(ways: list[int] | list[float]) -> Outcomes:
    total = fsum(ways)  # exact until the end: sum() of floats differs between versions of Python
    return tuple((index, way / total) for index, way in enumerate(ways) if way)
