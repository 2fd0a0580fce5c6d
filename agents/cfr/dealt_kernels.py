"""External sampling on games whose cards are dealt from the whole deck: deals are drawn, regrets stand by canonical infoset."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerzoo.envs.batched.dealt_hands import FIRST_CARD, FIRST_HAND, deal_cards, payoff_outcome
from pokerzoo.envs.batched.dealt_tables import DealtTables
from pokerzoo.envs.batched.kernels import ACTOR, INFOSET, KIND, NEXT, STAGE, unit_float
from pokerzoo.envs.compiled.arrays import BoardRows, Counter
from pokerzoo.envs.compiled.showdown_pass import LANES
from pokerzoo.envs.support.arrays import Floats, Int16s, Int32s, Int64s, Uint64s
from pokerzoo.envs.support.kernels import kernel
from pokerzoo.envs.support.splitmix import STEP


class LanesOfDeals(NamedTuple):
    """The places of the numbers of a line and a hand in the rows of a ``StreetTree`` of two stages."""

    first: Int32s  # [lines]: the first sequence of each line in which a player acts
    wide: Int64s  # [stages, 2]: sequences of each player
    start: Int64s  # [2]: where the rows before the public cards start
    alike: Int16s  # [hands]: the first of the hands that are alike before the public cards
    board_at: Int64s  # [2, canonical boards]: where a board's rows start
    number: Int32s  # [boards]: the canonical board of each
    exchange: Int16s  # [boards]: the symmetry that takes it there
    hands: Int16s  # [symmetries, hands]: which hand a symmetry takes to each hand
    lane: Int16s  # [canonical boards, hands]: each hand's lane
    cards: int  # public cards


class SampledTraversal(NamedTuple):
    """Arrays of one traversal."""

    words: Int32s  # [1, words]: the deal
    line: Int32s  # [nodes]: the line of each node that is visited
    below: Int32s  # [nodes]: where its visited children start
    value: Floats  # [nodes]: what it is worth to the traverser
    shares: Floats  # [nodes, actions]: the strategy there
    base: Int64s  # [stages, 2]: where the numbers of each player's hand start


@kernel
def place_deal(tables: DealtTables, lanes: LanesOfDeals, room: SampledTraversal) -> None:
    """Write where the numbers of both hands of the deal stand, before and after the public cards."""
    words, board = room.words, np.int64(0)
    for k in range(lanes.cards):
        board += tables.ways[words[0, FIRST_CARD + k], lanes.cards - k]
    number, symmetry = lanes.number[board], lanes.exchange[board]
    for player in range(2):
        hand = words[0, FIRST_HAND + player]
        own, lane = np.int64(lanes.alike[hand]), np.int64(lanes.lane[number, lanes.hands[symmetry, hand]])
        room.base[0, player] = lanes.start[player] + own // LANES * lanes.wide[0, player] * LANES + own % LANES
        at = lanes.board_at[player, number]
        room.base[1, player] = at + lane // LANES * lanes.wide[1, player] * LANES + lane % LANES


@kernel(nogil=True, error_model="numpy")
def sample_deals(
    tables: DealtTables,
    lanes: LanesOfDeals,
    linear: bool,
    count: int,
    iteration: Int64s,
    rng: Uint64s,
    regrets: BoardRows,
    averages: BoardRows,
    room: SampledTraversal,
    touched: Counter,
) -> None:
    """Do ``count`` iterations: in each a traversal for every player, on a deal of its own."""
    nodes, line, below, value, shares = tables.nodes, room.line, room.below, room.value, room.shares
    for _ in range(count):
        weight = np.float32(iteration[0] + 1 if linear else 1)
        for traverser in range(2):
            deal_cards(tables, room.words, rng, 0)
            outcome = payoff_outcome(tables, room.words, 0)
            place_deal(tables, lanes, room)
            line[0], visited, at = 0, 1, 0
            while at < visited:
                here = line[at]
                mover = nodes[here, ACTOR]
                if mover < 0:
                    value[at] = tables.payoffs[nodes[here, INFOSET], outcome, traverser]
                    at += 1
                    continue
                kind = nodes[here, KIND]
                actions, row = tables.legal_count[kind], room.base[nodes[here, STAGE], mover] + lanes.first[here] * LANES
                total = 0.0
                for k in range(actions):
                    shares[at, k] = max(np.float64(regrets[row + k * LANES]), 0.0)
                    total += shares[at, k]
                for k in range(actions):
                    shares[at, k] = shares[at, k] / total if total > 0.0 else 1.0 / actions
                below[at] = visited
                if mover == traverser:
                    for k in range(actions):
                        line[visited + k] = nodes[here, NEXT + tables.legal[kind, k]]
                    visited += actions
                else:
                    rng[0] += STEP
                    left, chosen = unit_float(rng[0]), 0
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
                actions, row = tables.legal_count[kind], room.base[nodes[here, STAGE], mover] + lanes.first[here] * LANES
                mean = 0.0
                for k in range(actions):
                    mean += shares[at, k] * value[below[at] + k]
                for k in range(actions):
                    regrets[row + k * LANES] += weight * np.float32(value[below[at] + k] - mean)
                value[at] = mean
        iteration[0] += 1
