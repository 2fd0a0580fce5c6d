"""Verdicts on a person's decisions, by the chips that they lose."""

from __future__ import annotations

from typing import Literal, TypeAlias

Verdict: TypeAlias = Literal["best", "fine", "inaccuracy", "mistake", "unsure", "unknown"]
"""``unsure``: less than the policy's own error; ``unknown``: the EVs are not known."""

MISTAKE, INACCURACY = 0.05, 0.005
"""Share of the pot (of the largest payoff where there is none): a choice that loses more is called so."""
ROUNDING = 1e-6
"""Chips, for payoffs of 1: values of spots with cards to come are right to single precision."""


def verdict_of(lost: float, pot: float | None, largest: float, error: float | None = None) -> Verdict:
    """The verdict on a decision.

    Args:
        lost: chips by which it falls short of the best action; NaN where EVs are not known.
        pot: chips in the middle at the decision; None in games without a pot.
        largest: the largest payoff of the game, chips.
        error: chips by which ``lost`` may be off; None: not known.

    >>> [verdict_of(lost, 100.0, 200.0, error=0.1) for lost in (0.0, 0.1, 0.5, 5.0, 5.1, float("nan"))]
    ['best', 'unsure', 'fine', 'inaccuracy', 'mistake', 'unknown']
    """
    if lost != lost:
        return "unknown"
    if lost <= ROUNDING * max(1.0, largest):
        return "best"
    if error is not None and lost <= error:
        return "unsure"
    share = lost / (pot or largest or 1.0)
    return "mistake" if share > MISTAKE else "inaccuracy" if share > INACCURACY else "fine"
