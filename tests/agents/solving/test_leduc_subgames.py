"""Subgame solving on Leduc, exactly: safe solving never makes a strategy more exploitable, unsafe solving may."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.agents.cfr.resolving import ResolvingGame
from pokerzoo.agents.solving.hand_moves import after_action
from pokerzoo.envs import PokerGame, Round, make_game
from pokerzoo.envs.compiled.forms import form_of
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.evaluation import measure
from pokerzoo_testing.gadget_program import least_excess, worth_against
from pokerzoo_testing.rules import poker_rules


@lru_cache
def leduc() -> PokerGame:
    game = make_game("leduc")
    assert isinstance(game, PokerGame)
    return game


def subgame(start: PublicState, weights: tuple[Floats, Floats]) -> PokerGame:
    """The second round after a line and a card; net chips are those of the whole."""
    whole = leduc().rules
    rules = poker_rules(
        deck=whole.deck.names, antes=start.line.contributions, rounds=(Round(0, whole.betting.rounds[1].bets),),
        strength=whole.strength, board=start.board, combos=whole.deck.hands,
        weights=(tuple(weights[0].tolist()), tuple(weights[1].tolist())),
    )  # fmt: skip
    return PokerGame("leduc_subgame", {}, rules)


def starts() -> list[PublicState]:
    """The starts of all subgames."""
    result, stack = [], [leduc().rules.root]
    while stack:
        public = stack.pop()
        if public.card_due:
            result += [public.deal(card) for card in range(6)]
        elif not public.is_over:
            stack += [public.after(k) for k in range(len(public.line.moves))]
    return result


def ranges_at(start: PublicState, policy: TabularPolicy) -> tuple[Floats, Floats]:
    """Both ranges at the start of a subgame, move by move."""
    ranges = [np.ones(6), np.ones(6)]
    line = start.line
    way = []
    while line.above is not None:
        way.append(line)
        line = line.above
    for after in reversed(way):
        before = after.above
        assert before is not None
        if before.card_due:
            continue
        k = next(k for k in range(len(before.moves)) if before.after(k) is after)
        ranges[before.actor] = after_action(ranges[before.actor], policy.strategy(PublicState(start.rules, before, ()))[k])
    left = np.arange(6) != start.board[0]
    return ranges[0] * left, ranges[1] * left


def blueprint(iterations: int) -> TabularPolicy:
    return CFR(leduc(), "cfr").run(iterations).average_policy()


def part_of(policy: TabularPolicy, start: PublicState, game: PokerGame) -> TabularPolicy:
    """A policy's part in a subgame, as the subgame's policy."""
    result = game.infosets.uniform()
    for public in game.infosets.public_states():
        entries = game.infosets.entries(public)
        own = policy.strategy(at(start, public))
        result[entries[entries >= 0]] = own[entries >= 0]
    return TabularPolicy(game, result)


def at(start: PublicState, public: PublicState) -> PublicState:
    """The public state of the whole that a public state of a subgame is."""
    result = start
    for _, _, kind, total in public.line.actions:
        result = result.after(result.line.moves.index((kind, total)))
    return result


def solved(policy: TabularPolicy, player: int, way: str, iterations: int) -> tuple[TabularPolicy, float]:
    """The policy with a player's strategy in all subgames solved anew, and the sum of what is missed by it."""
    game, missed = leduc(), 0.0
    probabilities = policy.probabilities.copy()
    for start in starts():
        ranges = ranges_at(start, policy)
        whole = np.where(np.arange(6) != start.board[0], 1.0, 0.0)
        held = (ranges[0], whole) if player == 0 else (whole, ranges[1])
        spot = subgame(start, ranges if way == "unsafe" else held)
        form = form_of(spot)
        assert isinstance(form, RowsForm)
        if way == "unsafe":
            result = CFR(spot).run(iterations).average_policy()
            answers = {public: result.strategy(public) for public in spot.infosets.public_states()}
        else:
            worth = worth_against(spot, player, part_of(policy, start, spot))
            gadget: Any = ResolvingGame(form, player, worth)
            gadget.advance(iterations)
            missed += max(0.0, gadget.excess())
            shares = unpack_rows(form.lanes, form.shares(gadget.average_rows())[player], form.num_lanes)
            firsts = zip(form.points[player], form.treeplexes[player].first.tolist(), strict=True)
            answers = {public: shares[first : first + len(public.line.moves)] for public, first in firsts}
        for public, answer in answers.items():
            if public.actor == player:
                entries = game.infosets.entries(at(start, public))
                probabilities[entries[entries >= 0]] = answer[entries >= 0]
    return TabularPolicy(game, probabilities), missed


def test_ranges_are_those_of_all_histories() -> None:
    """Bayes' rule by brute force: the chance of each pair of hands, over all histories of the tree."""
    policy, game = blueprint(3), leduc()
    for start in starts()[::5]:
        ranges = ranges_at(start, policy)
        product = np.outer(*ranges)
        np.fill_diagonal(product, 0.0)
        pairs, stack = np.zeros((6, 6)), [(game.initial_state(), 1.0)]
        while stack:
            state, likely = stack.pop()
            if state.is_terminal or not start.history.startswith(state.public.history):
                continue
            if state.public.history == start.history:
                pairs[state.hands[0], state.hands[1]] += likely
            elif state.is_chance:
                stack += [(state.child(outcome), likely * p) for outcome, p in state.chance_outcomes()]
            else:
                answers = policy.action_probabilities(state)
                stack += [(state.child(action), likely * p) for action, p in answers.items()]
        np.testing.assert_allclose(pairs / pairs.sum(), product / product.sum(), atol=1e-12)


@pytest.mark.parametrize("player", [0, 1])
def test_the_gadget_reaches_the_value_of_its_linear_program(player: int) -> None:
    policy = blueprint(2)
    for start in starts()[::4]:
        ranges = ranges_at(start, policy)
        whole = np.where(np.arange(6) != start.board[0], 1.0, 0.0)
        spot = subgame(start, (ranges[0], whole) if player == 0 else (whole, ranges[1]))
        worth = worth_against(spot, player, part_of(policy, start, spot)) - 0.05
        form = form_of(spot)
        assert isinstance(form, RowsForm)
        gadget = ResolvingGame(form, player, worth)
        gadget.advance(3000)
        assert gadget.excess() == pytest.approx(least_excess(spot, player, worth), abs=2e-4)


@pytest.mark.parametrize("iterations", [1, 2, 5, 30])
@pytest.mark.parametrize("player", [0, 1])
def test_safe_solving_is_no_worse_than_the_blueprint(player: int, iterations: int) -> None:
    policy = blueprint(iterations)
    before = measure(leduc(), policy).best_response_values[1 - player]
    result, missed = solved(policy, player, "safe", 500)
    after = measure(leduc(), result).best_response_values[1 - player]
    assert after <= before + missed + 1e-6
    assert missed < 0.02
    assert after < before, "a poor blueprint gets better, too"


@pytest.mark.parametrize("player", [0, 1])
def test_unsafe_solving_may_be_worse(player: int) -> None:
    """A good blueprint, its subgames solved to the end. Which equilibrium it is decides how much more the opponent wins."""
    policy = CFR(leduc()).run(300).average_policy()

    def after(way: str) -> tuple[float, float]:
        result, missed = solved(policy, player, way, 1000)
        return float(measure(leduc(), result).best_response_values[1 - player]), missed

    before = float(measure(leduc(), policy).best_response_values[1 - player])
    unsafe, _ = after("unsafe")
    assert unsafe > before + 0.05
    safe, missed = after("safe")
    assert safe <= before + missed + 1e-6 and missed < 0.02
