"""Numbers that are not finite, and chances that are none: refused where they come in, with the name of what is wrong."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest

from pokerzoo.envs import CHANCE, list_games, make_game
from pokerzoo.envs.betting.bets import FixedBets
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.compiled.forms import rows_of, tree_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.registry import game_parameters
from pokerzoo.evaluation import solve_lp
from pokerzoo_testing.random_games import Node, TreeGame
from pokerzoo_testing.small_games import choose, end, rules

NUMBERS = {"nan": nan, "inf": inf, "-inf": -inf}
PARAMETERS = [(name, key) for name in list_games() for key in game_parameters(name)]
bad_number = pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS.keys())


@bad_number
@pytest.mark.parametrize(("name", "key"), PARAMETERS)
def test_makers_refuse_it_and_name_the_parameter(name: str, key: str, number: Any) -> None:
    values = [number]
    if key == "payoffs":
        values += [((number,),), ((0.0, 1.0), (number, 2.0)), [[0.0], [number]]]
    elif isinstance(game_parameters(name)[key], tuple) or key.endswith("_sizes"):
        values += [(number, number), ["50%", number]]
    for value in values:
        with pytest.raises(ValueError, match=rf"{key}(\[[01]\])?="):
            make_game(name, **{key: value})


@bad_number
def test_rules(number: Any) -> None:
    for changes, name in (
        ({"antes": (number, 1.0)}, r"antes\[0\]"),
        ({"antes": (1.0, number)}, r"antes\[1\]"),
        ({"stack": number}, "stack"),
        ({"rake_rate": number}, "rake_rate"),
        ({"weights": ((1.0,) * 3, (1.0, number, 1.0))}, r"weights\[1\]"),
    ):
        with pytest.raises(ValueError, match=name):
            rules(**changes)
    with pytest.raises(ValueError, match="bet="):
        FixedBets(number, (1, 1))
    if number != inf:  # no cap
        with pytest.raises(ValueError, match="rake_cap"):
            rules(rake_cap=number)


def deal(*probabilities: float) -> TreeGame:
    """A game in which chance moves, and then each player once."""
    blind = ((0, 0, 0), (0, 0, 0))
    last = Node(1, (end(1.0, -1.0), end(0.0, 0.0)), signals=blind)
    first = Node(0, (last, last), signals=blind)
    return TreeGame(Node(CHANCE, (first,) * len(probabilities), probabilities, ((1, 2, 2), (0, 0, 0))), 2)


@pytest.mark.parametrize("payoff", [nan, inf, -inf])
def test_a_tree_refuses_payoffs_that_are_not_finite(payoff: float) -> None:
    assert tree_of(choose(1e300)).num_terminals == 4
    with pytest.raises(
        ValueError, match=r"game 'drawn_tree' after \[1, 0\]: returns\(\) is .*(nan|inf).*; it must have 2 finite numbers"
    ):
        tree_of(choose(payoff))
    with pytest.raises(ValueError, match="it must have 2 finite numbers"):
        solve_lp(choose(payoff))


@pytest.mark.parametrize(
    "probabilities",
    [(nan, 0.5), (1.5, -0.5), (0.5, 0.4), (0.5, 0.5 + 1e-8), (inf, -inf), (0.0, 0.0)],
)
def test_a_tree_refuses_chances_that_are_no_distribution(probabilities: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match=r"game 'drawn_tree' after \[\]: chance_outcomes\(\) has the chances .* with a sum of"):
        tree_of(deal(*probabilities))


@pytest.mark.parametrize("probabilities", [(0.5, 0.5 + 1e-10), (0.1, 0.2, 0.7), (0.0, 1.0), (1.0,)])
def test_a_tree_takes_chances_that_are_one_up_to_rounding(probabilities: tuple[float, ...]) -> None:
    assert tree_of(deal(*probabilities)).num_terminals == 4 * len(probabilities)


@pytest.mark.parametrize("number", [nan, inf, -inf])
def test_the_public_form_refuses_payoffs_that_are_not_finite(number: float, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Line.payoffs

    def payoffs(self: Line, winners: tuple[int, ...], *matched: Any) -> tuple[float, ...]:
        return (number, -number) if self.text == "bf" else whole(self, winners)

    monkeypatch.setattr(Line, "payoffs", payoffs)
    game = make_game("kuhn")
    with pytest.raises(ValueError, match=r"^kuhn\(.*\): payoffs .*(nan|inf).* after 'bf': must be finite"):
        rows_of(game)
    with pytest.raises(ValueError, match=r"^kuhn\(.*\): payoffs .* after history \(0, 1, 2, 0\): must be finite"):
        tree_of(game)


def test_both_forms_refuse_weights_that_are_no_chances() -> None:
    """Finite weights may have products that are not."""
    game = PokerGame("heavy", {}, rules(weights=((1e200,) * 3, (1e200,) * 3)))
    with pytest.raises(ValueError, match="chance's probabilities of the first hand sum to nan"):
        rows_of(game)
    with pytest.raises(ValueError, match="chance's probabilities after history"):
        tree_of(game)


def test_both_forms_refuse_a_strength_that_compares_with_nothing() -> None:
    for form in (tree_of, rows_of):
        game = PokerGame("odd", {}, rules(strength=lambda hand, board: nan if hand == (1,) else hand[0]))
        with pytest.raises(ValueError, match="odd: the strength of Q is nan"):
            form(game)
