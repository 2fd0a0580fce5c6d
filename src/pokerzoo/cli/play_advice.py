"""Advice after a hand: what a policy does at a person's decisions, and the cost of the person's choices."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pokerzoo.envs.support.formats import distance_text
from pokerzoo.envs.support.records import Chips, Record
from pokerzoo.evaluation.spots.verdicts import Verdict, verdict_of

if TYPE_CHECKING:
    from pokerzoo.agents import Policy
    from pokerzoo.envs import Game, State
    from pokerzoo.evaluation.spots.decision_values import DecisionValues

SELDOM = 0.0005
"""An action that is played less often is left out of a line."""
SHOWN = 5
"""The most actions in a line."""


@dataclass(frozen=True)
class Choice(Record):
    """A decision of the person.

    Attributes:
        hand: the number of the hand, from 1.
        infoset: what the person knew.
        action: what the person did.
        probabilities: how often the advisor takes each action, by the action's name.
        cost_chips: by how much the action is worth less than the best; None if that is not known.
        verdict: ``best``, ``fine``, ``inaccuracy``, ``mistake``, ``unsure`` (less than the advisor's own error) or ``unknown``.
    """

    hand: int
    infoset: str
    action: str
    probabilities: dict[str, float]
    cost_chips: Chips | None
    verdict: Verdict


@dataclass(frozen=True)
class Advisor:
    """A policy that comments on decisions afterwards."""

    name: str
    game: Game
    policy: Policy

    @cached_property
    def values(self) -> DecisionValues | None:
        """Values of actions; None where the game is too large for that."""
        from pokerzoo.evaluation.spots.decision_values import decision_values, has_decision_values

        return decision_values(self.game, self.policy) if has_decision_values(self.game) else None

    @cached_property
    def error(self) -> float | None:
        """Chips by which a cost may be off, for two values are compared; None where measuring the policy takes long."""
        from pokerzoo.evaluation import measure

        quick = self.values is not None and not self.game.exact_takes_seconds
        return 2 * measure(self.game, self.policy).distance if quick else None

    def judge(self, hand: int, state: State, action: int) -> Choice:
        """Comment on an action in a hand of this number."""
        shares = self.policy.action_probabilities(state)
        probabilities = {state.action_name(one): float(shares.get(one, 0.0)) for one in state.legal_actions()}
        decision = None if self.values is None else self.values.at(state)
        lost = math.nan if decision is None else decision.lost(action)
        verdict = verdict_of(
            lost, None if decision is None else decision.pot, max(map(abs, self.game.utility_range)), self.error
        )
        cost = None if verdict == "unknown" else 0.0 if verdict == "best" else lost
        return Choice(hand, state.infoset_key(state.current_player), state.action_name(action), probabilities, cost, verdict)


def shares_text(probabilities: dict[str, float]) -> str:
    """Frequencies of actions, the most frequent first.

    >>> shares_text({"check": 0.25, "bet": 0.75, "fold": 0.0})
    'bet 75%, check 25%'
    >>> shares_text({f"bet {chips}": 0.125 for chips in range(8)})
    'bet 0 12%, bet 1 12%, bet 2 12%, bet 3 12%, bet 4 12%, others 38%'
    """
    ranked = sorted(probabilities.items(), key=lambda one: -one[1])
    often = [one for one in ranked if one[1] >= SELDOM]
    shown = often if len(often) <= SHOWN + 1 else often[:SHOWN]
    texts = [f"{name} {whole_percent(share)}" for name, share in shown]
    rest = sum(share for _, share in often[len(shown) :])
    return ", ".join(texts + ([f"others {whole_percent(rest)}"] if len(often) > len(shown) else []))


def cost_text(cost: float | None) -> str:
    """Cost of a choice, for people.

    >>> cost_text(0.0), cost_text(0.0004), cost_text(0.25), cost_text(None)
    ('0', '<0.001', '0.25', '?')
    """
    if cost is None:
        return "?"
    return "<0.001" if 0.0 < cost < 0.001 else distance_text(cost)


def whole_percent(share: float) -> str:
    """A share in percent: whole, but for those near nothing and near all.

    >>> whole_percent(0.333), whole_percent(0.004), whole_percent(0.9999), whole_percent(1.0)
    ('33%', '0.4%', '99.9%', '100%')
    """
    if min(share, 1 - share) >= 0.01 or share in (0.0, 1.0):
        return f"{share:.0%}"
    return f"{min(max(100 * share, 0.1), 99.9):.1f}%"
