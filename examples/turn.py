"""A turn: its solution, and what each river card changes.

    python examples/turn.py [PICTURE.png]

Both players have some 200 hands on Qs Jh 2h 8d; 200 is in the pot, 900 behind. Bets and raises are 60% of the pot or all-in.
Prints how exploitability falls, what the first player does, and the best and the worst rivers once a bet is called. With a file
name it draws all rivers as a picture (needs matplotlib).
"""

import sys
import time

import numpy as np

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport

game = make_game(
    "holdem",
    board="QsJh2h8d",
    ranges=(
        "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
        "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
    ),
    pot=200,
    stack=900,
    bet_sizes="60%,a",
    raise_sizes="60%,a",
)
solver = CFR(game)
print("exploitability in % of the pot")
start = time.perf_counter()
for target in ("5%", "1%", "0.5%", "0.2%"):
    solver.run(until=target)
    seconds = time.perf_counter() - start
    print(f"{solver.iteration:>6} iterations {solver.exploitability_percent:>8.3f} {seconds:>8.2f} s")

report = SpotReport(game, solver.average_policy())
root = report.at()
print(
    f"\nfirst to act, OOP has {root.mean_equity[0]:.1%} equity and expects {root.mean_pot_share[0]:.1f} of the 200 in the pot"
)
for action, frequency in zip(root.actions, root.frequencies, strict=True):
    print(f"  {action:<8} {frequency:.1%}")

line = "xb120c"
cards = report.next_cards(line)
print(f"\nafter {line} (check, bet 120, call): what OOP's share of the pot of 440 becomes")
share = cards.mean_pot_share[0]
order = np.argsort(cards.pot_share[0])
for name, chosen in (("best rivers", order[:-6:-1]), ("worst rivers", order[:5])):
    print(f"  {name:<13}" + "  ".join(f"{cards.cards[k]} {cards.pot_share[0, k] - share:+.0f}" for k in chosen))

if len(sys.argv) > 1:
    from pokerzoo.evaluation.pictures import next_card_picture

    next_card_picture(report, line).savefig(sys.argv[1], dpi=120)
    print(f"\nwrote {sys.argv[1]}")
