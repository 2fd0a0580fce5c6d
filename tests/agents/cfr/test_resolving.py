"""The re-solving gadget: the same least excess as a linear program of its game has, for one player and the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.agents.cfr import resolving
from pokerzoo.agents.cfr.resolving import ResolvingGame, resolve_river
from pokerzoo.agents.subgames.subgame import average_strategies
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.public_tree import compile_public_tree
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.games.holdem import HoldemGame, make_holdem
from pokerzoo.evaluation import measure
from pokerzoo_testing.gadget_program import least_excess, worth_against

FEW: dict[str, Any] = {
    "board": "QsJh2h8d3c", "ranges": ("KsKd,9h7h:0.5,AdTd,QdTd", "QhTh,AhKh:0.25,88:0.5,7s6s"), "pot": 20, "stack": 30,
    "bet_sizes": "50%,100%", "raise_sizes": "a", "add_allin_threshold": 0,
}  # fmt: skip
MANY = FEW | {"ranges": ("22+,AKs:0.5", "TT-22,QJs,AJo:0.25"), "bet_sizes": "100%", "raise_sizes": "", "stack": 20}
POT = 20
RAKED = {"rake_rate": 0.1, "rake_cap": 3}
SPOTS = [FEW, FEW | RAKED, MANY, MANY | RAKED]
NAMES = ["few hands", "few hands, rake", "many hands", "many hands, rake"]


def solved_for(game: HoldemGame, iterations: int) -> TabularPolicy:
    return CFR(game).run(iterations).average_policy()


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("params", SPOTS, ids=NAMES)
def test_the_excess_falls_to_the_least_that_there_is(params: dict[str, Any], player: int) -> None:
    """Held to what a strategy is worth there is none; held to less, as much as a linear program says."""
    game = make_holdem(**params)
    worth = worth_against(game, player, solved_for(game, 30))
    assert least_excess(game, player, worth) == pytest.approx(0.0, abs=2e-6)
    assert resolve_river(game, player, worth, allowed=2e-4 * POT)[1] <= 2e-4 * POT
    less = worth - 0.2 * POT * np.linspace(0.0, 1.0, len(worth)) / len(worth)
    expected = least_excess(game, player, less)
    assert expected > 1e-3 * POT
    form = compile_public_tree(game, against=player)
    excess = ResolvingGame(form, player, less).run(0.0, 3000)
    assert expected - 1e-5 * POT <= excess <= expected + 4e-4 * POT


TURN: dict[str, Any] = {
    "board": "QsJh2h8d", "ranges": ("KsKd,9h7h:0.5,AdTd,QdTd", "QhTh,AhKh:0.25,88:0.5,7s6s"), "pot": 20, "stack": 20,
    "bet_sizes": "100%", "raise_sizes": "", "add_allin_threshold": 0,
}  # fmt: skip


@pytest.mark.parametrize("player", [0, 1])
def test_boards_lead_to_the_same_as_rows(player: int) -> None:
    """A turn with few hands, on boards and on rows."""
    game = make_holdem(**TURN)
    rows, boards = compile_public_tree(game), compile_street_tree(game)
    evaluator, weights = Evaluator(rows), np.array(game.rules.weights)[1 - player]
    evaluator.evaluate(rows.rows_from_policy(solved_for(game, 3).probabilities))
    best = unpack_rows(rows.lanes, evaluator.best_utilities(evaluator.shares)[1 - player], rows.num_lanes)[0]
    worth = np.divide(best, weights, out=np.zeros(len(weights)), where=weights > 0) - 1.0
    result = []
    for form in (rows, boards):
        gadget = ResolvingGame(form, player, worth, weights=np.ones(len(worth)))
        gadget.advance(1500)
        gains = gadget.gains()[np.array(game.rules.weights)[1 - player] > 0]
        result.append(float(np.maximum(gains, 0.0).sum()))
    assert abs(result[0]) > 1e-3 * POT
    assert result[0] == pytest.approx(result[1], rel=5e-3)


@pytest.mark.parametrize("params", SPOTS, ids=NAMES)
def test_the_excess_is_that_of_the_strategy(params: dict[str, Any]) -> None:
    """Measured by a best response to the strategy that is returned, as an evaluator of the river has it."""
    game = make_holdem(**params)
    worth = worth_against(game, 0, solved_for(game, 30))
    solver, reached = resolve_river(game, 0, worth, 0.0, most=40)
    assert solver.iteration == 40
    ask = average_strategies(solver)
    probabilities = game.infosets.uniform()
    for public in game.infosets.public_states():
        if public.actor == 0:
            entries = game.infosets.entries(public)
            probabilities[entries[entries >= 0]] = ask(public)[entries >= 0]
    form = compile_public_tree(game)
    evaluator = Evaluator(form)
    evaluator.evaluate(form.rows_from_policy(probabilities))
    best = unpack_rows(form.lanes, evaluator.best_utilities(evaluator.shares)[1], form.num_lanes)[0].astype(np.float64)
    weights = np.array(game.rules.weights)[1]
    excess = np.maximum(best - worth * (weights if len(weights) <= 64 else 1.0), 0.0)
    expected = float(excess @ (weights > 0 if len(weights) <= 64 else weights))
    assert reached == pytest.approx(expected, rel=1e-4, abs=2e-6 if len(weights) > 64 else 0.0)  # differences in float32


def test_given_rake_a_second_attempt_leads_below_any_excess(monkeypatch: pytest.MonkeyPatch) -> None:
    """Own chips are not what the opponent loses. Where they lead not far enough, the opponent's are played against."""
    game = make_holdem(**MANY | {"rake_rate": 0.3})
    worth = worth_against(game, 0, solved_for(game, 3000))
    allowed = 1e-4 * POT
    monkeypatch.setattr(resolving, "FOR_OWN_CHIPS", 100)
    calls: list[int] = []
    run = ResolvingGame.run

    def counted(self: ResolvingGame, allowed: float, most: int) -> float:
        calls.append(most)
        return run(self, allowed, most)

    monkeypatch.setattr(ResolvingGame, "run", counted)
    _, excess = resolve_river(game, 0, worth, allowed)
    assert calls == [100, resolving.MOST_ITERATIONS] and excess <= allowed
    calls.clear()
    assert resolve_river(game, 0, worth + 1.0, allowed)[0].iteration == resolving.FIRST_CHECK and calls == [100]


@pytest.mark.parametrize("params", [FEW, MANY], ids=["few hands", "many hands"])
def test_one_player_may_win_what_the_other_loses_whatever_the_rake_takes(params: dict[str, Any]) -> None:
    game = make_holdem(**params | RAKED)
    policy = CFR(game).run(10).average_policy()
    raked = measure(game, policy)
    assert raked.values.sum() < -0.05
    for player in range(2):
        form = compile_public_tree(game, against=player)
        values, best = Evaluator(form).evaluate(form.rows_from_policy(policy.probabilities))
        assert values[1 - player] == pytest.approx(raked.values[1 - player], abs=1e-5)
        assert best[1 - player] == pytest.approx(raked.best_response_values[1 - player], abs=1e-5)
        assert values[player] == pytest.approx(-values[1 - player], abs=1e-5)
