"""Push/fold at a table: its lines, payoffs by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.envs.cards import prize_equities
from pokerzoo.envs.compiled.preflop_tree import ACTOR, PARENT, STEP
from pokerzoo.envs.compiled.push_fold_values import PushFoldValues
from pokerzoo.envs.poker.three_way import HANDS, ORDERS
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.preflop import PreflopGame, preflop_game, push_fold_table

DEALS = 20_000


def random_strategies(values: PushFoldValues, seed: int, width: float = 1.6) -> Floats:
    """Strategies that fold, and do not, some hands for sure."""
    shares = np.random.default_rng(seed).random((len(values.nodes), HANDS))
    return np.clip(shares * width - (width - 1) / 2, 0.0, 1.0)


def values_of(game: PreflopGame, strategies: Floats, deals: int = DEALS) -> PushFoldValues:
    values = PushFoldValues(game, deals)
    values.set_strategies(np.arange(len(strategies)), strategies)
    return values


def points_of(values: PushFoldValues) -> list[tuple[int, tuple[int, ...]]]:
    """(player, who is in already) of each decision."""
    nodes, result = values.tree.nodes, []
    for node in values.nodes.tolist():
        before, at = [], node
        while nodes[at, PARENT] >= 0:
            if nodes[at, STEP] == 1:
                before.append(int(nodes[nodes[at, PARENT], ACTOR]))
            at = nodes[at, PARENT]
        result.append((int(nodes[node, ACTOR]), tuple(before[::-1])))
    return result


def ending_of(values: PushFoldValues, *players: int) -> Any:
    """The end with these players in."""
    (ending,) = [end for end in values.endings if end.players == players]
    return ending


# Rules


def test_lines() -> None:
    three = PushFoldValues(push_fold_table([10, 10, 10]), DEALS)
    lines = [three.tree.line(node).bare_moves for node in three.nodes.tolist()]
    assert lines == ["", "f", "fr10", "r10", "r10f", "r10c"]
    nine = PushFoldValues(push_fold_table([10] * 9), DEALS)
    assert len(nine.nodes) == sum(1 + k + k * (k - 1) // 2 for k in range(9)) - 1
    assert sorted(points_of(nine)) == sorted(set(points_of(nine)))
    assert len(nine.endings) == 9 + 36 + 84
    ending = ending_of(nine, 0, 3, 4)
    assert [ending.decisions[k] for k in (5, 8)] == [-1, -1]  # three are in: the others have to fold
    assert points_of(nine)[ending.decisions[4]] == (4, (0, 3))
    assert ending_of(nine, 8).decisions[8] == -1  # all have folded


def test_who_has_more_goes_in_with_all() -> None:
    """Later players do not call a short stack with chips behind, and no fourth one goes in."""
    start = push_fold_table([10, 6, 20, 8, 30]).rules.betting.start
    pushed = start.after(1)
    assert (start.tokens, pushed.tokens, pushed.after(1).tokens) == (("f", "r10"), ("f", "c"), ("f", "r20"))
    assert pushed.after(1).after(1).tokens == ("f",)
    assert pushed.after(0).after(1).after(0).after(1).card_due  # of two with chips behind the last one calls what is bet
    assert start.after(0).after(0).after(0).after(0).is_over
    limp = preflop_game(3, stack=10, raise_sizes="2x,a", limps="all_in").rules.betting.start
    assert (limp.tokens, limp.after(1).tokens) == (("f", "r2", "r10"), ("f", "r4", "r10"))


def test_payoffs_in_chips_with_side_pots() -> None:
    # Antes of 1. UTG has 10, the button 6 and the big blind 21 before; the small blind folds with 0.5 posted.
    table = PushFoldValues(push_fold_table([10, 6, 8, 21], ante=1), DEALS)
    ending = ending_of(table, 0, 1, 3)
    by_ranks = {tuple(ranks): row.tolist() for ranks, row in zip(ORDERS.tolist(), ending.payoffs, strict=True)}
    # The main pot has 4 antes, 5 of each of the three and the 0.5: 19.5. The side pot of UTG and the big blind has 8.
    assert by_ranks[(0, 1, 2)] == pytest.approx([9.5 + 8, -6, -1.5, -10])
    assert by_ranks[(1, 0, 2)] == pytest.approx([8 - 10, 13.5, -1.5, -10])
    assert by_ranks[(2, 0, 1)] == pytest.approx([-10, 13.5, -1.5, 8 - 10])
    assert by_ranks[(0, 0, 1)] == pytest.approx([9.75 - 10 + 8, 3.75, -1.5, -10])
    assert by_ranks[(1, 0, 1)] == pytest.approx([4 - 10, 13.5, -1.5, 4 - 10])
    assert np.allclose(ending.payoffs.sum(axis=1), 0.0)
    assert ending_of(table, 0).payoffs.tolist() == [pytest.approx([1 + 1 + 1 + 0.5 + 1, -1, -1.5, -2])]


def test_payoffs_in_prizes() -> None:
    game = push_fold_table([10, 6, 8, 21], ante=1, payouts=(50, 30, 20), others=(30, 5))
    ending = ending_of(PushFoldValues(game, DEALS), 0, 1, 3)
    by_ranks = {tuple(ranks): row for ranks, row in zip(ORDERS.tolist(), ending.payoffs, strict=True)}
    expected = prize_equities([27.5, 0, 6.5, 11, 30, 5], (50, 30, 20), before=[10, 6, 8, 21, 30, 5])
    np.testing.assert_allclose(by_ranks[(0, 1, 2)], expected[:4])
    # Both who are beaten are out: the one who had more chips has the better place.
    payoffs = ending_of(PushFoldValues(push_fold_table([10, 6, 20], payouts=(50, 30, 20)), DEALS), 0, 1, 2).payoffs
    assert payoffs[ORDERS.tolist().index([1, 2, 0])].tolist() == [30.0, 20.0, 50.0]
    # A stack elsewhere that is far larger takes nothing from the table's small differences.
    large = ending_of(PushFoldValues(push_fold_table([10, 6], payouts=(50, 30, 20), others=(1e6,))), 0, 1).payoffs
    for row, after in zip(large, ([16, 0], [10, 6], [4, 12]), strict=True):
        assert row == pytest.approx(prize_equities([*after, 1e6], (50, 30, 20), before=[10, 6, 1e6])[:2], rel=1e-12)
    first = ending_of(PushFoldValues(push_fold_table([10, 6], payouts=(1,))), 0, 1).payoffs
    assert first[2] == pytest.approx([4 / 16, 12 / 16])


@pytest.mark.parametrize(
    ("arguments", "pattern"),
    [
        *(({"stacks": stacks}, "stacks=.* 2 to 9 players") for stacks in ([10], [10] * 10, 10)),
        *(({"stacks": stacks}, "stack") for stacks in ([10, "x"], [10, np.nan])),
        ({"stacks": [10, 1]}, r"stack\[1\]=1: .* more than the 1 "),
        ({"stacks": [1, 10, 10], "ante": 1}, r"stack\[0\]=1: .* more than the 1 "),
        ({"ante": -1}, "ante=-1"),
        ({"payouts": (1, 2)}, "payouts="),
        ({"payouts": (3, 2, 1)}, "payouts="),
        ({"others": (3,)}, "only with payouts"),
    ],
)
def test_errors(arguments: dict[str, Any], pattern: str) -> None:
    with pytest.raises(ValueError, match=pattern):
        push_fold_table(**({"stacks": [10, 10]} | arguments))


# Values


@pytest.mark.parametrize("players", [2, 3, 4])
def test_best_responses_are_worth_what_is_said(players: int) -> None:
    """The best of the two at each decision, played against the same strategies, has the best response's value."""
    table = push_fold_table([8] * players, ante=0.25)
    strategies = random_strategies(PushFoldValues(table, DEALS), 0)
    against = values_of(table, strategies)
    _, best = against.measure()
    for player, decisions in enumerate(against.decisions_of):
        result, _, _ = against.player_values(player)
        answer = strategies.copy()
        answer[decisions] = result[1, decisions] > result[0, decisions]
        assert values_of(table, answer).measure()[0][player] == pytest.approx(best[player], abs=1e-9)


def test_one_prize_is_worth_chips() -> None:
    table = push_fold_table([9, 4, 12, 7])
    strategies = random_strategies(PushFoldValues(table, DEALS), 0)
    chips, best = values_of(table, strategies).measure()
    prize = push_fold_table([9, 4, 12, 7], payouts=(64.0,), prize_model="winner_takes_all")
    values, best_prize = values_of(prize, strategies).measure()
    np.testing.assert_allclose(values, np.array([9, 4, 12, 7]) * 2 + 2 * chips, atol=1e-9)
    np.testing.assert_allclose(best_prize - values, 2 * (best - chips), atol=1e-9)


def test_chances_of_all_ends_add_up() -> None:
    table = push_fold_table([10] * 6)
    values = values_of(table, random_strategies(PushFoldValues(table, DEALS), 1))
    for ending in values.endings:
        ending.payoffs[:] = 1.0
    for player in range(6):
        result, rest, _ = values.player_values(player)
        at = values.decisions_of[player]
        # Whatever the player does, one of the ends comes.
        total = rest + (result[0, at] + values.strategies[at] * (result[1, at] - result[0, at])).sum(axis=0)
        np.testing.assert_allclose(total, 1.0, atol=1e-12)
