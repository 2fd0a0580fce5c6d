"""The bet/raise toy game of the CFRM tutorial: solved exactly and by CFR, in the tutorial's pots and in net chips.

python examples/bet_raise.py
"""

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import solve_lp

POTS = 2  # the tutorial counts in pots: twice the net chips

game = make_game("bet_raise")
equilibrium = solve_lp(game)
solver = CFR(game, "cfr+").run(until=1e-5)
policy = solver.average_policy()

print("first player: probability of a bet, and of a call after check and bet")
print("second player: after a check, probability of a bet; after a bet, of call and raise\n")
print(f"{'card':>4} {'bet':>7} {'call':>7}   {'bet':>7} {'call':>7} {'raise':>7}")
for card in range(1, 11):
    first, facing = policy[f"{card}|"], policy[f"{card}|xb"]
    checked, faced = policy[f"{card}|x"], policy[f"{card}|b"]
    print(
        f"{card:>4} {first['bet']:>7.3f} {facing['call']:>7.3f}   "
        f"{checked['bet']:>7.3f} {faced['call']:>7.3f} {faced['raise']:>7.3f}"
    )
print(f"\nvalue for the first player, exact: {equilibrium.value:.6f} net chips = {POTS * equilibrium.value:.6f} pots")
print(f"CFR+, {solver.iteration} iterations: {solver.expected_value:.6f} net chips, exploitability {solver.exploitability:.1e}")
