"""A small value network for rivers, after DeepStack's: trained on random situations that were solved, tested on others.

    python examples/value_network.py [DIR] [--spots 3000] [--epochs 20] [--processes 2] [--quick]

DIR is the folder of a data set of rivers; if there is none, it is made first, as by
`pokerzoo dataset river --spots 3000 --seed 1 --out DIR`. A tenth of the spots is held out. Needs torch (pip install torch) and
what data sets need (pip install '.[sweeps]').

The network is told what each player holds by strength. The hands of a board stand in 64 classes from weak to strong, with
how likely each is (DeepStack: 1,000 classes of hands that k-means found alike). One small network is asked about each class
of each player. It is given how likely the class is and what the opponent holds below it, the pot, and sums over both ranges
of what it made of the other classes. Each hand is worth what it would be without a bet, plus what the network says for its
class times the part of the opponent's range that it can meet. As in DeepStack the last layer takes half of what both
players' values are off zero-sum from each.

It prints the mean Huber loss (delta 1) over all hands of both players, in fractions of the pot. Beside it stand simple
guesses and what DeepStack's authors report for their networks (supplement of Moravcik et al., Science 2017;
arXiv:1701.01724v3, p. 27). Theirs are for turns and flops, not for rivers, which DeepStack solves. In their code for Leduc
hold'em "the pot" is what *one* player has put in. Their networks for hold'em may use the same unit, so our loss is printed
in that unit, too.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from pokerzoo.envs import COMBOS
from pokerzoo.envs.poker.cards import NUM_CARDS
from pokerzoo.envs.poker.hand_strength import board_strength
from pokerzoo.evaluation import read_dataset

CLASSES = 64
BATCH = 32
HOLDS = (COMBOS[:, :, None] == np.arange(NUM_CARDS)).any(axis=1).astype(np.float32)  # [hands, cards]
DEEPSTACK = {"turn network": (0.016, 0.026), "flop network": (0.008, 0.034), "auxiliary network": (0.000053, 0.000055)}


def make_dataset(folder: str, spots: int, quick: bool, processes: int | None) -> None:
    """Solve random rivers, unless they are there."""
    from pokerzoo.evaluation.sweeps.dataset_work import DatasetWork
    from pokerzoo.evaluation.sweeps.folder import Folder
    from pokerzoo.evaluation.sweeps.run import run_folder

    if quick:
        work = DatasetWork(street="river", spots=spots, seed=1, pots="100:60", until="2%", rows_per_file=20)
    else:
        work = DatasetWork(street="river", spots=spots, seed=1)
    begin = time.perf_counter()
    result = run_folder(Folder.make(folder, work), processes)
    print(f"{result.made:,} rivers solved in {time.perf_counter() - begin:.0f} s, to {work.until} of the pot")


def look_at(cards: np.ndarray, ranges: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of a board: each hand's class, what it can meet of the opponent's range, and its value without bets.

    Returns:
        int64 [1326], -1 for hands that the board rules out; float32 [2, 1326]; float32 [2, 1326] in fractions of the pot.
    """
    strength = board_strength(tuple(cards.tolist()))
    order = np.argsort(strength, kind="stable")[np.count_nonzero(strength < 0) :]  # the hands that the board leaves
    ranked, theirs = strength[order], ranges[::-1, order]
    first, last = np.searchsorted(ranked, ranked, "left"), np.searchsorted(ranked, ranked, "right")
    total = np.pad(theirs.cumsum(axis=1), ((0, 0), (1, 0)))  # of all hands up to a place in the order
    by_card = np.pad((theirs[:, :, None] * HOLDS[order]).cumsum(axis=1), ((0, 0), (1, 0), (0, 0)))
    one, two = COMBOS[order].T

    def up_to(place: np.ndarray) -> np.ndarray:
        return total[:, place] - by_card[:, place, one] - by_card[:, place, two]

    every = np.full(len(order), len(order))
    kind = np.full(len(strength), -1)
    kind[order] = np.minimum((first + last) * CLASSES // (2 * len(order)), CLASSES - 1)
    met, unbet = np.zeros((2, 2, len(strength)), np.float32)
    met[:, order] = up_to(every) + theirs  # the opponent's very same hand was taken out twice
    unbet[:, order] = (up_to(first) - (up_to(every) - up_to(last))) / 2
    return kind, met, unbet


def huber(error: np.ndarray) -> np.ndarray:
    """The loss for each number."""
    size = np.abs(error)
    return np.where(size < 1, size**2 / 2, size - 0.5)


def main() -> None:
    """Make or read the data set, train, and print."""
    parser = argparse.ArgumentParser(description="A small value network for rivers.")
    parser.add_argument("folder", nargs="?", default="river-values", help="the data set (river-values)")
    parser.add_argument("--spots", type=int, help="how many are made, if it is not there (3000)")
    parser.add_argument("--epochs", type=int, help="how often the network sees each spot (20)")
    parser.add_argument("--processes", type=int, help="how many make spots at a time; else one for each processor")
    parser.add_argument("--quick", action="store_true", help="60 simple spots, 2 epochs: whether it runs at all")
    options = parser.parse_args()
    try:
        import torch
        from torch import nn
    except ImportError:
        sys.exit("value_network.py needs torch: pip install torch")
    if not (Path(options.folder) / "sweep.json").exists():
        make_dataset(options.folder, options.spots or (60 if options.quick else 3000), options.quick, options.processes)

    columns = {name: [] for name in ("cards", "pot", "stack", "range_oop", "range_ip", "cfv_oop", "cfv_ip")}
    for file in read_dataset(options.folder, list(columns)):
        for name, values in file.items():
            columns[name].append(values)
    data = {name: np.concatenate(values) for name, values in columns.items()}
    ranges = np.stack([data["range_oop"], data["range_ip"]], axis=1)  # [spots, players, hands], as all that follows
    values = np.stack([data["cfv_oop"], data["cfv_ip"]], axis=1)
    kind, met, unbet = map(np.stack, zip(*map(look_at, data["cards"], ranges), strict=True))
    live = kind >= 0
    ratio = data["stack"] / data["pot"]
    money = np.stack([1 / (1 + 2 * ratio), np.log(ratio) / 4], axis=1).astype(np.float32)
    held_out = np.arange(len(ranges)) >= len(ranges) * 9 // 10
    train = np.flatnonzero(~held_out)

    class Network(nn.Module):
        """[spots, 2, CLASSES] of how likely each class is, and [spots, 2] about the pot, to a number for each class."""

        def __init__(self, width: int = 32, rounds: int = 2) -> None:
            super().__init__()

            def layers(inputs: int) -> nn.Module:
                return nn.Sequential(nn.Linear(inputs, width), nn.PReLU(), nn.Linear(width, width), nn.PReLU())

            self.first = layers(8)
            self.rounds = nn.ModuleList(layers(3 * width) for _ in range(rounds))
            self.last = nn.Linear(width, 1)

        def forward(self, likely: torch.Tensor, money: torch.Tensor) -> torch.Tensor:
            below = likely.cumsum(2) - likely / 2
            place = ((torch.arange(CLASSES) + 0.5) / CLASSES).expand_as(likely)
            seat = torch.tensor([[0.0], [1.0]]).expand_as(likely)
            pots = [money[:, k, None, None].expand_as(likely) for k in range(2)]
            scaled = likely * CLASSES**0.5
            found = self.first(torch.stack([scaled, scaled.flip(1), below, below.flip(1), place, seat, *pots], dim=3))
            for layer in self.rounds:
                sums = (likely[..., None] * found).sum(2, keepdim=True).expand_as(found)
                found = found + layer(torch.cat([found, sums, sums.flip(1)], dim=3))
            return self.last(found)[..., 0]

    torch.manual_seed(0)
    network = Network()
    all_ranges, all_values, all_met, all_unbet, all_money = map(torch.from_numpy, (ranges, values, met, unbet, money))
    all_live, number = torch.from_numpy(live)[:, None], torch.from_numpy(np.maximum(kind, 0))[:, None].expand(-1, 2, -1)
    likely = torch.zeros(len(ranges), 2, CLASSES).scatter_add_(2, number, all_ranges)

    def values_of(spots: torch.Tensor) -> torch.Tensor:
        worth = network(likely[spots], all_money[spots]).gather(2, number[spots])
        worth = all_unbet[spots] + all_met[spots] * worth
        off = (all_ranges[spots] * worth).sum((1, 2))  # what both players expect should add up to 0
        return (worth - off[:, None, None] / 2) * all_live[spots]

    steps = -(-len(train) // BATCH)
    epochs = options.epochs or (2 if options.quick else 20)
    optimizer = torch.optim.Adam(network.parameters())
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.004, total_steps=epochs * steps)
    begin, random = time.perf_counter(), np.random.default_rng(0)
    for _ in range(epochs):
        for spots in torch.from_numpy(random.permutation(train)).split(BATCH):
            loss = nn.functional.smooth_l1_loss(values_of(spots), all_values[spots])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    weights = sum(own.numel() for own in network.parameters())
    print(f"{weights:,} weights, {epochs} epochs in {time.perf_counter() - begin:.0f} s")

    with torch.no_grad():
        predicted = torch.cat([values_of(spots) for spots in torch.arange(len(ranges)).split(256)]).numpy()
    off = np.abs((ranges * predicted).sum(axis=(1, 2))).max()
    mean = np.where(live[train, None], values[train], np.nan)
    guesses = {
        "always 0": np.zeros_like(values),
        "each player's mean": np.broadcast_to(np.nanmean(mean, axis=(0, 2))[None, :, None], values.shape),
        "as if no player bet": unbet,
        "network": predicted,
    }
    mask = np.broadcast_to(live[:, None], values.shape)
    print(f"\nHuber loss over all hands, fractions of the pot: {len(train):,} rivers seen, {held_out.sum():,} held out")
    print(f"{'':22}{'seen':>10}{'held out':>10}   held out, pot of one player")
    for name, guess in guesses.items():
        error = guess - values
        seen, new = (huber(error[part])[mask[part]].mean() for part in (~held_out, held_out))
        print(f"{name:22}{seen:>10.5f}{new:>10.5f}{huber(2 * error[held_out])[mask[held_out]].mean():>15.5f}")
    print(f"the network's values are zero-sum to {off:.0e} of the pot")
    print("\nDeepStack's networks, as published (pot of one player):")
    for name, (seen, new) in DEEPSTACK.items():
        print(f"{name:22}{seen:>10g}{'':10}{new:>15g}")


if __name__ == "__main__":
    main()
