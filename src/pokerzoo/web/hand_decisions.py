"""A player's decisions in a whole hand: the strategy with the hand that they held, and with all hands that they could hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pokerzoo.agents.solving.solve import Solve
from pokerzoo.envs.drawing.colours import named_colours
from pokerzoo.envs.poker.cards import CLASS_NAMES, unblocked
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.state import TexasHoldemState


@dataclass(frozen=True, eq=False)
class HandDecision:
    """A decision in a whole hand, as the player to act made it.

    Attributes:
        state: before it.
        action: what was done.
        strategy: float64 [legal actions, hands]: the probability of each action with each hand.
        range: float64 [hands]: how likely the player has come here with each hand, given that it was dealt.
        solve: what was solved at the table for it; None: nothing.
    """

    state: TexasHoldemState
    action: int
    strategy: Floats
    range: Floats
    solve: Solve | None = None

    @property
    def names(self) -> list[str]:
        """The actions by name."""
        return [self.state.action_name(action) for action in self.state.legal_actions()]

    @property
    def colours(self) -> list[str]:
        """The colour of each action."""
        return named_colours(self.names)

    @property
    def own(self) -> Floats:
        """float64 [legal actions]: the strategy with the hand that was held."""
        game, state = self.state.game, self.state
        return np.asarray(self.strategy[:, game.hand_index[state.hole_cards(state.current_player)]])

    @property
    def combos(self) -> float:
        """Combos of the range."""
        return float(self.range.sum())

    @property
    def totals(self) -> Floats:
        """float64 [legal actions]: how often the whole range takes each action."""
        return np.asarray(self.strategy @ self.range / max(self.combos, np.finfo(float).tiny))

    @cached_property
    def held(self) -> Floats:
        """float64 [169]: the share of each class's combos that is in the range; NaN where the board leaves none."""
        left = self._by_class(beside_board(self.state))
        return np.asarray(self._by_class(self.range) / np.where(left > 0.0, left, np.nan))

    @cached_property
    def frequencies(self) -> Floats:
        """float64 [legal actions, 169]: how often each class takes each action; NaN where it is not in the range."""
        total = self._by_class(self.range)
        total = np.where(total > 0.0, total, np.nan)
        return np.stack([self._by_class(row * self.range) / total for row in self.strategy])

    def _by_class(self, values: Floats) -> Floats:
        sums = np.bincount(self.state.game.rules.deck.hand_classes, values, minlength=len(CLASS_NAMES))
        return np.asarray(sums, dtype=np.float64)


def beside_board(state: TexasHoldemState) -> Floats:
    """float64 [hands]: 1 for each hand that the public cards leave."""
    return unblocked(state.game.rules.deck.hand_cards, state.board).astype(np.float64)


def hand_decisions(
    ask: Callable[[TexasHoldemState], Floats], moves: Iterable[tuple[TexasHoldemState, int]], solver: object = None
) -> Iterator[HandDecision]:
    """Decisions of a player in one hand, each with the range that Bayes' rule makes of those before.

    Args:
        ask: the player's strategy for all hands, as ``Player.strategy``.
        moves: (state in which the player is to act, action) from the start of the hand on.
        solver: who has ``last_solve`` after being asked, if anyone.
    """
    held: Floats | None = None
    for state, action in moves:
        left = beside_board(state)
        held = left if held is None else held * left
        strategy = ask(state)
        yield HandDecision(state, action, strategy, held, solve_at(solver, state))
        held = held * strategy[state.legal_actions().index(action)]


def solve_at(solver: object, state: TexasHoldemState) -> Solve | None:
    """The last solve of an agent, if it was for this state: the solution of an earlier decision may still be in force."""
    solve = getattr(solver, "last_solve", None)
    if not isinstance(solve, Solve) or solve.player != state.current_player or not state.line.startswith(solve.line):
        return None
    return solve
