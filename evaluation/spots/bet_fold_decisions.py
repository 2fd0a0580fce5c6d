"""The bet/fold game, where each player acts once: values of decisions by combinatorics, for any number of cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pokerzoo.agents import Playable, profile
from pokerzoo.envs import State
from pokerzoo.envs.games.bet_fold import BetFoldGame
from pokerzoo.envs.games.bet_fold_exact import action_values
from pokerzoo.envs.support.arrays import Floats

from .decision_values import DecisionValues


class BetFoldDecisions(DecisionValues):
    """Values of all decisions of the bet/fold game."""

    game: BetFoldGame

    def __init__(self, game: BetFoldGame, policies: Playable | Sequence[Playable]) -> None:
        super().__init__(game, profile(game, policies))
        self._shares = self.policy.probabilities.reshape(game.num_players, game.num_cards, 2)
        bets, folds = action_values(game, self._shares[:, :, 1])
        self._ev = np.stack([folds, bets], axis=2)

    def _numbers(self, state: State) -> tuple[Floats, Floats]:
        player = state.current_player
        card = self.game.infosets.index(state.infoset_key(player)) - player * self.game.num_cards
        return self._shares[player, card], self._ev[player, card]
