"""Solvers in a state of the test's choice."""

from __future__ import annotations

import numpy as np

from pokerzoo.agents import CFR
from pokerzoo.agents.cfr.board_walk import BoardWalk
from pokerzoo.agents.cfr.rows_walk import RowsWalk
from pokerzoo.envs.compiled.treeplex import reach_down


def start_from(solver: CFR, regrets: np.ndarray) -> None:
    """Give a fresh solver these cumulative regrets."""
    form, walk = solver.form, solver._walk
    walk.regrets = form.rows_from_policy(regrets)
    if isinstance(walk, BoardWalk):
        if walk.strategies.size:
            (walk.strategies,) = form.shares(walk.regrets)
        return
    assert isinstance(walk, RowsWalk)
    walk.strategies = form.shares(tuple(np.maximum(row, 0.0) for row in walk.regrets))
    for plex, strategy, reach in zip(form.treeplexes, walk.strategies, walk.reaches, strict=True):
        reach_down(form.lanes, plex, 0, form.lanes.blocks, strategy, reach)
