"""Bet sizes that a spot can do without: sizes ranked by the EV that is lost without them, and the spot solved again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

import numpy as np

from pokerzoo.agents import CFR, TabularPolicy
from pokerzoo.envs import make_game
from pokerzoo.envs.betting.line import BET, Line
from pokerzoo.envs.core import short_name
from pokerzoo.envs.game_like import GameLike, game_of
from pokerzoo.envs.games.holdem import HoldemGame, is_spot
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.parameters import brief, check_int
from pokerzoo.envs.support.units import limit_in_chips

from .spot_lines import is_run_out
from .spot_report import SpotReport


@dataclass(frozen=True)
class SizeLoss:
    """A size of one point of the betting, and its worth.

    Attributes:
        line: the moves up to it, without cards, as ``removed`` has them: ``b25r75``.
        player: who bets or raises, 0 or 1.
        action: in words.
        lost_chips: what its player expects less without it and the sizes that go before it at this point, if the opponent
            does not adapt: each hand takes the best of the actions that are left.
        removed: whether it was taken out.
    """

    line: str
    player: int
    action: str
    lost_chips: float
    removed: bool


@dataclass(frozen=True)
class Simplification:
    """A spot with fewer sizes, and the loss; made by ``simplify``.

    Attributes:
        simple: the spot without the sizes that were taken out; ``simple.params["removed"]`` has their lines.
        before: the solution with all sizes, measured.
        after: the solution with fewer, measured.
        lost_chips: what OOP and IP lose each if it alone has fewer sizes and the other has all.
        sizes: all sizes that were ranked: those that cost least to lose first.
        policy: the average strategy of the spot with fewer sizes.

    Example:
        See ``simplify``.
    """

    simple: HoldemGame
    before: Measurement
    after: Measurement
    lost_chips: list[float]
    sizes: list[SizeLoss]
    policy: TabularPolicy = field(repr=False)

    @property
    def removed_lines(self) -> list[str]:
        """The lines that were taken out, those first that cost least."""
        return [size.line for size in self.sizes if size.removed]


def simplify(
    game: GameLike,
    limit: float | str = "0.2%",
    *,
    until: float | str | None = None,
    iterations: int = 10_000,
) -> Simplification:
    """Take bet sizes out of a hold'em spot that hardly matter: solve, rank, take out, solve again.

    At each point of the betting sizes are ranked by what their hands lose if they take the best other action and the opponent
    plays on as before. Those below the limit may go; of a flop none on the river. The opponent adapts, though, and losses add
    up. So the spot is solved again without the sizes of one player alone. If that player loses more than the limit, fewer
    sizes go, those that cost least.

    Args:
        game: a spot of two players, ``make_game("holdem", ...)``.
        limit: what each player may lose by having fewer sizes than now: percent of the starting pot (``"0.2%"``) or chips.
        until: the exploitability at which spots are solved; None: a quarter of the limit.
        iterations: the most iterations of each solve.

    Returns:
        The spot with fewer sizes, both solutions measured, and all sizes with their losses.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import simplify
        >>> game = make_game(
        ...     "holdem", board="QsJh2h8d3c", ranges=("QQ+,AKs", "JJ-99,AQs"), pot=100, stack=100, bet_sizes="50%,60%"
        ... )
        >>> found = simplify(game, "5%")
        >>> len(found.sizes) > len(found.removed_lines) > 0, found.simple.size.entries < game.size.entries
        (True, True)
    """
    game = game_of(game)
    if not is_spot(game):
        raise ValueError(f"game={short_name(game)}: must be a hold'em spot of two players, from make_game('holdem', ...)")
    check_int("iterations", iterations, 1, 10**9)
    chips = limit_in_chips(game, limit, f"limit={brief(limit)}")
    target = chips / 4 if until is None else limit_in_chips(game, until, f"until={brief(until)}")

    def solved(lines: list[str]) -> tuple[HoldemGame, CFR]:
        made: Any = make_game("holdem", **{**game.params, "removed": (*game.params["removed"], *lines)})
        return made, CFR(made, "dcfr").run(iterations, until=target)

    _, solver = solved([])
    before = solver.measure()
    sizes = ranked(SpotReport(game, solver.average_policy()), chips)
    gone, lost = set[str](), []
    for player in range(2):
        lines = [size.line for size in sizes if size.removed and size.player == player]

        def loss(lines: list[str], player: int = player) -> float:
            return float(before.values[player] - solved(lines)[1].measure().values[player])

        removed, loss_without = longest_removable_prefix(lines, loss, chips)
        gone.update(removed)
        lost.append(loss_without)
    simple, solver = solved(sorted(gone))
    sizes = [replace(size, removed=size.line in gone) for size in sizes]
    return Simplification(simple, before, solver.measure(), lost, sizes, solver.average_policy())


def longest_removable_prefix(lines: list[str], loss: Callable[[list[str]], float], limit: float) -> tuple[list[str], float]:
    """The longest prefix of a list without which no more than the limit is lost, and that loss; found by halving."""
    good, bad, trial, good_loss = 0, len(lines) + 1, len(lines), 0.0
    while bad - good > 1:
        lost = loss(lines[:trial])
        if lost <= limit:
            good, good_loss = trial, lost
        else:
            bad = trial
        trial = (good + bad) // 2
    return lines[:good], good_loss


def ranked(report: SpotReport, limit: float) -> list[SizeLoss]:
    """All sizes of the first two betting rounds by what is lost without them; none of a line that cannot be there any more."""
    game: Any = report.game
    parts: dict[Line, list[tuple[Floats, ...]]] = {}  # of each point of the betting one a board, all hands of who acts
    starts = [game.rules.root]
    while starts:
        start = starts.pop()
        street = report.values.street_from(start)
        ways = prod(game.rules.deal_ways(number) for number in range(start.line.num_deals))
        values, _ = report.values.values_of(start)
        for node, public in enumerate(street.publics):
            line, actor = public.line, public.actor
            if public.card_due and not is_run_out(public) and line.deal().round_index <= 1:
                starts += [public.deal(card) for card, _ in public.deal_probabilities()]
            if any(kind == BET for kind, _ in public.line.moves):
                reach = street.reach[actor, node] / (report.values.deals * ways)  # of all deals, without the opponent's part
                after = values[actor, street.below(node)]  # net chips x the opponent's reach
                parts.setdefault(line, []).append((reach, street.strategies[node], after))
    gone, ranking = set[str](), list[SizeLoss]()
    for line, boards in sorted(parts.items(), key=lambda item: len(item[0].pieces)):
        above: Line | None = line
        while above is not None and above.bare_moves not in gone:
            above = above.above
        if above is None:
            sizes = losses(line, limit, *(np.concatenate(part, axis=-1) for part in zip(*boards, strict=True)))
            gone |= {size.line for size in sizes if size.removed}
            ranking += sizes
    return sorted(ranking, key=lambda size: size.lost_chips)


def losses(line: Line, limit: float, reach: Floats, strategy: Floats, values: Floats) -> list[SizeLoss]:
    """All sizes of a point: those that go first, each with what is lost up to it; then the others, each with its loss alone."""
    taken = strategy.copy()
    left = [*range(len(line.moves))]
    ranking, lost = [], 0.0
    while sizes := [k for k in left if line.moves[k][0] == BET]:
        best = {k: values[[other for other in left if other != k]].max(axis=0) for k in sizes}
        alone = {k: max(0.0, float((reach * taken[k] * (values[k] - best[k])).sum())) for k in sizes}  # noise is no gain
        least = min(alone, key=lambda k: alone[k])
        goes = lost + alone[least] < limit
        for k in [least] if goes else sizes:
            name = line.action_name(line.legal_actions[k])
            ranking.append(SizeLoss(line.bare(*line.moves[k]), line.actor, name, lost + alone[k], goes))
        if not goes:
            break
        lost += alone[least]
        left.remove(least)
        taken[np.array(left)[values[left].argmax(axis=0)], np.arange(len(reach))] += taken[least]
        taken[least] = 0.0
    return ranking
