"""EV lost on one line, by hand and by hand class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.records import Chips, Record, Share

Floats: TypeAlias = npt.NDArray[np.float64]
Int64s: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class HandClassLeak(Record):
    """EV lost by all hands of a class together in a public state of hold'em.

    Attributes:
        hand_class: the hand class, ``AKs``.
        chips: EV lost, chips a hand (one play of the game).
        weight: their part of the range of the player who acts here, 0 to 1.
        policy: [actions] how often they take each action; NaN where the player never has them here.
        best_response: [actions] the same for the best response.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import leaks
        >>> game = make_game(
        ...     "holdem", board="QsJh2h8d3c", ranges=("QQ+,AKs", "JJ-99,AQs"), pot=100, stack=100, bet_sizes="50%"
        ... )
        >>> first = leaks(game, "random").on("b50").hand_class_leaks()[0]
        >>> first.hand_class, round(first.chips, 3), first.policy.round(3), first.best_response
        ('AQs', 1.646, array([0.333, 0.333, 0.333]), array([0., 0., 1.]))
    """

    hand_class: str
    chips: Chips
    weight: Share
    policy: Floats
    best_response: Floats


@dataclass(frozen=True, eq=False, repr=False)
class LineLeaks:
    """EV lost by each hand of the player who acts in a public state; made by ``Leaks.on``.

    Attributes:
        public: the public state.
        line: its line, cards between slashes: ``xb60c/2h/x``.
        player: the player who acts.
        actions: names of the actions.
        hands: names of all hands; the last index of the arrays.
        chips: float64 [hands]: EV lost with each, chips a hand; 0 for hands that cannot be here.
        best: int64 [hands]: index of the best response's action; -1 for hands that cannot be here.
        strategy: float64 [actions, hands]: of the policy; NaN for hands that cannot be here.
        weight: float64 [hands]: part of the player's range that each hand is here. The sum is 1, or 0 at a node that is
            never reached. None in games other than hold'em.
        hand_classes: int32 [hands]: index of each hand's class in ``CLASS_NAMES``; None in games other than hold'em.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import leaks
        >>> game = make_game(
        ...     "holdem", board="QsJh2h8d3c", ranges=("QQ+,AKs", "JJ-99,AQs"), pot=100, stack=100, bet_sizes="50%"
        ... )
        >>> found = leaks(game, "random").on("b50")
        >>> found.player, found.actions, round(float(found.chips.sum()), 2)
        (1, ('fold', 'call', 'raise to 100'), 14.71)
    """

    public: PublicState
    line: str
    player: int
    actions: tuple[str, ...]
    hands: tuple[str, ...]
    chips: Floats
    best: Int64s
    strategy: Floats
    weight: Floats | None
    hand_classes: npt.NDArray[np.int32] | None

    def __repr__(self) -> str:
        return f"<LineLeaks {self.line!r}: {self.chips.sum():.6g} chips a hand>"

    @property
    def here(self) -> npt.NDArray[np.bool_]:
        """Hands that can be here: bool [hands]."""
        return np.asarray(self.best >= 0)

    def hand_class_leaks(self) -> list[HandClassLeak]:
        """Hold'em: the hand classes that can be here, in the order of ``CLASS_NAMES``; none in other games."""
        if self.weight is None or self.hand_classes is None:
            return []
        here = self.here
        classes = self.hand_classes[here]
        best = np.arange(len(self.actions))[:, None] == self.best[here]

        def by_class(values: Floats) -> Floats:
            return np.bincount(classes, values, minlength=len(CLASS_NAMES)).astype(np.float64)

        chips, weight = by_class(self.chips[here]), by_class(self.weight[here])
        with np.errstate(invalid="ignore", divide="ignore"):
            policy, response = (
                np.stack([by_class(self.weight[here] * row) for row in rows]) / weight
                for rows in (self.strategy[:, here], best)
            )
        return [
            HandClassLeak(CLASS_NAMES[k], float(chips[k]), float(weight[k]), policy[:, k], response[:, k])
            for k in np.unique(classes).tolist()
        ]
