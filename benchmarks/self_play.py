"""Decisions a second of learners in self-play, their updates included, side by side in one process.

    python benchmarks/self_play.py [--seconds 5] [--repeats 3] [--games kuhn leduc]

Seconds are processor time of one thread. ``plain loop`` is what one writes on ``BatchedGame`` without tables of one's own: the
network is asked about each decision, and gradients go through all decisions one by one, twice. All have one hidden layer
of 128; the settings are otherwise each one's defaults. Needs torch.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np
import torch
from rich.console import Console
from rich.table import Table
from torch import nn

from pokerzoo.agents import PPO, NeuralMMD, RNaD
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.batched import BatchedGame

HIDDEN, HANDS, EPOCHS, PIECE = 128, 16_384, 2, 8192


class PlainLoop:
    """PPO by the decision: ``advance`` plays hands at tables and makes gradient steps on all decisions."""

    def __init__(self, game: Game) -> None:
        self.tables = BatchedGame(game, HANDS, seed=1)
        self.scale = max(abs(x) for x in game.utility_range)
        self.actions, inputs = game.num_distinct_actions, len(game.observation_names)
        self.network = nn.Sequential(nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, self.actions + 1))
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=1e-3)
        self.decisions = 0

    def ask(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of probabilities [n, actions], and values [n]."""
        result = self.network(seen)
        return torch.log_softmax(result[:, : self.actions].masked_fill(~masks, -1e9), dim=1), result[:, self.actions]

    def advance(self, iterations: int) -> None:
        """Hands and updates."""
        for _ in range(iterations):
            self.update(*self.play())

    def play(self) -> list[torch.Tensor]:
        """Observations, masks, actions, their probabilities and the players' winnings, each [decisions, ...]."""
        now, parts, paid = self.tables.reset(), [], np.zeros((HANDS, self.tables.num_players), dtype=np.float32)
        while not now.terminated.all():
            at = np.flatnonzero(~now.terminated)
            seen, masks = (torch.from_numpy(array[at]) for array in (now.observation, now.legal_action_mask))
            with torch.no_grad():
                logarithms, _ = self.ask(seen, masks)
            chosen = torch.distributions.Categorical(logits=logarithms).sample()
            before = logarithms.gather(1, chosen[:, None])[:, 0]
            parts.append((seen, masks, chosen, before, torch.from_numpy(at), torch.from_numpy(now.current_player[at]).long()))
            moves = np.zeros(HANDS, dtype=np.int64)
            moves[at] = chosen.numpy()
            now = self.tables.step(moves)
            paid[at] += now.rewards[at]
        seen, masks, chosen, before, table, player = (torch.cat(part) for part in zip(*parts, strict=True))
        return [seen, masks, chosen, before, torch.from_numpy(paid)[table, player] / self.scale]

    def update(self, *played: torch.Tensor) -> None:
        """PPO's clipped steps, with a bonus for entropy."""
        for _ in range(EPOCHS):
            for piece in torch.randperm(len(played[0])).split(PIECE):
                seen, masks, chosen, before, won = (part[piece] for part in played)
                logarithms, values = self.ask(seen, masks)
                gain = won - values.detach()
                ratio = (logarithms.gather(1, chosen[:, None])[:, 0] - before).exp()
                entropy = -(logarithms.exp() * logarithms).sum(dim=1).mean()
                surrogate = torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
                loss = (values - won).square().mean() - surrogate - 0.05 * entropy
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
        self.decisions += len(played[0])


LEARNERS: dict[str, Callable[[Game], object]] = {
    "plain loop": PlainLoop,
    "PPO": lambda game: PPO(game, seed=1, hidden=HIDDEN),
    "NeuralMMD": lambda game: NeuralMMD(game, seed=1, hidden=HIDDEN),
    "RNaD": lambda game: RNaD(game, seed=1, hidden=HIDDEN),
}


def rate(learner: object, seconds: float) -> float:
    """Decisions a second, updates included."""
    learner.advance(1)
    before, spent = learner.decisions, 0.0
    while spent < seconds:
        began = time.process_time()
        learner.advance(1)
        spent += time.process_time() - began
    return (learner.decisions - before) / spent


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement")
    parser.add_argument("--repeats", type=int, default=3, help="of which the median is taken, all learners in turn")
    parser.add_argument("--games", nargs="+", default=["kuhn", "leduc"])
    given = parser.parse_args()
    torch.set_num_threads(1)
    table = Table("game", "learner", "decisions a second", "times the plain loop")
    for name in given.games:
        learners = {label: make(make_game(name)) for label, make in LEARNERS.items()}
        for learner in learners.values():
            getattr(learner, "compile", lambda: None)()
        rates: dict[str, list[float]] = {label: [] for label in learners}
        for _ in range(given.repeats):
            for label, learner in learners.items():
                rates[label].append(rate(learner, given.seconds))
        plain = statistics.median(rates["plain loop"])
        for label, result in rates.items():
            median = statistics.median(result)
            table.add_row(name, label, f"{median:,.0f}", f"{median / plain:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
