"""The suite ``turns-and-flops-1``: 200 turns and 40 flops, drawn by number, for measuring what cut trees cost.

A situation follows from its number alone, on every machine. The ranges are those of the blueprint that comes with the
package, after one of its lines before the flop. Each hand has its probability on that line, as a share of the likeliest's, in
steps of a thousandth; hands below a hundredth are left out. Boards are drawn at random. Numbers go through ten pairs of line
and stack in turn, so the first 10, 20, ... situations are spread over stacks as all are. The pot is 20 chips. Ranges of turns
are those before the flop, too, and flop k is the first three cards of turn k.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from pokerzoo.envs import make_game
from pokerzoo.envs.poker.cards import CARD_NAMES, NUM_CARDS, NUM_COMBOS
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.ranges import Range
from pokerzoo.evaluation.sweeps.blueprint_ranges import strategy_of_blueprint
from pokerzoo.evaluation.sweeps.random_ranges import RandomStream

NAME, SEED, BOARDS = "turns-and-flops-1", 32, 4
"""Name of the suite, seed, and purpose of the random numbers for boards."""
COUNTS = {"turn": 200, "flop": 40}
LINES = {
    "raise": ("raise to 6", "call"),
    "limp-raise": ("call", "raise to 6", "call"),
    "3-bet": ("raise to 6", "raise to 18", "call"),
    "4-bet": ("raise to 6", "raise to 18", "raise to 54", "call"),
}
"""Lines before the flop, by the names of the blueprint's actions. Stacks are 100 big blinds."""
CELLS = (
    ("4-bet", 1), ("3-bet", 2), ("3-bet", 4), ("raise", 8), ("raise", 20),
    ("3-bet", 1), ("4-bet", 2), ("raise", 4), ("3-bet", 8), ("limp-raise", 20),
)  # fmt: skip
"""Line, and chips behind in pots, in turn."""
POT = 20
SIZES: dict[str, Any] = {"bet_sizes": "100%,a", "raise_sizes": "100%,a"}
"""The bets of the data sets that networks learn from."""
LEAST, STEP = 0.01, 0.001


@dataclass(frozen=True)
class Situation:
    """One situation of the suite."""

    number: int
    street: str
    board: str
    line: str
    stack_in_pots: int
    ranges: tuple[str, str]

    def game(self, **changes: Any) -> Any:
        """The spot."""
        setting = {"board": self.board, "ranges": self.ranges, "pot": POT, "stack": POT * self.stack_in_pots}
        return make_game("holdem", **setting | SIZES | changes)


def situation(street: str, number: int) -> Situation:
    """Situation ``number`` of a street, from 0 on."""
    line, stack = CELLS[number % len(CELLS)]
    cards = RandomStream(SEED, number, BOARDS).order(NUM_CARDS)[: {"turn": 4, "flop": 3}[street]]
    board = "".join(CARD_NAMES[card] for card in cards.tolist())
    return Situation(number, street, board, line, stack, ranges_after(line))


@cache
def ranges_after(line: str) -> tuple[str, str]:
    """Both ranges after a line before the flop: the first acts first from the flop on."""
    strategy, numbers = strategy_of_blueprint()
    at, reach = strategy.tree.game.rules.root.betting, np.ones((2, NUM_COMBOS))
    for name in LINES[line]:
        shares = np.zeros((len(at.moves), NUM_COMBOS))
        shares[:, numbers] = strategy.strategy(PublicState(at, ()))
        reach[at.actor] *= shares[at.action_names.index(name)]
        at = at.after(at.action_names.index(name))
    whole = np.rint(reach / reach.max(axis=1, keepdims=True) / STEP)
    kept = np.where(whole * STEP >= LEAST, whole * STEP, 0.0)
    return str(Range(kept[0])), str(Range(kept[1]))
