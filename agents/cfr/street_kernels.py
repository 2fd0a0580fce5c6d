"""The CFR iteration over boards: on the way down strategies and averages, on the way up values and regrets."""

from __future__ import annotations

import numba as nb
import numpy as np

from pokerzoo.envs.compiled.arrays import (
    BoardRows,
    Counter,
    Factors,
    LockMask,
    PlayerValues,
    Reach,
    RootRows,
    Strategy,
    Sums,
    Utility,
)
from pokerzoo.envs.compiled.simd import Lanes, ManyHandLanes, fill, load, select_positive, store
from pokerzoo.envs.compiled.street_tree import Streets, StreetTree
from pokerzoo.envs.compiled.street_walk import (
    REACH,
    STRATEGY,
    UTILITY,
    Scratch,
    board_rows,
    pass_down,
    pass_up,
    plex_of,
    root_value,
    scratch_rows,
    set_root,
    shares,
    shares_of_sums,
    terminal_values,
)
from pokerzoo.envs.compiled.treeplex import BLOCKS_AT_ONCE, Treeplex, reach_down

from .kernels import update


@nb.njit(cache=True)
def keep_locks(lanes: Lanes, rows: int, start: int, end: int, locked: LockMask, fixed: Strategy, strategy: Strategy) -> None:
    """Where ``locked`` is above zero the strategy is ``fixed``."""
    for block in range(start, end):
        for row in range(rows):
            own, lock = load(lanes, strategy, row, block), load(lanes, locked, row, block)
            store(lanes, strategy, row, block, select_positive(lock, load(lanes, fixed, row, block), own))


@nb.njit(cache=True)
def add_reach(lanes: Lanes, rows: int, start: int, end: int, discount: float, reach: Reach, average: Sums) -> None:
    """Discount the sums of strategies and add own reach."""
    for block in range(start, end):
        for row in range(rows):
            gathered = load(lanes, average, row, block) * fill(lanes, discount)
            store(lanes, average, row, block, gathered + load(lanes, reach, row, block))


@nb.njit(cache=True)
def learn(
    lanes: Lanes,
    plex: Treeplex,
    start: int,
    end: int,
    positive: float,
    negative: float,
    strategy: Strategy,
    utility: Utility,
    regret: Sums,
) -> None:
    """``kernels.update`` without the next strategy, which is made of the regrets when it is wanted."""
    for point in range(plex.first.shape[0] - 1, -1, -1):
        first, last = plex.first[point], plex.first[point] + plex.actions[point]
        parent = plex.parent[point]
        for block in range(start, end):
            value = fill(lanes, 0.0)
            for row in range(first, last):
                value = value + load(lanes, strategy, row, block) * load(lanes, utility, row, block)
            for row in range(first, last):
                sum_ = load(lanes, regret, row, block) + (load(lanes, utility, row, block) - value)
                sum_ = sum_ * select_positive(sum_, fill(lanes, positive), fill(lanes, negative))
                store(lanes, regret, row, block, sum_)
            store(lanes, utility, parent, block, load(lanes, utility, parent, block) + value)


@nb.njit(cache=True, nogil=True)
def iterate_boards(
    streets: Streets,
    root: RootRows,
    alternating: bool,
    factors: Factors,
    locked: BoardRows,
    fixed: BoardRows,
    strategies: BoardRows,
    regrets: BoardRows,
    averages: BoardRows,
    scratch: Scratch,
    value_sums: PlayerValues,
    iteration: Counter,
) -> None:
    """As many iterations as ``factors`` has rows. ``iteration[0]`` counts them as they end.

    Args:
        streets: the game.
        root: pair: the weight of each hand, as a row.
        alternating: whether the players update in turn.
        factors: float64 [iterations, 4], as ``Variant.factors`` gives them.
        locked: a number for each board, sequence and hand, above zero where the strategy is ``fixed``; empty: nowhere.
        fixed: likewise.
        strategies: likewise, the present strategies, of variants that predict; empty: they are made of the regrets.
        regrets: likewise.
        averages: likewise: sums of own reach.
        scratch: with three kinds of rows.
        value_sums: float64 [2]: gathers each player's value of the strategies that met in the player's updates.
        iteration: int64 [1].
    """
    stages = streets.sequences.shape[0]
    at, following = np.zeros(stages, np.int64), np.zeros(stages, np.int64)
    for t in range(factors.shape[0]):
        positive, negative, discount, prediction = factors[t, 0], factors[t, 1], factors[t, 2], factors[t, 3]
        for turn in range(2 if alternating else 1):
            first_player, end_player = (turn, turn + 1) if alternating else (0, 2)
            set_root(streets, root, scratch)
            stage, fresh = 0, True
            while True:
                board = at[stage]
                if fresh:
                    for player in range(2):
                        lanes, plex = ManyHandLanes(streets.blocks[player]), plex_of(streets, stage, player)
                        rows, updates = streets.sequences[stage, player], first_player <= player < end_player
                        strategy = scratch_rows(streets, scratch, stage, player, STRATEGY)
                        reach = scratch_rows(streets, scratch, stage, player, REACH)
                        sums = board_rows(streets, regrets, stage, player, board)
                        average = board_rows(streets, averages, stage, player, board)
                        if strategies.size > 0:
                            strategy = board_rows(streets, strategies, stage, player, board)
                        for start in range(0, streets.blocks[player], BLOCKS_AT_ONCE):
                            end = min(start + BLOCKS_AT_ONCE, streets.blocks[player])
                            if strategies.size == 0:
                                shares(lanes, plex, start, end, sums, strategy)
                            if locked.size > 0:
                                lock = board_rows(streets, locked, stage, player, board)
                                keep = board_rows(streets, fixed, stage, player, board)
                                keep_locks(lanes, rows, start, end, lock, keep, strategy)
                            reach_down(lanes, plex, start, end, strategy, reach)
                            if updates:
                                add_reach(lanes, rows, start, end, discount, reach, average)
                    for player in range(first_player, end_player):
                        terminal_values(streets, stage, player, board, scratch)
                    following[stage] = streets.children[streets.board_at[stage] + board, 0]
                    fresh = False
                if following[stage] < streets.children[streets.board_at[stage] + board, 1]:
                    child = following[stage]
                    following[stage] += 1
                    pass_down(streets, stage, child, scratch)
                    stage, fresh = stage + 1, True
                    at[stage] = child
                    continue
                for player in range(first_player, end_player):
                    lanes, plex = ManyHandLanes(streets.blocks[player]), plex_of(streets, stage, player)
                    utility = scratch_rows(streets, scratch, stage, player, UTILITY)
                    sums = board_rows(streets, regrets, stage, player, board)
                    if strategies.size > 0:
                        strategy = board_rows(streets, strategies, stage, player, board)
                    else:
                        strategy = scratch_rows(streets, scratch, stage, player, STRATEGY)
                    for start in range(0, streets.blocks[player], BLOCKS_AT_ONCE):
                        end = min(start + BLOCKS_AT_ONCE, streets.blocks[player])
                        if strategies.size > 0:
                            update(lanes, plex, start, end, positive, negative, prediction, strategy, utility, sums)
                        else:
                            learn(lanes, plex, start, end, positive, negative, strategy, utility, sums)
                if stage == 0:
                    break
                stage -= 1
                for player in range(first_player, end_player):
                    pass_up(streets, stage, player, UTILITY, scratch)
            for player in range(first_player, end_player):
                value_sums[player] += root_value(streets, player, UTILITY, scratch)
        iteration[0] += 1


def lock_shares(form: StreetTree, regrets: BoardRows, locked: BoardRows, fixed: BoardRows) -> BoardRows:
    """The strategies that regrets make on every board, or locks where there are some."""
    strategies = shares_of_sums(form, regrets)
    return np.where(locked > 0, fixed, strategies) if locked.size else strategies
