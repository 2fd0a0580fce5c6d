"""Ranges as they come up in play: the blueprint that comes with the package plays a hand to the street of a situation.

Both players play the blueprint's strategy. At each decision an action is drawn as often as the player's whole range takes it,
and the range keeps what each hand would do. Hands that end before the street, or are all-in there, are drawn anew. So boards,
lines and ranges come up about as often as between two such players. Cards that both ranges hold do not count in that.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.poker.cards import COMBO_TABLE, NUM_COMBOS

from .random_ranges import Floats, RandomStream, can_meet, hands_left

if TYPE_CHECKING:
    from pokerzoo.agents.blueprint.class_strategy import ClassStrategy

BLUEPRINT = "blueprint"
"""Name of this way to draw ranges."""
CHIPS = 50.0
"""Chips of a situation for one of the blueprint: blinds are 50 and 100, stacks 10,000. Bets are rounded to whole chips."""
DEALT = (0, 3, 4, 5)
"""Public cards by street."""


@lru_cache(1)
def strategy_of_blueprint() -> tuple[ClassStrategy, npt.NDArray[np.int64]]:
    """The blueprint's strategy, and for each of its hands the number among the 1,326."""
    from pokerzoo.agents.blueprint.shipped_blueprint import shipped_blueprint

    strategy = shipped_blueprint().class_strategy
    hands = np.array(strategy.tree.game.rules.hands)
    return strategy, COMBO_TABLE[hands[:, 0], hands[:, 1]].astype(np.int64)


def played_situation(cards: tuple[int, ...], draws: RandomStream) -> tuple[float, float, npt.NDArray[np.float32]]:
    """Pot, stack and ranges float32 [2, 1326] of a hand that comes to these public cards, in the order of dealing."""
    while True:
        found = _play(cards, draws)
        if found is not None and can_meet(found[2] > 0.0):
            return found


def _play(cards: tuple[int, ...], draws: RandomStream) -> tuple[float, float, npt.NDArray[np.float32]] | None:
    """One hand; None if it does not come so far, or nothing is left to bet."""
    from pokerzoo.envs.poker.public_state import PublicState

    strategy, numbers = strategy_of_blueprint()
    rules = strategy.tree.game.rules
    line, reach = rules.root.betting, np.ones((2, NUM_COMBOS))
    last, left = DEALT.index(len(cards)), hands_left(tuple(sorted(cards)))
    while not line.is_over:
        if line.card_due:
            line = line.deal()
            continue
        if line.num_deals == last:
            pot = line.pot * CHIPS
            stack = (rules.max_contribution - line.pot / 2.0) * CHIPS
            return pot, stack, np.array([_normalised(own, left) for own in reach], dtype=np.float32)
        dealt = tuple(cards[: DEALT[line.num_deals]])
        shares = np.zeros((len(line.moves), NUM_COMBOS))
        shares[:, numbers] = strategy.strategy(PublicState(line, dealt))
        own = reach[line.actor]
        taken = [fsum((share[left] * own[left]).tolist()) for share in shares]
        at, action = draws.one() * fsum(taken), 0
        while action < len(taken) - 1 and at >= taken[action]:
            at -= taken[action]
            action += 1
        reach[line.actor] = own * shares[action]
        line = line.after(action)
    return None


def _normalised(own: Floats, left: npt.NDArray[np.int64]) -> Floats:
    """float64 [1326], sum 1 over the hands that the board leaves."""
    found = np.zeros(NUM_COMBOS)
    found[left] = own[left] / fsum(own[left].tolist())
    return found
