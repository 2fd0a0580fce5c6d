"""Hand classes: what is lost by taking hands for one, by features and number of classes.

    python benchmarks/hand_classes.py [--counts 200,1000] [--features ehs,ehs2,spread,emd,cumulative] [--deck standard]
        [--streets flop,turn,river] [--blueprint ITERATIONS]

For each street, features and number of classes, over all pairs of a board and a hand, by how often they are dealt:

- *E[HS]*: by how much a hand's expected strength differs from the mean of its class (root mean square), in points of 100.
- *spread*: the same of the standard deviation of HS over the run-outs.
- *EMD*: the earth mover's distance of a hand's histogram of HS to the mean histogram of its class (mean), in points of 100.
- on the river also *groups*: by how much strength against each of eight groups of hands differs from the class's (root mean
  square).

Seconds are processor time, with all kernels in the cache and the full boards made.

``--blueprint`` measures what classes cost: NashConv of a blueprint on flop hold'em with the royal deck, exactly and in mbb,
by classes on the flop.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import Blueprint, make_hand_classes
from pokerzoo.agents.blueprint.canonical_boards import canonical_boards
from pokerzoo.agents.blueprint.class_clusters import greatest_feature
from pokerzoo.agents.blueprint.class_features import BINS, Showdowns, StreetFeatures
from pokerzoo.agents.blueprint.class_methods import METHODS, drawn_share
from pokerzoo.agents.blueprint.class_streets import EXACT, RIVER_FEATURES, ClassMaking, classes_before, dealt_cards
from pokerzoo.agents.blueprint.opponent_groups import GROUPS, group_shares, opponent_groups
from pokerzoo.envs import make_game

POINTS = 100.0
MEASURED = 400_000
"""Pairs of a board and a hand that are measured, about, drawn at random; all of them on flops are a million."""
MEASURED_RIVERS = 400
STREET_CARDS = {"flop": 3, "turn": 4}
COSTS = {"ehs": (5, 10, 20, 50, "exact"), "ochs": (5, 10, 20, 50, 200, 1000)}
"""Classes on the flop, which is the last board of flop hold'em."""
Numbers = npt.NDArray[np.float64]


def class_means(numbers: Numbers, weights: Numbers, classes: npt.NDArray[np.integer]) -> Numbers:
    """The weighted mean of each column over each pair's class, as a row for each pair."""
    masses = np.bincount(classes, weights)
    sums = [np.bincount(classes, weights * column) for column in numbers.T]
    return (np.stack(sums, axis=1) / np.maximum(masses, 1)[:, None])[classes]


def root_mean_square(apart: Numbers, weights: Numbers) -> float:
    """Over pairs and columns."""
    return float(np.sqrt(np.average((apart**2).mean(axis=1), weights=weights)))


class MeasuredStreet:
    """Pairs of a board and a hand on a street with cards to come, with all that is measured."""

    def __init__(self, showdowns: Showdowns, cards: int) -> None:
        self.features = StreetFeatures(showdowns, canonical_boards(showdowns.boards.cards, (cards,)))
        sizes = self.features.boards.hands.sizes
        self.chosen = drawn_share(len(sizes), MEASURED, 1)
        self.weights = sizes[self.chosen].astype(np.float64)
        totals, squares = map(np.concatenate, zip(*self.features.moments(), strict=True))
        mean, square = totals / self.features.most, squares / (self.features.most * showdowns.most)
        self.moments = np.stack([mean, np.sqrt(np.maximum(square - mean**2, 0))], axis=1)[self.chosen]
        kept = []
        for counts, at in zip(self.features.histograms(), self.starts(), strict=False):
            kept.append(counts[self.chosen[at : at + len(counts)], :BINS])
        self.histograms = np.cumsum(np.concatenate(kept), axis=1) / self.features.run_outs

    def starts(self) -> list[int]:
        """The number of the first pair of each part."""
        return list(accumulate((pairs for _, _, pairs in self.features.parts()), initial=0))

    def row(self, features: str, wanted: int) -> list[str]:
        """A line of the table."""
        began = time.process_time()
        made = METHODS[features].classes(self.features, wanted, 0)
        seconds = time.process_time() - began
        classes = made.of_pairs[self.chosen]
        moments = self.moments - class_means(self.moments, self.weights, classes)
        moved = np.abs(self.histograms - class_means(self.histograms, self.weights, classes)).sum(axis=1) / BINS
        losses = (
            root_mean_square(moments[:, :1], self.weights),
            root_mean_square(moments[:, 1:], self.weights),
            float(np.average(moved, weights=self.weights)),
        )
        return [features, f"{made.number:,}", *(f"{POINTS * loss:.2f}" for loss in losses), f"{seconds:.0f}"]


def river_rows(deck: str, counts: list[int], seed: int = 0) -> Iterator[list[str]]:
    """The lines of the river's table: features, classes, E[HS], groups, seconds."""
    dealt = dealt_cards(make_game("texas_holdem", deck=deck).rules)
    recipe = {"flop": "exact", "turn": "exact", "features": "emd", "seed": seed}
    making = ClassMaking(dealt, recipe)
    showdowns = making.showdowns
    groups = opponent_groups(showdowns, classes_before(dealt.cards), seed)
    rows = np.flatnonzero(drawn_share(len(showdowns.boards.keys), MEASURED_RIVERS, 1))
    for features in RIVER_FEATURES:
        for wanted in counts:
            recipe |= {"river": wanted, "river_features": features}
            began = time.process_time()
            number, street = making.street(2)
            seconds = time.process_time() - began
            shares, strengths, classes, weights = [], [], [], []
            for row in rows.tolist():
                key = int(showdowns.boards.keys[row])
                board = np.array([key >> 6 * place & 63 for place in range(dealt.full)])
                own = street.classes_on(dealt, board)
                alive = own >= 0
                shares.append(group_shares(dealt.cards, dealt.short, key, dealt.full, groups)[dealt.hands][alive])
                strengths.append(showdowns.doubled[row, dealt.hands][alive] / showdowns.most)
                classes.append(own[alive])
                weights.append(np.full(int(alive.sum()), float(showdowns.boards.sizes[row])))
            mass, place = np.concatenate(weights), np.concatenate(classes)
            strength = np.concatenate(strengths)[:, None]
            share = np.concatenate(shares) / greatest_feature(GROUPS, True)
            losses = [root_mean_square(one - class_means(one, mass, place), mass) for one in (strength, share)]
            yield [features, f"{number:,}", *(f"{POINTS * loss:.2f}" for loss in losses), f"{seconds:.0f}"]


def show(*cells: str) -> None:
    """Print a line of a table at once, as each takes a while."""
    print("".join(f"{cell:>12}" for cell in cells), flush=True)


def costs(iterations: int) -> None:
    """Print NashConv of blueprints by number of classes."""
    show("cost", "features", "classes", "numbers", "NashConv")
    game = make_game("flop_holdem", deck="royal", raise_cap=2)
    assert game.big_blind is not None
    for features, counts in COSTS.items():
        for wanted in counts:
            classes = make_hand_classes(game.rules, flop=wanted, river_features=features)  # type: ignore[arg-type]
            solver = Blueprint(game, hand_classes=classes, seed=1, threads=1).run(iterations)
            told = "exact" if wanted == EXACT else features
            nash_conv = 1000 * solver.nash_conv / game.big_blind
            show("", told, f"{classes.counts[1]:,}", f"{solver.num_numbers:,}", f"{nash_conv:.0f}")


def main() -> None:
    """Read options, print tables."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--counts", default="200,1000")
    parser.add_argument("--features", default=",".join(METHODS))
    parser.add_argument("--deck", choices=("standard", "short", "royal"), default="standard")
    parser.add_argument("--streets", default="flop,turn,river")
    parser.add_argument("--blueprint", type=int, metavar="ITERATIONS")
    options = parser.parse_args()
    counts = [int(count) for count in options.counts.split(",")]
    dealt = dealt_cards(make_game("texas_holdem", deck=options.deck).rules)
    streets = options.streets.split(",") if options.streets else []
    for street in [street for street in STREET_CARDS if street in streets]:
        measured = MeasuredStreet(Showdowns.of_deck(dealt.cards, dealt.full, dealt.short), STREET_CARDS[street])
        show(street, "features", "classes", "E[HS]", "spread", "EMD", "seconds")
        for features in options.features.split(","):
            for wanted in counts:
                show("", *measured.row(features, wanted))
        del measured
    if "river" in streets:
        show("river", "features", "classes", "E[HS]", "groups", "seconds")
        for line in river_rows(options.deck, counts):
            show("", *line)
    if options.blueprint:
        costs(options.blueprint)


if __name__ == "__main__":
    main()
