"""Parts that the recipes share: options, measuring while a learner trains, the curve, and the cross table at the end.

Games whose infosets can be listed are measured exactly. A whole hand of hold'em is played against baselines instead.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from rich.console import Console

from pokerzoo import envs
from pokerzoo.agents import BASELINES, CFR, tabulate
from pokerzoo.envs import PokerGame
from pokerzoo.envs.drawing.colours import PALETTE
from pokerzoo.envs.drawing.figures import DASHES, in_house_style, new_figure
from pokerzoo.evaluation import exploitability, head_to_head, round_robin
from pokerzoo.evaluation.pictures import png_bytes

console = Console(highlight=False)
OPPONENT = "always_call"
"""Opponent in whole hands: the baseline that always calls, which a learner has to bet against."""
HANDS = 1_000
"""Whole hands for each measurement, every deal once in each seat."""
PARAMS = {"texas_holdem": {"stack": 40, "rewards": "blinds"}}
"""Units for learning, where a game has others: rewards of a whole hand are in big blinds, of which a player has 20."""


def say(text):
    """Print a line, however long."""
    console.print(text, soft_wrap=True)


def make_game(name):
    """The game that the recipes learn by this name."""
    return envs.make_game(name, **PARAMS.get(name, {}))


def at_least(least):
    """The type of an option: a whole number, and no less than this."""

    def read(text):
        number = int(text)
        if number < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}, not {number}")
        return number

    read.__name__ = "number"  # what argparse names in its errors
    return read


def options(text, name, steps, argv=None):
    """The command line of a recipe; ``steps`` has the games that it knows, the usual one first, and how long each takes."""
    parser = argparse.ArgumentParser(description=text)
    first, *_ = steps
    parser.add_argument("--game", choices=tuple(steps), default=first, help=f"what is learned ({first})")
    usual = ", ".join(f"{game}: {count:,}" for game, count in steps.items())
    parser.add_argument("--steps", type=at_least(1), metavar="N", help=f"decisions to train for, about ({usual})")
    parser.add_argument("--seed", type=at_least(0), default=1, metavar="N", help="of the networks and of the cards (1)")
    parser.add_argument("--picture", type=Path, metavar="FILE", help=f"the curve (build/rl/{name}_GAME.png)")
    args = parser.parse_args(argv)
    args.steps = args.steps or steps[args.game]
    args.picture = args.picture or Path("build", "rl", f"{name}_{args.game}.png")
    return args


def learned(game, agent):
    """A trained agent as what is measured: as a table where the game's infosets can be listed, else as it is."""
    return tabulate(game, agent) if game.exact_takes_seconds else agent


def won_from(game, learner, opponent=OPPONENT, hands=HANDS):
    """Mean that a learner wins a hand from a baseline in whole hands, and its standard error: the same deals at each call."""
    result = head_to_head(game, [learner, opponent], hands=hands, seed=1)
    return result.chips_per_hand[0], result.standard_error[0]


class Curve:
    """Numbers on a learner while it trains: exact exploitability, or of a whole hand what it wins from a baseline."""

    def __init__(self, game, title):
        self.game = game
        self.title = f"{game.name.capitalize()}: {title}"
        self.steps = []
        self.exact = game.exact_takes_seconds
        self.unit = "chips a hand (exact)" if self.exact else f"big blinds a hand ({HANDS:,} hands)"
        self.lines = {"exploitability" if self.exact else f"won from {OPPONENT!r}": []}
        self.start = time.perf_counter()

    def add(self, steps, policy, **others):
        """Measure what ``learned`` gives after this number of steps; ``others`` are more numbers to draw, by name."""
        self.steps.append(steps)
        main = exploitability(self.game, policy) if self.exact else won_from(self.game, policy)[0]
        for name, value in {next(iter(self.lines)): main, **others}.items():
            self.lines.setdefault(name, []).append(value)

    def summary(self):
        """Print where it began, where it is now, and how long that took."""
        for name, values in self.lines.items():
            say(f"{name} before training {values[0]:.4f}, after {values[-1]:.4f} {self.unit}")
        say(f"{self.steps[-1]:,} decisions in {time.perf_counter() - self.start:.0f} s\n")

    def save(self, path, levels=None):
        """Draw the curve, with horizontal lines at ``levels`` (name: height), as a PNG file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png_bytes(self.draw(levels or {}), dpi=100))
        say(f"curve: {path}")

    @in_house_style
    def draw(self, levels):
        """The curve as a figure."""
        figure = new_figure(6.5, 3.8)
        axes = figure.add_subplot()
        for number, (name, values) in enumerate(self.lines.items()):
            axes.plot(self.steps, values, label=name, color=PALETTE[number], linestyle=DASHES[number % len(DASHES)])
        for number, (name, height) in enumerate(levels.items(), start=len(self.lines)):
            axes.axhline(height, label=name, color=PALETTE[number], linestyle=":")
        axes.set_xlabel("decisions of the learner")
        axes.set_ylabel(self.unit.partition(" (")[0])
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
    """Print who wins how much from whom: learner, CFR, baselines, ``others`` by name; exact, or in whole hands by matches."""
    if not game.exact_takes_seconds:
        say("\nwhat the row wins from the column, big blinds a hand (standard error)")
        for name in ("random", OPPONENT, *others):
            say("learner - {}: {:+.3f} ({:.3f})".format(name, *won_from(game, learner, others.get(name, name), 10 * HANDS)))
        return None
    baselines = BASELINES if isinstance(game, PokerGame) else ("random",)
    table = round_robin(game, {"learner": learner, "CFR": cfr_policy(game), **others, **{name: name for name in baselines}})
    say(f"\n{table}")
    return table


__all__ = ["Curve", "at_least", "cfr_policy", "cross_table", "learned", "make_game", "options", "say"]
