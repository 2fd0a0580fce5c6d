"""EV lost on one line, by hand and by hand class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.drawing.colours import named_colours
from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.line_words import line_heading
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.records import Chips, Percent, Record, Share

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
        >>> first = leaks(game, "random").on("b50").hand_class_leaks[0]
        >>> first.hand_class, round(first.chips, 3), first.policy.round(3), first.best_response
        ('AQs', 1.646, array([0.333, 0.333, 0.333]), array([0., 0., 1.]))
    """

    hand_class: str
    chips: Chips
    weight: Share
    policy: Floats
    best_response: Floats


@dataclass(frozen=True)
class LeakAmount(Record):
    """EV lost in all units.

    Attributes:
        chips: chips a hand.
        pot_percent: in percent of the starting pot, where there is one.
        share: as a part of NashConv, 0 to 1.
    """

    chips: Chips
    pot_percent: Percent | None
    share: Share


@dataclass(frozen=True, eq=False, repr=False)
class LineLeaks(Record):
    """EV lost by each hand of the player who acts in a public state; made by ``Leaks.on``.

    Its JSON object has the hands that can be here, and lists in their order.

    Attributes:
        public: the public state.
        line: its line, cards between slashes: ``xb60c/2h/x``.
        player: the player who acts.
        name: what the player is called.
        total: EV lost by all hands together.
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

    told = (
        "line", "when", "player", "name", "actions", "colours", "total", "hands=hands_here", "chips=chips_here",
        "best=best_here", "strategy=strategy_here", "weight=weight_here", "hand_classes=hand_class_leaks",
    )  # fmt: skip

    public: PublicState
    line: str
    player: int
    name: str
    total: LeakAmount
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

    @property
    def when(self) -> str:
        """The line in words."""
        return line_heading(self.line)

    @property
    def colours(self) -> list[str]:
        """Colours of the actions, as in all pictures."""
        return named_colours(self.actions)

    @property
    def hands_here(self) -> list[str]:
        """Names of the hands that can be here."""
        return [self.hands[k] for k in np.flatnonzero(self.here)]

    @property
    def chips_here(self) -> list[float]:
        """EV lost with each, chips a hand."""
        found: list[float] = self.chips[self.here].tolist()
        return found

    @property
    def best_here(self) -> list[int]:
        """Index of the best response's action with each."""
        found: list[int] = self.best[self.here].tolist()
        return found

    @property
    def strategy_here(self) -> list[list[float]]:
        """[hands][actions] of the policy."""
        found: list[list[float]] = self.strategy[:, self.here].T.tolist()
        return found

    @property
    def weight_here(self) -> list[float] | None:
        """Part of the player's range that each is here; None in games other than hold'em."""
        return None if self.weight is None else self.weight[self.here].tolist()

    @property
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
