"""Exact values, best responses and exploitability of any policy, for any number of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pokerzoo.agents import Playable, TabularPolicy, profile
from pokerzoo.agents.policies.players import to_players
from pokerzoo.agents.policies.policy_tables import MAX_QUESTIONS
from pokerzoo.envs.compiled.forms import evaluator_of
from pokerzoo.envs.core import Game, GameLike, game_of
from pokerzoo.envs.measurement import Measurement
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.parameters import check_index


@dataclass(frozen=True)
class BestResponse:
    """The best response of one player to what the others play.

    A best response is a strategy that wins the most against given strategies of the others.

    Attributes:
        player: the player who responds.
        value: net chips a hand that the player expects with the best response.
        gain: how much more that is than what the player's own policy makes, chips a hand; never below 0 but for rounding.
        policy: the given policy, with the best response in this player's infosets.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import best_response
        >>> found = best_response(make_game("kuhn"), "random", player=1)
        >>> found.player, round(found.value, 4), round(found.gain, 4)
        (1, 0.4167, 0.5417)
    """

    player: int
    value: float
    gain: float
    policy: TabularPolicy


def measure(
    game: GameLike,
    policies: Playable | Sequence[Playable],
    progress: Callable[[int, int], Any] | None = None,
    *,
    samples: int | None = None,
    seed: int | None = None,
) -> Measurement:
    """Measure policies exactly: what each player expects, what a best response would make, and what follows from both.

    The game decides how it is computed (``evaluator_of``): on a tree, by sweeps over hands and boards, or by combinatorics.
    Best responses to a policy that was solved with locks keep to these, and ``locks_broken`` has what they gain if not.

    Policies of a game with millions of infosets that is walked board by board are queried a few boards at a time, and no answer
    is kept: what has ``strategy(decision, hands)``, or a ``BatchedAgent``. If it has ``suits_alike = True``, it is queried on
    one of the boards that differ by suits alone (of 22,100 flops on 1,755), and now and then whether that is so. If not, it is
    asked on every board.

    Args:
        game: the game.
        policies: one policy that all players play, or one for each player (``Playable``).
        progress: called with (boards done, boards in all) while policies are queried a few boards at a time.
        samples: how often an agent that has only ``act`` and plays at random is asked at each infoset. The numbers are then
            about a table of frequencies. Its sampling errors usually make it more exploitable than the agent.
        seed: of these samples.

    Returns:
        Expected values, values of best responses and exploitability, in net chips a hand and in other units, and the method.
        It prints as a small table.

    Raises:
        ValueError: a policy that does not fit the game, or a game too large to be measured exactly.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import measure
        >>> found = measure(make_game("kuhn"), "random")
        >>> found.values.round(4), found.best_response_values.round(4)
        (array([ 0.125, -0.125]), array([0.5   , 0.4167]))
        >>> round(found.exploitability, 4)
        0.4583
        >>> print(found)
        exploitability (NashConv / 2) in kuhn
          0.458333 chips/hand, 458.333 mbb/hand
          method: best responses on the whole tree
    """
    game = game_of(game)
    if not game.numbered:
        raise unmeasured(game)
    if isinstance(game, PokerGame) and game.num_players == 2 and len(game.infosets) > MAX_QUESTIONS:
        from pokerzoo.agents.policies.asked_boards import is_asked_by_boards, measure_by_boards  # which imports the streets

        seats = to_players(game, policies, "policy")
        if is_asked_by_boards(game, seats):
            return measure_by_boards(game, seats, progress)
    table = profile(game, policies, samples=samples, seed=seed)
    if table.metadata.get("locks"):
        from pokerzoo.agents.cfr.locked_measures import measure_with_locks  # which imports the streets

        result = measure_with_locks(table)
    else:
        result = table.measured_by(evaluator_of(game))
    if not table.metadata.get("estimate"):
        return result
    estimate = f"an estimate, from the frequencies of {table.metadata['samples']:,} samples at each infoset"
    return replace(result, method=f"{result.method}; the policy is {estimate}")


def unmeasured(game: Game) -> ValueError:
    """The error for games whose infosets are too many for exact measures: what there is instead."""
    return InputError(
        f"{game.name} has too many infosets for best responses; play matches (head_to_head, round_robin), or ask "
        "local_best_response for a lower bound of what a policy can be exploited for"
    )


def expected_values(game: GameLike, policies: Playable | Sequence[Playable]) -> tuple[float, ...]:
    """The expected net chips a hand of each player, exactly.

    Args:
        game: the game.
        policies: one policy for each player, or one that all play (``Playable``).

    Returns:
        One number a player. Without rake they add up to 0.

    Raises:
        ValueError: as in ``measure``.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import expected_values
        >>> [round(chips, 4) for chips in expected_values(make_game("kuhn"), ["honest", "random"])]
        [0.1667, -0.1667]
    """
    return tuple(measure(game, policies).values.tolist())


def best_response(game: GameLike, policies: Playable | Sequence[Playable], player: int) -> BestResponse:
    """Work out the best response of one player to the others' policies, exactly.

    Args:
        game: the game.
        policies: one policy that all players play, or one for each player (``Playable``).
        player: the player who responds, from 0.

    Returns:
        The best response, what it wins, and how much that gains on the player's own policy.

    Raises:
        ValueError: no such player, or as in ``measure``.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import best_response
        >>> found = best_response(make_game("kuhn"), "always_call", player=0)
        >>> round(found.value, 4), found.policy["K|"], found.policy["J|"]
        (0.3333, {'check': 0.0, 'bet': 1.0}, {'check': 1.0, 'bet': 0.0})
    """
    game = game_of(game)
    if not game.numbered:
        raise unmeasured(game)
    player = check_index("player", player, game.num_players)
    from pokerzoo.agents.cfr.locked_measures import lock_evaluator

    table = profile(game, policies)
    evaluator = lock_evaluator(table) if table.metadata.get("locks") else evaluator_of(game)
    result, policy = table.with_best_response(evaluator, player)
    value, gain = result.best_response_values[player], result.gains[player]
    return BestResponse(player, float(value), float(gain), policy)


def nash_conv(game: GameLike, policies: Playable | Sequence[Playable]) -> float:
    """NashConv: the sum over all players of what each gains by a best response, in chips a hand.

    It is 0 in a Nash equilibrium and above 0 everywhere else (Lanctot and others 2017, "A unified game-theoretic approach to
    multiagent reinforcement learning").

    Args:
        game: the game.
        policies: one policy that all players play, or one for each player (``Playable``).

    Raises:
        ValueError: as in ``measure``.

    Example:
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import nash_conv
        >>> round(nash_conv(make_game("kuhn"), "random"), 4)
        0.9167
    """
    return measure(game, policies).nash_conv


def exploitability(
    game: GameLike,
    policies: Playable | Sequence[Playable],
    progress: Callable[[int, int], Any] | None = None,
    *,
    samples: int | None = None,
    seed: int | None = None,
) -> float:
    """Exploitability: NashConv divided by the number of players, in chips a hand.

    It is what a best response gains, averaged over the seats. OpenSpiel divides by the number of players, too.

    Args:
        game: the game.
        policies: one policy that all players play, or one for each player (``Playable``).
        progress: as in ``measure``.
        samples: as in ``measure``.
        seed: as in ``measure``.

    Raises:
        ValueError: as in ``measure``.

    Example:
        >>> from pokerzoo.agents import CFR
        >>> from pokerzoo.envs import make_game
        >>> from pokerzoo.evaluation import exploitability
        >>> kuhn = make_game("kuhn")
        >>> round(exploitability(kuhn, "random"), 4)
        0.4583
        >>> round(exploitability(kuhn, CFR(kuhn, "cfr+").run(1000).average_policy()), 4)
        0.0001
    """
    return measure(game, policies, progress, samples=samples, seed=seed).exploitability
