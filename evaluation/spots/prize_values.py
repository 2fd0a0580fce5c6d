"""Reaches and values at every public state of a spot for two in prize money: a tie is worth its own amount there."""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats

from .spot_values import SpotValues, Street


class PrizeValues(SpotValues):
    """``SpotValues`` in prize money: showdowns by pairs of hands, rivers one after the other."""

    def _at_ends(self, street: Street, ends: list[int]) -> Floats:
        values = np.zeros_like(street.reach[:, ends])
        board = street.publics[0].board
        held = self.dealable & self.alive(board)
        shown = [place for place, node in enumerate(ends) if not any(street.publics[node].folded)]
        beats = self._beats(board) if shown else np.zeros((0, 0))
        for player in range(2):
            for place, node in enumerate(ends):
                line = street.publics[node].betting
                if place not in shown:
                    paid = line.payoffs((line.folded.index(False),))[player]
                    values[player, place] = paid * street.opponent_reach[player, node]
            if not shown:
                continue
            lines = [street.publics[ends[place]].betting for place in shown]
            win, loss, tie = np.array(
                [[line.payoffs(winners)[player] for line in lines] for winners in ((player,), (1 - player,), (0, 1))]
            )[:, :, None]
            reach = street.reach[1 - player, [ends[place] for place in shown]]
            worse, better = reach @ (beats > 0).T, reach @ (beats < 0).T
            alike = street.opponent_reach[player, [ends[place] for place in shown]] - worse - better
            values[player, shown] = (win * worse + loss * better + tie * alike) * held[player]
        return values

    def card_values(self, public: PublicState) -> Floats:
        chance = 1.0 / self.unseen(len(self.dealt(public)))
        return chance * np.stack([self.values_from(public.deal(card))[:, 0] for card in self.cards_due(public)], axis=1)

    def sum_over_cards(self, public: PublicState) -> Floats:
        return np.asarray(self.card_values(public).sum(axis=1))
