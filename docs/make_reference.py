"""Reference results: certain numbers of every registered game, to compare other programs with.

    python docs/make_reference.py --write

computes everything anew and writes ``evaluation/reference.json`` and ``docs/reference.md``; without ``--write`` it prints the
differences from these files. No number here is drawn at random. What is computed in a second way is with the tests.
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
from textwrap import fill
from typing import Any

import numpy as np

from pokerzoo.agents import CFR, baseline_policy
from pokerzoo.agents.policies.asked_baseline import PREFERENCES
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.treeplex import num_sequences
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.atomic_files import write_atomically
from pokerzoo.envs.support.tables import Column, Table
from pokerzoo.evaluation.measures.linear_program import solve_lp

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from pokerzoo_testing.reference_games import GameReference, all_rounded, reference_of, rounded_number  # noqa: E402
from pokerzoo_testing.reference_settings import DIGITS, LABELS, SETTINGS, TOLERANCE, ReferenceSetting  # noqa: E402

FORMAT = "pokerzoo reference results"
FORMAT_VERSION = 1
JSON_FILE = "evaluation/reference.json"
MARKDOWN_FILE = "docs/reference.md"
WORDS = ("id", "what", "method", "published", "thresholds", "sizes", "exploitability", "which agree to (chips)")
"""Columns of words; all others have numbers."""
ITERATIONS = 20_000
"""Of DCFR, where the linear program is too large."""


def reference_results(ids: Sequence[str] | None = None) -> dict[str, Any]:
    """Compute the reference results anew, each number in two ways if there are two; RuntimeError if they disagree."""
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


def check_agreement(game: Game, what: str, one: Any, two: Any, tolerance: float = 0.0) -> None:
    """RuntimeError unless two ways lead to the same number or numbers."""
    if np.shape(one) != np.shape(two) or not np.all(np.abs(np.subtract(one, two)) <= tolerance):
        raise RuntimeError(f"{game}: {what} is {one} in one way, {two} in another")


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


# The page


def as_markdown(results: dict[str, Any]) -> str:
    """Write the page: the results as tables."""
    entries: dict[str, dict[str, Any]] = results["entries"]
    parts = [
        "# Reference results",
        paragraph_text(
            "To check a program of your own. `python docs/make_reference.py --write` made this page with pokerzoo "
            f"{results['pokerzoo_version']}; `evaluation/reference.json` has the same numbers and more (parameters, best "
            "responses, how each was computed):"
        ),
        code_sample(entries),
        paragraph_text(
            "Chips are [net chips](glossary.md#net-chips) a hand: each player's ante, or half of the starting pot, counts as "
            "the player's. Nothing is sampled. [Units](explain/units.md) says how other programs write the same numbers."
        ),
        "## Games",
        markdown_table(
            ["id", "players", "starting pot", "what"],
            [[f"`{key}`", f"{row['num_players']}", starting_pot(row), row["note"]] for key, row in entries.items()],
        ),
        "## Values",
        paragraph_text(
            "The [value](glossary.md#game-value) is what the first player expects when both play an equilibrium. "
            "It lies between two numbers that exact "
            "best responses give: what the first player's strategy is sure of, and the most that the second player's strategy "
            "allows. *Off by* is half of that distance, or rounding. Games of more than two players have no value."
        ),
        markdown_table(
            ["id", "value", "off by at most", "method", "published"],
            [value_cells(key, row["value"]) for key, row in entries.items() if row["value"]],
        ),
        "## Exploitability",
        paragraph_text(
            "All players play the same simple strategy. Its exploitability is NashConv / players in chips: the mean over "
            "players of what a best response to the others gains. The strategy *uniform* takes every legal action with equal "
            "probability. *Always call* checks or calls. *Always fold* folds, or checks where that is free. Off by at most "
            f"{TOLERANCE:g} chips."
        ),
        markdown_table(
            ["id", *LABELS.values()], [[f"`{key}`", *policy_cells(row["policies"])] for key, row in entries.items()]
        ),
        "## Sizes",
        paragraph_text(
            "*Histories* are all nodes of the game tree: the root, chance nodes and ends included. *Infosets* and *sequences* "
            "(the empty one included) are counted for each player. *Public states* are what all see once hands are dealt. The "
            "start, the states where a public card is due, and the ends are included."
        ),
        markdown_table(
            ["id", "histories", "chance nodes", "ends", "infosets", "sequences", "public states"],
            [[f"`{key}`", *count_cells(row["counts"])] for key, row in entries.items()],
        ),
        "## The bet/fold game",
        paragraph_text(
            "The table has the lowest card that bets in each symmetric equilibrium in thresholds. Where there are two, betting "
            "and folding are worth the same with the lower card. The JSON file has what a bet and a fold are worth with each "
            "card, against players who bet half of the time."
        ),
        markdown_table(
            ["id", "cards", "odds", "thresholds"],
            [
                [
                    f"`{key}`",
                    str(row["params"]["num_cards"]),
                    f"{row['params']['odds']:g}",
                    counts_text(row["bet_fold"]["thresholds"]),
                ]
                for key, row in entries.items()
                if "bet_fold" in row
            ],
        ),
    ]
    return "\n\n".join(parts) + "\n"


def paragraph_text(paragraph: str) -> str:
    """A paragraph in lines as long as on the other pages."""
    return fill(paragraph, 128, break_long_words=False, break_on_hyphens=False)


def code_sample(entries: dict[str, dict[str, Any]]) -> str:
    """Code that reads the file, and its output."""
    known = entries["leduc"]
    numbers = known["value"]["value"], known["policies"]["uniform"]["exploitability"], known["counts"]["terminals"]
    return f"""```python
from pokerzoo.evaluation import load_reference

known = load_reference()["entries"]["leduc"]
print(known["value"]["value"], known["policies"]["uniform"]["exploitability"], known["counts"]["terminals"])
```

```text
{" ".join(map(str, numbers))}
```"""


def markdown_table(head: list[str], rows: list[list[str]]) -> str:
    """A table of the page."""
    return Table("", [Column(name, words=name in WORDS) for name in head], rows).markdown()


def counts_text(numbers: list[int]) -> str:
    """Numbers with thousands separated; one if all are equal."""
    return f"{numbers[0]:,} each" if len(numbers) > 1 and len(set(numbers)) == 1 else ", ".join(f"{n:,}" for n in numbers)


def starting_pot(row: dict[str, Any]) -> str:
    """Chips in the pot at the start."""
    return f"{row['chips']['starting_pot']:g}" if "starting_pot" in row["chips"] else "-"


def value_cells(key: str, found: dict[str, Any]) -> list[str]:
    """Row of the table of values, with certain decimals only."""
    tolerance = found["tolerance"]
    number = f"{found['value']:.{DIGITS}g}" if tolerance <= TOLERANCE else f"{found['value']:.5f}"
    published = f"{found['published']} ({found['source']})" if "published" in found else ""
    return [f"`{key}`", number, f"{tolerance:.1g}", found["method"], published]


def policy_cells(found: dict[str, Any]) -> list[str]:
    """Row of the table of exploitability."""
    return [f"{found[name]['exploitability']:.{DIGITS}g}" if name in found else "-" for name in LABELS]


def count_cells(found: dict[str, Any]) -> list[str]:
    """Row of the table of sizes."""
    cells = [f"{found[key]:,}" for key in ("histories", "chance_nodes", "terminals")]
    cells += [counts_text(found[key]) for key in ("infosets", "sequences")]
    return [*cells, f"{found['public_states']['all']:,}" if found["public_states"] else "-"]


def main(arguments: list[str] | None = None) -> int:
    """Compute the results and write them, or compare them with the files; return the exit status."""
    parser = argparse.ArgumentParser(prog="python docs/make_reference.py", description="Reference results.")
    parser.add_argument("--write", action="store_true", help=f"write {JSON_FILE} and {MARKDOWN_FILE}")
    parser.add_argument("--root", type=Path, default=ROOT, help="the top of a repository (default: this one)")
    options = parser.parse_args(arguments)
    json_file, markdown_file = options.root / JSON_FILE, options.root / MARKDOWN_FILE
    for folder in (json_file.parent, markdown_file.parent):
        if not folder.is_dir():
            parser.error(f"--root: no folder {folder}: must be the top of the repository")
    results = reference_results()
    if options.write:
        write_atomically(json_file, as_json(results).encode())
        write_atomically(markdown_file, as_markdown(results).encode())
        print(f"wrote {json_file} and {markdown_file}: {len(results['entries'])} games")
        return 0
    old = json.loads(json_file.read_text(encoding="utf-8"))
    result = list_differences(old, json_value(results))
    if markdown_file.read_text(encoding="utf-8") != as_markdown(old):
        result.append(f"{markdown_file} is not what {json_file} gives")
    print("\n".join(result) or "up to date")
    return 1 if result else 0


if __name__ == "__main__":
    raise SystemExit(main())
