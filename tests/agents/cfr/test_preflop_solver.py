"""The solver before the flop: against a plain program, against enumeration, and against exact solutions."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import TabularPolicy
from pokerzoo.agents.cfr.preflop_deals import PreflopDeals
from pokerzoo.agents.cfr.preflop_kernels import GAINS, REGRETS, begin_deal, prize_of
from pokerzoo.envs import PokerGame, make_game
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.cards import CLASS_NAMES
from pokerzoo.envs.compiled.preflop_tree import ACTOR, COUNT, FIRST, HANDS, end_line, preflop_tree
from pokerzoo.envs.poker.cards import COMBO_CLASSES, COMBO_NAMES, COMBO_TABLE, COMBOS
from pokerzoo.envs.poker.deck_strengths import DECKS, deck_strength
from pokerzoo.envs.poker.hand_strength import boards_strength
from pokerzoo.evaluation import measure
from pokerzoo.preflop import (
    PreflopGame,
    PreflopPolicy,
    PreflopSolver,
    PushFoldSolver,
    compare_preflop,
    measure_preflop,
    preflop_action_values,
    preflop_game,
    push_fold_table,
)

KEY = np.array([77], dtype=np.uint64)
Z = 5.0
"""Standard errors that are allowed between an estimate and what it estimates."""


class PlainDeal:
    """A deal for one player by hand: each hand of the player's walks the betting, line by line."""

    def __init__(self, game: PreflopGame, choices: Any, deck: list[int], player: int, factors: Any) -> None:
        self.game, self.tree, self.player, self.factors = game, preflop_tree(game), player, factors
        self.choices = choices.astype(np.float64)
        self.cards = [DECKS[game.params["deck"]][card] for card in deck]
        self.strength, self.players = deck_strength(game.params["deck"]), game.num_players
        self.low = DECKS[game.params["deck"]][0]
        self.board = tuple(self.cards[2 * self.players : 2 * self.players + 5])
        self.gains: dict[tuple[int, int, int], float] = {}

    def run(self) -> float:
        """The player's mean value; regrets are in ``gains``."""
        held = self.cards[2 * self.player : 2 * self.player + 2]
        left = [
            card for card in DECKS[self.game.params["deck"]] if card in held or card not in self.cards[: 2 * self.players + 5]
        ]
        pairs, total = list(combinations(left, 2)), 0.0
        for pair in pairs:
            hands = [tuple(self.cards[2 * seat : 2 * seat + 2]) for seat in range(self.players)]
            hands[self.player] = pair
            self.shown = [
                self.strength(*(tuple(c - self.low for c in cards) for cards in (hand, self.board))) for hand in hands
            ]
            self.classes = [int(COMBO_CLASSES[COMBO_TABLE[hand]]) for hand in hands]
            self.part = 1 / len(pairs)
            total += self.part * self.value(self.game.rules.betting.start, 0)
        return total

    def value(self, line: Line, node: int) -> float:
        if line.is_over or line.card_due:
            return self.paid(line)
        seat, first, count = (int(self.tree.nodes[node, column]) for column in (ACTOR, FIRST, COUNT))
        start = first * HANDS + self.classes[seat] * count
        shares = np.maximum(self.choices[start : start + count], 0.0)
        shares = shares / shares.sum() if shares.sum() > 0 else np.full(count, 1 / count)
        if seat != self.player:
            k = int(shares.argmax())
            return self.value(line.after(k), int(self.tree.child[first + k]))
        values = [self.value(line.after(k), int(self.tree.child[first + k])) for k in range(count)]
        mean = float(shares @ values)
        for k, value in enumerate(values):
            at = (node, self.classes[seat], k)
            self.gains[at] = self.gains.get(at, 0.0) + self.part * (value - mean)
        return mean

    def paid(self, line: Line) -> float:
        shows = line.folded.count(False) > 1
        net = line.deal().payoffs_of(self.shown) if shows else line.payoffs((line.folded.index(False),))
        got = self.game.utility_of(net)[self.player]
        behind = sum(not line.folded[seat] and not line.is_all_in(seat) for seat in range(self.players))
        if behind > 1 and not line.folded[self.player]:
            paid = line.paid[self.player]
            got = self.factors[self.player, self.classes[self.player]] * (got + paid) - paid
        return got


def one_hot(game: PreflopGame, seed: int) -> Any:
    """Numbers with which each hand takes one action, another one at each decision."""
    tree, rng = preflop_tree(game), np.random.default_rng(seed)
    numbers = np.full(tree.size.numbers, -1.0, dtype=np.float32)
    for node in range(len(tree.nodes)):
        block = numbers[tree.block(node)].reshape(HANDS, -1)
        block[np.arange(HANDS), rng.integers(block.shape[1], size=HANDS)] = 2.0
    return numbers


SHORT: dict[str, dict[str, Any]] = {
    "chips": {"num_players": 4, "stack": (9, 25, 6, 40), "raise_sizes": "2.5x | a", "deck": "short", "ante": 0.1},
    "prizes": {"num_players": 3, "stack": (9, 5, 6), "raise_sizes": "2x | a", "deck": "short", "payouts": (5, 3, 1)},
    "raked": {"num_players": 3, "stack": 9, "raise_sizes": "2x | a", "deck": "royal", "rake_rate": 0.05, "rake_cap": 0.3},
}


@pytest.mark.parametrize("name", SHORT)
def test_a_deal_adds_what_a_plain_program_adds(name: str) -> None:
    """Four players on a short deck, prizes and rake: regret for regret, with realization factors."""
    game = preflop_game(**SHORT[name], limps="all")
    factors = np.ones((game.num_players, HANDS))
    if not game.payouts:
        factors = np.random.default_rng(5).uniform(0.5, 1.5, size=factors.shape)
    tree, choices = preflop_tree(game), one_hot(game, 2)
    deals = PreflopDeals(tree, factors, threads=2)
    gains, out = deals.new_numbers(), np.zeros((1, game.num_players, 2))
    number = 4
    deals.play(choices, REGRETS, KEY, number, 1, gains, np.zeros(0, dtype=np.int8), np.zeros((0, 0, 2)))
    follow = np.full(len(tree.nodes) * HANDS, -1, dtype=np.int8)
    deals.play(choices, GAINS, KEY, number, 1, gains, follow, out)
    begin_deal(deals.deals, game.num_players, KEY, number, deals._rooms[0])
    hands, boards = deals._rooms[0].deck[: 2 * game.num_players].tolist(), deals._rooms[0].boards.tolist()
    expected = np.zeros(len(gains))
    for player in range(game.num_players):
        value = 0.0
        for board in boards:
            plain = PlainDeal(game, choices, hands + board, player, factors)
            value += plain.run() / len(boards)
            for (node, hand, k), gain in plain.gains.items():
                entry = int(tree.nodes[node, FIRST]) * HANDS + hand * int(tree.nodes[node, COUNT]) + k
                expected[entry] += gain / len(boards)
        assert out[0, player].tolist() == pytest.approx([value, value], abs=1e-9)
    assert np.abs(expected).max() > 1e-3
    assert np.allclose(gains / deals.scale, expected, atol=1e-8)


def test_prizes_are_those_of_the_order_of_hands() -> None:
    """By the order of two and of three hands with other stacks each: who beats whom is not to be mirrored."""
    tree = preflop_tree(preflop_game(3, stack=(9, 5, 6), raise_sizes="a", payouts=(5, 3, 1)))
    for number, kind in enumerate(tree.kinds.tolist()):
        end = end_line(tree.game, kind)
        for strengths in product(range(3), repeat=3):
            expected = tree.game.utility_of(end.payoffs_of(strengths))
            assert [prize_of(tree.ends, number, seat, np.array(strengths)) for seat in range(3)] == pytest.approx(expected)


def test_regrets_are_unbiased() -> None:
    """The mean over deals of a royal deck against an enumeration of all hands and boards, entry for entry."""
    game = preflop_game(2, stack=5, raise_sizes="a", deck="royal")
    deals, parts, size = PreflopDeals(preflop_tree(game), threads=2), 24, 300
    numbers, sums = np.zeros(deals.tree.size.numbers, dtype=np.float32), []
    for part in range(parts):
        gains = deals.new_numbers()
        deals.play(numbers, REGRETS, KEY, part * size, size, gains, np.zeros(0, dtype=np.int8), np.zeros((0, 0, 2)))
        sums.append(gains / deals.scale / size)
    mean, error = np.mean(sums, axis=0), np.std(sums, axis=0, ddof=1) / np.sqrt(parts)
    inside = np.isin(COMBOS, DECKS["royal"]).all(axis=1)
    combos, classes = COMBOS[inside], COMBO_CLASSES[inside]
    boards = np.array(list(combinations(DECKS["royal"], 5)))
    strengths = boards_strength(boards, combos)
    net = np.zeros((len(combos), len(combos)))
    for shown in np.array_split(strengths, 40):
        both = (shown[:, :, None] >= 0) & (shown[:, None, :] >= 0)
        net += (np.sign(shown[:, :, None] - shown[:, None, :]) * both).sum(axis=0)
    apart = np.array([[not set(hand) & set(other) for other in combos.tolist()] for hand in combos.tolist()])
    worth = 5.0 * net / 4368 * apart  # chips won all-in, summed over boards of the other 16 cards
    chance = 1 / apart.sum()
    expected = np.zeros(len(mean))
    push = expected[: 2 * HANDS].reshape(HANDS, 2), 0.5 * (0.5 * worth + 0.5 * apart - -0.5 * apart).sum(axis=1) * chance
    call = expected[2 * HANDS :].reshape(HANDS, 2), 0.5 * 0.5 * (worth.T * -1 - -1.0 * apart.T).sum(axis=1) * chance
    for table, gain in (push, call):
        np.add.at(table[:, 1], classes, gain)
        table[:, 0] = -table[:, 1]
    assert np.abs(expected).max() > 0.01
    assert (np.abs(mean - expected) <= Z * error + 1e-9).all()


def test_runs_of_other_seeds_are_compared_and_of_other_options_refused(tmp_path: Path) -> None:
    game = preflop_game(2, stack=8, raise_sizes="a")
    PreflopSolver(game, seed=1, deals=50).run(4, checkpoint=tmp_path)
    again = PreflopSolver(game, seed=1, deals=50).run(9, checkpoint=tmp_path)
    assert np.array_equal(again._averages, PreflopSolver(game, seed=1, deals=50).run(9)._averages)
    with pytest.raises(ValueError, match="realization"):
        PreflopSolver(game, seed=1, deals=50, realization={"SB": 0.9}).run(9, checkpoint=tmp_path)
    result = compare_preflop([again.average_policy(), PreflopSolver(game, seed=2, deals=50).run(9).average_policy()], over=0.1)
    assert [row.spread for row in result] == sorted((row.spread for row in result), reverse=True) and result[-1].spread >= 0.1
    assert compare_preflop([again.average_policy()] * 2) == []
    with pytest.raises(ValueError, match="two or more"):
        compare_preflop([again.average_policy()])


@pytest.mark.parametrize(
    ("stacks", "payouts", "iterations"),
    [
        ((10, 10), (), 40),
        pytest.param((10, 10, 10), (), 1000, marks=pytest.mark.long),
        pytest.param((10, 6, 14), (50, 30, 20), 1000, marks=pytest.mark.long),
    ],
)
def test_push_fold_is_that_of_the_exact_tables(stacks: tuple[int, ...], payouts: tuple[int, ...], iterations: int) -> None:
    game = push_fold_table(stacks, payouts=payouts)
    policy = PreflopSolver(game, seed=1, deals=400).run(iterations).average_policy()
    exact = PushFoldSolver(game).run(1000, until=1e-4 * (100 if payouts else 1))
    result = measure_preflop(policy, deals=8_000, learning=8_000)
    assert (np.abs(result.values - exact.measure().values) <= 1.5 * result.value_widths + 0.02 * bool(payouts)).all()
    assert (result.gains - result.gain_widths).max() < 0.002 * (100 if payouts else 1)
    assert ("no theorem of an equilibrium" in str(result.to_table().notes)) == (len(stacks) > 2)
    for true in exact.average_policy().decisions(0.0):
        decision = policy.decision(true.line)
        assert decision.frequencies == pytest.approx(true.frequencies, abs=0.04 if payouts else 0.03), true.line
        # Hands that are all but indifferent may be played either way.
        assert np.abs(decision.probabilities - true.probabilities).mean() < 0.06, true.line


def as_exact(policy: PreflopPolicy, game: PokerGame) -> TabularPolicy:
    """A policy for two as one of ``preflop_holdem``."""
    infosets, tables = game.infosets, dict[str, Any]()
    classes = {name: COMBO_CLASSES[combo] for combo, name in enumerate(COMBO_NAMES)}
    probabilities = np.empty(infosets.size)
    for k in range(len(infosets)):
        hand, _, line = infosets[k].key.partition("|")
        if line not in tables:
            tables[line] = policy.decision(line).probabilities
        probabilities[infosets.slice(k)] = tables[line][classes[hand]]
    return TabularPolicy(game, probabilities)


@pytest.mark.long
def test_two_players_are_near_an_equilibrium_of_the_exact_game() -> None:
    """The exact best responses of ``preflop_holdem`` gain what the sampled ones gain, and that is little."""
    sizes: dict[str, Any] = {"raise_sizes": "2.5x | a", "stack": 20}
    exact: Any = make_game(
        "preflop_holdem", **sizes, chip=0.01, add_allin_threshold=0, force_allin_threshold=0, merging_threshold=0
    )
    solver = PreflopSolver(preflop_game(2, **sizes, limps="all"), seed=1, deals=1000).run(200)
    true, result = measure(exact, as_exact(solver.average_policy(), exact)), solver.measure()
    values, gains = true.values[::-1], true.gains[::-1]  # its player 0 is the big blind
    assert gains.max() < 0.01
    assert (np.abs(result.values - values) <= 1.5 * result.value_widths).all()
    assert (result.gains - result.gain_widths * 1.5 <= gains).all()


def test_values_of_actions_are_those_of_the_measure() -> None:
    game = preflop_game(2, stack=8, raise_sizes="a")
    policy = PreflopSolver(game, seed=1, deals=200).run(60).average_policy()
    means, errors = preflop_action_values(policy, deals=4_000, threads=1)
    assert np.allclose(means[:, 0], -0.5)
    assert np.allclose(errors[:, 0], 0.0, atol=1e-9)
    aces = CLASS_NAMES.index("AA")
    assert 1.0 < means[aces, 1] < 8.0
    assert 0.0 < errors[aces, 1] < 0.2
    assert np.isfinite(means).all()
    whole = (means * policy.decision("").probabilities).sum(axis=1) @ np.bincount(COMBO_CLASSES) / 1326
    result = measure_preflop(policy, deals=4_000, learning=500)
    assert whole == pytest.approx(result.values[0], abs=2 * result.value_widths[0])


def test_a_response_gains_what_a_bad_player_loses() -> None:
    """Who folds all hands gives the small blind to the big one; who calls all pushes pays for it."""
    game = preflop_game(2, stack=20, raise_sizes="a")
    tree = preflop_tree(game)
    numbers = np.zeros(tree.size.numbers, dtype=np.float32)
    numbers[tree.block(0)] = np.tile([1.0, 0.0], HANDS)
    numbers[tree.block(1)] = np.tile([0.0, 1.0], HANDS)
    result = measure_preflop(PreflopPolicy(tree, numbers), deals=3_000, learning=3_000)
    assert result.values == pytest.approx([-0.5, 0.5])
    assert 1.5 < result.gains[0] < 2.5  # to push what is above average for 20 blinds
    assert result.gains[1] == 0.0  # nobody ever pushes


def test_a_tree_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokerzoo.envs.support.memory.free_memory", lambda: 10**7)
    with pytest.raises(ValueError, match="38,226 decisions .* needs about .* give max_callers"):
        PreflopSolver(preflop_game(6))
