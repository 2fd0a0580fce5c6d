"""Every compiled form of a game: the same values, regrets and averages as its flat tree.

The flat tree is held to ``TextbookCFR`` and to recursions on random games (``tests/package/test_properties.py``), so that
these short decks, with all that large games have, hold each form to the papers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, VARIANTS, lock_node
from pokerzoo.envs.betting.bets import FixedBets, sized_bets
from pokerzoo.envs.betting.setup import Round
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import form_evaluator, form_of, tree_of
from pokerzoo.envs.compiled.public_tree import compile_public_tree
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.street_compiler import each_board_of
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.envs.infosets import collect_infosets
from pokerzoo.envs.poker.cards import parse_cards
from pokerzoo.envs.poker.deck import all_sets
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.evaluation import solve_lp
from pokerzoo_testing.cases import random_strategy
from pokerzoo_testing.reference_games import walk_public
from pokerzoo_testing.rules import changed_rules, poker_rules
from pokerzoo_testing.small_games import on_boards, turn_game, weighted_leduc
from pokerzoo_testing.solvers import start_from

NEAR = 2e-5
"""Chips by which float32 may be off here."""


def strength_of(suits: int) -> Any:
    """Three of a suit, most of a rank, the highest ranks: suits are equal among each other."""

    def strength(hand: tuple[int, ...], board: tuple[int, ...]) -> int:
        cards = hand + board
        ranks = sorted((card // suits for card in cards), reverse=True)
        same = max((ranks.count(rank), rank) for rank in ranks)
        flush = max(sum(card % suits == suit for card in cards) for suit in range(suits)) >= 3
        return 1000 * flush + 100 * same[0] + 10 * same[1] + ranks[0]

    return strength


def cards_of(ranks: str, suits: int) -> dict[str, Any]:
    """A deck in ascending order of rank, then suit, whose suits may be exchanged."""
    size = len(ranks) * suits
    exchanges = [tuple(card // suits * suits + to[card % suits] for card in range(size)) for to in permutations(range(suits))]
    deck = tuple(rank + suit for rank in ranks for suit in "cdhs"[-suits:])
    return {"deck": deck, "strength": strength_of(suits), "symmetries": tuple(exchanges), "hole_cards": 2}


def from_blinds(
    ranks: str, suits: int, flop: int, bets: tuple[Any, ...], run_out: int = 0, weights: tuple[int, ...] = (), **more: Any
) -> PokerGame:
    """Blinds of 2 and 1; the flop's cards come at once, those of the run-out after all betting; flops by their ranks."""
    rounds = [Round(0, bets[0], first=1)]
    rounds += [Round(flop, bets[1], at_once=True)] if flop else []
    rounds += [Round(1, None)] * run_out if flop else [Round(run_out, None, at_once=True)]
    flops = all_sets(len(ranks) * suits, flop) if weights else ()
    by_rank = tuple(weights[sum(card // suits for card in flop_cards) % len(weights)] for flop_cards in flops)
    values = {"antes": (0.0, 0.0), "blinds": (2.0, 1.0), "deal_weights": by_rank, **cards_of(ranks, suits)}
    return PokerGame("blinds", {}, poker_rules(rounds=tuple(rounds), **(values | more)))


def limits(*most: int) -> tuple[FixedBets, ...]:
    """Bets of 2; before the flop the big blind is the first."""
    return tuple(FixedBets(2.0, (count, count)) for count in most)


def pot_or_all_in() -> Any:
    return sized_bets("100%,a", "100%,a", add_allin_threshold=0, force_allin_threshold=0, merging_threshold=0)


def two_to_come(every: bool = True, **changes: Any) -> PokerGame:
    """Two cards to come from nine, one of which lies there; all hands, or a few in each range."""
    hands = tuple(hand for hand in all_sets(9, 2) if 0 not in hand)[:: 1 if every else 4]
    numbers = np.random.default_rng(7)
    values: dict[str, Any] = cards_of("234", 3) | {
        "symmetries": (),
        "antes": (1.0, 1.0),
        "rounds": tuple(Round(int(k > 0), sized_bets("100%", "a" if k == 1 else "")) for k in range(3)),
        "board": (0,),
        "stack": 3.0,
        "combos": hands,
        "weights": tuple(tuple(np.round(numbers.random(len(hands)) * 8).clip(0) / 8) for _ in range(2)),
    }
    return PokerGame("short", {}, poker_rules(**(values | changes)))


def river() -> PokerGame:
    rules = turn_game().rules
    return PokerGame("river", {}, changed_rules(rules, board=parse_cards("Qs 7h 4d 3c 2h"), rounds=rules.betting.rounds[:1]))


GAMES: dict[str, Callable[[], PokerGame]] = {
    "leduc": make_leduc,
    "weighted leduc": weighted_leduc,
    "turn": turn_game,
    "raked turn": lambda: PokerGame("raked", {}, changed_rules(turn_game().rules, rake_rate=0.05, rake_cap=1.0)),
    "river": river,  # no card is due
    "two to come": lambda: two_to_come(False),
    "two to come, rake": lambda: two_to_come(False, rake_rate=0.1, rake_cap=0.5),
    "limit": lambda: from_blinds("QKA", 2, 1, limits(3, 2)),
    "no-limit": lambda: from_blinds("QKA", 2, 2, (pot_or_all_in(), pot_or_all_in()), antes=(1.0, 1.0), stack=29.0),
    "run-outs": lambda: from_blinds("QKA", 2, 1, limits(2, 2), run_out=1),
    "before the flop": lambda: from_blinds("QKA", 2, 0, (pot_or_all_in(),), run_out=2, stack=20.0, rake_rate=0.05),
    "weighted flops": lambda: from_blinds("QKA", 2, 2, limits(2, 1), weights=(3, 1, 0, 2)),
    "weighted all-ins": lambda: from_blinds("QKA", 2, 2, (pot_or_all_in(), pot_or_all_in()), weights=(0, 5, 1), stack=10.0),
    "weighted run-outs": lambda: from_blinds("JQKA", 2, 2, limits(1, 1), run_out=1, weights=(4, 1, 2), rake_rate=0.05),
    "three suits": lambda: from_blinds("QKA", 3, 3, limits(1, 1)),
    "three suits, weighted": lambda: from_blinds("QKA", 3, 2, limits(1, 1), weights=(1, 0, 7, 2)),
    "four suits": lambda: from_blinds("KA", 4, 3, limits(1, 1)),
}
"""Short decks: cards to come one by one and at once, ranges, rake, all-ins with cards to come, suits, flops by weight."""
FORMS = ["matrices", "boards", "each board"]
RUNS = [(variant, alternating) for variant in VARIANTS for alternating in (True, False)]
BY_DAY = [(game, form, *RUNS[(5 * i + 3 * j) % len(RUNS)]) for i, game in enumerate(GAMES) for j, form in enumerate(FORMS)]
"""Each game with each form, and each variant with some."""
BY_DAY = list(dict.fromkeys(BY_DAY + [("leduc", FORMS[k % 2], *run) for k, run in enumerate(RUNS)]))


def named(name: str, *rest: Any) -> Any:
    """A case; those of the largest games are no tests by day."""
    return pytest.param(name, *rest, marks=pytest.mark.check) if name.startswith("three suits") else pytest.param(name, *rest)


CASES = [named(*case) for case in BY_DAY]


@cache
def game_of(name: str) -> PokerGame:
    return GAMES[name]()


@cache
def compiled(name: str, form: str) -> PokerGame:
    """The game, with the form that solvers of it take."""
    game = game_of(name)
    if form == "boards":
        return on_boards(game)
    game = PokerGame(game.name, {}, game.rules)
    if form == "matrices":
        game._forms |= {"boards": None, "rows": compile_public_tree(game)}
    else:
        game._forms["boards"] = each_board_of(game)
    assert isinstance(form_of(game), RowsForm if form == "matrices" else StreetTree)
    return game


@cache
def suit_classes(name: str) -> np.ndarray:
    """[entries]: equal numbers where an exchange of suits makes entries one another."""
    game = game_of(name)
    deck, table = game.rules.deck, game.infosets
    place = {card: k for k, card in enumerate(deck.names)}
    width = len(deck.names[0])
    exchanges = deck.symmetries or (tuple(range(len(place))),)

    def exchanged(text: str, exchange: tuple[int, ...]) -> str:
        cards = sorted((exchange[place[text[k : k + width]]] for k in range(0, len(text), width)), reverse=True)
        return "".join(deck.names[card] for card in cards)

    numbers: dict[tuple[str, int], int] = {}
    classes = []
    for row in table:
        hand, line = row.key.split("|", 1)
        first, *streets = line.split("/")
        dealt = [street.split("|", 1) for street in streets]
        least = min(
            "|".join([exchanged(hand, exchange), first, *(f"{exchanged(cards, exchange)}|{rest}" for cards, rest in dealt)])
            for exchange in exchanges
        )
        classes += [numbers.setdefault((least, k), len(numbers)) for k in range(len(row.actions))]
    return np.array(classes)


def random_regrets(name: str, seed: int) -> np.ndarray:
    """Of each entry; the same for suits that are alike."""
    classes = suit_classes(name)
    return np.asarray(np.random.default_rng(seed).normal(size=classes.max() + 1)[classes])


def shares(game: PokerGame, regrets: np.ndarray) -> np.ndarray:
    """What regret matching plays."""
    table, positive = game.infosets, np.maximum(regrets, 1e-3)
    return np.asarray(positive / np.repeat(np.add.reduceat(positive, table.first[:-1]), table.counts()))


@pytest.mark.parametrize(("name", "form"), [named(name, form) for name in GAMES for form in FORMS])
def test_values_and_best_responses_of_any_strategy(name: str, form: str) -> None:
    """Of a strategy that treats suits alike, and of one that does not, which walks over all boards must take."""
    game, rows = compiled(name, form), tree_of(game_of(name)).rows
    flat, near = Evaluator(rows), 1e-9 if form == "matrices" else NEAR
    compiled_form, walked = form_of(game), form_evaluator(form_of(game))
    for strategy in (shares(game, random_regrets(name, 1)), random_strategy(game, 2)):
        values, best = walked.evaluate_policy(strategy)
        for result, truth in zip((values, best), flat.evaluate_policy(strategy), strict=True):
            np.testing.assert_allclose(result, truth, rtol=0, atol=near)
        if isinstance(compiled_form, StreetTree) and compiled_form.num_symmetries == 1:
            np.testing.assert_allclose(
                compiled_form.policy_from_rows(compiled_form.rows_from_policy(strategy)), strategy, atol=1e-7
            )
            np.testing.assert_allclose(compiled_form.own_reach(strategy), rows.own_reach(strategy), atol=1e-12)
            responses = walked.best_responses()
            for player in range(2):  # best responses have the value of best responses
                mixed = np.where(game.infosets.entry_players == player, responses, strategy)
                assert flat.evaluate_policy(mixed)[0][player] == pytest.approx(best[player], abs=NEAR)


@pytest.mark.parametrize("name", list(map(named, GAMES)))
def test_infosets_are_those_of_all_histories_and_boards_those_of_all_suits(name: str) -> None:
    game = game_of(name)
    assert sorted(collect_infosets(game)) == sorted(game.infosets)
    assert game.size.public_states == len(walk_public(game.rules.root))
    count = game.rules.betting.rounds[1].public_cards if len(game.rules.betting.rounds) > 1 else 0
    if game.rules.deck.symmetries and count:
        flops = [flop[::-1] for flop in all_sets(len(game.rules.deck.names), count)]
        weights = game.rules.deal_weights or (1,) * len(flops)
        flops = [flop for flop, weight in zip(flops, weights, strict=True) if weight]
        orbits = {min(tuple(sorted(to[card] for card in flop)) for to in game.rules.deck.symmetries) for flop in flops}
        assert solving_size(game).distinct_boards[1] == len(orbits) < len(flops)


@pytest.mark.parametrize(("name", "form", "variant", "alternating"), CASES)
def test_every_regret_and_average_is_that_of_the_flat_tree(name: str, form: str, variant: str, alternating: bool) -> None:
    """From random regrets, so that none is zero but for rounding; where they are floored at zero, some soon are."""
    exact, flat = form == "matrices", CFR(game_of(name), variant, alternating=alternating, layout="flat")
    start = random_regrets(name, 3)
    iterations = 3 if exact else 2
    if "+" in variant or VARIANTS[variant].predicts:  # sums that cancel out but for rounding would decide strategies
        start, iterations = np.abs(start) * flat.game.utility_range[1], iterations if exact else 1
    solver = CFR(compiled(name, form), variant, alternating=alternating)
    assert solver.precision == ("double" if exact else "single")
    for trainer in (flat, solver):
        start_from(trainer, start)
    near, near_shares = (1e-9, 1e-7) if exact else (NEAR, 2e-3)
    scale = max(1.0, float(np.abs(start).max()))
    for _ in range(iterations):
        for trainer in (flat, solver):
            trainer.run(1)
        np.testing.assert_allclose(solver.regrets(), flat.regrets(), atol=near * scale)
        np.testing.assert_allclose(solver.average_policy().probabilities, flat.average_policy().probabilities, atol=near_shares)
        off = np.abs(solver.current_policy().probabilities - flat.current_policy().probabilities)
        assert (off > (1e-7 if exact else 5e-3)).mean() < (1e-9 if exact else 0.01)
        measured, truth = solver.measure(), flat.measure()
        np.testing.assert_allclose(measured.values, truth.values, atol=near)
        np.testing.assert_allclose(measured.best_response_values, truth.best_response_values, atol=near)
        assert solver.measure().nash_conv == pytest.approx(flat.measure().nash_conv, abs=2 * near)
        assert solver.mean_iteration_value == pytest.approx(flat.mean_iteration_value, abs=near)


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", GAMES)
def test_all_variants(name: str, form: str) -> None:
    for variant, alternating in RUNS:
        test_every_regret_and_average_is_that_of_the_flat_tree(name, form, variant, alternating)


@pytest.mark.parametrize("variant", ["dcfr", "pcfr+"])
def test_locks_are_those_of_the_flat_tree(variant: str) -> None:
    game = game_of("two to come")
    rivers = [public for public in game.infosets.public_states() if len(public.board) == 3 and public.line.to_call == 0]
    river = max(rivers, key=lambda public: len(game.infosets.hands(public)))
    bet = next(name for name in river.line.action_names if name.startswith("bet"))
    locks = lock_node(game, "x", {"check": 1.0}) | lock_node(game, river.history, {"check": 0.25, bet: 0.75})
    assert any("/" in key for key in locks) and len(locks) > 6
    flat = CFR(game, variant, locks=locks, layout="flat").run(1)
    solver = CFR(compiled("two to come", "boards"), variant, locks=locks).run(1)
    np.testing.assert_allclose(solver.average_policy().probabilities, flat.average_policy().probabilities, atol=2e-3)
    assert solver.expected_value == pytest.approx(flat.expected_value, abs=NEAR)
    assert solver.exploitability == pytest.approx(flat.exploitability, abs=NEAR)


@pytest.mark.parametrize("precision", ["single", pytest.param("half", marks=pytest.mark.check)])
@pytest.mark.parametrize("name", ["two to come", "turn", "weighted leduc", "limit"])
def test_equilibria_have_the_value_of_the_linear_program(name: str, precision: Any) -> None:
    game = compiled(name, "boards")
    solution = solve_lp(game_of(name))
    solver = CFR(game, precision=precision).run(2000, until=2e-3)
    assert solver.exploitability <= 2e-3
    assert solver.expected_value == pytest.approx(solution.value, abs=4e-3)
    values, best = form_evaluator(form_of(game)).evaluate_policy(solution.policies[0].probabilities)
    assert values[0] == pytest.approx(solution.value, abs=NEAR)
    assert best.sum() == pytest.approx(0.0, abs=4 * NEAR)  # the program's solution cannot be exploited by a walk over boards
