"""The infosets of a poker game, computed and not listed: a decision point of the betting, a board, a hand.

The betting is the same on every board. So an infoset is three numbers: the *point* (a line in which the player is to act),
the *board* (the public cards, by a number) and the *hand*. Hands are counted among the hands that the player's range and
the board leave. Where it stands, how it is called and back is arithmetic on these.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.infosets import Infoset, InfosetTable
from pokerzoo.envs.support.arrays import Int64s
from pokerzoo.envs.support.parameters import brief

from .lines import Line
from .public_state import PublicState
from .rules import PokerRules

KEPT_ROWS = 128
"""Boards whose hands' positions are kept where there is no table of all."""
CARD_MARK = re.compile(r"/([^/|]+)\|")
"""A public card in a history."""


class NumberedBoards:
    """All boards after a number of public deals, numbered."""

    def __init__(self, rules: PokerRules, deals: int) -> None:
        found: list[tuple[int, ...]] = [()]
        for cards in rules.deals[:deals]:
            if cards == 1:
                deck = range(len(rules.deck))
                found = [(*board, card) for board in found for card in deck if rules.ways((card,), rules.board + board)]
            else:
                sets = [(own, frozenset(own)) for own in rules.card_sets(cards).sets]
                found = [board + own for board in found for own, cards_of in sets if cards_of.isdisjoint(rules.board + board)]
        self.boards = tuple(found)
        self.number = {board: b for b, board in enumerate(found)}

    def __len__(self) -> int:
        return len(self.boards)

    def left_over(self, rules: PokerRules) -> npt.NDArray[np.int64]:
        """int64 [boards, deck]: copies left of each card."""
        left = np.full((len(self.boards), len(rules.deck)), rules.copies, dtype=np.int64)
        for card in rules.board:
            left[:, card] -= 1
        for column in np.array(self.boards, dtype=np.int64).T:  # one card of each board
            left[np.arange(len(self.boards)), column] -= 1
        return left


class HandPositions:
    """Positions of a player's hands on each board after a number of public deals."""

    def __init__(self, boards: NumberedBoards, held: npt.NDArray[np.bool_]) -> None:
        self.boards = boards
        self.rank = _ranks(held)  # place of a hand among those that the player can hold on the board; -1: not possible
        self.first = np.concatenate([[0], np.cumsum(held.sum(axis=1))])  # int64 [boards + 1]: hands on all boards before

    @property
    def total(self) -> int:
        """(board, hand) pairs."""
        return int(self.first[-1])

    def rows(self, boards: Sequence[int] | Int64s) -> npt.NDArray[Any]:
        """``rank`` of some boards."""
        found: npt.NDArray[Any] = self.rank[boards]
        return found

    def row(self, board: int) -> npt.NDArray[Any]:
        """``rank`` of one board."""
        found: npt.NDArray[Any] = self.rank[board]
        return found


class AllHandPositions(HandPositions):
    """The same where hands are all sets of cards: every board leaves as many, so the large table is made only if asked for."""

    def __init__(self, boards: NumberedBoards, rules: PokerRules) -> None:
        self.boards = boards
        self.rules = rules
        cards = np.array(boards.boards, dtype=np.int64).reshape(len(boards), -1)
        self._cards = np.concatenate([np.tile(np.array(rules.board, dtype=np.int64), (len(boards), 1)), cards], axis=1)
        each = comb(len(rules.deck) - self._cards.shape[1], rules.hole_cards)
        self.first = each * np.arange(len(boards) + 1)
        self._kept = lru_cache(KEPT_ROWS)(lambda board: self.rows([board])[0])

    @cached_property
    def rank(self) -> npt.NDArray[Any]:  # type: ignore[override]
        return self.rows(range(len(self.boards)))

    def rows(self, boards: Sequence[int] | Int64s) -> npt.NDArray[Any]:
        left = np.ones((len(boards), len(self.rules.deck)), dtype=np.bool_)
        np.put_along_axis(left, self._cards[boards], False, axis=1)
        return _ranks(np.logical_and.reduce([left[:, cards] for cards in self.rules.hand_cards.T]))

    def row(self, board: int) -> npt.NDArray[Any]:
        found: npt.NDArray[Any] = self._kept(board)
        return found


class InfosetBlock(NamedTuple):
    """A decision point of a player and where its infosets and entries start."""

    line: Line
    places: HandPositions
    infoset: int  # position of its first infoset
    entry: int  # position of its first entry


def boards_of(rules: PokerRules, deals: int) -> NumberedBoards:
    """All boards after a number of public deals, made once."""
    made = rules.made
    if deals not in made:
        made[deals] = NumberedBoards(rules, deals)
    found: NumberedBoards = made[deals]
    return found


def count_boards(rules: PokerRules, deals: int) -> int:
    """Number of boards after a number of public deals; in a deck without copies none of them is made."""
    return len(boards_of(rules, deals)) if rules.copies > 1 else _ways_to_deal(rules, deals, len(rules.deck))


def count_places(rules: PokerRules, player: int, deals: int) -> int:
    """Number of (board, hand) pairs of a player after a number of public deals."""
    if rules.copies > 1 or rules.weights or rules.board:
        return places_of(rules, player, deals).total
    return len(rules.hands) * _ways_to_deal(rules, deals, len(rules.deck) - rules.hole_cards)


def _ways_to_deal(rules: PokerRules, deals: int, cards: int) -> int:
    ends = rules.cards_through[: deals + 1]
    return prod(comb(cards - len(rules.board) - start, end - start) for start, end in pairwise(ends))


def places_of(rules: PokerRules, player: int, deals: int) -> HandPositions:
    """Positions of a player's hands on each board after a number of public deals, made once."""
    made, key = rules.made, (player if rules.weights else 0, deals)
    if key not in made:
        boards = boards_of(rules, deals)
        if rules.hand_sets is not None:
            made[key] = AllHandPositions(boards, rules)
            return made[key]  # type: ignore[no-any-return]
        left = boards.left_over(rules) > 0
        alive = np.logical_and.reduce([left[:, cards] for cards in rules.hand_cards.T])
        if rules.weights:
            one, two = (rules.weight_rows > 0.0)[:, None] & alive
            made[0, deals] = HandPositions(boards, one & faces_a_hand(rules, two))
            made[1, deals] = HandPositions(boards, two & faces_a_hand(rules, one))
        else:
            made[key] = HandPositions(boards, alive)
    found: HandPositions = made[key]
    return found


def _ranks(held: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    kind = np.int16 if held.shape[1] <= np.iinfo(np.int16).max else np.int32
    return np.where(held, np.cumsum(held, axis=1, dtype=kind) - 1, kind(-1)).astype(kind, copy=False)


def faces_a_hand(rules: PokerRules, held: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Bool [boards, hands]: True if one of the opponent's hands in ``held`` (of this shape) shares no card with a hand."""
    by_card = np.bincount(rules.hand_cards[held.any(axis=0)].ravel(), minlength=len(rules.deck))
    if held.sum(axis=1).min() > by_card.max() * rules.hole_cards:  # the most that a hand blocks
        return np.ones(held.shape, dtype=np.bool_)
    bits = np.zeros((len(rules.hands), len(rules.deck)), dtype=np.float32)
    np.put_along_axis(bits, rules.hand_cards, 1.0, axis=1)
    faced: npt.NDArray[np.bool_] = held.astype(np.float32) @ (bits @ bits.T == 0.0).astype(np.float32) > 0.0
    return faced


class PokerInfosets(InfosetTable):
    """The infosets of a poker game: by player, by decision point (depth first), by board, by hand."""

    def __init__(self, rules: PokerRules) -> None:
        self.rules = rules
        points: list[InfosetBlock] = []
        infoset = entry = 0
        sizes = []
        for player in range(rules.num_players):
            before = infoset, entry
            for line in rules.lines:
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
        return {name: hand for hand, name in enumerate(self.rules.hand_names)}

    @cached_property
    def card_index(self) -> dict[str, int]:
        """The index of each card by its name."""
        return {name: card for card, name in enumerate(self.rules.deck)}

    @cached_property
    def deal_index(self) -> dict[str, tuple[int, ...]]:
        """The cards of each outcome of a public deal by its name."""
        deck, sizes = self.rules.deck, set(self.rules.deals)
        sets = [(card,) for card in range(len(deck))] + [own for n in sizes - {1} for own in self.rules.card_sets(n).sets]
        return {"".join([deck[card] for card in own]): own for own in sets}

    def __len__(self) -> int:
        return self._length

    @property
    def size(self) -> int:
        return self._size

    def player_sizes(self) -> tuple[tuple[int, int], ...]:
        return self._sizes

    def counts(self) -> Int64s:
        actions = [len(point.line.moves) for point in self.points]
        return np.repeat(np.array(actions, dtype=np.int64), [point.places.total for point in self.points])

    def pure(self, choose: Callable[[tuple[int, ...]], int]) -> npt.NDArray[np.float64]:
        strategy = np.zeros(self.size)
        for line, places, _, entry in self.points:
            actions = line.legal_actions
            strategy[entry : entry + places.total * len(actions)].reshape(-1, len(actions))[
                :, actions.index(choose(actions))
            ] = 1.0
        return strategy

    def masks(self, num_actions: int) -> npt.NDArray[np.int8]:
        masks = np.zeros((len(self), num_actions), dtype=np.int8)
        for point in self.points:
            masks[point.infoset : point.infoset + point.places.total, list(point.line.legal_actions)] = 1
        return masks

    def at(self, public: PublicState) -> tuple[InfosetBlock, int]:
        """(the decision point of a public state, the number of its board); KeyError where no player acts."""
        point = self.points[self.point_of[public.betting]]
        return point, point.places.boards.number[public.board[len(self.rules.board) :]]

    def number(self, public: PublicState, hand: int) -> int:
        """Position of the infoset of a hand of the actor in a public state; KeyError if there is none."""
        point, board = self.at(public)
        rank = int(point.places.row(board)[hand])
        if rank < 0:
            raise KeyError(f"no infoset {brief(infoset_key(self.rules, hand, public))}: the player cannot hold this hand there")
        return point.infoset + int(point.places.first[board]) + rank

    def entries(self, public: PublicState) -> Int64s:
        """int64 [actions, hands]: where the actor's probabilities stand in a public state; -1 for impossible hands."""
        point, board = self.at(public)
        rank, actions = point.places.row(board), len(point.line.moves)
        first = point.entry + (int(point.places.first[board]) + rank.astype(np.int64)) * actions
        return np.where(rank >= 0, first + np.arange(actions)[:, None], -1)

    def hands(self, public: PublicState) -> list[int]:
        """The hands that the actor of a public state can hold, ascending."""
        point, board = self.at(public)
        found: list[int] = np.flatnonzero(point.places.row(board) >= 0).tolist()
        return found

    def public_states(self) -> Iterator[PublicState]:
        """Every public state in which a player acts, in the order of the infosets."""
        for point in self.points:
            for board in point.places.boards.boards:
                yield PublicState(point.line, self.rules.board + board)

    def __getitem__(self, index: int) -> Infoset:
        if not -self._length <= index < self._length:
            raise IndexError(f"infoset {index}: there are {self._length}")
        index += self._length if index < 0 else 0
        point = self.points[bisect_right(self._starts, index) - 1]
        places, line = point.places, point.line
        within = index - point.infoset
        board = int(np.searchsorted(places.first, within, side="right")) - 1
        hand = int(np.flatnonzero(places.row(board) == within - int(places.first[board]))[0])
        public = PublicState(line, self.rules.board + places.boards.boards[board])
        return Infoset(infoset_key(self.rules, hand, public), line.actor, line.legal_actions, line.action_names)

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
            boards = np.searchsorted(places.first, within, side="right") - 1
            hands = (places.rows(boards) == (within - places.first[boards])[:, None]).argmax(axis=1)
            for place, number, board, hand in zip(here, at[here].tolist(), boards.tolist(), hands.tolist(), strict=True):
                if (number, board) not in histories:
                    public = PublicState(self.points[number].line, self.rules.board + places.boards.boards[board])
                    histories[number, board] = public.history
                keys[place] = f"{self.rules.hand_names[hand]}|{histories[number, board]}"
        return keys

    def __iter__(self) -> Iterator[Infoset]:
        for public in self.public_states():
            line = public.betting
            actions, names = line.legal_actions, line.action_names
            for hand in self.hands(public):
                yield Infoset(infoset_key(self.rules, hand, public), line.actor, actions, names)

    def find(self, history: str) -> PublicState | None:
        """The public state in which a player acts after this history, ``xb/Kh|b``; None if there is none."""
        deals = [self.deal_index.get(name, (-1,)) for name in CARD_MARK.findall(history)]
        cards = tuple([card for own in deals for card in own])
        k = self._by_pieces.get(tuple(CARD_MARK.split(history)[::2]))
        if k is None or cards not in self.points[k].places.boards.number:
            return None
        return PublicState(self.points[k].line, self.rules.board + cards)

    def index(self, key: str) -> int:
        if isinstance(key, str):
            name, _, history = key.partition("|")
            hand, public = self.hand_index.get(name), self.find(history)
            if hand is not None and public is not None:
                point, board = self.at(public)
                rank = int(point.places.row(board)[hand])
                if rank >= 0:
                    return point.infoset + int(point.places.first[board]) + rank
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
            stack += [public.after(k) for k in reversed(range(len(public.moves)))]


def infoset_key(rules: PokerRules, hand: int, public: PublicState) -> str:
    """The readable key of the infoset of a hand in a public state."""
    return f"{rules.hand_names[hand]}|{public.history}"


def poker_histories(rules: PokerRules) -> int | None:
    """Number of histories of a poker game, from its lines; None with several cards a hand and no ranges."""
    if rules.weights is None and (rules.hole_cards != 1 or rules.combos is not None):
        return None
    players = rules.num_players
    lines: dict[int, int] = {}
    for line in rules.lines:
        lines[line.num_deals] = lines.get(line.num_deals, 0) + 1
    count = sum(count_deals(rules, rules.board, dealt) for dealt in range(players))
    deals: dict[tuple[int, ...], int] = {}
    for cards, number in lines.items():
        for board in NumberedBoards(rules, cards).boards:
            seen = tuple(sorted(rules.board + board))
            if seen not in deals:
                deals[seen] = count_deals(rules, seen, players)
            count += number * deals[seen]
    return count


def count_deals(rules: PokerRules, board: tuple[int, ...], dealt: int) -> int:
    """Ways for the first ``dealt`` players to hold hands beside these public cards, for ``poker_histories``."""
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
    weights = np.zeros(len(rules.hands))
    weights[held[1]] = 1.0
    left_over = rules.weight_beside(weights).tolist()
    return sum(round(left_over[hand]) for hand in held[0])
