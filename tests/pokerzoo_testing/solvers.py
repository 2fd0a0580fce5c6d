"""Solvers in a state of the test's choice."""

from __future__ import annotations

import numpy as np

from pokerzoo.agents import CFR
from pokerzoo.agents.cfr.boards_engine import BoardsEngine
from pokerzoo.envs.compiled.treeplex import reach_down


def start_from(solver: CFR, regrets: np.ndarray) -> None:
    """Give a fresh solver these cumulative regrets."""
    form = solver.form
    solver._regrets = form.rows_from_policy(regrets)
    engine = solver._engine
    if isinstance(engine, BoardsEngine):
        if engine.strategies.size:
            (engine.strategies,) = form.shares(solver._regrets)
        return
    engine.strategies = form.shares(tuple(np.maximum(row, 0.0) for row in solver._regrets))
    for plex, strategy, reach in zip(form.treeplexes, engine.strategies, engine.reaches, strict=True):
        reach_down(form.lanes, plex, 0, form.lanes.blocks, strategy, reach)
