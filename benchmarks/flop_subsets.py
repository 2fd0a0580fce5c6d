"""Distance of means over ``flops:N`` from means over all 1,755 flops, beside subsets drawn at random.

    python benchmarks/flop_subsets.py [--sizes 25,49,95,184] [--draws 300] [--solve FILE]

What is averaged had no part in choosing the flops. It is exact equities of pairs of ranges, and how often ranges connect
(top pair or better, two pair or better, flush draws, straight draws). With --solve it is also a spot that is solved on all
1,755 flops to 1% of the pot: its value, and how often each player bets (some twenty minutes on a core; FILE keeps what is
done).

An error is told in standard deviations, over all flops, of what is averaged, so that all can be put together, and in
percent. The root of the mean square and the largest are given (at random: the median of the largest). A subset at random
has N different flops, all equally likely, with their true weights.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from time import perf_counter

import numba as nb
import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from pokerzoo import make_game
from pokerzoo.agents import CFR
from pokerzoo.envs import board_set
from pokerzoo.envs.poker.cards import COMBOS, parse_cards
from pokerzoo.envs.poker.draws import DRAWS, MADE_HANDS, draws_of_hands, made_hands
from pokerzoo.envs.poker.hand_strength import boards_strength
from pokerzoo.envs.poker.ranges import parse_range
from pokerzoo.envs.poker.suit_orbits import ALL_SUIT_PERMUTATIONS, orbits_of
from pokerzoo.evaluation import SpotReport

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

TUNED_ON = {
    "button and big blind": (
        "22+,A2s+,K2s+,Q4s+,J6s+,T6s+,96s+,85s+,75s+,64s+,53s+,A2o+,K8o+,Q9o+,J9o+,T8o+,98o",
        "JJ-22,A9s-A2s,KJs-K2s,QTs-Q2s,J4s+,T5s+,95s+,84s+,74s+,63s+,52s+,42s+,AJo-A2o,KJo-K8o,Q9o+,J8o+,T8o+,97o+,87o,76o",
    ),
    "first in and big blind": (
        "66+,A2s+,KTs+,QTs+,JTs,T9s,98s,ATo+,KJo+",
        "TT-22,AJs-A2s,KJs-K9s,Q9s+,J9s+,T8s+,97s+,86s+,75s+,65s,54s,AJo-ATo,KJo+,QJo",
    ),
    "three-bet": ("TT+,AJs+,KQs,A5s-A4s,AQo+", "JJ-77,AQs-ATs,KTs+,QTs+,JTs,T9s,98s,AQo,KQo"),
    "premium and random": ("TT+,AQs+,AKo", "random"),
    "small and premium": ("88-22,A5s-A2s,87s,76s,65s,54s", "KK+,AKs,AKo,KQs"),
}
"""Pairs of ranges by which the numbers in the similarity (16, 1/2, 1) were chosen among some seventy others."""
HELD_OUT = {
    "cutoff and button": (
        "22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,87s,76s,65s,A9o+,KTo+,QTo+,JTo",
        "JJ-44,AJs-A8s,KTs+,QTs+,JTs,T9s,98s,87s,76s,AQo-AJo,KQo",
    ),
    "small and big blind": (
        "22+,A2s+,K2s+,Q2s+,J4s+,T6s+,96s+,85s+,75s+,64s+,54s,A2o+,K5o+,Q8o+,J8o+,T8o+,98o,87o",
        "99-22,A9s-A2s,KTs-K2s,Q2s+,J5s+,T6s+,95s+,85s+,74s+,64s+,53s+,43s,ATo-A2o,KJo-K6o,Q8o+,J8o+,T8o+,97o+,87o,76o",
    ),
    "four-bet": ("KK+,AKs,A5s,AKo:0.5,QQ:0.5", "QQ-TT,AKs,AQs,KQs,AKo:0.5"),
    "big blind three-bets": (
        "TT+,ATs+,KTs+,QTs+,J9s+,T9s,A5s-A2s,76s,65s,AQo+,KQo",
        "JJ-22,AJs-A2s,KQs-K9s,Q9s+,J9s+,T8s+,97s+,87s,76s,65s,54s,AJo-ATo,KJo+",
    ),
    "pairs and connectors": ("22+", "AKs,KQs,QJs,JTs,T9s,98s,87s,76s,65s,54s,32s,43s"),
    "high and low": ("AT+,KT+,QT+,JT", "22-99,87s,76s,65s,54s,97s,86s,75s,64s,A2s-A9s"),
    "suited and offsuit": ("A2s+,K2s+,Q2s+,J2s+,T2s+,92s+,82s+", "A2o+,K5o+,Q7o+,J8o+"),
}
"""Pairs of ranges that had no part in it."""
SPOT = {"pot": 10, "stack": 10, "bet_sizes": "a", "raise_sizes": "a"}
SPOT_RANGES = ("JJ-88,AJs-ATs,KQs,QJs,T9s,87s,76s", "TT+,AQs+,KQs,JTs,98s,AKo")
CHUNK = 1000
FLOPS = list(board_set("all-flops"))
SHARES: Floats = np.array([weight for _, weight in FLOPS]) / 22100


def equities(pairs: list[tuple[str, str]]) -> Floats:
    """float64 [pairs, flops]: equity of the first range of each pair, over all turns and rivers.

    Each set of five cards, one of an orbit, is dealt once, and counts for the ten flops in it.
    """
    boards = orbits_of(5, ALL_SUIT_PERMUTATIONS)
    cards = np.array([[card for card in range(52) if own >> card & 1] for own in boards.sets.tolist()])
    weights = np.array([[parse_range(text).weights for text in pair] for pair in pairs])
    won, dealt = np.empty((2, len(pairs), len(cards)))
    for start in range(0, len(cards), CHUNK):
        strengths = boards_strength(cards[start : start + CHUNK], COMBOS)
        part = slice(start, start + CHUNK)
        won[:, part], dealt[:, part] = showdowns(strengths, np.argsort(strengths, axis=1), COMBOS, weights)
    flops = orbits_of(3, ALL_SUIT_PERMUTATIONS).sets
    total = np.zeros((2, len(pairs), len(flops)))
    for three in combinations(range(5), 3):
        images = []
        for exchange in ALL_SUIT_PERMUTATIONS:
            takes = np.array([card & ~3 | exchange[card & 3] for card in range(52)])
            images.append((np.int64(1) << takes[cards[:, three]]).sum(axis=1))
        flop = len(flops) - 1 - np.searchsorted(flops[::-1], np.max(images, axis=0))
        for sums, masses in zip(total, (won, dealt), strict=True):
            for pair, mass in enumerate(masses):
                sums[pair] += np.bincount(flop, boards.sizes * mass, len(flops))
    return np.asarray(total[0] / total[1])


@nb.njit(cache=True)
def showdowns(
    strengths: npt.NDArray[np.int32], order: Ints, cards: npt.NDArray[np.int32], weights: Floats
) -> tuple[Floats, Floats]:
    """Two float64 [pairs, boards]: the weight of pairs of hands that the first wins, ties half, and of all.

    Args:
        strengths: int32 [boards, combos]: below 0 where the board has one of the cards.
        order: int64 [boards, combos]: the combos of each board, the weakest first.
        cards: int32 [combos, 2].
        weights: float64 [pairs, 2, combos].
    """
    boards, combos = strengths.shape
    won, dealt = np.zeros((len(weights), boards)), np.zeros((len(weights), boards))
    for pair in range(len(weights)):
        mine, theirs = weights[pair]
        for board in range(boards):
            total, below = 0.0, 0.0
            with_card, below_with = np.zeros(52), np.zeros(52)
            for hand in range(combos):
                if strengths[board, hand] >= 0:
                    total += theirs[hand]
                    with_card[cards[hand, 0]] += theirs[hand]
                    with_card[cards[hand, 1]] += theirs[hand]
            start = 0
            while strengths[board, order[board, start]] < 0:
                start += 1
            while start < combos:
                end = start
                while end < combos and strengths[board, order[board, end]] == strengths[board, order[board, start]]:
                    end += 1
                for k in range(start, end):  # what is beaten counts half here and half below, a tie only below
                    hand = order[board, k]
                    one, other = cards[hand]
                    won[pair, board] += mine[hand] / 2 * (below - below_with[one] - below_with[other])
                for k in range(start, end):
                    hand = order[board, k]
                    below += theirs[hand]
                    below_with[cards[hand, 0]] += theirs[hand]
                    below_with[cards[hand, 1]] += theirs[hand]
                for k in range(start, end):
                    hand = order[board, k]
                    one, other = cards[hand]
                    won[pair, board] += mine[hand] / 2 * (below - below_with[one] - below_with[other] + theirs[hand])
                    dealt[pair, board] += mine[hand] * (total - with_card[one] - with_card[other] + theirs[hand])
                start = end
    return won, dealt


def connections(ranges: list[str]) -> Floats:
    """float64 [4 * ranges, flops]: shares with top pair or better, two pair or better, a flush draw, a straight draw."""
    weights = np.array([parse_range(text).weights for text in ranges])
    top, two = MADE_HANDS.index("top pair"), MADE_HANDS.index("two pair")
    flush = 1 << DRAWS.index("flush draw")
    straight = 1 << DRAWS.index("open-ended straight draw") | 1 << DRAWS.index("gutshot")
    found = np.empty((4, len(ranges), len(FLOPS)))
    for flop, (board, _) in enumerate(FLOPS):
        made, drawn = made_hands(parse_cards(board), COMBOS), draws_of_hands(parse_cards(board), COMBOS)
        left = weights * (made >= 0)
        for kind, hands in enumerate((made <= top, made <= two, drawn & flush > 0, drawn & straight > 0)):
            found[kind, :, flop] = (left * hands).sum(axis=1) / left.sum(axis=1)
    return found.reshape(-1, len(FLOPS))


def solved(path: Path) -> Floats:
    """float64 [3, flops]: value of the first player in percent of the pot, and how often each bets, as shares.

    FILE has a row for each flop that is done, in random order: its number, value, frequencies, iterations, exploitability.
    """
    rows = np.load(path).tolist() if path.exists() else []
    done = {int(row[0]) for row in rows}
    for flop in np.random.default_rng(0).permutation(len(FLOPS)).tolist():
        if flop in done:
            continue
        game = make_game("holdem", board=FLOPS[flop].board, ranges=SPOT_RANGES, **SPOT)
        trainer = CFR(game, threads=1).run(until=0.1)
        report = SpotReport(game, trainer.average_policy())
        bets = [float(report.frequencies(line)[-1]) for line in ("", "x")]
        rows.append([flop, trainer.expected_value, *bets, trainer.iteration, trainer.exploitability])
        if len(rows) % 50 == 0 or len(rows) == len(FLOPS):
            partial = path.with_name(path.name + ".part.npy")
            np.save(partial, np.array(rows))
            os.replace(partial, path)
            print(f"{len(rows)} of {len(FLOPS)} flops solved", flush=True)
    table = np.array(sorted(rows)).T
    return np.stack([table[1] / SPOT["pot"], table[2], table[3]])


def random_subsets(size: int, draws: int) -> Iterator[tuple[Ints, Floats]]:
    """Flops and weights."""
    generator = np.random.default_rng(size)
    for _ in range(draws):
        flops = generator.permutation(len(FLOPS))[:size]
        yield flops, SHARES[flops] / SHARES[flops].sum()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", default="25,49,95,184", help="how many flops the subsets have")
    parser.add_argument("--draws", type=int, default=300, help="subsets at random")
    parser.add_argument(
        "--solve", type=Path, metavar="FILE", help="solve a spot on all flops, too; FILE (.npy) keeps what is done"
    )
    options = parser.parse_args()
    start = perf_counter()
    names = sorted({text for pair in HELD_OUT.values() for text in pair})
    groups = {"equity": equities(list(HELD_OUT.values())), "connections": connections(names)}
    print(f"{len(HELD_OUT)} pairs of ranges on all flops: {perf_counter() - start:.0f} s")
    if options.solve:
        value, *bets = solved(options.solve)
        groups |= {"solved: value": value[None], "solved: bets": np.array(bets)}
    number = {board: k for k, (board, _) in enumerate(FLOPS)}
    table = Table(title="Means over subsets of flops less means over all: root of the mean square  largest")
    for column in (
        "of",
        "flops",
        "flops:N, deviations",
        "flops:N, percent",
        "at random, deviations",
        "at random, percent",
        "ratio",
    ):
        table.add_column(column, justify="left" if column == "of" else "right")
    for name, values in groups.items():
        means = values @ SHARES
        deviations = np.sqrt((values - means[:, None]) ** 2 @ SHARES)
        for size in map(int, options.sizes.split(",")):
            boards = list(board_set(f"flops:{size}"))
            flops = np.array([number[board] for board, _ in boards])
            errors = values[:, flops] @ np.array([weight for _, weight in boards]) / 22100 - means
            others = np.array([values[:, own] @ shares - means for own, shares in random_subsets(size, options.draws)])
            cells = []
            for found in (errors[None], others):
                for own, digits in ((found / deviations, 3), (100 * found, 2)):
                    cells.append(f"{rms(own):.{digits}f}  {np.median(np.abs(own).max(axis=1)):.{digits}f}")
            table.add_row(name, str(size), *cells, f"{rms(others / deviations) / rms(errors / deviations):.1f}")
        table.add_section()
    Console(width=140).print(table)


def rms(values: Floats) -> float:
    """The root of the mean square."""
    return float(np.sqrt(np.mean(values**2)))


if __name__ == "__main__":
    main()
