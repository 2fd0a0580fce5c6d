"""Batches of poker for two: lines of betting, with both hands and the public cards beside them.

A hand is a row of int32: its line, both hands, all public cards that may come. All are drawn when the hand is dealt, so that
the cards of a hand's n-th deal are the same for any play. A player is shown the public cards of the deals that the line
has. Hands come from two ranges, or with all cards from the whole deck.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from pokerzoo.envs.betting.line import CALL, FOLD, Line
from pokerzoo.envs.core import TERMINAL, State, kept, short_name
from pokerzoo.envs.poker.board_numbers import places_of
from pokerzoo.envs.poker.cards import CARD_WORDS
from pokerzoo.envs.poker.deck_strengths import HoldemStrength
from pokerzoo.envs.poker.game import PokerGame, state_at
from pokerzoo.envs.poker.hand_strength import strength_of
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.rules import HandsStrength, PokerRules
from pokerzoo.envs.poker.suit_order import CardPlaces, write_cards
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int32s, Int64s, Uint8s
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import Generators, draw_uniform

from .nodes import (
    ACTOR,
    ENTRY,
    ILLEGAL,
    INFOSET,
    KIND,
    NEXT,
    NO_LOTTERIES,
    PASSIVE,
    STAGE,
    LegalActionSets,
    Lotteries,
    NodeEngine,
    draw_prize,
    make_lotteries,
)

LINE, FIRST_HAND, FIRST_CARD = 0, 1, 3
"""Columns of a row; the second player's hand is next to the first's."""
MAX_ENTRIES = 2**31
"""The probabilities of a policy are numbered with 32 bits in tables."""
MAX_CARDS = 62
"""Cards of a deck that are one bit each."""
TRIES = 64
"""Hands of the second player that are drawn in the hope that they share no card with the first's."""


class LineTables(NamedTuple):
    """A game as its kernels read it: a node is a line in which no card is due. The first fields are those of ``NodeTables``."""

    nodes: Int32s  # [lines, NEXT + actions]
    legal_count: Int64s  # [kinds]
    legal: Int64s  # [kinds, actions]
    masks: Uint8s  # [kinds, actions]
    rows: Floats32  # [1 + 2 x lines, entries]: what the betting shows each player; the first is all zeros
    shown: Int32s  # [lines, players]
    payoffs: Floats  # [lines, outcomes, players]: net chips where the first player's hand loses, ties, wins
    infosets: Int64s  # [lines]: the first infoset of each
    cards: Int32s  # [hands, cards a hand]: the cards of each hand
    board: int  # the bits of the public cards that are there from the start
    left: int  # cards of the deck beside these
    sizes: Int64s  # [deals]: cards of each public deal
    places: CardPlaces  # where observations have cards
    suits: int  # suits that are shown in canonical order; 0: cards are shown as they are
    ways: Int64s  # [deck + 1, sizes]: numbers of sets of 0, 1, 2, ... cards
    # From the whole deck, else empty: the hand of two cards [deck, deck]. Where flops have weights, the sets of the first deal
    # [sets, cards], the sums of weights through each [sets], and for each set of the deck's cards its place [all sets].
    hand_of: Int32s
    weighted: Int32s
    weight_ends: Int64s
    place_of: Int32s
    lowest: int  # number of the deck's first card among the 52
    # From ranges, else empty: a lottery for each player's hand; where a hand's infoset stands among those of a line
    # [players, boards x hands], boards counted through from the empty one; where the boards of each number of deals start; and
    # strengths [full boards x hands], the greater the better.
    ranges: Lotteries
    rank: Int32s
    boards: Int64s
    strength: Int32s


class LineEngine(NodeEngine):
    """Steps lines, with the cards beside them."""

    tables: LineTables

    def __init__(self, game: PokerGame) -> None:
        self.game, self.rules = game, game.rules
        self.lines = [line for line in game.rules.betting.lines if not line.card_due]
        self.index = {line: row for row, line in enumerate(self.lines)}
        self.words = FIRST_CARD + sum(game.rules.betting.deals)
        self.has_tables = game.rules.weights is not None
        self._check_size()
        self.tables = self._compile()

    def deal(self, rows: Any, rng: Generators, which: Bools, movers: Int64s) -> None:
        deal_lines(self.tables, rows, rng, which, movers)

    def payoffs(self, rows: Any, which: Bools, out: Floats) -> None:
        write_payoffs(self.tables, rows, which, out)

    def observe(self, rows: Any, seats: Int64s, out: Floats32) -> None:
        write_observations(self.tables, rows, seats, out, np.empty(self.tables.suits, np.int64))

    def infosets(self, rows: Any) -> Int64s:
        result = np.full(len(rows), -1, np.int64)
        write_infosets(self.tables, rows, result)
        return result

    def state(self, row: Any) -> State:
        line, rules = self.lines[int(row[LINE])], self.rules
        cards = tuple(row[FIRST_CARD : FIRST_CARD + rules.betting.cards_through[line.num_deals]].tolist())
        public = PublicState(rules, line, rules.deck.board + cards)
        return state_at(self.game, public, (int(row[FIRST_HAND]), int(row[FIRST_HAND + 1])))

    def _check_size(self) -> None:
        game, size = self.game, self.game.size
        if self.has_tables and size.entries >= MAX_ENTRIES:
            raise InputError(
                f"{short_name(game)}: has {size.entries:,} probabilities, and must have less than {MAX_ENTRIES:,} here, where "
                "they are numbered with 32 bits; give fewer sizes or smaller ranges, or play hand by hand "
                "(env(), gymnasium.make)"
            )

    @property
    def _deals(self) -> range:
        """The numbers of public deals that there may be."""
        return range(len(self.rules.betting.deals) + 1)

    def _compile(self) -> LineTables:
        game, rules = self.game, self.rules
        columns = self._betting()
        nodes, infosets = columns["nodes"], np.full(len(self.lines), -1, dtype=np.int64)
        if self.has_tables:
            for point in game.infosets.points:
                row = self.index[point.line]
                nodes[row, [INFOSET, ENTRY]] = point.infoset, point.entry
                infosets[row] = point.infoset
        else:
            number = 0
            for player in (0, 1):
                for line in rules.betting.lines:
                    if not (line.card_due or line.is_over) and line.actor == player:
                        infosets[self.index[line]] = number
                        number += places_of(rules, player, line.num_deals).total
        writer, deck = game._observations, len(rules.deck.names)
        most = max(2, *rules.betting.deals) if rules.betting.deals else 2
        return LineTables(
            **columns,
            infosets=infosets,
            cards=rules.deck.hand_cards.astype(np.int32),
            board=sum(1 << card for card in rules.deck.board),
            left=deck - len(rules.deck.board),
            sizes=np.array(rules.betting.deals, dtype=np.int64),
            places=writer.card_places,
            suits=writer.suits,
            ways=np.array([[comb(number, size) for size in range(most + 1)] for number in range(deck + 1)], dtype=np.int64),
            **(self._from_ranges() if self.has_tables else self._from_the_deck()),
        )

    def _betting(self) -> dict[str, Any]:
        """The columns about betting; infosets are filled in later."""
        game, index = self.game, self.index
        nodes = np.full((len(self.lines), NEXT + game.num_distinct_actions), ILLEGAL, dtype=np.int32)
        payoffs = np.zeros((len(self.lines), 3, 2))
        legal = LegalActionSets(game.num_distinct_actions)
        for row, line in enumerate(self.lines):
            nodes[row, STAGE] = line.num_deals
            if line.is_over:
                nodes[row, ACTOR], nodes[row, INFOSET], nodes[row, KIND] = TERMINAL, row, 0
                alone = line.folded.count(False) == 1
                winners = [(line.folded.index(False),)] * 3 if alone else [(1,), (0, 1), (0,)]
                payoffs[row] = [line.payoffs(who) for who in winners]
            else:
                nodes[row, ACTOR], nodes[row, KIND] = line.actor, legal(line.legal_actions)
                nodes[row, PASSIVE] = FOLD if line.to_call > 0 else CALL
                for k, action in enumerate(line.legal_actions):
                    nodes[row, NEXT + action] = index[after_cards(line.after(k))]
        writer = game._observations
        parts = [writer.public_part(line, game.rules.deck.board, player) for line in self.lines for player in (0, 1)]
        return {
            "nodes": nodes,
            "rows": np.stack([np.zeros_like(parts[0]), *parts]),
            "shown": 1 + np.arange(len(parts), dtype=np.int32).reshape(-1, 2),
            "payoffs": payoffs,
            **legal.arrays(),
        }

    def _from_the_deck(self) -> dict[str, Any]:
        """The columns about hands from the whole deck."""
        rules, deck = self.rules, len(self.rules.deck.names)
        cards = rules.deck.hand_cards
        hand_of = np.full((deck, deck), -1, dtype=np.int32)
        hand_of[cards[:, 0], cards[:, 1]] = hand_of[cards[:, 1], cards[:, 0]] = np.arange(len(cards))
        strength: Any = rules.strength
        return {
            **NO_RANGES,
            "hand_of": hand_of,
            **weighted_sets(rules),
            "lowest": strength.lowest,
        }

    def _from_ranges(self) -> dict[str, Any]:
        """The columns about hands from ranges."""
        game, rules = self.game, self.rules
        assert rules.weights is not None
        prizes: list[list[int]] = []
        weights: list[list[float]] = []
        for player in (0, 1):
            held = np.flatnonzero(rules.ranges.dealable[player])
            weight = np.array(rules.weights[player])[held]
            if player == 0:  # as often as there are hands for the other
                weight = weight * np.array(rules.ranges.opposing_weight[0])[held]
            prizes.append(held.tolist())
            weights.append(weight.tolist())
        places = [[game.infosets.places(player, deals) for deals in self._deals] for player in (0, 1)]
        ranks = [
            [(positions.rank + positions.first[:-1, None]).astype(np.int32).ravel() for positions in of_player]
            for of_player in places
        ]
        return {
            **NO_DECK,
            "ranges": make_lotteries(prizes, weights),
            "rank": np.stack([np.concatenate(of_player) for of_player in ranks]),
            "boards": np.cumsum([0, *(len(game.infosets.boards(deals)) for deals in self._deals)]).astype(np.int64),
            "strength": self._strengths(),
        }

    def _strengths(self) -> Int32s:
        """int32 [full boards x hands]: the order of strength, which fits for any number of boards."""
        game, rules = self.game, self.rules
        boards = game.infosets.boards(self._deals[-1])
        left = np.all(boards.left_over(rules)[:, rules.deck.hand_cards] > 0, axis=2)
        result = np.zeros(left.shape, np.int32)
        strength: object = rules.strength
        for number, board in enumerate(boards.boards):
            if isinstance(strength, HandsStrength):  # then there is no need for the game to keep them
                values = strength.of_hands(rules.deck.hand_cards, rules.deck.board + board)
            else:
                values = game.strengths(rules.deck.board + board)
            result[number, left[number]] = np.unique(np.array(values)[left[number]], return_inverse=True)[1]
        return result.ravel()


NO_FLOPS: dict[str, Any] = {
    "weighted": np.zeros((0, 0), np.int32),
    "weight_ends": np.zeros(0, np.int64),
    "place_of": np.zeros(0, np.int32),
}
NO_DECK: dict[str, Any] = {"hand_of": np.zeros((0, 0), np.int32), **NO_FLOPS, "lowest": 0}
NO_RANGES: dict[str, Any] = {
    "ranges": NO_LOTTERIES,
    "rank": np.zeros((0, 0), np.int32),
    "boards": np.zeros(0, np.int64),
    "strength": np.zeros(0, np.int32),
}


def weighted_sets(rules: PokerRules) -> dict[str, Any]:
    """The columns about flops that have weights."""
    sets = np.flatnonzero(rules.weighted_sets)
    if not len(sets):
        return NO_FLOPS
    place_of = np.full(len(rules.deal_weights), -1, dtype=np.int32)
    place_of[sets] = np.arange(len(sets))
    return {
        "weighted": rules.weighted_cards.astype(np.int32),
        "weight_ends": np.cumsum(rules.weighted_sets[sets]),
        "place_of": place_of,
    }


def after_cards(line: Line) -> Line:
    """The line with the cards turned up that are due."""
    while line.card_due:
        line = line.deal()
    return line


def is_from_the_deck(game: PokerGame) -> bool:
    """True for hold'em for two whose hands are dealt from the whole deck: too many histories for a tree, and no ranges."""
    rules, deals = game.rules, game.rules.betting.deals
    whole = rules.hand_sets is not None and rules.deck.hole_cards == 2 and not rules.deck.board
    return (
        game.num_players == 2
        and whole
        and isinstance(rules.strength, HoldemStrength)
        and 3 <= sum(deals) <= 5
        and max(deals) <= 3
    )


def is_from_ranges(game: PokerGame) -> bool:
    """True for poker for two whose hands are dealt from ranges, with a player to act first."""
    rules, deck = game.rules, game.rules.deck
    small = deck.copies == 1 and len(deck.names) <= MAX_CARDS and deck.hole_cards <= 2
    return game.num_players == 2 and rules.weights is not None and not rules.root.card_due and small


def line_engine(game: PokerGame) -> LineEngine:
    """The engine of a game, made once."""
    return kept(game, "line engine", LineEngine)


@kernel(cached=False, counted=False)
def share_a_card(cards: Int32s, first: int, second: int) -> bool:
    """True if two hands share a card."""
    for a in range(cards.shape[1]):
        for b in range(cards.shape[1]):
            if cards[first, a] == cards[second, b]:
                return True
    return False


@kernel(cached=False, counted=False)
def left_over(hand: int, ranges: Lotteries, cards: Int32s, share: float) -> int:
    """The second player's hand at this share of the weight of those that share no card with the first player's."""
    first, prize, weight = ranges.first, ranges.prize, ranges.weight
    total = 0.0
    for k in range(first[1], first[2]):
        if not share_a_card(cards, hand, prize[k, 0]):
            total += weight[k]
    total *= share
    other = -1
    for k in range(first[1], first[2]):
        if weight[k] > 0.0 and not share_a_card(cards, hand, prize[k, 0]):
            other = prize[k, 0]
            total -= weight[k]
            if total < 0.0:
                break
    return other


@kernel(inline="always")
def deal_ranges(tables: LineTables, words: Int32s, rng: Generators, i: int) -> None:
    """Deal two hands: the first by how often it is dealt, the second drawn until they share no card."""
    ranges, cards = tables.ranges, tables.cards
    first, second = draw_prize(ranges, 0, rng, i), draw_prize(ranges, 1, rng, i)
    tries = 1
    while share_a_card(cards, first, second):
        if tries == TRIES:  # the first player blocks nearly all of the range
            second = left_over(first, ranges, cards, draw_uniform(rng, i))
            break
        second = draw_prize(ranges, 1, rng, i)
        tries += 1
    words[i, FIRST_HAND], words[i, FIRST_HAND + 1] = first, second


@kernel(cached=False, counted=False)
def draw_card(seen: int | np.int64, left: int, rng: Generators, i: int) -> Any:
    """One of the cards that are left, which are those not in the set ``seen``."""
    card, others = np.int64(draw_uniform(rng, i) * left), seen
    while others:  # from the place among those that are left to that in the deck
        lowest = others & -others
        if lowest > np.int64(1) << card:
            break
        card += 1
        others ^= lowest
    return card


@kernel(inline="always")
def deal_cards(tables: LineTables, words: Int32s, rng: Generators, i: int) -> None:
    """Deal both hands and all public cards of hand ``i``."""
    seen, left, first = np.int64(tables.board), tables.left, 0
    words[i, LINE] = 0
    if len(tables.rank):
        deal_ranges(tables, words, rng, i)
        for player in range(2):
            for k in range(tables.cards.shape[1]):
                seen |= np.int64(1) << np.int64(tables.cards[words[i, FIRST_HAND + player], k])
                left -= 1
    else:
        if len(tables.weight_ends):  # the flop comes first: then all hands that it leaves are equally likely
            drawn = np.int64(draw_uniform(rng, i) * tables.weight_ends[-1])
            flop, first = np.searchsorted(tables.weight_ends, drawn, side="right"), tables.weighted.shape[1]
            for k in range(first):
                words[i, FIRST_CARD + k] = tables.weighted[flop, k]
                seen |= np.int64(1) << np.int64(tables.weighted[flop, k])
                left -= 1
        for player in range(2):
            low_card = draw_card(seen, left, rng, i)
            seen |= np.int64(1) << low_card
            high_card = draw_card(seen, left - 1, rng, i)
            seen |= np.int64(1) << high_card
            left -= 2
            words[i, FIRST_HAND + player] = tables.hand_of[low_card, high_card]
    for k in range(first, words.shape[1] - FIRST_CARD):
        card = draw_card(seen, left, rng, i)
        seen |= np.int64(1) << card
        left -= 1
        words[i, FIRST_CARD + k] = card
    for deal in range(len(tables.sizes)):  # of cards that come at once the highest first
        start, end = FIRST_CARD + tables.places.cards_through[deal], FIRST_CARD + tables.places.cards_through[deal + 1]
        for k in range(start + 1, end):
            for j in range(k, start, -1):
                if words[i, j] > words[i, j - 1]:
                    words[i, j], words[i, j - 1] = words[i, j - 1], words[i, j]


@kernel(cached=False, counted=False)
def left_below(seen: int | np.int64, card: int | np.int64) -> Any:
    """Number of cards below ``card`` that are not in the set ``seen``."""
    count = np.int64(card)
    below = seen & ((np.int64(1) << count) - 1)
    while below:
        below &= below - 1
        count -= 1
    return count


@kernel(inline="always")
def board_number(tables: LineTables, words: Int32s, i: int, deals: int) -> tuple[Any, Any]:
    """The number of the board after some public deals, and the bits of its cards."""
    number, seen = np.int64(0), np.int64(tables.board)
    for deal in range(deals):
        start, size = tables.places.cards_through[deal], tables.sizes[deal]
        number *= tables.ways[tables.left - start, size]
        for k in range(size):
            number += tables.ways[left_below(seen, words[i, FIRST_CARD + start + k]), size - k]
        if deal == 0 and len(tables.place_of):
            number = np.int64(tables.place_of[number])
        for k in range(size):
            seen |= np.int64(1) << np.int64(words[i, FIRST_CARD + start + k])
    return number, seen


@kernel(inline="always")
def infoset_of(tables: LineTables, words: Int32s, i: int, player: int) -> int:
    """The number of a player's infoset, in the order of ``game.infosets``."""
    line, hand = words[i, LINE], words[i, FIRST_HAND + player]
    deals = tables.nodes[line, STAGE]
    number, seen = board_number(tables, words, i, deals)
    if len(tables.rank):
        place = np.int64(tables.rank[player, (tables.boards[deals] + number) * len(tables.cards) + hand])
    else:
        high, low = left_below(seen, tables.cards[hand, 0]), left_below(seen, tables.cards[hand, 1])
        left = tables.left - tables.places.cards_through[deals]
        place = number * tables.ways[left, 2] + high * (high - 1) // 2 + low
    result: int = tables.infosets[line] + place
    return result


@kernel(inline="always")
def hand_bits(tables: LineTables, hand: int) -> Any:
    """The bits of a hand's cards, as ``strength_of`` takes them."""
    return CARD_WORDS[tables.lowest + tables.cards[hand, 0]] | CARD_WORDS[tables.lowest + tables.cards[hand, 1]]


@kernel(inline="always")
def showdown_outcome(tables: LineTables, words: Int32s, i: int) -> int:
    """The first player's result at a showdown: 0 for a loss, 1 for a tie, 2 for a win."""
    first, second = words[i, FIRST_HAND], words[i, FIRST_HAND + 1]
    if len(tables.strength):
        at = board_number(tables, words, i, len(tables.sizes))[0] * len(tables.cards)
        strength, other_strength = np.int64(tables.strength[at + first]), np.int64(tables.strength[at + second])
    else:
        public: Any = np.int64(0)
        for k in range(FIRST_CARD, words.shape[1]):
            public |= CARD_WORDS[tables.lowest + words[i, k]]
        cards = words.shape[1] - FIRST_CARD + 2
        strength = np.int64(strength_of(public | hand_bits(tables, first), cards))
        other_strength = np.int64(strength_of(public | hand_bits(tables, second), cards))
    return 0 if strength < other_strength else (1 if strength == other_strength else 2)


@kernel(nogil=True, counted=False)
def deal_lines(tables: LineTables, rows: Int32s, rng: Generators, which: Bools, movers: Int64s) -> None:
    """Deal the marked hands."""
    for i in range(rows.shape[0]):
        if which[i]:
            deal_cards(tables, rows, rng, i)
            movers[i] = tables.nodes[0, ACTOR]


@kernel(nogil=True, counted=False)
def write_payoffs(tables: LineTables, rows: Int32s, which: Bools, out: Floats) -> None:
    """Write each player's net chips in the marked hands, which are over; zeros in the others."""
    for i in range(rows.shape[0]):
        out[i, 0] = out[i, 1] = 0.0
        if which[i]:
            end, outcome = tables.nodes[rows[i, LINE], INFOSET], showdown_outcome(tables, rows, i)
            out[i, 0], out[i, 1] = tables.payoffs[end, outcome, 0], tables.payoffs[end, outcome, 1]


@kernel(nogil=True, counted=False)
def write_observations(tables: LineTables, rows: Int32s, seats: Int64s, out: Floats32, keys: Int64s) -> None:
    """Write what these seats see; zeros for seats below 0. ``keys`` is scratch of ``write_cards``."""
    two_cards = tables.cards.shape[1] > 1
    for i in range(rows.shape[0]):
        line, seat = rows[i, LINE], seats[i]
        row = tables.shown[line, seat] if seat >= 0 else 0
        for k in range(out.shape[1]):
            out[i, k] = tables.rows[row, k]
        if seat >= 0:
            hand = rows[i, FIRST_HAND + seat]
            low = np.int64(tables.cards[hand, 1]) if two_cards else np.int64(-1)
            write_cards(
                tables.suits, np.int64(tables.cards[hand, 0]), low, rows[i, FIRST_CARD:], tables.nodes[line, STAGE],
                tables.places, out, i, keys,
            )  # fmt: skip


@kernel(nogil=True, counted=False)
def write_infosets(tables: LineTables, rows: Int32s, out: Int64s) -> None:
    """Write the infoset of the player to move; unchanged where a hand is over."""
    for i in range(rows.shape[0]):
        mover = tables.nodes[rows[i, LINE], ACTOR]
        if mover >= 0:
            out[i] = infoset_of(tables, rows, i, mover)
