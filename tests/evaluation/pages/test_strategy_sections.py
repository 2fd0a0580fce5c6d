"""Games name the section of the report that fits them."""

from __future__ import annotations

import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.support.lazy import load_object
from pokerzoo.evaluation.pages import strategy_sections


@pytest.mark.parametrize(
    ("game", "section"),
    [
        ("kuhn", strategy_sections.small_game_section),
        ("bet_fold", strategy_sections.bet_fold_section),
        ("holdem", strategy_sections.spot_section),
    ],
)
def test_the_section_of_a_game(game: str, section: object) -> None:
    assert load_object(make_game(game).handlers.report) is section
