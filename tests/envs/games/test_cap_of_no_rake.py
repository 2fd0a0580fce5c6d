"""A cap of a rake that is not taken is an error in every game that has a rake."""

from __future__ import annotations

import pytest

from pokerzoo.envs import make_game


@pytest.mark.parametrize("given", [{}, {"rake_rate": 0}])
@pytest.mark.parametrize("cap", [0, 3])
@pytest.mark.parametrize("name", ["holdem", "preflop_holdem", "texas_holdem"])
def test_a_cap_needs_a_rate(name: str, cap: int, given: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"rake_cap={cap}: needs rake_rate"):
        make_game(name, rake_cap=cap, **given)
    assert make_game(name, rake_cap=cap, rake_rate=0.05).params["rake_cap"] == cap
