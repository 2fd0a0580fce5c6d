"""Quality of a flop solved with a value network at its end, beside the same flop solved whole.

    python examples/value_networks/measure.py turns.npz [--count 40] [--iterations 40] [--spot BOARD LINE STACK]

The suite is 40 flops, drawn by number. The package's blueprint gives the ranges, after a raise, a raise of a limp, a 3-bet or a
4-bet, and a call. Stacks are 1 to 20 pots, bets the pot or all-in. Each flop is solved whole, then alone with the network's
values of turns; then all that follows is solved for the ranges that come there (``completed``), and the exploitability of the
whole strategy is measured exactly. ``--spot KcdKs.. raise 5`` measures one flop of your own. Columns:

- added: exploitability beyond that of full solving, in percent of the pot;
- time: seconds of the iterations, of both;
- EV error: of each hand at the start of the flop, mean (weighted by the range) and largest, in percent of the pot;
- leads: how often the first player bets, in the full solution and with the network.
"""

from __future__ import annotations

import argparse
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from network import ValueNetwork

from pokerzoo.agents import CFR, DepthLimitedCFR
from pokerzoo.agents.blueprint.blueprint_policy import shipped_blueprint
from pokerzoo.envs import make_game
from pokerzoo.envs.cards import COMBOS
from pokerzoo.envs.poker.cards import CARD_NAMES, COMBO_TABLE, NUM_CARDS
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.ranges import Range
from pokerzoo.evaluation import SpotReport, measure

SEED, POT = 32, 20
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
LEAST, STEP = 0.01, 0.001
"""Hands below this share of the likeliest's probability are left out; others are rounded to steps."""


@cache
def ranges_after(line: str) -> tuple[str, str]:
    """Both ranges after a line before the flop: the first acts first from the flop on."""
    strategy = shipped_blueprint().class_strategy
    hands = np.array(strategy.tree.game.rules.deck.hands)
    numbers = COMBO_TABLE[hands[:, 0], hands[:, 1]].astype(np.int64)
    at, reach = strategy.tree.game.rules.root.line, np.ones((2, len(COMBOS)))
    for name in LINES[line]:
        shares = np.zeros((len(at.moves), len(COMBOS)))
        shares[:, numbers] = strategy.strategy(PublicState(strategy.tree.game.rules, at, ()))
        reach[at.actor] *= shares[at.action_names.index(name)]
        at = at.after(at.action_names.index(name))
    steps = np.rint(reach / reach.max(axis=1, keepdims=True) / STEP)
    kept = np.where(steps * STEP >= LEAST, steps * STEP, 0.0)
    return str(Range(kept[0])), str(Range(kept[1]))


def suite(count: int) -> list[tuple[str, str, float]]:
    """(board, line, stack in pots) of each flop."""
    result = []
    for number in range(count):
        cards = np.random.default_rng([SEED, number]).permutation(NUM_CARDS)[:3]
        result.append(("".join(CARD_NAMES[card] for card in cards.tolist()), *CELLS[number % len(CELLS)]))
    return result


def compared(board: str, line: str, stack: float, network: ValueNetwork, iterations: int) -> dict[str, Any]:
    """One flop, solved whole and with the network."""
    game: Any = make_game(
        "holdem", board=board, ranges=ranges_after(line), pot=POT, stack=POT * stack, bet_sizes="100%,a", raise_sizes="100%,a"
    )
    spent, solvers = [], []
    for make in (lambda: CFR(game, threads=1), lambda: DepthLimitedCFR(game, values=network, threads=1)):
        make().run(1)  # what is compiled or loaded first is not counted
        begin = time.process_time()
        solvers.append(make().run(iterations))
        spent.append(time.process_time() - begin)
    full, alone = solvers
    policies = full.average_policy(), alone.average_policy()
    nodes = [SpotReport(game, policy).at() for policy in policies]
    # Hands that no opponent's hand can meet have no EV.
    error = np.abs(nodes[1].ev - nodes[0].ev) / POT
    weight = np.where(np.isnan(error), 0.0, nodes[0].reach * nodes[0].opponent_reach)
    exploited = measure(game, policies[0]), measure(game, alone.completed(iterations))
    percents = [measured.exploitability_pot_percent for measured in exploited]
    return {
        "full": percents[0], "added": percents[1] - percents[0], "seconds": spent,
        "mean": 100 * float((np.nan_to_num(error) * weight).sum() / weight.sum()), "most": 100 * float(np.nanmax(error)),
        "leads": [100 * (1.0 - float(node.frequencies[0])) for node in nodes],
    }  # fmt: skip


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="Measure a flop solved with a value network.")
    parser.add_argument("network", type=Path, help="a file of train.py")
    parser.add_argument("--count", type=int, default=40, help="how many flops of the suite (40)")
    parser.add_argument("--iterations", type=int, default=40, help="of all solving (40)")
    parser.add_argument("--spot", nargs=3, metavar=("BOARD", "LINE", "STACK"), help="one flop: Kd7h2c raise 8")
    args = parser.parse_args()
    network = ValueNetwork.load(args.network)
    flops = suite(args.count) if args.spot is None else [(args.spot[0], args.spot[1], float(args.spot[2]))]
    print("board   after       pots  full %  added %   full s  alone s  EV error %: mean  most   leads %: full  alone")
    rows = []
    for board, line, stack in flops:
        row = compared(board, line, stack, network, args.iterations)
        rows.append(row)
        print(
            f"{board}  {line:10} {stack:5g}  {row['full']:6.2f}  {row['added']:7.2f}  {row['seconds'][0]:7.1f}"
            f"  {row['seconds'][1]:7.1f}  {row['mean']:16.1f}  {row['most']:4.0f}  {row['leads'][0]:13.1f}"
            f"  {row['leads'][1]:5.1f}",
            flush=True,
        )
    mean = {name: np.mean([row[name] for row in rows]) for name in ("full", "added", "mean", "most")}
    print("mean:", ", ".join(f"{name} {value:.2f}" for name, value in mean.items()))


if __name__ == "__main__":
    main()
