"""The re-solving gadget: the same least excess as a linear program of its game has, for one player and the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from pokerzoo.agents import CFR
from pokerzoo.agents.cfr import resolving
from pokerzoo.agents.cfr.resolving import ResolvingGame, resolve_river
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.public_tree import PublicTree, compile_public_tree, pair_weight
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.evaluation import measure

FEW = {
    "board": "QsJh2h8d3c", "ranges": ("KsKd,9h7h:0.5,AdTd,QdTd", "QhTh,AhKh:0.25,88:0.5,7s6s"), "pot": 20, "stack": 30,
    "bet_sizes": "50%,100%", "raise_sizes": "a", "add_allin_threshold": 0,
}  # fmt: skip
MANY = FEW | {"ranges": ("22+,AKs:0.5", "TT-22,QJs,AJo:0.25"), "bet_sizes": "100%", "raise_sizes": "", "stack": 20}
RAKED = {"rake_rate": 0.1, "rake_cap": 3}
SPOTS = [FEW, FEW | RAKED, MANY, MANY | RAKED]
NAMES = ["few hands", "few hands, rake", "many hands", "many hands, rake"]


def river(params: dict[str, Any]) -> HoldemGame:
    game = make_game("holdem", **params)
    assert isinstance(game, HoldemGame)
    return game


def payoffs(game: HoldemGame, opponent: int) -> list[tuple[int, int, Floats]]:
    """(the opponent's sequence, the player's, [opponent's hands, player's hands] net chips of the opponent) of all terminals.

    Straight from the rules: who wins, and what that pays. Of hands that share a card it is 0. All of it is divided by the sum
    over all pairs of hands of the products of their weights.
    """
    rules = game.rules
    form = game.public_tree()
    assert isinstance(form, PublicTree)
    number = [
        {public.betting: first for public, first in zip(own, plex.first, strict=True)}
        for own, plex in zip(form.points, form.treeplexes, strict=True)
    ]
    cards = rules.hand_cards
    apart = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    strengths = np.array(game.strengths(rules.board))
    ahead = np.sign(strengths[:, None] - strengths[None, :])
    found, stack = [], [(rules.root, (0, 0))]
    while stack:
        public, at = stack.pop()
        if public.is_over:
            if any(public.folded):
                chips = np.full(apart.shape, public.payoffs((public.folded.index(False),))[opponent])
            else:
                win, lose, tie = (public.payoffs(who)[opponent] for who in ((opponent,), (1 - opponent,), (0, 1)))
                chips = np.where(ahead > 0, win, np.where(ahead < 0, lose, tie))
            found.append((at[opponent], at[1 - opponent], chips * apart / pair_weight(rules)))
            continue
        first = number[public.actor][public.betting]
        for k in range(len(public.moves)):
            below = (first + k, at[1]) if public.actor == 0 else (at[0], first + k)
            stack.append((public.after(k), below))
    return found


def least_excess(game: HoldemGame, player: int, worth: Floats) -> float:
    """The least excess that a strategy of a player leaves, by a linear program over realization plans."""
    rules, opponent = game.rules, 1 - player
    form = game.public_tree()
    assert isinstance(form, PublicTree) and rules.weights is not None
    weights = [np.array(own) for own in rules.weights]
    mine, theirs = form.treeplexes[player], form.treeplexes[opponent]
    own, others = np.flatnonzero(weights[player] > 0), np.flatnonzero(weights[opponent] > 0)
    sequences = 1 + int(mine.actions.sum())
    plan = np.arange(len(own) * sequences).reshape(len(own), sequences)
    points = len(theirs.first)
    values = plan.size + np.arange(len(others) * (points + 1)).reshape(len(others), points + 1)  # the last: of the whole
    size = plan.size + values.size
    goal = np.zeros(size)
    goal[values[:, points]] = weights[opponent][others]
    equal, equal_to = [], []
    for hand in range(len(own)):
        row = np.zeros(size)
        row[plan[hand, 0]] = 1.0
        equal.append(row)
        equal_to.append(1.0)
        for first, actions, parent in zip(mine.first, mine.actions, mine.parent, strict=True):
            row = np.zeros(size)
            row[plan[hand, first : first + actions]] = 1.0
            row[plan[hand, parent]] -= 1.0
            equal.append(row)
            equal_to.append(0.0)
    rows, at_most = [], []
    ends = payoffs(game, opponent)
    for k, hand in enumerate(others):
        of_sequence: dict[int, np.ndarray[Any, Any]] = {}
        for sequence, other, chips in ends:
            row = of_sequence.setdefault(int(sequence), np.zeros(size))
            row[plan[:, other]] += chips[hand, own] * weights[player][own]
        for point, parent in enumerate(theirs.parent):
            of_sequence.setdefault(int(parent), np.zeros(size))[values[k, point]] += 1.0
        for sequence, row in of_sequence.items():  # what a sequence is worth is no more than the point above it
            above = points if sequence == 0 else int(np.searchsorted(theirs.first, sequence, side="right")) - 1
            row[values[k, above]] -= 1.0
            rows.append(row)
            at_most.append(0.0)
        row = np.zeros(size)
        row[values[k, points]] = -1.0
        rows.append(row)
        at_most.append(-worth[hand])
    free: list[tuple[float | None, float | None]] = [(0.0, None)] * plan.size + [(None, None)] * values.size
    solved = linprog(goal, np.array(rows), at_most, np.array(equal), equal_to, bounds=free, method="highs")
    assert solved.status == 0, solved.message
    return float(solved.fun - weights[opponent][others] @ worth[others])


def worth_against(game: HoldemGame, player: int, iterations: int) -> Floats:
    """float64 [hands]: what a best response to a player's strategy, solved for so long, is worth with each hand."""
    form = compile_public_tree(game)
    evaluator = Evaluator(form)
    evaluator.evaluate(form.rows_from_policy(CFR(game).run(iterations).average_policy().probabilities))
    rows = evaluator.best_utilities()[1 - player]
    found = unpack_rows(form.lanes, rows, form.num_lanes)[0].astype(np.float64)
    weights = np.array(game.rules.weights)[1 - player] if len(game.rules.hands) <= 64 else np.ones(form.num_lanes)
    return np.divide(found, weights, out=np.zeros_like(found), where=weights > 0)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("params", SPOTS, ids=NAMES)
def test_the_excess_falls_to_the_least_that_there_is(params: dict[str, Any], player: int) -> None:
    """Held to what a strategy is worth there is none; held to less, as much as a linear program says."""
    game = river(params)
    worth = worth_against(game, player, 30)
    assert least_excess(game, player, worth) == pytest.approx(0.0, abs=2e-6)
    assert resolve_river(game, player, worth, allowed=2e-4 * game.starting_pot).excess <= 2e-4 * game.starting_pot
    less = worth - 0.2 * game.starting_pot * np.linspace(0.0, 1.0, len(worth)) / len(worth)
    expected = least_excess(game, player, less)
    assert expected > 1e-3 * game.starting_pot
    form = compile_public_tree(game, against=player)
    found = ResolvingGame(form, player, less).run(0.0, 3000)
    assert expected - 1e-5 * game.starting_pot <= found.excess <= expected + 4e-4 * game.starting_pot


@pytest.mark.parametrize("params", SPOTS, ids=NAMES)
def test_the_excess_is_that_of_the_strategy(params: dict[str, Any]) -> None:
    """Measured by a best response to the strategy that is returned, as an evaluator of the river has it."""
    game = river(params)
    worth = worth_against(game, 0, 30)
    found = resolve_river(game, 0, worth, 0.0, most=40)
    assert found.iterations == 40
    probabilities = game.infosets.uniform()
    for public in game.infosets.public_states():
        if public.actor == 0:
            entries = game.infosets.entries(public)
            probabilities[entries[entries >= 0]] = found.strategy(public)[entries >= 0]
    form = compile_public_tree(game)
    evaluator = Evaluator(form)
    evaluator.evaluate(form.rows_from_policy(probabilities))
    best = unpack_rows(form.lanes, evaluator.best_utilities()[1], form.num_lanes)[0].astype(np.float64)
    weights = np.array(game.rules.weights)[1]
    excess = np.maximum(best - worth * (weights if len(weights) <= 64 else 1.0), 0.0)
    expected = float(excess @ (weights > 0 if len(weights) <= 64 else weights))
    assert found.excess == pytest.approx(expected, rel=1e-4)


def test_given_rake_a_second_attempt_leads_below_any_excess(monkeypatch: pytest.MonkeyPatch) -> None:
    """Own chips are not what the opponent loses. Where they lead not far enough, the opponent's are played against."""
    game = river(MANY | {"rake_rate": 0.3})
    worth = worth_against(game, 0, 3000)
    allowed = 1e-4 * game.starting_pot
    monkeypatch.setattr(resolving, "FOR_OWN_CHIPS", 100)
    calls = []
    run = ResolvingGame.run
    monkeypatch.setattr(ResolvingGame, "run", lambda self, allowed, most: calls.append(most) or run(self, allowed, most))
    found = resolve_river(game, 0, worth, allowed)
    assert calls == [100, resolving.MOST_ITERATIONS] and found.excess <= allowed
    calls.clear()
    assert resolve_river(game, 0, worth + 1.0, allowed).iterations == resolving.FIRST_CHECK and calls == [100]


@pytest.mark.parametrize("params", [FEW, MANY], ids=["few hands", "many hands"])
def test_one_player_may_win_what_the_other_loses_whatever_the_rake_takes(params: dict[str, Any]) -> None:
    game = river(params | RAKED)
    policy = CFR(game).run(10).average_policy()
    raked = measure(game, policy)
    assert raked.values.sum() < -0.05
    for player in range(2):
        form = compile_public_tree(game, against=player)
        values, best = Evaluator(form).evaluate(form.rows_from_policy(policy.probabilities))
        assert values[1 - player] == pytest.approx(raked.values[1 - player], abs=1e-5)
        assert best[1 - player] == pytest.approx(raked.best_response_values[1 - player], abs=1e-5)
        assert values[player] == pytest.approx(-values[1 - player], abs=1e-5)
