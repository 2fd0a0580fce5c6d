"""Flops solved on drawn boards beside flops solved over all boards: what their strategies lose by processor time.

    python benchmarks/drawn_flops.py [--drawn 1000,2500] [--all 9,20] [--rest 80] [--hands wide]

``SolvingAgent`` solves a flop on drawn boards and plays the flop's strategies alone; later streets it solves again. So the
loss here is the flop's: both players keep to its strategies there, turn and river are solved to them over all boards, and
exact best responses say how exploitable that is in percent of the pot, less what the solving of turn and river left.

``--hands`` are both players' ranges: ``wide`` (some 300 hands) or ``narrow`` (some 40). Times are processor time of one
thread, without compiling and measuring.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Collection, Mapping

import numpy as np

from pokerzoo.agents import CFR
from pokerzoo.agents.solving.drawn_solve import DrawnSolver
from pokerzoo.agents.solving.street_solution import points_of_street, street_strategies
from pokerzoo.envs import make_game
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.subgames import combo_numbers
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.lines import Line
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.evaluation import exploitability

RANGES = {
    "wide": (
        "JJ-22,AJs-A2s,K8s+,Q9s+,J8s+,T8s+,97s+,86s+,75s+,65s,54s,AJo-A9o,KTo+,QTo+,JTo",
        "22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,86s+,76s,65s,ATo+,KTo+,QTo+,JTo",
    ),
    "narrow": ("QQ,AKs,98s,77", "AQs,TT,T9s,65s"),
}
POT = 6.0


def make_spot(hands: str, stack: float) -> HoldemGame:
    """The flop, in a pot of six: bets of half the pot and the pot on it, of the pot after it."""
    bets, raises = {"flop": "50%,100%", "turn": "100%", "river": "100%"}, {"flop": "100%", "turn": "", "river": ""}
    game = make_game("holdem", board="QsJh2d", ranges=RANGES[hands], pot=POT, stack=stack, bet_sizes=bets, raise_sizes=raises)
    assert isinstance(game, HoldemGame)
    return game


def locks_of(
    game: HoldemGame, strategies: Mapping[str, Floats], players: Collection[int] = (0, 1)
) -> dict[str, dict[str, float]]:
    """Locks of the players' strategies on the first street, which are float64 [moves, 1326] by history."""
    locks, combos = {}, combo_numbers(game)
    assert game.rules.weights is not None
    for point in points_of_street(game):
        if point.actor not in players:
            continue
        names = [point.action_name(action) for action in point.legal_actions]
        held = np.asarray(game.rules.weights[point.actor]) > 0.0
        for number in np.flatnonzero(held & ~np.isin(game.rules.hand_cards, point.board).any(axis=1)):
            cards = sorted(game.rules.hand_cards[number].tolist(), reverse=True)
            shares = strategies[point.history][:, combos[number]].tolist()
            locks[f"{''.join(CARD_NAMES[card] for card in cards)}|{point.history}"] = dict(zip(names, shares, strict=True))
    return locks


def by_history(game: HoldemGame, strategies: Mapping[Line, Floats]) -> dict[str, Floats]:
    """The strategies of a street by what was played on it, which other trees know, too."""
    return {point.history: strategies[point.betting] for point in points_of_street(game)}


def loss(game: HoldemGame, strategies: Mapping[Line, Floats], rest: int) -> float:
    """The loss by strategies on the flop, in percent of the pot; ``rest``: iterations of the later streets."""
    solver = CFR(game, locks=locks_of(game, by_history(game, strategies)), threads=1).run(rest)
    return (exploitability(game, solver.average_policy()) - solver.exploitability) / POT * 100.0


def numbers(text: str) -> list[int]:
    """Whole numbers with commas."""
    return [int(one) for one in filter(None, text.split(","))]


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--drawn", type=numbers, default=[1000, 2500], help="iterations on drawn boards")
    parser.add_argument("--all", type=numbers, default=[9, 20], help="iterations over all boards")
    parser.add_argument("--rest", type=int, default=80, help="iterations of turn and river, for the measure")
    parser.add_argument("--hands", choices=tuple(RANGES), default="wide")
    parser.add_argument("--stack", type=float, default=97.0)
    args = parser.parse_args()
    game = make_spot(args.hands, args.stack)
    print("| boards | iterations | processor seconds | the flop's loss, % of the pot |\n|---|---|---|---|")
    for kind, counts in (("drawn", args.drawn), ("all", args.all)):
        for count in counts:
            solver = DrawnSolver(game, 1, 1) if kind == "drawn" else CFR(game, threads=1)
            solver.advance(0)
            began = time.process_time()
            solver.advance(count)
            taken = time.process_time() - began
            found = solver.street_strategies() if isinstance(solver, DrawnSolver) else street_strategies(solver)
            print(f"| {kind} | {count:,} | {taken:.1f} | {loss(game, found, args.rest):.1f} |", flush=True)


if __name__ == "__main__":
    main()
