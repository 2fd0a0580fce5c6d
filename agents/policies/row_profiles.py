"""Policies on rows put together player by player: several players' own, and best responses."""

from __future__ import annotations

from collections.abc import Sequence

from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.core import short_name
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.arrays import Floats32
from pokerzoo.envs.support.memory import check_fits

from .policy import TabularPolicy
from .spot_policy import SpotPolicy


def with_best_response(policy: SpotPolicy, evaluator: StreetEvaluator, player: int | None) -> tuple[Measurement, SpotPolicy]:
    """See ``TabularPolicy.with_best_response``."""
    check_fits(f"{short_name(policy.game)}: a best response", 4 * policy.form.num_floats)
    rows = policy.single_rows()
    values, best, responses = evaluator.respond_to_cumulative((rows,))
    if player is not None:
        write_players(policy, rows, responses, [other for other in range(2) if other != player])
    return Measurement(policy.game, values, best), SpotPolicy(policy.game, responses)


def of_each_player(policies: Sequence[TabularPolicy]) -> SpotPolicy | None:
    """The policy in which player i plays ``policies[i]``, on rows; None if not all have the same rows."""
    on_rows = [policy for policy in policies if isinstance(policy, SpotPolicy)]
    if len(on_rows) < len(policies) or len({policy.form.num_floats for policy in on_rows}) > 1:
        return None
    first = on_rows[0]
    check_fits(f"{short_name(first.game)}: a policy for each player", 4 * first.form.num_floats)
    (rows,) = first.form.new_rows()
    for player, policy in enumerate(on_rows):
        write_players(policy, policy.single_rows(), rows, [player])
    return SpotPolicy(first.game, rows)


def write_players(policy: SpotPolicy, numbers: Floats32, rows: Floats32, players: Sequence[int]) -> None:
    """Write some players' part of a policy's ``single_rows`` into rows, as probabilities."""
    shares = policy.form.shares((numbers,))[0] if policy.one != 1.0 else numbers
    for player in players:
        for part in policy.form.rows_of(player):
            rows[part] = shares[part]
