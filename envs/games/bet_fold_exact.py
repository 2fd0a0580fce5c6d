"""Exact values in the bet/fold game for any number of players: combinatorics over the others' cards, no enumeration.

Cards are dealt without replacement. With card c, a bet wins if every other bettor's card is lower: the others above c must all
fold. So the sums go over how many of each group of others who play alike have a card above c and how many have one below:
above, the product of fold probabilities, summed over all ways to hand cards to them; below all may do anything, so only the
number of ways and the expected number of bettors count. If all others play alike, these are elementary symmetric polynomials;
if no two do, permanents, built card by card.
"""

from __future__ import annotations

import numpy as np

from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.kernels import kernel

from .bet_fold import BetFoldGame, Prices, net_chips

net_chips_kernel = kernel(net_chips, cached=False)
"""``net_chips`` for kernels."""

MAX_SETS = 2**13
"""How many others of each group there are to be above a card: more such sets are refused."""
TOO_MANY_SETS = "profiles of different strategies are exact up to 14 players; of players who play alike there may be more"


def action_values(game: BetFoldGame, bet: Floats) -> tuple[Floats, Floats]:
    """(value of a bet, value of a fold) for each player with each card, float64 [players, cards] each, in chips."""
    first, _, strategy = alike(bet)
    result = [values_against(game.prices, np.delete(bet, player, axis=0)) for player in first.tolist()]
    bets, folds = (np.stack(by_player)[strategy] for by_player in zip(*result, strict=True))
    return bets, folds


def card_gains(game: BetFoldGame, bet: Floats) -> Floats:
    """float64 [players, cards]: what each player's best response gains with each card, in chips."""
    bets, folds = action_values(game, bet)
    return np.asarray(np.maximum(bets, folds) - (bet * bets + (1.0 - bet) * folds))


def common_values(game: BetFoldGame, bet: Floats) -> tuple[Floats, Floats]:
    """(value of a bet, value of a fold) with each card, in chips, if all others play the same strategy."""
    return values_against_groups(game.prices, bet[None], np.array([game.num_players - 1]))


@kernel
def values_against(prices: Prices, bet: Floats) -> tuple[Floats, Floats]:
    """(value of a bet, value of a fold) with each card, against others who bet with probability ``bet`` [others, cards].

    ValueError if too many of them play differently.
    """
    first, sizes, _ = alike(bet)
    return values_against_groups(prices, bet[first], sizes)


@kernel
def alike(bet: Floats) -> tuple[Int64s, Int64s, Int64s]:
    """Groups of players who bet alike: the first player of each, how many they are, and each player's group."""
    players, cards = bet.shape
    first, sizes, group_of = np.empty(players, np.int64), np.zeros(players, np.int64), np.empty(players, np.int64)
    groups = 0
    for player in range(players):
        group = 0
        while group < groups:
            card = 0
            while card < cards and bet[first[group], card] == bet[player, card]:
                card += 1
            if card == cards:
                break
            group += 1
        if group == groups:
            first[group] = player
            groups += 1
        group_of[player] = group
        sizes[group] += 1
    return first[:groups], sizes[:groups], group_of


@kernel
def values_against_groups(prices: Prices, bet: Floats, sizes: Int64s) -> tuple[Floats, Floats]:
    """``values_against`` groups of so many players each who bet with probability ``bet`` [groups, cards].

    A set, so many players of each group, is a number whose digits these are. Its complement has the digits that are left.
    """
    groups, cards = bet.shape
    others = sizes.sum()
    strides = np.ones(groups + 1, np.int64)
    for group in range(groups):
        strides[group + 1] = strides[group] * (sizes[group] + 1)
        if strides[group + 1] > MAX_SETS:
            raise InputError(TOO_MANY_SETS)
    sets = strides[groups]
    size = np.zeros(sets, np.int64)
    orders = np.ones(sets)  # ways to share out a set's cards among its groups
    for subset in range(1, sets):
        group = 0
        while subset // strides[group] % (sizes[group] + 1) == 0:
            group += 1
        smaller = subset - strides[group]
        size[subset] = size[smaller] + 1
        orders[subset] = orders[smaller] * size[subset] / (subset // strides[group] % (sizes[group] + 1))
    bets_with, folds_with = bet.T.copy(), 1.0 - bet.T  # [cards, groups]
    above = np.zeros((cards, sets))  # products of fold probabilities, summed over all ways to hand out the cards above
    above[cards - 1, 0] = 1.0
    for card in range(cards - 1, 0, -1):
        above[card - 1] = above[card]
        add_card(above[card], folds_with[card], strides, above[card - 1])
    ways = np.zeros(others + 1)  # ways to choose k of the cards below
    ways[0] = 1.0
    fewer = np.zeros(others + 1)  # ways to choose k - 1 of them but one
    below = np.zeros(sets)  # as ``above``, of the cards below
    below[0] = 1.0
    bettors = np.zeros(sets)  # orders of a set of which one player has a certain card below, summed over what that one bets
    last = np.empty(sets)
    bets, folds = np.empty(cards), np.empty(cards)
    deals = orders[sets - 1]
    for k in range(others):
        deals *= (cards - 1 - k) / (k + 1)
    for card in range(cards):
        win = all_fold = beaten = 0.0
        for lower in range(sets):
            rest = above[card, sets - 1 - lower]
            win += ways[size[lower]] * orders[lower] * rest
            all_fold += below[lower] * rest
            beaten += fewer[size[lower]] * bettors[lower] * rest
        win, all_fold, beaten = win / deals, all_fold / deals, beaten / deals
        bets[card] = prices.beaten * beaten + prices.won * win + prices.lost * (1.0 - win)
        folds[card] = prices.fold * (1.0 - all_fold)
        last[:] = below
        add_card(last, folds_with[card], strides, below)
        add_card(orders, bets_with[card], strides, bettors)
        for k in range(others, 0, -1):
            fewer[k] = ways[k - 1]
            ways[k] += ways[k - 1]
    return bets, folds


@kernel
def add_card(sums: Floats, weights: Floats, strides: Int64s, out: Floats) -> None:
    """Add to each set's number in ``out`` those in ``sums`` of the sets without one player, times the weight of the group."""
    for group in range(weights.shape[0]):
        weight, stride = weights[group], strides[group]
        for start in range(stride, sums.shape[0], strides[group + 1]):
            for subset in range(start, start + strides[group + 1] - stride):
                out[subset] += weight * sums[subset - stride]
