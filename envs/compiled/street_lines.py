"""The betting of each stage: its lines, and from them the part of a ``WalkPlan`` that is the same on every board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.core import short_name
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.poker.run_out_matrix import is_settled
from pokerzoo.envs.support.errors import InputError

from .arrays import Records
from .public_tree import chips_at_stake
from .street_plan import LINES, POINT, start_indices
from .terminal_batches import Batches, Terminal, make_batches
from .terminal_chips import pair_weight

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame


class StreetLines:
    """One stage while its lines are walked."""

    def __init__(self) -> None:
        self.counts: tuple[list[int], list[int]] = ([], [])
        self.parents: tuple[list[int], list[int]] = ([], [])
        self.points: tuple[list[int], list[int]] = ([], [])
        self.sequences = [0, 0]
        self.lines = 0
        self.entries: list[Line] = []
        self.exits: list[tuple[int, int]] = []
        self.terminals: list[tuple[bool, int, int, float, float]] = []


def collect_streets(
    game: PokerGame,
    settled: bool | None = None,
    start: Line | None = None,
    most: int | None = None,
    all_cards_known: bool = False,
) -> list[StreetLines]:
    """The lines of each stage from ``start`` on; entries are numbered below zero while the number of sequences is not known.

    Of the stage behind the ``most`` that are walked there are the entries. ``all_cards_known``: hands are shown on the stage on
    which no player acts any more.
    """
    rules, table = game.rules, game.infosets
    start = start or rules.root.line
    last = rules.betting.deals_with_betting if is_settled(rules) and settled is not False else len(rules.betting.deals)
    last -= start.num_deals
    stages = [StreetLines()]
    stages[0].entries.append(start)
    number = 0
    while number < min(len(stages), most or len(stages)):
        stage = stages[number]
        stack: list[tuple[Line, tuple[int, int]]] = [
            (line, (-1 - entry, -1 - entry)) for entry, line in reversed(list(enumerate(stage.entries)))
        ]
        while stack:
            line, rows = stack.pop()
            stage.lines += 1
            if number == last or all_cards_known:
                line = without_cards(line)
            if line.card_due:
                if number + 1 == len(stages):
                    stages.append(StreetLines())
                stage.exits.append(rows)
                stages[number + 1].entries.append(line.deal())
            elif line.is_over:
                for shows, chips in chips_at_stake(line):
                    if not all(map(isfinite, chips)):
                        raise InputError(f"{short_name(game)}: payoffs {chips} after {line.text!r}: must be finite")
                    stage.terminals.append((shows, *rows, *chips))
            else:
                player, count = line.actor, len(line.moves)
                stage.points[player].append(table.point_of[line])
                stage.counts[player].append(count)
                stage.parents[player].append(rows[player])
                first = stage.sequences[player]
                stage.sequences[player] += count
                for k in reversed(range(count)):
                    below = (first + k, rows[1]) if player == 0 else (rows[0], first + k)
                    stack.append((line.after(k), below))
        number += 1
    return stages


def without_cards(line: Line) -> Line:
    """The end of the hand where no player acts any more, else the line itself."""
    end = line
    while end.card_due:
        end = end.deal()
    return end if end.is_over else line


def rows_behind_sequences(lines: StreetLines, rows: tuple[int, int]) -> tuple[int, int]:
    """Number the entries behind the sequences: below zero a row is ``-1 - entry``."""
    first, second = (row if row >= 0 else count - 1 - row for row, count in zip(rows, lines.sequences, strict=True))
    return first, second


def chance_reaches(rules: PokerRules, stages: int) -> list[float]:
    """Return, for each stage, chance's reach of one board and one pair of hands of weight 1."""
    reaches = [1.0 / pair_weight(rules)]
    for number in range(stages - 1):
        reaches.append(reaches[-1] / rules.deal_ways(number))
    return reaches


def line_records(
    stages: list[StreetLines], blocks: Iterable[int], hands: Iterable[int], reaches: list[float], run_outs: int
) -> dict[str, Any]:
    """The part of a ``WalkPlan`` that is the same on every board; hands are shown on this number of run-outs.

    ``blocks`` and ``hands`` are each player's, ``reaches`` chance's reach of one board of each stage.
    """
    lines = np.zeros((len(stages), 2), LINES)
    lines["sequences"] = [stage.sequences for stage in stages]
    lines["entries"] = [[len(stage.entries)] for stage in stages]
    lines["blocks"], lines["hands"] = tuple(blocks), tuple(hands)
    exits = [rows_behind_sequences(stage, pair) for stage in stages for pair in stage.exits]
    ends = start_indices(len(stage.exits) for stage in stages)
    lines["exits_at"], lines["exits_end"] = ends[:-1, None], ends[1:, None]
    points = [point_records(stage, player) for stage in stages for player in range(2)]
    by_stage = zip(stages, reaches, points[::2], points[1::2], strict=True)
    result = [batches for stage, reach, *both in by_stage for batches in street_batches(stage, reach, run_outs, both)]
    batches, answers = [stage_batches.batches for stage_batches in result], [stage_batches.answers for stage_batches in result]
    rows = (lines["sequences"] + lines["entries"]).ravel().tolist()
    idle = [stage_batches.idle(count) for count, stage_batches in zip(rows, result, strict=True)]
    for name, parts in (("points", points), ("batches", batches), ("idle", idle)):
        ends = start_indices(map(len, parts))
        lines[f"{name}_at"], lines[f"{name}_end"] = ends[:-1].reshape(-1, 2), ends[1:].reshape(-1, 2)
    for stage_batches, before in zip(batches, start_indices(map(len, answers)), strict=False):
        stage_batches["answers_at"] += before
        stage_batches["answers_end"] += before
    return {
        "stages": lines,
        "points": np.concatenate(points),
        "exits": np.array(exits, dtype=np.int32).reshape(-1, 2).T.copy(),
        "batches": np.concatenate(batches),
        "answers": np.concatenate(answers),
        "idle": np.concatenate(idle),
    }


def street_batches(stage: StreetLines, reach: float, run_outs: int, points: Sequence[Records]) -> list[Batches]:
    """Each player's questions about the terminals of a stage; ``points`` are both players' decision points."""
    terminals: list[Terminal] = []  # the same on every board, so that none needs to be named
    for shows, first, second, *chips in stage.terminals:
        a, b = (each * reach / run_outs if shows and run_outs > 1 else each * reach for each in chips)
        terminals.append(((), shows, *rows_behind_sequences(stage, (first, second)), a, b))
    return [make_batches(terminals, [()], player, points[1 - player].tolist(), counts_apart=True) for player in range(2)]


def point_records(lines: StreetLines, player: int) -> Records:
    """A player's decision points in a stage."""
    points = np.zeros(len(lines.counts[player]), POINT)
    points["actions"] = lines.counts[player]
    points["first"] = start_indices(lines.counts[player])[:-1]
    entry = lines.sequences[player] - 1
    points["parent"] = [row if row >= 0 else entry - row for row in lines.parents[player]]
    return points
