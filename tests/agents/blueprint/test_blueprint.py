"""The blueprint trainer: it converges, and gives the same bits however it is run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents.blueprint import Blueprint, blueprint, make_hand_classes
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.games.fhp import make_fhp
from pokerzoo.envs.games.holdem import make_holdem
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.arrays import Floats32
from pokerzoo_testing.class_of_each_hand import ClassOfEachHand

ROYAL = make_fhp(deck="royal", raise_cap=2)
TURN = make_holdem(board="QsJh2h8d", ranges=("AA,KK,QQ,AKs,QJs,T9s,76s", "AA,JJ,22,AQ,KTs"), pot=20, stack=60, bet_sizes="75%")


def trainer(game: PokerGame = ROYAL) -> Blueprint:
    return Blueprint(game, hand_classes=ClassOfEachHand(game), seed=3)


def numbers(solver: Blueprint) -> Floats32:
    return np.concatenate([solver.state()["regrets"], solver.state()["averages"]])


@pytest.mark.check
def test_it_converges_where_boards_are_drawn() -> None:
    solver = Blueprint(ROYAL, hand_classes={"flop": "exact"}, seed=3).run(500)
    before = solver.measure().nash_conv
    assert solver.run(4500).measure().nash_conv < 0.2 * before
    assert solver.measure().nash_conv < 0.12 * 100


def test_it_converges_where_some_flops_stand_for_all() -> None:
    solver = Blueprint(make_game("fhp", flops="flops:5", raise_cap=1), hand_classes={"flop": "exact"}, seed=1)
    assert solver.run(300).measure().nash_conv < 0.01 * 100


@pytest.mark.check
def test_a_turn_converges_to_its_value() -> None:
    from pokerzoo.agents import CFR

    solver, exact = trainer(TURN).run(3000), CFR(TURN).run(until=0.01)
    assert solver.exploitability_percent < 3.0
    assert abs(solver.expected_value - exact.expected_value) < 0.03 * 20


def test_compiling_leaves_no_trace() -> None:
    solver = trainer()
    solver.compile()
    assert not numbers(solver).any()
    np.testing.assert_array_equal(numbers(solver.run(2)), numbers(trainer().run(2)))


def test_classes_that_were_made_for_a_whole_hand_fit_its_tree() -> None:
    game = make_texas_holdem(deck="royal", stack=20)
    counts: dict[str, Any] = {"flop": 12, "turn": 8, "river": 6}
    solver = Blueprint(game, hand_classes=make_hand_classes(game.rules, **counts), seed=2).run(10)
    np.testing.assert_array_equal(numbers(solver), numbers(Blueprint(game, hand_classes=counts, seed=2).run(10)))


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        (None, (50, 25, 25, True)),
        ({}, (50, 25, 25, True)),
        ({"features": "ehs"}, (50, 25, 25, True)),
        ({"turn": 7, "textures": True}, (50, 7, 25, True)),
        ({"turn": 7}, (1000, 7, 500, False)),
        ({"textures": False}, (1000, 1000, 500, False)),
    ],
)
def test_classes_that_are_not_named(
    options: dict[str, Any] | None, counts: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded: dict[str, Any] = {}

    def make(rules: PokerRules, **wanted: Any) -> ClassOfEachHand:
        recorded.update(wanted)
        return ClassOfEachHand(ROYAL)

    monkeypatch.setattr(blueprint, "make_hand_classes", make)
    Blueprint(ROYAL, hand_classes=options)
    assert tuple(recorded[name] for name in ("flop", "turn", "river", "textures")) == counts
    assert recorded.items() >= (options or {}).items()
