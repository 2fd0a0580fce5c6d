"""What the recipes share: options, exact measuring while a learner trains, the curve, and the cross table at the end."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from rich.console import Console

from pokerzoo.agents import BASELINES, CFR
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.evaluation import exploitability, png_bytes, round_robin
from pokerzoo.evaluation.reports.figures import COLOURS, DASHES, new_figure, picture

console = Console(highlight=False)


def say(text):
    """Print a line, however long."""
    console.print(text, soft_wrap=True)


def options(text, name, steps, argv=None):
    """The command line of a recipe; ``steps`` has the games that it knows, the usual one first, and how long each takes."""
    parser = argparse.ArgumentParser(description=text)
    parser.add_argument("--game", choices=tuple(steps), default=next(iter(steps)))
    usual = ", ".join(f"{game}: {count:,}" for game, count in steps.items())
    parser.add_argument("--steps", type=int, help=f"decisions to train for, about ({usual})")
    parser.add_argument("--seed", type=int, default=1, help="of the networks and of the cards (1)")
    parser.add_argument("--picture", type=Path, metavar="FILE", help=f"the curve (build/rl/{name}_GAME.png)")
    given = parser.parse_args(argv)
    given.steps = given.steps or steps[given.game]
    given.picture = given.picture or Path("build", "rl", f"{name}_{given.game}.png")
    return given


class Curve:
    """Exact numbers on a learner while it trains."""

    def __init__(self, game, title):
        self.game = game
        self.title = f"{game.name.capitalize()}: {title}"
        self.steps = []
        self.lines = {"exploitability": []}
        self.start = time.perf_counter()

    def add(self, steps, policy, **others):
        """Measure a policy (a table for all seats) after so many steps; ``others`` are more numbers to draw, by name."""
        self.steps.append(steps)
        for name, value in {"exploitability": exploitability(self.game, policy), **others}.items():
            self.lines.setdefault(name, []).append(value)

    def summary(self):
        """Print where it began, where it is now, and how long that took."""
        for name, values in self.lines.items():
            say(f"{name} before training {values[0]:.4f}, after {values[-1]:.4f} chips a hand (exact)")
        say(f"{self.steps[-1]:,} decisions in {time.perf_counter() - self.start:.0f} s\n")

    def save(self, path, levels=None):
        """Draw the curve, with horizontal lines at ``levels`` (name: height), as a PNG file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png_bytes(self.draw(levels or {}), dpi=100))
        say(f"curve: {path}")

    @picture
    def draw(self, levels):
        """The curve as a figure."""
        figure = new_figure(6.5, 3.8)
        axes = figure.add_subplot()
        for number, (name, values) in enumerate(self.lines.items()):
            axes.plot(self.steps, values, label=name, color=COLOURS[number], linestyle=DASHES[number % len(DASHES)])
        for number, (name, height) in enumerate(levels.items(), start=len(self.lines)):
            axes.axhline(height, label=name, color=COLOURS[number], linestyle=":")
        axes.set_xlabel("decisions of the learner")
        axes.set_ylabel("chips a hand")
        axes.set_title(self.title)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
        axes.grid()
        axes.legend()
        return figure


def cfr_policy(game, until=0.001):
    """The average policy of CFR, this close to an equilibrium."""
    return CFR(game).run(until=until).average_policy()


def cross_table(game, learner, **others):
    """Print what everybody wins of everybody: the learner, CFR, the baselines, and ``others`` by name; exact."""
    baselines = BASELINES if isinstance(game, PokerGame) else ("random",)
    table = round_robin(game, {"learner": learner, "CFR": cfr_policy(game), **others, **{name: name for name in baselines}})
    say(f"\n{table}")
    return table


__all__ = ["Curve", "cfr_policy", "cross_table", "make_game", "options", "say"]
