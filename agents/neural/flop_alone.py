"""A flop solved alone, as ``limit = "flop"`` means it: with the shipped network for turns where the flop ends."""

from __future__ import annotations

import numpy as np

from pokerzoo.agents.cfr.depth_limited import DepthLimitedCFR
from pokerzoo.agents.cfr.variants import DEFAULT_VARIANT, Variant, get_variant
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.public_tree import is_walked_by_boards
from pokerzoo.envs.compiled.showdown_pass import LANES
from pokerzoo.envs.compiled.street_size import NUMBER_BYTES, lines_into_streets, solving_size
from pokerzoo.envs.core import short_name
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.support.memory import check_fits

from .value_network import shipped_network

ITERATIONS = 80
"""Iterations where none are given: as many as were measured."""
ASK_EVERY = 2
"""The network is asked in every second iteration: two such ones take less time than one without, and lead about as far."""
MEASURED = (
    "on 24 flops with up to four pots behind, and all that follows solved for the ranges that come there, this added 0.4% of "
    "the pot in the mean: 0.7% at most after a raise or a 3-bet, but up to 2.0% with the narrow ranges after a 4-bet"
)
"""The stated error of a flop solved alone, wherever one is offered; ``docs/depth_limited.md`` has its tables."""
TABLES = "docs/depth_limited.md"
"""The page with these tables."""
UNKNOWN = "not known: for that all turns and rivers would have to be solved"
"""In place of the exploitability of a flop solved alone."""
TURN_ALONE = f"a turn takes 13 times as long alone as with its rivers ({TABLES})"
"""The reason why no turn is solved alone."""
ASKING_BYTES = 45 * 10**6
"""Bytes of asking the network: situations with their features and layers, and all hands' strengths on the rivers of a turn."""
TABLE_BYTES = 10_000
"""Bytes of the network's table of a turn, without what grows with hands and pairs of hands."""
HAND_BYTES = 200
"""The same for each hand."""


def flop_alone_fault(game: Game, variant: str | Variant | None = None) -> str | None:
    """The reason why a game cannot be solved as a flop alone, or with this variant; None if it can.

    Nothing is compiled for it.
    """
    if not isinstance(game, HoldemGame) or len(game.rules.board) != 3:
        if isinstance(game, HoldemGame) and len(game.rules.board) == 4:
            return f"must be a flop: {TURN_ALONE}"
        return "must be a flop: a board of three cards"
    if game.num_players != 2:
        return "must have two players: networks value hands of two"
    if not is_walked_by_boards(game.rules):
        return f"must have more hands than {len(game.rules.hands)} in both ranges together: so few are solved whole at once"
    if get_variant(variant or DEFAULT_VARIANT[False]).predicts:
        return "goes not with a variant that predicts regrets: that needs all streets"
    return None


def make_flop_solver(game: Game, variant: str | Variant | None = None, threads: int | None = None) -> DepthLimitedCFR:
    """Set up a solver of a flop alone.

    Args:
        game: a flop of hold'em for two.
        variant: as in ``DepthLimitedCFR``.
        threads: as there.

    Raises:
        ValueError: it is no such game, or does not fit in free memory.
    """
    fault = flop_alone_fault(game, variant)
    if fault is not None:
        raise ValueError(f"a flop alone: {fault}")
    assert isinstance(game, HoldemGame)
    check_fits(f"{short_name(game)}, the flop alone,", flop_alone_bytes(game))
    return DepthLimitedCFR(game, variant, values=shipped_network(4), until_street="flop", ask_every=ASK_EVERY, threads=threads)


def flop_alone_bytes(game: HoldemGame) -> int:
    """Bytes that solving a flop alone takes: a little more, so that it fits."""
    size, held = solving_size(game), [int(np.count_nonzero(own)) for own in game.rules.dealable_rows]
    wide = [-(-count // LANES) * LANES for count in held]
    shared = size.bytes["single"] - round(NUMBER_BYTES["single"] * size.numbers)
    numbers = sum(hands * actions for hands, actions in zip(wide, game.size.sequences[0], strict=True))
    leaves = lines_into_streets(game)[1] * size.distinct_boards[1]
    hands = len(game.rules.hands)
    tables = size.distinct_boards[1] * (hands * hands + HAND_BYTES * hands + TABLE_BYTES)
    # Of a leaf and a hand: what it is held to, what was said, and what was just said; for both players.
    return shared + 8 * numbers + 3 * 2 * 4 * leaves * max(wide) + tables + ASKING_BYTES
