"""EV lost at each infoset of a policy, as arrays; ``evaluation.spots.leaks`` makes a report of them.

The number of infoset I of player i is

    leak(I) = own reach of I under the policy x (max over a of u*(I, a) - sum over a of policy(a | I) u*(I, a))

where u*(I, a) is what action a is worth at I if player i plays a best response afterwards and the others play the policy,
weighted by the reach of chance and of the others. The leaks of a player add up to what a best response gains
(docs/leaks.md has the proof).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import TabularPolicy
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import form_of, is_by_boards
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator, fitting_rows
from pokerzoo.envs.compiled.street_leaks import BoardLeaks
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.infosets import InfosetBlock, PokerInfosets
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats32
from pokerzoo.envs.support.lazy import load_object

Floats: TypeAlias = npt.NDArray[np.float64]
Int64s: TypeAlias = npt.NDArray[np.int64]

LOCK_EVALUATOR = "pokerzoo.agents.cfr.locked_measures:lock_evaluator"
"""The evaluator of policies with locks, whose modules others do without."""
NOTHING_LOST = 1e-12
"""Chips: less than this is rounding, and no leak that is listed."""


class RankedInfosets(NamedTuple):
    """Infosets with what they cost, side by side."""

    infosets: Int64s
    chips: Floats
    best: Int64s

    def first(self, count: int) -> RankedInfosets:
        """The rows that cost most, in order; of equal ones the first infosets."""
        here = np.arange(len(self.chips))
        if count < len(here):
            here = np.flatnonzero(self.chips >= np.partition(self.chips, -count)[-count])
        here = here[np.lexsort((self.infosets[here], -self.chips[here]))][:count]
        return RankedInfosets(self.infosets[here], self.chips[here], self.best[here])

    def joined(self, other: RankedInfosets) -> RankedInfosets:
        """All rows of both."""
        return RankedInfosets(*(np.concatenate(pair) for pair in zip(self, other, strict=True)))


class LeakValues(ABC):
    """EV lost at each infoset."""

    def __init__(self, game: Game, measurement: Measurement) -> None:
        self.game, self.measurement = game, measurement

    @abstractmethod
    def one(self, infoset: int) -> tuple[float, int]:
        """(chips, the place of the first best action) of the infoset at a position."""

    @abstractmethod
    def largest(self, count: int, players: Sequence[int]) -> RankedInfosets:
        """These players' largest leaks, the largest first and of equal ones the first, no more than ``count``."""

    @abstractmethod
    def on_boards(self, point: int) -> tuple[Floats, Int64s, Int64s]:
        """A decision point of poker, on boards of which one may stand for others that differ by suits."""

    @abstractmethod
    def at(self, public: PublicState) -> tuple[Floats, Int64s]:
        """(chips, the place of the first best action) of the actor's hands, each [hands]; 0 and -1 for hands that cannot be."""


class ListedLeaks(LeakValues):
    """One number for each infoset."""

    def __init__(self, game: Game, measurement: Measurement, chips: Floats, best: Int64s) -> None:
        super().__init__(game, measurement)
        self.chips, self.best = chips, best

    def one(self, infoset: int) -> tuple[float, int]:
        return float(self.chips[infoset]), int(self.best[infoset])

    def largest(self, count: int, players: Sequence[int]) -> RankedInfosets:
        here = np.flatnonzero((self.chips > NOTHING_LOST) & np.isin(self.game.infosets.players, players))
        return RankedInfosets(here, self.chips[here], self.best[here]).first(count)

    def on_boards(self, point: int) -> tuple[Floats, Int64s, Int64s]:
        _, places, infoset, _ = poker_table(self.game).points[point]
        boards, hands = places.rank.shape
        chips = np.zeros((boards, hands))
        chips[places.rank >= 0] = self.chips[infoset : infoset + places.total]
        return chips, np.arange(hands), np.arange(boards)

    def at(self, public: PublicState) -> tuple[Floats, Int64s]:
        point, board = poker_table(self.game).at(public)
        rank = point.places.rank[board].astype(np.int64)
        where = point.infoset + int(point.places.first[board]) + rank
        return np.where(rank >= 0, self.chips[where], 0.0), np.where(rank >= 0, self.best[where], -1)


class StreetLeaks(LeakValues):
    """Numbers board by board, as the walk over a ``StreetTree`` has them."""

    def __init__(self, game: Game, measurement: Measurement, form: StreetTree, leaks: BoardLeaks) -> None:
        super().__init__(game, measurement)
        self.form, self.leaks = form, leaks

    def one(self, infoset: int) -> tuple[float, int]:
        table = self.form.infosets
        name, _, history = table[infoset].key.partition("|")
        public, hand = table.find(history), table.hand_index[name]
        assert public is not None  # the key is of the table
        chips, best = self.at(public)
        return float(chips[hand]), int(best[hand])

    def largest(self, count: int, players: Sequence[int]) -> RankedInfosets:
        found, least = RankedInfosets(np.zeros(0, np.int64), np.zeros(0), np.zeros(0, np.int64)), NOTHING_LOST
        for point, (stage, player, _) in enumerate(self._placed):
            canonical = self._numbers(self.leaks.chips, point)
            large = np.asarray((canonical > least).any(axis=1))
            if player not in players or not large.any():
                continue
            boards, own, (_, places, infoset, _) = self.form.boards[stage], self.form.hands[player], self._points[point]
            on = np.flatnonzero(large[boards.number])
            rows, hands = boards.number[on, None], self.form.plan.exchange[boards.exchange[on], player, : len(own)]
            rank = places.rank[np.ix_(on, own)].astype(np.int64)
            chips = np.where(rank >= 0, canonical[rows, hands], np.float32(0.0))
            more = chips > least
            position = infoset + places.first[on, None] + rank
            best = self._numbers(self.leaks.best, point)[rows, hands]
            here = RankedInfosets(position[more], chips[more].astype(np.float64), best[more].astype(np.int64))
            found = found.joined(here.first(count)).first(count)
            least = float(found.chips[-1]) if len(found.chips) == count else least
        return found

    def on_boards(self, point: int) -> tuple[Floats, Int64s, Int64s]:
        stage, player, _ = self._placed[point]
        chips = self._numbers(self.leaks.chips, point).astype(np.float64)
        return chips, self.form.hands[player], self.form.boards[stage].number

    def at(self, public: PublicState) -> tuple[Floats, Int64s]:
        form, table = self.form, self.form.infosets
        point, player, stage = table.point_of[public.line], public.actor, public.line.num_deals
        boards = form.boards[stage]
        board = boards.all.number[public.board[len(form.game.rules.deck.board) :]]
        own = form.hands[player]
        hands = form.plan.exchange[boards.exchange[board], player, : len(own)]
        chips, best = np.zeros(len(form.game.rules.deck.hands)), np.full(len(form.game.rules.deck.hands), -1)
        chips[own] = self._numbers(self.leaks.chips, point)[boards.number[board], hands]
        best[own] = self._numbers(self.leaks.best, point)[boards.number[board], hands]
        return chips, np.where(table.places(player, stage).rank[board] >= 0, best, -1)

    @property
    def _points(self) -> tuple[InfosetBlock, ...]:
        return self.form.infosets.points

    @cached_property
    def _placed(self) -> list[tuple[int, int, int]]:
        """For each decision point of the infosets (stage, player, its place among those)."""
        places = {
            point: (stage, player, place)
            for stage, both in enumerate(self.form.points)
            for player, points in enumerate(both)
            for place, point in enumerate(points)
        }
        return [places[point] for point in range(len(places))]

    def _numbers(self, values: npt.NDArray[np.float32] | npt.NDArray[np.uint8], point: int) -> npt.NDArray[np.float32]:
        """A decision point's numbers [canonical boards, hands of the player]."""
        stage, player, place = self._placed[point]
        return self.form.by_hand(values, stage, player, decisions=True)[place]


def poker_table(game: Game) -> PokerInfosets:
    """The infosets of a poker game; ValueError if it is none."""
    if not isinstance(game.infosets, PokerInfosets):
        raise no_lines(game)
    return game.infosets


def no_lines(game: Game) -> ValueError:
    """The error for a question about lines of a game without them."""
    return ValueError(f"{game.name} has no public betting lines: it is asked by the keys of its infosets")


def leak_values(game: Game, policy: TabularPolicy) -> LeakValues:
    """EV lost at each infoset. ValueError if the game is too large to be measured or the numbers for memory."""
    form = form_of(game)
    return street_leaks(form, policy) if is_by_boards(form) else row_leaks(form, policy)


def row_leaks(form: RowsForm, policy: TabularPolicy) -> ListedLeaks:
    """EV lost in a game whose sequences are rows; nothing is lost where the policy is locked."""
    evaluator = load_object(LOCK_EVALUATOR)(policy) if policy.metadata.get("locks") else Evaluator(form)
    assert isinstance(evaluator, Evaluator)
    table = form.infosets
    rows = form.rows_from_policy(policy.probabilities)
    found = Measurement(form.game, *evaluator.evaluate(rows))
    chips, best = np.zeros(len(table)), np.zeros(len(table), dtype=np.int64)
    utilities = evaluator.best_utilities(rows)
    for player in range(len(form.treeplexes)):
        plex, entries = form.treeplexes[player], form.entries[player]
        if not len(plex.first):
            continue
        worth, share, reach = (
            unpack_rows(form.lanes, own[player], form.num_lanes).astype(np.float64)
            for own in (utilities, rows, evaluator.reaches)
        )
        first, last = plex.first - 1, plex.first - 1 + plex.actions
        most = np.maximum.reduceat(worth[1:], first)
        short = np.repeat(most, plex.actions, axis=0) - worth[1:]
        lost = reach[plex.parent] * np.add.reduceat(share[1:] * short, first)
        if policy.metadata.get("locks"):
            lost[unpack_rows(form.lanes, evaluator.locked[player], form.num_lanes)[plex.first] > 0.0] = 0.0
        choice = np.array([short[a:b].argmin(axis=0) for a, b in zip(first, last, strict=True)])
        real = entries[plex.first] >= 0
        where = np.searchsorted(table.first, entries[plex.first][real], side="right") - 1
        chips[where], best[where] = lost[real], choice[real]
    return ListedLeaks(form.game, found, chips, best)


def street_leaks(form: StreetTree, policy: TabularPolicy) -> StreetLeaks:
    """EV lost in a game that is walked board by board; nothing is lost where the policy is locked."""
    evaluator = load_object(LOCK_EVALUATOR)(policy) if policy.metadata.get("locks") else StreetEvaluator(form)
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
    return StreetLeaks(form.game, Measurement(form.game, values, best), form, leaks)


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
