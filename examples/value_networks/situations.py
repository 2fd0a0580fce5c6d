"""Random turns, solved: what a value network learns from.

    python examples/value_networks/situations.py DIR [--spots 2560] [--seed 1] [--ranges mixed] [--until 1%] [--processes 2]

Each file ``DIR/000000.npz`` has ``ROWS`` turns; another run makes those that are missing. A seed and a number decide a turn:

- the board: any four cards;
- the chips: 1,000 in the pot, and 1/8 to 16 times as many behind: one of seven intervals that each double the one before;
- both ranges, each on its own, in one of these ways: ``deepstack``, the R(S, p) of Moravčík et al. (Science 2017,
  arXiv:1701.01724v3, p. 26), where the probability is cut at random between the weaker and the stronger half of the hands, and
  so on within both; ``top``, a random share of the hands, by a mix of strength and chance; ``classes``, a random share of the
  169 starting hands, with weights; ``narrow``, the same with few of them. ``mixed`` draws one of the first three.

The *counterfactual value* of a hand is a sum over the opponent's hands that share no card with it: how likely the opponent
holds each, times the net chips that the player expects, in fractions of the pot, half of which counts as each player's own. So
``(range * value).sum()`` of both players adds up to 0. Hands outside a range have a weight of 2**-40: they change nothing, and
find their best play.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.cards import COMBOS
from pokerzoo.envs.compiled.public_tree import pair_weight
from pokerzoo.envs.games.subgames import combo_numbers
from pokerzoo.envs.poker.cards import CARD_NAMES, CLASS_NAMES, COMBO_CLASSES, NUM_CARDS
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.envs.poker.ranges import Range

ROWS = 32
"""Turns of a file."""
HANDS = len(COMBOS)
LEAST_WEIGHT = 2.0**-40
SIZES = {"bet_sizes": "100%,a", "raise_sizes": "100%,a"}
"""Bets of the pot and all-in, as DeepStack's networks learned from."""
NO_THRESHOLDS = dict.fromkeys(("add_allin_threshold", "force_allin_threshold", "merging_threshold"), 0.0)
"""No size is added, forced or merged."""
WAYS = ("deepstack", "top", "classes", "narrow")


@dataclass(frozen=True)
class Situation:
    """A turn before its first action."""

    board: tuple[int, ...]
    pot: float
    stack: float
    ranges: np.ndarray  # float32 [2, 1326], each sums to 1


def hands_left(board: tuple[int, ...]) -> np.ndarray:
    """Numbers of the hands that a board leaves."""
    return np.flatnonzero(~np.isin(COMBOS, board).any(axis=1))


def by_strength(board: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
    """The hands that a board leaves from weak to strong, equal ones in random order."""
    left = rng.permutation(hands_left(board))
    return left[np.argsort(board_strength(board)[left], kind="stable")]


def random_range(way: str, board: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
    """float64 [1326], sum 1: how likely a player holds each hand."""
    weights, left = np.zeros(HANDS), hands_left(board)
    if way == "mixed":
        way = WAYS[rng.integers(3)]
    if way == "deepstack":
        parts = [(0, len(left), 1.0)]
        hands = by_strength(board, rng)
        while parts:
            start, stop, share = parts.pop()
            if stop - start == 1:
                weights[hands[start]] = share
                continue
            middle, weaker = (start + stop) // 2, share * rng.random()
            parts += [(start, middle, weaker), (middle, stop, share - weaker)]
    elif way == "top":
        hands, noise = by_strength(board, rng), rng.random()
        score = (1.0 - noise) * np.arange(len(hands)) / len(hands) + noise * rng.random(len(hands))
        weights[hands[np.argsort(-score)[: ceil(rng.random() * len(hands))]]] = 1.0
    elif way in ("classes", "narrow"):
        share = rng.random() if way == "classes" else rng.random() ** 2 / 2
        lot, weight, kinds = rng.random(len(CLASS_NAMES)), rng.random(len(CLASS_NAMES)), COMBO_CLASSES[left]
        taken, whole = lot <= max(share, lot[kinds].min()), rng.random()
        weights[left] = np.where(taken, np.where(weight < whole, 1.0, weight), 0.0)[kinds]
    else:
        raise ValueError(f"ranges={way!r}: must be mixed, {', '.join(WAYS)}")
    return weights / weights.sum()


def can_meet(ranges: np.ndarray) -> bool:
    """True if some hand of one player shares no card with some hand of the other."""
    first, second = (COMBOS[np.flatnonzero(weights)] for weights in ranges)
    return bool((~(first[:, None, :, None] == second[None, :, None, :]).any(axis=(2, 3))).any())


def random_situation(seed: int, index: int, ranges: str) -> Situation:
    """Turn number ``index`` of a seed."""
    rng = np.random.default_rng([seed, index])
    board = tuple(sorted(rng.permutation(NUM_CARDS)[:4].tolist()))
    least = 125 << int(rng.integers(7))
    stack = float(least + rng.integers(least))
    while True:
        both = np.array([random_range(ranges, board, rng) for _ in range(2)], dtype=np.float32)
        if can_meet(both):
            return Situation(board, 1000.0, stack, both)


def solve(situation: Situation, until: str, iterations: int) -> np.ndarray:
    """float32 [2, 1326]: counterfactual values of a turn, solved on one thread."""
    left = hands_left(situation.board)
    weights = np.zeros((2, HANDS))
    shares = situation.ranges[:, left].astype(np.float64)
    # Whole numbers of the least weight, whose sums are exact.
    weights[:, left] = np.maximum(np.rint(shares / shares.max(axis=1, keepdims=True) / LEAST_WEIGHT), 1.0) * LEAST_WEIGHT
    game: Any = make_game(
        "holdem", board="".join(CARD_NAMES[card] for card in situation.board), ranges=(Range(weights[0]), Range(weights[1])),
        pot=situation.pot, stack=situation.stack, **SIZES, **NO_THRESHOLDS,
    )  # fmt: skip
    solver = CFR(game, threads=1).run(iterations, until=until)
    scale = pair_weight(game.rules) / situation.pot / np.array([[sum(held)] for held in reversed(game.rules.weights)])
    values = np.zeros((2, HANDS), dtype=np.float32)
    values[:, combo_numbers(game)] = solver.hand_values() * scale
    return values


def make_file(path: str, first: int, count: int, seed: int, ranges: str, until: str, iterations: int) -> str:
    """Solve the turns of a file and write it, whole or not at all."""
    turns = [random_situation(seed, index, ranges) for index in range(first, first + count)]
    part = Path(path).with_suffix(".part")
    with part.open("wb") as file:
        np.savez(
            file,
            boards=np.array([turn.board for turn in turns]),
            pots=np.array([turn.pot for turn in turns]),
            stacks=np.array([turn.stack for turn in turns]),
            ranges=np.stack([turn.ranges for turn in turns]),
            values=np.stack([solve(turn, until, iterations) for turn in turns]),
        )
    part.rename(path)
    return path


def read(folders: list[Path]) -> dict[str, np.ndarray]:
    """All turns of some folders, by name of the array."""
    files = [file for folder in folders for file in sorted(folder.glob("*.npz"))]
    if not files:
        raise SystemExit(f"no solved turns in {', '.join(map(str, folders))}: make them with situations.py")
    parts = []
    for file in files:
        with np.load(file, allow_pickle=False) as arrays:
            parts.append(dict(arrays))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def main() -> None:
    """Make what is not there yet."""
    parser = argparse.ArgumentParser(description="Random turns, solved.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--spots", type=int, default=2560, help="how many turns (2560)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ranges", default="mixed", choices=("mixed", *WAYS))
    parser.add_argument("--until", default="1%", help="exploitability at which a turn is solved (1%% of the pot)")
    parser.add_argument("--iterations", type=int, default=1000, help="at most (1000)")
    parser.add_argument("--processes", type=int, help="one for each processor")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    begin, made = time.perf_counter(), 0
    with ProcessPoolExecutor(args.processes) as pool:
        jobs = []
        for first in range(0, args.spots, ROWS):
            path, count = args.folder / f"{first:06}.npz", min(ROWS, args.spots - first)
            if not path.exists():
                jobs.append(
                    pool.submit(make_file, str(path), first, count, args.seed, args.ranges, args.until, args.iterations)
                )
                made += count
        for job in jobs:
            print(job.result(), flush=True)
    print(f"{made:,} turns solved in {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
