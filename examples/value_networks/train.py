"""Train a value network on solved turns, and say how far off it is on turns that it has not seen.

    python examples/value_networks/train.py DIR [DIR ...] --out turns.npz [--epochs 100] [--device cpu]

The folders are those of situations.py; a tenth of their turns is held out. Needs torch (``pip install torch``).

The loss is the mean Huber loss (delta 1) over all hands that the board leaves, in fractions of the pot.
"""

from __future__ import annotations

import argparse
import sys
import time
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from network import AT_ONCE, LEAK, PLACES, ValueNetwork, Views, values_from
from situations import read

LIVE_HANDS = comb(48, 2)


def seen_by_network(data: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Arrays by name, a row for each turn: its view, and its values."""
    views, pieces = Views(), []
    for start in range(0, len(data["pots"]), AT_ONCE):
        part = {name: array[start : start + AT_ONCE] for name, array in data.items()}
        view = views.see(part["ranges"], part["boards"], part["pots"], part["stacks"])
        pieces.append({**vars(view), "places": view.places.astype(np.uint8), "values": part["values"]})
    return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}


class Training:
    """The network of network.py in torch, with its gradients."""

    def __init__(self, seen: dict[str, np.ndarray], args: argparse.Namespace) -> None:
        """Put all turns on the device, and make the first weights."""
        import torch

        self.torch, self.args = torch, args
        self.seen = {name: torch.from_numpy(array).to(args.device) for name, array in seen.items()}
        first = ValueNetwork.untrained(args.width, args.passes, args.seed)
        self.weights = {
            name: torch.tensor(array, device=args.device, requires_grad=True) for name, array in first.weights.items()
        }
        self.optimizer = torch.optim.Adam(list(self.weights.values()))

    def epoch(self, number: int, rows: np.ndarray) -> float:
        """See each of these turns once; the mean loss while weights changed."""
        torch, args, losses = self.torch, self.args, 0.0
        order = torch.from_numpy(np.random.default_rng([args.seed, number]).permutation(rows)).to(args.device)
        batches = order.split(args.batch_size)
        for k, batch in enumerate(batches):
            for group in self.optimizer.param_groups:
                group["lr"] = args.learning_rate * rate_share((number + k / len(batches)) / args.epochs)
            wanted = self.seen["values"][batch]
            loss = torch.nn.functional.smooth_l1_loss(self.values_of(batch), wanted, reduction="sum")
            loss = loss / (2 * LIVE_HANDS * len(batch))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses += float(loss.detach()) * len(batch)
        return losses / len(rows)

    def values_of(self, rows: Any) -> Any:
        """Tensor [rows, 2, 1326]: ``ValueNetwork.values`` in torch."""
        seen = {name: array[rows] for name, array in self.seen.items() if name != "values"}
        answers, places, parts = self.answers(seen), seen["places"].long(), seen["parts"]
        worth = 0.0
        for corner in range(places.shape[2]):
            place = places[:, None, :, corner].expand(-1, 2, -1)
            worth = worth + answers.gather(2, place) * parts[:, None, :, corner]
        both = seen["held"] * seen["met"]
        off = (both * worth).sum((1, 2)) / both.sum((1, 2)).clamp_min(1e-12)
        live = (parts.sum(2) > 0.0)[:, None]
        return (seen["unbet"] + seen["met"] * (worth - off[:, None, None])) * live

    def answers(self, seen: dict[str, Any]) -> Any:
        """Tensor [rows, 2, PLACES]: as in ``ValueNetwork``."""
        torch, weights, slope = self.torch, self.weights, float(LEAK)

        def layer(x: Any, name: str, more: Any = 0.0) -> Any:
            return torch.nn.functional.leaky_relu(x @ weights[name] + weights[f"{name}/bias"] + more, slope)

        likely = seen["likely"][:, :, None]
        x, below = layer(layer(seen["inputs"], "first/0"), "first/1"), likely * seen["below"]
        for k in range(self.args.passes):
            weaker, sums = below @ x, likely @ x
            both = torch.cat([sums, sums.flip(1)], dim=3) @ weights[f"pass{k}/sums"]
            x = x + layer(layer(torch.cat([x, weaker, weaker.flip(1)], dim=3), f"pass{k}/0", both), f"pass{k}/1")
        return (x @ weights["last"] + weights["last/bias"])[..., 0]

    def network(self) -> ValueNetwork:
        """The network as it is, as plain arrays."""
        return ValueNetwork({name: weight.detach().cpu().numpy() for name, weight in self.weights.items()})


def rate_share(done: float) -> float:
    """The learning rate as a share of the largest: up in three tenths of the training, then down, by cosines."""
    if done < 0.3:
        return 0.04 + 0.96 * (1.0 - np.cos(np.pi * done / 0.3)) / 2.0
    return (1.0 + np.cos(np.pi * (done - 0.3) / 0.7)) / 2.0


def errors(data: dict[str, np.ndarray], network: ValueNetwork | None) -> tuple[float, float]:
    """(mean Huber loss of all hands, mean error of hands held), in fractions of the pot; None: values as if no player bet."""
    huber = held = 0.0
    views = Views()
    for start in range(0, len(data["pots"]), AT_ONCE):
        part = {name: array[start : start + AT_ONCE] for name, array in data.items()}
        situations = part["ranges"], part["boards"], part["pots"], part["stacks"]
        if network is None:
            guess = values_from(views.see(*situations), np.zeros((len(part["pots"]), 2, PLACES), np.float32))
        else:
            guess = network.values(*situations)
        error = np.abs(guess - part["values"]).astype(np.float64)
        huber += float(np.where(error < 1.0, error**2 / 2.0, error - 0.5).sum())
        held += float((error * part["ranges"]).sum())
    count = 2 * len(data["pots"])
    return huber / (count * LIVE_HANDS), held / count


def main() -> None:
    """Train, write the network, and print its errors."""
    parser = argparse.ArgumentParser(description="Train a value network for turns.")
    parser.add_argument("folders", type=Path, nargs="+", help="of situations.py")
    parser.add_argument("--out", type=Path, default=Path("turns.npz"), help="the network (turns.npz)")
    parser.add_argument("--epochs", type=int, default=100)
    parser.add_argument("--width", type=int, default=32, help="numbers in each layer (32)")
    parser.add_argument("--passes", type=int, default=3, help="how often places hear of each other (3)")
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--learning-rate", type=float, default=0.004)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cpu", help="as torch names it (cpu)")
    args = parser.parse_args()
    try:
        import torch
    except ImportError:
        sys.exit("train.py needs torch: pip install torch")
    torch.set_num_threads(1)
    data = read(args.folders)
    order = np.random.default_rng(args.seed).permutation(len(data["pots"]))
    held_out, rows = np.sort(order[: max(1, len(order) // 10)]), np.sort(order[max(1, len(order) // 10) :])
    if not len(rows):
        sys.exit("at least two turns are needed, of which one is held out")
    training, begin = Training(seen_by_network({name: array[rows] for name, array in data.items()}), args), time.time()
    for number in range(args.epochs):
        loss = training.epoch(number, np.arange(len(rows)))
        print(f"epoch {number + 1}: loss {loss:.5f}", flush=True)
    network = training.network()
    network.save(args.out, turns=len(rows), epochs=args.epochs, loss=loss)
    print(f"{args.out}: {sum(weight.size for weight in network.weights.values()):,} weights in {time.time() - begin:.0f} s")
    for name, part in (("seen", rows), ("held out", held_out)):
        some = {key: array[part] for key, array in data.items()}
        for what, guess in (("without bets", None), ("network", network)):
            huber, held = errors(some, guess)
            print(f"{name:9} {what:13} Huber loss {huber:.5f}, mean error of hands held {held:.2%} of the pot")


if __name__ == "__main__":
    main()
