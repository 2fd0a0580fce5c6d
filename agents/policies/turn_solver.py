"""Turns that a policy of a flop alone does not hold: each is solved, with its rivers, when it is first asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

import numpy as np

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.subgames import can_be_dealt, reaching_weights, spot_at
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.lazy import load_object

from .policy import TabularPolicy, own_state
from .river_solver import hand_numbers, least_weights

TARGET = 0.5
"""Accuracy of a turn: percent of its pot that it is exploitable for at most, given its ranges."""
MOST_ITERATIONS = 300
KEPT_BYTES = 2**27
"""Of the solved turns that are kept; the last one always is."""
UNKNOWN = "not known: for that all turns and rivers would have to be solved"
"""In place of the exploitability of such a policy."""


@dataclass(frozen=True, eq=False)
class TurnSolution:
    """A turn, solved for the ranges that come there."""

    policy: TabularPolicy  # of the turn as a spot of its own
    num_bytes: int  # of its rows
    hands: Int64s  # their numbers in the whole spot
    scale: Floats  # float64 [2]: weight of a player's hands in the whole over that in the turn's spot
    reached: float  # percent of the turn's pot that it is exploitable for, given its ranges


class TurnSolver:
    """The turns of a flop, solved one at a time for both players: for the ranges that a policy of the flop brings there.

    This is unsafe solving: nothing limits what an opponent wins who comes there with other hands.
    """

    def __init__(self, game: HoldemGame, ask: Callable[[PublicState], Floats]) -> None:
        self.game, self.ask = game, ask
        self._kept: OrderedDict[PublicState, TurnSolution] = OrderedDict()
        self._lock = Lock()

    def strategy(self, public: PublicState) -> Floats:
        """float64 [actions, hands]: the strategy of all hands of the actor in a public state of a turn or river."""
        found = np.zeros((len(public.line.moves), len(self.game.rules.deck.hands)))
        if not can_be_dealt(self.game, public.board):
            return found
        solved = self.solution(turn_of(public))
        found[:, solved.hands] = solved.policy.strategy(self.below(solved, public))
        return found

    def solution(self, at: PublicState) -> TurnSolution:
        """The turn that starts at a public state, solved; it is kept."""
        at = own_state(self.game.infosets, at)
        with self._lock:
            if at not in self._kept:
                self._kept[at] = self._solve(at)
                while len(self._kept) > 1 and sum(own.num_bytes for own in self._kept.values()) > KEPT_BYTES:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(at)
            return self._kept[at]

    def is_solved(self, public: PublicState) -> bool:
        """True if the turn of a public state is kept."""
        return own_state(self.game.infosets, turn_of(public)) in self._kept

    @property
    def reached(self) -> dict[str, float]:
        """Accuracy of each turn that is kept, by the history of its start."""
        return {at.history: own.reached for at, own in list(self._kept.items())}

    def below(self, solved: TurnSolution, public: PublicState) -> PublicState:
        """The public state of the turn's own spot that stands for one of the whole on the same board."""
        game = self.game
        found: PublicState = solved.policy.game.rules.root  # type: ignore[attr-defined]  # a hold'em spot
        for line, after in steps_from_turn(public.line):
            if line.card_due:
                found = found.deal(public.board[len(game.rules.deck.board) + game.rules.betting.cards_through[line.num_deals]])
            else:
                found = found.after(next(k for k in range(len(line.moves)) if line.after(k) is after))
        return found

    def _solve(self, at: PublicState) -> TurnSolution:
        """Solve a turn for the ranges of both that come there."""
        reach = reaching_weights(self.game, at, self.ask)
        weights = [np.maximum(own, least_weights(self.game, at, player, own)) for player, own in enumerate(reach)]
        spot = spot_at(self.game, at, (weights[0], weights[1]))
        hands, own = hand_numbers(self.game, spot), spot.rules.weights
        assert own is not None
        best = [int(np.argmax(seat)) for seat in own]
        scale = np.array([weights[seat][hands[k]] / own[seat][k] for seat, k in enumerate(best)])
        solver = load_object("pokerzoo.agents.cfr.cfr:CFR")(spot).run(MOST_ITERATIONS, until=f"{TARGET}%")
        policy, reached = solver.average_policy(), float(solver.measure().exploitability_pot_percent)
        return TurnSolution(policy, policy.stored.nbytes, hands, scale, reached)


def turn_of(public: PublicState) -> PublicState:
    """The start of the turn of a public state on a turn or river, after a flop."""
    steps = steps_from_turn(public.line)
    line = steps[0][0] if steps else public.line
    return PublicState(public.rules, line, public.board[: len(public.rules.deck.board) + public.rules.betting.cards_through[1]])


def steps_from_turn(line: Line) -> list[tuple[Line, Line]]:
    """Pairs of lines, one after the other, from the start of the turn on."""
    found = []
    while line.num_deals > 1 or not (line.above is not None and line.above.card_due):
        assert line.above is not None
        found.append((line.above, line))
        line = line.above
    return found[::-1]
