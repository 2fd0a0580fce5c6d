"""Regrets have one unit on all engines: chips, counterfactual. Ranges whose weights are all scaled alike are the same game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.simd import HandLanes, ManyHandLanes
from pokerzoo.envs.compiled.street_tree import StreetTree

FEW, MANY = ("AA:0.5,KK,QQ:0.25", "KK:0.75,JJ,QQ"), ("22+:0.5,A2s+,KTs+:0.25", "55+,ATs+:0.75,KQo")
THREE = ("AA:0.5,QQ", "KK,JJ:0.25", "TT,AKs:0.5")
SPOTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "few hands, a river": ("QsJh2h8d3c", FEW),
    "many hands, a river": ("QsJh2h8d3c", MANY),
    "few hands, a turn": ("QsJh2h8d", FEW),
    "many hands, a turn": ("QsJh2h8d", MANY),
    "three players, few hands": ("QsJh2h8d3c", THREE),
    "three players, many hands": ("QsJh2h8d3c", (*MANY, "66+,ATs+:0.5")),
}


def scaled(text: str, factor: float) -> str:
    """A range with all weights times a factor."""
    parts = [part.partition(":") for part in text.split(",")]
    return ",".join(f"{hand}:{factor * float(weight or 1):g}" for hand, _, weight in parts)


def solved(name: str, *factors: float) -> CFR:
    """One iteration from where all strategies are uniform, so that no rounding decides a strategy."""
    board, ranges = SPOTS[name]
    ranges = tuple(scaled(text, factor) for text, factor in zip(ranges, factors, strict=True))
    return CFR(make_game("holdem", board=board, ranges=ranges, bet_sizes="a", raise_sizes="a"), "cfr").run(1)


@pytest.mark.parametrize("name", SPOTS)
def test_scaled_weights_change_no_regret(name: str) -> None:
    factors = [1.0] * len(SPOTS[name][1])
    whole = solved(name, *factors)
    forms = {"many hands, a turn": StreetTree}
    assert isinstance(whole.form, forms.get(name, object))
    largest = np.abs(whole.regrets()).max()
    for one, *others in ([0.5] * len(factors), [0.5, *factors[1:]], [*factors[1:], 0.2]):
        regrets = solved(name, one, *others).regrets()
        np.testing.assert_allclose(regrets, whole.regrets(), rtol=0, atol=1e-5 * largest)
    np.testing.assert_array_equal(whole.columns()["regret"], whole.regrets())


@pytest.mark.parametrize("players", [2, 3])
def test_all_engines_have_the_same_unit(players: int) -> None:
    """A hand more in a range than matrices take changes the engine; a weight of nearly nothing changes no other regret."""
    ranges = (FEW if players == 2 else THREE)[:players]
    rest = "55-22:1e-9,A9s-A2s:1e-9,K9s-K2s:1e-9"
    few, many = (
        CFR(make_game("holdem", board="QsJh2h8d3c", ranges=own, bet_sizes="a", raise_sizes="a"), "cfr").run(1)
        for own in (ranges, tuple(f"{text},{rest}" for text in ranges))
    )
    assert isinstance(few.form.lanes, HandLanes) and isinstance(many.form.lanes, ManyHandLanes)
    table = dict(zip(zip(many.columns()["infoset"], many.columns()["action"], strict=True), many.regrets(), strict=True))
    columns: dict[str, Any] = few.columns()
    same = [table[key] for key in zip(columns["infoset"], columns["action"], strict=True)]
    np.testing.assert_allclose(same, few.regrets(), rtol=0, atol=2e-5 * np.abs(few.regrets()).max())
