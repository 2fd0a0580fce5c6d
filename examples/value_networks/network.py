"""A value network for turns: counterfactual values of all hands of both players, which ``DepthLimitedCFR`` can ask.

On a turn hands differ by how strong they are on the 48 rivers. A hand is described by two numbers: its rank among all hands by
mean strength, and the spread of its strength (a draw is strong on some rivers and weak on others). The network sees ``RANKS`` x
``SPREADS`` *places* in this plane; a hand between them is part of four, by nearness, and so is its answer. How often one place
beats another is counted over all rivers. What a hand is worth without a bet, over all rivers, and how much of the opponent's
range it can meet, are exact. The answer of a place is what betting adds, times the part of the opponent's range that the hand
can meet. As in DeepStack, what both players' values are off zero-sum is taken away from them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from pokerzoo.envs.cards import COMBOS
from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.poker.deck_strengths import hold_em_strength
from pokerzoo.envs.poker.run_out_matrix import RunOuts, count_wins, rank_hands, settle
from pokerzoo.envs.poker.suits import set_of

HANDS = len(COMBOS)
RANKS, SPREADS = 16, 3
"""Places by mean strength, and by spread."""
PLACES, CORNERS, INPUTS = RANKS * SPREADS, 4, 11
NARROW, STEP = 0.05, 0.125
"""Spread (standard deviation of strength from 0 to 1) of the first places, and from one to the next: a pair has some 0.1, a
flush draw 0.3."""
RIVERS, LIVE, RUN_OUTS = 48, 46, 44
"""Rivers of a turn; those that a hand leaves; those that two hands leave."""
MOST = 2 * 1081
"""Strength of the best of a river's hands, if there is no other as good: first + last of the places of equal hands."""
BLOCKED = 2**15 - 1
"""Rank of a hand that a river rules out."""
SETS = set_of(np.ascontiguousarray(COMBOS, np.int64))
BINS = 64
"""Steps of strength on a river, where places are compared."""
KEPT = 64
"""Boards whose tables are kept."""
AT_ONCE = 32
"""Situations in one matrix product."""
LEAK = np.float32(0.1)
"""Slope of the activation below 0."""


@dataclass(frozen=True, eq=False)
class TurnTable:
    """A turn without ranges, for the hands asked for; one that the board rules out is part of no place.

    Attributes:
        places, parts: int32, float32 [hands, CORNERS]: the places that each hand is part of, and how much.
        share: float32 [PLACES]: share of all hands that the board leaves.
        beats: float32 [PLACES, PLACES]: how often a place's hands beat another's; a tie is half.
        ahead: float32 [hands, hands]: rivers on which a hand wins less those on which it loses; 0 if they share a card.
    """

    places: np.ndarray
    parts: np.ndarray
    share: np.ndarray
    beats: np.ndarray
    ahead: np.ndarray


def make_table(hands: np.ndarray, board: tuple[int, ...]) -> TurnTable:
    """The table of four sorted cards."""
    cards = np.array(board)
    rivers = np.setdiff1d(np.arange(NUM_CARDS), cards)[:, None]
    boards = np.hstack([np.broadcast_to(cards, (RIVERS, len(cards))), rivers])
    ranks = np.full((RIVERS, HANDS), BLOCKED, np.int16)
    rank_hands(hold_em_strength.of_boards(np.ascontiguousarray(COMBOS, np.int64), boards), SETS, set_of(boards), 0, ranks)
    by_river = np.empty((RIVERS, HANDS), np.int16)
    place_on_rivers(ranks, by_river)
    live = np.maximum(by_river, 0).astype(np.int64)
    alive = np.flatnonzero(SETS & set_of(cards) == 0)
    places, parts = place_hands(alive, live.sum(axis=0), (live**2).sum(axis=0))
    steps = np.zeros((RIVERS, PLACES, BINS))
    count_steps(by_river[:, alive], places[alive], parts[alive], MOST, steps)
    lower = np.cumsum(steps, axis=2) - steps / 2.0
    won = (steps @ lower.transpose(0, 2, 1)).sum(axis=0)
    meetings = steps.sum(axis=2).T @ steps.sum(axis=2)
    beats = np.where(meetings > 0.0, won / np.where(meetings > 0.0, meetings, 1.0), 0.5)
    share = np.bincount(places[alive].ravel(), parts[alive].ravel(), PLACES) / len(alive)
    held = np.flatnonzero(np.isin(hands, alive))
    ahead = np.zeros((len(hands), len(hands)), np.int16)
    combos = np.ascontiguousarray(COMBOS[hands[held]], np.int64)
    counts = count_wins(hold_em_strength, cards, combos, RunOuts(rivers, np.ones(RIVERS, np.int64)))
    settle(counts, np.arange(len(held))[None], SETS[hands[held]], held, ahead)
    return TurnTable(places[hands], parts[hands], share.astype(np.float32), beats.astype(np.float32), ahead.astype(np.float32))


def place_hands(alive: np.ndarray, sums: np.ndarray, squares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int32, float32 [1326, CORNERS]: places of hands and how much, by sums of strength on rivers, and of its squares."""
    line = np.sort(sums[alive])
    middle = np.searchsorted(line, sums[alive], "left") + np.searchsorted(line, sums[alive], "right")
    rank = np.clip(middle * RANKS / (2.0 * len(alive)) - 0.5, 0.0, RANKS - 1.0)
    spread = np.sqrt(np.maximum(LIVE * squares[alive] - sums[alive] ** 2, 0)) / (LIVE * MOST)
    level = np.clip((spread - NARROW) / STEP, 0.0, SPREADS - 1.0)
    places, parts = np.zeros((HANDS, CORNERS), np.int32), np.zeros((HANDS, CORNERS), np.float32)
    low, below = np.minimum(rank.astype(np.int64), RANKS - 2), np.minimum(level.astype(np.int64), SPREADS - 2)
    up, right = rank - low, level - below
    for corner, (more, wider) in enumerate(((0, 0), (0, 1), (1, 0), (1, 1))):
        places[alive, corner] = (low + more) * SPREADS + below + wider
        parts[alive, corner] = (up if more else 1.0 - up) * (right if wider else 1.0 - right)
    return places, parts


@njit(cache=True)
def place_on_rivers(ranks, by_river):
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


@njit(cache=True)
def count_steps(by_river, places, parts, most, steps):
    """Fill ``steps`` [rivers, places, steps of strength] with how much of a place is there."""
    rivers, hands = by_river.shape
    for k in range(rivers):
        for i in range(hands):
            strength = np.int64(by_river[k, i])
            if strength >= 0:
                step = min(strength * steps.shape[2] // most, steps.shape[2] - 1)
                for c in range(places.shape[1]):
                    steps[k, places[i, c], step] += parts[i, c]


@dataclass(frozen=True, eq=False)
class View:
    """Turns as a network sees them.

    Attributes:
        inputs: float32 [n, 2, PLACES, INPUTS].
        likely: float32 [n, 2, PLACES]: probabilities of a player's hands by place.
        below: float32 [n, 1, PLACES, PLACES]: how often a place beats another.
        places, parts: [n, hands, CORNERS]: as in ``TurnTable``.
        held: float32 [n, 2, hands]: the ranges.
        met: float32 [n, 2, hands]: part of the opponent's range that shares no card with the hand.
        unbet: float32 [n, 2, hands]: values if no player bets, in fractions of the pot.
    """

    inputs: np.ndarray
    likely: np.ndarray
    below: np.ndarray
    places: np.ndarray
    parts: np.ndarray
    held: np.ndarray
    met: np.ndarray
    unbet: np.ndarray


class Views:
    """Tables of turns, the last ones kept, for some hands or all."""

    def __init__(self, hands: np.ndarray | None = None) -> None:
        self.hands = np.arange(HANDS) if hands is None else np.sort(np.asarray(hands, np.int64))
        self.holds = (COMBOS[self.hands][:, :, None] == np.arange(NUM_CARDS)).any(axis=1).astype(np.float32)
        self.of_board = lru_cache(maxsize=KEPT)(partial(make_table, self.hands))

    def see(self, ranges: np.ndarray, boards: np.ndarray, pots: np.ndarray, stacks: np.ndarray) -> View:
        """View of n turns: ``ranges`` float32 [n, 2, 1326], ``boards`` int64 [n, 4]; equal boards best side by side."""
        count, tables = len(ranges), [self.of_board(tuple(sorted(board.tolist()))) for board in boards]
        places, parts = np.stack([each.places for each in tables]), np.stack([each.parts for each in tables])
        held = ranges[:, :, self.hands]
        likely = np.zeros((count, 2, PLACES), np.float32)
        at = np.arange(2 * count)[:, None, None] * PLACES + np.repeat(places, 2, axis=0)
        mass = np.repeat(parts, 2, axis=0) * held.reshape(2 * count, -1, 1)
        likely[:] = np.bincount(at.ravel(), mass.ravel(), likely.size).reshape(likely.shape)
        theirs = np.ascontiguousarray(held[:, ::-1])  # products of other strides are slow
        by_card = theirs @ self.holds
        met = theirs.sum(axis=2, keepdims=True) - by_card @ self.holds.T + theirs  # the very same hand was taken out twice
        unbet = np.empty_like(met)
        starts = [k for k in range(count) if not k or tables[k] is not tables[k - 1]]
        for start, stop in pairwise([*starts, count]):
            rows = theirs[start:stop].reshape(-1, len(self.hands)) @ tables[start].ahead.T
            unbet[start:stop] = rows.reshape(unbet[start:stop].shape) / (2.0 * RUN_OUTS)
        share, beats = np.stack([each.share for each in tables]), np.stack([each.beats for each in tables])
        inputs = network_inputs(likely, share, beats, pots, stacks)
        return View(inputs, likely, beats[:, None], places, parts, held, met, unbet)


def network_inputs(
    likely: np.ndarray, share: np.ndarray, beats: np.ndarray, pots: np.ndarray, stacks: np.ndarray
) -> np.ndarray:
    """float32 [n, 2, PLACES, INPUTS]: what the network is shown of each place of each player."""
    result = np.empty((len(likely), 2, PLACES, INPUTS), dtype=np.float32)
    for k, places in enumerate((likely, likely[:, ::-1])):
        result[..., k] = np.sqrt(places * PLACES)
        result[..., 2 + k] = (beats[:, None] @ places[..., None])[..., 0]
    result[..., 4] = (share * PLACES)[:, None]
    result[..., 5] = (beats @ share[..., None])[..., 0][:, None]
    place = np.arange(PLACES)
    result[..., 6] = (place // SPREADS + 0.5) / RANKS
    result[..., 7] = place % SPREADS / (SPREADS - 1)
    result[..., 8] = np.array([0.0, 1.0])[:, None]
    ratio = np.maximum(np.asarray(stacks, np.float64) / np.asarray(pots, np.float64), 1e-3)
    result[..., 9:] = np.stack([1.0 / (1.0 + 2.0 * ratio), np.log(ratio) / 4.0], axis=1)[:, None, None]
    return result


def weight_shapes(width: int, passes: int) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the weights: ``x @ weight + bias`` in each layer."""
    shapes: dict[str, tuple[int, ...]] = {"first/0": (INPUTS, width), "first/1": (width, width)}
    for k in range(passes):
        # Of the place and the weaker hands of both ranges; of all hands of both, the same for each place of a player.
        shapes |= {f"pass{k}/0": (3 * width, width), f"pass{k}/sums": (2 * width, width), f"pass{k}/1": (width, width)}
    shapes["last"] = (width, 1)
    return shapes | {f"{name}/bias": (shape[1],) for name, shape in shapes.items() if not name.endswith("sums")}


class ValueNetwork:
    """A trained network as plain arrays: it needs NumPy alone, and several threads may ask it at once."""

    concurrent = True
    public_cards = 4

    def __init__(self, weights: dict[str, np.ndarray], hands: np.ndarray | None = None) -> None:
        """Take the weights; with ``hands`` only these are valued, which is faster, and ranges hold no others."""
        self.weights = {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in weights.items()}
        self.width = self.weights["first/0"].shape[1]
        self.passes = sum(name.endswith("/sums") for name in self.weights)
        wanted = weight_shapes(self.width, self.passes)
        if {name: array.shape for name, array in self.weights.items()} != wanted:
            raise ValueError("weights: of another network")
        self.views = Views(hands)

    @classmethod
    def untrained(cls, width: int = 32, passes: int = 3, seed: int = 0) -> ValueNetwork:
        """Random weights; the last layer is 0, so values are those without bets."""
        rng, weights = np.random.default_rng(seed), {}
        for name, shape in weight_shapes(width, passes).items():
            scale = 0.0 if name.startswith("last") or name.endswith("bias") else np.sqrt(2.0 / shape[0])
            weights[name] = (rng.standard_normal(shape) * scale).astype(np.float32)
        return cls(weights)

    def for_hands(self, hands: np.ndarray) -> ValueNetwork:
        """The same network for some hands alone, as ``DepthLimitedCFR`` asks for."""
        return ValueNetwork(self.weights, hands)

    def values(self, ranges: np.ndarray, boards: np.ndarray, pots: np.ndarray, stacks: np.ndarray) -> np.ndarray:
        """float32 [n, 2, 1326]: counterfactual values in fractions of the pot; see ``pokerzoo.agents.ValueFunction``."""
        result, hands = np.zeros(ranges.shape, dtype=np.float32), self.views.hands
        for start in range(0, len(ranges), AT_ONCE):
            part = slice(start, start + AT_ONCE)
            view = self.views.see(ranges[part], boards[part], pots[part], stacks[part])
            result[part][:, :, hands] = values_from(view, self._answers(view))
        return result

    def _answers(self, view: View) -> np.ndarray:
        """float32 [n, 2, PLACES]: what the network says of each place."""
        weights, width = self.weights, self.width

        def layer(x: np.ndarray, name: str, more: Any = 0.0) -> np.ndarray:
            output = x @ weights[name] + weights[f"{name}/bias"] + more
            return np.maximum(output, LEAK * output)

        x = layer(layer(view.inputs, "first/0"), "first/1")
        below = view.likely[:, :, None] * view.below  # how likely the hands are that each place beats
        joined = np.empty((*x.shape[:3], 3 * width), dtype=np.float32)
        for k in range(self.passes):
            weaker, sums = below @ x, (view.likely[:, :, None] @ x)[:, :, 0]
            joined[..., :width], joined[..., width : 2 * width], joined[..., 2 * width :] = x, weaker, weaker[:, ::-1]
            both = np.concatenate([sums, sums[:, ::-1]], axis=2) @ weights[f"pass{k}/sums"]
            x = x + layer(layer(joined, f"pass{k}/0", both[:, :, None]), f"pass{k}/1")
        return (x @ weights["last"] + weights["last/bias"])[..., 0]

    def save(self, path: Path, **about: Any) -> None:
        """Write the weights, and how they were made, as JSON. Nothing is pickled."""
        np.savez(path, **{"about": np.array(json.dumps(about)), **self.weights})

    @classmethod
    def load(cls, path: Path) -> ValueNetwork:
        """Read a file of ``save``. Nothing is unpickled."""
        with np.load(path, allow_pickle=False) as arrays:
            return cls({name: array for name, array in arrays.items() if name not in ("about", "header")})


def values_from(view: View, answers: np.ndarray) -> np.ndarray:
    """float32 [n, 2, hands]: values from answers for places, made zero-sum."""
    at = np.broadcast_to(view.places[:, None], (len(answers), 2, *view.places.shape[1:]))
    worth = np.take_along_axis(answers, at.reshape(len(answers), 2, -1), axis=2).reshape(at.shape)
    worth = (worth * view.parts[:, None]).sum(axis=3)
    both = view.held * view.met
    meeting = both.sum(axis=(1, 2))
    off = (both * worth).sum(axis=(1, 2)) / np.where(meeting > 0.0, meeting, 1.0)
    live = (view.parts.sum(axis=2) > 0.0)[:, None]
    return np.where(live, view.unbet + view.met * (worth - off[:, None, None]), 0.0).astype(np.float32)
