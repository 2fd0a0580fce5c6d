"""Batches of hold'em for two with all cards dealt from the whole deck: the kernels, and their engine.

A hand is a row of ``words``, int32: its line, both hands, all public cards. All are drawn when the hand is dealt, by the same
number of draws each time, so that the k-th deal of a seed has the same cards whatever is played. A player is shown the public
cards of the deals that the line has.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import Game
from pokerzoo.envs.poker.cards import CARD_WORDS
from pokerzoo.envs.poker.hand_strength import strength_of
from pokerzoo.envs.poker.suit_order import write_cards
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int8s, Int32s, Int64s, Uint8s, Uint64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.splitmix import STEP

from .asked_hands import DEAL, DONE, NONE, PLAY
from .dealt_tables import DealtGame, DealtTables
from .engines import Batch, NodeEngine, batch_arrays
from .kernels import ACTOR, INFOSET, KIND, NEXT, PASSIVE, STAGE, ViewArrays, unit_float

LINE, FIRST_HAND, FIRST_CARD = 0, 1, 3
"""Columns of ``words``; the second player's hand stands beside the first's."""


class DealtEngine(NodeEngine):
    """Steps lines, with the cards beside them."""

    def __init__(self, game: Game) -> None:
        self.dealt = dealt_game(game)
        self.tables = self.dealt.tables
        self.state = self.dealt.state
        self.entries = len(game.observation_names)

    def rows(self, hands: int) -> npt.NDArray[np.int32]:
        return np.zeros((hands, self.dealt.words), dtype=np.int32)

    def play(self, rows: Any, rng: Uint64s, actions: Int64s, dealt: Bools, autoreset: bool, out: Batch) -> None:
        play_dealt(self.tables, rows, rng, actions, dealt, autoreset, *batch_arrays(out))


def dealt_game(game: Game) -> DealtGame:
    """The tables of a game, made once; they stay with it."""
    kept = vars(game)
    if "_dealt_for_batches" not in kept:
        kept["_dealt_for_batches"] = DealtGame(game)  # type: ignore[arg-type]
    found: DealtGame = kept["_dealt_for_batches"]
    return found


@kernel(cached=False)
def deal_cards(tables: DealtTables, words: Int32s, rng: Uint64s, i: int) -> None:
    """Deal both hands and all public cards of hand ``i``: one number a card."""
    deck, count = tables.hand_of.shape[0], words.shape[1] - FIRST_CARD
    seen = np.int64(0)
    one, first = np.int64(0), 0
    state = rng[i]
    if len(tables.weight_ends):  # the flop comes first: then all hands that it leaves are equally likely
        state += STEP
        drawn = np.int64(unit_float(state) * tables.weight_ends[-1])
        flop, first = np.searchsorted(tables.weight_ends, drawn, side="right"), tables.weighted.shape[1]
        for k in range(first):
            words[i, FIRST_CARD + k] = tables.weighted[flop, k]
            seen |= np.int64(1) << np.int64(tables.weighted[flop, k])
    for k in range(4 + count - first):
        state += STEP
        card = np.int64(unit_float(state) * (deck - first - k))
        for other in range(deck):  # the card's place among those that are left
            if other > card:
                break
            card += seen >> other & 1
        seen |= np.int64(1) << card
        if k >= 4:
            words[i, FIRST_CARD + first + k - 4] = card
        elif k % 2 == 0:
            one = card
        else:
            words[i, FIRST_HAND + k // 2] = tables.hand_of[one, card]
    rng[i] = state
    words[i, LINE] = 0
    for deal in range(len(tables.sizes)):  # of cards that come at once the highest first
        start, end = FIRST_CARD + tables.places.cards_through[deal], FIRST_CARD + tables.places.cards_through[deal + 1]
        for k in range(start + 1, end):
            for j in range(k, start, -1):
                if words[i, j] > words[i, j - 1]:
                    words[i, j], words[i, j - 1] = words[i, j - 1], words[i, j]


@kernel(cached=False)
def infoset_of(tables: DealtTables, words: Int32s, i: int, player: int) -> int:
    """The number of a player's infoset, in the order of ``game.infosets``."""
    line = words[i, LINE]
    deals, deck, ways = tables.nodes[line, STAGE], tables.hand_of.shape[0], tables.ways
    number, dealt = np.int64(0), np.int64(0)
    for deal in range(deals):
        start, size = tables.places.cards_through[deal], tables.sizes[deal]
        number *= ways[deck - start, size]
        for k in range(size):
            number += ways[left_below(dealt, words[i, FIRST_CARD + start + k]), size - k]
        if deal == 0 and len(tables.place_of):
            number = np.int64(tables.place_of[number])
        for k in range(size):
            dealt |= np.int64(1) << np.int64(words[i, FIRST_CARD + start + k])
    left = deck - tables.places.cards_through[deals]
    hand = words[i, FIRST_HAND + player]
    high, low = left_below(dealt, tables.cards[hand, 0]), left_below(dealt, tables.cards[hand, 1])
    rank = high * (high - 1) // 2 + low
    found: int = tables.infosets[line] + number * ways[left, 2] + rank
    return found


@kernel(cached=False)
def left_below(seen: int | np.int64, card: int | np.int64) -> Any:
    """Number of cards below ``card`` that are not in the set ``seen``."""
    count = np.int64(0)
    for other in range(card):
        count += 1 - (seen >> other & 1)
    return count


@kernel(cached=False)
def payoff_outcome(tables: DealtTables, words: Int32s, i: int) -> int:
    """The first player's result at a showdown: 0 for a loss, 1 for a tie, 2 for a win."""
    public: Any = np.int64(0)
    for k in range(FIRST_CARD, words.shape[1]):
        public |= CARD_WORDS[tables.lowest + words[i, k]]
    cards = words.shape[1] - FIRST_CARD + 2
    one, two = words[i, FIRST_HAND], words[i, FIRST_HAND + 1]
    mine, other = strength_of(public | hand_bits(tables, one), cards), strength_of(public | hand_bits(tables, two), cards)
    return 0 if mine < other else (1 if mine == other else 2)


@kernel(cached=False)
def payoff(tables: DealtTables, words: Int32s, i: int, player: int) -> float:
    """Net chips of a player at a line that is an end; after a fold all outcomes are one."""
    won: float = tables.payoffs[tables.nodes[words[i, LINE], INFOSET], payoff_outcome(tables, words, i), player]
    return won


@kernel(cached=False)
def hand_bits(tables: DealtTables, hand: int) -> Any:
    """The bits of a hand's cards."""
    return CARD_WORDS[tables.lowest + tables.cards[hand, 0]] | CARD_WORDS[tables.lowest + tables.cards[hand, 1]]


@kernel(cached=False)
def write_seen(tables: DealtTables, words: Int32s, i: int, player: int, out: Floats32) -> None:
    """Write what a player sees into ``out[i]``."""
    line = words[i, LINE]
    row, hand = tables.shown[line, player], words[i, FIRST_HAND + player]
    for k in range(out.shape[1]):
        out[i, k] = tables.rows[row, k]
    write_cards(
        tables.suits, tables.cards[hand, 0], tables.cards[hand, 1], words[i, FIRST_CARD:],
        tables.nodes[line, STAGE], tables.places, out, i,
    )  # fmt: skip


@kernel(cached=False)
def write_legal(tables: DealtTables, line: int, out: Uint8s, i: int) -> None:
    """Write 1 for each legal action; after the end for all."""
    row = tables.nodes[line, KIND]
    for action in range(out.shape[1]):
        out[i, action] = tables.masks[row, action]


@kernel(nogil=True)
def play_dealt(
    tables: DealtTables,
    words: Int32s,
    rng: Uint64s,
    actions: Int64s,
    dealt: Bools,
    autoreset: bool,
    players: Int8s,
    observation: Floats32,
    mask: Uint8s,
    rewards: Floats,
    terminated: Bools,
    infosets: Int32s,
) -> None:
    """Play legal actions, or deal new hands, and write what there is to see; see ``play_hands`` of ``kernels``."""
    nodes, some_played, some_dealt = tables.nodes, len(actions) > 0, len(dealt) > 0
    for i in range(words.shape[0]):
        rewards[i, 0] = rewards[i, 1] = 0.0
        paid = False
        if some_dealt and dealt[i]:
            deal_cards(tables, words, rng, i)
        elif some_played and nodes[words[i, LINE], ACTOR] >= 0:
            words[i, LINE] = nodes[words[i, LINE], NEXT + actions[i]]
            paid = nodes[words[i, LINE], ACTOR] < 0
            if paid:
                rewards[i, 0], rewards[i, 1] = payoff(tables, words, i, 0), payoff(tables, words, i, 1)
                if autoreset:
                    deal_cards(tables, words, rng, i)
        mover = nodes[words[i, LINE], ACTOR]
        players[i] = mover
        terminated[i] = paid or mover < 0
        infosets[i] = infoset_of(tables, words, i, mover) if mover >= 0 and tables.numbered else -1
        write_legal(tables, words[i, LINE], mask, i)
        if observation.shape[1] and mover >= 0:
            write_seen(tables, words, i, mover, observation)
        else:
            for k in range(observation.shape[1]):
                observation[i, k] = 0.0


@kernel(nogil=True)
def play_dealt_seats(
    tables: DealtTables,
    words: Int32s,
    rng: Uint64s,
    seat_of: Int64s,
    fixed: int,
    at_random: Bools,
    todo: Int8s,
    actions: Int64s,
    playing: Bools,
    over: Bools,
    same_step: bool,
    views: ViewArrays,
) -> int:
    """Go on up to the agents' next decisions, the ends, or to opponents who must be asked; the number of these."""
    nodes, waiting = tables.nodes, 0
    for i in range(words.shape[0]):
        if todo[i] == DONE:
            continue
        seat, action, dealing = seat_of[i], actions[i], todo[i] == DEAL
        todo[i] = DONE
        while True:
            if dealing:
                over[i] = False
                views.new[i] = True
                if fixed < 0:
                    rng[i] += STEP
                    seat = np.int64(unit_float(rng[i]) * 2)
                    seat_of[i] = seat
                deal_cards(tables, words, rng, i)
            elif action >= 0:
                words[i, LINE] = nodes[words[i, LINE], NEXT + action]
            action, dealing = NONE, False
            mover = nodes[words[i, LINE], ACTOR]
            if mover >= 0 and mover != seat:
                if not at_random[0]:
                    todo[i] = PLAY
                    waiting += 1
                    break
                rng[i] += STEP
                row = nodes[words[i, LINE], KIND]
                action = tables.legal[row, np.int64(unit_float(rng[i]) * tables.legal_count[row])]
                continue
            if mover >= 0 or not playing[i]:
                break
            playing[i] = False
            views.terminated[i] = over[i] = True
            views.rewards[i] = payoff(tables, words, i, seat)
            if not same_step:
                break
            write_seen(tables, words, i, seat, views.final)
            dealing = True
    return waiting


@kernel(nogil=True)
def write_dealt_views(tables: DealtTables, words: Int32s, seat_of: Int64s, views: ViewArrays) -> None:
    """Write ``observation``, ``mask`` and ``infoset`` (-1 where the hand is over)."""
    for i in range(words.shape[0]):
        mover = tables.nodes[words[i, LINE], ACTOR]
        write_seen(tables, words, i, seat_of[i], views.observation)
        write_legal(tables, words[i, LINE], views.mask, i)
        views.infoset[i] = infoset_of(tables, words, i, mover) if mover >= 0 else -1


@kernel(nogil=True)
def judge_dealt_actions(tables: DealtTables, words: Int32s, over: Bools, actions: Int64s, strict: bool, illegal: Bools) -> int:
    """Put check, else fold, in the place of each action that is not legal, and mark it in ``illegal``."""
    nodes, masks = tables.nodes, tables.masks
    for i in range(words.shape[0]):
        line, action = words[i, LINE], actions[i]
        acting = nodes[line, ACTOR] >= 0 and not over[i]
        illegal[i] = acting and (action < 0 or action >= masks.shape[1] or masks[nodes[line, KIND], action] == 0)
        if not acting:
            actions[i] = NONE
        elif illegal[i]:
            actions[i] = nodes[line, PASSIVE]
            if strict or masks[nodes[line, KIND], actions[i]] == 0:
                return i
    return -1
