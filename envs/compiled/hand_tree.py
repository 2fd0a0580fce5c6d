"""A game of a few decisions in which each player holds one of a fixed list of hands, compiled with all hands side by side.

What ``public_tree`` makes of the rules of poker is given here by the game itself. It gives decision points, matrices over
pairs of hands (``HandMatrices``) or what takes their place for three (``ThreeHands``), and where policies store their
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.core import Game
from pokerzoo.envs.infosets import InfosetTable
from pokerzoo.envs.poker.three_way import CardRemoval, held_weights, weight_beside
from pokerzoo.envs.support.arrays import Floats, Int32s
from pokerzoo.envs.support.kernels import kernel

from .arrays import Utility
from .rows_form import RowsForm
from .simd import HandLanes, lanes_for
from .terminal_evaluation import HandMatrices, counterfactual_values_by_type
from .treeplex import Treeplex, equal_shares, make_treeplex, num_sequences

PAID, SHOWDOWN, THREE_WAY = 0, 1, 2
"""Payment at an end: a sum, a sum times (2 x equity - 1) against one opponent, or a share of a pot of three."""


class ThreeHands(NamedTuple):
    """Terminal evaluation of push/fold for three."""

    # [terms, 6]: a player, the player's last sequence, an opponent, that one's sequence, the third's sequence, and the payment:
    # ``PAID``, ``SHOWDOWN`` (against the opponent named) or ``THREE_WAY``
    terms: Int32s
    chips: Floats  # [terms]: how much, divided by the number of ways to deal three hands
    removal: CardRemoval  # in how many ways three hands can be dealt
    signs: Floats  # [169, 169]: 2 x equity - 1 of the row's hand against the column's
    shares: Floats  # [14365, 169]: as ``three_way.weighted_shares``


def _from_three_hands(lanes, terminals, player, reaches, out):  # type: ignore[no-untyped-def]
    out[:] = 0.0
    add_terms(terminals, player, reaches[0], reaches[1], reaches[2], out)


@kernel
def add_terms(terminals: ThreeHands, player: int, zero: Floats, one: Floats, two: Floats, out: Utility) -> None:
    """Add to ``out`` what each sequence of a player is worth by its own ends; reaches and ``out`` as ``HandLanes`` has them."""
    removal, hands = terminals.removal, terminals.signs.shape[0]
    held = np.empty(13)
    for t in range(terminals.terms.shape[0]):
        if terminals.terms[t, 0] != player:
            continue
        own, opponent, kind = terminals.terms[t, 1], terminals.terms[t, 2], terminals.terms[t, 5]
        third_player = 3 - player - opponent
        theirs = row_of(zero if opponent == 0 else one if opponent == 1 else two, terminals.terms[t, 3], hands)
        third = row_of(zero if third_player == 0 else one if third_player == 1 else two, terminals.terms[t, 4], hands)
        value = np.zeros(hands)
        if kind == THREE_WAY:
            add_shares(terminals.shares, theirs, third, value)
        else:
            total = held_weights(removal, third, held)
            for x in range(hands):
                found = 0.0
                for y in range(hands):
                    if theirs[y] != 0.0:
                        weight = theirs[y] * weight_beside(removal, x, y, third, total, held)
                        found += weight * terminals.signs[x, y] if kind == SHOWDOWN else weight
                value[x] = found
        for x in range(hands):
            out[x // 8, own * 8 + x % 8] += terminals.chips[t] * value[x]


@kernel
def row_of(rows: Floats, row: int, hands: int) -> Floats:
    """float64 [hands]: one row of what ``HandLanes`` packs."""
    out = np.empty(hands)
    for x in range(hands):
        out[x] = rows[x // 8, row * 8 + x % 8]
    return out


@kernel
def add_shares(shares: Floats, theirs: Floats, third: Floats, value: Floats) -> None:
    """Add to ``value`` each hand's share of a pot of three, weighted by the others' reaches and the ways to deal all three."""
    for z in range(value.shape[0]):
        for y in range(z + 1):
            weight = theirs[y] * third[z]
            if y != z:
                weight += theirs[z] * third[y]
            if weight != 0.0:
                row = shares[z * (z + 1) // 2 + y]
                for x in range(value.shape[0]):
                    value[x] += weight * row[x]


counterfactual_values_by_type[ThreeHands] = _from_three_hands


@dataclass(frozen=True)
class HandTree(RowsForm):
    """The decision problems of all players with a lane for each hand."""

    game: Game
    treeplexes: tuple[Treeplex, ...]  # for each player the decision points
    terminals: HandMatrices | ThreeHands  # the ends
    lanes: HandLanes  # the lanes as kernels take them
    num_lanes: int  # hands a player
    # for each player int64 [sequences, hands]: where the probability stands in a policy; -1 for the empty sequence
    entries: tuple[npt.NDArray[np.int64], ...]
    num_public_states: int  # points at which a player acts, and ends

    layout = "hands"

    @property
    def infosets(self) -> InfosetTable:
        """The game's infosets."""
        return self.game.infosets

    @property
    def root_reach(self) -> tuple[Floats, ...]:
        """Own reach of the empty sequence, float64 [hands] for each player: chances are in the terminals."""
        return (np.ones(self.num_lanes),) * len(self.treeplexes)

    def uniform(self) -> tuple[Floats, ...]:
        """For each player float64 [sequences, hands]: equal shares for all actions."""
        return tuple(np.repeat(equal_shares(plex)[:, None], self.num_lanes, axis=1) for plex in self.treeplexes)


def make_hand_tree(
    game: Game,
    hands: int,
    points: Sequence[Sequence[tuple[int, int]]],
    terminals: HandMatrices | ThreeHands,
    num_public_states: int,
) -> HandTree:
    """Put the form of a game together."""
    plexes, entries, first = [], [], 0
    for own in points:
        plex = make_treeplex([actions for actions, _ in own], [parent for _, parent in own])
        where = np.full((num_sequences(plex), hands), -1, dtype=np.int64)
        for start, (actions, _) in zip(plex.first.tolist(), own, strict=True):
            where[start : start + actions] = first + np.arange(actions)[:, None] + actions * np.arange(hands)
            first += actions * hands
        plexes.append(plex)
        entries.append(where)
    lanes: HandLanes = lanes_for(HandLanes, hands)
    return HandTree(game, tuple(plexes), terminals, lanes, hands, tuple(entries), num_public_states)
