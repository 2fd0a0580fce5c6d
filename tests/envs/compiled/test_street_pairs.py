"""Hands that cards without betting decide: settled by matrices, or walked card by card; walks over boards of other games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.agents.cfr.board_walk import BoardWalk
from pokerzoo.envs import PokerGame
from pokerzoo.envs.compiled.forms import evaluator_of, form_evaluator
from pokerzoo.envs.compiled.street_boards import count_distinct
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo.envs.poker.run_out_matrix import is_settled
from pokerzoo_testing.cases import make_poker
from pokerzoo_testing.rules import changed_rules
from pokerzoo_testing.short_holdem import short_game
from pokerzoo_testing.small_games import on_boards, turn_game


def evaluated(form: StreetTree, policy: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return form_evaluator(form, threads=1).evaluate_policy(policy)


@pytest.mark.parametrize("ends", [0, 1])
@pytest.mark.parametrize(
    "more", [{}, {"rake_rate": 0.05, "no_flop_no_drop": True}, {"stack": 4.0}], ids=["plain", "rake", "all-in"]
)
def test_matrices_and_run_outs_agree(ends: int, more: dict[str, Any]) -> None:
    """Values and best responses are those of the game walked to the last card."""
    game = short_game(ends, **more)
    assert is_settled(game.rules)
    settled, walked = compile_street_tree(game), compile_street_tree(game, settled=False)
    assert (len(settled.boards), len(walked.boards)) == (ends + 1, 4)
    solver = CFR(game, "cfr+")
    solver.run(20)
    for policy in (game.infosets.uniform(), solver.average_policy().probabilities):
        for measured, other in zip(evaluated(settled, policy), evaluated(walked, policy), strict=True):
            assert measured == pytest.approx(other, abs=3e-6)  # the walk adds up more numbers in single precision


def test_matrices_where_flops_have_weights() -> None:
    """One says how often pairs meet before the flop, others how hands end on it; walked to the last card it is the same."""
    plain = short_game(1).rules
    ranks = [sum(card // 4 for card in flop) for flop in plain.deck.card_sets(3).sets]
    game = short_game(1, deal_weights=tuple((2, 0, 7, 1, 0)[rank % 5] for rank in ranks))
    assert is_settled(game.rules)
    settled, walked = compile_street_tree(game), compile_street_tree(game, settled=False)
    assert settled.plan.before.size and settled.plan.run_outs.size
    solver = CFR(game, "cfr+").run(20)
    for policy in (game.infosets.uniform(), solver.average_policy().probabilities):
        for measured, other in zip(evaluated(settled, policy), evaluated(walked, policy), strict=True):
            assert measured == pytest.approx(other, abs=1e-5)


def test_suits_exchanged_or_not() -> None:
    """With every board on its own values and best responses are the same; suits told apart need that."""
    game = short_game(1, 40)  # the queens and above: all boards are walked
    policy = game.infosets.uniform()
    alike, plain = compile_street_tree(game), compile_street_tree(game, symmetric=False)
    for measured, other in zip(evaluated(alike, policy), evaluated(plain, policy), strict=True):
        assert measured == pytest.approx(other, abs=3e-6)
    rng = np.random.default_rng(3)
    table = policy * rng.uniform(0.5, 1.5, len(policy))
    starts = np.concatenate([[0], np.cumsum(game.infosets.counts())[:-1]])
    table /= np.repeat(np.add.reduceat(table, starts), game.infosets.counts())
    values, best = evaluator_of(game).evaluate_policy(table)
    walked = compile_street_tree(game, symmetric=False, settled=False)
    for measured, other in zip((values, best), evaluated(walked, table), strict=True):
        assert measured == pytest.approx(other, abs=3e-6)


def test_hands_that_are_alike_have_the_same_bits() -> None:
    """After many iterations hands that differ by suits alone play alike, to the last bit."""
    game = make_poker("preflop_holdem", stack=25, raise_sizes="2.5x,a")
    solver = CFR(game, "dcfr")
    solver.run(50)
    policy = solver.average_policy().probabilities
    hands = game.rules.deck.hand_names
    for key in ("", "r2.5", "c"):
        hearts, diamonds = (policy[game.infosets.slice(game.infosets.index(f"{hand}|{key}"))] for hand in ("AhKh", "AdKd"))
        assert hearts.tolist() == diamonds.tolist()
        public = game.infosets.find(key)
        assert public is not None
        entries = game.infosets.entries(public)
        pairs = [h for h, name in enumerate(hands) if name[0] == name[2] == "7"]
        assert len({tuple(policy[entries[:, h]].tolist()) for h in pairs}) == 1


@pytest.mark.parametrize("ends", [0, 1])
def test_size(ends: int) -> None:
    """The rows of all matrices are as many as was said, and bytes told are what they take."""
    game = short_game(ends)
    form, size = compile_street_tree(game), solving_size(game)
    plan, wide = form.plan, form.plan.cards.shape[2]
    rows = count_distinct(game.rules, game.rules.symmetries, ends, game.rules.deck.hole_cards)
    assert (plan.before.size, plan.run_outs.size) == ((2 * rows * wide, 0) if ends == 0 else (0, rows * wide))
    assert size.boards == tuple(len(stage.all) for stage in form.boards)
    assert size.distinct_boards == tuple(map(len, form.boards))
    assert size.bytes["single"] > plan.before.nbytes + plan.run_outs.nbytes


def test_nothing_but_sums_is_kept_for_each_board() -> None:
    """Scratch of a solver, beside regrets and averages, does not grow with the number of boards."""
    game = on_boards(turn_game())
    solver = CFR(game, "dcfr").run(2)
    assert set(solver.state()) == {"iteration", "regrets 0", "averages 0", "value_sums"}
    assert isinstance(solver.form, StreetTree) and isinstance(solver._walk, BoardWalk)
    lines = solver.form.plan.stages
    a_board = int(((lines["sequences"] + lines["entries"]) * lines["blocks"] * 16).sum())
    assert all(0 < scratch.rows.size <= 3 * a_board for scratch in (solver._walk._above, *solver._walk._scratch))


def test_leduc_has_its_value_by_the_walk_over_boards() -> None:
    """One card a hand. The value is that of OpenSpiel's linear program."""
    solver = CFR(on_boards(make_leduc())).run(3000, until=1e-4)
    assert solver.expected_value == pytest.approx(-0.085606, abs=1e-4)


@pytest.mark.parametrize("suits", ["doubles", "three cards"])
def test_games_that_boards_cannot_walk_are_refused(suits: str) -> None:
    changes = {"copies": 2} if suits == "doubles" else {"hole_cards": 3}
    with pytest.raises(ValueError, match="hands of one or two cards, and at most 52 cards, all different"):
        compile_street_tree(PokerGame("leduc", {}, changed_rules(make_leduc().rules, **changes)))
