"""Random ranges: how likely a player holds each of the 1,326 hands on a board, drawn in one of several named ways.

| name | what it draws |
|---|---|
| `deepstack` | DeepStack's R(S, p): the probability is cut at random between the weaker and the stronger half, and so on |
| `simplex` | any distribution over the hands, all alike likely (Dirichlet with all parameters 1) |
| `top` | the same probability for some share of the hands: the strongest on this board, more or less |
| `classes` | as people write ranges: some of the 169 starting hands, with weights, whatever the board is |
| `narrow` | the same with few of them: half of a squared random share, 17% in the mean |
| `even` | all hands alike; nothing is random |
| `mixed` | one of the others but `narrow`, each as likely |

All of them are made of `+`, `-`, `*`, `/` and comparisons of random numbers that are whole numbers times a power of two. So
the same seed gives the same bits with every version of Python and NumPy and on every processor.

R(S, p) is from the supplement of Moravčík et al., "DeepStack: Expert-level artificial intelligence in heads-up no-limit poker",
Science 2017 (arXiv:1701.01724v3, p. 26): of an odd number of hands the stronger half has one more, and a hand's strength is the
probability that it beats a random one in the present public state. (The code that was released with it, for Leduc hold'em,
gives the odd hand to a random half.) Which of equally strong hands come first is not said there; here it is random.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil, fsum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import CLASS_NAMES, COMBO_CLASSES, COMBOS, HOLDERS, NUM_CARDS, NUM_COMBOS, read_only
from pokerzoo.envs.poker.hand_strength import board_strength

Floats: TypeAlias = npt.NDArray[np.float64]
Int64s: TypeAlias = npt.NDArray[np.int64]


class RandomStream:
    """Random numbers of one spot, from a seed, the spot's number and a purpose alone (Philox, keyed by seed and number).

    Purposes have streams of their own: what is drawn for one changes nothing for another.
    """

    def __init__(self, seed: int, index: int, purpose: int) -> None:
        """Begin a stream."""
        key = np.array([seed, index], dtype=np.uint64)
        self._bits = np.random.Philox(key=key, counter=np.array([0, 0, 0, purpose], dtype=np.uint64))

    def uniform(self, count: int) -> Floats:
        """float64 [count]: above 0 and below 1, each a whole number and a half of 2**52."""
        return ((self._bits.random_raw(count) >> np.uint64(12)).astype(np.float64) + 0.5) * 2.0**-52

    def one(self) -> float:
        """A number above 0 and below 1."""
        return float(self.uniform(1)[0])

    def below(self, count: int) -> int:
        """A whole number from 0 to ``count - 1``."""
        return int(self.one() * count)

    def order(self, count: int) -> Int64s:
        """int64 [count]: the numbers from 0 to ``count - 1`` in random order."""
        return np.argsort(self.uniform(count), kind="stable")


@lru_cache(maxsize=4)
def hands_left(board: tuple[int, ...]) -> Int64s:
    """Numbers of the hands that a board leaves, ascending, read-only."""
    left = np.ones(NUM_COMBOS, dtype=np.bool_)
    left[HOLDERS[list(board)]] = False
    return read_only(np.flatnonzero(left))


@lru_cache(maxsize=4)
def wins_of(board: tuple[int, ...]) -> Int64s:
    """int64 [1326], read-only: how many of the hands that share no card with a hand it beats as the board is."""
    left = hands_left(board)
    strength, cards = board_strength(board)[left], COMBOS[left]
    wins = np.zeros(NUM_COMBOS, dtype=np.int64)
    wins[left] = np.searchsorted(np.sort(strength), strength, side="left")
    # The hands that hold one of its cards cannot be met; no weaker hand holds both.
    kept = cards * len(left) + np.unique(strength, return_inverse=True)[1].reshape(-1, 1)
    ranked = np.sort(kept, axis=None)
    wins[left] -= (np.searchsorted(ranked, kept) - np.searchsorted(ranked, cards * len(left))).sum(axis=1)
    return read_only(wins)


def _by_strength(board: tuple[int, ...], draws: RandomStream) -> Int64s:
    """The hands that a board leaves from weak to strong; those that are as strong as each other in random order."""
    left = hands_left(board)
    left = left[draws.order(len(left))]
    return left[np.argsort(wins_of(board)[left], kind="stable")]


@lru_cache(maxsize=8)
def _cuts(count: int) -> tuple[npt.NDArray[np.bool_], ...]:
    """For each level of the recursion of R(S, p): the sets, from weak to strong, that are cut in two."""
    sizes, levels = [count], []
    while max(sizes) > 1:
        levels.append(np.array(sizes) > 1)
        sizes = [part for size in sizes for part in ((size // 2, size - size // 2) if size > 1 else (size,))]
    return tuple(levels)


def _deepstack(board: tuple[int, ...], draws: RandomStream) -> Floats:
    hands = _by_strength(board, draws)
    shares = np.ones(1)
    for cut in _cuts(len(hands)):
        parts = np.where(cut, 2, 1)
        weaker = shares[cut] * draws.uniform(int(cut.sum()))
        stronger = shares[cut] - weaker
        shares, first = np.repeat(shares, parts), (np.cumsum(parts) - 2)[cut]
        shares[first], shares[first + 1] = weaker, stronger
    weights = np.zeros(NUM_COMBOS)
    weights[hands] = shares
    return weights


def _simplex(board: tuple[int, ...], draws: RandomStream) -> Floats:
    hands = hands_left(board)
    cuts = np.sort(draws.uniform(len(hands) - 1))
    weights = np.zeros(NUM_COMBOS)
    weights[hands] = np.diff(cuts, prepend=0.0, append=1.0)
    return weights


def _top(board: tuple[int, ...], draws: RandomStream) -> Floats:
    hands = _by_strength(board, draws)
    share, noise = draws.uniform(2)
    place = np.arange(len(hands)) / len(hands)
    score = (1.0 - noise) * place + noise * draws.uniform(len(hands))
    weights = np.zeros(NUM_COMBOS)
    weights[hands[np.argsort(-score, kind="stable")[: ceil(share * len(hands))]]] = 1.0
    return weights


def _classes(board: tuple[int, ...], draws: RandomStream) -> Floats:
    return _some_classes(board, draws, *draws.uniform(2))


def _narrow(board: tuple[int, ...], draws: RandomStream) -> Floats:
    share, whole = draws.uniform(2)
    return _some_classes(board, draws, share * share / 2.0, whole)


def _some_classes(board: tuple[int, ...], draws: RandomStream, share: float, whole: float) -> Floats:
    """A share of the classes, the ``whole`` part of them with weight 1."""
    lot, weight = draws.uniform(len(CLASS_NAMES)), draws.uniform(len(CLASS_NAMES))
    hands = hands_left(board)
    kinds = COMBO_CLASSES[hands]
    taken = lot <= max(share, float(lot[kinds].min()))  # one hand class at least
    weights = np.zeros(NUM_COMBOS)
    weights[hands] = np.where(taken, np.where(weight < whole, 1.0, weight), 0.0)[kinds]
    return weights


def _even(board: tuple[int, ...], draws: RandomStream) -> Floats:
    weights = np.zeros(NUM_COMBOS)
    weights[hands_left(board)] = 1.0
    return weights


def _mixed(board: tuple[int, ...], draws: RandomStream) -> Floats:
    return RANGES[MIXED[draws.below(len(MIXED))]](board, draws)


MIXED = ("deepstack", "simplex", "top", "classes", "even")
"""Ways of which ``mixed`` draws one."""
RANGES: dict[str, Callable[[tuple[int, ...], RandomStream], Floats]] = {
    "deepstack": _deepstack,
    "simplex": _simplex,
    "top": _top,
    "classes": _classes,
    "narrow": _narrow,
    "even": _even,
    "mixed": _mixed,
}
"""The ways to draw a range by name: (board, draws) -> float64 [1326], weights that do not sum to 1 yet."""


def random_range(name: str, board: tuple[int, ...], draws: RandomStream) -> Floats:
    """float64 [1326], sum 1: how likely the player holds each hand; 0 for hands that share a card with the board."""
    weights = RANGES[name](board, draws)
    return weights / fsum(weights[weights > 0.0].tolist())


def can_meet(held: npt.NDArray[np.bool_]) -> bool:
    """True if some hand of one player shares no card with some hand of the other; takes bool [2, 1326]."""
    own, theirs = map(np.flatnonzero, held)
    by_card = np.bincount(COMBOS[theirs].ravel(), minlength=NUM_CARDS)
    met = len(theirs) - by_card[COMBOS[own]].sum(axis=1) + held[1, own]  # the hand itself was taken out twice
    return bool(met.any())
