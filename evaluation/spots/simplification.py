"""Bet sizes that a spot can do without: sizes ranked by the EV that is lost without them, and the spot solved again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import Any, TypeAlias

import numpy as np

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import Game, make_game
from pokerzoo.envs.core import is_spot, short_name
from pokerzoo.envs.games.holdem import HoldemGame
from pokerzoo.envs.poker.lines import BET, Line
from pokerzoo.envs.poker.public_state import PublicState
from pokerzoo.envs.poker.street_sizes import streets_of
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.parameters import brief, check_int
from pokerzoo.envs.support.records import Chips, Percent, Record
from pokerzoo.envs.support.units import limit_in_chips

from .spot_lines import is_run_out
from .spot_report import SpotReport
from .spot_values import Street

Watch: TypeAlias = Callable[[str], Callable[[Any], Any]]


@dataclass(frozen=True)
class SizeLoss(Record):
    """A size of one point of the betting, and its worth.

    Attributes:
        line: the moves up to it, without cards, as ``removed`` has them: ``b25r75``.
        player: who bets or raises.
        action: in words.
        probability: of a deal in which it is made.
        lost_chips: what its player expects less without it and the sizes that go before it at this point, if the opponent
            does not adapt: each hand takes the best of the actions that are left.
        lost_pot_percent: the same in percent of the starting pot.
        removed: whether it was taken out.
    """

    line: str
    player: str
    action: str
    probability: float
    lost_chips: Chips
    lost_pot_percent: Percent
    removed: bool


@dataclass(frozen=True)
class SolvedSpot(Record):
    """A spot once it is solved.

    Attributes:
        probabilities: numbers of its strategies.
        iterations: of the solver.
        exploitability_chips: of the average strategy.
        exploitability_pot_percent: the same in percent of the starting pot.
        expected_net_chips: what OOP and IP expect.
    """

    probabilities: int
    iterations: int
    exploitability_chips: Chips
    exploitability_pot_percent: Percent
    expected_net_chips: list[float]


@dataclass(frozen=True)
class Simplification(Record):
    """A spot with fewer sizes, and the loss; made by ``simplify``.

    Attributes:
        game: the spot with all sizes.
        simple: the spot without those that were taken out; ``simple.params["removed"]`` has their lines.
        limit_chips: the most that each player may lose by having fewer sizes.
        before: the spot with all sizes, solved.
        after: the one with fewer, solved.
        lost_chips: what OOP and IP lose each if it alone has fewer sizes and the other has all.
        sizes: all sizes that were ranked: those that cost least to lose first.
        policy: the average strategy of the spot with fewer sizes.

    Example:
        See ``simplify``.
    """

    told = (
        "game=name",
        "parameters",
        "limit_chips",
        "before",
        "after",
        "lost_chips",
        "change_in_net_chips",
        "removed_lines",
        "sizes",
    )

    game: HoldemGame
    simple: HoldemGame
    limit_chips: Chips
    before: SolvedSpot
    after: SolvedSpot
    lost_chips: list[float]
    sizes: list[SizeLoss]
    policy: TabularPolicy = field(repr=False)

    @property
    def name(self) -> str:
        """Name of the game."""
        return self.simple.name

    @property
    def parameters(self) -> dict[str, Any]:
        """Parameters of the spot with fewer sizes."""
        return dict(self.simple.params)

    @property
    def removed_lines(self) -> list[str]:
        """The lines that were taken out, those first that cost least."""
        return [size.line for size in self.sizes if size.removed]

    @property
    def change_in_net_chips(self) -> list[float]:
        """By how much OOP's and IP's expectation differs after, in net chips."""
        pairs = zip(self.before.expected_net_chips, self.after.expected_net_chips, strict=True)
        return [after - before for before, after in pairs]


def simplify(
    game: Game,
    limit: float | str = "0.2%",
    *,
    until: float | str | None = None,
    iterations: int = 10_000,
    streets: tuple[str, ...] | None = None,
    threads: int | None = None,
    watch: Watch | None = None,
) -> Simplification:
    """Take bet sizes out of a hold'em spot that hardly matter: solve, rank, take out, solve again.

    At each point of the betting sizes are ranked by what their hands lose if they take the best other action and the
    opponent plays on as before. Those below the limit may go. The opponent adapts, though, and losses add up. So the spot is
    solved again without the sizes of one player alone. If that player then expects less by more than the limit, fewer
    sizes go, those that cost least; their number is found by halving.

    Args:
        game: a spot of two players, ``make_game("holdem", ...)``.
        limit: what each player may lose by having fewer sizes than now: percent of the starting pot (``"0.2%"``) or chips.
        until: the exploitability at which spots are solved; None: a quarter of the limit.
        iterations: the most iterations of each solve.
        streets: those whose sizes may go, such as ``("flop", "turn")``; None: all, on a flop all but the river.
        threads: of the solver; None: as many as there are processors.
        watch: called before each solve with what is solved, in words; returns a callback of ``Trainer.run``.

    Returns:
        Both spots, each with its exploitability and what the players expect, and all sizes with their losses.

    Raises:
        ValueError: another game, or an argument that is none of these.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import simplify
        >>> game = make_game(
        ...     "holdem", board="QsJh2h8d3c", ranges=("QQ+,AKs", "JJ-99,AQs"), pot=100, stack=100, bet_sizes="50%,60%"
        ... )
        >>> found = simplify(game, "5%")
        >>> len(found.sizes) > len(found.removed_lines) > 0, found.after.probabilities < found.before.probabilities
        (True, True)
    """
    spot = checked_spot(game)
    check_int("iterations", iterations, 1, 10**9)
    chips = limit_in_chips(game, limit, f"limit={brief(limit)}")
    target = chips / 4 if until is None else limit_in_chips(game, until, f"until={brief(until)}")
    rounds = checked_streets(spot, streets)
    solver = solved(spot, target, iterations, threads, watch, "all sizes")
    sizes = ranked(SpotReport(spot, solver.average_policy()), chips, rounds)
    before = facts(spot, solver)
    lines, lost = set[str](), []
    for player, name in enumerate(spot.player_names):

        def loss(own: list[str], player: int = player) -> float:
            what = f"{game.player_names[player]} without {len(own)}"
            alone = solved(without(spot, own), target, iterations, threads, watch, what)
            return before.expected_net_chips[player] - float(alone.measure().values[player])

        own, own_loss = most_that_may_go([size.line for size in sizes if size.removed and size.player == name], loss, chips)
        lines.update(own)
        lost.append(own_loss)
    sizes = [replace(size, removed=size.line in lines) for size in sizes]
    made = without(spot, sorted(lines))
    after = solved(made, target, iterations, threads, watch, f"both without {len(lines)}")
    return Simplification(spot, made, chips, before, facts(made, after), lost, sizes, after.average_policy())


def most_that_may_go(lines: list[str], loss: Callable[[list[str]], float], limit: float) -> tuple[list[str], float]:
    """The longest beginning of a list without which no more than the limit is lost, and that loss; found by halving."""
    good, good_loss, bad = 0, 0.0, len(lines) + 1
    trial = len(lines)
    while bad - good > 1:
        found = loss(lines[:trial])
        if found <= limit:
            good, good_loss = trial, found
        else:
            bad = trial
        trial = (good + bad) // 2
    return lines[:good], good_loss


def without(game: HoldemGame, lines: list[str]) -> HoldemGame:
    """A spot without some lines."""
    made: Any = make_game("holdem", **{**game.params, "removed": (*game.params["removed"], *lines)})
    spot: HoldemGame = made
    return spot


def checked_spot(game: Game) -> HoldemGame:
    """The game, if it is a spot of two players in chips."""
    if not is_spot(game):
        raise ValueError(f"game={short_name(game)}: must be a hold'em spot of two players, from make_game('holdem', ...)")
    return game


def checked_streets(game: HoldemGame, streets: tuple[str, ...] | None) -> set[int]:
    """The betting rounds, from 0, of the streets whose sizes may go."""
    own = list(streets_of(len(game.rules.board)))
    chosen = streets if streets is not None else own[:2]
    for street in chosen:
        if street not in own:
            raise ValueError(f"streets={brief(streets)}: {brief(street)} is none of this spot's: {', '.join(own)}")
    return {own.index(street) for street in chosen}


def solved(game: HoldemGame, target: float, iterations: int, threads: int | None, watch: Watch | None, what: str) -> CFR:
    """A solver that has run."""
    solver = CFR(game, "dcfr", threads=threads)
    solver.run(iterations, until=target, callbacks=() if watch is None else (watch(what),))
    return solver


def facts(game: HoldemGame, solver: CFR) -> SolvedSpot:
    """Facts on a spot that was solved."""
    found = solver.measure()
    share = 100 * found.exploitability / game.starting_pot
    return SolvedSpot(game.size.entries, solver.iteration, found.exploitability, share, found.values.tolist())


@dataclass
class Point:
    """A point of the betting over all boards: in parts, one a board, each with all hands of who acts."""

    line: Line
    reach: list[Floats] = field(default_factory=list)  # [hands], as a share of all deals but for the opponent's part
    strategies: list[Floats] = field(default_factory=list)  # [actions, hands]
    worth: list[Floats] = field(default_factory=list)  # [actions, hands]: net chips x opponent reach
    opponent: list[Floats] = field(default_factory=list)  # [hands]

    @cached_property
    def together(self) -> tuple[Floats, Floats, Floats, Floats]:
        """The parts side by side."""
        parts = (self.reach, self.strategies, self.worth, self.opponent)
        reach, strategies, worth, opponent = (np.concatenate(part, axis=-1) for part in parts)
        return reach, strategies, worth, opponent

    def losses(self, limit: float, pot: float, players: tuple[str, ...]) -> list[SizeLoss]:
        """All sizes: those that go first, each with what is lost up to it; then the others, each with its loss alone."""
        reach, strategies, worth, opponent = self.together
        taken = strategies.copy()
        left = [*range(len(self.line.moves))]
        found, lost = [], 0.0
        while sizes := [k for k in left if self.line.moves[k][0] == BET]:
            own = {k: self.loss(taken, worth, reach, [other for other in left if other != k], k) for k in sizes}
            least = min(own, key=lambda k: own[k])
            goes = lost + own[least] < limit
            for k in [least] if goes else sizes:
                move, probability = self.line.moves[k], float((reach * strategies[k] * opponent).sum())
                chips = lost + own[k]
                name = self.line.action_name(self.line.legal_actions[k])
                found.append(
                    SizeLoss(self.line.bare(*move), players[self.line.actor], name, probability, chips, 100 * chips / pot, goes)
                )
            if not goes:
                break
            lost += own[least]
            left.remove(least)
            best = np.array(left)[worth[left].argmax(axis=0)]
            hands = np.arange(len(reach))
            taken[best, hands] += taken[least]
            taken[least] = 0.0
        return found

    @staticmethod
    def loss(taken: Floats, worth: Floats, reach: Floats, others: list[int], k: int) -> float:
        """Chips a deal that are lost if the hands of an action take the best of others; noise of the solver is no gain."""
        return max(0.0, float((reach * taken[k] * (worth[k] - worth[others].max(axis=0))).sum()))


def ranked(report: SpotReport, limit: float, rounds: set[int]) -> list[SizeLoss]:
    """All sizes of these betting rounds by what is lost without them; none of a line that cannot be there any more."""
    game: Any = report.game
    points: dict[Line, Point] = {}
    for street in streets_in(report, max(rounds, default=-1)):
        start = street.publics[0]
        ways = prod(game.rules.deal_ways(number) for number in range(start.betting.num_deals))
        worth, _ = report.values.values_of(start)
        for node, public in enumerate(street.publics):
            line = public.betting
            if not public.moves or line.round_index not in rounds or all(kind != BET for kind, _ in line.moves):
                continue
            point = points.setdefault(line, Point(line))
            actor = public.actor
            point.reach.append(street.reach[actor, node] / (report.values.deals * ways))
            point.opponent.append(street.opponent_reach[actor, node])
            point.strategies.append(street.strategies[node])
            point.worth.append(worth[actor, street.below(node)])
    gone: set[str] = set()
    found = []
    for line, point in sorted(points.items(), key=lambda item: len(item[0].pieces)):
        if any(above in gone for above in lines_to(line)):
            continue
        sizes = point.losses(limit, game.starting_pot, game.player_names)
        gone |= {size.line for size in sizes if size.removed}
        found += sizes
    return sorted(found, key=lambda size: size.lost_chips)


def lines_to(line: Line) -> Iterator[str]:
    """The moves up to a line, and up to each line before it."""
    at: Line | None = line
    while at is not None:
        yield at.bare_moves
        at = at.above


def streets_in(report: SpotReport, last: int) -> Iterator[Street]:
    """The streets up to a betting round, on every board, depth first."""
    starts = [report.game.rules.root]
    while starts:
        start: PublicState = starts.pop()
        street = report.values.street_from(start)
        yield street
        for public in street.publics:
            if public.card_due and not is_run_out(public) and public.betting.deal().round_index <= last:
                starts += [public.deal(card) for card, _ in public.deal_probabilities()]
