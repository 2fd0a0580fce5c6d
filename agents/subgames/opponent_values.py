"""Values of the opponent's hands in a solution, to which the next one is held."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import Form, is_by_boards
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.compiled.street_evaluator import ResponseValues, StreetEvaluator
from pokerzoo.envs.support.arrays import Floats


@dataclass(frozen=True, eq=False)
class OpponentValues:
    """Counterfactual values of a best response to a player's strategy, float64 [hands of the whole] each.

    A hand's value is the sum over the player's hands that share no card with it: weight there times net chips. These are the
    weights of the player's range as it is kept from street to street. So values of one solution can be used in the next.
    """

    at: dict[Line, Floats]  # at each decision of the opponent on the first street
    spread: Callable[[Floats], Floats]  # from the form's values by hand to these
    response: ResponseValues | None = None  # None on a river, after which no street starts
    deals: int = 1  # cards that may come next

    def after(self, line: Line, card: int) -> Floats:
        """Values where the next street starts: after a line of this one and a card."""
        assert self.response is not None
        return self.spread(self.response.after(self.response.entries[line], (card,)) * self.deals)


def opponent_values(
    form: Form, rows: AllRows, opponent: int, spread: Callable[[Floats], Floats], threads: int | None
) -> OpponentValues:
    """The values of a player in a solution, whose rows these are."""
    result: dict[Line, Floats] = {}
    if is_by_boards(form):
        response = StreetEvaluator(form, None, threads).values_of_best_response(opponent, rows)
        for point, (first, actions, _) in zip(form.points[0][opponent], form.plan.points_of(0, opponent).tolist(), strict=True):
            result[form.infosets.points[point].line] = spread(response.sequences[first : first + actions].max(axis=0))
        return OpponentValues(result, spread, response, form.game.rules.deal_ways(0))
    evaluator = Evaluator(form)
    evaluator.evaluate_cumulative(rows)
    wide = unpack_rows(form.lanes, evaluator.best_utilities(evaluator.shares)[opponent], form.num_lanes).astype(np.float64)
    plex = form.treeplexes[opponent]
    for public, first, actions in zip(form.points[opponent], plex.first.tolist(), plex.actions.tolist(), strict=True):
        result[public.line] = spread(wide[first : first + actions].max(axis=0))
    return OpponentValues(result, spread)
