"""Actions and lines by the sizes that were asked for."""

from __future__ import annotations

from typing import Any

import pytest

from pokerzoo.envs import make_game
from pokerzoo.envs.poker.sized_lines import action_names, follow_line, parse_line


def names_at(line: str, **params: object) -> tuple[str, ...] | None:
    game = make_game("holdem", **({"raise_sizes": "60%"} | params))
    public = follow_line(game.rules.root, parse_line(line, "line"))  # type: ignore[attr-defined]
    return None if public is None else action_names(public.line)


def test_names_do_not_depend_on_the_pot() -> None:
    for pot in (30, 55, 90):
        assert names_at("", pot=pot, stack=1000, bet_sizes="33%,75%,a") == ("check", "bet 33%", "bet 75%", "bet all-in")
        assert names_at("x/b33%", pot=pot, stack=1000, bet_sizes="33%,75%,a")[:3] == ("fold", "call", "raise 60%")  # type: ignore[index]
    # 60% of 110 comes to 66 of 80 chips: so little is left that the size becomes all-in (force_allin_threshold)
    assert names_at("", pot=110, stack=80, bet_sizes="33%,60%") == ("check", "bet 33%", "bet all-in")
    # 1% of 50 is below the smallest bet, which is 1 chip
    assert names_at("", pot=50, stack=1000, bet_sizes="1%,2e") == ("check", "bet 1%", "bet 2e")
    assert names_at("b100", pot=50, stack=1000, bet_sizes="100c", raise_sizes="2.5x,20c") == (
        "fold",
        "call",
        "raise 20c",
        "raise 2.5x",
    )


def test_lines_are_found_by_size_by_chips_and_by_card() -> None:
    spot: dict[str, Any] = {"pot": 60, "stack": 300, "bet_sizes": "33%,100c", "raise_sizes": "60%,a"}
    spot |= {"board": "QsJh2h8d", "ranges": ("AA,KK", "QQ,AK")}
    assert names_at("b33%c/2c", **spot) == names_at("b20 c 2c", **spot) == names_at("B33%|C|2C", **spot)
    assert names_at("b(100c)c/2c", **spot) == names_at("b100c/2c", **spot)
    assert names_at("b33% ra", **spot) == names_at("b20r300", **spot) is not None
    assert names_at("xx/Qs", **spot) is None  # lies there already
    assert names_at("b50%", **spot) is None and names_at("xxx", **spot) is None and names_at("b20ff", **spot) is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x/y", r"line='x/y': 'y' at character 3; allowed: x, c, f, b33%"),
        ("b(33)", r"line='b\(33\)'.*a number needs a unit"),
        ("b(33%,50%)", "must have one size"),
        ("b2.5x", "for raises only"),
        ("b", "allowed: x, c, f"),
    ],
)
def test_what_cannot_be_read_is_said(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_line(line, "line")
