"""Solvers in a state of the test's choice."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerzoo.agents import CFR
from pokerzoo.agents.cfr.board_walk import BoardWalk
from pokerzoo.agents.cfr.rows_walk import RowsWalk
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.treeplex import reach_down


def start_from(solver: CFR, regrets: np.ndarray) -> None:
    """Give a fresh solver these cumulative regrets, in chips; those of boards are kept per unit of the hand's weight."""
    form, walk = solver.form, solver._walk
    if isinstance(walk, BoardWalk):
        regrets = regrets / hand_weights(solver.game)
    walk.regrets = form.rows_from_policy(regrets)
    if isinstance(walk, BoardWalk):
        if walk.strategies.size:
            (walk.strategies,) = form.shares(walk.regrets)
        return
    assert isinstance(walk, RowsWalk) and isinstance(form, RowsForm)
    walk.strategies = form.shares(tuple(np.maximum(row, 0.0) for row in walk.regrets))
    for plex, strategy, reach in zip(form.treeplexes, walk.strategies, walk.reaches, strict=True):
        reach_down(form.lanes, plex, 0, form.lanes.blocks, strategy, reach)


def hand_weights(game: Any) -> np.ndarray:
    """float64 [entries]: the weight of each entry's hand in its player's range."""
    table, by_hand = game.infosets, game.rules.weights or ((1.0,) * len(game.rules.deck.hands),) * 2
    weights = [by_hand[public.actor][hand] for public in table.public_states() for hand in table.hands(public)]
    return np.repeat(weights, table.counts())
