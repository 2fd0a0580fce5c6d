"""Measures of policies with locks: best responses that keep the locks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pokerzoo.agents.policies.policy import TabularPolicy
from pokerzoo.agents.policies.spot_policy import SpotPolicy
from pokerzoo.envs.compiled.forms import evaluator_of, form_evaluator, form_of, is_by_boards
from pokerzoo.envs.compiled.street_evaluator import fitting_rows
from pokerzoo.envs.compiled.street_walk import FREE
from pokerzoo.envs.measurement import Measurement, PolicyEvaluator

from .board_walk import lock_rows
from .locks import form_with_locks, locked_start


def lock_evaluator(policy: TabularPolicy) -> PolicyEvaluator:
    """The evaluator of a policy with locks, whose best responses keep the locks; ValueError where the game has no such form."""
    form, locks = form_of(policy.game), {key: policy[key] for key in policy.locked}
    if not is_by_boards(form):
        return form_evaluator(form, locked_start(form, locks)[1])
    form = form_with_locks(form, locks)
    if not isinstance(policy, SpotPolicy) or policy.form.num_symmetries != form.num_symmetries:
        form, _ = fitting_rows(form, policy.probabilities)  # it may tell suits apart where its locks do not
    return form_evaluator(form, (np.where(lock_rows(form, locks) != FREE, np.float32(1.0), np.float32(0.0)),))


def measure_with_locks(policy: TabularPolicy) -> Measurement:
    """Measure a policy with locks: best responses that keep the locks and, besides, best responses that may break them."""
    result = policy.measured_by(lock_evaluator(policy))
    broken = policy.measured_by(evaluator_of(policy.game))
    return replace(result, method=f"{result.method}, the locks kept", locks_broken=broken)
