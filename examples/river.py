"""The river article's spot: board 2d 2s 2c 2h 3d, AA, KK and QQ on both sides, pot 50, stacks 100, bets of half the pot.

    python examples/river.py [PICTURE.png]

Prints the strategies node by node (F fold, C check or call, R bet or raise, as the article has them) and how exploitability
falls by iteration. With a file name it draws that as a picture (needs matplotlib): the average strategy's way down beside the
current strategy's wild one.

The article stopped after 50 iterations and reports queens betting 28% at the root. That is short of convergence: 0.316 is
where they end.
"""

import sys

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import measure, solve_lp

game = make_game("holdem")
solver = CFR(game, "cfr", alternating=True)
steps = sorted({round(1.3**k) for k in range(33)})
rows = []
for step in steps:
    if step > solver.iteration:
        solver.run(step - solver.iteration)
    current = measure(game, solver.current_policy()).exploitability_pot_percent
    rows.append((solver.iteration, solver.exploitability_percent, current))

print("exploitability in % of the pot (vanilla CFR, alternating updates)")
print(f"{'iteration':>10} {'average':>10} {'current':>10}")
for iteration, average, current in rows[::4] + rows[-1:]:
    print(f"{iteration:>10} {average:>10.4f} {current:>10.4f}")

equilibrium = CFR(game).run(20_000, until="0.001%")
policy = equilibrium.average_policy()
print(f"\nDCFR, {equilibrium.iteration} iterations: exploitability {equilibrium.exploitability_percent:.4f}% of the pot")
value = solve_lp(game).value
share = value + game.stakes.starting_pot / 2
print(f"value for the first player: {value:.9f} net chips = {share:.9f} pot share (exact, linear program)")

letters = {"fold": "F", "check": "C", "call": "C"}
seen = []
for row in game.infosets:
    line = row.key.split("|")[1]
    if line not in seen:
        seen.append(line)
for line in seen:
    player = next(row.player for row in game.infosets if row.key == f"AsAd|{line}")
    print(f"\nplayer {player} after {line or 'the deal'}")
    for hand in ("AsAd", "KsKd", "QsQd"):
        shares = [f"{letters.get(name, 'R' + name.split()[-1])} {p:.3f}" for name, p in policy[f"{hand}|{line}"].items()]
        print(f"  {hand[0]}{hand[2]}  " + "  ".join(shares))

if len(sys.argv) > 1:
    import matplotlib.pyplot as plt

    iterations, average, current = zip(*rows, strict=True)
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    axes.loglog(iterations, current, color="tab:orange", linewidth=1, label="current strategy")
    axes.loglog(iterations, average, color="tab:blue", linewidth=2, label="average strategy")
    axes.set_xlabel("iteration")
    axes.set_ylabel("exploitability, % of the pot")
    axes.set_title("AA, KK, QQ on 2d 2s 2c 2h 3d: vanilla CFR")
    axes.grid(which="both", alpha=0.3)
    axes.legend()
    figure.savefig(sys.argv[1], dpi=120)
    print(f"\nwrote {sys.argv[1]}")
