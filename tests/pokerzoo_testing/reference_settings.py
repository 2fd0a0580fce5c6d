"""Games with reference results: their parameters, published values, and the simple strategies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

DIGITS = 12
"""Significant digits that are written; decimals too, so that rounding errors of sums that are zero are zero."""
TOLERANCE = 1e-9
"""Chips that numbers in double precision may be off by."""
LABELS = {"uniform": "uniform", "always_call": "always call", "always_fold": "always fold"}
SMALL_RIVER = {
    "board": "QsJh2h8d3c",
    "ranges": ("QQ:0.5,AQs,AJs:0.75,T9s,76s:0.5", "JJ:0.5,KQs,QTs:0.75,T9s,65s"),
    "pot": 10,
    "stack": 25,
    "bet_sizes": "50%,a",
    "raise_sizes": "50%",
}
PAIRS_RIVER = {"board": "QsJh2h8d3c", "ranges": ("22+,AK", "22+,AK"), "pot": 10, "stack": 20}
FULL_RIVER = {
    "board": "QsJh2h8d3c",
    "ranges": ("random", "random"),
    "pot": 100,
    "stack": 300,
    "bet_sizes": "33%,75%,150%,a",
    "raise_sizes": "60%,a",
}


@dataclass(frozen=True)
class ReferenceSetting:
    """A game with its published value."""

    name: str  # as ``make_game`` knows it
    params: dict[str, Any]  # those that are not the default
    note: str = ""
    published: str = ""  # value for the first player: a fraction as text, or a decimal
    source: str = ""


LEDUC = "-0.085606424078"
LEDUC_SOURCE = "OpenSpiel's sequence_form_lp_test.py"
SETTINGS: dict[str, ReferenceSetting] = {
    "kuhn": ReferenceSetting("kuhn", {}, "3 cards", "-1/18", "Kuhn 1950"),
    "kuhn num_cards=4": ReferenceSetting("kuhn", {"num_cards": 4}, "4 cards"),
    "kuhn num_cards=5": ReferenceSetting("kuhn", {"num_cards": 5}, "5 cards"),
    "kuhn num_cards=13": ReferenceSetting("kuhn", {"num_cards": 13}, "13 cards"),
    "kuhn num_players=3": ReferenceSetting("kuhn", {"num_players": 3}, "4 cards"),
    "kuhn num_players=4": ReferenceSetting("kuhn", {"num_players": 4}, "5 cards"),
    "bet_raise": ReferenceSetting(
        "bet_raise", {}, "10 cards", "-2/45", "the CFRM tutorial, where it is -4/45 in twice the unit"
    ),
    "bet_raise num_cards=3": ReferenceSetting("bet_raise", {"num_cards": 3}, "3 cards"),
    "leduc": ReferenceSetting("leduc", {}, "936 infosets", LEDUC, LEDUC_SOURCE),
    "leduc suit_isomorphism": ReferenceSetting(
        "leduc", {"suit_isomorphism": True}, "suits merged, 288 infosets", LEDUC, LEDUC_SOURCE
    ),
    "rps": ReferenceSetting("rps", {}, "rock, paper, scissors", "0", "symmetry"),
    "rps 2x2": ReferenceSetting(
        "rps", {"payoffs": ((3.0, -1.0), (-2.0, 1.0))}, "the matrix ((3, -1), (-2, 1))", "1/7", "(ad - bc) / (a + d - b - c)"
    ),
    "holdem": ReferenceSetting(
        "holdem", {}, "river 2d2s2c2h3d, QQ+ against QQ+: the spot of the river article", "-1.225674434", "the river article"
    ),
    "holdem weighted": ReferenceSetting("holdem", SMALL_RIVER, "river QsJh2h8d3c, small ranges with weights"),
    "holdem pairs": ReferenceSetting("holdem", PAIRS_RIVER, "river QsJh2h8d3c, pairs and AK on both sides"),
    "holdem full": ReferenceSetting("holdem", FULL_RIVER, "river QsJh2h8d3c, every hand against every hand"),
    "bet_fold num_players=2": ReferenceSetting("bet_fold", {"num_players": 2, "num_cards": 6}, "6 cards", "0", "symmetry"),
    "bet_fold num_players=3": ReferenceSetting("bet_fold", {"num_players": 3, "num_cards": 6}, "6 cards"),
    "bet_fold num_players=4": ReferenceSetting("bet_fold", {"num_players": 4, "num_cards": 6}, "6 cards"),
    "bet_fold num_players=5": ReferenceSetting("bet_fold", {"num_players": 5, "num_cards": 6}, "6 cards"),
    "bet_fold": ReferenceSetting("bet_fold", {}, "101 cards"),
}
"""Games with reference results, by id: every registered game with its defaults, and well-known settings."""
