"""Boards that suit permutations make alike, for three players: values as of all boards, strategies alike to the bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR, lock_node
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled import three_way_threads
from pokerzoo.envs.compiled.own_scratch import with_own_scratch
from pokerzoo.envs.compiled.three_way_symmetry import alike_boards
from pokerzoo.envs.compiled.three_way_threads import ThreeWayThreads
from pokerzoo.envs.poker.cards import CARD_NAMES

TURN: dict[str, Any] = {
    "board": "QsJs2s8s", "ranges": ("AA:0.7,KQs", "TT,55:0.3", "99:0.9,ATs"), "pot": 31, "stack": (60, 60, 20),
    "bet_sizes": "a", "raise_sizes": "a",
}  # fmt: skip
FLOP = TURN | {"board": "QsJs2s", "ranges": ("AA", "TT", "99"), "bet_sizes": {"flop": "a", "turn": "a", "river": ""}}
SUITS = str.maketrans("hdc", "dch")


def solved(params: dict[str, Any], iterations: int, threads: int = 1) -> Any:
    return CFR(make_game("holdem", **params, raise_cap=1), threads=threads).run(iterations)


def check_answers(params: dict[str, Any], share: float) -> None:
    """Compare what all rows are worth after some iterations, with and without; ``share`` of the questions are answered."""
    solver = solved(params, 4)
    form, engine = solver.form, solver._engine
    alike = engine.threads.alike
    for player, questions in enumerate(form.terminals.questions):
        answered = sum(end - start for start, end in alike.players[player].batches)
        assert answered < share * len(questions.board)
        found, wanted = form.new_rows()[player], form.new_rows()[player]
        engine.threads.counterfactual_values(player, engine.reaches, found)
        ThreeWayThreads(form.lanes, with_own_scratch(form.terminals), 1).counterfactual_values(player, engine.reaches, wanted)
        assert np.abs(found - wanted).max() < 1e-12 < np.abs(wanted).max()


@pytest.mark.parametrize(("board", "share"), [("QsJs2s8s", 0.5), ("QsJs2h8h", 0.75), ("7c7d2h2s", 0.55)])
def test_rows_are_worth_what_all_boards_say(board: str, share: float) -> None:
    check_answers(TURN | {"board": board}, share)


@pytest.mark.long
def test_rows_of_a_flop_are_worth_what_all_boards_say() -> None:
    check_answers(FLOP, 0.3)


def test_strategies_are_alike_to_the_bit_and_come_to_small_gains() -> None:
    solver = solved(TURN, 150)
    policy = solver.average_policy()
    keys, moved = policy.game.infosets.keys_at(np.arange(0, len(policy.game.infosets), 13)), 0
    for key in map(str, keys):
        hand, _, line = key.partition("|")
        one, two = sorted((hand[:2].translate(SUITS), hand[2:].translate(SUITS)), key=CARD_NAMES.index, reverse=True)
        street, _, rest = line.partition("/")
        other = f"{one}{two}|{street}/{rest[:2].translate(SUITS)}{rest[2:]}" if rest else f"{one}{two}|{street}"
        assert policy[key] == policy[other], (key, other)
        moved += key != other
    assert moved > 50
    assert solver.measure().largest_gain < 0.002 * solver.game.starting_pot


def test_the_number_of_threads_changes_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(three_way_threads, "SMALL", 1)
    one, three = solved(TURN, 5), solved(TURN, 5, threads=3)
    assert three.threads == 3 and three._engine.threads.alike is not None
    for name, value in one.state().items():
        np.testing.assert_array_equal(value, three.state()[name], err_msg=name)


def test_suits_that_differ_are_not_alike() -> None:
    """In one range, or by a lock."""
    game = make_game("holdem", **TURN | {"ranges": ("AA,KhQh,KdTd", "TT", "99,ATs")}, raise_cap=1)
    assert alike_boards(game.public_tree()) is None
    game = make_game("holdem", **TURN, raise_cap=1)
    assert CFR(game, locks=lock_node(game, "x", {"check": 1.0}))._engine.threads.alike is None
