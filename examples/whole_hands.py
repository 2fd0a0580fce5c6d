"""Whole hands of no-limit hold'em: baselines in a round robin, at one table of six, and against local best response.

    python examples/whole_hands.py

The rules by which they play are in docs/howto/whole_hands.md. Each deal is played in all seats; intervals are 95% intervals.
"""

from pokerzoo.envs import make_game
from pokerzoo.evaluation import head_to_head, local_best_response, round_robin

NAMES = ["tight", "loose", "equity", "always_call", "random"]

game = make_game("texas_holdem")
print("heads-up, blinds 1 and 2, stacks 200:")
print(round_robin(game, NAMES, hands=4_000, seed=1))

six = make_game("texas_holdem", num_players=6)
seats = [*NAMES, "always_fold"]
result = head_to_head(six, seats, hands=6_000, seed=1, aivat=True)
print(f"\nsix-handed, {result.hands:,} hands, the luck of the cards taken out:")
for name, mean, interval in zip(result.names, result.mbb_per_hand, result.interval, strict=True):
    print(f"  {name:12} {mean:+8.0f} ± {500 * interval.width / six.stakes.big_blind:.0f} thousandths of a big blind a hand")

print("\nwhat local best response wins from them, heads-up:")
for name, hands in (("always_fold", 20), ("tight", 400), ("loose", 400)):
    bound = local_best_response(game, name, hands=hands, seed=1)
    low, high = map(game.stakes.mbb, bound.exploitability_interval)
    print(f"  {name:12} {game.stakes.mbb(bound.exploitability_bound):8.0f} ({low:.0f} to {high:.0f})")
