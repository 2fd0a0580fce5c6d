"""Values of best responses on a turn and where its rivers start: the same as by rows, and as by the values kept for rivers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pokerzoo.agents import CFR
from pokerzoo.agents.policies.later_values import LaterValues
from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.public_tree import compile_public_tree
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.compiled.street_compiler import compile_street_tree
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.poker.public_state import PublicState

SPOT = {
    "board": "QsJh2h8d", "pot": 20, "stack": 40, "bet_sizes": "100%", "raise_sizes": "a", "add_allin_threshold": 0,
}  # fmt: skip
FEW = SPOT | {"ranges": ("KsKd,9h7h:0.5,AdTd,QdTd", "QhTh,AhKh:0.25,88:0.5,7s6s")}
MANY = SPOT | {"ranges": ("22+,AKs:0.5,T9s", "TT-22,QJs,AJo:0.25")}


@pytest.mark.parametrize("player", [0, 1])
def test_on_the_first_street_they_are_those_of_rows(player: int) -> None:
    game: Any = make_game("holdem", **FEW)
    policy = CFR(game).run(7).average_policy().probabilities
    form, rows = compile_street_tree(game), compile_public_tree(game)
    result = StreetEvaluator(form).values_of_best_response(player, form.rows_from_policy(policy))
    evaluator = Evaluator(rows)
    evaluator.evaluate(rows.rows_from_policy(policy))
    wide = unpack_rows(rows.lanes, evaluator.best_utilities(evaluator.shares)[player], rows.num_lanes)
    weights = np.array(game.rules.weights)[player]  # in rows values of few hands have their weight in them
    held = weights > 0.0
    np.testing.assert_allclose(result.start[held], (wide[0] / np.where(held, weights, 1.0))[held], atol=2e-5)
    for point, (first, actions, _) in zip(form.points[0][player], form.plan.points_of(0, player).tolist(), strict=True):
        line = form.infosets.points[point].line
        at = next(k for k, public in enumerate(rows.points[player]) if public.line is line)
        theirs = int(rows.treeplexes[player].first[at])
        expected = wide[theirs : theirs + actions] / np.where(held, weights, 1.0)
        np.testing.assert_allclose(result.sequences[first : first + actions][:, held], expected[:, held], atol=2e-5)


@pytest.mark.parametrize("player", [0, 1])
def test_where_rivers_start_they_are_those_kept_for_rivers(player: int) -> None:
    game: Any = make_game("holdem", **MANY)
    form = compile_street_tree(game)
    rows = CFR(game).run(7).average_rows()
    kept = LaterValues.of_rivers(form, rows[0])
    result = StreetEvaluator(form).values_of_best_response(player, rows)
    entries = result.entries
    assert len(kept.lines) == 3
    differ = set()
    for line in kept.lines:
        for card in (0, 9, 30, 50):
            if card in form.game.rules.deck.board:
                continue
            canonical, alike = form.canonical(PublicState(game.rules, line, (*game.rules.deck.board, card)))
            expected = kept.at(canonical)[player][alike]
            board = ~(game.rules.deck.hand_cards == card).any(axis=1)
            after_card = result.after(entries[line], (card,))
            np.testing.assert_allclose(after_card[board], expected[board], rtol=1e-4, atol=1e-7)
            differ.add(after_card.tobytes())
    assert len(differ) > 6
