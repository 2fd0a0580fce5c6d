"""Push/fold for three and more with estimated outcomes of three hands, beside the exact table: how far the estimates are off.

    python benchmarks/three_hands.py [--deals 1000000] [--seeds 3]

Needs the exact table (``pokerzoo push-fold 10 10 10 --exact``). Strategies that were found by estimates are measured by the
exact outcomes: values, gains by a best response, and how many hands are played otherwise than by the exact strategies.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from rich.console import Console
from rich.table import Table

from pokerzoo.agents import CFR, PushFoldSolution, solve_push_fold
from pokerzoo.envs import CLASS_NAMES, make_game, push_fold_table
from pokerzoo.envs.poker.three_way import third_hand, three_way
from pokerzoo.envs.poker.three_way_orders import HANDS, order_chances, order_counts, triple_number
from pokerzoo.envs.poker.three_way_table import EXACT
from pokerzoo.envs.support.arrays import Floats

COMBOS = np.array([6 if len(name) == 2 else 4 if name[2] == "s" else 12 for name in CLASS_NAMES]) / 1326


def errors_of_sets(deals: int, seed: int) -> None:
    """Print the errors of shares and probabilities of one set of three hands."""
    weights = np.zeros(len(order_counts(EXACT, 0)))
    for y in range(HANDS):
        for x in range(y + 1):
            for z in range(y, HANDS):
                weights[triple_number(x, y, z)] = third_hand(x, y)[z] * len({(x, y, z), (x, z, y), (y, x, z)})
    dealt = weights > 0
    off = three_way(deals, seed).shares[dealt] - three_way(EXACT, 0).shares[dealt]
    orders = order_chances(deals, seed)[dealt] - order_chances(EXACT, 0)[dealt]
    each = weights[dealt] / weights.sum()
    print(f"{deals:,} deals, seed {seed}: {dealt.sum():,} sets of three hands can be dealt")
    print(f"  share of one set: root mean square {np.sqrt(np.mean(off**2)):.4f}, at most {np.abs(off).max():.3f}")
    print(f"  the same by how often sets are dealt: {np.sqrt(each @ np.mean(off**2, axis=1)):.4f}")
    print(f"  probability of an order: root mean square {np.sqrt(np.mean(orders**2)):.4f}, at most {np.abs(orders).max():.3f}")


def hands_that_differ(one: Floats, other: Floats) -> tuple[int, float]:
    """(hands of all decisions that one plays more than half of the time and the other does not; most combos of a decision)."""
    turned = (one >= 0.5) != (other >= 0.5)
    return int(turned.sum()), float((np.abs(one - other) @ COMBOS).max())


def three_players(deals: int, seeds: Sequence[int]) -> None:
    """Push/fold for three with equal stacks, in chips."""
    table = Table(
        *[
            "stack",
            "deals",
            "value of button",
            "small blind",
            "big blind",
            "largest gain, exactly",
            "hands turned",
            "combos moved",
        ]
    )
    for stack in (5, 10, 15, 20):
        game = make_game("push_fold", num_players=3, stack=stack, three_way_deals=EXACT)
        true = game.evaluator()
        exact = CFR(game).run(1000).average_policy()
        base = true.measure(exact.probabilities)
        order = [2, 0, 1]
        plays = exact.probabilities.reshape(-1, HANDS, 2)[..., 1]
        table.add_row(str(stack), "exact", *[f"{base.values[k]:+.5f}" for k in order], f"{base.gains.max():.1e}", "", "")
        for seed in seeds:
            other = make_game("push_fold", num_players=3, stack=stack, three_way_deals=deals, three_way_seed=seed)
            policy = CFR(other).run(1000).average_policy()
            told = other.evaluator().measure(policy.probabilities)
            found = true.measure(policy.probabilities)
            turned, moved = hands_that_differ(policy.probabilities.reshape(-1, HANDS, 2)[..., 1], plays)
            values = [f"{told.values[k]:+.5f} ({told.values[k] - base.values[k]:+.0e})" for k in order]
            print(stack, seed, flush=True)
            table.add_row("", f"{deals:,}, {seed}", *values, f"{found.gains.max():.1e}", str(turned), f"{moved:.2%}")
    Console(width=150).print(table)


def tables(deals: int, seeds: Sequence[int]) -> None:
    """Tables with prizes and unequal stacks."""
    for stacks, payouts in (
        ([10, 10, 10], (50, 30, 20)),
        ([15, 8, 5, 12], (50, 30, 20)),
        ([10] * 6, (50, 30, 20)),
        ([10] * 6, ()),
    ):
        exact = solve_push_fold(push_fold_table(stacks, payouts=payouts, deals=EXACT), until=0, iterations=200)
        print(f"{stacks}, prizes {payouts or 'none'}: values {exact.values.round(4)}, gain {exact.largest_gain_share:.1e}")
        for seed in seeds:
            told = solve_push_fold(push_fold_table(stacks, payouts=payouts, deals=deals, seed=seed), until=0, iterations=200)
            found: PushFoldSolution = told.measured_with(replace(told.table, deals=EXACT, seed=0))
            turned, moved = hands_that_differ(told.strategies, exact.strategies)
            print(
                f"  seed {seed}: values off by {np.abs(told.values - exact.values).max():.1e}, gain by the exact outcomes "
                f"{found.largest_gain_share:.1e}, {turned} of {told.strategies.size} hands turned, at most {moved:.2%} combos"
            )


def main() -> None:
    """Print all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--seeds", type=int, default=3)
    given = parser.parse_args()
    seeds = range(given.seeds)
    errors_of_sets(given.deals, 0)
    three_players(given.deals, seeds)
    tables(given.deals, seeds)


if __name__ == "__main__":
    main()
