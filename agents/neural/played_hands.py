"""Hands played at the tables of a ``BatchedGame``, with every decision credited with its player's payoff.

``tables`` hands are played side by side. Each table plays its share of the hands one after the other and then waits. So every
hand is played to its end, and long hands are as likely as they are in the game. Nothing is cut off, and nothing is left
over for the next time.

While hands are played the network stays as it is. So it is asked about an infoset once, when that first comes up; a player who
comes there again plays from the same *row*. And what is learned from is added up by row and action. A loss that is
linear in the advantages above zero, and in the advantages below, has the same gradient as decision by decision. Whole
hands of hold'em, whose infosets have no numbers, have a row for each decision.

A player's payoff comes at the end of the hand, even if another acted last. Decisions are gone through from the last to the
first. The *next value* of each is that of the same player's next decision in the same hand or, if there was none, the
player's payoff. Own turns take no more (docs/howto/reinforcement_learning.md). Actions may cost something beside chips,
which the mover pays to the others in equal parts. Advantages are generalised advantage estimates (Schulman, Moritz, Levine,
Jordan, Abbeel: High-dimensional continuous control using generalized advantage estimation, 2016, equation 16) without
discount.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.batched import Batch, BatchedGame
from pokerzoo.envs.support.arrays import Bools, Floats, Floats32, Int8s, Int32s, Int64s, aligned_empty
from pokerzoo.envs.support.kernels import kernel

Answer: TypeAlias = tuple[Floats32, Floats32, Floats32 | float]
"""Logarithms of the policy's probabilities [n, actions], ``IMPOSSIBLE`` where not legal; values [n]; costs [n, actions]."""
Ask: TypeAlias = Callable[[Floats32, Bools], Answer]
"""Observations [n, entries] and legal actions [n, actions] -> ``Answer``, in units."""
NextValues: TypeAlias = Floats32
"""float32 [2, tables, players]: of the player's next own decision in the hand: its value, or the pay; its advantage, or 0."""
NONE_YET = -1
"""In place of a decision's number: no player acted at this table. In place of a row's: there is none yet."""
MOST_NUMBERED = 2**27
"""Infosets that may be looked up by number; games with more have a row for each decision."""


class InfosetRows(NamedTuple):
    """Infosets that occurred: the network's outputs, and sums over the decisions there, in units."""

    observation: Floats32  # [room, entries]: as the mover sees it
    mask: Bools  # [room, actions]: legal actions
    infoset: Int32s  # [room]: its number
    log_probability: Floats32  # [room, actions]; IMPOSSIBLE where not legal
    probability: Floats32  # [room, actions]
    value: Floats32  # [room]: the network's value for the mover
    cost: Floats32  # [room, actions]: what the mover pays for an action, beside chips
    taken: Floats32  # [room, actions]: decisions for each action
    gains: Floats32  # [room, actions]: sum of the positive advantages
    losses: Floats32  # [room, actions]: sum of the negative advantages
    target: Floats32  # [room]: mean of value and advantage: the value to learn


class DecisionRows(NamedTuple):
    """Decisions in the order in which they were made."""

    row: Int32s  # [room]: place in Rows
    player: Int8s  # [room]: the mover
    table: Int32s  # [room]
    action: Int32s  # [room]
    last: Bools  # [room]: the hand ended with it
    paid: Floats32  # [room, players]: payoffs in units, if it is the last
    advantage: Floats32  # [room]: the estimate, in units


class SelfPlayHands:
    """Plays a game against itself at tables."""

    def __init__(self, game: Game, hands: int, tables: int, unit: float, listed: tuple[Floats32, Bools] | None = None) -> None:
        """Set up tables.

        Args:
            game: the game.
            hands: to play each time.
            tables: how many are played side by side.
            unit: chips that count as 1.
            listed: observations [infosets, entries] and legal actions [infosets, actions] of all infosets. The network is
                then asked about all of them at the beginning, and row i is infoset i, whether it comes up or not.
        """
        tables = min(hands, tables)
        self.tables = BatchedGame(game, tables, seed=0, autoreset=True)
        self._share = np.full(tables, hands // tables, dtype=np.int64)
        self._share[: hands % tables] += 1
        self._unit = unit
        self._now: Batch = self.tables.empty()
        self._actions = np.zeros(tables, dtype=np.int64)
        self._at = np.zeros(tables, dtype=np.int64)
        self._next: NextValues = np.zeros((2, tables, game.num_players), dtype=np.float32)
        self._listed = 0 if listed is None else len(listed[0])
        numbered = game.numbered and len(game.infosets) <= MOST_NUMBERED
        self._row_of = np.full(len(game.infosets) if numbered else 0, NONE_YET, dtype=np.int32)
        entries, each = len(game.observation_names), (game.num_distinct_actions,)
        self._row_shapes = (entries,), each, (), each, each, (), each, each, each, each, ()
        self._shapes = (), (), (), (), (), (game.num_players,), ()
        self.rows = InfosetRows(*with_room(self._listed or 2 * tables, self._row_shapes, ROW_TYPES))
        self.decisions = DecisionRows(*with_room(2 * tables, self._shapes, TYPES))
        if listed is not None:
            self.rows.observation[...], self.rows.mask[...] = listed
            self.rows.infoset[...] = self._row_of[...] = np.arange(self._listed)
        self.num_rows = self.num_decisions = 0
        self.environment = self.network = 0.0

    def play(self, ask: Ask, rng: np.random.Generator, trace: float) -> None:
        """Play all hands, and add up what they teach."""
        began, self._asked = time.process_time(), 0.0
        now, done = self._now, self.decisions
        self.tables.reset(seed=int(rng.integers(2**63)), out=now)
        left = self._share.copy()
        num_rows, count = self._listed, 0
        if num_rows:
            self._ask(ask, 0, num_rows)
        while left.any():
            if not self._listed:
                self.rows = InfosetRows(*grown_arrays(self.rows, num_rows, num_rows + len(left)))
            done = self.decisions = DecisionRows(*grown_arrays(done, count, count + len(left)))
            first, first_row = count, num_rows
            count, num_rows = seat_movers(
                now.current_player, now.observation, now.legal_action_mask, now.infoset, left, count, num_rows, self._row_of,
                self.rows, done, self._at, self._actions,
            )  # fmt: skip
            if num_rows > first_row:
                self._ask(ask, first_row, num_rows)
            choose_actions(first, count, rng, self.rows, done, self._actions)
            self.tables.step(self._actions, out=now)
            store_payoffs(now.terminated, now.rewards, self._unit, self._at, left, done)
        credit_decisions(count, trace, self.rows, done, self._next)
        add_up(count, num_rows, self.rows, done)
        if not self._listed and len(self._row_of):
            self._row_of[self.rows.infoset[:num_rows]] = NONE_YET
        self.num_rows, self.num_decisions = num_rows, count
        self.network += self._asked
        self.environment += time.process_time() - began - self._asked

    def rows_met(self) -> InfosetRows:
        """The rows of the infosets that occurred."""
        met: Any = np.flatnonzero(self.rows.taken.any(axis=1)) if self._listed else slice(self.num_rows)
        arrays: list[Any] = [array[met] for array in self.rows]
        return InfosetRows(*arrays)

    def _ask(self, ask: Ask, first: int, end: int) -> None:
        began, rows = time.process_time(), self.rows
        new = slice(first, end)
        rows.log_probability[new], rows.value[new], rows.cost[new] = ask(rows.observation[new], rows.mask[new])
        np.exp(rows.log_probability[new], out=rows.probability[new])
        self._asked += time.process_time() - began


ROW_TYPES = (
    np.float32, np.bool_, np.int32, np.float32, np.float32, np.float32, np.float32, np.float32, np.float32, np.float32,
    np.float32,
)  # fmt: skip
TYPES = (np.int32, np.int8, np.int32, np.int32, np.bool_, np.float32, np.float32)


def with_room(room: int, shapes: tuple[tuple[int, ...], ...], types: tuple[Any, ...]) -> list[npt.NDArray[Any]]:
    """Arrays with this many rows."""
    return [aligned_empty((room, *shape), kind) for shape, kind in zip(shapes, types, strict=True)]


def grown_arrays(arrays: tuple[npt.NDArray[Any], ...], filled: int, needed: int) -> tuple[npt.NDArray[Any], ...]:
    """These arrays, or if they have fewer than ``needed`` rows, larger ones with twice as many and the same first rows."""
    if len(arrays[0]) >= needed:
        return arrays
    made = with_room(2 * needed, tuple(array.shape[1:] for array in arrays), tuple(array.dtype for array in arrays))
    for array, new in zip(arrays, made, strict=True):
        new[:filled] = array[:filled]
    return tuple(made)


@kernel
def seat_movers(
    players: Int8s,
    observations: Floats32,
    masks: Bools,
    infosets: Int64s,
    left: Int64s,
    count: int,
    num_rows: int,
    row_of: Int32s,
    rows: InfosetRows,
    done: DecisionRows,
    at: Int64s,
    actions: Int64s,
) -> tuple[int, int]:
    """Start a decision wherever a player acts, and a row for each new infoset; the number of both afterwards."""
    for table in range(len(players)):
        at[table] = NONE_YET
        if left[table] > 0 and players[table] >= 0:
            infoset = infosets[table]
            row = row_of[infoset] if len(row_of) else NONE_YET
            if row == NONE_YET:
                row = num_rows
                num_rows += 1
                rows.observation[row] = observations[table]
                rows.mask[row] = masks[table]
                rows.infoset[row] = infoset
                if len(row_of):
                    row_of[infoset] = row
            at[table] = count
            done.row[count], done.player[count], done.table[count], done.last[count] = row, players[table], table, False
            count += 1
        else:
            action = 0
            while not masks[table, action]:
                action += 1
            actions[table] = action
    return count, num_rows


@kernel
def choose_actions(
    first: int, count: int, rng: np.random.Generator, rows: InfosetRows, done: DecisionRows, actions: Int64s
) -> None:
    """Sample the actions of the decisions from ``first`` on."""
    num_actions = rows.mask.shape[1]
    for k in range(first, count):
        row, left, action = done.row[k], rng.random(), NONE_YET
        for a in range(num_actions):
            share = rows.probability[row, a]
            if share > 0.0:
                action = a
                if left < share:
                    break
                left -= share
        done.action[k] = actions[done.table[k]] = action


@kernel
def store_payoffs(terminated: Bools, rewards: Floats, unit: float, at: Int64s, left: Int64s, done: DecisionRows) -> None:
    """Store the payoffs of hands that have ended; a hand without decisions is only counted."""
    for table in range(len(at)):
        if terminated[table] and left[table] > 0:
            left[table] -= 1
            if at[table] != NONE_YET:
                done.last[at[table]] = True
                for player in range(rewards.shape[1]):
                    done.paid[at[table], player] = rewards[table, player] / unit


@kernel
def credit_decisions(count: int, trace: float, rows: InfosetRows, done: DecisionRows, following: NextValues) -> None:
    """Write the advantages; ``following`` is for use inside."""
    part = np.float32(1.0 / max(1, following.shape[2] - 1))
    for k in range(count - 1, -1, -1):
        table, player, value = done.table[k], done.player[k], rows.value[done.row[k]]
        if done.last[k]:
            following[0, table] = done.paid[k]
            following[1, table] = 0.0
        cost = rows.cost[done.row[k], done.action[k]]
        advantage = following[0, table, player] - cost - value + np.float32(trace) * following[1, table, player]
        done.advantage[k] = advantage
        following[0, table] += part * cost
        following[0, table, player], following[1, table, player] = value, advantage


@kernel
def add_up(count: int, num_rows: int, rows: InfosetRows, done: DecisionRows) -> None:
    """Write sums by row, and by row and action."""
    for row in range(num_rows):
        rows.target[row] = 0.0
        rows.taken[row] = 0.0
        rows.gains[row] = 0.0
        rows.losses[row] = 0.0
    for k in range(count):
        row, advantage = done.row[k], done.advantage[k]
        rows.taken[row, done.action[k]] += np.float32(1.0)
        rows.target[row] += advantage
        if advantage > 0.0:
            rows.gains[row, done.action[k]] += advantage
        else:
            rows.losses[row, done.action[k]] += advantage
    for row in range(num_rows):
        rows.target[row] = rows.value[row] + rows.target[row] / max(rows.taken[row].sum(), np.float32(1.0))
