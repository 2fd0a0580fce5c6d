"""Two-player poker with cards to come, walked on one drawn board at a time.

A whole hand of hold'em has far too many boards to keep numbers for each. Here the betting of all streets is compiled once, as
in a ``StreetTree``, and there is room for one board: all public cards, drawn before any bet. The hands that the full board
leaves have a lane each, in order of strength, so that a showdown reads its hands one after the other. Given the board, both
hands are dealt as ever. So in the mean over boards an iteration adds what a walk over all boards would add. This is public
chance sampling (Johanson, Bard, Lanctot, Gibson and Bowling, "Efficient Nash equilibrium approximation through Monte Carlo
counterfactual regret minimization", 2012).

The lines are in *parts*: the first stage is one, and each line that continues starts another, with all later stages.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pokerzoo.envs.core import short_name
from pokerzoo.envs.poker.rules import BoardsStrength
from pokerzoo.envs.support.arrays import Floats32, Int16s, Int32s, Int64s, Uint64s
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.random_numbers import STEP, mixed

from .arrays import LANES
from .showdown_pass import NO_CARD
from .street_lines import StreetLines, collect_streets, line_records
from .street_pairs import NO_MATRICES
from .street_plan import BOARD, WalkPlan
from .terminal_chips import pair_weight

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame


class HandsInOrder(NamedTuple):
    """The hands that a full board leaves, from weak to strong; lanes beyond them are empty."""

    hand: Int32s  # [lanes]: the hand of each lane; -1: none
    cards: Int32s  # [2, 3, lanes]: as in ``WalkPlan``
    alive: Floats32  # [2, stages, lanes]: as in ``WalkPlan``
    order: Int16s  # [2, 1, lanes]: as in ``WalkPlan``
    group_end: Int16s  # [2, 1, lanes]: as in ``WalkPlan``
    by_card: Int16s  # [2, 2 * lanes]: as in ``WalkPlan``
    card_end: Int16s  # [2, 54]: as in ``WalkPlan``


@dataclass(frozen=True)
class LinePart:
    """Lines of some stages, from one line on.

    Attributes:
        first: the stage of its first line.
        plan: what kernels need. Its arrays of the board are shared by all parts with the same number of stages.
        points: for each stage and player the decision points.
    """

    first: int
    plan: WalkPlan
    points: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]

    @property
    def sequences(self) -> Int64s:
        """int64 [stages, 2]: sequences of each player."""
        return self.plan.stages["sequences"]


class DrawnBoardTree:
    """A two-player poker game by lines, with room for one board.

    Attributes:
        game: the game.
        hands: hands that a full board leaves at most.
        lanes: a multiple of sixteen, not below ``hands``.
        num_lines: lines, those at which hands end included.
        parts: the lines: first of the first stage, then for each line that continues the later ones.
        board: the hands on the present board, shared with the plans of all parts.
    """

    def __init__(self, game: PokerGame) -> None:
        """Compile the lines of a game.

        Raises:
            ValueError: a game in which no public card is to come, or which does not have hands of two cards.
        """
        rules = game.rules
        if rules.num_players != 2 or rules.deck.hole_cards != 2 or rules.deck.copies > 1 or not rules.betting.deals:
            raise InputError(f"{short_name(game)}: must be poker for two with hands of two cards and public cards to come")
        self.game = game
        self.new_cards = sum(rules.betting.deals)
        left = len(rules.deck.names) - len(rules.deck.board) - self.new_cards
        self.hands = min(len(rules.deck.hands), comb(left, 2)) if rules.deck.combos is None else len(rules.deck.hands)
        self.lanes = -(-self.hands // LANES) * LANES
        self.num_lines = 0
        first = collect_streets(game, False, most=1, all_cards_known=True)
        entries = first[1].entries if len(first) > 1 else []
        self.board = self._new_board(len(rules.betting.deals))
        trunk_board = self.board._replace(alive=self.board.alive[:, :1].copy())
        self._alive = trunk_board.alive, self.board.alive
        self.parts = (
            self._part(0, first[:1], trunk_board),
            *(self._part(1, collect_streets(game, False, line, all_cards_known=True), self.board) for line in entries),
        )

    def _new_board(self, stages: int) -> HandsInOrder:
        lanes = self.lanes
        return HandsInOrder(
            hand=np.full(lanes, -1, dtype=np.int32),
            cards=np.full((2, 3, lanes), NO_CARD, dtype=np.int32),
            alive=np.zeros((2, stages, lanes), dtype=np.float32),
            order=np.tile(np.arange(lanes, dtype=np.int16), (2, 1, 1)),
            group_end=np.zeros((2, 1, lanes), dtype=np.int16),
            by_card=np.zeros((2, 2 * lanes), dtype=np.int16),
            card_end=np.zeros((2, NO_CARD + 2), dtype=np.int16),
        )

    def _part(self, first: int, stages: list[StreetLines], board: HandsInOrder) -> LinePart:
        """Compile some stages' lines; the plan has the arrays of ``board``."""
        self.num_lines += sum(stage.lines for stage in stages)
        sixteens, on_stage = self.lanes // LANES, np.arange(len(stages))
        lines = line_records(stages, [sixteens] * 2, [self.lanes] * 2, [self._reach] * len(stages), 1)
        lines["stages"]["boards_at"], lines["stages"]["boards_end"] = on_stage[:, None], on_stage[:, None] + 1
        boards = np.zeros(len(stages), BOARD)
        boards["children_end"][:-1], boards["mirror"] = 1, -1
        plan = WalkPlan(
            **lines,
            boards=boards,
            links=np.zeros(0, dtype=np.int64),
            maps=np.tile(np.arange(self.lanes, dtype=np.int32), (1, 2, 1)),
            symmetries=1,
            run_outs=NO_MATRICES.run_outs,
            before=NO_MATRICES.before,
            **{name: getattr(board, name) for name in HandsInOrder._fields[1:]},
        )
        return LinePart(first, plan, tuple((tuple(stage.points[0]), tuple(stage.points[1])) for stage in stages))

    @cached_property
    def _reach(self) -> float:
        """Chance's reach of a pair of hands of weight 1 on a drawn board, so that values are chips a hand in the mean."""
        rules = self.game.rules
        left = len(rules.deck.names) - len(rules.deck.board)
        return comb(left, self.new_cards) / (pair_weight(rules) * comb(left - 4, self.new_cards))

    @cached_property
    def weights(self) -> Floats32:
        """float32 [2, hands]: the weight of each hand in the ranges."""
        rules = self.game.rules
        return np.asarray(rules.weights or np.ones((2, len(rules.deck.hands))), dtype=np.float32)

    def draw(self, state: Uint64s) -> tuple[int, ...]:
        """Draw the public cards that are to come: by ``deal_weights``, and all alike where there are none.

        Args:
            state: uint64 [1]: of the random numbers; it is advanced.
        """
        rules = self.game.rules
        flop: tuple[int, ...] = ()
        if rules.deal_weights:
            drawn = draw_share(state) * float(self._weights_up_to[-1])
            number = int(np.searchsorted(self._weights_up_to, drawn, side="right"))
            flop = rules.deck.card_sets(rules.betting.deals[0]).sets[number]
        there = np.zeros(len(rules.deck.names), dtype=np.bool_)
        there[list(rules.deck.board + flop)] = True
        left, count = np.flatnonzero(~there), self.new_cards - len(flop)
        draw_cards(left, count, state)
        return flop + tuple(left[:count].tolist())

    @cached_property
    def _weights_up_to(self) -> Int64s:
        """int64 [sets]: for each set of the first public deal the sum of the weights up to it."""
        return np.cumsum(self.game.rules.weighted_sets)

    def set_board(self, board: tuple[int, ...]) -> Int32s:
        """Put a board on the table: int32 [hands left], hands from weak to strong, good until the next board.

        Args:
            board: the cards that are to come, deal by deal.
        """
        rules = self.game.rules
        strengths = self._strengths(rules.deck.board + board)
        ranked = np.argsort(strengths, kind="stable").astype(np.int32)
        on_table = self.board
        count = put_hands_in_order(
            ranked, strengths, rules.deck.hand_cards, on_table.hand, on_table.cards, on_table.group_end, on_table.by_card,
            on_table.card_end,
        )  # fmt: skip
        for alive in self._alive:
            alive[:, :, :count] = 1.0
            alive[:, :, count:] = 0.0
        return on_table.hand[:count]

    def _strengths(self, board: tuple[int, ...]) -> Int32s:
        """int32 [hands]: strength on a full board; -1 for hands that it rules out."""
        rules = self.game.rules
        strength: object = rules.strength
        if isinstance(strength, BoardsStrength):
            result = strength.of_boards(rules.deck.hand_cards, np.array([board], dtype=np.int64))[0]
        else:
            result = np.unique(self.game.strengths(board), return_inverse=True)[1].astype(np.int32)
        return np.where(rules.deck.holders[list(board)].any(axis=0), np.int32(-1), result).astype(np.int32)


@kernel
def draw_share(state: Uint64s) -> float:
    """Draw a number from 0 to below 1."""
    state[0] += STEP
    return float(mixed(state[0]) >> np.uint64(11)) * 2.0**-53


@kernel
def draw_cards(cards: Int64s, count: int, state: Uint64s) -> None:
    """Shuffle the first ``count`` places of ``cards``."""
    left = len(cards)
    for k in range(count):
        state[0] += STEP
        # The high half of a product: a whole number below ``left - k``, all alike to within 2 ** -32.
        j = k + int((np.int64(mixed(state[0]) >> np.uint64(32)) * (left - k)) >> 32)
        cards[k], cards[j] = cards[j], cards[k]


@kernel
def put_hands_in_order(
    ranked: Int32s,
    strengths: Int32s,
    hand_cards: Int64s,
    hand: Int32s,
    cards: Int32s,
    group_end: Int16s,
    by_card: Int16s,
    card_end: Int16s,
) -> int:
    """Fill ``HandsInOrder`` but for ``alive``, and count its hands.

    ``ranked`` are all hands from weak to strong; ``strengths`` are -1 for hands without a lane.
    """
    lanes = len(hand)
    count, groups, before = 0, 0, -1
    hand[:] = -1
    cards[:, :2] = NO_CARD
    cards[:, 2] = lanes
    for candidate in ranked:
        if strengths[candidate] < 0:
            continue
        if count > 0 and strengths[candidate] != before:
            group_end[0, 0, groups] = count
            groups += 1
        before = strengths[candidate]
        hand[count] = candidate
        for player in range(2):
            cards[player, 0, count], cards[player, 1, count] = hand_cards[candidate, 0], hand_cards[candidate, 1]
            cards[player, 2, count] = count
        count += 1
    group_end[0, 0, groups:] = count
    group_end[1] = group_end[0]
    list_by_card(cards[0, :2, :count], by_card[0], card_end[0])
    by_card[1] = by_card[0]
    card_end[1] = card_end[0]
    return count


@kernel
def list_by_card(cards: Int32s, by_card: Int16s, card_end: Int16s) -> None:
    """List the lanes by card, for card c in ``by_card[card_end[c] : card_end[c + 1]]``."""
    card_end[:] = 0
    for lane in range(cards.shape[1]):
        for card in cards[:, lane]:
            card_end[card + 2] += 1
    for place in range(1, len(card_end)):
        card_end[place] += card_end[place - 1]
    # Each card's start stands one place too far, and moves on to its end, the next card's start, while lanes are put there.
    for lane in range(cards.shape[1]):
        for card in cards[:, lane]:
            by_card[card_end[card + 1]] = lane
            card_end[card + 1] += 1
