"""A policy for some flops where all are dealt."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, SpotPolicy, baseline_policy, on_all_flops
from pokerzoo.agents.policies.all_flops import similar_flop, with_all_flops
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.poker.cards import CARD_PERMUTATIONS, parse_board
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.evaluation import measure

FIVE: dict[str, Any] = {"flops": "flops:5", "raise_cap": 2}


@pytest.fixture(scope="module")
def policy() -> SpotPolicy:
    found = CFR(make_game("flop_holdem", **FIVE)).run(5).average_policy()
    assert isinstance(found, SpotPolicy)
    return found


def all_flops_of(policy: SpotPolicy) -> PokerGame:
    found = with_all_flops(policy.game)
    assert isinstance(found, PokerGame)
    return found


def flop_state(game: PokerGame, flop: tuple[int, ...]) -> PublicState:
    """After a limp, a check, and a check on the flop."""
    line = next(line for line in game.rules.lines if line.text == "cx/x" or line.pieces == ("cx", "x"))
    return PublicState(line, flop)


def test_flops_that_are_dealt_are_played_alike(policy: SpotPolicy) -> None:
    game, rules = all_flops_of(policy), policy.game.rules  # type: ignore[attr-defined]
    assert game.params == make_game("flop_holdem", raise_cap=2).params
    answers = on_all_flops(policy)
    assert answers.suits_alike
    dealt = [rules.card_sets(3).sets[k] for k in np.flatnonzero(rules.weighted_sets)]
    for flop in dealt[::7]:
        there, here = flop_state(game, flop), flop_state(policy.game, flop)  # type: ignore[arg-type]
        assert np.array_equal(answers.ask(there), policy.strategy(here))
    assert np.array_equal(answers.ask(game.rules.root), policy.strategy(rules.root))


def test_other_flops_are_played_as_similar_ones(policy: SpotPolicy) -> None:
    """The best hand plays as the best one, hands of one equity alike, and suits make no difference."""
    game, ask = all_flops_of(policy), on_all_flops(policy).ask
    rules = game.rules
    flop = parse_board("QsTs4d", (3,))
    flop = tuple(sorted(flop, reverse=True))
    assert policy.game.rules.deal_share(flop) == 0.0  # type: ignore[attr-defined]
    answer = np.asarray(ask(flop_state(game, flop)))
    held = np.array([not set(hand) & set(flop) for hand in rules.hands])
    np.testing.assert_allclose(answer[:, held].sum(axis=0), 1.0, atol=1e-6)
    other = similar_flop(policy.game)(flop)  # type: ignore[arg-type]
    played = policy.strategy(flop_state(policy.game, other))  # type: ignore[arg-type]
    strength, there = np.array(game.strengths(flop)), np.array(game.strengths(other))
    best = np.flatnonzero(held & (strength == strength[held].max()))
    left = np.array([not set(hand) & set(other) for hand in rules.hands])
    nuts = np.flatnonzero(left & (there == there[left].max()))
    np.testing.assert_allclose(answer[:, best[0]], played[:, nuts].mean(axis=1), atol=1e-6)
    number = {hand: k for k, hand in enumerate(rules.hands)}
    for exchange in CARD_PERMUTATIONS[1::5]:
        moved = np.asarray(ask(flop_state(game, tuple(sorted((exchange[card] for card in flop), reverse=True)))))
        images = [number[tuple(sorted(exchange[card] for card in hand))] for hand in rules.hands]
        np.testing.assert_allclose(moved[:, images][:, held], answer[:, held], atol=1e-6)


def test_similar_flops_are_of_the_same_kind() -> None:
    """Of 25 flops: a flop that is dealt is most similar to itself, and a paired or one-suited one to such a flop."""
    game = make_game("flop_holdem", flops="flops:25")
    assert isinstance(game, PokerGame)
    find = similar_flop(game)
    for flop in [game.rules.card_sets(3).sets[k] for k in np.flatnonzero(game.rules.weighted_sets)[::11]]:
        assert sorted(card // 4 for card in find(flop)) == sorted(card // 4 for card in flop)
    for name, kind in (("AsAhKd", 2), ("9s9h4s", 2), ("QsTs4s", 1), ("Jh7h2h", 1)):
        flop = parse_board(name, (3,))
        other = find(tuple(flop))
        assert len({card // 4 for card in other}) == 2 if kind == 2 else len({card % 4 for card in other}) == 1


@pytest.mark.parametrize("game", [make_game("kuhn"), make_game("flop_holdem"), make_game("preflop_holdem", stack=5)])
def test_policies_of_other_games(game: PokerGame) -> None:
    with pytest.raises(ValueError, match="^policy: of .*; must be of a game from the blinds on that ends on the flop"):
        on_all_flops(CFR(game, layout="auto").average_policy() if game.name == "kuhn" else SpotPolicyStub(game))  # type: ignore[arg-type]


class SpotPolicyStub:
    """A policy of which only the game is asked before it is refused."""

    def __init__(self, game: PokerGame) -> None:
        self.game = game


@pytest.mark.long
def test_measured_where_all_flops_are_dealt() -> None:
    """More flops cost less; of a policy that plays all flops alike nothing changes."""
    found = {}
    full = make_game("flop_holdem", raise_cap=1)
    for number in (5, 100):
        game = make_game("flop_holdem", flops=f"flops:{number}", raise_cap=1)
        solved = CFR(game).run(60).average_policy()
        found[number] = measure(full, on_all_flops(solved)).nash_conv
        assert found[number] > measure(game, solved).nash_conv
    assert found[100] < found[5]
    always = baseline_policy(make_game("flop_holdem", flops="flops:5", raise_cap=1), "always_call")
    assert measure(full, on_all_flops(always)).best_response_values == pytest.approx(
        measure(full, "always_call").best_response_values, abs=1e-3
    )
