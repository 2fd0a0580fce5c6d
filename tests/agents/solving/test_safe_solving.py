"""Safe solving at the table: no hand of the opponent gains against the solution before, on a new street and on the same one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, Solve, SolvingAgent, Subgame
from pokerzoo.agents.policies.later_values import LaterValues
from pokerzoo.agents.solving.blueprint_values import worth_against_blueprint
from pokerzoo.agents.solving.hand_so_far import HandSoFar
from pokerzoo.envs.compiled.street_lines import chance_reaches
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.games.subgames import combo_numbers
from pokerzoo.envs.games.texas_holdem import make_texas_holdem
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.game import TexasHoldemGame
from pokerzoo.envs.whole_hands.keys import state_at_key
from pokerzoo.envs.whole_hands.state import TexasHoldemState
from pokerzoo.evaluation import measure
from pokerzoo_testing.all_hands import AllHands, Mixed

SIZES: dict[str, Any] = {
    "bet_sizes": {"turn": "100%", "river": "100%"}, "raise_sizes": {"turn": "a", "river": "a"}, "first_street": "turn",
}  # fmt: skip
RIVER = "cx/QsJh2h|xx/8d|xx/5c|"
START = "cx/QsJh2h|xb4c/8d|xx/5c|"


def game() -> TexasHoldemGame:
    return make_texas_holdem(stack=60, bet_sizes="any", raise_sizes="any")


def at(line: str) -> TexasHoldemState:
    return state_at_key(game(), f"3d3c|{line}")


def solved(line: str, resolving: Any, river: int) -> Solve:
    agent = SolvingAgent("loose", game=game(), iterations={"turn": 10, "river": river}, resolving=resolving, **SIZES)
    agent.strategy(at(line))
    assert agent.last_solve is not None
    return agent.last_solve


def action_to(state: TexasHoldemState, kind: int, total: float) -> int:
    """The action of a move of the spot."""
    if kind < 2:
        return kind
    return next(action for action in state.legal_actions() if action > 1 and state.total_of(action) == total)


@pytest.mark.parametrize("line", [RIVER, f"{RIVER}x", f"{RIVER}xb3"], ids=["first", "second", "a bet between the sizes"])
def test_no_hand_gains(line: str) -> None:
    few, many = (solved(line, "safe", river) for river in (30, 1000))
    assert (few.resolving, many.resolving) == ("safe", "safe")
    assert few.excess is not None and many.excess is not None and many.exploitability is None
    assert few.excess > 0.5
    # A bet that the solution before did not know may be worth more to the opponent, whatever the agent does.
    assert many.excess < (1.0 if line.endswith("b3") else 0.05)


def test_the_first_street_is_solved_unsafely_and_says_so() -> None:
    result = solved("cx/QsJh2h|xx/8d|", "safe", 5)
    assert result.street == "turn" and result.resolving == "unsafe"
    assert result.excess is None and result.exploitability is not None
    assert solved(f"{RIVER}b5r20", "safe", 5).resolving == "unsafe"  # the agent's bet of 5 is not in the tree of the turn


def test_what_hands_are_held_to_is_their_worth_on_the_turn() -> None:
    """By the values that are kept for rivers: weight of the agent's hands times net chips, in the scale of its range."""
    agent = SolvingAgent("loose", game=game(), iterations={"turn": 10, "river": 1}, resolving="safe", **SIZES)
    state, seen = at(RIVER), []

    def solve(hand: HandSoFar, state: TexasHoldemState) -> Any:
        seen.append((hand.worth, hand.ranges[0].copy()))
        return agent._solve(hand, state)

    HandSoFar(agent._table._replace(solve=solve), state).strategy()
    (nothing, turn_range), (worth, _) = seen
    assert nothing is None and worth is not None
    solved: Any = zip(agent._kept.keys(), agent._kept.values(), strict=True)
    turn = next(solution for (_, _, line), solution in solved if line == "cx/QsJh2h|xx/8d|")
    solver = CFR(turn.spot.game)
    solver.advance(10)
    form = solver.form
    assert isinstance(form, StreetTree)
    values = LaterValues.of_rivers(form, solver.average_rows()[0])
    entry = next(line for line in values.lines if line.text == "xx/?|")
    here, alike = form.canonical(PublicState(form.game.rules, entry, state.board))
    expected = np.zeros(1326)
    weights = turn.spot.game.rules.weights
    assert weights is not None
    scale = turn_range.max() / max(weights[0]) / chance_reaches(turn.spot.game.rules, 2)[1]
    expected[combo_numbers(turn.spot.game)] = values.at(here)[1][alike] * scale
    left = ~np.isin(state.game.rules.deck.hand_cards, state.board).any(axis=1)
    assert np.abs(expected[left]).max() > 1.0
    np.testing.assert_allclose(worth[left], expected[left], rtol=1e-3, atol=1e-3)


MIXED = Mixed(make_texas_holdem(stack=14, bet_sizes="100%,a", raise_sizes="a"))


@pytest.mark.long
def test_a_turn_whose_rivers_are_solved_safely_is_no_easier_to_exploit() -> None:
    """The agent's whole strategy from a turn on, asked on all 48 rivers and measured exactly."""
    start = "cx/QsJh2h|b4c/8d|"
    agent = SolvingAgent(MIXED, iterations={"turn": 8, "river": 300}, first_street="turn", resolving="safe")

    def state_at(line: str) -> TexasHoldemState:
        return state_at_key(MIXED.game, f"3d3c|{line}")

    def ask(public: PublicState) -> Floats:
        state = state_at(start + public.history)
        result, legal = agent.strategy(state), state.legal_actions()
        actions = [action_to(state, *move) for move in public.line.moves]
        return np.asarray(result[[legal.index(action) for action in actions]][:, combos])

    agent.strategy(state_at(start))
    assert agent.last_solve is not None
    game = agent.last_solve.spot.game
    combos, blueprint = combo_numbers(game), CFR(game)
    blueprint.advance(8)
    before, after = blueprint.measure(), measure(game, AllHands(ask))
    assert before.exploitability_pot_percent is not None and before.exploitability_pot_percent > 1.0
    assert np.all(after.best_response_values <= before.best_response_values + 1e-3 * game.rules.betting.pot)
    assert after.exploitability < before.exploitability
    assert agent.num_solves > 2 * 48


@pytest.mark.parametrize(
    ("line", "bets"),
    [(START, "100%,a"), (f"{START}x", "100%,a"), (f"{START}x", "50%,a"), (f"{START}b5", "50%,a")],
    ids=["first", "second", "sizes that the blueprint lacks", "a bet that neither has"],
)
def test_on_a_first_river_no_hand_gains_against_the_blueprint(line: str, bets: str) -> None:
    any_bet = make_texas_holdem(stack=14, bet_sizes="any", raise_sizes="any")
    state = state_at_key(any_bet, f"3d3c|{line}")
    agent = SolvingAgent(
        MIXED, game=any_bet, iterations={"river": 1000}, first_street="river", resolving="safe",
        bet_sizes=bets, raise_sizes="a",
    )  # fmt: skip
    agent.strategy(state)
    assert agent.last_solve is not None and agent.last_solve.resolving == "safe"
    assert agent.last_solve.excess is not None and agent.last_solve.excess < 0.1


def test_a_hand_is_worth_what_it_wins_from_the_blueprint() -> None:
    """Beside a walk over the betting for one hand at a time, on the river of a blueprint that plays each hand otherwise."""
    agent = SolvingAgent(MIXED, iterations={"river": 1}, first_street="river", resolving="safe")
    state = state_at_key(MIXED.game, f"3d3c|{START}x")
    seen: list[Floats] = []

    def solve(hand: HandSoFar, state: TexasHoldemState) -> Any:
        result = agent._solve(hand, state)
        spot, (other, weights) = result.spot.game, hand.ranges
        part = Subgame(state.game, spot.rules.root, (other, weights), spot=spot)
        seen.extend([worth_against_blueprint(hand, part, 1), weights.copy()])
        return result

    HandSoFar(agent._table._replace(solve=solve), state).strategy()
    worth, weights = seen
    assert agent.last_solve is not None
    game = agent.last_solve.spot.game
    combos = combo_numbers(game)
    strength, cards = np.array([game.strength(hand, state.board) for hand in range(len(combos))]), game.rules.deck.hand_cards

    def best(public: PublicState, at: TexasHoldemState, hand: int, reach: Floats) -> float:
        """Net chips times weight for the first player with a hand against the weights of the second's."""
        if public.is_over:
            chips = np.array([public.line.payoffs_of((sign, 0))[0] for sign in (-1, 0, 1)])
            return float(reach @ chips[np.sign(strength[hand] - strength) + 1])
        actions = [action_to(at, *move) for move in public.line.moves]
        following = [(public.after(k), at.child(action)) for k, action in enumerate(actions)]
        if public.actor == 0:
            return max(best(*after, hand, reach) for after in following)
        answer, legal = MIXED.strategy(at)[:, combos], at.legal_actions()
        shares = answer[[legal.index(action) for action in actions]]
        return sum(best(*after, hand, reach * share) for after, share in zip(following, shares, strict=True))

    root = state_at_key(MIXED.game, f"3d3c|{START}")
    for hand in range(0, len(combos), 97):
        meets = ~np.isin(cards, cards[hand]).any(axis=1)
        expected = best(game.rules.root, root, hand, weights[combos] * meets)
        assert worth[combos[hand]] == pytest.approx(expected, rel=1e-5, abs=1e-3)
