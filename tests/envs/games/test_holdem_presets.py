"""Games of hold'em: flop hold'em, before the flop, whole hands and spots for three, where each differs from the others."""

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
from pokerzoo_testing.cases import make_poker
from pokerzoo_testing.rules import changed_rules


def fhp(**params: Any) -> PokerGame:
    game = make_poker("fhp", **params)
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
            by_class[next(dealt for dealt in subset.sets.tolist() if dealt in images)] += weight
    assert by_class == {dealt: 24 * size for dealt, size in zip(subset.sets.tolist(), subset.sizes.tolist(), strict=True)}
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


def preflop(**params: Any) -> PokerGame:
    game = make_poker("preflop_holdem", **params)
    return game


def ends_of(game: PokerGame) -> list[str]:
    return [line.text for line in game.rules.betting.lines if line.is_over]


def test_after_the_flop_the_big_blind_is_first() -> None:
    """The big blind leads into the raiser with sizes of its own."""
    game = preflop(
        blinds=(1, 2), stack=100, last_street="flop", chip=1, bet_sizes="50%", donk_sizes="25%", add_allin_threshold=0,
        raise_cap=2, raise_sizes={"preflop": "3x", "flop": "a"},
    )  # fmt: skip
    raised = game.rules.root.after(2).child(1)
    assert raised.card_due
    flop = raised.deal(0)
    assert (flop.actor, flop.line.pot, flop.line.is_donk) == (0, 12.0, True)
    assert flop.line.action_names == ("check", "bet 3")
    assert flop.child(1).line.action_names == ("check", "bet 6")
    limped = game.rules.root.child(1).child(1).deal(0)
    assert limped.line.action_names == ("check", "bet 2")  # half of 4, which is the big blind


def test_two_streets_with_a_bet_of_the_pot_each() -> None:
    """One bet a street: the betting of the tutorial of slumbot2019 (its ``mb1b1``)."""
    game = preflop(
        blinds=(1, 2), stack=162, last_street="flop", showdown="at_once", bet_sizes="100%",
        raise_sizes={"preflop": "100%", "flop": ""}, raise_cap=2, chip=1,
    )  # fmt: skip
    flop = {4: ["xx", "xb4f", "xb4c", "b4f", "b4c"], 12: ["xx", "xb12f", "xb12c", "b12f", "b12c"]}
    expected = ["f", *(f"cx/?|{end}" for end in flop[4]), "cr6f", *(f"cr6c/?|{end}" for end in flop[12]), "r6f"]
    assert ends_of(game) == expected + [f"r6c/?|{end}" for end in flop[12]]
    assert game.size.sequences == ((4, 5), (12, 12))


def test_no_flop_no_drop() -> None:
    """Pots without a flop pay no rake, unless it is said; a pot that runs out does."""
    raked: dict[str, Any] = {"stack": 10, "raise_sizes": "a", "removed": ["c"], "rake_rate": 0.05, "rake_cap": 0.5}
    lines = {line.text: line for line in preflop(**raked).rules.betting.lines}
    assert lines["f"].payoffs((0,)) == (0.5, -0.5)
    assert lines["r10c/?|/?|/?|"].payoffs((0,)) == (9.5, -10.0)
    lines = {line.text: line for line in preflop(**raked, no_flop_no_drop=False).rules.betting.lines}
    assert lines["r10f"].payoffs((1,)) == pytest.approx((-1.0, 0.9))


def test_equal_games_are_equal() -> None:
    assert make_game("texas_holdem", stack=(200, 200)) == make_game("texas_holdem", stack=200.0, button=1)
    assert make_game("texas_holdem", bet_sizes="any") == make_game("texas_holdem", raise_sizes="any")
    by_street = dict.fromkeys(("flop", "turn", "river"), "50%, 100%, A")
    assert make_game("texas_holdem", bet_sizes=by_street) == make_game("texas_holdem")
    assert make_game("texas_holdem", stack=199) != make_game("texas_holdem")


def test_amounts_may_be_parts_of_chips() -> None:
    game = make_game("texas_holdem", blinds=(0.25, 0.5), stack=50, chip=0.25)
    state = game.initial_state().child(0).child(game.rules.deck.hands.index((51, 50)))  # type: ignore[attr-defined]
    assert [state.action_name(action) for action in state.legal_actions()] == [
        "fold", "call", "raise to 1", "raise to 1.5", "raise to 50",
    ]  # fmt: skip
    assert state.child(0).returns() == (0.25, -0.25)
    in_blinds = make_game("texas_holdem", blinds=(0.25, 0.5), stack=50, chip=0.25, rewards="blinds")
    folded = in_blinds.initial_state().child(0).child(1325).child(0)
    assert folded.returns() == (0.5, -0.5)
    assert in_blinds.stakes.big_blind == 1.0


def test_nobody_bets_more_than_another_player_can_call() -> None:
    """The largest stack counts up to the second; and where only the short stack is left, up to that."""
    game = make_poker(
        "holdem", board="QsJh2h8d3c", ranges=("AA", "TT", "99"), pot=3, stack=(60, 40, 12), bet_sizes="8c,a", raise_sizes="a",
        add_allin_threshold=0, force_allin_threshold=0,
    )  # fmt: skip
    line = game.rules.root.line
    assert game.rules.betting.stacks == (40.0, 40.0, 12.0)
    assert line.tokens == ("x", "b8", "b40")
    line = line.after(0).after(0).after(1).after(0)  # two checks, a bet of 8 by the short stack, OOP folds
    assert (line.text, line.actor, line.tokens) == ("xxb8f", 1, ("f", "c", "r12"))
    line = game.rules.root.line.after(2)
    assert (line.actor, line.tokens) == (1, ("f", "c"))  # nobody else has more
    short = line.after(1)
    assert (short.actor, short.to_call) == (2, 12.0)
    assert short.after(1).payoffs_of((1, 1, 2)) == (28.0 - 41.0, 28.0 - 41.0, 39.0 - 13.0)


@pytest.mark.parametrize(
    ("moves", "actor", "tokens"),
    [
        (["x", "b15", "c", "c"], 0, ("x", "b100")),
        (["x", "x", "b15", "f", "c"], 1, ("x", "b75")),  # OOP has folded
        (["b15", "c", "c"], 0, ("x", "b38")),
    ],
)
def test_donk_bets_are_into_a_later_player(moves: list[str], actor: int, tokens: tuple[str, ...]) -> None:
    game = make_poker(
        "holdem", board="QsJh2h8d", ranges=("AA", "KK", "TT"), pot=30, stack=500, bet_sizes="50%", raise_sizes="",
        donk_sizes=("100c", "75c", "1c"), add_allin_threshold=0,
    )  # fmt: skip
    line = game.rules.root.line
    for token in moves:
        line = line.after(line.tokens.index(token))
    line = line.deal()
    assert (line.actor, line.tokens) == (actor, tokens)
