"""Writes docs/reference.md, the reference results as tables, from ``evaluation/reference.json`` in each build of the site."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import Any

from pokerzoo.envs.support.tables import Column, Table
from pokerzoo.evaluation import load_reference

PAGE = Path(__file__).with_name("reference.md")
DIGITS = 12
"""Significant digits of a number in double precision."""
TOLERANCE = 1e-9
"""Chips that a number in double precision may be off by."""
LABELS = {"uniform": "uniform", "always_call": "always call", "always_fold": "always fold"}
WORDS = ("id", "what", "method", "published", "thresholds")
"""Columns of words; all others have numbers."""


def as_markdown(results: dict[str, Any]) -> str:
    """Write the page: the results as tables."""
    entries: dict[str, dict[str, Any]] = results["entries"]
    parts = [
        "# Reference results",
        paragraph_text(
            "To check a program of your own. `python docs/make_reference.py --write` computed these numbers with pokerzoo "
            f"{results['pokerzoo_version']}; `evaluation/reference.json` has them and more (parameters, best "
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
            "It is between two numbers that exact "
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


def value_cells(key: str, entry: dict[str, Any]) -> list[str]:
    """Row of the table of values, with certain decimals only."""
    tolerance = entry["tolerance"]
    number = f"{entry['value']:.{DIGITS}g}" if tolerance <= TOLERANCE else f"{entry['value']:.5f}"
    published = f"{entry['published']} ({entry['source']})" if "published" in entry else ""
    return [f"`{key}`", number, f"{tolerance:.1g}", entry["method"], published]


def policy_cells(entry: dict[str, Any]) -> list[str]:
    """Row of the table of exploitability."""
    return [f"{entry[name]['exploitability']:.{DIGITS}g}" if name in entry else "-" for name in LABELS]


def count_cells(entry: dict[str, Any]) -> list[str]:
    """Row of the table of sizes."""
    cells = [f"{entry[key]:,}" for key in ("histories", "chance_nodes", "terminals")]
    cells += [counts_text(entry[key]) for key in ("infosets", "sequences")]
    return [*cells, f"{entry['public_states']['all']:,}" if entry["public_states"] else "-"]


def write_page() -> None:
    """Write the page if it has changed: Sphinx reads it again then."""
    text = as_markdown(load_reference())
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_page()
