"""Exact equilibria of two-player zero-sum games by the sequence-form linear program.

Koller, Megiddo, von Stengel: Efficient computation of equilibria for extensive two-person games, 1996, equation (8):
maximise q_0 over x >= 0 and q, with E x = e and F' q <= A' x. The second player's realisation plan is the dual of the last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import TabularPolicy
from pokerzoo.envs.compiled.evaluator import Evaluator
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.treeplex import Treeplex, num_sequences
from pokerzoo.envs.core import GameLike, game_of, short_name
from pokerzoo.envs.infosets import count_histories
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.support.errors import InputError

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

MAX_HISTORIES = 1_000_000
"""A game with more histories than this is refused: the simplex method would take hours."""
WORST_GAP = 1e-6
"""Share of the largest payoff that best responses may gain against a solution."""


@dataclass(frozen=True)
class Equilibrium:
    """An equilibrium of a two-player zero-sum game, and a certificate that it is one.

    Attributes:
        value: expected net chips a hand of the first player: the value of the game.
        policies: the strategies of the equilibrium, one a player. It is one policy twice, since it has the infosets of
            both players.
        gap: the certificate: the sum of what both best responses gain against it, in chips a hand. It is 0 but for rounding.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import solve_lp
        >>> found = solve_lp(make_game("rps"))
        >>> found.policies[0].probabilities[:3].round(4), found.gap < 1e-9
        (array([0.3333, 0.3333, 0.3333]), True)
    """

    value: float
    policies: tuple[TabularPolicy, TabularPolicy]
    gap: float


def solve_lp(game: GameLike) -> Equilibrium:
    """Find an equilibrium of a two-player zero-sum game by linear programming, exact up to rounding.

    The program is equation (8) of Koller, Megiddo and von Stengel 1996, "Efficient computation of equilibria for extensive
    two-person games" (sequence form). HiGHS of SciPy solves it. Best responses then check the result.

    Args:
        game: a small game for two whose payoffs add up to 0.

    Returns:
        The equilibrium with its value and its certificate.

    Raises:
        ValueError: more than two players, not zero-sum, or more than ``MAX_HISTORIES`` histories, chance nodes and ends
            included.
        RuntimeError: the solver failed.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import solve_lp
        >>> round(solve_lp(make_game("kuhn")).value, 6)
        -0.055556
    """
    game = game_of(game)
    from scipy.optimize import linprog
    from scipy.sparse import csr_matrix, hstack

    if game.num_players != 2:
        raise InputError(f"{short_name(game)} has {game.num_players} players: the linear program is for two")
    histories = count_histories(game, MAX_HISTORIES)
    if histories is None or histories > MAX_HISTORIES:
        number = "" if histories is None else f"{histories:,} histories: "
        raise InputError(
            f"{short_name(game)} has {number}more than {MAX_HISTORIES:,}{'' if number else ' histories'}, too large for the "
            "linear program"
        )
    tree = tree_of(game)
    if np.any(np.abs(tree.terminal_utility.sum(axis=0)) > 1e-9 * max(1.0, float(np.abs(tree.terminal_utility).max()))):
        raise InputError(f"{short_name(game)} is not zero-sum: what one player wins, the other must lose in the linear program")
    form = tree.rows
    first, second = form.treeplexes
    sizes = num_sequences(first), num_sequences(second)
    # The solver takes coefficients below 1e-9 for zero, and chokes on huge ones.
    scale = float(np.abs(form.terminals.payoffs[0]).max()) or 1.0
    payoffs = csr_matrix((form.terminals.payoffs[0] / scale, tuple(form.terminals.sequences)), shape=sizes)
    mine, theirs = sequence_constraints(first), sequence_constraints(second)
    objective = np.zeros(sizes[0] + theirs.shape[0])
    objective[sizes[0]] = -1.0
    start = np.zeros(mine.shape[0])
    start[0] = 1.0
    result = linprog(
        objective,
        A_ub=hstack([-payoffs.T, theirs.T]).tocsr(),
        b_ub=np.zeros(sizes[1]),
        A_eq=hstack([mine, csr_matrix((mine.shape[0], theirs.shape[0]))]).tocsr(),
        b_eq=start,
        bounds=[(0, None)] * sizes[0] + [(None, None)] * theirs.shape[0],
        method="highs",
    )
    if result.status != 0:
        raise RuntimeError(f"the linear program of {game} was not solved: {result.message}")
    plans = result.x[: sizes[0]], -result.ineqlin.marginals
    rows = form.shares(tuple(np.maximum(plan, 0.0) for plan in plans))
    policy = TabularPolicy(game, form.policy_from_rows(rows), {"solver": "linear program"})
    gap = Measurement(game, *Evaluator(form).evaluate(rows)).nash_conv
    if not gap <= WORST_GAP * max(scale, float(np.abs(tree.terminal_utility).max())):
        raise RuntimeError(f"the linear program of {short_name(game)} was solved badly: best responses still gain {gap} chips")
    return Equilibrium(value=-float(result.fun) * scale, policies=(policy, policy), gap=gap)


def sequence_constraints(plex: Treeplex) -> csr_matrix:
    """E, [1 + points, sequences]: the empty sequence is 1, and a point's sequences sum to the one it hangs below."""
    from scipy.sparse import csr_matrix

    points = np.arange(1, 1 + len(plex.first))
    rows: list[npt.NDArray[np.int64]] = [np.array([0]), points, np.repeat(points, plex.actions)]
    columns = [np.array([0]), plex.parent, np.arange(1, num_sequences(plex))]
    values = [np.array([1.0]), -np.ones(len(points)), np.ones(num_sequences(plex) - 1)]
    shape = (1 + len(points), num_sequences(plex))
    return csr_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape)
