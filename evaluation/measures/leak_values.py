"""EV lost at each infoset of a policy, as arrays; ``evaluation.spots.leaks`` makes a report of them.

The number of infoset I of player i is

    leak(I) = own reach of I under the policy x (max over a of u*(I, a) - sum over a of policy(a | I) u*(I, a))

where u*(I, a) is the value of action a at I if player i plays a best response afterwards and the others play the policy,
weighted by the reach of chance and of the others. The leaks of a player add up to what a best response gains
(docs/explain/exploitability.md has the proof).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import TabularPolicy
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import form_of, is_by_boards
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.compiled.street_evaluator import BoardLeaks, StreetEvaluator, fitting_rows
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.measurement import Measurement, PolicyEvaluator
from pokerzoo.envs.poker.infosets import PokerInfosets
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s, Int64s
from pokerzoo.envs.support.errors import InputError

Grouping: TypeAlias = Literal["infoset", "hand_class", "node", "line"]

NOTHING_LOST = 1e-12
"""Chips: less than this is rounding, and no leak that is listed."""


LEAK_ROW = np.dtype([("chips", "f8"), ("point", "i8"), ("board", "i8"), ("hand", "i8"), ("best", "i8")])
"""A row of the table of leaks.

``point`` is the decision point (the player in games without lines), ``board`` -1 for all boards together, ``hand`` the infoset,
the hand class, or -1 for all hands together; ``best`` is the place of an infoset's first best action, -1 for several hands.
"""
LeakRows: TypeAlias = npt.NDArray[np.void]


def leak_rows(chips: Floats, point: int, board: Int64s | int, hand: npt.NDArray[Any], best: npt.NDArray[Any] | int) -> LeakRows:
    """Rows of ``LEAK_ROW``."""
    rows = np.empty(len(chips), LEAK_ROW)
    rows["chips"], rows["point"], rows["board"], rows["hand"], rows["best"] = chips, point, board, hand, best
    return rows


def joined_rows(parts: Sequence[LeakRows]) -> LeakRows:
    """All rows of some tables; np.concatenate would compare their fields again."""
    rows, at = np.empty(sum(map(len, parts)), LEAK_ROW), 0
    for part in parts:
        rows[at : at + len(part)] = part
        at += len(part)
    return rows


def largest_rows(rows: LeakRows, count: int) -> LeakRows:
    """The rows that cost most, in order; of equal ones the first."""
    if count < len(rows):
        rows = rows[rows["chips"] >= np.partition(rows["chips"], -count)[-count]]
    order = np.lexsort((rows["hand"], rows["board"], rows["point"], -rows["chips"]))
    return np.asarray(rows[order[:count]])


class PointLeaks(NamedTuple):
    """EV lost at one decision point: a row for boards that differ by suits alone, a column for each hand of the player.

    In games without lines all decisions of a player are one point, without boards, and an infoset is a hand.
    """

    chips: npt.NDArray[np.floating]  # [rows, columns]
    best: Callable[[], npt.NDArray[np.integer]]  # [rows, columns]: the place of the first best action
    hands: Int64s  # [columns]: the number of each hand
    row: Int64s  # [boards]
    columns: Callable[[Any], npt.NDArray[np.integer]]  # from boards to [boards, columns]: where each hand is in the board's row
    first: Callable[[Int64s], Int64s]  # from boards to int64 [boards]: the first infoset of each
    rank: Callable[[Int64s], npt.NDArray[np.integer]]  # from boards to [boards, columns]: infosets after it; -1: there is none

    def grouped(self, point: int, each: Grouping, least: float, classes: Int32s | None) -> LeakRows:
        """Sums of more than ``least`` chips: by infoset, by hand class on a board, on a board, or on all boards.

        Args:
            point: the number of the decision point.
            each: the grouping.
            least: chips.
            classes: int32 [hands]: the class of each hand.
        """
        if each == "infoset":
            return self._by_infoset(point, least)
        if each == "hand_class":
            assert classes is not None
            kinds = classes[self.hands]
            order = np.argsort(kinds, kind="stable")
            present, first = np.unique(kinds[order], return_index=True)
            sums = np.add.reduceat(self.chips[:, order], first, axis=1, dtype=np.float64)[self.row]
        else:
            present, sums = np.array([-1]), self.chips.sum(axis=1, keepdims=True, dtype=np.float64)[self.row]
        if each == "line":
            sums = sums.sum(axis=0, keepdims=True)
        board, column = np.nonzero(np.asarray(sums > least))
        return leak_rows(sums[board, column], point, -1 if each == "line" else board, present[column], -1)

    def _by_infoset(self, point: int, least: float) -> LeakRows:
        boards = np.flatnonzero(np.asarray((self.chips > least).any(axis=1))[self.row])  # large games have few such boards
        if not len(boards):
            return np.empty(0, LEAK_ROW)
        row, columns, rank = self.row[boards], self.columns(boards), self.rank(boards)
        chips = self.chips[row[:, None], columns]
        board, hand = np.nonzero((chips > least) & (rank >= 0))
        infosets = self.first(boards)[board] + rank[board, hand]
        return leak_rows(chips[board, hand], point, boards[board], infosets, self.best()[row[board], columns[board, hand]])


class LeakValues:
    """EV lost at each infoset, by decision points.

    Attributes:
        game: the game.
        measurement: values of the policy and of best responses.
        point: from the number of a decision point (in games without lines, of a player) to what is lost there.
        listed: (chips, the place of the first best action) of all infosets; None where they are kept board by board.
    """

    def __init__(
        self,
        game: Game,
        measurement: Measurement,
        point: Callable[[int], PointLeaks],
        listed: tuple[Floats, Int64s] | None = None,
    ) -> None:
        self.game, self.measurement, self.point, self.listed = game, measurement, point, listed

    @cached_property
    def players(self) -> list[int]:
        """The player of each decision point."""
        table = self.game.infosets
        if isinstance(table, PokerInfosets):
            return [block.line.actor for block in table.points]
        return list(range(self.game.num_players))

    def largest(self, count: int, each: Grouping, players: Sequence[int]) -> LeakRows:
        """These players' largest leaks, the largest first and of equal ones the first, no more than ``count``."""
        classes = self.game.rules.deck.hand_classes if each == "hand_class" else None  # type: ignore[attr-defined]
        rows, least = list[LeakRows](), NOTHING_LOST
        for point, player in enumerate(self.players):
            if player in players:
                more = self.point(point).grouped(point, each, least, classes)
                rows += [more] * bool(len(more))
                if sum(map(len, rows)) > count:
                    rows = [largest_rows(joined_rows(rows), count)]
                    least = float(rows[0]["chips"][-1])
        return largest_rows(joined_rows(rows), count)

    def at_infoset(self, infoset: int) -> tuple[float, int]:
        """(chips, the place of the first best action) of the infoset at a position."""
        if self.listed is not None:
            return float(self.listed[0][infoset]), int(self.listed[1][infoset])
        table = poker_table(self.game)
        public, hand = table.decision(table[infoset].key)
        chips, best = self.at(public)
        return float(chips[hand]), int(best[hand])

    def at(self, public: PublicState) -> tuple[Floats, Int64s]:
        """(chips, the place of the first best action) of the actor's hands, each [hands]; 0 and -1 for hands that cannot be."""
        table = poker_table(self.game)
        block, board = table.at(public)
        here, held = self.point(table.point_of[public.line]), block.places.row(board) >= 0
        at = here.row[board], here.columns(board)
        chips, best = np.zeros(len(held)), np.full(len(held), -1)
        chips[here.hands], best[here.hands] = here.chips[at], here.best()[at]
        best[~held] = -1
        return chips, best


def poker_table(game: Game) -> PokerInfosets:
    """The infosets of a poker game; ValueError if it is none."""
    if not isinstance(game.infosets, PokerInfosets):
        raise no_lines(game)
    return game.infosets


def no_lines(game: Game) -> ValueError:
    """The error for a question about lines of a game without them."""
    return InputError(f"{game.name} has no public betting lines: use the keys of its infosets")


def leak_values(game: Game, policy: TabularPolicy) -> LeakValues:
    """EV lost at each infoset. ValueError if the game is too large to be measured or the numbers for memory."""
    form = form_of(game)
    return street_leaks(form, policy) if is_by_boards(form) else row_leaks(form, policy)


def locks_kept(policy: TabularPolicy) -> PolicyEvaluator | None:
    """The evaluator whose best responses keep to a policy's locks; None without locks."""
    if not policy.metadata.get("locks"):
        return None
    from pokerzoo.agents.cfr.locked_measures import lock_evaluator  # its modules others do without

    return lock_evaluator(policy)


def row_leaks(form: RowsForm, policy: TabularPolicy) -> LeakValues:
    """EV lost in a game whose sequences are rows; nothing is lost where the policy is locked."""
    evaluator = locks_kept(policy) or Evaluator(form)
    assert isinstance(evaluator, Evaluator)
    table = form.infosets
    rows = form.rows_from_policy(policy.probabilities)
    measurement = Measurement(form.game, *evaluator.evaluate(rows))
    chips, best = np.zeros(len(table)), np.zeros(len(table), dtype=np.int64)
    utilities = evaluator.best_utilities(rows)
    for player in range(len(form.treeplexes)):
        plex, entries = form.treeplexes[player], form.entries[player]
        if not len(plex.first):
            continue
        values, share, reach = (
            unpack_rows(form.lanes, rows_of[player], form.num_lanes).astype(np.float64)
            for rows_of in (utilities, rows, evaluator.reaches)
        )
        first, last = plex.first - 1, plex.first - 1 + plex.actions
        most = np.maximum.reduceat(values[1:], first)
        short = np.repeat(most, plex.actions, axis=0) - values[1:]
        lost = reach[plex.parent] * np.add.reduceat(share[1:] * short, first)
        if policy.metadata.get("locks"):
            lost[unpack_rows(form.lanes, evaluator.locked[player], form.num_lanes)[plex.first] > 0.0] = 0.0
        choice = np.array([short[a:b].argmin(axis=0) for a, b in zip(first, last, strict=True)])
        real = entries[plex.first] >= 0
        where = np.searchsorted(table.first, entries[plex.first][real], side="right") - 1
        chips[where], best[where] = lost[real], choice[real]

    @lru_cache(None)
    def point(number: int) -> PointLeaks:
        if isinstance(table, PokerInfosets):
            block = table.points[number]
            hands, boards = np.arange(len(table.rules.deck.hands)), np.arange(len(block.places.boards))
            first, rank = block.infoset + block.places.first[:-1], block.places.rank
        else:
            hands, boards = np.flatnonzero(table.players == number), np.zeros(1, np.int64)
            first, rank = np.zeros(1, np.int64), hands[None]
        places, infosets = np.arange(len(hands)), first[:, None] + rank
        return PointLeaks(
            np.where(rank >= 0, chips[infosets], 0.0),
            lambda: best[infosets],
            hands,
            boards,
            lambda some: np.broadcast_to(places, (*np.shape(some), len(places))),
            lambda some: first[some],
            lambda some: rank[some],
        )

    return LeakValues(form.game, measurement, point, (chips, best))


def street_leaks(form: StreetTree, policy: TabularPolicy) -> LeakValues:
    """EV lost in a game that is walked board by board; nothing is lost where the policy is locked."""
    evaluator = locks_kept(policy) or StreetEvaluator(form)
    assert isinstance(evaluator, StreetEvaluator)
    form = evaluator.form
    if isinstance(policy, SpotPolicy) and policy.form.num_symmetries == form.num_symmetries:
        rows = (policy.single_rows(),)
    else:
        form, rows = fitting_rows(form, policy.probabilities)
    if form is not evaluator.form:
        evaluator = StreetEvaluator(form)
    values, best, leaks = evaluator.leaks_of_cumulative(rows)
    if policy.metadata.get("locks"):
        forgive_locks(form, evaluator.locked, leaks)
    places = {
        number: (stage, player, place)
        for stage, both in enumerate(form.points)
        for player, points in enumerate(both)
        for place, number in enumerate(points)
    }

    def point(number: int) -> PointLeaks:
        stage, player, place = places[number]
        boards, hands, block = form.boards[stage], form.hands[player], form.infosets.points[number]
        return PointLeaks(
            form.by_hand(leaks.chips, stage, player, decisions=True)[place],
            lambda: form.by_hand(leaks.best, stage, player, decisions=True)[place],
            hands,
            boards.number,
            lambda some: form.plan.exchange[boards.exchange[some], player, : len(hands)],
            lambda some: block.infoset + block.places.first[some],
            lambda some: block.places.rows(some)[:, hands],
        )

    return LeakValues(form.game, Measurement(form.game, values, best), point)


def forgive_locks(form: StreetTree, locked: Floats32, leaks: BoardLeaks) -> None:
    """Set to 0 what is lost where the strategy is locked."""
    for stage, both in enumerate(form.points):
        for player, points in enumerate(both):
            if not points:
                continue
            chips = form.by_hand(leaks.chips, stage, player, decisions=True)
            locks = form.by_hand(locked, stage, player)
            firsts = form.plan.points_of(stage, player)["first"].tolist()
            for place, first in enumerate(firsts):
                chips[place] = np.where(locks[first] > 0.0, np.float32(0.0), chips[place])
