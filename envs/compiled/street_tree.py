"""Two-player poker with cards to come: the betting of each *stage* once, and the boards on which it takes place.

A stage is all betting between two public cards. Its lines are the same on every board, so that decision points, sequences and
terminals are compiled once a stage, and a board adds only which hands it leaves and in what order they win. Numbers by (board,
sequence, hand) are stored board by board, so that a walk finds all it needs of one board close together (``street_walk``).

The rows of a stage are first the sequences of the stage, then an *entry* for each line in which its card has just come. An
entry has the player's reach there, and the value of continuing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.poker.infosets import PokerInfosets
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.suits import PermutationGroup
from pokerzoo.envs.support.arrays import Floats, Floats32, Int32s, Int64s
from pokerzoo.envs.support.errors import InputError

from .arrays import LANES, AllRows
from .public_tree import has_many_hands
from .simd import aligned_zeros
from .street_boards import BoardSymmetry, StreetBoards
from .street_plan import WalkPlan

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame

ROUNDED = 1e-3
"""By how much probabilities of hands that are alike on a board may differ and pass for equal: sums are rounded hand by hand.

In single precision it is some 1e-6, and where hands hardly come some 1e-5.
"""


@dataclass(frozen=True)
class StreetTree:
    """A two-player poker game with hands of one or two cards, by stages and boards."""

    game: PokerGame
    infosets: PokerInfosets
    plan: WalkPlan  # all that kernels need
    hands: tuple[Int64s, Int64s]  # pair of int64 [hands]: which hands of the game each player's are
    points: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # for each stage and player the decision points
    entries: tuple[tuple[Line, ...], ...]  # for each stage the lines that enter it
    root_reach: tuple[Floats, Floats]  # pair of float64 [hands]: the weight of each hand in the range
    boards: tuple[StreetBoards, ...]  # for each stage its boards
    num_floats: int  # numbers in an array of one for each canonical board, sequence and hand
    num_scales: int  # numbers in an array of one for each canonical board, decision point and block of hands
    num_public_states: int  # public states, terminal ones and those where a card is due included

    floats = "float32"
    lanes_name = "boards"

    @property
    def num_lanes(self) -> int:
        """Hands of the first player."""
        return len(self.hands[0])

    @property
    def has_hand_values(self) -> bool:
        """See ``RowsForm``."""
        return has_many_hands(self.game.rules)

    def new_rows(self) -> tuple[Floats32]:
        """Make zeros for each board, sequence and hand."""
        return (aligned_zeros(self.num_floats, np.float32),)

    def shares(self, cumulative: AllRows) -> tuple[Floats32]:
        """See ``RowsForm``."""
        from .street_walk import shares_on_boards

        return (shares_on_boards(self, cumulative[0]),)

    @cached_property
    def symmetries(self) -> PermutationGroup:
        """The exchanges of cards that change nothing that matters; the first is the identity."""
        return self.game.rules.symmetries[: self.num_symmetries]

    @property
    def num_symmetries(self) -> int:
        """In how many ways cards may be exchanged; 1: in none."""
        return self.plan.symmetries

    def rows_from_policy(self, probabilities: Floats) -> tuple[Floats32]:
        """A behavioural strategy as rows; zero where there is no such infoset."""
        padded = np.append(probabilities, 0.0)  # entry -1 reads this zero
        (rows,) = self.new_rows()
        for view, stage, player, point, first in self._points(rows):
            boards = self.boards[stage]
            for k, where in enumerate(self._entries(point, player)):
                canonical = padded[where[boards.first]]
                images = self.on_all_boards(canonical, stage, player) if self.num_symmetries > 1 else padded[where]
                alike = np.allclose(padded[where], images, rtol=0, atol=1e-7, equal_nan=True)
                if not alike or self._differ_on_one_board(canonical, stage, player):
                    raise AsymmetricError("the strategy differs between suits that are alike in this game")
                view[first + k] = canonical
        return (rows,)

    def policy_from_rows(self, rows: AllRows) -> Floats:
        """The behavioural strategy, or other numbers for each entry, that these rows hold."""
        values = np.empty(self.infosets.size)
        for view, stage, player, point, first in self._points(rows[0]):
            for k, where in enumerate(self._entries(point, player)):
                real = where >= 0
                values[where[real]] = self.on_all_boards(view[first + k], stage, player)[real]
        return values

    def times_root_reach(self, values: Floats) -> Floats:
        """Numbers by entry, each times its hand's root reach."""
        result = values.copy()
        for points, player in product(self.points, range(2)):
            for where in chain.from_iterable(self._entries(point, player) for point in points[player]):
                real = where >= 0
                result[where[real]] *= np.broadcast_to(self.root_reach[player], where.shape)[real]
        return result

    def on_all_boards(self, values: npt.NDArray[Any], stage: int, player: int) -> npt.NDArray[Any]:
        """Numbers [canonical boards, hands] for all boards."""
        boards, hands = self.boards[stage], self.plan.exchange[:, player, : len(self.hands[player])]
        return np.asarray(values[boards.number[:, None], hands[boards.exchange]])

    def _differ_on_one_board(self, values: Floats, stage: int, player: int) -> bool:
        """True if numbers [canonical boards, hands] differ between hands that are alike on a board."""
        kept = self.boards[stage].kept
        for exchange in np.flatnonzero(kept.any(axis=0))[1:].tolist():
            canonical = values[kept[:, exchange]]
            images = canonical[:, self.plan.exchange[exchange, player, : len(self.hands[player])]]
            if not np.allclose(canonical, images, rtol=0, atol=ROUNDED, equal_nan=True):
                return True
        return False

    def rows_of(self, player: int) -> list[slice]:
        """Places of a player's numbers in an array of ``num_floats``."""
        lines = self.plan.stages[:, player]
        sizes = (lines["boards_end"] - lines["boards_at"]) * lines["blocks"] * lines["sequences"] * LANES
        return [slice(start, start + size) for start, size in zip(lines["rows_at"].tolist(), sizes.tolist(), strict=True)]

    def canonical_states(self) -> Iterator[PublicState]:
        """Every canonical public state in which a player acts, in the order of the infosets."""
        public_cards = self.game.rules.deck.board
        for point in self.infosets.points:
            for board in self.boards[point.line.num_deals].canonical:
                yield PublicState(self.game.rules, point.line, public_cards + board)

    def read(self, rows: RowSource, public: PublicState) -> Floats:
        """float64 [actions, hands of the game]: these rows' numbers of the actor there; 0 for hands not in the range."""
        here, hands = self._node(rows, public)
        result = np.zeros((len(public.line.moves), len(self.game.rules.deck.hands)))
        result[:, self.hands[public.actor]] = here.transpose(1, 0, 2).reshape(len(result), -1)[:, hands]
        return result

    def canonical(self, public: PublicState) -> tuple[PublicState, Int64s]:
        """The canonical public state of this one, and for each hand of the game its canonical hand there."""
        boards, dealt = self.boards[public.line.num_deals], len(self.game.rules.deck.board)
        board = boards.all.number[public.board[dealt:]]
        number = int(boards.number[board])
        cards = boards.all.boards[boards.first[number]]
        hands = self._exchanged_hands
        alike = hands[boards.kept[number]].min(axis=0)
        return PublicState(public.rules, public.line, public.board[:dealt] + cards), alike[hands[boards.exchange[board]]]

    @cached_property
    def _exchanged_hands(self) -> Int64s:
        """int64 [symmetries, hands of the game]: which hand each symmetry takes to each hand."""
        rules = self.game.rules
        return BoardSymmetry(rules, self.symmetries).hands(rules.deck.hand_cards).astype(np.int64)

    def put(self, rows: npt.NDArray[Any], public: PublicState, values: Floats) -> None:
        """Write the numbers [actions, hands of the game] of the actor of a canonical public state."""
        here, hands = self._node(rows, public)
        wide = np.zeros((len(values), here.shape[0] * LANES))
        wide[:, hands] = values[:, self.hands[public.actor]]
        here[:] = wide.reshape(len(values), here.shape[0], LANES).transpose(1, 0, 2)

    def write(self, rows: npt.NDArray[Any], public: PublicState, hand: int, values: Sequence[float]) -> None:
        """Write the numbers of each action of one hand of the actor of a public state."""
        here, hands = self._node(rows, public)
        canonical_hand = int(hands[np.searchsorted(self.hands[public.actor], hand)])
        here[canonical_hand // LANES, :, canonical_hand % LANES] = values

    def _node(self, rows: RowSource, public: PublicState) -> tuple[npt.NDArray[Any], Int32s]:
        """(a view of the rows [blocks, actions, 16] of a decision point on a board, which hand there each own hand is)."""
        point = self.game.infosets.point_of[public.line]
        player, stage = public.actor, public.line.num_deals
        first = int(self.plan.points_of(stage, player)["first"][self.points[stage][player].index(point)])
        boards = self.boards[stage]
        board = boards.all.number[public.board[len(self.game.rules.deck.board) :]]
        here = self.board_rows(rows, stage, player, int(boards.number[board]))[:, first : first + len(public.line.moves)]
        return here, self.plan.exchange[boards.exchange[board], player, : len(self.hands[player])]

    def board_rows(self, rows: RowSource, stage: int, player: int, number: int) -> npt.NDArray[Any]:
        """The rows [blocks, sequences, 16] of a player on a canonical board."""
        lines = self.plan.stages[stage, player]
        blocks, wide = int(lines["blocks"]), int(lines["sequences"])
        start = int(lines["rows_at"]) + number * blocks * wide * LANES
        return rows[start : start + blocks * wide * LANES].reshape(blocks, wide, LANES)

    def by_hand(self, values: npt.NDArray[Any], stage: int, player: int, decisions: bool = False) -> HandsView:
        """Numbers by board, sequence (or decision point) and hand of a stage and player, to be read and written by hand."""
        lines = self.plan.stages[stage, player]
        boards, blocks = int(lines["boards_end"] - lines["boards_at"]), int(lines["blocks"])
        wide = len(self.points[stage][player]) if decisions else int(lines["sequences"])
        start = int(lines["scales_at"]) * LANES if decisions else int(lines["rows_at"])
        rows = values[start : start + boards * blocks * wide * LANES].reshape(boards, blocks, wide, LANES)
        return HandsView(rows, len(self.hands[player]))

    def own_reach(self, probabilities: Floats) -> Floats:
        """float64 [entries]: how likely the player's own actions lead to the infoset of each entry under this strategy."""
        plan, padded, reach = self.plan, np.append(probabilities, 0.0), np.empty(self.infosets.size)
        for player in range(2):
            above: dict[int, Floats] = {}  # of the stage before: [boards, hands] after each sequence
            for stage in range(len(self.points)):
                boards = self.boards[stage].all
                after: dict[int, Floats] = {}
                first_entry = int(plan.stages[stage, player]["sequences"])
                if stage == 0:
                    after[first_entry] = np.ones((1, len(self.hands[player])))
                else:
                    before = self.boards[stage - 1].all.number
                    parent = np.array([before[board[: -self.boards[stage].new_cards]] for board in boards.boards])
                    rows = plan.exits_of(stage - 1, player).tolist()
                    after |= {first_entry + k: above[row][parent] for k, row in enumerate(rows)}
                points = plan.points_of(stage, player).tolist()
                for point, (first, _, above_it) in zip(self.points[stage][player], points, strict=True):
                    for k, entries in enumerate(self._entries(point, player)):
                        real = entries >= 0
                        reach[entries[real]] = after[above_it][real]
                        after[first + k] = after[above_it] * padded[entries]
                above = after
        return reach

    def _entries(self, point: int, player: int) -> list[Int64s]:
        """For each action of a point int64 [all boards, own hands]: where the probability is in a policy; -1 for none."""
        result = self.infosets.points[point]
        rank = result.places.rank[:, self.hands[player]].astype(np.int64)
        actions = len(result.line.moves)
        first = result.entry + (result.places.first[:-1, None] + rank) * actions
        return [np.where(rank >= 0, first + k, -1) for k in range(actions)]

    def _points(self, rows: npt.NDArray[Any]) -> Iterator[tuple[HandsView, int, int, int, int]]:
        """(rows of the stage and player, stage, player, decision point, its first sequence) of every decision point."""
        for stage, points in enumerate(self.points):
            for player in range(2):
                view = self.by_hand(rows, stage, player)
                first = self.plan.points_of(stage, player)["first"].tolist()
                for point, sequence in zip(points[player], first, strict=True):
                    yield view, stage, player, point, sequence


class AsymmetricError(InputError):
    """A strategy treats suits differently that are solved as one."""


class RowSource(Protocol):
    """An array of rows, or what gives parts of one, as from a file."""

    def __getitem__(self, where: slice, /) -> npt.NDArray[Any]: ...


class HandsView:
    """Numbers of one stage and player by hand: one sequence, or decision point, is read and written as [boards, hands]."""

    def __init__(self, rows: npt.NDArray[Any], hands: int) -> None:
        """Take rows [boards, blocks, sequences, 16], and how many hands the player has."""
        self.rows, self.hands = rows, hands

    def __getitem__(self, sequence: int) -> npt.NDArray[Any]:
        part = self.rows[:, :, sequence]
        return np.asarray(part.reshape(len(part), -1)[:, : self.hands])

    def __setitem__(self, sequence: int, values: npt.NDArray[Any]) -> None:
        part = self.rows[:, :, sequence]
        wide = np.zeros((len(part), part.shape[1] * LANES), dtype=np.float32)
        wide[:, : self.hands] = values
        self.rows[:, :, sequence] = wide.reshape(part.shape)
