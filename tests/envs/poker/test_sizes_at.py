"""Sizes of single points of the betting, and lines by the requested sizes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, Subgame, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line_labels import line_label
from pokerzoo.envs.poker.sized_lines import action_names, follow_line, parse_line
from pokerzoo.evaluation import solve_lp
from pokerzoo_testing.cases import line_at as at

FEW: dict[str, Any] = {"ranges": ("AsAh,KsKd,9h8h", "QsQc,AcKc,Td8d"), "pot": 100, "stack": 300}
RIVER, TURN = "QsJh2h8d3c", "Td9d6h5c"


def spot(board: str = RIVER, **params: Any) -> Any:
    return make_game("holdem", board=board, **{**FEW, "bet_sizes": "75%", "raise_sizes": "a", **params})


def lines(game: Any) -> set[str]:
    return {line_label(line) for line in game.rules.root.line.walk()}


def test_a_size_at_one_point_is_that_size_everywhere_with_the_other_points_cut() -> None:
    """The same tree in another way: the size on the whole street, and all lines that begin with it elsewhere removed."""
    here = spot(sizes_at={"x": "+25%"})
    everywhere = spot(bet_sizes="25%,75%", removed=["b25"])
    assert lines(here) == lines(everywhere) and lines(here) > lines(spot())
    assert at(here, "").tokens == ("x", "b75") and at(here, "x").tokens == ("x", "b25", "b75")
    assert solve_lp(here).value == pytest.approx(solve_lp(everywhere).value, abs=1e-9)
    solvers = [CFR(game) for game in (here, everywhere)]
    policies = [solver.run(20).average_policy() for solver in solvers]
    assert np.array_equal(policies[0].probabilities, policies[1].probabilities)


def test_a_size_taken_out_at_one_point_is_its_line_removed() -> None:
    assert lines(spot(sizes_at={"x": "-75%"})) == lines(spot(removed=["xb75"]))
    assert lines(spot(sizes_at={"b75": "-a"})) == lines(spot(removed=["b75r300"]))
    # 75% had stood in the way of 70%: taken out, it makes room; removed as a line, it does not
    close = {"bet_sizes": "70%,75%"}
    assert at(spot(**close, sizes_at={"": "-75%"}), "").tokens == ("x", "b70")
    assert at(spot(**close, removed=["b75"]), "").tokens == ("x",)


def test_points_of_later_streets_are_the_same_after_all_cards() -> None:
    game = spot(TURN, stack=400, sizes_at={"xb75c/x": "+25%", "xx": "+50%,-75%"})
    assert at(game, "x b75 c x").tokens == ("x", "b63", "b188", "b325") and at(game, "x x").tokens == ("x", "b50")
    assert at(game, "b75 c").tokens == ("x", "b188", "b325")  # here as on the whole street
    assert action_names(at(game, "x x")) == ("check", "bet 50%")
    river = Subgame.reached_by(game, "xb75c/2h|", TabularPolicy.uniform(game)).spot
    assert river.params["sizes_at"] == {"x": "+25%"} and at(river, "x").tokens == ("x", "b63", "b188", "b325")
    assert Subgame.reached_by(game, "b75c/2h|", TabularPolicy.uniform(game)).spot.params["sizes_at"] is None


def test_a_donk_bet_at_one_point_and_the_added_all_in_taken_out() -> None:
    game = spot(TURN, stack=400, donk_sizes="", sizes_at={"xb75c": "+20%", "b75c/x": "-a"})
    assert at(game, "x b75 c").tokens == ("x", "b50", "b325") and at(game, "b75 c").tokens == ("x", "b188", "b325")
    assert at(game, "b75 c x").tokens == ("x", "b188")  # elsewhere the rest of 325 is added, 1.3 times the pot
    assert at(spot(stack=150), "").tokens == ("x", "b75", "b150")
    assert at(spot(stack=150, sizes_at={"": "-a"}), "").tokens == ("x", "b75")


def test_a_game_keeps_its_sizes_in_one_spelling(tmp_path: Path) -> None:
    game = spot(sizes_at={"X": "-75%  +25.0%", "b75": "+2.5X"}, raise_sizes="")
    assert game.params["sizes_at"] == {"b75": "+2.5x", "x": "+25%,-75%"}
    assert game != spot(raise_sizes="")
    assert spot().params["sizes_at"] is None and spot(sizes_at={}) == spot()
    TabularPolicy.uniform(game).save(tmp_path / "p.npz")
    assert TabularPolicy.load(tmp_path / "p.npz").game == game
    assert make_game("holdem", **json.loads(json.dumps(game.params))) == game
    assert game.on_board("QsJh2h8d4c").params["sizes_at"] == game.params["sizes_at"]


@pytest.mark.parametrize(
    ("sizes_at", "pattern"),
    [
        (5, "=5: .* a mapping from lines to sizes with a sign"),
        ({"x": 25}, "=.* a mapping from lines to sizes with a sign"),
        ({"x": "25%"}, r"\['x'\]='25%': '25%' must begin with \+"),
        ({"x": "+25"}, r"\['x'\]='\+25': '\+25': a number needs a unit"),
        ({"x": "+25%,-25%"}, r"\['x'\]=.* 25% is added and taken out"),
        ({"x": "+25%", "X": "+30%"}, "=.* the line 'x' occurs twice"),
        ({"x/2h/x": "+25%"}, r"\['x/2h/x'\]: must be without cards"),
        ({"b60": "+a"}, r"\['b60'\]: no 'b60' at the start; allowed: x, b75"),
        ({"xx": "+25%"}, r"\['xx'\]: the hand is over"),
        ({"b75r300": "+3x"}, r"\['b75r300'\]=.* nobody may bet"),
        ({"x": "+75%"}, r"\['x'\]=.* among the sizes there already: 75%"),
        ({"x": "-33%"}, r"\['x'\]=.* no 33% to take out"),
        ({"x": "+3x"}, r"\['x'\]=.* 3x is for raises only"),
        ({"x": "+70%"}, r"\['x'\]=.*merging_threshold"),
        ({"x": "+75c"}, r"\['x'\]=.* no bet there that is not made without it"),
    ],
)
def test_what_is_refused(sizes_at: Any, pattern: str) -> None:
    with pytest.raises(ValueError, match=f"^sizes_at{pattern}"):
        spot(sizes_at=sizes_at)


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


def test_lines_are_looked_up_by_size_by_chips_and_by_card() -> None:
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
