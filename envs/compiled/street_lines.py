"""The betting of each stage: its lines, and from them the columns of ``Streets`` that are the same on every board."""

from __future__ import annotations

from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.core import short_name
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.arrays import Int32s

from .public_tree import chips_at_stake
from .showdown_pass import LANES, Batches, Terminal, make_batches
from .street_arrays import COUNTS, SHOWS, start_indices
from .street_pairs import is_settled
from .terminal_chips import pair_weight
from .treeplex import Treeplex

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
                        raise ValueError(f"{short_name(game)}: payoffs {chips} after {line.text!r}: must be finite")
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


def rows_behind_sequences(found: StreetLines, rows: tuple[int, int]) -> tuple[int, int]:
    """Number the entries behind the sequences: below zero a row is ``-1 - entry``."""
    one, two = (row if row >= 0 else count - 1 - row for row, count in zip(rows, found.sequences, strict=True))
    return one, two


def chance_reaches(rules: PokerRules, stages: int) -> list[float]:
    """Return, for each stage, chance's reach of one board and one pair of hands of weight 1."""
    reaches = [1.0 / pair_weight(rules)]
    for number in range(stages - 1):
        reaches.append(reaches[-1] / rules.deal_ways(number))
    return reaches


def flat_plexes(stages: list[StreetLines]) -> dict[str, Any]:
    """The columns of ``Streets`` about decision points."""
    plexes = [street_plex(stage, player) for stage in stages for player in range(2)]
    ends = start_indices(len(plex.first) for plex in plexes)
    return {
        "plex_at": np.stack([ends[:-1], ends[1:]], axis=1).reshape(-1, 2, 2),
        "first": np.concatenate([plex.first for plex in plexes]),
        "actions": np.concatenate([plex.actions for plex in plexes]),
        "parent": np.concatenate([plex.parent for plex in plexes]),
    }


def street_plex(found: StreetLines, player: int) -> Treeplex:
    """Return a player's decision points in a stage."""
    counts = np.array(found.counts[player], dtype=np.int32)
    first = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)[: len(counts)]
    entry = found.sequences[player] - 1
    parents = [row if row >= 0 else entry - row for row in found.parents[player]]
    return Treeplex(first, counts, np.array(parents, dtype=np.int32))


def flat_batches(stages: list[StreetLines], reaches: list[float], run_outs: int) -> dict[str, Any]:
    """The columns of ``Streets`` about terminals; hands are shown on this number of run-outs."""
    batches: list[Batches] = []
    for stage, reach in zip(stages, reaches, strict=True):
        terminals: list[Terminal] = []  # the same on every board, so that none needs to be named
        for shows, one, two, *chips in stage.terminals:
            a, b = (each * reach / run_outs if shows and run_outs > 1 else each * reach for each in chips)
            terminals.append(((), shows, *rows_behind_sequences(stage, (one, two)), a, b))
        batches += [make_batches(terminals, {(): 0}, player, counts_apart=True) for player in range(2)]
    ends = start_indices(len(batch.board) for batch in batches)
    offsets = start_indices(len(batch.lane) for batch in batches)
    answers = [batch.first[:-1] + offset for batch, offset in zip(batches, offsets[:-1], strict=True)]
    return {
        "batch_at": np.stack([ends[:-1], ends[1:]], axis=1).reshape(-1, 2, 2),
        "shows": np.concatenate([question_flags(batch) for batch in batches]),
        "rows": np.concatenate([batch.rows.reshape(-1, LANES) for batch in batches]),
        "answer_at": np.concatenate([*answers, [offsets[-1]]]).astype(np.int64),
        "lane": np.concatenate([batch.lane for batch in batches]),
        "sequence": np.concatenate([batch.sequence for batch in batches]),
        "chips": np.concatenate([batch.chips for batch in batches]),
    }


def question_flags(batches: Batches) -> Int32s:
    """``Streets.shows``."""
    shows = (batches.shows * SHOWS).astype(np.int32)
    for batch, (start, end) in enumerate(pairwise(batches.first.tolist())):
        if np.any(batches.lane[start:end] >= LANES):
            shows[batch] |= COUNTS
    return shows
