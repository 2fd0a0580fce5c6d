"""Markdown page of the reference results."""

from __future__ import annotations

from textwrap import fill
from typing import Any

from .reference_settings import DIGITS, LABELS, TOLERANCE


def as_markdown(results: dict[str, Any]) -> str:
    """Write the page: the results as tables."""
    entries: dict[str, dict[str, Any]] = results["entries"]
    parts = [
        "# Reference results",
        paragraph_text("This page is for readers who check a program of their own against known results."),
        paragraph_text(
            f"Made with pokerzoo {results['pokerzoo_version']} by "
            "`python -m pokerzoo.evaluation.reference.make_reference --write`, run at "
            "the top of the repository; do not edit it by hand. The same numbers and more (parameters, what each player's best "
            "response makes, how each number was computed and checked) are in `evaluation/reference.json`, which comes with "
            "the package:"
        ),
        code_sample(entries),
        paragraph_text(
            "Chips are [net chips](glossary.md#net-chips) a hand: each player's ante, or half of the starting pot, counts as "
            "the player's own. "
            "No number here is drawn at random, so there is no seed. [Which number is which](units.md) says how other programs "
            "write the same numbers."
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
        "## How the numbers were checked",
        paragraph_text(
            "What has two methods here was computed in both ways, and the two had to agree. "
            "`tests/evaluation/reference/test_reference.py` compares with OpenSpiel where it has the game, two-player Kuhn and "
            "Leduc included."
        ),
        markdown_table(["id", "sizes", "exploitability", "which agree to (chips)"], method_rows(entries)),
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
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


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


def method_rows(entries: dict[str, dict[str, Any]]) -> list[list[str]]:
    """Rows of the table of methods: one for all games with the same methods."""
    found: dict[tuple[str, ...], list[str]] = {}
    for key, row in entries.items():
        sizes, looks = row["counts"], row["policies"]
        counting = f"{sizes['method']}; {sizes['checked_by']}" if sizes["checked_by"] else sizes["method"]
        cells = (counting, f"{looks['method']}; {looks['checked_by']}", f"{looks['checked_to']:g}")
        found.setdefault(cells, []).append(f"`{key}`")
    return [[", ".join(keys), *cells] for cells, keys in found.items()]
