"""The arrays of a ``StreetTree`` that kernels take, as few as possible.

With each array that a kernel takes, its compilation and each of its calls take longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pokerzoo.envs.support.arrays import Floats32, Int16s, Int32s, Int64s

from .street_packing import Packing
from .street_tables import hands_by_card

if TYPE_CHECKING:
    from .street_arrays import Streets

(
    SEQUENCES, ENTRIES, BLOCKS, HANDS, POINTS_AT, POINTS_END, BATCHES_AT, BATCHES_END, EXITS_AT, EXITS_END, BOARDS_AT, ROWS_AT,
    SCALES_AT, IDLE_AT, IDLE_END,
) = range(15)  # fmt: skip
"""Columns of ``WalkPlan.stages``."""
CHILDREN_AT, CHILDREN_END, IMAGES_AT, IMAGES_END, USED_AT, USED_END, MIRROR, RUN_OUTS_AT, PLACES = range(9)
"""Columns of ``WalkPlan.boards``; from ``PLACES`` on, for each player, blocks and where rows and units start."""
SHOWS_COLUMN, ANSWERS_AT_COLUMN, ANSWERS_END_COLUMN, BATCH_ROWS = range(4)
"""Columns of ``WalkPlan.batches``; the last is the first of sixteen."""
FIRST, ACTIONS, PARENT = range(3)
"""Columns of ``WalkPlan.points``."""
LANE, SEQUENCE, LATER = range(3)
"""Columns of ``WalkPlan.answers``."""


class WalkPlan(NamedTuple):
    """The columns of ``Streets``, put together."""

    stages: Int64s  # [stages, 2, 15]: numbers of each stage and player, by the names above
    points: Int32s  # [points, 3]: first sequence, actions and parent of each decision point
    exits: Int32s  # [2, lines that go on]: as in ``Streets``
    batches: Int64s  # [batches, 19]: what is asked (``Streets.shows``), where the answers start and end, the opponent's rows
    # [answers, 3]: lane and sequence of each answer, and 1 if another came before it for this sequence
    answers: Int32s
    idle: Int32s  # for each stage and player the rows without an answer
    chips: Floats32  # [answers]: as in ``Streets``
    # [boards, 14]: where a board's children start and end (counted in the next stage), then where its images and the symmetries
    # of its children are in ``links``. Its mirror in ``maps`` (-1: none), where its matrix starts in ``run_outs``, then
    # both players' places: ``PLACES``
    boards: Int64s
    links: Int64s  # numbers of symmetries
    maps: Int32s  # [symmetries + mirrors, 2, padded hands]: which hand each symmetry takes to each hand; then mirrors
    cards: Int32s  # [2, 3, padded hands]: each player's hands' two cards and twin, as in ``Streets``
    alive: Floats32  # [2, boards, padded hands]: as in ``Streets``
    order: Int16s  # [2, full boards, hands]: as in ``BoardTables``
    group_end: Int16s  # [2, full boards, groups]: as in ``BoardTables``
    by_card: Int16s  # [2, 2 * padded hands]: for each card in turn the hands that hold it, whatever the board
    card_end: Int16s  # [2, 54]: where each card's start there, and end
    symmetries: Int64s  # [1]: how many
    run_outs: Int16s  # as in ``PairMatrices``
    before: Floats32  # as in ``PairMatrices``
    packing: Packing  # as in ``Streets``


def make_walk_plan(streets: Streets) -> WalkPlan:
    """Put the columns together."""
    stages = len(streets.sequences)

    def by_stage(values: Int64s) -> Int64s:
        return np.repeat(values[:stages, None], 2, axis=1)

    def by_player(values: Int64s) -> Int64s:
        return np.repeat(values[None, :], stages, axis=0)

    later, idle = rows_with_answers(streets)
    idle_ends = np.concatenate([[0], np.cumsum([len(rows) for rows in idle])])
    columns = [
        streets.sequences, by_stage(streets.entries), by_player(streets.blocks), by_player(streets.hands),
        streets.plex_at[..., 0], streets.plex_at[..., 1], streets.batch_at[..., 0], streets.batch_at[..., 1],
        by_stage(streets.exit_at), by_stage(streets.exit_at[1:]), by_stage(streets.board_at), streets.row_at, streets.scale_at,
        idle_ends[:-1].reshape(-1, 2), idle_ends[1:].reshape(-1, 2),
    ]  # fmt: skip
    tables = streets.tables
    by_card, card_end = hands_by_card(streets.cards)
    links = len(streets.images)
    boards = [
        streets.children[:, 0], streets.children[:, 1], streets.image_at[:-1], streets.image_at[1:],
        streets.used_at[:-1] + links, streets.used_at[1:] + links,
        np.where(streets.mirror >= 0, streets.mirror + len(streets.exchange), -1),
        np.pad(streets.pairs.at, (len(streets.mirror) - len(streets.pairs.at), 0)),
        *streets.places.transpose(0, 2, 1).reshape(6, -1),
    ]  # fmt: skip
    return WalkPlan(
        stages=np.stack(columns, axis=2),
        points=np.stack([streets.first, streets.actions, streets.parent], axis=1),
        exits=streets.exits,
        batches=np.column_stack([streets.shows, streets.answer_at[:-1], streets.answer_at[1:], streets.rows]).astype(np.int64),
        answers=np.stack([streets.lane, streets.sequence, later], axis=1),
        idle=np.concatenate(idle),
        chips=streets.chips,
        boards=np.stack(boards, axis=1),
        links=np.concatenate([streets.images, streets.used]),
        maps=np.concatenate([streets.exchange, streets.mirrors]),
        cards=np.concatenate([streets.cards, streets.twin[:, None]], axis=1),
        alive=streets.alive,
        order=tables.order,
        group_end=tables.group_end,
        by_card=by_card,
        card_end=card_end,
        symmetries=np.array([len(streets.exchange)]),
        run_outs=streets.pairs.run_outs,
        before=streets.pairs.before,
        packing=streets.packing,
    )


def rows_with_answers(streets: Streets) -> tuple[Int32s, list[Int32s]]:
    """(``WalkPlan.answers``' last column, the rows without an answer of each stage and player)."""
    later, idle = np.ones(len(streets.sequence), dtype=np.int32), []
    for stage, sequences in enumerate(streets.sequences):
        for player in range(2):
            start, end = streets.answer_at[streets.batch_at[stage, player]]
            answered, first = np.unique(streets.sequence[start:end], return_index=True)
            later[start + first] = 0
            rows = np.arange(sequences[player] + streets.entries[stage], dtype=np.int32)
            idle.append(np.setdiff1d(rows, answered).astype(np.int32))
    return later, idle
