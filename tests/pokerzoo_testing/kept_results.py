"""A fixed list of runs with their results, which agree across processors and versions (`test_kept_results.py`).

python tests/pokerzoo_testing/kept_results.py            prints the results as JSON
python tests/pokerzoo_testing/kept_results.py --write    writes kept_results.json, where a change of results is meant
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.agents import (
    CFR,
    MCCFR,
    MMD,
    VARIANTS,
    SymmetricRegretMatching,
    baseline_policy,
)
from pokerzoo.envs import make_game

ITERATIONS = 40
KEPT = Path(__file__).with_suffix(".json")
WEIGHTED = {"ranges": ("QQ-88:0.3,AKs-ATs:0.7,KQs", "JJ-66:0.1,AQs-A8s,KJs+:0.6"), "board": "QsJh2h8d3c", "rake_rate": 0.05}
"""A river with few hands, whose weights are no sums of powers of two."""


def trainers() -> dict[str, Callable[[], Any]]:
    kuhn, leduc = make_game("kuhn"), make_game("leduc", suit_isomorphism=True)
    weighted = make_game("holdem", **WEIGHTED)
    wide = make_game("holdem", ranges=("22+,A2s+:0.3,K9o+", "random:0.7,AKs"), board="KsKd7c4h2s", bet_sizes="50%,a")
    bet_fold = make_game("bet_fold", num_players=3, num_cards=9)
    skewed = make_game("rps", payoffs=((0.0, -0.1, 0.3), (0.7, 0.0, -1.1), (-0.9, 1.0, 0.0)))
    return {
        **{f"leduc, {name}": lambda name=name: CFR(leduc, name) for name in VARIANTS},  # type: ignore[misc]
        "kuhn, flat": lambda: CFR(kuhn, "hs-dcfr", layout="flat"),
        "kuhn for three": lambda: CFR(make_game("kuhn", num_players=3), "cfr-avg-restart"),
        "matrix": lambda: CFR(skewed, "dcfr"),
        "weighted ranges, float64": lambda: CFR(weighted, "dcfr"),
        "weighted ranges, flat": lambda: CFR(weighted, "hs-pcfr+", layout="flat"),
        "weighted ranges, float32": lambda: CFR(wide, "dcfr"),
        "external": lambda: MCCFR(weighted, sampling="external", seed=1),
        "outcome, baselines": lambda: MCCFR(leduc, sampling="outcome", baseline=True, variant="cfr+", seed=1),
        "chance": lambda: MCCFR(leduc, sampling="chance", variant="lcfr", seed=1),
        "mmd": lambda: MMD(leduc, magnet_rate="0.1/t^0.3"),
        "mmd, flat": lambda: MMD(weighted, layout="flat", alternating=False, temperature=1.0),
        "mmd, float32": lambda: MMD(wide),
        "bet/fold, exact": lambda: CFR(bet_fold, "hs-pcfr+"),
        "bet/fold, sampled": lambda: SymmetricRegretMatching(bet_fold, seed=1),
        "bet/fold, in turn": lambda: CFR(bet_fold, "dcfr", alternating=True),
    }


def results() -> dict[str, list[float]]:
    """By run: values, best-response values and three sums over the average policy, after iterations in which no tie decides."""
    result = {}
    for name, make in trainers().items():
        trainer = make().run(ITERATIONS)
        measured, policy = trainer.measure(), trainer.average_policy().probabilities
        places = np.arange(len(policy))
        sums = [float(policy @ np.cos(k * places)) / len(policy) for k in (1, 2, 3)]
        result[name] = [*measured.values.tolist(), *measured.best_response_values.tolist(), *sums]
    spots: list[tuple[str, dict[str, Any]]] = [
        ("kuhn", {"num_cards": 5}),
        ("bet_raise", {}),
        ("leduc", {}),
        ("holdem", WEIGHTED),
    ]
    for name, params in spots:
        policy = baseline_policy(make_game(name, **params), "honest").probabilities
        result[f"honest in {name}"] = [float(policy @ np.cos(np.arange(len(policy))))]
    return result


if __name__ == "__main__":
    text = json.dumps(results(), indent=1) + "\n"
    if "--write" in sys.argv:
        KEPT.write_text(text, encoding="utf-8")
    else:
        print(text)
