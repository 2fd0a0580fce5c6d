"""The betting of a river: walked once for each pot and stack, on any board and with any hands.

Bettings differ in their chips, and many have one shape. What follows from the shape is made once for all of them. The walk is
that of ``walk_public``, without a public state for each line: that takes longer than the iterations of a small river.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import make_game
from pokerzoo.envs.compiled.showdown_pass import Batches, Terminal, make_batches
from pokerzoo.envs.compiled.treeplex import Treeplex, make_treeplex
from pokerzoo.envs.games.holdem import MAX_PUBLIC_STATES, HoldemGame
from pokerzoo.envs.poker.bet_sizes import bet_totals
from pokerzoo.envs.poker.betting import SizedBets
from pokerzoo.envs.poker.game_size import check_states
from pokerzoo.envs.poker.rules import PokerRules
from pokerzoo.envs.support.arrays import Floats, Int64s

KEPT_BETTINGS = 64
"""Bettings that are kept: rivers of one pot and stack have the same."""
KEPT_SHAPES = 256
"""Shapes of bettings that are kept."""
NOBODY = -1
"""In the place of the player who folds."""

Thresholds: TypeAlias = tuple[tuple[str, float], ...]
"""Pairs of a parameter of ``make_holdem`` and its number."""
Pair: TypeAlias = tuple[float, float]
End: TypeAlias = tuple[int, int, int]
"""(the player who folds or ``NOBODY``, both players' sequences)"""
AnswerParts: TypeAlias = tuple[Batches, Int64s, Floats]
"""A player's batches, and for each of their answers the end that it is about, and the sign of its chips."""
Number = TypeVar("Number", int, float)


class RiverBetting(NamedTuple):
    """The betting of a river, walked, on any board and with any hands."""

    game: HoldemGame  # the spot on some board, which says what its pot is
    plexes: tuple[Treeplex, ...]
    batches: tuple[Batches, Batches]  # chips in float64, for a unit of chance's reach
    states: int  # public states


class RiverShape(NamedTuple):
    """The betting of a river without its chips."""

    actions: tuple[tuple[int, ...], tuple[int, ...]]  # for each player the number of actions of each decision point
    parents: tuple[tuple[int, ...], tuple[int, ...]]  # and the sequence that it hangs below
    ends: tuple[End, ...]  # where the hand is over
    states: int  # public states


@lru_cache(maxsize=8)
def _some_river(bet_sizes: str, raise_sizes: str, thresholds: Thresholds) -> HoldemGame:
    """A river with these sizes, whatever its board, ranges, pot and stack."""
    found = make_game(
        "holdem", board="2c7d9hJsKc", ranges=("AA", "QQ"), pot=1.0, stack=1.0, bet_sizes=bet_sizes, raise_sizes=raise_sizes,
        **dict(thresholds),
    )  # fmt: skip
    assert isinstance(found, HoldemGame)
    return found


@lru_cache(maxsize=KEPT_BETTINGS)
def river_betting(pot: float, stack: float, bet_sizes: str, raise_sizes: str, thresholds: Thresholds = ()) -> RiverBetting:
    """Walk the betting of a river; arguments are as of ``make_holdem``."""
    some = _some_river(bet_sizes, raise_sizes, thresholds)
    rules = replace(some.rules, antes=(pot / 2, pot / 2), stack=float(stack))
    shape, stakes, amounts = walk_river(rules)
    rules.__dict__["amounts"] = amounts  # else a game walks its lines for them
    game = HoldemGame({}, rules, some.ranges, some.whole_ranges)
    plexes, parts = _parts_of(shape)
    one, two = (
        batches._replace(chips=(stakes[ends] * signs).astype(batches.chips.dtype, copy=False)) for batches, ends, signs in parts
    )
    return RiverBetting(game, plexes, (one, two), shape.states)


def walk_river(rules: PokerRules) -> tuple[RiverShape, npt.NDArray[Any], tuple[float, ...]]:
    """Walk a river in the order of ``walk_public``: its shape, the chips that each end costs a loser, and all bets made."""
    before, bets = rules.antes, rules.rounds[0].bets
    assert isinstance(bets, SizedBets)
    options, most = bets.options, rules.max_contribution - before[0]
    actions: tuple[list[int], list[int]] = ([], [])
    parents: tuple[list[int], list[int]] = ([], [])
    ends: list[End] = []
    stakes: list[float] = []
    sizes, visited, known = [1, 1], 0, dict[tuple[float, float, int], tuple[float, ...]]()
    # (who acts, the chips of both in this round, bets, how many act before it closes, who has folded, the sequences of both)
    stack: list[tuple[int, Pair, int, int, int, tuple[int, int]]] = [(0, (0.0, 0.0), 0, 2, NOBODY, (0, 0))]
    while stack:
        player, put, num_bets, to_act, folded, sequences = stack.pop()
        visited += 1
        check_states(visited, MAX_PUBLIC_STATES)
        if folded != NOBODY or to_act == 0:
            ends.append((folded, *sequences))
            stakes.append(min(before[0] + put[0], before[1] + put[1]))
            continue
        own, other = put[player], max(put)
        asked = own, other, num_bets
        if asked not in known:  # both players have the same sizes
            pot = (before[0] + put[0]) + (before[1] + put[1]) - own - other
            known[asked] = bet_totals(
                options, player=player, pot=pot, own=own, other=other, stack=most, num_bets=num_bets, streets_left=1
            )
        first = sizes[player]
        moves = [(put, num_bets, to_act - 1, player)] if other > own else []
        moves.append((_with(put, player, other), num_bets, to_act - 1, NOBODY))
        moves += [(_with(put, player, total), num_bets + 1, 1, NOBODY) for total in known[asked]]
        actions[player].append(len(moves))
        parents[player].append(sequences[player])
        sizes[player] += len(moves)
        for k in reversed(range(len(moves))):
            stack.append((1 - player, *moves[k], _with(sequences, player, first + k)))
    shape = RiverShape((tuple(actions[0]), tuple(actions[1])), (tuple(parents[0]), tuple(parents[1])), tuple(ends), visited)
    return shape, np.array(stakes), tuple(sorted({total for totals in known.values() for total in totals}))


def _with(pair: tuple[Number, Number], player: int, value: Number) -> tuple[Number, Number]:
    return (value, pair[1]) if player == 0 else (pair[0], value)


@lru_cache(maxsize=KEPT_SHAPES)
def _parts_of(shape: RiverShape) -> tuple[tuple[Treeplex, ...], tuple[AnswerParts, AnswerParts]]:
    """The treeplexes of a shape; and each player's batches, with the end that each answer is about and its sign."""
    plexes = tuple(make_treeplex(list(counts), list(above)) for counts, above in zip(shape.actions, shape.parents, strict=True))
    terminals: list[Terminal] = []
    for number, (folded, one, two) in enumerate(shape.ends, 1):
        signs = (1, 1) if folded == NOBODY else (-1, 1) if folded == 0 else (1, -1)
        terminals.append(((), folded == NOBODY, one, two, signs[0] * number, signs[1] * number))
    first, second = (_answer_parts(make_batches(terminals, {(): 0}, player, chips_as=np.float64)) for player in range(2))
    return plexes, (first, second)


def _answer_parts(batches: Batches) -> AnswerParts:
    """Take apart batches whose chips are signed numbers of ends, from one."""
    return batches, np.abs(batches.chips).astype(np.int64) - 1, np.sign(batches.chips).astype(np.float64)
