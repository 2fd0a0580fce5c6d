"""Reference results: certain numbers of every registered game, to compare other programs with.

    python docs/make_reference.py --write

recomputes everything and writes ``evaluation/reference.json``; without ``--write`` it prints the differences from this file.
Nothing is sampled. The second way of computing each number is with the tests; ``reference_page.py`` makes the site's page.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from math import fsum
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.agents import CFR, baseline_policy
from pokerzoo.agents.policies.asked_baseline import PREFERENCES
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.treeplex import num_sequences
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.atomic_files import write_atomically
from pokerzoo.evaluation.measures.linear_program import solve_lp

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from pokerzoo_testing.reference_games import GameReference, all_rounded, reference_of, rounded_number  # noqa: E402
from pokerzoo_testing.reference_settings import LABELS, SETTINGS, TOLERANCE, ReferenceSetting  # noqa: E402

FORMAT = "pokerzoo reference results"
FORMAT_VERSION = 1
JSON_FILE = "evaluation/reference.json"
ITERATIONS = 20_000
"""Of DCFR, where the linear program is too large."""


def reference_results(ids: Sequence[str] | None = None) -> dict[str, Any]:
    """Compute the reference results, each number in two ways if there are two; RuntimeError if they disagree."""
    from pokerzoo import __version__

    chosen = list(SETTINGS) if ids is None else list(ids)
    for key in chosen:
        if key not in SETTINGS:
            raise ValueError(f"ids: no setting {key!r}; allowed: {', '.join(SETTINGS)}")
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "pokerzoo_version": __version__,
        "units": "net chips a hand; each player's ante, or half of the starting pot, counts as the player's own",
        "exploitability": "NashConv / players: the mean over players of what a best response to the others gains",
        "entries": {key: reference_entry(SETTINGS[key]) for key in chosen},
    }


def reference_entry(setting: ReferenceSetting) -> dict[str, Any]:
    """All reference results of one game."""
    game = make_game(setting.name, **setting.params)
    reference = reference_of(game)
    return {
        "game": game.name,
        "params": json_value(game.params),
        "note": setting.note,
        "num_players": game.num_players,
        "seed": None,
        "chips": reference.chips(),
        "counts": check_counts(reference),
        "value": value_of(reference, setting),
        "policies": baseline_exploitability(reference),
    } | reference.more()


def json_value(value: Any) -> Any:
    """Convert to the value that JSON gives back: tuples as lists."""
    return json.loads(json.dumps(value, allow_nan=False))


def check_agreement(game: Game, what: str, first: Any, second: Any, tolerance: float = 0.0) -> None:
    """RuntimeError unless two ways lead to the same number or numbers."""
    if np.shape(first) != np.shape(second) or not np.all(np.abs(np.subtract(first, second)) <= tolerance):
        raise RuntimeError(f"{game}: {what} is {first} in one way, {second} in another")


# Counts


def check_counts(reference: GameReference) -> dict[str, Any]:
    """Sizes by arithmetic, and by the tree if there is one."""
    game = reference.game
    table = game.infosets
    owner = np.repeat(table.players, np.diff(table.first))
    by_kind, public_states = reference.counted()
    histories = sum(by_kind.values())
    check_agreement(game, "histories", histories, game.num_histories or histories)
    result: dict[str, Any] = {"histories": histories, **by_kind, "public_states": public_states}
    result["infosets"] = [count for count, _ in table.player_sizes()]
    result["sequences"] = (1 + np.bincount(owner)).tolist()
    check = None
    if reference.has_tree:
        tree = tree_of(game)
        chance = int(np.count_nonzero(tree.node_player == -1))
        walked = {
            "histories": tree.num_nodes,
            "chance_nodes": chance,
            "decision_nodes": tree.num_nodes - chance - tree.num_terminals,
            "terminals": tree.num_terminals,
            "infosets": list(tree.num_infosets),
            "sequences": [num_sequences(plex) for plex in tree.rows.treeplexes],
        }
        for key, number in walked.items():
            check_agreement(game, key, result[key], number)
        check = "a walk over all histories"
    if public_states is not None:
        check_agreement(game, "public states", public_states["all"], game.size.public_states)
    return result | {"method": reference.counting, "checked_by": check}


# Exploitability and values


def baseline_exploitability(reference: GameReference) -> dict[str, Any]:
    """Exploitability of simple strategies, played by all."""
    game = reference.game
    result: dict[str, Any] = {}
    method, check, slack = "", "OpenSpiel (tests/package/test_reference.py)", TOLERANCE
    for name in LABELS:
        if name in PREFERENCES and not isinstance(game, PokerGame):
            continue
        probabilities = baseline_policy(game, "random" if name == "uniform" else name).probabilities
        look, method = reference.exact_look(probabilities)
        again = reference.second_look(probabilities)
        if again is not None:
            other, check, slack = again
            check_agreement(game, f"the value of {name}", look[0], other[0], slack)
            check_agreement(game, f"the best response to {name}", look[1], other[1], slack)
        gains = look[1] - look[0]
        result[name] = {
            "exploitability": rounded_number(fsum(gains) / game.num_players),
            "nash_conv": rounded_number(fsum(gains)),
            "values": all_rounded(look[0]),
            "best_responses": all_rounded(look[1]),
            "tolerance": TOLERANCE,
        }
    return result | {"method": method, "checked_by": check, "checked_to": slack}


def value_of(reference: GameReference, setting: ReferenceSetting) -> dict[str, Any] | None:
    """Value for the first player between two bounds by best responses; None with more than two players."""
    game = reference.game
    if game.num_players > 2:
        return None
    if reference.has_tree:
        probabilities = solve_lp(game).policies[0].probabilities
        method = "the sequence-form linear program"
        again = reference.second_look(probabilities)
        assert again is not None
        (_, best), check, _ = again
    else:
        probabilities = CFR(game, "dcfr").run(ITERATIONS).average_policy().probabilities
        method = f"{ITERATIONS:,} iterations of DCFR"
        (_, best), check = reference.exact_look(probabilities)
    # What the second player's strategy holds the first to, and what the first's is sure of.
    high, low = float(best[0]), -float(best[1])
    result = {
        "value": rounded_number((low + high) / 2),
        "low": rounded_number(low),
        "high": rounded_number(high),
        "tolerance": rounded_number(max(TOLERANCE, (high - low) / 2)),
        "method": method,
        "checked_by": f"best responses to its strategies, by {check}",
    }
    if reference.has_tree and high - low > TOLERANCE:
        raise RuntimeError(f"{game}: the linear program leaves the value between {low} and {high}")
    if setting.published:
        check_agreement(game, "the value", (low + high) / 2, float(Fraction(setting.published)), TOLERANCE)
        result |= {"published": setting.published, "source": setting.source}
    return result


# Files


def list_differences(old: Any, new: Any, where: str = "", tolerance: float = 0.0) -> list[str]:
    """Places of differences between two results: numbers by more than the ``tolerance`` beside them, other values at all."""
    if isinstance(old, dict) and isinstance(new, dict):
        result = [f"{where}/{key}: only in one" for key in sorted(old.keys() ^ new.keys())]
        slack = max(old.get("tolerance", tolerance), new.get("tolerance", tolerance))
        for key in old:
            if key in new:
                result += list_differences(old[key], new[key], f"{where}/{key}", slack)
        return result
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [
            text
            for i, pair in enumerate(zip(old, new, strict=True))
            for text in list_differences(*pair, f"{where}/{i}", tolerance)
        ]
    if isinstance(old, float) and isinstance(new, float):
        return [] if abs(old - new) <= tolerance * (1 + 1e-6) else [f"{where}: {old!r} and {new!r}"]
    return [] if type(old) is type(new) and old == new else [f"{where}: {old!r} and {new!r}"]


def as_json(results: dict[str, Any]) -> str:
    """Text of the file, lists of numbers on one line."""
    spread = json.dumps(results, indent=1, allow_nan=False)
    return re.sub(r"\[\n\s*([^\[\]{}]*?)\n\s*\]", lambda result: "[" + re.sub(r"\n\s*", " ", result[1]) + "]", spread) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Compute the results and write them, or compare them with the file; return the exit status."""
    parser = argparse.ArgumentParser(prog="python docs/make_reference.py", description="Reference results.")
    parser.add_argument("--write", action="store_true", help=f"write {JSON_FILE}")
    parser.add_argument("--root", type=Path, default=ROOT, help="the top of a repository (default: this one)")
    options = parser.parse_args(arguments)
    json_file = options.root / JSON_FILE
    if not json_file.parent.is_dir():
        parser.error(f"--root: no folder {json_file.parent}: must be the top of the repository")
    results = reference_results()
    if options.write:
        write_atomically(json_file, as_json(results).encode())
        print(f"wrote {json_file}: {len(results['entries'])} games")
        return 0
    differences = list_differences(json.loads(json_file.read_text(encoding="utf-8")), json_value(results))
    print("\n".join(differences) or "up to date")
    return 1 if differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
