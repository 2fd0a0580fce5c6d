"""A part of a hold'em game solved again: from the start of a street on, for the ranges that reach it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pokerzoo.agents.cfr.cfr import CFR
from pokerzoo.agents.cfr.resolving import MOST_ITERATIONS, ResolvingGame, resolve_river
from pokerzoo.agents.policies.players import to_player
from pokerzoo.agents.policies.policy import TabularPolicy, own_state
from pokerzoo.envs.betting.line import Line
from pokerzoo.envs.compiled.arrays import AllRows
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import Form, form_of, is_by_boards
from pokerzoo.envs.compiled.regret_matching import shares_along
from pokerzoo.envs.compiled.simd import unpack_rows
from pokerzoo.envs.compiled.street_evaluator import ResponseValues, StreetEvaluator
from pokerzoo.envs.compiled.terminal_chips import pair_weight
from pokerzoo.envs.core import Game, GameLike, game_of, short_name
from pokerzoo.envs.environments.playable import Playable
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.games.subgames import hand_numbers, reaching_weights, spot_at, steps_between, street_of, street_start
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.support.arrays import Floats, Int64s
from pokerzoo.envs.support.compile_time import working_clock
from pokerzoo.envs.support.errors import InputError, ParameterError, Shown
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

if TYPE_CHECKING:
    from pokerzoo.agents.blueprint.blueprint import Blueprint

FLOP_CARDS, RIVER_CARDS = 3, 5


class HeldTo(NamedTuple):
    """Values to which a player's opponent is held in a subgame.

    Attributes:
        player: for whom the subgame is solved.
        values: float64 [hands of the whole]: of the opponent's hands, in net chips, weighted by the player's range and
            by chance.
        chance: chance's reach of a board and a pair of hands, which is in the values.

    .. code-block:: python

        river = Subgame(turn, at, ranges).solve(HeldTo(0, values), target=0.005)
    """

    player: int
    values: Floats
    chance: float = 1.0


class Subgame:
    """A part of a hold'em game: the betting from the start of a street on, for the ranges that reach it.

    Without values to hold the opponent to, ``solve`` finds an equilibrium for these ranges. That is *unsafe*: an opponent who
    comes there with other hands may win more than in the whole. Held to values it is solved for one player, so that no hand of
    the opponent exceeds its value, by the gadget of Burch, Johanson and Bowling (2014).

    Attributes:
        game: the whole spot, or the game of a whole hand.
        spot: the part as a spot of its own; its net chips are those of the whole.
        hands: int64 [hands of ``spot``]: their numbers in the whole.
        scale: float64 [2]: weight of a player's hands in the ranges over that in ``spot``.
        reached: how well it was solved, in percent of the pot: exploitability for these ranges, or what a best response wins
            more than the values that it is held to. NaN where boards were drawn: to measure would take longer.
        policy: of ``spot``, where it was solved to a target for both players; else None.
        solver: what went over all lines in a number of iterations, or in some seconds; None where it was solved to a target.
        seconds_an_iteration: that each of these took.

    >>> from pokerzoo.agents import Subgame
    >>> from pokerzoo.envs import make_game
    >>> turn = make_game("holdem", board="2d2s2c2h", ranges=("QQ+", "QQ+"), pot=50, stack=100)
    >>> river = Subgame.reached_by(turn, "xx/3d|", "random").solve(target=1.0)
    >>> river.spot.params["board"], river.strategy(turn.infosets.find("xx/3d|")).shape == (2, len(turn.rules.deck.hands))
    ('2d2s2c2h3d', True)
    """

    def __init__(
        self,
        game: GameLike,
        at: PublicState,
        ranges: tuple[Floats, Floats],
        *,
        spot: HoldemGame | None = None,
    ) -> None:
        """Make the part's spot.

        Args:
            game: the whole spot, or the game of a whole hand.
            at: where a street of the spot starts; of a whole hand the start of ``spot``.
            ranges: pair of float64 [hands of the whole]: the weight of each hand there, its own actions before included.
            spot: the part, where it is made already, as at a table; None: made of ``game``.

        Raises:
            ValueError: not a hold'em spot for two, and no ``spot`` of a whole hand; or no hand of one player goes with a hand
                of the other.
        """
        whole = game_of(game)
        if spot is None:
            spot = spot_at(checked_spot(whole), at, ranges)
        assert isinstance(whole, HoldemGame | TexasHoldemGame)
        self.game, self.at = whole, at
        self.spot = spot
        self.hands = hand_numbers(whole, spot)
        self._places = len(whole.rules.deck.hands), self.hands
        weights = spot.rules.weights
        assert weights is not None
        self.scale = np.array([seat.max() / max(part) for seat, part in zip(ranges, weights, strict=True)])
        self.reached = np.nan
        self.policy: TabularPolicy | None = None
        self.solver: CFR | ResolvingGame | Blueprint | None = None
        self.seconds_an_iteration = np.nan
        self._ask: Callable[[PublicState], Floats] | None = None

    @classmethod
    def reached_by(cls, game: GameLike, line: str, policy: Playable) -> Subgame:
        """The part where a street starts, for a policy's ranges there: the game's weights times each player's reach.

        The betting continues as in the whole game: pot, stacks, sizes, caps, rake, removed lines, and who may donk bet. So
        an equilibrium of the whole, from there on, is one of the subgame too, with the same values of hands.

        Args:
            game: a hold'em spot.
            line: the public history at which the street starts, as in infoset keys: ``"xb60c/2h|"``.
            policy: any player of the spot; it is asked in the public states on the way only.

        Raises:
            ValueError: not a hold'em spot for two, no such history, one in the middle of a street, or a policy that never
                leads there.
        """
        game = checked_spot(game_of(game))
        start = street_start(game, line)
        weights = reaching_weights(game, start, to_player(game, policy, "policy").strategy)
        for player, seat in enumerate(weights):
            if not seat.any():
                raise ParameterError("line", start.history, f"policy never leads there: no hand of player {player} takes part")
        return cls(game, start, weights)

    @property
    def pair_weight(self) -> float:
        """The sum over pairs of hands that share no card of both weights."""
        return float(pair_weight(self.spot.rules) * self.scale.prod())

    def unit(self, player: int) -> float:
        """Factor from values of the form of ``spot`` to net chips weighted by a player's range.

        Args:
            player: of ``spot``.
        """
        return float(pair_weight(self.spot.rules) * self.scale[player])

    def spread(self, numbers: Floats, others: float = 0.0) -> Floats:
        """Numbers [..., hands of ``spot``] as [..., hands of the whole].

        Args:
            numbers: of the part's hands.
            others: the number of all other hands.
        """
        return spread_hands(self._places, 1.0, numbers, others)

    def solve(
        self,
        held_to: HeldTo | None = None,
        *,
        target: float | None = None,
        iterations: int | None = None,
        seconds: float | None = None,
        drawn: int | None = None,
        threads: int | None = None,
    ) -> Subgame:
        """Solve it: until ``reached`` is small enough, for a number of iterations, or for some seconds.

        Args:
            held_to: values of the opponent's hands; None: solve it for both players.
            target: where it ends, in percent of the pot. What the opponent wins more than the values is then weighted by their
                range; without a target all of their hands count the same, for any range.
            iterations: how many; with a target the most.
            seconds: from now on, in place of ``iterations``; at least one iteration is done.
            drawn: the seed of boards that are drawn, one for each iteration, on a flop that is solved for both players; None:
                an iteration goes over all boards.
            threads: over how many threads boards are split; None: one for each processor.

        Returns:
            Itself.

        Raises:
            ValueError: not one limit, or arguments that do not go together.
        """
        cards = len(self.spot.rules.deck.board)
        if (target is None and iterations is None) == (seconds is None):
            raise ParameterError(
                "target, iterations, seconds", problem="give iterations or seconds, or target with or without iterations"
            )
        if drawn is not None and (held_to is not None or target is not None or cards != FLOP_CARDS):
            raise ParameterError("drawn", drawn, "boards are drawn on a flop only, for both players and without a target")
        if target is not None and held_to is not None and cards != RIVER_CARDS:
            raise ParameterError("target", target, "held to values, only a river is solved to a target; give iterations")
        self.solver = self.policy = None
        if target is not None:
            self._solve_to(target, MOST_ITERATIONS if iterations is None else iterations, held_to)
            return self
        end = None if seconds is None else working_clock() + seconds
        solver = self.solver = self._make_solver(held_to, drawn, threads)
        started = working_clock()
        if iterations is not None:
            solver.advance(iterations)
        elif end is not None:
            iterate_until(solver, end)
        self.seconds_an_iteration = (working_clock() - started) / solver.iteration
        if isinstance(solver, CFR):
            self.reached = float(solver.measure().exploitability_pot_percent or 0.0)
        elif isinstance(solver, ResolvingGame):
            self.reached = solver.gains_pot_percent()
        self._ask = average_strategies(solver)
        return self

    def _solve_to(self, target: float, iterations: int, held_to: HeldTo | None) -> None:
        if held_to is None:
            solver = CFR(self.spot).run(iterations, until=f"{target!r}%")
            self.policy = solver.average_policy()
            self._ask, self.reached = self.policy.strategy, float(solver.measure().exploitability_pot_percent or 0.0)
            return
        pot = self.spot.rules.betting.pot
        held, excess = resolve_river(self.spot, held_to.player, self._inside(held_to), target / 100 * pot, iterations)
        self._ask, self.reached = average_strategies(held), excess / pot * 100

    def _make_solver(self, held_to: HeldTo | None, drawn: int | None, threads: int | None) -> CFR | ResolvingGame | Blueprint:
        if drawn is not None:
            from pokerzoo.agents.blueprint.blueprint import Blueprint  # a second, for its kernels

            from .flop_classes import FlopClasses

            trainer = Blueprint(self.spot, hand_classes=FlopClasses(self.spot), seed=drawn, threads=threads)
            trainer.compile()
            return trainer
        form = form_of(self.spot)
        half = len(self.spot.rules.deck.board) == FLOP_CARDS and is_by_boards(form)
        solver: CFR | ResolvingGame
        if held_to is None:
            solver = CFR(self.spot, precision="half" if half else "auto", threads=threads)
        else:
            evenly = np.ones(len(self.hands))
            solver = ResolvingGame(form, held_to.player, self._inside(held_to), weights=evenly, half=half, threads=threads)
        solver.advance(0)  # compiles
        return solver

    def _inside(self, held_to: HeldTo) -> Floats:
        """The values in the units of the form of ``spot``."""
        return np.asarray(held_to.values[self.hands] / (held_to.chance * self.unit(held_to.player)))

    def street_strategies(self) -> dict[Line, Floats]:
        """The strategies at each decision of the first street, by line: float64 [actions, hands of the whole].

        Hands that are not in the part take all actions alike.
        """
        points = points_of_street(self.spot)
        return {point.line: self.spread(self._strategy(point), 1.0 / len(point.line.moves)) for point in points}

    def opponent_values(self, player: int, threads: int | None = None) -> OpponentValues:
        """The values of the other player's hands in the solution, to which the next one may be held.

        Args:
            player: for whom it was solved.
            threads: over how many threads boards are split; None: one for each processor.

        Raises:
            ValueError: it was not solved in iterations or seconds over all boards.
        """
        if not isinstance(self.solver, CFR | ResolvingGame):
            raise InputError("values are known of a subgame that was solved in iterations or seconds over all boards")
        form, rows = self.solver.form, self.solver.average_rows()
        return opponent_values(form, rows, 1 - player, partial(spread_hands, self._places, self.unit(player)), threads)

    def place(self, public: PublicState) -> PublicState:
        """The public state of ``spot`` that corresponds to one of the whole game.

        Args:
            public: of the whole, at the start of the part or below it.

        Raises:
            ValueError: it is not in the part.
        """
        place, start = self.spot.rules.root, street_of(public, self.at.line.num_deals)
        if start.history != self.at.history:
            raise InputError(f"{public.history!r} is not in the subgame, which begins at {self.at.history!r}")
        for step in steps_between(start.line, public.line):
            place = place.deal(public.board[len(place.board)]) if step is None else place.after(step)
        return place

    def strategy(self, decision: PublicState, hands: Int64s | None = None) -> Floats:
        """float64 [actions, hands]: the strategy of all hands of the actor in a public state of the part.

        So a subgame is a policy of its spot: ``exploitability(river.spot, river)``. Where it was solved for one player, that
        player must be the actor.

        Args:
            decision: of ``spot``, with its hands; or of the whole, at the start of the part or below it, with the hands of the
                whole: those that are not in the part have zeros.
            hands: ignored: the answer has all hands.

        Raises:
            ValueError: it was not solved, or the public state is not in the part.
        """
        if decision.rules == self.spot.rules:
            return self._strategy(own_state(self.spot.infosets, decision))
        return self.spread(self._strategy(self.place(decision)))

    def _strategy(self, place: PublicState) -> Floats:
        """float64 [actions, hands of ``spot``]."""
        if self._ask is None:
            raise InputError("the subgame is not solved yet: call solve() first")
        return self._ask(place)


def checked_spot(game: Game) -> HoldemGame:
    """The game; ValueError unless it is a hold'em spot for two."""
    if not isinstance(game, HoldemGame) or game.num_players > 2:
        raise ParameterError("game", Shown(short_name(game)), "must be a hold'em spot for two players")
    return game


def spread_hands(places: tuple[int, Int64s], factor: float, numbers: Floats, others: float = 0.0) -> Floats:
    """Numbers [..., hands] times a factor as [..., hands of the whole]; ``places`` are their count and the hands' numbers."""
    count, hands = places
    wide = np.full((*numbers.shape[:-1], count), others)
    wide[..., hands] = numbers * factor
    return wide


def average_strategies(solver: CFR | ResolvingGame | Blueprint) -> Callable[[PublicState], Floats]:
    """(public state of a spot) -> float64 [actions, hands]: a solver's average strategies, uniform where nothing is known."""
    if not isinstance(solver, CFR | ResolvingGame):
        classes = solver.average_by_class()
        return lambda public: shares_along(classes.strategy(public), 0)
    form, rows = solver.form, solver.average_rows()
    if is_by_boards(form):
        return lambda public: shares_along(form.read(rows[0], public), 0)
    wide = [unpack_rows(form.lanes, row, form.num_lanes) for row in rows]
    first = {
        public: start
        for points, plex in zip(form.points, form.treeplexes, strict=True)
        for public, start in zip(points, plex.first.tolist(), strict=True)
    }
    return lambda public: shares_along(wide[public.actor][first[public] : first[public] + len(public.line.moves)], 0)


def points_of_street(game: HoldemGame) -> Iterator[PublicState]:
    """The decisions of a spot's first street."""
    stack = [game.rules.root]
    while stack:
        public = stack.pop()
        if public.line.moves:
            yield public
            stack += [public.after(k) for k in range(len(public.line.moves))]


def iterate_until(solver: CFR | ResolvingGame | Blueprint, end: float) -> None:
    """Iterate until a time of ``working_clock``, at least once."""
    started, done = working_clock(), 0
    while True:
        now = working_clock()
        each = (now - started) / done if done else 0.0
        if done and now + each > end:
            return
        count = 1 if done < 2 else max(1, min(int((end - now) / each / 2), done))
        solver.advance(count)
        done += count


@dataclass(frozen=True, eq=False)
class OpponentValues:
    """Counterfactual values of a best response to a player's strategy, float64 [hands of the whole] each.

    A hand's value is the sum over the player's hands that share no card with it: weight there times net chips. These are the
    weights of the player's range as it is kept from street to street. So values of one solution can be used in the next.
    """

    at: dict[Line, Floats]  # at each decision of the opponent on the first street
    spread: Callable[[Floats], Floats]  # from the form's values by hand to these
    response: ResponseValues | None = None  # None on a river, after which no street starts
    deals: int = 1  # cards that may come next

    def after(self, line: Line, card: int) -> Floats:
        """Values where the next street starts, after a line of this street and a card."""
        assert self.response is not None
        return self.spread(self.response.after(self.response.entries[line], (card,)) * self.deals)


def opponent_values(
    form: Form, rows: AllRows, opponent: int, spread: Callable[[Floats], Floats], threads: int | None
) -> OpponentValues:
    """The values of a player in a solution, whose rows these are."""
    result: dict[Line, Floats] = {}
    if is_by_boards(form):
        response = StreetEvaluator(form, None, threads).values_of_best_response(opponent, rows)
        for point, (first, actions, _) in zip(form.points[0][opponent], form.plan.points_of(0, opponent).tolist(), strict=True):
            result[form.infosets.points[point].line] = spread(response.sequences[first : first + actions].max(axis=0))
        return OpponentValues(result, spread, response, form.game.rules.deal_ways(0))
    evaluator = Evaluator(form)
    evaluator.evaluate_cumulative(rows)
    wide = unpack_rows(form.lanes, evaluator.best_utilities(evaluator.shares)[opponent], form.num_lanes).astype(np.float64)
    plex = form.treeplexes[opponent]
    for public, first, actions in zip(form.points[opponent], plex.first.tolist(), plex.actions.tolist(), strict=True):
        result[public.line] = spread(wide[first : first + actions].max(axis=0))
    return OpponentValues(result, spread)
