"""Flops of a game from the blinds on: all, or some with weights that stand for all."""

from __future__ import annotations

from functools import lru_cache

from pokerzoo.envs.poker.card_draws import CardSets, all_sets
from pokerzoo.envs.poker.cards import CARD_NAMES
from pokerzoo.envs.poker.flop_subsets import MIN_FLOPS, NUM_FLOPS, flop_subset
from pokerzoo.envs.poker.suits import CARD_PERMUTATIONS
from pokerzoo.envs.support.errors import ParameterError

ALL, SUBSET = "all", "flops:"


def check_flops(flops: object, whole_deck: bool = True) -> str:
    """The name of a set of flops; ValueError unless it is ``"all"`` or ``"flops:N"``."""
    if flops == ALL:
        return ALL
    number = flops.removeprefix(SUBSET) if isinstance(flops, str) and flops.startswith(SUBSET) else ""
    if not number.isdecimal() or not number.isascii() or not MIN_FLOPS <= int(number[:9]) <= NUM_FLOPS:
        raise ParameterError("flops", flops, f"must be 'all' or 'flops:N', N from {MIN_FLOPS} to {NUM_FLOPS:,}, as 'flops:25'")
    if not whole_deck:
        raise ParameterError("flops", flops, "must be 'all' unless the deck has 52 cards")
    return ALL if int(number) == NUM_FLOPS else f"{SUBSET}{int(number)}"


@lru_cache(4)
def deal_weights(flops: str) -> tuple[int, ...]:
    """``PokerRules.deal_weights`` of a checked set of flops; empty for all.

    A flop stands for the real flops that differ from it by suits, which share its weight.
    """
    if flops == ALL:
        return ()
    subset = flop_subset(int(flops.removeprefix(SUBSET)))
    number = CardSets(all_sets(len(CARD_NAMES), 3)).number
    weights = [0] * len(number)
    for cards, weight in zip(subset.sets.tolist(), subset.sizes.tolist(), strict=True):
        flop = [card for card in range(len(CARD_NAMES)) if cards >> card & 1]
        for exchange in CARD_PERMUTATIONS:
            weights[number[frozenset([exchange[card] for card in flop])]] += weight
    return tuple(weights)
