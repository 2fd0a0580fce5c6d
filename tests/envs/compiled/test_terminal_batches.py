"""Questions about terminals: folds asked about by other sequences, beside a sum over the terminals themselves."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.arrays import LANES
from pokerzoo.envs.compiled.public_tree import walk_public
from pokerzoo.envs.compiled.terminal_batches import SHOWS, make_batches
from pokerzoo.envs.compiled.treeplex import num_sequences


def test_folds_take_fewer_questions_and_the_same_answers() -> None:
    """A question has two numbers here, which a showdown and a fold ask for; both are linear in the opponent's reach."""
    game: Any = make_game(
        "holdem", board="QsJh2h8d3c", ranges=("AA", "KK"), pot=100, stack=300, bet_sizes="33%,75%,150%,a", raise_sizes="60%,a",
        add_allin_threshold=0, force_allin_threshold=0, merging_threshold=0,
    )  # fmt: skip
    walk = walk_public(game)
    boards, rng = [walk.terminals[0][0]], np.random.default_rng(1)
    for player in range(2):
        theirs, mine = walk.treeplexes[1 - player], num_sequences(walk.treeplexes[player])
        reach = np.ones((num_sequences(theirs), 2))
        for first, actions, parent in theirs.points():
            reach[first : first + actions] = reach[parent] * rng.dirichlet(np.ones(actions))[:, None]
        reach[:, 0] *= 1.7
        expected = np.zeros(mine)
        for _, shows, *sequences, first_chips, second_chips in walk.terminals:
            expected[sequences[player]] += reach[sequences[1 - player], 0 if shows else 1] * (first_chips, second_chips)[player]
        counts = []
        for points in ((), theirs.points()):
            made, result = make_batches(walk.terminals, boards, player, points), np.zeros(mine)
            for batch in made.batches:
                for answer in made.answers[batch["answers_at"] : batch["answers_end"]]:
                    row = batch["rows"][answer["lane"] % LANES]
                    result[answer["sequence"]] += reach[row, int(answer["lane"] >= LANES)] * answer["chips"]
                    assert answer["lane"] >= LANES or batch["shows"] & SHOWS
            np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)
            counts.append(len(made.batches))
        assert counts[1] < counts[0]
