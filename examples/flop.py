"""A flop with narrow ranges: how many positions that is, solved in seconds, and followed to a river.

    python examples/flop.py [FILE.npz]

A 3-bet pot on Td 9d 6h: 200 in the pot, 300 behind, two streets of cards to come. Prints what solving takes, how exploitability
falls, and what a hand of each player does along one line to the river. With a file name the policy is written there;
``pokerzoo show FILE --at xx/2c/x`` looks at any node of it.
"""

import sys
import time

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.evaluation import SpotReport

game = make_game(
    "holdem",
    board="Td9d6h",
    ranges=("JJ+,AK,AQs,KQs", "QQ-99,AJs+,KTs+,QTs+,AK:0.5"),
    pot=200,
    stack=300,
    bet_sizes="50%",
    raise_sizes="a",
)
betting = game.rules.betting
print(f"{len(betting.lines)} lines of betting, {game.size.public_states:,} public states, {len(game.infosets):,} infosets")
solver = CFR(game)
start = time.perf_counter()
for target in ("2%", "0.5%"):
    solver.run(until=target)
    seconds = time.perf_counter() - start
    print(f"{solver.iteration:>6} iterations: exploitable for {solver.exploitability_percent:.2f}% of the pot, {seconds:.1f} s")

policy = solver.average_policy()
report = SpotReport(game, policy)
print("\none line to the river: who acts, what one hand does, and what the whole range does")
for line in ("", "x", "xx/2c", "xx/2c/x", "xx/2c/xx/Kd"):
    node = report.at(line)
    hand = "AsKs" if node.player == 0 else "AdKd"
    row = policy.strategy(node.public)[:, node.hands.index(hand)]
    shares = "  ".join(f"{action} {share:.0%}" for action, share in zip(node.actions, row, strict=True))
    everyone = "  ".join(f"{action} {share:.0%}" for action, share in zip(node.actions, node.frequencies, strict=True))
    print(f"  {line or 'flop':<12} {'OOP' if node.player == 0 else 'IP':<4} {hand}: {shares:<36} all hands: {everyone}")

if len(sys.argv) > 1:
    policy.save(sys.argv[1], precision="half")
    print(f"\nwrote {sys.argv[1]}")
