"""Poker with cards to come, walked board by board: every number against a plain twin, the flat tree and a linear program."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, TabularPolicy, lock_node
from pokerzoo.agents.cfr.variants import get_variant
from pokerzoo.envs import make_game
from pokerzoo.envs.betting.bets import sized_bets
from pokerzoo.envs.betting.setup import Round
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import evaluator_of, form_of, tree_of
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.evaluation import solve_lp
from pokerzoo_testing.rules import poker_rules
from pokerzoo_testing.small_games import on_boards, turn_game, weighted_leduc
from pokerzoo_testing.solvers import start_from
from pokerzoo_testing.textbook_poker import TextbookPoker, TextbookPokerCFR

SUITS, RANKS = "abc", "234"
NEAR = 2e-5
"""Chips by which float32 may be off here."""


def strength(hand: tuple[int, ...], board: tuple[int, ...]) -> int:
    """Three of a suit, three of a rank, a pair, the highest ranks: suits are equal among each other."""
    cards = hand + board
    ranks = sorted((card // 3 for card in cards), reverse=True)
    same = max((ranks.count(rank), rank) for rank in ranks)
    flush = max(sum(card % 3 == suit for card in cards) for suit in range(3)) >= 3
    return 1000 * flush + 100 * same[0] + 10 * same[1] + ranks[0]


def short_deck(every: bool = True, **changes: Any) -> PokerGame:
    """Two cards to come from nine (three suits, three ranks), one of which lies there; all hands, or a few in each range."""
    hands = tuple(tuple(reversed(pair)) for pair in combinations(range(9), 2) if 0 not in pair)
    numbers = np.random.default_rng(7)
    weights = tuple(tuple(np.round(numbers.random(len(hands)) * 8).clip(0) / 8) for _ in range(2))
    if not every:
        hands = hands[::4]
        weights = tuple(own[::4] for own in weights)
    values: dict[str, Any] = {
        "deck": tuple(rank + suit for rank in RANKS for suit in SUITS),
        "antes": (1.0, 1.0),
        "rounds": tuple(Round(int(k > 0), sized_bets("100%", "a" if k == 1 else "")) for k in range(3)),
        "strength": strength,
        "hole_cards": 2,
        "board": (0,),
        "stack": 3.0,
        "combos": hands,
        "weights": weights,
    }
    return PokerGame("short", {}, poker_rules(**(values | changes)))


GAMES = {
    "all hands": short_deck,
    "few hands": lambda: short_deck(False),
    "few hands, rake": lambda: short_deck(False, rake_rate=0.1, rake_cap=0.5),
    "turn": turn_game,
    "leduc": make_leduc,
    "weighted leduc": weighted_leduc,
}
FLAT = [name for name in GAMES if name != "all hands"]


@cache
def game_of(name: str) -> PokerGame:
    return on_boards(GAMES[name]())


@cache
def twin_of(name: str) -> TextbookPoker:
    return TextbookPoker(game_of(name).rules)


def as_entries(game: PokerGame, table: dict[Any, np.ndarray]) -> np.ndarray:
    """The numbers of a twin in the order of the infosets."""
    found = np.full(game.infosets.size, np.nan)
    for public, own in table.items():
        entries = game.infosets.entries(public)
        found[entries[entries >= 0]] = own[entries >= 0]
    assert not np.isnan(found).any()
    return found


def as_table(game: PokerGame, twin: TextbookPoker, entries: np.ndarray) -> dict[Any, np.ndarray]:
    """The other way round; what no infoset stands for is zero."""
    padded = np.append(entries, 0.0)
    return {public: padded[game.infosets.entries(public)] for public in twin.decisions}


def own_weights(game: PokerGame) -> np.ndarray:
    """float64 [entries]: the weight of the hand; a board's regrets are per unit of it."""
    weights = game.rules.weights or ((1.0,) * len(game.rules.deck.hands),) * 2
    table = game.infosets
    found = [weights[public.actor][hand] for public in table.public_states() for hand in table.hands(public)]
    return np.repeat(found, table.counts())


@pytest.mark.parametrize("name", GAMES)
def test_uniform_play_is_worth_what_the_twin_says(name: str) -> None:
    """Iteration 0: its value and its exploitability."""
    game, twin = game_of(name), twin_of(name)
    assert len(twin.decisions) == len(list(game.infosets.public_states()))
    uniform = twin.uniform()
    values, best = StreetEvaluator(form_of(game)).evaluate_policy(game.infosets.uniform())
    np.testing.assert_allclose(values, twin.values(uniform), atol=NEAR)
    np.testing.assert_allclose(best, twin.values(uniform, best=True), atol=NEAR)
    solver = CFR(game)
    assert solver.exploitability == pytest.approx(twin.exploitability(uniform), abs=NEAR)


RUNS = [("cfr", False), ("cfr", True), ("cfr+", True), ("dcfr", True), ("dcfr", False), ("pcfr+", False), ("hs-dcfr", False)]
CASES = [
    ("all hands", "dcfr", True), ("few hands", "cfr", False), ("few hands, rake", "dcfr", True), ("turn", "dcfr", True),
    ("turn", "pcfr+", False), *((name, *run) for name in ("leduc", "weighted leduc") for run in RUNS),
]  # fmt: skip
MORE_CASES = [
    ("all hands", "pcfr+", False), ("few hands", "hs-dcfr", False), ("few hands, rake", "cfr+", True),
    *(("turn", *run) for run in RUNS if ("turn", *run) not in CASES),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "variant", "alternating"), [*CASES, *(pytest.param(*case, marks=pytest.mark.long) for case in MORE_CASES)]
)
def test_every_regret_and_average_is_that_of_the_twin(name: str, variant: str, alternating: bool) -> None:
    """From random regrets, so that none is zero but for rounding; where they are floored at zero, some soon are."""
    game, twin = game_of(name), twin_of(name)
    iterations = 1 if variant in ("cfr+", "pcfr+") else 2
    weights, start = own_weights(game), np.random.default_rng(5).normal(size=game.infosets.size)
    solver = CFR(game, variant, alternating=alternating)
    start_from(solver, start / weights)
    textbook = TextbookPokerCFR(twin, get_variant(variant), alternating, as_table(game, twin, start))
    for _ in range(iterations):
        solver.run(1)
        textbook.run(1)
        np.testing.assert_allclose(solver.regrets(), as_entries(game, textbook.regrets), atol=NEAR)
        average = textbook.average()
        np.testing.assert_allclose(solver.average_policy().probabilities, as_entries(game, average), atol=2e-3)
        np.testing.assert_allclose(solver.expected_value, twin.values(average)[0], atol=NEAR)
        assert solver.exploitability == pytest.approx(twin.exploitability(average), abs=NEAR)
        sums = {public: np.maximum(textbook.regrets[public] + textbook.forecast[public], 0.0) for public in twin.decisions}
        clear = as_entries(game, {public: own.sum(axis=0) + 0 * own for public, own in sums.items()}) > 1e-2
        off = np.abs(solver.current_policy().probabilities - as_entries(game, textbook.strategy()))
        assert clear.mean() > 0.5 and off[clear].max() < 5e-3


@pytest.mark.parametrize("name", FLAT)
def test_the_flat_tree_has_the_same_values_and_regrets(name: str) -> None:
    game = game_of(name)
    uniform = game.infosets.uniform()
    for flat, boards in zip(
        Evaluator(tree_of(game).rows).evaluate_policy(uniform),
        StreetEvaluator(form_of(game)).evaluate_policy(uniform),
        strict=True,
    ):
        np.testing.assert_allclose(boards, flat, atol=NEAR)
    flat, boards = CFR(game, "cfr", layout="flat"), CFR(game, "cfr")
    weights, start = own_weights(game), np.random.default_rng(6).normal(size=game.infosets.size)
    start_from(flat, start)
    start_from(boards, start / weights)
    flat.run(3)
    boards.run(3)
    np.testing.assert_allclose(boards.regrets(), flat.regrets(), atol=NEAR)
    np.testing.assert_allclose(boards.average_policy().probabilities, flat.average_policy().probabilities, atol=2e-3)


@pytest.mark.parametrize("name", ["few hands", "turn", "weighted leduc"])
def test_equilibria_have_the_value_of_the_linear_program(name: str) -> None:
    game = game_of(name)
    solution = solve_lp(game)
    solver = CFR(game).run(2000, until=2e-3)
    assert solver.exploitability <= 2e-3
    assert solver.expected_value == pytest.approx(solution.value, abs=4e-3)
    values, best = StreetEvaluator(form_of(game)).evaluate_policy(solution.policies[0].probabilities)
    assert values[0] == pytest.approx(solution.value, abs=NEAR)
    assert best.sum() == pytest.approx(0.0, abs=4 * NEAR)  # the program's solution cannot be exploited by a walk over boards


@pytest.mark.parametrize("variant", ["dcfr", "pcfr+"])
def test_locks_are_those_of_the_twin(variant: str) -> None:
    game = game_of("few hands")
    rivers = [public for public in game.infosets.public_states() if len(public.board) == 3 and public.line.to_call == 0]
    river = max(rivers, key=lambda public: len(game.infosets.hands(public))).history
    locks = lock_node(game, "x", {"check": 1.0}) | lock_node(game, river, {"check": 0.25, game_bet(game, river): 0.75})
    keys = {key: list(shares.values()) for key, shares in locks.items()}
    twin = TextbookPoker(game.rules, keys)
    assert any("/" in key for key in keys) and len(keys) > 6
    textbook, solver = TextbookPokerCFR(twin, get_variant(variant), True), CFR(game, variant, locks=locks)
    solver.run(1)
    textbook.run(1)
    average = textbook.average()
    np.testing.assert_allclose(solver.average_policy().probabilities, as_entries(game, average), atol=2e-3)
    assert solver.expected_value == pytest.approx(twin.values(average)[0], abs=NEAR)
    assert solver.exploitability == pytest.approx(twin.exploitability(average), abs=NEAR)


def game_bet(game: PokerGame, line: str) -> str:
    public = game.infosets.find(line)
    assert public is not None
    return next(name for name in public.line.action_names if name.startswith("bet"))


TURN: dict[str, Any] = {
    "board": "QsJh2h8d",
    "ranges": ("AA:0.5,QQ,AhKh,KTs,98s:0.75", "KK,JJ:0.5,AQs,T9s,7h6h"),
    "pot": 20,
    "stack": 45,
    "bet_sizes": "60%,a",
    "raise_sizes": "60%",
}


def rivers(game: PokerGame, policy: TabularPolicy) -> Any:
    """(how likely, the river as a spot of its own, the policy there) of each line that reaches a river with chips behind."""
    rules, table = game.rules, game.infosets
    assert rules.weights is not None
    cards, names = [set(hand) for hand in rules.deck.hands], rules.deck.hand_names
    stack = [(rules.root, np.array(rules.weights[0]), np.array(rules.weights[1]))]
    meets = np.array([[not one & two for two in cards] for one in cards])
    pairs = np.array(rules.weights[0]) @ meets @ np.array(rules.weights[1])
    while stack:
        public, *reach = stack.pop()
        if public.is_over:
            continue
        if not public.card_due:
            for k, share in enumerate(policy.strategy(public)):
                below = list(reach)
                below[public.actor] = below[public.actor] * share
                stack.append((public.after(k), *below))
            continue
        behind = rules.betting.max_contribution - max(public.line.contributions)
        if behind <= 0:
            continue
        for card in range(52):
            lives = np.array([card not in hand for hand in cards])
            one, two = reach[0] * lives, reach[1] * lives
            likely = float(one @ meets @ two) / pairs / (52 - 4 - 4)
            if card in public.board or likely == 0.0:
                continue
            below = public.deal(card)
            texts = tuple(
                ",".join(f"{name}:{weight:.12f}" for name, weight in zip(names, own / own.max(), strict=True) if weight > 0)
                for own in (one, two)
            )
            board = "".join(rules.deck.names[c] for c in below.board)
            params = TURN | {"board": board, "ranges": texts, "pot": public.line.pot, "stack": behind}
            river = make_game("holdem", **params)
            assert isinstance(river, PokerGame)
            theirs = {name: hand for hand, name in enumerate(river.rules.deck.hand_names)}
            own_policy = np.zeros(river.infosets.size)
            for spot in river.infosets.public_states():
                there = table.find(f"{below.history}{spot.history}")
                assert there is not None and len(there.line.moves) == len(spot.line.moves)
                entries, shares = river.infosets.entries(spot), policy.strategy(there)
                for hand, name in enumerate(names):
                    if name in theirs and entries[0, theirs[name]] >= 0:
                        own_policy[entries[:, theirs[name]]] = shares[:, hand]
            yield likely, river, TabularPolicy(river, own_policy)


def ends_before_the_river(game: PokerGame, policy: TabularPolicy, twin: TextbookPoker) -> float:
    """Expected value for the first player of hands that end, or are all-in, on the turn."""
    table = {public: policy.strategy(public) for public in twin.decisions}

    def walk(public: Any, pairs: np.ndarray, reach: tuple[np.ndarray, np.ndarray]) -> float:
        if public.card_due and max(public.line.contributions) < game.rules.betting.max_contribution:
            return 0.0
        if public.card_due or public.is_over:
            value = twin.walk(public, pairs, reach, table, False, {}, {})[0]
            return float(reach[0] @ value)
        found = 0.0
        for k, share in enumerate(table[public]):
            after = (reach[0] * share, reach[1]) if public.actor == 0 else (reach[0], reach[1] * share)
            found += walk(public.after(k), pairs, after)
        return found

    ones = np.ones(len(twin.pairs))
    return walk(game.rules.root, twin.pairs, (ones, ones))


def test_rivers_alone_are_worth_what_they_are_in_the_whole() -> None:
    """A solved turn, taken apart: each river is made a spot of its own from the ranges that reach it."""
    game = on_boards(make_game("holdem", **TURN))
    solver = CFR(game).run(400, until=0.02)
    policy, twin = solver.average_policy(), TextbookPoker(game.rules)
    total, solved, gains, mass = ends_before_the_river(game, policy, twin), 0.0, 0.0, 0.0
    solved = total
    for likely, river, own in rivers(game, policy):
        values, best = evaluator_of(river).evaluate_policy(own.probabilities)
        total += likely * values[0]
        gains += likely * (best - values).sum()
        mass += likely
        if likely > 2e-3:  # solved anew, alone
            alone = CFR(river).run(300, until="0.05%")
            assert alone.expected_value == pytest.approx(values[0], abs=2 * solver.nash_conv / likely)
            solved += likely * alone.expected_value
        else:
            solved += likely * values[0]
    assert 0.5 < mass < 1.0
    assert total == pytest.approx(solver.expected_value, abs=NEAR)
    assert 0.0 <= gains <= solver.nash_conv + NEAR  # who gains on rivers alone gains in the whole
    assert solved == pytest.approx(solver.expected_value, abs=0.05)
