"""What a policy loses on one line: hand by hand, and by kind of hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import CLASS_NAMES
from pokerzoo.envs.poker.public_state import PublicState

Floats: TypeAlias = npt.NDArray[np.float64]
Int64s: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class KindLeak:
    """What all hands of a kind lose together in a public state.

    Attributes:
        kind: ``AKs``.
        chips: what they cost, chips a hand (one play of the game).
        weight: how often the actor has them here, as a part of all that they can have, 0 to 1.
        policy: [actions] how often they take each action; NaN where the actor never has them here.
        best_response: [actions] likewise the best response.
    """

    kind: str
    chips: float
    weight: float
    policy: Floats
    best_response: Floats


@dataclass(frozen=True, eq=False, repr=False)
class LineLeaks:
    """What each hand of the actor loses in a public state; made by ``Leaks.on``.

    Attributes:
        public: the public state.
        line: its line, cards between slashes: ``xb60c/2h/x``.
        player: who acts.
        actions: names of the actions.
        hands: names of all hands; the last index of the arrays.
        chips: float64 [hands] what each costs, chips a hand; 0 for those that cannot be here.
        best: int64 [hands] the place of the best response's action; -1 for those that cannot be here.
        strategy: float64 [actions, hands] of the policy; NaN for those that cannot be here.
        weight: float64 [hands] how often the actor has each hand here, summing to 1 (to 0 where nobody ever comes); None in
            games other than hold'em.
        kinds_of_hands: int32 [hands] index of each hand's kind in ``CLASS_NAMES``; None likewise.
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
    kinds_of_hands: npt.NDArray[np.int32] | None

    def __repr__(self) -> str:
        return f"<LineLeaks {self.line!r}: {self.chips.sum():.6g} chips a hand>"

    @property
    def here(self) -> npt.NDArray[np.bool_]:
        """[hands] which can be here."""
        return np.asarray(self.best >= 0)

    def kinds(self) -> list[KindLeak]:
        """Hold'em: the kinds of hand that can be here, in the order of ``CLASS_NAMES``; none in other games."""
        if self.weight is None or self.kinds_of_hands is None:
            return []
        here = self.here
        kinds = self.kinds_of_hands[here]
        best = np.arange(len(self.actions))[:, None] == self.best[here]

        def by_kind(values: Floats) -> Floats:
            return np.bincount(kinds, values, minlength=len(CLASS_NAMES)).astype(np.float64)

        chips, weight = by_kind(self.chips[here]), by_kind(self.weight[here])
        with np.errstate(invalid="ignore", divide="ignore"):
            policy, response = (
                np.stack([by_kind(self.weight[here] * row) for row in rows]) / weight for rows in (self.strategy[:, here], best)
            )
        return [
            KindLeak(CLASS_NAMES[k], float(chips[k]), float(weight[k]), policy[:, k], response[:, k])
            for k in np.unique(kinds).tolist()
        ]
