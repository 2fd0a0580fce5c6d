"""Rivers that a policy does not hold: each is solved when it is first asked for, from the ranges that reach it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from threading import Lock

import numpy as np

from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.subgames import reaching_weights, spot_at, street_of
from pokerzoo.envs.poker.lines import Line
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.lazy import load

from .policy import TabularPolicy

TARGET = 0.05
"""Percent of its own pot that the solution of a river is exploitable for at most, given its ranges."""
MOST_ITERATIONS = 1000
KEPT_RIVERS = 256
"""How many solved rivers are kept."""
SECONDS_A_RIVER = 0.03
"""About what solving one takes, with ranges of some two hundred hands."""
LEAST_WEIGHT = 2.0**-40
"""Hands that do not get there weigh so much, of the heaviest: they get a strategy, too, and change nobody else's."""


class Rivers:
    """The rivers of a spot, solved one at a time.

    Attributes:
        game: the whole spot.
        form: its compiled form.
        ask: (public state before the river) -> the strategy of all hands of its actor, float64 [actions, hands].
        target: percent of the river's pot to which the next one is solved.
        reached: how far the solved ones that are still kept got, by the history at which the river starts.
    """

    def __init__(self, game: HoldemGame, ask: Callable[[PublicState], Floats], target: float = TARGET) -> None:
        self.game = game
        form = game.public_tree()
        assert isinstance(form, StreetTree)
        self.form = form
        self.ask = ask
        self.target = target
        self.reached: dict[str, float] = {}
        self._kept: OrderedDict[PublicState, tuple[TabularPolicy, Int64s]] = OrderedDict()
        self._lock = Lock()

    def strategy(self, public: PublicState) -> Floats:
        """float64 [actions, hands]: what all hands of the actor do in a public state of the river.

        Of boards and hands that differ by suits which the spot treats alike, one is solved and asked.
        """
        public, alike = self.form.canonical(public)
        at = street_of(public)
        with self._lock:
            policy, hands = self.solution(at)
        below = policy.game.rules.root  # type: ignore[attr-defined]
        for k in moves_between(at.betting, public.betting):
            below = below.after(k)
        found = np.zeros((len(public.moves), len(self.game.rules.hands)))
        found[:, hands] = policy.strategy(below)
        return np.asarray(found[:, alike])

    def solution(self, at: PublicState) -> tuple[TabularPolicy, Int64s]:
        """(what is played from the start of a river on, which hands of the spot its hands are)."""
        if at in self._kept:
            self._kept.move_to_end(at)
            return self._kept[at]
        reach = reaching_weights(self.game, at, self.ask)
        assert self.game.rules.weights is not None
        blocked = np.isin(self.game.rules.hand_cards, at.board).any(axis=1)
        weights = []
        for own, given in zip(reach, self.game.rules.weights, strict=True):
            whole = np.where(blocked, 0.0, np.array(given))
            # Where the player never goes, nothing is known of the range: all of it comes.
            least = np.where(whole > 0.0, LEAST_WEIGHT * own.max(), 0.0)
            weights.append(np.maximum(own, least) if own.any() else whole)
        below = spot_at(self.game, at, (weights[0], weights[1]))
        solver = load("pokerzoo.agents.cfr.cfr:CFR")(below)
        solver.run(MOST_ITERATIONS, until=f"{self.target!r}%")
        numbers = {name: hand for hand, name in enumerate(self.game.rules.hand_names)}
        hands = np.array([numbers[name] for name in below.rules.hand_names])
        self._kept[at] = solver.average_policy(), hands
        self.reached[at.history] = float(solver.measure().exploitability_pot_percent)
        if len(self._kept) > KEPT_RIVERS:
            gone, _ = self._kept.popitem(last=False)
            self.reached.pop(gone.history, None)
        return self._kept[at]

    def starts(self) -> Iterator[PublicState]:
        """Where the rivers start, all that there are but for suits which the spot treats alike."""
        last = len(self.game.rules.rounds) - 1
        for line in self.game.rules.lines:
            if line.num_cards == last and line.above is not None and line.above.card_due and line.moves:
                for board in self.form.boards[last].canonical:
                    yield PublicState(line, self.game.rules.board + board)

    def __len__(self) -> int:
        return sum(1 for _ in self.starts())


def moves_between(start: Line, end: Line) -> list[int]:
    """Which of the legal moves were made between two lines of a street."""
    moves: list[int] = []
    while end is not start:
        above = end.above
        assert above is not None
        moves.append(next(k for k in range(len(above.moves)) if above.after(k) is end))
        end = above
    return moves[::-1]
