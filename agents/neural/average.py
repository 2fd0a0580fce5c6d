"""The average of strategies over iterations by own reach, for games whose infosets are listed."""

from __future__ import annotations

from pokerzoo.agents.policies.policy_tables import MAX_QUESTIONS
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import form_of, is_by_boards
from pokerzoo.envs.compiled.rows_form import RowsForm
from pokerzoo.envs.compiled.treeplex import reach_down
from pokerzoo.envs.environments.infoset_observations import infoset_observations
from pokerzoo.envs.infosets import may_have_tree
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.arrays import Floats

MOST_AVERAGED = 20_000
"""Infosets: the network is asked about all of them in each iteration."""


class AverageStrategy:
    """The average strategy, weighted by own reach (Zinkevich, Johanson, Bowling, Piccione 2007, equation 4)."""

    def __init__(self, form: RowsForm) -> None:
        game = form.game
        self.observations = infoset_observations(game)
        self.legal = game.infosets.masks(game.num_distinct_actions) == 1
        self._form = form
        self._reaches = form.new_reaches()
        self.cumulative = form.new_rows()

    def add(self, probabilities: Floats, weight: float) -> None:
        """Add a strategy: probabilities [infosets, actions], zero where not legal."""
        form = self._form
        # Legal actions are listed in ascending order, and policies have one infoset after the other, as here.
        strategy = form.rows_from_policy(probabilities[self.legal])
        for plex, row, reach, total in zip(form.treeplexes, strategy, self._reaches, self.cumulative, strict=True):
            reach_down(form.lanes, plex, 0, form.lanes.blocks, row, reach)
            total += weight * reach

    def probabilities(self) -> Floats:
        """float64 [entries]: the average; uniform where no strategy ever got to."""
        return self._form.policy_from_rows(self._form.shares(self.cumulative))


def listed_form(game: Game) -> RowsForm | None:
    """The compiled form of a game by which strategies are averaged; None where its infosets are too many."""
    if not is_listed(game) or len(game.infosets) > MOST_AVERAGED:
        return None
    form = form_of(game)
    return None if is_by_boards(form) else form


def is_listed(game: Game) -> bool:
    """True if all infosets can be listed, so that a network can be tabulated and measured exactly."""
    known = isinstance(game, PokerGame) or (game.numbered and may_have_tree(game))
    return known and len(game.infosets) <= MAX_QUESTIONS
