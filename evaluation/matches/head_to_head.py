"""Matches between agents: seats rotated, deals replayed in every seat, honest intervals, the exact value beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.agents import Agent, GameLike, Playable
from pokerzoo.agents.policies.agent import policy_of
from pokerzoo.agents.policies.players import Player, to_player
from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import tree_of
from pokerzoo.envs.core import CHANCE, game_of
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.errors import InputError, ParameterError
from pokerzoo.envs.support.parameters import check_bool, check_int, is_number
from pokerzoo.envs.whole_hands.moves import MOST_CARDS
from pokerzoo.evaluation.measures.exact import expected_values

from .asked_matches import AskedEngine
from .card_luck import CardLuck
from .compiled_matches import compiled_engine
from .hand_log import HandLog
from .match_estimates import Estimator, LuckEstimates, TreeEstimates, estimator_of
from .match_result import MatchResult, MatchTable, Observations, PlayedDeals, block_sizes, has_tree, match_result

QUICK_HISTORIES = 200_000
"""The most histories of a tree that is made for a match: some seconds of work."""
HISTORIES_A_HAND = 20
"""Most histories of a tree for each hand that is played on it: to make one takes a twentieth of a hand's time."""
MAX_DEALS = 10**9
"""The most hands with ``until_width`` alone."""


def head_to_head(
    game: GameLike,
    agents: Sequence[Playable],
    hands: int | None = None,
    seed: int | None = None,
    duplicate: bool = True,
    progress: Callable[[int, int | None], Any] | None = None,
    *,
    until_width: float | None = None,
    aivat: bool | Playable = False,
    known: Sequence[int] | None = None,
    log: HandLog | str | Path | None = None,
    stop: Callable[[], bool] | None = None,
) -> MatchResult:
    """Let agents play a match against each other.

    Every agent sits in every seat equally often. With ``duplicate`` each deal is dealt again for each rotation of the
    seats, which takes most of the luck of the cards out. Without it, every hand has a deal of its own. The deals depend only on
    the seed: matches with equal seeds have equal deals for all agents (common random numbers).

    If all play tables and the game has a tree, compiled code plays: millions of hands a second.

    Args:
        game: a game or an environment of this package.
        agents: one a player: any player (``Playable``), such as an agent, a policy, or the name of a baseline or of
            a policy file.
        hands: hands to play, rounded up to a multiple of the number of players; at least two deals are played. 10,000 if
            neither this nor ``until_width`` is given.
        seed: of all chance: the cards and each agent's generator. None draws one.
        duplicate: whether each deal is replayed in all seats.
        progress: called with (hands played, hands in all) once in a while. Hands in all are None if only ``until_width`` ends
            the match.
        until_width: stop when the interval of every agent's mean is no wider than these chips. This is checked after blocks
            of deals. The intervals are then of a confidence sequence, which is valid whenever the match stops. They are
            wider than t intervals for a number of hands that was fixed beforehand.
        aivat: whether to reduce the variance by AIVAT (``aivat_estimates``; it needs a game with a tree). True: the value
            function is made of the agents' policies, with the first policy for agents that have none. Or give a policy for the
            value function. In whole hands of hold'em only True is allowed: the luck of the cards is taken out for any agents.
        known: the agents, by position, that are known to play the policy they have. The others may do what they like. None: all
            agents that play a policy, but only the first if all do (if every strategy is known there is nothing to play for).
            Empty: only the luck of the cards is taken out.
        log: write every hand to this ``HandLog``, or to a new one at this path.
        stop: asked after each block of deals. If it returns True the match ends, and what was played is reported. The intervals
            are then of a confidence sequence, as with ``until_width``.

    Returns:
        Means, intervals and more for each agent. It prints as a table.

    Raises:
        ValueError: wrong number of agents, an unknown one, ``hands`` or ``until_width`` not positive, an agent's action
            that is not legal, or AIVAT without a tree.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import head_to_head
        >>> print(head_to_head(make_game("kuhn"), ["honest", "random"], hands=10_000, seed=1))
        10,000 hands, 5,000 deals: net chips a hand by what was won; 95% intervals (Student's t)
        agent      mean  std. error        95% interval        p     mbb  exact mean  hands won
        honest  +0.2038      0.0043  +0.1954 to +0.2122  <0.0001  +203.8     +0.2083      50.0%
        random  -0.2038      0.0043  -0.2122 to -0.1954  <0.0001  -203.8     -0.2083      50.0%
    """
    game = game_of(game)
    players = game.num_players
    if len(agents) != players:
        raise InputError(f"{len(agents)} agents for {players} players: one for each is needed")
    if hands is None and until_width is None:
        hands = 10_000
    if hands is not None:
        check_int("hands", hands, 1, MAX_DEALS)
    if seed is not None:
        check_int("seed", seed, 0, 2**128)
    check_bool("duplicate", duplicate)
    if until_width is not None and not (is_number(until_width) and 0.0 < until_width < np.inf):
        raise ParameterError("until_width", until_width, "must be a finite number of chips above 0")
    converted = [to_player(game, agent, "agent") for agent in agents]
    seated, names = tuple(player.agent() for player in converted), names_of(converted)
    cards, *player_rngs = (np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(players + 1))
    estimator = estimator_of(game, seated, aivat, known)
    table = MatchTable(game, seated, cards, tuple(player_rngs), duplicate, chance_numbers(game))
    rounds = MAX_DEALS if hands is None else max(2, -(-hands // players))
    observed = Observations(game, players, until_width, None if estimator is None else estimator.bounds)
    plan = {"hands": hands, "until_width": until_width, "estimator": "chips" if estimator is None else "aivat"}
    with (
        HandLog(game, log, names, seed=seed, duplicate=duplicate, metadata=plan)
        if isinstance(log, str | Path)
        else nullcontext(log)
    ) as record:
        for played in played_deals(table, rounds, record, estimator):
            observed.add(played.won, played.scores, None if estimator is None else estimator.of(played))
            if progress is not None:
                progress(observed.deals * players, None if hands is None else rounds * players)
            observed.interrupted = observed.deals < rounds and stop is not None and bool(stop())
            if observed.narrow_enough or observed.interrupted:
                break
    return match_result(game, names, observed, duplicate, exact_chips(game, seated))


def played_deals(table: MatchTable, deals: int, record: HandLog | None, estimator: Estimator | None) -> Iterator[PlayedDeals]:
    """Play deals, block by block, in compiled code where all agents are tables or baselines, and no hand is logged."""
    trees = isinstance(estimator, TreeEstimates)
    engine = None
    if record is None:
        hands = deals * len(table.agents)
        engine = compiled_engine(table, lambda: trees or tree_pays(table.game, hands), wanted=estimator is not None)
    compiled = engine is not None
    if engine is None:
        luck = CardLuck(estimator.game) if isinstance(estimator, LuckEstimates) else None
        engine = AskedEngine(table, tree_of(table.game) if trees else None, luck, record)
    for count in block_sizes(deals, compiled):
        yield engine(table.draw(count))


def chance_numbers(game: Game) -> int:
    """Numbers that are drawn for chance before each hand: as many as it can use, or enough for all cards of poker."""
    if not game.numbered:
        return MOST_CARDS
    if has_tree(game) and isinstance(game, PokerGame):
        return game.num_players + max(line.num_deals for line in game.rules.betting.lines)
    if has_tree(game):
        tree = tree_of(game)
        above, draws = tree.node_parent[tree.terminal_node], np.zeros(tree.num_terminals, dtype=np.int64)
        while np.any(above >= 0):  # all terminals climb to the root together
            draws += (above >= 0) & (tree.node_player[above] == CHANCE)
            above = np.where(above >= 0, tree.node_parent[above], -1)
        return max(1, int(draws.max()))
    return game.num_players + 5


def tree_pays(game: Game, hands: int) -> bool:
    """True if the match is faster with a tree, which has to be made first; its result does not change."""
    histories = game.num_histories
    return has_tree(game) and (histories is None or histories <= max(QUICK_HISTORIES, HISTORIES_A_HAND * hands))


def names_of(players: Sequence[Player]) -> tuple[str, ...]:
    """Names of the players in the report."""
    return tuple(player.name or f"{type(player.source).__name__} {seat}" for seat, player in enumerate(players))


def exact_chips(game: Game, table: Sequence[Agent]) -> tuple[float, ...] | None:
    """Expected chips a hand of each agent over all rotations; None unless all play policies and the game is small."""
    result = [policy_of(agent) for agent in table]
    policies = [policy for policy in result if policy is not None]
    if len(policies) < len(table) or not has_tree(game) or any(isinstance(policy, Player) for policy in policies):
        return None
    players = game.num_players
    total = np.zeros(players)
    for rotation in range(players):
        who = [(seat + rotation) % players for seat in range(players)]
        total[who] += expected_values(game, [policies[a] for a in who])
    return tuple((total / players).tolist())
