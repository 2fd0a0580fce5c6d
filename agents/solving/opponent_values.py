"""Values of the opponent's hands in a solution, to which the next one is held."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import Form, is_by_boards
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.compiled.street_evaluator import ResponseValues, StreetEvaluator
from pokerzoo.envs.compiled.terminal_chips import pair_weight
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.subgames import combo_numbers
from pokerzoo.envs.poker.cards import NUM_COMBOS
from pokerzoo.envs.support.arrays import Floats


@dataclass(frozen=True, eq=False)
class OpponentValues:
    """Counterfactual values of a best response to the agent's strategy, float64 [1326] each.

    A hand's value is the sum over the agent's hands that share no card with it: weight there times net chips. These are the
    weights of the agent's range as it is kept from street to street. So values of one solution can be used in the next.
    """

    at: dict[Line, Floats]  # at each decision of the opponent on the first street
    game: HoldemGame
    factor: float  # from the form's values to these
    response: ResponseValues | None  # None on a river, after which no street starts

    def after(self, line: Line, card: int) -> Floats:
        """Values where the next street starts: after a line of this one and a card."""
        assert self.response is not None
        deals = self.game.rules.deal_ways(0)
        return self._spread(self.response.after(self.response.entries[line], (card,)) * deals)

    def _spread(self, values: Floats) -> Floats:
        """Values by hand of the spot as values of all combos."""
        return spread(self.game, values * self.factor)


def spread(game: HoldemGame, values: Floats) -> Floats:
    """Numbers [hands of a spot] as [1326]: 0 for other hands."""
    found = np.zeros(NUM_COMBOS)
    found[combo_numbers(game)] = values
    return found


def unit_of_values(game: HoldemGame, agent: int, own: Floats) -> float:
    """Factor from values of a spot's form to those by the weights of the agent's range; ``own``: float64 [1326], that range."""
    assert game.rules.weights is not None
    return pair_weight(game.rules) * float(own.max()) / max(game.rules.weights[agent])


def opponent_values(form: Form, rows: AllRows, agent: int, own: Floats, threads: int | None) -> OpponentValues:
    """The values of the opponent of a spot's player in a solution; ``own``: float64 [1326], the player's range."""
    game, other = form.game, 1 - agent
    assert isinstance(game, HoldemGame)
    factor = unit_of_values(game, agent, own)
    found: dict[Line, Floats] = {}
    if is_by_boards(form):
        response = StreetEvaluator(form, None, threads).values_of_best_response(other, rows)
        for point, (first, actions, _) in zip(form.points[0][other], form.plan.points_of(0, other).tolist(), strict=True):
            best = response.sequences[first : first + actions].max(axis=0)
            found[form.infosets.points[point].line] = spread(game, best * factor)
        return OpponentValues(found, game, factor, response)
    evaluator = Evaluator(form)
    evaluator.evaluate_cumulative(rows)
    wide = unpack_rows(form.lanes, evaluator.best_utilities(evaluator.shares)[other], form.num_lanes).astype(np.float64)
    plex = form.treeplexes[other]
    for public, first, actions in zip(form.points[other], plex.first.tolist(), plex.actions.tolist(), strict=True):
        found[public.line] = spread(game, wide[first : first + actions].max(axis=0) * factor)
    return OpponentValues(found, game, factor, None)
