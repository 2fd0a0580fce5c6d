"""Tables of games for two in which all cards are dealt from the whole deck: lines of betting, without cards."""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import State
from pokerzoo.envs.poker.board_numbers import places_of
from pokerzoo.envs.poker.card_places import CardPlaces
from pokerzoo.envs.poker.game import PokerGame, state_at
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s, Int64s, Uint8s

from .line_tables import LineTables

MOST_NUMBER = 2**31
"""Infosets are numbered with 32 bits in a ``Batch``; games with more of them have no numbers there."""


class DealtTables(NamedTuple):
    """A game as its kernels read it. A node is a line in which no card is due, with the columns of ``GameTables.nodes``."""

    nodes: Int32s  # [lines, NEXT + actions]
    legal_count: Int64s  # [kinds]
    legal: Int64s  # [kinds, actions]
    masks: Uint8s  # [kinds, actions]
    rows: Floats32  # [1 + 2 x lines, entries]: what the betting shows each player; the first is all zeros
    shown: Int32s  # [lines, players]: the row that each player is shown
    payoffs: Floats  # [lines, outcomes, players]: net chips where the first player's hand loses, ties, wins
    infosets: Int64s  # [lines]: the first infoset of each
    cards: Int32s  # [hands, 2]: the cards of each hand
    hand_of: Int32s  # [deck, deck]: the hand of two cards
    sizes: Int64s  # [deals]: cards of each public deal
    places: CardPlaces  # where observations have cards
    suits: int  # suits that are shown in canonical order; 0: cards are shown as they are
    ways: Int64s  # [deck + 1, 4]: numbers of sets of 0 to 3 cards
    # Where flops have weights (else empty): the sets of the first deal [sets, cards], the sums of weights through each [sets],
    # and for each set of the deck's cards its place among these [all sets].
    weighted: Int32s
    weight_ends: Int64s
    place_of: Int32s
    lowest: int  # number of the deck's first card among the 52
    numbered: bool  # whether a ``Batch`` has numbers of infosets


def weighted_sets(rules: PokerRules) -> dict[str, npt.NDArray[Any]]:
    """The columns of ``DealtTables`` about flops that have weights."""
    sets = np.flatnonzero(rules.weighted_sets)
    if not len(sets):
        return {"weighted": np.zeros((0, 0), np.int32), "weight_ends": sets, "place_of": np.zeros(0, np.int32)}
    place_of = np.full(len(rules.deal_weights), -1, dtype=np.int32)
    place_of[sets] = np.arange(len(sets))
    return {
        "weighted": rules.weighted_cards.astype(np.int32),
        "weight_ends": np.cumsum(rules.weighted_sets[sets]),
        "place_of": place_of,
    }


class DealtGame:
    """The tables of a game, and states from the words of a hand: its line, both hands, all public cards."""

    def __init__(self, game: PokerGame) -> None:
        self.game = game
        self.lines = LineTables(game)
        rules = game.rules
        self.words = 3 + sum(rules.betting.deals)
        self.tables = self.compiled()

    def compiled(self) -> DealtTables:
        """The tables."""
        game, rules, columns = self.game, self.game.rules, self.lines.columns()
        writer, deck = game._observations, len(rules.deck.names)
        cards = rules.deck.hand_cards.astype(np.int32)
        hand_of = np.full((deck, deck), -1, dtype=np.int32)
        hand_of[cards[:, 0], cards[:, 1]] = hand_of[cards[:, 1], cards[:, 0]] = np.arange(len(cards))
        strength: Any = rules.strength
        return DealtTables(
            **columns,
            infosets=self.first_infosets(columns["nodes"]),
            cards=cards,
            hand_of=hand_of,
            sizes=np.array(rules.betting.deals, dtype=np.int64),
            places=writer.card_places,
            suits=writer.suits,
            ways=np.array([[comb(number, size) for size in range(4)] for number in range(deck + 1)], dtype=np.int64),
            **weighted_sets(rules),
            lowest=strength.lowest,
            numbered=game.size.infosets < MOST_NUMBER,
        )

    def first_infosets(self, nodes: Int32s) -> Int64s:
        """int64 [lines]: the first infoset of each line, in the order of ``game.infosets``."""
        game, found, number = self.game, np.full(len(nodes), -1, dtype=np.int64), 0
        for player in (0, 1):
            for line in game.rules.betting.lines:
                if not (line.card_due or line.is_over) and line.actor == player:
                    found[self.lines.index[line]] = number
                    number += places_of(game.rules, player, line.num_deals).total
        return found

    def state(self, words: npt.NDArray[Any]) -> State:
        """The state of a hand."""
        line, rules = self.lines.lines[int(words[0])], self.game.rules
        board = tuple(words[3 : 3 + rules.betting.cards_through[line.num_deals]].tolist())
        return state_at(self.game, PublicState(self.game.rules, line, board), (int(words[1]), int(words[2])))
