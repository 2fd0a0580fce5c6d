"""The infosets of a poker game, computed and not listed: a decision point of the betting, a board, a hand.

The betting is the same on every board. So an infoset is three numbers: the *point* (a line in which the player is to act),
the *board* (the public cards, by a number) and the *hand*. Hands are counted among the hands that the player's range and
the board leave. Its place and its name, in both directions, are arithmetic on these.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.core import Game
from pokerzoo.envs.infosets import Infoset, InfosetTable
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.errors import brief
from pokerzoo.envs.support.memory import check_fits

from .board_numbers import HandPositions, NumberedBoards, boards_of, count_boards, places_of, ways_to_deal
from .cards import unblocked
from .hands_beside import pairs_beside
from .public_state import PublicState
from .rules import PokerRules

CARD_MARK = re.compile(r"/([^/|]+)\|")
"""A public card in a history."""


class InfosetBlock(NamedTuple):
    """A decision point of a player and where its infosets and entries start."""

    line: Line
    places: HandPositions
    infoset: int  # position of its first infoset
    entry: int  # position of its first entry


class PokerInfosets(InfosetTable):
    """The infosets of a poker game: by player, by decision point (depth first), by board, by hand."""

    def __init__(self, rules: PokerRules, smaller: str = "") -> None:
        self.rules = rules
        self.smaller = smaller
        points: list[InfosetBlock] = []
        infoset = entry = 0
        sizes = []
        for player in range(rules.num_players):
            before = infoset, entry
            for line in rules.betting.lines:
                if line.card_due or line.is_over or line.actor != player:
                    continue
                places = self.places(player, line.num_deals)
                points.append(InfosetBlock(line, places, infoset, entry))
                infoset += places.total
                entry += places.total * len(line.moves)
            sizes.append((infoset - before[0], entry - before[1]))
        self.points = tuple(points)
        self.point_of = {point.line: k for k, point in enumerate(points)}
        self._by_pieces = {point.line.pieces: k for k, point in enumerate(points)}
        self._starts = [point.infoset for point in points]
        self._length, self._size, self._sizes = infoset, entry, tuple(sizes)

    def places(self, player: int, deals: int) -> HandPositions:
        """Positions of this player's hands on each board after a number of public deals."""
        return places_of(self.rules, player, deals)

    def boards(self, deals: int) -> NumberedBoards:
        """All boards after a number of public deals."""
        return boards_of(self.rules, deals)

    @cached_property
    def hand_index(self) -> dict[str, int]:
        """The index of each hand by its name."""
        return {name: hand for hand, name in enumerate(self.rules.deck.hand_names)}

    @cached_property
    def deal_index(self) -> dict[str, tuple[int, ...]]:
        """The cards of each outcome of a public deal by its name."""
        deck, sizes = self.rules.deck.names, set(self.rules.betting.deals)
        sets = [(card,) for card in range(len(deck))] + [
            cards for n in sizes - {1} for cards in self.rules.deck.card_sets(n).sets
        ]
        return {"".join([deck[card] for card in cards]): cards for cards in sets}

    def __len__(self) -> int:
        return self._length

    @property
    def size(self) -> int:
        return self._size

    def player_sizes(self) -> tuple[tuple[int, int], ...]:
        return self._sizes

    def check_room(self, needed: int) -> None:
        check_fits(f"a table of all {len(self):,} infosets, with {self.size:,} probabilities,", needed, self.smaller)

    def counts(self) -> Int64s:
        self.check_room(8 * len(self))
        actions = [len(point.line.moves) for point in self.points]
        return np.repeat(np.array(actions, dtype=np.int64), [point.places.total for point in self.points])

    def pure(self, choose: Callable[[tuple[int, ...]], int]) -> npt.NDArray[np.float64]:
        self.check_room(8 * self.size)
        strategy = np.zeros(self.size)
        for line, places, _, entry in self.points:
            actions = line.legal_actions
            strategy[entry : entry + places.total * len(actions)].reshape(-1, len(actions))[
                :, actions.index(choose(actions))
            ] = 1.0
        return strategy

    def masks(self, num_actions: int) -> npt.NDArray[np.int8]:
        self.check_room(num_actions * len(self))
        masks = np.zeros((len(self), num_actions), dtype=np.int8)
        for point in self.points:
            masks[point.infoset : point.infoset + point.places.total, list(point.line.legal_actions)] = 1
        return masks

    def at(self, public: PublicState) -> tuple[InfosetBlock, int]:
        """(the decision point of a public state, the number of its board); KeyError where no player acts."""
        point = self.points[self.point_of[public.line]]
        return point, point.places.boards.number_of(public.board[len(self.rules.deck.board) :])

    def number(self, public: PublicState, hand: int) -> int:
        """Position of the infoset of a hand of the actor in a public state; KeyError if there is none."""
        point, board = self.at(public)
        rank = int(point.places.row(board)[hand])
        if rank < 0:
            raise KeyError(f"no infoset {brief(public.key(hand))}: the player cannot hold this hand there")
        return point.infoset + point.places.start(board) + rank

    def entries(self, public: PublicState) -> Int64s:
        """int64 [actions, hands]: where the actor's probabilities are in a public state; -1 for impossible hands."""
        point, board = self.at(public)
        rank, actions = point.places.row(board), len(point.line.moves)
        first = point.entry + (point.places.start(board) + rank.astype(np.int64)) * actions
        return np.where(rank >= 0, first + np.arange(actions)[:, None], -1)

    def hands(self, public: PublicState) -> list[int]:
        """The hands that the actor of a public state can hold, ascending."""
        point, board = self.at(public)
        result: list[int] = np.flatnonzero(point.places.row(board) >= 0).tolist()
        return result

    def public_states(self, start: str = "") -> Iterator[PublicState]:
        """Every public state in which a player acts and whose history starts with this text, in the order of the infosets."""
        moves, slash, _ = CARD_MARK.sub("\n", start).partition("/")  # what follows it is the beginning of a card's name
        moves += "\n" if slash else ""
        for point in self.points:
            if not "\n".join(point.line.pieces).startswith(moves):
                continue
            for board in point.places.boards.boards:
                public = PublicState(self.rules, point.line, self.rules.deck.board + board)
                if public.history.startswith(start):
                    yield public

    def __getitem__(self, index: int) -> Infoset:
        if not -self._length <= index < self._length:
            raise IndexError(f"infoset {index}: there are {self._length}")
        index += self._length if index < 0 else 0
        point = self.points[bisect_right(self._starts, index) - 1]
        places, line = point.places, point.line
        within = index - point.infoset
        board = int(places.boards_of(np.array(within)))
        hand = int(np.flatnonzero(places.row(board) == within - places.start(board))[0])
        public = PublicState(self.rules, line, self.rules.deck.board + places.boards.board(board))
        return Infoset(public.key(hand), line.actor, line.legal_actions, line.action_names)

    def keys_at(self, indices: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if self._all_keys is not None:
            return super().keys_at(indices)
        asked = np.asarray(indices, dtype=np.int64)
        at = np.searchsorted(self._starts, asked, side="right") - 1
        keys, histories = np.empty(len(asked), dtype=object), dict[tuple[int, int], str]()
        kinds = np.array([id(point.places) for point in self.points])[at]
        for kind in np.unique(kinds):  # one for each player and number of cards
            here = np.flatnonzero(kinds == kind)
            places = self.points[at[here[0]]].places
            within = asked[here] - np.array(self._starts)[at[here]]
            boards = places.boards_of(within)
            met, which = np.unique(boards, return_inverse=True)
            starts = np.array([places.start(board) for board in met.tolist()])[which]
            hands = (places.rows(met)[which] == (within - starts)[:, None]).argmax(axis=1)
            for place, number, board, hand in zip(here, at[here].tolist(), boards.tolist(), hands.tolist(), strict=True):
                if (number, board) not in histories:
                    public = PublicState(
                        self.rules, self.points[number].line, self.rules.deck.board + places.boards.board(board)
                    )
                    histories[number, board] = public.history
                keys[place] = f"{self.rules.deck.hand_names[hand]}|{histories[number, board]}"
        return keys

    def __iter__(self) -> Iterator[Infoset]:
        for public in self.public_states():
            line = public.line
            actions, names = line.legal_actions, line.action_names
            for hand in self.hands(public):
                yield Infoset(public.key(hand), line.actor, actions, names)

    def find(self, history: str) -> PublicState | None:
        """The public state in which a player acts after this history, ``xb/Kh|b``; None if there is none."""
        deals = [self.deal_index.get(name, (-1,)) for name in CARD_MARK.findall(history)]
        cards = tuple([card for dealt in deals for card in dealt])
        k = self._by_pieces.get(tuple(CARD_MARK.split(history)[::2]))
        if k is None:
            return None
        try:
            self.points[k].places.boards.number_of(cards)
        except KeyError:
            return None
        return PublicState(self.rules, self.points[k].line, self.rules.deck.board + cards)

    def decision(self, key: str) -> tuple[PublicState, int]:
        """The public state and the hand of an infoset; KeyError if there is none."""
        public, hand, _ = self._of_key(key)
        return public, hand

    def index(self, key: str) -> int:
        return self._of_key(key)[2]

    def _of_key(self, key: str) -> tuple[PublicState, int, int]:
        """(public state, hand, position) of an infoset."""
        if isinstance(key, str):
            name, _, history = key.partition("|")
            hand, public = self.hand_index.get(name), self.find(history)
            if hand is not None and public is not None:
                point, board = self.at(public)
                rank = int(point.places.row(board)[hand])
                if rank >= 0:
                    return public, hand, point.infoset + point.places.start(board) + rank
        raise KeyError(f"no infoset {brief(key)}; keys look like {self[-1].key!r}")

    def slice(self, index: int) -> slice:
        point = self.points[bisect_right(self._starts, index) - 1]
        actions = len(point.line.moves)
        start = point.entry + (index - point.infoset) * actions
        return slice(start, start + actions)


def decision_lines(rules: PokerRules) -> Iterator[PublicState]:
    """Every public state in which a player is to act, depth first, each public card's before the next card's."""
    stack = [rules.root]
    while stack:
        public = stack.pop()
        if public.card_due:
            stack += [public.deal(outcome) for outcome, _ in reversed(public.deal_probabilities())]
        elif not public.is_over:
            yield public
            stack += [public.after(k) for k in reversed(range(len(public.line.moves)))]


def poker_histories(rules: PokerRules) -> int | None:
    """Number of histories of a poker game, from its lines; None with several cards a hand of copies, or of some hands."""
    players = rules.num_players
    lines = Counter(line.num_deals for line in rules.betting.lines)
    if rules.deal_weights:
        pairs = np.count_nonzero(rules.pair_weights, axis=1)
        after = [
            comb(left, rules.deck.hole_cards) * comb(left - rules.deck.hole_cards, rules.deck.hole_cards)
            for left in cards_left(rules)
        ]
        return (
            1
            + int(np.count_nonzero(pairs))
            + lines[0] * int(pairs.sum())
            + sum(number * count_boards(rules, deals) * after[deals] for deals, number in lines.items() if deals)
        )
    if rules.hand_sets is not None:
        left = len(rules.deck.names) - len(rules.deck.board)
        hands = [comb(left - dealt * rules.deck.hole_cards, rules.deck.hole_cards) for dealt in range(players)]
        unseen = len(rules.deck.names) - players * rules.deck.hole_cards
        ends = sum(number * ways_to_deal(rules, deals, unseen) for deals, number in lines.items())
        return sum(prod(hands[:dealt]) for dealt in range(players)) + prod(hands) * ends
    if rules.weights is None and (rules.deck.hole_cards != 1 or rules.deck.combos is not None):
        return None
    count = sum(count_deals(rules, rules.deck.board, dealt) for dealt in range(players))
    deals: dict[tuple[int, ...], int] = {}
    for cards, number in lines.items():
        for board in NumberedBoards(rules, cards).boards:
            seen = tuple(sorted(rules.deck.board + board))
            if seen not in deals:
                deals[seen] = count_deals(rules, seen, players)
            count += number * deals[seen]
    return count


def cards_left(rules: PokerRules) -> list[int]:
    """The deck's cards that are not public, after each number of public deals."""
    return [len(rules.deck.names) - len(rules.deck.board) - cards for cards in rules.betting.cards_through]


def count_three(rules: PokerRules, board: tuple[int, ...], dealt: int) -> int:
    """Ways for the first two of three players, or all three, to hold hands beside these public cards."""
    cards, held = rules.deck.hand_cards, rules.ranges.weight_rows > 0.0
    first_held, second_held, third_held = (held & unblocked(cards, board)).astype(np.float64)
    if dealt == 3:
        return round(float(first_held @ pairs_beside(cards, len(rules.deck.names), second_held, third_held)))
    count = 0
    for hand in np.flatnonzero(first_held).tolist():
        free = unblocked(cards, cards[hand])
        count += int(np.count_nonzero((second_held > 0) & free & (rules.ranges.weights_beside(third_held * free) > 0)))
    return count


def count_deals(rules: PokerRules, board: tuple[int, ...], dealt: int) -> int:
    """Ways for the first ``dealt`` players to hold hands beside these public cards, for ``poker_histories``."""
    if rules.weights is None:
        # One card each: sequences of kinds in which none comes more often than it is left, kind by kind.
        ways = [1] + [0] * dealt
        for card in range(len(rules.deck.names)):
            left = rules.deck.copies - board.count(card)
            for length in range(dealt, 0, -1):
                ways[length] = sum(comb(length, j) * ways[length - j] for j in range(min(left, length) + 1))
        return ways[dealt]
    if dealt == 0:
        return 1
    free = rules.deck.hands_left(board)
    held = [[hand for hand in free if dealable[hand]] for dealable in rules.ranges.dealable]
    if dealt == 1:
        return len(held[0])
    if rules.num_players == 3:
        return count_three(rules, board, dealt)
    # For each hand of the first player the second's that share no card with it: their weight, if each weighs one.
    weights = np.zeros(len(rules.deck.hands))
    weights[held[1]] = 1.0
    left_over = rules.ranges.weights_beside(weights).tolist()
    return sum(round(left_over[hand]) for hand in held[0])


def hands_from(table: PokerInfosets, start: str) -> list[int]:
    """The hands of the keys that start with this text."""
    name, bar, _ = start.partition("|")
    return [hand for text, hand in table.hand_index.items() if (text == name if bar else text.startswith(name))]


def known_number(game: Game, start: str) -> int:
    """Number of infosets whose keys start with this text, where it can be computed without listing them; else 0."""
    table, history = game.infosets, start.partition("|")[2]
    if not isinstance(table, PokerInfosets) or "/" in history:
        return 0
    rules = table.rules
    if rules.hand_sets is None or rules.deck.board:  # else each hand can be held on as many boards
        return 0
    pairs = sum(point.places.total for point in table.points if point.line.text.startswith(history))
    return pairs * len(hands_from(table, start)) // len(rules.deck.hands)


def infosets_from(game: Game, start: str) -> Iterator[Infoset]:
    """The infosets whose keys start with this text, in order, without listing all infosets of a large spot."""
    table = game.infosets
    if not isinstance(table, PokerInfosets):
        yield from (row for row in table if row.key.startswith(start))
        return
    hands = hands_from(table, start)
    for public in table.public_states(start.partition("|")[2]) if hands else ():
        point, board = table.at(public)
        rank, line = point.places.row(board), public.line
        for hand in hands:
            if rank[hand] >= 0:  # else the board has one of the hand's cards, or it is not in the range
                yield Infoset(public.key(hand), line.actor, line.legal_actions, line.action_names)


LINE_BYTES = 1500
"""Bytes that a line takes, with its public states that are kept and its place in a compiled game."""
ENTRY_BYTES = 48
"""Bytes that a probability takes, with the regret, the average and the places in arrays that a solver has for it."""


@dataclass(frozen=True, slots=True)
class PokerSize:
    """Size of a poker game."""

    public_states: int  # public states, terminal ones and those where a card is due included
    lines: int  # public states without cards
    infosets: int
    entries: int  # (infoset, action) pairs: the probabilities of a policy
    memory: int
    sequences: tuple[tuple[int, ...], ...]


def poker_size(rules: PokerRules) -> PokerSize:
    """Size of a game; ValueError as in ``count_lines``."""
    counts = rules.betting.counts
    entries = sum(number * places_of(rules, *where).total for where, number in counts.actions.items())
    return PokerSize(
        public_states=sum(number * count_boards(rules, deals) for deals, number in counts.by_deals.items()),
        lines=counts.lines,
        infosets=sum(number * places_of(rules, *where).total for where, number in counts.points.items()),
        entries=entries,
        memory=counts.lines * LINE_BYTES + entries * ENTRY_BYTES,
        sequences=tuple(
            tuple(counts.actions.get((player, cards), 0) for player in range(rules.num_players))
            for cards in sorted(counts.by_deals)
        ),
    )
