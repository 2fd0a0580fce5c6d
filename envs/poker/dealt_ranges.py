"""The ranges of a poker game: how likely each player's hands are to be dealt."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from math import fsum, inf
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.parameters import is_finite

from .deck import Deck
from .hands_beside import pairs_beside, weights_beside

WRONG_WEIGHTS = "weights: must be for two players, or for three whose hands are two cards of a deck without copies"


@dataclass(frozen=True)
class Ranges:
    """Weights of the hands of each player: hands are dealt with probability proportional to their product.

    Attributes:
        deck: the cards; hands that share one are not dealt together.
        weights: for each of two or three players the weight of each hand of the deck; None: hands are dealt as the cards fall.

    Raises:
        ValueError: a weight that is negative or not finite, or ranges for other numbers of players.
    """

    deck: Deck
    weights: tuple[tuple[float, ...], ...] | None = None

    def __post_init__(self) -> None:
        for player, weights in enumerate(self.weights or ()):
            own = np.array(weights)
            if own.dtype == np.float64 and (own >= 0).all() and own.max(initial=0.0) < inf:
                continue  # nearly always, and found fast
            if not all(weight >= 0 and is_finite(weight) for weight in set(weights)):
                raise InputError(f"weights[{player}]: must be finite numbers, 0 or more")
        if self.weights and not (len(self.weights) == 2 or (len(self.weights) == 3 and self.deck.has_pair_hands)):
            raise InputError(WRONG_WEIGHTS)

    def __getstate__(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)}  # and nothing that was worked out from them

    @cached_property
    def weight_rows(self) -> npt.NDArray[np.float64]:
        """float64 [players, hands]: ``weights`` as an array."""
        assert self.weights is not None
        return np.array(self.weights, dtype=np.float64)

    @cached_property
    def first_weights(self) -> list[float]:
        """For each hand of the first player its weight times that of the others' hands that can be dealt with it."""
        with np.errstate(over="ignore"):  # the division by the sum reports that it is not finite
            result: list[float] = (self.weight_rows[0] * self.opposing_rows[0]).tolist()
        return result

    @cached_property
    def opposing_weight(self) -> tuple[tuple[float, ...], ...]:
        """For each player and each own hand the weight of the others' hands that can be dealt with it."""
        return tuple(map(tuple, self.opposing_rows.tolist()))

    @cached_property
    def opposing_rows(self) -> npt.NDArray[np.float64]:
        """float64 [players, hands]: ``opposing_weight`` as an array."""
        if len(self.weight_rows) == 3:
            one, two, three = self.weight_rows
            pairs = ((two, three), (one, three), (one, two))
            return np.array([pairs_beside(self.deck.hand_cards, len(self.deck.names), *pair) for pair in pairs])
        return np.array([self.weights_beside(own) for own in self.weight_rows[::-1]])

    def weights_beside(self, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """``weights_beside`` of this deck's hands."""
        return weights_beside(self.deck.hand_cards, len(self.deck.names), weights)

    @cached_property
    def dealable(self) -> tuple[tuple[bool, ...], ...]:
        """For each player, True for hands that can be dealt, given ranges."""
        return tuple(map(tuple, self.dealable_rows.tolist()))

    @cached_property
    def dealable_rows(self) -> npt.NDArray[np.bool_]:
        """Bool [players, hands]: ``dealable`` as an array."""
        return np.asarray((self.weight_rows > 0) & (self.opposing_rows > 0))

    @cached_property
    def pair_weight(self) -> float:
        """Sum over all ways to deal each player a hand of the products of their weights; infinity if it is too large."""
        try:
            return fsum(self.first_weights)
        except OverflowError:
            return inf
