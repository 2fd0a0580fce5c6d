"""Push/fold: values and thresholds beside HoldemResources' charts, charts as pictures, and three players' best-response gains.

python examples/push_fold.py [FOLDER]

Pictures go to FOLDER (push_fold_charts). It takes a minute.
"""

import sys
from pathlib import Path

import numpy as np

from pokerzoo.envs.cards import CLASS_NAMES
from pokerzoo.evaluation.pictures import png_bytes, preflop_picture, push_fold_stacks_picture
from pokerzoo.preflop import PushFoldSolver, measure_preflop, push_fold_table, push_fold_thresholds

out = Path(sys.argv[1] if len(sys.argv) > 1 else "push_fold_charts")
out.mkdir(exist_ok=True)

print("Two players, no ante: what the small blind wins, in big blinds a hand")
print("  stack  pushes   calls       value   largest gain")
for stack in (2, 3, 5, 8, 10, 12, 15, 20, 25):
    solver = PushFoldSolver(push_fold_table([stack, stack])).run(2000, until=5e-8)
    policy, measured = solver.average_policy(), solver.measure()
    pushes, calls = (decision.frequencies[1] for decision in policy.decisions(0.0))
    print(f"  {stack:>5} {pushes:>7.1%} {calls:>7.1%} {measured.values[0]:>+11.6f} {measured.gains.max():>14.1e}")
    if stack == 10:
        (out / "two_players_10.png").write_bytes(png_bytes(preflop_picture(policy), dpi=90))

lines = [
    line for line in Path(__file__).with_name("push_fold_published.txt").read_text().splitlines() if line and line[0] != "#"
]
published = np.array([list(map(float, line.split())) for line in lines]).reshape(2, 169)
print("\nThe highest stack at which a hand is played, ours (at every tenth of a big blind up to 20) / HoldemResources'")
charts = push_fold_thresholds([k / 10 for k in range(11, 201)])
(out / "two_players_stacks.png").write_bytes(png_bytes(push_fold_stacks_picture(charts), dpi=90))
print("  hand          push          call")
for name in ("32o", "72o", "54s", "43s", "J7o", "T8o", "Q5s", "Q2o", "K2o", "K7s", "A2o", "22", "QJs"):
    hand = CLASS_NAMES.index(name)
    ours = charts.highest("push")[hand], charts.highest("call")[hand]
    cells = [f"{our:.1f} / {their:.1f}" for our, their in zip(ours, published[:, hand], strict=True)]
    print(f"  {name:<4} {cells[0]:>13} {cells[1]:>13}")
for k, action in enumerate(("push", "call")):
    off = charts.highest(action) - published[k]
    same, near = int((np.abs(off) < 0.05).sum()), int((np.abs(off) < 0.15).sum())
    others = [
        f"{CLASS_NAMES[hand]} {published[k, hand]:.1f}, here {charts.highest(action)[hand]:.1f}"
        for hand in np.flatnonzero(np.abs(off) > 0.15)
    ]
    print(f"{action}: {same} of 169 hands to the tenth, {near} within one tenth; else: {', '.join(others) or 'none'}")
gaps = {name: charts.stretches("push", name) for name in CLASS_NAMES if len(charts.stretches("push", name)) > 1}
for name, stretches in gaps.items():
    print(f"  {name} is pushed from " + ", ".join(f"{low:g} to {high:g}" for low, high in stretches))
print(f"  calls have gaps with {sum(len(charts.stretches('call', name)) > 1 for name in CLASS_NAMES)} hands")

print("\nThree players with equal stacks, no ante; gains in the model, and values by 200,000 real deals")
for stack in (5, 10, 15, 20):
    solver = PushFoldSolver(push_fold_table([stack] * 3)).run(1000, until=2e-6)
    policy, measured = solver.average_policy(), solver.measure()
    real = measure_preflop(policy, deals=200_000)
    print(f"  {stack} big blinds")
    for player, who in enumerate(("button", "small blind", "big blind")):
        print(f"    {who:<12} wins {measured.values[player]:+.4f}, in real deals", end=" ")
        print(f"{real.values[player]:+.4f} ± {real.value_widths[player]:.4f};", end=" ")
        print(f"gains {measured.gains[player]:.1e}, in real deals {real.gains[player]:.1e} ± {real.gain_widths[player]:.1e}")
    if stack == 10:
        charts = preflop_picture(policy, ["", "f", "r10", "fr10", "r10c", "r10f"])
        (out / "three_players_10.png").write_bytes(png_bytes(charts, dpi=90))
