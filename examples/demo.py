"""The main job in one go: train CFR on poker environments, look at the strategy, measure it, watch it play.

python examples/demo.py
"""

from rich.console import Console
from rich.table import Table

from pokerzoo.agents import BASELINES, CFR, best_response_policy
from pokerzoo.envs import kuhn_v0, leduc_v0
from pokerzoo.evaluation import head_to_head, solve_lp

console = Console()


def train(env, target):
    """Train to an exploitability in chips and say how long it took."""
    with console.status("compiling (first run only) and training ..."):
        solver = CFR(env, "cfr+").run(until=target)
    console.print(f"[bold]{solver.game}[/bold]: {solver.iteration:,} iterations of CFR+ in {1000 * solver.seconds:.1f} ms")
    console.print(f"  value for the first player  {solver.expected_value:+.6f} chips a hand")
    console.print(f"  exact, by linear program    {solve_lp(solver.game).value:+.6f}")
    console.print(f"  exploitability              {solver.exploitability:.6f} chips a hand\n")
    return solver


def strategy_table(policy, keys, title):
    """The probabilities of some infosets."""
    table = Table(title=title)
    table.add_column("infoset")
    table.add_column("strategy")
    for key in keys:
        shares = "   ".join(f"{name} {probability:.3f}" for name, probability in policy[key].items())
        table.add_row(key, shares)
    console.print(table)


kuhn = train(kuhn_v0.env(), 1e-4).average_policy()
strategy_table(kuhn, kuhn, "Kuhn poker, average strategy")

leduc = train(leduc_v0.env(), 1e-3).average_policy()
first = ["Js|", "Qs|", "Ks|"]
pairs = ["Kh|xx/Ks|", "Qh|xx/Ks|", "Kh|brc/Js|b", "Jh|brc/Js|b"]
strategy_table(leduc, first + pairs, "Leduc hold'em, some of 936 infosets")

table = Table(title="Leduc: the CFR+ strategy against others, 4,000 hands each, deals replayed")
for column in ("opponent", "chips a hand", "95% interval", "exact"):
    table.add_column(column, justify="left" if column == "opponent" else "right")
opponents = [*BASELINES, best_response_policy(leduc)]
with console.status("playing ..."):
    for opponent in opponents:
        match = head_to_head(leduc_v0.env(), [leduc, opponent], hands=4000, seed=1)
        low, high = match.interval[0]
        chips, exact = match.chips_per_hand[0], match.exact[0]
        table.add_row(match.names[1], f"{chips:+.3f}", f"{low:+.3f} to {high:+.3f}", f"{exact:+.4f}")
console.print(table)
console.print(
    "An equilibrium does not lose, and it does not set out to exploit: honest about breaks even with it, and even the best "
    "response, the strongest opponent there is, wins no more than the exploitability above."
)
