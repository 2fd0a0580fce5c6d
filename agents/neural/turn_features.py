"""Inputs of a value network for turns, and its answers as values of hands.

On a turn hands differ by how strong they are on the 48 rivers. A hand is told by two numbers: its rank among all hands by mean
strength, and the spread of its strength (a draw is strong on some rivers and weak on others). A network sees ``RANKS`` x
``SPREADS`` places in this plane. A hand between them is part of four, by nearness, and so is its answer. How often one place
beats another is counted over all rivers. All sums are of whole numbers, so exchanged suits change no bit.

What a hand would be worth without a bet, over all rivers, and how much of the opponent's range it can meet, are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.games.holdem import hold_em_strength
from pokerzoo.envs.poker.cards import COMBOS, NUM_CARDS, NUM_COMBOS
from pokerzoo.envs.poker.run_out_matrix import RunOuts, count_wins, rank_hands, set_of, settle
from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s, Int64s
from pokerzoo.envs.support.kernels import kernel

from .value_features import ONE, SHARE, money_inputs

RANKS, SPREADS = 16, 3
"""Places by mean strength, and by spread."""
PLACES = RANKS * SPREADS
CORNERS = 4
"""Places that a hand is part of."""
NARROW, STEP = 0.05, 0.125
"""Spread (standard deviation of strength from 0 to 1) of the first places, and from one to the next: a pair has some 0.1, a
flush draw 0.3."""
INPUTS = 11
"""Numbers that a network is shown of each place."""
RIVERS, LIVE = 48, 46
"""Rivers of a turn, and those that a hand leaves."""
RUN_OUTS = 44
"""Rivers that two hands leave."""
EXACT = 2.0**34
"""Probabilities are whole numbers of 1 / EXACT where they meet counts of rivers: sums, 44 times as much, stay below 2**53."""
MOST = 2 * 1081
"""Strength of the best of a river's hands, if there is no other as good: first + last of the places of equal hands."""
BLOCKED = 2**15 - 1
"""Rank of a hand that a river rules out."""
HANDS_OF = np.ascontiguousarray(COMBOS, np.int64)
SETS = set_of(HANDS_OF)
BINS = 64
"""Steps of strength on a river, where places are compared."""
KEPT = 64
"""Boards whose tables are kept: 1.8 MB each for all hands, 0.25 MB for 500. A flop has 49 turns."""


@dataclass(frozen=True, eq=False)
class TurnTable:
    """A turn without ranges. Hands are those asked for; one that the board rules out is part of no place.

    Attributes:
        places: int32 [hands, CORNERS]: the places that each hand is part of.
        parts: int64 [hands, CORNERS]: how much, in 1 / SHARE.
        share: float32 [PLACES]: share of all hands that the board leaves.
        beats: float32 [PLACES, PLACES]: how often a place's hands beat another's; a tie is half.
        ahead: int8 [hands, hands]: rivers on which a hand wins less those on which it loses; 0 if they share a card.
    """

    places: Int32s
    parts: Int64s
    share: Floats32
    beats: Floats32
    ahead: npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class TurnFeatures:
    """Turns as a network sees them.

    Attributes:
        hands: int64 [hands]: numbers of the hands.
        places, parts: int32, float32 [n, hands, CORNERS]: as in ``TurnTable``.
        likely: float32 [n, 2, PLACES]: probabilities of a player's hands by place.
        share, beats: float32 [n, PLACES], [n, PLACES, PLACES]: as in ``TurnTable``.
        met: float32 [n, 2, hands]: part of the opponent's range that shares no card with the hand.
        unbet: float32 [n, 2, hands]: values if no player bets, in fractions of the pot.
    """

    hands: Int64s
    places: Int32s
    parts: Floats32
    likely: Floats32
    share: Floats32
    beats: Floats32
    met: Floats32
    unbet: Floats32


class TurnTables:
    """Tables of turns, the last ones kept."""

    def __init__(self, hands: Int64s | None = None) -> None:
        """Take the numbers of the hands that have to be valued; None: all."""
        self.hands = np.arange(NUM_COMBOS) if hands is None else np.asarray(hands, np.int64)
        self._kept = lru_cache(maxsize=KEPT)(partial(make_table, self.hands))

    def of_board(self, cards: Int64s) -> TurnTable:
        """Make or find the table of four cards."""
        return self._kept(tuple(sorted(cards.tolist())))

    def features(self, ranges: Floats32, boards: Int64s) -> TurnFeatures:
        """Features of n turns: ``ranges`` float32 [n, 2, 1326], ``boards`` int64 [n, 4]; equal boards best side by side."""
        own, count = self.hands, len(ranges)
        tables = [self.of_board(board) for board in boards]
        places, parts = np.stack([each.places for each in tables]), np.stack([each.parts for each in tables])
        held = np.ascontiguousarray(ranges[:, :, own], np.float64)
        likely = np.empty((count, 2, PLACES), np.float32)
        met, unbet = np.empty((2, count, 2, len(own)), np.float32)
        fill_likely(held, places, parts, HANDS_OF[own], likely, met)
        theirs = np.rint(held[:, ::-1] * EXACT)
        starts = [k for k in range(count) if not k or tables[k] is not tables[k - 1]]
        for start, stop in pairwise([*starts, count]):
            rows = unbet[start:stop].reshape(-1, len(own))
            count_out(theirs[start:stop].reshape(rows.shape), tables[start].ahead, rows)
        share, beats = np.stack([each.share for each in tables]), np.stack([each.beats for each in tables])
        return TurnFeatures(own, places, (parts / SHARE).astype(np.float32), likely, share, beats, met, unbet)


def make_table(own: Int64s, board: tuple[int, ...]) -> TurnTable:
    """Make the table of sorted cards, for the hands of these numbers."""
    cards = np.array(board, dtype=np.int64)
    rivers = np.setdiff1d(np.arange(NUM_CARDS), cards)[:, None]
    boards = np.hstack([np.broadcast_to(cards, (RIVERS, len(cards))), rivers])
    strengths = hold_em_strength.of_boards(HANDS_OF, boards)
    ranks = np.full(strengths.shape, BLOCKED, np.int16)
    rank_hands(strengths, SETS, set_of(boards), 0, ranks)
    by_river = np.empty((RIVERS, NUM_COMBOS), np.int16)
    place_on_rivers(ranks, by_river)
    live = np.maximum(by_river, 0).astype(np.int64)
    sums, squares = live.sum(axis=0), (live**2).sum(axis=0)
    alive = np.flatnonzero(SETS & set_of(cards) == 0)
    places, parts = place_hands(alive, sums, squares)
    steps = np.zeros((RIVERS, PLACES, BINS), np.int64)
    count_steps(by_river[:, alive], places[alive], parts[alive] >> 12, MOST, steps)
    lower = 2 * np.cumsum(steps, axis=2) - steps
    # A product for each river: small ones stay on one thread of OpenBLAS. Sums of whole numbers, so in any order.
    won = (steps.astype(np.float64) @ lower.astype(np.float64).transpose(0, 2, 1)).sum(axis=0) / 2.0
    mass = steps.sum(axis=2).astype(np.float64)
    meetings = mass.T @ mass
    beats = np.where(meetings > 0.0, won / np.where(meetings > 0.0, meetings, 1.0), 0.5)
    total = np.bincount(places[alive].ravel(), parts[alive].ravel().astype(np.float64), PLACES)
    share = (total / (SHARE * len(alive))).astype(np.float32)
    held = np.flatnonzero(np.isin(own, alive))
    ahead: npt.NDArray[np.int16] = np.zeros((len(own), len(own)), np.int16)
    counts = count_wins(hold_em_strength, cards, HANDS_OF[own[held]], RunOuts(rivers, np.ones(RIVERS, np.int64)))
    settle(counts, np.arange(len(held))[None], SETS[own[held]], held, ahead)
    return TurnTable(places[own], parts[own], share, beats.astype(np.float32), ahead.astype(np.int8))


def place_hands(alive: Int64s, sums: Int64s, squares: Int64s) -> tuple[Int32s, Int64s]:
    """Pair int32, int64 [1326, CORNERS]: places of hands and how much, by sums of strength on rivers, and of its squares."""
    line = np.sort(sums[alive])
    middle = np.searchsorted(line, sums[alive], "left") + np.searchsorted(line, sums[alive], "right")
    rank = np.clip(middle * RANKS / (2.0 * len(alive)) - 0.5, 0.0, RANKS - 1.0)
    spread = np.sqrt(np.maximum(LIVE * squares[alive] - sums[alive] ** 2, 0)) / (LIVE * MOST)
    level = np.clip((spread - NARROW) / STEP, 0.0, SPREADS - 1.0)
    places, parts = np.zeros((NUM_COMBOS, CORNERS), np.int32), np.zeros((NUM_COMBOS, CORNERS), np.int64)
    low, below = np.minimum(rank.astype(np.int64), RANKS - 2), np.minimum(level.astype(np.int64), SPREADS - 2)
    up, right = ((rank - low) * 1024).astype(np.int64), ((level - below) * 1024).astype(np.int64)
    for corner, (more, wider) in enumerate(((0, 0), (0, 1), (1, 0), (1, 1))):
        places[alive, corner] = (low + more) * SPREADS + below + wider
        parts[alive, corner] = (up if more else 1024 - up) * (right if wider else 1024 - right)
    return places, parts


@kernel
def place_on_rivers(ranks: npt.NDArray[np.int16], by_river: npt.NDArray[np.int16]) -> None:
    """Fill first + last of the places of equal hands by strength, from dense ranks; -1 where a river rules a hand out."""
    rivers, hands = ranks.shape
    counts = np.empty(hands + 1, np.int64)
    for k in range(rivers):
        counts[:] = 0
        for i in range(hands):
            if ranks[k, i] != BLOCKED:
                counts[ranks[k, i] + 1] += 1
        for i in range(hands):
            counts[i + 1] += counts[i]
        for i in range(hands):
            rank = ranks[k, i]
            by_river[k, i] = counts[rank] + counts[rank + 1] if rank != BLOCKED else -1


@kernel
def count_steps(by_river: npt.NDArray[np.int16], places: Int32s, parts: Int64s, most: int, steps: Int64s) -> None:
    """Fill ``steps`` [rivers, places, steps of strength] with how much of a place is there."""
    rivers, hands = by_river.shape
    wide = steps.shape[2]
    for k in range(rivers):
        for i in range(hands):
            strength = np.int64(by_river[k, i])
            if strength < 0:
                continue
            step = min(strength * wide // most, wide - 1)
            for c in range(places.shape[1]):
                steps[k, places[i, c], step] += parts[i, c]


@kernel(nogil=True, fastmath={"reassoc", "contract"})
def count_out(weights: Floats, ahead: npt.NDArray[np.int8], unbet: Floats32) -> None:
    """Fill ``unbet`` [rows, hands] from the opponent's hands [rows, hands], whole numbers in 1 / EXACT, by who is ahead.

    All sums are whole and below 2**53, so the order in which vectors add them changes no bit.
    """
    rows, hands = weights.shape
    own = np.empty(hands, np.float64)
    for i in range(hands):
        for j in range(hands):
            own[j] = ahead[i, j]
        for k in range(rows):
            row, won = weights[k], 0.0
            for j in range(hands):
                won += own[j] * row[j]
            unbet[k, i] = won / (2.0 * RUN_OUTS * EXACT)


@kernel(nogil=True)
def fill_likely(held: Floats, places: Int32s, parts: Int64s, cards: Int64s, likely: Floats32, met: Floats32) -> None:
    """Fill the arrays of ``TurnFeatures`` that are told by probabilities [n, 2, hands]."""
    count, _, hands = held.shape
    by_card, sums, weights = np.empty(NUM_CARDS, np.int64), np.empty(likely.shape[2], np.int64), np.empty(hands, np.int64)
    for k in range(count):
        for player in range(2):
            by_card[:] = sums[:] = 0
            total = 0
            for i in range(hands):
                weight = int(np.rint(held[k, player, i] * ONE)) if parts[k, i].sum() > 0 else 0
                weights[i] = weight
                if weight == 0:
                    continue
                total += weight
                by_card[cards[i, 0]] += weight
                by_card[cards[i, 1]] += weight
                for c in range(places.shape[2]):
                    sums[places[k, i, c]] += weight * parts[k, i, c]
            for c in range(likely.shape[2]):
                likely[k, player, c] = sums[c] / (ONE * SHARE)
            for i in range(hands):
                met[k, 1 - player, i] = (total - by_card[cards[i, 0]] - by_card[cards[i, 1]] + weights[i]) / ONE


@kernel(nogil=True)
def fill_turn_values(
    held: Floats32, hands: Int64s, places: Int32s, parts: Floats32, met: Floats32, unbet: Floats32, answers: Floats32,
    values: Floats32,
) -> None:  # fmt: skip
    """Values of hands from answers float32 [n, 2, places], made zero-sum; ``values`` are all 0 before."""
    count, corners = len(held), places.shape[2]
    worth = np.empty((2, len(hands)), np.float64)
    for k in range(count):
        off, meeting = 0, 0  # whole numbers, so that their sums do not depend on the order of hands
        for player in range(2):
            for i in range(len(hands)):
                if parts[k, i].sum() == 0.0:  # the board rules it out
                    continue
                told = 0.0
                for c in range(corners):
                    told += answers[k, player, places[k, i, c]] * np.float64(parts[k, i, c])
                worth[player, i] = told
                both = held[k, player, hands[i]] * np.float64(met[k, player, i])
                off += int(np.rint(both * told * ONE))
                meeting += int(np.rint(both * ONE))
        less = off / meeting if meeting > 0 else 0.0
        for player in range(2):
            for i in range(len(hands)):
                if parts[k, i].sum() > 0.0:
                    values[k, player, hands[i]] = unbet[k, player, i] + met[k, player, i] * (worth[player, i] - less)


def turn_inputs(likely: Floats32, share: Floats32, beats: Floats32, pots: Floats, stacks: Floats) -> Floats32:
    """float32 [n, 2, PLACES, INPUTS]: what the network is shown of each place of each player."""
    count = len(likely)
    found = np.empty((count, 2, PLACES, INPUTS), dtype=np.float32)
    scale = np.float32(PLACES)
    for k, own in enumerate((likely, likely[:, ::-1])):
        found[..., k] = np.sqrt(own * scale)
        found[..., 2 + k] = (beats[:, None] @ own[..., None])[..., 0]
    found[..., 4] = (share * scale)[:, None]
    found[..., 5] = (beats @ share[..., None])[..., 0][:, None]
    place = np.arange(PLACES)
    found[..., 6] = ((place // SPREADS + 0.5) / RANKS).astype(np.float32)
    found[..., 7] = (place % SPREADS / (SPREADS - 1)).astype(np.float32)
    found[..., 8] = np.array([0.0, 1.0], np.float32)[:, None]
    found[..., 9:] = money_inputs(pots, stacks)[:, None, None]
    return found
