"""A hand so far as the player to act sees it: both ranges and the current solution, move by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from pokerzoo.agents.blueprint.blueprint_policy import BlueprintPolicy
from pokerzoo.envs.games.hand_spot import find_move
from pokerzoo.envs.poker.cards import NUM_COMBOS
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.whole_hands.keys import PastMove, steps_to
from pokerzoo.envs.whole_hands.state import TexasHoldemState

from .asked_blueprint import AskedBlueprint
from .hand_moves import action_of, after_action, beside_board
from .street_solution import StreetSolution


class Table(NamedTuple):
    """The strategies that an agent consults."""

    first_street: int  # the first that is solved, from 1 for the flop
    blueprint: BlueprintPolicy | AskedBlueprint
    solve: Callable[[HandSoFar, TexasHoldemState], StreetSolution]


class HandSoFar:
    """Ranges and solution on the way to a state.

    Attributes:
        seat: the player to act at the state.
        ranges: float64 [1326] by seat: the weight of each hand where the tree that is solved next begins.
        root: the moves on this street before that point: it is the start of the street, or the opponent's last decision.
        worth: float64 [1326]: values of the opponent's hands at that point in the previous solution; None: not known.
        start: the state in which the street began.
    """

    def __init__(self, table: Table, state: TexasHoldemState) -> None:
        """Start at the deal; ``strategy`` advances to the state."""
        self.table, self.end, self.seat = table, state, state.current_player
        self.ranges = [np.ones(NUM_COMBOS), np.ones(NUM_COMBOS)]
        self.root = 0
        self.worth: Floats | None = None
        self.start = state
        self._solution: StreetSolution | None = None
        self._after: PublicState | None = None  # the point in the solution's tree after the last move
        self._waiting: PastMove | None = None  # the opponent's last move, if no solution says yet which hands make it
        self._street, self._done = 0, 0

    def strategy(self) -> Floats:
        """float64 [legal actions, 1326]: the strategy at the state."""
        for step in steps_to(self.end):
            self._enter(step.state)
            if step.state.street < self.table.first_street:
                self._follow_blueprint(step)
            elif step.state.current_player == self.seat:
                self._follow_own(step)
            else:
                self._follow_other(step)
            self._done += 1
        self._enter(self.end)
        return self._strategy_at(self.end)

    def _enter(self, state: TexasHoldemState) -> None:
        """Take in the street's cards if it has just started."""
        if state.street == self._street:
            return
        self.ranges = [beside_board(weights, state.board) for weights in self.ranges]
        after, self.worth = self._after, None
        if self._solution is not None and self._solution.values is not None and after is not None and after.card_due:
            self.worth = self._solution.values.after(after.line.deal(), state.board[-1])
        self._solution = self._after = self._waiting = None
        self._street, self._done, self.root, self.start = state.street, 0, 0, state

    def _strategy_at(self, state: TexasHoldemState) -> Floats:
        """The agent's strategy at a decision."""
        if state.street < self.table.first_street:
            return self.table.blueprint.strategy(state)
        point = None if self._solution is None else self._solution.point(state)
        if self._solution is None or point is None:
            self._solution = self.table.solve(self, state)
            if self._waiting is not None:
                at, kind, total = self._waiting
                public = self._solution.point(at)
                share = None if public is None else self._solution.share_of(public, (kind, total))
                self._learn(1 - self.seat, share)
                self._waiting = None
            point = self._solution.point(state)
        assert point is not None  # all that was played on the street is in the tree
        return self._solution.on_table(state, point)

    def _learn(self, seat: int, share: Floats | None) -> None:
        """Bayes' rule: take in how likely each hand was to make a move."""
        if share is not None:
            self.ranges[seat] = after_action(self.ranges[seat], share)

    def _follow_blueprint(self, step: PastMove) -> None:
        """A move before the first street that is solved."""
        shares = self.table.blueprint.probabilities_of_move(step.state, step.kind, step.total)
        self._learn(step.state.current_player, shares)

    def _follow_own(self, step: PastMove) -> None:
        """A move of the agent: the strategy that it computed gives how likely each hand makes it."""
        strategy = self._strategy_at(step.state)
        action = action_of(*step)
        assert self._solution is not None
        self._after = next_point(self._solution.point(step.state), step)
        if action is not None:
            self._learn(self.seat, strategy[step.state.legal_actions().index(action)])

    def _follow_other(self, step: PastMove) -> None:
        """A move of the opponent: the current solution gives how likely each hand makes it, if it is in the tree."""
        solution = self._solution
        point = None if solution is None else solution.point(step.state)
        self._after = next_point(point, step)
        share = None if solution is None or point is None else solution.share_of(point, (step.kind, step.total))
        if share is None:  # the next tree begins here
            if self._done:
                self.worth = None if solution is None or point is None else solution.worth_at(point)
            self._solution, self._waiting, self.root = None, step, self._done
        self._learn(1 - self.seat, share)


def next_point(point: PublicState | None, step: PastMove) -> PublicState | None:
    """The point in a tree after a move; None if it is not in the tree."""
    k = None if point is None else find_move(point, (step.kind, step.total))
    return None if point is None or k is None else point.after(k)
