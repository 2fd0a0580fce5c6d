"""Makes the table of rivers solved anew in docs/postflop.md: measures the spots, keeps what it found in docs/rivers.json.

    python docs/make_rivers.py                  # all spots: an hour of one processor
    python docs/make_rivers.py --spot "8d8h3c8c raked"   # this one; what was kept of the others stays
    python docs/make_rivers.py --page           # writes the table alone, from what is kept

Each spot is solved. Then all its rivers are solved anew twice: for the ranges that come there alone, as files of version 0.2
have it, and held to the solution's values. The exploitability of both wholes is exact.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from pathlib import Path
from typing import Any

from pokerzoo.agents import CFR, SpotPolicy
from pokerzoo.envs import make_game
from pokerzoo.evaluation import measure

DOCS = Path(__file__).resolve().parent
PAGE, KEPT = DOCS / "postflop.md", DOCS / "rivers.json"
BEGIN = "<!-- From here on made by `python docs/make_rivers.py` from docs/rivers.json: not edited by hand. -->\n"
END = "<!-- To here. -->\n"
HEAD = (
    "| spot | hands | rake | rivers | solution | for the ranges alone | held to the values | at most | ms a river |\n"
    "|---|---|---|---|---|---|---|---|---|\n"
)
OOP = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
IP = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
BROADWAY = "22+,A9s+,KTs+,QTs+,JTs,T9s,98s,87s"
PURE = {
    "bet_sizes": "60%,a", "raise_sizes": "60%,a", "add_allin_threshold": 0, "force_allin_threshold": 0, "merging_threshold": 0,
}  # fmt: skip
THREE_SIZES = {"bet_sizes": {"turn": "33%,66%,100%", "river": "66%"}}
SPOTS: dict[str, tuple[str, dict[str, Any]]] = {
    "Jh7c2d4s": (
        "0.02%",
        {"board": "Jh7c2d4s", "ranges": (f"{BROADWAY},AJo,KQo,KJo,76s,54s", BROADWAY), "pot": 20, "stack": 60},
    ),
    "8d8h3c8c raked": (
        "0.008%",
        {
            "board": "8d8h3c8c", "ranges": ("AA,KK,99,AKo,A3s", "QQ,JJ,AQo,KQs"), "pot": 10, "stack": 50, "rake_rate": 0.05,
            "rake_cap": 3, **THREE_SIZES,
        },
    ),
    "8d8h3c8c": (
        "0.008%",
        {"board": "8d8h3c8c", "ranges": ("AA,KK,99,AKo,A3s", "QQ,JJ,AQo,KQs"), "pot": 10, "stack": 50, **THREE_SIZES},
    ),
    "the turn of the benchmarks": (
        "0.1%",
        {"board": "QsJh2h8d", "ranges": (OOP, IP), "pot": 200, "stack": 900, **PURE},
    ),
    "one suit": ("0.05%", {"board": "Qs8s5s2s", "ranges": (BROADWAY, f"{BROADWAY},AJo,KQo"), "pot": 20, "stack": 40}),
    "nuts and air against one pair": (
        "0.02%",
        {"board": "AsKd7c2h", "ranges": ("77,22,AKs,QJs,T9s,65s", "AQ,AJ,KQ,KJ,QQ-TT"), "pot": 30, "stack": 90},
    ),
    "low cards, rake without a cap": (
        "0.02%",
        {
            "board": "6c5c4h2d", "ranges": ("77+,A3s,87s,66", "99-44,A5s,A4s,76s,33"), "pot": 12, "stack": 40,
            "rake_rate": 0.04,
        },
    ),
    "a pot's worth behind": ("0.02%", {"board": "Td9d3s3h", "ranges": (OOP, IP), "pot": 100, "stack": 100}),
    "ten pots behind, bets of two pots": (
        "0.05%",
        {
            "board": "KhQd7s4c", "ranges": ("99+,AQ+,KQs,QJs,76s", "TT+,AJs+,KJs+,QJs,77,44"), "pot": 10, "stack": 100,
            "bet_sizes": {"turn": "75%", "river": "75%,200%"},
        },
    ),
    "donk bets and sizes of each player": (
        "0.02%",
        {
            "board": "9h8h4c2s", "ranges": ("TT-55,T9s,98s,87s,A9s", "99+,AKs,AQs,JTs,AhKh"), "pot": 16, "stack": 70,
            "bet_sizes": {"turn": ("50%", "75%"), "river": ("40%,120%", "80%")}, "donk_sizes": {"river": "30%"},
        },
    ),
    "wide against wide": (
        "0.1%",
        {
            "board": "Qc7d6h3s", "ranges": ("22+,A2+,K7+,Q8+,J8+,T8+,97+,86+,75+", "22+,A2+,K9+,Q9+,J9+,T9"), "pot": 6,
            "stack": 20, "bet_sizes": "75%",
        },
    ),
    "a flop of one suit": (
        "0.05%",
        {
            "board": "Qs8s3s", "ranges": ("QQ+,AK,AQs,KQs,88,33", "JJ-88,AQ,KQ,QJs,33"), "pot": 20, "stack": 40,
            "bet_sizes": "100%", "raise_sizes": "a",
        },
    ),
}  # fmt: skip
"""For each spot how far it is solved, and what it is."""


def measured(until: str, params: dict[str, Any]) -> dict[str, Any]:
    """A row of the table, and what tells the spot."""
    game = make_game("holdem", **params)
    policy = CFR(game).run(until=until).average_policy()
    assert isinstance(policy, SpotPolicy)
    without = policy.without_rivers()
    bound = without.river_bound()
    assert bound is not None
    plain = SpotPolicy(game, without.rows.copy(), rivers="solve")
    first = next(public for public in game.infosets.public_states() if len(public.board) == 5)
    for other in (plain, without):  # kernels are compiled before
        for public in (first, first.after(0)):
            other.strategy(public)
    percents, seconds, count = [], [], [0]
    for other in (plain, without):
        start = time.process_time()
        whole = other.expanded(progress=lambda done, rivers: count.append(rivers))
        seconds.append(time.process_time() - start)
        percents.append(float(measure(game, whole).exploitability_pot_percent or 0.0))
    added = float(whole.metadata["rivers_add_at_most_percent"])
    rivers = count[-1]
    values, rows = without.river_values, policy.rows
    assert values is not None
    return {
        "until": until,
        "params": params,
        "hands": [sum(weight > 0 for weight in own) for own in game.rules.weights or ()],
        "raked": bound.raked,
        "rivers": rivers,
        "solution": float(bound.solution.exploitability_pot_percent or 0.0),
        "for_ranges": percents[0],
        "held": percents[1],
        "at_most": float(bound.solution.exploitability_pot_percent or 0.0) + added,
        "ms_for_ranges": 1e3 * seconds[0] / rivers,
        "ms_held": 1e3 * seconds[1] / rivers,
        "bytes": {"all": rows.nbytes, "before": without.rows.nbytes, "values": values.by_hand.nbytes},
    }


def table_text(kept: dict[str, Any]) -> str:
    """The table in Markdown."""
    rows = [
        f"| {name} | {row['hands'][0]}, {row['hands'][1]} | {'yes' if row['raked'] else 'no'} | {row['rivers']:,} "
        f"| {row['solution']:.4f}% | {row['for_ranges']:.4f}% | {row['held']:.4f}% | {row['at_most']:.4f}% "
        f"| {row['ms_for_ranges']:.0f}, {row['ms_held']:.0f} |"
        for name, row in kept.items()
    ]
    return HEAD + "\n".join(rows) + "\n"


def page_text() -> str:
    """The page with its table made anew."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    before, after = re.split(f"{re.escape(BEGIN)}.*?{re.escape(END)}", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    return f"{before}{BEGIN}\n{table_text(kept)}\n{END}{after}"


def main() -> None:
    """Measure, keep and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--spot", action="append", choices=SPOTS, help="measure this one only (may be given again)")
    parser.add_argument("--page", action="store_true", help="measure nothing")
    asked = parser.parse_args()
    if not asked.page:
        kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
        for name in asked.spot or SPOTS:
            kept[name] = measured(*SPOTS[name])
            ordered = {known: kept[known] for known in SPOTS if known in kept}
            KEPT.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")
            print(table_text({name: kept[name]}).splitlines()[-1], flush=True)
    PAGE.write_text(page_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
