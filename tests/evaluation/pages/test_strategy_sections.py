"""The class of a game chooses the section of a report on its strategy."""

from __future__ import annotations

import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.evaluation import make_report


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("kuhn", "An infoset is what a player knows"),
        ("bet_fold", "probability of a bet"),
        ("holdem", "Combos are weighted by the range"),
    ],
)
def test_the_section_of_a_game(game: str, words: str) -> None:
    assert words in make_report(TabularPolicy.uniform(game)).html
