"""Rivers that a policy does not hold: each is solved when it is first asked for, from the ranges that reach it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from threading import Lock
from typing import NamedTuple

import numpy as np

from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.compiled.forms import boards_of
from pokerzoo.envs.compiled.street_lines import chance_reaches
from pokerzoo.envs.compiled.terminal_chips import pair_weight
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.subgames import can_be_dealt, reaching_weights, spot_at, street_of
from pokerzoo.envs.poker.cards import unblocked
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.lazy import load_object

from .river_values import RiverValues

TARGET = 0.005
"""Accuracy of a river: percent of its pot that a best response there wins more than against the solution at most."""
UNSAFE_TARGET = 0.05
"""Accuracy without the solution's values: percent of its pot that a river is exploitable for at most, given its ranges."""
MOST_ITERATIONS = 1000
"""Of a river that is solved without values."""
KEPT_RIVERS = 256
"""Solved rivers that are kept."""
SECONDS_A_RIVER = 0.03
"""About what solving one takes, with ranges of some two hundred hands."""
LEAST_SHARE_OF_HEAVIEST = 2.0**-40
"""Weight of hands that a range does not have, of its heaviest: they get a strategy and values, too, and change no other's."""
LEAST_CHANCE = 1e-12
"""Least reach: where a player gets less often, whatever the other does, their strategy makes no difference to any bound."""


class RiverSolution(NamedTuple):
    """A river, solved."""

    root: PublicState  # the start of the river alone
    answer: Callable[[PublicState], Floats]  # [actions, hands] in a public state of the river alone
    hands: Int64s  # their numbers in the whole spot
    reached: float  # percent of the river's pot: the excess, without values the exploitability


class RiverSolver:
    """The rivers of a spot, solved one at a time, for one player at a time; safely where the solution's values are known."""

    def __init__(
        self,
        game: HoldemGame,
        ask: Callable[[PublicState], Floats],
        values: RiverValues | None = None,
        target: float | None = None,
    ) -> None:
        self.game = game
        form = boards_of(game)
        assert form is not None
        self.form = form
        self.ask = ask
        self.values = values
        self.target = (UNSAFE_TARGET if values is None else TARGET) if target is None else target
        self.reached: dict[str, float] = {}
        self.missed = np.zeros(2)  # chips a hand by which rivers short of the target raise each best response
        self._missed: set[tuple[str, int]] = set()
        self._kept: OrderedDict[PublicState, dict[int, RiverSolution]] = OrderedDict()
        self._lock = Lock()

    def strategy(self, public: PublicState) -> Floats:
        """float64 [actions, hands]: the strategy of all hands of the actor in a public state of the river."""
        found = np.zeros((len(public.line.moves), len(self.game.rules.deck.hands)))
        if not can_be_dealt(self.game, public.board):
            return found
        public, alike = self.form.canonical(public)
        at = street_of(public)
        with self._lock:
            below, answer, hands, _ = self.solution(at, public.actor)
        for k in moves_between(at.line, public.line):
            below = below.after(k)
        found[:, hands] = answer(below)
        return np.asarray(found[:, alike])

    def solution(self, at: PublicState, player: int) -> RiverSolution:
        """The strategy of a player from the start of a river on."""
        kept = self._kept.setdefault(at, {})
        self._kept.move_to_end(at)
        if player not in kept:
            reach = reaching_weights(self.game, at, self.ask)
            safe = None if self.values is None else self._solve_safely(self.values, at, player, reach)
            if safe is not None:
                kept[player] = safe
            else:
                solved = self._solve(at, reach)
                kept.update({player: solved} if self.values else {0: solved, 1: solved})
            self.reached[at.history] = max(own.reached for own in kept.values())
        if len(self._kept) > KEPT_RIVERS:
            gone, _ = self._kept.popitem(last=False)
            self.reached.pop(gone.history, None)
        return kept[player]

    def _solve(self, at: PublicState, reach: tuple[Floats, Floats]) -> RiverSolution:
        """Solve a river for the ranges of both that come there."""
        weights = [np.maximum(own, least_weights(self.game, at, player, own)) for player, own in enumerate(reach)]
        below = spot_at(self.game, at, (weights[0], weights[1]))
        solver = load_object("pokerzoo.agents.cfr.cfr:CFR")(below)
        target = self.target if self.values is None else UNSAFE_TARGET
        solver.run(MOST_ITERATIONS, until=f"{target!r}%")
        found = 0.0 if self.values else float(solver.measure().exploitability_pot_percent)
        return RiverSolution(below.rules.root, solver.average_policy().strategy, hand_numbers(self.game, below), found)

    def _solve_safely(
        self, values: RiverValues, at: PublicState, player: int, reach: tuple[Floats, Floats]
    ) -> RiverSolution | None:
        """Solve a river for one player, held to the other's values; None if the player hardly ever gets there."""
        rules, other = self.game.rules, 1 - player
        own = np.maximum(reach[player], least_weights(self.game, at, player, reach[player]))
        theirs = least_weights(self.game, at, other, np.zeros(len(own)))
        below = spot_at(self.game, at, (own, theirs) if player == 0 else (theirs, own))
        hands, weights = hand_numbers(self.game, below), below.rules.weights
        assert weights is not None
        # Weights of ranges are scaled by powers of two.
        scales = [max(weights[seat]) / (own, theirs)[seat != player].max() for seat in range(2)]
        deals = pair_weight(below.rules) / (scales[0] * scales[1])
        chance = chance_reaches(rules, len(self.form.boards))[-1]
        likely = deals * chance  # that the river comes, if the opponent does whatever leads there
        if not reach[player].any() or likely < LEAST_CHANCE:
            return None
        worth = values.at(at, other)[hands] / (chance * deals * scales[other])
        pot = below.starting_pot
        allowed = self.target / 100 * pot
        found = load_object("pokerzoo.agents.cfr.resolving:resolve_river")(below, player, worth, allowed)
        if found.excess > allowed and (at.history, player) not in self._missed:
            self._missed.add((at.history, player))
            self.missed[other] += (found.excess - allowed) * likely * self._images(at)
        return RiverSolution(below.rules.root, found.strategy, hands, found.excess / pot * 100)

    def _images(self, at: PublicState) -> int:
        """The number of boards for which a canonical one stands."""
        boards = self.form.boards[-1]
        board = boards.all.number[at.board[len(self.game.rules.deck.board) :]]
        return int((boards.number == boards.number[board]).sum())

    def starts(self) -> Iterator[PublicState]:
        """The starts of all rivers, up to suits which the spot treats alike."""
        last = len(self.game.rules.betting.rounds) - 1
        for line in self.game.rules.betting.lines:
            if line.num_deals == last and line.above is not None and line.above.card_due and line.moves:
                for board in self.form.boards[last].canonical:
                    yield PublicState(self.game.rules, line, self.game.rules.deck.board + board)

    def __len__(self) -> int:
        return sum(1 for _ in self.starts())


def least_weights(game: HoldemGame, at: PublicState, player: int, own: Floats) -> Floats:
    """float64 [hands]: the least weight of each hand of a player who comes to a public state with these weights."""
    whole = game.rules.ranges.weight_rows[player] * unblocked(game.rules.deck.hand_cards, at.board)
    return np.where(whole > 0.0, LEAST_SHARE_OF_HEAVIEST * own.max(), 0.0) if own.any() else whole


def hand_numbers(game: HoldemGame, below: HoldemGame) -> Int64s:
    """int64 [hands of a part of a spot]: their numbers in the spot."""
    numbers = {name: hand for hand, name in enumerate(game.rules.deck.hand_names)}
    return np.array([numbers[name] for name in below.rules.deck.hand_names])


def moves_between(start: Line, end: Line) -> list[int]:
    """Positions of the legal moves made between two lines of a street."""
    moves: list[int] = []
    while end is not start:
        above = end.above
        assert above is not None
        moves.append(next(k for k in range(len(above.moves)) if above.after(k) is end))
        end = above
    return moves[::-1]
