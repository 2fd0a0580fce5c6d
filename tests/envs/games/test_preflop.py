"""Hold'em before the flop for two to nine players: its parameters, its lines, and what its ends pay."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

import pokerzoo.envs.betting.row as col
from pokerzoo.envs import State
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.cards import prize_equities
from pokerzoo.envs.compiled.preflop_tree import COUNT, FIRST, IN_HAND, PARENT, STEP, preflop_tree
from pokerzoo.preflop import PreflopGame, preflop_game, preflop_size

FOUR: dict[str, Any] = {
    "num_players": 4,
    "stack": (9, 25, 6, 40),
    "raise_sizes": "2.5x,a | a",
    "deck": "short",
    "limps": "all",
    "ante": 0.1,
}


def lines_of(game: PreflopGame) -> list[Line]:
    """Every line before the flop, by the tree of all games."""
    result, stack = [], [game.rules.betting.start]
    while stack:
        line = stack.pop()
        result.append(line)
        if not line.is_over and not line.card_due:
            stack += [line.after(k) for k in reversed(range(len(line.moves)))]
    return result


def test_seats_are_in_the_order_of_acting() -> None:
    game = preflop_game(6, big_blind_ante=1, raise_sizes="2.5x | 3x")
    betting = game.rules.betting
    assert game.positions == ("UTG", "HJ", "CO", "BTN", "SB", "BB")
    assert list(betting.blinds) == [0, 0, 0, 0, 0.5, 1]
    assert list(betting.dead) == [0, 0, 0, 0, 0, 1]
    assert betting.start.actor == 0
    assert betting.start.action_names == ("fold", "raise to 2.5")
    assert preflop_game(2).positions == ("SB", "BB")
    assert preflop_game(2).rules.betting.start.actor == 0


def test_sizes_may_differ_by_seat_and_number_of_raises() -> None:
    game = preflop_game(3, stack=50, raise_sizes=("2x | a", "3x | 4x", "a"), limps="all")
    start = game.rules.betting.start
    assert start.action_names == ("fold", "call", "raise to 2")
    assert start.after(0).action_names == ("fold", "call", "raise to 3")
    assert start.after(2).after(1).action_names == ("fold", "call", "raise to 50")
    with pytest.raises(ValueError, match="must be a string or three strings"):
        preflop_game(3, raise_sizes=("2x", "3x"))


def test_limps_and_callers_are_capped() -> None:
    limp = {
        name: preflop_game(4, raise_sizes="3x | a", limps=name).rules.betting.start for name in ("all", "small_blind", "none")
    }
    assert [line.tokens for line in limp.values()] == [("f", "c", "r3"), ("f", "r3"), ("f", "r3")]
    small = [line.after(0).after(0).tokens for line in limp.values()]
    assert small == [("f", "c", "r3"), ("f", "c", "r3"), ("f", "r3")]
    capped = preflop_game(5, raise_sizes="3x | a", max_callers=1).rules.betting.start.after(1).after(1)
    assert capped.tokens == ("f", "r100")  # the raiser has one caller already
    assert capped.after(1).tokens == ("f", "c")  # a new raise: nobody has called it
    assert preflop_game(5, raise_sizes="3x", raise_cap=2, max_callers=0).rules.betting.start.after(1).tokens == ("f",)


def test_arrays_have_every_line() -> None:
    for game in (
        preflop_game(**FOUR),
        preflop_game(3, straddle=2, raise_sizes="3x | 2x,a | a", max_callers=1, limps="small_blind"),
    ):
        tree, lines = preflop_tree(game), lines_of(game)
        points = [line for line in lines if not line.is_over and not line.card_due]
        size = preflop_size(game)
        assert (size.decisions, size.ends) == (len(points), len(lines) - len(points))
        assert size == tree.size
        assert [tree.line(node).text for node in range(len(tree.nodes))] == [line.text for line in points]
        assert tree.nodes[:, COUNT].tolist() == [len(line.moves) for line in points]
        for number, line in enumerate(points):
            assert tree.find(line.bare_moves)[0] == number
            assert (
                tree.nodes[number, STEP] < 0
                or tree.child[tree.nodes[tree.nodes[number, PARENT], FIRST] + tree.nodes[number, STEP]] == number
            )
        ends = {
            (line.row[col.LIVE], *line.row[col.IN_HAND : col.IN_HAND + game.num_players])
            for line in lines
            if line not in points
        }
        assert {(kind[0], *kind[IN_HAND:]) for kind in tree.kinds.tolist()} == ends


def test_ends_share_out_all_chips() -> None:
    game = preflop_game(**FOUR)
    ends = preflop_tree(game).ends
    assert np.allclose(ends.pots.sum(axis=1), ends.paid.sum(axis=1))
    raked = preflop_tree(preflop_game(3, raise_sizes="a", stack=20, rake_rate=0.05, rake_cap=1)).ends
    short = raked.paid.sum(axis=1) - raked.pots.sum(axis=1)
    several = np.array([int(live).bit_count() > 1 for live in raked.live.tolist()])
    assert np.allclose(short, np.where(several, np.minimum(0.05 * raked.paid.sum(axis=1), 1.0), 0.0))  # no flop, no drop


def test_prizes_are_those_of_the_stacks_that_remain() -> None:
    game = preflop_game(3, stack=(10, 20, 5), raise_sizes="a", payouts=(50, 30, 20), others=(8,))
    rng = np.random.default_rng(1)
    state: Any = game.initial_state().after_chance(rng)
    while not state.is_terminal:
        state = state.after_chance(rng) if state.is_chance else state.child(state.legal_actions()[-1])
    shown = state.public.line.payoffs_of([game.strength(hand, state.public.board) for hand in state.hands])
    after = np.add((10, 20, 5, 8), (*shown, 0)).clip(min=0)
    assert np.allclose(state.returns(), prize_equities(after, (50, 30, 20), before=(10, 20, 5, 8))[:3])
    assert not game.stakes.big_blind


def test_hands_are_played_by_the_tree_api() -> None:
    game, seed = preflop_game(**FOUR), np.random.default_rng(3)
    choose = random.Random(1)
    for _ in range(30):
        state: State = game.initial_state()
        while not state.is_terminal:
            state = state.after_chance(seed) if state.is_chance else state.child(choose.choice(state.legal_actions()))
        assert sum(state.returns()) == pytest.approx(0.0)
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"num_players": 10}, "num_players=10"),
        ({"stack": (10, 20)}, "stack="),
        ({"stack": (10, 20, 0)}, r"stack\[2\]=0"),
        ({"limps": "some"}, "limps='some'"),
        ({"max_callers": -1}, "max_callers=-1"),
        ({"payouts": (50, 30, 20, 10)}, "at most 3 prizes"),
        ({"payouts": (50,), "rake_rate": 0.1}, "rake_rate=0.1"),
        ({"others": (5,)}, "only with payouts"),
        ({"raise_sizes": ""}, "at least one size"),
    ],
)
def test_wrong_parameters_are_named(wrong: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        preflop_game(**{"num_players": 3, **wrong})


def test_moves_that_cannot_be_made_are_named() -> None:
    tree = preflop_tree(preflop_game(3, raise_sizes="2.5x | a", stack=20))
    assert tree.find("r2.5 f r20")[0] > 0
    assert tree.find("r2.5fc")[0] == -1
    wrong = {"r2": "no 'r2' at the start; allowed: f, r2.5", "r2.5fcx": "nothing may follow", "fff": "nothing may follow"}
    for line, text in wrong.items():
        with pytest.raises(ValueError, match=text):
            tree.find(line)
    with pytest.raises(ValueError, match="must be a string of moves"):
        tree.find(3)  # type: ignore[arg-type]
