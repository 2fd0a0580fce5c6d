"""The betting before the flop as flat arrays, for any number of players: decisions in the order of a walk, and ends by kind.

An end's kind is who is left and what each has put in: lines that agree in both share it. A node's numbers of 169 hand
classes are adjacent, those of one hand together: ``first * 169 + hand * actions``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

import pokerzoo.envs.betting.row as col
from pokerzoo.envs.betting.engine import apply_move, begin_street
from pokerzoo.envs.betting.line import Line, normal_line
from pokerzoo.envs.betting.line_counts import missing_line_text
from pokerzoo.envs.core import GameLike, short_name
from pokerzoo.envs.games.preflop import PreflopGame, as_preflop
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.support.arrays import Floats, Int32s, Int64s
from pokerzoo.envs.support.compilable import compilable
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.memory import check_fits

HANDS = len(CLASS_NAMES)
MAX_DEPTH = 512
"""The most moves of a hand."""
MOST_DECISIONS = 10_000_000
"""Decisions at which counting stops."""
FEW_DECISIONS = 2_000
"""Decisions up to which a walk takes less time than to compile it."""
MASK = (1 << 63) - 1
MOST_KINDS = 1 << 20
"""The most kinds of ends."""
MOST_PRIZE_ROWS = 400_000
"""The most (kind of end, order of hands) pairs for which prize money is computed."""
NUMBER_BYTES = 16
"""Of one (decision, hand, action): a regret, an average, and what an iteration adds."""
NODE_BYTES = 44
"""Of a decision, and of the edges below it."""
FEWER = "give max_callers, limps='none', a raise_cap or fewer sizes"

ACTOR, COUNT, FIRST, ABOVE, ABOVE_STEP, DEPTH, PARENT, STEP = range(8)
"""Columns of a node: its player and number of actions; its first edge; the same player's decision before (-1: none), the number
of the action there and how many such decisions there are; the decision before of any player (-1), and the action there."""
SINGLE, IS_OPEN, IN_HAND = 0, 1, 2
"""Columns of a kind of end: who is left, as a set; 1 where two or more have chips behind, so that a real table would bet
on; units that each seat has put in."""


NODE, OF, DONE = range(3)
"""Columns of a step of a walk: its decision, the number of actions there, and how many are done."""


class WalkTables(NamedTuple):
    """The arrays that a walk writes."""

    nodes: Int32s
    child: Int32s
    kinds: Int64s
    slots: Int32s  # the numbers of kinds: a hash table, a power of two long


class WalkRoom(NamedTuple):
    """Room of a walk, by depth."""

    rows: Int64s  # [depth, columns]: the betting
    actions: Int64s  # [depth, actions]
    steps: Int64s  # [depth, 3]: see ``NODE`` and the columns after it
    last: Int64s  # [depth, seats]: the depth of each player's last decision; -1: none
    kind: Int64s  # [2 + players]


class PreflopSize(NamedTuple):
    """The size of a game before the flop.

    Attributes:
        decisions: lines at which a player acts.
        ends: lines at which the betting is over.
        numbers: (decision, hand class, action) triples.
        memory: bytes that a solver needs for them.

    Example:
        See ``preflop_size``.
    """

    decisions: int
    ends: int
    numbers: int
    memory: int


class EndTables(NamedTuple):
    """What ends pay, by their kind."""

    live: Int64s  # [kinds]: who is left, as a set
    is_open: Int64s  # [kinds]: see ``IS_OPEN``
    paid: Floats  # [kinds, players]: chips put in, less what nobody has matched
    num_pots: Int64s  # [kinds]
    pots: Floats  # [kinds, players]: chips of each pot, less the rake
    contenders: Int64s  # [kinds, players]: who can win it, as a set
    prize_row: Int64s  # [kinds]: the first row of its prizes; -1 where payoffs are chips
    order: Int64s  # [codes]: the row of each order of hands, from its code
    order_at: Int64s  # [players + 1]: where the codes of so many hands start
    prizes: Floats  # [rows, players]


@dataclass(frozen=True)
class PreflopTree:
    """The betting of a game as arrays; ``preflop_tree`` makes it.

    Attributes:
        game: the game.
        nodes: int32 [decisions, 8]: see ``ACTOR`` and the columns after it.
        child: int32 [edges]: the decision after each action; ``~kind`` where the hand is over.
        kinds: int64 [kinds, 2 + players]: see ``SINGLE`` and the columns after it.
        size: how large it is.
    """

    game: PreflopGame
    nodes: Int32s
    child: Int32s
    kinds: Int64s
    size: PreflopSize

    @cached_property
    def ends(self) -> EndTables:
        """What the ends pay."""
        return end_tables(self)

    @cached_property
    def nodes_of(self) -> tuple[Int32s, ...]:
        """The decisions of each player, in the order of the walk."""
        return tuple([
            np.flatnonzero(self.nodes[:, ACTOR] == player).astype(np.int32) for player in range(self.game.num_players)
        ])  # fmt: skip

    def block(self, node: int) -> slice:
        """Where a decision's numbers are: [169, actions].

        Args:
            node: the decision.
        """
        first, count = int(self.nodes[node, FIRST]), int(self.nodes[node, COUNT])
        return slice(first * HANDS, (first + count) * HANDS)

    def steps(self, node: int) -> list[int]:
        """The number of each move up to a decision.

        Args:
            node: the decision.
        """
        result = []
        while self.nodes[node, PARENT] >= 0:
            result.append(int(self.nodes[node, STEP]))
            node = int(self.nodes[node, PARENT])
        return result[::-1]

    def line(self, node: int) -> Line:
        """The betting up to a decision.

        Args:
            node: the decision.
        """
        line = self.game.rules.betting.start
        for k in self.steps(node):
            line = line.after(k, keep=False)
        return line

    def decision(self, line: str) -> int:
        """The decision after some moves.

        Args:
            line: the moves.

        Raises:
            ValueError: moves that cannot be made, or after which the betting is over.
        """
        node, end = self.find(line)
        if node < 0:
            raise ParameterError("line", line, f"the betting is over after {end.text!r}; must end at a decision")
        return node

    def find(self, text: str) -> tuple[int, Line]:
        """(the decision after some moves, the betting there); -1 where the betting is over.

        Args:
            text: the moves, every fold included: ``"fffr2.5"``.

        Raises:
            ValueError: moves that cannot be made; the message names those that can.
        """
        if not isinstance(text, str):
            raise ParameterError("line", text, "must be a string of moves, such as 'fffr2.5'")
        rest, node, line = normal_line(text), 0, self.game.rules.betting.start
        while rest:
            tokens = line.tokens if node >= 0 else ()
            fits = [k for k, token in enumerate(tokens) if rest == token or is_before(rest, token)]
            if not fits:
                raise ParameterError("line", text, missing_line_text(self.game.rules.betting, normal_line(text)))
            (k,) = fits
            rest, line = rest[len(tokens[k]) :], line.after(k, keep=False)
            node = int(self.child[self.nodes[node, FIRST] + k])
        return max(node, -1), line


def is_before(rest: str, token: str) -> bool:
    """Whether moves begin with one: ``r2`` is not the start of ``r2.5``."""
    return rest.startswith(token) and rest[len(token)].isalpha()


def preflop_size(game: GameLike) -> PreflopSize:
    """The size of a game before the flop, counted before anything is allocated.

    Args:
        game: from ``preflop_game``.

    Raises:
        ValueError: another game, or more than ten million decisions.

    Example:
        >>> from pokerzoo.preflop import preflop_game, preflop_size
        >>> preflop_size(preflop_game(2, stack=10, raise_sizes="a")).decisions
        2
    """
    game = as_preflop(game)
    sizes = walk(walk_betting, game, FEW_DECISIONS, new_tables(game))
    if sizes[0] > FEW_DECISIONS:
        sizes = walk(walk_compiled, game, MOST_DECISIONS, new_tables(game))
    decisions, edges, ends, _ = sizes
    if decisions > MOST_DECISIONS:
        raise InputError(f"{short_name(game)}: has more than {MOST_DECISIONS:,} decisions; {FEWER}")
    if decisions == 0:
        raise InputError(f"{short_name(game)}: nobody has a decision")
    return PreflopSize(decisions, ends, edges * HANDS, edges * HANDS * NUMBER_BYTES + decisions * NODE_BYTES)


def preflop_tree(game: PreflopGame) -> PreflopTree:
    """The betting of a game as arrays.

    Args:
        game: from ``preflop_game``.

    Raises:
        ValueError: it is too large for the memory that is free, or its prizes have too many outcomes.
    """
    size = preflop_size(game)
    check_fits(f"{short_name(game)}, with {size.decisions:,} decisions and {size.numbers:,} numbers,", size.memory, FEWER)
    tables = new_tables(game, size)
    *_, number = walk(walk_betting if size.decisions <= FEW_DECISIONS else walk_compiled, game, size.decisions, tables)
    if number > len(tables.kinds):
        raise InputError(f"{short_name(game)}: has more than {MOST_KINDS:,} different ends; {FEWER}")
    return PreflopTree(game, tables.nodes, tables.child, tables.kinds[:number].copy(), size)


def new_tables(game: PreflopGame, size: PreflopSize | None = None) -> WalkTables:
    """Tables of a size to be written; None: for nothing but counting."""
    decisions, ends, edges = (0, 0, 1) if size is None else (size.decisions, size.ends, size.numbers // HANDS)
    kinds = np.zeros((min(ends, MOST_KINDS), IN_HAND + game.num_players), dtype=np.int64)
    slots = np.full(1 << (2 * len(kinds)).bit_length(), -1, dtype=np.int32)
    return WalkTables(np.zeros((decisions, 8), dtype=np.int32), np.zeros(edges, dtype=np.int32), kinds, slots)


def walk(walker: Callable[..., None], game: PreflopGame, most: int, tables: WalkTables) -> list[int]:
    """``walk_betting``, compiled or not, of a game: numbers of (decisions, edges, ends, kinds of ends)."""
    betting = game.rules.betting
    rules, start = np.array(betting.rules_row, dtype=np.int64), np.array(betting.start_row, dtype=np.int64)
    room = WalkRoom(
        np.empty((MAX_DEPTH, len(start)), dtype=np.int64), np.empty((MAX_DEPTH, col.MAX_ACTIONS), dtype=np.int64),
        np.zeros((MAX_DEPTH, 3), dtype=np.int64), np.full((MAX_DEPTH + 1, col.SEATS), -1, dtype=np.int64),
        np.zeros(IN_HAND + game.num_players, dtype=np.int64),
    )  # fmt: skip
    sizes = np.zeros(4, dtype=np.int64)
    walker(rules, start, most, tables, room, sizes)
    return [*map(int, sizes)]


@compilable
def walk_betting(rules: Int64s, start: Int64s, most: int, tables: WalkTables, room: WalkRoom, sizes: Int64s) -> None:
    """Walk all lines, and count (decisions, edges, ends, kinds of ends) in ``sizes``; tables that are not empty are written.

    It stops at more than ``most`` decisions, and says one more.
    """
    rows, actions, steps, last, kind = room
    nodes, child, _, _ = tables
    rows[0] = start
    begin_street(rules, rows[0])
    depth, arrived = 0, rows[0, col.STATUS] == col.TO_ACT
    while depth >= 0:
        row, here = rows[depth], steps[depth]
        if arrived:
            arrived = False
            here[DONE], here[NODE], here[OF] = 0, sizes[0], list_actions(row, actions[depth])
            if len(nodes):
                link_node(depth, row[col.ACTOR], room, nodes[sizes[0]], sizes[1])
            last[depth + 1] = last[depth]
            last[depth + 1, row[col.ACTOR]] = depth
            sizes[0] += 1
            sizes[1] += here[OF]
            if sizes[0] > most or depth + 1 >= MAX_DEPTH:
                sizes[0] = most + 1
                return
        if here[DONE] == here[OF]:
            depth -= 1
            continue
        action, below = actions[depth, here[DONE]], rows[depth + 1]
        edge = nodes[here[NODE], FIRST] + here[DONE] if len(nodes) else 0
        here[DONE] += 1
        below[:] = row
        total = row[col.CALL_TO] if action == col.CALL else row[col.TOTALS + action]
        apply_move(rules, below, min(action, col.BET), total)
        arrived = below[col.STATUS] == col.TO_ACT
        if arrived:
            depth += 1
            child[edge] = sizes[0]
        else:
            sizes[2] += 1
        if len(nodes) and not arrived:
            behind = below[col.BEHIND]
            kind[SINGLE], kind[IS_OPEN] = below[col.LIVE], behind & (behind - 1) != 0
            for seat in range(rules[col.NUM_PLAYERS]):
                kind[IN_HAND + seat] = below[col.IN_HAND + seat]
            child[edge] = ~number_of_kind(kind, tables, sizes)


@compilable
def list_actions(row: Int64s, actions: Int64s) -> int:
    """Write the legal actions, bets and raises by their size, and return how many there are."""
    count = 0
    for action in range(col.MAX_ACTIONS):
        if row[col.LEGAL] >> action & 1:
            at = count
            while action >= col.BET and at > 0 and actions[at - 1] >= col.BET and (
                row[col.TOTALS + actions[at - 1]] > row[col.TOTALS + action]
            ):  # fmt: skip
                actions[at] = actions[at - 1]
                at -= 1
            actions[at] = action
            count += 1
    return count


@compilable
def link_node(depth: int, seat: int, room: WalkRoom, node: Int32s, first: int) -> None:
    """Write a decision's columns: those before it on the way are in ``room``."""
    steps, above = room.steps, room.last[depth, seat]
    node[ACTOR], node[COUNT], node[FIRST] = seat, steps[depth, OF], first
    node[ABOVE], node[ABOVE_STEP], node[DEPTH] = -1, -1, 0
    node[PARENT], node[STEP] = -1, -1
    if above >= 0:
        node[ABOVE], node[ABOVE_STEP] = steps[above, NODE], steps[above, DONE] - 1
        for before in range(depth):
            node[DEPTH] += room.rows[before, col.ACTOR] == seat
    if depth > 0:
        node[PARENT], node[STEP] = steps[depth - 1, NODE], steps[depth - 1, DONE] - 1


@compilable
def number_of_kind(kind: Int64s, tables: WalkTables, sizes: Int64s) -> int:
    """The number of a kind of end, a new one if there is none like it yet."""
    kinds, slots, mixed = tables.kinds, tables.slots, 0
    for value in kind:
        mixed = ((mixed ^ int(value)) * 0x2545F4914F6CDD1D) & MASK
        mixed ^= mixed >> 29
    at = mixed & (len(slots) - 1)
    while slots[at] >= 0:
        alike = True
        for k in range(len(kind)):
            alike &= kinds[slots[at], k] == kind[k]
        if alike:
            return int(slots[at])
        at = (at + 1) & (len(slots) - 1)
    new = sizes[3]
    sizes[3] += 1
    if new < len(kinds):
        slots[at] = new
        kinds[new] = kind
    return int(new)


@kernel(nogil=True)
def walk_compiled(rules: Int64s, start: Int64s, most: int, tables: WalkTables, room: WalkRoom, sizes: Int64s) -> None:
    """``walk_betting`` for trees that take long without compiling."""
    walk_betting(rules, start, most, tables, room, sizes)


def end_tables(tree: PreflopTree) -> EndTables:
    """What the ends of a game pay."""
    game, kinds = tree.game, tree.kinds
    players = game.num_players
    paid, pots = np.zeros((2, len(kinds), players))
    contenders = np.zeros((len(kinds), players), dtype=np.int64)
    num_pots = np.zeros(len(kinds), dtype=np.int64)
    live = kinds[:, SINGLE].copy()
    for number, kind in enumerate(kinds.tolist()):
        end = end_line(game, kind)
        paid[number], result = end.paid, end.pots
        num_pots[number] = len(result)
        for k, pot in enumerate(result):
            pots[number, k], contenders[number, k] = pot.amount, sum(1 << seat for seat in pot.players)
    prize_row = np.full(len(kinds), -1, dtype=np.int64)
    order, order_at, orders = order_codes(max(int(mask).bit_count() for mask in live.tolist()) if game.payouts else 1, players)
    rows: list[tuple[float, ...]] = []
    if game.payouts:
        needed = sum(len(orders[int(mask).bit_count()]) for mask in live.tolist())
        if needed > MOST_PRIZE_ROWS:
            raise InputError(f"payouts: {needed:,} ends and orders of hands to value, more than {MOST_PRIZE_ROWS:,}; {FEWER}")
        for number, kind in enumerate(kinds.tolist()):
            prize_row[number] = len(rows)
            rows += prizes_of(game, kind, orders[kind[SINGLE].bit_count()])
    prizes = np.array(rows) if rows else np.zeros((1, players))
    return EndTables(live, kinds[:, IS_OPEN].copy(), paid, num_pots, pots, contenders, prize_row, order, order_at, prizes)


def end_line(game: PreflopGame, kind: list[int]) -> Line:
    """The betting at an end of a kind."""
    betting = game.rules.betting
    row = betting.start_row.copy()
    row[col.LIVE], row[col.STATUS] = kind[SINGLE], col.OVER
    row[col.IN_HAND : col.IN_HAND + game.num_players] = kind[IN_HAND:]
    end = Line(betting, row, None)
    end.num_deals = int(kind[SINGLE].bit_count() > 1)  # the board comes, and the house takes rake
    return end


def order_codes(most: int, players: int) -> tuple[Int64s, Int64s, list[list[tuple[int, ...]]]]:
    """(row of each code, where the codes of so many hands start, the orders of so many hands).

    An order is, for each hand, how many are stronger. Its code has these as digits, the first hand's the lowest.
    """
    order_at, rows, orders = np.zeros(players + 1, dtype=np.int64), [], [[]]  # type: ignore[var-annotated]
    for hands in range(1, most + 1):
        order_at[hands] = len(rows)
        codes = list(product(range(hands), repeat=hands))
        listed = [tuple(sum(other > rank for other in ranks) for rank in ranks) for ranks in codes]
        distinct = sorted(set(listed))
        number = {ranks: k for k, ranks in enumerate(distinct)}
        rows += [number.get(code[::-1], -1) for code in codes]
        orders.append(distinct)
    return np.array(rows, dtype=np.int64), order_at, orders


def prizes_of(game: PreflopGame, kind: list[int], orders: list[tuple[int, ...]]) -> list[tuple[float, ...]]:
    """Prize money of all players at an end, by the order of the hands that are left."""
    end, seats = end_line(game, kind), [seat for seat in range(game.num_players) if kind[SINGLE] >> seat & 1]
    if len(seats) == 1:
        return [game.utility_of(end.payoffs((seats[0],)))]
    result = []
    for order in orders:
        strengths = [0] * game.num_players
        for seat, stronger in zip(seats, order, strict=True):
            strengths[seat] = -stronger
        result.append(game.utility_of(end.payoffs_of(strengths)))
    return result
