"""Questions about terminals: folds asked about by other sequences."""

from __future__ import annotations

from typing import Any

from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.public_tree import walk_public
from pokerzoo.envs.compiled.terminal_batches import make_batches


def test_folds_take_fewer_questions() -> None:
    """That their answers are right, every form of a game shows (``tests/agents/cfr/test_forms.py``)."""
    game: Any = make_game(
        "holdem", board="QsJh2h8d3c", ranges=("AA", "KK"), pot=100, stack=300, bet_sizes="33%,75%,150%,a", raise_sizes="60%,a",
        add_allin_threshold=0, force_allin_threshold=0, merging_threshold=0,
    )  # fmt: skip
    walk = walk_public(game)
    boards = [walk.terminals[0][0]]
    for player in range(2):
        points = walk.treeplexes[1 - player].points()
        few, many = (len(make_batches(walk.terminals, boards, player, others).batches) for others in (points, ()))
        assert few < many
