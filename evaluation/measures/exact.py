"""Exact values, best responses and exploitability of any policy, for any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.evaluator import evaluator_of
from pokerzoo.envs.compiled.forms import fastest_form
from pokerzoo.envs.support.parameters import check_index

from .policy_tables import PolicyLike, profile


@dataclass(frozen=True)
class BestResponse:
    """The most that one player can make of the others' policies.

    Attributes:
        player: who responds.
        value: his expected net chips when he does.
        gain: by how much that is more than what his own policy makes.
        policy: the given policy with a best response in this player's infosets.
    """

    player: int
    value: float
    gain: float
    policy: TabularPolicy


def expected_values(game: Game, policies: PolicyLike | Sequence[PolicyLike]) -> tuple[float, ...]:
    """Expected net chips of each player.

    Args:
        game: the game.
        policies: one for each player, or one that all play.

    Raises:
        ValueError: a policy that does not fit the game; see ``tabulate``.
    """
    values, _ = evaluator_of(fastest_form(game)).evaluate_policy(profile(game, policies).probabilities)
    return tuple(values.tolist())


def best_response(game: Game, policy: PolicyLike | Sequence[PolicyLike], player: int) -> BestResponse:
    """The best response of ``player`` to the others' policies, exactly.

    Raises:
        ValueError: no such player, or a policy that does not fit.
    """
    player = check_index("player", player, game.num_players)
    base = profile(game, policy)
    evaluator = evaluator_of(fastest_form(game))
    values, best = evaluator.evaluate_policy(base.probabilities)
    owner = game.infosets.entry_players
    probabilities = np.where(owner == player, evaluator.best_responses(), base.probabilities)
    return BestResponse(player, float(best[player]), float(best[player] - values[player]), TabularPolicy(game, probabilities))


def nash_conv(game: Game, policy: PolicyLike | Sequence[PolicyLike]) -> float:
    """NashConv: the sum over players of what each gains by a best response, in chips. Zero only in an equilibrium."""
    values, best = evaluator_of(fastest_form(game)).evaluate_policy(profile(game, policy).probabilities)
    return float((best - values).sum())


def exploitability(game: Game, policy: PolicyLike | Sequence[PolicyLike]) -> float:
    """NashConv / number of players, in chips (OpenSpiel's convention)."""
    return nash_conv(game, policy) / game.num_players
