"""Observations of poker games on the tree API: what a player sees, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import Line

from .public_state import PublicState

if TYPE_CHECKING:
    from .game import PokerGame, PokerState
    from .suit_order import CardPlaces


def card_entries(deck: Sequence[str], place: str, kinds: bool) -> list[str]:
    """Names of the entries of one place of cards: one a card, and with ``kinds`` one for each rank and each suit."""
    names = [f"{place}_{card}" for card in deck]
    if kinds:
        ranks, suits = ranks_and_suits(deck)
        names += [f"{place}_rank_{rank}" for rank in ranks] + [f"{place}_suit_{suit}" for suit in suits]
    return names


def ranks_and_suits(deck: Sequence[str]) -> tuple[list[str], list[str]]:
    """The ranks and the suits of a deck whose cards are named by both (``Td``), in the order of the deck."""
    return list(dict.fromkeys(card[:-1] for card in deck)), list(dict.fromkeys(card[-1] for card in deck))


def kind_entries(deck: Sequence[str]) -> npt.NDArray[np.int64]:
    """int64 [deck, 2]: the entries of each card's rank and suit, counted from the first entry of a place."""
    ranks, suits = ranks_and_suits(deck)
    places = [(len(deck) + ranks.index(card[:-1]), len(deck) + len(ranks) + suits.index(card[-1])) for card in deck]
    return np.array(places, dtype=np.int64)


class ObservationWriter:
    """Writes observations: what the betting shows once for each line, then a copy with the cards filled in."""

    def __init__(self, game: PokerGame) -> None:
        self.game = game
        self.index = {name: i for i, name in enumerate(game.observation_names)}
        rules = game.rules
        self.first_card = self.index[f"hand_{rules.deck.names[0]}"]
        self.kinds = kind_entries(rules.deck.names) if game.observes_kinds else None
        later = [
            (f"round_{i}_board", betting.public_cards) for i, betting in enumerate(rules.betting.rounds) if betting.public_cards
        ]
        places = [("board", len(rules.deck.board)), *later] if rules.deck.board else later
        ends = [0, *np.cumsum([cards for _, cards in places]).tolist()]
        # Each place of public cards: its first entry, and which of the public cards are there.
        self.places = [
            (self.index[f"{name}_{rules.deck.names[0]}"], start, end)
            for (name, _), (start, end) in zip(places, pairwise(ends), strict=True)
        ]
        self.later = self.places[1 if rules.deck.board else 0 :]
        self.suits = len(ranks_and_suits(rules.deck.names)[1]) if game.observes_suits_alike else 0
        self.parts: dict[tuple[int, Line], npt.NDArray[np.float32]] = {}

    def __call__(self, state: PokerState, player: int) -> npt.NDArray[np.float32]:
        rules, public = self.game.rules, state.public
        part = self.parts.get((player, public.line))
        if part is None:
            part = self.parts[player, public.line] = self.public_part(public.line, rules.deck.board, player)
        vector = part.copy()
        hands = state.hands[player : player + 1]
        if self.suits:
            self.write_in_canonical_suits(vector[None], public, hands)
            return vector
        self.write_board(vector, public.board, self.later)
        for hand in hands:
            self.write_cards(vector, self.first_card, rules.deck.hands[hand], rules.deck.hole_cards)
        return vector

    def with_hands(self, public: PublicState, player: int, hands: Sequence[int]) -> npt.NDArray[np.float32]:
        """float32 [hands, entries]: the observation of ``player`` with each of these hands."""
        rows = np.tile(self.public_part(public.line, () if self.suits else public.board, player), (len(hands), 1))
        if self.suits:
            self.write_in_canonical_suits(rows, public, hands)
            return rows
        cards, each = self.game.rules.deck.hand_cards[hands], np.arange(len(hands))
        for card in cards.T:
            rows[each, self.first_card + card] = 1.0
            if self.kinds is not None:
                for kind in self.kinds[card].T:
                    rows[each, self.first_card + kind] += np.float32(1.0 / cards.shape[1])
        return rows

    def write_in_canonical_suits(self, rows: npt.NDArray[np.float32], public: PublicState, hands: Sequence[int]) -> None:
        """Put hands, each with the public cards, into a row each, with the order of suits taken out."""
        from .suit_order import write_canonical_cards  # a kernel, which other games need not load

        cards, board = self.game.rules.deck.hand_cards[list(hands)], np.array(public.board, dtype=np.int32)
        keys = np.empty(self.suits, np.int64)
        write_canonical_cards(self.suits, cards, board, public.line.num_deals, self.card_places, rows, keys)

    @cached_property
    def card_places(self) -> CardPlaces:
        """The places of cards in an observation, for kernels."""
        from .suit_order import CardPlaces

        rules = self.game.rules
        # Entry and number of cards of the place of each deal's cards: all of a round share one.
        rounds = [round_ for round_ in rules.betting.rounds if round_.public_cards]
        at = [
            (entry, round_.public_cards) for (entry, *_), round_ in zip(self.later, rounds, strict=True) for _ in round_.deals
        ]
        return CardPlaces(
            cards_through=np.array(rules.betting.cards_through, dtype=np.int64),
            entries=np.array([self.first_card, *(entry for entry, _ in at)], dtype=np.int64),
            kinds=np.zeros((0, 2), dtype=np.int64) if self.kinds is None else self.kinds,
            shares=np.array([1 / rules.deck.hole_cards, *(1 / most for _, most in at)], dtype=np.float32),
        )

    def write_board(
        self, vector: npt.NDArray[np.float32], board: tuple[int, ...], places: Sequence[tuple[int, int, int]]
    ) -> None:
        """Put the public cards of these places into a vector."""
        for entry, start, end in places:
            if start < len(board):
                self.write_cards(vector, entry, board[start:end], end - start)

    def write_cards(self, vector: npt.NDArray[np.float32], entry: int, cards: tuple[int, ...], most: int) -> None:
        """Put the cards of one place into a vector; ``most`` is how many it can have."""
        for card in cards:
            vector[entry + card] = 1.0
            if self.kinds is not None:
                for kind in self.kinds[card]:
                    vector[entry + kind] += np.float32(1.0 / most)

    def public_part(self, line: Line, board: tuple[int, ...], player: int) -> npt.NDArray[np.float32]:
        """Public part of an observation: the betting and these public cards, which may be fewer than the line has."""
        game, index = self.game, self.index
        vector = np.zeros(len(index), dtype=np.float32)
        vector[index[f"seat_{player}"]] = 1.0
        rules = game.rules
        self.write_board(vector, board, self.places)
        counts = [0] * len(rules.betting.rounds)
        for (round_index, _, _, _), action in zip(line.actions, line.action_ids, strict=True):
            vector[index[f"round_{round_index}_move_{counts[round_index]}_{game.move_label(round_index, action)}"]] = 1.0
            counts[round_index] += 1
        stack = rules.betting.max_contribution
        vector[index["pot"]] = line.pot / (stack * game.num_players)
        for seat, put in enumerate(line.contributions):
            vector[index[f"stack_{seat}"]] = (rules.betting.most_of(seat) - put) / stack
        return vector
