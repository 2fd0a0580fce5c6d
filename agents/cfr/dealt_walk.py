"""External sampling on games dealt from the whole deck: deals are sampled, regrets are stored by canonical infoset.

The equations are those of ``mccfr_kernels``; a deal takes the place of a history's chance nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.batched.line_hands import FIRST_CARD, FIRST_HAND, LineTables, deal_cards, line_engine, showdown_outcome
from pokerzoo.envs.batched.nodes import ACTOR, INFOSET, KIND, NEXT, STAGE
from pokerzoo.envs.compiled.arrays import LANES, AllRows, BoardRows, Counter
from pokerzoo.envs.compiled.forms import boards_of
from pokerzoo.envs.compiled.regret_matching import match_regrets
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.core import Game
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Floats, Int16s, Int32s, Int64s, Uint64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import draw_uniform

from .walk import Walk

if TYPE_CHECKING:
    from typing_extensions import TypeIs


class DealPlaces(NamedTuple):
    """The places of the numbers of a line and a hand in the rows of a ``StreetTree`` of two stages."""

    first: Int32s  # [lines]: the first sequence of each line in which a player acts
    wide: Int64s  # [stages, 2]: floats of a block of hands of each player
    start: Int64s  # [stages, 2]: where the rows of the first board start
    board: Int64s  # [2]: floats of a board after the public cards
    alike: Int16s  # [hands]: the first of the hands that are alike before the public cards
    number: Int32s  # [boards]: the canonical board of each
    exchange: Int16s  # [boards]: the symmetry that takes it there
    hands: Int16s  # [symmetries, hands]: which hand a symmetry takes to each hand
    cards: int  # public cards


class DealScratch(NamedTuple):
    """Arrays of one traversal."""

    words: Int32s  # [1, words]: the deal
    line: Int32s  # [nodes]: the line of each node that is visited
    below: Int32s  # [nodes]: where its visited children start
    value: Floats  # [nodes]: its value to the traverser
    shares: Floats  # [nodes, actions]: the strategy there
    regrets: Floats  # [actions]: regrets of one node
    base: Int64s  # [stages, 2]: where the numbers of each player's hand start


@kernel
def place_deal(tables: LineTables, places: DealPlaces, scratch: DealScratch) -> None:
    """Write where the rows of both hands of the deal start, before and after the public cards."""
    words, board = scratch.words, np.int64(0)
    for k in range(places.cards):
        board += tables.ways[words[0, FIRST_CARD + k], places.cards - k]
    number, symmetry = np.int64(places.number[board]), places.exchange[board]
    for player in range(2):
        hand = words[0, FIRST_HAND + player]
        for stage in range(2):
            lane = np.int64(places.hands[symmetry, hand] if stage else places.alike[hand])
            at = places.start[stage, player] + (number * places.board[player] if stage else 0)
            scratch.base[stage, player] = at + lane // LANES * places.wide[stage, player] + lane % LANES


@kernel(nogil=True, error_model="numpy")
def sample_deals(
    tables: LineTables,
    places: DealPlaces,
    linear: bool,
    count: int,
    iteration: Counter,
    rng: Uint64s,
    regrets: BoardRows,
    averages: BoardRows,
    scratch: DealScratch,
    touched: Counter,
) -> None:
    """Run ``count`` iterations, each with a traversal for every player on a new deal."""
    nodes, line, below, value, shares = tables.nodes, scratch.line, scratch.below, scratch.value, scratch.shares
    for _ in range(count):
        weight = np.float32(iteration[0] + 1 if linear else 1)
        for traverser in range(2):
            deal_cards(tables, scratch.words, rng, 0)
            outcome = showdown_outcome(tables, scratch.words, 0)
            place_deal(tables, places, scratch)
            line[0], visited, at = 0, 1, 0
            while at < visited:
                here = line[at]
                mover = nodes[here, ACTOR]
                if mover < 0:
                    value[at] = tables.payoffs[nodes[here, INFOSET], outcome, traverser]
                    at += 1
                    continue
                kind = nodes[here, KIND]
                actions, row = tables.legal_count[kind], scratch.base[nodes[here, STAGE], mover] + places.first[here] * LANES
                for k in range(actions):
                    scratch.regrets[k] = regrets[row + k * LANES]
                match_regrets(scratch.regrets, 0, actions, shares[at], 0)
                below[at] = visited
                if mover == traverser:
                    for k in range(actions):
                        line[visited + k] = nodes[here, NEXT + tables.legal[kind, k]]
                    visited += actions
                else:
                    left, chosen = draw_uniform(rng, 0), 0
                    for k in range(actions):
                        averages[row + k * LANES] += weight * np.float32(shares[at, k])
                        if left >= 0.0 and shares[at, k] > 0.0:
                            chosen = k
                        left -= shares[at, k]
                    line[visited] = nodes[here, NEXT + tables.legal[kind, chosen]]
                    visited += 1
                at += 1
            touched[0] += visited
            for at in range(visited - 1, -1, -1):
                here = line[at]
                mover = nodes[here, ACTOR]
                if mover < 0:
                    continue
                if mover != traverser:
                    value[at] = value[below[at]]
                    continue
                kind = nodes[here, KIND]
                actions, row = tables.legal_count[kind], scratch.base[nodes[here, STAGE], mover] + places.first[here] * LANES
                mean = 0.0
                for k in range(actions):
                    mean += shares[at, k] * value[below[at] + k]
                for k in range(actions):
                    regrets[row + k * LANES] += weight * np.float32(value[below[at] + k] - mean)
                value[at] = mean
        iteration[0] += 1


class DealtWalk(Walk):
    """Numbers on the boards of a game, and traversals of deals that are drawn.

    Hands and boards that differ by suits alone share their numbers.
    """

    between_checks = 1_000_000
    """Iterations that take about as long as to measure, which walks all boards."""

    def __init__(self, form: StreetTree, linear: bool, iteration: Counter, rng: np.random.Generator) -> None:
        """Start at the uniform strategy; in iteration t, ``linear`` weighs by t."""
        super().__init__(form.new_rows(), form.new_rows())
        self.form, self.linear, self.iteration = form, linear, iteration
        self._tables = tables = line_engine(form.game).tables
        self._places = deal_places(form, len(tables.nodes))
        self._random = rng.integers(2**64, size=1, dtype=np.uint64)
        self.touched = np.zeros(1, dtype=np.int64)
        lines, actions = len(tables.nodes), form.game.num_distinct_actions
        self._scratch = DealScratch(
            words=np.zeros((1, FIRST_CARD + self._places.cards), dtype=np.int32),
            line=np.zeros(lines, dtype=np.int32),
            below=np.zeros(lines, dtype=np.int32),
            value=np.zeros(lines),
            shares=np.zeros((lines, actions)),
            regrets=np.zeros(actions),
            base=np.zeros((2, 2), dtype=np.int64),
        )

    def advance(self, count: int) -> None:
        """Run ``count`` iterations."""
        sample_deals(
            self._tables, self._places, self.linear, count, self.iteration, self._random, self.regrets[0], self.averages[0],
            self._scratch, self.touched,
        )  # fmt: skip

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """See ``Walk``."""
        return super().state() | {"random": self._random, "touched": self.touched}

    def current(self) -> AllRows:
        """See ``Walk``."""
        return self._spread(self.regrets)

    def average(self) -> AllRows:
        """See ``Walk``."""
        return self._spread(self.averages)

    def regret_rows(self) -> AllRows:
        """See ``Walk``."""
        return self._spread(self.regrets)

    def _spread(self, rows: AllRows) -> AllRows:
        """The rows; before the public cards the numbers of each hand are written for all that are alike."""
        for player in range(2):
            here = self.form.board_rows(rows[0], 0, player, 0)
            alike = np.arange(here.shape[0] * LANES)
            alike[: len(self._places.alike)] = self._places.alike
            by_hand = here.transpose(1, 0, 2).reshape(here.shape[1], -1)[:, alike]
            here[:] = by_hand.reshape(here.shape[1], -1, LANES).transpose(1, 0, 2)
        return rows


def is_dealt_once(game: Game) -> TypeIs[PokerGame]:
    """True for games for two from the whole deck, with betting before and after one public deal and none later."""
    if not isinstance(game, PokerGame) or game.num_players != 2:
        return False
    rules = game.rules
    whole = rules.deck.hole_cards == 2 and rules.weights is None and not rules.deck.board
    return whole and len(rules.betting.deals) == rules.betting.deals_with_betting == 1 and boards_of(game) is not None


def deal_places(form: StreetTree, lines: int) -> DealPlaces:
    """The places of numbers by line and deal."""
    boards, index = form.boards[1], line_engine(form.game).index
    first: Int32s = np.zeros(lines, dtype=np.int32)
    for stage, points in enumerate(form.points):
        for player in range(2):
            sequences = form.plan.points_of(stage, player)["first"].tolist()
            for point, sequence in zip(points[player], sequences, strict=True):
                first[index[form.infosets.points[point].line]] = sequence
    records = form.plan.stages
    exchange = form.plan.exchange[:, 0, : len(form.hands[0])].astype(np.int16)
    wide = records["sequences"] * LANES
    return DealPlaces(
        first=first,
        wide=wide,
        start=np.ascontiguousarray(records["rows_at"]),
        board=wide[1] * records["blocks"][1],
        alike=exchange.min(axis=0),
        number=boards.number.astype(np.int32),
        exchange=boards.exchange.astype(np.int16),
        hands=exchange,
        cards=form.game.rules.betting.deals[0],
    )
