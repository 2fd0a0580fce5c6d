"""Value of each hand at the start of a two-player poker game with many hands, under given strategies."""

from __future__ import annotations

import numba as nb
import numpy as np

from pokerzoo.envs.support.arrays import Floats

from .arrays import AllRows, Reach, Strategy
from .evaluator import new_reaches, new_rows, own_utilities, shares_of
from .public_tree import PublicTree
from .showdown_pass import ShowdownPasses, with_own_scratch
from .simd import Lanes, num_blocks, unpack
from .street_evaluator import StreetEvaluator
from .street_tree import StreetTree
from .treeplex import Treeplex, reach_down


@nb.njit(cache=True, nogil=True)
def reach_of(lanes: Lanes, plex: Treeplex, strategy: Strategy, reach: Reach) -> None:
    """Write a player's own reach of each sequence; row 0 is there."""
    reach_down(lanes, plex, 0, num_blocks(lanes), strategy, reach)


def hand_values(form: PublicTree | StreetTree, cumulative: AllRows) -> Floats:
    """Each hand's counterfactual value at the start, float64 [2, hands of the game]: see ``CFR.hand_values``."""
    if isinstance(form, StreetTree):
        return StreetEvaluator(form, threads=1).hand_values((cumulative[0],))
    assert isinstance(form.terminals, ShowdownPasses)
    strategies, reaches, terminals = shares_of(form, cumulative), new_reaches(form), with_own_scratch(form.terminals)
    for plex, strategy, reach in zip(form.treeplexes, strategies, reaches, strict=True):
        reach_of(form.lanes, plex, strategy, reach)
    found = np.zeros((2, form.num_lanes))
    for player, utility in enumerate(new_rows(form)):
        own_utilities(form.lanes, form.treeplexes[player], terminals, player, strategies[player], reaches, utility)
        found[player] = unpack(form.lanes, utility, form.num_lanes)[0]
    return found
