"""Vanilla CFR on Kuhn poker, as the tutorials do it: the reference run, its figures, and what they mean.

python examples/kuhn.py
"""

from pokerzoo.agents import CFR
from pokerzoo.envs import kuhn_v0
from pokerzoo.evaluation import solve_lp

env = kuhn_v0.env()
solver = CFR(env, variant="cfr", alternating=False).run(10_000)  # all six deals in each iteration
policy = solver.average_policy()

for player in range(2):
    print(f"player {player}")
    print(f"  {'infoset':<8} {'check/fold':>10} {'bet/call':>10}")
    for infoset in solver.game.infosets:
        if infoset.player == player:
            passive, active = policy[infoset.key].values()
            print(f"  {infoset.key:<8} {passive:>10.4f} {active:>10.4f}")

equilibrium = solve_lp(solver.game)
print(f"mean of the iterations' game values   {solver.mean_iteration_value:.13f}   (what the tutorials print)")
print(f"value of the average strategy         {solver.expected_value:.7f}")
print(f"value of the game, exact              {equilibrium.value:.7f}         (-1/18)")
print(f"exploitability of the average         {solver.exploitability:.7f}          chips a hand")
