"""Hands that cards without betting decide, settled by matrices; walks over boards of other games."""

from __future__ import annotations

import pytest

from pokerzoo.agents import CFR
from pokerzoo.agents.cfr.board_walk import BoardWalk
from pokerzoo.envs import PokerGame
from pokerzoo.envs.compiled.street_boards import count_distinct
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.compiled.street_size import solving_size
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.games.leduc import make_leduc
from pokerzoo_testing.cases import make_poker
from pokerzoo_testing.rules import changed_rules
from pokerzoo_testing.short_holdem import short_game
from pokerzoo_testing.small_games import on_boards, turn_game


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
    """The matrices have as many rows, and take as many bytes, as predicted."""
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


@pytest.mark.parametrize("suits", ["doubles", "three cards"])
def test_games_that_boards_cannot_walk_are_refused(suits: str) -> None:
    changes = {"copies": 2} if suits == "doubles" else {"hole_cards": 3}
    with pytest.raises(ValueError, match="hands of one or two cards, and at most 52 cards, all different"):
        compile_street_tree(PokerGame("leduc", {}, changed_rules(make_leduc().rules, **changes)))
