"""Reaches and values at every public state of a spot in prize money, and the choice among all that tell them."""

from __future__ import annotations

import numpy as np

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.compiled.simd import pack_rows, unpack_rows, zero_rows
from pokerzoo.envs.compiled.three_way_prizes import End, make_prizes, pay_prizes
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats

from .spot_values import SpotValues, Street
from .three_way_values import ThreeWayValues, WalkedStreets


class PrizeValues(SpotValues):
    """``SpotValues`` in prize money: showdowns by pairs of hands, as ties have their own worth; rivers one after the other."""

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


class ThreeWayPrizeValues(ThreeWayValues):
    """``ThreeWayValues`` in prize money."""

    def at_ends(self, walked: WalkedStreets) -> Floats:
        found, publics = np.zeros(walked.reach.shape), walked.publics
        ends: list[End] = [(public.board, (node,) * 3, public.betting) for node, public in enumerate(publics) if public.is_over]
        if not ends:
            return found
        terminals = make_prizes(self.game, ends, {publics[0].board: 1.0})
        rows = [pack_rows(self.lanes, own) for own in walked.reach]
        for player in range(3):
            one, two = (own for other, own in enumerate(rows) if other != player)
            out = zero_rows(self.lanes, len(publics))
            pay_prizes(self.lanes, terminals, player, one, two, out)
            found[player] = unpack_rows(self.lanes, out, len(self.game.rules.hands))
        return found


def spot_values(game: PokerGame, policy: TabularPolicy) -> SpotValues | ThreeWayValues:
    """Reaches and values of a policy, for two players or three, in chips or prize money."""
    prizes = game.rules.tournament is not None
    if game.num_players == 3:
        return ThreeWayPrizeValues(game, policy) if prizes else ThreeWayValues(game, policy)
    return PrizeValues(game, policy) if prizes else SpotValues(game, policy)
