"""Spots for three in prize money: values by a loop over all deals and lines with prizes and side pots from their definition."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.core import Game, State
from pokerzoo.evaluation import SpotReport, leaks, measure
from pokerzoo.evaluation.spots.decision_values import decision_values, tree_decisions

PAYOUTS = (50.0, 30.0, 20.0, 5.0)
OTHERS = (150.0, 20.0)
# With a board of four to a straight hands often tie, in twos and threes.
RIVER: dict[str, Any] = {
    "board": "9s8h7d6c2c", "ranges": ("AcAd,Tc9c,Kh5h", "KsKd,Td8d,As5s:0.5,Th9h", "JcJd,Th9h,2h2d,AhTs"), "pot": 30,
    "bet_sizes": "a", "raise_sizes": "a",
}  # fmt: skip
WIDE = ("77+,ATs+,KQs", "66+,A9s+,KQs,JTs", "55+,A8s+,KTs+,T9s")


def worth_by_orders(stacks: list[float], before: list[float]) -> np.ndarray[Any, Any]:
    """Prize money by the definition: all finishing orders; those without chips last, by the chips that they had."""
    held = [k for k, chips in enumerate(stacks) if chips > 1e-9]
    out = sorted((k for k, chips in enumerate(stacks) if chips <= 1e-9), key=lambda k: -before[k])
    paid = [*PAYOUTS, *[0.0] * len(stacks)]
    found = np.zeros(len(stacks))
    for order in permutations(held):
        share, left = 1.0, sum(stacks[k] for k in held)
        for player in order:
            share *= stacks[player] / left
            left -= stacks[player]
        for place, player in enumerate((*order, *out)):
            found[player] += share * paid[place]
    for chips in {before[k] for k in out}:  # those who had the same share the places
        alike = [k for k in out if before[k] == chips]
        found[alike] = found[alike].mean()
    return found


def net_chips(game: Any, state: Any) -> list[float]:
    """Net chips at the end of a hand: each layer of what was put in is won by the best of those who paid for it and are in."""
    put, folded = list(state.public.contributions), state.public.folded
    live = [k for k in range(3) if not folded[k]]
    strength = {k: game.strength(state.hands[k], state.public.board) if len(live) > 1 else 0 for k in live}
    net, reached = [-chips for chips in put], 0.0
    for level in sorted(set(put)):
        layer = sum(min(chips, level) - min(chips, reached) for chips in put)
        within = [k for k in live if put[k] >= level] or live  # what no one else can win goes to who is left
        best = max(strength[k] for k in within)
        winners = [k for k in within if strength[k] == best]
        for winner in winners:
            net[winner] += layer / len(winners)
        reached = level
    return net


def values_by_hand(game: Game, policy: Any, held: list[float]) -> np.ndarray[Any, Any]:
    """Each player's gain in prize money, over all histories."""
    before = worth_by_orders([*held, *OTHERS], [*held, *OTHERS])
    kept: dict[tuple[float, ...], np.ndarray[Any, Any]] = {}

    def walk(state: State) -> np.ndarray[Any, Any]:
        if state.is_terminal:
            net = tuple(net_chips(game, state))
            if net not in kept:
                after = [*(a + b for a, b in zip(held, net, strict=True)), *OTHERS]
                kept[net] = (worth_by_orders(after, [*held, *OTHERS]) - before)[:3]
            return kept[net]
        if state.is_chance:
            return sum((p * walk(state.child(action)) for action, p in state.chance_outcomes() if p > 0), np.zeros(3))
        shares = policy.action_probabilities(state)
        return sum((shares[action] * walk(state.child(action)) for action in state.legal_actions()), np.zeros(3))

    return walk(game.initial_state())


def spot(**more: Any) -> Any:
    return make_game("holdem", **RIVER | {"payouts": PAYOUTS, "others": OTHERS} | more)


def some_policy(game: Any, iterations: int = 4) -> TabularPolicy:
    return CFR(game).run(iterations).average_policy()


@pytest.mark.parametrize(("stack", "held"), [((90, 60, 40), [100.0, 70.0, 50.0]), (60, [70.0, 70.0, 70.0])])
def test_values_against_all_histories(stack: Any, held: list[float]) -> None:
    game = spot(stack=stack)
    policy = some_policy(game)
    assert measure(game, policy).values == pytest.approx(values_by_hand(game, policy, held), abs=1e-9)


@pytest.mark.parametrize(
    "more",
    [{"stack": (90, 60, 40), "bet_sizes": "50%,a"}, {"stack": 60}, {"board": "9s8h7d6c", "stack": (30, 60, 40)}],
)
def test_hands_side_by_side_against_the_flat_tree(more: dict[str, Any]) -> None:
    """Values and best responses, on turns with fewer hands."""
    game = spot(**({"ranges": ("AcAd,Tc9c", "KsKd,Td8d", "JcJd,Th9h")} if "board" in more else {}) | more)
    policy = some_policy(game).probabilities
    rows, flat = (Evaluator(form).evaluate_policy(policy) for form in (game.public_tree(), game.tree()))
    assert np.concatenate(rows) == pytest.approx(np.concatenate(flat), abs=1e-9)
    assert rows[0].sum() < -0.01  # the others gain what the three lose together


def test_winner_takes_all_with_three_left_is_the_game_in_chips() -> None:
    """Of all hands of wide ranges, which another evaluation has in chips."""
    own: dict[str, Any] = {"board": "QsJh2h8d3c", "ranges": WIDE, "pot": 60, "stack": (90, 60, 60), "bet_sizes": "50%"}
    chips, prizes = make_game("holdem", **own), make_game("holdem", **own, payouts=(27,), prize_model="winner_takes_all")
    policy = some_policy(chips)
    found, wanted = (measure(game, TabularPolicy(game, np.array(policy.probabilities))) for game in (prizes, chips))
    assert 10.0 * found.values == pytest.approx(wanted.values, abs=1e-4)
    assert 10.0 * found.best_response_values == pytest.approx(wanted.best_response_values, abs=1e-4)


def test_reports_and_leaks_have_the_values_of_the_flat_tree() -> None:
    game = spot(stack=(90, 60, 40), ranges=("AcAd,Tc9c", "KsKd,Td8d", "JcJd,Th9h"))
    policy = some_policy(game)
    measured = measure(game, policy)
    assert SpotReport(game, policy).at().mean_ev == pytest.approx(measured.values, abs=1e-9)
    assert leaks(game, policy).gains == pytest.approx(measured.gains, abs=1e-9)
    found, wanted = decision_values(game, policy), tree_decisions(game, policy)
    seen, stack = 0, [game.initial_state()]
    while stack:
        state = stack.pop()
        if state.is_chance:
            stack += [state.child(outcome) for outcome, _ in state.chance_outcomes()]
        elif not state.is_terminal:
            np.testing.assert_allclose(found.at(state).ev, wanted.at(state).ev, atol=1e-9)
            seen += 1
            stack += [state.child(action) for action in state.legal_actions()]
    assert seen > 50


def test_all_gains_become_small() -> None:
    game = make_game(
        "holdem", board="QsJh2h8d3c", ranges=WIDE, pot=50, stack=(100, 60, 60), bet_sizes="50%", raise_sizes="a",
        payouts=PAYOUTS, others=OTHERS,
    )  # fmt: skip
    start, end = measure(game, "random").gains, CFR(game).run(150).measure().gains
    assert max(end) < 0.005 * max(start)
    low, high = game.utility_range
    assert low <= min(game.rules.tournament.gains((-110.0, 55.0, 55.0))) and high >= max(end)  # type: ignore[attr-defined]
