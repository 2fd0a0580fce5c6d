"""Values and best responses over the boards of a ``StreetTree``."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.measurement import PolicyEvaluator
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.kernels import kernel

from .arrays import BoardRows, Rows
from .showdown_pass import LANES
from .simd import ManyHandLanes
from .street_compiler import each_board_of
from .street_leaks import NO_LEAKS, BoardLeaks, keep_leaks, new_leaks
from .street_lines import collect_streets
from .street_plan import WalkPlan, WalkScratch
from .street_threads import Threads, walk_parts
from .street_tree import AsymmetricError, StreetTree
from .street_walk import (
    BELOW,
    DOWN,
    NOTHING,
    UP,
    add_child,
    board_rows,
    clear_below,
    enter_root,
    entry_values,
    keep_worth,
    new_scratch,
    new_worth,
    pass_down,
    pass_up,
    plex_of,
    reach_rows,
    scratch_rows,
    strategies_and_reach,
    terminal_values,
)
from .treeplex import best_values_up, values_up


@kernel
def copy_rows(blocks: int, source: Rows, target: Rows) -> None:
    """Copy the first rows of one board's; numba takes seconds to compile an assignment of slices, for its error's text."""
    for block in range(blocks):
        for k in range(target.shape[1]):
            target[block, k] = source[block, k]


@kernel(nogil=True)
def evaluate_boards(
    plan: WalkPlan,
    top: int,
    top_board: int,
    player: int,
    part: int,
    start: int,
    end: int,
    first_value: int,
    end_value: int,
    cumulative: BoardRows,
    locked: BoardRows,
    responses: BoardRows,
    leaks: BoardLeaks,
    above: WalkScratch,
    scratch: WalkScratch,
    worth: Floats32,
) -> None:
    """One part of a walk that finds a player's values of the strategies, 0, and of a best response to the other's, 1.

    ``top`` and ``top_board`` are the stage and the board in place of the root's, and ``start`` to ``end`` of the boards that
    follow it. The reach of its entries stands in scratch.
    """
    stages, base = plan.stages.shape[0], top + 1 if part == BELOW else top
    at, following = np.zeros(stages, np.int64), np.zeros(stages, np.int64)
    first = plan.boards[plan.stages[top, player].boards_at + top_board].children_at
    if part == UP:
        for child in range(worth.shape[2]):
            for value in range(first_value, end_value):
                pitch = plan.stages[top + 1, player].entries * LANES
                own_worth = worth[player, value - first_value, child]
                add_child(plan, top, player, value, first + child, own_worth, 0, pitch, scratch)
    for child in range(start, end):
        stage, fresh, at[base] = base, part != UP, top_board
        if part == BELOW:
            at[base] = first + child
            pass_down(plan, top, first + child, above, scratch)
        while True:
            board, lines = at[stage], plan.stages[stage, player]
            own, row_at = plan.boards[lines.boards_at + board], scratch.row_at[stage, player]
            if fresh:
                for both in range(2):
                    strategies_and_reach(
                        plan.stages[stage, both], plan.points, board, cumulative, NOTHING, scratch.rows,
                        scratch.row_at[stage, both], both == player, False, 0.0, NOTHING, NOTHING, 0.0, scratch.kept,
                    )  # fmt: skip
                terminal_values(plan, stage, player, board, scratch)
                utility = scratch_rows(lines, scratch.rows, row_at.utility[0])
                if end_value == 2:
                    copy_rows(lines.blocks, utility, scratch_rows(lines, scratch.rows, row_at.utility[1]))
                if stage + 1 < stages:
                    for value in range(first_value, end_value):
                        clear_below(plan, stage, board, player, value, scratch)
                following[stage] = own.children_at
                fresh = False
            if part == DOWN:
                break
            if part == BELOW and following[stage] < own.children_end:
                at[stage + 1] = following[stage]
                following[stage] += 1
                pass_down(plan, stage, at[stage + 1], scratch, scratch)
                stage, fresh = stage + 1, True
                continue
            if stage + 1 < stages:
                for value in range(first_value, end_value):
                    pass_up(plan, stage, board, player, value, scratch)
            lanes, plex, blocks = ManyHandLanes(lines.blocks), plex_of(lines, plan.points), lines.blocks
            strategy = scratch_rows(lines, scratch.rows, row_at.strategy)
            if first_value == 0:
                values_up(lanes, plex, 0, blocks, strategy, scratch_rows(lines, scratch.rows, row_at.utility[0]))
            if end_value == 2:
                lock = board_rows(lines, locked, board) if locked.size > 0 else strategy[:0]
                choice = scratch_rows(lines, scratch.rows, row_at.choice)
                utility = scratch_rows(lines, scratch.rows, row_at.utility[1])
                best_values_up(lanes, plex, 0, blocks, strategy, lock, utility, choice)
                if responses.size > 0:
                    copy_rows(blocks, choice, board_rows(lines, responses, board))
            if leaks.chips.size > 0:
                keep_leaks(lines, plan.points, board, scratch.rows, row_at, leaks)
            if stage == base:
                break
            stage -= 1
            for value in range(first_value, end_value):
                pitch = (lines.sequences + lines.entries) * LANES
                entries_at = row_at.utility[value] + lines.sequences * LANES
                add_child(plan, stage, player, value, board, scratch.rows, entries_at, pitch, scratch)
        if part == BELOW:
            for value in range(first_value, end_value):
                at_value = scratch.row_at[base, player].utility[value]
                keep_worth(plan.stages[base, player], scratch.rows, at_value, worth[player, value - first_value, child])


def root_values(plan: WalkPlan, player: int, scratch: WalkScratch) -> Floats:
    """float64 [2]: a player's value of the strategies and of a best response, after the last part of a walk from the root."""
    entry = int(plan.stages["sequences"][0, player])
    reach = reach_rows(plan, 0, player, scratch)[:, entry].reshape(-1).astype(np.float64)
    # A sum in order, as compiled walks make it: ``sum`` has another order on each processor.
    return np.array([np.cumsum(reach * entry_values(plan, player, scratch, value))[-1] for value in range(2)])


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
        return {line: entry for entry, line in enumerate(collect_streets(self.form.game)[1].entries)}

    def after(self, entry: int, cards: tuple[int, ...]) -> Floats:
        """float64 [hands of the game]: at an entry of the next street, after its cards."""
        form, player = self.form, self.player
        boards, own = form.boards[1], form.hands[player]
        board = boards.all.number[cards]
        blocks, entries = int(form.plan.stages["blocks"][0, player]), int(form.plan.stages["entries"][1, player])
        rows = self.children[int(boards.number[board]), : blocks * entries * LANES]
        values = rows.reshape(blocks, -1, LANES)[:, entry].reshape(-1)
        found = np.zeros(len(form.game.rules.deck.hands))
        found[own] = values[form.plan.exchange[int(boards.exchange[board]), player, : len(own)]]
        return found


class StreetEvaluator(PolicyEvaluator):
    """Values and best responses in one ``StreetTree``; keeps its scratch, so that repeated questions are cheap."""

    def __init__(self, form: StreetTree, locked: Floats32 | None = None, threads: int | None = None) -> None:
        self.game = form.game
        self.form = form
        self.locked = NOTHING if locked is None else locked
        self._threads = Threads(form, threads)
        self._scratch: tuple[WalkScratch, ...] = ()
        self._responses = NOTHING
        self._asked = self

    def evaluate_cumulative(self, cumulative: tuple[BoardRows, ...]) -> tuple[Floats, Floats]:
        """(each player's value, each player's best-response value) in net chips, where all play shares of ``cumulative``."""
        if not self._scratch:
            self._scratch = self._new_scratch(one_player=True)
        return self._walk(cumulative, self._scratch, NO_LEAKS)

    def respond_to_cumulative(self, cumulative: tuple[BoardRows, ...]) -> tuple[Floats, Floats, Floats32]:
        """``evaluate_cumulative``, and each player's best responses as rows."""
        (responses,) = self.form.new_rows()
        self._responses = responses
        try:
            return *self.evaluate_cumulative(cumulative), responses
        finally:
            self._responses = NOTHING

    def leaks_of_cumulative(self, cumulative: tuple[BoardRows, ...]) -> tuple[Floats, Floats, BoardLeaks]:
        """``evaluate_cumulative``, and what each decision costs. ValueError if that does not fit in free memory."""
        leaks = new_leaks(self.form)
        return *self._walk(cumulative, self._new_scratch(one_player=False), leaks), leaks

    def _new_scratch(self, one_player: bool) -> tuple[WalkScratch, ...]:
        return tuple(new_scratch(self.form.plan, 2, one_player) for _ in range(self._threads.count + 1))

    @cached_property
    def _worth(self) -> Floats32:
        return new_worth(self.form.plan, 2)

    def hand_values(self, cumulative: tuple[BoardRows, ...]) -> Floats:
        """float64 [2, hands of the game]: see ``CFR.hand_values``."""
        scratches, found = self._new_scratch(one_player=True), np.zeros((2, len(self.form.game.rules.deck.hands)))
        for player, own in enumerate(self.form.hands):  # each player's walk takes the place of the other's
            self._walk_for(player, cumulative, scratches, NO_LEAKS)
            found[player, own] = entry_values(self.form.plan, player, scratches[0])[: len(own)]
        return found

    def values_of_best_response(self, player: int, cumulative: tuple[BoardRows, ...]) -> ResponseValues:
        """Counterfactual values of a player's best response to the other, at the start, on the first street and after it."""
        scratches, form = self._new_scratch(one_player=True), self.form
        self._walk_for(player, cumulative, scratches, NO_LEAKS)
        own, lines, above = form.hands[player], form.plan.stages[0, player], scratches[0]
        rows = scratch_rows(lines, above.rows, above.row_at["utility"][0, player, 1])
        by_row = rows.reshape(len(rows), -1, LANES).swapaxes(0, 1).reshape(rows.shape[1] // LANES, -1)
        wide = np.zeros((len(by_row), len(form.game.rules.deck.hands)))
        wide[:, own] = by_row[:, : len(own)]
        count = int(lines["sequences"])
        return ResponseValues(form, player, wide[count], wide[:count], self._worth[player, 1].copy())

    def _walk(
        self, cumulative: tuple[BoardRows, ...], scratches: tuple[WalkScratch, ...], leaks: BoardLeaks
    ) -> tuple[Floats, Floats]:
        found = []
        for player in range(2):
            self._walk_for(player, cumulative, scratches, leaks)
            found.append(root_values(self.form.plan, player, scratches[0]))
        values, best = np.array(found).T.copy()
        return values, best

    def _walk_for(
        self, player: int, cumulative: tuple[BoardRows, ...], scratches: tuple[WalkScratch, ...], leaks: BoardLeaks
    ) -> None:
        plan, (above, *own) = self.form.plan, scratches
        enter_root(self.form, above)

        def walk(scratch: WalkScratch, part: int, start: int, end: int) -> None:
            evaluate_boards(
                plan, 0, 0, player, part, start, end, 0, 2, cumulative[0], self.locked, self._responses, leaks, above, scratch,
                self._worth,
            )  # fmt: skip

        walk_parts(self._threads, walk, above, own)

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
