"""Policies made of rows of others: several players' own, best responses, and without improbable actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pokerzoo.envs.compiled.arrays import LANES
from pokerzoo.envs.compiled.street_evaluator import StreetEvaluator
from pokerzoo.envs.core import short_name
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.arrays import Floats, Floats32
from pokerzoo.envs.support.memory import check_fits

from .policy import TabularPolicy, locks_of_each_player
from .spot_policy import SpotPolicy

BLOCKS = 4096
"""Blocks of sixteen lanes that are made anew at once: copies of them in double precision take little memory."""


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
    return SpotPolicy(first.game, rows, locks_of_each_player(on_rows))


def purified(policy: SpotPolicy, threshold: float, metadata: dict[str, Any]) -> SpotPolicy:
    """See ``TabularPolicy.purified``."""
    form = policy.form
    check_fits(f"{short_name(policy.game)}: a policy without improbable actions", 4 * form.num_floats)
    given = policy.single_rows()
    (rows,) = form.new_rows()
    for player in range(2):
        for stage, part in enumerate(form.rows_of(player)):
            wide = int(form.plan.stages["sequences"][stage, player])
            before, after = (of.reshape(-1, wide, LANES) for of in (given[part], rows[part]))  # [blocks, sequences, 16]
            firsts = form.plan.points_of(stage, player)["first"].tolist()
            for point, first in zip(form.points[stage][player], firsts, strict=True):
                actions = slice(first, first + len(form.infosets.points[point].line.moves))
                for start in range(0, len(before), BLOCKS):
                    blocks = slice(start, start + BLOCKS)
                    after[blocks, actions] = likely(before[blocks, actions].astype(np.float64), threshold)
    return SpotPolicy(policy.game, rows, metadata)


def likely(shares: Floats, threshold: float) -> Floats:
    """Probabilities [blocks, actions, 16] of what shares give at least the threshold, and of the first of the likeliest."""
    total = shares.sum(axis=1, keepdims=True)
    shares /= np.where(total > 0.0, total, 1.0)  # lanes may stand for no hand
    keep = shares >= threshold
    np.put_along_axis(keep, shares.argmax(axis=1)[:, None], True, axis=1)
    kept = np.where(keep, shares, 0.0)
    total = kept.sum(axis=1, keepdims=True)
    return np.asarray(kept / np.where(total > 0.0, total, 1.0))


def write_players(policy: SpotPolicy, numbers: Floats32, rows: Floats32, players: Sequence[int]) -> None:
    """Write some players' part of a policy's ``single_rows`` into rows, as probabilities."""
    shares = policy.form.shares((numbers,))[0] if policy.one != 1.0 else numbers
    for player in players:
        for part in policy.form.rows_of(player):
            rows[part] = shares[part]
