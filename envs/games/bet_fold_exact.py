"""Exact values in the bet/fold game, whatever the number of players: combinatorics over the others' cards, no enumeration.

Cards are dealt without replacement. With card c, a bet wins if every other bettor's card is lower: the others above c must all
fold. Over the cards above c that is an elementary symmetric polynomial of their fold probabilities; below c all may do
anything, so only the number of ways and the expected number of bettors count.

For a *profile* of different strategies players are told apart. The sums go over which of them have a card below c. The
products of fold probabilities above c are summed over all ways to hand cards to players (a permanent, built card by card).
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np

from pokerzoo.envs.measurement import PolicyEvaluator
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.kernels import kernel

from .bet_fold import BetFoldGame, Prices, net_chips

net_chips_kernel = kernel(net_chips, cached=False)
"""``net_chips`` for kernels."""

MAX_PROFILE_PLAYERS = 14
"""Profiles of more players are refused: work and memory double with each."""


def common_values(game: BetFoldGame, bet: Floats) -> tuple[Floats, Floats]:
    """(value of a bet, value of a fold) with each card, in chips, if all others play the same strategy."""
    ways, deals = card_counts(game.num_players, game.num_cards)
    return common_values_kernel(game.prices, bet, ways, deals)


@lru_cache(maxsize=8)
def card_counts(num_players: int, num_cards: int) -> tuple[Floats, float]:
    """float64 [cards, players], number of cards below choose k; and in how many ways all others together can be dealt."""
    ways = np.array([[float(comb(below, k)) for k in range(num_players)] for below in range(num_cards)])
    return ways, float(comb(num_cards - 1, num_players - 1))


@kernel
def common_values_kernel(prices: Prices, bet: Floats, ways: Floats, deals: float) -> tuple[Floats, Floats]:
    """``common_values``; ``ways[b, k]`` is b choose k (float64 [cards, players]), ``deals`` the number of the others' hands."""
    cards, num_players = ways.shape
    others = num_players - 1
    above = np.zeros((cards, num_players))  # e_k of the fold probabilities above each card
    sums = np.zeros(num_players)
    sums[0] = 1.0
    for card in range(cards - 1, -1, -1):
        above[card] = sums
        for k in range(others, 0, -1):
            sums[k] += (1.0 - bet[card]) * sums[k - 1]
    below = np.zeros(num_players)
    below[0] = 1.0
    bettors = 0.0
    bets, folds = np.empty(cards), np.empty(cards)
    for card in range(cards):
        win = all_fold = beaten = 0.0
        for k in range(num_players):
            rest = above[card, others - k]
            win += ways[card, k] * rest
            all_fold += below[k] * rest
            if k > 0 and card > 0:
                beaten += bettors * ways[card - 1, k - 1] * rest
        win, all_fold, beaten = win / deals, all_fold / deals, beaten / deals
        bets[card] = prices.beaten * beaten + prices.won * win + prices.lost * (1.0 - win)
        folds[card] = prices.fold * (1.0 - all_fold)
        for k in range(others, 0, -1):
            below[k] += (1.0 - bet[card]) * below[k - 1]
        bettors += bet[card]
    return bets, folds


def profile_values(game: BetFoldGame, bet: Floats) -> tuple[Floats, Floats]:
    """(value of a bet, value of a fold) for each player with each card, float64 [players, cards] each, in chips."""
    check_profile_players(len(bet))
    return profile_values_kernel(game.prices, bet)


def check_profile_players(players: int) -> None:
    """ValueError with more than ``MAX_PROFILE_PLAYERS``."""
    if players > MAX_PROFILE_PLAYERS:
        raise ValueError(
            f"num_players={players}: profiles of different strategies are exact up to {MAX_PROFILE_PLAYERS} players"
        )


@kernel
def profile_values_kernel(prices: Prices, bet: Floats) -> tuple[Floats, Floats]:
    """``profile_values``; ``bet`` is float64 [players, cards], a subset of the players is a number with their bits."""
    players, cards = bet.shape
    subsets = 1 << players
    size = np.zeros(subsets, np.int64)
    for subset in range(1, subsets):
        size[subset] = size[subset >> 1] + (subset & 1)
    above = np.zeros((cards, subsets))  # products of fold probabilities, summed over all ways to hand out the cards above
    sums = np.zeros(subsets)
    sums[0] = 1.0
    for card in range(cards - 1, -1, -1):
        above[card] = sums
        for subset in range(subsets - 1, 0, -1):
            for player in range(players):
                if subset >> player & 1:
                    sums[subset] += (1.0 - bet[player, card]) * sums[subset ^ (1 << player)]
    deals = 1.0
    for k in range(players - 1):
        deals *= cards - 1 - k
    below = np.zeros(subsets)
    below[0] = 1.0
    bettors = np.zeros(players)
    ways = np.empty(players + 1)  # ways to hand k of the cards below to k players
    fewer = np.empty(players + 1)  # the same with one dead card
    bets, folds = np.empty((players, cards)), np.empty((players, cards))
    for card in range(cards):
        ways[0] = fewer[0] = 1.0
        for k in range(players):
            ways[k + 1] = ways[k] * max(card - k, 0)
            fewer[k + 1] = fewer[k] * max(card - 1 - k, 0)
        for player in range(players):
            others = (subsets - 1) ^ (1 << player)
            win = all_fold = beaten = 0.0
            lower = others
            while True:
                rest = above[card, others ^ lower]
                win += ways[size[lower]] * rest
                all_fold += below[lower] * rest
                if lower > 0:
                    mean = 0.0
                    for other in range(players):
                        if lower >> other & 1:
                            mean += bettors[other]
                    beaten += mean * fewer[size[lower] - 1] * rest
                if lower == 0:
                    break
                lower = (lower - 1) & others
            win, all_fold, beaten = win / deals, all_fold / deals, beaten / deals
            bets[player, card] = prices.beaten * beaten + prices.won * win + prices.lost * (1.0 - win)
            folds[player, card] = prices.fold * (1.0 - all_fold)
        for subset in range(subsets - 1, 0, -1):
            for player in range(players):
                if subset >> player & 1:
                    below[subset] += (1.0 - bet[player, card]) * below[subset ^ (1 << player)]
        for player in range(players):
            bettors[player] += bet[player, card]
    return bets, folds


class BetFoldEvaluator(PolicyEvaluator):
    """Values and best responses in the bet/fold game; no number of cards is too large, 14 different strategies are the most.

    Attributes:
        game: the game.
        alike: whether all players play the strategy of the first; None: looked up in the policy.
    """

    method = "best responses by combinatorics over the others' cards"

    def __init__(self, game: BetFoldGame, alike: bool | None = None) -> None:
        self.game: BetFoldGame = game
        self.alike = alike
        self._better = np.zeros((game.num_players, game.num_cards), dtype=np.bool_)
        self._card_gains = np.zeros((game.num_players, game.num_cards))

    def action_values(self, bet: Floats) -> tuple[Floats, Floats]:
        """(value of a bet, value of a fold) for each player with each card, float64 [players, cards] each, in chips."""
        if self.alike or (self.alike is None and np.all(bet == bet[0])):
            bets, folds = common_values(self.game, bet[0].copy())
            return np.tile(bets, (len(bet), 1)), np.tile(folds, (len(bet), 1))
        return profile_values(self.game, np.ascontiguousarray(bet))

    def evaluate_policy(self, probabilities: Floats) -> tuple[Floats, Floats]:
        fold, bet = np.moveaxis(probabilities.reshape(self.game.num_players, self.game.num_cards, 2), 2, 0)
        bets, folds = self.action_values(bet)
        values, best = bet * bets + fold * folds, np.maximum(bets, folds)
        self._better, self._card_gains = bets > folds, best - values
        return values.mean(axis=1), best.mean(axis=1)

    def card_gains(self) -> Floats:
        """float64 [players, cards]: what each player's best response gained with each card in the last ``evaluate_policy``."""
        return self._card_gains

    def best_responses(self) -> Floats:
        return self.game.entries_of(self._better.astype(np.float64))
