"""Two-player poker with cards to come: the betting of each *stage* once, and the boards on which it takes place.

A stage is all betting between two public cards. Its lines are the same on every board, so that decision points, sequences and
terminals are compiled once a stage, and a board adds only which hands it leaves and in what order they win. Numbers by (board,
sequence, hand) lie board by board, so that a walk has all it needs of one board close together (``street_walk``).

The rows of a stage are first the sequences of the stage, then an *entry* for each line in which its card has just come. An
entry says what the player's reach is there, and what it is worth to go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import short_name
from pokerzoo.envs.poker.infosets import PokerInfosets
from pokerzoo.envs.poker.lines import Line
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.rules import BoardsStrength, PokerRules
from pokerzoo.envs.support.arrays import Floats, Floats32, Int16s, Int32s, Int64s
from pokerzoo.envs.support.lazy import load_object

from .arrays import AllRows
from .public_tree import chips_at_stake, has_many_hands, pair_weight
from .showdown_pass import LANES, NO_CARD, Batches, Terminal, make_batches
from .simd import aligned_zeros
from .street_boards import BoardSymmetry, Permutation, StreetBoards, symmetries_of
from .street_lanes import packed_lanes, whole_lanes, without_copies
from .street_packing import Packing, WholeLanes
from .street_pairs import NO_MATRICES, PairMatrices, is_settled, make_pair_matrices, run_outs_after_betting, weighted_pairs
from .street_plan import WalkPlan, make_walk_plan
from .street_size import has_packed_boards
from .street_tables import BoardTables, board_tables, no_tables
from .treeplex import Treeplex

if TYPE_CHECKING:
    from pokerzoo.envs.poker.game import PokerGame

    from .street_evaluator import StreetEvaluator


SHOWS, COUNTS = 1, 2
"""Questions about a batch of the opponent's sequences: the reach that each hand beats, and the reach it meets."""
ROUNDED = 1e-3
"""By how much probabilities of hands that are alike on a board may differ and pass for equal: sums are rounded hand by hand.

In single precision it is some 1e-6, and where hands hardly come some 1e-5.
"""


class RowSource(Protocol):
    """An array of rows, or what gives parts of one: those that lie in a file, say."""

    def __getitem__(self, where: slice, /) -> npt.NDArray[Any]: ...


class Streets(NamedTuple):
    """A ``StreetTree`` as arrays."""

    blocks: Int64s  # [2]: blocks of sixteen hands of each player
    hands: Int64s  # [2]: hands of each player
    # [2, 2, padded hands]: each player's hands' cards, ``NO_CARD`` for a second that there is not and beyond the last
    cards: Int32s
    # [2, padded hands]: the number of the same combo in the opponent's list; where there is none, and for hands of one card, a
    # row of zeros behind the opponent's hands
    twin: Int32s
    sequences: Int64s  # [stages, 2]: sequences of each player, which is also the row of the first entry
    entries: Int64s  # [stages]: how many lines enter
    plex_at: Int64s  # [stages, 2, 2]: where the decision points of a stage and player start in the next three, and end
    first: Int32s  # [points]: as in ``Treeplex``; rows count within the stage
    actions: Int32s  # [points]: as in ``Treeplex``
    parent: Int32s  # [points]: as in ``Treeplex``; a parent may be an entry
    exit_at: Int64s  # [stages + 1]: where the lines of a stage that go on start in ``exits``
    exits: Int32s  # [2, lines that go on]: each player's row there; the k-th of a stage is the k-th entry of the next stage
    batch_at: Int64s  # [stages, 2, 2]: where the questions of a player about a stage's terminals start, and end
    shows: Int32s  # [batches]: ``SHOWS``, ``COUNTS`` or both
    rows: Int64s  # [batches, 16]: as in ``Batches``
    answer_at: Int64s  # [batches + 1]: ``first`` of ``Batches``
    lane: Int32s  # [answers]: as in ``Batches``
    sequence: Int32s  # [answers]: as in ``Batches``
    chips: Floats32  # [answers]: as in ``Batches``
    board_at: Int64s  # [stages + 1]: where the boards of a stage start in what is given for each board
    # [2, boards, padded hands]: for hands that the board leaves how often it comes, where 1 is as often as from an even deck
    alive: Floats32
    children: Int64s  # [boards, 2]: where the boards of the next stage (counted there) that follow a board start, and end
    image_at: Int64s  # [boards + 1]: where the other boards that a board stands for start in ``images``
    images: Int64s  # [other boards]: the symmetry that takes the board to each
    used_at: Int64s  # [boards + 1]: where the symmetries that take a board's children to other boards start in ``used``
    used: Int64s  # these symmetries, each once
    exchange: Int32s  # [symmetries, 2, padded hands]: which hand a symmetry takes to each hand
    mirror: Int64s  # [boards]: which of ``mirrors`` is a board's that has children; -1: each hand stands for itself
    mirrors: Int32s  # [kinds, 2, padded hands]: the first of the hands that differ by symmetries which leave the board as it is
    row_at: Int64s  # [stages, 2]: where the rows of a stage and player start in an array of ``num_floats``
    scale_at: Int64s  # [stages, 2]: where they start in an array of ``num_scales``: one for each board, block and point
    tables: BoardTables  # the full boards; without hands where ``pairs`` stands for them
    pairs: PairMatrices  # what settles hands with cards to come
    # [2, boards, 3]: blocks of each player's lanes on each board, where its rows start there, and where its numbers for each
    # block and point
    places: Int64s
    packing: Packing  # which hand each lane stands for; ``alive`` is by lane


@dataclass(frozen=True)
class StreetTree:
    """A two-player poker game with hands of one or two cards, by stages and boards."""

    game: PokerGame
    infosets: PokerInfosets
    streets: Streets  # all that kernels need
    hands: tuple[Int64s, Int64s]  # pair of int64 [hands]: which hands of the game each player's are
    points: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # for each stage and player the decision points
    root_reach: tuple[Floats, Floats]  # pair of float64 [hands]: the weight of each hand in the range
    boards: tuple[StreetBoards, ...]  # for each stage its boards
    num_floats: int  # numbers in an array of one for each canonical board, sequence and hand
    num_scales: int  # numbers in an array of one for each canonical board, decision point and block of hands
    num_public_states: int  # public states, terminal ones and those where a card is due included

    layout = "boards"
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

    def in_single(self) -> StreetTree:
        """See ``RowsForm``: this form."""
        return self

    def evaluator(self, locked: AllRows | None = None, threads: int | None = None) -> StreetEvaluator:
        """See ``RowsForm``; boards are shared out over ``threads``."""
        address = "pokerzoo.envs.compiled.street_evaluator:StreetEvaluator"
        found: StreetEvaluator = load_object(address)(self, locked[0] if locked else None, threads)
        return found

    def new_rows(self) -> tuple[Floats32]:
        """Make zeros for each board, sequence and hand."""
        return (aligned_zeros(self.num_floats, np.float32),)

    def shares(self, cumulative: AllRows) -> tuple[Floats32]:
        """See ``RowsForm``."""
        return (load_object("pokerzoo.envs.compiled.street_walk:shares_on_boards")(self, cumulative[0]),)

    @cached_property
    def plan(self) -> WalkPlan:
        """All that kernels need."""
        return make_walk_plan(self.streets)

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """The exchanges of cards of which one stands for all; the first exchanges nothing."""
        return symmetries_of(self.game.rules)[: self.num_symmetries]

    @property
    def num_symmetries(self) -> int:
        """In how many ways cards may be exchanged; 1: in none."""
        return len(self.streets.exchange)

    def rows_from_policy(self, probabilities: Floats) -> tuple[Floats32]:
        """A behavioural strategy as rows; zero where there is no such infoset."""
        padded = np.append(probabilities, 0.0)  # entry -1 reads this zero
        (rows,) = self.new_rows()
        for view, stage, player, point, first in self._points(rows):
            boards = self.boards[stage]
            for k, where in enumerate(self._entries(point, player)):
                own = padded[where[boards.first]]
                images = self.on_all_boards(own, stage, player) if self.num_symmetries > 1 else padded[where]
                alike = np.allclose(padded[where], images, rtol=0, atol=1e-7, equal_nan=True)
                if not alike or self._differ_on_one_board(own, stage, player):
                    raise AsymmetricError("the strategy differs between suits that are alike in this game")
                view[first + k] = own
        return (rows,)

    def policy_from_rows(self, rows: AllRows) -> Floats:
        """The behavioural strategy, or whatever else has a number for each entry, that these rows hold."""
        values = np.empty(self.infosets.size)
        for view, stage, player, point, first in self._points(rows[0]):
            for k, where in enumerate(self._entries(point, player)):
                real = where >= 0
                values[where[real]] = self.on_all_boards(view[first + k], stage, player)[real]
        return values

    def on_all_boards(self, values: npt.NDArray[Any], stage: int, player: int) -> npt.NDArray[Any]:
        """Numbers [canonical boards, hands] for all boards."""
        boards, hands = self.boards[stage], self.streets.exchange[:, player, : len(self.hands[player])]
        return np.asarray(values[boards.number[:, None], hands[boards.exchange]])

    def _differ_on_one_board(self, values: Floats, stage: int, player: int) -> bool:
        """True if numbers [canonical boards, hands] differ between hands that are alike on a board."""
        kept = self.boards[stage].kept
        for exchange in np.flatnonzero(kept.any(axis=0))[1:].tolist():
            own = values[kept[:, exchange]]
            images = own[:, self.streets.exchange[exchange, player, : len(self.hands[player])]]
            if not np.allclose(own, images, rtol=0, atol=ROUNDED, equal_nan=True):
                return True
        return False

    def rows_of(self, player: int) -> list[slice]:
        """Places of a player's numbers in an array of ``num_floats``."""
        wide = self.streets.sequences[:, player] * LANES
        blocks = np.add.reduceat(self.streets.places[player, :, 0], self.streets.board_at[:-1])
        return [
            slice(start, start + size)
            for start, size in zip(self.streets.row_at[:, player].tolist(), (wide * blocks).tolist(), strict=True)
        ]

    def canonical_states(self) -> Iterator[PublicState]:
        """Every public state in which a player acts and which stands for itself, in the order of the infosets."""
        given = self.game.rules.board
        for point in self.infosets.points:
            for board in self.boards[point.line.num_deals].canonical:
                yield PublicState(point.line, given + board)

    def read(self, rows: RowSource, public: PublicState) -> Floats:
        """float64 [actions, hands of the game]: these rows' numbers of the actor there; 0 for hands that cannot be."""
        here, lanes = self._node(rows, public)
        found = np.zeros((len(public.moves), len(self.game.rules.hands)))
        values = here.transpose(1, 0, 2).reshape(len(found), -1)
        found[:, self.hands[public.actor]] = np.pad(values, ((0, 0), (0, 1)))[:, lanes]
        return found

    def canonical(self, public: PublicState) -> tuple[PublicState, Int64s]:
        """The public state that stands for this one, and for each hand of the game the hand that stands for it there."""
        boards, given = self.boards[public.betting.num_deals], len(self.game.rules.board)
        board = boards.all.number[public.board[given:]]
        number = int(boards.number[board])
        own = boards.all.boards[boards.first[number]]
        hands = self._exchanged_hands
        alike = hands[boards.kept[number]].min(axis=0)
        return PublicState(public.betting, public.board[:given] + own), alike[hands[boards.exchange[board]]]

    @cached_property
    def _exchanged_hands(self) -> Int64s:
        """int64 [symmetries, hands of the game]: which hand each symmetry takes to each hand."""
        rules = self.game.rules
        return BoardSymmetry(rules, self.symmetries).hands(rules.hand_cards).astype(np.int64)

    def put(self, rows: npt.NDArray[Any], public: PublicState, values: Floats) -> None:
        """Write the numbers [actions, hands of the game] of the actor of a public state which stands for itself."""
        here, lanes = self._node(rows, public)
        own = values[:, self.hands[public.actor]]
        wide = np.zeros((len(own), here.shape[0] * LANES + 1))
        wide[:, lanes[::-1]] = own[:, ::-1]  # of hands that are alike the first counts
        here[:] = wide[:, :-1].reshape(len(own), here.shape[0], LANES).transpose(1, 0, 2)

    def write(self, rows: npt.NDArray[Any], public: PublicState, hand: int, values: Sequence[float]) -> None:
        """Write the numbers of each action of one hand of the actor of a public state (and of all for which it stands)."""
        here, lanes = self._node(rows, public)
        own = int(lanes[np.searchsorted(self.hands[public.actor], hand)])
        here[own // LANES, :, own % LANES] = values

    def _node(self, rows: RowSource, public: PublicState) -> tuple[npt.NDArray[Any], Int64s]:
        """(a view of the rows [blocks, actions, 16] of a decision point on a board, the lane of each own hand there)."""
        point = self.game.infosets.point_of[public.betting]
        player, stage = public.actor, public.betting.num_deals
        first = int(self.streets.first[int(self.streets.plex_at[stage, player, 0]) + self.points[stage][player].index(point)])
        boards = self.boards[stage]
        board = boards.all.number[public.board[len(self.game.rules.board) :]]
        number = int(boards.number[board])
        here = self.board_rows(rows, stage, player, number)[:, first : first + len(public.moves)]
        hands = self.streets.exchange[boards.exchange[board], player, : len(self.hands[player])]
        return here, self.lanes(stage, player, number)[hands]

    def board_rows(self, rows: RowSource, stage: int, player: int, number: int) -> npt.NDArray[Any]:
        """The rows [blocks, sequences, 16] of a player on a canonical board."""
        blocks, start, _ = self.streets.places[player, int(self.streets.board_at[stage]) + number].tolist()
        wide = int(self.streets.sequences[stage, player])
        return rows[start : start + blocks * wide * LANES].reshape(blocks, wide, LANES)

    def lanes(self, stage: int, player: int, number: int) -> Int64s:
        """int64 [own hands]: the lane of each hand on a canonical board; behind all lanes for hands that it rules out."""
        packing, hands = self.streets.packing, len(self.hands[player])
        if isinstance(packing, WholeLanes):
            return np.arange(hands)
        return packing.lane[player, int(self.streets.board_at[stage]) + number, :hands].astype(np.int64)

    def by_hand(self, values: npt.NDArray[Any], stage: int, player: int, decisions: bool = False) -> HandsView:
        """Numbers by board, sequence (or decision point) and lane of a stage and player, to be read and written by hand."""
        start, end = self.streets.board_at[stage : stage + 2].tolist()
        blocks, row_at, scale_at = self.streets.places[player, start:end].T
        wide = len(self.points[stage][player]) if decisions else int(self.streets.sequences[stage, player])
        first = scale_at * LANES if decisions else row_at
        hands = len(self.hands[player])
        if isinstance(self.streets.packing, WholeLanes):
            size = len(first) * int(blocks[0]) * wide * LANES
            return WholeView(values[first[0] : first[0] + size].reshape(len(first), int(blocks[0]), wide, LANES), hands)
        packing = self.streets.packing
        return PackedView(values, first, blocks * LANES, wide, packing.lane[player, start:end, :hands])

    def own_reach(self, probabilities: Floats) -> Floats:
        """float64 [entries]: how likely the player's own actions lead to the infoset of each entry under this strategy."""
        streets, padded, reach = self.streets, np.append(probabilities, 0.0), np.empty(self.infosets.size)
        for player in range(2):
            above: dict[int, Floats] = {}  # of the stage before: [boards, hands] after each sequence
            for stage in range(len(self.points)):
                boards = self.boards[stage].all
                after: dict[int, Floats] = {}
                first_entry = int(streets.sequences[stage, player])
                if stage == 0:
                    after[first_entry] = np.ones((1, len(self.hands[player])))
                else:
                    before = self.boards[stage - 1].all.number
                    parent = np.array([before[board[: -self.boards[stage].new_cards]] for board in boards.boards])
                    rows = streets.exits[player, streets.exit_at[stage - 1] : streets.exit_at[stage]]
                    after |= {first_entry + k: above[int(row)][parent] for k, row in enumerate(rows)}
                where = slice(*streets.plex_at[stage, player])
                for point, first, above_it in zip(
                    self.points[stage][player], streets.first[where].tolist(), streets.parent[where].tolist(), strict=True
                ):
                    for k, entries in enumerate(self._entries(point, player)):
                        real = entries >= 0
                        reach[entries[real]] = after[above_it][real]
                        after[first + k] = after[above_it] * padded[entries]
                above = after
        return reach

    def _entries(self, point: int, player: int) -> list[Int64s]:
        """For each action of a point int64 [all boards, own hands]: where the probability stands in a policy; -1 for none."""
        found = self.infosets.points[point]
        rank = found.places.rank[:, self.hands[player]].astype(np.int64)
        actions = len(found.line.moves)
        first = found.entry + (found.places.first[:-1, None] + rank) * actions
        return [np.where(rank >= 0, first + k, -1) for k in range(actions)]

    def _points(self, rows: npt.NDArray[Any]) -> Iterator[tuple[HandsView, int, int, int, int]]:
        """(rows of the stage and player, stage, player, decision point, its first sequence) of every decision point."""
        for stage, points in enumerate(self.points):
            for player in range(2):
                view = self.by_hand(rows, stage, player)
                first = self.streets.first[slice(*self.streets.plex_at[stage, player])].tolist()
                for point, sequence in zip(points[player], first, strict=True):
                    yield view, stage, player, point, sequence


class AsymmetricError(ValueError):
    """A strategy treats suits differently that are solved as one."""


class HandsView(Protocol):
    """Numbers of one stage and player by hand: one sequence, or decision point, is read and written as [boards, hands]."""

    def __getitem__(self, sequence: int) -> npt.NDArray[Any]: ...

    def __setitem__(self, sequence: int, values: npt.NDArray[Any]) -> None: ...


class WholeView:
    """``HandsView`` of rows [boards, blocks, sequences, 16] with a lane for each hand."""

    def __init__(self, rows: npt.NDArray[Any], hands: int) -> None:
        self.rows, self.hands = rows, hands

    def __getitem__(self, sequence: int) -> npt.NDArray[Any]:
        part = self.rows[:, :, sequence]
        return np.asarray(part.reshape(len(part), -1)[:, : self.hands])

    def __setitem__(self, sequence: int, values: npt.NDArray[Any]) -> None:
        part = self.rows[:, :, sequence]
        wide = np.zeros((len(part), part.shape[1] * LANES), dtype=np.float32)
        wide[:, : self.hands] = values
        self.rows[:, :, sequence] = wide.reshape(part.shape)


class PackedView:
    """``HandsView`` of boards with lanes of their own: 0 for hands that a board rules out."""

    def __init__(self, values: npt.NDArray[Any], first: Int64s, lanes: Int64s, wide: int, lane: Int16s) -> None:
        """Take the numbers, where each board's start, its lanes, sequences, and the lane of each hand [boards, hands]."""
        self.values, self.wide, self.lane, self.held = values, wide, lane.astype(np.int64), lane < lanes[:, None]
        self.first = first[:, None] + self.lane // LANES * wide * LANES + self.lane % LANES

    def __getitem__(self, sequence: int) -> npt.NDArray[Any]:
        found = np.zeros(self.lane.shape, dtype=self.values.dtype)
        found[self.held] = self.values[self.first[self.held] + sequence * LANES]
        return found

    def __setitem__(self, sequence: int, values: npt.NDArray[Any]) -> None:
        # Of hands that are alike the first counts: it is written last.
        self.values[self.first[self.held][::-1] + sequence * LANES] = np.asarray(values)[self.held][::-1]


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


def compile_street_tree(game: PokerGame, symmetric: bool = True, settled: bool | None = None) -> StreetTree:
    """Walk the lines of a two-player poker game with one or two cards a hand, stage by stage.

    ``settled``: cards after the last betting are not walked; None: where matrices can stand for them.
    """
    rules, table = game.rules, game.infosets
    if rules.hole_cards > 2 or rules.copies > 1 or len(rules.deck) > NO_CARD:
        raise ValueError(
            f"{short_name(game)}: walks over boards need hands of one or two cards, and at most 52 cards, all different"
        )
    dealable = np.array(rules.dealable) if rules.weights else np.ones((2, len(rules.hands)), dtype=np.bool_)
    held = (np.flatnonzero(dealable[0]), np.flatnonzero(dealable[1]))
    weights = rules.weights or ((1.0,) * len(rules.hands),) * 2
    settled = is_settled(rules) if settled is None else settled
    stages = collect_streets(game, settled)
    symmetries = symmetries_of(rules)
    symmetry = BoardSymmetry(rules, symmetries if symmetric else symmetries[:1])
    boards = tuple(symmetry.boards(number) for number in range(len(stages)))
    blocks = np.array([-(-len(own) // LANES) for own in held])
    board_at = start_indices(map(len, boards))
    alive = np.zeros((2, int(board_at[-1]), int(blocks.max()) * LANES), dtype=np.float32)
    for player, own in enumerate(held):
        for number, (start, end) in enumerate(pairwise(board_at.tolist())):
            rank = table.places(player, number).rank[np.ix_(boards[number].first, own)]
            alive[player, start:end, : len(own)] = rank >= 0
    cards, twin = hand_tables(rules, held, blocks)
    exchange = exchanged_hands(symmetry, rules, held, cards.shape[2])
    kind, firsts = firsts_of(boards[-1].kept, exchange)
    last = int(board_at[-2])
    if settled:
        tables, first = no_tables(len(boards[-1])), firsts[kind, 0, : len(rules.hands)]
        pairs = make_pair_matrices(rules, boards[-1].canonical, first, cards.shape[2])
    else:
        strengths = own_strengths(game, boards[-1].canonical, held, alive[:, last:])
        tables, pairs = board_tables(strengths, kind, firsts), NO_MATRICES
    if rules.deal_weights:
        alike = firsts_of(boards[0].kept, exchange)[1][0, 0, : len(rules.hands)]
        pairs = pairs._replace(before=weighted_pairs(rules, alike, cards.shape[2]))
    packed = has_packed_boards(rules, len(stages))
    if packed:
        lanes = packed_lanes(alive, blocks, last, kind, firsts, tables)
        tables = tables if settled else without_copies(tables, kind, firsts)
    else:
        lanes = whole_lanes(alive, blocks)
    sequences = np.array([stage.sequences for stage in stages])
    points = np.array([[len(own) for own in stage.points] for stage in stages])
    places, sizes, scales = places_of_boards(lanes.blocks, board_at, sequences, points)
    exits = [rows_behind_sequences(stage, pair) for stage in stages for pair in stage.exits]
    run_outs = run_outs_after_betting(rules) if settled and len(stages) > 1 else 1
    mirrors = mirrors_of(boards, exchange, settled and not packed)
    streets = Streets(
        blocks=blocks,
        hands=np.array([len(own) for own in held]),
        cards=cards,
        twin=twin,
        sequences=sequences,
        entries=np.array([len(stage.entries) for stage in stages]),
        **flat_plexes(stages),
        exit_at=start_indices(len(stage.exits) for stage in stages),
        exits=np.array(exits, dtype=np.int32).reshape(-1, 2).T.copy(),
        **flat_batches(stages, chance_reaches(rules, len(stages)), run_outs),
        board_at=board_at,
        alive=lanes.alive * board_shares(rules, boards) if rules.deal_weights else lanes.alive,
        **flat_boards(boards),
        exchange=exchange,
        **mirrors,
        row_at=start_indices(sizes)[:-1].reshape(-1, 2),
        scale_at=start_indices(scales)[:-1].reshape(-1, 2),
        tables=tables,
        pairs=pairs,
        places=places,
        packing=lanes.packing,
    )
    return StreetTree(
        game=game,
        infosets=table,
        streets=streets,
        hands=held,
        points=tuple((tuple(stage.points[0]), tuple(stage.points[1])) for stage in stages),
        root_reach=(np.array(weights[0])[held[0]], np.array(weights[1])[held[1]]),
        boards=boards,
        num_floats=sum(sizes),
        num_scales=sum(scales),
        num_public_states=sum(len(b.all) * stage.lines for b, stage in zip(boards, stages, strict=True)),
    )


def places_of_boards(
    blocks: Int64s, board_at: Int64s, sequences: Int64s, points: Int64s
) -> tuple[Int64s, list[int], list[int]]:
    """(``Streets.places``, the numbers of each stage and player, the same for each block and decision point)."""
    found = np.zeros((2, blocks.shape[1], 3), dtype=np.int64)
    sizes: list[int] = []
    scales: list[int] = []
    for stage, (start, end) in enumerate(pairwise(board_at.tolist())):
        for player in range(2):
            own = blocks[player, start:end]
            rows, units = start_indices(own * sequences[stage, player] * LANES), start_indices(own * points[stage, player])
            found[player, start:end] = np.stack([own, sum(sizes) + rows[:-1], sum(scales) + units[:-1]], axis=1)
            sizes.append(int(rows[-1]))
            scales.append(int(units[-1]))
    return found, sizes, scales


def start_indices(sizes: Iterable[int]) -> Int64s:
    """int64 [n + 1]: where parts of these sizes start, one after the other, and the end of the last."""
    return np.concatenate([[0], np.cumsum(np.fromiter(sizes, dtype=np.int64))]).astype(np.int64)


def hand_tables(rules: PokerRules, held: tuple[Int64s, Int64s], blocks: Int64s) -> tuple[Int32s, Int32s]:
    """``Streets.cards`` and ``Streets.twin``."""
    padded = int(blocks.max()) * LANES
    cards = np.full((2, 2, padded), NO_CARD, dtype=np.int32)
    twin = np.empty((2, padded), dtype=np.int32)
    for player, own in enumerate(held):
        cards[player, : rules.hole_cards, : len(own)] = rules.hand_cards[own].T
        # Cumulative by card count a pair's combo twice, and a single card once, which is right as it is: it has no twin.
        other = {hand: k for k, hand in enumerate(held[1 - player].tolist())} if rules.hole_cards == 2 else {}
        twin[player] = nowhere = int(blocks[1 - player]) * LANES
        twin[player, : len(own)] = [other.get(hand, nowhere) for hand in own.tolist()]
    return cards, twin


def own_strengths(game: PokerGame, boards: list[tuple[int, ...]], held: tuple[Int64s, Int64s], alive: Floats32) -> Int32s:
    """int32 [2, boards, padded hands]: strengths of each player's hands on each full board, -1 for hands that it rules out."""
    full = [game.rules.board + board for board in boards]
    strength: object = game.rules.strength
    if isinstance(strength, BoardsStrength):
        strengths = strength.of_boards(game.rules.hand_cards, np.array(full, dtype=np.int64))
    else:
        strengths = as_ranks(np.array([game.strengths(board) for board in full]))
    found = np.full((2, len(boards), alive.shape[2]), -1, dtype=np.int32)
    for player, own in enumerate(held):
        found[player, :, : len(own)] = np.where(alive[player, :, : len(own)] > 0, strengths[:, own], -1)
    return found


def chance_reaches(rules: PokerRules, stages: int) -> list[float]:
    """Return, for each stage, chance's reach of one board and one pair of hands of weight 1."""
    reaches = [1.0 / pair_weight(rules)]
    for number in range(stages - 1):
        reaches.append(reaches[-1] / rules.deal_ways(number))
    return reaches


def board_shares(rules: PokerRules, boards: tuple[StreetBoards, ...]) -> Floats32:
    """float32 [boards, 1]: how often each board comes, by the weights of flops; 1 before the flop."""
    shares = [rules.deal_share(board[: rules.deals[0]]) for stage in boards[1:] for board in stage.canonical]
    return np.array([1.0, *shares], dtype=np.float32)[:, None]


def flat_boards(boards: tuple[StreetBoards, ...]) -> dict[str, Any]:
    """The columns of ``Streets`` about what follows a board, and which boards one stands for."""
    children, images, used = [], [], []
    image_counts: list[int] = []
    used_counts: list[int] = []
    own: list[list[int]] = [[]]  # the first board stands for itself alone
    for here, following in zip(boards, [*boards[1:], None], strict=True):
        below = Counter(following.parents) if following else Counter()
        ends = start_indices(below[board] for board in here.canonical)
        children.append(np.stack([ends[:-1], ends[1:]], axis=1))
        images += [exchange for these in own for exchange in these]
        image_counts += map(len, own)
        of_children = images_of(following, here) if following else []
        for start, end in children[-1].tolist():
            these = sorted({exchange for k in range(start, end) for exchange in of_children[k]})
            used += these
            used_counts.append(len(these))
        own = of_children
    return {
        "children": np.concatenate(children),
        "image_at": start_indices(image_counts),
        "images": np.array(images, dtype=np.int64),
        "used_at": start_indices(used_counts),
        "used": np.array(used, dtype=np.int64),
    }


def images_of(here: StreetBoards, parents: StreetBoards) -> list[list[int]]:
    """For each canonical board the symmetries that take it to the other boards which follow the same canonical board."""
    found: list[list[int]] = [[] for _ in range(len(here))]
    above = parents.all.number
    canonical = np.array([above[board[: -here.new_cards]] for board in here.all.boards])
    first = parents.first[parents.number[canonical]] == canonical
    for k in np.flatnonzero(first).tolist():
        if here.first[here.number[k]] != k:
            found[int(here.number[k])].append(int(here.exchange[k]))
    return found


def exchanged_hands(symmetry: BoardSymmetry, rules: PokerRules, held: tuple[Int64s, Int64s], padded: int) -> Int32s:
    """``Streets.exchange``."""
    found = np.tile(np.arange(padded, dtype=np.int32), (len(symmetry.symmetries), 2, 1))
    for player, own in enumerate(held):
        found[:, player, : len(own)] = symmetry.hands(rules.hand_cards[own])
    return found


def firsts_of(kept: npt.NDArray[np.bool_], exchange: Int32s) -> tuple[Int64s, Int32s]:
    """Hands that are alike on boards: (the kind of each board, for each kind int32 [2, hands] the first such hand)."""
    kinds, number = np.unique(kept, axis=0, return_inverse=True)
    return number.ravel().astype(np.int64), np.stack([exchange[kind].min(axis=0) for kind in kinds])


def mirrors_of(boards: tuple[StreetBoards, ...], exchange: Int32s, settled: bool) -> dict[str, Any]:
    """The columns of ``Streets`` about hands that are alike on boards which have children, or a matrix."""
    number, firsts = firsts_of(np.concatenate([stage.kept for stage in boards]), exchange)
    alone = np.array([np.array_equal(first, exchange[0]) for first in firsts])
    childless = np.repeat([stage is boards[-1] and not settled for stage in boards], [len(stage) for stage in boards])
    return {"mirror": np.where(alone[number] | childless, -1, number), "mirrors": firsts}


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


def as_ranks(strengths: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """Replace strengths by int32 numbers that compare alike."""
    if strengths.dtype == np.int32:
        return strengths
    ranks = np.unique(strengths, return_inverse=True)[1]
    return ranks.reshape(strengths.shape).astype(np.int32)


def collect_streets(game: PokerGame, settled: bool | None = None) -> list[StreetLines]:
    """The lines of each stage; entries are numbered below zero while the number of sequences is not known."""
    rules, table = game.rules, game.infosets
    last = rules.deals_with_betting if is_settled(rules) and settled is not False else len(rules.deals)
    stages = [StreetLines()]
    start = rules.root.betting
    stages[0].entries.append(start)
    number = 0
    while number < len(stages):
        stage = stages[number]
        stack: list[tuple[Line, tuple[int, int]]] = [
            (line, (-1 - entry, -1 - entry)) for entry, line in reversed(list(enumerate(stage.entries)))
        ]
        while stack:
            line, rows = stack.pop()
            stage.lines += 1
            if number == last:
                while line.card_due:  # no player acts any more
                    line = line.deal()
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


def rows_behind_sequences(found: StreetLines, rows: tuple[int, int]) -> tuple[int, int]:
    """Number the entries behind the sequences: below zero a row is ``-1 - entry``."""
    one, two = (row if row >= 0 else count - 1 - row for row, count in zip(rows, found.sequences, strict=True))
    return one, two


def street_plex(found: StreetLines, player: int) -> Treeplex:
    """Return a player's decision points in a stage."""
    counts = np.array(found.counts[player], dtype=np.int32)
    first = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)[: len(counts)]
    entry = found.sequences[player] - 1
    parents = [row if row >= 0 else entry - row for row in found.parents[player]]
    return Treeplex(first, counts, np.array(parents, dtype=np.int32))
