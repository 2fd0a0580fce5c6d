"""AIVAT: unbiased estimates of results, without the luck of chance and of players whose strategies are known.

Burch, Schmid, Moravcik, Bowling: AIVAT: a new variance reduction technique for agent evaluation in imperfect information
games (AAAI 2018). On a compiled tree the estimate of a hand depends only on the terminal history that it reached, so that
AIVAT is a table, computed once before the match. ``docs/explain/aivat.md`` derives it and proves that it is unbiased.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from pokerzoo.agents import Playable, profile, tabulate
from pokerzoo.agents.policies.players import one_each
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.compiled.tree import Levels, Tree, entries_of, history_values, levels_of, move_probabilities, reach_of
from pokerzoo.envs.compiled.treeplex import reach_down
from pokerzoo.envs.core import TERMINAL, GameLike, game_of
from pokerzoo.envs.support.arrays import Floats
from pokerzoo.envs.support.errors import InputError, ParameterError

Values: TypeAlias = Playable | Sequence[Playable | None] | Floats
"""A value function: the tree values of a policy (or of one a seat), or an array [players, nodes]."""


def aivat_estimates(
    game: GameLike,
    policies: Playable | Sequence[Playable | None],
    known: Sequence[int] | None = None,
    values: Values | None = None,
    imaginary: bool = True,
) -> Floats:
    """AIVAT's estimate of each player's payoff for a hand that ends in each terminal history.

    AIVAT takes the luck of chance and of the known players' own random choices out of a result. If chance and the players in
    ``known`` play as they are said to, the mean of the estimates is the mean of the payoffs. That holds for any play of the
    others and for any ``values``. Good values make the variance small. If everybody is known and ``imaginary`` is true,
    nothing is left to luck: all estimates are the expected values.

    Source: Burch, Schmid, Moravcik and Bowling, "AIVAT: a new variance reduction technique for agent evaluation in imperfect
    information games", AAAI 2018, arXiv:1612.06915. docs/explain/aivat.md has the definition and the proof.

    Args:
        game: a game with a compiled tree.
        policies: one policy a seat, or one that all play. Only the policies of known seats are read; the others may be None.
        known: the seats whose policy is what they really play. None: the seats whose policy is given. Empty: only the luck
            of chance is taken out.
        values: the value function, fixed before the match. A policy (one for all seats, or one a seat): the value of a history
            is its expected payoff if all play it. None, also for one seat: known seats play their policies, the others the
            policy of the first known seat. Or float64 [players, nodes], in the order of ``tree_of(game)``; at terminal
            nodes the payoffs are taken instead.
        imaginary: also average over histories that would have been the same to the unknown players: other hands that
            the known players might have held. False: correct only along the history that was played.

    Returns:
        float64 [players, terminals], in net chips, in the order of ``tree_of(game).terminal_node``. NaN where chance or a known
        player never plays that way. A hand that ends there shows that some policy is not the one that was played.

    Raises:
        ValueError: the game is too large for a tree; ``known`` names no seat or one without a policy; a policy does not fit
            the game. Or values of the wrong shape or not finite; no values without a known player.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import aivat_estimates
        >>> estimates = aivat_estimates(make_game("kuhn"), ["honest", None], values="random")
        >>> estimates.shape
        (2, 30)
    """
    game = game_of(game)
    by_seat = list(policies) if one_each(policies) else [cast(Playable, policies)] * game.num_players
    seats = check_known(game, by_seat, known)
    tree = tree_of(game)
    first = tabulate(game, cast(Playable, by_seat[seats[0]])) if seats else None
    guessed = values is None or (one_each(values) and any(policy is None for policy in values))
    if guessed and first is None:
        raise ParameterError("values", problem="there must be some if no player is known, for example the name of a baseline")
    at_known = profile(game, [cast(Playable, by_seat[s]) if s in seats else first or "random" for s in range(game.num_players)])
    levels = levels_of(tree)
    probability = move_probabilities(tree, at_known.probabilities)
    unknown = (tree.node_player >= 0) & ~np.isin(tree.node_player, seats)
    reach = reach_of(tree, levels, np.where(unknown[tree.node_parent], 1.0, probability))
    if isinstance(values, np.ndarray):
        worth = check_values(tree, values)
    else:
        if values is None:
            values = at_known
        elif one_each(values) and len(values) == game.num_players:
            values = [at_known if policy is None else policy for policy in values]
        worth = history_values(tree, levels, profile(game, cast(Playable, values)).probabilities)
    if imaginary:
        gain = gains_of_groups(tree, levels, unknown, reach, worth)
    else:
        gain = gains_of_histories(tree, unknown, probability, worth)
    for level in levels:
        gain[:, level] += gain[:, tree.node_parent[level]]
    estimates = gain[:, tree.terminal_node]
    estimates[:, reach[tree.terminal_node] == 0.0] = np.nan
    return np.ascontiguousarray(estimates)


def check_known(game: Game, policies: Sequence[Playable | None], known: Sequence[int] | None) -> list[int]:
    """The known seats in ascending order; ValueError where a seat does not exist or has no policy."""
    if len(policies) != game.num_players:
        raise InputError(f"{len(policies)} policies for {game.num_players} players: one for each is needed")
    if known is None:
        return [seat for seat, policy in enumerate(policies) if policy is not None]
    seats = sorted(set(known))
    for seat in seats:
        if seat not in range(game.num_players):
            raise ParameterError("known", tuple(known), f"seats are from 0 to {game.num_players - 1}")
        if policies[seat] is None:
            raise ParameterError("known", tuple(known), f"the policy of seat {seat} is None")
    return seats


def check_values(tree: Tree, values: Floats) -> Floats:
    """A float64 copy [players, nodes] with payoffs at the terminal nodes; ValueError for another shape or infinite numbers."""
    shape = tree.game.num_players, tree.num_nodes
    if values.shape != shape:
        raise InputError(f"values of shape {values.shape}: must be {shape}, [players, nodes]")
    worth = values.astype(np.float64)
    worth[:, tree.terminal_node] = tree.terminal_utility
    if not np.isfinite(worth).all():
        raise ParameterError("values", problem="must be finite")
    return worth


def terminal_reach(game: Game, policies: Sequence[Playable]) -> Floats:
    """float64 [terminals]: the probability of each terminal history if each seat plays its policy."""
    tree = tree_of(game)
    form, total = tree.rows, tree.terminal_chance.copy()
    rows = form.rows_from_policy(profile(game, policies).probabilities)
    for player, (plex, row, reach) in enumerate(zip(form.treeplexes, rows, form.new_reaches(), strict=True)):
        reach_down(form.lanes, plex, 0, 1, row, reach)
        total *= reach[form.terminals.sequences[player]]
    return total


def gains_of_histories(tree: Tree, unknown: npt.NDArray[np.bool_], moves: Floats, worth: Floats) -> Floats:
    """float64 [players, nodes] that sum along a history to its payoff less the luck in it, move by move."""
    # A move of chance or of a known player counts for the value expected of it less the value after it.
    gain = np.zeros_like(worth)
    below = np.flatnonzero((tree.node_parent >= 0) & ~unknown[tree.node_parent])
    parent = tree.node_parent[below]
    for values, result in zip(worth, gain, strict=True):
        expected = np.bincount(parent, moves[below] * values[below], tree.num_nodes)
        result[below] = expected[parent] - values[below]
    gain[:, tree.terminal_node] += tree.terminal_utility
    return gain


def gains_of_groups(tree: Tree, levels: Levels, unknown: npt.NDArray[np.bool_], reach: Floats, worth: Floats) -> Floats:
    """float64 [players, nodes] that sum along a history to its estimate, with imaginary observations."""
    # A decision of an unknown player counts for the value expected after it less that expected before, both given the moves
    # of the unknown players alone and, before, the infoset. ``reach`` is that of chance and the known players.
    done = sequences_done(tree, levels, unknown)
    ends = np.flatnonzero(unknown | (tree.node_player == TERMINAL))  # where chance and the known players have moved
    informed = np.zeros(tree.num_nodes, dtype=np.int64)
    informed[ends] = numbered_keys(done[ends] * (len(tree.game.infosets) + 1) + tree.node_infoset[ends] + 1)
    chosen = np.flatnonzero((tree.node_parent >= 0) & unknown[tree.node_parent])
    gain = np.zeros_like(worth)
    for values, result in zip(worth, gain, strict=True):
        after = group_means(done[ends], reach[ends], values[ends])
        before = group_means(informed[ends], reach[ends], values[ends])
        result[0] = after[done[0]]
        result[chosen] = after[done[chosen]] - before[informed[tree.node_parent[chosen]]]
    return gain


def sequences_done(tree: Tree, levels: Levels, unknown: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """int64 [nodes]: equal in two nodes if every unknown player has taken one sequence on the way to both."""
    entry = entries_of(tree)
    done = np.zeros(tree.num_nodes, dtype=np.int64)
    for player in np.unique(tree.node_player[unknown]):
        last = np.full(tree.num_nodes, -1, dtype=np.int64)
        for level in levels:
            parent = tree.node_parent[level]
            last[level] = np.where(tree.node_player[parent] == player, entry[level], last[parent])
        done = numbered_keys(done * (tree.game.infosets.size + 1) + last + 1)
    return done


def numbered_keys(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The keys numbered from 0."""
    return np.unique(keys, return_inverse=True)[1].astype(np.int64)


def group_means(group: npt.NDArray[np.int64], weight: Floats, numbers: Floats) -> Floats:
    """float64 [groups]: weighted mean of the numbers in each group; zero where all weights are."""
    total = np.bincount(group, weight)
    return np.bincount(group, weight * numbers) / np.where(total > 0.0, total, 1.0)
