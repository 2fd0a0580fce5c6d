"""Exact values, best responses and exploitability of any policy, for any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pokerzoo.agents import PlayerLike, TabularPolicy, profile
from pokerzoo.envs import Game
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.parameters import check_index


@dataclass(frozen=True)
class BestResponse:
    """The most that one player can make of the others' policies.

    Attributes:
        player: who responds.
        value: the player's expected net chips with it.
        gain: by how much that is more than what the player's own policy makes.
        policy: the given policy with a best response in this player's infosets.
    """

    player: int
    value: float
    gain: float
    policy: TabularPolicy


def measure(game: Game, policies: PlayerLike | Sequence[PlayerLike]) -> Measurement:
    """What each player expects, what the player's best response would, and what follows from these, exactly.

    Each game has its own way to that (``Game.evaluator``): a tree, sweeps over hands and boards, or combinatorics.

    Args:
        game: the game.
        policies: one that all players play, or one for each.

    Raises:
        ValueError: a policy that does not fit the game (see ``tabulate``), or a game too large to be measured exactly.
    """
    return profile(game, policies).measured_by(game.evaluator())


def expected_values(game: Game, policies: PlayerLike | Sequence[PlayerLike]) -> tuple[float, ...]:
    """Expected net chips of each player.

    Args:
        game: the game.
        policies: one for each player, or one that all play.

    Raises:
        ValueError: as in ``measure``.
    """
    return tuple(measure(game, policies).values.tolist())


def best_response(game: Game, policies: PlayerLike | Sequence[PlayerLike], player: int) -> BestResponse:
    """The best response of ``player`` to the others' policies, exactly.

    Raises:
        ValueError: no such player, or as in ``measure``.
    """
    player = check_index("player", player, game.num_players)
    base = profile(game, policies)
    evaluator = game.evaluator()
    found = evaluator.measure(base.probabilities)
    owner = game.infosets.entry_players
    probabilities = np.where(owner == player, evaluator.best_responses(), base.probabilities)
    value, gain = found.best_response_values[player], found.gains[player]
    return BestResponse(player, float(value), float(gain), TabularPolicy(game, probabilities))


def nash_conv(game: Game, policies: PlayerLike | Sequence[PlayerLike]) -> float:
    """NashConv: the sum over players of what each gains by a best response, in chips. Zero only in an equilibrium."""
    return measure(game, policies).nash_conv


def exploitability(game: Game, policies: PlayerLike | Sequence[PlayerLike]) -> float:
    """NashConv / number of players, in chips (OpenSpiel's convention)."""
    return measure(game, policies).exploitability
