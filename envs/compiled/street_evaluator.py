"""Values and best responses over the boards of a ``StreetTree``."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.measurement import PolicyEvaluator
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.kernels import kernel

from .arrays import LANES, BoardRows, Records, RootRows, Rows
from .simd import ManyHandLanes
from .street_compiler import each_board_of
from .street_plan import Lines, RowStarts, WalkPlan, WalkScratch
from .street_threads import Threads, walk_parts
from .street_tree import AsymmetricError, StreetTree
from .street_walk import (
    NOTHING,
    STEPS,
    board_rows,
    entry_values,
    new_scratch,
    new_worth,
    plex_of,
    root_rows,
    scratch_rows,
    strategies_and_reach,
    walk,
)
from .treeplex import best_values_up, values_up


class BoardLeaks(NamedTuple):
    """A number for each canonical board, block of hands, decision point and hand, in the order of ``LINES.scales_at``."""

    # [``num_scales`` * 16]: own reach x (value of the best action - value of the strategy), both values with best play
    # afterwards and weighted by the reach of chance and of the opponent
    chips: Floats32
    best: npt.NDArray[np.uint8]  # [``num_scales`` * 16]: the place of the first best action among the legal ones


NO_LEAKS = BoardLeaks(np.zeros(0, np.float32), np.zeros(0, np.uint8))
"""In place of leaks that are not wanted."""


def new_leaks(tree: StreetTree) -> BoardLeaks:
    """Make room for the leaks of a game."""
    size = tree.num_scales * LANES
    return BoardLeaks(np.zeros(size, np.float32), np.zeros(size, np.uint8))


@kernel(counted=False)
def keep_leaks(lines: Lines, points: Records, board: int, rows: Floats32, row_at: RowStarts, leaks: BoardLeaks) -> None:
    """Write the leaks of a player on a board, when rows have what best play afterwards makes of each action."""
    wide = (lines.sequences + lines.entries) * LANES
    reach_at, shares_at, best_at = row_at.reach, row_at.strategy, row_at.utility[1]
    at = (lines.scales_at + board * lines.blocks * (lines.points_end - lines.points_at)) * LANES
    for block in range(lines.blocks):
        shift = block * wide
        for point in range(lines.points_at, lines.points_end):
            first, actions = shift + points[point].first * LANES, points[point].actions
            above = reach_at + shift + points[point].parent * LANES
            for lane in range(LANES):
                here = best_at + first + lane
                most, choice = rows[here], 0
                for k in range(1, actions):
                    if rows[here + k * LANES] > most:
                        most, choice = rows[here + k * LANES], k
                short = np.float32(0.0)
                for k in range(actions):
                    short += rows[shares_at + first + k * LANES + lane] * (most - rows[here + k * LANES])
                leaks.chips[at + lane] = rows[above + lane] * short
                leaks.best[at + lane] = choice
            at += LANES


class Evaluated(NamedTuple):
    """A policy to evaluate, and outputs besides values; arrays of size 0 where none are wanted."""

    cumulative: BoardRows  # its strategies, or numbers whose shares they are
    locked: BoardRows = NOTHING  # 1 where a best response must play the strategy
    responses: BoardRows = NOTHING  # best responses, to be written
    leaks: BoardLeaks = NO_LEAKS


@kernel(counted=False)
def copy_rows(blocks: int, source: Rows, target: Rows) -> None:
    """Copy the first rows of one board's; numba takes seconds to compile an assignment of slices, for its error's text."""
    for block in range(blocks):
        for k in range(target.shape[1]):
            target[block, k] = source[block, k]


def play(task: Evaluated, plan: WalkPlan, stage: int, board: int, players: tuple[int, int], scratch: WalkScratch) -> None:
    """Write own reach of both players on a board, and the strategies of ``players``."""
    for player in range(2):
        strategies_and_reach(
            plan.stages[stage, player], plan.points, board, task.cumulative, NOTHING, scratch.rows,
            scratch.row_at[stage, player], players[0] <= player < players[1], False, 0.0, NOTHING, NOTHING, 0.0, scratch.kept,
        )  # fmt: skip


def value(
    task: Evaluated,
    plan: WalkPlan,
    stage: int,
    board: int,
    player: int,
    values: tuple[int, int],
    scratch: WalkScratch,
) -> None:
    """Compute the value of each sequence of a player on a board."""
    lines, row_at = plan.stages[stage, player], scratch.row_at[stage, player]
    lanes, plex, blocks = ManyHandLanes(lines.blocks), plex_of(lines, plan.points), lines.blocks
    strategy = scratch_rows(lines, scratch.rows, row_at.strategy)
    if values[0] == 0:
        values_up(lanes, plex, 0, blocks, strategy, scratch_rows(lines, scratch.rows, row_at.utility[0]))
    if values[1] == 2:
        lock = board_rows(lines, task.locked, board) if task.locked.size > 0 else strategy[:0]
        choice = scratch_rows(lines, scratch.rows, row_at.choice)
        utility = scratch_rows(lines, scratch.rows, row_at.utility[1])
        best_values_up(lanes, plex, 0, blocks, strategy, lock, utility, choice)
        if task.responses.size > 0:
            copy_rows(blocks, choice, board_rows(lines, task.responses, board))
    if task.leaks.chips.size > 0:
        keep_leaks(lines, plan.points, board, scratch.rows, row_at, task.leaks)


STEPS[Evaluated] = play, value


@kernel(nogil=True, counted=False)
def evaluate_boards(
    plan: WalkPlan,
    root: RootRows,
    top: tuple[int, int],
    part: int,
    start: int,
    end: int,
    players: tuple[int, int],
    values: tuple[int, int],
    policy: Evaluated,
    above: WalkScratch,
    scratch: WalkScratch,
    worth: Floats32,
    totals: Floats,
) -> None:
    """One part of a walk for values of some players' strategies, and of best responses to the other's: see ``walk``."""
    walk(policy, plan, top, part, start, end, players, values, root, above, scratch, worth, totals)


class ResponseValues(NamedTuple):
    """Counterfactual values of a player's best response, by hand."""

    form: StreetTree
    player: int
    start: Floats  # [hands of the game]: at the start
    sequences: Floats  # [sequences of the first street, hands of the game]: after each own action there
    children: Floats32  # [boards after the root's, blocks * entries * 16]: where the next street starts

    @property
    def entries(self) -> dict[Line, int]:
        """The entry of each line at which the next street starts."""
        return {line: entry for entry, line in enumerate(self.form.entries[1])}

    def after(self, entry: int, cards: tuple[int, ...]) -> Floats:
        """float64 [hands of the game]: at an entry of the next street, after its cards."""
        form, player = self.form, self.player
        boards, hands = form.boards[1], form.hands[player]
        board = boards.all.number[cards]
        blocks, entries = int(form.plan.stages["blocks"][0, player]), int(form.plan.stages["entries"][1, player])
        rows = self.children[int(boards.number[board]), : blocks * entries * LANES]
        values = rows.reshape(blocks, -1, LANES)[:, entry].reshape(-1)
        result = np.zeros(len(form.game.rules.deck.hands))
        result[hands] = values[form.plan.exchange[int(boards.exchange[board]), player, : len(hands)]]
        return result


class StreetEvaluator(PolicyEvaluator):
    """Values and best responses in one ``StreetTree``; keeps its scratch, so that repeated questions are cheap."""

    def __init__(self, form: StreetTree, locked: Floats32 | None = None, threads: int | None = None) -> None:
        self.game = form.game
        self.form = form
        self.locked = NOTHING if locked is None else locked
        self._threads = Threads(form, threads)
        self._root = root_rows(form)
        self._responses = NOTHING
        self._asked = self

    def evaluate_cumulative(self, cumulative: tuple[BoardRows, ...]) -> tuple[Floats, Floats]:
        """(each player's value, each player's best-response value) in net chips, where all play shares of ``cumulative``."""
        return self._walk(cumulative)

    def respond_to_cumulative(self, cumulative: tuple[BoardRows, ...]) -> tuple[Floats, Floats, Floats32]:
        """``evaluate_cumulative``, and each player's best responses as rows."""
        (responses,) = self.form.new_rows()
        self._responses = responses
        try:
            return *self._walk(cumulative), responses
        finally:
            self._responses = NOTHING

    def leaks_of_cumulative(self, cumulative: tuple[BoardRows, ...]) -> tuple[Floats, Floats, BoardLeaks]:
        """``evaluate_cumulative``, and what each decision costs. ValueError if that does not fit in free memory."""
        leaks = new_leaks(self.form)
        return *self._walk(cumulative, leaks), leaks

    @cached_property
    def _scratch(self) -> tuple[WalkScratch, ...]:
        """Scratch of the root's board, and of each thread."""
        return tuple(new_scratch(self.form.plan, 2, one_player=False) for _ in range(self._threads.count + 1))

    @cached_property
    def _worth(self) -> Floats32:
        return new_worth(self.form.plan, 2)

    def hand_values(self, cumulative: tuple[BoardRows, ...]) -> Floats:
        """float64 [2, hands of the game]: see ``CFR.hand_values``."""
        self._walk(cumulative)
        result = np.zeros((2, len(self.form.game.rules.deck.hands)))
        for player, hands in enumerate(self.form.hands):
            result[player, hands] = entry_values(self.form.plan, player, self._scratch[0])[: len(hands)]
        return result

    def values_of_best_response(self, player: int, cumulative: tuple[BoardRows, ...]) -> ResponseValues:
        """Counterfactual values of a player's best response to the other, at the start, on the first street and after it."""
        form, above = self.form, self._scratch[0]
        self._walk(cumulative, players=(player, player + 1), values=(1, 2))
        hands, lines = form.hands[player], form.plan.stages[0, player]
        rows = scratch_rows(lines, above.rows, above.row_at["utility"][0, player, 1])
        by_row = rows.reshape(len(rows), -1, LANES).swapaxes(0, 1).reshape(rows.shape[1] // LANES, -1)
        wide = np.zeros((len(by_row), len(form.game.rules.deck.hands)))
        wide[:, hands] = by_row[:, : len(hands)]
        count = int(lines["sequences"])
        return ResponseValues(form, player, wide[count], wide[:count], self._worth[player, 0].copy())

    def _walk(
        self,
        cumulative: tuple[BoardRows, ...],
        leaks: BoardLeaks = NO_LEAKS,
        players: tuple[int, int] = (0, 2),
        values: tuple[int, int] = (0, 2),
    ) -> tuple[Floats, Floats]:
        plan, (above, *below), totals = self.form.plan, self._scratch, np.zeros((2, 2))
        policy = Evaluated(cumulative[0], self.locked, self._responses, leaks)

        def walk_part(scratch: WalkScratch, part: int, start: int, end: int) -> None:
            evaluate_boards(
                plan, self._root, (0, 0), part, start, end, players, values, policy, above, scratch, self._worth, totals
            )

        walk_parts(self._threads, walk_part, above, below)
        return totals[:, 0].copy(), totals[:, 1].copy()

    def evaluate_policy(self, probabilities: Floats) -> tuple[Floats, Floats]:
        """``evaluate`` for a behavioural strategy; its best responses can be asked for afterwards."""
        form, rows = fitting_rows(self.form, probabilities)
        self._asked = asked = self if form is self.form else self._plain
        (asked._responses,) = form.new_rows()
        return asked.evaluate_cumulative(rows)

    @cached_property
    def _plain(self) -> StreetEvaluator:
        return StreetEvaluator(each_board_of(self.form.game), None, self._threads.count)

    def best_responses(self) -> Floats:
        """The best responses of the last ``evaluate_policy``, all players', as one behavioural strategy."""
        return self._asked.form.policy_from_rows((self._asked._responses,))


def fitting_rows(form: StreetTree, probabilities: Floats) -> tuple[StreetTree, tuple[Floats32]]:
    """(the form, a behavioural strategy as its rows).

    A strategy that treats suits differently of which one stands for all in this form needs ``each_board_of``.
    """
    try:
        return form, form.rows_from_policy(probabilities)
    except AsymmetricError:
        plain = each_board_of(form.game)
        return plain, plain.rows_from_policy(probabilities)
