"""Flop hold'em: counts, blinds, order of acting, the cap of bets, payoffs and errors."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

import numpy as np
import pytest

from pokerzoo.envs import FixedBets, PokerGame, Round, make_game
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.flop_subsets import flop_subset
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS
from pokerzoo_testing.rules import changed_rules


def fhp(**params: Any) -> PokerGame:
    game = make_game("fhp", **params)
    assert isinstance(game, PokerGame)
    return game


def test_counts_without_loss() -> None:
    """Deep CFR's game has 234,199,693 infoset-actions up to suits; ``test_deals_at_once.py`` counts flops with a hand."""
    game = fhp()
    (before, after), lines = game.size.sequences, game.rules.betting.lines
    ways = [line for line in lines if line.card_due]
    assert len(ways) == 7
    on_flop = sum(after)  # sequences of both players, after all ways to the flop
    assert (sum(before), on_flop) == (21, 7 * 26)
    assert len(CLASS_NAMES) == 169
    assert 1_286_792 * on_flop + 169 * sum(before) == 234_199_693


@pytest.mark.parametrize("number", [5, 25])
def test_some_flops_stand_for_all(number: int) -> None:
    """Hands and flop come with the product of chances that their weight says; suits share a class's weight evenly."""
    game = fhp(flops=f"flops:{number}")
    rules, subset = game.rules, flop_subset(number)
    assert rules.weighted_sets.sum() == 24 * 22100 and len(np.unique(rules.weighted_sets[rules.weighted_sets > 0])) > 3
    by_class = Counter[int]()
    for flop, weight in zip(rules.deck.card_sets(3).sets, rules.deal_weights, strict=True):
        if weight:
            images = [sum(1 << exchange[card] for card in flop) for exchange in CARD_PERMUTATIONS]
            by_class[next(own for own in subset.sets.tolist() if own in images)] += weight
    assert by_class == {own: 24 * size for own, size in zip(subset.sets.tolist(), subset.sizes.tolist(), strict=True)}
    numbers = np.random.default_rng(number)
    for _ in range(20):
        state: Any = game.initial_state()
        chance = 1.0
        while not state.public.board:
            outcomes = dict(state.chance_outcomes()) if state.is_chance else {1: 1.0}
            assert sum(outcomes.values()) == pytest.approx(1.0, abs=1e-12)
            drawn = int(numbers.choice(list(outcomes)))
            chance *= outcomes[drawn]
            state = state.child(drawn)
        held = comb(49, 2) * comb(47, 2)
        assert chance == pytest.approx(rules.deal_weights[state.history()[4]] / (24 * 22100 * held), rel=1e-12)
    assert make_game("fhp", **game.params).params == game.params


def test_all_flops_are_no_subset() -> None:
    assert fhp(flops="flops:1755").params == fhp().params


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"deal_weights": (1, 2)}, "must be 22,100 numbers"),
        ({"deal_weights": (-1,) * 22100}, "must be whole numbers from 0 to"),
        ({"deal_weights": (0.5,) * 22100}, "must be whole numbers from 0 to"),
        ({"deal_weights": (0,) * 22100}, "must not all be 0"),
        ({"rounds": (Round(0, FixedBets(1.0, (1, 1)), first=1),)}, "must be empty unless two players"),
    ],
)
def test_weights_that_fit_no_deal(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^deal_weights: {message}"):
        changed_rules(fhp(flops="flops:5").rules, **change)
